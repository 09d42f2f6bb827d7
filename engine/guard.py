"""A second, tiny process that cleans up when the engine child cannot. POSIX, standard library only.

The child itself ends at the end of its input. It cannot while C code holds the interpreter, or after a kill -9,
and a child that is gone cannot end what it started. The guard is forked before any library is loaded; it sees
that the app is gone (nobody can write the input any more) or that the child is gone (their pipe closes), removes
the scratch files it was told of, and ends the process group if the child leads one.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
import time

GRACE_S = 0.4  # what the child has for ending by itself once the app is gone


class Guard:
    """The child's end. ``add`` and ``drop`` may be called from any thread."""

    def __init__(self, pipe: int | None) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def add(self, path: str) -> None:
        """Name a file that is to be removed if the child dies."""
        self._tell(b"+", path)

    def drop(self, path: str) -> None:
        self._tell(b"-", path)

    def _tell(self, sign: bytes, path: str) -> None:
        if self._pipe is None:
            return
        message = memoryview(sign + os.fsencode(path) + b"\0")
        with self._lock, contextlib.suppress(OSError):
            while message:
                message = message[os.write(self._pipe, message) :]


def start_guard(real_in: int, *others: int) -> Guard:
    """Fork the guard; ``real_in`` is the input whose writer is the app, ``others`` are closed in the guard.

    Must run before threads are started. Without fork (Windows has job objects) or when it fails, the guard
    returned does nothing.
    """
    if sys.platform == "win32":
        return Guard(None)
    child = os.getpid()
    receive, send = os.pipe()
    try:
        guard = os.fork()
    except OSError:
        os.close(receive)
        os.close(send)
        return Guard(None)
    if guard == 0:
        try:
            for descriptor in (send, *others):
                os.close(descriptor)
            _watch(real_in, receive, child)
        finally:
            os._exit(0)
    os.close(receive)
    return Guard(send)


def _watch(real_in: int, pipe: int, child: int) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    leads = os.getpgid(0) == child
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):  # holding the log open would keep its reader waiting
        os.dup2(nothing, descriptor)
    files = _until_over(real_in, pipe, child)
    folders = {path for path in files if os.path.isdir(path) and not os.path.islink(path)}  # noqa: PTH112, PTH114
    for path in files - folders:
        with contextlib.suppress(OSError):
            os.unlink(path)  # noqa: PTH108
    if folders and leads:
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)  # a program that still writes there is ended first, and this process is needed after it
            os.killpg(child, signal.SIGKILL)
    if folders:
        import shutil

        for path in folders:
            shutil.rmtree(path, ignore_errors=True)
    if leads:
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)  # this process as well, where it is still a member


def _until_over(real_in: int, pipe: int, child: int) -> set[bytes]:
    """Return the scratch files that are left once the child is gone; kills it if it outlives the app."""
    files: set[bytes] = set()
    rest = b""
    deadline: float | None = None
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    poll.register(real_in, 0)  # hang-up is always reported; the bytes are the child's
    while True:
        wait_ms = None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000
        events = dict(poll.poll(wait_ms))
        if pipe in events:
            received = os.read(pipe, 65536)
            if not received:
                return files
            *messages, rest = (rest + received).split(b"\0")
            for message in messages:
                (files.add if message[:1] == b"+" else files.discard)(message[1:])
        elif deadline is not None and time.monotonic() >= deadline:
            if os.getppid() == child:
                os.kill(child, signal.SIGKILL)
            return files
        if real_in in events:
            poll.unregister(real_in)
            deadline = time.monotonic() + GRACE_S
