"""The runtime over a real database and a real checkpoint file, with small tools, a small graph and a scripted model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from characoid_desktop.agents.assignment import CapabilityPolicy
from characoid_desktop.agents.cancellation import CancellationHooks
from characoid_desktop.agents.confirmation_policy import ConfirmationPolicy
from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.policy import Policy, PolicyRunner
from characoid_desktop.agents.registry import ToolRegistry
from characoid_desktop.agents.runtime.approval_models import Approval, ApprovalSummary
from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.building import TurnExtras
from characoid_desktop.agents.runtime.checkpoints import CheckpointStore
from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.loop import NativeAgentLoop
from characoid_desktop.agents.runtime.ports import TurnFacts
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.runtime.turn import ToolCall, TurnIds
from characoid_desktop.agents.service import PersonaAgentService
from characoid_desktop.agents.tools.frame import Arguments, Effect, NoArguments, Payload, ToolContext, tool
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.activity.service import AuditService
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.models import Conversation, Message
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.small_graph import build_small_graph


class Note(Arguments):
    text: str = Field(min_length=1, max_length=200)
    count: int = Field(default=1, ge=1, le=9)


class Change(Arguments):
    key: str
    value: int


async def _nothing(name: str) -> None:
    return None


@dataclass
class Tools:
    """``ran`` lists (tool, text) of every run; ``before`` is awaited inside of each tool (to hold or to fail it)."""

    ran: list[tuple[str, str]] = field(default_factory=list)
    before: Callable[[str], Any] = _nothing
    after: Callable[[str], Any] = _nothing
    answer: Payload | None = None

    async def _run(self, name: str, text: str) -> Payload:
        self.ran.append((name, text))
        await self.before(name)
        return {"status": "completed", "answer": f"{name} done"} if self.answer is None else self.answer

    async def look_around(self, ctx: ToolContext, args: NoArguments) -> Payload:
        """Look."""
        return await self._run("look_around", "")

    async def read_page(self, ctx: ToolContext, args: NoArguments) -> Payload:
        """Read a page."""
        return {**await self._run("read_page", ""), "source": "evil.example"}

    async def save_note(self, ctx: ToolContext, args: Note) -> Payload:
        """Save a note."""
        return await self._save("save_note", ctx, args)

    async def share_note(self, ctx: ToolContext, args: Note) -> Payload:
        """Save a note for all."""
        return await self._save("share_note", ctx, args)

    async def _save(self, name: str, ctx: ToolContext, args: Note) -> Payload:
        assert ctx.tx is not None
        await ctx.tx.execute(
            "INSERT INTO memories (id, scope, persona_id, kind, text, source, created_at, updated_at)"
            " VALUES (hex(randomblob(8)), 'workspace', NULL, 'note', ?, '{}', '', '')", (args.text,))
        answer = await self._run(name, args.text)
        await self.after(name)
        return answer

    async def send_out(self, ctx: ToolContext, args: Note) -> Payload:
        """Send something out."""
        return await self._run("send_out", args.text)

    async def send_quietly(self, ctx: ToolContext, args: Note) -> Payload:
        """Send something out without asking."""
        return await self._run("send_quietly", args.text)

    async def request_config_change(self, ctx: ToolContext, args: Change) -> Payload:
        """Ask."""
        return await self._run("request_config_change", args.key)

    async def apply_config_change(self, ctx: ToolContext, args: Change) -> Payload:
        """Apply."""
        return await self._run("apply_config_change", f"{args.key}={args.value}")

    async def describe(self, ctx: ToolContext, args: Note) -> ApprovalSummary:
        return ApprovalSummary(Text.of("Share “{text}”?", text=args.text))

    def specs(self, version: str = "") -> tuple[ToolSpec, ...]:
        def spec(worker: str, function: Any, arguments: type[Arguments], asks: bool = False, writes: bool = False,
                 **more: Any) -> ToolSpec:
            made = tool(function.__name__, function, arguments, Text.literal(function.__name__), **more)
            made.description += version
            return ToolSpec(made.name, worker, made, asks, writes)

        database, outside = {"effect": Effect.DATABASE}, {"effect": Effect.OUTSIDE}
        return (
            spec("knowledge_worker", self.look_around, NoArguments),
            spec("knowledge_worker", self.read_page, NoArguments, outside=True),
            spec("memory_worker", self.save_note, Note, writes=True, **database),
            spec("memory_worker", self.share_note, Note, asks=True, writes=True, describe=self.describe, **database),
            spec("voice_worker", self.send_out, Note, asks=True, writes=True, **outside),
            spec("voice_worker", self.send_quietly, Note, writes=True, **outside),
            spec("config_worker", self.request_config_change, Change, asks=True),
            spec("config_worker", self.apply_config_change, Change, writes=True, **outside),
        )


@dataclass
class FakeModels:
    model: ScriptedModel
    mark: str = "one"

    async def for_turn(self, persona: Any, facts: TurnFacts) -> FakeModels:
        return self

    def model_for(self, worker: str) -> ScriptedModel:
        return self.model

    @property
    def fingerprint(self) -> str:
        return self.mark


@dataclass
class Bench:
    paths: AppPaths
    clock: Clock
    database: Database
    personas: PersonaService
    conversations: ConversationService
    ledger: ApprovalLedger
    audit: AuditService
    tools: Tools
    registry: ToolRegistry
    grants: CapabilityPolicy
    policy: Policy
    checkpoints: CheckpointStore
    models: FakeModels
    hooks: CancellationHooks
    service: PersonaAgentService
    loop: NativeAgentLoop
    conversation: Conversation
    seen: list[AgentEvent] = field(default_factory=list)

    @property
    def model(self) -> ScriptedModel:
        return self.models.model

    def ask(self, text: str, **more: Any) -> Query:
        return Query(self.conversation.persona_id, self.conversation.id, text, **more)

    async def answer(self, run: Any) -> Message:
        message = await self.conversations.message(run.answer_id)
        assert message is not None
        return message

    async def run(self, id: str) -> Any:
        return await self.service._runs.get(id)

    async def notes(self) -> list[str]:
        return [str(row["text"]) for row in await self.database.read_all("SELECT text FROM memories ORDER BY seq")]

    async def effects(self) -> dict[str, str]:
        rows = await self.database.read_all("SELECT id, state FROM effects ORDER BY seq")
        return {str(row["id"]): str(row["state"]) for row in rows}

    async def approve(self, yes: bool = True, reason: str = "") -> list[Approval]:
        """Answer everything that is pending, as the dialog does."""
        done = []
        for one in self.ledger.pending:
            shown = await self.ledger.show(one.id)
            assert shown.nonce
            done.append(await self.ledger.decide(one.id, shown.nonce, yes, reason))
        return done

    def runner(self, run_id: str = "run1", persona_id: str = "", conversation_id: str = "") -> PolicyRunner:
        """The tool runner of a turn that no graph drives."""
        ids = TurnIds(run_id, persona_id or self.conversation.persona_id, conversation_id or self.conversation.id,
                      "message", "answer", "en")
        return self.policy.runner(ids, self.seen.append, lambda: 0.0, {})

    async def make_run(self, run_id: str = "run1") -> None:
        """A row for a turn that no graph drives."""
        async with self.database.transaction() as tx:
            await self.service._runs.create(
                tx, run_id, persona_id=self.conversation.persona_id, conversation_id=self.conversation.id,
                message_id="m", answer_id="a", kind="message", resume_state={})


@asynccontextmanager
async def open_bench(
    paths: AppPaths, script: Sequence[Any] = (), *, clock: Clock | None = None, version: str = "",
    tools: Tools | None = None, build: Any = build_small_graph, hours: float = 24.0, workflow: Any = None,
    ask_before_converting: bool = False, recover: bool = True, keep_every_s: float = 0.05,
    specs: Callable[[Tools], Sequence[ToolSpec]] | None = None, conversation_id: str | None = None,
    extras: TurnExtras | None = None,
) -> AsyncIterator[Bench]:
    """Open everything in ``paths``; opened again it is the next life of the app, with the same conversation."""
    clock = clock or SetClock()
    database = await Database.open(paths.database, paths.backups, clock)
    tools = tools or Tools()
    personas = PersonaService(database, clock)
    await personas.start()
    conversations = ConversationService(
        database, AttachmentService(database, BlobStore(paths.blobs), clock), clock, paths.exports)
    known = await conversations.list(DEFAULT_ID)
    conversation = known[-1] if known else await conversations.create(DEFAULT_ID)
    ledger = ApprovalLedger(database, clock, lambda: hours)
    await ledger.start()
    audit = AuditService(database, clock, Redactor())
    registry = ToolRegistry(specs(tools) if specs else tools.specs(version))
    grants = CapabilityPolicy(database)
    await grants.start()
    policy = Policy(database=database, registry=registry, grants=grants, ledger=ledger, audit=audit, clock=clock,
                    confirmation=ConfirmationPolicy(lambda: ask_before_converting))
    checkpoints = await CheckpointStore.open(paths.checkpoints)
    models = FakeModels(ScriptedModel(script))
    hooks = CancellationHooks()
    service = PersonaAgentService(
        database=database, conversations=conversations, personas=personas, ledger=ledger, policy=policy,
        models=models, checkpoints=checkpoints, clock=clock, hooks=hooks, build=build, workflow=workflow,
        extras=extras or TurnExtras(), keep_every_s=keep_every_s)
    loop = NativeAgentLoop(service, ledger)
    bench = Bench(paths, clock, database, personas, conversations, ledger, audit, tools, registry, grants, policy,
                  checkpoints, models, hooks, service, loop, conversation)
    loop.events.connect(bench.seen.append)
    if recover:
        await loop.open()
    try:
        yield bench
    finally:
        await loop.aclose()
        await checkpoints.aclose()
        await database.aclose()


def call(name: str, args: Mapping[str, Any] | None = None, id: str = "c1") -> ToolCall:
    return ToolCall(id, name, dict(args or {}))


async def hold() -> None:
    """Never return."""
    await asyncio.get_running_loop().create_future()
