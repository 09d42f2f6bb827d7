"""Finding passages by vectors: exact cosine similarity over float32 matrices, one for each space and model.

The vectors lie in SQLite; what a space needs is kept in memory, within ``limit_bytes`` for all spaces together. At each
search the documents of the space are compared with those the matrix was made of, by their revisions, and only what
changed is read again. A matrix has nothing of another space, so there is nothing to filter after ranking.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from characoid_desktop.data.database import Database, Row
from characoid_desktop.features.knowledge.keyword import ALLOWED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.int64]

LIMIT_BYTES = 512 * 1024 * 1024
READ_ROWS = 2000  # vectors read at once
LISTED_ROWS = 20_000
BLOCK_ROWS = 16_384

_DOCUMENTS = f"""WITH {ALLOWED} SELECT seq, revision, passages FROM documents
    WHERE id IN (SELECT id FROM allowed) ORDER BY seq"""  # noqa: S608
_THERE = """FROM documents JOIN passages ON passages.document_id = documents.id
    JOIN passage_vectors ON passage_vectors.passage = passages.seq
    WHERE documents.seq IN (SELECT value FROM json_each(:documents)) AND passage_vectors.model = :model
    AND passage_vectors.dim = :dim"""
_LIST = f"""SELECT passage_vectors.seq AS seq, passages.seq AS passage, documents.seq AS document {_THERE}
    AND passages.seq > :after ORDER BY passages.seq LIMIT :rows"""
_VECTORS = "SELECT seq, passage, vector FROM passage_vectors WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Block:
    """Some vectors, each of length 1: ``matrix`` (n × dim), and for each its own ``seq`` and those of its passage and
    document (n). A vector that is made again has a new ``seq``.
    """

    matrix: Floats
    ids: Numbers
    passages: Numbers
    documents: Numbers


@dataclass(frozen=True, slots=True)
class _Held:
    """What is in memory of a space: never changed, only replaced. ``revisions``: of its documents, by ``seq``."""

    revisions: Mapping[int, int]
    blocks: tuple[Block, ...]

    @property
    def bytes(self) -> int:
        return sum(block.matrix.nbytes + 3 * block.ids.nbytes for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Nearest:
    """``ranked``: (``seq`` of a passage, cosine), the nearest first. ``compared`` of the space's ``passages`` have a
    vector of that model and size.
    """

    ranked: tuple[tuple[int, float], ...] = ()
    compared: int = 0
    passages: int = 0


Key = tuple[str, str, str, int]


class VectorIndex:
    """``held_bytes``: how much is in memory now."""

    def __init__(self, database: Database, *, limit_bytes: int = LIMIT_BYTES) -> None:
        self._database = database
        self._limit_bytes = limit_bytes
        self._held: OrderedDict[Key, _Held] = OrderedDict()
        self._turn = asyncio.Lock()  # one at a time reads from the disk

    @property
    def held_bytes(self) -> int:
        return sum(held.bytes for held in self._held.values())

    async def nearest(
        self, workspace: str, space: str, model: str, vector: Sequence[float], limit: int,
    ) -> Nearest:
        """Return the nearest passages of a space.

        The work is done in threads. Raises ValueError for a vector of length 0 or with an infinity.
        """
        rows = await self._database.read_all(_DOCUMENTS, {"workspace": workspace, "space": space})
        revisions = {int(row["seq"]): int(row["revision"]) for row in rows}
        if not revisions:
            return Nearest()
        passages = sum(int(row["passages"]) for row in rows)
        key = (workspace, space, model, len(vector))
        held = self._held.get(key)
        if held is None or held.revisions != revisions:
            if passages * len(vector) * 4 > self._limit_bytes:
                return await self._scanned(key, list(revisions), vector, limit, passages)
            async with self._turn:
                held = await self._brought_up_to_date(key, revisions)
        if key in self._held:
            self._held.move_to_end(key)
        ranked = await asyncio.to_thread(best, held.blocks, vector, limit)
        return Nearest(tuple(ranked), sum(len(block.ids) for block in held.blocks), passages)

    async def _brought_up_to_date(self, key: Key, revisions: Mapping[int, int]) -> _Held:
        held = self._held.get(key)
        if held is not None and held.revisions == revisions:
            return held  # another search has done it
        old: Mapping[int, int] = held.revisions if held else {}
        same = [seq for seq, revision in revisions.items() if old.get(seq) == revision]
        listed: list[Row] = []
        changed = [seq for seq, revision in revisions.items() if old.get(seq) != revision]
        after = 0
        while changed and (rows := await self._list(key, changed, after, LISTED_ROWS)):
            listed, after = listed + rows, rows[-1]["passage"]
        blocks, missing = await asyncio.to_thread(_compared, held.blocks if held else (), same, listed)
        for at in range(0, len(missing), READ_ROWS):
            blocks = await self._with(blocks, missing[at:at + READ_ROWS], key[3])
        made = _Held(dict(revisions), tuple(blocks))
        self._held[key] = made
        self._held.move_to_end(key)
        while len(self._held) > 1 and self.held_bytes > self._limit_bytes:
            self._held.popitem(last=False)
        return made

    async def _list(self, key: Key, documents: Sequence[int], after: int, rows: int) -> list[Row]:
        return await self._database.read_all(
            _LIST, {"documents": json.dumps(documents), "model": key[2], "dim": key[3], "after": after, "rows": rows})

    async def _with(self, blocks: Sequence[Block], listed: Sequence[Row], dim: int) -> list[Block]:
        rows = await self._database.read_all(_VECTORS, (json.dumps([row["seq"] for row in listed]),))
        return await asyncio.to_thread(_appended, blocks, listed, rows, dim)

    async def _scanned(
        self, key: Key, documents: Sequence[int], vector: Sequence[float], limit: int, passages: int,
    ) -> Nearest:
        """A space that is too large for the memory: from the disk, piece by piece."""
        top: list[tuple[int, float]] = []
        after = compared = 0
        while listed := await self._list(key, documents, after, READ_ROWS):
            after = listed[-1]["passage"]
            compared += len(listed)
            top += await asyncio.to_thread(best, await self._with((), listed, key[3]), vector, limit)
            top = sorted(top, key=lambda one: -one[1])[:limit]
        return Nearest(tuple(top), compared, passages)


def unit(vector: Sequence[float]) -> Floats:
    """Return the vector with length 1, float32. Raises ValueError where it has no direction."""
    import numpy as np

    values = np.asarray(vector, dtype=np.float64)
    length = float(np.linalg.norm(values))
    if values.ndim != 1 or not np.isfinite(length) or length == 0.0:
        raise ValueError("a vector without a direction")
    return (values / length).astype(np.float32)


def best(blocks: Sequence[Block], vector: Sequence[float], limit: int) -> list[tuple[int, float]]:
    """Return (passage, cosine) of the ``limit`` nearest, the nearest first. Raises ValueError as ``unit``."""
    import numpy as np

    asked = unit(vector)
    if not blocks or limit < 1:
        return []
    ends = np.cumsum([len(block.ids) for block in blocks])
    scores = np.empty(int(ends[-1]), dtype=np.float32)
    for block, end in zip(blocks, ends, strict=True):
        np.dot(block.matrix, asked, out=scores[end - len(block.ids):end])
    few = min(limit, len(scores))
    top = np.argpartition(scores, len(scores) - few)[len(scores) - few:]
    top = top[np.argsort(-scores[top], kind="stable")]
    numbers: list[int] = top.tolist()
    places: list[int] = np.searchsorted(ends, top, side="right").tolist()
    # Counted from the end of its block, so negative.
    return [(int(blocks[place].passages[n - int(ends[place])]), float(scores[n]))
            for n, place in zip(numbers, places, strict=True)]


def _compared(blocks: Sequence[Block], same: Sequence[int], listed: Sequence[Row]) -> tuple[list[Block], list[Row]]:
    """Return what stays of the blocks (documents that are the ``same``, vectors that are still ``listed``), and which
    of the listed are not in them.
    """
    import numpy as np

    documents = np.array(same, dtype=np.int64)
    ids = np.array([row["seq"] for row in listed], dtype=np.int64)
    made: list[Block] = []
    for block in blocks:
        kept = np.isin(block.documents, documents) | np.isin(block.ids, ids)
        if kept.all():
            made.append(block)
        elif kept.any():
            made.append(Block(block.matrix[kept], block.ids[kept], block.passages[kept], block.documents[kept]))
    there = np.isin(ids, np.concatenate([block.ids for block in made])) if made else np.zeros(len(ids), dtype=bool)
    return made, [row for row, known in zip(listed, there, strict=True) if not known]


def _appended(blocks: Sequence[Block], listed: Sequence[Row], rows: Sequence[Row], dim: int) -> list[Block]:
    """``rows`` are the vectors of ``listed``; one that was deleted meanwhile is left out."""
    import numpy as np

    documents: dict[int, int] = {row["seq"]: row["document"] for row in listed}
    matrix = np.frombuffer(b"".join(row["vector"] for row in rows), dtype="<f4").reshape(len(rows), dim)
    ids: list[int] = [row["seq"] for row in rows]
    passages: list[int] = [row["passage"] for row in rows]
    new = Block(matrix.astype(np.float32, copy=False), np.array(ids, dtype=np.int64),
                np.array(passages, dtype=np.int64), np.array([documents[one] for one in ids], dtype=np.int64))
    made = list(blocks)
    # Small blocks are joined, so that their number stays small and little is copied twice.
    while made and len(made[-1].ids) <= len(new.ids) < BLOCK_ROWS:
        new = _joined(made.pop(), new)
    return [*made, new]


def _joined(first: Block, second: Block) -> Block:
    import numpy as np

    return Block(np.concatenate([first.matrix, second.matrix]), np.concatenate([first.ids, second.ids]),
                 np.concatenate([first.passages, second.passages]),
                 np.concatenate([first.documents, second.documents]))
