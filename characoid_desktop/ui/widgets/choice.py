"""Choosing: switch, segmented control, check box, radio button, combo box."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QEasingCurve, QPoint, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QRadioButton,
    QSizePolicy,
    QWidget,
)

from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

_TRACK_W, _TRACK_H, _KNOB = 36, 20, 14
_SEGMENT_PADDING = 12
_CHECK = 14


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


class _Segment(Themed, QAbstractButton):
    ring_radius = 6

    def __init__(self, words: Words, *, first: bool, last: bool, check: bool) -> None:
        super().__init__()
        self._words, self._first, self._last, self._check = words, first, last, check
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._words))
        self.updateGeometry()
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("small", strong=True))
        super().on_theme(theme)

    @property
    def words(self) -> str:
        return str(self._words)

    def sizeHint(self) -> QSize:
        # Room for the check mark and strong letters is kept, so that choosing moves nothing.
        check = _CHECK + 6 if self._check else 0
        width = self.fontMetrics().horizontalAdvance(self.words) + check
        # Two less than a control: the frame around the segments is 1 px.
        return QSize(width + 2 * _SEGMENT_PADDING, self.theme.control_height() - 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        shape = self._shape()
        fill = c.accent_soft if on else (c.raised if self.underMouse() and self.isEnabled() else c.surface)
        painter.fillPath(shape, fill)
        text = c.on_accent_soft if on else c.text_muted
        if not self.isEnabled():
            text = c.disabled_text
        font = self.theme.font("small", strong=on)
        painter.setFont(font)
        painter.setPen(text)
        area = QRectF(self.rect())
        if on and self._check:
            width = self.fontMetrics().horizontalAdvance(self.words) + _CHECK + 6
            x = (self.width() - width) / 2
            draw_icon(painter, "check", QRectF(x, (self.height() - _CHECK) / 2, _CHECK, _CHECK), text)
            area.setLeft(x + _CHECK + 6)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), self.words)
        else:
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), self.words)
        if not self._first:
            painter.fillRect(QRectF(0, 0, 1, self.height()), c.line_control)

    def _shape(self) -> QPainterPath:
        radius = self.theme.tokens.radius.button - 1
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        box = QRectF(self.rect())
        path.addRoundedRect(box, radius, radius)
        if not self._first:
            path.addRect(box.adjusted(0, 0, -box.width() / 2, 0))
        if not self._last:
            path.addRect(box.adjusted(box.width() / 2, 0, 0, 0))
        return path


class SegmentedControl(Themed, QWidget):
    """One of a few. ``changed(value)`` fires when the user chooses; arrow keys move the choice.

    ``options`` are (value, words); ``check`` draws a mark beside the chosen words.
    """

    changed = Signal(object)

    def __init__(
        self, options: Sequence[tuple[Hashable, Words]], name: Words, *, value: Hashable | None = None,
        check: bool = True, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._values = [value for value, _ in options]
        self._group = QButtonGroup(self)
        self._segments: list[_Segment] = []
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        for index, (_, words) in enumerate(options):
            segment = _Segment(words, first=index == 0, last=index == len(options) - 1, check=check)
            self._group.addButton(segment, index)
            self._segments.append(segment)
            layout.addWidget(segment)
        self._segments[self._index(value)].setChecked(True)
        self._group.idToggled.connect(self._toggled)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def _index(self, value: Hashable | None) -> int:
        return self._values.index(value) if value in self._values else 0

    @property
    def value(self) -> Hashable:
        return self._values[self._group.checkedId()]

    @property
    def buttons(self) -> tuple[QAbstractButton, ...]:
        return tuple(self._segments)

    def set_value(self, value: Hashable) -> None:
        """Choose without ``changed``."""
        self._group.blockSignals(True)
        self._segments[self._index(value)].setChecked(True)
        self._group.blockSignals(False)

    def _toggled(self, index: int, on: bool) -> None:
        if on:
            self.changed.emit(self._values[index])

    def set_option_enabled(self, value: Hashable, enabled: bool, reason: Words = "") -> None:
        segment = self._segments[self._index(value)]
        segment.setEnabled(enabled)
        segment.setToolTip(plain_tooltip(str(reason)))
        segment.setAccessibleDescription(str(reason))

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))

    def on_theme(self, theme: Theme) -> None:
        for segment in self._segments:
            segment.setFixedHeight(theme.control_height() - 2)
        super().on_theme(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = self.theme.color
        painter.setPen(QPen(c.line_control if self.isEnabled() else c.line, 1))
        radius = self.theme.tokens.radius.button
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


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
