"""Status signs: coded by shape, named in words, coloured last."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.themed import Themed, Words

_SIDE = 12

STATE_WORDS = {
    LightState.OFF: Text.of("Off"),
    LightState.WORKING: Text.of("Working"),
    LightState.READY: Text.of("Ready"),
    LightState.WAITING: Text.of("Waiting for you"),
    LightState.FAILED: Text.of("Failed"),
}


def draw_status(painter: QPainter, state: LightState, rect: QRectF, theme: Theme) -> None:
    """Draw the sign of a state into a square (12 px by design).

    Disc with check: ready. Half disc: working. Triangle: waiting. Square with cross: failed. Ring: off.
    """
    c = theme.color
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _SIDE, rect.height() / _SIDE)
    thin = QPen(c.canvas, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    if state is LightState.READY:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(c.ok)
        painter.drawEllipse(QRectF(0.75, 0.75, 10.5, 10.5))
        painter.setPen(thin)
        painter.drawPolyline(QPolygonF([QPointF(3.6, 6.3), QPointF(5.3, 7.9), QPointF(8.4, 4.4)]))
    elif state is LightState.WORKING:
        painter.setPen(QPen(c.info, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QRectF(1.5, 1.5, 9, 9))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(c.info)
        painter.drawPie(QRectF(1.5, 1.5, 9, 9), 90 * 16, 180 * 16)
    elif state is LightState.WAITING:
        painter.setPen(QPen(c.warn, 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                            Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(c.warn)
        painter.drawPolygon(QPolygonF([QPointF(6, 1.6), QPointF(11.2, 10.6), QPointF(0.8, 10.6)]))
        painter.setPen(thin)
        painter.drawLine(QPointF(6, 5), QPointF(6, 7))
        painter.drawPoint(QPointF(6, 9))
    elif state is LightState.FAILED:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(c.error)
        painter.drawRoundedRect(QRectF(1, 1, 10, 10), 1.5, 1.5)
        painter.setPen(thin)
        painter.drawLine(QPointF(4, 4), QPointF(8, 8))
        painter.drawLine(QPointF(8, 4), QPointF(4, 8))
    else:
        painter.setPen(QPen(c.text_faint, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QRectF(1.75, 1.75, 8.5, 8.5))
    painter.restore()


class StatusDot(Themed, QWidget):
    """The sign alone; its accessible name is the word for the state."""

    def __init__(self, state: LightState = LightState.OFF, *, side: int = _SIDE, parent: QWidget | None = None,
                 ) -> None:
        super().__init__(parent)
        self._state, self._side = state, side
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def on_theme(self, theme: Theme) -> None:
        side = theme.scaled(self._side)
        self.setFixedSize(side, side)
        super().on_theme(theme)

    @property
    def state(self) -> LightState:
        return self._state

    def set_state(self, state: LightState) -> None:
        self._state = state
        self.retranslate()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(str(STATE_WORDS[self._state]))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_status(painter, self._state, QRectF(self.rect()), self.theme)


class StatusLight(Themed, QAbstractButton):
    """Sign, name, sentence. The sentence elides, the name never. ``clicked`` asks for the fixing action."""

    ring_radius = 4

    def __init__(
        self, name: Words, state: LightState = LightState.OFF, sentence: Words = "", *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._dot = StatusDot(state)
        self._name = Label(name, "caption", strong=True)
        self._sentence = ElidedLabel(sentence, "caption", "text_muted", minimum_characters=4)
        self._sentence.setProperty(MAY_ELIDE, True)
        self._words = (name, sentence)
        layout = self._row = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._dot)
        layout.addSpacing(2)
        layout.addWidget(self._name)
        layout.addSpacing(2)
        layout.addWidget(self._sentence, 1)
        for child in (self._dot, self._name, self._sentence):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        # The label lets the mouse through, so its tooltip must be ours as well.
        self._sentence.tooltip_changed.connect(self.setToolTip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def set(self, name: Words, state: LightState, sentence: Words) -> None:
        self._words = (name, sentence)
        self._name.set_words(name)
        self._sentence.set_words(sentence)
        self._dot.set_state(state)
        self.retranslate()

    @property
    def state(self) -> LightState:
        return self._dot.state

    def retranslate(self) -> None:
        name, sentence = self._words
        word = STATE_WORDS[self._dot.state]
        self.setAccessibleName(f"{name}: {word}")
        self.setAccessibleDescription(str(sentence))

    def sizeHint(self) -> QSize:
        return self._row.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.underMouse() and self.isEnabled():
            painter = QPainter(self)
            painter.fillRect(self.rect(), self.theme.color.raised)
