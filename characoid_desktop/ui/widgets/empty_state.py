"""An empty page: the voice line, one sentence what is missing, one how to begin, and a way in."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.themed import Themed, Words

_WAVE_FROM, _WAVE_TO = 0.27, 0.605  # of the width; the line is flat outside
# Turning points of the wave: place between its ends, height of the swing. A voice that dies away.
_SWINGS = ((0.2, 0.95), (0.38, -0.95), (0.56, 0.66), (0.71, -0.5), (0.87, 0.27), (1.0, 0.0))


class VoiceLine(Themed, QWidget):
    """The line that speaks: flat, a voice dying away, and a dot where it is now. Decoration only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def sizeHint(self) -> QSize:
        return QSize(360, 48)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        width = min(self.width(), 360)
        draw_voice_line(painter, QRectF((self.width() - width) / 2, 0, width, self.height()), self.theme)


def draw_voice_line(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw the voice line across ``rect`` in the persona's colour."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    thick = theme.tokens.line.voice_line
    middle, left, width = rect.center().y(), rect.x(), rect.width()
    begin, end = left + _WAVE_FROM * width, left + _WAVE_TO * width
    path = QPainterPath(QPointF(left, middle))
    path.lineTo(begin, middle)
    height = rect.height() / 2 - thick
    x, y = begin, middle
    for u, swing in _SWINGS:
        next_x, next_y = begin + u * (end - begin), middle - swing * height
        half = (x + next_x) / 2
        path.cubicTo(half, y, half, next_y, next_x, next_y)
        x, y = next_x, next_y
    path.lineTo(left + width, middle)
    painter.setPen(QPen(theme.persona, thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap,
                        Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.persona)
    painter.drawEllipse(QPointF(end, middle), 4, 4)


class EmptyState(Themed, QWidget):
    """Centred column of voice line, title, text, drop target and buttons (primary first).

    The owner builds and connects the target and the buttons; a sample or a second way is a normal button.
    """

    def __init__(
        self, title: Words, text: Words, *, target: DropTarget | None = None, buttons: tuple[Button, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        centre = Qt.AlignmentFlag.AlignHCenter
        self._title = Label(title, "dialog", wrap=True)
        self._text = Label(text, "body", "text_muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(VoiceLine(), 0, centre)
        column.addSpacing(28)
        for label, gap in ((self._title, 6), (self._text, 24)):
            label.setAlignment(centre)
            column.addWidget(label)
            column.addSpacing(gap)
        if target is not None:
            target.setMinimumHeight(120)
            target.setMaximumWidth(420)
            target.setMinimumWidth(280)
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(target, 8)
            row.addStretch(1)
            column.addLayout(row)
            column.addSpacing(16)
        if buttons:
            row = QHBoxLayout()
            row.setSpacing(12)
            row.addStretch(1)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            column.addLayout(row)
        column.addStretch(1)
        self.init_theme()
