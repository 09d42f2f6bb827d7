"""Covers of voices as small pictures, read and scaled beside the window."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPainterPath, QPixmap

from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.voices.models import LibraryItem
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.avatar import initial
from characoid_desktop.ui.widgets.small_pictures import SmallPictures

_ICONS = {"voice": "", "contentvec": "plug", "rmvpe": "wave", "fcpe": "wave", "crepe": "wave", "separation": "branch"}


class Covers(SmallPictures):
    """A cover is read once, and again when its item changed it."""

    def __init__(self, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(scope, parent, name="covers")
        self._keys: dict[str, tuple[str, object, object]] = {}  # by the id of the item

    def get(self, id: str) -> QPixmap | None:
        """Return the cover of an item where it was read."""
        key = self._keys.get(id)
        return None if key is None else self.picture(key)

    def want(self, items: Iterable[LibraryItem]) -> None:
        """Read the covers of items that are not there yet; forget those of others."""
        before = self._keys
        found = [((item.id, item.cover, item.updated_at), item.cover_path) for item in items
                 if item.cover_path is not None]
        self._keys = {key[0]: key for key, _ in found}
        self.want_all(found)
        if before.keys() - self._keys.keys():
            self.changed.emit()


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
