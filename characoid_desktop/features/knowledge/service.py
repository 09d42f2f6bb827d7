"""The knowledge base: documents taken in, read by a job, shared by characters, searched, and removed for good."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from characoid_desktop.core.cleaning import one_line, title_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.names import visible
from characoid_desktop.features.attachments.models import Attachment
from characoid_desktop.features.attachments.service import AttachmentService, Refused
from characoid_desktop.features.knowledge.document_rows import DocumentRepository
from characoid_desktop.features.knowledge.documents import MAX_TITLE_CHARS, Document, DocumentState
from characoid_desktop.features.knowledge.ingest import KIND, Ingest, TablesPort, interrupted, with_tables
from characoid_desktop.features.knowledge.models import (
    WORKSPACE,
    Around,
    Found,
    KnowledgeQuery,
    Passages,
    SearchResult,
)
from characoid_desktop.features.knowledge.reading import DocumentReader
from characoid_desktop.jobs.models import Job, JobProgress, JobState
from characoid_desktop.jobs.queue import JobQueue

MAX_LISTED = 1000
MAX_FILES = 1000  # at once
MAX_NAMED = 10  # documents that words may mean
HASHED_BYTES = 512 * 1024 * 1024  # what is larger is refused when it is read
_BLOCK = 1024 * 1024


class DocumentGone(AppError):
    code = "document_gone"


class BadDocument(AppError):
    code = "bad_document"


@dataclass(frozen=True, slots=True)
class Added:
    """What was taken in, in order, and what could not be."""

    documents: tuple[Document, ...]
    refused: tuple[Refused, ...] = ()


def _new_id() -> str:
    return uuid.uuid4().hex


class KnowledgeService:
    """Every method says whose space is meant (a persona's id): a document that the space does not have is never read,
    changed or told apart from one that does not exist. The same bytes are one document, however many spaces have it.

    ``changed`` fires after a change is saved. ``tables`` may be set once, before the start.
    """

    def __init__(
        self, database: Database, clock: Clock, store: Passages, reader: DocumentReader, jobs: JobQueue,
        attachments: AttachmentService, *, tables: TablesPort | None = None, new_id: Callable[[], str] = _new_id,
        workspace: str = WORKSPACE,
    ) -> None:
        self.changed: Event[None] = Event()
        self.tables = tables
        self._database = database
        self._clock = clock
        self._store = store
        self._jobs = jobs
        self._attachments = attachments
        self._new_id = new_id
        self._workspace = workspace
        self._rows = DocumentRepository(database, workspace)
        self._scope = TaskScope("knowledge")
        self._ingest = Ingest(database, self._rows, store, reader, attachments, lambda: self.tables, clock, self._tell)
        jobs.register(self._ingest)
        self._disconnect = jobs.changed.connect(self._job_changed)

    async def start(self) -> int:
        """Put in order what the last life of the app left: an unread document can be tried again, half an update or
        deletion is gone. Return how many were interrupted. To be called once, after the queue has started.
        """
        for id in await self._rows.without_space():
            await self._erase(id)
        unread = await self._rows.unfinished()
        for document in unread:
            await self._ingest.fail(document.id, None, interrupted())
        for document in await self._rows.tables_pending():
            if self.tables is not None:
                await self.tables.forget(document.id)
            async with self._database.transaction() as tx:
                await self._rows.change(tx, document.id, self._clock.now(), note=with_tables(document, Text.of(
                    "Its tables were not made. Update the document to have them.")))
        return len(unread)

    async def aclose(self) -> None:
        self._disconnect()
        await self._scope.aclose()

    # --- look -----------------------------------------------------------------------------------

    async def list(self, space: str, words: str = "", limit: int = MAX_LISTED) -> list[Document]:
        """Newest first; with ``words`` those whose title or file name has them. Raises DataError."""
        return await self._rows.list(space, words.strip()[:200], max(1, min(limit, MAX_LISTED)))

    async def get(self, id: str, space: str) -> Document | None:
        return await self._rows.get(id, space)

    async def spaces(self, space: str) -> Mapping[str, Sequence[str]]:
        """Which spaces have the documents of ``space``, by document: for the user's own eyes, never for a model."""
        return await self._rows.spaces(space)

    async def named(self, words: str, space: str, *, tx: Transaction | None = None) -> Document:
        """Return the document of that id, else the only one with that title or file name, else the only one whose title
        or name has the words. Raises DocumentGone, BadDocument where several are meant.
        """
        async with self._within(tx) as unit:
            found = await self._rows.owned(unit, words, space)
            if found is not None:
                return found
            all_of_them = await self._rows.named(unit, space, words.strip()[:200], MAX_NAMED)
        wanted = words.strip().casefold()
        exact = [one for one in all_of_them if wanted in _names_of(one)]
        meant = exact or all_of_them
        if not meant:
            raise document_gone()
        if len(meant) > 1:
            names = ", ".join(f"“{one_line(one.shown, 80)}”" for one in meant[:MAX_NAMED])
            raise BadDocument(Text.of("Several documents could be meant: {names}. Say which one.", names=names),
                              safe=Text.of("Nothing was changed."))
        return meant[0]

    def progress(self, id: str) -> JobProgress | None:
        """How far the reading of a document is; None while it waits and when it is over."""
        job = self._job_of(id)
        return None if job is None else job.progress

    async def settled(self, ids: Sequence[str], space: str, limit_s: float) -> list[Document]:
        """Wait until these documents are read, at most ``limit_s`` seconds; return them as they are then."""
        changed = asyncio.Event()
        disconnect = self.changed.connect(lambda _: changed.set())
        try:
            async with asyncio.timeout(limit_s):
                while not all(one.state.is_over for one in await self._those(ids, space)):
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            disconnect()
        return await self._those(ids, space)

    async def search(self, space: str, query: str, limit: int = 8) -> SearchResult:
        """See ``Passages.search``."""
        return await self._store.search(KnowledgeQuery(space, query, limit, self._workspace))

    async def passage(self, id: str, space: str) -> Found | None:
        return await self._store.passage(id, space)

    async def around(self, id: str, space: str, chars: int = 2000) -> Around | None:
        return await self._store.around(id, space, chars)

    # --- add ------------------------------------------------------------------------------------

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

    async def share(self, id: str, from_space: str, to_space: str) -> Document:
        """Let another space have a document too; there is one of it.

        Raises DocumentGone, BadDocument where the other space has the same bytes as a document of its own.
        """
        async with self._database.transaction() as tx:
            document = await self._owned(tx, id, from_space)
            twin = None if document.sha256 is None else await self._rows.same(tx, document.sha256, to_space, but=id)
            if twin is not None and twin.state is not DocumentState.FAILED:
                raise BadDocument(Text.of("The same content is there already as “{title}”.", title=twin.shown),
                                  safe=Text.of("Nothing was changed."))
            await self._rows.give(tx, id, to_space, self._new_id(), self._clock.now())
            tx.after_commit(self._tell)
        return await self._again(id, to_space)

    async def update(self, id: str, space: str, path: Path | None = None) -> Document:
        """Read a new version: of the file where it lies, or of another one. The old version is found until then, for
        every space that has the document. A version with the bytes of another document of ``space`` is not taken
        (``update_error`` says as which it is there). Raises DocumentGone, BadDocument, NotAFile, DataError.
        """
        async with self._database.transaction() as tx:
            document = await self._owned(tx, id, space)
            if not document.state.is_over:
                raise BadDocument(Text.of("“{title}” is being read already.", title=document.shown))
            wanted = path or _path_of(document)
            file = None if wanted is None else await self._attachments.reference_once(wanted, tx)
            if file is None:
                raise BadDocument(Text.of("“{title}” was a copy. Choose the file of its new version.",
                                          title=document.shown))
            await self._start_update(tx, document, file, space)
        return await self._again(id, space)

    async def update_copy(self, id: str, space: str, path: Path, origin: Mapping[str, Any]) -> Document:
        """As :meth:`update`, of a file that may go afterwards (a page that was fetched again); ``origin``: where it is
        from. Raises DocumentGone, BadDocument, NotAFile, BlobTooLarge, DataError.
        """
        file = await self._attachments.import_file(path)
        async with self._database.transaction() as tx:
            document = await self._owned(tx, id, space)
            if not document.state.is_over:
                raise BadDocument(Text.of("“{title}” is being read already.", title=document.shown))
            await self._start_update(tx, document, file, space, origin)
        return await self._again(id, space)

    async def rename(self, id: str, space: str, title: str) -> Document:
        """Give a document another title, for every space that has it. Raises DocumentGone, BadDocument, DataError."""
        title = title_line(title, MAX_TITLE_CHARS).strip()
        if not title:
            raise BadDocument(Text.of("A document needs a title."), safe=Text.of("Nothing was changed."))
        async with self._database.transaction() as tx:
            await self._owned(tx, id, space)
            await self._rows.change(tx, id, self._clock.now(), title=title)
            tx.after_commit(self._tell)
        await self._store.retitle(id)
        return await self._again(id, space)

    async def retry(self, id: str, space: str) -> Document:
        """Read a failed document again. Raises DocumentGone, BadDocument."""
        async with self._database.transaction() as tx:
            document = await self._owned(tx, id, space)
            if document.state is not DocumentState.FAILED:
                raise BadDocument(Text.of("“{title}” was read already.", title=document.shown))
            await self._rows.change(tx, id, self._clock.now(), state=DocumentState.QUEUED.value, error=None)
            await self._submit(tx, document.name, {"document": id, "space": space})
        return await self._again(id, space)

    async def retry_jobs(self, job_ids: Sequence[str]) -> None:
        """Start interrupted or failed readings again, those of ``job_ids`` that are ours."""
        ours = [job.id for id in job_ids if (job := await self._jobs.get(id)) is not None and job.kind == KIND]
        if ours:
            await self._jobs.retry_many(ours)

    # --- remove ---------------------------------------------------------------------------------

    async def remove(self, id: str, space: str, *, tx: Transaction | None = None) -> Document:
        """Take a document from a space and return it; when no other space has it, it goes with passages, vectors and
        tables. Files of the user's own are never touched. Raises DocumentGone, DataError.
        """
        async with self._within(tx) as unit:
            document = await self._owned(unit, id, space)
            await self._let_go(unit, document, space)
        return document

    async def cancel(self, id: str, space: str) -> None:
        """Stop reading: a new document goes, one that is updated stays as it was. Raises DocumentGone.

        A new one that others have too is only taken from this space, and read on.
        """
        async with self._within(None) as tx:
            document = await self._owned(tx, id, space)
            if document.shared > 1 and document.state is not DocumentState.READY:
                await self._let_go(tx, document, space)
                return
        job = self._job_of(id)
        if job is not None:
            await self._jobs.cancel(job.id)

    async def forget_space(self, tx: Transaction, space: str) -> None:
        """In the unit of work in which a persona is deleted: take all its documents from it."""
        for id in await self._rows.of_space(tx, space):
            document = await self._rows.find(tx, id)
            if document is not None:
                await self._let_go(tx, document, space)

    async def copy_space(self, tx: Transaction, source: str, copy: str) -> None:
        """In the unit of work in which a persona is copied: the copy has the same documents."""
        for id in await self._rows.of_space(tx, source):
            await self._rows.give(tx, id, copy, self._new_id(), self._clock.now())
        tx.after_commit(self._tell)

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
        return await self._again(id, space)

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
        await self._rows.insert(
            tx, id=id, name=visible(file.name)[:255], title=document.title, kind="",
            origin=where, sha256=None, size=file.size, attachment_id=file.id,
            state=DocumentState.QUEUED, now=self._clock.now())
        await self._submit(tx, file.name, {"document": id, "update": document.id, "space": space})

    async def _submit(self, tx: Transaction, name: str, params: Mapping[str, Any]) -> None:
        await self._jobs.submit(KIND, Text.of("Reading “{name}”", name=one_line(name, 120)), params, tx=tx)
        tx.after_commit(self._tell)

    async def _let_go(self, tx: Transaction, document: Document, space: str) -> None:
        if not await self._rows.take(tx, document.id, space):
            await self._ingest.erase(tx, document)
            tx.after_commit(lambda: self._stop_reading(document.id))
        tx.after_commit(self._tell)

    def _stop_reading(self, id: str) -> None:
        """Nobody has the document any more: its job, if there is one, has nothing to do."""
        job = self._job_of(id)
        if job is not None:
            self._scope.start(self._jobs.cancel(job.id), name="stop reading")

    async def _erase(self, id: str) -> None:
        async with self._database.transaction() as tx:
            document = await self._rows.find(tx, id)
            if document is not None:
                await self._ingest.erase(tx, document)

    def _job_changed(self, job: Job) -> None:
        """A waiting job that is cancelled never ran, so nothing else tidies up after it."""
        if job.kind != KIND:
            return
        if job.state is JobState.CANCELLED:
            self._scope.start(self._ingest.drop_unread(str(job.params.get("document", ""))), name="cancelled")
        self.changed.emit(None)

    def _job_of(self, id: str) -> Job | None:
        return next((job for job in self._jobs.list_active()
                     if job.kind == KIND and id in (job.params.get("document"), job.params.get("update"))), None)

    async def _owned(self, tx: Transaction, id: str, space: str) -> Document:
        document = await self._rows.owned(tx, id, space)
        if document is None:
            raise document_gone()
        return document

    async def _those(self, ids: Sequence[str], space: str) -> list[Document]:
        found = [await self._rows.get(id, space) for id in ids]
        return [one for one in found if one is not None]

    async def _again(self, id: str, space: str) -> Document:
        document = await self._rows.get(id, space)
        if document is None:
            raise document_gone()
        return document

    def _tell(self) -> None:
        self.changed.emit(None)

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def document_gone() -> DocumentGone:
    return DocumentGone(Text.of("There is no such document."), safe=Text.of("Nothing was changed."))


def _names_of(document: Document) -> tuple[str, ...]:
    name = document.name.casefold()
    return document.title.casefold(), name, name.rsplit(".", 1)[0]


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
