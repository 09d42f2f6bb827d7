"""Numbered schema changes. Each is one transaction, so a kill leaves the old schema or the new one."""

from __future__ import annotations

import re
import sqlite3
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from characoid_desktop.data.connection import APPLICATION_ID
from characoid_desktop.data.errors import too_new

_FILE = re.compile(r"(\d{4})_\w+\.sql")
_PACKAGE = "characoid_desktop.data.migrations"

StatementHook = Callable[[int, str], object]
"""Called before each statement with (version it leads to, the statement)."""


def no_hook(version: int, statement: str) -> None:
    del version, statement


@dataclass(frozen=True, slots=True)
class Migration:
    version: int
    statements: tuple[str, ...]


def split_statements(script: str) -> tuple[str, ...]:
    """Split an SQL script at the semicolons that end a statement; comments between them go."""
    statements: list[str] = []
    pending = ""
    for line in script.splitlines(keepends=True):
        if not pending.strip() and line.strip().startswith("--"):
            continue
        pending += line
        if sqlite3.complete_statement(pending):
            statements.append(pending.strip())
            pending = ""
    if pending.strip():
        raise ValueError(f"unfinished statement: {pending.strip()[:80]}")
    return tuple(statements)


def known_migrations() -> tuple[Migration, ...]:
    """The migrations of this version of the app, 1, 2, 3 …"""
    found = [
        Migration(int(match[1]), split_statements(entry.read_text(encoding="utf-8")))
        for entry in resources.files(_PACKAGE).iterdir()
        if (match := _FILE.fullmatch(entry.name))
    ]
    found.sort(key=lambda migration: migration.version)
    if [m.version for m in found] != list(range(1, len(found) + 1)):
        raise ValueError("migrations are not numbered 1, 2, 3 …")
    return tuple(found)


def schema_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration], *,
    up_to: int | None = None, hook: StatementHook = no_hook,
) -> int:
    """Bring the schema to ``up_to`` (default: the newest) and return the version it had before.

    ``connection`` must be in autocommit mode. Raises DatabaseTooNew, without touching anything, for a version
    that is not known here.
    """
    target = len(migrations) if up_to is None else up_to
    before = schema_version(connection)
    if before > len(migrations):
        raise too_new(path, before, len(migrations))
    if before >= target:
        return before
    connection.execute("PRAGMA foreign_keys = OFF")  # has no effect inside a transaction
    try:
        for migration in migrations[before:target]:
            _apply(connection, migration, hook)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
    return before


def _apply(connection: sqlite3.Connection, migration: Migration, hook: StatementHook) -> None:
    version = migration.version
    hook(version, "BEGIN")
    connection.execute("BEGIN EXCLUSIVE")
    try:
        if schema_version(connection) != version - 1:
            raise RuntimeError(f"migration {version} does not follow schema {schema_version(connection)}")
        for statement in migration.statements:
            hook(version, statement)
            connection.execute(statement)
        if version == 1:
            _name_database(connection)
        else:
            connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'commits'")
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise RuntimeError(f"migration {version} breaks a reference")
        hook(version, "PRAGMA user_version")
        connection.execute(f"PRAGMA user_version = {version}")
        hook(version, "COMMIT")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    hook(version, "COMMITTED")


def _name_database(connection: sqlite3.Connection) -> None:
    """Give the database its own id and a commit counter.

    SQLite replays any WAL file that lies beside a database. Both rows share one page that every transaction
    writes, so a WAL of another database, or an old one of this, is told by its id or count (recovery.py).
    """
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.executemany(
        "INSERT INTO meta (key, value) VALUES (?, ?)", [("database_id", uuid.uuid4().hex), ("commits", 1)])
