"""The settings file: read whatever is there, write all or nothing. Everything here blocks.

``{"schema": 1, "sections": {"appearance": {"language": "ja"}}}``. Only values that differ from the
default are stored, so that a better default reaches everybody. What is not understood (other sections,
other keys, values of a newer version) is carried along unchanged.
"""

from __future__ import annotations

import codecs
import contextlib
import copy
import errno
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text

SCHEMA = 1
MAX_BYTES = 1_000_000
ASIDE_KEPT = 5
UNUSABLE = "unusable"
WINDOWS_RENAME_TRIES = 10
WINDOWS_RENAME_WAIT_S = 0.05

Raw = dict[str, Any]
Migration = Callable[[Raw], Raw]
MIGRATIONS: Mapping[int, Migration] = {}
"""``n`` → the function that turns the sections of schema n into those of n + 1."""


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """Something in the file that could not be used. ``key`` is "" when it concerns the whole file."""

    section: str
    key: str
    sentence: Text


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """``raw`` is the whole file as it will be written again; ``keep_first`` asks for a copy before that."""

    raw: Raw
    problems: tuple[SettingsProblem, ...] = ()
    keep_first: str = ""


class SettingsNotSaved(AppError):
    """The file could not be written; the old one and the settings in use are unchanged."""

    code = "settings_not_saved"


class _Damaged(Exception):
    pass


def empty() -> Raw:
    return {"schema": SCHEMA, "sections": {}}


def backup_of(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def read(path: Path, *, schema: int = SCHEMA, migrations: Mapping[int, Migration] = MIGRATIONS) -> ReadSettings:
    """Return the settings at ``path``, of its backup, or none; never raises for what is on the disk."""
    try:
        raw = _parse(_bytes(path))
    except FileNotFoundError:
        return ReadSettings(empty())
    except _Damaged:
        return _instead(path, schema, migrations)
    except OSError as error:
        return ReadSettings(empty(), (SettingsProblem("", "", Text.of(
            "The settings could not be read ({reason}). The defaults are used.",
            reason=_reason(error))),), UNUSABLE)
    return _up_to_date(raw, schema, migrations)


def glance(path: Path) -> Raw:
    """Return what the file holds, nothing where it cannot be used. It touches nothing: a window may be saving now."""
    try:
        return _parse(_bytes(path))
    except (OSError, _Damaged):
        return empty()


def _instead(path: Path, schema: int, migrations: Mapping[int, Migration]) -> ReadSettings:
    kept = _put_aside(path)
    try:
        result = _up_to_date(_parse(_bytes(backup_of(path))), schema, migrations)
        words = Text.of("The settings file was damaged. The last good copy of it is used.")
    except (_Damaged, OSError):
        result = ReadSettings(empty())
        words = Text.of("The settings file was damaged. The defaults are used.")
    if kept is not None:
        words = Text.of("{what} The damaged file was kept as “{name}”.", what=words, name=kept.name)
    mark = result.keep_first if kept is not None else UNUSABLE
    return ReadSettings(result.raw, (SettingsProblem("", "", words), *result.problems), mark)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _Damaged
    return data


def _parse(data: bytes) -> Raw:
    """Return the JSON object in ``data``: UTF-8 with or without a mark, or UTF-16 with one (an editor's)."""
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        raw = json.loads(data.decode(encoding))
    except (ValueError, RecursionError):  # not text, not JSON, or a number of 5,000 digits
        raise _Damaged from None
    if not isinstance(raw, dict):
        raise _Damaged
    found = cast(Raw, raw)
    sections = found.setdefault("sections", {})
    if not isinstance(sections, dict):
        raise _Damaged
    return found


def _up_to_date(raw: Raw, schema: int, migrations: Mapping[int, Migration]) -> ReadSettings:
    version = raw.setdefault("schema", schema)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raw["schema"] = version = schema
    if version > schema:
        words = Text.of("The settings come from a newer version. What this version does not know is kept.")
        return ReadSettings(raw, (SettingsProblem("", "", words),), f"v{version}")
    if version == schema:
        return ReadSettings(raw)
    try:
        sections = copy.deepcopy(raw["sections"])
        for step in range(version, schema):
            if step in migrations:
                sections = migrations[step](sections)
    except Exception:
        # A value that no version ever wrote. Keep what can be read key by key.
        sections = raw["sections"]
    return ReadSettings({**raw, "schema": schema, "sections": sections}, (), f"v{version}")


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _put_aside(path: Path) -> Path | None:
    """Copy a damaged file to ``.damaged-N`` (the newest five are kept); None when that is not possible.

    Too long a file is not copied: it is renamed when it would be overwritten (:func:`keep_first`).
    """
    try:
        data = _bytes(path)
        places = [path.with_name(f"{path.name}.damaged-{n}") for n in range(1, ASIDE_KEPT + 1)]
        taken = [place for place in places if place.exists()]
        for place in taken:
            if place.read_bytes() == data:
                return place
        free = [place for place in places if place not in taken]
        target = free[0] if free else min(taken, key=lambda place: place.stat().st_mtime_ns)
        target.write_bytes(data)
    except (OSError, _Damaged):
        return None
    return target


def keep_first(path: Path, mark: str) -> None:
    """Keep the file as ``<name>.<mark>`` before it is first overwritten. Never raises."""
    target = path.with_name(f"{path.name}.{mark}")
    with contextlib.suppress(OSError):
        if mark == UNUSABLE:
            if path.is_file():
                path.replace(target)
        elif not target.exists():
            target.write_bytes(path.read_bytes())


def write(path: Path, raw: Raw) -> None:
    """Replace the file at ``path`` by ``raw``, durably; then refresh its backup.

    Raises SettingsNotSaved, and then the old file is untouched.
    """
    data = (json.dumps(raw, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
    except OSError as error:
        raise _not_saved(path, error) from error
    with contextlib.suppress(OSError):  # the settings are safe; the backup is a second chance only
        _replace(backup_of(path), data)


def _replace(path: Path, data: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=path.name + ".", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        _rename(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if sys.platform != "win32":  # there a folder cannot be opened, and the rename is journaled
        with contextlib.suppress(OSError):  # some network file systems refuse
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _rename(temporary: Path, path: Path) -> None:
    # On Windows a virus scanner or an indexer may hold the file open for a moment.
    for _ in range(WINDOWS_RENAME_TRIES if sys.platform == "win32" else 0):
        try:
            temporary.replace(path)
            return
        except PermissionError:
            time.sleep(WINDOWS_RENAME_WAIT_S)
    temporary.replace(path)


def remove_left_overs(path: Path) -> None:
    """Remove temporary files that a killed program left beside the settings."""
    with contextlib.suppress(OSError):
        for left in path.parent.glob(f"{path.name}.*.tmp"):
            with contextlib.suppress(OSError):
                left.unlink()


def _not_saved(path: Path, error: OSError) -> SettingsNotSaved:
    open_folder = Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(path.parent)})
    safe = Text.of("The earlier settings are unchanged.")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        words = Text.of("The setting was not saved, because the disk is full.")
        return SettingsNotSaved(words, safe=safe, action=open_folder, detail=str(error), code="disk_full")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        words = Text.of("The setting was not saved, because the folder is read-only.")
        return SettingsNotSaved(words, safe=safe, action=open_folder, detail=str(error), code="read_only")
    words = Text.of("The setting was not saved ({reason}).", reason=_reason(error))
    return SettingsNotSaved(words, safe=safe, action=open_folder, detail=str(error))
