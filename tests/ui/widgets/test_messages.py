"""The pieces of a message: markdown as it is drawn, code, folded text, the timeline, and stacking."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets.code_block import CodeBlock
from characoid_desktop.ui.widgets.folded import FoldedText
from characoid_desktop.ui.widgets.markdown_view import MarkdownView
from characoid_desktop.ui.widgets.safe_browser import SafeBrowser
from characoid_desktop.ui.widgets.stack import Stack, height_of
from characoid_desktop.ui.widgets.timeline import StepState, Timeline, TimelineRow, summary
from tests.fakes.layout_audit import audit
from tests.ui.widgets.conftest import Show


def view_of(show: Show, text: str) -> MarkdownView:
    view = MarkdownView("text")
    show(view, width=640, height=600)
    view.set_text(text)
    while not view.is_filled:
        QApplication.processEvents()
    QApplication.processEvents()
    return view


def browser(view: MarkdownView, number: int = 0) -> SafeBrowser:
    part = view.parts[number]
    assert isinstance(part, SafeBrowser)
    return part


def blocks(part: SafeBrowser) -> list[str]:
    found, block = [], part.document().begin()
    while block.isValid():
        if block.text():
            found.append(block.text())
        block = block.next()
    return found


def test_markdown_is_drawn_as_words_lists_and_headings(show: Show) -> None:
    view = view_of(show, "# Head\n\nSome **bold** words\nand more\n\n- one\n- two")
    assert blocks(browser(view)) == ["Head", "Some bold words\u2028and more", "one", "two"]


def test_the_line_height_is_that_of_chat_and_never_less(show: Show, themes: ThemeController) -> None:
    view = view_of(show, "一行\n第二行\n第三行")
    line = themes.theme.role("chat").line
    assert browser(view).height_at(600) == 3 * line


def test_stress_is_weight_and_never_a_slant(show: Show) -> None:
    part = browser(view_of(show, "an *important* word"))
    cursor = QTextCursor(part.document())
    cursor.setPosition(part.toPlainText().index("important") + 2)
    assert not cursor.charFormat().fontItalic()
    assert cursor.charFormat().fontWeight() == 600


def test_a_link_can_be_reached_by_tab_and_text_without_one_is_no_stop(show: Show) -> None:
    assert browser(view_of(show, "[a](https://example.org)")).focusPolicy() & Qt.FocusPolicy.TabFocus
    assert not browser(view_of(show, "plain words")).focusPolicy() & Qt.FocusPolicy.TabFocus


def test_code_has_a_button_that_copies_it_as_it_came(show: Show) -> None:
    view = view_of(show, "```py\nx = 1\u202e\n\ty\n```")
    part = view.parts[0]
    assert isinstance(part, CodeBlock)
    assert "‹U+202E›" in part.text.toPlainText()
    QTest.mouseClick(part.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "x = 1\u202e\n\ty"
    assert part.copy.words == "Copied"
    part._reset.stop()


def test_lines_of_code_with_han_characters_are_not_cut_off(show: Show) -> None:
    part = view_of(show, "```py\n" + "\n".join(f"print('你好 {n}')" for n in range(12)) + "\n```").parts[0]
    assert isinstance(part, CodeBlock)
    document = part.text.document()
    needed = sum(part.text.blockBoundingRect(document.findBlockByNumber(n)).height()
                 for n in range(document.blockCount()))
    assert part.text.viewport().height() >= needed


def test_a_long_block_of_code_is_copied_whole_from_its_head(show: Show) -> None:
    code = "\n".join(f"line {number}" for number in range(500))
    view = view_of(show, f"```\n{code}\n```")
    heads = [part for part in view.parts if isinstance(part, CodeBlock) and part.copy.isVisible()]
    assert len(view.parts) > 1
    assert len(heads) == 1
    heads[0].copy.click()
    assert QGuiApplication.clipboard().text() == code
    heads[0]._reset.stop()


def test_what_is_selected_is_copied_without_what_was_put_in_for_the_layout(show: Show) -> None:
    view = view_of(show, "x" * 3000 + "\nnext")
    part = browser(view)
    part.selectAll()
    assert view.selected_text() == "x" * 3000 + "\nnext"
    assert part.createMimeDataFromSelection().text() == "x" * 3000 + "\nnext"
    assert not part.createMimeDataFromSelection().hasHtml()


def test_a_selection_stays_while_the_text_goes_on(show: Show) -> None:
    view = view_of(show, "select this and")
    part = browser(view)
    cursor = part.textCursor()
    cursor.setPosition(7)
    cursor.setPosition(11, QTextCursor.MoveMode.KeepAnchor)
    part.setTextCursor(cursor)
    view.set_text("select this and more comes in")
    assert view.selected_text() == "this"


def test_the_caret_stands_behind_the_last_word(show: Show) -> None:
    view = view_of(show, "short")
    view.set_caret(True)
    assert (view.caret.width(), view.caret.height()) == (8, 16)
    before = view.caret.x()
    view.set_text("short and longer")
    assert view.caret.x() > before
    view.set_caret(False)
    assert not view.caret.isVisible()


def test_a_text_that_becomes_another_one_keeps_what_is_the_same(show: Show) -> None:
    view = view_of(show, "one\n\n```\nx\n```\ntwo")
    first = view.parts[0]
    view.set_text("one\n\n```\nx\n```\nanother end")
    assert view.parts[0] is first
    assert blocks(browser(view, 2)) == ["another end"]
    view.set_text("new")
    assert [blocks(browser(view, n)) for n in range(len(view.parts))] == [["new"]]


def test_a_user_s_tags_and_signs_are_shown_letter_for_letter(show: Show) -> None:
    part = SafeBrowser("text")
    show(part)
    part.set_plain("# no *heading* <b>x</b>")
    assert part.toPlainText() == "# no *heading* <b>x</b>"


def test_pictures_of_the_app_are_drawn_and_named_by_their_id(show: Show) -> None:
    asked: list[str] = []

    def images(id: str) -> QImage:
        asked.append(id)
        picture = QImage(20, 20, QImage.Format.Format_RGB32)
        picture.fill(0x00FF00)
        return picture

    view = MarkdownView("text", images=images)
    show(view, width=640, height=400)
    view.set_text("![made](attachment:abc)")
    browser(view).grab()
    assert asked[:1] == ["abc"]


# --- folded text and the timeline -----------------------------------------------------------------


def test_folded_text_draws_nothing_until_it_is_opened(show: Show) -> None:
    folded = FoldedText(Text.of("Thought for {time}", time="3 s"))
    window = show(folded, width=500, height=300)
    folded.set_text("deep <b>thoughts</b>")
    assert folded.body is None
    closed = folded.height()
    QTest.keyClick(folded.line, Qt.Key.Key_Return)
    assert folded.body is not None
    assert folded.body.toPlainText() == "deep <b>thoughts</b>"
    assert folded.height() > closed
    QTest.keyClick(folded.line, Qt.Key.Key_Space)
    assert folded.height() == closed
    assert audit(window) == []


def test_a_folded_line_without_room_says_its_short_form_and_the_rest_in_its_tooltip(show: Show) -> None:
    folded = FoldedText()
    window = QWidget()
    show(window, width=400, height=200)
    folded.setParent(window)
    folded.set_words("Thought for 3 s (neither spoken nor sent again)", "Thought for 3 s")
    folded.setGeometry(0, 0, 160, 40)
    folded.restack()
    folded.show()
    assert folded.line.words == "Thought for 3 s"
    assert "neither spoken" in folded.line.toolTip()
    folded.resize(390, 40)
    assert folded.line.words.endswith("sent again)")


ROWS = (TimelineRow("1", "persona_supervisor", "Splitting", seconds=0.8, tokens=412),
        TimelineRow("2", "rvc_worker", "Converting", StepState.RUNNING))


def test_a_folded_line_takes_the_room_that_its_new_words_need(show: Show) -> None:
    folded = FoldedText(Text.of("Thinking…"))
    show(folded, width=500, height=100)
    folded.set_words("Thought for 3 s (neither spoken nor sent again)", "Thought for 3 s")
    assert folded.line.words.endswith("sent again)")
    assert folded.line.width() >= folded.line.sizeHint().width()


def test_the_timeline_says_who_what_how_long_and_how_it_ended(show: Show) -> None:
    timeline = Timeline()
    show(timeline, width=600, height=200)
    timeline.show_rows(ROWS)
    assert [row.accessibleName() for row in timeline.rows] == [
        "Supervisor: Splitting, done, 0.8 s", "RVC: Converting, running"]
    chosen: list[str] = []
    timeline.chosen.connect(chosen.append)
    QTest.keyClick(timeline.rows[1], Qt.Key.Key_Return)
    assert chosen == ["2"]
    kept = timeline.rows[0]
    timeline.show_rows(ROWS[:1])
    assert timeline.rows == (kept,)


@pytest.mark.parametrize(("seconds", "tokens", "words"), [
    (265, 698, "2 steps · 4 min 25 s · 698 tokens"), (None, None, "2 steps"), (3.04, 1, "2 steps · 3.0 s · 1 token"),
])
def test_the_folded_line_leaves_out_what_is_not_known(seconds: float | None, tokens: int | None, words: str) -> None:
    assert str(summary(ROWS, seconds, tokens)) == words


# --- stacking -------------------------------------------------------------------------------------


class Block(QWidget):
    def __init__(self, height: int) -> None:
        super().__init__()
        self.wanted = height

    def height_at(self, width: int) -> int:
        return self.wanted


def test_a_stack_grows_with_its_parts_at_once_and_upwards(show: Show) -> None:
    outer, inner = Stack(spacing=5), Stack(spacing=5)
    show(outer, width=300, height=400)
    first, second = Block(20), Block(30)
    inner.add_part(first)
    inner.add_part(second)
    outer.add_part(inner)
    after = Block(10)
    outer.add_part(after)
    for part in (inner, first, second, after):
        part.show()
    inner.restack()
    outer.restack()
    assert inner.height() == 55
    first.wanted = 100
    inner.restack()
    assert inner.height() == 135
    assert after.y() == 140
    second.hide()
    inner.restack()
    assert after.y() == 105


LONG = ("# Head\n\nSome **bold** words that go over more than one line at this width, and then some more of them.\n\n"
        "- one\n- two\n\n```py\nx = 1\ny = 2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n") * 4


def places(view: MarkdownView) -> list[tuple[int, ...]]:
    assert all(part.height() == height_of(part, part.width()) for part in view.parts)
    return [part.geometry().getRect() for part in view.parts]


def grow(view: MarkdownView, text: str) -> None:
    for end in range(len(view.text), len(text) + 1, 7):
        view.set_text(text[:end])
        while not view.is_filled:
            QApplication.processEvents()
    view.set_text(text)


def test_a_text_that_grew_stands_where_the_same_text_stands_at_once(show: Show) -> None:
    grown, whole = view_of(show, LONG[:3]), view_of(show, LONG)
    grow(grown, LONG)
    assert places(grown) == places(whole)
    assert grown.height() == whole.height()


def test_a_text_goes_on_in_its_place_after_another_width_another_size_and_another_end(
    show: Show, themes: ThemeController,
) -> None:
    grown, half = view_of(show, LONG[:3]), LONG[:len(LONG) // 2]
    grow(grown, half)
    grown.window().resize(440, 600)
    themes.apply("light", text_scale=1.3)
    QApplication.processEvents()
    grown.restack()
    other = half[:-40] + "and now for something else.\n\n" + LONG
    grown.set_text(half[:-40] + "and now")
    grow(grown, other)
    whole = view_of(show, other)
    whole.window().resize(440, 600)
    QApplication.processEvents()
    assert places(grown) == places(whole)
    assert grown.height() == whole.height()
