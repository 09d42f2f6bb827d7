"""The knowledge base: documents taken in, read by a job, shared by characters, searched, and removed for good."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any

from characoid_desktop.core.cleaning import one_line, title_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.knowledge.document_rows import DocumentRepository
from characoid_desktop.features.knowledge.documents import (
    MAX_TITLE_CHARS,
    UPDATE_OF,
    BadDocument,
    Document,
    DocumentState,
    document_gone,
)
from characoid_desktop.features.knowledge.ingest import KIND, Ingest, TablesPort, interrupted, with_tables
from characoid_desktop.features.knowledge.intake import Added, Intake, new_document_id
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
MAX_NAMED = 10  # documents that words may mean


class KnowledgeService:
    """Every method says whose space is meant (a persona's id): a document that the space does not have is never read,
    changed or told apart from one that does not exist. The same bytes are one document, however many spaces have it.

    ``changed`` fires after a change is saved. ``tables`` may be set once, before the start.
    """

    def __init__(
        self, database: Database, clock: Clock, store: Passages, reader: DocumentReader, jobs: JobQueue,
        attachments: AttachmentService, *, tables: TablesPort | None = None,
        new_id: Callable[[], str] = new_document_id, workspace: str = WORKSPACE,
    ) -> None:
        self.changed: Event[None] = Event()
        self.tables = tables
        self._database = database
        self._clock = clock
        self._store = store
        self._jobs = jobs
        self._new_id = new_id
        self._workspace = workspace
        self._rows = DocumentRepository(database, workspace)
        self._scope = TaskScope("knowledge")
        self._ingest = Ingest(database, self._rows, store, reader, attachments, lambda: self.tables, clock, self._tell)
        self._intake = Intake(
            database, clock, self._rows, jobs, attachments, new_id, self._ingest.erase, self._tell)
        jobs.register(self._ingest)
        self._disconnect = jobs.changed.connect(self._job_changed)

    async def start(self) -> int:
        """Put in order what the last life of the app left: an unread document can be tried again, half an update or
        deletion is gone. Return how many were interrupted. To be called once, after the queue has started.
        """
        for document in await self._rows.without_space():
            target = document.facts.get(UPDATE_OF)
            if isinstance(target, str):
                await self._ingest.put_off(document.id, target)
            else:
                await self._erase(document.id)
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
        """See ``Intake.add``."""
        return await self._intake.add(space, attachment_ids, title)

    async def add_paths(self, space: str, paths: Sequence[Path]) -> Added:
        """See ``Intake.add_paths``."""
        return await self._intake.add_paths(space, paths)

    async def add_copy(
        self, space: str, path: Path, title: str = "", origin: Mapping[str, Any] | None = None,
    ) -> Document:
        """See ``Intake.add_copy``."""
        return await self._intake.add_copy(space, path, title, origin)

    async def update(self, id: str, space: str, path: Path | None = None) -> Document:
        """See ``Intake.update``."""
        return await self._in_place_of(id, self._intake.update(id, space, path))

    async def update_copy(self, id: str, space: str, path: Path, origin: Mapping[str, Any]) -> Document:
        """See ``Intake.update_copy``."""
        return await self._in_place_of(id, self._intake.update_copy(id, space, path, origin))

    async def retry(self, id: str, space: str) -> Document:
        """See ``Intake.retry``."""
        return await self._intake.retry(id, space)

    async def retry_jobs(self, job_ids: Sequence[str]) -> None:
        """See ``Intake.retry_jobs``."""
        await self._intake.retry_jobs(job_ids)

    async def share(self, id: str, from_space: str, to_space: str) -> Document:
        """Let another space have a document too; there is one of it.

        Raises DocumentGone, BadDocument where the other space has the same bytes as a document of its own.
        """
        async with self._database.transaction() as tx:
            document = await self._rows.required(tx, id, from_space)
            twin = None if document.sha256 is None else await self._rows.same(tx, document.sha256, to_space, but=id)
            if twin is not None and twin.state is not DocumentState.FAILED:
                raise BadDocument(Text.of("The same content is there already as “{title}”.", title=twin.shown),
                                  safe=Text.of("Nothing was changed."))
            await self._rows.give(tx, id, to_space, self._new_id(), self._clock.now())
            tx.after_commit(self._tell)
        return await self._rows.again(id, to_space)

    async def rename(self, id: str, space: str, title: str) -> Document:
        """Give a document another title, for every space that has it. Raises DocumentGone, BadDocument, DataError."""
        title = title_line(title, MAX_TITLE_CHARS).strip()
        if not title:
            raise BadDocument(Text.of("A document needs a title."), safe=Text.of("Nothing was changed."))
        async with self._database.transaction() as tx:
            await self._rows.required(tx, id, space)
            await self._rows.change(tx, id, self._clock.now(), title=title)
            tx.after_commit(self._tell)
        await self._store.retitle(id)
        return await self._rows.again(id, space)

    # --- remove ---------------------------------------------------------------------------------

    async def remove(self, id: str, space: str, *, tx: Transaction | None = None) -> Document:
        """Take a document from a space and return it; when no other space has it, it goes with passages, vectors and
        tables. Files of the user's own are never touched. Raises DocumentGone, DataError.
        """
        async with self._within(tx) as unit:
            document = await self._rows.required(unit, id, space)
            await self._let_go(unit, document, space)
        return document

    async def cancel(self, id: str, space: str) -> None:
        """Stop reading: a new document goes, one that is updated stays as it was. Raises DocumentGone.

        A new one that others have too is only taken from this space, and read on.
        """
        async with self._within(None) as tx:
            document = await self._rows.required(tx, id, space)
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

    async def _in_place_of(self, id: str, update: Coroutine[Any, Any, Document]) -> Document:
        """Start an update; an earlier one that is being read has nothing to put in place any more and ends."""
        before = self._job_of(id)
        document = await update
        if before is not None:
            await self._jobs.cancel(before.id)
        return document

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

    async def _those(self, ids: Sequence[str], space: str) -> list[Document]:
        found = [await self._rows.get(id, space) for id in ids]
        return [one for one in found if one is not None]

    def _tell(self) -> None:
        self.changed.emit(None)

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def _names_of(document: Document) -> tuple[str, ...]:
    name = document.name.casefold()
    return document.title.casefold(), name, name.rsplit(".", 1)[0]
