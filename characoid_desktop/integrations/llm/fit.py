"""Leaving out the oldest turns where a model reads less than the app would send. Never the system's words, never
the newest turn: some local servers cut silently from the front, which takes the character first."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

SHARE_OF_ANSWER = 0.25  # of the context is kept free for the reply
MAX_ANSWER = 2_048
A_MESSAGE = 6  # tokens around each message


def tokens_of(text: str) -> int:
    """Return how many tokens a text has at most, nearly: four ASCII characters, or one other character, to a token.

    On the high side on purpose, unlike ``core.tokens``, which is what is shown: too low a guess lets a server cut.
    """
    wide = 0 if text.isascii() else len(text) - len(text.encode("ascii", "ignore"))
    return (len(text) - wide + 3) // 4 + wide


def tokens_of_messages(messages: Sequence[BaseMessage]) -> int:
    """Return about how many tokens a conversation has."""
    return sum(map(_of_message, messages))


def fitted(messages: Sequence[BaseMessage], tools: Sequence[Mapping[str, Any]], context: int) -> list[BaseMessage]:
    """Return the messages that fit into ``context`` tokens with the tools; the oldest turns go first (0: all stay)."""
    if not context:
        return list(messages)
    head = [m for m in messages if isinstance(m, SystemMessage)]
    turns: list[list[BaseMessage]] = []
    for message in messages:
        if isinstance(message, SystemMessage):
            continue
        if isinstance(message, HumanMessage) or not turns:
            turns.append([])
        turns[-1].append(message)
    room = context - min(MAX_ANSWER, int(context * SHARE_OF_ANSWER)) - tokens_of_messages(head)
    room -= sum(tokens_of(json.dumps(tool, ensure_ascii=False)) for tool in tools)
    sizes = [tokens_of_messages(turn) for turn in turns]
    first = 0
    while first < len(turns) - 1 and sum(sizes[first:]) > room:
        first += 1
    return head + [message for turn in turns[first:] for message in turn]


def _of_message(message: BaseMessage) -> int:
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return A_MESSAGE + tokens_of(message.text) + sum(
        tokens_of(json.dumps(call["args"], ensure_ascii=False, default=str)) + A_MESSAGE for call in calls)
