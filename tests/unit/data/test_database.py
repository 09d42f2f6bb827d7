"""Units of work: saved or undone, whatever happens to the task, the disk or the lock."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.connection import LOCK_WAIT_S
from characoid_desktop.data.database import Database, Outcome, Transaction
from characoid_desktop.data.errors import DatabaseClosed, DatabaseDamaged, DatabaseLocked
from characoid_desktop.data.opening import suspect_mark
from tests.fakes.data_faults import SetClock, count, integrity, lock_holder, page_count, zero_page
from tests.fakes.eventually import eventually
from tests.unit.data.conftest import JOB, Opener

SLOW_QUERY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) SELECT max(i) FROM n"


async def ids(database: Database) -> list[str]:
    return [row["id"] for row in await database.read_all("SELECT id FROM jobs ORDER BY seq")]


@asynccontextmanager
async def tasks() -> AsyncIterator[TaskScope]:
    scope = TaskScope("test", on_error=lambda error: None)
    try:
        yield scope
    finally:
        await scope.aclose()


async def test_a_unit_of_work_is_saved_whole(database: Database) -> None:
    async with database.transaction() as tx:
        assert await tx.execute(JOB, ("a", "{}")) == 1
        assert await tx.executemany(JOB, [("b", "{}"), ("c", "{}")]) == 2
        assert await ids(database) == []  # readers see only what is saved
        row = await tx.fetch_one("SELECT count(*) AS n FROM jobs")
        assert row is not None
        assert row["n"] == 3
    assert tx.outcome is Outcome.COMMITTED
    assert await ids(database) == ["a", "b", "c"]
    assert await database.read_one("SELECT 1 FROM jobs WHERE id = 'z'") is None


async def test_others_are_told_in_order_once_it_is_saved_and_never_of_what_was_not(database: Database) -> None:
    told: list[str] = []

    async def work(name: str, fails: bool) -> None:
        async with database.transaction() as tx:
            await tx.execute(JOB, (name, "{}"))
            tx.after_commit(lambda: told.append(f"{name} 1"))
            tx.after_commit(lambda: told.append(f"{name} 2"))
            assert told == []
            if fails:
                raise KeyError("bug")

    with pytest.raises(KeyError):
        await work("undone", fails=True)
    assert told == []
    await work("saved", fails=False)
    assert told == ["saved 1", "saved 2"]
    assert await ids(database) == ["saved"]


async def test_an_error_undoes_the_whole_unit(database: Database) -> None:
    async def work(seen: list[Transaction]) -> None:
        async with database.transaction() as tx:
            seen.append(tx)
            await tx.execute(JOB, ("a", "{}"))
            raise KeyError("bug")

    seen: list[Transaction] = []
    with pytest.raises(KeyError):
        await work(seen)
    tx = seen[0]
    assert tx.outcome is Outcome.ROLLED_BACK
    assert await ids(database) == []
    with pytest.raises(RuntimeError):
        await tx.execute(JOB, ("b", "{}"))


async def test_a_broken_constraint_is_the_callers_and_does_not_end_the_unit(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute(JOB, ("a", "{}"))
        with pytest.raises(sqlite3.IntegrityError):
            await tx.execute(JOB, ("a", "{}"))
        await tx.execute(JOB, ("b", "{}"))
    assert await ids(database) == ["a", "b"]


async def test_one_unit_of_work_runs_at_a_time(database: Database) -> None:
    running = 0

    async def work(name: str) -> None:
        nonlocal running
        async with database.transaction() as tx:
            running += 1
            assert running == 1
            await tx.execute(JOB, (name, "{}"))
            await asyncio.sleep(0)
            running -= 1

    async with tasks() as scope:
        await asyncio.gather(*(scope.start(work(f"{i}")) for i in range(20)))
    assert len(await ids(database)) == 20


async def test_a_task_cancelled_in_its_unit_leaves_nothing_open(database: Database) -> None:
    entered = asyncio.Event()

    async def work() -> None:
        async with database.transaction() as tx:
            await tx.execute(JOB, ("a", "{}"))
            entered.set()
            await asyncio.Event().wait()

    async with tasks() as scope:
        task = scope.start(work())
        await entered.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert await ids(database) == []
    async with database.transaction() as tx:
        await tx.execute(JOB, ("b", "{}"))
    assert await ids(database) == ["b"]


async def test_a_statement_that_nobody_waits_for_any_more_is_cut_short(database: Database) -> None:
    async def work() -> None:
        async with database.transaction() as tx:
            await tx.execute(JOB, ("a", "{}"))
            await tx.fetch_all(SLOW_QUERY)

    async with tasks() as scope:
        task = scope.start(work())
        await eventually(lambda: database._writer.in_transaction)
        started = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - started < 2
    async with database.transaction() as tx:
        await tx.execute(JOB, ("b", "{}"))
    assert await ids(database) == ["b"]


async def test_cancelled_at_any_moment_the_outcome_is_known_and_true(database: Database) -> None:
    chance = random.Random(3)
    outcomes = set[Outcome]()

    async def work(name: str, seen: list[Transaction]) -> None:
        async with database.transaction() as tx:
            seen.append(tx)
            await tx.execute(JOB, (name, "{}"))
            tx.after_commit(lambda: told.append(name))

    told: list[str] = []
    async with tasks() as scope:
        for i in range(120):
            seen: list[Transaction] = []
            task = scope.start(work(f"job {i}", seen))
            for _ in range(chance.randrange(24)):
                await asyncio.sleep(0)
            if chance.random() < 0.5:
                await asyncio.to_thread(time.sleep, chance.random() * 0.002)
            task.cancel()
            await asyncio.wait({task})
            saved = await database.read_one("SELECT 1 FROM jobs WHERE id = ?", (f"job {i}",))
            if seen:
                outcomes.add(seen[0].outcome)
                assert seen[0].outcome is not Outcome.OPEN
                assert (saved is not None) is (seen[0].outcome is Outcome.COMMITTED)
                assert (saved is not None) is (f"job {i}" in told), "told if and only if it was saved"
            else:
                assert saved is None
    assert outcomes == {Outcome.COMMITTED, Outcome.ROLLED_BACK}
    async with database.transaction() as tx:
        await tx.execute(JOB, ("last", "{}"))


async def test_a_cancelled_query_frees_its_reader(database: Database) -> None:
    async with tasks() as scope:
        for turns in range(24):
            task = scope.start(database.read_all(SLOW_QUERY))
            for _ in range(turns % 6 + 1):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
    async with asyncio.timeout(5):
        assert await ids(database) == []


async def test_queries_run_beside_a_unit_that_takes_its_time(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute(JOB, ("a", "{}"))
        async with asyncio.timeout(2):
            await asyncio.gather(*(database.read_all("SELECT count(*) FROM jobs") for _ in range(50)))


async def test_closing_folds_everything_into_the_file_and_refuses_what_comes_later(
    database: Database, home: AppPaths,
) -> None:
    async with database.transaction() as tx:
        await tx.execute(JOB, ("a", "{}"))
    await database.aclose()
    await database.aclose()
    assert not home.database.with_name(home.database.name + "-wal").exists()
    assert count(home.database, "jobs") == 1
    with pytest.raises(DatabaseClosed):
        await database.read_all("SELECT 1")
    with pytest.raises(DatabaseClosed):
        async with database.transaction():
            pass


async def test_closing_cuts_running_queries_short(database: Database) -> None:
    async with tasks() as scope:
        queries = [scope.start(database.read_all(SLOW_QUERY)) for _ in range(4)]
        await asyncio.sleep(0)
        started = time.monotonic()
        await database.aclose()
        assert time.monotonic() - started < 2
        ended = await asyncio.gather(*queries, return_exceptions=True)
        assert all(isinstance(error, DatabaseClosed) for error in ended), ended


async def test_closing_waits_for_the_running_unit_and_turns_away_the_waiting_one(
    database: Database, home: AppPaths,
) -> None:
    entered, go_on = asyncio.Event(), asyncio.Event()

    async def first() -> None:
        async with database.transaction() as tx:
            entered.set()
            await go_on.wait()
            await tx.execute(JOB, ("first", "{}"))

    async def second() -> None:
        async with database.transaction() as tx:
            await tx.execute(JOB, ("second", "{}"))

    async with tasks() as scope:
        one = scope.start(first())
        await entered.wait()
        two = scope.start(second())
        await asyncio.sleep(0)
        closing = scope.start(database.aclose())
        await asyncio.sleep(0)
        go_on.set()
        await one
        with pytest.raises(DatabaseClosed):
            await two
        await closing
    assert count(home.database, "jobs") == 1


async def test_flt_33_the_wait_for_a_lock_is_five_seconds() -> None:
    assert LOCK_WAIT_S == 5.0


async def test_flt_33_a_lock_held_for_ever_ends_in_a_message_and_never_blocks_the_window(
    database: Database, home: AppPaths,
) -> None:
    gaps: list[float] = []

    async def tick() -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(0.005)
            gaps.append(time.monotonic() - last)
            last = time.monotonic()

    async with tasks() as scope:
        with lock_holder(home.database):
            scope.start(tick())
            started = time.monotonic()
            with pytest.raises(DatabaseLocked) as caught:
                async with database.transaction() as tx:
                    await tx.execute(JOB, ("a", "{}"))
            waited = time.monotonic() - started
            assert 0.3 < waited < 3
            assert await ids(database) == []  # reading goes on
        assert "0.4 seconds" in str(caught.value)
        assert caught.value.safe is not None
        assert max(gaps) < 0.1
    async with database.transaction() as tx:
        await tx.execute(JOB, ("b", "{}"))
    assert await ids(database) == ["b"]


async def test_flt_33_a_lock_that_is_let_go_in_time_is_not_noticed(home: AppPaths, opened: Opener) -> None:
    database = await opened(lock_wait_s=20)
    try:
        with lock_holder(home.database) as holder:
            async with tasks() as scope:
                async def work() -> None:
                    async with database.transaction() as tx:
                        await tx.execute(JOB, ("a", "{}"))

                task = scope.start(work())
                await asyncio.sleep(0)
                assert not task.done()
                assert holder.stdin is not None
                holder.stdin.write("\n")
                await task
        assert await ids(database) == ["a"]
    finally:
        await database.aclose()


async def test_flt_33_a_task_cancelled_while_it_waits_for_the_lock_ends_at_once(
    home: AppPaths, clock: SetClock, opened: Opener,
) -> None:
    database = await opened(lock_wait_s=3)
    try:
        async with tasks() as scope:
            with lock_holder(home.database):
                async def work() -> None:
                    async with database.transaction() as tx:
                        await tx.execute(JOB, ("a", "{}"))

                task = scope.start(work())
                for _ in range(20):
                    await asyncio.sleep(0)
                started = time.monotonic()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert time.monotonic() - started < 0.5
        async with database.transaction() as tx:
            await tx.execute(JOB, ("b", "{}"))
        assert await ids(database) == ["b"]
    finally:
        await database.aclose()


async def test_flt_33_a_locked_database_does_not_open_but_says_why(
    home: AppPaths, clock: SetClock, opened: Opener, filled: Callable[[int], Path],
) -> None:
    filled(3)
    with (
        lock_holder(home.database, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"),
        pytest.raises(DatabaseLocked),
    ):
        await opened(lock_wait_s=0.3)
    database = await opened()
    assert database.report is None
    assert len(await ids(database)) == 3
    await database.aclose()


@pytest.mark.plain_log
async def test_flt_34_damage_met_in_use_is_reported_and_repaired_at_the_next_start(
    home: AppPaths, clock: SetClock, opened: Opener, filled: Callable[[int], Path],
) -> None:
    path = filled(3000)
    database = await opened()
    troubles: list[object] = []
    database.trouble.connect(troubles.append)
    for number in range(20, page_count(path), 3):
        zero_page(path, number)
    with pytest.raises(DatabaseDamaged) as caught:
        await database.read_all("SELECT * FROM jobs")
    assert caught.value.safe is not None
    await eventually(lambda: troubles)
    await eventually(suspect_mark(path).exists)
    await database.aclose()
    again = await opened()
    assert again.report is not None
    assert not suspect_mark(path).exists()
    await again.aclose()
    assert integrity(path) == "ok"


@pytest.mark.parametrize("jump", [timedelta(days=-1), timedelta(days=3652), timedelta(hours=-1)],
                         ids=["FLT-37 CFG-18 one day back", "FLT-37 CFG-18 ten years on", "FLT-37 summer time"])
async def test_a_clock_that_jumps_changes_no_order(
    home: AppPaths, clock: SetClock, opened: Opener, jump: timedelta,
) -> None:
    for name in ("first", "second"):
        database = await opened()
        async with database.transaction() as tx:
            await tx.execute(
                "INSERT INTO jobs (id, kind, title, params, state, lane, created_at) "
                "VALUES (?, 'k', '{}', '{}', 'queued', 'compute', ?)", (name, clock.now().isoformat()))
        clock.jump(jump)
        async with database.transaction() as tx:
            await tx.execute(
                "INSERT INTO jobs (id, kind, title, params, state, lane, created_at) "
                "VALUES (?, 'k', '{}', '{}', 'queued', 'compute', ?)", (name + " later", clock.now().isoformat()))
        await database.aclose()
    database = await opened()
    assert await ids(database) == ["first", "first later", "second", "second later"]
    assert database.report is None
    await database.aclose()


async def test_a_sequence_number_is_never_given_twice(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.executemany(JOB, [("a", "{}"), ("b", "{}")])
        await tx.execute("DELETE FROM jobs WHERE id = 'b'")
        await tx.execute(JOB, ("c", "{}"))
    rows = await database.read_all("SELECT seq FROM jobs ORDER BY seq")
    assert [row["seq"] for row in rows] == [1, 3]
