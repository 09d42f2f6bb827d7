"""What the app is, for the About page and the doctor."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import characoid_desktop

NAME = "CHARACOID"
PACKAGE = "characoid-desktop"


def version() -> str:
    """The installed version, "0" when run from files that were never installed."""
    try:
        return importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return "0"


def legal_file(name: str) -> Path | None:
    """Return ``LICENSE`` or ``THIRD_PARTY_NOTICES.md`` of this installation, or None."""
    beside = Path(characoid_desktop.__file__).resolve().parent.parent / name
    if beside.is_file():
        return beside
    try:
        files = importlib.metadata.files(PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.name == name:
            return Path(str(file.locate()))
    return None
