"""What folds in place: a line with a title and what is set behind it, and the controls themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.folded import FoldButton
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.page import Divider
from characoid_desktop.ui.widgets.themed import Themed, Words

_LEAST_HELP = 150  # px; before it is laid out, a field is narrower


class Field(Themed, QWidget):
    """Label, field, and help whose room is kept: one line that may elide, or as many as ``helps`` need."""

    def __init__(
        self, label: Words, field: QWidget, help_words: Words = "", *, helps: Sequence[Words] = ()
    ) -> None:
        super().__init__()
        self._helps = tuple(helps)
        self._field = field
        self.label = Label(label, "small", "text_muted", strong=True)
        if helps:
            self.help = Label(help_words, "caption", "text_muted", wrap=True)
            self.help.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        else:
            self.help = ElidedLabel(help_words, "caption", "text_muted", minimum_characters=4)
            self.help.setProperty(MAY_ELIDE, True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.label)
        column.addWidget(field)
        column.addWidget(self.help)
        column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def set_helps(self, helps: Sequence[Words]) -> None:
        """Keep room for other helps."""
        self._helps = tuple(helps)
        self._reserve()

    def on_theme(self, theme: Theme) -> None:
        self._field.setMinimumHeight(theme.control_height())  # sliders are lower: helps stand in one line
        self._reserve()
        super().on_theme(theme)

    def retranslate(self) -> None:
        self._reserve()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._reserve()

    def _reserve(self) -> None:
        """Room for the longest help, so that nothing under it moves when another one comes."""
        if self._helps:
            lines = max(self.help.lines_at(words, max(_LEAST_HELP, self.width())) for words in self._helps)
            self.help.setFixedHeight(lines * self.help.line_height)


class Section(Themed, QWidget):
    """A folded group of controls. ``opened(bool)``; its line says in short what is set behind it."""

    opened = Signal(bool)

    def __init__(self, title: Words, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = FoldButton(title, tone="text")
        self.summary = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        self.summary.setProperty(MAY_ELIDE, True)
        self.body = body
        row = QHBoxLayout()
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(12)
        row.addWidget(self.line)
        row.addWidget(self.summary, 1)
        row.addStretch(0)  # keeps the title left while the summary is away
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Divider())
        column.addLayout(row)
        column.addWidget(body)
        body.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.line.toggled.connect(self._toggle)
        self.init_theme()

    def set_summary(self, words: Words) -> None:
        self.summary.set_words(words)
        self.line.setToolTip("")

    def set_open(self, open_: bool) -> None:
        self.line.setChecked(open_)

    def _toggle(self, open_: bool) -> None:
        self.body.setVisible(open_)
        self.summary.setVisible(not open_)
        self.opened.emit(open_)


class Columns(Themed, QWidget):
    """Fields beside each other, in as many columns of at least ``least`` px as there is room for."""

    def __init__(self, fields: Sequence[QWidget], *, least: int = 232, most: int = 3,
                 margins: tuple[int, int, int, int] = (18, 4, 0, 12)) -> None:
        super().__init__()
        self._fields = list(fields)
        self._left_out: set[int] = set()  # places in ``fields``
        self._least, self._most = least, most
        self._count = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(*margins)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._arrange(most)
        self.init_theme()

    def set_shown(self, field: QWidget, shown: bool) -> None:
        """Show a field or leave it out; the others close up."""
        place = self._fields.index(field)
        if (place in self._left_out) is shown:
            self._left_out ^= {place}
            field.setVisible(shown)
            self._arrange(self._count)

    def on_theme(self, theme: Theme) -> None:
        self._fit(self.width())
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(event.size().width())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _fit(self, width: int) -> None:
        if width < 200:  # not laid out yet
            return
        margins, gap = self._grid.contentsMargins(), self._grid.horizontalSpacing()
        room = width - margins.left() - margins.right()
        widest = max((field.minimumSizeHint().width() for place, field in enumerate(self._fields)
                      if place not in self._left_out), default=0)
        least = max(self.theme.scaled(self._least), widest)
        count = max(1, min(self._most, (room + gap) // (least + gap)))
        if count != self._count:
            self._arrange(count)
        room -= (count - 1) * gap
        for column in range(self._most):  # all columns alike, whatever is in them
            self._grid.setColumnMinimumWidth(column, room // count if column < count else 0)

    def _arrange(self, count: int) -> None:
        for field in self._fields:
            self._grid.removeWidget(field)
        for column in range(self._most):
            self._grid.setColumnStretch(column, 1 if column < count else 0)
        shown = [field for place, field in enumerate(self._fields) if place not in self._left_out]
        for place, field in enumerate(shown):
            self._grid.addWidget(field, place // count, place % count, Qt.AlignmentFlag.AlignTop)
        self._count = count
        self.updateGeometry()
