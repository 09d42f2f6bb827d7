"""What the lists of this panel share: wrapped words for delegates, and a list that knows its keys."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.themed import Themed, Words

RowIndex = QModelIndex | QPersistentModelIndex
_SEPARATOR = "\u2028"


@lru_cache(maxsize=2000)
def _lines(text: str, font_key: str, width: int, most: int) -> tuple[str, ...]:
    font = QFont()
    font.fromString(font_key)
    layout = QTextLayout(text.replace("\n", _SEPARATOR), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    found: list[str] = []
    layout.beginLayout()
    line = layout.createLine()
    while line.isValid() and len(found) < most:
        line.setLineWidth(max(1, width))
        start, length = line.textStart(), line.textLength()
        found.append(text[start:start + length].strip())
        if len(found) == most:
            rest = text[start:].replace("\n", " ").strip()
            found[-1] = rest  # it elides when it is painted
        line = layout.createLine()
    layout.endLayout()
    return tuple(found) or ("",)


def wrapped(text: str, font: QFont, width: int, most: int) -> tuple[str, ...]:
    """Return the lines of a text at a width in px, at most ``most``; the last one holds all the rest."""
    return _lines(text, font.toString(), width, most)


def painted_lines(
    text: str, rect: QRect, font: QFont, color: QColor, most: int,
) -> list[PaintedText]:
    """Return the lines of a text from the top of ``rect`` on, each ready to be painted."""
    height = line_height(font)
    return [PaintedText(line, QRect(rect.left(), rect.top() + n * height, rect.width(), height), font, color,
                        may_elide=True)
            for n, line in enumerate(wrapped(text, font, rect.width(), most))]


def line_height(font: QFont) -> int:
    return QFontMetrics(font).height()


class LineDelegate(QStyledItemDelegate):
    """A row of one line; what stands in it are the texts of ``painted_texts``."""

    def sizeHint(self, option: QStyleOptionViewItem, index: RowIndex) -> QSize:
        theme = theme_of()
        return QSize(120, max(theme.tokens.size.table_row - 7, line_height(theme.font("body")) + 12))

    def painted_texts(self, rect: QRect, index: RowIndex) -> list[PaintedText]:
        raise NotImplementedError

    @staticmethod
    def in_line(words: str, rect: QRect, left: int, width: int, font: QFont, color: QColor, *,
                whole: bool = False) -> PaintedText:
        """Return words in the middle of the row's height; ``whole``: none of them may be cut off."""
        high = line_height(font)
        return PaintedText(words, QRect(left, rect.top() + (rect.height() - high) // 2, width, high), font, color,
                           may_elide=not whole)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: RowIndex) -> None:
        rect = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()


class RowList(Themed, QListView):
    """A list of one column. Enter opens, Delete removes, the menu key and a right click want the row's menu.

    ``chosen(row)`` when the current row is another one, also by keyboard.
    """

    chosen = Signal(int)
    opened = Signal(int)
    removed = Signal(int)
    menu_wanted = Signal(int, object)
    at_end = Signal()

    def __init__(self, name: Words, delegate: QStyledItemDelegate, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        delegate.setParent(self)
        self.setItemDelegate(delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.doubleClicked.connect(self._double_clicked)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.init_theme()

    def connect_rows(self) -> None:
        """Call it once the model is set."""
        self.selectionModel().currentChanged.connect(self._moved)

    def _moved(self, now: QModelIndex, _: QModelIndex) -> None:
        self.chosen.emit(now.row())

    def _double_clicked(self, index: QModelIndex) -> None:
        self.opened.emit(index.row())

    def fit(self, most: int) -> None:
        """Be as high as the rows, up to ``most`` of them; more scroll inside. Without any it is not shown."""
        rows = self.model().rowCount()
        height = self.itemDelegate().sizeHint(QStyleOptionViewItem(), QModelIndex()).height()
        self.setFixedHeight(min(most, rows) * height)
        self.setVisible(rows > 0)

    def mark(self, row: int) -> None:
        """Select a row without moving the focus; −1: none."""
        if row < 0:
            self.selectionModel().clear()
        elif self.currentIndex().row() != row or not self.selectionModel().hasSelection():
            self.setCurrentIndex(self.model().index(row, 0))

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))
        self.viewport().update()

    def on_theme(self, theme: Theme) -> None:
        self.scheduleDelayedItemsLayout()
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 80)

    def _scrolled(self, value: int) -> None:
        if value >= self.verticalScrollBar().maximum() - 200:
            self.at_end.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if row >= 0 and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(row)
        elif row >= 0 and event.key() == Qt.Key.Key_Delete:
            self.removed.emit(row)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        if index.isValid():
            below: QPoint = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            self.menu_wanted.emit(index.row(), below if keyboard else event.globalPos())
