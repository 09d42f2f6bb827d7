"""Storing how jobs ended, also when the database refuses for a while (full disk, locked by a backup)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.jobs.models import Job
from characoid_desktop.jobs.repository import IllegalTransition, JobRepository

_log = logging.getLogger(__name__)


def as_app_error(error: Exception) -> AppError:
    """Return ``error`` itself, or a plain sentence for what nobody expected."""
    if isinstance(error, AppError):
        return error
    return AppError(Text.of("The state of a job could not be saved. The log says more."),
                    safe=Text.of("Finished files are unchanged."), detail=repr(error))


class Ends:
    """Ends that are decided. What is not stored yet is answered from here and tried again later."""

    def __init__(self, repository: JobRepository, on_trouble: Callable[[AppError], object]) -> None:
        self._repository = repository
        self._on_trouble = on_trouble
        self._unsaved: dict[str, Job] = {}
        self._turn = asyncio.Lock()  # two at once would store the same end twice

    def get(self, job_id: str) -> Job | None:
        return self._unsaved.get(job_id)

    @property
    def unsaved(self) -> tuple[Job, ...]:
        return tuple(self._unsaved.values())

    def note(self, jobs: Sequence[Job]) -> None:
        """Take ends in; :meth:`save` stores them."""
        self._unsaved |= {job.id: job for job in jobs}

    async def save(self) -> None:
        """Store every noted end, in one unit of work. Never raises: ``on_trouble`` hears of it."""
        async with self._turn:
            jobs = tuple(self._unsaved.values())
            if not jobs:
                return
            try:
                await self._store(jobs)
            except Exception as error:
                if not isinstance(error, AppError):
                    _log.exception("ends of jobs could not be stored")
                self._on_trouble(as_app_error(error))
                return
            for job in jobs:
                if self._unsaved.get(job.id) is job:
                    del self._unsaved[job.id]

    async def _store(self, jobs: Sequence[Job]) -> None:
        try:
            await self._repository.store(jobs)
        except IllegalTransition:
            if len(jobs) == 1:
                _log.exception("an end of a job does not fit what is stored")
                return
            for job in jobs:  # the others must not suffer
                await self._store([job])
