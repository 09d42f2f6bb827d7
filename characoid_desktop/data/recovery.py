"""Is the database what it should be, and if not: keep a copy, save what can be read, say what was lost.

Everything here blocks: use an executor. Nothing is ever deleted; damaged files go to ``damaged/``.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from characoid_desktop.core.i18n import Text
from characoid_desktop.data.backups import Backup, BackupStore
from characoid_desktop.data.connection import (
    APPLICATION_ID,
    OutOfTime,
    bounded,
    open_untouched,
    open_writer,
)
from characoid_desktop.data.errors import DatabaseTooNew, disk_full, fsync_folder, too_new
from characoid_desktop.data.files import sync_file
from characoid_desktop.data.home import RESERVE_BYTES, free_space_ok
from characoid_desktop.data.migrator import Migration, migrate, schema_version
from characoid_desktop.data.pages import MAGIC
from characoid_desktop.data.salvage import Salvaged, salvage, usual_schema

QUICK_CHECK_S = 2.0  # at every start; a larger database is checked in the background
SUSPECT_CHECK_S = 600.0  # after damage was met in use
_SUFFIXES = ("-wal", "-shm", "-journal")
_BAD = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT}

_UNFINISHED = {sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY, sqlite3.SQLITE_READONLY_CANTINIT}


class Condition(StrEnum):
    NEW = "new"  # nothing there yet
    GOOD = "good"
    UNCHECKED = "unchecked"  # good as far as the time allowed to look
    WAL_MISSING = "wal_missing"  # intact, but the newest changes were in a file that is gone
    WAL_FOREIGN = "wal_foreign"  # intact, beside it the WAL of another database
    MISSING = "missing"  # gone, though there are backups
    EMPTY = "empty"
    NOT_A_FILE = "not_a_file"
    DAMAGED = "damaged"

    @property
    def is_usable(self) -> bool:
        """Whether the file can be opened as it is."""
        return self in (Condition.NEW, Condition.GOOD, Condition.UNCHECKED, Condition.WAL_MISSING)


class Source(StrEnum):
    """Where the data now come from."""

    KEPT = "kept"  # the file itself
    SALVAGED = "salvaged"
    BACKUP = "backup"
    FRESH = "fresh"


@dataclass(frozen=True, slots=True)
class RecoveryReport:
    """What was found at start, what was done and what is lost; ``sentence`` and ``safe`` are for a notice.

    ``kept_in`` is the folder with the damaged files. ``rows_lost_at_most`` is None when nobody can know.
    """

    condition: Condition
    source: Source
    sentence: Text
    safe: Text | None
    kept_in: Path | None
    rows_saved: int = 0
    rows_from_backup: int = 0
    rows_lost_at_most: int | None = None


class _Bad(Exception):
    """The database, seen this way, is not intact or not ours."""


def examine(
    path: Path, backups: BackupStore, newest_schema: int, lock_wait_s: float,
    check_limit_s: float = QUICK_CHECK_S,
) -> Condition:
    """Look at the database without changing it.

    Raises DatabaseTooNew, and sqlite3.OperationalError when it is locked or cannot be opened.
    """
    try:
        found = path.lstat()
    except FileNotFoundError:
        has_wal = path.with_name(path.name + "-wal").exists()
        return Condition.MISSING if has_wal or backups.list() else Condition.NEW
    if not stat.S_ISREG(found.st_mode):
        return Condition.NOT_A_FILE
    wal = path.with_name(path.name + "-wal")
    has_wal = wal.is_file() and wal.stat().st_size > 0
    # A clean end removes first the -shm, then the -wal. Looked at now: the check itself makes both anew.
    wal_gone = path.with_name(path.name + "-shm").exists() and not wal.exists()
    if found.st_size == 0:
        return Condition.EMPTY if has_wal or backups.list() else Condition.NEW
    with path.open("rb") as file:
        if file.read(16) != MAGIC:
            return Condition.DAMAGED
    try:
        try:
            condition = _look(path, newest_schema, lock_wait_s, check_limit_s)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode not in _UNFINISHED:
                raise
            _finish(path, lock_wait_s)
            condition = _look(path, newest_schema, lock_wait_s, check_limit_s)
    except _Bad:
        if has_wal and _main_file_is_good(path, newest_schema, check_limit_s):
            return Condition.WAL_FOREIGN
        return Condition.DAMAGED
    if condition is Condition.NEW:
        return Condition.EMPTY if backups.list() else Condition.NEW
    if has_wal and _wal_is_foreign(path, lock_wait_s):
        good = _main_file_is_good(path, newest_schema, check_limit_s)
        return Condition.WAL_FOREIGN if good else Condition.DAMAGED
    if wal_gone and condition is Condition.GOOD:
        return Condition.WAL_MISSING
    return condition


def _look(
    path: Path, newest_schema: int, lock_wait_s: float, check_limit_s: float, *, immutable: bool = False,
) -> Condition:
    try:
        with closing(open_untouched(path, lock_wait_s, immutable=immutable)) as connection:
            version = schema_version(connection)
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if version == 0 and application == 0 and tables == 0:
                return Condition.NEW  # killed before its first schema was committed
            if application != APPLICATION_ID:
                raise _Bad("not a database of this app")
            if version > newest_schema:
                raise too_new(path, version, newest_schema)
            check = "integrity_check" if check_limit_s > QUICK_CHECK_S else "quick_check"
            answer = bounded(connection, f"PRAGMA {check}(1)", check_limit_s)[0][0]
            if answer != "ok":
                raise _Bad(answer)
            _identity(connection)
    except OutOfTime:
        return Condition.UNCHECKED
    except sqlite3.Error as error:
        if _is_bad(error):
            raise _Bad(str(error)) from error
        raise
    return Condition.GOOD


def _finish(path: Path, lock_wait_s: float) -> None:
    """Let SQLite undo what a killed program left half done: a connection that only reads may not."""
    with closing(open_writer(path, lock_wait_s)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _is_bad(error: sqlite3.Error) -> bool:
    code: int = getattr(error, "sqlite_errorcode", 0) or 0
    return code & 0xFF in _BAD or code == sqlite3.SQLITE_IOERR_SHORT_READ


def _identity(connection: sqlite3.Connection) -> tuple[str, int]:
    rows = connection.execute("SELECT key, value FROM meta WHERE key IN ('database_id', 'commits')").fetchall()
    found = {str(row[0]): row[1] for row in rows}
    if not isinstance(found.get("database_id"), str) or not isinstance(found.get("commits"), int):
        raise _Bad("the database has no identity")
    return str(found["database_id"]), int(found["commits"])


def _main_file_is_good(path: Path, newest_schema: int, check_limit_s: float) -> bool:
    try:
        return _look(path, newest_schema, 0.0, check_limit_s, immutable=True) is not Condition.NEW
    except (_Bad, DatabaseTooNew, sqlite3.Error):
        return False


def _wal_is_foreign(path: Path, lock_wait_s: float) -> bool:
    """Whether the WAL beside the database belongs to another one, or to an older copy of this one.

    SQLite would replay it all the same. Each of our commits writes the page with id and commit count, so a
    WAL of ours shows the same id and no smaller count.
    """
    try:
        with closing(open_untouched(path, immutable=True)) as connection:
            main_id, main_commits = _identity(connection)
    except (sqlite3.Error, _Bad):
        return False  # all of it still lies in the WAL: the view through it was good
    with closing(open_untouched(path, lock_wait_s)) as connection:
        view_id, view_commits = _identity(connection)
    return view_id != main_id or view_commits < main_commits


def repair(
    path: Path, condition: Condition, backups: BackupStore, migrations: Sequence[Migration], now: datetime,
    lock_wait_s: float,
) -> RecoveryReport:
    """Put an intact database in the place of what is there; the old files are kept.

    The new file is complete on disk before the old one is touched. Raises DiskFull, with everything as it was.
    """
    if condition is Condition.WAL_FOREIGN:
        kept_in = keep_aside(path, now, main=False)
        _remove_companions(path)
        return _report_foreign_wal(kept_in)
    backup = backups.newest_good(len(migrations))
    fresh = path.with_name(path.name + ".recovering")
    _clear(fresh)
    source, salvaged = _build(path, fresh, condition, backup, migrations, lock_wait_s)
    kept_in = keep_aside(path, now)
    if path.is_dir() and not path.is_symlink():
        path.rename(kept_in / path.name)
    fresh.replace(path)
    # From here on an old WAL that a crash leaves behind is foreign: the new file has another id.
    _remove_companions(path)
    fsync_folder(path.parent)
    return _report(condition, source, salvaged, backup, kept_in)


def _build(
    path: Path, fresh: Path, condition: Condition, backup: Backup | None, migrations: Sequence[Migration],
    lock_wait_s: float,
) -> tuple[Source, Salvaged]:
    size = path.stat().st_size if condition is Condition.DAMAGED else backup.path.stat().st_size if backup else 0
    if not free_space_ok(path.parent, 2 * size):  # the copy and its WAL
        raise disk_full(path.parent, 2 * size + RESERVE_BYTES)
    salvaged, source = Salvaged(), Source.FRESH
    try:
        if condition is Condition.DAMAGED:
            with closing(open_writer(fresh, lock_wait_s)) as target:
                migrate(target, fresh, migrations, up_to=usual_schema(path, len(migrations)))
                salvaged = salvage(path, target, backup.path if backup else None, with_wal=True)
            source = Source.SALVAGED if salvaged.saved else Source.FRESH
        if source is Source.FRESH and backup is not None:
            _clear(fresh)
            shutil.copyfile(backup.path, fresh)
            with closing(open_writer(fresh, lock_wait_s)) as target:
                target.execute("UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'database_id'")
            source = Source.BACKUP
        elif source is Source.FRESH and not fresh.exists():
            with closing(open_writer(fresh, lock_wait_s)) as target:
                migrate(target, fresh, migrations)
        sync_file(fresh)
    except BaseException:
        _clear(fresh)
        raise
    return source, salvaged


def keep_aside(path: Path, now: datetime, *, main: bool = True) -> Path:
    """Give the database's files (without ``main``: only what lies beside it) a second name under ``damaged/``.

    Returns the new folder. Hard links where the file system has them, so that it needs no room.
    """
    root = path.parent / "damaged"
    root.mkdir(exist_ok=True)
    numbers = [int(entry.name[:4]) for entry in root.iterdir() if entry.name[:4].isdecimal()]
    folder = root / f"{max(numbers, default=0) + 1:04d}-{now.strftime('%Y%m%dT%H%M%SZ')}"
    folder.mkdir()
    names = ([path.name] if main else []) + [path.name + suffix for suffix in _SUFFIXES]
    for name in names:
        file = path.with_name(name)
        if not file.exists() and not file.is_symlink():
            continue
        if file.is_symlink() or not file.is_file():
            if file.is_symlink() or not file.is_dir():
                file.rename(folder / name)
            continue
        try:
            os.link(file, folder / name)
        except OSError:
            shutil.copyfile(file, folder / name)
            sync_file(folder / name)
    fsync_folder(folder)
    fsync_folder(root)
    return folder


def _remove_companions(path: Path) -> None:
    for suffix in _SUFFIXES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def clear_leftovers(path: Path) -> None:
    """Remove the half of a repair that was killed."""
    _clear(path.with_name(path.name + ".recovering"))


def _clear(fresh: Path) -> None:
    fresh.unlink(missing_ok=True)
    _remove_companions(fresh)


def wal_missing_report() -> RecoveryReport:
    return RecoveryReport(
        Condition.WAL_MISSING, Source.KEPT,
        Text.of("A part of the data file was removed while the app was not running. The newest changes may be "
                "missing."),
        Text.of("Everything older is intact."), None)


def _report_foreign_wal(kept_in: Path) -> RecoveryReport:
    return RecoveryReport(
        Condition.WAL_FOREIGN, Source.KEPT,
        Text.of("Beside the data file lay changes that belong to another file; they were set aside. The newest "
                "changes may be missing."),
        Text.of("What was set aside is kept in the folder “damaged”."), kept_in)


def _report(
    condition: Condition, source: Source, salvaged: Salvaged, backup: Backup | None, kept_in: Path,
) -> RecoveryReport:
    kept = Text.of("The damaged file is kept in the folder “damaged”.")
    if source is Source.SALVAGED:
        lost = salvaged.lost_at_most
        if lost == 0:
            sentence = Text.of("The data file was damaged and has been repaired. Nothing was lost.")
        elif lost is None:
            sentence = Text.count(
                "The data file was damaged and has been repaired. {n} entry was saved; some may be lost.",
                "The data file was damaged and has been repaired. {n} entries were saved; some may be lost.",
                salvaged.saved)
        else:
            sentence = Text.count(
                "The data file was damaged and has been repaired. At most {n} entry is lost, {saved} were saved.",
                "The data file was damaged and has been repaired. At most {n} entries are lost, {saved} were "
                "saved.", lost, saved=salvaged.saved)
        return RecoveryReport(
            condition, source, sentence, kept, kept_in, salvaged.saved, salvaged.from_backup, lost)
    if source is Source.BACKUP and backup is not None:
        sentence = Text.of(
            "The data file could not be read. The backup of {date} was restored; what changed after it is lost.",
            date=backup.made_at.astimezone().strftime("%Y-%m-%d %H:%M"))
        return RecoveryReport(condition, source, sentence, kept, kept_in)
    sentence = Text.of("The data file could not be read and there is no backup yet. A new one was started.")
    return RecoveryReport(condition, source, sentence, kept, kept_in)
