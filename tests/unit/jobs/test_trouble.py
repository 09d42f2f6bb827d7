"""The database refuses: a full disk, a backup program that keeps it locked."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.jobs.models import JobState
from characoid_desktop.jobs.queue import JobQueue
from tests.fakes.eventually import eventually
from tests.fakes.held_jobs import HandClock, HeldHandler, name


@pytest.fixture
async def db(home: AppPaths) -> AsyncIterator[Database]:
    database = await Database.open(home.database, home.backups, SystemClock(), lock_wait_s=0.3)
    yield database
    await database.aclose()


@contextmanager
def _locked(db: Database) -> Iterator[None]:
    other = sqlite3.connect(db.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.fixture
def troubles(queue: JobQueue) -> list[AppError]:
    seen: list[AppError] = []
    queue.trouble.connect(seen.append)
    return seen


async def test_a_submit_that_cannot_be_stored_is_refused_and_leaves_nothing(
    queue: JobQueue, db: Database, held: HeldHandler,
) -> None:
    with _locked(db), pytest.raises(AppError):
        await queue.submit("held", name("x"), {})
    assert queue.list_active() == ()
    await queue.submit("held", name("y"), {})
    await eventually(lambda: held.names == ["y"])


async def test_a_job_whose_start_cannot_be_stored_waits_and_the_queue_pauses(
    queue: JobQueue, db: Database, held: HeldHandler, troubles: list[AppError],
) -> None:
    queue.pause()
    job = await queue.submit("held", name("x"), {})
    with _locked(db):
        queue.resume()
        await eventually(lambda: troubles)
        assert queue.paused
        assert [j.state for j in queue.list_active()] == [JobState.QUEUED]
        assert held.started == []
    queue.resume()
    await eventually(lambda: held.names == ["x"])
    held.finish(job)
    await eventually(lambda: not queue.busy)


async def test_after_trouble_the_queue_goes_on_by_itself(
    db: Database, clock: HandClock, held: HeldHandler,
) -> None:
    queue = JobQueue(db, clock, try_again_s=0.05)
    queue.register(held)
    await queue.start()
    troubles: list[AppError] = []
    queue.trouble.connect(troubles.append)
    queue.pause()
    job = await queue.submit("held", name("x"), {})
    with _locked(db):
        queue.resume()
        await eventually(lambda: len(troubles) == 2)  # tried again, refused again
    await eventually(lambda: held.names == ["x"])
    assert not queue.paused
    held.finish(job)
    await eventually(lambda: not queue.busy)
    await queue.aclose()


async def test_a_job_that_could_be_stored_ends_the_pause_after_trouble(
    queue: JobQueue, db: Database, held: HeldHandler, troubles: list[AppError],
) -> None:
    queue.pause()
    first = await queue.submit("held", name("x"), {})
    with _locked(db):
        queue.resume()
        await eventually(lambda: troubles)
    second = await queue.submit("held", name("y"), {})
    for job in (first, second):
        await eventually(lambda job=job: held.names[-1:] == [str(job.title)])
        held.finish(job)
    await eventually(lambda: not queue.busy)


async def test_a_pause_that_was_asked_for_outlasts_trouble(
    queue: JobQueue, db: Database, held: HeldHandler, troubles: list[AppError],
) -> None:
    job = await queue.submit("held", name("x"), {})
    await eventually(lambda: held.started)
    queue.pause()
    with _locked(db):
        held.finish(job)
        await eventually(lambda: troubles)
    await queue.submit("held", name("y"), {})
    assert queue.paused
    assert held.names == ["x"]


async def test_a_result_that_cannot_be_stored_is_kept_and_stored_later(
    queue: JobQueue, db: Database, held: HeldHandler, troubles: list[AppError],
) -> None:
    job = await queue.submit("held", name("x"), {})
    await eventually(lambda: held.started)
    with _locked(db):
        held.finish(job, {"file": "out.wav"})
        await eventually(lambda: troubles and not queue.busy)
        shown = await queue.get(job.id)
        assert shown is not None
        assert (shown.state, shown.result) == (JobState.COMPLETED, {"file": "out.wav"})
        assert [j.id for j in await queue.history()] == [job.id]
    queue.resume()
    deadline = time.monotonic() + 10
    row = await db.read_one("SELECT state, result FROM jobs")
    while row is not None and row["state"] != "completed" and time.monotonic() < deadline:
        await asyncio.sleep(0.005)
        row = await db.read_one("SELECT state, result FROM jobs")
    assert row is not None
    assert (row["state"], row["result"]) == ("completed", '{"file": "out.wav"}')


async def test_cancel_shows_at_once_while_another_program_locks_the_database(
    queue: JobQueue, db: Database, held: HeldHandler, troubles: list[AppError],
) -> None:
    job = await queue.submit("held", name("x"), {})
    await eventually(lambda: held.started)
    states: list[JobState] = []
    queue.changed.connect(lambda changed: states.append(changed.state))
    with _locked(db):
        before = time.monotonic()
        cancelling = asyncio.gather(queue.cancel(job.id))
        await eventually(lambda: JobState.CANCELLED in states)
        assert time.monotonic() - before < 0.5
        await cancelling
        assert troubles
    await queue.aclose()
    row = await db.read_one("SELECT state FROM jobs")
    assert row is not None
    assert row["state"] == "cancelled"


async def test_a_full_disk_pauses_the_queue_with_its_sentence(
    db: Database, clock: HandClock, held: HeldHandler,
) -> None:
    queue = JobQueue(db, clock)
    queue.register(held)
    await queue.start()
    troubles: list[AppError] = []
    queue.trouble.connect(troubles.append)
    job = await queue.submit("held", name("x"), {})
    await eventually(lambda: held.started)
    async with db.transaction() as tx:
        pages = await tx.fetch_one("PRAGMA page_count")
        assert pages is not None
        await tx.fetch_all(f"PRAGMA max_page_count = {pages[0]}")
    held.finish(job, {"long": "x" * 100_000})
    await eventually(lambda: troubles and not queue.busy)
    assert troubles[0].code == "disk_full"
    async with db.transaction() as tx:
        await tx.fetch_all("PRAGMA max_page_count = 1000000")
    await queue.aclose()
    back = await db.read_one("SELECT state FROM jobs")
    assert back is not None
    assert back["state"] == "completed"
