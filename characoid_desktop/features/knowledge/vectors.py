"""Finding passages by vectors: cosine similarity over float32 matrices, one for each space and model.

The vectors lie in SQLite; what a space needs is kept in memory, within ``limit_bytes`` for all spaces together. At each
search the documents of the space are compared with those the matrix was made of, by their revisions, and only what
changed is read again. A matrix has nothing of another space, so there is nothing to filter after ranking.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from characoid_desktop.core.tasks import both
from characoid_desktop.data.database import Database, Row
from characoid_desktop.features.knowledge.coarse import Coarse, candidates, coarse
from characoid_desktop.features.knowledge.keyword import ALLOWED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.int64]

LIMIT_BYTES = 512 * 1024 * 1024
NUMBER_BYTES = 5  # of a number of a vector: in full and in 8 bits
READ_ROWS = 2000  # vectors read at once
LISTED_ROWS = 20_000
TAIL_PART = 8  # new vectors are kept apart until they are this part of the others: two products instead of a large copy

_DOCUMENTS = f"""WITH {ALLOWED} SELECT seq, revision, passages FROM documents
    WHERE id IN (SELECT id FROM allowed) ORDER BY seq"""  # noqa: S608
_LIST = """SELECT passage_vectors.seq AS seq, passages.seq AS passage, documents.seq AS document
    FROM json_each(:documents) AS asked CROSS JOIN documents ON documents.seq = asked.value
    CROSS JOIN passages ON passages.document_id = documents.id
    CROSS JOIN passage_vectors ON passage_vectors.passage = passages.seq AND passage_vectors.model = :model
    WHERE passage_vectors.dim = :dim"""
_VECTORS = "SELECT seq, vector FROM passage_vectors WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Block:
    """Some vectors, each of length 1: ``matrix`` (n × dim), and for each its own ``seq`` and those of its passage and
    document (n). A vector that is made again has a new ``seq``. ``coarse``: the matrix once more, in 8 bits.
    """

    matrix: Floats
    ids: Numbers
    passages: Numbers
    documents: Numbers
    coarse: Coarse | None = None

    @property
    def bytes(self) -> int:
        return self.matrix.nbytes + 3 * self.ids.nbytes + (self.coarse.nbytes if self.coarse else 0)

    def ready(self) -> Block:
        """Return it as it is searched."""
        return self if self.coarse is not None else replace(self, coarse=coarse(self.matrix))

    def nearest(self, asked: Floats, limit: int) -> tuple[list[int], Floats]:
        """Return the passages of vectors among which the ``limit`` nearest are, and their cosines."""
        import numpy as np

        if self.coarse is not None:
            places = candidates(self.coarse, asked, limit)
            return [int(self.passages[place]) for place in places], self.matrix[places] @ asked
        scores = self.matrix @ asked
        few = min(limit, len(scores))
        places = np.argpartition(scores, len(scores) - few)[len(scores) - few:]
        found: list[int] = self.passages[places].tolist()
        return found, scores[places]

    def only(self, places: Sequence[int]) -> Block:
        """Return the block of the vectors at these places."""
        return Block(self.matrix[places], self.ids[places], self.passages[places], self.documents[places])


@dataclass(frozen=True, slots=True)
class _Held:
    """What is in memory of a space: never changed, only replaced. ``revisions``: of its documents, by ``seq``.
    One large block, and a small one with what came since.
    """

    revisions: Mapping[int, int]
    blocks: tuple[Block, ...]

    @property
    def count(self) -> int:
        return sum(len(block.ids) for block in self.blocks)

    @property
    def bytes(self) -> int:
        return sum(block.bytes for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Nearest:
    """``ranked``: (``seq`` of a passage, cosine), the nearest first. ``compared`` of the space's ``passages`` have a
    vector of that model and size.
    """

    ranked: tuple[tuple[int, float], ...] = ()
    compared: int = 0
    passages: int = 0


Key = tuple[str, str, str, int]  # workspace, space, model, size
Documents = Mapping[int, tuple[int, int]]  # by seq: revision, passages
Listed = tuple[int, int, int]  # of a vector: seq, passage, document


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
        key = (workspace, space, model, len(vector))
        held = self._held.get(key)
        if held is None:
            documents, ranked = await self._documents(workspace, space), ()
        else:  # most of the time nothing has changed, so both are done at once
            documents, ranked = await both(
                self._documents(workspace, space), asyncio.to_thread(best, held.blocks, vector, limit))
        revisions = {seq: revision for seq, (revision, _) in documents.items()}
        passages = sum(count for _, count in documents.values())
        if not documents:
            return Nearest()
        if held is None or held.revisions != revisions:
            if passages * len(vector) * NUMBER_BYTES > self._limit_bytes:
                return await self._scanned(key, documents, vector, limit, passages)
            async with self._turn:
                held = await self._brought_up_to_date(key, documents, revisions)
            ranked = await asyncio.to_thread(best, held.blocks, vector, limit)
        if key in self._held:
            self._held.move_to_end(key)
        return Nearest(tuple(ranked), held.count, passages)

    async def _documents(self, workspace: str, space: str) -> dict[int, tuple[int, int]]:
        """Return revision and number of passages of each document of the space that is ready, by ``seq``."""
        rows = await self._database.read_all(_DOCUMENTS, {"workspace": workspace, "space": space})
        return {int(row["seq"]): (int(row["revision"]), int(row["passages"])) for row in rows}

    async def _brought_up_to_date(self, key: Key, documents: Documents, revisions: Mapping[int, int]) -> _Held:
        held = self._held.get(key)
        if held is not None and held.revisions == revisions:
            return held  # another search has done it
        old: Mapping[int, int] = held.revisions if held else {}
        same = [seq for seq in documents if old.get(seq) == revisions[seq]]
        changed = {seq: facts for seq, facts in documents.items() if old.get(seq) != revisions[seq]}
        self._make_room(key, sum(count for _, count in documents.values()) * key[3] * NUMBER_BYTES)
        listed: list[Listed] = []
        for part in _parts(changed):
            listed += await self._list(key, part)
        blocks, missing = await asyncio.to_thread(_compared, held.blocks if held else (), same, listed)
        if missing:
            blocks = await asyncio.to_thread(_with, blocks, await self._read(missing, key[3]))
        made = _Held(revisions, tuple(await asyncio.to_thread(_ready, blocks)))
        self._held[key] = made
        return made

    def _make_room(self, key: Key, bytes: int) -> None:
        """Forget the spaces that were not asked for longest, until ``bytes`` fit beside the others."""
        for other in [other for other in self._held if other != key]:
            if sum(held.bytes for name, held in self._held.items() if name != key) + bytes <= self._limit_bytes:
                return
            del self._held[other]

    async def _list(self, key: Key, documents: Sequence[int]) -> list[Listed]:
        rows = await self._database.read_all(
            _LIST, {"documents": json.dumps(documents), "model": key[2], "dim": key[3]})
        return [(row["seq"], row["passage"], row["document"]) for row in rows]

    async def _read(self, listed: Sequence[Listed], dim: int) -> Block:
        """Return the vectors of ``listed``, without those that were deleted meanwhile."""
        block = await asyncio.to_thread(_empty, listed, dim)
        there: list[int] = []
        for at in range(0, len(listed), READ_ROWS):
            ids = [seq for seq, _, _ in listed[at:at + READ_ROWS]]
            rows = await self._database.read_all(_VECTORS, (json.dumps(ids),))
            there += await asyncio.to_thread(_put, block, at, rows)
        return block if len(there) == len(listed) else await asyncio.to_thread(block.only, there)

    async def _scanned(
        self, key: Key, documents: Documents, vector: Sequence[float], limit: int, passages: int,
    ) -> Nearest:
        """A space that is too large for the memory: from the disk, piece by piece."""
        top: list[tuple[int, float]] = []
        compared = 0
        for part in _parts(documents):
            listed = await self._list(key, part)
            for at in range(0, len(listed), READ_ROWS):
                block = await self._read(listed[at:at + READ_ROWS], key[3])
                top += await asyncio.to_thread(best, [block], vector, limit)
                top = sorted(top, key=lambda one: -one[1])[:limit]
                compared += len(block.ids)
        return Nearest(tuple(top), compared, passages)


def _parts(documents: Documents) -> Iterator[list[int]]:
    """Some documents at a time, together about LISTED_ROWS passages."""
    part: list[int] = []
    rows = 0
    for seq, (_, passages) in documents.items():
        if part and rows + passages > LISTED_ROWS:
            yield part
            part, rows = [], 0
        part.append(seq)
        rows += passages
    if part:
        yield part


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
    passages: list[int] = []
    scores: list[Floats] = []
    for block in blocks:
        found, cosines = block.nearest(asked, limit)
        passages += found
        scores.append(cosines)
    cosines = np.concatenate(scores)
    # Equal ones in the order of the passages, whatever the blocks.
    order: list[int] = np.lexsort((np.array(passages), -cosines)).tolist()
    return [(passages[place], float(cosines[place])) for place in order[:limit]]


def _ready(blocks: Sequence[Block]) -> list[Block]:
    return [block.ready() for block in blocks]


def _compared(
    blocks: Sequence[Block], same: Sequence[int], listed: Sequence[Listed],
) -> tuple[list[Block], list[Listed]]:
    """Return what stays of the blocks (documents that are the ``same``, vectors that are still ``listed``), and which
    of the listed are not in them, by ``seq``.
    """
    import numpy as np

    documents = np.array(same, dtype=np.int64)
    ids = np.array([one[0] for one in listed], dtype=np.int64)
    made: list[Block] = []
    for block in blocks:
        kept = np.isin(block.documents, documents) | np.isin(block.ids, ids)
        if kept.all():
            made.append(block)
        elif kept.any():
            made.append(block.only(np.flatnonzero(kept).tolist()))
    known = {int(one) for block in made for one in block.ids[np.isin(block.ids, ids)]}
    return made, sorted(one for one in listed if one[0] not in known)


def _empty(listed: Sequence[Listed], dim: int) -> Block:
    import numpy as np

    columns = np.array(listed, dtype=np.int64).reshape(len(listed), 3)
    return Block(np.empty((len(listed), dim), dtype=np.float32),
                 columns[:, 0].copy(), columns[:, 1].copy(), columns[:, 2].copy())


def _put(block: Block, at: int, rows: Sequence[Row]) -> list[int]:
    """Put vectors in their places, from ``at`` on; return the places that have one now."""
    import numpy as np

    dim = block.matrix.shape[1]
    ids = np.array([row["seq"] for row in rows], dtype=np.int64)
    places = at + np.searchsorted(block.ids[at:at + READ_ROWS], ids)
    block.matrix[places] = np.frombuffer(b"".join(row["vector"] for row in rows), dtype="<f4").reshape(len(rows), dim)
    return places.tolist()


def _with(blocks: Sequence[Block], new: Block) -> list[Block]:
    if not blocks:
        return [new]
    first, *rest = blocks
    tail = _joined([*rest, new])
    return [_joined([first, tail])] if len(tail.ids) * TAIL_PART > len(first.ids) else [first, tail]


def _joined(blocks: Sequence[Block]) -> Block:
    import numpy as np

    if len(blocks) == 1:
        return blocks[0]
    return Block(
        np.concatenate([block.matrix for block in blocks]), np.concatenate([block.ids for block in blocks]),
        np.concatenate([block.passages for block in blocks]), np.concatenate([block.documents for block in blocks]))
