"""A real database, a hand-driven clock, and handlers that hold still until they are told."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.jobs.models import Job
from characoid_desktop.jobs.queue import JobQueue
from tests.fakes.held_jobs import HandClock, HeldHandler


@pytest.fixture
async def db(home: AppPaths) -> AsyncIterator[Database]:
    database = await Database.open(home.database, home.backups, SystemClock())
    yield database
    await database.aclose()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def held() -> HeldHandler:
    return HeldHandler()


@pytest.fixture
async def queue(db: Database, clock: HandClock, held: HeldHandler) -> AsyncIterator[JobQueue]:
    """A started queue with the ``held`` handler (compute lane)."""
    job_queue = JobQueue(db, clock)
    job_queue.register(held)
    await job_queue.start()
    yield job_queue
    held.lets_go.set()
    await job_queue.aclose()


@pytest.fixture
def events(queue: JobQueue) -> list[Job]:
    seen: list[Job] = []
    queue.changed.connect(seen.append)
    return seen
