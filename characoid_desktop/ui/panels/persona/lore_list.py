"""The entries of the lore as a list in the form."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.ui.panels.persona.lore_model import LoreModel, LoreRole
from characoid_desktop.ui.panels.persona.painting import RowList
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row

PADDING = 12
ROWS_SHOWN = 6  # of the list in the form; more scroll inside
_Index = QModelIndex | QPersistentModelIndex


class LoreDelegate(QStyledItemDelegate):
    """Title left, triggers in the middle, length right: one line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        return QSize(120, max(theme.tokens.size.table_row - 7, QFontMetrics(theme.font("body")).height() + 12))

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        theme, entry = theme_of(), index.data(LoreRole.ENTRY)
        body, small = theme.font("body"), theme.font("small")
        c = theme.color
        width = rect.width() - 2 * PADDING
        length = str(index.data(LoreRole.LENGTH))
        right = QFontMetrics(small).horizontalAdvance(length) + 2
        title = (width - right) * 45 // 100
        on = isinstance(entry, LoreEntry) and entry.enabled

        def line(words: str, left: int, wide: int, high: int, tone: Any, font: Any) -> PaintedText:
            top = rect.top() + (rect.height() - high) // 2
            return PaintedText(words, QRect(left, top, wide, high), font, tone, may_elide=True)

        high, low = QFontMetrics(body).height(), QFontMetrics(small).height()
        left = rect.left() + PADDING
        return [
            line(str(index.data()), left, title - 12, high, c.text if on else c.text_muted, body),
            line(str(index.data(LoreRole.TRIGGERS)), left + title, width - right - title - 12, low, c.text_muted,
                 small),
            line(length, left + width - right, right, low, c.text_muted, small)]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        rect = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()


class LoreList(RowList):
    """As high as its rows, up to a few. Alt+Up and Alt+Down move an entry."""

    def __init__(self, model: LoreModel) -> None:
        super().__init__(Text.of("Lore"), LoreDelegate())
        self._lore = model
        self.setUniformItemSizes(True)
        self.setModel(model.rows)
        self.connect_rows()

    def fit(self) -> None:
        rows = min(ROWS_SHOWN, self._lore.rows.rowCount())
        height = self.itemDelegate().sizeHint(QStyleOptionViewItem(), QModelIndex()).height()
        self.setFixedHeight(rows * height)
        self.setVisible(rows > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry = self._lore.rows.at(self.currentIndex().row())
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if entry is not None and by is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._lore.move(entry.id, by)
            return
        super().keyPressEvent(event)
