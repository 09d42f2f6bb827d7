"""Copies of the database: one a day and one before each schema change. Everything here blocks."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from characoid_desktop.data.connection import (
    APPLICATION_ID,
    LOCK_WAIT_S,
    OutOfTime,
    bounded,
    open_untouched,
)
from characoid_desktop.data.errors import disk_full, expected_errors, fsync_folder, locked
from characoid_desktop.data.home import RESERVE_BYTES, free_space_ok
from characoid_desktop.data.migrator import schema_version

KEEP = 5
DUE_AFTER = timedelta(hours=24)
STEP_PAGES = 256  # 1 MiB between two looks at the stop flag
COPY_LIMIT_S = 300.0
CHECK_LIMIT_S = 60.0
_NAME = re.compile(r"characoid-(\d{6,})-(\d{8}T\d{6}Z)-v(\d+)(-before-upgrade)?\.sqlite3")
_STAMP = "%Y%m%dT%H%M%SZ"


class Stopped(Exception):
    """The app closes; the copy was given up and removed."""


@dataclass(frozen=True, slots=True)
class Backup:
    """``number`` is the order; ``made_at`` is only what the clock said then."""

    number: int
    made_at: datetime
    schema: int
    before_upgrade: bool
    path: Path


class BackupStore:
    """The backups in ``folder``; each was checked before it got its name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def list(self) -> list[Backup]:
        """All backups, newest first; other files in the folder are ignored."""
        found: list[Backup] = []
        if not self._folder.is_dir():
            return found
        for entry in self._folder.iterdir():
            match = _NAME.fullmatch(entry.name)
            if match is None or entry.is_symlink() or not entry.is_file():
                continue
            try:
                made_at = datetime.strptime(match[2], _STAMP).replace(tzinfo=UTC)
            except ValueError:
                continue
            found.append(Backup(int(match[1]), made_at, int(match[3]), match[4] is not None, entry))
        return sorted(found, key=lambda backup: backup.number, reverse=True)

    def is_due(self, now: datetime) -> bool:
        """Whether the newest is older than a day, or dated in the future by a clock that was wrong."""
        backups = self.list()
        return not backups or abs(now - backups[0].made_at) >= DUE_AFTER

    def make(
        self, database: Path, now: datetime, *, before_upgrade: bool = False,
        stop: threading.Event | None = None, lock_wait_s: float = LOCK_WAIT_S,
    ) -> Backup:
        """Copy the database as it is now, beside its writer; return the checked, durable copy.

        Raises DiskFull, DatabaseLocked, DatabaseDamaged, Stopped; no half copy is left.
        """
        with expected_errors(self._folder, lock_wait_s):
            self._folder.mkdir(parents=True, exist_ok=True)
            for leftover in self._folder.glob("*.part*"):
                leftover.unlink(missing_ok=True)
            wal = database.with_name(database.name + "-wal")
            size = database.stat().st_size + (wal.stat().st_size if wal.exists() else 0)
            if not free_space_ok(self._folder, size):
                raise disk_full(self._folder, size + RESERVE_BYTES)
        number = max((backup.number for backup in self.list()), default=0) + 1
        part = self._folder / f"{number:06d}.part"
        try:
            with expected_errors(database, lock_wait_s):
                schema = _copy(database, part, stop, lock_wait_s)
            ending = "-before-upgrade" if before_upgrade else ""
            final = self._folder / f"characoid-{number:06d}-{now.strftime(_STAMP)}-v{schema}{ending}.sqlite3"
            with expected_errors(self._folder, lock_wait_s):
                with part.open("rb+") as file:
                    os.fsync(file.fileno())
                part.replace(final)
                fsync_folder(self._folder)
        finally:
            for leftover in self._folder.glob(f"{part.name}*"):
                leftover.unlink(missing_ok=True)
        return Backup(number, now, schema, before_upgrade, final)

    def prune(self, keep: int = KEEP) -> None:
        """Delete all but the newest ``keep``. Called only after a good start."""
        for backup in self.list()[keep:]:
            backup.path.unlink(missing_ok=True)

    def newest_good(self, newest_schema: int) -> Backup | None:
        """The newest backup that passes its check and whose schema is known here, or None."""
        for backup in self.list():
            if backup.schema <= newest_schema and is_good(backup.path):
                return backup
        return None


def is_good(path: Path, limit_s: float = CHECK_LIMIT_S) -> bool:
    """Whether the file alone is an intact database of this app."""
    try:
        with closing(open_untouched(path, immutable=True)) as connection:
            if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                return False
            return bounded(connection, "PRAGMA quick_check(1)", limit_s)[0][0] == "ok"
    except (sqlite3.Error, OSError, OutOfTime):
        return False


def _copy(database: Path, part: Path, stop: threading.Event | None, lock_wait_s: float) -> int:
    """Copy page by page from one snapshot and check the copy; return its schema version."""
    started = time.monotonic()

    def look(status: int, remaining: int, total: int) -> None:
        del remaining, total
        waited = time.monotonic() - started
        if stop is not None and stop.is_set():
            raise Stopped
        if waited > COPY_LIMIT_S or (status != sqlite3.SQLITE_OK and status != sqlite3.SQLITE_DONE
                                     and waited > lock_wait_s):
            raise locked(database, waited)

    with closing(open_untouched(database, lock_wait_s)) as source, closing(sqlite3.connect(part)) as target:
        source.execute("BEGIN")
        schema = schema_version(source)  # opens the snapshot: commits from now on do not restart the copy
        source.backup(target, pages=STEP_PAGES, progress=look, sleep=0.05)
        source.execute("ROLLBACK")
        target.execute("PRAGMA journal_mode = DELETE")  # one file, no WAL beside it
    if not is_good(part):
        raise sqlite3.DatabaseError(f"the copy of {database} failed its check")
    return schema
