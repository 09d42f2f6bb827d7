"""kill -9 while passages are written, replaced and deleted: whole or absent, and search and table agree."""

from __future__ import annotations

import asyncio
import random
import sys

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.features.knowledge.models import KnowledgeQuery, Way
from characoid_desktop.features.knowledge.store import PassageStore
from tests.fakes.data_faults import SetClock, kill_hard, start_script
from tests.fakes.knowledge_bench import StandInEmbedder

KILLS = 12
PASSAGES = 40  # of a document of version n: each says "version n"

WRITER = f"""
import asyncio, sys
from pathlib import Path
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.data.database import Database
from characoid_desktop.features.knowledge.models import NewVector
from characoid_desktop.features.knowledge.store import PassageStore
from tests.fakes.knowledge_bench import StandInEmbedder, document, passages_of

async def main():
    database = await Database.open(Path(sys.argv[1]), Path(sys.argv[2]), SystemClock())
    embedder, n = StandInEmbedder(16), int(sys.argv[3])
    store = PassageStore(database, lambda: embedder)
    print("ready", flush=True)
    while True:
        n += 1
        parts = passages_of([f"蛋糕店 version {{n}} part {{part}}" for part in range({PASSAGES})])
        async with database.transaction() as tx:
            if await tx.fetch_one("SELECT 1 FROM documents WHERE id = 'd'") is None:
                await document(tx, "d", ["a"])
            await store.replace(tx, "d", parts)
        pending = await store.pending_vectors(embedder.model, 64)
        vectors = await embedder.embed([one.text for one in pending])
        await store.put_vectors(embedder.model, [NewVector(one.seq, v) for one, v in zip(pending, vectors)])
        async with database.transaction() as tx:
            await document(tx, f"new-{{n}}", [], state="reading")
            await store.add(tx, f"new-{{n}}", parts[:20])
        async with database.transaction() as tx:
            await store.add(tx, f"new-{{n}}", parts[20:])
        async with database.transaction() as tx:
            await store.adopt(tx, "d", f"new-{{n}}")
            await tx.execute("DELETE FROM documents WHERE id = ?", (f"new-{{n}}",))
        async with database.transaction() as tx:
            await tx.execute("DELETE FROM documents WHERE id = 'd'")
        await store.tidy()

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
async def test_kills_at_any_moment_leave_whole_documents_and_an_index_that_agrees(
    home: AppPaths, clock: SetClock,
) -> None:
    chance = random.Random(11)
    embedder = StandInEmbedder(16)
    for kill in range(KILLS):
        child = start_script(WRITER, home.database, home.backups, kill * 1000)
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "ready\n"
        await asyncio.sleep(chance.uniform(0.02, 0.5))  # not a wait for anything: the kill shall hit any moment
        kill_hard(child)
        child.stdout.close()
        child.stdin.close()
        database = await Database.open(home.database, home.backups, clock)
        await _is_whole(database, PassageStore(database, lambda: embedder))
        await database.aclose()


async def _is_whole(database: Database, store: PassageStore) -> None:
    assert await store.differences() == 0
    rows = await database.read_all("SELECT text FROM passages WHERE document_id = 'd'")
    versions = {row["text"].split(" part ")[0] for row in rows}
    assert (len(rows), len(versions)) in ((0, 0), (PASSAGES, 1))
    result = await store.search(KnowledgeQuery("a", "蛋糕店", 50))
    assert len(result.found) == len(rows)
    assert {one.text.split(" part ")[0] for one in result.found} == versions
    assert Way.VECTORS in result.ways
    assert not await database.read_all("SELECT 1 FROM passage_vectors WHERE passage NOT IN (SELECT seq FROM passages)")
    while await store.tidy():
        pass
    [row] = await database.read_all(
        "SELECT (SELECT count(*) FROM passages) AS passages, count(*) AS entries FROM passage_texts_docsize")
    assert row["passages"] == row["entries"]
