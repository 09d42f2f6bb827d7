"""Statements that a grammar makes at random: whatever they are, nothing foreign is read and nothing is changed."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path

import psutil
import pytest

from tests.fakes import sql_cases as cases
from tests.fakes.engine_client import EngineClient

SECONDS = 0.2
LATE_S = 0.5
_SOURCES = ("songs", "songs", "songs", "songs AS s", "secret", "main.secret", '"SECRET"', "sqlite_master", "c", "d",
            "pragma_table_info('songs')", "json_each('[1]')", "(SELECT * FROM songs)", "(SELECT * FROM secret)",
            "(VALUES (1, 2), (3, 4))", cases.HOSTILE_QUOTED, "temp.sqlite_schema")
_GOOD = ("title", "plays", "singer", "*", "rowid", "1", "plays + 1", "count(*)", "max(plays)", "length(title)",
         "fold(title)", "title LIKE '%a%'", "(SELECT max(plays) FROM songs)", "CAST(plays AS TEXT)")
_VALUES = ("title", "plays", "singer", "*", "word", "number", "rowid", "1", "NULL", "'x'", "x'00ff'", "9e999", "-1",
           "songs.title", "s.plays", "secret.word", "a", "plays + 1", "count(*)", "max(plays)", "length(title)",
           "sum(number)", "group_concat(title)", "fold(title)", "zeroblob(99999999)", "random()", "printf('%9d', 1)",
           "(SELECT word FROM secret)", "(SELECT max(plays) FROM songs)", "CASE WHEN plays THEN title END",
           "replace(title, 'a', title)", "CAST(plays AS TEXT)", "plays BETWEEN 1 AND 9", "title LIKE '%a%'",
           "EXISTS (SELECT 1 FROM secret)", "row_number() OVER (ORDER BY plays)", "'a' || title")
_STATEMENTS = ("DELETE FROM songs", "DROP TABLE secret", "PRAGMA user_version = 9", "ATTACH ':memory:' AS z", "VACUUM",
               "UPDATE songs SET plays = 0", "INSERT INTO songs SELECT * FROM songs", "CREATE TEMP TABLE t (a)",
               "REINDEX", "BEGIN", "EXPLAIN SELECT 1", "ALTER TABLE songs ADD x", "SAVEPOINT a")


def source(chance: random.Random) -> str:
    return "songs" if chance.random() < 0.7 else chance.choice(_SOURCES)


def values(chance: random.Random, count: int) -> str:
    return ", ".join(chance.choice(_GOOD if chance.random() < 0.85 else _VALUES) for _ in range(count))


def statement(chance: random.Random, depth: int = 0) -> str:
    if chance.random() < 0.05:
        return chance.choice(_STATEMENTS)
    text = ""
    if chance.random() < 0.25 and depth < 2:
        body = statement(chance, depth + 1)
        recursive = chance.random() < 0.3
        text = f"WITH {'RECURSIVE ' if recursive else ''}{chance.choice('cd')}" + (
            " AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM c) " if recursive else f" AS ({body}) ")
    text += "SELECT " + chance.choice(("", "", "DISTINCT ", "ALL "))
    text += values(chance, chance.randint(1, 3))
    if chance.random() < 0.9:
        joins = (", ", " JOIN ", " LEFT JOIN ", " CROSS JOIN ")
        text += f" FROM {source(chance)}"
        while chance.random() < 0.1:
            text += chance.choice(joins) + source(chance)
    for word, chosen in (("WHERE", 0.3), ("GROUP BY", 0.1), ("HAVING", 0.03), ("ORDER BY", 0.2), ("LIMIT", 0.1)):
        if chance.random() < chosen:
            text += f" {word} {values(chance, 1)}"
    if chance.random() < 0.15 and depth < 2:
        text += chance.choice((" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ")) + statement(chance, depth + 1)
    if chance.random() < 0.05:
        text += chance.choice((";", "; ", "--", "/*", "\0", "; SELECT 1", ")", "\u200b", "; DROP TABLE songs"))
    return text


def fuzz(database: Path, count: int, seed: int) -> tuple[int, float]:
    """Ask ``count`` statements; return how many were answered, and the longest computing time of one."""
    chance, answered, longest = random.Random(seed), 0, 0.0
    before = hashlib.sha256(database.read_bytes()).hexdigest()
    with EngineClient("tables") as child:
        child.until("ready")
        for number in range(count):
            sql = statement(chance)
            child.seen.clear()
            began = sum(psutil.Process(child.process.pid).cpu_times()[:2])
            child.job(str(number), "query", database=str(database), sql=sql, params=[], seconds=SECONDS,
                      tables=[cases.SONGS, cases.HOSTILE])
            answer = child.answer(str(number), 10)
            longest = max(longest, sum(psutil.Process(child.process.pid).cpu_times()[:2]) - began)
            payloads = [frame.payload for frame in child.seen if frame.kind == "data"]
            assert answer.kind == "error" or len(payloads) == 1, sql
            assert not any(cases.CANARY.encode() in payload for payload in payloads), sql
            if answer.kind == "result":
                answered += 1
                assert len(json.loads(payloads[0])) <= 1000
            else:
                assert answer.body["code"].startswith("query_"), (sql, answer.body)
        if sys.platform == "linux":
            status = Path(f"/proc/{child.process.pid}/status").read_text()
            peak = int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) * 1024
            assert peak < 256_000_000
    assert hashlib.sha256(database.read_bytes()).hexdigest() == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]
    return answered, longest


def test_random_statements_read_nothing_foreign_and_change_nothing(tmp_path: Path):
    answered, longest = fuzz(cases.make(tmp_path / "user.sqlite3", rows=300), 250, seed=1)
    assert answered > 25, "refusing everything is no protection"
    assert longest < SECONDS + LATE_S


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_ten_thousand_random_statements_read_nothing_foreign_and_change_nothing(tmp_path: Path):
    answered, longest = fuzz(cases.make(tmp_path / "user.sqlite3", rows=300), 10_000, seed=2)
    assert answered > 1000
    assert longest < SECONDS + LATE_S
