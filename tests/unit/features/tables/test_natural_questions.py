"""Questions as people ask them, in three languages, to tables as a VTuber keeps them: merch, songs, streams, superchats.

``tests/data/tables/questions.json`` has the tables and, for each question, what is told: the table, the conditions of the
rows in brackets, the rows (only their first cell where whole rows are shown), and what was left out; "cannot: …" with
the reason; "nothing fits". It was read through by hand: a change here is to be looked at, not copied.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.tables.models import TableAnswer, Unclear
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
