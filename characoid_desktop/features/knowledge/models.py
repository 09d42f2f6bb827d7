"""What the characters can look up: passages of documents, questions to them, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Transaction

WORKSPACE = "default"
MAX_PASSAGE_CHARS = 4000
MAX_QUERY_CHARS = 1000  # the rest of a longer question is not looked for
MAX_FOUND = 50
MAX_AROUND_CHARS = 8000


class Way(StrEnum):
    """How passages were looked for."""

    KEYWORDS = "keywords"
    VECTORS = "vectors"


@dataclass(frozen=True, slots=True)
class NewPassage:
    """A piece of a document. ``start`` and ``stop``: characters of the document's whole text, so that
    ``whole[start:stop] == text``. ``page`` counts from 1, ``last_page`` is where it ends if that is another one;
    ``section`` is the heading above.
    """

    ordinal: int
    text: str
    start: int
    stop: int
    page: int | None = None
    section: str | None = None
    last_page: int | None = None


@dataclass(frozen=True, slots=True)
class KnowledgeQuery:
    """A question or words to look for, in one space (a persona's id). ``limit`` ≤ MAX_FOUND."""

    space: str
    text: str
    limit: int = 8
    workspace: str = WORKSPACE


@dataclass(frozen=True, slots=True)
class Found:
    """A passage and where it is from: on ``page``, or from there to ``last_page``.

    ``score`` orders the results of one search and means nothing beside it. ``twins``: the same words elsewhere in the
    space, in other documents or once more in this one.
    """

    passage_id: str
    document_id: str
    title: str
    text: str
    page: int | None
    section: str | None
    start: int
    stop: int
    score: float = 0.0
    ways: tuple[Way, ...] = ()
    last_page: int | None = None
    twins: tuple[Found, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """``found``: the best first. ``ways``: those that were gone. ``notes``: what the reader should know of it,
    for example that only keywords were searched.
    """

    found: tuple[Found, ...]
    ways: tuple[Way, ...]
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """A passage with the text before and after it: ``text[mark_start:mark_stop]`` is the passage.

    ``start`` is where ``text`` begins in the document; ``page`` and ``section`` are those of the passage. ``partial``:
    the document goes on before or after.
    """

    found: Found
    text: str
    start: int
    mark_start: int
    mark_stop: int
    partial: bool


@dataclass(frozen=True, slots=True)
class PendingVector:
    """A passage that has no vector of a model yet. ``seq`` names it to ``put_vectors``."""

    seq: int
    text: str


@dataclass(frozen=True, slots=True)
class NewVector:
    seq: int
    vector: Sequence[float]


class Embedder(Protocol):
    """Gives vectors for texts. ``model`` is "<endpoint>|<name>": vectors of different models are never compared.

    ``embed`` returns one vector for each text, all of one size, in order. It may raise any AppError: the search goes
    on with keywords and says so. It retries and takes its time by itself.
    """

    @property
    def model(self) -> str: ...

    async def embed(self, texts: Sequence[str]) -> list[list[float]]: ...


class Passages(Protocol):
    """A store of passages and the search in it; ``PassageStore`` keeps them in SQLite.

    Whoever asks names the space; what is in no document of that space and workspace that is ready is not there for
    them. Everything may raise DataError.
    """

    async def replace(self, tx: Transaction, document_id: str, passages: Sequence[NewPassage]) -> int:
        """Make these the passages of a document, inside the unit of work ``tx``; return how many.

        Only one unit of work runs at a time in the app: for more than about 200 passages use ``add``. Raises ValueError
        for a passage that is empty, longer than MAX_PASSAGE_CHARS, not cleaned (core/cleaning.py) or given twice, and
        where there is no such document.
        """
        ...

    async def add(self, tx: Transaction, document_id: str, passages: Sequence[NewPassage]) -> int:
        """Add passages to those a document has; return how many. Raises as ``replace``.

        For a large document: several units of work of 200 passages each while its state is not ready (nothing of it is
        found until then), and the last one sets the state.
        """
        ...

    async def adopt(self, tx: Transaction, document_id: str, from_document: str) -> None:
        """Replace the passages of a document by those of another, which has none then. Cheap: for a new version that
        was read under a row of its own while the old one was still found.
        """
        ...

    async def clear(self, tx: Transaction, document_id: str) -> None:
        """Forget all passages and vectors of a document. To be called before the document's row is deleted."""
        ...

    async def retitle(self, document_id: str) -> None:
        """Let the passages of a document be found by its present title, not by the one before."""
        ...

    async def search(self, query: KnowledgeQuery) -> SearchResult:
        """Return the best passages, the same words once. Nothing to look for, or nothing there: an empty result."""
        ...

    async def passage(self, id: str, space: str) -> Found | None:
        """Return one passage, None where that space has none of that id."""
        ...

    async def around(self, id: str, space: str, chars: int = 2000) -> Around | None:
        """Return a passage with about ``chars`` (≤ MAX_AROUND_CHARS) characters of its document, itself included."""
        ...

    async def pending_vectors(self, model: str, limit: int, after: int = 0) -> list[PendingVector]:
        """Return passages without a vector of ``model``, in order, with ``seq`` above ``after``."""
        ...

    async def put_vectors(self, model: str, rows: Sequence[NewVector]) -> int:
        """Keep vectors of passages that are still there; return how many. Raises ValueError for a vector of length 0,
        with an infinity, or of another size than those the model has given before.
        """
        ...
