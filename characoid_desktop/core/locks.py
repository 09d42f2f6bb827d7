"""Locks that the kernel owns: they end with their process, whatever is written in the file."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path

OPEN_TRIES = 5


class KernelLock:
    """An exclusive lock on a file, between processes and between objects of one process.

    The content of the file means nothing and is never read; the file stays where it is (removing it would let
    two holders in). The handle is not inherited by child processes. Not re-entrant: while this object holds the
    lock, :meth:`try_acquire` returns False like for everybody else.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None

    @property
    def path(self) -> Path:
        return self._path

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._fd is not None

    def try_acquire(self) -> bool:
        """Return whether the lock was taken now; never waits. Raises OSError if the file cannot be opened."""
        if self._fd is not None:
            return False
        for _ in range(OPEN_TRIES):
            fd = _open(self._path)
            try:
                if not _lock(fd):
                    os.close(fd)
                    return False
                if _still_there(fd, self._path):
                    self._fd = fd
                    return True
            except BaseException:
                os.close(fd)
                raise
            os.close(fd)  # somebody removed the file meanwhile: a lock on it would exclude nobody
        return False

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        fd, self._fd = self._fd, None
        if fd is None:
            return
        with contextlib.suppress(OSError):
            _unlock(fd)
        os.close(fd)


async def acquire(lock: KernelLock, poll_s: float = 0.1) -> None:
    """Wait until ``lock`` is taken, asking every ``poll_s`` seconds. Cancelling leaves it free.

    Raises OSError if the file cannot be opened.
    """
    while not lock.try_acquire():
        await asyncio.sleep(poll_s)


def _open(path: Path) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | flags, 0o600)
    except PermissionError:  # a lock file made read-only still locks
        return os.open(path, os.O_RDONLY | flags)


def _still_there(fd: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(fd), path.stat())
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    # One byte far behind any content: the lock is mandatory there and would keep others from reading.
    _LOCKED_AT = 0x7FFFFFF0

    def _lock(fd: int) -> bool:
        os.lseek(fd, _LOCKED_AT, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(fd: int) -> None:
        os.lseek(fd, _LOCKED_AT, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)
