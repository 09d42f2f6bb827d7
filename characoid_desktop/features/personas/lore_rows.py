"""Lore entries in the database, in the order of their list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.objects import from_text, to_text
from characoid_desktop.features.personas.lore import LoreEntry, Place

FEW: Final = 100  # rows that are read without a thread
_COLUMNS: Final = ("name", "comment", "keys", "secondary_keys", "content", "enabled", "constant", "selective",
            "case_sensitive", "use_regex", "place", "insertion_order", "priority", "remainder")


class LoreRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, persona_id: str, tx: Transaction | None = None) -> list[LoreEntry]:
        rows = await (tx.fetch_all if tx else self._database.read_all)(
            "SELECT * FROM lore WHERE persona_id = ? ORDER BY position, seq", (persona_id,))
        if len(rows) <= FEW:
            return [_entry(row) for row in rows]
        return await asyncio.to_thread(lambda: [_entry(row) for row in rows])

    async def get(self, tx: Transaction, persona_id: str, id: str) -> LoreEntry | None:
        row = await tx.fetch_one("SELECT * FROM lore WHERE persona_id = ? AND id = ?", (persona_id, id))
        return _entry(row) if row else None

    async def add(self, tx: Transaction, persona_id: str, entries: Sequence[LoreEntry], now: datetime) -> None:
        """Add entries (with ids) at the end. Raises sqlite3.IntegrityError where there is no such persona."""
        row = await tx.fetch_one(
            "SELECT coalesce(max(position), -1) + 1 AS n FROM lore WHERE persona_id = ?", (persona_id,))
        first = int(row["n"]) if row else 0
        names = ", ".join(("id", "persona_id", "position", *_COLUMNS, "created_at", "updated_at"))
        await tx.executemany(
            f"INSERT INTO lore ({names}) VALUES ({', '.join('?' * (len(_COLUMNS) + 5))})",  # noqa: S608
            [(one.id, persona_id, first + n, *_values(one), now.isoformat(), now.isoformat())
             for n, one in enumerate(entries)])

    async def store(self, tx: Transaction, persona_id: str, entry: LoreEntry, now: datetime) -> None:
        names = ", ".join(f"{name} = ?" for name in _COLUMNS)
        await tx.execute(
            f"UPDATE lore SET {names}, updated_at = ? WHERE persona_id = ? AND id = ?",  # noqa: S608
            (*_values(entry), now.isoformat(), persona_id, entry.id))

    async def delete(self, tx: Transaction, persona_id: str, id: str) -> bool:
        return await tx.execute("DELETE FROM lore WHERE persona_id = ? AND id = ?", (persona_id, id)) > 0

    async def put_in_order(self, tx: Transaction, persona_id: str, ids: Sequence[str]) -> None:
        await tx.executemany("UPDATE lore SET position = ? WHERE persona_id = ? AND id = ?",
                             [(n, persona_id, id) for n, id in enumerate(ids)])


def _values(entry: LoreEntry) -> tuple[object, ...]:
    return (entry.name, entry.comment, to_text({"keys": list(entry.keys)}),
            to_text({"keys": list(entry.secondary_keys)}), entry.content, int(entry.enabled), int(entry.constant),
            int(entry.selective), int(entry.case_sensitive), int(entry.use_regex), entry.place.value, entry.order,
            entry.priority, to_text(entry.remainder))


def _entry(row: Row) -> LoreEntry:
    return LoreEntry(
        id=row["id"], name=row["name"], comment=row["comment"], keys=_keys(row["keys"]),
        secondary_keys=_keys(row["secondary_keys"]), content=row["content"], enabled=bool(row["enabled"]),
        constant=bool(row["constant"]), selective=bool(row["selective"]), case_sensitive=bool(row["case_sensitive"]),
        use_regex=bool(row["use_regex"]), place=Place(row["place"]), order=row["insertion_order"],
        priority=row["priority"], remainder=from_text(row["remainder"]))


def _keys(text: object) -> tuple[str, ...]:
    found: Any = from_text(text).get("keys")
    return tuple(str(one) for one in cast("list[Any]", found)) if isinstance(found, list) else ()
