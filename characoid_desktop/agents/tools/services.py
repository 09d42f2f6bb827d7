"""What the built-in tools work with, given by the composition root."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.features.tables.service import TableService
from characoid_desktop.integrations.web.access import WebAccess
from characoid_desktop.integrations.web.pages import Fetched
from characoid_desktop.jobs.queue import JobQueue
from characoid_desktop.settings.store import SettingsStore


class KeptPage(Protocol):
    """A document of a knowledge space."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...


class PageShelf(Protocol):
    """Where a page from the web is kept; ``space`` is the knowledge space of a persona."""

    async def keep(self, space: str, page: Fetched, title: str) -> KeptPage:
        """Return the document that it becomes; it is read by a job. Raises AppError."""
        ...


@dataclass(frozen=True, slots=True)
class ToolServices:
    """The feature services behind the tools. ``results`` is the folder for what is made of copies."""

    personas: PersonaService
    conversations: ConversationService
    memory: MemoryService
    attachments: AttachmentService
    rvc: RvcSessionService
    jobs: JobQueue
    settings: SettingsStore
    results: Path
    web: WebAccess
    tables: TableService
    knowledge: KnowledgeService
    pages: PageShelf
