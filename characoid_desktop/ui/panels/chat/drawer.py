"""The drawer on the right: a step of the timeline with its arguments and what came of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.chat.steps import Step
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.argument_view import ArgumentView
from characoid_desktop.ui.widgets.arguments import argument_rows
from characoid_desktop.ui.widgets.button import icon_button
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import Divider
from characoid_desktop.ui.widgets.tag import Tag, TagKind
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.timeline import StepState
from characoid_desktop.ui.widgets.workers import worker_look

_TAGS = {StepState.DONE: (Text.of("Done"), TagKind.READY), StepState.RUNNING: (Text.of("Running"), TagKind.INFO),
         StepState.FAILED: (Text.of("Failed"), TagKind.FAILED)}


class StepDrawer(Themed, QWidget):
    """Shows a :class:`Step`. ``closed`` is a wish."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Label(Text.of("Step"), "section")
        self.close_button = icon_button("cancel", Text.of("Close the details"), size=ControlSize.COMPACT)
        self.close_button.clicked.connect(self.closed)
        self._who = Label("", "small", "text_muted", strong=True)
        self._words = Label("", "body", strong=True, wrap=True)
        self._tag = Tag("", TagKind.NEUTRAL)
        self._time = Label("", "small", "text_muted")
        self._outcome = Label("", "body", wrap=True)
        self._problem = Label("", "body", "error", wrap=True)
        self._tool = Label("", "caption", "text_faint", selectable=True)
        self._arguments_label = Label(Text.of("Arguments"), "small", "text_muted", strong=True)
        self.arguments = ArgumentView(shown_lines=14)
        self._lay_out()
        self.init_theme()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 8, 0)
        head.addWidget(self._title, 1)
        head.addWidget(self.close_button)
        bar = QWidget()
        bar.setLayout(head)
        bar.setFixedHeight(44)
        facts = QHBoxLayout()
        facts.setSpacing(8)
        facts.addWidget(self._tag)
        facts.addWidget(self._time)
        facts.addStretch(1)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(16, 16, 16, 16)
        inner.setSpacing(10)
        for part in (self._who, self._words):
            inner.addWidget(part)
        inner.addLayout(facts)
        for part in (self._outcome, self._problem, Divider(), self._arguments_label, self.arguments, self._tool):
            inner.addWidget(part)
        inner.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(content)
        content.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(Divider())
        column.addWidget(area, 1)

    def show_step(self, step: Step) -> None:
        """Show what is behind a row of the timeline."""
        row = step.row
        self._who.set_words(worker_look(row.worker).label)
        self._words.set_words(row.words)
        self._tag.set(*_TAGS[row.state])
        self._time.set_words(times.lasted(row.seconds) if row.seconds is not None else "")
        _say(self._outcome, step.outcome or "")
        _say(self._problem, step.problem)
        rows = argument_rows(step.arguments, lambda text: text)
        self._arguments_label.setVisible(bool(rows))
        self.arguments.setVisible(bool(rows))
        self.arguments.set_rows(rows)
        _say(self._tool, step.tool)
        self.setAccessibleName(str(Text.of("Details: {words}", words=row.words)))

    def sizeHint(self) -> QSize:
        return QSize(self.theme.tokens.size.drawer, 400)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.color.surface)
        painter.fillRect(0, 0, 1, self.height(), self.theme.color.line)


def _say(label: Label, words: Words) -> None:
    label.set_words(words)
    label.setVisible(bool(str(words)))
