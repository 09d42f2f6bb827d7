"""The list of voices and models: headings, and rows of cover, name and facts."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.voices.models import LibraryItem
from characoid_desktop.ui.panels.rvc_session.covers import Covers, draw_cover
from characoid_desktop.ui.panels.rvc_session.library_rows import LibraryRole
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.themed import Themed

PADDING = 12
COVER = 36
_Index = QModelIndex | QPersistentModelIndex


class LibraryDelegate(QStyledItemDelegate):
    """Draws headings and items."""

    def __init__(self, covers: Covers, parent: QWidget) -> None:
        super().__init__(parent)
        self._covers = covers

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        body = QFontMetrics(theme.font("body")).height()
        small = QFontMetrics(theme.font("small")).height()
        if not isinstance(index.data(LibraryRole.ITEM), LibraryItem):
            return QSize(120, max(theme.scaled(34), small + 14))
        return QSize(120, max(theme.tokens.size.list_item_two_lines, body + small + 16) + 2)

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        """Return what a row at ``rect`` says."""
        theme, item = theme_of(), index.data(LibraryRole.ITEM)
        small = theme.font("small")
        low = QFontMetrics(small).height()
        if not isinstance(item, LibraryItem):
            box = QRect(rect.left() + PADDING, rect.bottom() - low - 4, rect.width() - 2 * PADDING, low)
            return [PaintedText(str(index.data()), box, theme.font("small", strong=True), theme.color.text_muted)]
        body = theme.font("body")
        high = QFontMetrics(body).height()
        left = self._cover(rect, theme).right() + 12
        top = rect.top() + max(0, (rect.height() - high - low) // 2)
        width = rect.right() - PADDING - int(left)
        tone = theme.color.warn if index.data(LibraryRole.MISSING) else theme.color.text_muted
        return [
            PaintedText(item.name, QRect(int(left), top, width, high), body, theme.color.text, may_elide=True),
            PaintedText(str(index.data(LibraryRole.NOTE)), QRect(int(left), top + high, width, low), small, tone,
                        may_elide=True)]

    @staticmethod
    def _cover(rect: QRect, theme: Theme) -> QRectF:
        side = theme.scaled(COVER)
        return QRectF(rect.left() + PADDING, rect.top() + (rect.height() - side) / 2, side, side)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect, item = theme_of(), QRect(option.rect), index.data(LibraryRole.ITEM)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(item, LibraryItem):
            paint_row(painter, rect, option.state)
            draw_cover(painter, self._cover(rect, theme), item.name, theme, kind=item.kind.value,
                       picture=self._covers.get(item.id))
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()


class LibraryList(Themed, QListView):
    """Delete asks for removal, Enter opens the details (where they stand in the list's place)."""

    delete_wanted = Signal()
    opened = Signal()

    def __init__(self, covers: Covers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(LibraryDelegate(covers, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        covers.changed.connect(self.viewport().update)
        self.init_theme()

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("Voices and models")))
        self.viewport().update()

    def on_theme(self, theme: Theme) -> None:
        self.scheduleDelayedItemsLayout()
        super().on_theme(theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        else:
            super().keyPressEvent(event)
