"""A memory as a row of a list: its words, the day, and where it is from. Heights are measured once."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from characoid_desktop.features.memory.models import Memory
from characoid_desktop.ui.panels.persona.memory_rows import MemoryRole
from characoid_desktop.ui.panels.persona.painting import RowList, line_height, painted_lines, wrapped
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row

PADDING = 14
MOST_LINES = 4  # of a memory in the list; the editor shows all
SIGN = 14
_Index = QModelIndex | QPersistentModelIndex


class MemoryDelegate(QStyledItemDelegate):
    """A few lines of words, then the day and where it is from."""

    def __init__(self) -> None:
        super().__init__()
        self._measured_for: tuple[Theme, int] | None = None
        self._heights: dict[str, tuple[Memory, int]] = {}  # by the id of the memory

    def _room(self, width: int, index: _Index) -> int:
        sign = SIGN + 8 if index.data(MemoryRole.PINNED) else 0
        return max(40, width - 2 * PADDING - sign)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        view = self.parent()
        width = view.viewport().width() if isinstance(view, RowList) else option.rect.width()
        if self._measured_for != (theme, width):
            self._measured_for = (theme, width)
            self._heights.clear()
        memory = index.data(MemoryRole.MEMORY)
        known = self._heights.get(memory.id)
        if known is None or known[0] is not memory:  # a list asks for all of its rows whenever one is added
            known = self._heights[memory.id] = (memory, self._height(width, index, theme))
        return QSize(120, known[1])

    def _height(self, width: int, index: _Index, theme: Theme) -> int:
        body, small = theme.font("body"), theme.font("small")
        lines = len(wrapped(str(index.data(MemoryRole.TEXT)), body, self._room(width, index), MOST_LINES))
        notes = 2 if index.data(MemoryRole.OUTSIDE) else 1
        return lines * line_height(body) + notes * (line_height(small) + 2) + 20

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        theme = theme_of()
        body, small, c = theme.font("body"), theme.font("small"), theme.color
        room = self._room(rect.width(), index)
        box = QRect(rect.right() - PADDING - room + 1, rect.top() + 9, room, rect.height())
        found = painted_lines(str(index.data(MemoryRole.TEXT)), box, body, c.text, MOST_LINES)
        low, top = line_height(small), found[-1].rect.bottom() + 3
        found.append(PaintedText(str(index.data(MemoryRole.NOTE)), QRect(box.left(), top, room, low), small,
                                 c.text_muted, may_elide=True))
        outside = str(index.data(MemoryRole.OUTSIDE) or "")
        if outside:
            found.append(PaintedText(outside, QRect(box.left(), top + low + 2, room, low), small, c.warn,
                                     may_elide=True))
        return found

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect = theme_of(), QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        if index.data(MemoryRole.PINNED):
            draw_icon(painter, "pin", QRectF(rect.left() + PADDING, rect.top() + 12, SIGN, SIGN), theme.color.accent)
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()
