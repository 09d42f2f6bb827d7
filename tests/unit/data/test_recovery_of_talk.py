"""Damage where conversations lie: the tables are told apart, and a lost page takes no more than its own rows along."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.connection import open_writer
from characoid_desktop.data.migrator import known_migrations
from characoid_desktop.data.opening import prepare
from characoid_desktop.data.pages import PageFile
from characoid_desktop.data.recovery import Source
from characoid_desktop.data.salvage import tables_of
from tests.fakes.data_faults import PAGE, SetClock, integrity, page_count, zero_page

WHEN = "2026-11-30T12:00:00+00:00"
Rows = dict[str, set[tuple[object, ...]]]


def rows_of(path: Path) -> Rows:
    with closing(sqlite3.connect(path)) as connection:
        return {table.name: {tuple(row) for row in connection.execute(f"SELECT * FROM {table.name}")}
                for table in tables_of(connection) if table.name != "meta"}


def fill(connection: sqlite3.Connection) -> None:
    """3 personas, 60 conversations, 1200 messages and what goes with them."""
    lengths = random.Random(3)

    def words(n: int) -> str:
        return "界" * lengths.randrange(n)

    def add(table: str, rows: list[tuple[object, ...]]) -> None:
        marks = ", ".join("?" * (len(rows[0]) + 1))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", [(None, *row) for row in rows])

    connection.execute("BEGIN")
    add("personas", [(f"p{n}", f"名{n}", None, "{}", "{}", WHEN, WHEN) for n in range(3)])
    add("conversations", [(f"c{n}", f"p{n % 3}", words(20), f"m{n * 20 + 19}", "{}", 0, WHEN, WHEN)
                          for n in range(60)])
    add("messages", [(f"m{n}", f"c{n // 20}", f"m{n - 1}" if n % 20 else None, None if n % 2 == 0 else f"r{n}",
                      "character" if n % 2 else "user", "done", words(200), "{}", "{}", WHEN, WHEN if n % 3 else None)
                     for n in range(1200)])
    add("attachments", [(f"a{n}", f"/x/{n}.wav", f"{n}.wav", n, None, None, None, None, WHEN) for n in range(100)])
    add("message_attachments", [(f"x{n}", f"m{n}", f"a{n}", "given", 0, f"{n}.wav") for n in range(100)])
    add("memories", [(f"y{n}", "persona", f"p{n % 3}", None, None, "note", "忆" + words(50), "{}", 0, WHEN, WHEN,
                      None) for n in range(200)])
    add("runs", [(f"r{n}", f"p{n // 20 % 3}", f"c{n // 20}", f"m{n - 1}", f"m{n}", "message", "completed", "", "{}",
                  None, "{}", WHEN, WHEN, WHEN) for n in range(1, 1200, 2)])
    add("run_events", [(f"e{n}", f"r{n // 2 * 2 + 1}", "stage", f'{{"text": "{words(80)}"}}') for n in range(600)])
    add("approvals", [(f"q{n}", f"r{n}", "t", "p0", "c0", "w", "tool", "{}", "d" * 64, None, "{}", "pending", "",
                       WHEN, WHEN, None) for n in range(100)])
    add("effects", [(f"f{n}", f"r{n}", "tool", "done", "{}") for n in range(100)])
    add("audit", [(f"u{n}", f"r{n}", "p0", "c0", "w", "tool", "", "{}", "d" * 64, None, "not_needed", "ok", "{}",
                   WHEN, 3) for n in range(300)])
    add("capability_overrides", [(f"tool/{n}", "{}") for n in range(20)])
    connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'commits'")
    connection.execute("COMMIT")


@pytest.fixture
def talk(home: AppPaths, clock: SetClock) -> Path:
    prepare(home.database, home.backups, clock.now(), known_migrations())
    with closing(open_writer(home.database)) as connection:
        fill(connection)
    return home.database


def damaged_copy(source: Path, tmp_path: Path, number: int) -> Path:
    folder = tmp_path / f"page {number}"
    folder.mkdir()
    path = folder / "db.sqlite3"
    shutil.copyfile(source, path)
    zero_page(path, number)
    return path


def check(source: Path, tmp_path: Path, clock: SetClock, number: int, before: Rows) -> None:
    path = damaged_copy(source, tmp_path, number)
    opened = prepare(path, path.parent / "backups", clock.now(), known_migrations())
    after = rows_of(path)
    total = sum(len(rows) for rows in before.values())
    saved = sum(len(after[table] & before[table]) for table in before)
    made_up = {table for table in before if after[table] - before[table]}
    assert saved >= 0.95 * total, f"page {number}: {saved} of {total}"
    assert made_up <= {"personas", "conversations"}, f"page {number}: rows nobody wrote in {made_up}"
    assert integrity(path) == "ok"
    if opened.report is not None:
        assert opened.report.source is Source.SALVAGED
        assert opened.report.rows_lost_at_most is not None
        assert total - saved <= opened.report.rows_lost_at_most, f"page {number}"
    shutil.rmtree(path.parent)


def test_f20_cfg_11_one_zeroed_page_anywhere_costs_no_more_than_its_rows(
    talk: Path, clock: SetClock, tmp_path: Path,
) -> None:
    before = rows_of(talk)
    pages = page_count(talk)
    for number in sorted({1, 2, pages, *random.Random(5).sample(range(3, pages), 12)}):
        check(talk, tmp_path, clock, number, before)


@pytest.mark.slow
def test_f20_cfg_11_many_pages_of_a_database_of_conversations(talk: Path, clock: SetClock, tmp_path: Path) -> None:
    before = rows_of(talk)
    for number in range(1, page_count(talk) + 1, 3):
        check(talk, tmp_path, clock, number, before)


def first_page_of(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]


def test_without_the_page_of_the_personas_every_conversation_is_still_there(
    talk: Path, clock: SetClock, tmp_path: Path,
) -> None:
    before = rows_of(talk)
    path = damaged_copy(talk, tmp_path, first_page_of(talk, "personas"))
    opened = prepare(path, path.parent / "backups", clock.now(), known_migrations())
    after = rows_of(path)
    for table in set(before) - {"personas"}:
        assert after[table] == before[table], table
    assert {(row[1], row[2]) for row in after["personas"]} == {(f"p{n}", "Recovered") for n in range(3)}
    assert opened.report is not None
    assert opened.report.rows_lost_at_most == 3


def test_without_the_pages_of_the_conversations_every_message_is_still_in_one(
    talk: Path, clock: SetClock, tmp_path: Path,
) -> None:
    before = rows_of(talk)
    root = first_page_of(talk, "conversations")
    with PageFile(talk, with_wal=True, usual_page_size=PAGE) as pages:
        leaves, _ = pages.leaves(root)
    path = damaged_copy(talk, tmp_path, root)
    for leaf in leaves:
        zero_page(path, leaf.page)
    prepare(path, path.parent / "backups", clock.now(), known_migrations())
    after = rows_of(path)
    assert after["messages"] == before["messages"]
    assert after["runs"] == before["runs"]
    owners = {row[1]: (row[2], row[4]) for row in after["conversations"]}
    assert owners == {f"c{n}": (f"p{n % 3}", f"m{n * 20 + 19}") for n in range(60)}
    assert integrity(path) == "ok"
