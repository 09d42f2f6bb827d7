"""Memories in the database. Every statement names whose they are: no other persona's row is ever met."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.objects import date_of, date_or_none, from_text, to_text
from characoid_desktop.features.memory.models import Memory, MemoryFilter, MemoryScope

_OWN = "scope = :scope AND persona_id IS :persona"
_FILTERS = {
    MemoryFilter.ALL: "", MemoryFilter.PINNED: " AND pinned = 1", MemoryFilter.UNUSED: " AND used_at IS NULL",
    MemoryFilter.OUTSIDE: " AND json_type(source, '$.outside') = 'array'"}


_INSERT = ("INSERT INTO memories (id, scope, persona_id, conversation_id, run_id, kind, text, source, pinned,"
           " created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A row to be; ``source`` may name conversation_id and run_id."""

    id: str
    scope: MemoryScope
    persona_id: str | None
    kind: str
    text: str
    source: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
    pinned: bool = False

    def values(self) -> tuple[Any, ...]:
        return (self.id, self.scope.value, self.persona_id, _id(self.source.get("conversation_id")),
                _id(self.source.get("run_id")), self.kind, self.text, to_text(self.source), int(self.pinned),
                self.created_at.isoformat(), self.updated_at.isoformat())


class MemoryRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def same(self, tx: Transaction, scope: MemoryScope, persona_id: str | None, text: str) -> Memory | None:
        row = await tx.fetch_one(
            f"SELECT * FROM memories WHERE {_OWN} AND text = :text ORDER BY seq LIMIT 1",  # noqa: S608
            {"scope": scope.value, "persona": persona_id, "text": text})
        return _memory(row) if row else None

    async def texts(self, tx: Transaction, persona_id: str) -> set[str]:
        """What a persona remembers, word for word."""
        rows = await tx.fetch_all("SELECT text FROM memories WHERE scope = 'persona' AND persona_id = ?", (persona_id,))
        return {row["text"] for row in rows}

    async def insert_all(self, tx: Transaction, rows: Sequence[NewMemory]) -> None:
        """Insert many at once. Raises sqlite3.IntegrityError where there is no such persona."""
        await tx.executemany(_INSERT, [one.values() for one in rows])

    async def insert(self, tx: Transaction, new: NewMemory) -> Memory:
        """Raises sqlite3.IntegrityError where there is no such persona."""
        row = await tx.fetch_one(f"{_INSERT} RETURNING *", new.values())
        assert row is not None
        return _memory(row)

    async def change(
        self, tx: Transaction, id: str, scope: MemoryScope, persona_id: str | None, now: datetime, **values: Any,
    ) -> Memory | None:
        """Set columns (names from our code only); None when there is no such memory of theirs."""
        columns = "".join(f", {name} = :{name}" for name in values)
        if "text" in values:  # other words mean something else
            await tx.execute("DELETE FROM memory_vectors WHERE memory_id = ?", (id,))
        row = await tx.fetch_one(
            f"UPDATE memories SET updated_at = :now{columns} WHERE id = :id AND {_OWN} RETURNING *",  # noqa: S608
            {"now": now.isoformat(), "id": id, "scope": scope.value, "persona": persona_id, **values})
        return _memory(row) if row else None

    async def outside_of(self, tx: Transaction, persona_id: str) -> list[Memory]:
        """Those of a persona that text from outside had a part in."""
        rows = await tx.fetch_all(
            "SELECT * FROM memories WHERE scope = 'persona' AND persona_id = ?"
            " AND json_type(source, '$.outside') = 'array'", (persona_id,))
        return [_memory(row) for row in rows]

    async def set_source(self, tx: Transaction, id: str, source: Mapping[str, Any]) -> None:
        await tx.execute("UPDATE memories SET source = ? WHERE id = ?", (to_text(source), id))

    async def delete(self, tx: Transaction, id: str, scope: MemoryScope, persona_id: str | None) -> Memory | None:
        """Return the row that went."""
        row = await tx.fetch_one(
            f"DELETE FROM memories WHERE id = :id AND {_OWN} RETURNING *",  # noqa: S608
            {"id": id, "scope": scope.value, "persona": persona_id})
        return _memory(row) if row else None

    async def put_back(self, tx: Transaction, memory: Memory) -> None:
        """Write a row again as it was. Raises sqlite3.IntegrityError where its persona is gone."""
        await tx.execute(
            "INSERT INTO memories (seq, id, scope, persona_id, conversation_id, run_id, kind, text, source, pinned,"
            " created_at, updated_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (memory.seq, memory.id, memory.scope.value, memory.persona_id, memory.conversation_id,
             _id(memory.source.get("run_id")), memory.kind, memory.text, to_text(memory.source), int(memory.pinned),
             memory.created_at.isoformat(), memory.updated_at.isoformat(),
             memory.used_at.isoformat() if memory.used_at else None))

    async def get(self, id: str, scope: MemoryScope, persona_id: str | None) -> Memory | None:
        row = await self._database.read_one(
            f"SELECT * FROM memories WHERE id = :id AND {_OWN}",  # noqa: S608
            {"id": id, "scope": scope.value, "persona": persona_id})
        return _memory(row) if row else None

    async def newest(self, scope: MemoryScope, persona_id: str | None, limit: int) -> list[Memory]:
        """Pinned ones first, then newest first."""
        rows = await self._database.read_all(
            f"SELECT * FROM memories WHERE {_OWN} ORDER BY pinned DESC, seq DESC LIMIT :limit",  # noqa: S608
            {"scope": scope.value, "persona": persona_id, "limit": limit})
        return [_memory(row) for row in rows]

    async def page(
        self, scope: MemoryScope, persona_id: str | None, before_seq: int | None, limit: int,
        wanted: MemoryFilter = MemoryFilter.ALL,
    ) -> list[Memory]:
        """Newest first, ``seq`` below ``before_seq``."""
        rows = await self._database.read_all(
            f"SELECT * FROM memories WHERE {_OWN} AND seq < :before{_FILTERS[wanted]}"  # noqa: S608
            " ORDER BY seq DESC LIMIT :limit",
            {"scope": scope.value, "persona": persona_id, "limit": limit,
             "before": 2**62 if before_seq is None else before_seq})
        return [_memory(row) for row in rows]

    async def pinned(self, persona_id: str, limit: int) -> list[Memory]:
        """The pinned ones of a persona and of the workspace, newest first."""
        rows = await self._database.read_all(
            "SELECT * FROM memories WHERE pinned = 1 AND (scope = 'workspace' OR persona_id = ?)"
            " ORDER BY seq DESC LIMIT ?", (persona_id, limit))
        return [_memory(row) for row in rows]

    async def count(self, scope: MemoryScope, persona_id: str | None) -> int:
        row = await self._database.read_one(
            f"SELECT count(*) AS n FROM memories WHERE {_OWN}",  # noqa: S608
            {"scope": scope.value, "persona": persona_id})
        return int(row["n"]) if row else 0

    async def mark_used(self, ids: Sequence[str], now: datetime) -> None:
        async with self._database.transaction() as tx:
            await tx.execute("UPDATE memories SET used_at = ? WHERE id IN (SELECT value FROM json_each(?))",
                             (now.isoformat(), json.dumps(list(ids))))


def _id(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _memory(row: Row) -> Memory:
    return Memory(
        seq=row["seq"], id=row["id"], scope=MemoryScope(row["scope"]), persona_id=row["persona_id"],
        kind=row["kind"], text=row["text"], source=from_text(row["source"]), pinned=bool(row["pinned"]),
        created_at=date_of(row["created_at"]), updated_at=date_of(row["updated_at"]),
        used_at=date_or_none(row["used_at"]))
