"""What can go wrong with stored data, each with its sentence, what is safe and the next step."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text

NEARLY_FULL_BYTES = 4 * 1024 * 1024  # below this a refused write is put down to lack of room

_FULL_ERRNOS = {errno.ENOSPC, errno.EFBIG} | {
    getattr(errno, name) for name in ("EDQUOT",) if hasattr(errno, name)
}
_READ_ONLY_ERRNOS = {errno.EROFS, errno.EACCES, errno.EPERM}
_GONE_ERRNOS = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO} | {
    getattr(errno, name) for name in ("ESTALE", "EHOSTDOWN", "ENOTCONN") if hasattr(errno, name)
}
_WINDOWS_NOT_READY = {21, 53, 55, 67}  # drive not ready, network path/resource/name not found


class DataError(AppError):
    """Anything about stored data; ``code`` names the kind."""

    code = "data"


class DatabaseLocked(DataError):
    code = "database_locked"


class DatabaseDamaged(DataError):
    code = "database_damaged"


class DatabaseTooNew(DataError):
    code = "database_too_new"


class DatabaseReadOnly(DataError):
    code = "database_read_only"


class DatabaseClosed(DataError):
    code = "database_closed"


class DiskFull(DataError):
    code = "disk_full"


class DataFolderMissing(DataError):
    code = "data_folder_missing"


class DataFolderNotWritable(DataError):
    code = "data_folder_not_writable"


class FileInTheWay(DataError):
    code = "file_in_the_way"


class PathTooLong(DataError):
    code = "path_too_long"


def nothing_lost() -> Text:
    return Text.of("Nothing that was saved before is lost; only this change was not saved.")


def choose_home() -> Action:
    return Action(ActionKind.CHOOSE_HOME, Text.of("Choose another folder…"))


def _open_folder(path: Path) -> Action:
    return Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(path)})


def locked(path: Path, waited_s: float, detail: str = "") -> DatabaseLocked:
    return DatabaseLocked(
        Text.of("Another program kept the data file locked for {seconds} seconds. Close backup or sync "
                "programs that use this folder, then try again.", seconds=f"{waited_s:g}"),
        safe=nothing_lost(), action=_open_folder(path.parent), detail=detail)


def damaged(path: Path, detail: str = "") -> DatabaseDamaged:
    return DatabaseDamaged(
        Text.of("The data file is damaged. Start the app again: it then keeps a copy of the file and "
                "restores what can be read."),
        safe=Text.of("Your backups and your own files are untouched."),
        action=_open_folder(path.parent), detail=detail)


def too_new(path: Path, found: int, known: int) -> DatabaseTooNew:
    return DatabaseTooNew(
        Text.of("These data were written by a newer version of CHARACOID Desktop. Install that version, "
                "or choose another data folder."),
        safe=Text.of("The data were not changed."), action=choose_home(),
        detail=f"{path}: schema {found}, this app knows {known}")


def read_only(detail: str = "") -> DatabaseReadOnly:
    return DatabaseReadOnly(
        Text.of("The data file can be read but not written. Allow writing to it, or choose another folder."),
        safe=nothing_lost(), action=choose_home(), detail=detail)


def disk_full(path: Path, needed_bytes: int | None = None, detail: str = "") -> DiskFull:
    if needed_bytes is None:
        sentence = Text.of("The disk is full. Free some space, then try again.")
    else:
        sentence = Text.of("There is not enough room on the disk: {size} MB are needed. Free some space, "
                           "then try again.", size=max(1, round(needed_bytes / 1_000_000)))
    return DiskFull(sentence, safe=nothing_lost(), action=_open_folder(existing_parent(path)), detail=detail)


def write_refused(path: Path, detail: str = "") -> DiskFull:
    """The disk refused bytes without saying that it is full: a quota, a size limit, or failing hardware."""
    return DiskFull(
        Text.of("The disk did not take the data: it may be full, over a quota, or failing. Free some space "
                "or check the disk, then try again."),
        safe=nothing_lost(), action=_open_folder(existing_parent(path)), detail=detail)


def folder_missing(path: Path, detail: str = "") -> DataFolderMissing:
    return DataFolderMissing(
        Text.of("The folder “{folder}” cannot be reached. Connect its drive and start again, or choose "
                "another folder.", folder=shown(path)),
        safe=Text.of("Nothing was changed."), action=choose_home(), detail=detail)


def folder_not_writable(path: Path, detail: str = "") -> DataFolderNotWritable:
    return DataFolderNotWritable(
        Text.of("Nothing can be written to the folder “{folder}”. Allow writing there, or choose another "
                "folder.", folder=shown(path)),
        safe=Text.of("Nothing was changed."), action=choose_home(), detail=detail)


def file_in_the_way(path: Path, detail: str = "") -> FileInTheWay:
    return FileInTheWay(
        Text.of("“{path}” is in the way of a folder that the app needs. Move or rename it, or choose "
                "another folder.", path=shown(path)),
        safe=Text.of("Nothing was changed."), action=choose_home(), detail=detail)


def path_too_long(path: Path, detail: str = "") -> PathTooLong:
    return PathTooLong(
        Text.of("The path of the folder “{folder}” is too long for this system. Choose a folder with a "
                "shorter path.", folder=shown(path)),
        safe=Text.of("Nothing was changed."), action=choose_home(), detail=detail)


def shown(path: Path) -> str:
    """The path as it may stand in a sentence: control and undecodable characters made visible."""
    from characoid_desktop.data.names import visible

    return visible(str(path))


def existing_parent(path: Path) -> Path:
    """The nearest folder at or above ``path`` that exists (the path's root if none does)."""
    for folder in (path, *path.parents):
        try:
            if folder.is_dir():
                return folder
        except OSError:
            continue
    return Path(path.anchor or ".")


def translate(error: BaseException, path: Path, waited_s: float) -> AppError | None:
    """Return the expected failure behind ``error``, or None when it is not one (then it is a bug)."""
    if isinstance(error, AppError):
        return error
    if isinstance(error, sqlite3.Error):
        return _from_sqlite(error, path, waited_s)
    if isinstance(error, OSError):
        return from_os(error, path)
    return None


def _from_sqlite(error: sqlite3.Error, path: Path, waited_s: float) -> AppError | None:
    code: int = getattr(error, "sqlite_errorcode", 0) or 0
    name: str = getattr(error, "sqlite_errorname", "") or ""
    detail = f"{path}: {name} {error}"
    if not path.parent.exists() and code & 0xFF in (8, 10, 14):  # READONLY (moved), IOERR, CANTOPEN
        return folder_missing(path.parent, detail)
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return locked(path, waited_s, detail)
        case sqlite3.SQLITE_FULL:
            return disk_full(path, detail=detail)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(path, detail)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return read_only(detail)
        case sqlite3.SQLITE_CANTOPEN:
            return folder_not_writable(path.parent, detail)
        case sqlite3.SQLITE_IOERR:
            return _from_io_error(code, path, detail)
        case _:
            return None


def _from_io_error(code: int, path: Path, detail: str) -> AppError:
    if code in (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ):
        return damaged(path, detail)
    if nearly_full(path):
        return disk_full(path, detail=detail)
    return write_refused(path, detail)


def nearly_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(existing_parent(path)).free < NEARLY_FULL_BYTES
    except OSError:
        return False


def from_os(error: OSError, path: Path) -> AppError | None:
    """Return the expected failure behind an OSError on ``path`` or below it, or None."""
    detail = f"{path}: {error!r}"
    winerror: int | None = getattr(error, "winerror", None)
    if error.errno in _FULL_ERRNOS:
        return disk_full(path, detail=detail)
    if error.errno in _READ_ONLY_ERRNOS:
        return folder_not_writable(_folder_of(path), detail)
    if error.errno == errno.ENAMETOOLONG or winerror == 206:  # ERROR_FILENAME_EXCED_RANGE
        return path_too_long(_folder_of(path), detail)
    if error.errno in _GONE_ERRNOS or winerror in _WINDOWS_NOT_READY:
        return folder_missing(_folder_of(path), detail)
    if error.errno in (errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ELOOP):
        return file_in_the_way(path, detail)
    return None


def _folder_of(path: Path) -> Path:
    try:
        return path if path.is_dir() or not path.suffix else path.parent
    except OSError:
        return path


@contextmanager
def expected_errors(path: Path, waited_s: float) -> Generator[None]:
    """Turn sqlite3 and OS errors of the block into the AppErrors of this module.

    Constraint violations and wrong SQL stay what they are: they are decisions or bugs of the caller.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        expected = translate(error, path, waited_s)
        if expected is None:
            raise
        raise expected from error


def fsync_folder(folder: Path) -> None:
    """Make a rename in ``folder`` durable; on Windows, where folders cannot be opened, do nothing."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):  # some network file systems
            raise
    finally:
        os.close(handle)
