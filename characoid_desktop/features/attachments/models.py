"""A file the user gave to the app: referenced where it lies, or copied into the blob store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any


class FileState(StrEnum):
    """What became of the file since it was added."""

    PRESENT = "present"
    CHANGED = "changed"  # another size or modification time
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Attachment:
    """``path`` is where to read the bytes; ``name`` is the file's name, fit for a window.

    ``size`` is in bytes, ``mtime_ns`` in ns since 1970 as the file system said (None for copies).
    ``sha256`` is known for copies only; ``blob`` is the hash under which a copy is kept. ``probe`` is what the
    media engine found out (JSON), None until then. Order is by ``seq``.
    """

    seq: int
    id: str
    path: Path
    name: str
    size: int
    mtime_ns: int | None
    sha256: str | None
    blob: str | None
    probe: Mapping[str, Any] | None
    created_at: datetime

    @property
    def is_copy(self) -> bool:
        return self.blob is not None
