"""Which memories a model is told of before it answers: pinned, then what fits, bounded, as far as is granted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.memory.models import MemoryScope
from characoid_desktop.features.memory.service import MemoryService

TOKENS = 800
TOOLS = {MemoryScope.PERSONA: "read_persona_memories", MemoryScope.WORKSPACE: "read_workspace_memories"}
_log = logging.getLogger(__name__)


class TurnMemories:
    """``allowed(persona_id, tool)``: a character that may not read memories is told none."""

    def __init__(self, memory: MemoryService, allowed: Callable[[str, str], bool], scope: TaskScope) -> None:
        self._memory = memory
        self._allowed = allowed
        self._scope = scope

    async def for_turn(self, persona_id: str, said: str) -> Sequence[tuple[str, str]]:
        """Return id and line of each memory, the line with its date. Raises DataError."""
        scopes = tuple(scope for scope, tool in TOOLS.items() if self._allowed(persona_id, tool))
        found = await self._memory.for_prompt(persona_id, said, TOKENS, scopes) if scopes else []
        return [(memory.id, f"{memory.updated_at.astimezone():%Y-%m-%d} {' '.join(memory.text.split())}")
                for memory in found]

    def used(self, ids: Sequence[str]) -> None:
        """Note beside the turn that these were given to a model."""
        self._scope.start(self._mark(ids), name="memories used")

    async def _mark(self, ids: Sequence[str]) -> None:
        try:
            await self._memory.mark_used(ids)
        except AppError as error:
            _log.info("that memories were used was not noted: %s", error)
