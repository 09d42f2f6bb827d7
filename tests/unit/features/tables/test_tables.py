"""Tables of documents: who sees them, what a question is answered, and that they are complete or absent."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.contracts import EngineJobError
from characoid_desktop.features.tables.models import BadPlan, TableGone, becomes_tables
from characoid_desktop.features.tables.plan import TablePlan
from tests.fakes.eventually import eventually
from tests.fakes.table_bench import FRUIT, SONGS, TRACKS, TableBench, add_document, table_bench
from tests.fakes.workbooks import Sheet, workbook


@pytest.fixture
async def bench(home: AppPaths) -> AsyncIterator[TableBench]:
    async with table_bench(home) as made:
        yield made


def plan(**more: Any) -> TablePlan:
    return TablePlan.model_validate({"table": "songs", **more})


async def test_a_csv_file_becomes_a_table_that_its_persona_can_list_and_ask(bench: TableBench):
    document = await bench.add(SONGS, "mika")
    (table,) = await bench.tables.list("mika")
    assert (table.name, table.rows, table.document_id, table.cut) == ("songs", 4, document, False)
    assert [(one.name, one.kind) for one in table.columns] == [
        ("title", "text"), ("singer", "text"), ("plays", "integer"), ("released", "date")]
    answer = await bench.tables.ask("mika", plan(columns=["title"], filters=[
        {"column": "singer", "op": "eq", "value": "mika"}], order_by=[{"by": "plays", "descending": True}]))
    assert answer.rows == (("Blue Sky",), ("Night Rain",))
    assert not answer.cut
    assert bench.changes == [None]


async def test_a_persona_never_sees_the_tables_of_another_and_is_not_told_that_they_exist(bench: TableBench):
    document = await bench.add(SONGS, "mika")
    (table,) = await bench.tables.list("mika")
    assert await bench.tables.list("rin") == []
    said: list[str] = []
    for wanted in (table.id, "songs", "SONGS", document, "nothing like that"):
        with pytest.raises(TableGone) as caught:
            await bench.tables.ask("rin", TablePlan(table=wanted))
        said.append(str(caught.value))
        with pytest.raises(TableGone):
            await bench.tables.question("rin", "How many songs?", wanted)
    assert len(set(said)) == 1
    assert await bench.tables.question("rin", "How many songs did Mika sing?") is None
    await bench.add("secret,number\nword,1\n", "rin", title="diary")
    with pytest.raises(TableGone) as caught:
        await bench.tables.ask("rin", plan())
    assert "diary" in str(caught.value)
    assert "songs" not in str(caught.value)


async def test_a_shared_document_brings_its_tables_along_without_a_copy(bench: TableBench):
    await bench.add(SONGS, "mika", "rin")
    files = bench.files
    assert len(files) == 1
    assert [one.id for one in await bench.tables.list("mika")] == [one.id for one in await bench.tables.list("rin")]
    async with bench.database.transaction() as tx:
        await tx.execute("DELETE FROM document_spaces WHERE space = 'rin'")
    assert await bench.tables.list("rin") == []
    assert len(await bench.tables.list("mika")) == 1


@pytest.mark.parametrize("state", ["queued", "reading", "failed"])
async def test_tables_of_a_document_that_is_not_ready_and_of_another_workspace_are_not_there(
    bench: TableBench, state: str,
):
    one = await add_document(bench.database, ["mika"], state=state)
    other = await add_document(bench.database, ["mika"], workspace="other")
    for document in (one, other):
        await bench.tables.load(document, bench.file(SONGS), "songs.csv")
    assert await bench.tables.list("mika") == []


PLANS: dict[str, tuple[dict[str, Any], list[tuple[Any, ...]]]] = {
    "equal, whatever the case and width": (
        {"columns": ["title"], "filters": [{"column": "Singer", "op": "eq", "value": "ＲＩＮ"}]},
        [("Morning",), ("Tea Time",)]),
    "not equal": ({"columns": ["title"], "filters": [{"column": "singer", "op": "ne", "value": "Rin"}]},
                  [("Night Rain",), ("Blue Sky",)]),
    "less": ({"columns": ["plays"], "filters": [{"column": "plays", "op": "lt", "value": 100}]}, [(80,), (5,)]),
    "a number given as text": ({"columns": ["plays"], "filters": [{"column": "plays", "op": "ge", "value": "120"}]},
                               [(120,), (300,)]),
    "an amount given as text": ({"columns": ["plays"], "filters": [
        {"column": "plays", "op": "lt", "value": "1,000円"}, {"column": "plays", "op": "ge", "value": "１２０回"}]},
        [(120,), (300,)]),
    "a weekday": ({"columns": ["title"], "filters": [{"column": "released", "op": "weekday", "value": "1"}]},
                  [("Night Rain",), ("Morning",), ("Blue Sky",)]),
    "contains": ({"columns": ["title"], "filters": [{"column": "title", "op": "contains", "value": "RAIN"}]},
                 [("Night Rain",)]),
    "contains no pattern": ({"columns": ["title"], "filters": [{"column": "title", "op": "contains", "value": "%"}]},
                            []),
    "starts with": ({"columns": ["title"], "filters": [{"column": "released", "op": "starts_with", "value": "2024"}]},
                    [("Night Rain",), ("Blue Sky",)]),
    "in": ({"columns": ["title"], "filters": [{"column": "plays", "op": "in", "values": [5, 80]}]},
           [("Morning",), ("Tea Time",)]),
    "empty": ({"filters": [{"column": "title", "op": "empty"}]}, []),
    "highest of some": ({"columns": ["title"], "filters": [{"column": "plays", "op": "highest"},
                                                           {"column": "singer", "op": "eq", "value": "Rin"}]},
                        [("Morning",)]),
    "lowest": ({"columns": ["title"], "filters": [{"column": "plays", "op": "lowest"}]}, [("Tea Time",)]),
    "figures": ({"aggregates": [{"function": "count"}, {"function": "sum", "column": "plays"},
                                {"function": "avg", "column": "plays"}, {"function": "min", "column": "released"},
                                {"function": "count_distinct", "column": "singer"}]},
                [(4, 505, 126.25, "2022-03-04", 2)]),
    "groups": ({"group_by": ["singer"], "aggregates": [{"function": "sum", "column": "plays"}],
                "order_by": [{"by": "sum of plays", "descending": True}]}, [("Mika", 420), ("Rin", 85)]),
    "groups alone": ({"group_by": ["singer"], "order_by": [{"by": "singer"}]}, [("Mika", 2), ("Rin", 2)]),
    "a limit": ({"columns": ["plays"], "order_by": [{"by": "plays"}], "limit": 2}, [(5,), (80,)]),
    "injection": ({"columns": ["title"], "filters": [{"column": "title", "op": "eq", "value": "' OR 1=1; --"}]}, []),
}  # fmt: skip


@pytest.mark.parametrize("what", list(PLANS))
async def test_a_plan_is_answered(bench: TableBench, what: str):
    await bench.add(SONGS)
    asked, rows = PLANS[what]
    assert list((await bench.tables.ask("mika", plan(**asked))).rows) == rows


@pytest.mark.parametrize("wrong", [
    {"columns": ["password"]}, {"aggregates": [{"function": "sum", "column": "singer"}]},
    {"aggregates": [{"function": "sum"}]}, {"filters": [{"column": "plays", "op": "gt"}]},
    {"group_by": ["singer"], "order_by": [{"by": "plays"}]}, {"columns": ['title" FROM songs; --']},
    {"filters": [{"column": "plays", "op": "in"}]}, {"filters": [{"column": "plays", "op": "lt", "value": "many"}]},
    {"filters": [{"column": "title", "op": "weekday", "value": "1"}]},
    {"filters": [{"column": "plays", "op": "in", "values": list(range(50))}] * 5},
    {"filters": [{"column": "plays", "op": "highest"}, {"column": "plays", "op": "lowest"}]}])
async def test_a_plan_that_does_not_fit_the_table_is_refused_with_what_there_is(bench: TableBench, wrong: Any):
    await bench.add(SONGS)
    with pytest.raises(BadPlan) as caught:
        await bench.tables.ask("mika", plan(**wrong))
    assert str(caught.value).strip()
    assert not bench.engine.of("query")


@pytest.mark.parametrize("wrong", [
    {"sql": "DROP TABLE songs"}, {"filters": [{"column": "a", "op": "LIKE", "value": "x"}]},
    {"aggregates": [{"function": "load_extension", "column": "a"}]}, {"limit": 0}, {"limit": 100_000},
    {"columns": ["x"] * 101}, {"filters": [{"column": "a", "op": "eq", "value": "x" * 401}]},
    {"filters": [{"column": "a", "op": "eq", "value": {"sql": "x"}}]}])
def test_the_plan_is_closed_and_bounded(wrong: Any):
    with pytest.raises(ValueError, match="validation error"):
        plan(**wrong)


QUESTIONS = [
    # text of the file, its name, question, answer (None: not understood)
    *((SONGS, "songs", question, rows) for question, rows in (
        ("How many songs are there?", [(4,)]),
        ("How many songs did Mika sing?", [(2,)]),
        ("Which song has the most plays?", [("Blue Sky", "Mika", 300, "2024-07-08")]),
        ("What is the total of plays per singer?", [("Mika", 420), ("Rin", 85)]),
        ("songs with fewer than 10 plays", [("Tea Time", "Rin", 5, "2022-03-04")]),
        ("the average plays of Rin", [(42.5,)]),
        ("Who sang Morning?", [("Morning", "Rin", 80, "2023-01-02")]),
        ("Which songs were released in 2024-07?", [("Blue Sky", "Mika", 300, "2024-07-08")]),
        ("What is the weather like tomorrow?", None), ("", None))),
    *((FRUIT, "水果", question, rows) for question, rows in (
        ("苹果的价格是多少？", [("苹果", 3.5, 12)]),
        ("一共有多少种水果？", [(3,)]),
        ("最贵的水果是什么？", [("葡萄", 8.0, 7)]),
        ("数量的总和是多少", [(49,)]),
        ("价格大于3的水果", [("苹果", 3.5, 12), ("葡萄", 8.0, 7)]),
        ("明天天气怎么样", None))),
    *((TRACKS, "曲一覧", question, rows) for question, rows in (
        ("ミカの曲は何曲ありますか？", [(2,)]),
        ("再生数が一番多い曲は？", [("青空", "ミカ", 300)]),
        ("歌手ごとの再生数の合計", [("ミカ", 420), ("リン", 80)]),
        ("再生数が100以上の曲", [("夜の雨", "ミカ", 120), ("青空", "ミカ", 300)]),
        ("明日の天気は？", None))),
]


@pytest.mark.parametrize(("text", "name", "question", "rows"), QUESTIONS)
async def test_a_question_in_words_is_answered_without_a_language_model(
    bench: TableBench, text: str, name: str, question: str, rows: list[tuple[Any, ...]] | None,
):
    await bench.add("day,guests\nMonday,3\nSunday,9\n", title="visits")
    await bench.add(text, title=name)
    answer = await bench.tables.question("mika", question)
    assert (sorted(answer.rows) if answer else None) == (sorted(rows) if rows else None)


async def test_a_long_answer_is_cut_and_says_so(bench: TableBench):
    await bench.add("n,m\n" + "".join(f"{n},x\n" for n in range(1500)), title="numbers")
    answer = await bench.tables.ask("mika", TablePlan(table="numbers"))
    assert (len(answer.rows), answer.cut) == (1000, True)
    answer = await bench.tables.ask("mika", TablePlan(table="numbers", limit=1000))
    assert (len(answer.rows), answer.cut) == (1000, False)


async def test_a_question_that_the_child_does_not_end_is_given_up_after_its_time(
    bench: TableBench, monkeypatch: pytest.MonkeyPatch,
):
    await bench.add(SONGS)
    monkeypatch.setattr("characoid_desktop.features.tables.service.SECONDS", 0.05)
    monkeypatch.setattr("characoid_desktop.features.tables.service.GRACE_S", 0.05)
    bench.engine.hold()
    with pytest.raises(AppError) as caught:
        await bench.tables.ask("mika", plan())
    assert caught.value.code == "query_timeout"
    assert bench.engine.cancelled == 1
    bench.engine.go()
    assert len((await bench.tables.ask("mika", plan())).rows) == 4


async def test_a_question_that_gets_on_is_waited_for_on_a_busy_machine_but_not_for_ever(
    bench: TableBench, monkeypatch: pytest.MonkeyPatch,
):
    await bench.add(SONGS)
    monkeypatch.setattr("characoid_desktop.features.tables.service.SECONDS", 0.05)
    monkeypatch.setattr("characoid_desktop.features.tables.service.GRACE_S", 0.1)
    bench.engine.tells = True
    bench.engine.hold()
    asyncio.get_running_loop().call_later(0.5, bench.engine.go)
    assert len((await bench.tables.ask("mika", plan())).rows) == 4
    monkeypatch.setattr("characoid_desktop.features.tables.service.LATEST_S", 0.3)
    bench.engine.hold()
    with pytest.raises(AppError) as caught:
        await bench.tables.ask("mika", plan())
    assert caught.value.code == "query_timeout"
    assert [params["seconds"] for params in bench.engine.of("query")] == [0.05, 0.05]


async def test_a_question_has_two_seconds_of_computing(bench: TableBench):
    await bench.add(SONGS)
    await bench.tables.ask("mika", plan())
    assert [params["seconds"] for params in bench.engine.of("query")] == [2.0]


async def test_loading_again_replaces_and_forgetting_leaves_nothing(bench: TableBench, tmp_path: Any):
    document = await bench.add(SONGS)
    data = workbook(tmp_path / "b.xlsx", Sheet("One", [["a"], [1]]), Sheet("Two", [["b"], [2]]))
    assert await bench.tables.load(document, bench.file(data, "b"), "book.xlsx") == 2
    assert [one.name for one in await bench.tables.list("mika")] == ["book One", "book Two"]
    assert len(bench.files) == 1
    await bench.tables.forget(document)
    assert await bench.tables.list("mika") == []
    await eventually(lambda: bench.files == [])
    await bench.tables.forget(document)


async def test_forgetting_inside_a_unit_of_work_that_fails_changes_nothing(bench: TableBench):
    document = await bench.add(SONGS)

    async def fail() -> None:
        async with bench.database.transaction() as tx:
            await bench.tables.forget(document, tx=tx)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert len((await bench.tables.ask("mika", plan())).rows) == 4


async def test_what_cannot_be_loaded_leaves_the_old_tables_and_no_file(bench: TableBench):
    document = await bench.add(SONGS)
    files = bench.files
    with pytest.raises(EngineJobError) as caught:
        await bench.tables.load(document, bench.file(b"\x89PNG" + bytes(range(256))), "songs.csv")
    assert caught.value.code == "not_a_table"
    with pytest.raises(TableGone):
        await bench.tables.load("no such document", bench.file(SONGS), "songs.csv")
    assert bench.files == files
    assert len(await bench.tables.list("mika")) == 1


async def test_a_cancelled_load_leaves_nothing(bench: TableBench):
    document = await add_document(bench.database, ["mika"])
    bench.engine.hold()
    scope = TaskScope("test")
    task = scope.start(bench.tables.load(document, bench.file(SONGS), "songs.csv"))
    await eventually(lambda: bench.engine.running == 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await scope.aclose()
    assert bench.files == []
    assert await bench.tables.list("mika") == []


async def test_what_a_crash_left_is_swept_at_the_next_start_and_nothing_else(bench: TableBench):
    await bench.add(SONGS)
    (kept,) = bench.files
    for name in ("a1.sqlite3", "a2.sqlite3.part", "a3.sqlite3.part"):
        (bench.paths.tables / name).write_bytes(b"half")
    (bench.paths.tables / "note.txt").write_bytes(b"not ours")
    await bench.tables.start()
    assert bench.files == sorted([kept, "note.txt"])


async def test_a_document_that_is_deleted_takes_its_tables_along(bench: TableBench):
    document = await bench.add(SONGS)
    async with bench.database.transaction() as tx:
        await tx.execute("DELETE FROM documents WHERE id = ?", (document,))
    assert await bench.tables.list("mika") == []
    await bench.tables.start()
    assert bench.files == []


async def test_two_tables_of_one_name_are_told_apart_by_their_ids(bench: TableBench):
    await bench.add(SONGS)
    await bench.add("title\nOther\nSong\n", title="songs")
    with pytest.raises(TableGone) as caught:
        await bench.tables.ask("mika", plan())
    first, second = await bench.tables.list("mika")
    assert first.id in str(caught.value)
    assert second.id in str(caught.value)
    assert {len((await bench.tables.ask("mika", TablePlan(table=one.id))).rows) for one in (first, second)} == {2, 4}


async def test_a_row_that_names_a_file_outside_is_not_followed(bench: TableBench):
    await bench.add(SONGS)
    async with bench.database.transaction() as tx:
        await tx.execute("UPDATE user_tables SET file = '../characoid.sqlite3'")
    with pytest.raises(TableGone):
        await bench.tables.ask("mika", plan())


def test_names_of_files_tell_what_becomes_tables():
    assert [name for name in ("a.CSV", "b.xlsx", "c.tsv", "d.txt", "csv", "e.xls") if becomes_tables(name)] == [
        "a.CSV", "b.xlsx", "c.tsv"]


async def test_the_app_s_own_database_is_never_what_is_asked(bench: TableBench):
    await bench.add(SONGS)
    await bench.tables.ask("mika", plan())
    assert {params["database"] for params in bench.engine.of("query")} == {str(bench.paths.tables / bench.files[0])}
    with sqlite3.connect(bench.paths.tables / bench.files[0]) as file:
        assert [row[0] for row in file.execute("SELECT name FROM sqlite_schema")] == ["songs"]
    file.close()


def random_plan(chance: random.Random) -> dict[str, Any]:
    """A plan that fits the table of songs."""
    words, numbers = ("title", "singer", "released"), ("plays",)
    filters: list[dict[str, Any]] = []
    for _ in range(chance.randint(0, 3)):
        column = chance.choice(words + numbers)
        value = chance.randint(0, 300) if column in numbers else chance.choice(("Mika", "2024", "a", "夜", "%", "'\""))
        op = chance.choice(("eq", "ne", "lt", "le", "gt", "ge", "contains", "starts_with", "in", "empty", "not_empty"))
        filters.append({"column": column, "op": op, **({"values": [value, 1]} if op == "in" else {"value": value})})
    if chance.random() < 0.2:
        filters.append({"column": "plays", "op": chance.choice(("highest", "lowest"))})
    made: dict[str, Any] = {"filters": filters}
    if chance.random() < 0.4:
        made["aggregates"] = [{"function": chance.choice(("sum", "avg", "min", "max", "count")), "column": "plays"},
                              {"function": "count"}]
        if chance.random() < 0.6:
            made["group_by"] = [chance.choice(words)]
        made["order_by"] = [{"by": "count", "descending": chance.random() < 0.5}]
    else:
        made["columns"] = chance.sample(words + numbers, chance.randint(0, 4))
        made["order_by"] = [{"by": chance.choice(words + numbers)}]
    if chance.random() < 0.5:
        made["limit"] = chance.randint(1, 1000)
    return made


async def test_two_hundred_plans_that_fit_are_all_answered(bench: TableBench):
    await bench.add(SONGS)
    chance = random.Random(3)
    for _ in range(200):
        made = random_plan(chance)
        answer = await bench.tables.ask("mika", plan(**made))
        assert len(answer.rows) <= 4, made
