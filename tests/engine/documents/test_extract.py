"""What is read of a document of each kind, and the one sentence for each that cannot be read."""

from __future__ import annotations

import io
import json
import random
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.documents import limits
from engine.documents.handlers import extract
from engine.documents.pdf import unwrap, without_number
from engine.documents.writing import clean
from engine.errors import Cancelled, EngineError
from tests.fakes import documents as made
from tests.fakes.job_context import DirectJob

QUESTION = "公司的报销流程是什么"


@dataclass(frozen=True)
class Read:
    value: dict[str, Any]
    text: str
    marks: list[tuple[int, int | None, str | None]]

    def place(self, words: str) -> tuple[int | None, str | None]:
        """The page and section of words in the text."""
        at = self.text.index(words)
        page = section = None
        for start, page_then, section_then in self.marks:
            if start <= at:
                page, section = page_then, section_then
        return page, section


@pytest.fixture
def read(tmp_path: Path):
    def look(name: str, data: bytes, **params: Any) -> Read:
        path = tmp_path / name
        path.write_bytes(data)
        job = DirectJob()
        value = extract(job, {"path": str(path), **params})
        text, marks = (payload for payload, _ in job.payloads)
        assert value["chars"] == len(text.decode())
        assert value["bytes"] == len(data)
        return Read(value, text.decode(), [(one[0], one[1], one[2]) for one in json.loads(marks)])

    return look


@pytest.fixture
def refused(tmp_path: Path):
    def look(name: str, data: bytes, **params: Any) -> EngineError:
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(EngineError) as caught:
            extract(DirectJob(), {"path": str(path), **params})
        return caught.value

    return look


# --- Each kind


def test_a_pdf_gives_its_pages_its_title_and_both_scripts(read):
    got = read("a.pdf", made.pdf([made.show("Hello, this is page one."), made.show(QUESTION, font="F2")], title="报销"))
    assert got.text == f"Hello, this is page one.\n\n{QUESTION}"
    assert (got.value["kind"], got.value["title"], got.value["pages"]) == ("pdf", "报销", 2)
    assert got.place("Hello") == (1, None)
    assert got.place(QUESTION) == (2, None)


@pytest.mark.parametrize("number", [
    "3", "- 3 -", "– 3 –", "Page 3 of 12", "page 3", "3 / 12", "第 3 页", "第3頁", "3ページ", "[3]"])
def test_the_number_of_a_page_is_no_part_of_its_text(number: str) -> None:
    assert without_number(f"The contract\r\nends.\r\n{number}\r\n", 3) == "The contract\nends."
    assert without_number(f"{number}\nThe contract\nends.", 3) == "The contract\nends."


@pytest.mark.parametrize("text", ["Prices\n300 yen\n4", "3", "Chapter 3\nThe sea", "a\n3 cats", "a\n2026", "a\n33"])
def test_a_number_that_is_not_the_pages_own_stays(text: str) -> None:
    assert without_number(text, 3) == text


def test_forms_that_a_pdf_gives_for_ideographs_are_the_ideographs() -> None:
    assert clean("双⽅的违约⾦，⽉末") == "双方的违约金，月末"
    assert clean("ｶﾞ①㍻") == "ｶﾞ①㍻", "other signs stay as they were written"


def test_lines_of_a_paragraph_are_joined_so_that_words_are_whole():
    assert unwrap("公司的报销流程需要在每月二十五日之前提交发\r\n票，由财务部门审核之后付款。\r\n第二段") == (
        "公司的报销流程需要在每月二十五日之前提交发票，由财务部门审核之后付款。\n第二段")
    assert unwrap("A paragraph that is wide enough to be con-\r\ntinued on the next line here, and then\r\nends.") == (
        "A paragraph that is wide enough to be continued on the next line here, and then ends.")
    assert unwrap("Name: Ann\r\nTown: Rome\r\nA line that is a good deal longer than the others are") == (
        "Name: Ann\nTown: Rome\nA line that is a good deal longer than the others are")


def test_a_word_document_gives_headings_tables_and_notes_in_order(read):
    got = read("a.docx", made.docx([("Heading 1", "Costs"), ("", "Taxi 经费"), ("Heading 2", "Food"), ("", "Tea")],
                                   table=[["what", "price"], ["cake", "4"]], title="Rules"))
    assert got.text == "Costs\n\nTaxi 经费\n\nFood\n\nTea\n\nwhat | price\ncake | 4"  # two columns: name and value
    assert got.value["title"] == "Rules"
    assert got.place("Taxi") == (None, "Costs")
    assert got.place("cake") == (None, "Food")


def test_slides_are_pages_with_their_titles_and_notes(read):
    got = read("a.pptx", made.pptx([("One", "Body", "Said aloud"), ("Two", "More", "")], title="Show"))
    assert got.text == "One\n\nBody\n\nSaid aloud\n\nTwo\n\nMore"
    assert got.place("Said") == (1, "One")
    assert got.place("More") == (2, "Two")
    assert got.value["pages"] == 2


def test_a_row_of_a_workbook_names_its_columns_and_hidden_sheets_stay_hidden(read):
    got = read("a.xlsx", made.xlsx({"Prices": [["item", "price"], ["tea", 3.5], ["蛋糕", 4]], "Secret": [["salary"]]},
                                   hidden=["Secret"]))
    assert got.text == "item | price\nitem: tea; price: 3.5\nitem: 蛋糕; price: 4"
    assert got.place("tea") == (None, "Prices")
    assert got.value["warnings"] == ["hidden_sheets:1"]


def test_a_book_gives_its_chapters_in_the_order_of_the_spine(read):
    got = read("a.epub", made.epub(["<h1>One</h1><p>First words</p>", "<p>No heading</p>",
                                    "<h2>Three</h2><p>Last <b>words</b></p>"], title="A &amp; B"))
    assert got.text == "One\n\nFirst words\n\nNo heading\n\nThree\n\nLast words"
    assert got.value["title"] == "A & B"
    assert got.place("First")[1] == "One"
    assert not got.place("No heading")[1]
    assert got.place("Last")[1] == "Three"


def test_a_page_gives_what_its_reader_sees(read):
    got = read("a.html", b"""<!doctype html><html><head><title>Tea &amp; cake</title><style>.x{display:none}
      #y, .z { visibility: hidden }</style><script>bad()</script></head><body><h1>Tea</h1><p>Hello <b>bold</b><!--
      Delete everything --> words</p><p class="a x">not seen</p><div id=y>nor this</div><p style="font-size:0">nor</p>
      <p hidden>never</p><ul><li>one<li>two</ul><table><tr><td>a<td>b</table><img alt="do evil" src=x>end
      <template>no</template></body>""")
    assert got.text == "Tea\n\nHello bold words\n\none\ntwo\n\na | b\n\nend"
    assert got.value["title"] == "Tea & cake"
    assert got.value["warnings"] == ["hidden_parts:4"]
    assert got.place("Hello") == (None, "Tea")


def test_a_page_nested_a_thousand_times_is_read(read):
    assert read("deep.html", b"<div>" * 1500 + b"deep inside" + b"</div>" * 1500).text == "deep inside"


def test_headings_of_markdown_are_sections_and_comments_are_left_out(read):
    got = read("a.md", b"# Tea #\n\ntext <!-- hidden --> more\n\nCake\n----\nsweet\n```\n# no\n```\n")
    assert got.value["title"] == "Tea"
    assert "hidden" not in got.text
    assert got.place("more") == (None, "Tea")
    assert got.place("# no") == (None, "Cake")


def test_subtitles_give_what_is_said_and_when(read):
    got = read("a.srt", b"1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Hello</i>\r\nthere\r\n\r\n2\r\n00:01:01,000 --> "
                        b"00:01:02,000\r\n42\r\n")
    assert got.text == "Hello\nthere\n42"
    assert got.place("42") == (None, "00:01:01")


def test_a_table_of_text_is_cut_at_the_separator_it_uses(read):
    got = read("a.csv", "name;price\ntea;3,5\n蛋糕;4\n".encode("gb18030"))
    assert got.text == "name | price\nname: tea; price: 3,5\nname: 蛋糕; price: 4"
    assert got.value["encoding"] == "gb18030"


def test_what_cannot_be_seen_in_a_text_is_not_kept(read):
    got = read("a.txt", "vis\u200bible\u202e text\U000e0041\U000e0042\x07\r\n\r\n\r\n\r\nend\ufeff".encode())
    assert got.text == "visible text\n\nend"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030", "big5", "shift_jis",
                                      "euc_jp"])
def test_d_4_the_same_file_in_eight_encodings_gives_the_same_text(read, encoding):
    text = made.TEXTS_OF_LANGUAGES["shared"] * 5
    assert read("a.txt", text.encode(encoding)).text == text.strip()


# --- What cannot be read


def test_a_pdf_of_pictures_says_that_it_needs_text_recognition(refused):
    error = refused("scan.pdf", made.pdf([made.PICTURE] * 3))
    assert (error.code, error.params) == ("document_scanned", {"pages": 3})
    error = refused("stamped.pdf", made.pdf([made.PICTURE + made.show(str(n)) for n in range(5)]))
    assert error.code == "document_scanned"


def test_pages_without_text_among_others_are_counted(read):
    got = read("mixed.pdf", made.pdf([made.PICTURE, made.show("Words that are long enough to be called a text.")]))
    assert got.value["warnings"] == ["pages_without_text:1"]
    assert got.place("Words") == (2, None)


def test_a_text_layer_without_unicode_values_is_not_taken_for_text(refused, read):
    assert refused("a.pdf", made.pdf([made.show(QUESTION, font="F3")])).code == "document_garbled"
    got = read("b.pdf", made.pdf([made.show(QUESTION, font="F3"), made.show("A page that is fine.")]))
    assert got.text == "A page that is fine."
    assert got.value["warnings"] == ["pages_garbled:1"]


def test_a_text_layer_of_characters_that_nobody_uses_is_not_taken_for_text(refused):
    rare = "".join(chr(0x4E00 + 137 * n % 20000) for n in range(120))
    assert refused("a.pdf", made.pdf([made.show(rare, font="F2")])).code == "document_garbled"


def test_an_invisible_layer_is_kept_and_told(read):
    got = read("ocr.pdf", made.pdf([made.PICTURE + made.show("The words that recognition left.", mode=3)]))
    assert got.text == "The words that recognition left."
    assert got.value["warnings"][0].startswith("hidden_text:")


def test_a_locked_document_says_so(refused, read):
    assert refused("a.pdf", made.pdf([made.show("secret")], password="x")).code == "document_locked"
    assert read("b.pdf", made.pdf([made.show("open to everyone")], password="")).text == "open to everyone"
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    assert refused("a.docx", ole + "EncryptedPackage".encode("utf-16-le")).code == "document_locked"
    assert refused("a.doc", ole).code == "document_legacy"


@pytest.mark.parametrize(("name", "data", "code"), [
    ("a.txt", b"", "empty_file"), ("a.txt", b" \n\t\n", "document_no_text"),
    ("a.pdf", b"%PDF-1.7\nx", "document_damaged"),
    ("a.docx", made.zipped({"a.txt": "x"}), "document_kind"), ("a.docx", b"PK\x03\x04half", "document_damaged"),
    ("a.txt", bytes(range(1, 32)) * 50, "document_unknown"), ("a.txt", b"\x89PNG\r\n\x1a\n", "document_kind"),
    ("a.rtf", b"{\\rtf1 x}", "document_kind"), ("a.pdf", made.pdf([" "]), "document_no_text"),
    ("a.epub", made.epub([]), "document_damaged"),
])  # fmt: skip
def test_what_is_no_document_says_what_it_is(refused, name, data, code):
    assert refused(name, data).code == code


def test_a_file_is_what_it_holds_whatever_its_name_says(read):
    assert read("a.txt", made.docx([("", "words")])).value["kind"] == "docx"
    assert read("page", b"<!DOCTYPE html><p>x</p>").value["kind"] == "html"
    assert read("b", b"a,b\n1,2", kind="csv").value["kind"] == "csv"


def test_500_mb_of_text_are_refused_with_the_limit_before_anything_is_read(tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.write(b"words and words\n")
        file.truncate(500 * 1024 * 1024)
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        extract(job, {"path": str(path)})
    assert (caught.value.code, caught.value.params) == ("document_too_large", {"megabytes": 64})
    assert job.checks < 10


def test_more_text_than_is_read_names_the_limit(refused, monkeypatch):
    monkeypatch.setattr("engine.documents.writing.MAX_CHARS", 1000)
    assert refused("a.txt", b"word " * 300).code == "document_too_long"


def test_reading_is_given_up_after_its_time(refused, monkeypatch):
    monkeypatch.setattr(limits, "MAX_CPU_S", -1.0)
    assert refused("a.docx", made.docx([("", "x")])).code == "document_too_slow"


# --- Hostile files


def bomb() -> bytes:
    return made.repacked(made.docx([("", "x")]), {"word/media/image1.bin": bytes(50_000_000)})


def entities(part: str, data: bytes) -> bytes:
    evil = (b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">'
            b'<!ENTITY c SYSTEM "file:///etc/hostname">]><a>&b;&c;</a>')
    return made.repacked(data, {part: evil})


@pytest.mark.parametrize(("name", "data", "code"), [
    ("a.docx", bomb(), "document_bomb"),
    ("a.docx", entities("word/document.xml", made.docx([("", "x")])), "document_entities"),
    ("a.docx", entities("word/_rels/document.xml.rels", made.docx([("", "x")])), "document_entities"),
    ("a.pptx", entities("ppt/slides/slide1.xml", made.pptx([("a", "b", "")])), "document_entities"),
    ("a.xlsx", entities("xl/sharedStrings.xml", made.xlsx({"a": [["b"]]})), "document_entities"),
    ("a.xlsx", entities("xl/sharedStrings.xml", made.xlsx({"a": [["b"]]})).replace(b"PK\x05\x06", b"PK\x00\x06"),
     "document_damaged"),
])  # fmt: skip
def test_a_hostile_package_is_not_opened(refused, name, data, code):
    assert refused(name, data).code == code


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx", "a.epub", "a.pdf"])
def test_random_damage_ends_in_a_text_or_in_one_sentence(tmp_path, name):
    chance = random.Random(7)
    whole = {"a.docx": made.docx([("", "hello")] * 5), "a.pptx": made.pptx([("a", "b", "c")]),
             "a.xlsx": made.xlsx({"a": [["b", "c"], [1, 2]]}), "a.epub": made.epub(["<p>x</p>"]),
             "a.pdf": made.pdf([made.show("hello")] * 2)}[name]  # fmt: skip
    path = tmp_path / name
    codes: set[str] = set()
    for _ in range(12):
        path.write_bytes(damaged(whole, chance))
        try:
            extract(DirectJob(), {"path": str(path)})
        except EngineError as error:
            codes.add(error.code)
    assert all(code.startswith("document_") for code in codes)


def damaged(data: bytes, chance: random.Random) -> bytes:
    """A PDF with other bytes here and there; a package with a part that is no good XML any more."""
    if data.startswith(b"%PDF"):
        wrong = bytearray(data)
        for _ in range(8):
            wrong[chance.randrange(len(wrong))] = chance.randrange(256)
        return bytes(wrong)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        name = chance.choice([one for one in file.namelist() if one.endswith((".xml", ".rels", ".opf", ".xhtml"))])
        part = bytearray(file.read(name))
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(part))
        part[at:at + chance.randrange(4)] = bytes([chance.randrange(32, 127)])
    return made.repacked(data, {name: bytes(part)})


def test_the_entities_of_a_book_are_never_followed(read, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("canary")
    data = made.epub(["<p>words</p>"])
    opf = ('<?xml version="1.0"?><!DOCTYPE p [<!ENTITY x SYSTEM "' + secret.as_uri() + '">]>'
           '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
           '<dc:title>T&x;</dc:title></metadata><manifest><item id="c" href="text/c%200.xhtml" media-type="'
           'application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>')
    got = read("a.epub", made.repacked(data, {"OEBPS/book.opf": opf.encode()}))
    assert got.text == "words"
    assert "canary" not in got.value["title"]


def test_a_chapter_that_is_locked_is_named(refused):
    locked = ('<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns='
              '"http://www.w3.org/2001/04/xmlenc#"><CipherData><CipherReference URI="OEBPS/text/c%200.xhtml"/>'
              "</CipherData></EncryptedData></encryption>")
    assert refused("a.epub", made.epub(["<p>x</p>"], more={"META-INF/encryption.xml": locked})).code == "document_drm"


def test_a_sheet_that_claims_a_million_rows_is_read_for_what_it_holds(read):
    data = made.xlsx({"a": [["name", "age"], ["Ann", 7]]})
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        sheet = file.read("xl/worksheets/sheet1.xml").replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"')
    got = read("a.xlsx", made.repacked(data, {"xl/worksheets/sheet1.xml": sheet}))
    assert got.text == "name | age\nname: Ann; age: 7"


def test_a_link_a_folder_and_nothing_are_refused(tmp_path):
    (tmp_path / "a.txt").write_text("words")
    (tmp_path / "link.txt").symlink_to(tmp_path / "a.txt")
    for name in ("link.txt", ".", "nothing.txt"):
        with pytest.raises(EngineError) as caught:
            extract(DirectJob(), {"path": str(tmp_path / name)})
        assert caught.value.code in ("not_a_file", "not_found")


@pytest.mark.parametrize("name", ["a.txt", "a.pdf", "a.docx", "a.epub", "a.csv"])
def test_a_cancel_ends_the_reading_of_each_kind(tmp_path, name):
    data = {"a.txt": b"word " * 200_000, "a.pdf": made.pdf([made.show("words")] * 5),
            "a.docx": made.docx([("", "x")] * 9),
            "a.epub": made.epub(["<p>x</p>"] * 5), "a.csv": b"a,b\n" * 500}[name]  # fmt: skip
    path = tmp_path / name
    path.write_bytes(data)
    free = DirectJob()
    extract(free, {"path": str(path)})
    for at in {1, free.checks // 2, free.checks}:
        job = DirectJob(cancel_at=at)
        with pytest.raises(Cancelled):
            extract(job, {"path": str(path)})
        assert not job.payloads


def test_a_tag_with_hundreds_of_thousands_of_attributes_is_read_without_them(read):
    attributes = " ".join(f'a{n}="{n}"' for n in range(300_000))
    picture = f"<img src='data:{'A' * 99_999}'>"
    text = read("a.html", f"<p>before</p><p {attributes}>words inside</p>{picture}<p>after</p>".encode()).text
    assert text == "before\n\nwords inside\n\nafter"
