"""The segmented control: one of a few, all of them in sight."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

_SEGMENT_PADDING = 12
_CHECK = 14


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
