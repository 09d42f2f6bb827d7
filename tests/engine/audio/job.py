"""A request context that keeps what a handler says."""

from __future__ import annotations

from typing import Any

from engine.errors import Cancelled


class RecordingJob:
    def __init__(self, cancel_after: int | None = None) -> None:
        self.payloads: list[bytes] = []
        self.meta: list[dict[str, Any]] = []
        self.progress_seen: list[tuple[str, float, float]] = []
        self.checks = 0
        self._cancel_after = cancel_after

    def progress(self, stage: str, done: float, total: float) -> None:
        self.progress_seen.append((stage, done, total))

    def check(self) -> None:
        self.checks += 1
        if self._cancel_after is not None and self.checks > self._cancel_after:
            raise Cancelled

    def data(self, payload: bytes, **meta: Any) -> None:
        self.payloads.append(payload)
        self.meta.append(meta)

    def scratch(self, path: str) -> None:
        raise AssertionError("media requests write no files")
