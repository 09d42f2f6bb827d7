"""The library in the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.names import path_from_db, path_to_db
from characoid_desktop.data.objects import date_of, from_text, to_text
from characoid_desktop.features.voices.models import Kind, LibraryItem, Role

Folders = Callable[[Kind, str], Path]


class LibraryRepository:
    """``folder_of`` says where the files of an item lie."""

    def __init__(self, database: Database, folder_of: Folders) -> None:
        self._database = database
        self._folder_of = folder_of

    async def all(self) -> list[LibraryItem]:
        """In order of arrival; rows of kinds that this version does not know are left out."""
        rows = await self._database.read_all("SELECT * FROM library ORDER BY seq")
        return [item for row in rows if (item := self._item(row)) is not None]

    async def get(self, tx: Transaction, id: str) -> LibraryItem | None:
        row = await tx.fetch_one("SELECT * FROM library WHERE id = ?", (id,))
        return None if row is None else self._item(row)

    async def insert(
        self, tx: Transaction, *, id: str, kind: Kind, name: str, sha256: str, source: Path, size: int,
        index_source: Path | None, index_sha256: str | None, cover: str | None, author: str,
        facts: Mapping[str, Any], role: Role, now: datetime,
    ) -> LibraryItem:
        """Raises sqlite3.IntegrityError for a second one of the same kind and bytes."""
        row = await tx.fetch_one(
            "INSERT INTO library (id, kind, name, sha256, source, bytes, index_source, index_sha256, cover, author,"
            " credit, licence, facts, params, role, created_at, updated_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', ?, '{}', ?, ?, ?) RETURNING *",
            (id, kind.value, name, sha256, path_to_db(source), size,
             None if index_source is None else path_to_db(index_source), index_sha256, cover, author,
             to_text(facts), role.value, now.isoformat(), now.isoformat()))
        assert row is not None
        item = self._item(row)
        assert item is not None
        return item

    async def store(self, tx: Transaction, item: LibraryItem) -> None:
        """Save everything that can change."""
        await tx.execute(
            "UPDATE library SET name = ?, source = ?, bytes = ?, index_source = ?, index_sha256 = ?, cover = ?,"
            " author = ?, credit = ?, licence = ?, facts = ?, params = ?, role = ?, updated_at = ? WHERE id = ?",
            (item.name, path_to_db(item.source), item.bytes,
             None if item.index_source is None else path_to_db(item.index_source), item.index_sha256, item.cover,
             item.author, item.credit, item.licence, to_text(item.facts), to_text(item.params), item.role.value,
             item.updated_at.isoformat(), item.id))

    async def delete(self, tx: Transaction, id: str) -> bool:
        return await tx.execute("DELETE FROM library WHERE id = ?", (id,)) > 0

    def _item(self, row: Row) -> LibraryItem | None:
        try:
            kind = Kind(row["kind"])
        except ValueError:
            return None
        role = row["role"]
        index = row["index_source"]
        return LibraryItem(
            seq=row["seq"], id=row["id"], kind=kind, name=row["name"], sha256=row["sha256"],
            source=path_from_db(row["source"]), bytes=row["bytes"],
            index_source=None if index is None else path_from_db(index), index_sha256=row["index_sha256"],
            cover=row["cover"], author=row["author"], credit=row["credit"], licence=row["licence"],
            facts=from_text(row["facts"]), params=from_text(row["params"]),
            role=Role(role) if role in set(Role) else Role.NONE, created_at=date_of(row["created_at"]),
            updated_at=date_of(row["updated_at"]), folder=self._folder_of(kind, row["id"]))
