"""Before work starts: are the app's folders there, writable, and with room? Everything here blocks."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.errors import (
    DataFolderMissing,
    DataFolderNotWritable,
    choose_home,
    disk_full,
    existing_parent,
    file_in_the_way,
    folder_missing,
    folder_not_writable,
    from_os,
    path_too_long,
    shown,
)

RESERVE_BYTES = 20_000_000  # never planned to be used, so that the database can always commit
START_BYTES = 50_000_000  # below this the app does not start work
LOW_BYTES = 1_000_000_000  # below this it says so
PROBE_BYTES = 4096
LONGEST_NAME_BELOW = 90  # "blobs/ab/" and 64 hex digits, or a backup's name with its suffixes


@dataclass(frozen=True, slots=True)
class HomeCheck:
    """The folders are usable. ``free_bytes`` is for the data folder; ``warning`` is for a notice, or None."""

    free_bytes: int
    warning: Text | None


def prepare_home(paths: AppPaths) -> HomeCheck:
    """Create the app's folders, write a test file in each and look at the free space.

    Raises DataFolderMissing, DataFolderNotWritable, FileInTheWay, PathTooLong or DiskFull, each with the
    sentence and the next step. Nothing of the user's is changed.
    """
    for folder in (paths.data, paths.config, paths.logs, paths.cache, paths.backups, paths.blobs):
        _make_folder(folder)
    for folder in (paths.data, paths.config, paths.logs, paths.cache):
        check_writable(folder)
    free = free_bytes(paths.data)
    if free < START_BYTES:
        raise disk_full(paths.data, START_BYTES)
    warning = None
    if free < LOW_BYTES:
        warning = Text.of("Only {size} MB are free on the disk of the app's folder.", size=free // 1_000_000)
    return HomeCheck(free, warning)


def free_bytes(path: Path) -> int:
    """Free bytes on the disk of ``path`` (which need not exist yet); raises DataFolderMissing."""
    try:
        return shutil.disk_usage(existing_parent(path)).free
    except OSError as error:
        raise folder_missing(path, repr(error)) from error


def free_space_ok(path: Path, needed_bytes: int, *, reserve_bytes: int = RESERVE_BYTES) -> bool:
    """Whether ``needed_bytes`` fit on the disk of ``path`` and leave the reserve free."""
    return free_bytes(path) >= needed_bytes + reserve_bytes


def check_writable(folder: Path) -> None:
    """Write, sync, read back and delete a small file in ``folder``; raises as :func:`prepare_home`."""
    name = f".write-test-{secrets.token_hex(8)}".ljust(LONGEST_NAME_BELOW, "x")
    probe = folder / name
    data = os.urandom(PROBE_BYTES)
    try:
        try:
            with probe.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if probe.read_bytes() != data:
                raise folder_not_writable(folder, "what was written reads back differently")
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        raise _explained(error, folder) from error


def _make_folder(folder: Path) -> None:
    _check_way(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _explained(error, folder) from error


def _check_way(folder: Path) -> None:
    """Find what stands in the way before mkdir says only "not a directory" or "file exists"."""
    if not Path(folder.anchor or ".").exists():
        raise folder_missing(folder, "the drive is missing")
    for part in (*reversed(folder.parents), folder):
        try:
            if part.is_symlink() and not part.exists():
                raise _broken_link(part)
            if part.exists() and not part.is_dir():
                raise file_in_the_way(part)
        except OSError as error:
            raise _explained(error, part) from error


def _broken_link(link: Path) -> DataFolderMissing:
    try:
        target = shown(link.readlink())
    except OSError:
        target = "?"
    return DataFolderMissing(
        Text.of("“{link}” points to “{target}”, which cannot be reached. Connect its drive and start again, "
                "or choose another folder.", link=shown(link), target=target),
        safe=Text.of("Nothing was changed."), action=choose_home(), detail=f"broken link {link}")


def _explained(error: OSError, folder: Path) -> AppError:
    if error.errno == errno.ENAMETOOLONG:
        return path_too_long(folder, repr(error))
    if error.errno == errno.ENOENT and os.name == "nt" and len(str(folder)) + LONGEST_NAME_BELOW > 259:
        return path_too_long(folder, repr(error))
    return from_os(error, folder) or DataFolderNotWritable(
        Text.of("The folder “{folder}” cannot be used. Choose another folder.", folder=shown(folder)),
        safe=Text.of("Nothing was changed."), action=choose_home(), detail=repr(error))


def reachable(file: Path) -> Path:
    """Follow links to where ``file`` lies or will lie; raises DataFolderMissing when they lead nowhere."""
    try:
        if file.is_symlink() and not file.exists():
            raise _broken_link(file)
        real = file.resolve() if file.is_file() else file.parent.resolve() / file.name
        if not real.parent.is_dir():
            raise folder_missing(real.parent)
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links, up to Python 3.12
        raise folder_missing(file.parent, repr(error)) from error
    return real
