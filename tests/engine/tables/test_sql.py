"""The hostile corpus of questions (SQL-01 to SQL-50) at the entry of the child, with the child itself."""

from __future__ import annotations

import hashlib
import itertools
import json
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.protocol import Frame
from engine.tables.limits import STRETCH
from tests.fakes import sql_cases as cases
from tests.fakes.engine_client import EngineClient

SECONDS = 0.3
LATE_S = 0.5  # after its time a question is over, whatever it does
RESIDENT_BYTES = 256_000_000
GRANTED = [cases.SONGS, cases.HOSTILE]
posix = pytest.mark.skipif(sys.platform == "win32", reason="/proc and POSIX limits")


@dataclass
class Desk:
    child: EngineClient
    database: Path
    numbers: Iterator[int]

    def ask(self, sql: str, *params: Any, tables: list[str] | None = None, seconds: float = SECONDS) -> Frame:
        id = str(next(self.numbers))
        self.child.seen.clear()
        self.child.job(id, "query", database=str(self.database), sql=sql, params=list(params), seconds=seconds,
                       tables=GRANTED if tables is None else tables)
        return self.child.answer(id, seconds * STRETCH + 5)

    def rows(self) -> list[list[Any]]:
        """The rows of the last answer."""
        return json.loads(next(frame for frame in self.child.seen if frame.kind == "data").payload)

    def computed(self) -> float:
        """Seconds that the child computed so far: what counts, on however busy a machine."""
        used = psutil.Process(self.child.process.pid).cpu_times()
        return used.user + used.system

    def world(self) -> tuple[str, list[str]]:
        return (hashlib.sha256(self.database.read_bytes()).hexdigest(),
                sorted(path.name for path in self.database.parent.iterdir()))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    database = cases.make(tmp_path_factory.mktemp("tables") / "user.sqlite3")
    with EngineClient("tables") as child:
        child.until("ready")
        yield Desk(child, database, itertools.count(1))


@pytest.mark.parametrize("id", list(cases.CASES))
def test_sql_corpus_a_hostile_question_is_refused_or_contained_and_its_twin_is_answered(desk: Desk, id: str):
    case, before = cases.CASES[id], desk.world()
    for sql in case.sql:
        sql = sql.replace("{folder}", str(desk.database.parent)).replace("{x}", "x" * 10_000)
        began = desk.computed()
        answer = desk.ask(sql)
        took = desk.computed() - began
        assert took < SECONDS + LATE_S, sql[:200]
        if cases.CONTAINED in case.verdict:
            assert answer.kind == "result", (sql[:200], answer.body)
            assert len(desk.rows()) <= 1000
            assert sum(len(str(row)) for row in desk.rows()) <= 2_000_000
        else:
            assert answer.kind == "error", (sql[:200], answer.body)
            assert answer.body["code"] in case.verdict, (sql[:200], answer.body)
            assert not [frame for frame in desk.child.seen if frame.kind == "data"], "rows came before the refusal"
        assert cases.CANARY not in str(answer.body)
    for sql in case.twins:
        answer = desk.ask(sql, seconds=5)
        assert answer.kind == "result", (sql[:200], answer.body)
        assert desk.rows(), sql[:200]
    assert desk.world() == before


def test_more_rows_than_a_thousand_or_two_megabytes_are_cut_and_said_to_be(desk: Desk):
    assert desk.ask("SELECT title FROM songs").body["value"] | {"seconds": 0} == {
        "columns": ["title"], "rows": 1000, "cut": True, "seconds": 0}
    assert len(desk.rows()) == 1000
    answer = desk.ask("SELECT ?1 || title FROM songs", "字" * 20_000)
    assert answer.body["value"]["cut"]
    assert 20 <= answer.body["value"]["rows"] <= 33
    assert desk.ask("SELECT title FROM songs LIMIT 1000").body["value"]["cut"] is False


def test_parameters_are_values_and_never_sql(desk: Desk):
    desk.ask("SELECT count(*) FROM songs WHERE title = ?", "' OR 1 = 1; DROP TABLE songs --")
    assert desk.rows() == [[0]]
    assert desk.ask("SELECT ?").body["code"] == "query_wrong"
    assert desk.ask("SELECT 1", {"a": 1}).body["code"] == "bad_params"


def test_only_the_tables_that_are_granted_now_can_be_read(desk: Desk):
    assert desk.ask("SELECT * FROM songs", tables=[]).body["code"] == "query_refused"
    assert desk.ask("SELECT * FROM secret", tables=["SECRET"]).kind == "result"
    assert desk.ask("SELECT * FROM secret").body["code"] == "query_refused"


def test_odd_values_arrive_as_text(desk: Desk):
    desk.ask("SELECT 9e999, 9223372036854775807, x'0001', 'a' || char(10), NULL, 1.5"
             .replace("char(10)", "substr('\n', 1)"))
    assert desk.rows() == [["inf", "9223372036854775807", "(2 bytes)", "a\n", None, 1.5]]
    assert desk.ask("SELECT CAST(x'ff' AS TEXT)").body["code"] == "query_wrong"


@posix
def test_after_all_of_this_the_child_is_small_and_the_same(desk: Desk):
    status = Path(f"/proc/{desk.child.process.pid}/status").read_text()
    peak = int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) * 1024
    assert peak < RESIDENT_BYTES
    assert desk.child.process.poll() is None


@posix
def test_the_child_may_write_nothing_while_it_answers(desk: Desk):
    desk.ask("SELECT 1")
    limits = Path(f"/proc/{desk.child.process.pid}/limits").read_text().splitlines()
    assert next(line for line in limits if line.startswith("Max file size")).split()[3] == "0"
    assert int(next(line for line in limits if line.startswith("Max open files")).split()[3]) <= 64


def test_a_cancelled_question_ends_at_once(desk: Desk):
    desk.child.job("c1", "query", database=str(desk.database), tables=GRANTED, seconds=10, params=[],
                   sql="SELECT count(*) FROM songs a, songs b, songs c WHERE a.plays + b.plays + c.plays < -1")
    time.sleep(0.05)
    began = time.monotonic()
    desk.child.send("cancel", id="c1")
    assert desk.child.answer("c1").kind == "cancelled"
    assert time.monotonic() - began < 0.5


ENDLESS = "SELECT count(*) FROM songs a, songs b, songs c WHERE a.plays + b.plays + c.plays < -1"


def test_the_time_of_a_question_is_what_it_computes_itself(desk: Desk):
    began = desk.computed()
    answer = desk.ask(ENDLESS, seconds=0.5)
    assert answer.body["code"] == "query_timeout"
    assert 0.45 < desk.computed() - began < 0.5 + LATE_S
    told = [frame.body["done"] for frame in desk.child.seen if frame.kind == "progress"]
    assert told, "the app learns that it gets on"
    assert told == sorted(told)


@posix
def test_time_in_which_others_have_the_machine_is_not_the_question_s_own(desk: Desk):
    """The child is held for longer than the question may compute; it still answers."""
    desk.child.job("held", "query", database=str(desk.database), tables=GRANTED, params=[], seconds=1,
                   sql="SELECT count(*) FROM songs a, songs b WHERE a.plays + b.plays >= 0 AND a.plays % 20 = 0")
    desk.child.process.send_signal(signal.SIGSTOP)
    time.sleep(1.2)
    desk.child.process.send_signal(signal.SIGCONT)
    assert desk.child.answer("held").kind == "result"
    assert desk.rows() == [[200_000]]
