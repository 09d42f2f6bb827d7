"""What a kind of job must offer, and what it is given."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.jobs.models import Job, JobError
from characoid_desktop.jobs.repository import to_json

MAX_RESULT_CHARS = 2_000_000
_log = logging.getLogger(__name__)


class JobContext:
    """The ear of a running job: it listens to progress."""

    def __init__(self, report: Callable[[Text, float | None], object]) -> None:
        self._report = report

    def report(self, stage: Text, fraction: float | None = None) -> None:
        """Say what is being done and how far the whole job is (0..1; None: as before or unknown).

        May be called as often as wanted from the event-loop thread; what is shown changes at most ten
        times a second.
        """
        self._report(stage, fraction)

    def report_units(self, stage: Text, done: float, total: float) -> None:
        """The same in units of any kind; ``total`` 0 means that it is not known."""
        self._report(stage, done / total if total > 0 else None)


class JobHandler(Protocol):
    """Runs jobs of one kind."""

    @property
    def kind(self) -> str: ...

    @property
    def lane(self) -> str: ...

    async def run(self, job: Job, ctx: JobContext) -> Mapping[str, Any]:
        """Do the work and return a plain JSON result (not-finite numbers become null).

        An AppError makes the job fail with its sentence. On CancelledError: stop within a second or two,
        leave nothing half-done, re-raise.
        """
        ...

    async def cleanup(self, job: Job) -> None:
        """Remove what ``job`` may have left (scratch files); called after a cancel and, for jobs that a crash
        interrupted, at the next start. Must do no harm when there is nothing to remove.
        """
        ...


async def attempt(handler: JobHandler, job: Job, ctx: JobContext) -> Mapping[str, Any] | JobError:
    """Run ``job`` and return its result or why it failed; only CancelledError comes out."""
    try:
        result = dict(await handler.run(job, ctx))
        if len(to_json(result)) > MAX_RESULT_CHARS:
            raise ValueError(f"the result of a {job.kind} job is too long to be stored")
        return result
    except AppError as error:
        if error.detail:
            _log.info("job %s (%s) failed: %s", job.id, job.kind, error.detail)
        return JobError(error.code, error.sentence, error.safe)
    except Exception:
        _log.exception("job %s (%s) failed unexpectedly", job.id, job.kind)
        return unexpected()


def unexpected() -> JobError:
    """What is shown for a fault of ours."""
    return JobError(
        "unexpected", Text.of("This stopped because of a fault in the app. The log says more."),
        Text.of("The original file is unchanged, and the app keeps running."))


async def tidy(handler: JobHandler, job: Job, limit_s: float) -> None:
    """Let the handler clean up after ``job``, at most ``limit_s`` seconds; a failure is logged only."""
    try:
        async with asyncio.timeout(limit_s):
            await handler.cleanup(job)
    except TimeoutError:
        _log.error("cleaning up after job %s (%s) did not end within %g s", job.id, job.kind, limit_s)
    except Exception:
        _log.exception("cleaning up after job %s (%s) failed", job.id, job.kind)
