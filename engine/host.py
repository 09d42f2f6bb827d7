"""The frame of an engine child: reads frames, runs requests in worker threads, answers. Standard library only.

The main thread only reads, so the end of input, a cancel or SIGTERM is acted on while handlers compute. Handlers
run in WORKERS threads; a ticker thread sends heartbeats and progress that was held back.
"""

from __future__ import annotations

import errno
import faulthandler
import importlib
import os
import queue
import select
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Mapping
from types import FrameType
from typing import Any, NoReturn

from engine import __version__
from engine.catalog import EngineSpec
from engine.errors import Cancelled, EngineError
from engine.guard import start_guard
from engine.job import Handler
from engine.limits import MEMORY_BYTES, limit_this_process
from engine.protocol import PROTOCOL, Frame, FrameReader, ProtocolError, encode
from engine.request import PROGRESS_EVERY_S, Request
from engine.stdio import die_with_me, lower_priority, resident_bytes, take_over_stdio

HEARTBEAT_S = 1.0
READ_BYTES = 65536
WRITE_BYTES = 1024 * 1024
OPEN_FILES_LIMIT_S = 0.08  # Windows only: files that are open cannot be removed
REMEMBERED_IDS = 1024
MAX_DETAIL = 8000
EXIT_CANNOT_LOAD = 3

_OS_CODES = {
    errno.ENOENT: "not_found",
    errno.EISDIR: "not_a_file",
    errno.ENOTDIR: "not_found",
    errno.EACCES: "permission_denied",
    errno.EPERM: "permission_denied",
    errno.ENOSPC: "disk_full",
    getattr(errno, "EDQUOT", errno.ENOSPC): "disk_full",
    errno.EROFS: "read_only",
    errno.ENOMEM: "out_of_memory",
}


def run(name: str, spec: EngineSpec) -> int:
    """Serve until the app closes the input; ends the process itself, so it returns only in theory."""
    real_in, real_out = take_over_stdio()
    guard = start_guard(real_in, real_out)
    faulthandler.enable()
    job = die_with_me((spec.memory or MEMORY_BYTES) if spec.limited else None)  # kept open for the life of the process
    if spec.limited:
        limit_this_process(spec.memory)
    host = Host(name, real_in, real_out, guard)
    signal.signal(signal.SIGTERM, host.on_terminate)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the app, which ends us
    host.send(encode("hello", protocol=PROTOCOL, engine=name, version=__version__, pid=os.getpid()))
    if spec.compute:
        lower_priority()
    host.serve(spec.module)
    del job
    return 0


class Host:
    def __init__(self, name: str, real_in: int, real_out: int, guard: Any) -> None:
        self._name = name
        self._in = real_in
        self._out = real_out
        self._guard = guard
        self._write_lock = threading.Lock()
        self._lock = threading.RLock()  # a signal may come while this thread holds it
        self._live: dict[str, Request] = {}
        self._started: set[str] = set()
        self._used: deque[str] = deque(maxlen=REMEMBERED_IDS)
        self._queue: queue.SimpleQueue[tuple[Request, str, Mapping[str, Any]]] = queue.SimpleQueue()
        self._ops: dict[str, Handler] = {}
        self._nudged = threading.Event()
        self._ending = False

    # Output

    def send(self, *parts: bytes | memoryview) -> None:
        """Write the parts of one frame without another frame between them."""
        try:
            with self._write_lock:
                for part in parts:
                    view = memoryview(part)
                    while view:
                        view = view[os.write(self._out, view[:WRITE_BYTES]) :]
        except OSError:  # the app does not read any more: it is gone
            self.end(0)

    # Input (main thread)

    def serve(self, module: str) -> NoReturn:
        """Read frames until the end of input."""
        self._thread(self._tick, "ticker")
        self._thread(lambda: self._load(module), "loader")
        reader = FrameReader()
        woken = _woken_by_signals()
        while True:
            try:
                if woken is not None:
                    # A signal that comes just before a read does not end it: Python would hear of it with the next
                    # frame, which may never come.
                    ready, _, _ = select.select([self._in, woken], [], [])
                    if woken in ready:
                        os.read(woken, 64)
                        continue
                received = os.read(self._in, READ_BYTES)
            except OSError:
                received = b""
            if not received:
                self.end(0)
            for item in reader.feed(received):
                self._take(item)

    def _take(self, item: Frame | ProtocolError) -> None:
        if isinstance(item, ProtocolError):
            print(f"refused a frame: {item}", file=sys.stderr)  # noqa: T201
            if item.kind == "job" and item.id:
                self.send(_error(item.id, "bad_params", item.detail))
        elif item.kind == "job":
            self._accept(item.id, item.body["op"], item.body["params"])
        elif item.kind == "cancel":
            self._cancel(item.id)
        elif item.kind == "ping":
            self.send(encode("pong", n=item.body["n"], busy=self._busy()))
        elif item.kind == "shutdown":
            self.end(0)

    def _accept(self, id: str, op: str, params: Mapping[str, Any]) -> None:
        with self._lock:
            used = id in self._live or id in self._used
            if not used:
                self._live[id] = request = Request(id, self.send, self._guard, self._nudged.set)
                self._queue.put((request, op, params))
        if used:
            self.send(_error(id, "duplicate_id", op[:64]))

    def _cancel(self, id: str) -> None:
        with self._lock:
            request = self._live.get(id)
            if request is None:  # its answer crossed the cancel
                return
            request.cancel()
            if id in self._started:
                return
            self._forget(id)
        request.finish(encode("cancelled", id=id))

    def _busy(self) -> list[str]:
        with self._lock:
            return list(self._live)

    def _forget(self, id: str) -> None:
        self._live.pop(id, None)
        self._started.discard(id)
        self._used.append(id)

    # Work (other threads)

    def _thread(self, target: Any, name: str) -> None:
        threading.Thread(target=target, name=name, daemon=True).start()

    def _load(self, module: str) -> None:
        try:
            engine = importlib.import_module(module)
            self._ops = dict(engine.OPS)
            workers = int(engine.WORKERS)
        except BaseException:
            traceback.print_exc()
            self.end(EXIT_CANNOT_LOAD)
        self.send(encode("ready", ops=sorted(self._ops)))
        for number in range(workers):
            self._thread(self._work, f"worker-{number}")

    def _work(self) -> NoReturn:
        while True:
            request, op, params = self._queue.get()
            with self._lock:
                if self._live.get(request.id) is not request:  # cancelled while it waited
                    continue
                self._started.add(request.id)
            frame, good = self._perform(request, op, params)
            if good:
                request.keep_scratch()
            else:
                request.remove_scratch()
            request.finish(frame)
            with self._lock:  # after the answer: a pong never says "not busy" before it
                self._forget(request.id)

    def _perform(self, request: Request, op: str, params: Mapping[str, Any]) -> tuple[bytes, bool]:
        """Return the last frame of the request and whether it is a success."""
        id = request.id
        try:
            request.check()
            handler = self._ops.get(op)
            if handler is None:
                raise EngineError("unknown_op", op[:64])
            value = handler(request, params)
            request.check()
            return encode("result", id=id, value=dict(value)), True
        except Cancelled:
            return encode("cancelled", id=id), False
        except EngineError as error:
            return _error(id, error.code, error.detail, error.params), False
        except MemoryError:
            return _error(id, "out_of_memory", _trace()), False
        except OSError as error:
            return _error(id, _OS_CODES.get(error.errno or 0, "internal"), _trace()), False
        except BaseException:
            return _error(id, "internal", _trace()), False

    def _tick(self) -> NoReturn:
        beat_at = 0.0
        while True:
            now = time.monotonic()
            if now >= beat_at:
                beat_at = now + HEARTBEAT_S
                self.send(encode("heartbeat", busy=self._busy(), rss=resident_bytes()))
            self._nudged.clear()
            with self._lock:
                live = list(self._live.values())
            for request in live:
                request.flush()
            if any(request.waiting for request in live):
                time.sleep(PROGRESS_EVERY_S / 2)
            else:
                self._nudged.wait(max(0.0, beat_at - time.monotonic()))

    # End

    def on_terminate(self, number: int, frame: FrameType | None) -> None:
        """SIGTERM: leave nothing behind."""
        if not self._ending:  # it may interrupt this very thread in end(), holding locks
            self.end(0)

    def end(self, code: int) -> NoReturn:
        """Cancel everything, remove the scratch files and end the process, whatever its threads do."""
        self._ending = True
        with self._lock:
            requests = list(self._live.values())
            for request in requests:
                request.cancel()
        clean = [request.remove_scratch() for request in requests]
        deadline = time.monotonic() + OPEN_FILES_LIMIT_S
        while not all(clean) and time.monotonic() < deadline:
            time.sleep(0.005)
            clean = [request.remove_scratch() for request in requests]
        os._exit(code)


def _woken_by_signals() -> int | None:
    """Return the end of a pipe that has something to read after each signal; None on Windows, where none come."""
    if sys.platform == "win32":
        return None
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    return woken


def _error(id: str, code: str, detail: str = "", params: Mapping[str, Any] | None = None) -> bytes:
    detail = detail if len(detail) <= MAX_DETAIL else "…" + detail[-MAX_DETAIL:]
    try:
        return encode("error", id=id, code=code, params=dict(params or {}), detail=detail)
    except ValueError:
        return encode("error", id=id, code=code, params={}, detail=detail)


def _trace() -> str:
    text = traceback.format_exc()
    print(text, file=sys.stderr)  # noqa: T201
    return text
