"""Documents as people really have them in Japan and China: columns from top to bottom, readings beside words, merged
cells; and that what they say is found by the questions one would ask."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.documents.handlers import extract
from tests.fakes import documents as made
from tests.fakes.job_context import DirectJob

COLUMNS = ["昔々ある所に、月の灯台を守る", "少女が住んでいた。名前はミナ", "といい、毎晩九時に灯りをとも",
           "して船を導いた。灯台の鍵は銀", "色で、古い樫の箱にしまわれて", "いる。"]
Reader = Callable[[str, bytes], str]


@pytest.fixture
def text_of(tmp_path: Path) -> Reader:
    def read(name: str, data: bytes) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        job = DirectJob()
        extract(job, {"path": str(path), "name": name})
        return job.payloads[0][0].decode()

    return read


def column(text: str, x: int, y: int = 720) -> str:
    return made.show(text, x, y, font="F4")


# --- PDF


@pytest.mark.parametrize("order", ["read", "reversed", "glyphs"])
def test_columns_from_top_to_bottom_are_read_from_right_to_left(text_of: Reader, order: str) -> None:
    places = [(text, 500 - 20 * n) for n, text in enumerate(COLUMNS)]
    if order == "glyphs":
        drawn = [made.show(sign, x, 720 - 13 * n, font="F2") for text, x in reversed(places)
                 for n, sign in enumerate(text)]
    else:
        drawn = [column(text, x) for text, x in (places if order == "read" else reversed(places))]
    assert text_of("a.pdf", made.pdf(["".join(drawn)])) == "".join(COLUMNS)


def test_two_rows_of_columns_are_read_one_after_the_other(text_of: Reader) -> None:
    upper = "".join(column(text, 500 - 20 * n) for n, text in enumerate(COLUMNS[:3]))
    lower = "".join(column(text, 500 - 20 * n, 400) for n, text in enumerate(COLUMNS[3:]))
    assert text_of("a.pdf", made.pdf([lower + upper])) == "".join(COLUMNS)


def test_readings_beside_the_columns_do_not_cut_the_words(text_of: Reader) -> None:
    words = "".join(column(text, 500 - 20 * n) for n, text in enumerate(COLUMNS))
    beside = made.show("とうだい", 510, 620, font="F4", size=6)
    read = text_of("a.pdf", made.pdf([words + beside]))
    assert "月の灯台を守る少女" in read
    assert "とうだい" in read


def test_numbers_that_lie_in_a_column_stay_in_their_place(text_of: Reader) -> None:
    drawn = [column("毎週土曜日の夜", 500), made.show("21", 494, 624), column("時から歌枠がある。", 500, 620),
             column("時間が変わる日は、前の日までに", 480), column("お知らせで伝える。", 460)]
    assert text_of("a.pdf", made.pdf(["".join(drawn)])).startswith("毎週土曜日の夜21時から歌枠がある。")


def test_lines_from_left_to_right_stay_as_they_are(text_of: Reader) -> None:
    lines = "".join(made.show(text, 72, 720 - 20 * n, font="F2") for n, text in enumerate(COLUMNS))
    assert text_of("a.pdf", made.pdf([lines])) == "".join(COLUMNS)


# --- Readings


def test_a_word_with_its_reading_is_whole_in_a_book(text_of: Reader) -> None:
    body = ("<h1>第<ruby>一<rp>(</rp><rt>いっ</rt><rp>)</rp></ruby>章</h1>"
            "<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>を<ruby>読<rt>よ</rt></ruby>む"
            "<ruby>少<rt>しょう</rt>女<rt>じょ</rt></ruby>。"
            "<ruby><rb>灯</rb><rb>台</rb><rt>とう</rt><rt>だい</rt></ruby>の鍵"
            "<ruby>銀<rt hidden>do evil</rt></ruby></p>")
    assert text_of("a.epub", made.epub([body])) == (
        "第一（いっ）章\n\n漢字（かんじ）を読（よ）む少女（しょうじょ）。灯台（とうだい）の鍵銀")


def test_a_word_with_its_reading_is_whole_in_a_word_document(text_of: Reader) -> None:
    import docx
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    document = docx.Document()
    document.add_paragraph("鍵は")._p.append(parse_xml(
        f"<w:r {nsdecls('w')}><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かし</w:t></w:r></w:rt>"
        "<w:rubyBase><w:r><w:t>樫</w:t></w:r></w:rubyBase></w:ruby><w:t>の箱にある。</w:t></w:r>"))
    file = io.BytesIO()
    document.save(file)
    assert text_of("a.docx", file.getvalue()) == "鍵は樫（かし）の箱にある。"


# --- Tables

PLAN = (("曜日", "時間", "内容"), ("月", "21:00", "歌枠"), ("", "22:00", "雑談"), ("火", "20:00", "ゲーム"))
NAMED = ("曜日 | 時間 | 内容\n曜日: 月; 時間: 21:00; 内容: 歌枠\n"
         "曜日: 月; 時間: 22:00; 内容: 雑談\n曜日: 火; 時間: 20:00; 内容: ゲーム")


def test_merged_cells_of_a_word_table_hold_in_each_row_and_columns_are_named(text_of: Reader) -> None:
    import docx

    document = docx.Document()
    table = document.add_table(rows=0, cols=3)
    for row in PLAN:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    file = io.BytesIO()
    document.save(file)
    assert text_of("a.docx", file.getvalue()) == NAMED


def test_merged_cells_of_a_sheet_hold_in_each_row_and_a_title_above_names_no_column(text_of: Reader) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["一月の配信予定"])
    sheet.merge_cells("A1:C1")
    for row in PLAN:
        sheet.append([cell or None for cell in row])
    sheet.merge_cells("A3:A4")
    file = io.BytesIO()
    book.save(file)
    assert text_of("a.xlsx", file.getvalue()) == "一月の配信予定\n" + NAMED


@pytest.mark.parametrize("merge", ["A1:XFD1048576", "A2:A1048576"])
def test_what_a_file_claims_of_merged_cells_costs_nothing(text_of: Reader, merge: str) -> None:
    plain = made.xlsx({"Sheet": PLAN})
    part = "xl/worksheets/sheet1.xml"
    xml = zipfile.ZipFile(io.BytesIO(plain)).read(part).replace(
        b"</sheetData>", b'</sheetData><mergeCells count="1"><mergeCell ref="%s"/></mergeCells>' % merge.encode())
    assert "ゲーム" in text_of("a.xlsx", made.repacked(plain, {part: xml}))
