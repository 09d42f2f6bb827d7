"""The start of the window: one place that decides in which order things begin, and how a start can fail."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtWidgets import QApplication

from characoid_desktop.app import loop as app_loop
from characoid_desktop.app.about import NAME, version
from characoid_desktop.app.display import why_no_window
from characoid_desktop.app.failure import Answer, FailureDesk
from characoid_desktop.app.first_window import FirstWindow
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
from characoid_desktop.ui.theme.theme import ThemeController, ThemeMode

if TYPE_CHECKING:
    from characoid_desktop.app.container import Container

T = TypeVar("T")
EXIT_NOT_STARTED = 1
EXIT_NO_SCREEN = 3
WORDS_AFTER_S = 0.3  # no wait longer than this without words
SWITCH_INTERVAL_S = 0.0005
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
        self.theme = ThemeController(app)

    async def main(self) -> int:
        """Run until the window is closed; returns the exit code."""
        desk = FailureDesk(None, self._plain_look)
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

    def _plain_look(self) -> None:
        """For windows that come before the last look is known: as the system has it."""
        self.language.use(system_language())
        self.theme.apply(ThemeMode.SYSTEM, self.language.current.value)

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
        _log.info("%s starts, home %s", NAME, paths.data)
        shell = FirstWindow(self._app, self.language, self.theme, paths, self._scope)
        shell.window.show()
        quit_wanted = asyncio.Event()
        # Closed before it is filled: the start goes on to its end and then closes in order.
        early = shell.window.close_wanted.connect(quit_wanted.set)
        with _signals_set(quit_wanted):
            # The window is there and works while the rest is imported in a thread; short turns of the
            # interpreter keep it from stuttering meanwhile.
            interval = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_INTERVAL_S)
            try:
                await asyncio.to_thread(_import_services)
            finally:
                sys.setswitchinterval(interval)
            from characoid_desktop.app.window import MainWindowRun

            container = await self._container(paths, logs, shell)
            if container is None:
                shell.window.finish()
                return EXIT_NOT_STARTED
            run = MainWindowRun(shell, container)
            shell.window.close_wanted.disconnect(early)
            await run.until_closed(first, hooks, self._files, quit_wanted)
        return 0

    async def _container(self, paths: AppPaths, logs: Logs, shell: FirstWindow) -> Container | None:
        """Build all services, asking the user when that fails; None when the user gave up."""
        from characoid_desktop.app.container import Container

        desk = FailureDesk(logs.file)
        try:
            while True:
                try:
                    container = await Container.build(paths, self._clock, logs, shell.notices, shell.lights)
                except AppError as error:
                    _log.error("the start failed: %s %s", error.code, error.detail)
                    failure = StartFailure.of(error, place=str(paths.database))
                else:
                    shell.window.show()
                    return container
                shell.window.hide()
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
            self._plain_look()
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


def _import_services() -> None:
    """Import what the panels need, about half of the start; runs in a thread beside the shown window."""
    import characoid_desktop.app.window  # noqa: F401  # pyright: ignore[reportUnusedImport]


async def _caught(work: Coroutine[Any, Any, T]) -> T | AppError:
    """An expected failure is an answer here, so that the task scope does not report it as a lost error."""
    try:
        return await work
    except AppError as error:
        return error


@contextlib.contextmanager
def _signals_set(event: asyncio.Event) -> Generator[None]:
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
