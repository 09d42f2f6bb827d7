"""What goes on now, as cards above the history: running work, and what waits for the user."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.core.i18n import Text
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.ui.panels.activity.model import ActivityModel, Tab
from characoid_desktop.ui.panels.activity.rows import JOB_WORKERS, RUN_WORDS, line
from characoid_desktop.ui.shell.approvals.words import expiry_words
from characoid_desktop.ui.theme.icons import checked_name, draw_icon
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.labels import ElidedLabel
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.progress import JobRow
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.workers import worker_color, worker_look

SHOWN_IN_ALL = 3  # of each kind; a link leads to the others
SHOWN_IN_TAB = 40
_SIDE = 18
_T = TypeVar("_T", bound=QWidget)


class _Icon(Themed, QWidget):
    """An icon in the hue of a worker, or in a colour role."""

    def __init__(self, icon: str, *, worker: str = "", tone: str = "text_muted") -> None:
        super().__init__()
        self._icon, self._worker, self._tone = checked_name(icon), worker, tone
        self.setFixedSize(_SIDE, _SIDE)
        self.init_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        color = worker_color(theme, self._worker) if self._worker else theme.color.role(self._tone)
        draw_icon(QPainter(self), self._icon, QRectF(self.rect()), color)


class RunningCard(Card):
    """A job or a turn with its progress and Cancel."""

    def __init__(self, title: str, icon: QWidget, cancel: Callable[[], object]) -> None:
        super().__init__(margins=(14, 10, 12, 12), spacing=0)
        self.row = JobRow(title, framed=False)
        self.row.cancel_requested.connect(lambda: cancel())
        whole = QHBoxLayout()
        whole.setSpacing(12)
        beside = QVBoxLayout()
        beside.addSpacing(5)
        beside.addWidget(icon)
        beside.addStretch(1)
        whole.addLayout(beside)
        whole.addWidget(self.row, 1)
        self.body.addLayout(whole)

    def show_job(self, job: Job, *, stopping: bool) -> None:
        """Take over how far a job is."""
        if stopping:
            self.row.set_stopping()
        if job.state is JobState.QUEUED:
            self.row.set_progress(None, detail=Text.of("In the queue"))
        elif job.progress is not None:
            self.row.set_progress(job.progress.fraction, detail=job.progress.stage,
                                  remaining_s=job.progress.remaining_s)

    def show_turn(self, run: Run) -> None:
        """Take over what a turn is doing."""
        self.row.set_progress(None, detail=line(run.stage) if run.stage else RUN_WORDS[run.state])


class WaitingCard(Card):
    """Something that goes on only when the user does something."""

    def __init__(self, title: str, under: Words, button: Words, act: Callable[[], object]) -> None:
        super().__init__(margins=(14, 8, 10, 8), spacing=0, fill="warn_soft")
        name = ElidedLabel(title, "small", strong=True, minimum_characters=8)
        self.under = ElidedLabel(under, "caption", "text_muted", minimum_characters=8)
        self.button = Button(button, size=ControlSize.COMPACT)
        self.button.set_description(title)
        self.button.clicked.connect(lambda: act())
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(name)
        words.addWidget(self.under)
        row = QHBoxLayout()
        row.setSpacing(12)
        # Aligned, or the row would be no higher than what is of a fixed height.
        row.addWidget(_Icon("clock", tone="warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(words, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.body.addLayout(row)


class LiveCards(QWidget):
    """All cards of a tab. A card stays the same widget as long as what it stands for is there."""

    def __init__(self, model: ActivityModel) -> None:
        super().__init__()
        self._model = model
        self._running: dict[str, RunningCard] = {}
        self._waiting: dict[str, WaitingCard] = {}
        self._more_running = Button("", ButtonKind.LINK, size=ControlSize.COMPACT)
        self._more_waiting = Button("", ButtonKind.LINK, size=ControlSize.COMPACT)
        self._more_running.clicked.connect(lambda: model.select_tab(Tab.RUNNING))
        self._more_waiting.clicked.connect(lambda: model.select_tab(Tab.WAITING))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addWidget(self._more_running, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._more_waiting, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        self.refresh()

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())  # it scrolls, and is never pressed

    @property
    def running(self) -> tuple[RunningCard, ...]:
        return tuple(self._running.values())

    @property
    def waiting(self) -> tuple[WaitingCard, ...]:
        return tuple(self._waiting.values())

    @property
    def more_running(self) -> Button:
        return self._more_running

    def refresh(self) -> None:
        """Take over what runs and waits, and which tab is shown."""
        tab = self._model.tab
        limit = SHOWN_IN_ALL if tab is Tab.ALL else SHOWN_IN_TAB
        self._show_running(limit if tab in (Tab.ALL, Tab.RUNNING) else 0)
        self._show_waiting(limit if tab in (Tab.ALL, Tab.WAITING) else 0)
        self.setVisible(bool(self._running or self._waiting))

    def show_job(self, job: Job) -> None:
        """A job has moved on."""
        card = self._running.get(job.id)
        if card is not None:
            card.show_job(job, stopping=self._model.is_stopping(job.id))

    def tick(self) -> None:
        """Time has passed: how long a request waits is said anew."""
        for approval in self._model.waiting:
            card = self._waiting.get(approval.id)
            if card is not None:
                card.under.set_words(self._asked_by(approval))

    # --- running --------------------------------------------------------------------------------

    def _show_running(self, limit: int) -> None:
        model = self._model
        turns = model.turns if limit else ()
        jobs = [job for job in model.jobs if job.state is JobState.RUNNING] if limit else []
        queued = [job for job in model.jobs if job.state is JobState.QUEUED] if limit else []
        total = len(turns) + len(jobs) + len(queued)
        if model.tab is Tab.RUNNING:
            jobs += queued
        wanted: dict[str, Job | Run] = {run.id: run for run in turns[:limit]}
        wanted |= {job.id: job for job in jobs[: max(0, limit - len(wanted))]}
        _drop(self._running, wanted.keys(), self._column)
        for place, (id, one) in enumerate(wanted.items()):
            card = self._running.get(id) or self._made(one)
            self._running[id] = card
            self._column.insertWidget(place, card)
            if isinstance(one, Job):
                card.show_job(one, stopping=model.is_stopping(id))
            else:
                card.show_turn(one)
        rest = total - len(wanted)
        words = (Text.count("{n} waits in the queue", "{n} wait in the queue", rest) if rest <= len(queued) else
                 Text.count("{n} more is at work or in the queue", "{n} more are at work or in the queue", rest))
        self._more_running.set_words(words)
        self._more_running.setVisible(rest > 0)
        self._more_running.setEnabled(model.tab is Tab.ALL)

    def _made(self, one: Job | Run) -> RunningCard:
        model = self._model
        if isinstance(one, Job):
            worker = JOB_WORKERS.get(one.kind, "")
            icon = _Icon(worker_look(worker).icon if worker else "activity", worker=worker)
            return RunningCard(line(one.title), icon, lambda: model.cancel_job(one.id))
        name = line(model.persona_name(one.persona_id))
        title = Text.of("{name} is answering", name=name) if name else Text.of("A character is answering")
        return RunningCard(str(title), _Icon("chat"), lambda: model.cancel_turn(one.id))

    # --- waiting --------------------------------------------------------------------------------

    def _show_waiting(self, limit: int) -> None:
        model = self._model
        approvals = model.waiting if limit else ()
        forms = model.forms if limit else ()
        wanted: dict[str, Approval | Run] = {one.id: one for one in approvals[:limit]}
        wanted |= {run.id: run for run in forms[: max(0, limit - len(wanted))]}
        _drop(self._waiting, wanted.keys(), self._column)
        for place, (id, one) in enumerate(wanted.items(), start=len(self._running) + 1):
            card = self._waiting.get(id) or self._asking(one)
            self._waiting[id] = card
            self._column.insertWidget(place, card)
        rest = len(approvals) + len(forms) - len(wanted)
        self._more_waiting.set_words(Text.count("{n} more waits for you", "{n} more wait for you", rest))
        self._more_waiting.setVisible(rest > 0)
        self._more_waiting.setEnabled(model.tab is Tab.ALL)

    def _asking(self, one: Approval | Run) -> WaitingCard:
        model = self._model
        if isinstance(one, Approval):
            return WaitingCard(line(model.masked(one.summary.title)), self._asked_by(one), Text.of("Look and answer"),
                               lambda: model.answer(one.id))
        name = line(model.persona_name(one.persona_id))
        return WaitingCard(str(Text.of("“{name}” needs something from you", name=name)),
                           Text.of("The form stands in the chat."), Text.of("Open chat"), model.open_chat)

    def _asked_by(self, approval: Approval) -> str:
        worker = str(worker_look(approval.worker).label)
        if approval.summary.server:
            worker = f"{worker} {line(approval.summary.server)}"
        who = " › ".join(part for part in (line(self._model.persona_name(approval.persona_id)), worker) if part)
        return f"{who} · {expiry_words(self._model.left_s(approval))}"


def _drop(cards: dict[str, _T], wanted: Collection[str], column: QVBoxLayout) -> None:
    for id in [id for id in cards if id not in wanted]:
        card = cards.pop(id)
        column.removeWidget(card)  # at once, or it counts when others are placed
        card.hide()
        card.deleteLater()


def nothing_words(tab: Tab) -> tuple[Text, Text]:
    """Return title and sentence of a tab without anything in it."""
    return {
        Tab.RUNNING: (Text.of("Nothing is running"), Text.of("Work that takes a while shows here, with Cancel.")),
        Tab.WAITING: (Text.of("Nothing waits for you"),
                      Text.of("When a character wants to change something, it asks here first.")),
        Tab.RUNS: (Text.of("No turns yet"), Text.of("Each message to a character is one turn.")),
        Tab.AUDIT: (Text.of("Nothing was done yet"),
                    Text.of("What the workers do stands here: with which arguments, and by whose permission.")),
        Tab.ALL: (Text.of("Nothing has happened yet"),
                  Text.of("What your characters do and what takes a while stands here.")),
    }[tab]


