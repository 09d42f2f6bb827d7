"""What the built-in tools work with, given by the composition root."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.jobs.queue import JobQueue
from characoid_desktop.settings.store import SettingsStore


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
