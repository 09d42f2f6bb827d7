"""Finding passages by the words of a question: candidates from the full-text index, ranked by BM25 over their grams.

The index gives the passages that have one of the rarer pieces; the rank is counted here, because what a piece tells
(function words, single characters beside pairs) is known to this side only, and because FTS5's own ``bm25()`` gives
every word of a small collection the same weight. Nothing is required: a passage with most of the pieces comes first.

BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from characoid_desktop.core.grams import Piece, comparable, pieces
from characoid_desktop.data.database import Database, Row
from characoid_desktop.features.knowledge.models import MAX_QUERY_CHARS, KnowledgeQuery

CANDIDATES = 64
COUNTED = 2000  # a piece in more passages than this is common: how common is not counted
LOOKED_UP = 8000  # rows of the index that one search reads for rare pieces
_K1, _B = 1.2, 0.4
_HEAD = 0.5  # what a piece in the title or heading counts beside one in the text
_FEW = 0.55  # a passage with a few of the pieces keeps this part of its rank, one with all of them all
_NEARLY = 0.9  # of the pieces are there where the whole question may stand in one piece
_WHOLE = 0.5  # what the whole question in one piece adds, of the most that can be reached
_COMMON_HITS = 3000  # passages of the space that one piece gives at most; rare ones give all
_TELLING = 0.5  # from this weight on a single character is looked up; below it only counts where it is

ALLOWED = """allowed AS MATERIALIZED (
    SELECT documents.id FROM document_spaces JOIN documents ON documents.id = document_spaces.document_id
    WHERE document_spaces.space = :space AND documents.workspace = :workspace AND documents.state = 'ready')"""
"""The documents that whoever asks may see: every search begins with it."""

_COUNTS = """SELECT value AS piece, (SELECT count(*) FROM (
    SELECT 1 FROM passage_texts WHERE passage_texts MATCH value LIMIT :most)) AS passages,
    (SELECT coalesce(sum(passages), 0) FROM documents WHERE state = 'ready') AS total FROM json_each(:pieces)"""


@dataclass(frozen=True, slots=True)
class _Looked:
    """A piece, in how many passages it is (COUNTED: that many or more), and what its presence is worth."""

    piece: Piece
    passages: int
    worth: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """``scored``: (``seq``, score), the best first; ``coverage``: how much of the question the best one has, 0 to 1."""

    scored: Sequence[tuple[int, float]] = ()
    coverage: float = 0.0


class Keywords:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def ranked(self, query: KnowledgeQuery, limit: int) -> Ranked:
        """Return at most ``limit`` passages of the space."""
        asked = pieces(query.text[:MAX_QUERY_CHARS])
        if not asked:
            return Ranked()
        looked = await self._looked(asked)
        rows = await self._candidates(query, looked)
        if not rows:
            return Ranked()
        ranked = await asyncio.to_thread(_rank, rows, looked, query.text[:MAX_QUERY_CHARS])
        return Ranked(ranked.scored[:limit], ranked.coverage)

    async def _looked(self, asked: Sequence[Piece]) -> list[_Looked]:
        counts = await self._database.read_all(
            _COUNTS, {"most": COUNTED, "pieces": json.dumps([_match(one) for one in asked])})
        total = max(int(counts[0]["total"]), 1)
        looked: list[_Looked] = []
        for piece, count in zip(asked, counts, strict=True):
            passages = int(count["passages"])
            common = max(passages, total // 8) if passages >= COUNTED else passages
            idf = math.log(1 + (max(total, common) - common + 0.5) / (common + 0.5))
            looked.append(_Looked(piece, passages, piece.weight * max(idf, 0.05)))
        return looked

    async def _candidates(self, query: KnowledgeQuery, looked: Sequence[_Looked]) -> list[Row]:
        """Those with any of the rare pieces. Where they are too few, those with several of the common ones together,
        then those with any of them.
        """
        there = sorted((one for one in looked if one.passages), key=lambda one: (one.passages, -one.worth))
        telling = [one for one in there if not one.piece.sign or one.piece.weight >= _TELLING]
        rare: list[_Looked] = []
        left = LOOKED_UP
        for one in telling:
            if one.passages >= COUNTED or one.passages > left:
                break
            rare.append(one)
            left -= one.passages
        rows = await self._with_any(query, [[one] for one in rare]) if rare else []
        rest = telling[len(rare):]
        rounds = [[rest[:4]], [rest[:2]]] if len(rest) > 1 else []
        rest += [one for one in there if one not in telling]
        rounds += [[[one] for one in rest[at:at + 2]] for at in range(0, len(rest), 2)]
        for together in rounds:
            if len(rows) >= min(CANDIDATES, 2 * query.limit):
                break
            known = {row["seq"] for row in rows}
            rows += [row for row in await self._with_any(query, together) if row["seq"] not in known]
        return rows

    async def _with_any(self, query: KnowledgeQuery, together: Sequence[Sequence[_Looked]]) -> list[Row]:
        """Return the best CANDIDATES of the space with all pieces of one of the groups."""
        parts = " UNION ALL ".join(
            f"SELECT seq, :worth{n} AS worth FROM (SELECT passages.seq FROM passage_texts"  # noqa: S608
            f" CROSS JOIN passages ON passages.seq = passage_texts.rowid WHERE passage_texts MATCH :match{n}"
            " AND document_id IN (SELECT id FROM allowed) LIMIT :hits)" for n in range(len(together)))
        values: dict[str, object] = {"space": query.space, "workspace": query.workspace, "limit": CANDIDATES,
                                     "hits": _COMMON_HITS}
        for n, group in enumerate(together):
            values |= {f"worth{n}": sum(one.worth for one in group),
                       f"match{n}": " AND ".join(f"({_match(one.piece)})" for one in group)}
        return await self._database.read_all(
            f"WITH {ALLOWED}, hits AS ({parts}), best AS ("  # noqa: S608 (numbered names only)
            "SELECT seq, sum(worth) AS worth FROM hits GROUP BY seq ORDER BY 2 DESC, 1 LIMIT :limit)"
            " SELECT best.seq, passages.text, grams, signs, head FROM best JOIN passages ON passages.seq = best.seq"
            " JOIN passage_texts ON passage_texts.rowid = best.seq ORDER BY worth DESC, best.seq", values)


def _match(piece: Piece) -> str:
    return f'{{signs}} : "{piece.text}"' if piece.sign else f'{{grams head}} : "{piece.text}"'


def _rank(rows: Sequence[Row], looked: Sequence[_Looked], question: str) -> Ranked:
    most = sum(one.worth for one in looked) or 1.0
    usual = sum(len(row["grams"]) for row in rows) / len(rows) or 1.0
    whole = comparable(question)
    scored: list[tuple[float, int, float]] = []
    for row in rows:
        texts = f" {row['grams']} ", f" {row['signs']} ", f" {row['head']} "
        long = _K1 * (1 - _B + _B * len(texts[0]) / usual)
        score = covered = 0.0
        for one in looked:
            word = f" {one.piece.text} "
            often = float(texts[1 if one.piece.sign else 0].count(word))
            if not one.piece.sign:
                often += _HEAD * min(texts[2].count(word), 1)
            if often:
                score += one.worth * often * (_K1 + 1) / (often + long)
                covered += one.worth
        score *= _FEW + (1 - _FEW) * covered / most
        if covered > _NEARLY * most and whole in comparable(row["text"]):
            score += _WHOLE * most * (_K1 + 1)
        scored.append((score, row["seq"], covered / most))
    scored.sort(key=lambda one: (-one[0], one[1]))
    return Ranked([(seq, score) for score, seq, _ in scored], scored[0][2])
