"""Putting a finished file into its place: whole or not at all, and never over somebody else's file."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from characoid_desktop.data.errors import expected_errors, file_in_the_way, fsync_folder
from characoid_desktop.data.names import fit_name, split_name

LAST_NUMBER = 9999
SCRATCH_PREFIX = ".characoid-"
_NO_LINKS = {errno.EPERM, errno.ENOSYS, errno.EMLINK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EACCES}

Linker = Callable[[Path, Path], object]

__all__ = ["SCRATCH_PREFIX", "fit_name", "replace_into_place", "scratch_beside"]


def scratch_beside(final: Path) -> Path:
    """A name in the folder of ``final`` for the file while it is written; nothing is created."""
    return final.parent / f"{SCRATCH_PREFIX}{secrets.token_hex(8)}.part"


def replace_into_place(
    scratch: Path, final: Path, *, overwrite: bool = False, link: Linker = os.link,
) -> Path:
    """Move the complete file ``scratch`` to ``final`` and return where it went. Blocks: use an executor.

    The bytes and then the name are made durable. Without ``overwrite`` an existing file is never touched:
    the name gets " (2)", " (3)" … before its suffix, cut to the file system's limit. Raises DiskFull,
    DataFolderMissing, DataFolderNotWritable, PathTooLong, FileInTheWay; ``scratch`` is then still there.
    """
    with expected_errors(final, 0.0):
        scratch = _same_file_system(scratch, final)
        sync_file(scratch)
        if overwrite:
            if final.is_dir() and not final.is_symlink():
                raise file_in_the_way(final)
            scratch.replace(final)
            placed = final
        else:
            placed = _first_free(scratch, final, link)
        fsync_folder(placed.parent)
        return placed


def sync_file(path: Path) -> None:
    """Make the bytes of ``path`` durable."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _first_free(scratch: Path, final: Path, link: Linker) -> Path:
    stem, suffix = split_name(final.name)
    for number in range(1, LAST_NUMBER + 1):
        mark = "" if number == 1 else f" ({number})"
        name = final.name if number == 1 else fit_name(stem, mark + suffix, parent=final.parent)
        candidate = final.with_name(name)
        if _move_if_free(scratch, candidate, link):
            return candidate
    raise file_in_the_way(final)


def _move_if_free(scratch: Path, candidate: Path, link: Linker) -> bool:
    """Rename, unless ``candidate`` exists (then False): one step that no other program can come between."""
    if sys.platform == "win32":
        try:
            scratch.rename(candidate)  # MoveFile refuses an existing target
        except FileExistsError:
            return False
        return True
    try:
        link(scratch, candidate)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        return _move_over_placeholder(scratch, candidate)
    scratch.unlink()
    return True


def _move_over_placeholder(scratch: Path, candidate: Path) -> bool:
    """For file systems without hard links (FAT, some shares): reserve the name, then replace that file."""
    try:
        handle = os.open(candidate, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    except FileExistsError:
        return False
    os.close(handle)
    try:
        scratch.replace(candidate)
    except OSError:
        candidate.unlink(missing_ok=True)
        raise
    return True


def _same_file_system(scratch: Path, final: Path) -> Path:
    """Return ``scratch``, or a copy of it beside ``final`` when a rename could not reach there."""
    if scratch.parent == final.parent or scratch.stat().st_dev == final.parent.stat().st_dev:
        return scratch
    near = scratch_beside(final)
    try:
        shutil.copyfile(scratch, near)
    except OSError:
        near.unlink(missing_ok=True)
        raise
    scratch.unlink()
    return near
