"""Schema changes: old or new, never half; a backup first; a newer database is left alone."""

from __future__ import annotations

import hashlib
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.backups import BackupStore, is_good
from characoid_desktop.data.connection import APPLICATION_ID, open_writer
from characoid_desktop.data.errors import DatabaseTooNew
from characoid_desktop.data.migrator import Migration, known_migrations, migrate, split_statements
from characoid_desktop.data.opening import prepare
from characoid_desktop.data.salvage import tables_of
from tests.fakes.data_faults import SetClock, count, integrity, run_script
from tests.unit.data.conftest import Opener

KILLED_AT = """
import os, signal, sys
from pathlib import Path
from datetime import UTC, datetime
from characoid_desktop.data.migrator import Migration, known_migrations
from characoid_desktop.data.opening import prepare

path, backups, upgrade = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "upgrade"
migrations = known_migrations()
if upgrade:
    migrations += (Migration(len(migrations) + 1, tuple(sys.argv[4].split("|"))),)
last = [False]

def one_start(at):
    steps = 0
    def hook(version, statement):
        nonlocal steps
        if steps == at:
            os.kill(os.getpid(), signal.SIGKILL)
        steps += 1
    prepare(path, backups, datetime.now(UTC), migrations, hook=hook)
    return steps

at = 0
while True:
    if not upgrade:  # from the very beginning each time, so that no step of a later one is left out
        for ending in ("", "-wal", "-shm", "-journal"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        one_start(at)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    import sqlite3
    connection = sqlite3.connect(path)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    schema = ";".join(str(r[0]) for r in connection.execute("SELECT sql FROM sqlite_schema ORDER BY name"))
    check = connection.execute("PRAGMA integrity_check").fetchone()[0]
    rows = connection.execute("SELECT count(*) FROM jobs").fetchone()[0] if version else 0
    connection.close()
    print(at, version, check, hash(schema), rows, flush=True)
    if os.WIFEXITED(status):
        break
    at += 1
    if upgrade and version == len(migrations):
        break
"""

UPGRADE = ("CREATE TABLE extra (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, a TEXT, b TEXT) STRICT",
           "ALTER TABLE jobs ADD COLUMN priority INTEGER NOT NULL DEFAULT 0",
           "INSERT INTO extra (id, a) SELECT id, kind FROM jobs",
           "UPDATE jobs SET priority = seq",
           "DROP INDEX jobs_by_lane")


def upgraded() -> tuple[Migration, ...]:
    return (*known_migrations(), Migration(len(known_migrations()) + 1, UPGRADE))


def results(text: str) -> list[tuple[int, str, str, int]]:
    lines = [line.split() for line in text.splitlines()]
    return [(int(version), check, schema, int(rows)) for _, version, check, schema, rows in lines]


def test_flt_09_killed_at_each_statement_of_the_first_schema_it_is_all_or_nothing(home: AppPaths) -> None:
    seen = results(run_script(KILLED_AT, home.database, home.backups, "first", ""))
    statements = sum(len(migration.statements) + 3 for migration in known_migrations())
    assert len(seen) >= statements
    versions = {version for version, *_ in seen}
    assert versions == set(range(len(known_migrations()) + 1))
    assert all(check == "ok" for _, check, _, _ in seen)
    assert len({(version, schema) for version, _, schema, _ in seen}) == len(versions), "one schema a version"
    assert seen[-1][0] == len(known_migrations())


def test_flt_09_killed_at_each_statement_of_an_upgrade_schema_and_rows_are_old_or_new(
    home: AppPaths, filled: Callable[[int], Path],
) -> None:
    filled(300)
    old = len(known_migrations())
    seen = results(run_script(KILLED_AT, home.database, home.backups, "upgrade", "|".join(UPGRADE)))
    assert len(seen) >= len(UPGRADE) + 3
    assert {version for version, *_ in seen} == {old, old + 1}
    assert all(check == "ok" and rows == 300 for _, check, _, rows in seen)
    assert len({(version, schema) for version, _, schema, _ in seen}) == 2
    backups = BackupStore(home.backups).list()
    assert len(backups) == 1, "one backup for the upgrade, not one for each killed start"
    assert backups[0].before_upgrade
    assert backups[0].schema == old
    assert is_good(backups[0].path)
    assert count(backups[0].path, "jobs") == 300


def test_flt_09_the_backup_before_an_upgrade_outlives_the_first_good_start(
    home: AppPaths, clock: SetClock, filled: Callable[[int], Path],
) -> None:
    filled(10)
    prepare(home.database, home.backups, clock.now(), upgraded())
    prepare(home.database, home.backups, clock.now(), upgraded())
    [backup] = BackupStore(home.backups).list()
    assert backup.before_upgrade
    assert count(backup.path, "jobs") == 10


def test_cfg_06_a_database_of_each_older_schema_is_brought_up_to_date(home: AppPaths, clock: SetClock) -> None:
    newest = upgraded()
    for version in range(1, len(newest)):
        path = home.data / f"of version {version}.sqlite3"
        with closing(open_writer(path)) as connection:
            migrate(connection, path, newest, up_to=version)
            write_a_row_into_each_table(connection)
            before = contents(connection)
        prepare(path, home.backups, clock.now(), newest)
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone()[0] == len(newest)
            after = contents(connection)
        assert integrity(path) == "ok"
        for table, rows in before.items():
            width = len(rows[0])
            kept = [row[:width] for row in after[table]]
            assert kept == rows or table == "meta", f"{table} of version {version}"


def write_a_row_into_each_table(connection: sqlite3.Connection) -> None:
    """Of every kind a row, those that are referred to first, as the app writes them."""
    rows = {
        "jobs": ("j", "k", "{}", "{}", "running", "compute", 1, None, "2026", None, None, None, None),
        "attachments": ("a", b"/caf\xe9", "caf", 1, None, None, None, None, "2026"),
        "rvc_sessions": ("s", "n", "2026"),
        "rvc_items": ("i", "s", "a", "higher", "{}", "wav", None, "j", None, "2026"),
        "personas": ("p", "ミカ", None, "{}", "{}", "2026", "2026"),
        "conversations": ("c", "p", "题目", "m", "{}", 0, "2026", "2026"),
        "messages": ("m", "c", None, "r", "user", "done", "こんにちは", "{}", "{}", "2026", None),
        "message_attachments": ("x", "m", "a", "given", 0, "caf"),
        "memories": ("y", "persona", "p", None, None, "note", "蛋糕", "{}", 1, "2026", "2026", None),
        "runs": ("r", "p", "c", "m", "n", "message", "waiting_approval", "s", "{}", None, "{}", "2026", "2026", None),
        "run_events": ("e", "r", "stage", "{}"),
        "approvals": ("q", "r", "t", "p", "c", "w", "tool", "{}", "d" * 64, None, "{}", "pending", "", "2026", "2026",
                      None),
        "effects": ("f", "r", "tool", "done", "{}"),
        "audit": ("u", "r", "p", "c", "w", "tool", "", "{}", "d", None, "approved", "ok", "{}", "2026", 5),
        "capability_overrides": ("tool/x", "{}"),
        "library": ("v", "voice", "ミカ", "e" * 64, "/voices/mika.pth", 5, b"/caf\xe9.index", "f" * 64, "cover.png", "",
                    "", "", "{}", "{}", "", "2026", "2026"),
        "rvc_stages": ("g", "i", "convert", "d", "k", "cpu", "e", "v", "ミカ", "v2", "", "swift", "", "", "", 1000, 900,
                       40000, 1, 40000, "{}", "{}", "{}", "2026"),
        "documents": ("o", "default", "蛋糕.txt", "蛋糕", "txt", "{}", "a" * 64, 9, "ready", None, "{}", 9, 0, 1, "a",
                      "2026", "2026", 3),
        "document_spaces": ("z", "o", "p", "2026"),
        "passages": ("h", "o", 0, "蛋糕店早上七点开门", 0, 9, 1, "时间", 2),
        "passages_gone": (),
        "passage_vectors": (1, "http://127.0.0.1|m", 1, struct.pack("<f", 1.0)),
        "user_tables": ("t", "o", 0, "蛋糕", "ab.sqlite3", '{"columns":[]}', 3, 0, "{}", "2026"),
        "memory_proposals": ("o1", "p", "c", "m", "n", "r", "model", "蛋糕", "蛋糕", "{}", "open", None, "2026", None),
        "memory_vectors": ("y", "m", struct.pack("<f", 1.0)),
        "conversation_summaries": ("b", "c", "m", "extract", "前情", 3, "2026"),
    }
    rows["lore"] = ("l", "p", 0, "", "", '{"keys":["塔"]}', '{"keys":[]}', "塔在月亮上", 1, 0, 0, 0, 0, "before_char",
                    100, 10, "{}", "2026", "2026")
    there = {table.name: len(table.columns) - 1 for table in tables_of(connection)}
    assert set(there) - {"meta", "extra"} <= set(rows), "a new table wants its row here"
    for table, values in rows.items():
        if table in there:
            values = values[:there[table]]  # an older table has fewer columns
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * (len(values) + 1))})", (None, *values))


def contents(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    return {table.name: [tuple(row) for row in connection.execute(f"SELECT * FROM {table.name} ORDER BY rowid")]
            for table in tables_of(connection)}


async def test_cfg_15_a_database_of_a_newer_version_is_refused_and_not_touched(
    home: AppPaths, clock: SetClock, filled: Callable[[int], Path], opened: Opener,
) -> None:
    filled(20)
    prepare(home.database, home.backups, clock.now(), upgraded())
    before = hashlib.sha256(home.database.read_bytes()).hexdigest()
    for _ in range(2):
        with pytest.raises(DatabaseTooNew) as caught:
            await opened()
    assert "newer version" in str(caught.value)
    assert caught.value.action is not None
    assert hashlib.sha256(home.database.read_bytes()).hexdigest() == before
    assert not (home.data / "damaged").exists()


def test_a_migration_that_fails_changes_nothing(home: AppPaths, clock: SetClock, filled: Callable[[int], Path]) -> None:
    filled(5)
    newest = len(known_migrations())
    broken = (*known_migrations(), Migration(newest + 1, ("ALTER TABLE jobs ADD COLUMN x TEXT", "SELECT nonsense")))
    with pytest.raises(sqlite3.OperationalError):
        prepare(home.database, home.backups, clock.now(), broken)
    with closing(sqlite3.connect(home.database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == newest
        assert "x" not in [row[1] for row in connection.execute("PRAGMA table_info(jobs)")]


def test_scripts_are_split_at_statements_only() -> None:
    script = "-- one; two\nCREATE TABLE a (b TEXT DEFAULT ';');\n\nINSERT INTO a VALUES ('x;\ny');\n"
    assert split_statements(script) == (
        "CREATE TABLE a (b TEXT DEFAULT ';');", "INSERT INTO a VALUES ('x;\ny');")
    with pytest.raises(ValueError, match="unfinished"):
        split_statements("CREATE TABLE a (b")


def test_the_settings_of_the_connection_are_those_that_survive_a_power_cut(home: AppPaths) -> None:
    with closing(open_writer(home.database)) as connection:
        migrate(connection, home.database, known_migrations())
        for pragma, value in {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000,
                              "trusted_schema": 0, "cell_size_check": 1, "secure_delete": 1,
                              "application_id": APPLICATION_ID}.items():
            assert connection.execute(f"PRAGMA {pragma}").fetchone()[0] == value, pragma


def test_tables_can_be_told_apart_by_their_number_of_columns_or_by_what_they_refuse(home: AppPaths) -> None:
    with closing(open_writer(home.database)) as connection:
        migrate(connection, home.database, known_migrations())
        tables = tables_of(connection)
        write_a_row_into_each_table(connection)
        rows = contents(connection)
        connection.execute("PRAGMA foreign_keys = OFF")
        for table in tables:
            assert table.name == "meta" or table.columns[0].is_rowid, "ordered by a number, not by a date"
            for other in tables:
                if other is not table and len(other.columns) == len(table.columns):
                    row = (None, *rows[table.name][0][1:])
                    assert not (other.fits(row) and is_taken(connection, other.name, row)), (table.name, other.name)


def is_taken(connection: sqlite3.Connection, table: str, row: tuple[object, ...]) -> bool:
    try:
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    except sqlite3.IntegrityError:
        return False
    return True
