from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from characoid_desktop.data.database import Database
from characoid_desktop.jobs.models import JobError, JobState
from characoid_desktop.jobs.repository import IllegalTransition, JobRepository, NewJob
from tests.fakes.held_jobs import HandClock, name

ALLOWED = {
    ("queued", "running"), ("queued", "cancelled"), ("queued", "interrupted"), ("running", "completed"),
    ("running", "failed"), ("running", "cancelled"), ("running", "interrupted"),
}


@pytest.mark.parametrize(("before", "after"), list(product(JobState, JobState)))
async def test_only_these_changes_of_state_reach_the_disk(
    db: Database, clock: HandClock, before: JobState, after: JobState,
) -> None:
    assert before.can_become(after) is ((before, after) in ALLOWED)
    repository = JobRepository(db)
    async with db.transaction() as tx:
        (job,) = await repository.insert(tx, [NewJob("a", "k", name("x"), {}, "io")], clock.now())
        await tx.execute("UPDATE jobs SET state = ?", (before.value,))
    if (before, after) in ALLOWED:
        await repository.store([replace(job, state=after)])
    else:
        with pytest.raises(IllegalTransition):
            await repository.store([replace(job, state=after)])
    back = await repository.get("a")
    assert back is not None
    assert back.state is (after if (before, after) in ALLOWED else before)


async def test_one_illegal_change_saves_none_of_its_batch(db: Database, clock: HandClock) -> None:
    repository = JobRepository(db)
    async with db.transaction() as tx:
        jobs = await repository.insert(
            tx, [NewJob(i, "k", name(i), {}, "io") for i in ("a", "b")], clock.now())
    with pytest.raises(IllegalTransition):
        await repository.store([replace(jobs[0], state=JobState.RUNNING),
                                replace(jobs[1], state=JobState.COMPLETED)])
    assert [job.state for job in await repository.queued()] == [JobState.QUEUED, JobState.QUEUED]


async def test_a_job_comes_back_from_the_disk_as_it_was(db: Database, clock: HandClock) -> None:
    repository = JobRepository(db)
    async with db.transaction() as tx:
        (job,) = await repository.insert(
            tx, [NewJob("a", "k", name("標題 🎤"), {"deep": [1, {"x": None}]}, "io", 3, "first")], clock.now())
    await repository.store([replace(job, state=JobState.RUNNING, started_at=clock.now())])
    clock.jump(hours=-1)
    ended = replace(job, state=JobState.FAILED, started_at=clock.now(), finished_at=clock.now(),
                    error=JobError("code", name("why"), name("safe")))
    await repository.store([ended])
    assert await repository.get("a") == ended


async def test_rows_that_cannot_be_read_do_not_hide_the_others(db: Database, clock: HandClock) -> None:
    repository = JobRepository(db)
    async with db.transaction() as tx:
        await repository.insert(tx, [NewJob(i, "k", name(i), {}, "io") for i in "abcdef"], clock.now())
        for job_id, column, value in (
            ("a", "title", "{}"), ("b", "title", '{"source": 1, "params": 3}'),
            ("c", "created_at", "yesterday"), ("d", "finished_at", ""), ("e", "error", '{"code": 1}'),
        ):
            await tx.execute(f"UPDATE jobs SET {column} = ? WHERE id = ?", (value, job_id))
    assert [job.id for job in await repository.queued()] == ["f"]
    assert await repository.get("a") is None


