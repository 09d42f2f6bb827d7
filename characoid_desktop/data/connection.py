"""SQLite connections with the project's settings. Everything here blocks: never call it in the GUI thread."""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path
from urllib.parse import quote

APPLICATION_ID = 0x43484152  # "CHAR", in the file header
PAGE_SIZE = 4096
LOCK_WAIT_S = 5.0
WAL_AUTOCHECKPOINT_PAGES = 1000
PROGRESS_STEPS = 20_000  # virtual machine steps between two looks at the clock, about 1 ms


def database_uri(path: Path, **options: str | int) -> str:
    """A ``file:`` URI for SQLite; works for any bytes in the path, drive letters and network shares."""
    import os

    text = os.fsencode(path.absolute())
    if sys.platform == "win32":
        text = text.replace(b"\\", b"/")
        if not text.startswith(b"/"):
            text = b"/" + text
    query = "&".join(f"{key}={value}" for key, value in options.items())
    return f"file://{quote(text)}" + (f"?{query}" if query else "")


def _set_up(connection: sqlite3.Connection, lock_wait_s: float) -> None:
    connection.row_factory = sqlite3.Row
    for pragma in (
        f"busy_timeout = {round(lock_wait_s * 1000)}",
        "trusted_schema = OFF",  # a damaged or hostile schema runs no functions
        "cell_size_check = ON",
        "foreign_keys = ON",
        "synchronous = FULL",
    ):
        connection.execute(f"PRAGMA {pragma}")


def open_writer(path: Path, lock_wait_s: float = LOCK_WAIT_S) -> sqlite3.Connection:
    """Open for writing, create if missing; autocommit, WAL, every commit on disk before it returns."""
    connection = sqlite3.connect(path, timeout=lock_wait_s, isolation_level=None)
    try:
        _set_up(connection, lock_wait_s)
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")  # counts for a new file only
        connection.execute("PRAGMA secure_delete = ON")  # deleted means gone, also for salvage
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_AUTOCHECKPOINT_PAGES}")
        connection.execute("PRAGMA journal_size_limit = 4194304")
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(path: Path, lock_wait_s: float = LOCK_WAIT_S) -> sqlite3.Connection:
    """Open an existing database for queries that run beside the writer; it never checkpoints."""
    connection = sqlite3.connect(
        database_uri(path, mode="rw"), uri=True, timeout=lock_wait_s, isolation_level=None)
    try:
        _set_up(connection, lock_wait_s)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def open_untouched(path: Path, lock_wait_s: float = LOCK_WAIT_S, *, immutable: bool = False) -> sqlite3.Connection:
    """Open so that neither the file nor its WAL is changed.

    With ``immutable`` the WAL is not looked at either: what the main file alone holds.
    """
    options: dict[str, str | int] = {"immutable": 1} if immutable else {"mode": "ro"}
    connection = sqlite3.connect(
        database_uri(path, **options), uri=True, timeout=lock_wait_s, isolation_level=None)
    try:
        _set_up(connection, lock_wait_s)
    except BaseException:
        connection.close()
        raise
    return connection


class OutOfTime(Exception):
    """A bounded look at the database did not end within its limit."""


def bounded(connection: sqlite3.Connection, sql: str, limit_s: float) -> list[sqlite3.Row]:
    """Run a query for at most ``limit_s`` seconds; raises OutOfTime after that."""
    deadline = time.monotonic() + limit_s
    late = False

    def look() -> int:
        nonlocal late
        late = time.monotonic() > deadline
        return 1 if late else 0

    connection.set_progress_handler(look, PROGRESS_STEPS)
    try:
        return connection.execute(sql).fetchall()
    except sqlite3.OperationalError as error:
        if late:
            raise OutOfTime(sql) from error
        raise
    finally:
        connection.set_progress_handler(None, 0)
