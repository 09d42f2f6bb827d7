"""Choosing a voice: those of the library with cover and facts, then the built-in ones, then the way to the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap, QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.rvc_session.covers import cover_icon, draw_cover
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

COVER = 20  # px in the closed field
_ROW_COVER = 32
_ENTRY = Qt.ItemDataRole.UserRole + 1
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entry:
    """A row. ``key`` is what is chosen; "" for a heading. ``note`` is the second line of a row in the list."""

    key: str
    words: Words
    note: Words = ""
    is_voice: bool = False
    picture: QPixmap | None = None


class _Rows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        entry = index.data(_ENTRY)
        tall = isinstance(entry, Entry) and entry.is_voice
        return QSize(200, theme.scaled(44 if tall else 30))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        entry = index.data(_ENTRY)
        if not isinstance(entry, Entry):
            return
        theme, rect = theme_of(), QRect(option.rect)
        c = theme.color
        state: QStyle.StateFlag = option.state
        painter.save()
        if entry.key and state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, c.selected)
            painter.fillRect(QRect(rect.left(), rect.top() + 6, 3, rect.height() - 12), c.accent)
        inner = rect.adjusted(12, 0, -10, 0)
        align = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        if entry.is_voice:
            side = theme.scaled(_ROW_COVER)
            box = QRect(inner.left(), inner.top() + (inner.height() - side) // 2, side, side)
            draw_cover(painter, box.toRectF(), str(entry.words), theme, picture=entry.picture)
            inner.setLeft(box.right() + 10)
            upper, lower = QRect(inner), QRect(inner)
            upper.setBottom(inner.center().y() + 1)
            lower.setTop(inner.center().y())
            self._line(painter, upper, str(entry.words), "body", theme, c.text)
            self._line(painter, lower, str(entry.note), "caption", theme, c.text_muted)
        elif not entry.key:
            painter.setFont(theme.font("caption", strong=True))
            painter.setPen(c.text_muted)
            painter.drawText(inner, int(Qt.AlignmentFlag.AlignBottom) | int(Qt.TextFlag.TextSingleLine),
                             str(entry.words))
        else:
            painter.setFont(theme.font("body"))
            painter.setPen(c.text)
            painter.drawText(inner, align, str(entry.words))
        painter.restore()

    @staticmethod
    def _line(painter: QPainter, rect: QRect, words: str, role: str, theme: Theme, color: QColor) -> None:
        painter.setFont(theme.font(role))
        painter.setPen(color)
        words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), words)


class VoiceCombo(Themed, QComboBox):
    """``chosen(key)`` when the user chooses. Headings cannot be chosen; typing finds a voice by its name."""

    chosen = Signal(str)

    def __init__(self, name: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._entries: list[Entry] = []
        self._key = ""
        self.setModel(QStandardItemModel(self))
        self.setItemDelegate(_Rows(self))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMaxVisibleItems(14)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.activated.connect(self._activated)
        self.init_theme()

    @property
    def value(self) -> str:
        """The chosen key."""
        return self._key

    @property
    def keys(self) -> list[str]:
        """The keys of all rows that can be chosen."""
        return [entry.key for entry in self._entries if entry.key]

    def set_entries(self, entries: Sequence[Entry], key: str) -> None:
        """Replace the rows and choose one; no signal."""
        if list(entries) == self._entries:
            self._choose(key)
            return
        self._entries = list(entries)
        self.blockSignals(True)
        model = QStandardItemModel(self)
        for entry in self._entries:
            row = QStandardItem(str(entry.words))
            row.setData(entry, _ENTRY)
            note = str(entry.note)
            row.setData(f"{entry.words}, {note}" if note else str(entry.words), Qt.ItemDataRole.AccessibleTextRole)
            if not entry.key:
                row.setFlags(Qt.ItemFlag.NoItemFlags)
            model.appendRow(row)
        self.setModel(model)  # deletes the one before, whose parent this is
        self._dress_rows()
        self._choose(key)
        self.blockSignals(False)

    def _choose(self, key: str) -> None:
        self._key = key
        row = next((n for n, entry in enumerate(self._entries) if entry.key == key), -1)
        blocked = self.blockSignals(True)
        self.setCurrentIndex(row)
        self.blockSignals(blocked)
        self.setToolTip(plain_tooltip(self.currentText()))

    def _activated(self, row: int) -> None:
        entry = self._entries[row] if 0 <= row < len(self._entries) else None
        if entry is None or not entry.key:
            self._choose(self._key)
            return
        before = self._key
        self.chosen.emit(entry.key)
        if self._key == before:  # a row that only leads elsewhere is not what is chosen
            self._choose(before)

    def _dress_rows(self) -> None:
        """Covers as icons: what the closed field shows of the chosen row."""
        ratio = self.devicePixelRatioF()
        side = self.theme.scaled(COVER)
        self.setIconSize(QSize(side, side))
        model = self.model()
        for row, entry in enumerate(self._entries):
            if entry.is_voice and isinstance(model, QStandardItemModel):
                model.item(row).setIcon(cover_icon(str(entry.words), side, ratio, self.theme, entry.picture))

    def on_theme(self, theme: Theme) -> None:
        self._dress_rows()
        super().on_theme(theme)

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))
        for row, entry in enumerate(self._entries):
            self.setItemText(row, str(entry.words))

    def showPopup(self) -> None:
        # Names of voices are longer than the field.
        view = self.view()
        widest = max((view.fontMetrics().horizontalAdvance(str(entry.words)) for entry in self._entries), default=0)
        view.setMinimumWidth(min(520, max(self.width(), widest + self.theme.scaled(_ROW_COVER) + 60)))
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._dress_rows()


def library_entries(
    voices: Sequence[Entry], presets: Sequence[Entry], *, has_library: bool,
) -> list[Entry]:
    """Return all rows: the library's voices, the built-in ones, and the way to the library."""
    rows: list[Entry] = []
    if voices:
        rows += [Entry("", Text.of("From the library")), *voices, Entry("", Text.of("Built-in effects"))]
    rows += presets
    if has_library:
        rows.append(Entry(LIBRARY, Text.of("Voices and models…")))
    return rows


LIBRARY = "\0library"
