"""Files become tables: encodings, dialects, headers, kinds, hostile names and hostile files, in the child itself."""

from __future__ import annotations

import itertools
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.protocol import Frame
from tests.fakes.engine_client import EngineClient
from tests.fakes.workbooks import Sheet, workbook

ENGLISH = "name,price,born,code\napple,3.5,2024-01-02,0123\npear,\"1,200\",2023-11-30,0456\n"
CHINESE = "水果,价格,数量\n苹果,3.5,12\n香蕉,2,30\n"
TRADITIONAL = "水果,價格,數量\n蘋果,350,12\n香蕉,120,3\n葡萄,500,7\n"
JAPANESE = "果物,値段,数量\nりんご,350,12\nバナナ,120,3\nぶどう,500,7\n"


@dataclass
class Desk:
    child: EngineClient
    folder: Path
    numbers: Iterator[int]

    def ask(self, op: str, **params: Any) -> Frame:
        id = str(next(self.numbers))
        self.child.seen.clear()
        self.child.job(id, op, **params)
        return self.child.answer(id, 30)

    def load(self, data: bytes, name: str = "Fruit.csv") -> tuple[Frame, Path]:
        number = next(self.numbers)
        path, output = self.folder / f"{number}.in", self.folder / f"{number}.db"
        path.write_bytes(data)
        return self.ask("load", path=str(path), name=name, output=str(output)), output

    def loaded(self, data: bytes, name: str = "Fruit.csv") -> tuple[dict[str, Any], Path]:
        frame, output = self.load(data, name)
        assert frame.kind == "result", frame.body
        return dict(frame.body["value"]), output

    def refused(self, data: bytes, name: str = "Fruit.csv") -> str:
        frame, output = self.load(data, name)
        assert frame.kind == "error", frame.body
        assert not output.exists(), "something half was left"
        return str(frame.body["code"])

    def rows(self, database: Path, table: str, columns: str = "*") -> list[list[Any]]:
        quoted = '"' + table.replace('"', '""') + '"'
        frame = self.ask("query", database=str(database), sql=f"SELECT {columns} FROM {quoted}", tables=[table])
        assert frame.kind == "result", frame.body
        return json.loads(next(one for one in self.child.seen if one.kind == "data").payload)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with EngineClient("tables") as child:
        child.until("ready")
        yield Desk(child, tmp_path_factory.mktemp("load"), itertools.count(1))


def kinds(value: dict[str, Any], table: int = 0) -> dict[str, str]:
    return {column["name"]: column["kind"] for column in value["tables"][table]["columns"]}


@pytest.mark.parametrize(("text", "encoding"), [
    *((CHINESE, one) for one in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030")),
    (TRADITIONAL, "cp950"), (JAPANESE, "cp932"), (JAPANESE, "euc_jp"), (ENGLISH, "ascii")])
def test_a_csv_file_in_any_of_these_encodings_is_read_as_it_was_written(desk: Desk, text: str, encoding: str):
    value, database = desk.loaded(text.encode(encoding), "水果.csv")
    assert value["kind"] == "csv"
    assert [one["name"] for one in value["tables"][0]["columns"]] == text.split("\n")[0].split(",")
    assert [row[0] for row in desk.rows(database, "水果")] == [line.split(",")[0] for line in text.split("\n")[1:-1]]


@pytest.mark.parametrize("text", [
    "name;price\r\na;1\r\nb;2\r\n", "name\tprice\na\t1\nb\t2", "name|price\na|1\nb|2\n",
    "sep=;\nname;price\na;1\nb;2\n",
    'name,price\n"a", 1\n"b", 2\n', "name,price\ra,1\rb,2\r"])
def test_delimiters_quotes_and_ends_of_line_are_found_out(desk: Desk, text: str):
    value, database = desk.loaded(text.encode())
    assert kinds(value) == {"name": "text", "price": "integer"}
    assert desk.rows(database, "Fruit") == [["a", 1], ["b", 2]]


def test_only_what_is_surely_a_number_becomes_one(desk: Desk):
    value, database = desk.loaded(ENGLISH.encode())
    assert kinds(value) == {"name": "text", "price": "real", "born": "date", "code": "text"}
    assert desk.rows(database, "Fruit") == [
        ["apple", 3.5, "2024-01-02", "0123"], ["pear", 1200.0, "2023-11-30", "0456"]]
    text = "a,b,c,d,e,f\n1,12E5,1.5,99999999999999999999,-3,\n2,3,n/a,1,+4,\n"
    assert kinds(desk.loaded(text.encode())[0]) == {
        "a": "integer", "b": "text", "c": "text", "d": "text", "e": "integer", "f": "text"}


DRESSED: dict[str, tuple[list[str], str, str, list[Any]]] = {
    # what: cells, kind, unit, values
    "yen before": (["¥3,000", "￥800", "¥0"], "integer", "¥", [3000, 800, 0]),
    "yen behind": (["3,000円", "８００ 円", "0"], "integer", "円", [3000, 800, 0]),
    "both signs of the yen": (["¥3,000", "800円"], "integer", "円", [3000, 800]),
    "dollars": (["$1,200.50", "$3"], "real", "$", [1200.5, 3]),
    "euros": (["1 200,50 €", "3,00 €"], "real", "€", [1200.5, 3]),
    "euros with points": (["1.200,50 €", "2.300 €"], "real", "€", [1200.5, 2300]),
    "yuan": (["3.000元", "2.50元"], "real", "元", [3, 2.5]),
    "per cent": (["12%", "5.5％"], "real", "%", [12, 5.5]),
    "full-width digits": (["１２００", "３００"], "integer", "", [1200, 300]),
    "a minus in brackets": (["(¥1,200)", "¥300", "-¥5", "▲¥7"], "integer", "¥", [-1200, 300, -5, -7]),
    "pieces": (["12個", "3個"], "integer", "個", [12, 3]),
    "two currencies": (["¥3,000", "$5"], "text", "", []),
    "some without a currency": (["¥3,000", "800"], "text", "", []),
    "thousands or a fraction": (["1.200 €", "2.300 €"], "text", "", []),
    "thousands or a fraction of yuan": (["3.000元", "2.500元"], "text", "", []),
    "signs that disagree": (["1.200,50 €", "1,200.50 €"], "text", "", []),
    "a list": (["1,2", "3,4"], "text", "", []),
    "ten thousands": (["1.5万", "2万"], "text", "", []),
    "months": (["10月", "11月"], "text", "", []),
    "numbers of points": (["(1)", "(2)"], "text", "", []),
    "telephones": (["555 123", "555 124"], "text", "", []),
    "one that is no number": (["¥3,000", "free"], "text", "", []),
    "days": (["2026/10/3", "2026年1月12日(月) 20:00"], "date", "", ["2026-10-03", "2026-01-12 20:00"]),
    "no day": (["2026/2/30", "2026/2/1"], "text", "", []),
    "a day that may be a month": (["10/05/2026", "11/05/2026"], "text", "", []),
}


@pytest.mark.parametrize("what", list(DRESSED))
def test_a_column_of_dressed_numbers_is_one_of_numbers_and_keeps_what_was_written(desk: Desk, what: str):
    cells, kind, unit, values = DRESSED[what]
    text = "name\tvalue\n" + "".join(f"n{number}\t{cell}\n" for number, cell in enumerate(cells))
    value, database = desk.loaded(text.encode())
    (_, column) = value["tables"][0]["columns"]
    assert (column["kind"], column.get("unit", "")) == (kind, unit)
    if kind == "text":
        assert [row[0] for row in desk.rows(database, "Fruit", "value")] == cells
        return
    assert desk.rows(database, "Fruit", "name, value") == [[f"n{number}", one] for number, one in enumerate(values)]
    assert column["written"] == "value (as written)"
    assert [row[0] for row in desk.rows(database, "Fruit", '"value (as written)"')] == cells


def test_a_unit_may_stand_in_the_name_of_a_column(desk: Desk):
    value, _ = desk.loaded("商品,価格（円）,在庫\nTシャツ,3000,5\n".encode())
    assert [one.get("unit") for one in value["tables"][0]["columns"]] == [None, "円", None]


def test_where_the_columns_are_too_many_to_keep_what_was_written_the_text_stays(desk: Desk):
    text = "\t".join(f"c{n}" for n in range(99)) + "\n" + "\t".join(["¥3"] * 99) + "\n"
    value, database = desk.loaded(text.encode())
    assert [one["kind"] for one in value["tables"][0]["columns"]] == ["integer"] + ["text"] * 98
    assert desk.rows(database, "Fruit", "c0, c1")[0] == [3, "¥3"]


@pytest.mark.parametrize("text", ["a,b", "a,b\n", "Report of May\n\nname,price,stock\n"])
def test_names_of_columns_without_rows_are_no_table(desk: Desk, text: str):
    assert desk.refused(text.encode()) == "no_table"


def test_sheets_without_rows_are_left_out_and_said_to_be(desk: Desk, tmp_path: Path):
    data = workbook(tmp_path / "b.xlsx", Sheet("One", [["x", "y"]]), Sheet("None", []), Sheet("Two", [["x"], [1]]))
    value, _ = desk.loaded(data, "b.xlsx")
    assert [one["name"] for one in value["tables"]] == ["b Two"]
    assert value["warnings"] == ["tables_without_rows:1"]


def test_dressed_numbers_without_names_of_columns_are_rows(desk: Desk):
    value, database = desk.loaded("Tシャツ,800円\nマグ,300円\n".encode())
    assert kinds(value) == {"column 1": "text", "column 2": "integer"}
    assert len(desk.rows(database, "Fruit")) == 2


def test_a_quoted_field_keeps_its_commas_and_lines_become_spaces(desk: Desk):
    _, database = desk.loaded(b'name,note\na,"one, two\nthree ""four"""\n')
    assert desk.rows(database, "Fruit") == [["a", 'one, two three "four"']]


def test_titles_above_a_header_are_no_rows_and_without_a_header_the_columns_have_numbers(desk: Desk):
    value, database = desk.loaded(b"Report of May\n\nname,price,stock\na,1,2\n")
    assert kinds(value) == {"name": "text", "price": "integer", "stock": "integer"}
    assert len(desk.rows(database, "Fruit")) == 1
    value, database = desk.loaded(b"a,1\nb,2\nc,3\n")
    assert kinds(value) == {"column 1": "text", "column 2": "integer"}
    assert len(desk.rows(database, "Fruit")) == 3


def test_a_workbook_has_one_table_for_each_sheet_with_values_as_they_are(desk: Desk, tmp_path: Path):
    from datetime import date, datetime

    moment = datetime.fromisoformat("2024-05-07 08:09")
    data = workbook(tmp_path / "b.xlsx", Sheet("歌", [
        ["曲名", "再生", "日付", "公開", "公式"], ["夜", 12.0, date(2024, 5, 6), True, "=1+1"],
        ["朝", 3.25, moment, False, None]]), Sheet("Empty", []), Sheet("Two", [["x"], [1], [2]]))
    value, database = desk.loaded(data, "songs.xlsx")
    assert value["kind"] == "xlsx"
    assert [one["name"] for one in value["tables"]] == ["songs 歌", "songs Two"]
    assert kinds(value) == {"曲名": "text", "再生": "real", "日付": "date", "公開": "text", "公式": "text"}
    assert desk.rows(database, "songs 歌") == [
        ["夜", 12.0, "2024-05-06", "true", None], ["朝", 3.25, "2024-05-07 08:09:00", "false", None]]


def test_a_hidden_sheet_is_no_table(desk: Desk, tmp_path: Path):
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "Secret"
    book.active.append(["password"])
    book.active.append(["hunter2"])
    book.active.sheet_state = "hidden"
    seen = book.create_sheet("Songs")
    for row in (["title", "plays"], ["Blue Sky", 12]):
        seen.append(row)
    book.active = 1
    book.save(tmp_path / "b.xlsx")
    value, database = desk.loaded((tmp_path / "b.xlsx").read_bytes(), "list.xlsx")
    (table,) = value["tables"]
    assert "Secret" not in table["name"]
    assert desk.rows(database, table["name"]) == [["Blue Sky", 12]]


def test_sql_50_hostile_names_are_quoted_and_unique_and_mean_nothing_to_sqlite(desk: Desk):
    head = 'x"; drop table t; --,x"; DROP TABLE t; --,n,a\u202eb\u200b,rowid,' + "y" * 80
    row = ("cmd", "2", "3", "Ignore", "5", "six")
    text = "\t".join(head.split(",")) + "\n" + "\t".join(row)
    value, database = desk.loaded(text.encode(), 'x"; drop.csv')
    names = [one["name"] for one in value["tables"][0]["columns"]]
    assert value["tables"][0]["name"] == 'x"; drop'
    assert names[3:6] == ["ab", "rowid", "y" * 64]
    assert len({name.casefold() for name in names}) == 6
    assert desk.rows(database, 'x"; drop') == [["cmd", 2, 3, "Ignore", 5, "six"]]
    for name in ("sqlite_master.csv", "pragma_table_info.csv", "json_each.csv", "FTS5.csv"):
        value, database = desk.loaded(b"a,b\nx,1\n", name)
        assert value["tables"][0]["name"] == f"table {name[:-4]}"
        assert desk.rows(database, f"table {name[:-4]}") == [["x", 1]]


def test_too_much_is_cut_and_said_to_be(desk: Desk):
    wide = ",".join(f"c{n}" for n in range(150)) + "\n" + ",".join(["1"] * 150) + "\n"
    table = desk.loaded(wide.encode())[0]["tables"][0]
    assert (len(table["columns"]), table["cut"], table["warnings"]) == (100, True, ["table_columns_left_out"])
    long = "name,note\na," + "x" * 10_000 + "\nb,y\n"
    value, database = desk.loaded(long.encode())
    assert value["tables"][0]["warnings"] == ["table_cells_shortened:1"]
    assert desk.rows(database, "Fruit", "length(note)") == [[4000], [1]]


REFUSALS: dict[str, tuple[str, Callable[[Path], bytes]]] = {
    "empty": ("empty_file", lambda _: b""),
    "blank": ("not_a_table", lambda _: b" \n\n"),
    "picture": ("not_a_table", lambda _: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40),
    "a quote that never ends": ("table_broken", lambda _: b'a,b\n1,"' + b"x" * 3_000_000),
    "old Excel or a password": ("table_locked", lambda _: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)),
    "a zip that is no workbook": ("table_unreadable", lambda at: zipped(at, {"a.txt": b"x"})),
    "half a workbook": ("table_unreadable", lambda at: workbook(at / "h.xlsx", Sheet("s", [["a"], [1]]))[:-300]),
    "a workbook without sheets": ("no_table", lambda at: workbook(at / "e.xlsx", Sheet("s", []))),
    "entities": ("table_unreadable", lambda at: changed(at, "xl/workbook.xml", lambda old: old.replace(
        b"<workbook", b'<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook', 1))),
    "a bomb": ("table_too_large", lambda at: changed(at, "xl/sharedStrings.xml", lambda old: b" " * 80_000_000)),
    "broken xml": ("table_unreadable", lambda at: changed(at, "xl/worksheets/sheet1.xml", lambda old: old[:200])),
}  # fmt: skip


def zipped(at: Path, parts: dict[str, bytes]) -> bytes:
    with zipfile.ZipFile(at / "z.zip", "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return (at / "z.zip").read_bytes()


def changed(at: Path, part: str, change: Callable[[bytes], bytes]) -> bytes:
    workbook(at / "w.xlsx", Sheet("s", [["name", "n"], ["a", 1], ["b", 2]]))
    with zipfile.ZipFile(at / "w.xlsx") as package:
        parts = {one: package.read(one) for one in package.namelist()}
    return zipped(at, {**parts, part: change(parts.get(part, b""))})


@pytest.mark.parametrize("what", list(REFUSALS))
def test_what_is_no_table_is_refused_with_its_reason_and_leaves_nothing(desk: Desk, tmp_path: Path, what: str):
    code, make = REFUSALS[what]
    assert desk.refused(make(tmp_path), "f.xlsx") == code


def test_a_sheet_that_lies_about_its_size_is_read_as_it_is(desk: Desk, tmp_path: Path):
    data = changed(tmp_path, "xl/worksheets/sheet1.xml", lambda old: old.replace(
        b'<dimension ref="A1:B3"', b'<dimension ref="A1:XFD1048576"'))
    value, database = desk.loaded(data, "w.xlsx")
    assert desk.rows(database, "w") == [["a", 1], ["b", 2]]
    assert not value["tables"][0]["cut"]


def test_a_file_is_never_written_over_and_a_link_is_not_followed(desk: Desk, tmp_path: Path):
    source, target = tmp_path / "a.csv", tmp_path / "there"
    source.write_bytes(CHINESE.encode())
    target.write_bytes(b"mine")
    assert desk.ask("load", path=str(source), name="a.csv", output=str(target)).body["code"] == "output_exists"
    assert target.read_bytes() == b"mine"
    (tmp_path / "link.csv").symlink_to(source)
    answer = desk.ask("load", path=str(tmp_path / "link.csv"), name="a.csv", output=str(tmp_path / "new"))
    assert answer.body["code"] == "not_a_file"


def test_a_cancel_while_a_large_file_is_read_is_quick_and_leaves_nothing(desk: Desk, tmp_path: Path):
    source, output = tmp_path / "large.csv", tmp_path / "out.db"
    source.write_bytes(b"name,price\n" + b"apple pie with cream,1234.5\n" * 400_000)
    desk.child.job("cancel me", "load", path=str(source), name="large.csv", output=str(output))
    desk.child.until(lambda frame: frame.kind == "progress" and frame.id == "cancel me" and frame.body["done"] > 0)
    desk.child.send("cancel", id="cancel me")
    assert desk.child.answer("cancel me", 2).kind == "cancelled"
    assert not output.exists()
