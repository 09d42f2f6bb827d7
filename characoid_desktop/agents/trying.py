"""How a character would answer: by the prompt and the model of a turn, without tools, and nothing of it is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import replace
from time import monotonic
from uuid import uuid4

from langchain_core.messages import BaseMessage

from characoid_desktop.agents.contracts import Json, ToolSpec
from characoid_desktop.agents.graph.calls import conversation
from characoid_desktop.agents.graph.endings import empty_answer
from characoid_desktop.agents.graph.outside import new_fence
from characoid_desktop.agents.graph.prompts import supervisor_prompt
from characoid_desktop.agents.graph.speaking import say
from characoid_desktop.agents.runtime.building import TurnBuilder
from characoid_desktop.agents.runtime.errors import QueryRefused
from characoid_desktop.agents.runtime.events import AgentEvent, Retrying, Stalled, Token
from characoid_desktop.agents.runtime.history import messages_of
from characoid_desktop.agents.runtime.ports import OFFLINE, Models, TurnFacts
from characoid_desktop.agents.runtime.tried import MAX_TRIED_CHARS, MAX_TRIED_LINES, TriedLine, TriedPiece
from characoid_desktop.agents.runtime.turn import ToolCall, ToolOutcome, Turn, TurnIds
from characoid_desktop.agents.vocabulary import SUPERVISOR
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.conversations.models import Message, MessageRole, MessageState
from characoid_desktop.features.personas.models import Persona

_log = logging.getLogger(__name__)


class NoTools:
    """``ToolRunner`` of a try-out: there are none, so that nothing can be done in it."""

    def visible(self, worker: str) -> tuple[ToolSpec, ...]:
        return ()

    def workers(self) -> tuple[str, ...]:
        return ()

    def asks(self, worker: str, call: ToolCall, taint: Sequence[str]) -> bool:
        return True

    async def request(self, worker: str, calls: Sequence[ToolCall], taint: Sequence[str]) -> list[str]:
        return ["" for _ in calls]

    async def request_dispatch(self, request: Json, taint: Sequence[str]) -> str | None:
        return None

    async def dispatch_decision(self, approval_id: str, request: Json) -> str:
        return "void"

    async def denial_reason(self, approval_id: str) -> str:
        return ""

    async def run(self, worker: str, call: ToolCall, taint: Sequence[str]) -> ToolOutcome:
        return ToolOutcome(call, "refused", {})


class TryOuts:
    """``budget()``: tokens of what was said that the model is told."""

    def __init__(self, models: Models, builder: TurnBuilder, clock: Clock, scope: TaskScope,
                 budget: Callable[[], int]) -> None:
        self._models = models
        self._builder = builder
        self._clock = clock
        self._scope = scope
        self._budget = budget

    async def stream(self, persona: Persona, lines: Sequence[TriedLine]) -> AsyncGenerator[TriedPiece]:
        """Yield the answer to the last of ``lines`` while it is made; closed early, the model is left.

        ``persona`` is taken as it is given, saved or not. Raises QueryRefused, TurnEnded, and what the model raises as
        an AppError.
        """
        said = _checked(lines)
        pieces: asyncio.Queue[TriedPiece | None] = asyncio.Queue()
        try:
            task = self._scope.start(self._answer(persona, said, pieces.put_nowait), name="try out")
        except RuntimeError:
            raise _closing() from None
        task.add_done_callback(lambda _: pieces.put_nowait(None))
        try:
            while (piece := await pieces.get()) is not None:
                yield piece
            if task.cancelled():
                raise _closing()
            error = task.result()
            if error is not None:
                raise error
        finally:
            task.cancel()
            await asyncio.wait({task})

    async def _answer(self, persona: Persona, lines: Sequence[TriedLine],
                      put: Callable[[TriedPiece], None]) -> AppError | None:
        try:
            await self._speak(persona, lines, put)
        except AppError as error:
            return error
        except Exception:
            _log.exception("a character could not be tried out")
            return AppError(Text.of("The character could not answer because of a fault in the app. "
                                    "The log says more."))
        return None

    async def _speak(self, persona: Persona, lines: Sequence[TriedLine], put: Callable[[TriedPiece], None]) -> None:
        language, started = self._builder.language(), monotonic()

        def clock_s() -> float:
            return monotonic() - started

        def emit(event: AgentEvent) -> None:
            if isinstance(event, Token):
                put(TriedPiece(event.text))
            elif isinstance(event, Retrying):
                put(TriedPiece(note=event.why))
            elif isinstance(event, Stalled):
                put(TriedPiece(note=Text.of("The reply stopped for {s} s.", s=round(event.seconds))))

        ids = TurnIds(uuid4().hex, persona.id, "", "", "", language)
        path = [self._message(line) for line in lines]
        models = await self._models.for_turn(persona, TurnFacts(ids.run_id, "", language, {}, emit, clock_s))
        put(TriedPiece(offline=models.fingerprint == OFFLINE))
        shown = await self._builder.shown(persona, ids, path, {})
        turn = replace(shown, model_for=models.model_for, emit=emit, clock_s=clock_s, tools=NoTools(), skills=(),
                       load_skill=None, hints=())
        said = await say(turn, SUPERVISOR, self._told(turn, path), [])
        if not said.text.strip():
            raise empty_answer()

    def _told(self, turn: Turn, path: Sequence[Message]) -> list[BaseMessage]:
        return conversation(supervisor_prompt(turn, new_fence(), (), {}),
                            messages_of(path, max_tokens=self._budget()))

    def _message(self, line: TriedLine) -> Message:
        role = MessageRole.USER if line.is_user else MessageRole.CHARACTER
        return Message(0, "tried", "", None, None, role, MessageState.DONE, line.text, {}, {}, self._clock.now())


def _closing() -> QueryRefused:
    return QueryRefused(Text.of("The app is closing; this was not done."))


def _checked(lines: Sequence[TriedLine]) -> Sequence[TriedLine]:
    """Raises QueryRefused for what is empty or too long."""
    if not lines or not lines[-1].is_user or not lines[-1].text.strip():
        raise QueryRefused(Text.of("There is nothing to send."))
    if len(lines[-1].text) > MAX_TRIED_CHARS:
        raise QueryRefused(Text.of("To try it out, a text has at most {n} characters.", n=MAX_TRIED_CHARS))
    return lines[-MAX_TRIED_LINES:]
