"""What is read of a document, and for how long."""

from __future__ import annotations

import time

from engine.errors import EngineError
from engine.job import JobContext

MAX_FILE_BYTES = 512 * 1024 * 1024
MAX_TEXT_FILE_BYTES = 64 * 1024 * 1024  # plain text, HTML, CSV …: every byte of them is text
MAX_CHARS = 10_000_000  # some twenty thick books
MAX_CPU_S = 240.0  # before the wall of engine/limits.py
MAX_MARKS = 200_000


class Watch:
    """``check`` is called wherever there is a loop: it passes a cancel on, and an end of patience."""

    def __init__(self, job: JobContext) -> None:
        self._job = job
        self._until = time.thread_time() + MAX_CPU_S

    def check(self) -> None:
        """Raises Cancelled; EngineError ``document_too_slow``."""
        self._job.check()
        if time.thread_time() > self._until:
            raise EngineError("document_too_slow", minutes=round(MAX_CPU_S / 60))

    def progress(self, done: float, total: float) -> None:
        self._job.progress("read", done, total)
