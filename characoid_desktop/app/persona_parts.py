"""What goes with a character from other features: its conversations, its memories, and its lore in a turn."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from characoid_desktop.agents.runtime.ports import ActiveLore
from characoid_desktop.app.knowledge_parts import documents_of
from characoid_desktop.core.errors import AppError
from characoid_desktop.data.database import Transaction
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.features.memory.models import Memory, MemoryScope
from characoid_desktop.features.memory.service import BadMemory, MemoryService
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.models import Persona

MAX_MEMORIES = 10_000  # in a bundle
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


class PersonaBelongings:
    """What goes into a bundle: memories (where they were said stays here), and names of documents."""

    def __init__(self, memory: MemoryService, knowledge: KnowledgeService | None = None) -> None:
        self._memory = memory
        self._knowledge = knowledge

    async def memories(self, persona_id: str) -> Sequence[Mapping[str, Any]]:
        found: list[Memory] = []
        before: int | None = None
        while len(found) < MAX_MEMORIES and (page := await self._memory.page(
                MemoryScope.PERSONA, persona_id, before_seq=before, limit=_PAGE)):
            found += page
            before = page[-1].seq
        return [{"text": one.text, "kind": one.kind, "created_at": one.created_at.isoformat(),
                 "outside": list(one.outside)} for one in reversed(found)]

    async def documents(self, persona_id: str) -> Sequence[Mapping[str, Any]]:
        return () if self._knowledge is None else await documents_of(self._knowledge, persona_id)

    async def remember(self, tx: Transaction, persona_id: str, memories: Sequence[Mapping[str, Any]]) -> int:
        """Save memories as coming from outside: a bundle may be somebody else's."""
        saved = 0
        for one in memories[:MAX_MEMORIES]:
            text = one.get("text")
            if not isinstance(text, str) or not text.strip():
                continue
            try:
                await self._memory.save(MemoryScope.PERSONA, persona_id, text, tx=tx,
                                        source={"outside": ["imported character"]})
            except BadMemory as error:
                _log.info("a memory of a bundle was passed over: %s", error)
                continue
            saved += 1
        return saved


class LoreInTurns:
    """A turn's door to the lore; what cannot be read is no reason not to answer."""

    def __init__(self, lore: LoreService) -> None:
        self._lore = lore

    async def for_turn(self, persona: Persona, said: Sequence[str], language: str) -> ActiveLore:
        try:
            woken = await self._lore.wake(persona.id, said, language)
        except AppError as error:
            _log.info("the lore was not read: %s", error)
            return ActiveLore()
        return ActiveLore(woken.before, woken.after)
