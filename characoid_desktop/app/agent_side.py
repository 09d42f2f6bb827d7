"""The agent side of the app: imported in a thread once the window stands, opened, and closed before its services.

Everything heavy (langgraph, langchain, the model client) is behind :meth:`AgentSide.start`.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.late import LateLoop
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.collecting import kept_for_good
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.features.activity.service import AuditService
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.integrations.llm.directory import ModelDirectory

if TYPE_CHECKING:
    from characoid_desktop.app.agent_parts import AgentParts

SWITCH_INTERVAL_S = 0.0005
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AgentServices:
    """What the agent side is made over; all of it lives longer. ``skills`` is the folder of the user's own."""

    database: Database
    tools: ToolServices
    ledger: ApprovalLedger
    audit: AuditService
    models: ModelDirectory
    checkpoints: Path
    skills: Path
    clock: Clock
    language: Callable[[], str]
    lore: LoreService
    proposals: MemoryProposals


class AgentSideFailed(AppError):
    code = "agent_side"


class AgentSide:
    """Starts the agent side once and closes it. ``loop`` is there from the beginning.

    What goes wrong at the start is said by ``loop`` to whoever asks for a turn, and by ``loop.trouble``.
    """

    def __init__(self, services: AgentServices) -> None:
        self.loop = LateLoop()
        self._services = services
        self._scope = TaskScope("agent side")
        self._starting: asyncio.Task[AgentParts | None] | None = None

    def begin(self) -> None:
        """Start in the background; calling it again is harmless."""
        if self._starting is None:
            self._starting = self._scope.start(self._start(), name="start")

    async def start(self) -> AgentParts:
        """Start and return the parts; raises AgentSideFailed."""
        self.begin()
        assert self._starting is not None
        parts = await asyncio.shield(self._starting)
        if parts is None:
            raise self.loop.error or _failed("")
        return parts

    async def aclose(self) -> None:
        """End turns (they become interrupted), close models and checkpoints; a start under way is given up."""
        starting = self._starting
        if starting is not None:
            starting.cancel()  # the import goes on in its thread and is of no use any more
            await asyncio.wait({starting})
            parts = None if starting.cancelled() else starting.result()
            if parts is not None:
                await parts.aclose()
        await self._scope.aclose()

    async def _start(self) -> AgentParts | None:
        try:
            await _import_agents()
            from characoid_desktop.app.agent_parts import AgentParts

            parts = await AgentParts.open(self._services)
            try:
                self.loop.fill(parts.loop)
                await parts.loop.open()
                parts.put_away.start()
            except BaseException:
                await parts.aclose()
                raise
        except AppError as error:
            _log.error("the agent side did not start: %s %s", error.code, error.detail)
            self.loop.fail(error)
            return None
        except Exception as error:
            _log.exception("the agent side did not start")
            self.loop.fail(_failed(type(error).__name__))
            return None
        self.loop.let_in()
        self._scope.start(self._warm(), name="warm")
        return parts

    async def _warm(self) -> None:
        """Read the sentence templates before the first message needs them."""
        await asyncio.get_running_loop().run_in_executor(None, _read_templates, self._services.language())


async def _import_agents() -> None:
    # Short turns of the interpreter keep the window from stuttering while the thread imports.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    try:
        await asyncio.get_running_loop().run_in_executor(None, _load)
    finally:
        sys.setswitchinterval(interval)


def _load() -> None:
    """Everything that takes its time at the first turn, in a thread: imports, and the first build of the graph."""
    with kept_for_good():
        import characoid_desktop.app.agent_parts  # pyright: ignore[reportUnusedImport]
        import characoid_desktop.integrations.llm.chat  # noqa: F401  # pyright: ignore[reportUnusedImport]
        from characoid_desktop.agents.graph.build import build_persona_workflow

        build_persona_workflow()


def _read_templates(language: str) -> None:
    from characoid_desktop.agents.offline.intents import intent_hints

    intent_hints("hello", language)


def _failed(detail: str) -> AgentSideFailed:
    return AgentSideFailed(
        Text.of("The character cannot answer: its part of the app did not start. The log says more."),
        safe=Text.of("Your conversations are safe, and everything else works."),
        action=Action(ActionKind.OPEN_LOG, Text.of("Open log")), detail=detail)
