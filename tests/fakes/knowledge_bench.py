"""Documents and passages put straight into a database, and an embedding model that needs no network."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import cache

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.grams import grams
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.knowledge.models import WORKSPACE, NewPassage
from characoid_desktop.features.knowledge.store import PassageStore

WHEN = "2026-11-30T12:00:00+00:00"


async def document(
    tx: Transaction, id: str, spaces: Sequence[str], *, title: str = "", state: str = "ready",
    workspace: str = WORKSPACE,
) -> None:
    await tx.execute(
        "INSERT INTO documents (id, workspace, name, title, kind, origin, size, state, note, created_at, updated_at)"
        " VALUES (?, ?, ?, ?, 'txt', '{}', 1, ?, '{}', ?, ?)", (id, workspace, id, title, state, WHEN, WHEN))
    for space in spaces:
        await share(tx, id, space)


async def share(tx: Transaction, id: str, space: str) -> None:
    await tx.execute("INSERT INTO document_spaces (id, document_id, space, created_at) VALUES (?, ?, ?, ?)",
                     (f"{id}-{space}", id, space, WHEN))


def passages_of(texts: Sequence[str], section: str | None = None) -> list[NewPassage]:
    made: list[NewPassage] = []
    at = 0
    for n, text in enumerate(texts):
        made.append(NewPassage(n, text, at, at + len(text), n + 1, section))
        at += len(text) + 1
    return made


async def filled(
    database: Database, store: PassageStore, id: str, texts: Sequence[str], spaces: Sequence[str] = ("a",), *,
    title: str = "", state: str = "ready", workspace: str = WORKSPACE,
) -> None:
    async with database.transaction() as tx:
        await document(tx, id, spaces, title=title, state=state, workspace=workspace)
        await store.replace(tx, id, passages_of(texts))


@cache
def _hashed(gram: str) -> tuple[int, float]:
    digest = hashlib.sha256(gram.encode()).digest()
    return int.from_bytes(digest[:4], "big"), 1.0 if digest[4] & 1 else -1.0


class Broken(AppError):
    code = "broken"


class StandInEmbedder:
    """The same text has the same vector, texts that share grams have near ones. ``broken``: it fails from now on.

    ``meanings``: words that mean the same, as a model would know it.
    """

    def __init__(
        self, dim: int = 256, meanings: Sequence[Sequence[str]] = (), model: str = "http://127.0.0.1|m",
    ) -> None:
        self.model = model
        self.asked: list[str] = []
        self.broken = False
        self.dim = dim
        self._meanings = {word: group[0] for group in meanings for word in group}

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.broken:
            raise Broken(Text.literal("The server is not there."))
        self.asked += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        for word, meaning in self._meanings.items():
            text = text.replace(word, meaning)
        values = [0.0] * self.dim
        for gram in grams(text) or [text]:
            number, sign = _hashed(gram)
            values[number % self.dim] += sign
        length = math.sqrt(sum(value * value for value in values))
        return [value / length for value in values] if length else [1.0, *[0.0] * (self.dim - 1)]
