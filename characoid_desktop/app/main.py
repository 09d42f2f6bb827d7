"""The start of the window: one place that decides in which order things begin, and how a start can fail."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtWidgets import QApplication

from characoid_desktop.app import loop as app_loop
from characoid_desktop.app.about import NAME, version
from characoid_desktop.app.display import why_no_window
from characoid_desktop.app.failure import Answer, FailureDesk
from characoid_desktop.app.instance import Answer as WakeAnswer
from characoid_desktop.app.instance import FirstInstance, claim, end_first, pid_of_first, wake_first
from characoid_desktop.app.language import LanguageSwitch, system_language
from characoid_desktop.app.qt_log import route_qt_messages
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.crash import CrashHooks, FaultLog
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.errors import from_os
from characoid_desktop.data.home import prepare_home
from characoid_desktop.ui.shell.failure_window import StartFailure
from characoid_desktop.ui.theme.theme import ThemeController

if TYPE_CHECKING:
    from characoid_desktop.app.container import Container

T = TypeVar("T")
EXIT_NOT_STARTED = 1
EXIT_NO_SCREEN = 3
WORDS_AFTER_S = 0.3  # no wait longer than this without words
_log = logging.getLogger(__name__)


def run_window(files: Sequence[str] = ()) -> int:
    """Open the window and return the exit code once it is closed. ``files`` are added to the RVC session."""
    why = why_no_window()
    if why is not None:
        print(why, file=sys.stderr)  # noqa: T201 - there is no window to say it in
        return EXIT_NO_SCREEN
    QApplication.setApplicationName(NAME)
    QApplication.setApplicationVersion(version())
    QApplication.setDesktopFileName("characoid")
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    return app_loop.run(app, Program(app, [Path(name).absolute() for name in files]).main())


class Program:
    """From the application object to the main window and back to nothing.

    ``locate`` gives the folders, again after the user chose others.
    """

    def __init__(
        self, app: QApplication, files: Sequence[Path] = (), locate: Callable[[], AppPaths] = AppPaths.locate
    ) -> None:
        self._app = app
        self._files = list(files)
        self._locate = locate
        self._clock = SystemClock()
        self._scope = TaskScope("program")
        self.language = LanguageSwitch(app)
        self.language.use(system_language())
        self.theme = ThemeController(app)
        self.theme.apply()

    async def main(self) -> int:
        """Run until the window is closed; returns the exit code."""
        desk = FailureDesk(None)
        try:
            paths = await self._usable_home(desk)
            first = await self._claim(paths, desk) if paths else None
        finally:
            await desk.close()
        if paths is None or first is None:
            await self._scope.aclose()
            self.theme.close()
            return EXIT_NOT_STARTED if paths is None else 0
        logs = Logs(paths.logs, Redactor())
        faults = FaultLog(paths.logs)
        faults.enable()
        hooks = CrashHooks(logs, self._clock, version=version())
        hooks.install()
        hooks.watch_loop(asyncio.get_running_loop())
        restore_qt = route_qt_messages()
        try:
            return await self._run(paths, first, logs, hooks)
        finally:
            restore_qt()
            hooks.uninstall()
            faults.disable()
            await self._scope.aclose()
            first.close()
            self.theme.close()
            logs.close()

    async def _usable_home(self, desk: FailureDesk) -> AppPaths | None:
        """Return folders that can be written, or None when the user gave up."""
        paths = self._locate()
        while True:
            try:
                await self._with_words(asyncio.to_thread(prepare_home, paths))
                return paths
            except AppError as error:
                failure = StartFailure.of(error, place=str(paths.data), can_choose_home=True, has_log=False)
            answered = await desk.ask(failure)
            if answered.answer is Answer.QUIT:
                return None
            if answered.home is not None:
                paths = await self._other_home(answered.home)

    async def _other_home(self, home: Path) -> AppPaths:
        try:
            await asyncio.to_thread(AppPaths.remember_home, home)
        except OSError:
            os.environ["CHARACOID_HOME"] = str(home)  # for this run at least, children included
        return AppPaths.under(home)

    async def _claim(self, paths: AppPaths, desk: FailureDesk) -> FirstInstance | None:
        """Become the one window of this home; None when another one has come to the front instead."""
        names = [str(path) for path in self._files]
        while True:
            try:
                first = claim(paths.data, paths.instance_lock)
            except OSError as error:
                raise from_os(error, paths.instance_lock) or error from error
            if first is not None:
                return first
            if await asyncio.to_thread(wake_first, paths.data, names) is WakeAnswer.ACTIVATED:
                return None
            pid = await asyncio.to_thread(pid_of_first, paths.instance_lock)
            answered = await desk.ask(StartFailure(
                Text.of("CHARACOID is already running, but it does not answer."),
                Text.of("Your data is safe. Wait a moment and try again, or end it."),
                has_log=False, can_end_other=pid is not None))
            if answered.answer is Answer.QUIT:
                return None
            if answered.answer is Answer.END_OTHER and pid is not None:
                await asyncio.to_thread(end_first, pid)

    async def _run(self, paths: AppPaths, first: FirstInstance, logs: Logs, hooks: CrashHooks) -> int:
        # Imported here: none of it is needed when the start ends above.
        from characoid_desktop.app.window import MainWindowRun

        _log.info("%s %s starts, home %s", NAME, version(), paths.data)
        container = await self._container(paths, logs)
        if container is None:
            return EXIT_NOT_STARTED
        quit_wanted = asyncio.Event()
        with _signals_set(quit_wanted):
            run = MainWindowRun(self._app, container, self.language, self.theme)
            await run.until_closed(first, hooks, self._files, quit_wanted)
        return 0

    async def _container(self, paths: AppPaths, logs: Logs) -> Container | None:
        """Build all services, asking the user when that fails; None when the user gave up."""
        from characoid_desktop.app.container import Container

        desk = FailureDesk(logs.file)
        try:
            while True:
                try:
                    return await self._with_words(Container.build(paths, self._clock, logs))
                except AppError as error:
                    _log.error("the start failed: %s %s", error.code, error.detail)
                    failure = StartFailure.of(error, place=str(paths.database))
                if (await desk.ask(failure)).answer is Answer.QUIT:
                    return None
        finally:
            await desk.close()

    async def _with_words(self, work: Coroutine[Any, Any, T]) -> T:
        """Await ``work``; when it takes long, a small window says that something is happening."""
        from characoid_desktop.ui.shell.starting_window import StartingWindow

        task = self._scope.start(_caught(work), name="start")
        done, _ = await asyncio.wait({task}, timeout=WORDS_AFTER_S)
        if not done:
            window = StartingWindow()
            window.show()
            try:
                await asyncio.wait({task})
            finally:
                window.close()
                window.deleteLater()
        outcome = task.result()
        if isinstance(outcome, AppError):
            raise outcome
        return outcome


async def _caught(work: Coroutine[Any, Any, T]) -> T | AppError:
    """An expected failure is an answer here, so that the task scope does not report it as a lost error."""
    try:
        return await work
    except AppError as error:
        return error


@contextlib.contextmanager
def _signals_set(event: asyncio.Event) -> Iterator[None]:
    """Let SIGTERM, SIGINT and SIGHUP (log-out, Ctrl+C) set ``event`` while the block runs."""
    loop = asyncio.get_running_loop()
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]
    if sys.platform == "win32":
        # asyncio's handlers are for Unix; there Ctrl+C is the one signal that arrives.
        old = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(event.set))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, old)
        return
    for number in numbers:
        loop.add_signal_handler(number, event.set)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
