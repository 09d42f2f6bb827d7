"""The knowledge base over a real database, queue and store, with files in a folder of the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from characoid_desktop.core.clock import Clock, SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.engines.contracts import EngineHost
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.knowledge.documents import Document
from characoid_desktop.features.knowledge.reading import EngineReader
from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.features.knowledge.store import PassageStore
from characoid_desktop.jobs.queue import JobQueue
from tests.fakes.document_engine import DocumentEngine
from tests.fakes.eventually import eventually

A, B = "persona-a", "persona-b"


@dataclass
class Tables:
    """``TablesPort`` that writes down what it was told. ``error``: what ``load`` raises."""

    loaded: dict[str, str] = field(default_factory=dict[str, str])
    forgotten: list[str] = field(default_factory=list[str])
    error: Exception | None = None

    async def load(self, document_id: str, path: Path, name: str) -> int:
        if self.error is not None:
            raise self.error
        self.loaded[document_id] = path.read_bytes().decode("utf-8", "replace")
        return 1

    async def forget(self, document_id: str, *, tx: Transaction | None = None) -> None:
        self.loaded.pop(document_id, None)
        self.forgotten.append(document_id)


@dataclass
class DocumentsBench:
    database: Database
    jobs: JobQueue
    attachments: AttachmentService
    store: PassageStore
    engine: EngineHost
    knowledge: KnowledgeService
    folder: Path
    tables: Tables

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    async def add(self, name: str, content: str | bytes, space: str = A) -> Document:
        """Take a file in and return it once it is over."""
        added = await self.knowledge.add_paths(space, [self.write(name, content)])
        return await self.over(added.documents[0].id, space)

    async def over(self, id: str, space: str = A) -> Document:
        await self.settled()
        found = await self.knowledge.get(id, space)
        assert found is not None
        assert found.state.is_over
        return found

    async def settled(self) -> None:
        """Wait until nothing is read any more, and nothing waits to be."""
        while True:
            await eventually(lambda: not self.jobs.busy, 60.0)
            row = await self.database.read_one(
                "SELECT (SELECT count(*) FROM documents WHERE state IN ('queued', 'reading'))"
                " + (SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')) AS n")
            assert row is not None
            if not row["n"] and not self.jobs.busy:
                return

    async def finds(self, words: str, space: str = A) -> list[str]:
        """The titles of the documents that a search finds."""
        return [one.title for one in (await self.knowledge.search(space, words)).found]

    async def rows(self) -> dict[str, int]:
        """How many rows each table of the knowledge base has; the index must agree with its table."""
        assert await self.store.differences() == 0
        while await self.store.tidy():
            pass
        counts: dict[str, int] = {}
        for table in ("documents", "document_spaces", "passages", "passage_texts", "attachments"):
            row = await self.database.read_one(f"SELECT count(*) AS n FROM {table}")
            assert row is not None
            counts[table] = row["n"]
        return counts


@asynccontextmanager
async def documents_bench(
    paths: AppPaths, folder: Path, *, clock: Clock | None = None, engine: EngineHost | None = None,
) -> AsyncIterator[DocumentsBench]:
    clock = clock or SystemClock()
    folder.mkdir(exist_ok=True)
    database = await Database.open(paths.database, paths.backups, clock)
    jobs = JobQueue(database, clock)
    attachments = AttachmentService(database, BlobStore(paths.blobs), clock)
    store, tables = PassageStore(database), Tables()
    engine = engine or DocumentEngine()
    knowledge = KnowledgeService(database, clock, store, EngineReader(engine), jobs, attachments, tables=tables)
    try:
        await jobs.start()
        await knowledge.start()
        yield DocumentsBench(database, jobs, attachments, store, engine, knowledge, folder, tables)
    finally:
        await knowledge.aclose()
        await jobs.aclose()
        await database.aclose()
