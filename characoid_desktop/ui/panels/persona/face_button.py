"""The face of a character as a button: a click asks for another picture, one can be dropped on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from characoid_desktop.core.i18n import t
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.widgets.avatar import draw_avatar
from characoid_desktop.ui.widgets.drop_target import local_paths
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.visible import visible_line

_PICTURES = (".png", ".jpg", ".jpeg", ".webp")


class FaceButton(Themed, QAbstractButton):
    """The face of a character. A click asks for another picture; a picture can be dropped on it (``dropped(Path)``)."""

    dropped = Signal(object)
    ring_radius = 44

    def __init__(self) -> None:
        super().__init__()
        self._name, self._color = "", QColor()
        self._picture: QPixmap | None = None
        self._held = False
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def show_face(self, name: str, color: QColor, picture: QPixmap | None) -> None:
        self._name, self._color, self._picture = name, color, picture
        self.retranslate()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(t("Picture of {name}", name=visible_line(self._name, 40)))
        self.setAccessibleDescription(t("Choose or drop a PNG, JPEG or WebP picture"))
        self.setToolTip(t("Choose or drop a PNG, JPEG or WebP picture"))

    def sizeHint(self) -> QSize:
        side = self.theme.tokens.size.avatar["page"]
        return QSize(side, side)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    @staticmethod
    def _picture_in(event: QDropEvent) -> Path | None:
        paths, _ = local_paths(event.mimeData())
        return paths[0] if len(paths) == 1 and paths[0].suffix.lower() in _PICTURES else None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._held = self._picture_in(event) is not None
        event.setDropAction(Qt.DropAction.CopyAction if self._held else Qt.DropAction.IgnoreAction)
        event.accept()
        self.update()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._held = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        self._held = False
        self.update()
        path = self._picture_in(event)
        event.setDropAction(Qt.DropAction.CopyAction if path is not None else Qt.DropAction.IgnoreAction)
        event.accept()
        if path is not None:
            self.dropped.emit(path)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, c = self.theme, self.theme.color
        box = QRectF(self.rect())
        draw_avatar(painter, box, self._name, self._color, theme, self._picture)
        if self._held or self.underMouse() or self.isDown():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            side = 28.0
            place = QRectF(box.right() - side, box.bottom() - side, side, side)
            painter.setPen(QPen(c.accent if self._held else c.line_control, 2 if self._held else 1))
            painter.setBrush(c.raised)
            painter.drawEllipse(place.adjusted(1, 1, -1, -1))
            draw_icon(painter, "check" if self._held else "edit", place.adjusted(7, 7, -7, -7),
                      c.accent if self._held else c.text)
