"""Damage where documents lie: the search index is never taken for rows of a table, and is made again from them."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.connection import open_writer
from characoid_desktop.data.database import Database
from characoid_desktop.data.migrator import known_migrations
from characoid_desktop.data.opening import prepare
from characoid_desktop.data.salvage import tables_of
from characoid_desktop.features.knowledge.models import KnowledgeQuery
from characoid_desktop.features.knowledge.store import PassageStore
from tests.fakes.data_faults import SetClock, integrity, page_count, zero_page
from tests.fakes.knowledge_bench import WHEN

DOCUMENTS, PASSAGES = 12, 8
Rows = dict[str, set[tuple[object, ...]]]


def text_of(document: int, passage: int) -> str:
    if passage % 2:  # as short as a name: its entry of the index has the shape of a row of another table
        return f"蛋糕店 {document} {passage}"
    return f"第 {document} 篇第 {passage} 段：" + "蛋糕店早上七点开门。" * (20 + passage)


@pytest.fixture
def knowledge(home: AppPaths, clock: SetClock) -> Path:
    prepare(home.database, home.backups, clock.now(), known_migrations())
    with closing(open_writer(home.database)) as connection:
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO documents (id, workspace, name, title, kind, origin, size, state, note, created_at,"
            " updated_at) VALUES (?, 'default', ?, 'title', 'txt', '{}', 9, 'ready', '{}', ?, ?)",
            [(f"d{n}", f"名{n}.txt", WHEN, WHEN) for n in range(DOCUMENTS)])
        connection.executemany("INSERT INTO document_spaces (id, document_id, space, created_at) VALUES (?, ?, ?, ?)",
                               [(f"s{n}", f"d{n}", "a", WHEN) for n in range(DOCUMENTS)])
        connection.executemany(
            "INSERT INTO passages (id, document_id, ordinal, text, start, stop) VALUES (?, ?, ?, ?, 0, 9)",
            [(f"p{n}-{m}", f"d{n}", m, text_of(n, m)) for n in range(DOCUMENTS) for m in range(PASSAGES)])
        connection.executemany(
            "INSERT INTO passage_texts (rowid, mark, grams, signs, head) VALUES (?, 0.5, ?, ?, '')",
            [(row[0], " ".join(row[1]), " ".join(row[1]))
             for row in connection.execute("SELECT seq, text FROM passages")])
        connection.executemany("INSERT INTO passage_vectors (passage, model, dim, vector) VALUES (?, 'm', 64, ?)",
                               [(seq + 1, bytes(256)) for seq in range(DOCUMENTS * PASSAGES)])
        connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'commits'")
        connection.execute("COMMIT")
    return home.database


def rows_of(path: Path) -> Rows:
    with closing(sqlite3.connect(path)) as connection:
        return {table.name: {tuple(row) for row in connection.execute(f"SELECT * FROM {table.name}")}
                for table in tables_of(connection) if table.name not in ("meta", "passages_gone")}


def of_the_index(path: Path) -> Iterator[int]:
    with closing(sqlite3.connect(path)) as connection:
        for row in connection.execute("SELECT rootpage FROM sqlite_schema WHERE name LIKE 'passage_texts_%'"):
            yield int(row[0])


def test_the_index_and_its_own_tables_are_no_tables_of_the_app(knowledge: Path) -> None:
    assert not [name for name in rows_of(knowledge) if name.startswith("passage_texts")]


@pytest.mark.slow
async def test_a_zeroed_page_costs_its_rows_and_the_search_agrees_with_what_is_left(
    knowledge: Path, home: AppPaths, clock: SetClock, tmp_path: Path,
) -> None:
    before = rows_of(knowledge)
    total = sum(map(len, before.values()))
    pages = page_count(knowledge)
    for number in sorted({1, *of_the_index(knowledge), *random.Random(5).sample(range(2, pages), 5)}):
        path = tmp_path / f"page {number}.sqlite3"
        path.write_bytes(knowledge.read_bytes())
        zero_page(path, number)
        prepare(path, tmp_path / f"backups {number}", clock.now(), known_migrations())
        after = rows_of(path)
        made_up = {table for table in before if after[table] - before[table]}
        assert made_up <= {"documents"}, f"page {number}: rows nobody wrote in {made_up}"
        assert sum(len(after[table] & before[table]) for table in before) >= 0.8 * total, f"page {number}"
        assert integrity(path) == "ok"
        database = await Database.open(path, tmp_path / f"backups {number}", clock)
        store = PassageStore(database)
        await store.mend()
        assert await store.differences() == 0
        left = {row[4] for row in after["passages"]}
        found = (await store.search(KnowledgeQuery("a", "蛋糕店", 50))).found
        assert {one.text for one in found} <= left
        assert len(found) >= min(50, len(left) // 2)
        await database.aclose()
