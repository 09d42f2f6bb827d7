"""What delegates paint: the ground of a row, and words without a widget of their own that can be looked at still."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle

from characoid_desktop.ui.theme.theme import theme_of


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


def paint_row(painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
    """Paint the ground of a list's row: chosen, under the pointer, with the focus of the keyboard."""
    theme, c = theme_of(), theme_of().color
    box, radius = rect.adjusted(0, 1, 0, -1), theme.tokens.radius.list_item
    selected = bool(state & QStyle.StateFlag.State_Selected)
    if selected or state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(c.selected if selected else c.surface)
        painter.drawRoundedRect(QRectF(box), radius, radius)
    if selected:
        mark = theme.tokens.line.select_mark
        painter.setBrush(c.accent)
        painter.drawRoundedRect(QRectF(box.left(), box.top() + 12, mark, box.height() - 24), 1.5, 1.5)
    if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(c.focus, theme.tokens.focus_width))
        painter.drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), radius, radius)
