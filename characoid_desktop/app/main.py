"""The start of the window: one place that decides in which order things begin, and how a start can fail."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtWidgets import QApplication

from characoid_desktop.app import loop as app_loop
from characoid_desktop.app.about import NAME, version
from characoid_desktop.app.claiming import claim_window
from characoid_desktop.app.display import why_no_window
from characoid_desktop.app.failure import Answer, FailureDesk
from characoid_desktop.app.first_window import FirstWindow
from characoid_desktop.app.in_use import InUseMark
from characoid_desktop.app.instance import FirstInstance
from characoid_desktop.app.language import LanguageSwitch, system_language
from characoid_desktop.app.qt_log import route_qt_messages
from characoid_desktop.app.signals import signals_set
from characoid_desktop.core.clock import Clock, SystemClock
from characoid_desktop.core.collecting import kept_for_good
from characoid_desktop.core.crash import CrashHooks, FaultLog
from characoid_desktop.core.errors import ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.home import prepare_home
from characoid_desktop.ui.shell.failure_window import StartFailure
from characoid_desktop.ui.theme.theme import ThemeController, ThemeMode

if TYPE_CHECKING:
    from characoid_desktop.app.window import MainWindowRun

T = TypeVar("T")
EXIT_NOT_STARTED = 1
EXIT_NO_SCREEN = 3
WORDS_AFTER_S = 0.3  # no wait longer than this without words
SWITCH_INTERVAL_S = 0.0005
LEAVE_LIMIT_S = 5.0  # everything is closed then; what still hangs is a thread in a system call
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
    program = Program(app, AppPaths.locate(), [Path(name).absolute() for name in files])
    return app_loop.run(app, _then_leave(program))


async def _then_leave(program: Program) -> int:
    code = await program.main()
    # The interpreter waits for its threads, and one of them may hang on a drive that went away.
    leave = threading.Timer(LEAVE_LIMIT_S, os._exit, (code,))
    leave.daemon = True
    leave.start()
    return code


class Program:
    """From the application object to the main window and back to nothing.

    ``prefix`` is where the packages lie that must not be replaced meanwhile (None: those of this Python).
    """

    def __init__(
        self, app: QApplication, paths: AppPaths, files: Sequence[Path] = (), *, clock: Clock | None = None,
        prefix: Path | None = None,
    ) -> None:
        self._app = app
        self._paths = paths
        self._files = list(files)
        self._clock = clock or SystemClock()
        self._scope = TaskScope("program")
        self._in_use = InUseMark(prefix)
        self._quit = asyncio.Event()
        self._chosen: Path | None = None  # a home that the user chose in this run
        self.language = LanguageSwitch(app)
        self.theme = ThemeController(app)

    async def main(self) -> int:
        """Run until the window is closed; returns the exit code."""
        self._in_use.put()
        outcome: int | AppPaths = self._paths
        try:
            with signals_set(self._quit):
                while not isinstance(outcome, int):
                    outcome = await self._at_home(outcome)
            return outcome
        finally:
            await self._scope.aclose()
            await self._in_use.take_away()
            self.theme.close()

    async def _at_home(self, paths: AppPaths) -> int | AppPaths:
        """Run with the data in ``paths``; returns the exit code, or the folders to try instead."""
        desk = FailureDesk(None, self._quit, self._plain_look)
        try:
            usable = await self._usable_home(paths, desk)
            if usable is None:
                return EXIT_NOT_STARTED
            first = await claim_window(usable, [str(path) for path in self._files], desk.ask, self._with_words)
        finally:
            await desk.close()
        if isinstance(first, FirstInstance):
            if self._quit.is_set():
                first.close()
                return 0
            return await self._as_first(usable, first)
        if first is not None and first.home is not None:
            return self._other_home(first.home)
        return 0

    async def _as_first(self, paths: AppPaths, first: FirstInstance) -> int | AppPaths:
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
            first.close()
            logs.close()

    def _plain_look(self) -> None:
        """For windows that come before the last look is known: as the system has it."""
        self.language.speak(system_language())
        self.theme.apply(ThemeMode.SYSTEM, self.language.current.value)

    async def _usable_home(self, paths: AppPaths, desk: FailureDesk) -> AppPaths | None:
        """Return folders that can be written, or None when the user gave up."""
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
                paths = self._other_home(answered.home)

    def _other_home(self, home: Path) -> AppPaths:
        self._chosen = home
        return AppPaths.under(home)

    async def _run(self, paths: AppPaths, first: FirstInstance, logs: Logs, hooks: CrashHooks) -> int | AppPaths:
        _log.info("%s %s starts, home %s", NAME, version(), paths.data)
        shell = FirstWindow(self._app, self.language, self.theme, paths, self._scope)
        try:
            first.deliver(shell.woken)
            shell.take(self._files)
            shell.window.show()
            # Closed before it is filled: the start goes on to its end and then closes in order.
            early = shell.window.close_wanted.connect(self._quit.set)
            run = await self._started(paths, logs, shell, hooks)
            if isinstance(run, (int, AppPaths)):
                shell.window.finish()
                return run
            shell.window.close_wanted.disconnect(early)
            run.closing.quitting.connect(first.stop_listening)
            self._scope.start(self._quit_when_asked(run), name="quit")
            self._scope.start(self._remember_choice(shell), name="remember home")
            await run.until_closed(hooks)
            return 0
        finally:
            shell.window.deleteLater()

    async def _quit_when_asked(self, run: MainWindowRun) -> None:
        await self._quit.wait()
        run.closing.quit_now()

    async def _started(
        self, paths: AppPaths, logs: Logs, shell: FirstWindow, hooks: CrashHooks
    ) -> MainWindowRun | AppPaths | int:
        """Fill the window with its services, asking the user when that fails.

        Returns the exit code when the user gave up, or the other home that was chosen.
        """
        desk = FailureDesk(logs.file, self._quit)
        shell.instead = lambda: desk.window
        try:
            while not self._quit.is_set():
                try:
                    run = await self._services(paths, logs, shell)
                except AppError as error:
                    _log.error("the start failed: %s %s", error.code, error.detail)
                    other = error.action is not None and error.action.kind is ActionKind.CHOOSE_HOME
                    failure = StartFailure.of(error, place=str(paths.database), can_choose_home=other)
                except Exception as error:
                    hooks.report("the start failed", error)
                    failure = StartFailure(
                        Text.of("CHARACOID could not start because of a fault in the app. The log says more."),
                        Text.of("Your data is safe."), str(logs.file))
                else:
                    shell.window.show()
                    return run
                shell.window.hide()
                answered = await desk.ask(failure)
                if answered.home is not None:
                    return self._other_home(answered.home)
                if answered.answer is Answer.QUIT:
                    return EXIT_NOT_STARTED
            return 0
        finally:
            shell.instead = lambda: None
            await desk.close()

    async def _services(self, paths: AppPaths, logs: Logs, shell: FirstWindow) -> MainWindowRun:
        """Import and start everything behind the window; nothing is left open when that raises."""
        with kept_for_good():
            # The window is there and works while the rest is imported in a thread; short turns of the
            # interpreter keep it from stuttering meanwhile.
            interval = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_INTERVAL_S)
            try:
                await asyncio.to_thread(_import_services)
            finally:
                sys.setswitchinterval(interval)
            from characoid_desktop.app.container import Container
            from characoid_desktop.app.window import MainWindowRun

            container = await Container.build(paths, self._clock, logs, shell.notices, shell.lights)
            try:
                return MainWindowRun(shell, container)
            except BaseException:
                await container.shutdown.run()
                raise

    async def _remember_choice(self, shell: FirstWindow) -> None:
        """A home that the user chose, and that works, is the home from now on."""
        if self._chosen is None:
            return
        try:
            await asyncio.to_thread(AppPaths.remember_home, self._chosen)
        except OSError as error:
            _log.info("the chosen home was not remembered: %s", error)
            shell.notices.post(NoticeLevel.WARNING, Text.of(
                "The folder “{folder}” is used now, but the choice could not be remembered for the next start.",
                folder=str(self._chosen)))

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
