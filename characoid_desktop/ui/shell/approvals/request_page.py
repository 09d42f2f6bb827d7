"""One request, as it is read before it is answered: who, what, before and after, and every argument."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.agents.runtime.approval_models import Approval, Change
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.shell.approvals.model import ApprovalsModel
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import ControlSize, Theme, theme_of
from characoid_desktop.ui.widgets.argument_view import ArgumentView
from characoid_desktop.ui.widgets.avatar import Avatar
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Card, Divider
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.workers import worker_color, worker_look

LABEL_WIDTH = 88
MAX_SOURCES = 6
MAX_CELL = 2_000  # characters of one cell of before → after
MAX_CHANGES = 40


class WorkerName(Label):
    """A worker in its own hue, always with its name."""

    def __init__(self, worker: str) -> None:
        self._worker = worker
        super().__init__(worker_look(worker).label, "small", strong=True)

    def on_theme(self, theme: Theme) -> None:
        super().on_theme(theme)
        palette = self.palette()
        palette.setColor(self.foregroundRole(), worker_color(theme, self._worker))
        self.setPalette(palette)


class _Arrow(Themed, QWidget):
    """“becomes”, between before and after."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(28)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.init_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.theme.color.text_muted)
        painter.setFont(self.theme.font("small"))
        painter.drawText(QRectF(self.rect()), int(Qt.AlignmentFlag.AlignCenter), "→")


class _Sign(Themed, QWidget):
    def __init__(self, icon: str, tone: str) -> None:
        super().__init__()
        self._icon, self._tone = icon, tone
        self.setFixedSize(16, 18)
        self.init_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_icon(QPainter(self), self._icon, QRectF(0, 2, 16, 16), self.theme.color.role(self._tone))


class ChangeTable(Card):
    """Before → after, a line each."""

    def __init__(self, model: ApprovalsModel, changes: Sequence[Change]) -> None:
        super().__init__(margins=(1, 1, 1, 1), spacing=0)
        self._row(Text.of("Setting"), Text.of("Before"), Text.of("After"), head=True)
        for change in changes[:MAX_CHANGES]:
            self.body.addWidget(Divider())
            self._row(*(model.words(text, MAX_CELL) for text in (change.label, change.before, change.after)))
        if len(changes) > MAX_CHANGES:
            self.body.addWidget(Divider())
            more = Label(Text.count("{n} more change stands under Details", "{n} more changes stand under Details",
                                    len(changes) - MAX_CHANGES), "small", "text_muted")
            more.setContentsMargins(12, 6, 12, 6)
            self.body.addWidget(more)

    def _row(self, name: Words, before: Words, after: Words, *, head: bool = False) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(8)
        role = "caption" if head else "small"
        for words, stretch, tone in ((name, 5, "text_muted" if head else "text"), (before, 8, "text_muted"),
                                     (after, 8, "text_muted" if head else "text")):
            label = Label(words, role, tone, wrap=True)
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            if row.count() == 2:
                row.addWidget(_Arrow() if not head else _space())
            row.addWidget(label, stretch)
        self.body.addLayout(row)


def _space() -> QWidget:
    space = QWidget()
    space.setFixedWidth(28)
    return space


class RequestPage(QWidget):
    """Everything about one request but its buttons. All words from outside are plain text.

    ``try_again`` is asked for when the ledger could not be reached.
    """

    def __init__(self, model: ApprovalsModel, approval: Approval, try_again: Callable[[], object]) -> None:
        super().__init__()
        self._model = model
        self._try_again = try_again
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, 16, 24, 8)
        self._column.setSpacing(12)
        self._column.addLayout(self._who(approval))
        self.title = Label(model.title(approval), "dialog", wrap=True)
        self._column.addWidget(self.title)
        self._notice: InlineNotice | None = None
        self._facts(approval)
        if approval.summary.sources:
            self._column.addLayout(self._asked_because(approval.summary.sources))
        if approval.summary.changes:
            self._column.addWidget(ChangeTable(model, approval.summary.changes))
        self.details = ArgumentView(model.arguments(approval))
        self.fold = self._details_button(approval)
        self._column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.details)
        self._column.addStretch(1)

    @property
    def notice(self) -> InlineNotice | None:
        return self._notice

    def show_notice(self, level: NoticeLevel, sentence: Words, safe: Words = "", *, again: bool = False) -> None:
        """Say under the title what became of the request; empty words take it away."""
        if self._notice is not None:
            self._notice.hide()
            self._notice.deleteLater()
            self._notice = None
        if not str(sentence):
            return
        notice = InlineNotice(level, sentence, safe, [Text.of("Try again")] if again else [])
        notice.action_triggered.connect(self._again)
        self._notice = notice
        self._column.insertWidget(2, notice)

    def _again(self, _index: int) -> None:
        self._try_again()

    def _who(self, approval: Approval) -> QHBoxLayout:
        persona = self._model.persona(approval)
        row = QHBoxLayout()
        row.setSpacing(8)
        name = str(Text.of("A character that was deleted")) if persona is None else self._model.words(persona.name, 60)
        row.addWidget(Avatar(name, color=QColor(persona.color) if persona is not None else None, kind="small"))
        row.addWidget(Label(name, "small"))
        row.addWidget(Label("›", "small", "text_muted"))
        row.addWidget(WorkerName(approval.worker))
        row.addWidget(Label("›", "small", "text_muted"))
        row.addWidget(Label(self._model.place(approval), "small", "text_muted", wrap=True), 1)
        return row

    def _facts(self, approval: Approval) -> None:
        said = approval.summary
        facts = [(Text.of("Target"), said.target), (Text.of("Duration"), said.duration), (Text.of("Uses"), said.cost),
                 (Text.of("Changes"), said.effect)]
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, theme_of(self).scaled(LABEL_WIDTH))
        grid.setColumnStretch(1, 1)
        for label, words in facts:
            if words is None or not str(words).strip():
                continue
            row = grid.rowCount()
            grid.addWidget(Label(label, "body", "text_muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(Label(self._model.words(words), "body", wrap=True), row, 1)
        if grid.count():
            self._column.addLayout(grid)

    def _asked_because(self, sources: Sequence[str]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(_Sign("info", "info"), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Label(Text.of("Asked because this turn has read text from outside:"), "small", wrap=True))
        for source in sources[:MAX_SOURCES]:
            words.addWidget(Label(self._model.words(source, 300), "small", "text_muted", wrap=True))
        if len(sources) > MAX_SOURCES:
            words.addWidget(Label(Text.count("{n} more", "{n} more", len(sources) - MAX_SOURCES), "small",
                                  "text_muted"))
        row.addLayout(words, 1)
        return row

    def _details_button(self, approval: Approval) -> Button:
        count = len(approval.arguments)
        button = Button(
            Text.count("Details ({n} item) · {tool}", "Details ({n} items) · {tool}", count,
                       tool=self._model.words(approval.tool, 80)),
            ButtonKind.QUIET, icon="chevron-down", size=ControlSize.COMPACT)
        button.clicked.connect(self._fold)
        self.details.setVisible(count > 0)
        button.setEnabled(count > 0)
        return button

    def _fold(self) -> None:
        shown = self.details.isHidden()
        self.details.setVisible(shown)
        self.fold.set_icon("chevron-down" if shown else "chevron-right")
