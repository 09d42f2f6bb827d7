"""What goes with a character from other features: its conversations, its memories, and its lore in a turn."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from characoid_desktop.agents.runtime.ports import ActiveLore
from characoid_desktop.app.knowledge_parts import DocumentList, documents_of
from characoid_desktop.core.errors import AppError
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.conversations.repository import ConversationRepository
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.knowledge.document_rows import DocumentRepository
from characoid_desktop.features.knowledge.documents import Document
from characoid_desktop.features.knowledge.models import WORKSPACE
from characoid_desktop.features.knowledge.service import MAX_LISTED
from characoid_desktop.features.memory.models import CarriedMemory, Memory, MemoryScope, names_of
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.models import Persona

IMPORTED = "imported character"  # the outside text that memories of a bundle came of
MAX_MEMORIES = 10_000  # in a bundle
MAX_DATE_CHARS = 40
_PAGE = 50
_log = logging.getLogger(__name__)


class ConversationsFollow:
    """Conversations go with their character; a copy of it begins without any."""

    def __init__(self, conversations: ConversationService) -> None:
        self._conversations = conversations

    async def copied(self, tx: Transaction, source: str, copy: str) -> None:
        return None

    async def forget(self, tx: Transaction, persona_id: str) -> None:
        await self._conversations.delete_all(persona_id, tx)


class MemoriesFollow:
    """Memories go with their character (by reference in the database); whoever shows them is told."""

    def __init__(self, memory: MemoryService) -> None:
        self._memory = memory

    async def copied(self, tx: Transaction, source: str, copy: str) -> None:
        return None

    async def forget(self, tx: Transaction, persona_id: str) -> None:
        tx.after_commit(lambda: self._memory.changed.emit(None))


class DocumentsOnDisk:
    """The documents of a space without the service that reads them."""

    def __init__(self, database: Database) -> None:
        self._rows = DocumentRepository(database, WORKSPACE)

    async def list(self, space: str) -> Sequence[Document]:
        return await self._rows.list(space, "", MAX_LISTED)


class PersonaBelongings:
    """What goes into a bundle: memories (of the conversations only their titles), and names of documents."""

    def __init__(self, database: Database, memory: MemoryService, documents: DocumentList) -> None:
        self._conversations = ConversationRepository(database)
        self._memory = memory
        self._documents = documents

    async def memories(self, persona_id: str) -> Sequence[Mapping[str, Any]]:
        found: list[Memory] = []
        before: int | None = None
        while len(found) < MAX_MEMORIES and (page := await self._memory.page(
                MemoryScope.PERSONA, persona_id, before_seq=before, limit=_PAGE)):
            found += page
            before = page[-1].seq
        titles = {id: talk.title for id in {one.conversation_id for one in found} if id is not None
                  and (talk := await self._conversations.get(id)) is not None and talk.persona_id == persona_id}
        return [{"text": one.text, "kind": one.kind, "created_at": one.created_at.isoformat(),
                 "updated_at": one.updated_at.isoformat(), "pinned": one.pinned, "outside": list(one.outside),
                 "note": one.note or titles.get(one.conversation_id or "", "")} for one in reversed(found)]

    async def documents(self, persona_id: str) -> Sequence[Mapping[str, Any]]:
        return await documents_of(self._documents, persona_id)

    async def remember(
        self, tx: Transaction, persona_id: str, memories: Sequence[Mapping[str, Any]], *, vouched: bool,
    ) -> int:
        """Save the memories of a bundle. A bundle may be anybody's, and may say of itself what it likes: they count as
        text from outside, all of them, unless the user has ``vouched`` for them; then as much as the bundle says."""
        carried = [found for one in memories[:MAX_MEMORIES] if (found := _carried(one)) is not None]
        if not vouched:
            carried = [replace(one, outside=(IMPORTED, *(name for name in one.outside if name != IMPORTED)))
                       for one in carried]
        return await self._memory.bring_in(tx, persona_id, carried)

    async def vouch(self, persona_id: str) -> int:
        return await self._memory.no_longer_outside(persona_id, IMPORTED)


def _carried(stored: Mapping[str, Any]) -> CarriedMemory | None:
    """Return a memory as it stands in a bundle; None for what is none."""
    text, kind, note = stored.get("text"), stored.get("kind"), stored.get("note")
    if not isinstance(text, str):
        return None
    made = _date(stored.get("created_at"))
    return CarriedMemory(
        text, kind if isinstance(kind, str) else "", stored.get("pinned") is True, made,
        _date(stored.get("updated_at"), made), note if isinstance(note, str) else "", names_of(stored.get("outside")))


def _date(value: object, default: datetime = datetime.max.replace(tzinfo=UTC)) -> datetime:
    """Return a date with its zone; ``default`` (one that cannot be, so it becomes now) for what is none."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) and len(value) <= MAX_DATE_CHARS else default
        return default if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return default


class LoreInTurns:
    """A turn's door to the lore; what cannot be read is no reason not to answer."""

    def __init__(self, lore: LoreService) -> None:
        self._lore = lore

    async def for_turn(
        self, persona: Persona, said: Sequence[str], language: str, own: Sequence[int] = (),
    ) -> ActiveLore:
        try:
            woken = await self._lore.wake(persona.id, said, language, own=own)
        except AppError as error:
            _log.info("the lore was not read: %s", error)
            return ActiveLore()
        return ActiveLore(woken.before, woken.after, woken.disabled)
