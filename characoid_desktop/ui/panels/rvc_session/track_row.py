"""A row of the sounds: name, waveform or spectrogram, gain; and the ruler over the rows."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.features.rvc.parameters import Mixing
from characoid_desktop.ui.panels.rvc_session.mix_form import gain_words
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.numbers import ValueSlider
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.waveform import WaveformView
from characoid_desktop.ui.widgets.waves import wave_color

LABEL_WIDTH = 124
GAIN_WIDTH = 168  # of the column of gains, where there is one
SIDE = 16
GAP = 10
WAVE_INSET = 8  # of WaveformView
TRACK_HEIGHT = 56  # of a waveform
TRACK_LOW = 48  # where there are three
TRACK_HIGH = 72  # where the window is high
SWATCH = 10
_STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 36_000, 86_400)


class TimeRuler(Themed, QWidget):
    """Times over the waves, at round seconds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._duration = 0.0
        self._mixed = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def set_mixed(self, mixed: bool) -> None:
        """Leave the room that the rows keep for gains."""
        self._mixed = mixed
        self.update()

    def set_duration(self, seconds: float) -> None:
        self._duration = seconds
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("caption"))
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height() + 8)

    def marks(self) -> list[tuple[float, str]]:
        """Return (x, words) for what is drawn: no two overlap, none is cut."""
        left = SIDE + self.theme.scaled(LABEL_WIDTH) + GAP + WAVE_INSET
        right = SIDE + WAVE_INSET + (self.theme.scaled(GAIN_WIDTH) + GAP if self._mixed else 0)
        span = self.width() - left - right
        if self._duration <= 0 or span <= 0:
            return []
        metrics = self.fontMetrics()
        widest = metrics.horizontalAdvance(times.clock(self._duration)) + 24
        step = next((s for s in _STEPS_S if s / self._duration * span >= widest), _STEPS_S[-1])
        found: list[tuple[float, str]] = []
        for index in range(int(self._duration / step) + 1):
            words = times.clock(index * step)
            x = left + index * step / self._duration * span
            half = metrics.horizontalAdvance(words) / 2
            if x + half <= self.width() - (right - SIDE if self._mixed else 4):
                found.append((x, words))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self.theme.color.line)
        painter.setPen(self.theme.color.text_muted)
        painter.setFont(self.font())
        for x, words in self.marks():
            width = self.fontMetrics().horizontalAdvance(words) + 4
            painter.drawText(QRectF(x - width / 2, 0, width, self.height() - 1),
                             int(Qt.AlignmentFlag.AlignCenter), words)


class Track(Themed, QWidget):
    """One version: colour, name, what it is, its waveform, perhaps its gain. A click on its name listens to it."""

    chosen = Signal()

    def __init__(self, role: str, *, gain: Words = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = role
        self._active = False
        self.name = Label("", "small", strong=True)
        self.note = ElidedLabel("", "caption", "text_muted", minimum_characters=4)
        self.note.setProperty(MAY_ELIDE, True)
        self.wave = WaveformView("", color=role, height=TRACK_HEIGHT)
        self.gain: ValueSlider | None = None
        words = QVBoxLayout()
        words.setContentsMargins(SWATCH + 8, 0, 0, 0)
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.name)
        words.addWidget(self.note)
        words.addStretch(1)
        self._label = QWidget()
        self._label.setLayout(words)
        row = QHBoxLayout(self)
        row.setContentsMargins(SIDE, 6, SIDE, 6)
        row.setSpacing(GAP)
        row.addWidget(self._label)
        row.addWidget(self.wave, 1)
        self._gap = QWidget()
        if gain:
            low, high = Mixing.bounds()["vocals_db"]
            self.gain = ValueSlider(gain, minimum=low, maximum=high, value=0.0, step=0.5, words=gain_words)
            row.addWidget(self.gain)
        row.addWidget(self._gap)
        self.init_theme()

    @property
    def role(self) -> str:
        return self._role

    def on_theme(self, theme: Theme) -> None:
        self._label.setFixedWidth(theme.scaled(LABEL_WIDTH))
        for widget in (self.gain, self._gap):
            if widget is not None:
                widget.setFixedWidth(theme.scaled(GAIN_WIDTH))
        super().on_theme(theme)

    def show_version(self, name: Words, role: str) -> None:
        """Be the row of another version."""
        self.name.set_words(name)
        self.wave.set_name(name)
        if role != self._role:
            self._role = role
            self.wave.set_color(role)
            self.update()

    def set_mixed(self, mixed: bool, *, gain: bool) -> None:
        """Keep room for gains at the right, and show this row's own."""
        if self.gain is not None:
            self.gain.setVisible(mixed and gain)
        self._gap.setVisible(mixed and not (gain and self.gain is not None))

    def set_active(self, active: bool) -> None:
        self._active = active
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        if self._active:
            painter.fillRect(self.rect(), c.raised)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), c.line)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(wave_color(self.theme, self._role))
        top = self._label.y() + self.name.y() + (self.name.height() - SWATCH) / 2
        painter.drawRoundedRect(QRectF(SIDE, top, SWATCH, SWATCH), 2, 2)
