"""What the model would be told if the user sent a text now: by the functions that a turn uses; nothing is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import BaseMessage

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.graph.calls import conversation
from characoid_desktop.agents.graph.prompts import MAX_CARD, card_rows, own_rows, supervisor_prompt
from characoid_desktop.agents.graph.supervisor import offered_tools
from characoid_desktop.agents.runtime.building import TurnBuilder
from characoid_desktop.agents.runtime.compacting import Compacting, History
from characoid_desktop.agents.runtime.errors import QueryRefused
from characoid_desktop.agents.runtime.history import messages_of
from characoid_desktop.agents.runtime.ports import Personas
from characoid_desktop.agents.runtime.turn import Turn, TurnIds
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tokens import PER_MESSAGE, estimate_tokens
from characoid_desktop.features.conversations.models import Message, MessageRole, MessageState
from characoid_desktop.features.conversations.service import ConversationService

FENCE: Final = "000000000000"  # in a turn: twelve signs by chance


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """``role``: system, user or assistant. ``tokens`` is an estimate."""

    role: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class PromptPreview:
    """All that goes to the model. Every count of tokens is an estimate (core/tokens.py): models count differently.

    ``tools`` are the definitions as they are sent; ``cut``: characters of the profile that are too many.
    ``profile_tokens``: how many of all are of the character's card, without lore.
    """

    messages: tuple[PromptMessage, ...]
    tools: tuple[Json, ...]
    tool_tokens: int
    cut: int = 0
    profile_tokens: int = 0

    @property
    def tokens(self) -> int:
        return self.tool_tokens + sum(message.tokens for message in self.messages)


_ROLES: Final[Mapping[str, str]] = {"system": "system", "human": "user", "ai": "assistant", "tool": "tool"}


def preview_of(turn: Turn, messages: Sequence[BaseMessage], input_refs: Mapping[str, Any]) -> PromptPreview:
    """Return what the first request of a turn would hold."""
    sent = conversation(supervisor_prompt(turn, FENCE, (), input_refs), messages)
    tools = tuple(offered_tools(turn).values())
    return PromptPreview(
        tuple(PromptMessage(_ROLES.get(message.type, message.type), str(message.text),
                            estimate_tokens(str(message.text)) + PER_MESSAGE) for message in sent),
        tools, estimate_tokens(json.dumps(tools, ensure_ascii=False)) if tools else 0,
        max(0, len(card_rows(turn.persona)) - MAX_CARD), estimate_tokens(own_rows(turn.persona)))


class Previews:
    def __init__(
        self, conversations: ConversationService, personas: Personas, builder: TurnBuilder, compacting: Compacting,
        clock: Clock,
    ) -> None:
        self._conversations = conversations
        self._personas = personas
        self._builder = builder
        self._compacting = compacting
        self._clock = clock

    async def of(self, persona_id: str, text: str, conversation_id: str) -> PromptPreview:
        """See ``PersonaAgentService.preview``."""
        persona = self._personas.get(persona_id)
        if persona is None:
            raise QueryRefused(Text.of("This character is not there any more."))
        talk = await self._conversations.get(conversation_id) if conversation_id else None
        chosen = talk.options.get("language") if talk is not None and talk.persona_id == persona_id else None
        language = chosen if isinstance(chosen, str) and chosen else self._builder.language()
        history = History([]) if talk is None or talk.persona_id != persona_id else await self._compacting.history(
            talk.id, talk.head_id)
        path = list(history.path)
        if not path and (greeting := persona.greeting(language)):
            path = [self._unsaved(MessageRole.CHARACTER, greeting)]
        if text.strip():
            path = [*path, self._unsaved(MessageRole.USER, text.strip())]
        ids = TurnIds("preview", persona.id, talk.id if talk else "", "", "", language)
        turn = await self._builder.shown(persona, ids, path, {}, history.earlier)
        return preview_of(turn, messages_of(path, max_tokens=self._compacting.budget), {"attachment_ids": []})

    def _unsaved(self, role: MessageRole, text: str) -> Message:
        return Message(0, "preview", "", None, None, role, MessageState.DONE, text, {}, {}, self._clock.now())
