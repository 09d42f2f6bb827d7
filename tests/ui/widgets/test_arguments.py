"""Words and arguments from outside, letter for letter."""

from __future__ import annotations

import sys
import time
import unicodedata

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from characoid_desktop.core.redaction import MASK, Redactor
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets.argument_view import ArgumentView
from characoid_desktop.ui.widgets.arguments import HIDDEN, argument_rows, cells, lay_out
from characoid_desktop.ui.widgets.visible import visible, visible_line
from tests.ui.widgets.conftest import Show

plain = Redactor().redact


def text_of(arguments: dict, columns: int = 60) -> str:
    return lay_out(argument_rows(arguments, plain), columns).text


# --- visible ------------------------------------------------------------------------------------


def test_every_character_that_draws_nothing_or_turns_the_text_is_made_visible() -> None:
    hidden = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    missed = [hex(code) for code in range(sys.maxunicode + 1)
              if unicodedata.category(chr(code)) in hidden and chr(code) != "\n"
              and visible(chr(code)) != f"‹U+{code:04X}›"]
    assert missed == []


@pytest.mark.parametrize("char", ["\u3164", "\uffa0", "\u115f", "\u2800", "\u034f", "\ufe0f", "\U000e0101", "\u00a0"])
def test_letters_and_marks_that_draw_nothing_are_visible_too(char: str) -> None:
    assert visible(f"a{char}b") == f"a‹U+{ord(char):04X}›b"


@pytest.mark.parametrize("words", [
    "のど飴は柚子味。", "你好，世界", "naïve café", "Zürich – 3½ €", "a\nb", "한국어", "עברית", "全角　スペース",
    "‹quoted›"])
def test_ordinary_words_of_any_language_stay_as_they_are(words: str) -> None:
    assert visible(words) == words


def test_two_different_texts_never_look_the_same() -> None:
    assert visible("‹U+202E›") != visible("\u202e")
    assert visible("a\u202e") == "a‹U+202E›"
    assert visible("‹U+202E›") == "‹U+2039›U+202E›"


def test_a_letter_carries_no_more_marks_than_any_language_needs() -> None:
    shown = visible("e" + "\u0301" * 50)
    assert shown.startswith("e\u0301\u0301\u0301‹U+0301›")
    assert shown.count("\u0301") == 3


def test_emoji_in_a_label_stay_whole_and_a_joiner_elsewhere_does_not() -> None:
    assert visible_line("❤\ufe0fの歌 👩\u200d💻") == "❤\ufe0fの歌 👩\u200d💻"
    assert visible_line("a\u200db") == "a‹U+200D›b"
    assert visible_line("one\ntwo\r\n") == "one ↵ two"
    assert visible_line("x" * 50, 10) == "x" * 10 + "…"


def test_a_long_hostile_text_is_made_visible_quickly() -> None:
    start = time.perf_counter()
    visible("\u202e" * 100_000 + "漢" * 1_000_000)
    assert time.perf_counter() - start < 1


# --- arguments ----------------------------------------------------------------------------------


def test_names_are_sorted_and_values_stand_under_each_other() -> None:
    assert text_of({"session_id": "vs_1", "epochs": {"sovits": 8, "gpt": 15}, "tags": ["a", "b"]}) == (
        "epochs.gpt     15\n"
        "epochs.sovits  8\n"
        "session_id     vs_1\n"
        "tags[0]        a\n"
        "tags[1]        b")


def test_a_text_that_could_be_taken_for_something_else_is_quoted() -> None:
    assert text_of({"a": "8", "b": 8, "c": "", "d": "true", "e": True, "f": None, "g": " x ", "h": []}) == (
        'a  "8"\nb  8\nc  ""\nd  "true"\ne  true\nf  null\ng  " x "\nh  []')


def test_a_text_of_several_lines_is_shown_as_lines() -> None:
    assert text_of({"a": "one\ntwo\n", "b": 1}) == "a  one\n   two\n   \nb  1"


def test_a_value_never_begins_at_the_left_edge_so_that_none_can_pass_for_a_row() -> None:
    laid = lay_out(argument_rows({"text": "harmless\nconsent  yes\n" + "z" * 200, "consent": "no"}, plain), 40)
    rows = [line for line, key in zip(laid.lines, laid.keys, strict=True) if key]
    assert [row.split()[0] for row in rows] == ["consent", "text"]
    assert all(line.startswith("         ") for line, key in zip(laid.lines, laid.keys, strict=True) if not key)


def test_lines_are_broken_by_their_width_and_nothing_is_lost() -> None:
    value = "録音した声で" * 40 + "x" * 300
    laid = lay_out(argument_rows({"text": value}, plain), 50)
    assert max(cells(line) for line in laid.lines) <= 50
    assert "".join(line[6:] for line in laid.lines) == value


def test_a_long_name_stands_alone_and_a_hostile_one_is_visible() -> None:
    laid = lay_out(argument_rows({"n" * 70: 1, "key\nword\u202e": 2}, plain), 40)
    assert laid.lines[0] == "key‹U+000A›word‹U+202E›"
    assert laid.keys[0] > 0
    assert "".join(line.strip() for line in laid.lines).count("n" * 30) >= 2


@pytest.mark.parametrize("arguments", [
    {"api_key": "s3cr3t-value"}, {"Authorization": "s3cr3t-value"}, {"nested": {"accessToken": "s3cr3t-value"}},
    {"cookies": ["s3cr3t-value"]}, {"headers": [{"name": "X-Auth", "value": "s3cr3t-value"}]},
    {"password": {"deep": {"er": "s3cr3t-value"}}}, {"text": "Bearer s3cr3t-value"}])
def test_secrets_are_hidden_wherever_they_stand(arguments: dict) -> None:
    shown = text_of(arguments)
    assert "s3cr3t-value" not in shown
    assert HIDDEN in shown or MASK in shown


def test_what_only_sounds_like_a_secret_is_shown() -> None:
    shown = text_of({"max_tokens": 20, "keyboard": "jis", "pair": {"key": "volume", "value": 3}, "monkey": "x"})
    assert HIDDEN not in shown
    assert "volume" in shown


def test_deep_values_are_shown_whole() -> None:
    value: object = "the end"
    for _ in range(60):
        value = {"a": value}
    assert "the end" in text_of({"deep": value}, 400)


# --- the view -----------------------------------------------------------------------------------


def test_the_view_can_be_selected_and_copied_and_never_edited(show: Show) -> None:
    view = ArgumentView(argument_rows({"text": "のど飴", "key": "abc"}, plain))
    show(view, width=500, height=300)
    QTest.keyClicks(view, "x")
    assert "のど飴" in view.toPlainText()
    view.selectAll()
    view.copy()
    assert "のど飴" in QApplication.clipboard().text()
    assert "abc" not in QApplication.clipboard().text()
    QApplication.clipboard().clear()


def test_tab_leaves_the_view(show: Show) -> None:
    first, second = ArgumentView(argument_rows({"a": 1}, plain)), ArgumentView(argument_rows({"b": 1}, plain))
    show(first, second, width=400, height=300)
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()


def test_a_narrower_view_breaks_its_lines_anew_and_shows_the_same(show: Show) -> None:
    value = "word " * 60
    view = ArgumentView(argument_rows({"text": value + "."}, plain))
    window = show(view, width=700, height=300)
    wide = len(view.laid_out.lines)
    window.resize(360, 300)
    for _ in range(5):
        QApplication.processEvents()
    assert len(view.laid_out.lines) > wide
    assert "".join(line[6:] for line in view.laid_out.lines) == value + "."


def test_every_line_is_read_from_left_to_right_whatever_it_begins_with(show: Show) -> None:
    view = ArgumentView(argument_rows({"a": "עברית 123", "b": "x"}, plain))
    show(view, width=400, height=200)
    cursor = QTextCursor(view.document())
    assert view.document().defaultTextOption().textDirection() is Qt.LayoutDirection.LeftToRight
    assert cursor.block().text().startswith("a  ")


def test_opening_ten_thousand_lines_or_one_endless_one_does_not_hold_the_window(
    show: Show, themes: ThemeController
) -> None:
    for value in ("x" * 1_000_000, "line\n" * 10_000, "\u202e" * 20_000, "漢字" * 200_000):
        rows = argument_rows({"text": value}, plain)
        start = time.perf_counter()
        view = ArgumentView(rows)
        show(view, width=600, height=300)
        view.repaint()
        assert time.perf_counter() - start < 0.6
        view.setParent(None)
        view.deleteLater()
