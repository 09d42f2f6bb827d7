"""Questions as people ask them, in three languages, to tables as a VTuber keeps them: merch, songs, streams, gifts.

``tests/data/tables/questions.json`` has the tables and, for each question, what is told: the table, the conditions of
the rows in brackets, the rows (only their first cell where whole rows are shown), and what was left out; "cannot: …"
with the reason; "nothing fits". It was read through by hand: a change here is to be looked at, not copied.
"""

from __future__ import annotations

import json
import random
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.tables.compiling import compile_plan
from characoid_desktop.features.tables.models import Kind, TableAnswer, TableColumn, Unclear, UserTable
from characoid_desktop.features.tables.questions import understand
from tests.fakes.data_faults import SetClock
from tests.fakes.table_bench import table_bench

SETS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[3] / "data" / "tables" / "questions.json").read_text(encoding="utf-8"))
TUESDAY = datetime(2026, 10, 6, 12, 0, tzinfo=UTC)


def told(found: TableAnswer | Unclear | None) -> str:
    if found is None:
        return "nothing fits"
    if isinstance(found, Unclear):
        return f"cannot: {found.table.name}: {found.why}"
    whole = found.columns[:3] == tuple(one.name for one in found.table.columns[:3])
    rows = [str(row[0]) if whole else " = ".join(
        f"{cell:g}" if isinstance(cell, float) else str(cell) for cell in row) for row in found.rows]
    text = f"{found.table.name} [{'; '.join(found.conditions)}] {', '.join(rows) or 'no row'}"
    text += f" | left out: {', '.join(found.unread)}" if found.unread else ""
    return text + (f" | fits too: {', '.join(sorted(found.others))}" if found.others else "")


@pytest.mark.parametrize("number", range(len(SETS)), ids=[one["name"] for one in SETS])
async def test_questions_as_people_ask_them_are_answered_or_it_is_said_why_not(home: AppPaths, number: int):
    one = SETS[number]
    async with table_bench(home, SetClock(TUESDAY)) as bench:
        for title, text in one["tables"].items():
            await bench.add(text, title=title)
        answers = {question: told(await bench.tables.question("mika", question)) for question in one["questions"]}
    assert {asked: answer for asked, answer in answers.items() if answer != one["questions"][asked]} == {}


COLUMNS = (("title", Kind.TEXT, ""), ("価格", Kind.INTEGER, "円"), ("stock", Kind.INTEGER, ""), ("日付", Kind.DATE, ""),
           ("year", Kind.INTEGER, ""), ("曜日", Kind.TEXT, ""), ("歌手", Kind.TEXT, ""), ("amount", Kind.TEXT, ""))
WORDS = (
    "how many|most|top 3|価格|stock|在庫|歌手|ごとの|の|は|合計|平均|2026年10月|in October|10月5日|0|1,000円|$5|以上|"
    "未満|より多い|not|except|以外|or|Mika|「夜」|から|まで|between|and|5|20%|next|先月|friday|金曜日|周一|最多的|谁|who|"
    "不是|大于|库存|为0|没有|每个|sorted by|descending|順に|2つ|year|2024|before|since|?|、|\n|第3回|一番|amount|"
    "in stock|"
    "在庫切れ|longest|than|比|日付|いつ|何曲|donated")
PIECES = WORDS.split("|")


def a_table(number: int = 0) -> UserTable:
    columns = tuple(TableColumn(*one) for one in COLUMNS[number % 4:])
    return UserTable(f"t{number}", "d", "songs", f"songs {number}", columns, 3, False, (), "f", TUESDAY)


def test_whatever_is_asked_is_a_plan_that_fits_the_table_or_a_sentence():
    chance, plans, refused = random.Random(5), 0, 0
    for number in range(1500):
        text = chance.choice(("", " ")).join(chance.choices(PIECES, k=chance.randint(1, 9)))
        table = a_table(number)
        cells = {table.id: {"歌手": ["Mika", "夜"], "曜日": ["金曜日"]}}
        found = understand(text, [table], cells, {}, date(2026, 10, 6), chosen=True)
        assert found is not None
        if found.plan is not None:
            assert compile_plan(found.plan, table).sql.startswith("SELECT "), text
            plans += 1
        else:
            assert str(found.why).strip(), text
            refused += 1
    assert min(plans, refused) > 300


@pytest.mark.parametrize("piece", ["1 ", "の", "2026-10-01 ", "、1円", "(「", "not Mika ", "a", "比"])
def test_a_question_made_to_take_long_does_not(piece: str):
    cells = {"t0": {"歌手": ["Mika"]}}
    began = time.thread_time()
    understand((piece * 1000)[:1000], [a_table()], cells, {}, date(2026, 10, 6))
    assert time.thread_time() - began < 1.0
