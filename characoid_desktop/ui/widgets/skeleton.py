"""What stands over a page while it is being made: its fields as quiet shapes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import t
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed

WORDS_AFTER_MS = 300  # no wait is longer than that without words
MARGIN, LABEL, FIELD, GAP = 24, 10, 56, 20  # px
MEASURE = 720


class Skeleton(Themed, QWidget):
    """Opaque: what is made beneath it is laid out, but not drawn. After 300 ms it says what it is waiting for."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._above = parent
        self._speaks = False
        self._share = 1.0
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(WORDS_AFTER_MS)
        self._pause.timeout.connect(self._speak)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        parent.installEventFilter(self)
        self.init_theme()

    @property
    def speaks(self) -> bool:
        """Whether it stands there for so long that it says so."""
        return self._speaks

    def retranslate(self) -> None:
        self.setAccessibleName(t("Loading…"))
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("small"))
        super().on_theme(theme)

    def cover(self, share: float) -> None:
        """Cover the lower ``share`` (0 to 1) of the parent: what is above it can be seen."""
        self._share = share
        above = self._above
        top = round(above.height() * (1 - share))
        self.setGeometry(0, top, above.width(), above.height() - top)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self.cover(self._share)
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._pause.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._pause.stop()
            self._speaks = False

    def _speak(self) -> None:
        self._speaks = True
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c, painter = self.theme.color, QPainter(self)
        painter.fillRect(self.rect(), c.canvas)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, -self.y())  # the shapes stay where they are while it draws back
        width = min(self.width() - 2 * MARGIN, self.theme.scaled(MEASURE))
        y = float(MARGIN)
        if self._speaks:
            painter.setPen(c.text_muted)
            line = self.fontMetrics().height()
            painter.drawText(QRectF(MARGIN, y, width, line), int(Qt.AlignmentFlag.AlignLeft),
                             t("Loading…"))
            y += line + GAP
        bottom = self._above.height()
        number = 0
        while y + LABEL + 8 + FIELD + GAP <= bottom and width > 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(c.raised)
            painter.drawRoundedRect(QRectF(MARGIN, y, 70 + 22 * (number * 2 % 3), LABEL), 3, 3)
            y += LABEL + 8
            painter.setPen(QPen(c.line, 1))
            painter.setBrush(c.surface)
            field = QRectF(MARGIN, y, width, FIELD).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(field, self.theme.tokens.radius.card, self.theme.tokens.radius.card)
            y += FIELD + GAP
            number += 1
