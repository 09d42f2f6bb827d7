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
MERGED_PAGES = 64  # pages of the index that one unit of work merges
SMALL_INDEX, WORN_PART = 5000, 10
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
        self._worn = 1  # entries taken out since all parts were merged; at the start nobody knows
        self._merging = False

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
        self._worn += await take_out(tx)
        await _count(tx, document_id)

    async def adopt(self, tx: Transaction, document_id: str, from_document: str) -> None:
        """See ``Passages.adopt``."""
        await self.clear(tx, document_id)
        await tx.execute("UPDATE passages SET document_id = ? WHERE document_id = ?", (document_id, from_document))
        await _count(tx, document_id)
        await _count(tx, from_document)

    async def tidy(self) -> bool:
        """Take out of the index what is of no passage any more, a little; return whether there is more to do.

        FTS5 keeps deleted words until it merges its parts. All are merged once a good share was deleted; those of a
        small index after each deletion, so that a deleted text is soon gone from the disk for good.
        """
        if await self._database.read_one("SELECT 1 FROM passages_gone LIMIT 1"):
            async with self._database.transaction() as tx:
                self._worn += await take_out(tx)
            return True
        if not self._merging and not await self._is_worn():
            return False
        async with self._database.transaction() as tx:
            before = await tx.fetch_one("SELECT total_changes() AS n")
            await tx.execute("INSERT INTO passage_texts (passage_texts, rank) VALUES ('merge', ?)",
                             (MERGED_PAGES if self._merging else -MERGED_PAGES,))  # below 0: begin with all parts
            after = await tx.fetch_one("SELECT total_changes() AS n")
        assert before is not None
        assert after is not None
        self._merging = after["n"] - before["n"] >= 2  # FTS5 says so: fewer, and there was nothing left to merge
        if not self._merging:
            self._worn = 0
        return self._merging

    async def _is_worn(self) -> bool:
        if not self._worn:
            return False
        row = await self._database.read_one("SELECT count(*) AS n FROM passage_texts_docsize")
        entries = int(row["n"]) if row else 0
        return entries <= SMALL_INDEX or self._worn * WORN_PART >= entries

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
                " WHERE document_id = ? AND passages.seq > ? ORDER BY passages.seq LIMIT ?",
                (document_id, last, BATCH)):
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
                await tx.executemany("DELETE FROM passage_texts WHERE rowid = ?", [(row["id"],) for row in rows])
                gone = len(rows)
        async with self._database.transaction() as tx:
            await tx.execute("INSERT INTO meta (key, value) VALUES (?, ?)"
                             " ON CONFLICT (key) DO UPDATE SET value = excluded.value", (_VERSION_KEY, _GRAMS_VERSION))

    async def _title(self, tx: Transaction, document_id: str) -> str:
        row = await tx.fetch_one("SELECT title FROM documents WHERE id = ?", (document_id,))
        if row is None:
            raise ValueError("no such document")
        return str(row["title"])

    async def _add(self, tx: Transaction, document_id: str, passages: Sequence[NewPassage], title: str) -> None:
        last = await tx.fetch_one("SELECT coalesce(max(seq), 0) AS seq FROM passages")
        assert last is not None
        await tx.executemany(
            "INSERT INTO passages (id, document_id, ordinal, text, start, stop, page, section, last_page)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(self._new_id(), document_id, one.ordinal, one.text, one.start, one.stop, one.page,
              one.section and clean(one.section)[:300], one.last_page) for one in passages])
        rows = await tx.fetch_all(
            "SELECT seq, text, section FROM passages WHERE seq > ? AND document_id = ?", (last["seq"], document_id))
        await _index(tx, [(row["seq"], row["text"], f"{title} {row['section'] or ''}") for row in rows])


async def take_out(tx: Transaction) -> int:
    """Take at most GONE_AT_ONCE deleted passages out of the index; return how many."""
    rows = await tx.fetch_all("SELECT seq FROM passages_gone ORDER BY seq LIMIT ?", (GONE_AT_ONCE,))
    gone = [(row["seq"],) for row in rows]
    await tx.executemany("DELETE FROM passage_texts WHERE rowid = ?", gone)
    await tx.executemany("DELETE FROM passages_gone WHERE seq = ?", gone)
    return len(gone)


async def _index(tx: Transaction, rows: Sequence[tuple[int, str, str]]) -> None:
    await tx.executemany("INSERT INTO passage_texts (rowid, mark, grams, signs, head) VALUES (?, 0.5, ?, ?, ?)",
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
