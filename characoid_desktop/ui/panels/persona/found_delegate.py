"""A passage that was found as a row of a list."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from characoid_desktop.ui.panels.persona.knowledge_model import FoundRole
from characoid_desktop.ui.panels.persona.painting import line_height, painted_lines
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row

PADDING = 12
CHIP = 18
LINES = 3
_Index = QModelIndex | QPersistentModelIndex


class FoundDelegate(QStyledItemDelegate):
    """A numbered chip, title and place, and the first lines of the passage. All rows have one height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        lines = LINES * line_height(theme.font("small"))
        return QSize(120, line_height(theme.font("body")) + line_height(theme.font("caption")) + lines + 24)

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        theme, c = theme_of(), theme_of().color
        body, small, caption = theme.font("body", strong=True), theme.font("small"), theme.font("caption")
        left = rect.left() + PADDING + CHIP + 10
        width = rect.right() - PADDING - left
        top = rect.top() + 9
        title = PaintedText(str(index.data()), QRect(left, top, width, line_height(body)), body, c.text,
                            may_elide=True)
        top += line_height(body)
        place = PaintedText(str(index.data(FoundRole.NOTE)), QRect(left, top, width, line_height(caption)), caption,
                            c.text_muted, may_elide=True)
        top += line_height(caption) + 3
        words = painted_lines(str(index.data(FoundRole.TEXT)), QRect(left, top, width, rect.height()), small,
                              c.text_muted, LINES)
        return [title, place, *words]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect = theme_of(), QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        chip = QRectF(rect.left() + PADDING, rect.top() + 10, CHIP, CHIP)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color.info_soft)
        painter.drawRoundedRect(chip, theme.tokens.radius.tag, theme.tokens.radius.tag)
        painter.setFont(theme.font("caption", strong=True))
        painter.setPen(theme.color.info)
        painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), str(index.data(FoundRole.NUMBER)))
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()
