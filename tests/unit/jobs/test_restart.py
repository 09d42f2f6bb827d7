from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.jobs.models import JobState
from characoid_desktop.jobs.queue import JobQueue
from tests.fakes.eventually import eventually
from tests.fakes.held_jobs import HandClock, HeldHandler, name
from tests.fakes.job_life import Scratch

ROOT = Path(__file__).parents[3]


def _life_until_killed(home: Path, count: int, quick: int, until: int) -> tuple[list[str], list[str]]:
    """Run a life, kill -9 it after ``until`` acknowledgements; return (submitted, running) ids."""
    said: dict[str, list[str]] = {"submitted": [], "running": []}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.job_life", str(home), str(count), str(quick)],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            what, job_id = line.split()
            said[what].append(job_id)
            if sum(map(len, said.values())) == until:
                child.kill()
                break
        for line in child.stdout:  # what was acknowledged before the kill arrived
            if line.endswith("\n") and len(line.split()) == 2:
                said[line.split()[0]].append(line.split()[1])
    return said["submitted"], said["running"]


async def _next_life(home: AppPaths, handler: object | None = None) -> tuple[Database, JobQueue]:
    db = await Database.open(home.database, home.backups, HandClock())
    queue = JobQueue(db, HandClock())
    queue.register(handler or Scratch())  # pyright: ignore
    return db, queue


def _integrity(home: AppPaths) -> str:
    with sqlite3.connect(home.database) as connection:
        answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    return answer


@pytest.mark.parametrize(("count", "quick", "until"), [(5, 0, 6), (30, 12, 25), (3, 0, 1)])
async def test_after_kill_9_every_acknowledged_job_is_there_and_none_runs(
    home: AppPaths, tmp_path: Path, count: int, quick: int, until: int,
) -> None:
    submitted, running = _life_until_killed(tmp_path / "home", count, quick, until)
    db, queue = await _next_life(home)
    try:
        interrupted = await queue.start()
        assert queue.list_active() == ()
        assert {job.state for job in interrupted} <= {JobState.INTERRUPTED}
        states = {}
        for job_id in submitted:
            job = await queue.get(job_id)
            assert job is not None, "an acknowledged job is lost"
            states[job_id] = job.state
        assert set(states.values()) <= {JobState.INTERRUPTED, JobState.COMPLETED}
        for job_id in running:
            assert states[job_id] is JobState.INTERRUPTED
        await eventually(lambda: not list((tmp_path / "home").glob("scratch-*")))
    finally:
        await queue.aclose()
        await db.aclose()
    assert _integrity(home) == "ok"


async def test_what_was_interrupted_starts_again_with_one_retry_of_all(home: AppPaths) -> None:
    held = HeldHandler()
    db, queue = await _next_life(home, held)
    await queue.start()
    jobs = [await queue.submit("held", name(n), {}) for n in "123"]
    await eventually(lambda: held.started)
    await db.aclose()  # the power goes: nothing more is stored
    held.ends[jobs[0].id].cancel()
    queue.trouble.connect(lambda _: None)
    await queue.aclose()

    held = HeldHandler()
    db, queue = await _next_life(home, held)
    try:
        interrupted = await queue.start()
        assert [job.id for job in interrupted] == [job.id for job in jobs]
        again = await queue.retry_many([job.id for job in interrupted])
        assert [job.attempt for job in again] == [2, 2, 2]
        await eventually(lambda: held.names == ["1"])
        assert held.cleaned == [jobs[0].id]
    finally:
        await queue.aclose()
        await db.aclose()


async def test_nothing_runs_before_the_interrupted_jobs_are_cleaned_up(home: AppPaths, db: Database) -> None:
    async with db.transaction() as tx:
        await tx.execute(
            "INSERT INTO jobs (id, kind, title, params, state, lane, created_at) VALUES"
            """ ('old', 'held', '{"source": "old"}', '{}', 'running', 'compute', '2026-01-01')""")
    held = HeldHandler()
    held.cleanup_may_end.clear()
    queue = JobQueue(db, HandClock())
    queue.register(held)
    await queue.start()
    await queue.submit("held", name("new"), {})
    queue.pause()
    queue.resume()
    await queue.submit("held", name("newer"), {})
    for _ in range(50):
        await db.read_all("SELECT 1")
    assert held.started == []
    held.cleanup_may_end.set()
    await eventually(lambda: held.names == ["new"])
    assert held.cleaned == ["old"]
    await queue.aclose()


@pytest.mark.plain_log
async def test_a_cleanup_that_fails_or_hangs_does_not_stop_the_queue(
    db: Database, monkeypatch: pytest.MonkeyPatch,
) -> None:
    from characoid_desktop.jobs import queue as queue_module

    monkeypatch.setattr(queue_module, "CLEANUP_LIMIT_S", 0.05)
    async with db.transaction() as tx:
        for kind in ("fails", "hangs", "nobody"):
            await tx.execute(
                "INSERT INTO jobs (id, kind, title, params, state, lane, created_at) VALUES"
                """ (?, ?, '{"source": "old"}', '{}', 'running', 'compute', '2026-01-01')""", (kind, kind))

    class Fails(HeldHandler):
        async def cleanup(self, job: object) -> None:
            raise PermissionError("no")

    hangs = HeldHandler("hangs")
    hangs.cleanup_may_end.clear()
    held = HeldHandler()
    queue = JobQueue(db, HandClock())
    for handler in (Fails("fails"), hangs, held):
        queue.register(handler)
    assert len(await queue.start()) == 3
    await queue.submit("held", name("new"), {})
    await eventually(lambda: held.names == ["new"])
    await queue.aclose()


async def test_waiting_jobs_go_on_when_that_is_asked(home: AppPaths) -> None:
    held = HeldHandler()
    db, queue = await _next_life(home, held)
    await queue.start()
    queue.pause()
    waiting = await queue.submit("held", name("w"), {})
    await db.aclose()
    await queue.aclose()

    db, queue = await _next_life(home, held)
    try:
        assert await queue.start(resume_queued=True) == ()
        await eventually(lambda: held.names == ["w"])
        assert held.started[0].id == waiting.id
    finally:
        await queue.aclose()
        await db.aclose()
