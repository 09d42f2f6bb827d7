"""Small square pictures (faces, covers), read and scaled beside the window."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Hashable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPixmap

from characoid_desktop.core.tasks import TaskScope

SIDE = 192  # px of what is kept: 96 logical px at 200 %
MAX_SIDE = 4096


def read_square(path: Path, *, top: bool = False, format: str = "") -> QImage | None:
    """Return the middle square of a picture (``top``: the upper middle one), SIDE px; None for what is no picture.

    ``format`` (``png``) is taken for granted, "" is told by the file. Blocks.
    """
    reader = QImageReader(str(path), format.encode("ascii"))
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > MAX_SIDE:
        return None
    reader.setScaledSize(size.scaled(SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatioByExpanding))
    image = reader.read()
    if image.isNull():
        return None
    side = min(image.width(), image.height())
    return image.copy((image.width() - side) // 2, 0 if top else (image.height() - side) // 2, side, side)


class SmallPictures(QObject):
    """Pictures by key; another picture has another key. ``changed`` fires when one was read.

    ``top`` and ``format``: see :func:`read_square`.
    """

    changed = Signal()

    def __init__(self, scope: TaskScope, parent: QObject | None = None, *, name: str = "pictures", top: bool = False,
                 format: str = "") -> None:
        super().__init__(parent)
        self._scope = scope
        self._name = name
        self._top, self._format = top, format
        self._read: dict[Hashable, QPixmap | None] = {}
        self._wanted: dict[Hashable, Path] = {}
        self._reading = False

    def picture(self, key: Hashable) -> QPixmap | None:
        """Return a picture where it was read and is one."""
        return self._read.get(key)

    def want_all(self, wanted: Collection[tuple[Hashable, Path]]) -> None:
        """Read what is not there yet, and forget all that is not among ``wanted``."""
        keys = {key for key, _ in wanted}
        self._read = {key: picture for key, picture in self._read.items() if key in keys}
        self._wanted = {key: path for key, path in wanted if key not in self._read}
        if self._wanted and not self._reading:
            try:
                self._scope.start(self._read_all(), name=self._name)
                self._reading = True
            except RuntimeError:  # the app is closing
                return

    async def _read_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._wanted:
                key, path = self._wanted.popitem()
                image = await loop.run_in_executor(
                    None, lambda path=path: read_square(path, top=self._top, format=self._format))
                self._read[key] = None if image is None else QPixmap.fromImage(image)
                self.changed.emit()
        finally:
            self._reading = False
