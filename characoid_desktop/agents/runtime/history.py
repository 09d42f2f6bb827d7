"""What the model is told of the conversation so far, from our own table: bounded, without thinking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from characoid_desktop.agents.graph.outside import defang
from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.tokens import PER_MESSAGE, estimate_tokens
from characoid_desktop.features.conversations.models import Message, MessageRole

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

MAX_MESSAGES = 40
MAX_CHARS = 24_000


def messages_of(path: Sequence[Message], *, max_messages: int = MAX_MESSAGES, max_chars: int = MAX_CHARS,
                max_tokens: int | None = None) -> list[BaseMessage]:
    """Return the branch as LangChain messages, the user's new one last; ``max_tokens`` bounds it instead of the others.

    The newest come first when it is too long; the last one is always there whole. Answers without text are left out.
    """
    from langchain_core.messages import AIMessage, HumanMessage

    return [HumanMessage(content=clean(message.text), id=message.id) if message.role is MessageRole.USER
            else AIMessage(content=defang(clean(message.text)), id=message.id)  # it may quote what others wrote
            for message in _told(path, max_messages, max_chars, max_tokens)]


def heard_in(path: Sequence[Message], max_tokens: int) -> tuple[str, ...]:
    """Return the names of the outside texts that had a part in what :func:`messages_of` gives of the branch.

    An answer that was written after such a text was told carries its name on: its words may be those of the text again.
    So the names go when all of these answers are out of the history, not with the first one.
    """
    told = _told(path, MAX_MESSAGES, MAX_CHARS, max_tokens)
    return tuple(dict.fromkeys(name for message in told for name in message.carries))


def _told(path: Sequence[Message], max_messages: int, max_chars: int, max_tokens: int | None) -> list[Message]:
    kept: list[Message] = []
    room = max_chars if max_tokens is None else max_tokens
    for message in reversed(path[-max_messages:] if max_tokens is None else path):
        text = clean(message.text)
        if message.role is MessageRole.CHARACTER and not text.strip():
            continue
        room -= len(text) if max_tokens is None else PER_MESSAGE + estimate_tokens(text)
        if kept and room < 0:
            break
        kept.append(message)
    while len(kept) > 1 and kept[-1].role is MessageRole.CHARACTER and len(path) > len(kept):
        kept.pop()  # begin with something the user said where the beginning was cut off
    return kept[::-1]
