"""Attachments in the database. Writing needs a unit of work, so that a caller can join it with its own rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.names import path_from_db, path_to_db
from characoid_desktop.features.attachments.models import Attachment

MAX_PROBE_CHARS = 64 * 1024


class AttachmentRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert(
        self, tx: Transaction, *, id: str, path: Path, name: str, size: int, mtime_ns: int | None,
        sha256: str | None, blob: str | None, created_at: datetime,
    ) -> Attachment:
        row = await tx.fetch_one(
            "INSERT INTO attachments (id, path, name, size, mtime_ns, sha256, blob, created_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
            (id, path_to_db(path), name, size, mtime_ns, sha256, blob, created_at.isoformat()))
        assert row is not None
        return _attachment(row)

    async def same(self, tx: Transaction, path: Path, size: int, mtime_ns: int) -> Attachment | None:
        """The newest reference to exactly this state of a file."""
        row = await tx.fetch_one(
            "SELECT * FROM attachments WHERE path = ? AND size = ? AND mtime_ns = ? AND blob IS NULL"
            " ORDER BY seq DESC LIMIT 1", (path_to_db(path), size, mtime_ns))
        return _attachment(row) if row else None

    async def set_probe(self, tx: Transaction, id: str, probe: Mapping[str, Any]) -> Attachment | None:
        """Store the probe and return the attachment, None if there is none; ValueError when it is too big."""
        text = json.dumps(probe, allow_nan=False)
        if len(text) > MAX_PROBE_CHARS:
            raise ValueError("the probe of a file is too large to store")
        row = await tx.fetch_one(
            "UPDATE attachments SET probe = ? WHERE id = ? RETURNING *", (text, id))
        return _attachment(row) if row else None

    async def delete(self, tx: Transaction, id: str) -> bool:
        """Whether there was one; raises sqlite3.IntegrityError while something still refers to it."""
        return await tx.execute("DELETE FROM attachments WHERE id = ?", (id,)) > 0

    async def get(self, id: str) -> Attachment | None:
        row = await self._database.read_one("SELECT * FROM attachments WHERE id = ?", (id,))
        return _attachment(row) if row else None

    async def get_many(self, ids: Sequence[str]) -> dict[str, Attachment]:
        """The attachments that exist among ``ids``, by id."""
        rows = await self._database.read_all(
            "SELECT * FROM attachments WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),))
        return {row["id"]: _attachment(row) for row in rows}

    async def list(self, *, after_seq: int = 0, limit: int = 1000) -> list[Attachment]:
        """At most ``limit`` attachments after ``after_seq``, oldest first."""
        rows = await self._database.read_all(
            "SELECT * FROM attachments WHERE seq > ? ORDER BY seq LIMIT ?", (after_seq, limit))
        return [_attachment(row) for row in rows]

    async def blobs(self) -> set[str]:
        """The hashes of all copies that are still referred to, pictures of characters among them."""
        rows = await self._database.read_all(
            "SELECT blob FROM attachments WHERE blob IS NOT NULL"
            " UNION SELECT avatar FROM personas WHERE avatar IS NOT NULL")
        return {row["blob"] for row in rows}


async def forget_unused(tx: Transaction, ids: Sequence[str]) -> int:
    """Delete those of ``ids`` that nothing refers to any more and return how many; the files are never touched.

    The one place that knows who may refer to an attachment: sessions, messages and documents.
    """
    return await tx.execute(
        "DELETE FROM attachments WHERE id IN (SELECT value FROM json_each(?))"
        " AND NOT EXISTS (SELECT 1 FROM rvc_items WHERE attachment_id = attachments.id)"
        " AND NOT EXISTS (SELECT 1 FROM message_attachments WHERE attachment_id = attachments.id)"
        " AND NOT EXISTS (SELECT 1 FROM documents WHERE attachment_id = attachments.id)",
        (json.dumps(list(ids)),))


def _attachment(row: Row) -> Attachment:
    return Attachment(
        seq=row["seq"], id=row["id"], path=path_from_db(row["path"]), name=row["name"], size=row["size"],
        mtime_ns=row["mtime_ns"], sha256=row["sha256"], blob=row["blob"],
        probe=json.loads(row["probe"]) if row["probe"] is not None else None,
        created_at=datetime.fromisoformat(row["created_at"]))
