"""The tables in the app's database: which there are, and who may see them. Their rows are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.objects import date_of, from_text, to_text
from characoid_desktop.features.tables.models import Kind, TableColumn, UserTable

MAX_LISTED = 200
_KINDS = {one.value: one for one in Kind}
# Only documents that are ready, and only those that the space has: one answer to who sees what, the documents' own.
_VISIBLE = """
SELECT t.*, d.title FROM user_tables AS t JOIN documents AS d ON d.id = t.document_id
WHERE d.workspace = :workspace AND d.state = 'ready'
AND EXISTS (SELECT 1 FROM document_spaces AS s WHERE s.document_id = d.id AND s.space = :space)
ORDER BY t.document_id, t.ordinal LIMIT :limit
"""


class TableRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def visible(self, workspace: str, space: str) -> list[UserTable]:
        """Return what a space may ask, in a steady order."""
        rows = await self._database.read_all(
            _VISIBLE, {"workspace": workspace, "space": space, "limit": MAX_LISTED})
        return [_table(row) for row in rows]

    async def files(self) -> set[str]:
        """Return every file that a row needs."""
        return {str(row["file"]) for row in await self._database.read_all("SELECT DISTINCT file FROM user_tables")}

    async def clear(self, tx: Transaction, document_id: str) -> list[str]:
        """Forget the tables of a document; return their files."""
        rows = await tx.fetch_all("DELETE FROM user_tables WHERE document_id = ? RETURNING file", (document_id,))
        return sorted({str(row["file"]) for row in rows})

    async def insert(
        self, tx: Transaction, *, id: str, document_id: str, ordinal: int, name: str, file: str,
        columns: Sequence[TableColumn], rows: int, cut: bool, note: Mapping[str, Any], now: datetime,
    ) -> None:
        """Raises sqlite3.IntegrityError where there is no such document."""
        listed = {"columns": [{"name": one.name, "kind": one.kind.value, "unit": one.unit, "written": one.written}
                              for one in columns]}
        await tx.execute(
            "INSERT INTO user_tables (id, document_id, ordinal, name, file, columns, rows, cut, note, created_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (id, document_id, ordinal, name, file, to_text(listed), rows, int(cut), to_text(note), now.isoformat()))


def columns_of(value: Any) -> tuple[TableColumn, ...]:
    """Return the columns in an object of the engine or of a row; what is none of ours is left out."""
    found: list[TableColumn] = []
    for one in _objects(value):
        name, kind = one.get("name"), one.get("kind")
        if isinstance(name, str) and name and isinstance(kind, str):
            found.append(TableColumn(name, _KINDS.get(kind, Kind.TEXT), _word(one.get("unit")),
                                     _word(one.get("written"))))
    return tuple(found)


def _word(value: Any) -> str:
    return value[:200] if isinstance(value, str) else ""


def words_of(value: Any) -> tuple[str, ...]:
    """Return the short texts of a list."""
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return tuple(one[:200] for one in items if isinstance(one, str))


def _objects(value: Any) -> list[Mapping[str, Any]]:
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return [cast("Mapping[str, Any]", one) for one in items if isinstance(one, Mapping)]


def _table(row: Row) -> UserTable:
    return UserTable(
        id=row["id"], document_id=row["document_id"], title=row["title"], name=row["name"],
        columns=columns_of(from_text(row["columns"]).get("columns")), rows=row["rows"], cut=bool(row["cut"]),
        notes=words_of(from_text(row["note"]).get("warnings")), file=row["file"], created_at=date_of(row["created_at"]))
