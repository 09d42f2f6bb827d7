"""A foreign program run to its end: what it says is bounded, its time is limited, and nothing of it runs on after.

It stays in this child's process group, so that whoever ends the child (the app, or the guard) ends it too.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import EngineError

STEP_S = 0.03
FAMILY_EVERY_S = 1.0
END_S = 2.0
TAIL_BYTES = 8192
ANSWER_BYTES = 1 << 20
FLOOD_BYTES, FLOOD_BYTES_PER_S = 2 << 20, 256 << 10
"""A program may say so much at once, and so much more a second; a progress bar takes 5 kB a second."""
_READ_BYTES = 65536


@dataclass(frozen=True, slots=True)
class Finished:
    """``output``: the first ANSWER_BYTES of standard output; ``log``: the last TAIL_BYTES of standard error."""

    code: int
    output: bytes
    log: bytes


class Program:
    """One run. ``heard(bytes)`` gets standard error as it comes; ``tick()`` is called about every 30 ms and may raise:
    then the program and all it started are ended, and the error passes."""

    def __init__(
        self, command: Sequence[str], *, folder: Path, environment: Mapping[str, str],
        heard: Callable[[bytes], object] = lambda data: None, terminal: bool = False,
    ) -> None:
        self._command, self._folder, self._environment = list(command), folder, dict(environment)
        self._heard, self._terminal = heard, terminal
        self._said: queue.Queue[tuple[int, bytes]] = queue.Queue(maxsize=32)  # full: the program waits
        self._output, self._log = b"", b""
        self._bytes = 0
        self._family: dict[int, Any] = {}  # psutil.Process by number

    def run(self, limit_s: float, tick: Callable[[], object]) -> Finished:
        """Return how it ended. Raises EngineError ``external_missing`` (it cannot be started), ``external_timeout``
        and ``external_flood``, and what ``tick`` raises."""
        before = _group()
        began = time.monotonic()
        process, threads = self._start()
        looked = began
        try:
            while process.poll() is None or any(thread.is_alive() for thread in threads):
                tick()
                now = time.monotonic()
                if now - began > limit_s:
                    raise EngineError("external_timeout", f"{self._command[:2]} after {limit_s:.0f} s: {self._log!r}")
                self._listen(now - began)
                if now - looked > FAMILY_EVERY_S:
                    looked = now
                    self._look(process.pid)
                if process.poll() is not None:
                    self._end(process, before)  # what it left behind holds our pipes open
            return Finished(process.returncode, self._output, self._log)
        finally:
            self._end(process, before)
            self._drain(threads)

    # Start

    def _start(self) -> tuple[subprocess.Popen[bytes], list[threading.Thread]]:
        terminal = _terminal() if self._terminal else None
        try:
            process = subprocess.Popen(
                self._command, cwd=self._folder, env=self._environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=terminal[1] if terminal else subprocess.PIPE,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))  # fmt: skip
        except (OSError, ValueError) as error:
            for descriptor in terminal or ():
                os.close(descriptor)
            raise EngineError("external_missing", str(error), program=Path(self._command[0]).name) from error
        assert process.stdout is not None
        log: Any = process.stderr
        if terminal is not None:
            os.close(terminal[1])
            log = open(terminal[0], "rb", buffering=0)  # noqa: PTH123, SIM115 - closed by its reader
        threads = [threading.Thread(target=self._read, args=(number, pipe), name=f"program-{number}", daemon=True)
                   for number, pipe in ((1, process.stdout), (2, log))]  # fmt: skip
        for thread in threads:
            thread.start()
        return process, threads

    def _read(self, number: int, pipe: Any) -> None:
        with contextlib.suppress(OSError, ValueError):  # a terminal ends with EIO
            while data := os.read(pipe.fileno(), _READ_BYTES):
                self._said.put((number, data))
        with contextlib.suppress(OSError):
            pipe.close()

    # While it runs

    def _listen(self, elapsed_s: float) -> None:
        deadline = time.monotonic() + STEP_S
        while (left := deadline - time.monotonic()) > 0:
            try:
                number, data = self._said.get(timeout=left)
            except queue.Empty:
                return
            self._bytes += len(data)
            if self._bytes > FLOOD_BYTES + FLOOD_BYTES_PER_S * elapsed_s:
                raise EngineError("external_flood", f"{self._bytes} bytes: {data[:200]!r}")
            if number == 1:
                self._output = (self._output + data)[:ANSWER_BYTES]
            else:
                self._log = (self._log + data)[-TAIL_BYTES:]
                self._heard(data)

    def _look(self, pid: int) -> None:
        """Remember what it started: once it is gone, nothing leads from it to them."""
        import psutil

        with contextlib.suppress(psutil.Error):
            for one in psutil.Process(pid).children(recursive=True):
                self._family.setdefault(one.pid, one)

    # End

    def _end(self, process: subprocess.Popen[bytes], before: frozenset[int]) -> None:
        import psutil

        if process.poll() is None:
            if sys.platform != "win32":
                with contextlib.suppress(OSError):
                    process.send_signal(signal.SIGSTOP)  # it starts nothing more while its children are looked up
            self._look(process.pid)
            process.kill()
        for one in self._family.values():
            with contextlib.suppress(psutil.Error):
                one.kill()
        for pid in _group() - before - {process.pid}:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(END_S)

    def _drain(self, threads: Sequence[threading.Thread]) -> None:
        deadline = time.monotonic() + END_S
        while any(thread.is_alive() for thread in threads) and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                self._said.get(timeout=STEP_S)


def _terminal() -> tuple[int, int] | None:
    """Return a pseudo terminal (our end, the program's), None where there is none.

    It does not become the controlling terminal of this session: openpty opens it with O_NOCTTY.
    """
    if sys.platform == "win32":
        return None
    try:
        return os.openpty()
    except OSError:
        return None


def _group() -> frozenset[int]:
    """Return the processes of this child's group, nothing where it does not lead one."""
    if sys.platform == "win32" or os.getpgid(0) != os.getpid():
        return frozenset()
    import psutil

    found = set[int]()
    for pid in psutil.pids():
        with contextlib.suppress(OSError):
            if os.getpgid(pid) == os.getpid():
                found.add(pid)
    return frozenset(found - {os.getpid()})
