"""What closing the window means. The window never quits by itself: it asks here."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QSessionManager
from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope

_log = logging.getLogger(__name__)


class CloseChoice(StrEnum):
    """What the setting remembers, for closing while work is running. Without work the app just quits."""

    ASK = "ask"
    TRAY = "tray"
    QUIT = "quit"


class ClosingState(StrEnum):
    OPEN = "open"
    ASKING = "asking"
    QUITTING = "quitting"


class ClosingQuestion(Protocol):
    """The dialog, as this module sees it."""

    def ask(
        self, work: Text, *, tray: bool, answered: Callable[[CloseChoice | None, bool], object]
    ) -> None:
        """Ask without blocking. ``answered(choice, remember)``; None: stay."""
        ...

    def raise_(self) -> None:
        """Bring the open question to the front."""
        ...


class ClosingController(QObject):
    """Decides between quitting, going to the tray and staying.

    ``work`` returns what is running, in words, or None. ``quit_`` is the ordered shutdown; it is
    awaited exactly once, whatever is clicked meanwhile.
    """

    quitting = Signal()

    def __init__(
        self,
        window: QWidget,
        question: ClosingQuestion,
        scope: TaskScope,
        *,
        work: Callable[[], Text | None],
        quit_: Callable[[], Awaitable[None]],
        choice: Callable[[], CloseChoice],
        remember: Callable[[CloseChoice], object],
        tray_available: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._question = question
        self._scope = scope
        self._work = work
        self._quit = quit_
        self._choice = choice
        self._remember = remember
        self._tray_available = tray_available
        self._state = ClosingState.OPEN

    @property
    def state(self) -> ClosingState:
        return self._state

    def window_closed(self) -> None:
        """The user closed the window (its button, Alt+F4): tray, question or quit, by the setting."""
        choice = self._choice()
        if choice is CloseChoice.TRAY and self._tray_available() and self._work() is not None:
            self._hide()
        elif choice is CloseChoice.QUIT:
            self.quit_now()
        else:
            self._ask_if_working()

    def quit_wanted(self) -> None:
        """The user chose Quit (menu, tray): running work is still asked about, unless the setting says quit."""
        if self._choice() is CloseChoice.QUIT:
            self.quit_now()
        else:
            self._ask_if_working()

    def quit_now(self) -> None:
        """Stop everything and quit: end of the session, or a signal; no question."""
        if self._state is ClosingState.QUITTING:
            return
        self._state = ClosingState.QUITTING
        self.quitting.emit()
        self._scope.start(self._run_quit(), name="quit")

    def watch_session(self, app: QGuiApplication) -> None:
        """Leave gracefully when the user logs out or the computer shuts down (FLT-41)."""
        # Direct: the system counts the time from here, and the handler must not be queued behind work.
        app.commitDataRequest.connect(self._session_ends, Qt.ConnectionType.DirectConnection)

    def _session_ends(self, manager: QSessionManager) -> None:
        # We save all the time, so nothing is asked and the log-out is not held up.
        manager.setRestartHint(QSessionManager.RestartHint.RestartNever)
        self.quit_now()

    def _ask_if_working(self) -> None:
        if self._state is ClosingState.QUITTING:
            return
        if self._state is ClosingState.ASKING:
            self._question.raise_()
            return
        work = self._work()
        if work is None:
            self.quit_now()
            return
        self._state = ClosingState.ASKING
        self._show_window()  # asked from the tray, the question needs its window
        self._question.ask(work, tray=self._tray_available(), answered=self._answered)

    def _answered(self, choice: CloseChoice | None, remember: bool) -> None:
        if self._state is not ClosingState.ASKING:
            return
        self._state = ClosingState.OPEN
        if choice is None:
            return
        if remember:
            self._remember(choice)
        if choice is CloseChoice.TRAY:
            self._hide()
        elif choice is CloseChoice.QUIT:
            self.quit_now()

    def _hide(self) -> None:
        if self._state is not ClosingState.QUITTING:
            self._window.hide()

    def _show_window(self) -> None:
        if self._window.isMinimized():
            self._window.showNormal()
        self._window.show()
        self._window.raise_()

    async def _run_quit(self) -> None:
        try:
            await self._quit()
        except Exception:
            # The shutdown reports its own failures; a window that cannot be closed helps nobody.
            _log.exception("the shutdown failed")
            self._state = ClosingState.OPEN
