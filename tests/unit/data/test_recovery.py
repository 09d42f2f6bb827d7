"""Damaged, foreign and missing files: found at start, kept, repaired, and said."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.backups import BackupStore
from characoid_desktop.data.connection import open_writer
from characoid_desktop.data.errors import DataFolderMissing
from characoid_desktop.data.migrator import known_migrations
from characoid_desktop.data.opening import Opened, prepare
from characoid_desktop.data.recovery import QUICK_CHECK_S, Condition, Source
from tests.fakes.data_faults import PAGE, SetClock, count, integrity, kill_hard, page_count, start_script, zero_page
from tests.fakes.eventually import eventually
from tests.unit.data.conftest import JOB, Opener

Start = Callable[[], Opened]


@pytest.fixture
def start(home: AppPaths, clock: SetClock) -> Start:
    return lambda: prepare(home.database, home.backups, clock.now(), known_migrations())


def rows_of(path: Path) -> dict[str, set[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = ("jobs", "attachments")
        return {table: set(connection.execute(f"SELECT * FROM {table}").fetchall()) for table in tables}


def back_up(home: AppPaths, clock: SetClock) -> None:
    BackupStore(home.backups).make(home.database, clock.now())


def kept(opened: Opened) -> Path:
    assert opened.report is not None
    assert opened.report.kept_in is not None
    return opened.report.kept_in


def test_an_intact_database_is_opened_without_a_word(filled: Callable[[int], Path], start: Start) -> None:
    filled(500)
    opened = start()
    assert opened.report is None
    assert not opened.check_later


@pytest.mark.parametrize("damage", [bytes(100), b"\xff" * 16, os.urandom(100), b"<!DOCTYPE html>" * 6],
                         ids=["CFG-10 zeroed", "CFG-10 magic", "CFG-10 random", "CFG-10 overwritten"])
def test_a_damaged_header_loses_no_row(filled: Callable[[int], Path], start: Start, damage: bytes) -> None:
    path = filled(400)
    before = rows_of(path)
    with path.open("rb+") as file:
        file.write(damage)
    damaged = path.read_bytes()
    opened = start()
    assert opened.report is not None
    assert opened.report.condition is Condition.DAMAGED
    assert opened.report.rows_lost_at_most == 0
    assert rows_of(path) == before
    assert integrity(path) == "ok"
    assert (kept(opened) / path.name).read_bytes() == damaged
    assert start().report is None


def test_f20_cfg_11_flt_34_at_least_95_percent_survive_one_zeroed_page_anywhere(
    filled: Callable[[int], Path], home: AppPaths, clock: SetClock, tmp_path: Path,
) -> None:
    source = filled(1000)
    before = rows_of(source)
    total = sum(len(rows) for rows in before.values())
    pages = page_count(source)
    chosen = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, pages, *random.Random(1).sample(range(11, pages), 15)}
    for number in sorted(chosen):
        home_of_case = tmp_path / f"page {number}"
        home_of_case.mkdir()
        path = home_of_case / "db.sqlite3"
        shutil.copyfile(source, path)
        zero_page(path, number)
        opened = prepare(path, home_of_case / "backups", clock.now(), known_migrations())
        after = rows_of(path)
        saved = sum(len(after[table] & before[table]) for table in before)
        assert all(after[table] <= before[table] for table in before), f"page {number}: rows nobody wrote"
        assert saved >= 0.95 * total, f"page {number}: {saved} of {total}"
        assert integrity(path) == "ok"
        if opened.report is None:
            assert saved == total
        else:
            assert opened.report.source is Source.SALVAGED
            assert opened.report.rows_lost_at_most is not None
            assert total - saved <= opened.report.rows_lost_at_most
            assert (kept(opened) / path.name).stat().st_size == source.stat().st_size


@pytest.mark.slow
def test_f20_cfg_11_a_hundred_places_in_a_large_database(
    filled: Callable[[int], Path], clock: SetClock, tmp_path: Path,
) -> None:
    source = filled(1500)
    before = rows_of(source)
    total = sum(len(rows) for rows in before.values())
    for number in random.Random(2).sample(range(1, page_count(source) + 1), 100):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        path = folder / "db.sqlite3"
        shutil.copyfile(source, path)
        zero_page(path, number)
        prepare(path, folder / "backups", clock.now(), known_migrations())
        after = rows_of(path)
        assert sum(len(after[table] & before[table]) for table in before) >= 0.95 * total, number
        shutil.rmtree(folder)


def test_cfg_11_what_a_lost_page_held_comes_from_the_backup(
    filled: Callable[[int], Path], home: AppPaths, clock: SetClock, start: Start,
) -> None:
    path = filled(800)
    back_up(home, clock)
    with closing(open_writer(path)) as connection:
        connection.execute("DELETE FROM jobs WHERE id = 'job-3'")
        connection.execute(JOB, ("after the backup", "{}"))
    before = rows_of(path)
    with closing(sqlite3.connect(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'jobs'").fetchone()[0]
    data = path.read_bytes()
    leaf = next(n for n in range(1, page_count(path))
                if data[(n - 1) * PAGE] == 13 and b"job-400" in data[(n - 1) * PAGE:n * PAGE])  # far from job-3
    assert leaf != root
    zero_page(path, leaf)
    opened = start()
    assert opened.report is not None
    assert opened.report.rows_from_backup > 0
    assert opened.report.rows_lost_at_most == 0
    assert str(opened.report.sentence).endswith("Nothing was lost.")
    assert rows_of(path) == before, "also the deleted row stays deleted"


def test_a_number_of_a_lost_row_is_not_given_again(filled: Callable[[int], Path], start: Start) -> None:
    path = filled(600)
    for number in range(page_count(path) - 12, page_count(path) + 1):
        zero_page(path, number)
    opened = start()
    assert opened.report is not None
    assert opened.report.rows_lost_at_most
    assert count(path, "jobs") < 600
    with closing(open_writer(path)) as connection:
        connection.execute(JOB, ("new", "{}"))
        assert connection.execute("SELECT seq FROM jobs WHERE id = 'new'").fetchone()[0] == 601


KILLED_WRITER = """
import sqlite3, sys, time
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("PRAGMA wal_autocheckpoint = 0")
for n in range(int(sys.argv[2])):
    c.execute("BEGIN")
    c.execute("INSERT INTO jobs (id, kind, title, params, state, lane, created_at) "
              "VALUES (?, 'k', '{}', '{}', 'queued', 'x', '2026')", (f"late-{n}",))
    c.execute("UPDATE meta SET value = value + 1 WHERE key = 'commits'")
    c.execute("COMMIT")
print("written", flush=True)
sys.stdin.readline()
"""


def leave_a_wal(path: Path, rows: int = 30) -> Path:
    """Write rows that are only in the WAL, then die; return the WAL."""
    child = start_script(KILLED_WRITER, path, rows)
    assert child.stdout is not None
    assert child.stdout.readline() == "written\n"
    kill_hard(child)
    child.communicate()
    return path.with_name(path.name + "-wal")


def test_rows_in_the_wal_of_a_killed_writer_are_there(filled: Callable[[int], Path], start: Start) -> None:
    path = filled(50)
    leave_a_wal(path)
    assert start().report is None
    assert count(path, "jobs") == 80


def test_damage_beside_a_wal_keeps_the_rows_of_the_wal(filled: Callable[[int], Path], start: Start) -> None:
    path = filled(900)
    leave_a_wal(path)
    zero_page(path, page_count(path) // 2)
    opened = start()
    assert opened.report is not None
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM jobs WHERE id LIKE 'late-%'").fetchone()[0] == 30
    assert (kept(opened) / (path.name + "-wal")).exists()


HALF_DONE = """
import os, signal, sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("PRAGMA journal_mode = DELETE")
c.execute("PRAGMA cache_size = 5")
c.execute("BEGIN")
c.execute("UPDATE jobs SET params = '{' || hex(randomblob(900))")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_change_that_a_killed_program_left_half_done_is_undone(
    filled: Callable[[int], Path], start: Start,
) -> None:
    path = filled(200)
    before = rows_of(path)
    start_script(HALF_DONE, path).communicate()
    assert path.with_name(path.name + "-journal").stat().st_size > 0
    assert start().report is None
    assert rows_of(path) == before
    assert integrity(path) == "ok"


def test_cfg_12_a_deleted_wal_is_noticed_and_said(filled: Callable[[int], Path], start: Start) -> None:
    path = filled(50)
    leave_a_wal(path).unlink()
    opened = start()
    assert opened.report is not None
    assert opened.report.condition is Condition.WAL_MISSING
    assert "may be missing" in str(opened.report.sentence)
    assert count(path, "jobs") == 50
    assert integrity(path) == "ok"
    assert start().report is None


def test_cfg_13_the_wal_of_another_database_is_set_aside(
    filled: Callable[[int], Path], home: AppPaths, clock: SetClock, tmp_path: Path, start: Start,
) -> None:
    other = AppPaths.under(tmp_path / "other")
    other.create()
    prepare(other.database, other.backups, clock.now(), known_migrations())
    wal = leave_a_wal(other.database)
    path = filled(400)
    before = rows_of(path)
    shutil.copyfile(wal, path.with_name(path.name + "-wal"))
    opened = start()
    assert opened.report is not None
    assert opened.report.condition is Condition.WAL_FOREIGN
    assert rows_of(path) == before
    assert (kept(opened) / (path.name + "-wal")).read_bytes() == wal.read_bytes()
    assert integrity(path) == "ok"


def test_cfg_13_the_wal_of_an_unrelated_program_is_set_aside(
    filled: Callable[[int], Path], tmp_path: Path, start: Start,
) -> None:
    alien = tmp_path / "alien.sqlite3"
    child = start_script(
        "import sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA journal_mode = WAL'); c.execute('CREATE TABLE t (a)')\n"
        "c.executemany('INSERT INTO t VALUES (?)', [('x' * 900,)] * 200)\n"
        "print('written', flush=True); sys.stdin.readline()", alien)
    assert child.stdout is not None
    child.stdout.readline()
    kill_hard(child)
    child.communicate()
    path = filled(400)
    before = rows_of(path)
    shutil.copyfile(alien.with_name("alien.sqlite3-wal"), path.with_name(path.name + "-wal"))
    opened = start()
    assert opened.report is not None
    assert opened.report.condition is Condition.WAL_FOREIGN
    assert rows_of(path) == before


def test_cfg_13_an_old_wal_beside_a_newer_copy_is_set_aside(filled: Callable[[int], Path], start: Start) -> None:
    path = filled(100)
    wal = leave_a_wal(path, 5)
    old = wal.read_bytes()
    start()
    with closing(open_writer(path)) as connection:
        for n in range(20):
            connection.execute(JOB, (f"newer-{n}", "{}"))
            connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'commits'")
    before = rows_of(path)
    wal.write_bytes(old)
    opened = start()
    assert opened.report is not None
    assert opened.report.condition is Condition.WAL_FOREIGN
    assert rows_of(path) == before


def test_cfg_13_garbage_instead_of_a_wal_does_no_harm(filled: Callable[[int], Path], start: Start) -> None:
    path = filled(100)
    before = rows_of(path)
    path.with_name(path.name + "-wal").write_bytes(os.urandom(30_000))
    start()
    assert rows_of(path) == before


@pytest.mark.parametrize("case", ["CFG-14 folder", "CFG-14 empty", "CFG-14 pipe", "FLT-34 gone", "FLT-34 random",
                                  "FLT-34 another program's"])
def test_a_file_that_is_no_database_is_kept_and_the_backup_restored(
    filled: Callable[[int], Path], home: AppPaths, clock: SetClock, start: Start, case: str,
) -> None:
    path = filled(60)
    before = rows_of(path)
    back_up(home, clock)
    path.unlink()
    match case:
        case "CFG-14 folder":
            path.mkdir()
            (path / "mine.txt").write_text("keep me")
        case "CFG-14 empty":
            path.touch()
        case "CFG-14 pipe":
            os.mkfifo(path)
        case "FLT-34 random":
            path.write_bytes(os.urandom(50_000))
        case "FLT-34 another program's":
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("CREATE TABLE theirs (a)")
                connection.execute("PRAGMA user_version = 1")
        case _:
            pass
    opened = start()
    assert opened.report is not None
    assert opened.report.source is Source.BACKUP
    assert "backup" in str(opened.report.sentence)
    assert rows_of(path) == before
    assert integrity(path) == "ok"
    if case == "CFG-14 folder":
        assert (kept(opened) / path.name / "mine.txt").read_text() == "keep me"
    elif case != "FLT-34 gone":
        assert (kept(opened) / path.name).exists()
    assert start().report is None


def test_cfg_14_a_link_to_the_database_is_followed(
    filled: Callable[[int], Path], home: AppPaths, tmp_path: Path, start: Start,
) -> None:
    path = filled(30)
    elsewhere = tmp_path / "elsewhere.sqlite3"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    opened = start()
    assert opened.report is None
    assert opened.path == elsewhere.resolve()
    assert path.is_symlink()
    assert count(path, "jobs") == 30


def test_cfg_14_cfg_20_a_link_that_leads_nowhere_asks_for_the_drive_and_starts_nothing_new(
    home: AppPaths, tmp_path: Path, start: Start,
) -> None:
    home.database.symlink_to(tmp_path / "drive" / "db.sqlite3")
    with pytest.raises(DataFolderMissing) as caught:
        start()
    assert "drive" in str(caught.value)
    assert home.database.is_symlink()


def test_a_start_killed_between_the_steps_of_a_repair_does_not_mix_old_and_new(
    filled: Callable[[int], Path], start: Start,
) -> None:
    path = filled(300)
    wal = leave_a_wal(path)
    old_wal = wal.read_bytes()
    zero_page(path, page_count(path) // 2)
    start()
    after = rows_of(path)
    wal.write_bytes(old_wal)  # as if killed after the new file was in place, before the old WAL was removed
    path.with_name(path.name + ".recovering").write_bytes(b"half")
    opened = start()
    assert opened.report is not None
    assert opened.report.condition is Condition.WAL_FOREIGN
    assert not path.with_name(path.name + ".recovering").exists()
    assert rows_of(path) == after
    assert integrity(path) == "ok"


REPAIR = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from characoid_desktop.data.migrator import known_migrations
from characoid_desktop.data.opening import prepare
print("go", flush=True)
prepare(Path(sys.argv[1]), Path(sys.argv[2]), datetime.now(UTC), known_migrations())
print("done", flush=True)
"""


def repair_until_killed(home: AppPaths, after_s: float) -> None:
    child = start_script(REPAIR, home.database, home.backups)
    assert child.stdout is not None
    assert child.stdout.readline() == "go\n"
    time.sleep(after_s)  # not a wait for anything: the kill shall hit any moment
    kill_hard(child)
    child.communicate()


def test_a_repair_killed_again_and_again_loses_nothing_more(
    filled: Callable[[int], Path], home: AppPaths, start: Start,
) -> None:
    path = filled(1500)
    before = rows_of(path)
    zero_page(path, page_count(path) // 2)
    damaged = path.read_bytes()
    for after_s in (0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3):
        repair_until_killed(home, after_s)
    start()
    after = rows_of(path)
    assert all(len(after[table] & before[table]) >= 0.95 * len(before[table]) for table in before)
    assert integrity(path) == "ok"
    copies = list((home.data / "damaged").glob(f"*/{path.name}"))
    assert any(copy.read_bytes() == damaged for copy in copies)
    assert not path.with_name(path.name + ".recovering").exists()
    assert start().report is None


def test_without_backup_an_unreadable_file_is_kept_and_a_new_one_started(home: AppPaths, start: Start) -> None:
    home.database.write_bytes(b"not a database at all")
    opened = start()
    assert opened.report is not None
    assert opened.report.source is Source.FRESH
    assert (kept(opened) / home.database.name).read_bytes() == b"not a database at all"
    assert count(home.database, "jobs") == 0


def test_a_damaged_backup_is_passed_over_for_an_older_good_one(
    filled: Callable[[int], Path], home: AppPaths, clock: SetClock, start: Start,
) -> None:
    path = filled(60)
    back_up(home, clock)
    back_up(home, clock)
    newest = BackupStore(home.backups).list()[0]
    zero_page(newest.path, 2)
    path.unlink()
    opened = start()
    assert opened.report is not None
    assert opened.report.source is Source.BACKUP
    assert count(path, "jobs") == 60


def test_references_to_lost_rows_are_emptied_or_dropped(
    filled: Callable[[int], Path], start: Start,
) -> None:
    path = filled(400)
    with closing(open_writer(path)) as connection:
        connection.execute("INSERT INTO rvc_sessions (id, name, created_at) VALUES ('s', 'n', '2026')")
        connection.executemany(
            "INSERT INTO rvc_items (id, session_id, attachment_id, preset, effect, format, job_id, created_at) "
            "VALUES (?, 's', ?, 'p', '{}', 'wav', ?, '2026')",
            [(f"i{n}", f"file-{n * 4}", f"job-{n}") for n in range(100)])
    data = path.read_bytes()
    jobs_leaf = next(
        number for number in range(1, page_count(path) + 1)
        if data[(number - 1) * PAGE] == 13 and b"job-50convert" in data[(number - 1) * PAGE:number * PAGE])
    zero_page(path, jobs_leaf)
    opened = start()
    assert opened.report is not None
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT count(*) FROM rvc_items").fetchone()[0] == 100
        assert connection.execute("SELECT count(*) FROM rvc_items WHERE job_id IS NULL").fetchone()[0] > 0


def test_flt_34_the_check_at_start_has_a_limit_and_goes_on_in_the_background(
    filled: Callable[[int], Path], home: AppPaths, clock: SetClock,
) -> None:
    assert QUICK_CHECK_S == 2.0
    filled(2000)
    opened = prepare(home.database, home.backups, clock.now(), known_migrations(), quick_check_s=0.0)
    assert opened.report is None
    assert opened.check_later


def spoil_index(path: Path) -> None:
    """Change a key in an index: the quick check does not look there."""
    data = bytearray(path.read_bytes())
    leaf = next(
        n for n in range(page_count(path))
        if data[n * PAGE] == 10 and b"job-777" in data[n * PAGE:(n + 1) * PAGE])
    at = data.index(b"job-777", leaf * PAGE)
    data[at:at + 7] = b"job-77X"
    path.write_bytes(data)


@pytest.mark.plain_log
async def test_flt_34_damage_found_by_the_background_check_is_reported_and_repaired_at_the_next_start(
    filled: Callable[[int], Path], home: AppPaths, opened: Opener,
) -> None:
    path = filled(2000)
    spoil_index(path)
    database = await opened(quick_check_s=0.0)
    assert database.report is None
    troubles: list[object] = []
    database.trouble.connect(troubles.append)
    await eventually(lambda: troubles)
    await database.aclose()
    again = await opened(quick_check_s=0.0)
    assert again.report is not None
    assert again.report.source is Source.SALVAGED
    assert again.report.rows_lost_at_most == 0
    assert count(path, "jobs") == 2000
    assert integrity(path) == "ok"


def backed_up(store: BackupStore, number: int) -> bool:
    return bool(store.list()) and store.list()[0].number == number


async def test_a_backup_of_the_last_day_is_always_there_and_the_newest_five_are_kept(
    home: AppPaths, clock: SetClock, opened: Opener,
) -> None:
    store = BackupStore(home.backups)
    numbers: list[int] = []
    for day in range(8):
        database = await opened()
        async with database.transaction() as tx:
            await tx.execute(JOB, (f"day {day}", "{}"))
        await eventually(partial(backed_up, store, day + 1))
        await database.aclose()
        assert not store.is_due(clock.now())
        numbers.append(store.list()[0].number)
        clock.jump(timedelta(hours=25))
    assert numbers == sorted(set(numbers))
    assert [backup.number for backup in store.list()] == [8, 7, 6, 5, 4]
    assert count(store.list()[0].path, "jobs") >= 7


@pytest.mark.parametrize("jump", [timedelta(days=3652), timedelta(days=-400)], ids=["CFG-18 forward", "CFG-18 back"])
def test_a_clock_that_was_wrong_does_not_stop_the_backups(
    filled: Callable[[int], Path], home: AppPaths, clock: SetClock, jump: timedelta,
) -> None:
    path = filled(5)
    store = BackupStore(home.backups)
    clock.jump(jump)
    store.make(path, clock.now())
    clock.jump(-jump)
    assert store.is_due(clock.now())
    made = store.make(path, clock.now())
    assert store.list()[0] == made, "the newest by number"
    assert not store.is_due(clock.now() + timedelta(hours=23))


def test_a_backup_is_made_beside_a_running_writer(
    filled: Callable[[int], Path], home: AppPaths, clock: SetClock,
) -> None:
    path = filled(200)
    with closing(open_writer(path)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(JOB, ("not yet saved", "{}"))
        backup = BackupStore(home.backups).make(path, clock.now())
        writer.execute("COMMIT")
    assert count(backup.path, "jobs") == 200
    assert sorted(entry.name for entry in home.backups.iterdir()) == [backup.path.name]
