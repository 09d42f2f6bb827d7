"""What the persona panel needs of the app, given to its model by constructor."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from characoid_desktop.agents.runtime.tried import TriedLine, TriedPiece
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.knowledge.models import Around, SearchResult
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.files import PersonaFiles
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.features.personas.service import PersonaService


class DocumentState(StrEnum):
    QUEUED = "queued"
    READING = "reading"
    READY = "ready"
    FAILED = "failed"

    @property
    def is_busy(self) -> bool:
        return self in (DocumentState.QUEUED, DocumentState.READING)


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """A document as a list shows it. ``origin``: the path or address it came from, "" for neither.

    ``error`` is why it could not be read, ``notes`` what is worth knowing of one that could (a broken text layer, a cut
    table). ``spaces``: the characters that can look it up.
    """

    id: str
    name: str
    title: str
    kind: str
    state: DocumentState
    size: int
    pages: int | None
    passages: int
    origin: str
    is_web: bool
    spaces: tuple[str, ...]
    created_at: datetime
    updated_at: datetime
    error: AppError | None = None
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the reading of a document is. ``fraction`` None: not counted yet."""

    fraction: float | None
    stage: Text | None = None


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table that was found in a document. ``columns``: their names in order."""

    id: str
    name: str
    document_id: str
    rows: int
    columns: tuple[str, ...]
    is_cut: bool = False


class Documents(Protocol):
    """The documents of characters and the search in them. A ``space`` is the id of the character that asks.

    ``changed`` fires after documents, their states or tables are others; ``progressed`` with the id of a document.
    Everything that changes something may raise AppError.
    """

    changed: Event[Any]
    progressed: Event[str]

    async def list(self, space: str) -> Sequence[DocumentFacts]: ...

    def reading(self, id: str) -> Reading | None:
        """How far the reading is; None for a document that is not being read."""
        ...

    async def add(self, space: str, paths: Sequence[Path]) -> None:
        """Take in copies of files; folders count with all that is in them."""
        ...

    async def add_address(self, space: str, address: str) -> None: ...

    async def cancel(self, id: str, space: str) -> None: ...

    async def rename(self, id: str, space: str, title: str) -> None: ...

    async def update(self, id: str, space: str, path: Path | None) -> None:
        """Read it again: ``path`` in its place, else from where it came."""
        ...

    async def remove(self, id: str, space: str) -> None:
        """Take it from one character; from the last one, it is deleted with all that was made of it."""
        ...

    async def share(self, id: str, from_space: str, to_space: str) -> None: ...

    async def tables(self, space: str) -> Sequence[TableFacts]: ...

    async def search(self, space: str, query: str, limit: int) -> SearchResult: ...

    async def around(self, passage_id: str, space: str, chars: int) -> Around | None: ...


@dataclass(frozen=True, slots=True)
class PreviewPart:
    """A piece of what the model is given. ``tokens`` is an estimate."""

    title: Text
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What the model is told before the user's first message, in order. ``profile_tokens``: how many of ``tokens`` are
    the character's own profile. ``cut``: characters of the profile that are too many and left out."""

    parts: tuple[PreviewPart, ...]
    tokens: int
    profile_tokens: int
    cut: int = 0


PreviewOf = Callable[[str], Awaitable[Preview]]
"""Gives what the model is told of the persona with this id; raises AppError."""


TryOut = Callable[[Persona, Sequence[TriedLine]], AsyncGenerator[TriedPiece]]
"""Answers the last line as this character, saved or not; raises AppError."""

GreetingOf = Callable[[Persona], str]
"""Gives what a character says first, with names filled in."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What a character is bound to. ``value`` "" for nothing; ``is_missing``: what it names is not there any more."""

    name: Text
    value: str
    is_missing: bool = False


@dataclass(frozen=True, slots=True)
class PersonaServices:
    """The parts of the app behind the panel. ``source_title`` names the conversation with this id, None when it is
    gone."""

    personas: PersonaService
    lore: LoreService
    files: PersonaFiles
    memory: MemoryService
    proposals: MemoryProposals
    documents: Documents
    preview: PreviewOf
    try_out: TryOut
    greeting: GreetingOf
    bindings: Callable[[Persona], Sequence[Binding]]
    source_title: Callable[[str], Awaitable[str | None]]
    clock: Clock
