"""The composition root: builds every service once, hands it on by constructor, closes it in reverse order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.app.agent_side import AgentServices, AgentSide
from characoid_desktop.app.character import diagnostic_facts
from characoid_desktop.app.embedder import Embedders
from characoid_desktop.app.knowledge_parts import DocumentsFollow, PageKeeper
from characoid_desktop.app.language import resolve
from characoid_desktop.app.lights import EngineLight, ModelLight
from characoid_desktop.app.persona_parts import ConversationsFollow, MemoriesFollow, PersonaBelongings
from characoid_desktop.app.pictures import decode
from characoid_desktop.app.shutdown import Shutdown
from characoid_desktop.app.space import SpaceWatch
from characoid_desktop.app.voice_source import LibraryVoices, external_of
from characoid_desktop.audio.playback import Player
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import StatusBoard
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.engines.catalog import (
    MODELS_IDLE_S,
    PRIORITY_NORMAL,
    PRIORITY_VARIABLE,
    RVC,
    EngineHosts,
    build_hosts,
    launch,
)
from characoid_desktop.engines.contracts import EngineState
from characoid_desktop.engines.supervisor import QtEngineHost
from characoid_desktop.features.activity.service import AuditService
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.knowledge.embedding import VectorMaker
from characoid_desktop.features.knowledge.ingest import KIND as READING
from characoid_desktop.features.knowledge.reading import EngineReader
from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.features.knowledge.store import PassageStore
from characoid_desktop.features.memory.meaning import MeaningKeeper, MemoryMeaning
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.files import PersonaFiles, first_persona
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.rvc.choices import place_of
from characoid_desktop.features.rvc.service import Folders, RvcSessionService
from characoid_desktop.features.tables.service import TableService
from characoid_desktop.features.voices.service import VoiceLibrary
from characoid_desktop.integrations.llm.directory import ModelDirectory
from characoid_desktop.integrations.web.access import WebAccess
from characoid_desktop.jobs.models import Job
from characoid_desktop.jobs.queue import JobQueue
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.secrets import SecretStore
from characoid_desktop.settings.sections.appearance import AppearanceSection
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.audio import AudioSection
from characoid_desktop.settings.sections.conversion import ConversionSection
from characoid_desktop.settings.sections.engines import EnginesSection
from characoid_desktop.settings.sections.storage import StorageSection
from characoid_desktop.settings.store import SettingsStore

ENGINES_LIMIT_S = 4.0
AGENTS_LIMIT_S = 4.0
MINUTE_S = 60.0
MEGABYTE = 1_000_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Container:
    """All services of a running app. Made by :meth:`build`; ``shutdown.run()`` closes them."""

    paths: AppPaths
    clock: Clock
    logs: Logs
    settings: SettingsStore
    notices: NoticeBoard
    lights: StatusBoard
    database: Database
    jobs: JobQueue
    engines: EngineHosts
    attachments: AttachmentService
    rvc: RvcSessionService
    voices: VoiceLibrary
    player: Player
    secrets: SecretStore
    personas: PersonaService
    lore: LoreService
    persona_files: PersonaFiles
    conversations: ConversationService
    memory: MemoryService
    proposals: MemoryProposals
    tables: TableService
    knowledge: KnowledgeService
    vectors: VectorMaker
    audit: AuditService
    approvals: ApprovalLedger
    models: ModelDirectory
    web: WebAccess
    agents: AgentSide
    scope: TaskScope
    shutdown: Shutdown

    @classmethod
    async def build(
        cls, paths: AppPaths, clock: Clock, logs: Logs, notices: NoticeBoard | None = None,
        lights: StatusBoard | None = None,
    ) -> Container:
        """Open and start everything; raises AppError when the data cannot be opened (nothing stays open then).

        ``notices`` and ``lights`` are those of a window that is shown already.
        """
        shutdown = Shutdown()
        try:
            return await cls._build(paths, clock, logs, notices or NoticeBoard(), lights or StatusBoard(), shutdown)
        except BaseException:
            await shutdown.run()
            raise

    @classmethod
    async def _build(
        cls, paths: AppPaths, clock: Clock, logs: Logs, notices: NoticeBoard, lights: StatusBoard, shutdown: Shutdown,
    ) -> Container:
        settings = SettingsStore(paths.settings_file, SECTIONS)
        await settings.load()
        shutdown.add("settings", settings.aclose)
        database = await Database.open(paths.database, paths.backups, clock)
        shutdown.add("database", database.aclose)
        blobs = BlobStore(paths.blobs)
        attachments = AttachmentService(database, blobs, clock)
        engines = build_hosts(paths)
        for host in engines.all:
            shutdown.add(f"engine {host.name}", host.stop, limit_s=ENGINES_LIMIT_S)
        voices = VoiceLibrary(database, engines.models, clock, paths.models)
        shutdown.add("library", voices.aclose)
        jobs = JobQueue(database, clock)
        shutdown.add("jobs", jobs.aclose)
        rvc = RvcSessionService(
            database, jobs, engines.media, engines.rvc, attachments, clock,
            Folders(paths.previews, paths.cache / "pictures", paths.cache / "samples", paths.stages),
            keep_copies=lambda: settings.get(StorageSection).copy_dropped,
            preview_bytes=lambda: settings.get(StorageSection).preview_mb * MEGABYTE,
            library=LibraryVoices(voices, lambda: external_of(settings.get(EnginesSection))))
        shutdown.add("rvc session", rvc.aclose)
        player = Player(clock=clock)
        shutdown.add("player", player.aclose)
        secrets = SecretStore(logs.redactor)
        shutdown.add("secrets", secrets.aclose)
        personas = PersonaService(database, clock)
        lore = LoreService(database, personas, clock)
        conversations = ConversationService(database, attachments, clock, paths.exports)
        models = ModelDirectory(settings, secrets)
        shutdown.add("models", models.aclose)
        embedders = Embedders(settings, models)
        meaning = MemoryMeaning(database, embedders)
        memory = MemoryService(database, clock, meaning=meaning)
        shutdown.add("meaning", MeaningKeeper(meaning, memory.changed).aclose)
        proposals = MemoryProposals(database, clock, memory)
        tables = TableService(database, engines.tables, engines.sheets, clock, paths.tables)
        shutdown.add("tables", tables.aclose)
        store = PassageStore(database, embedders)
        vectors = VectorMaker(store, embedders)
        shutdown.add("vectors", vectors.aclose)
        knowledge = KnowledgeService(
            database, clock, store, EngineReader(engines.documents), jobs, attachments, tables=tables)
        shutdown.add("knowledge", knowledge.aclose)
        pages = PageKeeper(knowledge, paths.cache / "pages")
        personas.companions += [ConversationsFollow(conversations), MemoriesFollow(memory), DocumentsFollow(knowledge)]
        persona_files = PersonaFiles(database, personas, blobs, decode, PersonaBelongings(database, memory, knowledge))
        audit = AuditService(database, clock, logs.redactor, facts=lambda: diagnostic_facts(paths, logs, settings))
        approvals = ApprovalLedger(database, clock, lambda: settings.get(AssistantSection).approval_hours)
        scope = TaskScope("app")
        shutdown.add("app", scope.aclose)
        web = WebAccess(settings)
        tools = ToolServices(personas, conversations, memory, attachments, rvc, jobs, settings, paths.results, web,
                             tables, knowledge, pages)
        agents = AgentSide(AgentServices(
            database, tools, approvals, audit, models, paths.checkpoints, paths.skills, clock,
            lambda: resolve(settings.get(AppearanceSection).language.value).value, lore, proposals))
        shutdown.add("agents", agents.aclose, limit_s=AGENTS_LIMIT_S)
        container = cls(
            paths=paths, clock=clock, logs=logs, settings=settings, notices=notices, lights=lights,
            database=database, jobs=jobs, engines=engines, attachments=attachments, rvc=rvc, voices=voices,
            player=player, secrets=secrets, personas=personas, lore=lore, persona_files=persona_files,
            conversations=conversations, memory=memory, proposals=proposals, tables=tables, knowledge=knowledge,
            vectors=vectors, audit=audit, approvals=approvals, models=models, web=web, agents=agents, scope=scope,
            shutdown=shutdown)
        interrupted = await jobs.start()
        await voices.start()
        await rvc.start()
        await tables.start()
        await asyncio.to_thread(pages.sweep)
        await knowledge.start()
        vectors.start()
        await personas.start(first=lambda: first_persona(
            resolve(settings.get(AppearanceSection).language.value).value))
        await approvals.start()
        container._wire()
        container._say_what_happened(interrupted)
        return container

    def _wire(self) -> None:
        """Connect what only the whole knows: lights, settings that act at once, faults that need words."""
        ModelLight(self.lights, self.models)
        light = EngineLight(self.lights, self.engines.rvc, Text.of("RVC"), "rvc_session")
        self.jobs.changed.connect(lambda job: None if job.kind == READING else light.note(job))
        space = SpaceWatch(self.notices, self.scope, self.paths.data,
                           lambda: self.settings.get(StorageSection).warn_free_gb)
        self.jobs.changed.connect(space.note)
        space.look()
        self.database.trouble.connect(lambda error: self.notices.post_error(error, key="database"))
        self.jobs.trouble.connect(lambda error: self.notices.post_error(error, key="jobs"))
        self.jobs.paused_changed.connect(lambda paused: None if paused else self.notices.settle("jobs"))
        for host in self.engines.all:
            host.state_changed.connect(lambda state, host=host: self._engine_changed(host, state))
        self.knowledge.changed.connect(lambda _: self.vectors.poke())
        self.settings.changed.connect(lambda _: self.vectors.poke())  # there may be another model
        self.settings.changed.connect(lambda _: self._apply_settings())
        self._apply_settings()

    def _engine_changed(self, host: QtEngineHost, state: EngineState) -> None:
        """An engine that was given up on says so where it cannot be overlooked, with its log; a good one is silent."""
        key = f"engine {host.name}"
        if state is EngineState.FAILED:
            again = Action(ActionKind.RESTART_ENGINE, Text.of("Start again"), {"engine": host.name})
            log = Action(ActionKind.OPEN_LOG, Text.of("Open log"), {"engine": host.name})
            self.notices.post(NoticeLevel.ERROR, host.light_sentence(), actions=(again, log), key=key)
        elif state is EngineState.READY:
            self.notices.settle(key)

    def _apply_settings(self) -> None:
        minutes = self.settings.get(EnginesSection).idle_stop_min
        sound = self.settings.get(AudioSection)
        for host in self.engines.all:
            wanted = minutes * MINUTE_S if minutes else None
            host.set_idle_stop(MODELS_IDLE_S if host in self.engines.rare else wanted)
        priority = {} if self.settings.get(EnginesSection).low_priority else {PRIORITY_VARIABLE: PRIORITY_NORMAL}
        self.engines.rvc.set_launch(launch(RVC, self.paths, environment=priority))
        self.player.set_device(sound.output_device or None)
        self.player.set_volume(sound.volume / 100)

    def _say_what_happened(self, interrupted: Sequence[Job]) -> None:
        """After a start: what was repaired, what a crash interrupted, what of the settings was unusable."""
        if self.database.report is not None:
            self.notices.post(NoticeLevel.WARNING, self.database.report.sentence, safe=self.database.report.safe,
                              actions=(_open_folder(self.paths.data),), key="database")
        reading = [job.id for job in interrupted if job.kind == READING]
        if reading:
            self._say_interrupted(
                Text.count("{n} document was not read to its end. Nothing half was kept.",
                           "{n} documents were not read to their end. Nothing half was kept.", len(reading)),
                reading, "interrupted reading")
        others = [job.id for job in interrupted if job.kind != READING]
        if others:
            self._say_interrupted(
                Text.count("{n} conversion was interrupted. No half file was left.",
                           "{n} conversions were interrupted. No half files were left.", len(others)),
                others, "interrupted")
        for problem in self.settings.problems:
            self.notices.post(NoticeLevel.WARNING, problem.sentence,
                              actions=(Action(ActionKind.OPEN_SETTINGS, Text.of("Open Settings")),))

    def _say_interrupted(self, sentence: Text, jobs: Sequence[str], key: str) -> None:
        again = Action(ActionKind.RETRY_JOB, Text.of("Start again"), {"jobs": list(jobs)})
        self.notices.post(NoticeLevel.WARNING, sentence, actions=(again,), key=key)

    async def retry_jobs(self, ids: Sequence[str]) -> None:
        """Start interrupted or failed conversions and readings again; raises AppError."""
        wanted = set(ids)
        await self.knowledge.retry_jobs(ids)
        await self.rvc.retry([item.id for item in self.rvc.items if item.job_id in wanted])

    async def retry_action(self, args: Mapping[str, Any]) -> None:
        """Do what a "try again" button says: jobs as they were, or items in a way that asks less of the machine."""
        if args.get("plan") == "smaller":
            place = place_of(self.settings.get(ConversionSection))
            await self.rvc.retry_smaller([str(id) for id in args.get("items", ())], place)
            return
        await self.retry_jobs([str(id) for id in args.get("jobs", ())])

    async def restart_engine(self, host: QtEngineHost) -> None:
        """Start an engine anew; its failure becomes a notice."""
        try:
            await host.restart()
        except AppError as error:
            self.notices.post_error(error, key=f"engine {host.name}")


def _open_folder(folder: Path) -> Action:
    return Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(folder)})
