"""One window per home. A kernel-owned lock is the only truth; the local socket merely wakes the first window.

What comes in over the socket is as untrusted as any file name: "activate", or "open" and paths, at most 4 kB.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import logging
import os
import time
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from characoid_desktop.core.locks import KernelLock

_log = logging.getLogger(__name__)

CONNECT_LIMIT_MS = 1000
ACK_LIMIT_MS = 3000
MESSAGE_LIMIT = 4096
END_LIMIT_S = 3.0
ACK = b"ok\n"


class Answer(StrEnum):
    """What a second start learned about the first."""

    ACTIVATED = "activated"  # the first window came to the front
    SILENT = "silent"  # it holds the lock but does not answer
    ABSENT = "absent"  # nobody listens (it is just starting or ending)


def socket_name(data: Path) -> str:
    """Return the socket's name: one per data folder and user, short enough for every system."""
    digest = hashlib.sha256(f"{getpass.getuser()}\0{data.resolve()}".encode("utf-8", "surrogateescape"))
    return f"characoid-{digest.hexdigest()[:20]}"


def encode_message(paths: list[str]) -> bytes:
    """Return the line a second start sends: activate, or open with as many paths as fit."""
    line = json.dumps({"do": "open", "paths": paths} if paths else {"do": "activate"}).encode() + b"\n"
    return line if len(line) <= MESSAGE_LIMIT else json.dumps({"do": "activate"}).encode() + b"\n"


def decode_message(line: bytes) -> list[str] | None:
    """Return the paths to open ([] = only activate), or None when the line is not one of ours."""
    if len(line) > MESSAGE_LIMIT:
        return None
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if data == {"do": "activate"}:
        return []
    if isinstance(data, dict):
        message = cast("dict[str, Any]", data)
        paths = message.get("paths")
        if set(message) == {"do", "paths"} and message["do"] == "open" and isinstance(paths, list):
            return [path for path in cast("list[Any]", paths) if isinstance(path, str)]
    return None


class FirstInstance(QObject):
    """Holds the lock and listens. ``activated`` carries the list of paths another start was given."""

    activated = Signal(list)

    def __init__(self, lock: KernelLock, name: str, pid_file: Path) -> None:
        super().__init__()
        self._lock = lock
        self._pid_file = pid_file
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

    def _accept(self) -> None:
        while (connection := self._server.nextPendingConnection()) is not None:  # pyright: ignore[reportUnnecessaryComparison]
            connection.readyRead.connect(lambda c=connection: self._read(c))
            connection.disconnected.connect(connection.deleteLater)
            if connection.bytesAvailable():
                self._read(connection)

    def _read(self, connection: QLocalSocket) -> None:
        if connection.bytesAvailable() > MESSAGE_LIMIT:
            connection.abort()
            return
        if not connection.canReadLine():
            return
        paths = decode_message(bytes(connection.readLine(MESSAGE_LIMIT + 1).data()))
        if paths is None:
            connection.abort()
            return
        connection.write(ACK)
        connection.flush()
        self.activated.emit(paths)

    def close(self) -> None:
        """Stop listening and give the lock back."""
        self._server.close()
        self._pid_file.unlink(missing_ok=True)
        self._lock.release()


def claim(data: Path, lock_path: Path) -> FirstInstance | None:
    """Become the first instance, or return None when another process is. Raises OSError on a bad folder."""
    lock = KernelLock(lock_path)
    if not lock.try_acquire():
        return None
    return FirstInstance(lock, socket_name(data), lock_path.with_suffix(".pid"))


def wake_first(data: Path, paths: list[str]) -> Answer:
    """Ask the first window to come to the front; waits at most 4 s. Call it before any window exists."""
    connection = QLocalSocket()
    deadline = time.monotonic() + CONNECT_LIMIT_MS / 1000
    while True:
        connection.connectToServer(socket_name(data))
        if connection.waitForConnected(CONNECT_LIMIT_MS):
            break
        if time.monotonic() > deadline:
            return Answer.ABSENT
        time.sleep(0.05)  # the first instance holds the lock but does not listen yet
    connection.write(encode_message(paths))
    connection.waitForBytesWritten(CONNECT_LIMIT_MS)
    if connection.waitForReadyRead(ACK_LIMIT_MS) and bytes(connection.readAll().data()) == ACK:
        return Answer.ACTIVATED
    return Answer.SILENT


def pid_of_first(lock_path: Path) -> int | None:
    """Return the process id the first instance wrote, if that process is a Python or CHARACOID one."""
    import psutil

    try:
        pid = int(lock_path.with_suffix(".pid").read_text(encoding="ascii"))
        process = psutil.Process(pid)
        words = " ".join([process.name(), *process.cmdline()]).lower()
    except (OSError, ValueError, psutil.Error):
        return None
    return pid if "characoid" in words and pid != os.getpid() else None


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
