"""What the characters are and know: themselves, their conversations, memories, documents and tables."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from characoid_desktop.app.embedder import Embedders
from characoid_desktop.app.ground import Ground
from characoid_desktop.app.knowledge_parts import DocumentsFollow, PageKeeper
from characoid_desktop.app.persona_parts import ConversationsFollow, MemoriesFollow, PersonaBelongings
from characoid_desktop.app.pictures import decode, drawn_face
from characoid_desktop.core.errors import AppError
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.knowledge.embedding import VectorMaker
from characoid_desktop.features.knowledge.reading import EngineReader
from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.features.knowledge.store import PassageStore
from characoid_desktop.features.memory.meaning import MeaningKeeper, MemoryMeaning
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.files import PersonaFiles, first_persona
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.tables.service import TableService
from characoid_desktop.jobs.queue import JobQueue

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Knowing:
    """Made by :func:`make_knowing`, at work after :meth:`start`."""

    personas: PersonaService
    lore: LoreService
    files: PersonaFiles
    conversations: ConversationService
    memory: MemoryService
    proposals: MemoryProposals
    tables: TableService
    knowledge: KnowledgeService
    vectors: VectorMaker
    pages: PageKeeper

    async def start(self, ground: Ground) -> None:
        """Go on with what was left at the last end; a new home gets a character of the window's language.

        Copies that nothing refers to any more (removed pages, pictures of deleted characters) go first, before
        anything can be added.
        """
        try:
            await ground.attachments.clean()
        except (AppError, OSError) as error:  # what cannot be tidied today is no reason not to start
            _log.info("copies that nobody needs were not removed: %s", error)
        await self.tables.start()
        await asyncio.to_thread(self.pages.sweep)
        await self.knowledge.start()
        self.vectors.start()
        await self.personas.start(first=lambda: first_persona(ground.language()))


def make_knowing(ground: Ground, jobs: JobQueue) -> Knowing:
    """Return the services, wired; what has to be closed is added to the shutdown of ``ground``."""
    database, clock, shutdown = ground.database, ground.clock, ground.shutdown
    personas = PersonaService(database, clock)
    conversations = ConversationService(database, ground.attachments, clock, ground.paths.exports)
    embedders = Embedders(ground.settings, ground.models)
    meaning = MemoryMeaning(database, embedders)
    memory = MemoryService(database, clock, meaning=meaning)
    shutdown.add("meaning", MeaningKeeper(meaning, memory.changed).aclose)
    tables = TableService(database, ground.engines.tables, ground.engines.sheets, clock, ground.paths.tables)
    shutdown.add("tables", tables.aclose)
    store = PassageStore(database, embedders)
    vectors = VectorMaker(store, embedders)
    shutdown.add("vectors", vectors.aclose)
    knowledge = KnowledgeService(
        database, clock, store, EngineReader(ground.engines.documents), jobs, ground.attachments, tables=tables)
    shutdown.add("knowledge", knowledge.aclose)
    knowledge.changed.connect(lambda _: vectors.poke())
    ground.settings.changed.connect(lambda _: vectors.poke())  # there may be another model
    personas.companions += [ConversationsFollow(conversations), MemoriesFollow(memory), DocumentsFollow(knowledge)]
    files = PersonaFiles(database, personas, ground.blobs, decode, PersonaBelongings(database, memory, knowledge),
                         drawn_face)
    return Knowing(
        personas=personas, lore=LoreService(database, personas, clock), files=files, conversations=conversations,
        memory=memory, proposals=MemoryProposals(database, clock, memory), tables=tables, knowledge=knowledge,
        vectors=vectors, pages=PageKeeper(knowledge, ground.paths.cache / "pages"))
