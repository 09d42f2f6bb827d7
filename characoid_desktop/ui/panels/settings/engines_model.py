"""What the page of the engines knows beyond its settings: an rvc-next that was found, and what a test said."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.external import Recognised, find_program, recognise

Finder = Callable[[], Path | None]
Recogniser = Callable[[Path], Awaitable[Recognised]]


class EnginesPageModel(QObject):
    """``found_changed`` and ``tested`` say what to read anew. Looking starts nothing; only a test does.

    ``result``: None before a test and while one runs.
    """

    found_changed = Signal()
    tested = Signal()

    def __init__(
        self, scope: TaskScope, *, finder: Finder = find_program, recogniser: Recogniser = recognise,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._scope = scope
        self._finder, self._recogniser = finder, recogniser
        self._found: Path | None = None
        self._running: asyncio.Task[None] | None = None
        self._result: Recognised | AppError | None = None
        self._closed = False

    @property
    def found(self) -> Path | None:
        """A program that lies where installers put it; it was not started."""
        return self._found

    @property
    def is_testing(self) -> bool:
        return self._running is not None

    @property
    def result(self) -> Recognised | AppError | None:
        return self._result

    def refresh(self) -> None:
        """Look anew whether there is one; the page was opened."""
        if not self._closed:
            self._scope.start(self._find(), name="find rvc-next")

    def test(self, path: str) -> None:
        """Start the program once and see what it says; a later test takes the place of this one."""
        if self._closed:
            return
        if self._running is not None:
            self._running.cancel()
        self._result = None
        self._running = self._scope.start(self._test(Path(path)), name="test rvc-next")
        self.tested.emit()

    def forget(self) -> None:
        """Another program was named: what was said of the last one does not count."""
        if self._result is not None and not self.is_testing and not self._closed:
            self._result = None
            self.tested.emit()

    def close(self) -> None:
        """Listen to nothing more; the scope ends what runs."""
        self._closed = True
        if self._running is not None:
            self._running.cancel()

    async def _find(self) -> None:
        found = await asyncio.get_running_loop().run_in_executor(None, self._finder)
        if found != self._found and not self._closed:
            self._found = found
            self.found_changed.emit()

    async def _test(self, path: Path) -> None:
        me = asyncio.current_task()
        try:
            result: Recognised | AppError = await self._recogniser(path)
        except AppError as error:
            result = error
        if self._running is me and not self._closed:
            self._running, self._result = None, result
            self.tested.emit()
