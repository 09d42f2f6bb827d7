"""A face for sample characters and voices."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter


def face(ground: str, hair: str, eyes: str) -> QImage:
    """A face of a few flat shapes."""
    image = QImage(256, 256, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(hair))
        painter.drawEllipse(QPointF(128, 128), 92, 104)
        painter.drawRect(40, 140, 176, 116)
        painter.setBrush(QColor("#fde9df"))
        painter.drawEllipse(QPointF(128, 146), 62, 70)
        painter.setBrush(QColor(hair))
        painter.drawChord(58, 52, 140, 120, 0, 180 * 16)
        painter.setBrush(QColor(eyes))
        for x in (104, 152):
            painter.drawEllipse(QPointF(x, 148), 9, 13)
    return image
