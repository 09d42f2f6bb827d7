"""Conversations and their messages in the database. A branch is read along ``parent_id``, never as a whole table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.objects import date_of, date_or_none, from_text, like
from characoid_desktop.features.conversations.models import (
    AttachmentRole,
    Conversation,
    Message,
    MessageAttachment,
    MessageRole,
    MessageState,
)

_UNFINISHED = "('streaming', 'waiting')"
_LAST = 2**62
# Up from a message to the first one. ``seq`` shrinks at each step, so that damaged rows cannot make a circle.
_UP = """
WITH RECURSIVE up (id, parent_id, seq, n) AS (
    SELECT id, parent_id, seq, 1 FROM messages WHERE id = :head AND conversation_id = :conversation
    UNION ALL
    SELECT m.id, m.parent_id, m.seq, up.n + 1 FROM up JOIN messages m ON m.id = up.parent_id
    WHERE up.n < :limit AND m.conversation_id = :conversation AND m.seq < up.seq)
SELECT m.* FROM up JOIN messages m ON m.id = up.id ORDER BY up.n DESC
"""
_BRANCH = """
WITH RECURSIVE up (id, parent_id, seq) AS (
    SELECT id, parent_id, seq FROM messages WHERE id = :head AND conversation_id = :conversation
    UNION ALL
    SELECT m.id, m.parent_id, m.seq FROM up JOIN messages m ON m.id = up.parent_id
    WHERE m.conversation_id = :conversation AND m.seq < up.seq)
SELECT id FROM up ORDER BY seq
"""
_NEWEST_BELOW = """
WITH RECURSIVE below (id, seq) AS (
    SELECT id, seq FROM messages WHERE id = :id
    UNION
    SELECT m.id, m.seq FROM below JOIN messages m ON m.parent_id = below.id
    WHERE m.conversation_id = :conversation AND m.seq > below.seq)
SELECT id FROM below ORDER BY seq DESC LIMIT 1
"""
_SIBLINGS = """
SELECT asked.id AS of, s.id FROM messages asked JOIN messages s
    ON s.conversation_id = asked.conversation_id AND s.parent_id IS asked.parent_id AND s.role = asked.role
WHERE asked.id IN (SELECT value FROM json_each(?)) ORDER BY asked.seq, s.seq
"""
_ATTACHED = """
SELECT ma.message_id, ma.attachment_id, ma.role, ma.name, coalesce(a.size, 0) AS size
FROM message_attachments ma LEFT JOIN attachments a ON a.id = ma.attachment_id
WHERE ma.message_id IN (SELECT value FROM json_each(?)) ORDER BY ma.message_id, ma.position, ma.seq
"""


class ConversationRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert(self, tx: Transaction, id: str, persona_id: str, title: str, now: datetime) -> Conversation:
        """Raises sqlite3.IntegrityError where there is no such persona."""
        row = await tx.fetch_one(
            "INSERT INTO conversations (id, persona_id, title, options, created_at, updated_at)"
            " VALUES (?, ?, ?, '{}', ?, ?) RETURNING *",
            (id, persona_id, title, now.isoformat(), now.isoformat()))
        assert row is not None
        return _conversation(row)

    async def get(self, id: str, tx: Transaction | None = None) -> Conversation | None:
        row = await (tx.fetch_one if tx else self._database.read_one)(
            "SELECT * FROM conversations WHERE id = ?", (id,))
        return _conversation(row) if row else None

    async def list(
        self, persona_id: str, *, search: str, archived: bool, limit: int, before_seq: int | None,
    ) -> list[Conversation]:
        """Newest first; ``search`` looks into titles and messages."""
        found = ("" if not search else
                 " AND (title LIKE :words ESCAPE '\\' OR EXISTS (SELECT 1 FROM messages m"
                 " WHERE m.conversation_id = conversations.id AND m.text LIKE :words ESCAPE '\\'))")
        rows = await self._database.read_all(
            "SELECT * FROM conversations WHERE persona_id = :persona AND archived = :archived"  # noqa: S608
            f" AND seq < :before{found} ORDER BY seq DESC LIMIT :limit",
            {"persona": persona_id, "archived": int(archived), "words": like(search), "limit": limit,
             "before": _LAST if before_seq is None else before_seq})
        return [_conversation(row) for row in rows]

    async def change(self, tx: Transaction, id: str, now: datetime, **values: Any) -> Conversation | None:
        """Set columns (names from our code only) and the date of change; None when there is none."""
        columns = "".join(f", {name} = :{name}" for name in values)
        row = await tx.fetch_one(
            f"UPDATE conversations SET updated_at = :now{columns} WHERE id = :id RETURNING *",  # noqa: S608
            {"now": now.isoformat(), "id": id, **values})
        return _conversation(row) if row else None

    async def ids_of(self, tx: Transaction, persona_id: str) -> list[str]:
        """All conversations of a persona, those put away too."""
        return [str(row["id"]) for row in await tx.fetch_all(
            "SELECT id FROM conversations WHERE persona_id = ? ORDER BY seq", (persona_id,))]

    async def delete(self, tx: Transaction, id: str) -> tuple[bool, list[str]]:
        """Delete a conversation with all its messages; return whether there was one, and what they referred to."""
        rows = await tx.fetch_all(
            "SELECT DISTINCT attachment_id FROM message_attachments WHERE message_id IN"
            " (SELECT id FROM messages WHERE conversation_id = ?)", (id,))
        gone = await tx.execute("DELETE FROM conversations WHERE id = ?", (id,)) > 0
        return gone, [str(row["attachment_id"]) for row in rows]

    async def add(
        self, tx: Transaction, *, id: str, conversation_id: str, parent_id: str | None, role: MessageRole,
        state: MessageState, text: str, now: datetime, run_id: str | None = None,
    ) -> Message:
        row = await tx.fetch_one(
            "INSERT INTO messages (id, conversation_id, parent_id, run_id, role, state, text, parts, usage,"
            " created_at, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, '{}', '{}', ?, ?) RETURNING *",
            (id, conversation_id, parent_id, run_id, role.value, state.value, text, now.isoformat(),
             now.isoformat() if state.is_over else None))
        assert row is not None
        return _message(row)

    async def attach(
        self, tx: Transaction, message_id: str, role: AttachmentRole, attachment_ids: Sequence[str],
        new_ids: Iterable[str],
    ) -> None:
        """Add attachments after those that are there, with the names they have now; those that are gone are left out.
        """
        wanted = json.dumps(list(attachment_ids))
        rows = await tx.fetch_all(
            "SELECT a.id, a.name FROM json_each(?) wanted JOIN attachments a ON a.id = wanted.value"
            " WHERE NOT EXISTS (SELECT 1 FROM message_attachments WHERE message_id = ? AND attachment_id = a.id)"
            " ORDER BY wanted.key", (wanted, message_id))
        first = await tx.fetch_one(
            "SELECT coalesce(max(position), -1) + 1 AS n FROM message_attachments WHERE message_id = ?", (message_id,))
        start = int(first["n"]) if first else 0
        await tx.executemany(
            "INSERT INTO message_attachments (id, message_id, attachment_id, role, position, name)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [(id, message_id, row["id"], role.value, start + n, row["name"])
             for n, (row, id) in enumerate(zip(rows, new_ids, strict=False))])

    async def keep(self, id: str, text: str, parts: str) -> None:
        """Save what there is of an unfinished answer; one statement."""
        async with self._database.transaction() as tx:
            await tx.execute(
                f"UPDATE messages SET text = ?, parts = ? WHERE id = ? AND state IN {_UNFINISHED}",  # noqa: S608
                (text, parts, id))

    async def finish(
        self, tx: Transaction, id: str, state: MessageState, text: str, parts: str, usage: str, now: datetime,
    ) -> bool:
        """Whether there was such a message."""
        return await tx.execute(
            "UPDATE messages SET state = ?, text = ?, parts = ?, usage = ?, finished_at = ? WHERE id = ?",
            (state.value, text, parts, usage, now.isoformat() if state.is_over else None, id)) > 0

    async def set_parts(self, tx: Transaction, id: str, parts: str) -> None:
        await tx.execute("UPDATE messages SET parts = ? WHERE id = ?", (parts, id))

    async def message(self, id: str, tx: Transaction | None = None) -> Message | None:
        row = await (tx.fetch_one if tx else self._database.read_one)("SELECT * FROM messages WHERE id = ?", (id,))
        return (await self._with_attachments([row], tx))[0] if row else None

    async def home_of(self, id: str, tx: Transaction) -> str | None:
        """The id of the conversation that a message is in; None: there is no such message."""
        row = await tx.fetch_one("SELECT conversation_id FROM messages WHERE id = ?", (id,))
        return str(row["conversation_id"]) if row else None

    async def parent_of(self, id: str) -> str | None:
        row = await self._database.read_one("SELECT parent_id FROM messages WHERE id = ?", (id,))
        return row["parent_id"] if row else None

    async def newest(self, conversation_id: str, tx: Transaction | None = None) -> str | None:
        """The id of the newest message of any branch."""
        row = await (tx.fetch_one if tx else self._database.read_one)(
            "SELECT id FROM messages WHERE conversation_id = ? ORDER BY seq DESC LIMIT 1", (conversation_id,))
        return str(row["id"]) if row else None

    async def up(self, conversation_id: str, head_id: str, limit: int) -> list[Message]:
        """The last ``limit`` messages on the way from the first one to ``head_id``."""
        rows = await self._database.read_all(
            _UP, {"head": head_id, "conversation": conversation_id, "limit": limit})
        return await self._with_attachments(rows)

    async def branch_ids(self, conversation_id: str, head_id: str) -> list[str]:
        """The whole way from the first message to ``head_id``."""
        rows = await self._database.read_all(_BRANCH, {"head": head_id, "conversation": conversation_id})
        return [str(row["id"]) for row in rows]

    async def many(self, ids: Sequence[str]) -> list[Message]:
        """The messages that exist among ``ids``, oldest first."""
        rows = await self._database.read_all(
            "SELECT * FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq",
            (json.dumps(list(ids)),))
        return await self._with_attachments(rows)

    async def every(self, conversation_id: str, after_seq: int, limit: int) -> list[Message]:
        """All messages of all branches, oldest first, a page at a time."""
        rows = await self._database.read_all(
            "SELECT * FROM messages WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?",
            (conversation_id, after_seq, limit))
        return await self._with_attachments(rows)

    async def siblings(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """By id: that message and those beside it, oldest first."""
        rows = await self._database.read_all(_SIBLINGS, (json.dumps(list(ids)),))
        found: dict[str, list[str]] = {}
        for row in rows:
            found.setdefault(str(row["of"]), []).append(str(row["id"]))
        return found

    async def newest_below(self, tx: Transaction, conversation_id: str, id: str) -> str:
        row = await tx.fetch_one(_NEWEST_BELOW, {"id": id, "conversation": conversation_id})
        return str(row["id"]) if row else id

    async def unfinished(self) -> list[Message]:
        rows = await self._database.read_all(
            f"SELECT * FROM messages WHERE state IN {_UNFINISHED} ORDER BY seq")  # noqa: S608
        return await self._with_attachments(rows)

    async def persona_name(self, persona_id: str) -> str:
        row = await self._database.read_one("SELECT name FROM personas WHERE id = ?", (persona_id,))
        return str(row["name"]) if row else ""

    async def _with_attachments(self, rows: Sequence[Row], tx: Transaction | None = None) -> list[Message]:
        messages = [_message(row) for row in rows]
        if not messages:
            return []
        attached = await (tx.fetch_all if tx else self._database.read_all)(
            _ATTACHED, (json.dumps([message.id for message in messages]),))
        by_message: dict[str, list[MessageAttachment]] = {}
        for row in attached:
            by_message.setdefault(row["message_id"], []).append(MessageAttachment(
                row["attachment_id"], AttachmentRole(row["role"]), row["name"], row["size"]))
        return [replace(message, attachments=tuple(by_message[message.id])) if message.id in by_message else message
                for message in messages]


def _conversation(row: Row) -> Conversation:
    return Conversation(
        seq=row["seq"], id=row["id"], persona_id=row["persona_id"], title=row["title"], head_id=row["head_id"],
        options=from_text(row["options"]), archived=bool(row["archived"]), created_at=date_of(row["created_at"]),
        updated_at=date_of(row["updated_at"]))


def _message(row: Row) -> Message:
    return Message(
        seq=row["seq"], id=row["id"], conversation_id=row["conversation_id"], parent_id=row["parent_id"],
        run_id=row["run_id"], role=MessageRole(row["role"]), state=MessageState(row["state"]), text=row["text"],
        parts=from_text(row["parts"]), usage=from_text(row["usage"]), created_at=date_of(row["created_at"]),
        finished_at=date_or_none(row["finished_at"]))
