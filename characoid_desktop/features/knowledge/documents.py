"""A document of the knowledge base, and what is known of how it was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text

MAX_TITLE_CHARS = 200
INTERRUPTED = "interrupted"
NO_DOCUMENTS = Text.of("There are no documents in the knowledge base yet.")
UPDATE_OF = "update_of"  # in the note of a new version on its way: the document that it becomes


class DocumentGone(AppError):
    code = "document_gone"


class BadDocument(AppError):
    code = "bad_document"


def document_gone() -> DocumentGone:
    return DocumentGone(Text.of("There is no such document."), safe=Text.of("Nothing was changed."))


class DocumentState(StrEnum):
    """QUEUED → READING → READY or FAILED; FAILED → QUEUED when it is tried again. Only READY ones are found."""

    QUEUED = "queued"
    READING = "reading"
    READY = "ready"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        return self in (DocumentState.READY, DocumentState.FAILED)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a document could not be read, storable."""

    code: str
    sentence: Text
    safe: Text | None = None


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Document:
    """``origin`` is where it is from: ``path``, ``url`` and the like. ``error`` says why a FAILED one failed.

    ``notes``: what its reader should know (pages that are pictures, damaged characters). ``update_error``: why its
    newest version could not be read; the one before is still found. ``shared``: how many spaces have it. ``pages`` is 0
    where there are none; ``chars`` counts the whole text. Order is ``seq``.
    """

    seq: int
    id: str
    workspace: str
    name: str
    title: str
    kind: str
    origin: Mapping[str, Any]
    sha256: str | None
    size: int
    state: DocumentState
    error: Failure | None
    notes: tuple[Text, ...]
    chars: int
    pages: int
    passages: int
    attachment_id: str | None
    shared: int
    created_at: datetime
    updated_at: datetime
    encoding: str = ""
    update_error: Failure | None = None
    tables_pending: bool = False
    facts: Mapping[str, Any] = field(default_factory=_nothing)

    @property
    def source(self) -> str:
        """A word for where it is from, for citations: its address, else its file's name. Never a path."""
        url = self.origin.get("url")
        return url if isinstance(url, str) and url else self.name

    @property
    def shown(self) -> str:
        """What it is called in a sentence; before it was read, its file's name."""
        return self.title or self.name

    @property
    def can_retry(self) -> bool:
        return self.state is DocumentState.FAILED
