"""Summaries of the older part of long conversations: beside the messages, each bound to the message it goes up to."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from characoid_desktop.core.cleaning import clean
from characoid_desktop.data.database import Database, Row
from characoid_desktop.data.objects import date_of
from characoid_desktop.features.conversations.models import MAX_SUMMARY_CHARS, Summary

# The newest one on the way up from a message: one that covers another branch is never met. ``seq`` shrinks at each
# step, so that damaged rows cannot make a circle.
_ON_BRANCH = """
WITH RECURSIVE up (id, parent_id, seq) AS (
    SELECT id, parent_id, seq FROM messages WHERE id = :head AND conversation_id = :conversation
    UNION ALL
    SELECT m.id, m.parent_id, m.seq FROM up JOIN messages m ON m.id = up.parent_id
    WHERE m.conversation_id = :conversation AND m.seq < up.seq)
SELECT s.* FROM up JOIN conversation_summaries s ON s.upto_id = up.id ORDER BY up.seq DESC
"""
# The names that the answers on the way up carry (``models.carried_by``), oldest first; damaged parts name none.
_CARRIED = """
WITH RECURSIVE up (id, parent_id, seq) AS (
    SELECT id, parent_id, seq FROM messages WHERE id = :head AND conversation_id = :conversation
    UNION ALL
    SELECT m.id, m.parent_id, m.seq FROM up JOIN messages m ON m.id = up.parent_id
    WHERE m.conversation_id = :conversation AND m.seq < up.seq),
carrying (seq, parts) AS (
    SELECT m.seq, CASE WHEN json_valid(m.parts) THEN m.parts ELSE '{}' END FROM up JOIN messages m ON m.id = up.id)
SELECT name.value AS name FROM carrying, json_each(carrying.parts) AS part, json_each(part.value) AS name
WHERE part.key IN ('outside', 'heard') AND part.type = 'array' AND name.type = 'text'
GROUP BY name.value ORDER BY min(carrying.seq), min(name.id) LIMIT :limit
"""


class SummaryRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_branch(self, conversation_id: str, head_id: str) -> list[Summary]:
        """All that hold for the branch that ends at ``head_id``, the one that covers most first."""
        rows = await self._database.read_all(_ON_BRANCH, {"head": head_id, "conversation": conversation_id})
        return [_summary(row) for row in rows]

    async def carried(self, conversation_id: str, upto_id: str, limit: int) -> tuple[str, ...]:
        """The outside texts whose words may stand in the messages up to ``upto_id``, at most ``limit`` names."""
        rows = await self._database.read_all(
            _CARRIED, {"head": upto_id, "conversation": conversation_id, "limit": limit})
        return tuple(str(row["name"]) for row in rows)

    async def insert(
        self, id: str, conversation_id: str, upto_id: str, maker: str, text: str, messages: int, now: datetime,
    ) -> bool:
        """Write one in one statement: after a crash it is there whole, or not at all. One that is there already is
        replaced. False when the message or the conversation is gone."""
        text = clean(text).strip()[:MAX_SUMMARY_CHARS]
        if not text:
            return False
        try:
            async with self._database.transaction() as tx:
                return await tx.execute(
                    "INSERT OR REPLACE INTO conversation_summaries"
                    " (id, conversation_id, upto_id, maker, text, messages, created_at)"
                    " SELECT ?, conversation_id, id, ?, ?, ?, ? FROM messages WHERE id = ? AND conversation_id = ?",
                    (id, maker[:200] or "model", text, messages, now.isoformat(), upto_id, conversation_id)) > 0
        except sqlite3.IntegrityError:
            return False


def _summary(row: Row) -> Summary:
    return Summary(
        seq=row["seq"], id=row["id"], conversation_id=row["conversation_id"], upto_id=row["upto_id"],
        maker=row["maker"], text=row["text"], messages=row["messages"], created_at=date_of(row["created_at"]))
