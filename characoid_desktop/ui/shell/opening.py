"""Opening a file or folder in the system's own programs; never anything that could be run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text

# What the app makes or shows. Handing anything else to the system could start a program.
OPENABLE = frozenset(
    [".wav", ".flac", ".mp3", ".opus", ".ogg", ".m4a", ".aac", ".mp4", ".mkv", ".mov", ".webm", ".log", ".txt",
     ".md", ".json"]
)

UrlOpener = Callable[[QUrl], bool]


async def open_folder(path: Path, opener: UrlOpener = QDesktopServices.openUrl) -> None:
    """Show a folder (of a file: the folder it lies in); AppError when it is gone or nothing opens it."""
    folder = await asyncio.get_running_loop().run_in_executor(None, _nearest_folder, path)
    if folder is None:
        raise AppError(Text.of("The folder “{name}” is no longer there.", name=path.name))
    _open(folder, opener)


async def open_file(path: Path, opener: UrlOpener = QDesktopServices.openUrl) -> None:
    """Open an audio, video or text file with the program the system has for it; AppError otherwise."""
    if path.suffix.lower() not in OPENABLE:
        raise AppError(
            Text.of("“{name}” is not an audio or text file, so it was not opened.", name=path.name),
            safe=Text.of("You can find it in its folder."),
        )
    if not await asyncio.get_running_loop().run_in_executor(None, path.is_file):
        raise AppError(Text.of("The file “{name}” is no longer there.", name=path.name))
    _open(path, opener)


def _nearest_folder(path: Path) -> Path | None:
    if path.is_dir():
        return path
    return path.parent if path.parent.is_dir() else None


def _open(path: Path, opener: UrlOpener) -> None:
    # openUrl belongs to the GUI thread; it only asks the desktop and does not wait for the program.
    if not opener(QUrl.fromLocalFile(str(path))):
        raise AppError(
            Text.of("No program on this computer opened “{name}”.", name=path.name),
            safe=Text.of("It is at {path}", path=str(path)),
        )
