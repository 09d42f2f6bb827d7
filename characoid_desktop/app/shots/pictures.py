"""Pictures of windows: a dialog stands over its window as the screen shows it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from characoid_desktop.ui.theme.theme import theme_of

FRAME = 1  # px of the line that a window manager draws around a dialog


def over(window: QWidget, dialog: QWidget) -> QPixmap:
    """Return ``window`` with ``dialog`` centred on it."""
    picture, sheet, color = window.grab(), dialog.grab(), theme_of(window).color
    box = QRect(QPoint(0, 0), dialog.size())
    box.moveCenter(window.rect().center())
    painter = QPainter(picture)
    painter.fillRect(window.rect(), color.scrim)
    painter.fillRect(box.adjusted(-FRAME, -FRAME, FRAME, FRAME), color.line_control)
    painter.drawPixmap(box.topLeft(), sheet)
    painter.end()
    return picture
