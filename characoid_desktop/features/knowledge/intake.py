"""Files on their way into the knowledge base: taken in once, read by a job, read again when they change."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from characoid_desktop.core.cleaning import one_line, title_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.names import visible
from characoid_desktop.features.attachments.models import Attachment
from characoid_desktop.features.attachments.service import AttachmentService, Refused
from characoid_desktop.features.knowledge.document_rows import DocumentRepository
from characoid_desktop.features.knowledge.documents import (
    MAX_TITLE_CHARS,
    UPDATE_OF,
    BadDocument,
    Document,
    DocumentState,
)
from characoid_desktop.features.knowledge.ingest import KIND
from characoid_desktop.jobs.queue import JobQueue

MAX_FILES = 1000  # at once
HASHED_BYTES = 512 * 1024 * 1024  # what is larger is refused when it is read
_BLOCK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Added:
    """What was taken in, in order, and what could not be."""

    documents: tuple[Document, ...]
    refused: tuple[Refused, ...] = ()


def new_document_id() -> str:
    return uuid.uuid4().hex


class Intake:
    """The half of ``KnowledgeService`` that starts readings. ``on_change`` is called after what it did is saved."""

    def __init__(
        self, database: Database, clock: Clock, rows: DocumentRepository, jobs: JobQueue,
        attachments: AttachmentService, new_id: Callable[[], str],
        erase: Callable[[Transaction, Document], Awaitable[None]], on_change: Callable[[], object],
    ) -> None:
        self._database = database
        self._clock = clock
        self._rows = rows
        self._jobs = jobs
        self._attachments = attachments
        self._new_id = new_id
        self._erase = erase
        self._tell = on_change

    async def add(self, space: str, attachment_ids: Sequence[str], title: str = "") -> list[Document]:
        """Take attached files in; each is read by a job. ``title`` names the one file, for several it is ignored.

        A file whose bytes are known already is the document that there is. Raises BadDocument for an attachment that
        is not there (nothing was added then), DataError.
        """
        files = await self._attachments.get_many(attachment_ids)
        if missing := [id for id in attachment_ids if id not in files]:
            raise BadDocument(
                Text.count("This file is not attached any more.", "{n} of these files are not attached any more.",
                           len(missing)), safe=Text.of("Nothing was added."))
        return [await self._take_in(space, files[id], title if len(attachment_ids) == 1 else "", {})
                for id in attachment_ids]

    async def add_paths(self, space: str, paths: Sequence[Path]) -> Added:
        """Take files in where they lie. Raises BadDocument for too many, DataError."""
        if len(paths) > MAX_FILES:
            raise BadDocument(Text.of("More than {n} files at once are too many. Add them in parts.", n=MAX_FILES),
                              safe=Text.of("Nothing was added."))
        files, refused = await self._attachments.reference_many(paths)
        documents = [await self._take_in(space, file, "", {}) for file in files]
        return Added(tuple(documents), tuple(refused))

    async def add_copy(
        self, space: str, path: Path, title: str = "", origin: Mapping[str, Any] | None = None,
    ) -> Document:
        """Take a file in as a copy; it may go afterwards. ``origin``: where it is from (``url``, ``charset``).

        Raises NotAFile, BlobTooLarge, DataError.
        """
        return await self._take_in(space, await self._attachments.import_file(path), title, origin or {})

    async def update(self, id: str, space: str, path: Path | None = None) -> Document:
        """Read a new version: of the file where it lies (of a version that was interrupted: where that lies), or of
        another one. Of two the one that was asked for last counts. The old version is found until then, for
        every space that has the document. A version with the bytes of another document of ``space`` is not taken
        (``update_error`` says as which it is there). Raises DocumentGone, BadDocument, NotAFile, DataError.
        """
        async with self._database.transaction() as tx:
            document = await self._rows.required(tx, id, space)
            if not document.state.is_over:
                raise BadDocument(Text.of("“{title}” is being read already.", title=document.shown))
            halves = await self._rows.half_updates(tx, id)
            wanted = path or _path_of(halves[-1] if halves else document)
            file = None if wanted is None else await self._attachments.reference_once(wanted, tx)
            if file is None:
                raise BadDocument(Text.of("“{title}” was a copy. Choose the file of its new version.",
                                          title=document.shown))
            await self._start_update(tx, document, file, space)
        return await self._rows.again(id, space)

    async def update_copy(self, id: str, space: str, path: Path, origin: Mapping[str, Any]) -> Document:
        """As :meth:`update`, of a file that may go afterwards (a page that was fetched again); ``origin``: where it is
        from. Raises DocumentGone, BadDocument, NotAFile, BlobTooLarge, DataError.
        """
        file = await self._attachments.import_file(path)
        async with self._database.transaction() as tx:
            document = await self._rows.required(tx, id, space)
            if not document.state.is_over:
                raise BadDocument(Text.of("“{title}” is being read already.", title=document.shown))
            await self._start_update(tx, document, file, space, origin)
        return await self._rows.again(id, space)

    async def retry(self, id: str, space: str) -> Document:
        """Read a failed document again. Raises DocumentGone, BadDocument."""
        async with self._database.transaction() as tx:
            document = await self._rows.required(tx, id, space)
            if document.state is not DocumentState.FAILED:
                raise BadDocument(Text.of("“{title}” was read already.", title=document.shown))
            await self._rows.change(tx, id, self._clock.now(), state=DocumentState.QUEUED.value, error=None)
            await self._submit(tx, document.name, {"document": id, "space": space})
        return await self._rows.again(id, space)

    async def retry_jobs(self, job_ids: Sequence[str]) -> None:
        """Start interrupted or failed readings again, those of ``job_ids`` that are ours."""
        ours = [job.id for id in job_ids if (job := await self._jobs.get(id)) is not None and job.kind == KIND]
        if ours:
            await self._jobs.retry_many(ours)

    # --- inside ---------------------------------------------------------------------------------

    async def _take_in(self, space: str, file: Attachment, title: str, origin: Mapping[str, Any]) -> Document:
        sha256 = file.sha256 or await asyncio.to_thread(_sha256_of, file.path)
        name = visible(file.name)[:255]
        where = {**({} if file.is_copy else {"path": str(file.path)}), **origin}
        async with self._database.transaction() as tx:
            known = None if sha256 is None else await self._rows.same(tx, sha256, space)
            id = known.id if known is not None else self._new_id()
            if known is None:
                await self._rows.insert(
                    tx, id=id, name=name, title=title_line(title, MAX_TITLE_CHARS), kind="", origin=where,
                    sha256=sha256, size=file.size, attachment_id=file.id, state=DocumentState.QUEUED,
                    now=self._clock.now())
                await self._submit(tx, name, {"document": id, "space": space})
            elif known.state is DocumentState.FAILED:
                await self._rows.change(tx, id, self._clock.now(), state=DocumentState.QUEUED.value, error=None,
                                        attachment_id=file.id, origin=where, name=name)
                await self._submit(tx, name, {"document": id, "space": space})
            elif known.attachment_id != file.id:
                await self._attachments.forget_unused(tx, [file.id])
            await self._rows.give(tx, id, space, self._new_id(), self._clock.now())
            tx.after_commit(self._tell)
        return await self._rows.again(id, space)

    async def _start_update(
        self, tx: Transaction, document: Document, file: Attachment, space: str,
        origin: Mapping[str, Any] | None = None,
    ) -> None:
        """The new version is read under a row of its own that no space has."""
        where = origin or {**document.origin, "path": str(file.path)}
        if document.state is DocumentState.FAILED:  # there is no version yet
            await self._rows.change(tx, document.id, self._clock.now(), state=DocumentState.QUEUED.value, error=None,
                                    attachment_id=file.id, origin=where)
            await self._submit(tx, file.name, {"document": document.id, "space": space})
            return
        id = self._new_id()
        before = await self._rows.half_updates(tx, document.id)
        await self._rows.insert(
            tx, id=id, name=visible(file.name)[:255], title=document.title, kind="",
            origin=where, sha256=None, size=file.size, attachment_id=file.id,
            state=DocumentState.QUEUED, now=self._clock.now())
        await self._rows.change(tx, id, self._clock.now(), note={UPDATE_OF: document.id})
        for half in before:  # after the new row, which may have the same attachment; a job of it finds nothing to do
            await self._erase(tx, half)
        await self._submit(tx, file.name, {"document": id, "update": document.id, "space": space})

    async def _submit(self, tx: Transaction, name: str, params: Mapping[str, Any]) -> None:
        await self._jobs.submit(KIND, Text.of("Reading “{name}”", name=one_line(name, 120)), params, tx=tx)
        tx.after_commit(self._tell)


def _path_of(document: Document) -> Path | None:
    path = document.origin.get("path")
    return Path(path) if isinstance(path, str) and path else None


def _sha256_of(path: Path) -> str | None:
    """Return the digest of a file, None for one that cannot be read now (the job will say why)."""
    try:
        with path.open("rb") as file:
            digest = hashlib.sha256()
            done = 0
            while block := file.read(_BLOCK):
                digest.update(block)
                done += len(block)
                if done > HASHED_BYTES:
                    return None
            return digest.hexdigest() if done else None
    except (OSError, ValueError):
        return None
