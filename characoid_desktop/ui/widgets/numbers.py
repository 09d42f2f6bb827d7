"""Numbers: a stepper with − and + buttons, and a slider with its value beside it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QStyle, QStyleOptionSlider, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.times import signed

_MINUSES = str.maketrans({"−": "-", "－": "-", "＋": "+", "，": ",", "．": ".", "。": "."})
_BIG_STEP = 10


class SpinStepper(Themed, QWidget):
    """``−  value  +``. Up and Down step, Page Up and Page Down ten steps; typing is checked on Enter.

    ``changed(float)`` fires for the user's changes only. Full-width signs from an IME are understood.
    """

    changed = Signal(float)

    def __init__(
        self, name: Words, *, minimum: float, maximum: float, value: float = 0.0, step: float = 1.0,
        digits: int = 0, plus_sign: bool = False, suffix: Words = "", parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._suffix = name, suffix
        self._minimum, self._maximum, self._step = minimum, maximum, step
        self._digits, self._plus = digits, plus_sign
        self._value = self._held(value)
        self._less = Button("", icon="minus")
        self._more = Button("", icon="plus")
        self.input = _StepInput(name)
        self.input.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self._less, self.input, self._more):
            layout.addWidget(widget)
        self.setFocusProxy(self.input)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._less.setAutoRepeat(True)
        self._more.setAutoRepeat(True)
        self._less.clicked.connect(lambda: self._step_by(-1))
        self._more.clicked.connect(lambda: self._step_by(1))
        self.input.stepped.connect(self._step_by)
        self.input.editingFinished.connect(self._typed)
        self.init_theme()

    @property
    def value(self) -> float:
        return self._value

    def set_value(self, value: float) -> None:
        self._value = self._held(value)
        self._show()

    def set_range(self, minimum: float, maximum: float) -> None:
        self._minimum, self._maximum = minimum, maximum
        self.set_value(self._value)

    def _held(self, value: float) -> float:
        return round(min(self._maximum, max(self._minimum, value)), self._digits)

    def words(self) -> str:
        suffix = str(self._suffix)
        number = signed(self._value, self._digits, plus=self._plus)
        return f"{number} {suffix}" if suffix else number

    def _show(self) -> None:
        self.input.setText(self.words())
        self._less.setEnabled(self._value > self._minimum)
        self._more.setEnabled(self._value < self._maximum)

    def _user_sets(self, value: float) -> None:
        held = self._held(value)
        different = held != self._value
        self._value = held
        self._show()
        if different:
            self.changed.emit(held)

    def _step_by(self, steps: int) -> None:
        self._user_sets(self._value + steps * self._step)

    def _typed(self) -> None:
        text = self.input.text().translate(_MINUSES).replace(str(self._suffix), "").strip()
        try:
            value = float(text.replace(",", "."))
        except ValueError:
            self._show()
            return
        if value != value or value in (float("inf"), float("-inf")):
            self._show()
            return
        self._user_sets(value)

    def retranslate(self) -> None:
        self._less.set_name(Text.of("Decrease"))
        self._more.set_name(Text.of("Increase"))
        low, high = (signed(v, self._digits, plus=self._plus) for v in (self._minimum, self._maximum))
        self.input.setAccessibleDescription(str(Text.of("From {low} to {high}", low=low, high=high)))
        self._show()

    def on_theme(self, theme: Theme) -> None:
        metrics = self.input.fontMetrics()
        suffix = f" {self._suffix}" if str(self._suffix) else ""
        widest = max(
            metrics.horizontalAdvance(signed(v, self._digits) + suffix) for v in (self._minimum, self._maximum)
        )
        self.input.setFixedWidth(max(60, widest + 32))
        super().on_theme(theme)


class _StepInput(LineInput):
    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: _BIG_STEP,
                 Qt.Key.Key_PageDown: -_BIG_STEP}.get(Qt.Key(event.key()))
        if steps is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(steps)


class Slider(Themed, QSlider):
    """A horizontal slider: 4 px line, filled up to an 18 px knob."""

    ring_radius = 8

    def __init__(self, name: Words, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._name = name
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.init_theme()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))

    def sizeHint(self) -> QSize:
        return QSize(160, self.theme.tokens.size.hit_minimum)

    def minimumSizeHint(self) -> QSize:
        return QSize(72, self.theme.tokens.size.hit_minimum)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().subControlRect(
            QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, self
        )
        c = self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        thick, knob = self.theme.tokens.line.progress, 18
        middle = self.height() / 2
        x = min(self.width() - knob / 2, max(knob / 2, handle.center().x() + 0.5))
        painter.setBrush(self.theme.wave.meter_track)
        painter.drawRoundedRect(QRectF(0, middle - thick / 2, self.width(), thick), 2, 2)
        painter.setBrush(c.accent if self.isEnabled() else c.disabled_text)
        painter.drawRoundedRect(QRectF(0, middle - thick / 2, x, thick), 2, 2)
        painter.setBrush(c.text if self.isEnabled() else c.disabled_text)
        side = knob - 2 if not self.isSliderDown() else knob
        painter.drawEllipse(QRectF(x - side / 2, middle - side / 2, side, side))


class ValueSlider(Themed, QWidget):
    """A slider with its value in words beside it. ``changed(float)`` for the user's changes only."""

    changed = Signal(float)

    def __init__(
        self, name: Words, *, minimum: float, maximum: float, value: float, step: float = 1.0,
        words: Callable[[float], str] | None = None, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._minimum, self._maximum, self._step = minimum, maximum, step
        self._words: Callable[[float], str] = words or self._plain
        self.slider = Slider(name)
        self.slider.setRange(0, max(1, round((maximum - minimum) / step)))
        self.slider.setPageStep(max(1, self.slider.maximum() // 10))
        self._figure = Label("", "small", "text")
        self._figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self._figure)
        self.setFocusProxy(self.slider)
        self.slider.valueChanged.connect(self._moved)
        self.set_value(value)
        self.init_theme()

    def _plain(self, value: float) -> str:
        return signed(value, 0 if self._step >= 1 else 1, plus=False)

    @property
    def value(self) -> float:
        return self._minimum + self.slider.value() * self._step

    def set_value(self, value: float) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round((value - self._minimum) / self._step))
        self.slider.blockSignals(False)
        self._show()

    def _show(self) -> None:
        words = self._words(self.value)
        self._figure.set_words(words)
        self.slider.setAccessibleDescription(words)

    def _moved(self) -> None:
        self._show()
        self.changed.emit(self.value)

    def on_theme(self, theme: Theme) -> None:
        metrics = self._figure.fontMetrics()
        widest = max(metrics.horizontalAdvance(self._words(v)) for v in (self._minimum, self._maximum))
        self._figure.setMinimumWidth(widest + 4)
        super().on_theme(theme)

    def retranslate(self) -> None:
        self._show()
        self.on_theme(self.theme)
