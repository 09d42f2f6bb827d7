"""Databases for the tests of the data layer."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.connection import open_writer
from characoid_desktop.data.database import Database
from characoid_desktop.data.migrator import known_migrations
from characoid_desktop.data.opening import prepare
from tests.fakes.data_faults import SetClock

JOB = ("INSERT INTO jobs (id, kind, title, params, state, lane, created_at) "
       "VALUES (?, 'convert', '{}', ?, 'queued', 'compute', '2026-11-30T12:00:00+00:00')")


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


Opener = Callable[..., Awaitable[Database]]


@pytest.fixture
async def opened(home: AppPaths, clock: SetClock) -> AsyncIterator[Opener]:
    """Open the home's database; what a test leaves open is closed after it."""
    made: list[Database] = []

    async def open_it(**options: Any) -> Database:
        made.append(await Database.open(home.database, home.backups, clock, **options))
        return made[-1]

    yield open_it
    for database in made:
        await database.aclose()


@pytest.fixture
async def database(opened: Opener) -> Database:
    return await opened(lock_wait_s=0.4)


@pytest.fixture
def filled(home: AppPaths, clock: SetClock) -> Callable[[int], Path]:
    """Make the home's database with that many jobs (and some attachments), cleanly closed; return its path."""
    def fill(jobs: int) -> Path:
        prepare(home.database, home.backups, clock.now(), known_migrations())
        lengths = random.Random(7)
        with closing(open_writer(home.database)) as connection:
            connection.execute("BEGIN")
            for i in range(jobs):
                connection.execute(JOB, (f"job-{i}", json.dumps({"text": "界" * lengths.randrange(100)})))
                if i % 4 == 0:
                    connection.execute(
                        "INSERT INTO attachments (id, path, name, size, created_at) VALUES (?, ?, ?, ?, ?)",
                        (f"file-{i}", f"/music/{i}.wav", f"{i}.wav", i, "2026-11-30T12:00:00+00:00"))
            connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'commits'")
            connection.execute("COMMIT")
        return home.database
    return fill


@pytest.fixture
def raw(home: AppPaths) -> Iterator[Callable[[], sqlite3.Connection]]:
    """Open the home's database with plain sqlite3."""
    made: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        made.append(sqlite3.connect(home.database))
        return made[-1]

    yield connect
    for connection in made:
        connection.close()
