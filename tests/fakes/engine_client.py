"""Speaks with an engine child over plain pipes, without Qt and without the app."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.protocol import Frame, FrameReader, ProtocolError, encode

ROOT = Path(__file__).parents[2]
MODULE = "tests.fakes.engine_ops"
LIMIT_S = 15.0


class EngineClient:
    """A child in a session of its own; use it in a ``with`` block."""

    def __init__(self, *arguments: str, cwd: Path = ROOT, session: bool = True, code: str = "") -> None:
        start = ["-c", code] if code else ["-m", "engine", *(arguments or ("--module", MODULE))]
        self.process = subprocess.Popen(
            [sys.executable, "-P", *start],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=session,
        )  # fmt: skip
        self._reader = FrameReader()
        self._items: deque[Frame | ProtocolError] = deque()
        self.seen: list[Frame] = []

    def __enter__(self) -> EngineClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        self.process.wait()

    def send(self, kind: str, **fields: Any) -> None:
        self.send_raw(encode(kind, **fields))

    def send_raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def job(self, id: str, op: str, **params: Any) -> None:
        self.send("job", id=id, op=op, params=params)

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def next(self, limit_s: float = LIMIT_S) -> Frame:
        """The next frame; a refused one or the end of output fails the test."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + limit_s
        while not self._items:
            left = deadline - time.monotonic()
            ready = select.select([self.process.stdout], [], [], max(0.0, left))[0]
            assert ready, f"no frame within {limit_s} s"
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            assert data, "the child closed its output"
            self._items.extend(self._reader.feed(data))
        item = self._items.popleft()
        assert isinstance(item, Frame), item
        self.seen.append(item)
        return item

    def until(self, wanted: str | Callable[[Frame], object], limit_s: float = LIMIT_S) -> Frame:
        """The next frame of that kind (or that fits)."""
        fits = wanted if callable(wanted) else lambda frame: frame.kind == wanted
        deadline = time.monotonic() + limit_s
        while True:
            frame = self.next(max(0.01, deadline - time.monotonic()))
            if fits(frame):
                return frame

    def answer(self, id: str, limit_s: float = LIMIT_S) -> Frame:
        return self.until(lambda f: f.id == id and f.kind in ("result", "error", "cancelled"), limit_s)

    def wait(self, limit_s: float = LIMIT_S) -> int:
        return self.process.wait(limit_s)

    def log(self) -> str:
        """All of standard error; waits for the end of the child."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()
