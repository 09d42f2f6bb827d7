"""What was said before, by words and by time, in all conversations of one character: a search that changes nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.matching import Question
from characoid_desktop.data.database import Database, Row
from characoid_desktop.data.objects import date_of, from_text
from characoid_desktop.features.conversations.models import MessageRole, Said, carried_by

MAX_FOUND = 50
MAX_CANDIDATES = 400  # messages that are looked at closely
EXCERPT_CHARS = 400
_STEP = 80  # characters between two places an excerpt can begin at
_HALF = 0.5  # of the best one: what fits less is left out

# What a character opens every conversation with is nothing that was said in answer to somebody.
_SAID = """
SELECT m.seq, m.id, m.conversation_id, c.title, m.role, substr(m.text, 1, 20000) AS text, m.parts, m.created_at
FROM conversations c JOIN messages m ON m.conversation_id = c.id
WHERE c.persona_id = :persona AND m.state = 'done' AND m.text <> ''
    AND m.created_at >= :since AND m.created_at < :until
    AND m.id NOT IN (SELECT value FROM json_each(:without))
    AND NOT (m.role = 'character' AND m.parent_id IS NULL){words}
ORDER BY {order}m.seq DESC LIMIT :limit
"""


class PastFinder:
    """Reads beside the writer. Every statement names the character: another one's words are never met."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(
        self, persona_id: str, question: Question, since: datetime | None, until: datetime | None,
        without: Sequence[str], limit: int, *, must_fit: bool,
    ) -> list[Said]:
        """Return what fits, best first, newest first among equals.

        ``must_fit`` False: without fitting words too (all of a time), after what fits.
        """
        limit = max(0, min(limit, MAX_FOUND))
        if limit == 0 or (question.is_empty and must_fit):
            return []
        patterns = question.patterns()
        counted = " + ".join(f"(m.text LIKE :p{n} ESCAPE '\\')" for n in range(len(patterns)))
        params: dict[str, Any] = {
            "persona": persona_id, "since": "" if since is None else since.isoformat(),
            "until": "9999" if until is None else until.isoformat(), "without": json.dumps(list(without)),
            "limit": MAX_CANDIDATES, **{f"p{n}": pattern for n, pattern in enumerate(patterns)}}
        sql = _SAID.format(words=f" AND ({counted}) > 0" if counted and must_fit else "",
                           order=f"({counted}) DESC, " if counted else "")
        rows = await self._database.read_all(sql, params)
        return await asyncio.to_thread(_best, rows, question, limit, must_fit)


def _best(rows: Sequence[Row], question: Question, limit: int, must_fit: bool) -> list[Said]:
    scored = [(question.score(row["text"]), int(row["seq"]), row) for row in rows]
    top = max((one[0] for one in scored), default=0.0)
    kept = [one for one in scored if not must_fit or (one[0] > 0 and one[0] >= _HALF * top)]
    kept.sort(key=lambda one: one[:2], reverse=True)
    return [_said(row, question) for _, _, row in kept[:limit]]


def _said(row: Row, question: Question) -> Said:
    return Said(
        message_id=row["id"], conversation_id=row["conversation_id"], title=row["title"],
        role=MessageRole(row["role"]), text=excerpt(clean(row["text"]), question), at=date_of(row["created_at"]),
        outside=carried_by(from_text(row["parts"])))


def excerpt(text: str, question: Question) -> str:
    """Return the part of ``text`` that fits best, at most EXCERPT_CHARS characters and a sign where it was cut."""
    text = text.strip()
    if len(text) <= EXCERPT_CHARS:
        return text
    starts = range(0, min(len(text), 20_000) - EXCERPT_CHARS + _STEP, _STEP)
    start = 0 if question.is_empty else max(
        starts, key=lambda at: (question.score(text[at:at + EXCERPT_CHARS]), -at))
    part = text[start:start + EXCERPT_CHARS].strip()
    return ("…" if start else "") + part + ("…" if start + EXCERPT_CHARS < len(text) else "")
