"""How far a job is, and for how long it will still run: never backwards, never out of thin air."""

from __future__ import annotations

import math

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.i18n import Text
from characoid_desktop.jobs.models import JobProgress

FIRST_ESTIMATE_S = 2.0  # earlier, a guess rests on start-up costs
FIRST_ESTIMATE_FRACTION = 0.02
SMOOTHING_S = 8.0  # time constant of the speed; a change of speed counts for 63 % after it
SAMPLE_S = 0.25  # closer reports are taken together
LONGEST_S = 100 * 3600.0  # beyond it the work hardly moves, and a number would mean nothing


class ProgressTracker:
    """Turns the reports of one job into what is shown.

    The speed is smoothed exponentially over the monotonic clock, with weight 1 − exp(−Δt / SMOOTHING_S) for
    the newest Δt, so that irregular reports count by their length.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._fraction: float | None = None
        self._start: tuple[float, float] | None = None  # (time, fraction) of the first known fraction
        self._sample = (0.0, 0.0)
        self._speed: float | None = None  # fraction a second

    def update(self, stage: Text, fraction: float | None) -> JobProgress:
        """Take a report; ``fraction`` outside 0..1 is clamped, NaN and steps back are ignored.

        A report without a fraction keeps the last known one.
        """
        now = self._clock.monotonic()
        if fraction is not None and not math.isnan(fraction):
            known = self._fraction or 0.0
            self._fraction = max(known, min(1.0, max(0.0, fraction)))
            self._measure(now, self._fraction)
        return JobProgress(stage, self._fraction, self._remaining(now))

    def _measure(self, now: float, fraction: float) -> None:
        if self._start is None:
            self._start = self._sample = (now, fraction)
            return
        last_time, last_fraction = self._sample
        elapsed = now - last_time
        if elapsed < SAMPLE_S:
            return
        speed = (fraction - last_fraction) / elapsed
        if self._speed is None:
            self._speed = speed
        else:
            self._speed += (1 - math.exp(-elapsed / SMOOTHING_S)) * (speed - self._speed)
        self._sample = (now, fraction)

    def _remaining(self, now: float) -> float | None:
        if self._start is None or self._fraction is None or self._speed is None:
            return None
        first_time, first_fraction = self._start
        if now - first_time < FIRST_ESTIMATE_S or self._fraction - first_fraction < FIRST_ESTIMATE_FRACTION:
            return None
        if self._speed <= 0:
            return None
        since_sample = now - self._sample[0]
        remaining = max(0.0, (1.0 - self._sample[1]) / self._speed - since_sample)
        return remaining if remaining <= LONGEST_S else None
