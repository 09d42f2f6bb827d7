"""Covers of voices as small pictures, read and scaled beside the window."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QImageReader, QPainter, QPainterPath, QPixmap

from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.voices.models import LibraryItem
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.avatar import initial

SIDE = 192  # px of what is kept: 96 logical px at 200 %
MAX_SIDE = 4096
_ICONS = {"voice": "", "contentvec": "plug", "rmvpe": "wave", "fcpe": "wave", "crepe": "wave", "separation": "branch"}


def read_small(path: Path) -> QImage | None:
    """Return the middle square of a picture, at most SIDE px; None for what is no picture. Blocks."""
    reader = QImageReader(str(path))
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > MAX_SIDE:
        return None
    reader.setScaledSize(size.scaled(SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatioByExpanding))
    image = reader.read()
    if image.isNull():
        return None
    side = min(image.width(), image.height())
    return image.copy((image.width() - side) // 2, (image.height() - side) // 2, side, side)


class Covers(QObject):
    """``changed`` fires when a cover was read. A cover is read once, and again when its item changed it."""

    changed = Signal()

    def __init__(self, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scope = scope
        self._read: dict[str, tuple[object, QPixmap | None]] = {}
        self._reading = False
        self._wanted: dict[str, tuple[object, Path]] = {}

    def get(self, id: str) -> QPixmap | None:
        """Return the cover of an item where it was read."""
        return self._read.get(id, (None, None))[1]

    def want(self, items: Iterable[LibraryItem]) -> None:
        """Read the covers of items that are not there yet."""
        for item in items:
            path, key = item.cover_path, (item.cover, item.updated_at)
            if path is None:
                if self._read.pop(item.id, None) is not None:
                    self.changed.emit()
            elif self._read.get(item.id, (None, None))[0] != key:
                self._wanted[item.id] = (key, path)
        if self._wanted and not self._reading:
            try:
                self._scope.start(self._read_all(), name="covers")
                self._reading = True
            except RuntimeError:  # the app is closing
                return

    async def _read_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._wanted:
                id, (key, path) = self._wanted.popitem()
                image = await loop.run_in_executor(None, read_small, path)
                self._read[id] = (key, QPixmap.fromImage(image) if image is not None else None)
                self.changed.emit()
        finally:
            self._reading = False


def draw_cover(painter: QPainter, rect: QRectF, name: str, theme: Theme, *, kind: str = "voice",
               picture: QPixmap | None = None) -> None:
    """Draw the cover of a voice into a square, else its first letter; a sign for weights."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = max(3.0, theme.tokens.radius.button * rect.width() / 40)
    shape = QPainterPath()
    shape.addRoundedRect(rect, radius, radius)
    if picture is not None and not picture.isNull():
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(shape)
        painter.drawPixmap(rect, picture, QRectF(picture.rect()))
    else:
        painter.fillPath(shape, theme.color.accent_soft if kind == "voice" else theme.color.raised)
        sign = _ICONS.get(kind, "file")
        if sign:
            side = rect.width() * 0.46
            box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
            draw_icon(painter, sign, box, theme.color.text_muted)
        else:
            font = theme.font("body", strong=True)
            font.setPixelSize(max(10, round(rect.height() * 0.44)))
            painter.setFont(font)
            painter.setPen(theme.color.on_accent_soft)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), initial(name))
    painter.restore()


def cover_icon(name: str, side: int, ratio: float, theme: Theme, picture: QPixmap | None) -> QIcon:
    """Return a cover as the icon of a row in a combo box."""
    pixmap = QPixmap(QSize(round(side * ratio), round(side * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(ratio)
    with QPainter(pixmap) as painter:
        draw_cover(painter, QRectF(0, 0, side, side), name, theme, picture=picture)
    return QIcon(pixmap)
