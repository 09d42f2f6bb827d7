"""Seconds spent by stage."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator


class Stopwatch:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextlib.contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - begin

    def to_json(self) -> dict[str, float]:
        return {stage: round(seconds, 4) for stage, seconds in self.seconds.items()}
