"""Vectors of passages in the database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from characoid_desktop.data.database import Database
from characoid_desktop.features.knowledge.models import NewVector, PendingVector
from characoid_desktop.features.knowledge.vectors import unit

FORGOTTEN_AT_ONCE = 1000


class VectorRows:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def pending(self, model: str, limit: int, after: int) -> list[PendingVector]:
        """See ``Passages.pending_vectors``."""
        rows = await self._database.read_all(
            "SELECT passages.seq, text FROM passages JOIN documents ON documents.id = document_id"
            " WHERE passages.seq > ? AND state = 'ready' AND NOT EXISTS"
            " (SELECT 1 FROM passage_vectors WHERE passage = passages.seq AND model = ?) ORDER BY passages.seq LIMIT ?",
            (after, model, limit))
        return [PendingVector(row["seq"], row["text"]) for row in rows]

    async def put(self, model: str, rows: Sequence[NewVector]) -> int:
        """See ``Passages.put_vectors``."""
        if not rows:
            return 0
        dims = {len(row.vector) for row in rows}
        packed = await asyncio.to_thread(_packed, rows)
        seqs = json.dumps([row.seq for row in rows])
        async with self._database.transaction() as tx:
            known = await tx.fetch_one("SELECT dim FROM passage_vectors WHERE model = ? LIMIT 1", (model,))
            if known is not None:
                dims.add(int(known["dim"]))
            if len(dims) > 1:
                raise ValueError("vectors of different sizes from one model")
            count = await tx.executemany(
                "INSERT OR REPLACE INTO passage_vectors (passage, model, dim, vector)"
                " SELECT seq, ?, ?, ? FROM passages WHERE seq = ?",
                [(model, len(vector) // 4, vector, seq) for seq, vector in packed])
            await tx.execute(
                "UPDATE documents SET revision = revision + 1 WHERE id IN"
                " (SELECT document_id FROM passages WHERE seq IN (SELECT value FROM json_each(?)))", (seqs,))
        return count

    async def forget_others(self, model: str) -> int:
        """See ``PassageStore.forget_other_models``."""
        gone = 0
        while True:
            async with self._database.transaction() as tx:
                count = await tx.execute(
                    "DELETE FROM passage_vectors WHERE seq IN"
                    " (SELECT seq FROM passage_vectors WHERE model <> ? LIMIT ?)", (model, FORGOTTEN_AT_ONCE))
            gone += count
            if count < FORGOTTEN_AT_ONCE:
                return gone


def _packed(rows: Sequence[NewVector]) -> list[tuple[int, bytes]]:
    return [(row.seq, unit(row.vector).astype("<f4").tobytes()) for row in rows]
