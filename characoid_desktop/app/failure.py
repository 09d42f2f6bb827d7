"""Asking what to do when the app cannot start: a window of its own, awaited without blocking the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.ui.shell.failure_window import FailureWindow, StartFailure
from characoid_desktop.ui.shell.opening import open_file


class Answer(StrEnum):
    RETRY = "retry"
    OTHER_HOME = "other_home"
    END_OTHER = "end_other"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Answered:
    answer: Answer
    home: Path | None = None  # with OTHER_HOME


class FailureDesk:
    """Shows one failure window, again and again if need be, and returns what the user chose.

    ``prepare`` is called once before the window is made (theme and language); ``quit_wanted`` is set when the
    system asks the app to end.
    """

    def __init__(
        self, log: Path | None, quit_wanted: asyncio.Event, prepare: Callable[[], object] = lambda: None
    ) -> None:
        self._log = log
        self._quit_wanted = quit_wanted
        self._prepare = prepare
        self._window: FailureWindow | None = None
        self._choice: asyncio.Future[Answered] | None = None
        self._early: Answered | None = None  # given while nobody asked: during a retry
        self._scope = TaskScope("failure window")

    @property
    def window(self) -> FailureWindow | None:
        return self._window

    async def ask(self, failure: StartFailure) -> Answered:
        """Show ``failure`` and wait for the user's choice; the window stays for a further failure.

        The end of the session is the choice to quit.
        """
        early, self._early = self._early, None
        if early is not None:
            return early
        if self._window is None:
            self._prepare()
            self._window = self._made(failure)
        else:
            self._window.show_failure(failure)
        self._choice = asyncio.get_running_loop().create_future()
        ending = self._scope.start(self._session_ends(), name="session ends")
        self._window.show()
        try:
            return await self._choice
        finally:
            self._choice = None
            ending.cancel()

    def _made(self, failure: StartFailure) -> FailureWindow:
        window = FailureWindow(failure)
        window.retry_wanted.connect(lambda: self._decide(Answered(Answer.RETRY)))
        window.home_chosen.connect(self._home_chosen)
        window.end_other_wanted.connect(lambda: self._decide(Answered(Answer.END_OTHER)))
        window.quit_wanted.connect(self._quit)
        window.log_wanted.connect(self._open_log)
        return window

    def _home_chosen(self, path: str) -> None:
        self._decide(Answered(Answer.OTHER_HOME, Path(path)))

    def _quit(self) -> None:
        # During a retry too: what it starts ends in order then.
        self._quit_wanted.set()
        self._decide(Answered(Answer.QUIT))

    def _decide(self, answered: Answered) -> None:
        if self._choice is None:
            self._early = answered
        elif not self._choice.done():
            self._choice.set_result(answered)

    async def _session_ends(self) -> None:
        await self._quit_wanted.wait()
        self._decide(Answered(Answer.QUIT))

    async def close(self) -> None:
        """Take the window away; harmless when there is none."""
        if self._window is not None:
            self._window.finish()
            self._window.deleteLater()
            self._window = None
        await self._scope.aclose()

    def _open_log(self) -> None:
        self._scope.start(self._try_log(), name="open log")

    async def _try_log(self) -> None:
        if self._log is None:
            return
        try:
            await open_file(self._log)
        except AppError as error:
            if self._window is not None:
                self._window.show_failure(StartFailure.of(error, place=str(self._log)))
