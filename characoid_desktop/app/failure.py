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
        self._scope = TaskScope("failure window")

    @property
    def window(self) -> FailureWindow | None:
        return self._window

    async def ask(self, failure: StartFailure) -> Answered:
        """Show ``failure`` and wait for the user's choice; the window stays for a further failure.

        The end of the session is the choice to quit.
        """
        choice: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()

        def decide(answered: Answered) -> None:
            if not choice.done():
                choice.set_result(answered)

        def other_home(path: str) -> None:
            decide(Answered(Answer.OTHER_HOME, Path(path)))

        if self._window is None:
            self._prepare()
            self._window = FailureWindow(failure)
        else:
            self._window.show_failure(failure)
        window = self._window
        links = [
            window.retry_wanted.connect(lambda: decide(Answered(Answer.RETRY))),
            window.home_chosen.connect(other_home),
            window.end_other_wanted.connect(lambda: decide(Answered(Answer.END_OTHER))),
            window.quit_wanted.connect(lambda: decide(Answered(Answer.QUIT))),
            window.log_wanted.connect(self._open_log),
        ]
        ending = self._scope.start(self._session_ends(decide), name="session ends")
        window.show()
        try:
            return await choice
        finally:
            ending.cancel()
            for link in links:
                window.disconnect(link)

    async def _session_ends(self, decide: Callable[[Answered], object]) -> None:
        await self._quit_wanted.wait()
        decide(Answered(Answer.QUIT))

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
