"""What the Activity panel knows: what runs, what waits for the user, what was done, and one line in detail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.agents.runtime.late import AgentLoop
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.activity.models import ActivityEntry, RunEntry
from characoid_desktop.features.activity.service import AuditService
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.jobs.queue import JobQueue
from characoid_desktop.ui.panels.activity.detail import Detail, detail_of
from characoid_desktop.ui.panels.activity.feed import Feed
from characoid_desktop.ui.panels.activity.history import HistoryModel
from characoid_desktop.ui.panels.activity.rows import HistoryRow, row_of_call, row_of_job, row_of_run

REFRESH_MS = 300  # changes that come close together are shown together
COUNT_MS = 40
SEARCH_PAGE = 500  # jobs looked through for words at a time
NOTICE_KEY = "activity"


class Tab(StrEnum):
    ALL = "all"
    RUNNING = "running"
    WAITING = "waiting"
    RUNS = "runs"
    AUDIT = "audit"

    @property
    def has_history(self) -> bool:
        return self in (Tab.ALL, Tab.RUNS, Tab.AUDIT)


class Ledger(Protocol):
    changed: Event[Approval]

    @property
    def pending(self) -> tuple[Approval, ...]: ...


class Turns(Protocol):
    """What the panel reads of ``agents.runtime.runs.RunStore``."""

    async def get(self, run_id: str, /) -> Run | None: ...

    async def events(self, run_id: str, /) -> Sequence[Mapping[str, Any]]: ...


class Personas(Protocol):
    def get(self, persona_id: str, /) -> Persona | None: ...


class ActivityModel(QObject):
    """``active_changed``: jobs or turns came or went; ``job_changed(Job)``: one moved on. ``action_wanted(Action)`` and
    ``answer_wanted(approval id)`` ask the shell.

    ``retry_job`` does the same work again (a job that belongs to a list is better started by its list).
    """

    tab_changed = Signal()
    active_changed = Signal()
    job_changed = Signal(object)
    waiting_changed = Signal()
    detail_changed = Signal()
    action_wanted = Signal(object)
    answer_wanted = Signal(str)

    def __init__(
        self, audit: AuditService, jobs: JobQueue, loop: AgentLoop, turns: Turns, ledger: Ledger, personas: Personas,
        clock: Clock, redactor: Redactor, notices: NoticeBoard, scope: TaskScope, *,
        retry_job: Callable[[str], Awaitable[object]] | None = None, parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._audit = audit
        self._jobs = jobs
        self._loop = loop
        self._turns = turns
        self._ledger = ledger
        self._personas = personas
        self._clock = clock
        self._redactor = redactor
        self._notices = notices
        self._scope = scope
        self._retry_job = retry_job or jobs.retry
        self._closed = False
        self._tab = Tab.ALL
        self._search = ""
        self._stale = True
        self._looked_at = False
        self._at_top = True
        self._states: dict[str, JobState] = {job.id: job.state for job in jobs.list_active()}
        self._detail: Detail | None = None
        self._busy: set[str] = set()
        self.history = HistoryModel(scope, self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(REFRESH_MS)
        self._soon.timeout.connect(self._refresh)
        self._counting = QTimer(self)
        self._counting.setSingleShot(True)
        self._counting.setInterval(COUNT_MS)
        self._counting.timeout.connect(self.active_changed)
        self._release = (
            audit.recorded.connect(lambda _: self._something_new()), jobs.changed.connect(self._job_moved),
            loop.runs_changed.connect(self._run_moved), ledger.changed.connect(lambda _: self.waiting_changed.emit()))

    def close(self) -> None:
        """Stop listening; wishes that come later are dropped."""
        self._closed = True
        for release in self._release:
            release()
        self._soon.stop()
        self._counting.stop()
        self.history.close()

    # --- what is shown --------------------------------------------------------------------------

    @property
    def tab(self) -> Tab:
        return self._tab

    @property
    def search(self) -> str:
        return self._search

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Jobs that run or wait in the queue, in order."""
        return self._jobs.list_active()

    @property
    def turns(self) -> tuple[Run, ...]:
        """Turns at work."""
        return tuple(run for run in self._loop.unfinished if run.state in (RunState.QUEUED, RunState.RUNNING))

    @property
    def forms(self) -> tuple[Run, ...]:
        """Turns that wait for something to be filled in."""
        return tuple(run for run in self._loop.unfinished if run.state is RunState.WAITING_INPUT)

    @property
    def waiting(self) -> tuple[Approval, ...]:
        """Requests for confirmation, oldest first."""
        return tuple(sorted(self._ledger.pending, key=lambda one: one.seq))

    @property
    def detail(self) -> Detail | None:
        return self._detail

    @property
    def is_busy(self) -> bool:
        """Whether what the detail pane shows is being started again."""
        return self._detail is not None and self._detail.row.key in self._busy

    def is_stopping(self, job_id: str) -> bool:
        return self._jobs.is_stopping(job_id)

    def persona_name(self, persona_id: str) -> str:
        """Return the name of a character; "" when it is gone."""
        persona = self._personas.get(persona_id)
        return persona.name if persona is not None else ""

    def left_s(self, approval: Approval) -> float:
        return (approval.expires_at - self._clock.now()).total_seconds()

    def is_today(self, row: HistoryRow) -> bool:
        """Whether it was today, in the time of this computer."""
        return row.at.astimezone().date() == self._clock.now().astimezone().date()

    def masked(self, words: Text | str) -> str:
        return self._redactor.redact(str(words))

    # --- wishes ---------------------------------------------------------------------------------

    def select_tab(self, tab: Tab) -> None:
        """Show another part."""
        if tab is not self._tab:
            self._tab = tab
            self.choose(None)
            self.tab_changed.emit()
            self._load()

    def set_search(self, words: str) -> None:
        """Show only what contains ``words``."""
        if words != self._search:
            self._search = words
            if not self._tab.has_history:
                self._tab = Tab.ALL
                self.tab_changed.emit()
            self._load()

    def look(self, looked_at: bool) -> None:
        """The panel is in sight (or not any more): only then the history follows what happens."""
        self._looked_at = looked_at
        if looked_at and self._stale:
            self._load()

    def set_at_top(self, at_top: bool) -> None:
        """The list is scrolled to its beginning (or not): only there it moves by itself."""
        self._at_top = at_top
        if at_top and self._stale and self._looked_at:
            self._soon.start()

    def choose(self, row: HistoryRow | None) -> None:
        """Show a line in detail (None: none)."""
        self._detail = detail_of(row, self._redactor) if row is not None else None
        self.detail_changed.emit()
        if row is not None and not isinstance(row.origin, Job):
            self._start(self._load_detail(row), "detail")

    def cancel_job(self, job_id: str) -> None:
        self._start(self._tried(self._jobs.cancel(job_id)), "cancel job")

    def cancel_turn(self, run_id: str) -> None:
        self._start(self._tried(self._loop.cancel(run_id)), "cancel turn")

    def answer(self, approval_id: str) -> None:
        """Look at a request and answer it: the confirmation dialog does that."""
        self.answer_wanted.emit(approval_id)

    def open_chat(self) -> None:
        self.action_wanted.emit(Action(ActionKind.OPEN_PANEL, Text.of("Open chat"), {"panel": "chat"}))

    def open_log(self) -> None:
        engine = self._detail.engine if self._detail is not None else ""
        self.action_wanted.emit(
            Action(ActionKind.OPEN_LOG, Text.of("Open log"), {"engine": engine} if engine else {}))

    def retry(self) -> None:
        """Do again what the detail pane shows. A turn answers anew and asks again before it changes anything."""
        detail = self._detail
        if detail is None or not detail.can_retry or detail.row.key in self._busy:
            return
        self._busy.add(detail.row.key)
        self.detail_changed.emit()
        self._start(self._retry(detail), "retry")

    def make_diagnostics(self, target: Path) -> None:
        """Write the diagnostic file and say where it is."""
        self._start(self._make_diagnostics(target), "diagnostics")

    # --- following ------------------------------------------------------------------------------

    def _job_moved(self, job: Job) -> None:
        # Thousands may come at once, and progress ten times a second: all are counted together, and rarely.
        if self._states.get(job.id) is job.state:
            self.job_changed.emit(job)
            return
        if job.state.is_over:
            self._states.pop(job.id, None)
            self._something_new()
        else:
            self._states[job.id] = job.state
        if not self._counting.isActive():
            self._counting.start()

    def _run_moved(self, run: Run) -> None:
        self.active_changed.emit()
        self.waiting_changed.emit()
        if run.state.is_over or self._tab is Tab.RUNS:
            self._something_new()
        if self._detail is not None and self._detail.run_id == run.id:
            self._start(self._load_detail(self._detail.row), "detail")

    def _something_new(self) -> None:
        self._stale = True
        if self._looked_at and self._at_top and not self._soon.isActive():
            self._soon.start()

    def _refresh(self) -> None:
        if self._stale and self._looked_at and self._at_top:
            self._load()

    def _load(self) -> None:
        if self._closed or not self._tab.has_history:
            return
        self._stale = False
        self.history.show(Feed(*{
            Tab.ALL: (self._calls, self._jobs_over), Tab.AUDIT: (self._calls,), Tab.RUNS: (self._runs,),
        }[self._tab]))

    async def _calls(self, limit: int, before: int | None) -> Sequence[HistoryRow]:
        found: list[ActivityEntry] = await self._audit.history(self._search, None, limit, before)
        return [row_of_call(entry) for entry in found]

    async def _runs(self, limit: int, before: int | None) -> Sequence[HistoryRow]:
        found: list[RunEntry] = await self._audit.runs(self._search, limit=limit, before_seq=before)
        return [row_of_run(entry) for entry in found]

    async def _jobs_over(self, limit: int, before: int | None) -> Sequence[HistoryRow]:
        """Jobs have no search of their own: they are looked through by title, page by page."""
        needle = self._search.casefold()
        page = SEARCH_PAGE if needle else limit
        rows: list[HistoryRow] = []
        while len(rows) < limit:
            jobs = await self._jobs.history(page, before)
            rows += [row for job in jobs if needle in (row := row_of_job(job)).title.casefold()]
            if len(jobs) < page:
                break
            before = jobs[-1].seq
        return rows[:limit]

    # --- work -----------------------------------------------------------------------------------

    def _start(self, work: Coroutine[Any, Any, object], name: str) -> None:
        if self._closed:
            work.close()
            return
        self._scope.start(work, name=f"activity {name}")

    async def _tried(self, work: Awaitable[object]) -> bool:
        try:
            await work
        except AppError as error:
            self._notices.post_error(error, key=NOTICE_KEY)
            return False
        return True

    async def _load_detail(self, row: HistoryRow) -> None:
        run_id = row.id if isinstance(row.origin, RunEntry) else (
            row.origin.audit.run_id if isinstance(row.origin, ActivityEntry) else "")
        try:
            run = await self._turns.get(run_id)
            events = await self._turns.events(run_id) if run is not None else ()
        except AppError as error:
            self._notices.post_error(error, key=NOTICE_KEY)
            return
        if self._detail is not None and self._detail.row.key == row.key:
            self._detail = detail_of(row, self._redactor, run, events)
            self.detail_changed.emit()

    async def _retry(self, detail: Detail) -> None:
        row, run = detail.row, detail.run
        try:
            if isinstance(row.origin, Job):
                await self._tried(self._retry_job(row.origin.id))
            elif run is not None:
                query = Query(run.persona_id, run.conversation_id, "", regenerate_of=run.answer_id)
                if await self._tried(self._loop.start(query)):
                    self._notices.post(NoticeLevel.SUCCESS, Text.of("The character answers again."), key=NOTICE_KEY)
        finally:
            self._busy.discard(row.key)
            self.detail_changed.emit()

    async def _make_diagnostics(self, target: Path) -> None:
        try:
            made = await self._audit.diagnostics(target)
        except AppError as error:
            self._notices.post_error(error, key=NOTICE_KEY)
            return
        self._notices.post(
            NoticeLevel.SUCCESS, Text.of("The diagnostic file is ready: {name}", name=made.name),
            safe=Text.of("It holds no messages, no keys and no arguments."), key=NOTICE_KEY,
            actions=(Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(made.parent)}),))
