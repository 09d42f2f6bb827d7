"""When everything that was asked for is over: one report for the notification."""

from __future__ import annotations

from pathlib import Path

from characoid_desktop.core.clock import Clock
from characoid_desktop.features.rvc.models import BatchReport
from characoid_desktop.jobs.models import Job, JobState


class Batch:
    """Counts jobs from the first that waits to the moment when none is left."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: set[str] = set()
        self._reset()

    def _reset(self) -> None:
        self._done = self._failed = self._cancelled = self._interrupted = 0
        self._last: Path | None = None
        self._since: float | None = None

    @property
    def total(self) -> int:
        """All jobs of the batch, those that are over included; 0 between batches."""
        return len(self._open) + self._done + self._failed + self._cancelled

    @property
    def left(self) -> int:
        return len(self._open)

    def note(self, job: Job, result: Path | None) -> BatchReport | None:
        """Take a change of a job; returns the report when it was the last one and anything came of it."""
        if not job.state.is_over:
            self._open.add(job.id)
            self._since = self._clock.monotonic() if self._since is None else self._since
            return None
        if job.id not in self._open:
            return None
        self._open.discard(job.id)
        self._done += job.state is JobState.COMPLETED
        self._failed += job.state is JobState.FAILED
        self._cancelled += job.state is JobState.CANCELLED
        self._interrupted += job.state is JobState.INTERRUPTED
        self._last = result or self._last
        if self._open:
            return None
        seconds = self._clock.monotonic() - (self._since or 0.0)
        report = BatchReport(self._done, self._failed, self._cancelled, seconds, self._last)
        # Only stopped by the user, or by quitting: there is nothing to tell.
        tell = bool(report.done or report.failed) and not self._interrupted
        self._reset()
        return report if tell else None
