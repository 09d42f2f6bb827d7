"""A child process with all it starts: read always, ended for sure.

QProcess has no back-pressure: what is not read piles up in this process. So output is read as it comes and handed
on or dropped by whoever gets it, and writing stops when the child does not read.

Windows: a window process without a console starts its children without one too (QProcess passes
CREATE_NO_WINDOW then), so no console window flashes up; PySide6 offers no way to ask for it explicitly.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir

import psutil
from PySide6.QtCore import QProcess, QProcessEnvironment

from characoid_desktop.engines.log_tail import LogTail

ASK_S = 1.0
TERMINATE_S = 2.0
KILL_S = 5.0
SWEEP_S = 2.0
SWEEP_STEP_S = 0.005
SNAPSHOT_S = 0.5
MAX_BACKLOG_BYTES = 4 * 1024 * 1024

_unkillable: list[QProcess] = []  # stuck in the kernel; to destroy a QProcess would wait for them


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start a child. ``engine`` is the name it gives itself in its hello."""

    engine: str
    command: Sequence[str]
    cwd: Path
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """How a process ended: by itself (``exit_code``), by a signal, or not started at all (``failure``)."""

    exit_code: int | None = None
    signal: int | None = None
    failure: str = ""

    def __str__(self) -> str:
        if self.failure:
            return f"could not be started: {self.failure}"
        if self.signal is not None:
            return f"ended by signal {self.signal} ({_signal_name(self.signal)})"
        return f"ended with code {self.exit_code}"


class ManagedProcess:
    """One run of a child. ``on_output`` gets its standard output as it comes; standard error goes to ``log``."""

    def __init__(self, launch: Launch, log: LogTail, on_output: Callable[[bytes], object]) -> None:
        self._log = log
        self._on_output = on_output
        self._pid = 0
        self._log_bytes = 0
        loop = asyncio.get_running_loop()
        self._started: asyncio.Future[bool] = loop.create_future()
        self._ended: asyncio.Future[ProcessEnd] = loop.create_future()
        self._process = self._prepare(launch)

    def _prepare(self, launch: Launch) -> QProcess:
        process = QProcess()
        process.setProgram(launch.command[0])
        process.setArguments(list(launch.command[1:]))
        # A cache folder may be cleaned away while the app runs; that is no reason not to start.
        process.setWorkingDirectory(str(launch.cwd if launch.cwd.is_dir() else gettempdir()))
        environment = QProcessEnvironment()
        for name, value in launch.environment.items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        if sys.platform != "win32":
            # A session of its own: its number names the whole tree for a signal.
            flag = QProcess.UnixProcessFlag
            parameters = QProcess.UnixProcessParameters()
            parameters.flags = flag.CreateNewSession | flag.CloseFileDescriptors | flag.ResetSignalHandlers
            process.setUnixProcessParameters(parameters)
        process.started.connect(self._on_started)
        process.errorOccurred.connect(self._on_error)
        process.finished.connect(self._on_finished)
        process.readyReadStandardOutput.connect(self._read_output)
        process.readyReadStandardError.connect(self._read_log)
        return process

    @property
    def pid(self) -> int:
        """0 before the start."""
        return self._pid

    @property
    def over(self) -> bool:
        return self._ended.done()

    @property
    def ended(self) -> asyncio.Future[ProcessEnd]:
        """Done once the process is gone. Wait for it with asyncio.wait, which does not cancel it."""
        return self._ended

    @property
    def log_bytes(self) -> int:
        """Bytes it wrote to its log so far."""
        return self._log_bytes

    async def start(self) -> None:
        """Return once it runs, or once ``ended`` says why it does not."""
        self._process.start()
        try:
            await asyncio.wait({self._started, self._ended}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self.kill_now()
            raise

    def write(self, data: bytes) -> bool:
        """Queue bytes for its standard input; return False when it is gone or does not read."""
        if self.over or self._process.state() is not QProcess.ProcessState.Running:
            return False
        if self._process.bytesToWrite() > MAX_BACKLOG_BYTES:
            return False
        return self._process.write(data) == len(data)

    async def end(self, farewell: bytes | None = None) -> None:
        """End it and all it started; return when nothing is left.

        With ``farewell`` it is asked first: those bytes, then the end of its input, then ASK_S. Next SIGTERM to the
        tree and TERMINATE_S, then SIGKILL. Cancelling this kills at once.
        """
        try:
            family = await self._family()
            if farewell is not None and self.write(farewell):
                self._process.closeWriteChannel()
                await self._wait(ASK_S)
            if not self.over and sys.platform != "win32":
                self._signal_group(signal.SIGTERM)
                await self._wait(TERMINATE_S)
            await self._kill(family)
        except asyncio.CancelledError:
            self.kill_now()
            raise

    async def kill(self) -> None:
        """End it and all it started without asking; return when nothing is left."""
        await self._kill(await self._family())

    def kill_now(self) -> None:
        """Send the kill without waiting for its effect."""
        if not self.over:
            self._signal_group(getattr(signal, "SIGKILL", signal.SIGTERM))
            self._process.kill()

    async def _kill(self, family: list[psutil.Process]) -> None:
        self.kill_now()
        await asyncio.get_running_loop().run_in_executor(None, _sweep, family)
        await self._wait(KILL_S)
        if not self.over:
            self._log.note(f"process {self._pid} is still there {KILL_S} s after it was killed")
            _unkillable.append(self._process)
            self._over(ProcessEnd(signal=int(getattr(signal, "SIGKILL", signal.SIGTERM))))

    async def _wait(self, limit_s: float) -> None:
        await asyncio.wait({self._ended}, timeout=limit_s)

    async def _family(self) -> list[psutil.Process]:
        """The descendants of now: those that left the session are found by this list only."""
        await asyncio.wait(
            {self._started, self._ended}, timeout=SNAPSHOT_S, return_when=asyncio.FIRST_COMPLETED)
        if self.over or not self._pid:
            return []
        found = asyncio.get_running_loop().run_in_executor(None, _descendants, self._pid)
        await asyncio.wait({found}, timeout=SNAPSHOT_S)  # a busy executor must not delay a kill
        return found.result() if found.done() else []

    def _signal_group(self, number: int) -> None:
        if sys.platform != "win32" and self._pid:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, number)

    # Signals of QProcess

    def _on_started(self) -> None:
        self._pid = int(self._process.processId())
        if not self._started.done():
            self._started.set_result(True)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._over(ProcessEnd(failure=self._process.errorString()))

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read_output()
        self._read_log()
        # The leader is gone, so the group number may only be used now, while a left-over member keeps it taken.
        self._signal_group(getattr(signal, "SIGKILL", signal.SIGTERM))
        crashed = status is QProcess.ExitStatus.CrashExit
        if crashed and sys.platform != "win32":
            self._over(ProcessEnd(signal=code))
        else:
            self._over(ProcessEnd(exit_code=code))

    def _over(self, end: ProcessEnd) -> None:
        if self._ended.done():
            return
        self._ended.set_result(end)
        if self._process.state() is QProcess.ProcessState.NotRunning:
            self._process.deleteLater()

    def _read_output(self) -> None:
        data = self._process.readAllStandardOutput().data()
        if data:
            self._on_output(bytes(data))

    def _read_log(self) -> None:
        data = self._process.readAllStandardError().data()
        if data:
            self._log_bytes += len(data)
            self._log.feed(bytes(data))


def _descendants(pid: int) -> list[psutil.Process]:
    """Processes below ``pid``; psutil remembers their creation times, so a reused number is not taken for one."""
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []


def _sweep(family: list[psutil.Process]) -> None:
    """Kill what still runs and wait until it is gone, at most SWEEP_S. Runs in a thread."""
    left = [member for member in family if _alive(member)]
    for member in left:
        with contextlib.suppress(psutil.Error):
            member.kill()
    deadline = time.monotonic() + SWEEP_S
    while any(_alive(member) for member in left) and time.monotonic() < deadline:
        time.sleep(SWEEP_STEP_S)


def _alive(process: psutil.Process) -> bool:
    """A zombie is gone: it only waits for a parent that may never look."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"
