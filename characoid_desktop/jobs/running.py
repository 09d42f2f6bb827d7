"""One unfinished job inside the queue: its phase, its task, and its progress, thinned out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.i18n import Text
from characoid_desktop.jobs.models import Job, JobError, JobProgress
from characoid_desktop.jobs.progress import ProgressTracker

PROGRESS_GAP_S = 0.1  # at most ten progress events a second for each job


class Phase(StrEnum):
    """Where the queue is with a job; finer than its state, and not stored."""

    QUEUED = "queued"
    STARTING = "starting"  # its "running" is being stored
    RUNNING = "running"  # the handler works
    FINISHING = "finishing"  # the handler returned; the end is being stored and can no longer change
    STOPPING = "stopping"  # its end is decided (cancelled, interrupted), the handler has not yet let go
    GONE = "gone"

    @property
    def holds_lane(self) -> bool:
        return self not in (Phase.QUEUED, Phase.GONE)


class Entry:
    """A job from its submission until its handler has let go.

    ``task`` runs the handler. ``released`` is set when nothing of the job runs any more.
    """

    def __init__(self, job: Job, clock: Clock, on_progress: Callable[[Job], object]) -> None:
        self.job = job
        self.phase = Phase.QUEUED
        self.task: asyncio.Task[Mapping[str, Any] | JobError] | None = None
        self.released = asyncio.Event()
        self._tracker = ProgressTracker(clock)
        self._on_progress = on_progress
        self._timer: asyncio.TimerHandle | None = None
        self._shown_at = float("-inf")
        self._newest: JobProgress | None = None

    def report(self, stage: Text, fraction: float | None) -> None:
        """Take the handler's progress; reports after the end are ignored."""
        if self.phase is not Phase.RUNNING:
            return
        self._newest = self._tracker.update(stage, fraction)
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        wait = self._shown_at + PROGRESS_GAP_S - loop.time()
        if wait <= 0:
            self._show()
        else:
            self._timer = loop.call_later(wait, self._show)

    def _show(self) -> None:
        self._timer = None
        if self._newest is None or self.phase is not Phase.RUNNING:
            return
        self._shown_at = asyncio.get_running_loop().time()
        self.job = replace(self.job, progress=self._newest)
        self._on_progress(self.job)

    def stop_showing(self) -> None:
        """No progress event comes after this."""
        self._newest = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
