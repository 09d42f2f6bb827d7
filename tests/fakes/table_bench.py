"""Tables over a real database and real files; documents are rows as the knowledge base writes them."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from characoid_desktop.core.clock import Clock, SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.features.tables.service import TableService
from tests.fakes.table_engine import TableEngine

SONGS = ("title,singer,plays,released\nNight Rain,Mika,120,2024-05-06\nMorning,Rin,80,2023-01-02\n"
         "Blue Sky,Mika,300,2024-07-08\nTea Time,Rin,5,2022-03-04\n")
FRUIT = "水果,价格,数量\n苹果,3.5,12\n香蕉,2,30\n葡萄,8,7\n"
TRACKS = "曲名,歌手,再生数\n夜の雨,ミカ,120\n朝,リン,80\n青空,ミカ,300\n"


async def add_document(
    database: Database, spaces: Sequence[str], title: str = "Songs", *, state: str = "ready",
    workspace: str = "default",
) -> str:
    """Write the row of a document and the spaces that have it; return its id."""
    id = uuid.uuid4().hex
    async with database.transaction() as tx:
        await tx.execute(
            "INSERT INTO documents (id, workspace, name, title, kind, origin, size, state, note, created_at,"
            " updated_at) VALUES (?, ?, ?, ?, 'csv', '{}', 1, ?, '{}', '2026', '2026')",
            (id, workspace, f"{title}.csv", title, state))
        for space in spaces:
            await tx.execute(
                "INSERT INTO document_spaces (id, document_id, space, created_at) VALUES (?, ?, ?, '2026')",
                (uuid.uuid4().hex, id, space))
    return id


@dataclass
class TableBench:
    """``changes`` counts what ``changed`` said."""

    paths: AppPaths
    database: Database
    tables: TableService
    engine: TableEngine
    changes: list[None] = field(default_factory=list)

    @property
    def files(self) -> list[str]:
        return sorted(path.name for path in self.paths.tables.iterdir()) if self.paths.tables.exists() else []

    def file(self, text: str | bytes, name: str = "songs.csv") -> Path:
        path = self.paths.data.parent / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    async def add(
        self, text: str | bytes = SONGS, *spaces: str, title: str = "songs", name: str = "",
    ) -> str:
        """Add a document with tables; return its id."""
        document = await add_document(self.database, spaces or ("mika",), title)
        name = name or f"{title}.csv"
        await self.tables.load(document, self.file(text, "new file"), name)
        return document


@asynccontextmanager
async def table_bench(paths: AppPaths, clock: Clock | None = None) -> AsyncIterator[TableBench]:
    clock, engine = clock or SystemClock(), TableEngine()
    database = await Database.open(paths.database, paths.backups, clock)
    tables = TableService(database, engine, engine, clock, paths.tables)
    bench = TableBench(paths, database, tables, engine)
    tables.changed.connect(bench.changes.append)
    try:
        await tables.start()
        yield bench
    finally:
        await tables.aclose()
        await database.aclose()
