"""Small questions to the model beside the conversation: one request, no tools, a short answer, bounded in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.ports import OFFLINE, Models, TurnFacts
from characoid_desktop.agents.vocabulary import SUPERVISOR
from characoid_desktop.core.cleaning import clean
from characoid_desktop.features.personas.models import Persona

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

LIMIT_S = 90.0
MAX_ANSWER_CHARS = 12_000


@dataclass(frozen=True, slots=True)
class Aside:
    """What the model said. ``model`` is its name."""

    text: str
    model: str


class Asides:
    """Asks the model that a character answers with. None where the offline brain does: it cannot be asked."""

    def __init__(self, models: Models, monotonic: Callable[[], float]) -> None:
        self._models = models
        self._monotonic = monotonic

    async def ask(self, run: Run, persona: Persona, language: str, system: str, text: str) -> Aside | None:
        """Return the whole answer. Raises what the model raises, and TimeoutError after LIMIT_S seconds."""
        began = self._monotonic()
        facts = TurnFacts(run.id, run.conversation_id, language, {}, _unheard, lambda: self._monotonic() - began)
        async with asyncio.timeout(LIMIT_S):
            models = await self._models.for_turn(persona, facts)
            if models.fingerprint == OFFLINE:
                return None
            model = models.model_for(SUPERVISOR)
            name = str(getattr(model, "model_name", "") or getattr(model, "model", "") or "model")
            return Aside(await _said(model, system, text), name)


async def _said(model: BaseChatModel, system: str, text: str) -> str:
    from langchain_core.messages import HumanMessage, SystemMessage

    parts: list[str] = []
    length = 0
    stream = model.astream([SystemMessage(system), HumanMessage(text)])
    async with aclosing(cast("Any", stream)):
        async for chunk in stream:
            piece = str(chunk.text)
            parts.append(piece)
            length += len(piece)
            if length > MAX_ANSWER_CHARS:
                break
    return clean("".join(parts)[:MAX_ANSWER_CHARS]).strip()


def _unheard(event: AgentEvent) -> None:
    """Retries and stalls of an aside are shown to nobody."""
    del event
