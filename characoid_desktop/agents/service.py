"""The one door to the character's mind: turns begin here, go on here and end here. Nothing else invokes the graph."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from characoid_desktop.agents.cancellation import CancellationHooks
from characoid_desktop.agents.graph.exchange import approval_resume, input_resume
from characoid_desktop.agents.policy import Policy
from characoid_desktop.agents.preview import Previews, PromptPreview
from characoid_desktop.agents.runtime.active import ActiveTurn, Ending
from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.beginning import TurnBeginning, pending_first, turn_running
from characoid_desktop.agents.runtime.building import TurnBuilder, TurnExtras
from characoid_desktop.agents.runtime.compacting import Compacting
from characoid_desktop.agents.runtime.errors import QueryRefused, RunNotFound
from characoid_desktop.agents.runtime.events import (
    AgentEvent,
    ApprovalDecided,
    RunEnded,
    RunStarted,
)
from characoid_desktop.agents.runtime.forms import checked_values
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.passes import GraphPasses
from characoid_desktop.agents.runtime.passing import (
    needed_event,
    object_of,
)
from characoid_desktop.agents.runtime.ports import Models, Personas
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.runtime.recorder import KEEP_EVERY_S, AnswerRecorder
from characoid_desktop.agents.runtime.recovery import RecoveredTurns, TurnRecovery
from characoid_desktop.agents.runtime.runs import RunStore, not_waiting
from characoid_desktop.agents.runtime.settling import TurnSettling, failure_of
from characoid_desktop.agents.runtime.tried import TriedLine, TriedPiece
from characoid_desktop.agents.runtime.workflow import Build, Workflow, default_build
from characoid_desktop.agents.trying import TryOuts
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.data.errors import DataError
from characoid_desktop.features.conversations.models import Message, MessageState
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.models import Persona

if TYPE_CHECKING:
    from characoid_desktop.agents.runtime.checkpoints import CheckpointStore

_log = logging.getLogger(__name__)


class PersonaAgentService:
    """``runs_changed`` fires with a run in its new state, after the commit; ``forgotten`` with the id of a conversation
    that was deleted, once nothing of it is at work any more (its runs are gone with it).

    One turn at a time in each conversation. A turn runs in a task of this service: whoever follows it may leave, but
    a direct :meth:`stream_query` that is closed early cancels its turn.
    """

    def __init__(
        self, *, database: Database, conversations: ConversationService, personas: Personas, ledger: ApprovalLedger,
        policy: Policy, models: Models, checkpoints: CheckpointStore, clock: Clock,
        extras: TurnExtras | None = None, hooks: CancellationHooks | None = None, build: Build = default_build,
        workflow: Any = None, keep_every_s: float = KEEP_EVERY_S,
    ) -> None:
        extras = extras or TurnExtras()
        self._database = database
        self._conversations = conversations
        self._ledger = ledger
        self._policy = policy
        self._checkpoints = checkpoints
        self._clock = clock
        self._keep_every_s = keep_every_s
        self._knows_file = extras.knows_file
        self._runs = RunStore(database, clock)
        self.runs_changed: Event[Run] = self._runs.changed
        self.forgotten: Event[str] = Event()
        self._beginning = TurnBeginning(database, conversations, personas, self._runs, extras.language)
        self._builder = TurnBuilder(models, policy.runner, extras)
        self._compacting = Compacting(conversations, extras.context_tokens)
        self._settling = TurnSettling(database, conversations, self._runs, ledger, checkpoints,
                                      hooks or CancellationHooks())
        self._workflow = Workflow(checkpoints.saver, policy.revision, build=build, injected=workflow)
        self._passes = GraphPasses(conversations, personas, self._runs, self._builder, self._compacting,
                                   self._workflow, checkpoints)
        self._previews = Previews(conversations, personas, self._builder, self._compacting, clock)
        self._recovery = TurnRecovery(database, conversations, self._runs, ledger, checkpoints, self._settling,
                                      self._passes.snapshot, self._recorder)
        self._active: dict[str, ActiveTurn] = {}
        self._streams: dict[str, ActiveTurn] = {}
        self._gate = asyncio.Lock()
        self._scope = TaskScope("turns")
        self._trying = TryOuts(models, self._builder, clock, self._scope, lambda: self._compacting.budget)
        self._closing = False
        self._disconnect = conversations.removed.connect(self._conversation_gone)

    # --- ask ------------------------------------------------------------------------------------

    async def query(self, query: Query) -> Message:
        """Run a turn to its end or its first stop and return the answer as it is then."""
        return await self._to_its_end(self.stream_query(query))

    async def stream_query(self, query: Query) -> AsyncGenerator[AgentEvent]:
        """Begin a turn and yield its events up to RunEnded; closed early, the turn is cancelled."""
        run = await self.begin(query)
        async with aclosing(self.stream(run.id)) as events:
            async for event in events:
                yield event

    async def begin(self, query: Query) -> Run:
        """Begin a turn and return its run; the user's text is on the disk, and the turn is at work.

        Raises PendingFirst (something waits for the user in this conversation), TurnRunning, QueryRefused, DataError;
        nothing was written then.
        """
        async with self._gate:
            self._check_open()
            for open_run in await self._runs.unfinished(query.conversation_id):
                await self._let_settle(open_run.id)
                await self._settling.write_rest(open_run.id)
                run = await self._runs.get(open_run.id)
                if run is None or run.state.is_over:
                    continue
                if run.id in self._active:
                    raise turn_running()
                if run.state.waits_for_user:
                    raise pending_first(run)
                await self._recovery.bury(run)  # nobody is at work on it
            run, answer, said = await self._beginning.begin(query)
            return self._launch(run, answer, None, said=said)

    # --- go on ----------------------------------------------------------------------------------

    async def resume(self, run_id: str, values: Mapping[str, Any] | None = None) -> Message:
        """Go on with a turn that waited, to its end or its next stop; return the answer as it is then."""
        return await self._to_its_end(self.stream_resume(run_id, values))

    async def stream_resume(self, run_id: str, values: Mapping[str, Any] | None = None) -> AsyncGenerator[AgentEvent]:
        """As :meth:`begin_resume`, then yield the events; closed early, the turn is cancelled."""
        run = await self.begin_resume(run_id, values)
        async with aclosing(self.stream(run.id)) as events:
            async for event in events:
                yield event

    async def begin_resume(self, run_id: str, values: Mapping[str, Any] | None = None) -> Run:
        """Let a waiting turn go on from where it stopped and return its run.

        After a confirmation nothing is given but the turn: what was decided is read from the ledger again. Raises
        PendingFirst while a confirmation is open, InputRefused (it still waits), RunNotFound, QueryRefused (its
        character was put away).
        """
        await self._let_settle(run_id)
        async with self._gate:
            self._check_open()
            run = await self._runs.get(run_id)
            if run is None or not run.state.waits_for_user or run_id in self._active:
                raise not_waiting()
            self._passes.persona_of(run)
            waits = object_of(run.resume_state.get("waits"))
            if waits.get("kind") == "input":
                resume: Mapping[str, Any] = input_resume(
                    await checked_values(object_of(waits.get("form")), values or {}, self._knows_file))
                decided: list[ApprovalDecided] = []
            else:
                resume, decided = approval_resume(), await self._decisions(run, waits)
            answer = await self._conversations.message(run.answer_id)
            if answer is None:
                raise not_waiting()
            async with self._database.transaction() as tx:
                run = await self._runs.move(run.id, RunState.RUNNING, tx=tx)
                answer = await self._conversations.finish_answer(
                    answer.id, MessageState.STREAMING, answer.text, answer.parts, answer.usage, tx=tx)
            return self._launch(run, answer, resume, decided)

    async def _decisions(self, run: Run, waits: Mapping[str, Any]) -> list[ApprovalDecided]:
        wanted = {str(id) for id in waits.get("approval_ids") or ()}
        asked = [one for one in await self._ledger.of_run(run.id) if one.id in wanted]
        if any(one.state.is_open for one in asked):
            raise pending_first(run)
        return [ApprovalDecided(run_id=run.id, approval_id=one.id, state=one.state.value) for one in asked]

    # --- follow ---------------------------------------------------------------------------------

    async def stream(self, run_id: str) -> AsyncGenerator[AgentEvent]:
        """Yield the events of a turn that was begun, from its first one; one follower each. Closed early: cancelled.

        Raises RunNotFound when there is nothing to follow.
        """
        active = self._streams.pop(run_id, None)
        if active is None:
            raise not_waiting()
        try:
            while (event := await active.events.get()) is not None:
                yield event
        finally:
            if not active.over.is_set():
                await self._stop(active, Ending(RunState.CANCELLED))

    # --- look -----------------------------------------------------------------------------------

    async def preview(self, persona_id: str, text: str = "", conversation_id: str = "") -> PromptPreview:
        """Return what the model would be told if ``text`` was sent now, in a conversation or in a new one.

        Nothing is written or sent. Raises QueryRefused (no such character), DataError.
        """
        return await self._previews.of(persona_id, text, conversation_id)

    async def try_out(self, persona: Persona, lines: Sequence[TriedLine]) -> AsyncGenerator[TriedPiece]:
        """Yield how a character would answer the last of ``lines`` (the greeting first): see ``TryOuts.stream``.

        There is no conversation, no run and no tool in it, and nothing of it is written.
        """
        self._check_open()
        async with aclosing(self._trying.stream(persona, lines)) as pieces:
            async for piece in pieces:
                yield piece

    # --- end ------------------------------------------------------------------------------------

    async def cancel(self, run_id: str) -> Run:
        """End a turn in whatever phase it is and return it; one that is over stays as it is. Raises RunNotFound."""
        return await self._end(run_id, Ending(RunState.CANCELLED))

    async def fail(self, run_id: str, error: AppError) -> Run:
        """End a turn because something that it depends on is gone. Raises RunNotFound."""
        return await self._end(run_id, Ending(RunState.FAILED, failure_of(error, self._database.path)))

    async def cancel_all(self, persona_id: str) -> None:
        """End all turns of a character, those that wait for the user with what they asked. Raises DataError."""
        for run in await self._runs.unfinished():
            if run.persona_id == persona_id:
                try:
                    await self.cancel(run.id)
                except RunNotFound:  # it ended, or went with its conversation, in that moment
                    continue

    async def _end(self, run_id: str, ending: Ending) -> Run:
        active = self._active.get(run_id)
        if active is not None:
            await self._stop(active, ending)  # or it came to wait in that moment
        async with self._gate:
            active = self._active.get(run_id)
            if active is None:
                return await self._end_waiting(run_id, ending)
        return await self._end(run_id, ending)  # it went on in that moment

    async def _end_waiting(self, run_id: str, ending: Ending) -> Run:
        run = await self._runs.get(run_id)
        if run is None:
            raise not_waiting()
        if run.state.is_over:
            return run
        answer = await self._conversations.message(run.answer_id)
        if answer is None:
            raise not_waiting()
        run = await self._settling.settle(run, self._recorder(run, answer), ending)
        self._policy.forget(run.id)
        return run

    async def _stop(self, active: ActiveTurn, ending: Ending) -> None:
        """End a turn at work and wait for that; one that is ending already ends as it does."""
        await active.begun.wait()  # a task that is cancelled before its first step would never end its turn
        if active.stop is None and not active.settling:
            active.stop = ending
            if active.task is not None:
                active.task.cancel()
        await active.over.wait()

    async def _let_settle(self, run_id: str) -> None:
        """Wait for the last words of a pass whose end is on the disk already."""
        active = self._active.get(run_id)
        if active is not None and active.settling:
            await active.over.wait()

    async def aclose(self) -> None:
        """End all turns: what they had said is kept, and they are interrupted (those that wait go on waiting)."""
        self._closing = True
        self._disconnect()
        async with self._gate:  # a turn that is beginning right now is one of them
            pass
        ending = Ending(RunState.INTERRUPTED)
        await asyncio.gather(*(self._stop(active, ending) for active in tuple(self._active.values())))
        await self._scope.aclose()
        await self._settling.write_rest()

    async def tidy(self) -> None:
        """Write the ends of turns that the disk did not take when they ended."""
        async with self._gate:
            await self._settling.write_rest()

    # --- after a crash --------------------------------------------------------------------------

    async def recover(self) -> RecoveredTurns:
        """Take over from the last life of the app; nothing runs by itself here."""
        async with self._gate:
            return await self._recovery.recover()

    # --- the work -------------------------------------------------------------------------------

    def _launch(self, run: Run, answer: Message, resume: Mapping[str, Any] | None,
                before: list[ApprovalDecided] | None = None, said: Message | None = None) -> Run:
        active = ActiveTurn(run, self._recorder(run, answer), self._clock, resume, said)
        self._active[run.id] = self._streams[run.id] = active
        self._ledger.hold(run.id)  # a question on the screen must outlive a crash: it comes when the turn waits
        active.emit(RunStarted(
            run_id=run.id, persona_id=run.persona_id, conversation_id=run.conversation_id,
            message_id=run.message_id, answer_id=run.answer_id, resumed=resume is not None))
        for event in before or ():
            active.emit(event)
        active.keeper = self._scope.start(active.recorder.keep(), name=f"keep {run.seq}")
        active.task = self._scope.start(self._drive(active), name=f"turn {run.seq}")
        return run

    async def _drive(self, active: ActiveTurn) -> None:
        """One pass of one turn; always ends in a state, whatever happens."""
        active.begun.set()
        try:
            ending = await self._passes.run(active)
        except asyncio.CancelledError:
            ending = active.stop or Ending(RunState.INTERRUPTED)
        except Exception as error:
            ending = active.stop or Ending(RunState.FAILED, failure_of(error, self._database.path))
        active.settling = True
        try:
            await self._settle(active, ending)
        finally:
            self._active.pop(active.run.id, None)
            active.close()
            self._ledger.release(active.run.id)

    async def _settle(self, active: ActiveTurn, ending: Ending) -> None:
        active.recorder.close()
        if active.keeper is not None:
            await asyncio.wait({active.keeper})
        run = active.run
        if ending.waits is not None:
            active.emit(needed_event(run, ending.waits, active.clock_s()))
        try:
            if ending.state is RunState.INTERRUPTED:
                ending = await self._recovery.cut_off(run)
            active.run = await self._settling.settle(run, active.recorder, ending)
        except Exception as error:  # a full disk, or the conversation is gone
            if isinstance(error, DataError):
                self._settling.put_off(run, active.recorder, ending)
            ending = Ending(RunState.FAILED, failure_of(error, self._database.path))
            self.runs_changed.emit(replace(run, state=ending.state, error=ending.error))
        if ending.state.is_over:
            self._policy.forget(run.id)
        active.emit(RunEnded(run_id=run.id, at_s=active.clock_s(), state=ending.state.value, error=ending.error))
        try:
            await active.recorder.flush()
        except AppError as error:
            _log.info("the end of the timeline of turn %s was not kept: %s", run.seq, error)

    def _recorder(self, run: Run, answer: Message) -> AnswerRecorder:
        return AnswerRecorder(answer, run.id, self._conversations, self._runs, keep_every_s=self._keep_every_s)

    async def _to_its_end(self, stream: AsyncGenerator[AgentEvent]) -> Message:
        answer_id = ""
        async with aclosing(stream) as events:
            async for event in events:
                if isinstance(event, RunStarted):
                    answer_id = event.answer_id
        message = await self._conversations.message(answer_id)
        if message is None:
            raise not_waiting()
        return message

    def _check_open(self) -> None:
        if self._closing:
            raise QueryRefused(Text.of("The app is closing; this was not done."))

    def _conversation_gone(self, conversation_id: str) -> None:
        self._scope.start(self._forget_conversation(conversation_id), name="forget")

    async def _forget_conversation(self, conversation_id: str) -> None:
        for active in tuple(self._active.values()):
            if active.run.conversation_id == conversation_id:
                await self._stop(active, Ending(RunState.CANCELLED))
        self.forgotten.emit(conversation_id)
        try:
            await self._ledger.void_conversation(conversation_id)
            for thread in await self._checkpoints.threads():
                if thread.endswith(f":{conversation_id}"):
                    await self._checkpoints.delete(thread)
        except (AppError, sqlite3.Error, ValueError) as error:
            _log.info("what a deleted conversation asked stays until the next start: %s", error)
