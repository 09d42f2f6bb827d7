"""The words after ``python -m characoid_desktop``."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from characoid_desktop.cli.streams import steady_streams
from characoid_desktop.cli.words import parser

if TYPE_CHECKING:
    from characoid_desktop.core.crash import CrashHooks
    from characoid_desktop.core.logs import Logs

EXIT_FAULT = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
THREADS_LIMIT_S = 1.0


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    arguments = parser().parse_args(words)
    if arguments.version:
        from characoid_desktop.app.about import version

        print(version())
        return 0
    if arguments.command in (None, "open"):
        from characoid_desktop.app.main import run_window

        return run_window(getattr(arguments, "files", []))
    steady_streams()
    if arguments.command == "presets":
        from characoid_desktop.cli.convert import print_presets

        return print_presets()
    if arguments.command == "convert":
        from characoid_desktop.cli.convert import run_convert

        return run_headless(run_convert(arguments))
    if arguments.command == "separate":
        from characoid_desktop.cli.convert import run_separate

        return run_headless(run_separate(arguments))
    if arguments.command == "voices":
        from characoid_desktop.cli.library import run_voices

        return run_headless(run_voices(arguments))
    if arguments.command == "personas":
        from characoid_desktop.cli.personas import run_personas

        return run_headless(run_personas(arguments))
    if arguments.command == "ask":
        from characoid_desktop.cli.ask import run_ask

        return run_headless(lambda logs: run_ask(arguments, logs))
    if arguments.command == "manifests":
        from characoid_desktop.cli.manifests import print_manifests

        return print_manifests(arguments.worker)
    if arguments.command == "doctor":
        from characoid_desktop.cli.doctor import run_doctor

        return run_headless(run_doctor(), gui=True)
    from characoid_desktop.cli.shots import run_shots

    return run_shots(arguments)


def run_headless(
    work: Coroutine[Any, Any, int] | Callable[[Logs], Coroutine[Any, Any, int]], *, gui: bool = False,
) -> int:
    """Run ``work`` (or what it makes of the log) on a Qt loop without any window; ``gui`` for what needs fonts.

    What happens goes to a log of its own: the one of an open window must not be turned over under it.
    """
    from characoid_desktop.app import loop
    from characoid_desktop.app.about import version
    from characoid_desktop.app.language import LanguageSwitch, system_language
    from characoid_desktop.app.qt_log import route_qt_messages
    from characoid_desktop.core.clock import SystemClock
    from characoid_desktop.core.crash import CrashHooks
    from characoid_desktop.core.logs import Logs
    from characoid_desktop.core.paths import AppPaths
    from characoid_desktop.core.redaction import Redactor

    if gui:
        from PySide6.QtGui import QGuiApplication

        # Not through the environment: the doctor looks there for what a window would use.
        app = QGuiApplication([sys.argv[0], "-platform", "offscreen"])
    else:
        from PySide6.QtCore import QCoreApplication

        app = QCoreApplication(sys.argv[:1])
    logs = Logs(AppPaths.locate().logs, Redactor(), name="characoid-cli")
    hooks = CrashHooks(logs, SystemClock(), version=version())
    hooks.install()
    restore_qt = route_qt_messages()
    try:
        LanguageSwitch(app).speak(system_language())
        return loop.run(app, interruptible(work(logs) if callable(work) else work, hooks))
    finally:
        restore_qt()
        hooks.uninstall()
        logs.close()
        let_threads_end()


def let_threads_end(limit_s: float = THREADS_LIMIT_S) -> None:
    """Wait a moment for threads that are about to end anyway (those of the databases).

    They end by waking the loop, which is a Qt signal; a thread that the interpreter stops in there takes the process
    down with it (SIGABRT after all was done).
    """
    deadline = time.monotonic() + limit_s
    for thread in threading.enumerate():
        if thread.daemon and thread is not threading.current_thread():
            thread.join(max(0.0, deadline - time.monotonic()))


async def interruptible(work: Coroutine[Any, Any, int], hooks: CrashHooks | None = None) -> int:
    """Await ``work``; Ctrl+C and SIGTERM cancel it, so that it cleans up, and give exit code 130.

    With ``hooks`` a fault of the app becomes a sentence, a report beside the log, and exit code 1.
    """
    import signal

    from characoid_desktop.app.in_use import InUseMark
    from characoid_desktop.core.i18n import t

    task = asyncio.current_task()
    assert task is not None
    running = asyncio.get_running_loop()
    if hooks is not None:
        hooks.watch_loop(running)
    mark = InUseMark()
    mark.put()
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, lambda *_: running.call_soon_threadsafe(task.cancel))
    else:
        for number in (signal.SIGINT, signal.SIGTERM):
            running.add_signal_handler(number, task.cancel)
    try:
        return await work
    except asyncio.CancelledError:
        return EXIT_INTERRUPTED
    except Exception as error:
        if hooks is None:
            raise
        report = hooks.report("the command failed", error)
        print(t("This did not work because of a fault in the app. Your files are untouched. Report: {file}",
                file=str(report or "–")), file=sys.stderr)
        return EXIT_FAULT
    finally:
        await mark.take_away()
