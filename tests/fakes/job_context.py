"""A JobContext for handlers called directly: it records, and cancels where the test says."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any

from engine.errors import Cancelled


class DirectJob:
    """Speaks the interface of engine.job.JobContext. ``cancel_at``: number of the check that cancels."""

    def __init__(self, cancel_at: int | None = None) -> None:
        self.stages: list[tuple[str, float, float]] = []
        self.payloads: list[tuple[bytes, dict[str, Any]]] = []
        self.scratches: list[str] = []
        self.checks = 0
        self.gaps_s: list[float] = []
        self._cancel_at = cancel_at
        self._last = time.thread_time()

    def progress(self, stage: str, done: float, total: float) -> None:
        self.stages.append((stage, done, total))

    def check(self) -> None:
        now = time.thread_time()
        self.gaps_s.append(now - self._last)
        self._last = now
        self.checks += 1
        if self._cancel_at is not None and self.checks >= self._cancel_at:
            raise Cancelled

    def data(self, payload: bytes, **meta: Any) -> None:
        self.payloads.append((payload, meta))

    def scratch(self, path: str) -> None:
        self.scratches.append(path)

    def over(self, success: bool) -> None:
        """What the host does at the end of a request."""
        if not success:
            for path in self.scratches:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)
