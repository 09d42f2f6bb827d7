"""Documents as a newcomer has them, and the questions one would ask of them."""

from __future__ import annotations

import io
from pathlib import Path

from characoid_desktop.core.paths import AppPaths
from tests.fakes import documents as made
from tests.fakes.library_of_documents import A, documents_bench

COLUMNS = ("昔々ある所に、月の灯台を守る", "少女が住んでいた。名前はミナ", "といい、毎晩九時に灯りをとも",
           "して船を導いた。灯台の鍵は銀", "色で、古い樫の箱にしまわれて", "いる。")
SUBTITLES = ("1\n00:00:01,000 --> 00:00:03,000\n{\\an8}<i>星の港</i>へ<font color=\"#fff\">ようこそ</font>\n\n"
             "2\n00:00:03,500 --> 00:00:05,000\n<b>切符</b>は\n駅で買えます\n")
QUESTIONS = {
    "灯台の鍵は何色？": "story", "ミナは何時に灯りをともす？": "story",
    "漢字を読む先生はだれ": "book", "「がくえん」とは": "book",
    "月曜の22時は何の配信？": "plan", "星の港へようこそ": "talk", "切符はどこで買える？": "talk",
    "铃木老师 哪天上课": "直播笔记", "ミナさんは布丁が好き？": "直播笔记",
    "What is the answer of page 217?": "long", "melon289": "long",
}


def plan() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["一月の配信予定"], ["曜日", "時間", "内容"], ["月曜", "21:00", "歌枠"], [None, "22:00", "雑談"]):
        sheet.append(row)
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("A3:A4")
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


async def test_each_of_the_strangest_documents_answers_its_questions(home: AppPaths, tmp_path: Path) -> None:
    long = made.pdf([
        made.show(f"Page {n} of the long story of a lighthouse.")
        + made.show(f"The answer of page {n} is melon{n}.", 72, 100) for n in range(300)])
    files = {
        "story.pdf": made.pdf(["".join(
            made.show(text, 500 - 20 * n, font="F4") for n, text in enumerate(COLUMNS))]),
        "book.epub": made.epub(
            ["<p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を<ruby>読<rt>よ</rt></ruby>む先生は佐藤さん。"
             "<ruby>学園<rp>(</rp><rt>がくえん</rt><rp>)</rp></ruby>の門。</p>"], title="book"),
        "plan.xlsx": plan(),
        "talk.srt": SUBTITLES,
        "notes.md": ("# 直播笔记\n\n- 铃木老师：每週火曜日上课\n\n"
                     "ミナさんはプリンが大好きです。她喜欢吃布丁。\n").encode("gb18030"),
        "long.pdf": long,
    }
    async with documents_bench(home, tmp_path / "files") as bench:
        for name, content in files.items():
            document = await bench.add(name, content)
            assert document.passages, (name, document.error)
        found = {question: (await bench.finds(question))[:1] for question in QUESTIONS}
        assert found == {question: [title] for question, title in QUESTIONS.items()}
        [page] = {one.page for one in (await bench.knowledge.search(A, "melon289")).found[:1]}
        assert page is not None
        assert page <= 290
