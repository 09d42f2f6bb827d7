"""Runs unfinished jobs, lane by lane, and knows where each of them is."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.jobs.ends import Ends, as_app_error
from characoid_desktop.jobs.handlers import JobContext, JobHandler, attempt, tidy
from characoid_desktop.jobs.models import Job, JobError, JobState
from characoid_desktop.jobs.repository import IllegalTransition, JobRepository
from characoid_desktop.jobs.running import Entry, Phase

CLEANUP_LIMIT_S = 5.0  # one handler's cleanup
STOP_LIMIT_S = 3.0  # what handlers get to let go when the app quits
_log = logging.getLogger(__name__)


class Lanes:
    """The scheduler inside the queue: so many jobs at once in each lane, in the order of submission
    unless some were moved to the front.

    Nothing starts while ``held`` is true. ``limits`` maps a lane to how many run at once in it.
    """

    def __init__(self, repository: JobRepository, ends: Ends, clock: Clock, limits: Mapping[str, int],
                 handlers: Mapping[str, JobHandler], changed: Event[Job],
                 on_trouble: Callable[[AppError], object]) -> None:
        self.entries: dict[str, Entry] = {}
        self.held = True
        self._repository = repository
        self._ends = ends
        self._clock = clock
        self._limits = limits
        self._handlers = handlers
        self._changed = changed
        self._on_trouble = on_trouble
        self._waiting: dict[str, list[tuple[int, int, str]]] = {}  # (rank, seq, id): heaps
        self._rank: dict[str, int] = {}  # of jobs that were moved; the others have 0
        self._front = 0
        self._supervisors = TaskScope("jobs")
        self._work = TaskScope("job handlers")

    def adopt(self, jobs: Iterable[Job]) -> None:
        """Take in queued jobs that are on the disk, and start what may start."""
        for job in jobs:
            if job.id in self.entries:
                continue
            self.entries[job.id] = Entry(job, self._clock, self._changed.emit)
            self._queue(job)
            self._changed.emit(job)
        self.pump()

    def _queue(self, job: Job) -> None:
        heapq.heappush(self._waiting.setdefault(job.lane, []), (self._rank.get(job.id, 0), job.seq, job.id))

    def move_first(self, job_ids: Sequence[str]) -> None:
        """Let waiting jobs run before all others of their lanes, in the order given."""
        here = [id for id in job_ids if id in self.entries and self.entries[id].phase is Phase.QUEUED]
        self._front -= len(here)
        self._rank |= {id: self._front + place for place, id in enumerate(here)}
        for waiting in self._waiting.values():
            waiting[:] = [(self._rank.get(id, 0), seq, id) for _, seq, id in waiting]
            heapq.heapify(waiting)

    def waiting(self, lane: str) -> tuple[Job, ...]:
        """Return the jobs of a lane that wait, in the order in which they will run."""
        entries = [self.entries.get(id) for _, _, id in sorted(self._waiting.get(lane, ()))]
        return tuple(entry.job for entry in entries if entry is not None and entry.phase is Phase.QUEUED)

    @property
    def unfinished(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries.values() if not entry.job.state.is_over)

    async def aclose(self) -> None:
        """Give handlers STOP_LIMIT_S seconds to let go, then cancel what is left; start nothing more."""
        self.held = True
        try:
            async with asyncio.timeout(STOP_LIMIT_S):
                for entry in tuple(self.entries.values()):
                    await entry.released.wait()
        except TimeoutError:
            kinds = sorted({entry.job.kind for entry in self.entries.values()})
            _log.error("jobs did not let go within %g s: %s", STOP_LIMIT_S, ", ".join(kinds))
        await self._work.aclose()
        await self._supervisors.aclose()

    def pump(self) -> None:
        """Start what may start now."""
        if self.held:
            return
        for lane, waiting in self._waiting.items():
            while waiting and self._held(lane) < self._limits.get(lane, 1):
                entry = self.entries.get(heapq.heappop(waiting)[2])
                if entry is not None and entry.phase is Phase.QUEUED and entry.job.kind in self._handlers:
                    entry.phase = Phase.STARTING
                    self._supervisors.start(self._supervise(entry), name=f"{entry.job.kind} {entry.job.id[:8]}")

    def _held(self, lane: str) -> int:
        return sum(1 for e in self.entries.values() if e.job.lane == lane and e.phase.holds_lane)

    async def _supervise(self, entry: Entry) -> None:
        """Run one job from start to end. This task is never cancelled by a cancel of the job."""
        handler = self._handlers[entry.job.kind]
        try:
            if not await self._begin(entry):
                return
            context = JobContext(entry.report)
            entry.task = self._work.start(attempt(handler, entry.job, context), name=entry.job.kind)
            await asyncio.wait({entry.task})
            if entry.phase is Phase.RUNNING:
                await self._finish(entry, entry.task)
            else:
                # Cancelled; a result that comes all the same is dropped, like what it left behind.
                await tidy(handler, entry.job, CLEANUP_LIMIT_S)
        finally:
            self._let_go(entry)

    async def _begin(self, entry: Entry) -> bool:
        """Store that the job runs; False when it must not run after all."""
        running = replace(entry.job, state=JobState.RUNNING, started_at=self._clock.now())
        try:
            await self._repository.store([running])
        except IllegalTransition:
            # Cancelled on the disk while it was on its way here.
            entry.job = await self._repository.get(entry.job.id) or entry.job
            self._changed.emit(entry.job)
            return False
        except Exception as error:
            if not isinstance(error, AppError):
                _log.exception("that a job runs could not be stored")
            self._on_trouble(as_app_error(error))
            if entry.phase is Phase.STARTING:  # not cancelled meanwhile: it waits for better times
                entry.phase = Phase.QUEUED
                self._queue(entry.job)
            return False
        if entry.phase is not Phase.STARTING:
            return False
        self._show(entry, running)
        entry.phase = Phase.RUNNING
        return True

    async def _finish(self, entry: Entry, task: asyncio.Task[Mapping[str, Any] | JobError]) -> None:
        entry.phase = Phase.FINISHING
        entry.stop_showing()
        now = self._clock.now()
        if task.cancelled():
            # Not by us: a scope was closed under the handler.
            ended = replace(entry.job, state=JobState.INTERRUPTED)
        else:
            outcome = task.result()
            if isinstance(outcome, JobError):
                ended = replace(entry.job, state=JobState.FAILED, error=outcome)
            else:
                ended = replace(entry.job, state=JobState.COMPLETED, result=outcome)
        ended = replace(ended, finished_at=now, progress=None)
        self._ends.note([ended])
        await self._ends.save()
        self._show(entry, ended)

    async def end_early(self, entries: Sequence[Entry], end: JobState) -> None:
        """End queued and running jobs; those that already finish are waited for and keep their end."""
        now = self._clock.now()
        for entry in entries:
            done = entry.task is not None and entry.task.done()
            if entry.phase not in (Phase.QUEUED, Phase.STARTING, Phase.RUNNING) or done:
                continue
            waits = entry.phase is Phase.QUEUED
            entry.phase = Phase.STOPPING
            entry.stop_showing()
            if entry.task is not None:
                entry.task.cancel()
            job = replace(entry.job, state=end, finished_at=now, progress=None)
            self._ends.note([job])
            # Shown before it is stored: a locked database must not delay a Cancel.
            self._show(entry, job)
            if waits:
                self._forget(entry)
        self.pump()
        await asyncio.shield(self._supervisors.start(self._ends.save(), name="save"))
        for entry in entries:
            if not entry.job.state.is_over:  # was about to end by itself
                await entry.released.wait()

    def _show(self, entry: Entry, job: Job) -> None:
        if not entry.job.state.can_become(job.state):
            raise IllegalTransition(f"job {job.id}: {entry.job.state} cannot become {job.state}")
        entry.job = job
        self._changed.emit(job)

    def _let_go(self, entry: Entry) -> None:
        if entry.phase is Phase.QUEUED:  # back in the queue after trouble
            return
        was_stopping = entry.phase is Phase.STOPPING
        self._forget(entry)
        if was_stopping:
            self._changed.emit(entry.job)  # same state, but no longer "stopping"
        self.pump()

    def _forget(self, entry: Entry) -> None:
        entry.phase = Phase.GONE
        self.entries.pop(entry.job.id, None)
        self._rank.pop(entry.job.id, None)
        entry.released.set()
