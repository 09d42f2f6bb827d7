"""Conversations: trees of messages. An edited question or a second answer is a sibling; nothing is overwritten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum
from typing import Any, Final, cast

MAX_TEXT_CHARS = 200_000  # of a user's message; a longer one is refused
MAX_ANSWER_CHARS = 400_000  # of an answer; a longer one is cut
MAX_PARTS_CHARS = 1_000_000  # as JSON
MAX_TITLE_CHARS = 200
AUTO_TITLE_CHARS = 60
MAX_ATTACHMENTS = 100  # of one message


class Head(Enum):
    """Stands for "after the newest message of the branch that is shown"."""

    HEAD = "head"


HEAD: Final = Head.HEAD


class MessageRole(StrEnum):
    USER = "user"
    CHARACTER = "character"


class MessageState(StrEnum):
    """WAITING: for a confirmation or a missing input. INTERRUPTED: found unfinished after a crash."""

    DONE = "done"
    STREAMING = "streaming"
    WAITING = "waiting"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        return self not in (MessageState.STREAMING, MessageState.WAITING)


class AttachmentRole(StrEnum):
    GIVEN = "given"  # by the user
    MADE = "made"  # by a worker


class ExportFormat(StrEnum):
    MARKDOWN = "markdown"
    JSON = "json"

    @property
    def suffix(self) -> str:
        return ".md" if self is ExportFormat.MARKDOWN else ".json"


@dataclass(frozen=True, slots=True)
class Conversation:
    """``head_id`` is the newest message of the branch that is shown (None: empty). Order is ``seq``."""

    seq: int
    id: str
    persona_id: str
    title: str
    head_id: str | None
    options: Mapping[str, Any]
    archived: bool
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class MessageAttachment:
    """``size`` in bytes; the file itself is asked for at the attachments' service."""

    attachment_id: str
    role: AttachmentRole
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Message:
    """One message. ``parent_id`` is the one before it (None: it begins a conversation).

    ``parts``, all optional: reasoning (str), reasoning_s (float), card (a worker's result), artifacts (list),
    citations (list), form (object), error (public error), approvals (list of ids), outside (list: names of the outside
    texts that were read for it), heard (list: names of those that had a part in what the model was told of the
    conversation before it).
    """

    seq: int
    id: str
    conversation_id: str
    parent_id: str | None
    run_id: str | None
    role: MessageRole
    state: MessageState
    text: str
    parts: Mapping[str, Any]
    usage: Mapping[str, Any]
    created_at: datetime
    finished_at: datetime | None = None
    attachments: tuple[MessageAttachment, ...] = ()

    @property
    def outside(self) -> tuple[str, ...]:
        """The outside texts that were read for this answer."""
        return outside_of(self.parts)

    @property
    def carries(self) -> tuple[str, ...]:
        """The outside texts whose words may stand in this answer: read for it, or told before it was written."""
        return carried_by(self.parts)


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said in any conversation of a character. ``text`` is the part of it that fits (an excerpt).

    ``outside``: the outside texts whose words may stand in it.
    """

    message_id: str
    conversation_id: str
    title: str
    role: MessageRole
    text: str
    at: datetime
    outside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """The older part of a branch in short: of all messages up to ``upto_id``, for branches that go through it.

    ``maker`` is the name of the model, or EXTRACT. The messages stay what they are.
    """

    seq: int
    id: str
    conversation_id: str
    upto_id: str
    maker: str
    text: str
    messages: int
    created_at: datetime

    @property
    def is_extract(self) -> bool:
        """Whether it was taken from the messages without a model."""
        return self.maker == EXTRACT


EXTRACT: Final = "extract"
MAX_SUMMARY_CHARS = 8000


def outside_of(parts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of outside texts in the parts of a message; () for anything that is no list of names."""
    return _names(parts.get("outside"))


def carried_by(parts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the outside texts that were read for a message, or that the model was told before it."""
    return tuple(dict.fromkeys((*_names(parts.get("heard")), *_names(parts.get("outside")))))


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        return ()
    return tuple(one for one in cast("Sequence[object]", value) if isinstance(one, str))
