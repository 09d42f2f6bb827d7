"""What the engine hosts for tests share: requests written down, held still, and swept as the real ones are."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from characoid_desktop.core.events import Event
from characoid_desktop.engines.contracts import EngineProgress, EngineResult, EngineState


class HeldHost(ABC):
    """``hold()`` makes requests stop in the middle until ``go()``."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = EngineState.READY
        self.state_changed: Event[EngineState] = Event()
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.running = 0
        self.cancelled = 0
        self._gate = asyncio.Event()
        self._gate.set()

    def hold(self) -> None:
        self._gate.clear()

    def go(self) -> None:
        self._gate.set()

    def of(self, op: str) -> list[dict[str, Any]]:
        return [params for name, params in self.calls if name == op]

    async def run(
        self, op: str, params: Mapping[str, Any], *,
        on_progress: Callable[[EngineProgress], object] | None = None, scratch: Sequence[Path] = (),
    ) -> EngineResult:
        self.calls.append((op, dict(params)))
        self.running += 1
        ended_well = False
        try:
            result = await self._answer(op, params, on_progress)
            ended_well = True
            return result
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.running -= 1
            if not ended_well:
                for path in scratch:
                    path.unlink(missing_ok=True)

    @abstractmethod
    async def _answer(
        self, op: str, params: Mapping[str, Any], on_progress: Callable[[EngineProgress], object] | None
    ) -> EngineResult: ...
