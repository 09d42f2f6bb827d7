"""What a character remembers of its user, and what all of them know of the workplace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, cast

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.matching import Question
from characoid_desktop.features.memory.when import When

MAX_TEXT_CHARS = 4000
MAX_READ = 50
MAX_SOURCE_CHARS = 8000  # as JSON


class MemoryScope(StrEnum):
    PERSONA = "persona"  # one character's own
    WORKSPACE = "workspace"  # shared by all


@dataclass(frozen=True, slots=True)
class Memory:
    """``persona_id`` is None for WORKSPACE. ``source`` says where it came from: conversation_id, message_id, run_id,
    and ``outside``, the names of the outside texts that were read in the turn it came from.

    Order is ``seq``; dates are for people. ``used_at``: when it was last given to a model.
    """

    seq: int
    id: str
    scope: MemoryScope
    persona_id: str | None
    kind: str
    text: str
    source: Mapping[str, Any]
    pinned: bool
    created_at: datetime
    updated_at: datetime
    used_at: datetime | None = None

    @property
    def conversation_id(self) -> str | None:
        """Where it was said; the conversation may be gone."""
        return _id(self.source.get("conversation_id"))

    @property
    def message_id(self) -> str | None:
        """What the user said then; the message may be gone."""
        return _id(self.source.get("message_id"))

    @property
    def outside(self) -> tuple[str, ...]:
        """The outside texts that had a part in it; () for what only the user and the character said."""
        return names_of(self.source.get("outside"))

    @property
    def note(self) -> str | None:
        """Of one that came with a file: the title of the conversation it was said in, "" for none; None otherwise."""
        value = self.source.get("note")
        return value if isinstance(value, str) else None


@dataclass(frozen=True, slots=True)
class CarriedMemory:
    """A memory without its place in this workspace, as a file carries it. ``note``: where it was said, in words.

    ``outside``: the outside texts that had a part in it.
    """

    text: str
    kind: str
    pinned: bool
    created_at: datetime
    updated_at: datetime
    note: str = ""
    outside: tuple[str, ...] = ()


class MemoryFilter(StrEnum):
    ALL = "all"
    PINNED = "pinned"
    UNUSED = "unused"  # never given to a model
    OUTSIDE = "outside"  # from a turn that had read text from outside


@dataclass(frozen=True, slots=True)
class Recall:
    """What was found for a question. ``when``: the time that it spoke of; ``question``: the rest of it.

    ``notes`` say what was not done (no model for meaning).
    """

    memories: tuple[Memory, ...]
    when: When | None
    question: Question
    notes: tuple[Text, ...] = ()


class ProposalState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    DISMISSED = "dismissed"


class ProposalMaker(StrEnum):
    MODEL = "model"
    PATTERN = "pattern"  # a sentence that says something of the user, told without a model


@dataclass(frozen=True, slots=True)
class TurnSource:
    """The turn that something was proposed after. ``outside``: the outside texts that were read in it."""

    persona_id: str
    conversation_id: str
    message_id: str
    answer_id: str
    run_id: str
    outside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something to remember, shown to the user and not remembered before a yes. ``memory_id``: what it became."""

    seq: int
    id: str
    source: TurnSource
    maker: ProposalMaker
    text: str
    state: ProposalState
    memory_id: str | None
    created_at: datetime
    decided_at: datetime | None = None


def names_of(value: object) -> tuple[str, ...]:
    """Return the names in a list that was stored; () for anything else."""
    if not isinstance(value, list | tuple):
        return ()
    return tuple(one for one in cast("Sequence[object]", value) if isinstance(one, str))


def _id(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
