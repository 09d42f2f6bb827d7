"""What the page of the web search knows beyond its settings: the last test of its server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.integrations.web.access import SearchTest


class SearchServices(Protocol):
    """What the page needs of ``integrations.web.access.WebAccess``."""

    async def test(self, address: str, /) -> SearchTest: ...


@dataclass(frozen=True, slots=True)
class TestedSearch:
    """``result`` None: the test is running."""

    __test__ = False  # not a test case, whatever its name

    result: SearchTest | None
    at: datetime


class WebPageModel(QObject):
    """``tested`` says that :attr:`test` is another one."""

    tested = Signal()

    def __init__(self, services: SearchServices, clock: Clock, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._clock = clock
        self._scope = scope
        self._test: TestedSearch | None = None

    @property
    def test(self) -> TestedSearch | None:
        """The last test; None while there was none."""
        return self._test

    @property
    def is_testing(self) -> bool:
        return self._test is not None and self._test.result is None

    def run_test(self, address: str) -> None:
        """Ask the server as it stands in the field (it may not be saved yet) for one everyday word."""
        if not self.is_testing:
            self._show(None)
            self._scope.start(self._run(address), name="web test")

    async def _run(self, address: str) -> None:
        self._show(await self._services.test(address))

    def _show(self, result: SearchTest | None) -> None:
        self._test = TestedSearch(result, self._clock.now())
        self.tested.emit()
