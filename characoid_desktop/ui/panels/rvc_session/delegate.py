"""One row of the queue: name, facts, state as shape and word, a thin progress line, a small waveform."""

from __future__ import annotations

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
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from characoid_desktop.core.lights import LightState
from characoid_desktop.features.rvc.models import ItemState, SessionItem
from characoid_desktop.ui.panels.rvc_session.queue_model import QueueRole, facts_words, problem, state_words
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.progress import draw_progress
from characoid_desktop.ui.widgets.status import draw_status
from characoid_desktop.ui.widgets.waves import draw_thumbnail, wave_color

PADDING = 12
SIGN = 12
THUMB_WIDTH = 84
MORE = 28  # hit area of the menu button
_GAP = 8

_SIGNS = {
    ItemState.WAITING: LightState.OFF, ItemState.UNREADABLE: LightState.FAILED,
    ItemState.QUEUED: LightState.OFF, ItemState.RUNNING: LightState.WORKING,
    ItemState.STOPPING: LightState.WORKING, ItemState.DONE: LightState.READY,
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
        rect: QRect = option.rect.adjusted(0, 2, 0, -2)  # pyright: ignore[reportAttributeAccessIssue]
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        self._ground(painter, rect, theme, selected=selected, hovered=hovered)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            self._focus(painter, rect, theme)
        inner = rect.adjusted(PADDING, 9, -PADDING, -9)
        y = self._name_line(painter, inner, item, theme)
        y = self._facts_line(painter, inner, y, item, index, theme)
        self._state_line(painter, inner, y, item, theme)
        if item.state is ItemState.RUNNING:
            fraction = item.progress.fraction if item.progress is not None else None
            line = theme.tokens.line.progress
            draw_progress(painter, QRectF(inner.left(), rect.bottom() - 8, inner.width(), line), fraction, theme)
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

    def _name_line(self, painter: QPainter, inner: QRect, item: SessionItem, theme: Theme) -> int:
        font = theme.font("body")
        metrics = QFontMetrics(font)
        width = inner.width() - MORE
        _text(painter, QRect(inner.left(), inner.top(), width, metrics.height()), item.name, font, theme.color.text,
              Qt.TextElideMode.ElideMiddle)
        more = self.menu_rect(inner.adjusted(-PADDING, -9, PADDING, 9))
        side = 16
        icon = QRectF(more.center().x() - side / 2, inner.top() + (metrics.height() - side) / 2, side, side)
        draw_icon(painter, "more", icon, theme.color.text_muted)
        return inner.top() + metrics.height() + 2

    @staticmethod
    def _facts_line(
        painter: QPainter, inner: QRect, y: int, item: SessionItem, index: QModelIndex | QPersistentModelIndex,
        theme: Theme,
    ) -> int:
        font = theme.font("small")
        height = QFontMetrics(font).height()
        picture = index.data(QueueRole.PICTURE)
        width = inner.width()
        if isinstance(picture, bytes) and picture:
            width -= THUMB_WIDTH + _GAP
            box = QRectF(inner.right() - THUMB_WIDTH + 1, y, THUMB_WIDTH, height)
            draw_thumbnail(painter, box, picture, wave_color(theme, "original"), theme.wave.silence)
        reason = problem(item) if item.state.needs_user else None
        words = str(reason) if reason is not None else facts_words(item)
        _text(painter, QRect(inner.left(), y, width, height), words, font, theme.color.text_muted)
        return y + height + 3

    @staticmethod
    def _state_line(painter: QPainter, inner: QRect, y: int, item: SessionItem, theme: Theme) -> None:
        font = theme.font("small")
        metrics = QFontMetrics(font)
        height = metrics.height()
        draw_status(painter, sign_of(item.state), QRectF(inner.left(), y + (height - SIGN) / 2, SIGN, SIGN), theme)
        x = inner.left() + SIGN + _GAP
        right = inner.right() + 1
        progress = item.progress
        if item.state is ItemState.RUNNING and progress is not None and progress.remaining_s is not None:
            left = str(times.remaining(progress.remaining_s))
            width = metrics.horizontalAdvance(left) + 2
            if width < (right - x) * 0.6:
                _text(painter, QRect(right - width, y, width, height), left, font, theme.color.text_muted)
                right -= width + _GAP
        _text(painter, QRect(x, y, right - x, height), str(state_words(item)), font, theme.color.text)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            rect: QRect = option.rect.adjusted(0, 2, 0, -2)  # pyright: ignore[reportAttributeAccessIssue]
            if event.button() == Qt.MouseButton.LeftButton and self.menu_rect(rect).contains(
                event.position().toPoint()
            ):
                self.menu_wanted.emit(index.row(), event.globalPosition().toPoint())
                return True
        return super().editorEvent(event, model, option, index)


def _text(
    painter: QPainter, rect: QRect, words: str, font: object, color: QColor,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    painter.setFont(font)  # pyright: ignore[reportArgumentType, reportCallIssue]
    painter.setPen(color)
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
    painter.drawText(rect, int(flags), painter.fontMetrics().elidedText(words, mode, rect.width()))
