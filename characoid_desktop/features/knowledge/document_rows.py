"""Documents in the database, and which spaces have them. What a space does not have is as if it did not exist."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.objects import date_of, from_text, like, to_text
from characoid_desktop.features.knowledge.documents import (
    UPDATE_OF,
    Document,
    DocumentState,
    Failure,
    document_gone,
)

_SHARED = "(SELECT count(*) FROM document_spaces WHERE document_id = documents.id) AS shared"
_OF_SPACE = ("workspace = :workspace AND EXISTS (SELECT 1 FROM document_spaces WHERE document_id = documents.id"
             " AND space = :space)")
_UNFINISHED = "state IN ('queued', 'reading')"


class DocumentRepository:
    def __init__(self, database: Database, workspace: str) -> None:
        self._database = database
        self._workspace = workspace

    # --- whole documents ------------------------------------------------------------------------

    async def insert(
        self, tx: Transaction, *, id: str, name: str, title: str, kind: str, origin: Mapping[str, Any],
        sha256: str | None, size: int, attachment_id: str | None, state: DocumentState, now: datetime,
    ) -> None:
        await tx.execute(
            "INSERT INTO documents (id, workspace, name, title, kind, origin, sha256, size, state, note, attachment_id,"
            " created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '{}', ?, ?, ?)",
            (id, self._workspace, name, title, kind, to_text(origin), sha256, size, state.value, attachment_id,
             now.isoformat(), now.isoformat()))

    async def change(self, tx: Transaction, id: str, now: datetime, **values: Any) -> bool:
        """Set columns (names from our code only); False when there is no such document."""
        columns = "".join(f", {name} = :{name}" for name in values)
        return await tx.execute(
            f"UPDATE documents SET updated_at = :now{columns} WHERE id = :id",  # noqa: S608
            {"now": now.isoformat(), "id": id, **{key: _stored(value) for key, value in values.items()}}) > 0

    async def delete(self, tx: Transaction, id: str) -> None:
        await tx.execute("DELETE FROM documents WHERE id = ?", (id,))

    async def find(self, tx: Transaction, id: str) -> Document | None:
        """Any document, whoever has it: for our own jobs only."""
        row = await tx.fetch_one(f"SELECT *, {_SHARED} FROM documents WHERE id = ?", (id,))  # noqa: S608
        return document_of(row) if row else None

    async def same(self, tx: Transaction, sha256: str, space: str, *, but: str = "") -> Document | None:
        """A document of this space with these bytes, other than ``but``; one that could be read comes first.

        Never one of another space: who changed their file would change it for the other one too.
        """
        row = await tx.fetch_one(
            f"SELECT *, {_SHARED} FROM documents WHERE workspace = ? AND sha256 = ? AND id != ?"  # noqa: S608
            " AND EXISTS (SELECT 1 FROM document_spaces WHERE document_id = documents.id AND space = ?)"
            " ORDER BY state = 'failed', seq LIMIT 1",
            (self._workspace, sha256, but, space))
        return document_of(row) if row else None

    async def unfinished(self) -> list[Document]:
        rows = await self._database.read_all(
            f"SELECT *, {_SHARED} FROM documents WHERE {_UNFINISHED} ORDER BY seq")  # noqa: S608
        return [document_of(row) for row in rows]

    async def without_space(self) -> list[Document]:
        """What nobody has: new versions on their way, and leftovers of a deletion that a crash cut short."""
        rows = await self._database.read_all(
            f"SELECT *, {_SHARED} FROM documents WHERE shared = 0 ORDER BY seq")  # noqa: S608
        return [document_of(row) for row in rows]

    async def half_updates(self, tx: Transaction, target: str) -> list[Document]:
        """New versions of a document that have not taken its place."""
        rows = await tx.fetch_all(
            f"SELECT *, {_SHARED} FROM documents WHERE json_extract(note, '$.{UPDATE_OF}') = ? ORDER BY seq",  # noqa: S608
            (target,))
        return [document_of(row) for row in rows]

    async def tables_pending(self) -> list[Document]:
        rows = await self._database.read_all(
            f"SELECT *, {_SHARED} FROM documents WHERE state = 'ready' AND note LIKE '%\"tables_pending\":true%'")  # noqa: S608
        return [document_of(row) for row in rows]

    # --- of a space -----------------------------------------------------------------------------

    async def get(self, id: str, space: str) -> Document | None:
        row = await self._database.read_one(
            f"SELECT *, {_SHARED} FROM documents WHERE id = :id AND {_OF_SPACE}", self._of(space, id=id))  # noqa: S608
        return document_of(row) if row else None

    async def owned(self, tx: Transaction, id: str, space: str) -> Document | None:
        """As :meth:`get`, as this unit of work sees it."""
        row = await tx.fetch_one(
            f"SELECT *, {_SHARED} FROM documents WHERE id = :id AND {_OF_SPACE}", self._of(space, id=id))  # noqa: S608
        return document_of(row) if row else None

    async def required(self, tx: Transaction, id: str, space: str) -> Document:
        """As :meth:`owned`. Raises DocumentGone."""
        document = await self.owned(tx, id, space)
        if document is None:
            raise document_gone()
        return document

    async def again(self, id: str, space: str) -> Document:
        """As :meth:`get`, after a change. Raises DocumentGone."""
        document = await self.get(id, space)
        if document is None:
            raise document_gone()
        return document

    async def list(self, space: str, words: str, limit: int) -> list[Document]:
        """Newest first; with ``words`` those whose title or file name has them."""
        rows = await self._database.read_all(
            f"SELECT *, {_SHARED} FROM documents WHERE {_OF_SPACE}"  # noqa: S608
            " AND (:words = '' OR title LIKE :like ESCAPE '\\' OR name LIKE :like ESCAPE '\\')"
            " ORDER BY seq DESC LIMIT :limit", self._of(space, words=words, like=like(words), limit=limit))
        return [document_of(row) for row in rows]

    async def named(self, tx: Transaction, space: str, words: str, limit: int) -> Sequence[Document]:
        """Those whose title or file name has the words, newest first."""
        rows = await tx.fetch_all(
            f"SELECT *, {_SHARED} FROM documents WHERE {_OF_SPACE}"  # noqa: S608
            " AND (title LIKE :like ESCAPE '\\' OR name LIKE :like ESCAPE '\\') ORDER BY seq DESC LIMIT :limit",
            self._of(space, like=like(words), limit=limit))
        return [document_of(row) for row in rows]

    async def give(self, tx: Transaction, id: str, space: str, row_id: str, now: datetime) -> bool:
        """Let a space have a document; False when it had it."""
        return await tx.execute(
            "INSERT INTO document_spaces (id, document_id, space, created_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (document_id, space) DO NOTHING", (row_id, id, space, now.isoformat())) > 0

    async def take(self, tx: Transaction, id: str, space: str) -> bool:
        """Take a document from a space; return whether another one still has it."""
        await tx.execute("DELETE FROM document_spaces WHERE document_id = ? AND space = ?", (id, space))
        return await tx.fetch_one("SELECT 1 FROM document_spaces WHERE document_id = ? LIMIT 1", (id,)) is not None

    async def of_space(self, tx: Transaction, space: str) -> Sequence[str]:
        rows = await tx.fetch_all(
            "SELECT document_id FROM document_spaces WHERE space = ? ORDER BY seq", (space,))
        return [str(row["document_id"]) for row in rows]

    async def spaces(self, space: str) -> dict[str, tuple[str, ...]]:
        """Who has the documents of a space, by document."""
        rows = await self._database.read_all(
            "SELECT document_id, space FROM document_spaces WHERE document_id IN"
            " (SELECT document_id FROM document_spaces WHERE space = ?) ORDER BY seq", (space,))
        found: dict[str, tuple[str, ...]] = {}
        for row in rows:
            found[str(row["document_id"])] = (*found.get(str(row["document_id"]), ()), str(row["space"]))
        return found

    def _of(self, space: str, **more: Any) -> dict[str, Any]:
        return {"workspace": self._workspace, "space": space, **more}


def _stored(value: Any) -> Any:
    if isinstance(value, Failure):
        return to_text(failure_json(value))
    return to_text(cast("Mapping[str, Any]", value)) if isinstance(value, Mapping) else value


def failure_json(failure: Failure) -> dict[str, Any]:
    return {"code": failure.code, "sentence": failure.sentence.to_json(),
            "safe": None if failure.safe is None else failure.safe.to_json()}


def _failure(value: object) -> Failure | None:
    if not isinstance(value, Mapping):
        return None
    stored = cast("Mapping[str, Any]", value)
    try:
        safe = stored.get("safe")
        return Failure(str(stored["code"]), Text.from_json(stored["sentence"]), Text.from_json(safe) if safe else None)
    except (KeyError, TypeError, AttributeError):
        return Failure("unknown", Text.of("The document could not be read."))


def _notes(value: object) -> tuple[Text, ...]:
    if not isinstance(value, list):
        return ()
    found: list[Text] = []
    for one in cast("list[Any]", value):
        try:
            found.append(Text.from_json(one))
        except (KeyError, TypeError, AttributeError):
            continue
    return tuple(found)


def document_of(row: Row) -> Document:
    note = from_text(row["note"])
    error = row["error"]
    return Document(
        seq=row["seq"], id=row["id"], workspace=row["workspace"], name=row["name"], title=row["title"],
        kind=row["kind"], origin=from_text(row["origin"]), sha256=row["sha256"], size=row["size"],
        state=DocumentState(row["state"]), error=None if error is None else _failure(json.loads(error)),
        notes=_notes(note.get("notes")), chars=row["chars"], pages=row["pages"], passages=row["passages"],
        attachment_id=row["attachment_id"], shared=row["shared"], created_at=date_of(row["created_at"]),
        updated_at=date_of(row["updated_at"]), encoding=str(note.get("encoding") or ""),
        update_error=_failure(note.get("update_error")), tables_pending=note.get("tables_pending") is True, facts=note)
