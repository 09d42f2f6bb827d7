"""One window per home. A kernel-owned lock is the only truth; the local socket merely wakes the first window.

What comes in over the socket is as untrusted as any file name: lines of at most 4 kB that say "activate", or
"open" and absolute paths. Each good line is answered, anything else ends the connection.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import json
import logging
import os
import time
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, QTimer
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from characoid_desktop.core.locks import KernelLock

_log = logging.getLogger(__name__)

CONNECT_LIMIT_MS = 1000
ACK_LIMIT_MS = 3000
MESSAGE_LIMIT = 4096  # bytes of a line
MESSAGES_LIMIT = 256  # lines of one start, about a megabyte of paths
CONNECTIONS_LIMIT = 16  # at a time
CONNECTION_LIFE_MS = 10_000
END_LIMIT_S = 3.0
REUSED_AFTER_S = 2.0  # a process younger than the pid file by so much is another one with the same number
ACK = b"ok\n"


class Answer(StrEnum):
    """What a second start learned about the first."""

    ACTIVATED = "activated"  # the first window came to the front
    SILENT = "silent"  # it holds the lock but does not answer
    ABSENT = "absent"  # nobody listens (it is just starting or ending)


def socket_name(data: Path) -> str:
    """Return the socket's name: one per data folder and user, short enough for every system."""
    digest = hashlib.sha256(f"{_user()}\0{data.resolve()}".encode("utf-8", "surrogateescape"))
    return f"characoid-{digest.hexdigest()[:20]}"


def _user() -> str:
    # Not every user of a container has a name.
    return str(os.getuid()) if hasattr(os, "getuid") else getpass.getuser()


def encode_messages(paths: Iterable[str]) -> list[bytes]:
    """Return the lines a second start sends: one that activates, or as many as the paths need.

    A path that does not fit into a line by itself is left out, and so is what exceeds MESSAGES_LIMIT lines.
    """
    lines: list[bytes] = []
    held: list[str] = []
    for path in paths:
        if held and len(_line([*held, path])) > MESSAGE_LIMIT:
            lines.append(_line(held))
            held = []
        if len(_line([*held, path])) <= MESSAGE_LIMIT:
            held.append(path)
    if held or not lines:
        lines.append(_line(held))
    return lines[:MESSAGES_LIMIT]


def _line(paths: list[str]) -> bytes:
    message = {"do": "open", "paths": paths} if paths else {"do": "activate"}
    # File names that are no Unicode are lone surrogates in Python; they travel as they are.
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def decode_message(line: bytes) -> list[str] | None:
    """Return the paths to open ([] = only activate), or None when the line is not one of ours.

    What is no absolute path is left out: relative to our folder it would mean another file.
    """
    if len(line) > MESSAGE_LIMIT:
        return None
    try:
        data: Any = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    if data == {"do": "activate"}:
        return []
    if isinstance(data, dict):
        message = cast("dict[str, Any]", data)
        paths = message.get("paths")
        if set(message) == {"do", "paths"} and message["do"] == "open" and isinstance(paths, list):
            return [path for path in cast("list[Any]", paths) if _is_absolute(path)]
    return None


def _is_absolute(path: object) -> bool:
    return isinstance(path, str) and "\0" not in path and Path(path).is_absolute()


class FirstInstance(QObject):
    """Holds the lock and listens.

    The paths another start was given go to the function of :meth:`deliver`; what comes before is kept for it.
    """

    def __init__(self, lock: KernelLock, name: str, pid_file: Path) -> None:
        super().__init__()
        self._lock = lock
        self._pid_file = pid_file
        self._woken: Callable[[Sequence[Path]], object] | None = None
        self._early: list[list[Path]] = []
        self._open = 0
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        QLocalServer.removeServer(name)  # ours alone: we hold the lock
        if not self._server.listen(name):
            _log.info("the wake-up socket is not available: %s", self._server.errorString())
        try:
            pid_file.write_text(str(os.getpid()), encoding="ascii")
        except OSError:
            _log.info("the pid file could not be written")

    def deliver(self, woken: Callable[[Sequence[Path]], object]) -> None:
        """Call ``woken`` with paths (none: only come to the front) for every wake-up, past ones included."""
        self._woken = woken
        early, self._early = self._early, []
        for paths in early:
            woken(paths)

    def stop_listening(self) -> None:
        """From now on another start waits for the lock instead of waking a window that is about to go."""
        self._server.close()

    def close(self) -> None:
        """Stop listening and give the lock back."""
        self.stop_listening()
        with contextlib.suppress(OSError):
            self._pid_file.unlink(missing_ok=True)
        self._lock.release()

    def _accept(self) -> None:
        while (connection := self._server.nextPendingConnection()) is not None:  # pyright: ignore[reportUnnecessaryComparison]
            if self._open >= CONNECTIONS_LIMIT:
                connection.abort()
                connection.deleteLater()
                continue
            self._open += 1
            connection.setReadBufferSize(MESSAGE_LIMIT + 1)
            connection.readyRead.connect(lambda c=connection: self._read(c))
            connection.disconnected.connect(lambda c=connection: self._gone(c))
            QTimer.singleShot(CONNECTION_LIFE_MS, connection, connection.abort)
            if connection.bytesAvailable():
                self._read(connection)

    def _gone(self, connection: QLocalSocket) -> None:
        self._open -= 1
        connection.deleteLater()

    def _read(self, connection: QLocalSocket) -> None:
        while connection.canReadLine():
            paths = decode_message(bytes(connection.readLine(MESSAGE_LIMIT + 2).data()))
            if paths is None:
                connection.abort()
                return
            connection.write(ACK)
            connection.flush()
            self._wake([Path(path) for path in paths])
        if connection.bytesAvailable() > MESSAGE_LIMIT:
            connection.abort()

    def _wake(self, paths: list[Path]) -> None:
        if self._woken is not None:
            self._woken(paths)
        elif len(self._early) < MESSAGES_LIMIT:
            self._early.append(paths)


def claim(data: Path, lock_path: Path) -> FirstInstance | None:
    """Become the first instance, or return None when another process is. Raises OSError on a bad folder."""
    lock = KernelLock(lock_path)
    if not lock.try_acquire():
        return None
    return FirstInstance(lock, socket_name(data), lock_path.with_suffix(".pid"))


def wake_first(data: Path, paths: Sequence[str], connect_ms: int = CONNECT_LIMIT_MS) -> Answer:
    """Ask the first window to come to the front and take ``paths``. Blocks, at most 4 s for each line sent."""
    connection = QLocalSocket()
    deadline = time.monotonic() + connect_ms / 1000
    while True:
        connection.connectToServer(socket_name(data))
        if connection.waitForConnected(connect_ms):
            break
        if time.monotonic() > deadline:
            return Answer.ABSENT
        time.sleep(0.02)  # the first instance holds the lock but does not listen yet
    for line in encode_messages(paths):
        connection.write(line)
        connection.waitForBytesWritten(CONNECT_LIMIT_MS)
        if not _acknowledged(connection):
            return Answer.SILENT
    return Answer.ACTIVATED


def _acknowledged(connection: QLocalSocket) -> bool:
    while connection.bytesAvailable() < len(ACK):
        if not connection.waitForReadyRead(ACK_LIMIT_MS):
            return False
    return bytes(connection.read(len(ACK)).data()) == ACK


def pid_of_first(lock_path: Path) -> int | None:
    """Return the process id the first instance wrote, if that very process is still there."""
    import psutil

    pid_file = lock_path.with_suffix(".pid")
    try:
        pid = int(pid_file.read_text(encoding="ascii")[:20])
        process = psutil.Process(pid)
        words = " ".join([process.name(), *process.cmdline()]).lower()
        reused = process.create_time() > pid_file.stat().st_mtime + REUSED_AFTER_S
    except (OSError, ValueError, psutil.Error):
        return None
    return pid if "characoid" in words and not reused and pid != os.getpid() else None


def end_first(pid: int, limit_s: float = END_LIMIT_S) -> None:
    """End the process that does not answer: asked first, then killed. Blocking, at most twice ``limit_s``."""
    import psutil

    try:
        process = psutil.Process(pid)
        process.terminate()
        try:
            process.wait(limit_s)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(limit_s)
    except psutil.Error:
        _log.info("process %s could not be ended or was gone already", pid)
