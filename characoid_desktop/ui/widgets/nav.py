"""An item of the navigation rail: icon, words, a mark and strong letters when it is selected."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.icons import checked_name, draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

_INSET = 4
_LOW = 48  # px, in a window 640 px high


class NavItem(Themed, QAbstractButton):
    """Checkable; put several in an exclusive QButtonGroup, whose arrow keys move between them."""

    ring_radius = 6

    def __init__(self, words: Words, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._icon = words, checked_name(icon)
        self._count = 0
        self._low = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    @property
    def words(self) -> str:
        return str(self._words)

    def set_low(self, low: bool) -> None:
        """Use 48 px items, for a window 640 px high."""
        self._low = low
        self.updateGeometry()
        self.update()

    def set_waiting(self, count: int) -> None:
        """Count of things that wait for the user; 0 takes the badge away."""
        self._count = count
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(self.words)
        waiting = str(Text.count("{n} waits for you", "{n} wait for you", self._count)) if self._count else ""
        self.setAccessibleDescription(waiting)
        self.setToolTip(plain_tooltip(f"{self.words}: {waiting}" if waiting else ""))
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("caption", strong=True))  # the wider one, so that selecting moves nothing
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        sizes = self.theme.tokens.size
        text = self.fontMetrics()
        height = max(_LOW if self._low else sizes.rail_item, sizes.icon_nav + text.height() + 12)
        return QSize(max(sizes.rail, text.horizontalAdvance(self.words) + 2 * _INSET + 6), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, c = self.theme, self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(_INSET, 2, -_INSET, -2)
        on = self.isChecked()
        painter.setPen(Qt.PenStyle.NoPen)
        if on or (self.underMouse() and self.isEnabled()):
            painter.setBrush(c.selected if on else c.raised)
            painter.drawRoundedRect(box, theme.tokens.radius.list_item, theme.tokens.radius.list_item)
        if on:
            mark = QRectF(box.x(), box.y() + 12, theme.tokens.line.select_mark, box.height() - 24)
            painter.setBrush(c.accent)
            painter.drawRoundedRect(mark, 1, 1)
        color = c.text if on else c.text_muted
        font = theme.font("caption", strong=on)
        line = QFontMetrics(font).height()
        side = theme.tokens.size.icon_nav
        y = box.y() + (box.height() - side - line - 2) / 2
        icon = QRectF((self.width() - side) / 2, y, side, side)
        draw_icon(painter, self._icon, icon, color)
        painter.setFont(font)
        painter.setPen(color)
        words = QRectF(0, y + side + 2, self.width(), line + 1)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), self.words)
        if self._count:
            self._paint_badge(painter, icon)

    def _paint_badge(self, painter: QPainter, icon: QRectF) -> None:
        c = self.theme.color
        words = str(self._count) if self._count < 100 else "99+"
        font = self.theme.font("caption", strong=True)
        metrics = QFontMetrics(font)
        height = metrics.height()
        width = max(height, metrics.horizontalAdvance(words) + 8)
        badge = QRectF(icon.right() - 2, max(0.0, icon.y() - height / 2 + 2), width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(c.warn)
        painter.drawRoundedRect(badge, height / 2, height / 2)
        painter.setPen(c.canvas)
        painter.setFont(font)
        painter.drawText(badge, int(Qt.AlignmentFlag.AlignCenter), words)
