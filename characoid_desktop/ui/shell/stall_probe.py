"""Measures how long the event loop did not come round. Off until started; benchmarks use it."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer

INTERVAL_MS = 5
KEEP = 2_000_000  # ticks, 2.8 hours: 16 MB at most


@dataclass(frozen=True, slots=True)
class LoopGaps:
    """Times between two ticks of a 5 ms timer, in milliseconds.

    The timer's own interval is part of each, so a figure is never smaller than the true gap.
    """

    count: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    over_50_ms: int


class EventLoopProbe(QObject):
    """A tick every 5 ms in the GUI thread; the time between two ticks shows what kept the loop busy."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._gaps = array("d")
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def start(self) -> None:
        """Forget earlier gaps and begin."""
        self._gaps = array("d")
        self._last = perf_counter()
        self._timer.start()

    def stop(self) -> LoopGaps:
        """End measuring and return what was seen, the gap that is still open included."""
        if self._timer.isActive():
            self._tick()
            self._timer.stop()
        return self.gaps()

    def gaps(self) -> LoopGaps:
        """What was seen so far; all zero before the first tick."""
        ordered = sorted(self._gaps)
        if not ordered:
            return LoopGaps(0, 0.0, 0.0, 0.0, 0)

        def at(share: float) -> float:
            """The nearest-rank percentile."""
            return ordered[max(0, math.ceil(share * len(ordered)) - 1)]

        return LoopGaps(len(ordered), at(0.5), at(0.99), ordered[-1], sum(gap > 50.0 for gap in ordered))

    def _tick(self) -> None:
        now = perf_counter()
        if len(self._gaps) < KEEP:
            self._gaps.append((now - self._last) * 1000)
        self._last = now
