"""An Activity panel on the real services; only the agent loop is played, since turns need a model."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.runtime.runs import RunStore
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import Action, AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.activity.models import AuditEntry, AuditOutcome, Permission
from characoid_desktop.features.activity.service import AuditService
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.models import Conversation
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.jobs.queue import JobQueue
from characoid_desktop.ui.panels.activity.model import ActivityModel
from tests.fakes.approvals import Asking, HandClock
from tests.fakes.held_jobs import HeldHandler


class PlayedLoop:
    """Speaks as NativeAgentLoop does; what is asked of it is written down."""

    def __init__(self) -> None:
        self.events: Event[AgentEvent] = Event()
        self.runs_changed: Event[Run] = Event()
        self.trouble: Event[AppError] = Event()
        self.started: list[Query] = []
        self.cancelled: list[str] = []
        self.at_work: list[Run] = []
        self.refusal: AppError | None = None

    async def start(self, query: Query) -> Run:
        if self.refusal is not None:
            raise self.refusal
        self.started.append(query)
        return self.at_work[0] if self.at_work else None  # type: ignore[return-value]

    async def cancel(self, run_id: str) -> Run:
        self.cancelled.append(run_id)
        return next(run for run in self.at_work if run.id == run_id)

    async def give_input(self, run_id: str, values: Mapping[str, Any]) -> Run:
        raise NotImplementedError

    def active(self, conversation_id: str) -> Run | None:
        return next((run for run in self.at_work if run.conversation_id == conversation_id), None)

    @property
    def unfinished(self) -> tuple[Run, ...]:
        return tuple(self.at_work)

    def show(self, *runs: Run) -> None:
        self.at_work = list(runs)
        for run in runs:
            self.runs_changed.emit(run)


@dataclass
class ActivityBench:
    database: Database
    paths: AppPaths
    clock: HandClock
    scope: TaskScope
    personas: PersonaService
    conversations: ConversationService
    audit: AuditService
    jobs: JobQueue
    held: HeldHandler
    runs: RunStore
    asking: Asking
    loop: PlayedLoop = field(default_factory=PlayedLoop)
    notices: NoticeBoard = field(default_factory=NoticeBoard)
    redactor: Redactor = field(default_factory=Redactor)
    actions: list[Action] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.model = ActivityModel(
            self.audit, self.jobs, self.loop, self.runs, self.asking.ledger, self.personas, self.clock, self.redactor,
            self.notices, self.scope)
        self.model.action_wanted.connect(self.actions.append)
        self.model.answer_wanted.connect(self.answered.append)

    async def conversation(self) -> Conversation:
        return await self.conversations.create(DEFAULT_ID, "歌枠の準備")

    async def run(self, question: str, state: RunState, *, error: Mapping[str, Any] | None = None) -> Run:
        """A turn of a conversation of its own, in a state."""
        talk = await self.conversation()
        asked = await self.conversations.add_user(talk.id, question)
        async with self.database.transaction() as tx:
            run_id = uuid.uuid4().hex
            answer = await self.conversations.begin_answer(talk.id, asked.id, run_id, tx=tx)
            await self.runs.create(
                tx, run_id, persona_id=DEFAULT_ID, conversation_id=talk.id, message_id=asked.id, answer_id=answer.id,
                kind="message", resume_state={})
        self.clock.advance(4)
        return await self.runs.move(run_id, state, error=error)

    async def call(
        self, title: str, tool: str = "save_persona_memory", worker: str = "memory_worker", *, run: Run | None = None,
        outcome: AuditOutcome = AuditOutcome.OK, permission: Permission = Permission.NOT_NEEDED,
        arguments: Mapping[str, Any] | None = None, summary: str = "", error: Mapping[str, Any] | None = None,
        ms: int | None = 300, server: str = "",
    ) -> AuditEntry:
        """One call in the audit, a minute after the one before."""
        self.clock.advance(60)
        detail: dict[str, Any] = {"title": Text.literal(title).to_json()}
        if summary:
            detail["summary"] = Text.literal(summary).to_json()
        if error:
            detail["error"] = dict(error)
        return await self.audit.record(AuditEntry(
            run_id=run.id if run is not None else "run", persona_id=DEFAULT_ID,
            conversation_id=run.conversation_id if run is not None else "", worker=worker, tool=tool,
            arguments=dict(arguments or {}), permission=permission, outcome=outcome, started_at=self.clock.now(),
            duration_ms=ms, detail=detail, server=server))


@asynccontextmanager
async def activity_bench(paths: AppPaths) -> AsyncIterator[ActivityBench]:
    clock = HandClock()
    clock.wall -= timedelta(hours=1)
    database = await Database.open(paths.database, paths.backups, clock)
    scope = TaskScope("activity")
    personas = PersonaService(database, clock)
    await personas.start("ミカ")
    attachments = AttachmentService(database, BlobStore(paths.blobs), clock)
    jobs, held = JobQueue(database, clock), HeldHandler("rvc.convert")
    jobs.register(held)
    await jobs.start()
    asking = Asking(database, clock)
    await asking.ledger.start()
    bench = ActivityBench(
        database, paths, clock, scope, personas, ConversationService(database, attachments, clock, paths.exports),
        AuditService(database, clock, Redactor()), jobs, held, RunStore(database, clock), asking)
    try:
        yield bench
    finally:
        bench.model.close()
        await scope.aclose()
        held.lets_go.set()
        await jobs.aclose()
        await database.aclose()
