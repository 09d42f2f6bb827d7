"""What the model is told of the conversation so far, from our own table: bounded, without thinking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

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

    kept: list[BaseMessage] = []
    room = max_chars if max_tokens is None else max_tokens
    for message in reversed(path[-max_messages:] if max_tokens is None else path):
        text = clean(message.text)
        if message.role is MessageRole.CHARACTER and not text.strip():
            continue
        room -= len(text) if max_tokens is None else PER_MESSAGE + estimate_tokens(text)
        if kept and room < 0:
            break
        kind = HumanMessage if message.role is MessageRole.USER else AIMessage
        kept.append(kind(content=text, id=message.id))
    while len(kept) > 1 and isinstance(kept[-1], AIMessage) and len(path) > len(kept):
        kept.pop()  # begin with something the user said where the beginning was cut off
    return kept[::-1]
