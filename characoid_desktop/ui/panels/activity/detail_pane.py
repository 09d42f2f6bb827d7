"""The detail of one line of the history, at the right of the panel or in its place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.activity.detail import Detail, Step
from characoid_desktop.ui.panels.activity.model import ActivityModel
from characoid_desktop.ui.panels.activity.rows import Source, duration_words
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.arguments import ArgumentRow
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.layouts import FlowLayout, clear, hold_width
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Divider, Surface, scroll_column
from characoid_desktop.ui.widgets.themed import Words
from characoid_desktop.ui.widgets.visible import visible_line

WIDTH = 304
MAX_VALUES = 60
MAX_VALUE = 1_500  # characters
_PADDING = 16


class DetailPane(Surface):
    """Draws ``model.detail``; ``closed`` asks its owner to put it away."""

    closed = Signal()

    def __init__(self, model: ActivityModel) -> None:
        super().__init__("canvas", edges=(Qt.Edge.LeftEdge,))
        self._model = model
        self._alone = False
        self.setObjectName("activity_detail")
        self.close_button = icon_button("cancel", Text.of("Close the detail"), size=ControlSize.COMPACT)
        self.close_button.clicked.connect(self.closed)
        self.back = Button(Text.of("Back"), ButtonKind.QUIET, icon="chevron-left", size=ControlSize.COMPACT)
        self.back.clicked.connect(self.closed)
        self.back.hide()
        self.retry = Button(Text.of("Try again"), ButtonKind.PRIMARY, icon="retry", size=ControlSize.COMPACT)
        self.retry.clicked.connect(model.retry)
        self.log = Button(Text.of("Open log"), icon="file", size=ControlSize.COMPACT)
        self.log.clicked.connect(model.open_log)
        self._title = Label("", "section", wrap=True)
        self._title_row = QHBoxLayout()
        self._title_row.setSpacing(8)
        self._title_row.addWidget(self._title, 1)
        self._title_row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self._when = Label("", "small", "text_muted", wrap=True)
        self._notice = QVBoxLayout()
        buttons = FlowLayout()
        buttons.addWidget(self.retry)
        buttons.addWidget(self.log)
        self._rest = QVBoxLayout()
        self._rest.setSpacing(10)
        self._holder = QWidget()
        body = QVBoxLayout(self._holder)
        body.setContentsMargins(_PADDING, 0, _PADDING, _PADDING)
        body.setSpacing(10)
        body.addWidget(self._when)
        body.addLayout(self._notice)
        body.addLayout(buttons)
        body.addLayout(self._rest, 1)
        head = QVBoxLayout()
        head.setContentsMargins(_PADDING, 14, 12, 6)
        head.setSpacing(6)
        head.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        head.addLayout(self._title_row)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(scroll_column(self._holder, name=Text.of("Detail")), 1)

    def set_alone(self, alone: bool) -> None:
        """In the place of the list it has Back instead of a cross, and says what the row says."""
        if alone != self._alone:
            self._alone = alone
            self.refresh()
        self.back.setVisible(alone)
        self.close_button.setVisible(not alone)
        hold_width(self, None if alone else self.theme.scaled(WIDTH))

    def refresh(self) -> None:
        """Take over what the model shows in detail."""
        detail = self._model.detail
        if detail is None:
            return
        self._title.set_words(detail.row.title)
        self._when.set_words(self._when_words(detail))
        self.retry.setVisible(detail.can_retry)
        self.retry.set_busy(Text.of("Starting…") if self._model.is_busy else "")
        clear(self._notice)
        if detail.error is not None:
            words = visible_line(self._model.masked(detail.error))
            safe = visible_line(self._model.masked(detail.safe)) if detail.safe is not None else ""
            self._notice.addWidget(InlineNotice(NoticeLevel.ERROR, words, safe))
        clear(self._rest)
        self._fill(detail)

    def _fill(self, detail: Detail) -> None:
        body = self._rest
        facts = self._facts(detail)
        if facts and self._alone:
            body.addWidget(Divider())
            self._grid(facts)
        if detail.arguments:
            body.addWidget(Divider())
            body.addWidget(Label(Text.of("Arguments"), "small", strong=True))
            self._arguments(detail.arguments)
        if detail.course:
            body.addWidget(Divider())
            body.addWidget(Label(Text.of("Course"), "small", strong=True))
            self._course(detail.course)
        body.addStretch(1)
        self._foot(detail)

    def _when_words(self, detail: Detail) -> str:
        at = detail.row.at.astimezone()
        when = f"{at:%H:%M:%S}" if self._model.is_today(detail.row) else f"{at:%Y-%m-%d %H:%M:%S}"
        return " · ".join(part for part in (when, detail.who) if part)

    @staticmethod
    def _facts(detail: Detail) -> list[tuple[Text, str]]:
        row = detail.row
        facts = [(Text.of("Tool"), row.under)] if row.source is Source.CALL else []
        facts.append((Text.of("Result"), str(row.whole_result)))
        if row.permission is not None:
            facts.append((Text.of("Permission"), str(row.permission)))
        if row.seconds is not None:
            facts.append((Text.of("Took"), str(duration_words(row.seconds))))
        return facts

    def _grid(self, pairs: list[tuple[Text, str]]) -> None:
        grid = _two_columns()
        for place, (name, value) in enumerate(pairs):
            _add(grid, place, name, value)
        self._rest.addLayout(grid)

    def _arguments(self, rows: tuple[ArgumentRow, ...]) -> None:
        grid = _two_columns()
        for place, row in enumerate(rows[:MAX_VALUES]):
            # Already shown letter for letter; only line breaks are left.
            value = row.value if len(row.value) <= MAX_VALUE else f"{row.value[:MAX_VALUE]}…"
            _add(grid, place, row.key, value, tone="text_muted" if row.hidden else "text")
        self._rest.addLayout(grid)
        if len(rows) > MAX_VALUES:
            more = Text.count("{n} more value", "{n} more values", len(rows) - MAX_VALUES)
            self._rest.addWidget(Label(more, "small", "text_muted"))

    def _course(self, steps: tuple[Step, ...]) -> None:
        grid = _two_columns()
        grid.setVerticalSpacing(10)
        for place, step in enumerate(steps):
            _add(grid, place, f"{step.at.astimezone():%H:%M:%S}", visible_line(self._model.masked(step.words)),
                 tone=step.tone)
        self._rest.addLayout(grid)

    def _foot(self, detail: Detail) -> None:
        if detail.can_retry and detail.row.source is not Source.JOB:
            self._rest.addWidget(Label(
                Text.of("Trying again asks again before anything is changed."), "caption", "text_muted", wrap=True))
        if detail.run_id:
            label = Label(Text.of("Turn {id}", id=detail.run_id), "caption", "text_muted", selectable=True)
            label.setSizePolicy(label.sizePolicy().Policy.Ignored, label.sizePolicy().Policy.Preferred)
            self._rest.addWidget(label)


def _two_columns() -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(1, 1)
    return grid


def _add(grid: QGridLayout, place: int, name: Words, value: str, *, tone: str = "text") -> None:
    left = Label(name, "small", "text_muted", wrap=True)
    left.setMinimumWidth(min(96, left.sizeHint().width()))
    left.setMaximumWidth(112)
    right = Label(value, "small", tone, wrap=True)
    grid.addWidget(left, place, 0, Qt.AlignmentFlag.AlignTop)
    grid.addWidget(right, place, 1, Qt.AlignmentFlag.AlignTop)
