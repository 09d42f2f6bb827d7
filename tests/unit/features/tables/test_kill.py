"""kill -9 while a table is loaded, loaded again or forgotten: complete or absent, and no file without a row."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.tables.plan import TablePlan
from tests.fakes.data_faults import integrity, start_script
from tests.fakes.table_bench import FRUIT, SONGS, table_bench

LIFE = """
import asyncio, os, signal, sys
from pathlib import Path
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.tables.disk import TableDisk
from characoid_desktop.features.tables.repository import TableRepository
from tests.fakes.table_bench import FRUIT, table_bench

home, document, act, moment = sys.argv[1:]

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def before(owner, name):
    setattr(owner, name, die)

def after(owner, name):
    real = getattr(owner, name)
    async def then(*args, **more):
        await real(*args, **more)
        die()
    setattr(owner, name, then)

async def main():
    async with table_bench(AppPaths.under(Path(home))) as bench:
        if moment == "rows written aside":
            bench.engine.before = lambda op: die()
        elif moment == "before the file is placed":
            before(TableDisk, "place")
        elif moment == "before the rows of the old are gone":
            before(TableRepository, "clear")
        elif moment == "before it is saved":
            after(TableRepository, "insert" if act == "load" else "clear")
        elif moment == "before the old file is gone":
            before(TableDisk, "remove")
        if act == "load":
            await bench.tables.load(document, bench.file(FRUIT), "fruit.csv")
        else:
            await bench.tables.forget(document)
        await asyncio.sleep(5)  # what is removed beside
    print("lived", flush=True)

asyncio.run(main())
"""

MOMENTS = {  # of an act: the moment, and whether the new state is there afterwards
    ("load", "rows written aside"): False, ("load", "before the file is placed"): False,
    ("load", "before the rows of the old are gone"): False, ("load", "before it is saved"): False,
    ("load", "before the old file is gone"): True,
    ("forget", "before it is saved"): False, ("forget", "before the old file is gone"): True,
}


@pytest.mark.parametrize(("act", "moment"), list(MOMENTS))
async def test_d_6_killed_at_any_moment_a_table_is_the_old_one_or_the_new_one(
    home: AppPaths, act: str, moment: str,
) -> None:
    async with table_bench(home) as bench:
        document = await bench.add(SONGS)
    child = start_script(LIFE, home.data.parent, document, act, moment)
    assert child.wait(30) == -9, child.stdout and child.stdout.read()
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
    async with table_bench(home) as bench:
        assert integrity(home.database) == "ok"
        tables = await bench.tables.list("mika")
        if not MOMENTS[act, moment]:
            assert [one.name for one in tables] == ["songs"]
            assert len((await bench.tables.ask("mika", TablePlan(table="songs"))).rows) == 4
        elif act == "load":
            assert [one.name for one in tables] == ["fruit"]
            assert len((await bench.tables.ask("mika", TablePlan(table="fruit"))).rows) == FRUIT.count("\n") - 1
        else:
            assert tables == []
        assert bench.files == sorted({one.file for one in tables}), "a file without a row, or a row without its file"
        for name in bench.files:
            with closing(sqlite3.connect(bench.paths.tables / name)) as file:
                assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
