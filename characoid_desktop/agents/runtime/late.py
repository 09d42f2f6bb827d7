"""The agent loop as panels have it: there at once, working as soon as the agent side is imported. No langchain."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Protocol, cast

from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.runtime.tried import TriedLine, TriedPiece
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.features.personas.models import Persona

if TYPE_CHECKING:  # it needs langchain
    from characoid_desktop.agents.preview import PromptPreview


class AgentLoop(Protocol):
    """What panels, the tray and the command line use of ``NativeAgentLoop``."""

    events: Event[AgentEvent]
    runs_changed: Event[Run]
    trouble: Event[AppError]

    async def start(self, query: Query) -> Run: ...

    async def cancel(self, run_id: str) -> Run: ...

    async def give_input(self, run_id: str, values: Mapping[str, Any]) -> Run: ...

    def active(self, conversation_id: str) -> Run | None: ...

    @property
    def unfinished(self) -> tuple[Run, ...]: ...


class _Previews(Protocol):
    """What only the panel of the characters asks of the real loop."""

    async def preview(self, persona_id: str, text: str = "", conversation_id: str = "") -> PromptPreview: ...

    def try_out(self, persona: Persona, lines: Sequence[TriedLine]) -> AsyncGenerator[TriedPiece]: ...


class LateLoop:
    """Forwards to the real loop once :meth:`let_in` was called; whoever asks for a turn before that waits.

    ``ready`` fires once. When the agent side cannot start, :meth:`fail` gives everyone that error.
    """

    def __init__(self) -> None:
        self.events: Event[AgentEvent] = Event()
        self.runs_changed: Event[Run] = Event()
        self.trouble: Event[AppError] = Event()
        self.ready: Event[None] = Event()
        self._arrived = asyncio.Event()
        self._loop: AgentLoop | None = None
        self._error: AppError | None = None

    @property
    def is_ready(self) -> bool:
        return self._arrived.is_set() and self._error is None

    @property
    def error(self) -> AppError | None:
        """Why there will be no loop; None while that is not so."""
        return self._error

    def fill(self, loop: AgentLoop) -> None:
        """Take the real loop before it is opened, so that what it finds waiting is heard here."""
        self._loop = loop
        loop.events.connect(self.events.emit)
        loop.runs_changed.connect(self.runs_changed.emit)
        loop.trouble.connect(self.trouble.emit)

    def let_in(self) -> None:
        """The real loop is open: what was asked for meanwhile begins now (not before it has looked at old turns)."""
        self._arrived.set()
        self.ready.emit(None)

    def fail(self, error: AppError) -> None:
        """The agent side could not start: every turn answers with ``error``."""
        self._error = error
        self._arrived.set()
        self.trouble.emit(error)

    async def start(self, query: Query) -> Run:
        """See ``NativeAgentLoop.start``."""
        return await (await self._real()).start(query)

    async def cancel(self, run_id: str) -> Run:
        """See ``NativeAgentLoop.cancel``."""
        return await (await self._real()).cancel(run_id)

    async def give_input(self, run_id: str, values: Mapping[str, Any]) -> Run:
        """See ``NativeAgentLoop.give_input``."""
        return await (await self._real()).give_input(run_id, values)

    async def preview(self, persona_id: str, text: str = "", conversation_id: str = "") -> PromptPreview:
        """See ``NativeAgentLoop.preview``."""
        return await cast("_Previews", await self._real()).preview(persona_id, text, conversation_id)

    async def try_out(self, persona: Persona, lines: Sequence[TriedLine]) -> AsyncGenerator[TriedPiece]:
        """See ``NativeAgentLoop.try_out``."""
        real = cast("_Previews", await self._real())
        async with aclosing(real.try_out(persona, lines)) as pieces:
            async for piece in pieces:
                yield piece

    def active(self, conversation_id: str) -> Run | None:
        return None if self._loop is None else self._loop.active(conversation_id)

    @property
    def unfinished(self) -> tuple[Run, ...]:
        return () if self._loop is None else self._loop.unfinished

    async def _real(self) -> AgentLoop:
        await self._arrived.wait()
        if self._error is not None:
            raise self._error.with_traceback(None)  # or it would grow with everyone who is told
        assert self._loop is not None
        return self._loop
