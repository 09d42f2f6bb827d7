"""All turns at work, of every conversation: what is said while another one is shown is not lost."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.agents.runtime.events import AgentEvent, RunEnded, RunStarted
from characoid_desktop.agents.runtime.late import AgentLoop
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.ui.panels.chat.live import LiveTurn
from characoid_desktop.ui.panels.chat.steps import StepBook

REPAINT_MS = 50
COUNTDOWN_MS = 1000
KEPT_BOOKS = 400  # timelines of turns that are over


class Turns(QObject):
    """``touched(run id)``, at most every REPAINT_MS for all tokens together; ``ended(run id)``;
    ``active_changed(conversation id)`` when a turn begins, waits or is over."""

    touched = Signal(str)
    ended = Signal(str)
    active_changed = Signal(str)

    def __init__(self, loop: AgentLoop, monotonic: Callable[[], float], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loop = loop
        self._monotonic = monotonic
        self._live: dict[str, LiveTurn] = {}
        self._books: OrderedDict[str, StepBook] = OrderedDict()
        self._dirty: dict[str, None] = {}
        self._kept: dict[str, tuple[str, str, float]] = {}  # of answers that are not over, as the record has them
        self._repaint = QTimer(self)
        self._repaint.setSingleShot(True)
        self._repaint.setInterval(REPAINT_MS)
        self._repaint.timeout.connect(self._flush)
        self._countdown = QTimer(self)
        self._countdown.setInterval(COUNTDOWN_MS)
        self._countdown.timeout.connect(self._count_down)
        self._disconnect = (loop.events.connect(self._take), loop.runs_changed.connect(self._run_changed))

    def close(self) -> None:
        for disconnect in self._disconnect:
            disconnect()
        self._repaint.stop()
        self._countdown.stop()

    # --- look -------------------------------------------------------------------------------------

    def live(self, run_id: str | None) -> LiveTurn | None:
        """Return the turn with this id while anything of it is not in the record yet."""
        return self._live.get(run_id or "")

    def book(self, run_id: str | None) -> StepBook | None:
        """Return the timeline of a turn that is over, where it is known."""
        return self._books.get(run_id or "")

    def keep_book(self, run_id: str, book: StepBook) -> None:
        """Keep the timeline of a turn that is over."""
        self._books[run_id] = book
        self._books.move_to_end(run_id)
        while len(self._books) > KEPT_BOOKS:
            self._books.popitem(last=False)

    def active(self, conversation_id: str) -> Run | None:
        """Return the turn of a conversation that is at work or waits for the user."""
        return self._loop.active(conversation_id)

    def at_work(self, conversation_id: str) -> str:
        """Return the id of the turn of a conversation that is at work now, "" for none."""
        run = self._loop.active(conversation_id)
        if run is not None:
            return "" if run.state.waits_for_user else run.id
        return next((one.run_id for one in self._live.values()
                     if one.conversation_id == conversation_id and not one.over), "")

    def forget(self, run_id: str) -> None:
        """All of an ended turn is in the record now; its timeline stays."""
        self._kept.pop(run_id, None)
        live = self._live.pop(run_id, None)
        if live is not None:
            self.keep_book(run_id, live.steps)

    def keep_waiting(self, run_id: str) -> None:
        """The user does not want to hear of this stall any more."""
        live = self._live.get(run_id)
        if live is not None:
            live.keeps_waiting = True
            self.touched.emit(run_id)

    def keep(self, run_id: str, text: str, reasoning: str, reasoning_s: float) -> None:
        """Remember what the record has of an answer that is not over: a turn that goes on goes on from it."""
        self._kept[run_id] = (text, reasoning, reasoning_s)
        live = self._live.get(run_id)
        if live is not None:
            live.start_from(text, reasoning, reasoning_s)

    # --- events -----------------------------------------------------------------------------------

    def _take(self, event: AgentEvent) -> None:
        live = self._live.get(event.run_id)
        if isinstance(event, RunStarted) and live is None:
            live = LiveTurn(event.run_id, event.conversation_id, event.answer_id)
            self._live[event.run_id] = live
            if event.run_id in self._kept:
                live.start_from(*self._kept[event.run_id])
        if live is None:
            return
        live.take(event, self._monotonic())
        self._dirty[event.run_id] = None
        if isinstance(event, RunStarted | RunEnded):
            self._flush()
            self.active_changed.emit(live.conversation_id)
            if isinstance(event, RunEnded) and not event.state.startswith("waiting"):
                self.ended.emit(event.run_id)
        elif not self._repaint.isActive():
            self._repaint.start()
        waiting = any(one.retry is not None for one in self._live.values())
        if waiting != self._countdown.isActive():
            self._countdown.start() if waiting else self._countdown.stop()

    def _run_changed(self, run: Run) -> None:
        self.active_changed.emit(run.conversation_id)

    def _flush(self) -> None:
        self._repaint.stop()
        dirty, self._dirty = self._dirty, {}
        for run_id in dirty:
            self.touched.emit(run_id)

    def _count_down(self) -> None:
        for run_id, live in self._live.items():
            if live.retry is not None:
                self._dirty[run_id] = None
        if self._dirty:
            self._flush()
        else:
            self._countdown.stop()
