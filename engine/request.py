"""One request inside the child: the JobContext that its handler works with. Standard library only."""

from __future__ import annotations

import contextlib
import math
import os
import threading
import time
from collections.abc import Callable
from typing import Any

from engine.errors import Cancelled
from engine.guard import Guard
from engine.protocol import data_header, encode

PROGRESS_EVERY_S = 0.1


class Request:
    """Implements engine.job.JobContext. ``send`` writes whole frames in order, from any thread."""

    def __init__(
        self, id: str, send: Callable[..., None], guard: Guard, nudge: Callable[[], None]
    ) -> None:
        self.id = id
        self._send = send
        self._guard = guard
        self._nudge = nudge  # asks the ticker to call flush() later
        self._cancelled = threading.Event()
        self._lock = threading.RLock()  # progress and the last frame; held while a write waits for the app
        self._scratch_lock = threading.Lock()  # never held while writing to the app: the end needs it
        self._over = False
        self._scratch: list[str] = []
        self._latest: tuple[str, float, float] | None = None
        self._sent_at = -math.inf

    # What a handler calls

    def progress(self, stage: str, done: float, total: float) -> None:
        done, total = (float(n) if math.isfinite(n) else 0.0 for n in (done, total))
        with self._lock:
            self._latest = (str(stage)[:64], done, total)
            if not self.flush():
                self._nudge()

    def check(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled

    def data(self, payload: bytes, **meta: Any) -> None:
        view = memoryview(payload).cast("B")
        with self._lock:
            self.check()
            self._send(data_header(self.id, len(view), meta), view)

    def scratch(self, path: str) -> None:
        with self._scratch_lock:
            self.check()
            self._scratch.append(os.fspath(path))
            self._guard.add(os.fspath(path))

    # What the host calls

    def cancel(self) -> None:
        self._cancelled.set()

    @property
    def waiting(self) -> bool:
        """Whether progress was held back that is still to be sent."""
        return self._latest is not None

    def flush(self) -> bool:
        """Send the latest progress unless the last one is too fresh; return whether nothing is held back."""
        with self._lock:
            if self._latest is None or self._over:
                return True
            now = time.monotonic()
            if now - self._sent_at < PROGRESS_EVERY_S:
                return False
            (stage, done, total), self._latest = self._latest, None
            self._sent_at = now
            self._send(encode("progress", id=self.id, stage=stage, done=done, total=total))
            return True

    def finish(self, frame: bytes) -> None:
        """Send the last frame of this request; nothing of it follows."""
        with self._lock:
            self._over = True
            self._send(frame)

    def keep_scratch(self) -> None:
        """Success: what was scratch is a result now."""
        with self._scratch_lock:
            for path in self._scratch:
                self._guard.drop(path)
            self._scratch.clear()

    def remove_scratch(self) -> bool:
        """Remove the scratch files; return False when one of them is still there."""
        with self._scratch_lock:
            left = [path for path in self._scratch if not _removed(path)]
            for path in self._scratch:
                if path not in left:
                    self._guard.drop(path)
            self._scratch = left
            return not left


def _removed(path: str) -> bool:
    with contextlib.suppress(OSError, ValueError):
        if os.path.isdir(path) and not os.path.islink(path):  # noqa: PTH112, PTH114
            import shutil

            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)  # noqa: PTH108
    return not os.path.lexists(path)
