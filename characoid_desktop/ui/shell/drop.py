"""Files dropped anywhere on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData

from characoid_desktop.core.i18n import Text


def local_file_count(mime: QMimeData) -> int:
    """How many files or folders of this computer are dragged (cheap: no path is looked at on disk)."""
    return sum(url.isLocalFile() for url in mime.urls()) if mime.hasUrls() else 0


def has_local_file(mime: QMimeData) -> bool:
    """Whether anything of this computer is dragged."""
    return any(url.isLocalFile() for url in mime.urls()) if mime.hasUrls() else False


def local_paths(mime: QMimeData) -> list[Path]:
    """The dragged files and folders in their order, each once; not checked on disk."""
    return list(dict.fromkeys(Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()))


def hint(count: int) -> Text:
    """What releasing the mouse will do."""
    return Text.count("Release to add one file", "Release to add {n} files", count)


def refusal() -> Text:
    """Why what is dragged cannot be dropped here."""
    return Text.of("Only files and folders on this computer can be added. Save it first, then drop the file.")
