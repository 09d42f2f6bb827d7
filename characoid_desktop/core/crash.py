"""What nobody caught: into the log and a small report, and the app lives on where it can."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import itertools
import logging
import os
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.logs import Logs

REPORTS_KEPT = 5
MAX_REPORT_CHARS = 200_000
MAX_FAULT_BYTES = 500_000
BURST = 10  # so many reports from one place of the code, then none until it was quiet for a while
QUIET_S = 60.0
PLACES_KEPT = 200
_log = logging.getLogger("characoid.crash")


class CrashHooks:
    """Catches what falls through: main thread, other threads, event loop, ``__del__`` methods.

    Each is logged as an error, written as ``crash-<time>.txt`` (masked, the newest five are kept) and
    given to ``on_crash``, which may be called from any thread. Nothing here ever raises. What is raised at one
    place again and again (sixty times a second, in a paint event) is reported BURST times.
    """

    def __init__(self, logs: Logs, clock: Clock, *, version: str = "",
                 on_crash: Callable[[BaseException], object] | None = None) -> None:
        self._logs = logs
        self._clock = clock
        self._version = version
        self.on_crash = on_crash
        self._old: tuple[Any, Any, Any] | None = None
        self._numbers = itertools.count(1)
        self._places: dict[tuple[str, str, int], tuple[float, int]] = {}  # seen last at, how often in a row

    def install(self) -> None:
        """Take over the hooks of ``sys`` and ``threading``."""
        self._old = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._of_main_thread
        threading.excepthook = self._of_thread
        sys.unraisablehook = self._of_finaliser

    def uninstall(self) -> None:
        """Put the earlier hooks back."""
        if self._old is not None:
            sys.excepthook, threading.excepthook, sys.unraisablehook = self._old
            self._old = None

    def watch_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """Handle what no task owner reported."""
        loop.set_exception_handler(self._of_loop)

    def _of_main_thread(self, kind: type[BaseException], error: BaseException,
                        trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report("an exception reached the top", error)

    def _of_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            name = args.thread.name if args.thread else "?"
            self.report(f"thread {name} ended with an exception", args.exc_value)

    def _of_finaliser(self, args: Any) -> None:
        error = args.exc_value
        if error is not None:
            where = getattr(args.object, "__qualname__", type(args.object).__name__)
            self.report(f"an exception in a finaliser ({where})", error)

    def _of_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        words = str(context.get("message", "the event loop reports an error"))
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.report(words, error)
        else:
            _log.error("%s", words)

    def report(self, words: str, error: BaseException) -> Path | None:
        """Log ``error`` and write its report; returns the report's file, None if there is none."""
        if self._is_one_too_many(error):
            return None
        file = None
        with contextlib.suppress(Exception):
            _log.error("%s", words, exc_info=error)
            file = self._write(words, error)
        if self.on_crash is not None:
            with contextlib.suppress(Exception):
                self.on_crash(error)
        return file

    def _is_one_too_many(self, error: BaseException) -> bool:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        if trace is None:
            return False
        place = (type(error).__name__, trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        now = self._clock.monotonic()
        last, times = self._places.pop(place, (now, 0))
        if now - last > QUIET_S:
            times = 0
        self._places[place] = (now, times + 1)
        if len(self._places) > PLACES_KEPT:
            with contextlib.suppress(StopIteration, KeyError, RuntimeError):  # another thread is here too
                del self._places[next(iter(self._places))]
        return times >= BURST

    def _write(self, words: str, error: BaseException) -> Path | None:
        now = self._clock.now()
        lines = [
            f"CHARACOID Desktop {self._version}", f"Python {platform.python_version()}, {platform.platform()}",
            now.isoformat(), "", words, "",
            "".join(traceback.format_exception(error)), "Last lines of the log:", *self._logs.recent,
        ]
        text = self._logs.redactor.redact("\n".join(lines))[:MAX_REPORT_CHARS]
        folder = self._logs.folder
        # The process id keeps window and command line apart; the date may stand still or jump.
        file = folder / f"crash-{now:%Y%m%dT%H%M%S}-{os.getpid()}-{next(self._numbers):03d}.txt"
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(text)
        except OSError:
            return None
        with contextlib.suppress(OSError):
            self._forget_old(folder, file)
        return file

    @staticmethod
    def _forget_old(folder: Path, newest: Path) -> None:
        reports = sorted((f for f in folder.glob("crash-*.txt") if f != newest),
                         key=lambda f: (f.stat().st_mtime_ns, f.name), reverse=True)
        for old in reports[REPORTS_KEPT - 1:]:
            with contextlib.suppress(OSError):
                old.unlink()


class FaultLog:
    """Stacks of all threads in ``faults.log`` when the interpreter itself dies (a crash in C code).

    They hold file and function names only, no values, so no secret can be among them.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "faults.log"
        self._stream: TextIO | None = None

    def enable(self) -> bool:
        """Start; returns False where the file cannot be opened (then nothing is written)."""
        try:
            if self.file.exists() and self.file.stat().st_size > MAX_FAULT_BYTES:
                self.file.replace(self.file.with_suffix(".log.1"))
            self._stream = self.file.open("a", encoding="utf-8")
        except OSError:
            return False
        faulthandler.enable(self._stream, all_threads=True)
        return True

    def disable(self) -> None:
        if self._stream is not None:
            faulthandler.disable()
            self._stream.close()
            self._stream = None
