"""Choosing: switch, segmented control, check box, radio button, combo box."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QPoint, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QRadioButton,
    QSizePolicy,
    QWidget,
)

from characoid_desktop.ui.widgets.segmented import SegmentedControl
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

_TRACK_W, _TRACK_H, _KNOB = 36, 20, 14


class Switch(Themed, QAbstractButton):
    """For what acts at once. ``toggled(bool)``; Space and Enter switch it. The words stand left of it."""

    ring_radius = _TRACK_H // 2

    def __init__(self, name: Words, *, checked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._reason: Words = ""
        self.setCheckable(True)
        self.setChecked(checked)
        self._at = 1.0 if checked else 0.0
        self._slide: QVariantAnimation | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._slide_to)
        self.init_theme()

    def set_disabled_reason(self, reason: Words) -> None:
        self._reason = reason
        self.setEnabled(not str(reason))
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))
        self.setAccessibleDescription(str(self._reason))
        self.setToolTip(plain_tooltip(str(self._reason)))

    def sizeHint(self) -> QSize:
        return QSize(_TRACK_W, _TRACK_H)

    def hitButton(self, pos: QPoint) -> bool:
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def _slide_to(self, on: bool) -> None:
        end = 1.0 if on else 0.0
        duration = self.theme.hover_ms()
        if duration == 0 or not self.isVisible():
            self._set_at(end)
            return
        if self._slide is None:
            self._slide = QVariantAnimation(self)
            self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
            self._slide.valueChanged.connect(self._set_at)
        self._slide.stop()
        self._slide.setDuration(duration)
        self._slide.setStartValue(self._at)
        self._slide.setEndValue(end)
        self._slide.start()

    def _set_at(self, value: float) -> None:
        self._at = float(value)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        track = QRectF(0.5, 0.5, _TRACK_W - 1, _TRACK_H - 1)
        if not self.isEnabled():
            fill, edge, knob = c.disabled_fill, c.line, c.disabled_text
        elif on:
            fill, edge, knob = c.accent, c.accent, c.on_accent
        else:
            fill, edge, knob = c.raised, c.line_control, c.text_muted
        painter.setPen(QPen(edge, 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(track, track.height() / 2, track.height() / 2)
        margin = (_TRACK_H - _KNOB) / 2
        x = margin + self._at * (_TRACK_W - _KNOB - 2 * margin)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(knob)
        painter.drawEllipse(QRectF(x, margin, _KNOB, _KNOB))


class CheckBox(Themed, QCheckBox):
    """A check box with a focus ring; for lists of choices (a Switch is for what acts at once)."""

    ring_radius = 4

    def __init__(self, words: Words, *, checked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setChecked(checked)
        self.init_theme()

    def retranslate(self) -> None:
        self.setText(str(self._words).replace("&", "&&"))
        self.setAccessibleName(str(self._words))


class RadioButton(Themed, QRadioButton):
    """A radio button with a focus ring."""

    ring_radius = 4

    def __init__(self, words: Words, *, checked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setChecked(checked)
        self.init_theme()

    def retranslate(self) -> None:
        self.setText(str(self._words).replace("&", "&&"))
        self.setAccessibleName(str(self._words))


class ComboBox(Themed, QComboBox):
    """A combo box of (value, words). ``chosen(value)`` fires when the user chooses.

    The wheel does not change it while it has no focus, so that scrolling a form is safe.
    """

    chosen = Signal(object)

    def __init__(
        self, options: Sequence[tuple[object, Words]] = (), name: Words = "", *, value: object = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._options: list[tuple[object, Words]] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.init_theme()
        self.set_options(options, value)
        self.activated.connect(self._activated)

    def set_options(self, options: Sequence[tuple[object, Words]], value: object = None) -> None:
        """Replace the choices and choose ``value`` (the first when it is not among them); no signal."""
        self._options = list(options)
        self.blockSignals(True)
        self.clear()
        for index, (_, words) in enumerate(self._options):
            self.addItem(str(words), index)
        self.set_value(value)
        self.blockSignals(False)

    @property
    def value(self) -> object:
        """The chosen value; None while there are no choices."""
        index = self.currentIndex()
        return self._options[index][0] if 0 <= index < len(self._options) else None

    def set_value(self, value: object) -> None:
        values = [v for v, _ in self._options]
        if values:
            self.setCurrentIndex(values.index(value) if value in values else 0)

    def _activated(self, index: int) -> None:
        if 0 <= index < len(self._options):
            self.chosen.emit(self._options[index][0])

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))
        for index, (_, words) in enumerate(self._options):
            self.setItemText(index, str(words))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


__all__ = ["CheckBox", "ComboBox", "RadioButton", "SegmentedControl", "Switch"]
