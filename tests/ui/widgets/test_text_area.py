"""A field takes a paragraph of any length: parted for the eye, whole in what it says, copies and tells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.widgets.text_area import PARAGRAPH, SOFT, TextArea, joined, parted
from tests.fakes.themes import themed_app

LONG = "海辺の放送局で働く。歌うのが好き！ " * 600


@pytest.fixture
def area(qapp: object) -> Iterator[TextArea]:
    with themed_app():
        made = TextArea(Text.literal("Field"))
        made.resize(400, 200)
        made.show()
        yield made
        made.close()
        made.deleteLater()


def longest(area: TextArea) -> int:
    return max(len(line) for line in area.toPlainText().split("\n"))


@pytest.mark.parametrize("text", [
    "", "short", LONG, "x" * 9999, f"one\n{LONG}\n\ntwo", "😀" * 5000, f"a{SOFT[0]}b" * 2000, "x" * PARAGRAPH])
def test_parted_text_is_joined_to_what_it_was(text: str) -> None:
    assert joined(parted(text)) == text or SOFT[0] in text
    if SOFT[0] in text:
        assert parted(text) is text
    else:
        assert all(len(line) <= PARAGRAPH + 1 for line in parted(text).split("\n"))
    parted(text).encode()  # no pair was cut


def test_a_long_paragraph_is_whole_for_who_asks(area: TextArea) -> None:
    heard: list[str] = []
    area.edited.connect(heard.append)
    area.set_text(LONG)
    assert area.text() == LONG
    assert longest(area) <= PARAGRAPH + 1
    assert heard == []
    area.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(area, "!")
    assert heard == [f"{LONG}!"]
    area.undo()
    assert area.text() == LONG
    area.selectAll()
    assert area.createMimeDataFromSelection().text() == LONG


def test_a_long_paragraph_can_be_pasted(area: TextArea) -> None:
    area.set_text("Before: ")
    area.moveCursor(QTextCursor.MoveOperation.End)
    mime = QMimeData()
    mime.setText(LONG)
    area.insertFromMimeData(mime)
    assert area.text() == f"Before: {LONG}"
    assert longest(area) <= PARAGRAPH + 20


@pytest.mark.parametrize("key", [Qt.Key.Key_Backspace, Qt.Key.Key_Delete])
def test_where_it_is_parted_the_keys_take_a_letter(area: TextArea, key: Qt.Key) -> None:
    text = "x" * PARAGRAPH + "yz" * 50
    area.set_text(text)
    cursor = area.textCursor()
    back = key == Qt.Key.Key_Backspace
    cursor.setPosition(PARAGRAPH + len(SOFT) if back else PARAGRAPH)
    area.setTextCursor(cursor)
    QTest.keyClick(area, key)
    assert area.text() == ("x" * (PARAGRAPH - 1) + "yz" * 50 if back else "x" * PARAGRAPH + text[PARAGRAPH + 1:])


def test_line_breaks_of_the_user_stay_what_they_are(area: TextArea) -> None:
    area.set_text(f"{LONG}\nend")
    area.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClick(area, Qt.Key.Key_Return)
    QTest.keyClicks(area, "more")
    assert area.text() == f"{LONG}\nend\nmore"
