"""Buttons: primary, normal, quiet, link, danger, record. Painted, with an icon and a key hint."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
)
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from characoid_desktop.ui.theme.color import blend
from characoid_desktop.ui.theme.icons import checked_name, draw_icon
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

_PADDING = {ControlSize.COMPACT: 10, ControlSize.NORMAL: 14, ControlSize.LARGE: 18}
_LINK_PADDING = 6
_GAP = 7


class ButtonKind(StrEnum):
    PRIMARY = "primary"  # filled; one a view
    NORMAL = "normal"  # outlined
    QUIET = "quiet"  # text
    LINK = "link"  # text in accent: the next step in a notice
    DANGER = "danger"  # red outline, never filled
    RECORD = "record"  # red, only while a microphone is open or about to be


class Button(Themed, QPushButton):
    """A button whose words start with a verb. ``icon`` is a name of the icon set, "" for none.

    With an icon and no words it is square; then ``name`` is what a screen reader says and the tooltip.
    ``key_hint`` is drawn as a key cap; the shortcut itself is the owner's.
    """

    ring_radius = 6

    def __init__(
        self, words: Words = "", kind: ButtonKind = ButtonKind.NORMAL, *, icon: str = "",
        size: ControlSize = ControlSize.NORMAL, name: Words = "", key_hint: Words = "",
        checkable: bool = False, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._kind, self._size = words, kind, size
        self._icon = checked_name(icon) if icon else ""
        self._name, self._key_hint = name, key_hint
        self._reason: Words = ""
        self._busy_words: Words = ""
        self._description: Words = ""
        self._hover = 0.0
        self._fade: QVariantAnimation | None = None
        self.setCheckable(checkable)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.init_theme()

    # -- words

    def set_words(self, words: Words) -> None:
        self._words = words
        self.retranslate()
        self.updateGeometry()

    def set_name(self, name: Words) -> None:
        """Set what a screen reader says, and the tooltip of a button without words."""
        self._name = name
        self.retranslate()

    def set_description(self, words: Words) -> None:
        self._description = words
        self.retranslate()

    def set_kind(self, kind: ButtonKind) -> None:
        self._kind = kind
        self.on_theme(self.theme)

    def set_icon(self, icon: str) -> None:
        self._icon = checked_name(icon) if icon else ""
        self.updateGeometry()
        self.update()

    @property
    def kind(self) -> ButtonKind:
        return self._kind

    @property
    def words(self) -> str:
        """What the button says at the moment."""
        return str(self._busy_words or self._words)

    @property
    def is_busy(self) -> bool:
        return bool(str(self._busy_words))

    def set_busy(self, words: Words = "") -> None:
        """Say what is going on ("Testing…") and take no clicks; empty words end it. Focus stays."""
        self._busy_words = words
        self.retranslate()
        self.updateGeometry()
        self.update()

    def set_disabled_reason(self, reason: Words) -> None:
        """Disable with a reason (tooltip and accessible description); an empty one enables again."""
        self._reason = reason
        self.setEnabled(not str(reason))
        self.retranslate()

    def retranslate(self) -> None:
        words = self.words
        # An ampersand in a name must not become a hidden shortcut.
        super().setText(words.replace("&", "&&"))
        name = str(self._name)
        self.setAccessibleName(name or words)
        reason, more = str(self._reason), str(self._description)
        self.setAccessibleDescription(" ".join(part for part in (reason, more) if part))
        tip = reason or (name if not words else more)
        self.setToolTip(plain_tooltip(tip))
        self.update()

    # -- look

    def on_theme(self, theme: Theme) -> None:
        self.setFont(self._font(theme))
        super().on_theme(theme)

    def _font(self, theme: Theme) -> QFont:
        strong = self._kind in (ButtonKind.PRIMARY, ButtonKind.RECORD)
        role = "small" if self._size is ControlSize.COMPACT else "body"
        return theme.font(role, strong=strong)

    def _icon_side(self) -> int:
        sizes = self.theme.tokens.size
        if not self.words:
            return self.theme.scaled(sizes.icon)
        small = sizes.icon_small if self._size is ControlSize.COMPACT else sizes.icon_small + 2
        return self.theme.scaled(small)

    def sizeHint(self) -> QSize:
        height = self.theme.control_height(self._size)
        if not self.words:
            return QSize(height, height)
        width = self._content_width(self.words)
        if self.is_busy:  # as wide as the idle words, so that nothing jumps
            width = max(width, self._content_width(str(self._words)))
        return QSize(width + 2 * self._padding(), height)

    def _padding(self) -> int:
        return _LINK_PADDING if self._kind is ButtonKind.LINK else _PADDING[self._size]

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _content_width(self, words: str) -> int:
        width = self.fontMetrics().horizontalAdvance(words)
        if self._icon:
            width += self._icon_side() + _GAP
        if str(self._key_hint):
            width += self._cap_width() + 10
        return width + 1

    def _cap_width(self) -> int:
        metrics = QFontMetrics(self.theme.font("caption"))
        return max(16, metrics.horizontalAdvance(str(self._key_hint)) + 10)

    def _colors(self) -> tuple[QColor | None, QColor | None, QColor]:
        """Return fill, border and text colour of the present state."""
        c = self.theme.color
        kind = self._kind
        if not self.isEnabled() or self.is_busy:
            flat = kind in (ButtonKind.QUIET, ButtonKind.LINK)
            text = c.text_muted if self.is_busy else c.disabled_text
            return (None if flat else c.disabled_fill), (None if flat else c.line), text
        if self.isCheckable() and self.isChecked():
            return c.accent_soft, None, c.on_accent_soft
        down, hover = self.isDown(), self._hover
        if kind is ButtonKind.PRIMARY:
            return (c.accent_pressed if down else blend(c.accent_hover, c.accent, hover)), None, c.on_accent
        if kind is ButtonKind.RECORD:
            return blend(c.on_record, c.record, 0.12 if down else 0.0), None, c.on_record
        if kind is ButtonKind.DANGER:
            fill = c.error_soft if down or hover > 0 else None
            return fill, c.danger, c.danger
        if kind is ButtonKind.NORMAL:
            return (c.pressed if down else blend(c.raised, c.surface, hover)), c.line_control, c.text
        fill = c.pressed if down else (c.raised if hover > 0 else None)
        return fill, None, (c.link if kind is ButtonKind.LINK else c.text_muted)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, border, text = self._colors()
        radius = self.theme.tokens.radius.button
        box = QRectF(self.rect())
        if border is not None:
            box = box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(border, 1) if border is not None else Qt.PenStyle.NoPen)
        painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
        if fill is not None or border is not None:
            painter.drawRoundedRect(box, radius, radius)
        self._paint_content(painter, text)

    def _paint_content(self, painter: QPainter, color: QColor) -> None:
        side = self._icon_side()
        words = self.words
        if not words:
            if self._icon:
                rect = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
                draw_icon(painter, self._icon, rect, color)
            return
        x = (self.width() - self._content_width(words)) / 2
        middle = self.height() / 2
        if self._icon:
            draw_icon(painter, self._icon, QRectF(x, middle - side / 2, side, side), color)
            x += side + _GAP
        painter.setPen(color)
        painter.setFont(self.font())
        width = self.fontMetrics().horizontalAdvance(words) + 1
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
        painter.drawText(QRectF(x, 0, width + 1, self.height()), int(flags), words)
        if str(self._key_hint):
            self._paint_cap(painter, QPointF(x + width + 10, middle), color)

    def _paint_cap(self, painter: QPainter, at: QPointF, color: QColor) -> None:
        font = self.theme.font("caption")
        height = QFontMetrics(font).height()
        cap = QRectF(at.x(), at.y() - height / 2, self._cap_width(), height)
        painter.setPen(QPen(color, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setFont(font)
        painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), str(self._key_hint))

    # -- behaviour

    def nextCheckState(self) -> None:
        if not self.is_busy:
            super().nextCheckState()

    def hitButton(self, pos: QPoint) -> bool:
        return not self.is_busy and super().hitButton(pos)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if self.is_busy and (enter or event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select)):
            return
        if enter:  # a plain QPushButton answers Enter only as the default button of a dialog
            if not event.isAutoRepeat():
                self.click()
            return
        super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._fade_to(1.0)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._fade_to(0.0)
        super().leaveEvent(event)

    def _fade_to(self, end: float) -> None:
        duration = self.theme.hover_ms()
        if self._fade is not None:
            self._fade.stop()
        if duration == 0 or not self.isVisible():
            self._set_hover(end)
            return
        if self._fade is None:
            self._fade = QVariantAnimation(self)
            self._fade.setEasingCurve(QEasingCurve.Type.OutCubic)
            self._fade.valueChanged.connect(self._set_hover)
        self._fade.setDuration(duration)
        self._fade.setStartValue(self._hover)
        self._fade.setEndValue(end)
        self._fade.start(QAbstractAnimation.DeletionPolicy.KeepWhenStopped)

    def _set_hover(self, value: float) -> None:
        self._hover = float(value)
        self.update()


def icon_button(
    icon: str, name: Words, *, size: ControlSize = ControlSize.NORMAL, checkable: bool = False,
    parent: QWidget | None = None,
) -> Button:
    """Return a quiet square button; ``name`` is its accessible name and tooltip."""
    return Button("", ButtonKind.QUIET, icon=icon, name=name, size=size, checkable=checkable, parent=parent)
