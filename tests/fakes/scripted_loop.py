"""A loop whose turns a test writes: the record is real, what the character says comes from the test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from characoid_desktop.agents.contracts import public_error
from characoid_desktop.agents.runtime.events import (
    AgentEvent,
    ApprovalNeeded,
    Card,
    InputNeeded,
    Reasoning,
    RunEnded,
    RunStarted,
    Stage,
    Token,
    ToolEnded,
    ToolStarted,
    Usage,
)
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import MessageState
from characoid_desktop.features.conversations.service import ConversationService

_STATES = {
    RunState.COMPLETED: MessageState.DONE, RunState.FAILED: MessageState.FAILED,
    RunState.CANCELLED: MessageState.CANCELLED, RunState.INTERRUPTED: MessageState.INTERRUPTED,
    RunState.WAITING_INPUT: MessageState.WAITING, RunState.WAITING_APPROVAL: MessageState.WAITING,
}


class ScriptedLoop:
    """``refusal`` makes the next start fail. :meth:`say`, :meth:`end` … are what the agent side would do."""

    def __init__(self, conversations: ConversationService) -> None:
        self.events: Event[AgentEvent] = Event()
        self.runs_changed: Event[Run] = Event()
        self.trouble: Event[AppError] = Event()
        self.refusal: AppError | None = None
        self.input_refusal: AppError | None = None
        self.queries: list[Query] = []
        self.inputs: list[Mapping[str, Any]] = []
        self.kept: dict[str, list[dict[str, Any]]] = {}
        self._conversations = conversations
        self._runs: dict[str, Run] = {}
        self._text: dict[str, str] = {}
        self._parts: dict[str, dict[str, Any]] = {}
        self._number = 0
        self._at = 0.0

    # --- what the panel uses ----------------------------------------------------------------------

    async def start(self, query: Query) -> Run:
        self.queries.append(query)
        if self.refusal is not None:
            refusal, self.refusal = self.refusal, None
            raise refusal
        self._number += 1
        run_id = f"run{self._number}"
        if query.regenerate_of is not None:
            old = await self._conversations.message(query.regenerate_of)
            assert old is not None
            question_id = old.parent_id
        elif query.edit_of is not None:
            edited = await self._conversations.message(query.edit_of)
            assert edited is not None
            question_id = (await self._conversations.add_user(
                query.conversation_id, query.text, query.attachment_ids, edited.parent_id)).id
        else:
            await self._conversations.open_with(query.conversation_id, query.opening)
            question_id = (await self._conversations.add_user(
                query.conversation_id, query.text, query.attachment_ids)).id
        answer = await self._conversations.begin_answer(query.conversation_id, question_id, run_id)
        now = datetime.now(UTC)
        run = Run(self._number, run_id, query.persona_id, query.conversation_id, question_id or "", answer.id,
                  query.kind.value, RunState.RUNNING, "", now, now)
        self._text[run_id], self._parts[run_id], self.kept[run_id] = "", {}, []
        self._follow(run)
        self.emit(RunStarted(run_id=run_id, persona_id=query.persona_id, conversation_id=query.conversation_id,
                             message_id=question_id or "", answer_id=answer.id))
        return run

    async def cancel(self, run_id: str) -> Run:
        return await self.end(RunState.CANCELLED, run_id=run_id)

    async def give_input(self, run_id: str, values: Mapping[str, Any]) -> Run:
        if self.input_refusal is not None:
            raise self.input_refusal
        self.inputs.append(dict(values))
        run = self._follow(replace(self._runs[run_id], state=RunState.RUNNING))
        await self._conversations.finish_answer(
            run.answer_id, MessageState.STREAMING, self._text[run_id], self._parts[run_id], {})
        self.emit(RunStarted(run_id=run_id, persona_id=run.persona_id, conversation_id=run.conversation_id,
                             message_id=run.message_id, answer_id=run.answer_id, resumed=True))
        return run

    def active(self, conversation_id: str) -> Run | None:
        return next((run for run in self._runs.values()
                     if run.conversation_id == conversation_id and not run.state.is_over), None)

    @property
    def unfinished(self) -> tuple[Run, ...]:
        return tuple(run for run in self._runs.values() if not run.state.is_over)

    # --- what the test says -----------------------------------------------------------------------

    @property
    def run(self) -> Run:
        """The turn that was started last."""
        return list(self._runs.values())[-1]

    def emit(self, event: AgentEvent) -> None:
        if event.stored:
            self.kept[event.run_id].append(event.to_json())
        self.events.emit(event)

    def say(self, text: str) -> None:
        self._text[self.run.id] += text
        self.emit(Token(run_id=self.run.id, at_s=self._at, text=text))

    def think(self, text: str, at_s: float = 0.0) -> None:
        parts = self._parts[self.run.id]
        parts["reasoning"] = parts.get("reasoning", "") + text
        self.emit(Reasoning(run_id=self.run.id, at_s=at_s, text=text))

    def at(self, seconds: float) -> None:
        """The clock of the turn."""
        self._at = seconds

    def stage(self, worker: str, words: str) -> None:
        self.emit(Stage(run_id=self.run.id, at_s=self._at, node=worker, worker=worker, text=Text.literal(words)))

    def tool(self, call_id: str, worker: str, words: str, seconds: float, *, outcome: str = "ok",
             arguments: Mapping[str, Any] | None = None) -> None:
        self.emit(ToolStarted(run_id=self.run.id, at_s=self._at, call_id=call_id, worker=worker, tool="a_tool",
                              title=Text.literal(words), arguments=arguments or {}))
        self._at += seconds
        self.emit(ToolEnded(run_id=self.run.id, at_s=self._at, call_id=call_id, worker=worker, tool="a_tool",
                            outcome=outcome, seconds=seconds,
                            error=public_error("x", Text.of("It did not work.")) if outcome != "ok" else None))

    def usage(self, worker: str, tokens: int) -> None:
        self.emit(Usage(run_id=self.run.id, at_s=self._at, worker=worker, model="m", prompt_tokens=tokens,
                        completion_tokens=0))

    def event(self, kind: type[AgentEvent], **values: Any) -> None:
        self.emit(kind(run_id=self.run.id, at_s=self._at, **values))

    async def card(self, result: Mapping[str, Any]) -> Run:
        """The turn ends at the boundary with a worker's result."""
        self._parts[self.run.id]["card"] = dict(result)
        self.emit(Card(run_id=self.run.id, at_s=self._at, result=result))
        return await self.end()

    async def ask(self, form: Mapping[str, Any]) -> Run:
        """The turn waits for missing input."""
        self._parts[self.run.id]["form"] = dict(form)
        self.emit(InputNeeded(run_id=self.run.id, at_s=self._at, worker=str(form.get("worker", "")), form=form))
        return await self.end(RunState.WAITING_INPUT)

    async def wait_for_approval(self, *ids: str) -> Run:
        self.emit(ApprovalNeeded(run_id=self.run.id, at_s=self._at, approval_ids=ids))
        return await self.end(RunState.WAITING_APPROVAL)

    async def end(
        self, state: RunState = RunState.COMPLETED, *, error: Mapping[str, Any] | None = None, run_id: str = "",
    ) -> Run:
        """The turn is over, or waits: the record first, then the event."""
        run = self._runs[run_id or self.run.id]
        parts = self._parts[run.id]
        if error is not None:
            parts["error"] = dict(error)
        await self._conversations.finish_answer(run.answer_id, _STATES[state], self._text[run.id], parts, {})
        run = self._follow(replace(run, state=state))
        self.emit(RunEnded(run_id=run.id, at_s=self._at, state=state.value, error=error))
        return run

    def _follow(self, run: Run) -> Run:
        self._runs[run.id] = run
        self.runs_changed.emit(run)
        return run

    async def history(self, run_id: str) -> list[dict[str, Any]]:
        return self.kept.get(run_id, [])
