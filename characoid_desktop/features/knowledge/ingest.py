"""The job that reads a document: extract, cut, index in small steps, and make it findable in one.

Until the last step nothing of a new document is found, and of a document that is updated the version before is. So a
crash, a cancel or a failure at any moment leaves a document complete, or not there; ``KnowledgeService.start`` removes
what was written on the way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from characoid_desktop.core.cleaning import one_line, title_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.knowledge.document_rows import DocumentRepository, failure_json
from characoid_desktop.features.knowledge.documents import (
    INTERRUPTED,
    MAX_TITLE_CHARS,
    Document,
    DocumentState,
    Failure,
)
from characoid_desktop.features.knowledge.models import NewPassage, Passages
from characoid_desktop.features.knowledge.reading import DocumentReader, ReadDocument
from characoid_desktop.jobs.handlers import JobContext, unexpected
from characoid_desktop.jobs.models import Job, JobState

KIND = "knowledge.ingest"
LANE = "io"
BATCH = 50  # passages a unit of work: another writer waits 100 ms at most
TABLES = frozenset({"csv", "xlsx"})
_READING, _INDEXING = Text("Reading"), Text("Indexing")
_READING_PART = 0.6  # of the whole work


class TablesPort(Protocol):
    """Where documents with rows become tables as well."""

    async def load(self, document_id: str, path: Path, name: str) -> int:
        """Make the tables of a document instead of those it had; return how many. Raises AppError, OSError."""
        ...

    async def forget(self, document_id: str, *, tx: Transaction | None = None) -> None: ...


class Gone(AppError):
    """The document was removed, or its job cancelled, while it was read."""

    code = "document_gone"


class Ingest:
    """A ``JobHandler``. Params: ``document``; for a new version ``update``: the document that it becomes; ``space``:
    who asked, whose other documents it may not repeat.
    """

    kind = KIND
    lane = LANE

    def __init__(
        self, database: Database, rows: DocumentRepository, store: Passages, reader: DocumentReader,
        attachments: AttachmentService, tables: Callable[[], TablesPort | None], clock: Clock,
        on_change: Callable[[], object],
    ) -> None:
        self._database = database
        self._rows = rows
        self._store = store
        self._reader = reader
        self._attachments = attachments
        self._tables = tables
        self._clock = clock
        self._on_change = on_change

    async def run(self, job: Job, ctx: JobContext) -> Mapping[str, Any]:
        id, target = _ids(job)
        try:
            return await self._run(id, target, str(job.params.get("space", "")), ctx)
        except Gone:
            await self.drop_unread(id)
            return {"document": target or id, "gone": True}
        except AppError as error:
            await self.fail(id, target, Failure(error.code, error.sentence, error.safe))
            raise
        except Exception:  # a fault of ours; the queue writes it down
            fault = unexpected()
            await self.fail(id, target, Failure(fault.code, fault.sentence, fault.safe))
            raise

    async def cleanup(self, job: Job) -> None:
        """After a cancel the document goes; after a crash or at the end of the app it can be tried again."""
        id, target = _ids(job)
        if job.state is JobState.CANCELLED:
            await self.drop_unread(id)
        elif target is None:
            await self.fail(id, None, interrupted())
        else:
            await self.put_off(id, target)

    # --- the ways in which it ends ----------------------------------------------------------------

    async def fail(self, id: str, target: str | None, failure: Failure) -> None:
        """Leave an unread document as failed, with nothing of it; one that has an earlier version keeps that."""
        if target is not None:
            await self.drop_unread(id)
        async with self._database.transaction() as tx:
            if target is None:
                if not _is_unread(await self._rows.find(tx, id)):
                    return
                await self._store.clear(tx, id)
                await self._rows.change(tx, id, self._clock.now(), state=DocumentState.FAILED.value, error=failure)
            elif (old := await self._rows.find(tx, target)) is not None:
                await self._rows.change(tx, target, self._clock.now(),
                                        note={**old.facts, "update_error": failure_json(failure)})
            tx.after_commit(self._on_change)

    async def put_off(self, id: str, target: str) -> None:
        """Keep of a new version that was being read only what is needed to read it again; its document says so."""
        async with self._database.transaction() as tx:
            new, old = await self._rows.find(tx, id), await self._rows.find(tx, target)
            if new is None or new.state is DocumentState.READY:
                return
            if old is None:
                await self.erase(tx, new)
                return
            await self._store.clear(tx, id)
            await self._rows.change(tx, id, self._clock.now(), state=DocumentState.FAILED.value, error=interrupted())
            await self._rows.change(tx, target, self._clock.now(),
                                    note={**old.facts, "update_error": failure_json(update_interrupted())})
            tx.after_commit(self._on_change)

    async def drop_unread(self, id: str) -> None:
        """Remove a document that is not ready, with everything of it."""
        async with self._database.transaction() as tx:
            found = await self._rows.find(tx, id)
            if found is not None and found.state is not DocumentState.READY:
                await self.erase(tx, found)

    async def erase(self, tx: Transaction, document: Document) -> None:
        """Delete a document with passages, vectors and tables, new versions of it that are on their way, and its
        attachment where nothing else has it."""
        for half in await self._rows.half_updates(tx, document.id):
            await self.erase(tx, half)
        await self._store.clear(tx, document.id)
        tables = self._tables()
        if tables is not None:
            await tables.forget(document.id, tx=tx)
        await self._rows.delete(tx, document.id)
        if document.attachment_id is not None:
            await self._attachments.forget_unused(tx, [document.attachment_id])
        tx.after_commit(self._on_change)

    # --- reading ----------------------------------------------------------------------------------

    async def _run(self, id: str, target: str | None, space: str, ctx: JobContext) -> Mapping[str, Any]:
        ctx.report(_READING)
        document = await self._begin(id)
        path = await self._path(document)
        read = await self._reader.read(
            path, document.name, str(document.origin.get("charset") or ""),
            lambda part: ctx.report(_READING, None if part is None else part * _READING_PART))
        passages = await asyncio.to_thread(read.passages)
        await self._describe(document, read, target or id, space)
        for at in range(0, len(passages), BATCH):
            ctx.report(_INDEXING, _READING_PART + (1 - _READING_PART) * at / len(passages))
            await self._add(id, passages[at:at + BATCH])
        if target is None:
            note = await self._load_tables(id, path, document.name) if read.kind in TABLES else None
            await self._finish(id, read, note)
        else:
            if await self._replace(id, target, read, space):
                await self._renew_tables(target, read, path, document.name)
        return {"document": target or id, "passages": len(passages), "chars": len(read.text)}

    async def _begin(self, id: str) -> Document:
        async with self._database.transaction() as tx:
            found = await self._rows.find(tx, id)
            if found is None or found.state is DocumentState.READY:
                raise _gone()
            await self._store.clear(tx, id)
            await self._rows.change(tx, id, self._clock.now(), state=DocumentState.READING.value, error=None)
            tx.after_commit(self._on_change)
        return found

    async def _path(self, document: Document) -> Path:
        """Where its bytes are now. Raises Gone where its attachment was removed."""
        found = None if document.attachment_id is None else await self._attachments.get(document.attachment_id)
        if found is None:
            raise AppError(Text.of("The file is no longer there. It may have been moved or renamed."), code="not_found")
        return found.path

    async def _describe(self, document: Document, read: ReadDocument, becomes: str, space: str) -> None:
        """What the text itself tells, before it is indexed below its title. Raises AppError for a twin."""
        name = title_line(Path(document.name).stem, MAX_TITLE_CHARS)
        title = document.title or read.title or name or document.name
        async with self._database.transaction() as tx:
            await self._refuse_twin(tx, read, becomes, space)
            await self._rows.change(
                tx, document.id, self._clock.now(), title=title, kind=read.kind, sha256=read.sha256, size=read.size,
                chars=len(read.text), pages=read.page_count)

    async def _add(self, id: str, passages: list[NewPassage]) -> None:
        async with self._database.transaction() as tx:
            if not _is_unread(await self._rows.find(tx, id)):
                raise _gone()
            await self._store.add(tx, id, passages)

    async def _finish(self, id: str, read: ReadDocument, note: Text | None) -> None:
        async with self._database.transaction() as tx:
            if not _is_unread(await self._rows.find(tx, id)):
                raise _gone()
            await self._rows.change(tx, id, self._clock.now(), state=DocumentState.READY.value, error=None,
                                    note=_note(read, note))
            tx.after_commit(self._on_change)

    async def _refuse_twin(self, tx: Transaction, read: ReadDocument, becomes: str, space: str) -> None:
        """Two documents of a space never have the same bytes: everything of them would be found twice."""
        twin = await self._rows.same(tx, read.sha256, space, but=becomes)
        if twin is not None and twin.state is not DocumentState.FAILED:
            raise same_document(twin)

    async def _replace(self, id: str, target: str, read: ReadDocument, space: str) -> bool:
        """Put the new version in the place of the old one, in one step; return whether tables have to follow."""
        async with self._database.transaction() as tx:
            await self._refuse_twin(tx, read, target, space)
            new, old = await self._rows.find(tx, id), await self._rows.find(tx, target)
            if new is None or old is None:
                raise _gone()
            pending = self._tables() is not None and not TABLES.isdisjoint((read.kind, old.kind))
            await self._store.adopt(tx, target, id)
            await self._rows.change(
                tx, target, self._clock.now(), state=DocumentState.READY.value, error=None, name=new.name,
                kind=read.kind, sha256=read.sha256, size=read.size, chars=len(read.text), pages=read.page_count,
                origin=new.origin, attachment_id=new.attachment_id,
                note=_note(read, None, pending=pending))
            await self._rows.delete(tx, id)
            if old.attachment_id is not None and old.attachment_id != new.attachment_id:
                await self._attachments.forget_unused(tx, [old.attachment_id])
            tx.after_commit(self._on_change)
        return pending

    # --- tables -----------------------------------------------------------------------------------

    async def _load_tables(self, id: str, path: Path, name: str) -> Text | None:
        """Make the tables of a document with rows; return what is to be said where that failed: its text is found."""
        tables = self._tables()
        if tables is None:
            return None
        try:
            await tables.load(id, path, name)
        except AppError as error:
            await tables.forget(id)
            return Text.of("Its tables cannot be asked. {why}", why=error.sentence)
        except OSError as error:
            await tables.forget(id)
            return Text.of("Its tables cannot be asked. {why}", why=Text.literal(error.strerror or "I/O"))
        return None

    async def _renew_tables(self, id: str, read: ReadDocument, path: Path, name: str) -> None:
        """After the text was replaced; ``tables_pending`` says so until then."""
        tables, note = self._tables(), None
        if read.kind in TABLES:
            note = await self._load_tables(id, path, name)
        elif tables is not None:
            await tables.forget(id)
        async with self._database.transaction() as tx:
            found = await self._rows.find(tx, id)
            if found is not None:
                await self._rows.change(tx, id, self._clock.now(), note=with_tables(found, note))
                tx.after_commit(self._on_change)


def with_tables(document: Document, note: Text | None) -> dict[str, Any]:
    """The note of a document whose tables are made, or are not because of ``note``."""
    notes = [*document.notes, *(() if note is None else (note,))]
    return {**{key: value for key, value in document.facts.items() if key != "tables_pending"},
            "notes": [one.to_json() for one in notes]}


def same_document(twin: Document) -> AppError:
    return AppError(
        Text.of("The same content is there already as “{title}”. Remove one of the two, or choose another file.",
                title=one_line(twin.shown, 80)), safe=Text.of("Nothing was changed."), code="same_document")


def interrupted() -> Failure:
    return Failure(INTERRUPTED, Text.of("Reading was interrupted. Start it again."),
                   Text.of("The original file is untouched."))


def update_interrupted() -> Failure:
    return Failure(INTERRUPTED, Text.of("Reading the new version was interrupted. Start it again."),
                   Text.of("The version before is still there."))


def _note(read: ReadDocument, tables: Text | None, *, pending: bool = False) -> dict[str, Any]:
    notes = [*read.notes, *(() if tables is None else (tables,))]
    return {"notes": [one.to_json() for one in notes], "encoding": read.encoding,
            **({"tables_pending": True} if pending else {})}


def _ids(job: Job) -> tuple[str, str | None]:
    target = job.params.get("update")
    return str(job.params.get("document", "")), target if isinstance(target, str) else None


def _is_unread(document: Document | None) -> bool:
    return document is not None and document.state is not DocumentState.READY


def _gone() -> Gone:
    return Gone(Text.of("This document is not there any more."))
