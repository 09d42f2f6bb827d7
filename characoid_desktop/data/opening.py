"""From whatever lies at the database's path to an intact database of the newest schema. Blocks."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from characoid_desktop.data.backups import BackupStore
from characoid_desktop.data.connection import LOCK_WAIT_S, open_untouched, open_writer
from characoid_desktop.data.errors import expected_errors
from characoid_desktop.data.home import check_writable, reachable
from characoid_desktop.data.migrator import Migration, StatementHook, migrate, no_hook, schema_version
from characoid_desktop.data.recovery import (
    QUICK_CHECK_S,
    SUSPECT_CHECK_S,
    Condition,
    RecoveryReport,
    clear_leftovers,
    examine,
    repair,
    wal_missing_report,
)


@dataclass(frozen=True, slots=True)
class Opened:
    """``path`` is where the file really lies; ``report`` says what had to be mended, None if nothing."""

    path: Path
    report: RecoveryReport | None
    check_later: bool


def suspect_mark(path: Path) -> Path:
    """A file that asks the next start for a full check."""
    return path.with_name(path.name + ".suspect")


def prepare(
    path: Path, backups: Path, now: datetime, migrations: Sequence[Migration], *,
    lock_wait_s: float = LOCK_WAIT_S, quick_check_s: float = QUICK_CHECK_S, hook: StatementHook = no_hook,
) -> Opened:
    """Check, repair, back up, migrate. Raises the errors of data/errors.py; see Database.open."""
    with expected_errors(path, lock_wait_s):
        path = reachable(path)
        check_writable(path.parent)
        clear_leftovers(path)
        store = BackupStore(backups)
        mark = suspect_mark(path)
        limit_s = SUSPECT_CHECK_S if mark.exists() else quick_check_s
        condition = examine(path, store, len(migrations), lock_wait_s, limit_s)
        report = None
        if condition is Condition.WAL_MISSING:
            report = wal_missing_report()
        elif not condition.is_usable:
            report = repair(path, condition, store, migrations, now, lock_wait_s)
        _bring_up_to_date(path, store, now, migrations, lock_wait_s, hook)
        mark.unlink(missing_ok=True)
        return Opened(path, report, condition is Condition.UNCHECKED)


def _bring_up_to_date(
    path: Path, store: BackupStore, now: datetime, migrations: Sequence[Migration], lock_wait_s: float,
    hook: StatementHook,
) -> None:
    with closing(open_writer(path, lock_wait_s)) as connection:
        version = schema_version(connection)
        if 0 < version < len(migrations) and not _has_backup_of(connection, store, version):
            store.make(path, now, before_upgrade=True, lock_wait_s=lock_wait_s)
        migrate(connection, path, migrations, hook=hook)
        # A file that may be read but not written must show now, not at the first click.
        # (BEGIN IMMEDIATE alone quietly begins a read transaction on such a file.)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE meta SET value = value WHERE key = 'commits'")
        connection.execute("ROLLBACK")


def _has_backup_of(connection: sqlite3.Connection, store: BackupStore, version: int) -> bool:
    """Whether the newest backup was made for this very upgrade, of this very state (a start was killed)."""
    backups = store.list()
    if not backups or not backups[0].before_upgrade or backups[0].schema != version:
        return False
    query = "SELECT key, value FROM meta WHERE key IN ('database_id', 'commits') ORDER BY key"
    try:
        with closing(open_untouched(backups[0].path, immutable=True)) as backup:
            return [tuple(row) for row in backup.execute(query)] == [
                tuple(row) for row in connection.execute(query)]
    except sqlite3.Error:
        return False
