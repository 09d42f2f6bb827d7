"""Where a conversion writes: checked before work starts, put in place in one step at its end."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import stat
import uuid
from pathlib import Path

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.errors import DataError
from characoid_desktop.data.files import replace_into_place
from characoid_desktop.features.rvc.naming import part_name, shown

RESERVE_BYTES = 50 * 1024 * 1024  # always left free for the system
_log = logging.getLogger(__name__)
_SAFE = Text("The original file is untouched.")
_NOTHING_LEFT = Text("The original file is untouched, and no half-written file was left.")


def destination_error(error: OSError, folder: Path) -> AppError:
    """Return the sentence for a failed write into ``folder``."""
    name = shown(str(folder))
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", -1)):
        sentence, code = Text.of("The disk of “{folder}” is full. Make room, then try again.", folder=name), "disk_full"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        sentence, code = Text.of("“{folder}” cannot be written to. Choose another folder.", folder=name), "read_only"
    elif error.errno == errno.EEXIST and not folder.is_dir():
        sentence, code = Text.of("“{folder}” is a file. Choose a folder.", folder=name), "no_folder"
    elif error.errno in (errno.ENOENT, errno.ENOTDIR):
        sentence, code = Text.of("The folder “{folder}” is not there. Choose another folder.", folder=name), "no_folder"
    else:
        sentence, code = Text.of("Writing into “{folder}” failed. Choose another folder.", folder=name), "write_failed"
    return AppError(sentence, safe=_NOTHING_LEFT, code=code, detail=str(error))


def check_source(path: Path) -> os.stat_result:
    """Return the state of a plain, readable file; raise AppError for anything else (links included).

    Nothing is opened but a regular file: a pipe or a device would block or never end.
    """
    name = shown(path.name)
    try:
        state = path.lstat()
        if stat.S_ISLNK(state.st_mode):
            raise AppError(
                Text.of("“{name}” is a link. Add the file that it points to.", name=name), code="not_a_file",
                safe=_SAFE)
        if stat.S_ISDIR(state.st_mode):
            raise AppError(
                Text.of("“{name}” is a folder, whatever its name says.", name=name), code="not_a_file", safe=_SAFE)
        if not stat.S_ISREG(state.st_mode):
            raise AppError(
                Text.of("“{name}” is not a file that can be read as sound.", name=name), code="not_a_file",
                safe=_SAFE)
        with path.open("rb"):
            pass
    except FileNotFoundError:
        raise AppError(
            Text.of("“{name}” is no longer there. It may have been moved or renamed.", name=name),
            code="not_found") from None
    except PermissionError as error:
        raise AppError(
            Text.of("“{name}” may not be read. Check the permissions of the file.", name=name),
            code="permission_denied", safe=_SAFE, detail=str(error)) from error
    except OSError as error:
        raise AppError(
            Text.of("“{name}” cannot be read.", name=name), code="damaged", safe=_SAFE,
            detail=str(error)) from error
    return state


def check_destination(folder: Path, part: Path, need_bytes: int) -> None:
    """Make the folder, write into it and look for room; raise AppError before any work was done.

    ``part`` is created and removed again: its name is the one the engine is going to write.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            os.write(descriptor, b"\0" * 4096)
        finally:
            os.close(descriptor)
            remove_part(part)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise destination_error(error, folder) from error
    if free < need_bytes + RESERVE_BYTES:
        raise AppError(
            Text.of(
                "“{folder}” has too little room: about {need} MB are needed, {free} MB are free.",
                folder=shown(str(folder)), need=_megabytes(need_bytes + RESERVE_BYTES), free=_megabytes(free)),
            safe=_SAFE, code="disk_full")


def _megabytes(count: int) -> int:
    return max(1, count // (1024 * 1024))


def put_in_place(part: Path, final: Path) -> Path:
    """Move the finished ``part`` to ``final`` (or “… (2)”) and return where it went; never replaces a file.

    Raises AppError; ``part`` is then still there for the caller to remove.
    """
    try:
        if part.stat().st_size == 0:
            raise AppError(Text.of("The engine wrote nothing."), safe=_NOTHING_LEFT, code="garbage_answer")
        return replace_into_place(part, final)
    except DataError as error:
        cause = error.__cause__  # the same failure, in the words of a conversion
        raise destination_error(cause, part.parent) if isinstance(cause, OSError) else error from error
    except OSError as error:
        raise destination_error(error, part.parent) from error


def remove_part(part: Path) -> None:
    """Remove an unfinished file; where that is impossible nothing could have been written either. Blocks."""
    try:
        part.unlink(missing_ok=True)
    except OSError as error:
        _log.info("an unfinished file was not removed: %s", error)


def copy_result(source: Path, target: Path) -> Path:
    """Copy a finished file to ``target``, replacing it in one step at the end; raises AppError. Blocks."""
    part = target.parent / part_name(uuid.uuid4().hex)
    try:
        if target.exists() and target.samefile(source):
            return target
        shutil.copyfile(source, part)
        return replace_into_place(part, target, overwrite=True)
    except FileNotFoundError as error:
        if source.exists():
            raise destination_error(error, target.parent) from error
        raise AppError(
            Text.of("“{name}” is no longer there. It may have been moved or renamed.", name=shown(source.name)),
            code="not_found") from error
    except OSError as error:
        raise destination_error(error, target.parent) from error
    finally:
        remove_part(part)
