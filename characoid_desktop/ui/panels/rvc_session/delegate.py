"""One row of the queue: name, facts, state as shape and word, a thin progress line, a small waveform."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from characoid_desktop.core.lights import LightState
from characoid_desktop.features.rvc.models import ItemState, SessionItem
from characoid_desktop.ui.panels.rvc_session.queue_model import QueueRole, facts_words, problem, state_words
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.painted import PaintedText
from characoid_desktop.ui.widgets.progress import draw_progress
from characoid_desktop.ui.widgets.status import draw_status
from characoid_desktop.ui.widgets.waves import draw_thumbnail, wave_color

PADDING = 12
SIGN = 12
THUMB_WIDTH = 96
LEAST_THUMB = 32  # a narrower waveform says nothing
MORE = 28  # hit area of the menu button
_GAP = 8

_SIGNS = {
    ItemState.WAITING: LightState.OFF, ItemState.UNREADABLE: LightState.FAILED,
    ItemState.QUEUED: LightState.OFF, ItemState.RUNNING: LightState.WORKING,
    ItemState.DONE: LightState.READY,
    ItemState.FAILED: LightState.FAILED, ItemState.CANCELLED: LightState.OFF,
    ItemState.INTERRUPTED: LightState.WAITING,
}


def sign_of(state: ItemState) -> LightState:
    """Return the shape that stands for a state (its word stands beside it)."""
    return _SIGNS[state]


class QueueDelegate(QStyledItemDelegate):
    """All rows have one height, so that the list can hold any number. ``menu_wanted(row, position)``."""

    menu_wanted = Signal(object, object)  # row, global position

    def row_height(self, theme: Theme) -> int:
        lines = sum(QFontMetrics(theme.font(role)).height() for role in ("body", "small", "small"))
        return max(theme.scaled(86), lines + 2 * 10 + 4 + 3 + 4)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, self.row_height(theme_of()) + 4)

    @staticmethod
    def menu_rect(rect: QRect) -> QRect:
        """Where the menu button of a row lies."""
        return QRect(rect.right() - PADDING - MORE + 6, rect.top() + 7, MORE, MORE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item = index.data(QueueRole.ITEM)
        if not isinstance(item, SessionItem):
            return
        theme = theme_of()
        rect: QRect = option.rect.adjusted(0, 2, 0, -2)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        self._ground(painter, rect, theme, selected=selected, hovered=hovered)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            self._focus(painter, rect, theme)
        inner = self._inner(rect)
        lines = self._lines(rect, item, index.data(QueueRole.PLACE))
        for line in lines:
            line.paint(painter)
        self._signs(painter, rect, inner, lines, item, index.data(QueueRole.PICTURE), theme)
        painter.restore()

    @staticmethod
    def _ground(painter: QPainter, rect: QRect, theme: Theme, *, selected: bool, hovered: bool) -> None:
        if not (selected or hovered):
            return
        c = theme.color
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(c.selected if selected else c.surface)
        radius = theme.tokens.radius.list_item
        painter.drawRoundedRect(QRectF(rect), radius, radius)
        if selected:
            mark = theme.tokens.line.select_mark
            painter.setBrush(c.accent)
            painter.drawRoundedRect(QRectF(rect.left(), rect.top() + 14, mark, rect.height() - 28), 1.5, 1.5)

    @staticmethod
    def _focus(painter: QPainter, rect: QRect, theme: Theme) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color.focus, theme.tokens.focus_width))
        radius = theme.tokens.radius.list_item
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius)

    # --- the words: apart from painting, so that it can be checked whether they are whole ----------

    def painted_texts(self, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> list[PaintedText]:
        """Return what a row at ``rect`` says, line by line (the last may be the remaining time)."""
        item = index.data(QueueRole.ITEM)
        if not isinstance(item, SessionItem):
            return []
        return self._lines(rect.adjusted(0, 2, 0, -2), item, index.data(QueueRole.PLACE))

    @staticmethod
    def _inner(rect: QRect) -> QRect:
        return rect.adjusted(PADDING, 9, -PADDING, -9)

    def _lines(self, rect: QRect, item: SessionItem, place: int | None) -> list[PaintedText]:
        theme, inner = theme_of(), self._inner(rect)
        body, small = theme.font("body"), theme.font("small")
        high, low = QFontMetrics(body).height(), QFontMetrics(small).height()
        text, muted = theme.color.text, theme.color.text_muted
        name = PaintedText(item.name, QRect(inner.left(), inner.top(), inner.width() - MORE, high), body, text,
                           Qt.TextElideMode.ElideMiddle, may_elide=True)
        y = inner.top() + high + 2
        reason = problem(item) if item.state.needs_user else None
        facts = PaintedText(facts_words(item) if reason is None else str(reason),
                            QRect(inner.left(), y, inner.width(), low), small, muted, may_elide=reason is not None)
        y += low + 3
        x, right = inner.left() + SIGN + _GAP, inner.right() + 1
        left = self._remaining(item, small, right - x)
        state = PaintedText(str(state_words(item, place)), QRect(x, y, right - x, low), small, text)
        if not left:
            return [name, facts, state]
        width = QFontMetrics(small).horizontalAdvance(left) + 2
        return [name, facts, replace(state, rect=QRect(x, y, right - x - width - _GAP, low)),
                PaintedText(left, QRect(right - width, y, width, low), small, muted)]

    @staticmethod
    def _remaining(item: SessionItem, font: QFont, room: int) -> str:
        """The remaining time where there is room for it beside the state."""
        progress = item.progress
        if item.state is not ItemState.RUNNING or progress is None or progress.remaining_s is None:
            return ""
        words, metrics = str(times.left(progress.remaining_s)), QFontMetrics(font)
        state = metrics.horizontalAdvance(str(state_words(item)))
        return words if state + _GAP + metrics.horizontalAdvance(words) + 2 <= room else ""

    def _signs(
        self, painter: QPainter, rect: QRect, inner: QRect, lines: list[PaintedText], item: SessionItem,
        picture: object, theme: Theme,
    ) -> None:
        """Menu dots, the shape of the state, and a waveform or the progress."""
        name, state = lines[0].rect, lines[2].rect
        side = 16
        more = self.menu_rect(rect).center().x() - side / 2
        icon = QRectF(more, name.top() + (name.height() - side) / 2, side, side)
        draw_icon(painter, "more", icon, theme.color.text_muted)
        sign = QRectF(inner.left(), state.top() + (state.height() - SIGN) / 2, SIGN, SIGN)
        draw_status(painter, sign_of(item.state), sign, theme)
        if item.state is ItemState.RUNNING:
            fraction = item.progress.fraction if item.progress is not None else None
            line = theme.tokens.line.progress
            draw_progress(painter, QRectF(inner.left(), rect.bottom() - 8, inner.width(), line), fraction, theme)
            return
        used = QFontMetrics(lines[2].font).horizontalAdvance(lines[2].shown)
        room = min(THUMB_WIDTH, state.width() - used - 2 * _GAP)
        if isinstance(picture, bytes) and picture and room >= LEAST_THUMB:
            box = QRectF(inner.right() - room + 1, state.top(), room, state.height())
            draw_thumbnail(painter, box, picture, wave_color(theme, "original"), theme.wave.silence)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            rect: QRect = option.rect.adjusted(0, 2, 0, -2)
            if event.button() == Qt.MouseButton.LeftButton and self.menu_rect(rect).contains(
                event.position().toPoint()
            ):
                self.menu_wanted.emit(index.row(), event.globalPosition().toPoint())
                return True
        return super().editorEvent(event, model, option, index)

