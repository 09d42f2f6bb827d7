"""Words that a delegate paints without a widget of their own, so that they can be looked at all the same."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter


@dataclass(frozen=True, slots=True)
class PaintedText:
    """One line in a row. ``may_elide``: words of the user's (a file name), or words whose whole is the tooltip."""

    words: str
    rect: QRect
    font: QFont
    color: QColor
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    may_elide: bool = False

    @property
    def shown(self) -> str:
        """What there is room for."""
        return QFontMetrics(self.font).elidedText(self.words, self.mode, self.rect.width())

    @property
    def is_elided(self) -> bool:
        return self.shown != self.words

    def paint(self, painter: QPainter) -> None:
        painter.setFont(self.font)
        painter.setPen(self.color)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
        painter.drawText(self.rect, int(flags), self.shown)
