"""The durable queue of long work.

A job that was submitted survives a crash of the app. What a crash (or quitting) left unfinished comes back
as *interrupted*, the waiting ones too: nothing heavy starts by itself when the app does, and one click
(:meth:`JobQueue.retry_many`) starts all of it again.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.jobs.ends import Ends
from characoid_desktop.jobs.handlers import JobHandler, tidy
from characoid_desktop.jobs.lanes import Lanes
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.jobs.repository import IllegalTransition, JobRepository, NewJob, to_json
from characoid_desktop.jobs.running import Phase

CLEANUP_LIMIT_S = 5.0  # one handler's cleanup
STOP_LIMIT_S = 3.0  # what handlers get to let go when the app quits
TRY_AGAIN_S = 30.0  # after the database refused a change; longer than it waits for a lock
DEFAULT_LANES: Mapping[str, int] = {"compute": 1, "io": 2}
_log = logging.getLogger(__name__)


class JobNotFound(AppError):
    code = "job_not_found"


class JobNotRetryable(AppError):
    code = "job_not_retryable"


@dataclass(frozen=True, slots=True)
class JobRequest:
    """What to submit; ``params`` are plain JSON values."""

    kind: str
    title: Text
    params: Mapping[str, Any]


class JobQueue:
    """Runs jobs lane by lane in the order of submission.

    ``changed`` fires with the job at every change of state and for progress (at most ten times a second
    for each job). ``paused_changed`` fires with the new value, ``order_changed`` when waiting jobs were moved.
    ``trouble`` fires when the database refuses
    a change of state: the queue then pauses and what runs goes on. It resumes by itself when the database took
    a new job, or after ``try_again_s`` seconds.
    """

    def __init__(self, db: Database, clock: Clock, lanes: Mapping[str, int] = DEFAULT_LANES, *,
                 try_again_s: float = TRY_AGAIN_S) -> None:
        self.changed: Event[Job] = Event()
        self.paused_changed: Event[bool] = Event()
        self.order_changed: Event[None] = Event()
        self.trouble: Event[AppError] = Event()
        self._repository = JobRepository(db)
        self._db = db
        self._clock = clock
        self._limits = dict(lanes)
        self._handlers: dict[str, JobHandler] = {}
        self._ends = Ends(self._repository, self._in_trouble)
        self._lanes = Lanes(self._repository, self._ends, clock, self._limits, self._handlers, self.changed,
                            self._in_trouble)
        self._paused = False
        self._try_again_s = try_again_s
        self._recovering: asyncio.Task[None] | None = None  # only while trouble holds the queue
        self._started = False
        self._closing = False
        self._tidied = False
        self._turned_away: set[str] = set()  # cancelled before they arrived
        self._retrying = asyncio.Lock()
        self._scope = TaskScope("jobs", _report)

    def register(self, handler: JobHandler) -> None:
        """Add the handler of a kind; raises ValueError for a kind twice or an unknown lane."""
        if handler.kind in self._handlers:
            raise ValueError(f"two handlers for {handler.kind} jobs")
        if handler.lane not in self._limits:
            raise ValueError(f"no lane {handler.lane}")
        self._handlers[handler.kind] = handler

    async def start(self, *, resume_queued: bool = False) -> tuple[Job, ...]:
        """Take over from the last life of the app; returns the jobs that are now interrupted, oldest first.

        Running ones are always interrupted, and their handlers clean up before anything new runs. Queued
        ones are interrupted too, or with ``resume_queued`` wait again.
        """
        if self._started:
            raise RuntimeError("the queue was started before")
        states = [JobState.RUNNING] if resume_queued else [JobState.RUNNING, JobState.QUEUED]
        now = self._clock.now()
        found = await self._repository.interrupt_unfinished(now, states)
        self._started = True
        if resume_queued:
            self._adopt(job for job in await self._repository.queued() if job.kind in self._handlers)
        self._scope.start(self._tidy_up([job for job in found if job.state is JobState.RUNNING]))
        return tuple(replace(job, state=JobState.INTERRUPTED, finished_at=now) for job in found)

    async def _tidy_up(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            if job.kind in self._handlers:
                await tidy(self._handlers[job.kind], job, CLEANUP_LIMIT_S)
        self._tidied = True
        self._hold_or_run()

    # --- submit ---------------------------------------------------------------------------------

    async def submit(
        self, kind: str, title: Text, params: Mapping[str, Any], *, tx: Transaction | None = None,
    ) -> Job:
        """Add one job; see :meth:`submit_many`."""
        return (await self.submit_many([JobRequest(kind, title, params)], tx=tx))[0]

    async def submit_many(
        self, requests: Sequence[JobRequest], *, tx: Transaction | None = None,
    ) -> tuple[Job, ...]:
        """Add jobs together and return them: all are on the disk then, or none (an error is raised).

        With ``tx`` they join the caller's unit of work: they are on the disk, and run, once that is committed.
        Raises ValueError for a kind without handler, TypeError for params or a title that are not JSON.
        """
        new: list[NewJob] = []
        for request in requests:
            to_json([request.params, request.title.to_json()])
            new.append(NewJob(uuid.uuid4().hex, request.kind, request.title, request.params,
                              self._handler(request.kind).lane))
        return await self._add(new, tx)

    async def _add(self, new: Sequence[NewJob], tx: Transaction | None = None) -> tuple[Job, ...]:
        self._check_open()
        if not new:
            return ()
        if tx is not None:
            jobs = await self._repository.insert(tx, new, self._clock.now())
            self._scope.start(self._adopt_after(jobs), name="adopt")
            return tuple(jobs)
        # In a task of its own: who waits may be cancelled, and the jobs must not be lost between the
        # commit and the queue.
        adding = self._scope.start(self._insert(new), name="insert")
        return await asyncio.shield(adding)

    async def _insert(self, new: Sequence[NewJob]) -> tuple[Job, ...]:
        async with self._db.transaction() as tx:
            jobs = await self._repository.insert(tx, new, self._clock.now())
        self._adopt(jobs)
        if self._recovering is not None:
            self.resume()
        return tuple(jobs)

    async def _adopt_after(self, jobs: Sequence[Job]) -> None:
        """Take in jobs that a caller's unit of work added, once that is committed (else none are found)."""
        self._adopt(await self._repository.committed([job.id for job in jobs]))

    def _adopt(self, jobs: Iterable[Job]) -> None:
        if not self._closing:  # else they stay queued on the disk, and are interrupted at the next start
            self._lanes.adopt([job for job in jobs if job.id not in self._turned_away])

    def _hold_or_run(self) -> None:
        self._lanes.held = self._paused or self._closing or not self._tidied
        self._lanes.pump()

    def _handler(self, kind: str) -> JobHandler:
        try:
            return self._handlers[kind]
        except KeyError:
            raise ValueError(f"no handler for {kind} jobs") from None

    def _check_open(self) -> None:
        if self._closing or not self._started:
            raise RuntimeError("the queue is not open")

    # --- look -----------------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def busy(self) -> bool:
        """Whether anything waits, runs or is still letting go."""
        return bool(self._lanes.entries)

    def list_active(self) -> tuple[Job, ...]:
        """Queued and running jobs in the order of submission, with progress."""
        return tuple(sorted((entry.job for entry in self._lanes.unfinished), key=lambda job: job.seq))

    def is_stopping(self, job_id: str) -> bool:
        """Whether the job is cancelled but its handler has not let go yet."""
        entry = self._lanes.entries.get(job_id)
        return entry is not None and entry.phase is Phase.STOPPING

    async def get(self, job_id: str) -> Job | None:
        """Return a job of any state, with its progress while it runs."""
        return self._known(job_id) or await self._repository.get(job_id)

    async def history(self, limit: int = 100, before_seq: int | None = None) -> tuple[Job, ...]:
        """Jobs that are over, newest first; ``before_seq`` of the last one gives the next page."""
        jobs = await self._repository.history(limit, before_seq)
        unsaved = [j for j in self._ends.unsaved if before_seq is None or j.seq < before_seq]
        merged = {job.id: job for job in (*jobs, *unsaved)}
        return tuple(sorted(merged.values(), key=lambda job: -job.seq)[:limit])

    def _known(self, job_id: str) -> Job | None:
        entry = self._lanes.entries.get(job_id)
        return entry.job if entry is not None else self._ends.get(job_id)

    # --- cancel, retry, pause -------------------------------------------------------------------

    def move_first(self, job_ids: Sequence[str]) -> None:
        """Let waiting jobs run before the others of their lanes, in the order given; what runs goes on.

        An order lives as long as the queue: what waits when the app ends is interrupted anyway.
        """
        self._lanes.move_first(job_ids)
        self.order_changed.emit(None)

    def waiting(self, lane: str) -> tuple[Job, ...]:
        """Return the jobs of a lane that wait, in the order in which they will run."""
        return self._lanes.waiting(lane)

    async def cancel(self, job_id: str) -> Job:
        """Cancel a job and return it as it is then; one that is over stays as it is.

        The state is cancelled at once. The handler of a running one gets a CancelledError and keeps its
        lane until it has let go (:meth:`is_stopping`). Raises JobNotFound.
        """
        entry = self._lanes.entries.get(job_id)
        if entry is None:
            return await self._cancel_unadopted(job_id)
        await self._lanes.end_early([entry], JobState.CANCELLED)
        return entry.job

    async def _cancel_unadopted(self, job_id: str) -> Job:
        job = self._ends.get(job_id) or await self._repository.get(job_id)
        if job is None:
            raise JobNotFound(Text.of("This entry is no longer there."))
        if job_id in self._lanes.entries:  # arrived while we looked
            return await self.cancel(job_id)
        if job.state.is_over:
            return job
        # Committed in a caller's unit of work, on its way into the queue: it must not arrive any more.
        self._turned_away.add(job_id)
        cancelled = replace(job, state=JobState.CANCELLED, finished_at=self._clock.now())
        try:
            await self._repository.store([cancelled])
        except IllegalTransition:  # somebody else ended it while we looked
            return await self._repository.get(job_id) or cancelled
        self.changed.emit(cancelled)
        return cancelled

    async def cancel_many(self, job_ids: Sequence[str]) -> tuple[Job, ...]:
        """Cancel several jobs together, so that none of them starts meanwhile; see :meth:`cancel`."""
        known = self._lanes.entries
        entries = [known[id] for id in dict.fromkeys(job_ids) if id in known]
        await self._lanes.end_early([e for e in entries if not e.job.state.is_over], JobState.CANCELLED)
        ended = {entry.job.id: entry.job for entry in entries}
        for job_id in job_ids:
            if job_id not in ended:
                ended[job_id] = await self.cancel(job_id)
        return tuple(ended[job_id] for job_id in job_ids)

    async def cancel_all(self) -> tuple[Job, ...]:
        """Cancel everything that waits or runs; returns those jobs."""
        entries = self._lanes.unfinished
        await self._lanes.end_early(entries, JobState.CANCELLED)
        return tuple(entry.job for entry in entries)

    async def retry(self, job_id: str) -> Job:
        """Submit the same work again; raises JobNotFound and JobNotRetryable.

        While a retry of this job waits or runs, that one is returned: a double click starts one.
        """
        return (await self.retry_many([job_id]))[0]

    async def retry_many(self, job_ids: Sequence[str]) -> tuple[Job, ...]:
        """Submit several jobs again, all or none; see :meth:`retry`."""
        async with self._retrying:
            return await self._retry_many(job_ids)

    async def _retry_many(self, job_ids: Sequence[str]) -> tuple[Job, ...]:
        self._check_open()
        again = {job.retry_of: job for job in self.list_active() if job.retry_of is not None}
        new: list[NewJob] = []
        for job_id in dict.fromkeys(job_ids):
            job = await self.get(job_id)
            if job is None:
                raise JobNotFound(Text.of("This entry is no longer there."))
            if not job.state.can_retry or job.kind not in self._handlers:
                raise JobNotRetryable(Text.of("“{title}” cannot be tried again.", title=job.title))
            if job_id not in again:
                new.append(NewJob(uuid.uuid4().hex, job.kind, job.title, job.params,
                                  self._handler(job.kind).lane, job.attempt + 1, job.id))
        again |= {job.retry_of: job for job in await self._add(new)}
        return tuple(again[job_id] for job_id in job_ids)

    def pause(self) -> None:
        """Start nothing new until :meth:`resume`; what runs goes on."""
        self._recover_no_more()
        self._set_paused(True)

    def resume(self) -> None:
        """Go on after :meth:`pause`, or after the database refused a change."""
        self._recover_no_more()
        self._set_paused(False)
        if self._ends.unsaved:
            self._scope.start(self._ends.save(), name="save")

    def _set_paused(self, paused: bool) -> None:
        if paused != self._paused:
            self._paused = paused
            self._hold_or_run()
            self.paused_changed.emit(paused)

    async def aclose(self, end: JobState = JobState.INTERRUPTED) -> None:
        """Stop everything: what is unfinished becomes ``end`` (INTERRUPTED or CANCELLED).

        Handlers get STOP_LIMIT_S seconds to let go.
        """
        if self._closing:
            return
        self._closing = True
        self._hold_or_run()
        await self._lanes.end_early(self._lanes.unfinished, end)
        await self._lanes.aclose()
        await self._ends.save()
        await self._scope.aclose()

    # --- trouble --------------------------------------------------------------------------------

    def _in_trouble(self, error: AppError) -> None:
        _log.info("the queue pauses: %s", error.detail or error)
        if not self._paused and not self._closing:  # a pause that was asked for stays
            self._recovering = self._scope.start(self._recover(), name="recover")
        self._set_paused(True)
        self.trouble.emit(error)

    def _recover_no_more(self) -> None:
        if self._recovering is not None:
            self._recovering.cancel()
            self._recovering = None

    async def _recover(self) -> None:
        await asyncio.sleep(self._try_again_s)
        self._recovering = None
        self.resume()


def _report(error: BaseException) -> None:
    """Errors of our own tasks: an expected one reaches whoever waits, so only the others are logged."""
    if not isinstance(error, AppError):
        _log.error("a task of the job queue failed", exc_info=error)
