"""Pictures of characters, read and scaled beside the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPixmap

from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.personas.models import Persona

SIDE = 192  # px of what is kept: 96 logical px at 200 %
MAX_SIDE = 4096


def read_face(path: Path) -> QImage | None:
    """Return the upper middle square of a picture, SIDE px; None for what is no picture. Blocks."""
    reader = QImageReader(str(path), b"png")
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > MAX_SIDE:
        return None
    reader.setScaledSize(size.scaled(SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatioByExpanding))
    image = reader.read()
    if image.isNull():
        return None
    side = min(image.width(), image.height())
    return image.copy((image.width() - side) // 2, 0, side, side)  # a card's face is in its upper part


class Faces(QObject):
    """``changed`` fires when a face was read. ``path_of`` says where the picture of a character lies."""

    changed = Signal()

    def __init__(self, path_of: Callable[[Persona], Path | None], scope: TaskScope,
                 parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path_of = path_of
        self._scope = scope
        self._read: dict[str, QPixmap | None] = {}  # by the hash of the picture
        self._wanted: dict[str, Path] = {}
        self._reading = False

    def get(self, persona: Persona) -> QPixmap | None:
        """Return the face of a character where it was read."""
        return self._read.get(persona.avatar) if persona.avatar else None

    def want(self, personas: Iterable[Persona]) -> None:
        """Read the faces that are not there yet; forget those of nobody."""
        personas = list(personas)
        used = {one.avatar for one in personas}
        self._read = {key: picture for key, picture in self._read.items() if key in used}
        for persona in personas:
            path = self._path_of(persona)
            if persona.avatar and path is not None and persona.avatar not in self._read:
                self._wanted[persona.avatar] = path
        if self._wanted and not self._reading:
            try:
                self._scope.start(self._read_all(), name="faces")
                self._reading = True
            except RuntimeError:  # the app is closing
                return

    async def _read_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._wanted:
                key, path = self._wanted.popitem()
                image = await loop.run_in_executor(None, read_face, path)
                self._read[key] = None if image is None else QPixmap.fromImage(image)
                self.changed.emit()
        finally:
            self._reading = False
