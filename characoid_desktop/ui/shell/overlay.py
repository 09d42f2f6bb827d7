"""A sheet over the whole window with one sentence: what a drop will do, or that the app is stopping."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import theme_of

INSET = 3
ICON = 32
PADDING = 32


class Overlay(QWidget):
    """Covers its parent. While it shows a drop hint the mouse goes through it to the window below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("overlay")
        self._words = ""
        self._icon = ""
        self._framed = False
        self.hide()

    @property
    def words(self) -> str:
        return self._words if self.isVisible() else ""

    def show_hint(self, words: str, *, accepted: bool) -> None:
        """Say what releasing the mouse does, or why it does nothing."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, True)
        self._show(words, "check" if accepted else "info", accepted)

    def show_block(self, words: str) -> None:
        """Say what the app is doing and keep the mouse from what lies below."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        self._show(words, "", False)

    def _show(self, words: str, icon: str, framed: bool) -> None:
        self._words, self._icon, self._framed = words, icon, framed
        self.setAccessibleName(words)
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        color = theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), color.scrim)
        font = theme.font("page")
        metrics = QFontMetrics(font)
        frame = QRectF(self.rect()).adjusted(INSET, INSET, -INSET, -INSET)
        if self._framed:
            painter.setPen(QPen(color.accent, theme.tokens.line.voice_line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame, theme.tokens.radius.dialog, theme.tokens.radius.dialog)
        flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        room = QRectF(0, 0, min(560.0, frame.width() - 2 * PADDING), frame.height())
        words = QRectF(metrics.boundingRect(room.toRect(), flags, self._words))
        icon = ICON + 12 if self._icon else 0
        sheet = QRectF(0, 0, max(320.0, words.width() + 2 * PADDING), words.height() + icon + 2 * PADDING)
        sheet.moveCenter(frame.center())
        painter.setPen(QPen(color.accent if self._framed else color.line_control, 1))
        painter.setBrush(color.accent_soft if self._framed else color.surface)
        painter.drawRoundedRect(sheet, theme.tokens.radius.dialog, theme.tokens.radius.dialog)
        ink = color.on_accent_soft if self._framed else color.text
        if self._icon:
            spot = QRectF(sheet.center().x() - ICON / 2, sheet.top() + PADDING, ICON, ICON)
            draw_icon(painter, self._icon, spot, ink)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(sheet.adjusted(PADDING, PADDING + icon, -PADDING, -PADDING), flags, self._words)
