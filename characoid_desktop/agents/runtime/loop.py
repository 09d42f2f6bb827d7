"""The turns of a running app: started, followed, cancelled and taken up again, whoever looks. Free of langchain."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.errors import PendingFirst, RunNotFound
from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.runtime.tried import TriedLine, TriedPiece
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.personas.models import Persona

if TYPE_CHECKING:
    from characoid_desktop.agents.preview import PromptPreview
    from characoid_desktop.agents.runtime.recovery import RecoveredTurns
    from characoid_desktop.agents.service import PersonaAgentService

EXPIRY_EVERY_S = 30.0
_log = logging.getLogger(__name__)


class NativeAgentLoop:
    """``events`` carries everything that happens in any turn; ``runs_changed`` a run in its new state.

    ``trouble`` fires for a turn that could not be taken up again. A turn goes on whoever looks; it waits for the
    user without a task, and goes on by itself when all its confirmations are answered (or ran out of time).
    """

    def __init__(self, service: PersonaAgentService, ledger: ApprovalLedger, *,
                 expiry_every_s: float = EXPIRY_EVERY_S) -> None:
        self.events: Event[AgentEvent] = Event()
        self.runs_changed: Event[Run] = Event()
        self.trouble: Event[AppError] = Event()
        self._service = service
        self._ledger = ledger
        self._expiry_every_s = expiry_every_s
        self._unfinished: dict[str, Run] = {}  # by run id
        self._scope = TaskScope("agent loop")
        self._disconnect = (service.runs_changed.connect(self._follow), service.forgotten.connect(self._forget),
                            ledger.changed.connect(self._answered))

    # --- life -----------------------------------------------------------------------------------

    async def open(self) -> RecoveredTurns:
        """Take over from the last life of the app: what waits goes on waiting, what was answered goes on."""
        await self._ledger.start()
        recovered = await self._service.recover()  # says of each turn what it is now, see _follow
        self._scope.start(self._watch_time(), name="expiry")
        return recovered

    async def aclose(self) -> None:
        """Stop looking; turns at work become interrupted (what they had said so far is kept)."""
        for disconnect in self._disconnect:
            disconnect()
        await self._service.aclose()
        await self._scope.aclose()

    async def preview(self, persona_id: str, text: str = "", conversation_id: str = "") -> PromptPreview:
        """See ``PersonaAgentService.preview``."""
        return await self._service.preview(persona_id, text, conversation_id)

    def try_out(self, persona: Persona, lines: Sequence[TriedLine]) -> AsyncGenerator[TriedPiece]:
        """See ``PersonaAgentService.try_out``."""
        return self._service.try_out(persona, lines)

    # --- what the user does ---------------------------------------------------------------------

    async def start(self, query: Query) -> Run:
        """Begin a turn; the user's text is on the disk on return.

        Raises PendingFirst, TurnRunning, QueryRefused and what the database raises; nothing was sent then.
        """
        run = await self._service.begin(query)
        self._pump(self._service.stream(run.id), run)
        return run

    async def cancel(self, run_id: str) -> Run:
        """End a turn in whatever phase it is; what it had said stays. Returns the run as it is then."""
        return await self._service.cancel(run_id)

    async def give_input(self, run_id: str, values: Mapping[str, Any]) -> Run:
        """Go on with what was missing; raises InputRefused (it still waits), RunNotFound."""
        run = await self._service.begin_resume(run_id, values)
        self._pump(self._service.stream(run.id), run)
        return run

    def active(self, conversation_id: str) -> Run | None:
        """The turn of this conversation that is at work or waits."""
        for run in self._unfinished.values():
            if run.conversation_id == conversation_id:
                return run
        return None

    @property
    def unfinished(self) -> tuple[Run, ...]:
        """All turns at work or waiting, in the order in which they began."""
        return tuple(sorted(self._unfinished.values(), key=lambda run: run.seq))

    # --- inside ---------------------------------------------------------------------------------

    def _pump(self, stream: AsyncGenerator[AgentEvent], run: Run) -> None:
        self._scope.start(self._pass_on(stream), name=f"turn {run.seq}")

    async def _pass_on(self, stream: AsyncGenerator[AgentEvent]) -> None:
        async with aclosing(stream):
            async for event in stream:
                self.events.emit(event)

    def _follow(self, run: Run) -> None:
        if run.state.is_over:
            self._unfinished.pop(run.id, None)
        else:
            self._unfinished[run.id] = run
        self.runs_changed.emit(run)
        if run.state is RunState.WAITING_APPROVAL:
            self._scope.start(self._go_on(run.id), name="go on")  # it may have been answered before it waited

    def _forget(self, conversation_id: str) -> None:
        """Let go of a turn that waited in a conversation that was deleted."""
        for run in self.unfinished:
            if run.conversation_id == conversation_id:
                self._follow(replace(run, state=RunState.CANCELLED))

    def _answered(self, approval: Approval) -> None:
        run = self._unfinished.get(approval.run_id)
        if run is not None and run.state is RunState.WAITING_APPROVAL and not approval.state.is_open:
            self._scope.start(self._go_on(run.id), name="go on")

    async def _go_on(self, run_id: str) -> None:
        """Resume a turn whose confirmations are all answered; nothing otherwise."""
        try:
            run = await self._service.begin_resume(run_id)
        except (PendingFirst, RunNotFound):
            return
        except AppError as error:
            self.trouble.emit(error)
            return
        await self._pass_on(self._service.stream(run.id))

    async def _watch_time(self) -> None:
        while True:
            await asyncio.sleep(self._expiry_every_s)
            try:
                await self._ledger.expire_due()
            except AppError as error:
                _log.info("confirmations were not looked at: %s", error)
            await self._service.tidy()
            for run in self.unfinished:
                if run.state is RunState.WAITING_APPROVAL:  # its answer may have come while nothing could be written
                    await self._go_on(run.id)
