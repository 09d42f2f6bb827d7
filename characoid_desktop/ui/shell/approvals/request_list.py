"""The requests at the left of the dialog: what, how long it waits, what became of it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.shell.approvals.model import ApprovalsModel, Item, ItemState
from characoid_desktop.ui.shell.approvals.words import left_words
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import scroll_column
from characoid_desktop.ui.widgets.themed import Themed, plain_tooltip
from characoid_desktop.ui.widgets.workers import worker_color, worker_look

WIDTH = 232
WIDTH_LIMIT = 264
_PADDING = 14
_ICON = 16

_STATES = {
    ItemState.ANSWERING: Text.of("being answered"), ItemState.APPROVED: Text.of("approved once"),
    ItemState.DENIED: Text.of("denied"), ItemState.OVER: Text.of("no longer open"),
}


def state_words(item: Item, left_s: float) -> Text:
    """Return “14 min left · unanswered”, or what became of the request."""
    if item.state is ItemState.WAITING:
        return Text.of("{time} · unanswered", time=left_words(left_s))
    return _STATES[item.state]


def list_width(theme: Theme) -> int:
    """Return the width of the list in px: it grows with the text, but leaves the buttons their room."""
    return min(theme.scaled(WIDTH), WIDTH_LIMIT)


class RequestButton(Themed, QAbstractButton):
    """One request. Arrow keys move between them; the one that is looked at is marked."""

    ring_radius = 6

    def __init__(self, title: str, item: Item, left_s: float) -> None:
        super().__init__()
        self._title, self._item, self._left_s = title, item, left_s
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    @property
    def words(self) -> str:
        """The state line, which is always whole."""
        return str(state_words(self._item, self._left_s))

    def show_item(self, item: Item, left_s: float) -> None:
        self._item, self._left_s = item, left_s
        self.retranslate()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(self._title)
        self.setAccessibleDescription(self.words)
        self.setToolTip(plain_tooltip(self._title))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("caption"))
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        high = QFontMetrics(self.theme.font("small", strong=True)).height()
        return QSize(self._width(), max(self.theme.scaled(56), high + self._state_height() + 20))

    def _width(self) -> int:
        return list_width(self.theme) - 16

    def _state_height(self) -> int:
        room = QRect(0, 0, self._width() - 2 * _PADDING - _ICON - 8, 1000)
        return self.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), self.words).height()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, c = self.theme, self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        radius = theme.tokens.radius.list_item
        on = self.isChecked()
        if on or self.underMouse():
            painter.setBrush(c.accent_soft if on else c.raised)
            painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        if on:
            painter.setBrush(c.accent)
            mark = QRectF(0, 12, theme.tokens.line.select_mark, self.height() - 24)
            painter.drawRoundedRect(mark, 1.5, 1.5)
        font = theme.font("small", strong=on)
        metrics = QFontMetrics(font)
        state_height = self._state_height()
        y = (self.height() - metrics.height() - 2 - state_height) / 2
        worker = self._item.approval.worker
        icon = QRectF(_PADDING, y + (metrics.height() - _ICON) / 2, _ICON, _ICON)
        draw_icon(painter, worker_look(worker).icon, icon, worker_color(theme, worker))
        x = _PADDING + _ICON + 8
        width = self.width() - x - 8
        painter.setFont(font)
        painter.setPen(c.text)
        title = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, width)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.drawText(QRectF(x, y, width, metrics.height()), flags, title)
        painter.setFont(self.font())
        painter.setPen(c.on_accent_soft if on else c.text_muted)
        words = QRectF(x, y + metrics.height() + 2, width, state_height)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), self.words)


class RequestList(Themed, QWidget):
    """Follows the model's items. ``chosen(id)`` is a wish."""

    chosen = Signal(str)

    def __init__(self, model: ApprovalsModel) -> None:
        super().__init__()
        self._model = model
        self._buttons: dict[str, RequestButton] = {}
        holder = QWidget()
        self._rows = QVBoxLayout(holder)
        self._rows.setContentsMargins(8, 8, 8, 8)
        self._rows.setSpacing(4)
        self._rows.addStretch(1)
        self._note = Label(Text.of("Each is answered by itself. The others are not affected."), "caption",
                           "text_muted", wrap=True)
        self._note.setContentsMargins(20, 8, 16, 16)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll_column(holder), 1)
        column.addWidget(self._note)
        self.refresh()
        self.init_theme()

    def on_theme(self, theme: Theme) -> None:
        self.setFixedWidth(list_width(theme))
        super().on_theme(theme)

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("Requests")))

    def button(self, approval_id: str) -> RequestButton:
        """The button of a request; raises KeyError."""
        return self._buttons[approval_id]

    def refresh(self) -> None:
        """Take over which requests there are, their states and times."""
        model = self._model
        items = model.items
        for item in items:
            approval_id = item.approval.id
            left_s = model.left_s(item.approval)
            if approval_id in self._buttons:
                self._buttons[approval_id].show_item(item, left_s)
                continue
            button = RequestButton(model.title(item.approval), item, left_s)
            button.clicked.connect(lambda _=False, one=approval_id: self.chosen.emit(one))
            self._buttons[approval_id] = button
            self._rows.insertWidget(self._rows.count() - 1, button)
        self._note.setVisible(len(items) > 1)
        current = model.current
        if current is not None:
            self._buttons[current.approval.id].setChecked(True)
