"""All built-in tools over real services, a real database and the real policy; only the engines hold still.

``run`` does what a turn does: asks where the rule says so, answers as a person would, and makes the call.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from characoid_desktop.agents.assignment import CapabilityPolicy
from characoid_desktop.agents.contracts import error_sentence
from characoid_desktop.agents.policy import Policy, PolicyRunner
from characoid_desktop.agents.registry import ToolRegistry
from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.checking import PAIRS
from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.turn import ToolCall, ToolOutcome, TurnIds
from characoid_desktop.agents.tools.catalog import built_in_specs
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.app.knowledge_parts import PageKeeper
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.activity.service import AuditService
from characoid_desktop.features.attachments.models import Attachment
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.knowledge.documents import Document
from characoid_desktop.features.knowledge.reading import EngineReader
from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.features.knowledge.store import PassageStore
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.tables.service import TableService
from characoid_desktop.integrations.web.access import WebAccess
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.store import SettingsStore
from tests.fakes.document_engine import DocumentEngine
from tests.fakes.eventually import eventually
from tests.fakes.held_engine import HeldEngine
from tests.fakes.rvc_bench import RvcBench, rvc_bench
from tests.fakes.table_engine import TableEngine
from tests.fakes.voice_shelf import Shelf
from tests.fakes.web_site import Site

# What tools change; what the policy writes about them (audit, approvals, effects) is not part of the world.
WORLD = ("personas", "conversations", "messages", "message_attachments", "memories", "attachments", "rvc_sessions",
         "rvc_items", "jobs", "capability_overrides", "documents", "document_spaces")


@dataclass
class ToolBench:
    """``conversations`` holds one conversation id for each persona id."""

    paths: AppPaths
    rvc_bench: RvcBench
    services: ToolServices
    registry: ToolRegistry
    grants: CapabilityPolicy
    ledger: ApprovalLedger
    audit: AuditService
    policy: Policy
    rvc_engine: HeldEngine
    media: HeldEngine
    shelf: Shelf
    site: Site
    documents: DocumentEngine
    talks: dict[str, str] = field(default_factory=dict)
    events: list[AgentEvent] = field(default_factory=list)
    ids: Any = field(default_factory=lambda: itertools.count(1))

    @property
    def database(self) -> Database:
        return self.rvc_bench.database

    async def conversation(self, persona: str = "default") -> str:
        if persona not in self.talks:
            self.talks[persona] = (await self.services.conversations.create(persona, "Talk")).id
        return self.talks[persona]

    async def file(self, name: str = "song.wav", *, copy: bool = False) -> Attachment:
        folder = self.paths.data.parent / "music"
        folder.mkdir(exist_ok=True)
        path = folder / name
        path.write_bytes(name.encode())
        attachments = self.services.attachments
        return await (attachments.import_file(path) if copy else attachments.reference(path))

    async def document(self, name: str, content: str | bytes, persona: str = "default") -> Document:
        """A document of a character, read to its end."""
        folder = self.paths.data.parent / "texts"
        folder.mkdir(exist_ok=True)
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        added = await self.services.knowledge.add_paths(persona, [path])
        await eventually(lambda: not self.services.jobs.busy)
        [read] = await self.services.knowledge.settled([added.documents[0].id], persona, 10.0)
        assert read.state.is_over
        return read

    async def runner(self, persona: str = "default", run_id: str = "run") -> PolicyRunner:
        ids = TurnIds(run_id, persona, await self.conversation(persona), "message", "answer", "en")
        return self.policy.runner(ids, self.events.append, lambda: 0.0, {})

    async def run(
        self, tool: str, args: Mapping[str, Any] | None = None, *, persona: str = "default", call_id: str = "",
        run_id: str = "run", worker: str = "", approve: bool = True, taint: Sequence[str] = (),
    ) -> ToolOutcome:
        """Make one call, with a person who answers ``approve`` whenever one is asked."""
        spec = self.registry.tool_spec(tool)
        assert spec is not None
        worker = worker or spec.specialist
        runner = await self.runner(persona, run_id)
        args = dict(args or {})
        if tool in PAIRS and "approval_id" not in args and spec.tool.ready:
            first = await self.run(PAIRS[tool], args, persona=persona, run_id=run_id, approve=approve)
            args["approval_id"] = first.payload.get("approval_id", "")
        call = ToolCall(call_id or f"call {next(self.ids)}", tool, args)
        if runner.asks(worker, call, taint):
            for id in filter(None, await runner.request(worker, [call], taint)):
                shown = await self.ledger.show(id) if (await self.ledger.get(id)).state.is_open else None
                if shown is not None:
                    await self.ledger.decide(id, shown.nonce or "", approve)
        return await runner.run(worker, call, taint)

    async def ok(self, tool: str, args: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """Make a call that must work; return its payload."""
        outcome = await self.run(tool, args, **more)
        assert outcome.outcome == "ok", outcome.payload
        return outcome.payload

    async def world(self) -> dict[str, Any]:
        """Everything a tool could change: rows, settings, files."""
        rows = {table: [dict(row) for row in await self.database.read_all(f"SELECT * FROM {table} ORDER BY seq")]
                for table in WORLD}
        settings = {section.key: self.services.settings.get(section).model_dump() for section in SECTIONS}
        home = self.paths.data.parent
        files = sorted(str(path.relative_to(home)) for path in home.rglob("*")
                       if self.paths.backups not in path.parents and ".sqlite3" not in path.name and path.is_file())
        return {**rows, "settings": settings, "files": files}


@asynccontextmanager
async def tool_bench(paths: AppPaths) -> AsyncIterator[ToolBench]:
    clock = SystemClock()
    rvc_engine, media = HeldEngine("rvc"), HeldEngine("media")
    shelf = Shelf(paths.data / "models")
    async with rvc_bench(paths, rvc=rvc_engine, media=media, library=shelf) as bench, Site() as site:
        database = bench.database
        settings = SettingsStore(paths.settings_file, SECTIONS)
        await settings.load()
        attachments = AttachmentService(database, BlobStore(paths.blobs), clock)
        personas = PersonaService(database, clock)
        await personas.start()
        engine = TableEngine()
        tables = TableService(database, engine, engine, clock, paths.tables)
        documents, store = DocumentEngine(), PassageStore(database)
        knowledge = KnowledgeService(
            database, clock, store, EngineReader(documents), bench.jobs, attachments, tables=tables)
        services = ToolServices(
            personas, ConversationService(database, attachments, clock, paths.exports), MemoryService(database, clock),
            attachments, bench.service, bench.jobs, settings, paths.exports, WebAccess(settings, make=site.fetcher),
            tables, knowledge, PageKeeper(knowledge, paths.cache / "pages"))
        registry = ToolRegistry(built_in_specs(services))
        grants = CapabilityPolicy(database)
        await grants.start()
        ledger = ApprovalLedger(database, clock)
        audit = AuditService(database, clock, Redactor())
        policy = Policy(database=database, registry=registry, grants=grants, ledger=ledger, audit=audit, clock=clock)
        try:
            bench_of_tools = ToolBench(paths, bench, services, registry, grants, ledger, audit, policy, rvc_engine,
                                       media, shelf, site, documents)
            await bench_of_tools.conversation()
            yield bench_of_tools
        finally:
            await knowledge.aclose()
            await tables.aclose()
            await settings.aclose()


def sentence(outcome: ToolOutcome) -> str:
    """The English words of the error of a call."""
    return error_sentence(outcome.payload.get("error"))
