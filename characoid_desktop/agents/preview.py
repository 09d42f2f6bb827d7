"""What the model would be told if the user sent a text now: by the functions that a turn uses; nothing is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import BaseMessage

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.graph.calls import conversation
from characoid_desktop.agents.graph.prompts import MAX_CARD, card_rows, supervisor_prompt
from characoid_desktop.agents.graph.supervisor import offered_tools
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.core.tokens import PER_MESSAGE, estimate_tokens

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
    """

    messages: tuple[PromptMessage, ...]
    tools: tuple[Json, ...]
    tool_tokens: int
    cut: int = 0

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
        max(0, len(card_rows(turn.persona)) - MAX_CARD))
