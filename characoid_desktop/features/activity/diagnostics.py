"""A zip for whoever helps: versions, counts, settings and the end of the log. No secret, nothing that was said."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from characoid_desktop.core.redaction import Redactor
from characoid_desktop.data.errors import expected_errors
from characoid_desktop.data.files import replace_into_place, scratch_beside
from characoid_desktop.features.activity.masking import mask_secrets
from characoid_desktop.features.activity.models import DiagnosticFacts

MAX_FILES = 12
MAX_FILE_BYTES = 512 * 1024  # the end of each log
MAX_JSON_CHARS = 512 * 1024
PIECE_CHARS = 20_000  # masked at once: one search holds up every other thread
_PATTERNS = ("*.log", "*.log.1", "crash-*.txt")


def write_bundle(
    target: Path, facts: DiagnosticFacts, counts: Mapping[str, Any], now: datetime, redactor: Redactor,
) -> Path:
    """Write the bundle and return it; where ``target`` is a folder, under a name of its own in it.

    Blocks: use an executor. At most MAX_FILES × MAX_FILE_BYTES of logs. Raises DiskFull, DataFolderMissing,
    DataFolderNotWritable, FileInTheWay.
    """
    with expected_errors(target, 0.0):
        into_folder = target.is_dir()
        final = target / f"characoid-diagnostics-{now:%Y%m%d-%H%M%S}.zip" if into_folder else target
        scratch = scratch_beside(final)
        try:
            with zipfile.ZipFile(scratch, "x", zipfile.ZIP_DEFLATED) as bundle:
                for name, text in _texts(facts, counts, now, redactor):
                    bundle.writestr(name, text.encode("utf-8", "backslashreplace"))
            return replace_into_place(scratch, final, overwrite=not into_folder)
        finally:
            scratch.unlink(missing_ok=True)


def _texts(
    facts: DiagnosticFacts, counts: Mapping[str, Any], now: datetime, redactor: Redactor,
) -> list[tuple[str, str]]:
    about = {"written_at": now.isoformat(), "python": sys.version, "platform": platform.platform(),
             "sqlite": sqlite3.sqlite_version, "versions": dict(facts.versions)}
    found = [("about.json", _json(about, redactor)), ("counts.json", _json(counts, redactor)),
             ("settings.json", _json(facts.settings, redactor))]
    for file in _logs(facts.logs):
        text = _tail(file)
        if text:
            found.append((f"logs/{file.name}", _plain(text, redactor)))
    return found


def _json(value: Mapping[str, Any], redactor: Redactor) -> str:
    text = json.dumps(mask_secrets(value, redactor), ensure_ascii=False, indent=1, default=str)
    return _without_home(text)[:MAX_JSON_CHARS]


def _logs(folder: Path | None) -> list[Path]:
    """The newest log files that are plain files of this folder."""
    if folder is None:
        return []
    found: list[tuple[int, Path]] = []
    for pattern in _PATTERNS:
        for file in folder.glob(pattern):
            try:
                if file.is_file() and not file.is_symlink():
                    found.append((file.stat().st_mtime_ns, file))
            except OSError:
                continue
    return [file for _, file in sorted(found, reverse=True)[:MAX_FILES]]


def _tail(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - MAX_FILE_BYTES))
            text = stream.read(MAX_FILE_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    return text if size <= MAX_FILE_BYTES else text.partition("\n")[2]


def _plain(text: str, redactor: Redactor) -> str:
    """Masked once more: a key may have been registered after the line was written."""
    pieces: list[str] = []
    at = 0
    while at < len(text):
        end = len(text) if len(text) - at <= PIECE_CHARS else text.rfind("\n", at, at + PIECE_CHARS) + 1
        if end <= at:
            end = at + PIECE_CHARS
        pieces.append(redactor.redact(text[at:end]))
        at = end
    return _without_home("".join(pieces))


def _without_home(text: str) -> str:
    """The user's name is no one's business."""
    home = os.path.expanduser("~")  # noqa: PTH111 (Path.home raises where there is none)
    if len(home) < 3:
        return text
    return text.replace(json.dumps(home)[1:-1], "~").replace(home, "~")
