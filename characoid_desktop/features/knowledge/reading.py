"""The text of a file, as the ``documents`` child gives it; the child is not trusted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, cast

from characoid_desktop.core.cleaning import clean, title_line
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import EngineHost, EngineJobError, EngineProgress, EngineResult
from characoid_desktop.engines.messages import note_for, sentence_for
from characoid_desktop.features.knowledge.documents import MAX_TITLE_CHARS
from characoid_desktop.features.knowledge.models import NewPassage
from characoid_desktop.features.knowledge.passages import cut

MAX_CHARS = 10_000_000
MAX_NOTES = 20
MAX_PAGES = 100_000


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """``pages``: where each page begins, from page 1 on; ``sections``: where each heading stands, "" for none."""

    kind: str
    title: str
    text: str
    pages: Sequence[int]
    sections: Sequence[tuple[int, str]]
    page_count: int
    encoding: str
    notes: tuple[Text, ...]
    sha256: str
    size: int

    def passages(self) -> list[NewPassage]:
        """Cut the text; takes its time, so call it in a thread."""
        return [one if one.section else replace(one, section=None)
                for one in cut(self.text, self.pages, self.sections)]


class DocumentReader(Protocol):
    async def read(
        self, path: Path, name: str, charset: str, on_progress: Callable[[float | None], object],
    ) -> ReadDocument:
        """Return what a file says. Raises EngineJobError with a sentence for each way in which it says nothing, and
        EngineUnavailable. ``charset`` is what a server says of it ("": nothing)."""
        ...


class EngineReader:
    """``DocumentReader`` over the ``documents`` child.

    The child has one document at a time: one that ends it, or that is cancelled, takes no other with it.
    """

    def __init__(self, engine: EngineHost) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()

    async def read(
        self, path: Path, name: str, charset: str, on_progress: Callable[[float | None], object],
    ) -> ReadDocument:
        def progress(step: EngineProgress) -> None:
            on_progress(min(1.0, step.done / step.total) if step.total > 0 else None)

        params = {"path": str(path), "name": name, **({"charset": charset} if charset else {})}
        async with self._turn:
            result = await self._engine.run("extract", params, on_progress=progress)
        return await asyncio.to_thread(_read, result)


def _read(result: EngineResult) -> ReadDocument:
    """Raises EngineJobError ``garbage_answer``."""
    value = result.value
    try:
        text, marks = (payload for payload in result.payloads)
        whole = clean(text.decode("utf-8"))
        places: Any = json.loads(marks)
        pages, sections = _places(places, len(whole))
        if not whole.strip() or len(whole) > MAX_CHARS or len(whole) != value["chars"]:
            raise ValueError("a text of another length than was said")
        warnings: Any = value.get("warnings") or []
        return ReadDocument(
            kind=str(value["kind"])[:20], title=title_line(str(value.get("title") or ""), MAX_TITLE_CHARS), text=whole,
            pages=pages, sections=sections, page_count=_whole(value.get("pages")),
            encoding=str(value.get("encoding") or "")[:40],
            notes=tuple(note_for(str(word)) for word in cast("list[Any]", warnings)[:MAX_NOTES]),
            sha256=_sha256(value.get("sha256")), size=_whole(value.get("bytes")))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        sentence, safe = sentence_for("garbage_answer")
        raise EngineJobError(sentence, safe=safe, code="garbage_answer", detail=repr(error)) from error


def _places(marks: Any, length: int) -> tuple[list[int], list[tuple[int, str]]]:
    """Return pages and sections. A page without text begins where the next one does. Raises ValueError."""
    pages: list[int] = []
    sections: list[tuple[int, str]] = []
    before = 0
    for start, page, section in cast("list[list[Any]]", marks):
        if not isinstance(start, int) or not before <= start <= length:
            raise ValueError("a mark outside the text")
        before = start
        if isinstance(page, int) and 0 < page <= MAX_PAGES:
            while len(pages) < page:
                pages.append(start)
        heading = clean(section) if isinstance(section, str) else ""
        if heading != (sections[-1][1] if sections else ""):
            sections.append((start, heading))
    return pages, sections


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _sha256(value: object) -> str:
    if isinstance(value, str) and len(value) == 64:
        return value
    raise ValueError("no digest")
