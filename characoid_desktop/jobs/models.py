"""A job: long work that outlives a click, one row each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from characoid_desktop.core.i18n import Text


class JobState(StrEnum):
    """QUEUED → RUNNING → COMPLETED, FAILED, CANCELLED or INTERRUPTED (the last two also from QUEUED)."""

    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"  # found unfinished after a crash, or stopped by quitting

    @property
    def is_over(self) -> bool:
        return self not in (JobState.QUEUED, JobState.RUNNING)

    @property
    def can_retry(self) -> bool:
        return self in (JobState.FAILED, JobState.CANCELLED, JobState.INTERRUPTED)

    def can_become(self, later: JobState) -> bool:
        """Whether a job may go from this state to ``later``; what is over stays as it is."""
        if self is JobState.QUEUED:
            return later in (JobState.RUNNING, JobState.CANCELLED, JobState.INTERRUPTED)
        return self is JobState.RUNNING and later.is_over


@dataclass(frozen=True, slots=True)
class JobError:
    """Why a job failed, storable. ``action`` is left to whoever shows it."""

    code: str
    sentence: Text
    safe: Text | None = None


@dataclass(frozen=True, slots=True)
class JobProgress:
    """What a running job shows. ``fraction`` 0..1 never runs backwards; None means unknown.

    ``remaining_s`` is None until an estimate rests on something.
    """

    stage: Text
    fraction: float | None
    remaining_s: float | None


@dataclass(frozen=True, slots=True)
class Job:
    id: str
    kind: str
    title: Text
    params: Mapping[str, Any]
    state: JobState
    lane: str
    seq: int  # order of submission; dates may lie
    attempt: int  # 1 for the first try
    retry_of: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    result: Mapping[str, Any] | None
    error: JobError | None
    progress: JobProgress | None  # only while running, not stored
