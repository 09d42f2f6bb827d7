"""kill -9 in the middle of writing: what was acknowledged is there, the file is intact."""

from __future__ import annotations

import random
import time

import pytest

from characoid_desktop.core.paths import AppPaths
from tests.fakes.data_faults import count, integrity, kill_hard, start_script
from tests.unit.data.conftest import Opener

WRITER = """
import asyncio, sys
from pathlib import Path
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.data.database import Database

async def main():
    db = await Database.open(Path(sys.argv[1]), Path(sys.argv[2]), SystemClock())
    first = (await db.read_one("SELECT coalesce(max(seq), 0) AS n FROM jobs"))["n"]
    for n in range(first + 1, 1_000_000):
        async with db.transaction() as tx:
            await tx.execute("INSERT INTO jobs (id, kind, title, params, state, lane, created_at) "
                             "VALUES (?, 'k', '{}', '{}', 'running', 'compute', '2026')", (str(n),))
            await tx.execute("INSERT INTO attachments (id, path, name, size, created_at) "
                             "VALUES (?, 'p', 'n', 1, '2026')", (str(n),))
        print(n, flush=True)

asyncio.run(main())
"""


def write_until_killed(home: AppPaths, acknowledged: int, chance: random.Random) -> int:
    """Return the last number that the killed writer acknowledged."""
    child = start_script(WRITER, home.database, home.backups)
    assert child.stdout is not None
    last = 0
    for _ in range(acknowledged):
        last = int(child.stdout.readline())
    time.sleep(chance.random() * 0.003)  # not a wait for anything: the kill shall hit any moment
    kill_hard(child)
    rest = child.stdout.read().split("\n")  # complete lines only: the last piece may be cut
    child.stdout.close()
    assert child.stdin is not None
    child.stdin.close()
    return max([last, *(int(line) for line in rest[:-1] if line)])


@pytest.mark.parametrize("seed", range(5))
async def test_what_was_acknowledged_before_a_kill_is_there_and_whole(
    home: AppPaths, opened: Opener, seed: int,
) -> None:
    chance = random.Random(seed)
    for _ in range(2):
        last = write_until_killed(home, chance.randrange(1, 60), chance)
        database = await opened()
        assert database.report is None
        jobs = await database.read_all("SELECT seq, id FROM jobs ORDER BY seq")
        files = await database.read_all("SELECT seq, id FROM attachments ORDER BY seq")
        assert last <= len(jobs) <= last + 1  # the next one may have been saved but not told
        assert [tuple(row) for row in jobs] == [tuple(row) for row in files]
        assert [row["id"] for row in jobs] == [str(n + 1) for n in range(len(jobs))]
        await database.aclose()
        assert integrity(home.database) == "ok"


def make_until_killed(home: AppPaths) -> None:
    for after_s in (0.0, 0.02, 0.04):
        child = start_script(
            "import sys\n"
            "from pathlib import Path\n"
            "from datetime import datetime, UTC\n"
            "from characoid_desktop.data.opening import prepare\n"
            "from characoid_desktop.data.migrator import known_migrations\n"
            "print('go', flush=True)\n"
            "prepare(Path(sys.argv[1]), Path(sys.argv[2]), datetime.now(UTC), known_migrations())\n",
            home.database, home.backups)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(after_s)  # not a wait for anything: the kill shall hit any moment
        kill_hard(child)
        child.communicate()


async def test_a_kill_while_the_database_is_made_leaves_one_that_opens(home: AppPaths, opened: Opener) -> None:
    make_until_killed(home)
    database = await opened()
    assert database.report is None
    await database.aclose()
    assert count(home.database, "jobs") == 0
    assert integrity(home.database) == "ok"
