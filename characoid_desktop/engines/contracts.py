"""What the rest of the app knows of an engine child: no Qt, no process, only requests and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text


class EngineState(StrEnum):
    """STOPPED → STARTING → READY ⇄ BUSY → STOPPING → STOPPED; FAILED after three strikes."""

    STOPPED = "stopped"
    STARTING = "starting"
    READY = "ready"
    BUSY = "busy"
    BACKING_OFF = "backing_off"
    STOPPING = "stopping"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class EngineProgress:
    """``done`` of ``total`` units of ``stage``; total 0 means that it is not known."""

    stage: str
    done: float
    total: float


def _no_payloads() -> Sequence[bytes]:
    return ()


@dataclass(frozen=True, slots=True)
class EngineResult:
    """``value`` is plain JSON; ``payloads`` are the announced binary frames in order of arrival."""

    value: Mapping[str, Any]
    payloads: Sequence[bytes] = field(default_factory=_no_payloads)


class EngineJobError(AppError):
    """The engine answered a request with an error; ``code`` is the engine's code."""


class EngineUnavailable(AppError):
    """The engine cannot be used now: not startable, stopped after three crashes, or its child died."""

    code = "engine_unavailable"
    ran_out_of_memory = False  # True: the child was ended because memory ran out


class EngineHost(Protocol):
    """One engine child, started on demand."""

    @property
    def name(self) -> str: ...

    @property
    def state(self) -> EngineState: ...

    @property
    def state_changed(self) -> Event[EngineState]: ...

    async def run(
        self,
        op: str,
        params: Mapping[str, Any],
        *,
        on_progress: Callable[[EngineProgress], object] | None = None,
        scratch: Sequence[Path] = (),
    ) -> EngineResult:
        """Send a request and return its answer.

        Cancelling the awaiting task cancels the request in the child: the CancelledError is raised
        within 500 ms; if the child does not confirm within 2 s it is killed. ``scratch`` names files and folders that
        must not exist once the request is over in any way but success (checked after a kill as well).

        Raises EngineJobError for an error answer, EngineUnavailable when the child dies or cannot start.
        """
        ...

    async def start(self) -> None:
        """Start the child if it does not run (warm-up); raises EngineUnavailable."""
        ...

    async def stop(self) -> None:
        """Ask, terminate the tree, kill the tree; returns when no process is left."""
        ...

    async def restart(self) -> None:
        """Forget earlier strikes and start anew."""
        ...

    def log_tail(self, lines: int = 200) -> str: ...

    def light_sentence(self) -> Text: ...
