"""Tables with the real children: what happens when one of them is killed or does not get on."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psutil
import pytest

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.engines.catalog import EngineHosts, build_hosts
from characoid_desktop.engines.contracts import EngineUnavailable
from characoid_desktop.features.tables import service
from characoid_desktop.features.tables.plan import TablePlan
from characoid_desktop.features.tables.service import TableService
from tests.fakes.eventually import eventually
from tests.fakes.home import running_container
from tests.fakes.table_bench import SONGS, add_document

pytestmark = pytest.mark.slow
PLAN = TablePlan(table="songs")


@asynccontextmanager
async def real_tables(home: AppPaths) -> AsyncIterator[tuple[TableService, EngineHosts, Database]]:
    hosts, clock = build_hosts(home), SystemClock()
    database = await Database.open(home.database, home.backups, clock)
    tables = TableService(database, hosts.tables, hosts.sheets, clock, home.tables)
    try:
        yield tables, hosts, database
    finally:
        await tables.aclose()
        await hosts.tables.stop()
        await hosts.sheets.stop()
        await database.aclose()


async def test_a_file_is_loaded_and_asked_by_two_children_that_may_do_little(home: AppPaths):
    async with real_tables(home) as (tables, hosts, database):
        document = await add_document(database, ["mika"], "songs")
        path = home.data / "songs.csv"
        path.write_text(SONGS)
        assert await tables.load(document, path, "songs.csv") == 1
        assert len((await tables.ask("mika", PLAN)).rows) == 4
        found = await tables.question("mika", "Which song has the most plays?")
        assert found is not None
        assert found.rows == (("Blue Sky", "Mika", 300, "2024-07-08"),)
        assert hosts.tables.pid != hosts.sheets.pid
        assert max(hosts.tables.rss, hosts.sheets.rss) < 256_000_000


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
async def test_flt_11_a_question_whose_child_does_not_get_on_is_over_in_its_time_and_the_child_replaced(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(service, "SECONDS", 0.5)
    async with real_tables(home) as (tables, hosts, database):
        document = await add_document(database, ["mika"], "songs")
        path = home.data / "songs.csv"
        path.write_text(SONGS)
        await tables.load(document, path, "songs.csv")
        await tables.ask("mika", PLAN)
        held = hosts.tables.pid
        os.kill(held, signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(AppError) as caught:
            await tables.ask("mika", PLAN)
        assert caught.value.code == "query_timeout"
        assert time.monotonic() - began < 0.5 + service.GRACE_S + 1.0
        await eventually(lambda: not psutil.pid_exists(held), limit_s=10)
        assert len((await tables.ask("mika", PLAN)).rows) == 4
        assert hosts.tables.pid != held


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
async def test_a_child_that_is_killed_while_it_loads_leaves_nothing(home: AppPaths):
    async with real_tables(home) as (tables, hosts, database):
        document = await add_document(database, ["mika"], "songs")
        path = home.data / "songs.csv"
        path.write_bytes(b"name,price\n" + b"apple pie with cream,1234.5\n" * 300_000)
        scope = TaskScope("test", on_error=lambda error: None)
        task = scope.start(tables.load(document, path, "songs.csv"))
        await eventually(lambda: home.tables.exists() and any(home.tables.iterdir()))
        os.kill(hosts.sheets.pid, signal.SIGKILL)
        with pytest.raises(EngineUnavailable):
            await task
        await eventually(lambda: not any(home.tables.iterdir()))
        assert await tables.list("mika") == []
        await scope.aclose()


async def test_a_csv_file_that_is_added_to_the_knowledge_base_can_be_asked_and_goes_with_it(home: AppPaths):
    async with running_container(home) as app:
        path = home.data.parent / "Lieder.csv"
        path.write_text(SONGS)
        mine = app.personas.all[0].id
        (document,) = (await app.knowledge.add_paths(mine, [path])).documents
        async with asyncio.timeout(90):
            while not await app.tables.list(mine):
                await asyncio.sleep(0.05)
        found = await app.tables.question(mine, "How many songs did Mika sing?")
        assert found is not None
        assert (found.rows, found.table.name, found.table.document_id) == (((2,),), "Lieder", document.id)
        assert await app.tables.list("somebody else") == []
        await app.knowledge.remove(document.id, mine)
        assert await app.tables.list(mine) == []
        await eventually(lambda: not any(home.tables.iterdir()))
