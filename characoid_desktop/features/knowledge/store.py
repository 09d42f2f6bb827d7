"""Passages in the app's own database, found by keywords and by vectors."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.fusion import by_meaning, by_words, combined
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import both
from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.features.knowledge.folding import folded
from characoid_desktop.features.knowledge.keyword import ALLOWED, Keywords
from characoid_desktop.features.knowledge.models import (
    MAX_AROUND_CHARS,
    MAX_FOUND,
    MAX_QUERY_CHARS,
    WORKSPACE,
    Around,
    Embedder,
    Found,
    KnowledgeQuery,
    NewPassage,
    NewVector,
    PendingVector,
    SearchResult,
    Way,
)
from characoid_desktop.features.knowledge.vector_rows import VectorRows
from characoid_desktop.features.knowledge.vectors import VectorIndex
from characoid_desktop.features.knowledge.writing import PassageWriter

DEPTH = 50  # how many of each way are fused
ASK_LIMIT_S = 4.0  # for the vector of a question; then keywords alone answer
REST_S = 30.0  # a model that failed is not asked again for so long
_log = logging.getLogger(__name__)

_FOUND = f"""WITH {ALLOWED} SELECT passages.seq, passages.id, document_id, title, text, page, section, start, stop,
    last_page
    FROM passages JOIN documents ON documents.id = document_id
    WHERE document_id IN (SELECT id FROM allowed) AND """  # noqa: S608


def no_embedder() -> Embedder | None:
    return None


class PassageStore:
    """``Passages`` (models.py) over SQLite. ``embedder`` gives the model of the moment, or None.

    ``changed`` fires when passages were written and saved: there may be vectors to make.
    """

    def __init__(
        self, database: Database, embedder: Callable[[], Embedder | None] = no_embedder, *,
        index: VectorIndex | None = None, writer: PassageWriter | None = None,
    ) -> None:
        self.changed: Event[None] = Event()
        self._database = database
        self._embedder = embedder
        self._keywords = Keywords(database)
        self._index = index or VectorIndex(database)
        self._writer = writer or PassageWriter(database)
        self._vectors = VectorRows(database)
        self._resting: tuple[str, float, Text] | None = None  # model, until when, why

    async def replace(self, tx: Transaction, document_id: str, passages: Sequence[NewPassage]) -> int:
        await self._writer.clear(tx, document_id)
        return await self.add(tx, document_id, passages)

    async def add(self, tx: Transaction, document_id: str, passages: Sequence[NewPassage]) -> int:
        count = await self._writer.add(tx, document_id, passages)
        self._tell(tx)
        return count

    async def adopt(self, tx: Transaction, document_id: str, from_document: str) -> None:
        await self._writer.adopt(tx, document_id, from_document)
        self._tell(tx)

    async def clear(self, tx: Transaction, document_id: str) -> None:
        await self._writer.clear(tx, document_id)
        self._tell(tx)

    async def tidy(self) -> bool:
        """See ``PassageWriter.tidy``."""
        return await self._writer.tidy()

    async def retitle(self, document_id: str) -> None:
        """See ``Passages.retitle``."""
        await self._writer.retitle(document_id)

    async def mend(self) -> int:
        """See ``PassageWriter.mend``; to be called once after the start."""
        return await self._writer.mend()

    async def differences(self) -> int:
        """See ``PassageWriter.differences``: 0 where table and search agree."""
        return await self._writer.differences()

    async def search(self, query: KnowledgeQuery) -> SearchResult:
        """See ``Passages.search``: by keywords, and by vectors where there is an embedding model."""
        limit = max(0, min(query.limit, MAX_FOUND))
        if not query.text.strip() or not limit:
            return SearchResult((), ())
        ranked, (near, notes) = await both(self._keywords.ranked(query, DEPTH), self._nearest(query))
        orders = {Way.KEYWORDS: by_words(ranked.scored, ranked.coverage)}
        if near is not None:
            orders[Way.VECTORS] = by_meaning(near)
        order = combined(orders[Way.KEYWORDS], orders.get(Way.VECTORS, {}))
        found: list[Found] = []
        for part in (order[:2 * limit], order[2 * limit:]):  # the second one where the first is mostly twins
            rows = await self._rows(query, [seq for seq, _ in part]) if len(found) < limit else {}
            found = folded([*found, *(
                _found(rows[seq], score, tuple(way for way in orders if seq in orders[way]))
                for seq, score in part if seq in rows)])
        return SearchResult(tuple(found[:limit]), tuple(orders), notes)

    async def passage(self, id: str, space: str, workspace: str = WORKSPACE) -> Found | None:
        row = await self._database.read_one(
            f"{_FOUND} passages.id = :id", {"space": space, "workspace": workspace, "id": id})
        return _found(row) if row else None

    async def around(
        self, id: str, space: str, chars: int = 2000, workspace: str = WORKSPACE,
    ) -> Around | None:
        row = await self._database.read_one(
            f"{_FOUND} passages.id = :id", {"space": space, "workspace": workspace, "id": id})
        if row is None:
            return None
        spare = max(0, min(chars, MAX_AROUND_CHARS) - len(row["text"])) // 2
        near = await self._database.read_all(
            "SELECT text, start, stop FROM passages WHERE document_id = ? AND stop > ? AND start < ? ORDER BY start",
            (row["document_id"], row["start"] - spare, row["stop"] + spare))
        ends = await self._database.read_one(
            "SELECT min(start) AS first, max(stop) AS last FROM passages WHERE document_id = ?", (row["document_id"],))
        return _around(row, near, spare, (ends["first"], ends["last"]) if ends else (0, 0))

    async def pending_vectors(self, model: str, limit: int, after: int = 0) -> list[PendingVector]:
        return await self._vectors.pending(model, limit, after)

    async def put_vectors(self, model: str, rows: Sequence[NewVector]) -> int:
        return await self._vectors.put(model, rows)

    async def forget_other_models(self, model: str) -> int:
        """Delete the vectors of all other models; return how many."""
        return await self._vectors.forget_others(model)

    async def _nearest(self, query: KnowledgeQuery) -> tuple[Sequence[tuple[int, float]] | None, tuple[Text, ...]]:
        """Return what is near by vectors, None where that way cannot be gone, and what is to be said of it."""
        embedder = self._embedder()
        if embedder is None:
            return None, (Text.of("Only the words were searched: no embedding model is set up."),)
        model = embedder.model
        resting = self._resting
        if resting is not None and resting[0] == model and time.monotonic() < resting[1]:
            return None, (resting[2],)
        try:
            async with asyncio.timeout(ASK_LIMIT_S):
                [vector] = await embedder.embed([query.text[:MAX_QUERY_CHARS]])
            near = await self._index.nearest(query.workspace, query.space, model, vector, DEPTH)
        except TimeoutError:
            return None, (self._rest(model, Text.of("The embedding model did not answer in time.")),)
        except ValueError as error:  # no vector, or one without a direction
            _log.info("an embedding model gave no usable vector: %s", error)
            return None, (self._rest(model, Text.of("The embedding model gave nothing usable.")),)
        except AppError as error:
            return None, (self._rest(model, error.sentence),)
        self._resting = None
        return near.ranked, _of_the_lacking(near.passages - near.compared)

    def _rest(self, model: str, why: Text) -> Text:
        note = Text.of("Only the words were searched. {why}", why=why)
        self._resting = (model, time.monotonic() + REST_S, note)
        return note

    async def _rows(self, query: KnowledgeQuery, seqs: Sequence[int]) -> dict[int, Row]:
        rows = await self._database.read_all(
            f"{_FOUND} passages.seq IN (SELECT value FROM json_each(:seqs))",  # noqa: S608
            {"space": query.space, "workspace": query.workspace, "seqs": json.dumps(seqs)})
        return {row["seq"]: row for row in rows}

    def _tell(self, tx: Transaction) -> None:
        tx.after_commit(lambda: self.changed.emit(None))


def _of_the_lacking(count: int) -> tuple[Text, ...]:
    if count < 1:
        return ()
    return (Text.count("{n} passage could be found by its words only: its vector is not made yet.",
                       "{n} passages could be found by their words only: their vectors are not made yet.", count),)


def _found(row: Row, score: float = 0.0, ways: tuple[Way, ...] = ()) -> Found:
    return Found(row["id"], row["document_id"], row["title"], row["text"], row["page"], row["section"], row["start"],
                 row["stop"], score, ways, row["last_page"])


def _around(row: Row, near: Sequence[Row], spare: int, ends: tuple[int, int]) -> Around:
    """Put the passages together again; where nothing was kept between two (white space), a line ends."""
    low, high = row["start"] - spare, row["stop"] + spare
    at = begin = max(low, near[0]["start"])
    text, mark = "", 0
    for one in near:
        if one["start"] > at:
            text, at = text + "\n", one["start"]
        stop = min(one["stop"], high)
        if at <= row["start"] < stop:
            mark = len(text) + row["start"] - at
        if stop > at:
            text += one["text"][at - one["start"]:stop - one["start"]]
            at = stop
    return Around(_found(row), text, begin, mark, mark + len(row["text"]), begin > ends[0] or at < ends[1])
