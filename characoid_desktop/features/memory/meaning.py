"""Memories found by what they mean: one vector each, made by the model that the user chose for it.

Vectors are made beside the daily work (:meth:`MemoryMeaning.catch_up`), a few more when a question comes; what has none
yet is found by its words. A model that cannot be reached is said in a note and costs nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import struct
from collections.abc import Callable, Sequence
from typing import Protocol

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.fusion import by_meaning
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.features.memory.models import MemoryScope

BATCH = 64  # texts a request
MAX_PENDING = 1000  # vectors made in one go
MAX_CLOSE = 20  # memories that a question finds by meaning
MIN_SHARE = 0.6  # of the closest one: what is further away is no find
MIN_COSINE = 0.2
ASK_LIMIT_S = 4.0  # a question is not kept waiting longer for its vector
HURRY_LIMIT_S = 1.0  # where a reply waits for it
SAME_QUESTION_S = 3.0  # a question asked of both scopes is sent once
_MAX_SIZE = 8192
_log = logging.getLogger(__name__)

_PENDING = """
SELECT m.id, m.text FROM memories m LEFT JOIN memory_vectors v ON v.memory_id = m.id AND v.model = ?
WHERE v.seq IS NULL ORDER BY m.seq DESC LIMIT ?
"""
_OWN = """
SELECT m.id, v.vector FROM memories m JOIN memory_vectors v ON v.memory_id = m.id AND v.model = :model
WHERE m.scope = :scope AND m.persona_id IS :persona
"""


class Embedder(Protocol):
    """Makes vectors. ``model`` names the endpoint and the model: vectors of different ones are never compared."""

    @property
    def model(self) -> str: ...

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text, in order; raises AppError."""
        ...


GiveEmbedder = Callable[[], Embedder | None]
"""Gives the embedder that is set now, None where there is none."""


def no_embedder() -> None:
    """For an app without one: words only."""


NO_MEANING = Text.of("Found by words only: no model for meaning is set.")
NOT_REACHED = Text.of("Found by words only: the model for meaning did not answer.")


class MemoryMeaning:
    def __init__(self, database: Database, embedder: GiveEmbedder) -> None:
        self._database = database
        self._embedder = embedder
        self._busy = asyncio.Lock()
        self._last: tuple[tuple[str, str], float, list[float] | None] | None = None  # question, when, vector

    async def closest(
        self, scope: MemoryScope, persona_id: str | None, text: str, limit_s: float = ASK_LIMIT_S,
    ) -> tuple[dict[str, float], Text | None]:
        """Return the ids of the owner's memories that mean the like of ``text``, closest first, each with what it is
        worth (``core.fusion.by_meaning`` among all of them), and what is to be said.

        Never raises but for CancelledError and errors of the database.
        """
        embedder = self._embedder()
        if embedder is None:
            return {}, NO_MEANING
        asked = await self._vector(embedder, text, limit_s)
        if asked is None:
            return {}, NOT_REACHED
        rows = await self._database.read_all(
            _OWN, {"model": embedder.model, "scope": scope.value, "persona": persona_id})
        return await asyncio.to_thread(_closest, [(str(row["id"]), bytes(row["vector"])) for row in rows], asked), None

    async def _vector(self, embedder: Embedder, text: str, limit_s: float) -> list[float] | None:
        """The vector of a question; None when the model does not give it in time."""
        question, now = (embedder.model, text), asyncio.get_running_loop().time()
        if self._last is not None and self._last[0] == question and now - self._last[1] < SAME_QUESTION_S:
            return self._last[2]
        vector: list[float] | None = None
        try:
            async with asyncio.timeout(limit_s):
                [vector] = await embedder.embed([text])
        except (AppError, TimeoutError, ValueError, OSError) as error:
            _log.info("no vector for a question: %s", type(error).__name__)
        self._last = question, asyncio.get_running_loop().time(), vector
        return vector

    async def catch_up(self) -> int:
        """Make the vectors that are missing, at most MAX_PENDING; return how many. Errors of the model are logged."""
        made = 0
        async with self._busy:
            try:
                embedder = self._embedder()
                while embedder is not None and made < MAX_PENDING:
                    rows = await self._database.read_all(_PENDING, (embedder.model, BATCH))
                    if not rows:
                        break
                    vectors = await embedder.embed([str(row["text"]) for row in rows])
                    await self._keep(embedder.model, [(str(row["id"]), str(row["text"]), vector)
                                                      for row, vector in zip(rows, vectors, strict=True)])
                    made += len(rows)
            except (AppError, ValueError, OSError) as error:
                _log.info("vectors of memories are put off: %s", type(error).__name__)
        return made

    async def _keep(self, model: str, rows: Sequence[tuple[str, str, Sequence[float]]]) -> None:
        """Save vectors; of a memory that was changed or forgotten meanwhile none is kept."""
        async with self._database.transaction() as tx:
            await tx.executemany(
                "INSERT OR REPLACE INTO memory_vectors (memory_id, model, vector)"
                " SELECT id, ?, ? FROM memories WHERE id = ? AND text = ?",
                [(model, struct.pack(f"<{len(vector)}f", *vector), id, text) for id, text, vector in rows
                 if 0 < len(vector) <= _MAX_SIZE])


class MeaningKeeper:
    """Makes vectors beside the daily work: one pass after each change of the memories, in an owned task."""

    def __init__(self, meaning: MemoryMeaning, changed: Event[None]) -> None:
        self._meaning = meaning
        self._scope = TaskScope("meaning of memories")
        self._again = False
        self._at_work = False
        self._disconnect = changed.connect(lambda _: self.look())

    def look(self) -> None:
        """Make what is missing, now or once more after the pass that is at work."""
        self._again = True
        if not self._at_work:
            self._at_work = True
            self._scope.start(self._work(), name="catch up")

    async def aclose(self) -> None:
        self._disconnect()
        await self._scope.aclose()

    async def _work(self) -> None:
        try:
            while self._again:
                self._again = False
                try:
                    await self._meaning.catch_up()
                except (AppError, sqlite3.Error) as error:
                    _log.info("vectors of memories are put off: %s", type(error).__name__)
        finally:
            self._at_work = False


def _closest(rows: Sequence[tuple[str, bytes]], asked: Sequence[float]) -> dict[str, float]:
    import numpy as np

    wanted = np.asarray(asked, dtype=np.float32)
    rows = [row for row in rows if len(row[1]) == wanted.size * 4]
    length = float(np.linalg.norm(wanted))
    if not rows or length == 0 or not np.isfinite(length):
        return {}
    matrix = np.frombuffer(b"".join(row[1] for row in rows), dtype="<f4").reshape(len(rows), -1)
    lengths = np.linalg.norm(matrix, axis=1)
    cosines = matrix @ wanted / np.where(lengths > 0, lengths * length, np.inf)
    order = np.argsort(-cosines, kind="stable")[:MAX_CLOSE]
    least = max(MIN_COSINE, MIN_SHARE * float(cosines[order[0]]))
    worth = by_meaning([(id, float(cosine)) for (id, _), cosine in zip(rows, cosines, strict=True)])
    return {id: worth[id] for n in order if float(cosines[n]) >= least for id in (rows[int(n)][0],)}
