"""Passages into the database and out of it, the full-text index always in the same unit of work."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Sequence

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.grams import grams, signs
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.knowledge.models import MAX_PASSAGE_CHARS, NewPassage

BATCH = 200  # passages between two looks at the loop
GONE_AT_ONCE = 500  # entries of the index that a unit of work takes out; more are taken out by `tidy`
_GRAMS_VERSION = 1  # of core/grams.py: the index of another one is made anew
_VERSION_KEY = "knowledge_grams"
_LACKING = """SELECT passages.seq, text, section, title FROM passages JOIN documents ON documents.id = document_id
    WHERE passages.seq NOT IN (SELECT id FROM passage_texts_docsize) ORDER BY passages.seq LIMIT ?"""


def _new_id() -> str:
    return uuid.uuid4().hex


class PassageWriter:
    def __init__(self, database: Database, new_id: Callable[[], str] = _new_id) -> None:
        self._database = database
        self._new_id = new_id

    async def add(self, tx: Transaction, document_id: str, passages: Sequence[NewPassage]) -> int:
        """See ``Passages.add``."""
        _check(passages)
        head = await self._title(tx, document_id)
        for at in range(0, len(passages), BATCH):
            await self._add(tx, document_id, passages[at:at + BATCH], head)
        await _count(tx, document_id)
        return len(passages)

    async def clear(self, tx: Transaction, document_id: str) -> None:
        await tx.execute("DELETE FROM passages WHERE document_id = ?", (document_id,))
        await take_out(tx)
        await _count(tx, document_id)

    async def adopt(self, tx: Transaction, document_id: str, from_document: str) -> None:
        """See ``Passages.adopt``."""
        await self.clear(tx, document_id)
        await tx.execute("UPDATE passages SET document_id = ? WHERE document_id = ?", (document_id, from_document))
        await _count(tx, document_id)
        await _count(tx, from_document)

    async def tidy(self) -> bool:
        """Take out of the index what is of no passage any more, a little; return whether there is more to do."""
        async with self._database.transaction() as tx:
            if await take_out(tx):
                return True
            before = await tx.fetch_one("SELECT total_changes() AS n")
            await tx.execute("INSERT INTO passage_texts (passage_texts, rank) VALUES ('merge', -64)")
            after = await tx.fetch_one("SELECT total_changes() AS n")
        # FTS5 says so: fewer than two changes, and there was nothing left to merge.
        return after is not None and before is not None and after["n"] - before["n"] >= 2

    async def mend(self) -> int:
        """Put into the index what it lacks (after a repair of the database, or with other grams), and return how many
        passages that were.
        """
        await self._forget_other_grams()
        mended = 0
        while await self._database.read_one(_LACKING, (1,)):
            async with self._database.transaction() as tx:
                rows = await tx.fetch_all(_LACKING, (BATCH,))
                await _index(tx, [(row["seq"], row["text"], f"{row['title']} {row['section'] or ''}") for row in rows])
                mended += len(rows)
        return mended

    async def retitle(self, document_id: str) -> None:
        """Let the passages of a document be found by its present title, not by the one before; in small steps."""
        last = 0
        while rows := await self._database.read_all(
                "SELECT passages.seq, text, section, title FROM passages JOIN documents ON documents.id = document_id"
                " WHERE document_id = ? AND passages.seq > ? ORDER BY passages.seq LIMIT ?", (document_id, last, BATCH)):
            last = rows[-1]["seq"]
            async with self._database.transaction() as tx:
                there = {row["seq"] for row in await tx.fetch_all(
                    "SELECT seq FROM passages WHERE document_id = ? AND seq BETWEEN ? AND ?",
                    (document_id, rows[0]["seq"], last))}
                await tx.executemany("DELETE FROM passage_texts WHERE rowid = ?", [(seq,) for seq in there])
                await _index(tx, [(row["seq"], row["text"], f"{row['title']} {row['section'] or ''}")
                                  for row in rows if row["seq"] in there])

    async def differences(self) -> int:
        """Return how many passages the index lacks, and entries it has of deleted ones that wait for nothing."""
        row = await self._database.read_one(
            "SELECT (SELECT count(*) FROM passages WHERE seq NOT IN (SELECT id FROM passage_texts_docsize))"
            " + (SELECT count(*) FROM passage_texts_docsize WHERE id NOT IN (SELECT seq FROM passages)"
            "    AND id NOT IN (SELECT seq FROM passages_gone)) AS n")
        return int(row["n"]) if row else 0

    async def _forget_other_grams(self) -> None:
        row = await self._database.read_one("SELECT value FROM meta WHERE key = ?", (_VERSION_KEY,))
        if row is not None and row["value"] == _GRAMS_VERSION:
            return
        gone = GONE_AT_ONCE
        while gone == GONE_AT_ONCE:
            async with self._database.transaction() as tx:
                rows = await tx.fetch_all("SELECT id FROM passage_texts_docsize LIMIT ?", (GONE_AT_ONCE,))
                gone = len(rows)
                await tx.executemany("DELETE FROM passage_texts WHERE rowid = ?", [(row["id"],) for row in rows])
        async with self._database.transaction() as tx:
            await tx.execute("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value ="
                             " excluded.value", (_VERSION_KEY, _GRAMS_VERSION))

    async def _title(self, tx: Transaction, document_id: str) -> str:
        row = await tx.fetch_one("SELECT title FROM documents WHERE id = ?", (document_id,))
        if row is None:
            raise ValueError("no such document")
        return str(row["title"])

    async def _add(self, tx: Transaction, document_id: str, passages: Sequence[NewPassage], title: str) -> None:
        last = await tx.fetch_one("SELECT coalesce(max(seq), 0) AS seq FROM passages")
        assert last is not None
        await tx.executemany(
            "INSERT INTO passages (id, document_id, ordinal, text, start, stop, page, section)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(self._new_id(), document_id, one.ordinal, one.text, one.start, one.stop, one.page,
              one.section and clean(one.section)[:300]) for one in passages])
        rows = await tx.fetch_all(
            "SELECT seq, text, section FROM passages WHERE seq > ? AND document_id = ?", (last["seq"], document_id))
        await _index(tx, [(row["seq"], row["text"], f"{title} {row['section'] or ''}") for row in rows])


async def take_out(tx: Transaction) -> bool:
    """Take at most GONE_AT_ONCE deleted passages out of the index; return whether there were any."""
    rows = await tx.fetch_all("SELECT seq FROM passages_gone ORDER BY seq LIMIT ?", (GONE_AT_ONCE,))
    if not rows:
        return False
    gone = [(row["seq"],) for row in rows]
    await tx.executemany("DELETE FROM passage_texts WHERE rowid = ?", gone)
    await tx.executemany("DELETE FROM passages_gone WHERE seq = ?", gone)
    return True


async def _index(tx: Transaction, rows: Sequence[tuple[int, str, str]]) -> None:
    await tx.executemany("INSERT INTO passage_texts (rowid, grams, signs, head) VALUES (?, ?, ?, ?)",
                         await asyncio.to_thread(_entries, rows))


def _entries(rows: Sequence[tuple[int, str, str]]) -> list[tuple[int, str, str, str]]:
    made: list[tuple[int, str, str, str]] = []
    for seq, text, head in rows:
        made.append((seq, " ".join(grams(text)), " ".join(signs(text)), " ".join(grams(head))))
        time.sleep(0)  # the window's thread gets its turn
    return made


async def _count(tx: Transaction, document_id: str) -> None:
    await tx.execute(
        "UPDATE documents SET revision = revision + 1, passages ="
        " (SELECT count(*) FROM passages WHERE document_id = documents.id) WHERE id = ?", (document_id,))


def _check(passages: Sequence[NewPassage]) -> None:
    if any(not one.text or len(one.text) > MAX_PASSAGE_CHARS for one in passages):
        raise ValueError(f"a passage has 1 to {MAX_PASSAGE_CHARS} characters")
    if any(clean(one.text) != one.text for one in passages):
        raise ValueError("a passage has NUL or half characters: clean the text before it is cut")
    if len({one.ordinal for one in passages}) < len(passages):
        raise ValueError("a passage twice")
