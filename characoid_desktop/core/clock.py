"""Time, injectable: durations use the monotonic clock, dates the wall clock in UTC."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The wall clock, aware, UTC. May jump in both directions: never use it for time-outs or order."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go backwards."""
        ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()
