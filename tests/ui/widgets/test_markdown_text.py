"""Cutting markdown while it comes in: what was closed stays, and every piece is cheap."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from characoid_desktop.ui.widgets.markdown_text import (
    CELLS,
    CODE_CHARS,
    COLUMNS,
    HARD_CHARS,
    HARD_LINES,
    LEVELS,
    PIECES,
    Piece,
    PieceKind,
    Splitter,
    for_code,
    for_document,
    pieces_of,
)

_LINES = st.sampled_from([
    "para", "", "# head", "- item", "  - deeper", "1. one", "> quote", "```py", "```", "~~~", "code()", "| a | b |",
    "|---|---|", "---", "===", "x" * 900, "字" * 700, "    indented",
])


@given(st.lists(_LINES, max_size=60), st.lists(st.integers(1, 40), min_size=1, max_size=20))
@settings(max_examples=150, deadline=None)
def test_a_text_that_comes_in_bits_is_cut_like_a_whole_one_and_closed_pieces_never_change(
    lines: list[str], steps: list[int]
) -> None:
    text = "\n".join(lines)
    splitter = Splitter()
    closed: list[Piece] = []
    at, number = 0, 0
    while at < len(text):
        step = steps[number % len(steps)]
        splitter.feed(text[at: at + step])
        at, number = at + step, number + 1
        now = splitter.pieces()[: splitter.closed]
        assert now[: len(closed)] == closed
        closed = now
    assert splitter.pieces() == pieces_of(text)


def test_code_between_fences_is_a_piece_of_its_own_with_its_language() -> None:
    kinds = [(piece.kind, piece.text, piece.info) for piece in pieces_of("one\n\n```py\nx = 1\n```\ntwo")]
    assert kinds == [(PieceKind.TEXT, "one", ""), (PieceKind.CODE, "x = 1", "py"), (PieceKind.TEXT, "two", "")]


def test_code_in_a_list_loses_the_list_s_indent() -> None:
    assert pieces_of("1. do\n   ```sh\n   npm i\n     more\n   ```\n2. then")[1].text == "npm i\n  more"


def test_an_open_fence_is_code_while_it_comes_in() -> None:
    splitter = Splitter()
    splitter.feed("```py\nx = ")
    assert splitter.pieces() == [Piece(PieceKind.CODE, "x = ", "py")]
    splitter.feed("1\n``")
    assert splitter.pieces()[0].text == "x = 1"  # the fence that closes is no code


def test_a_fence_that_is_just_coming_in_is_not_shown_as_text() -> None:
    splitter = Splitter()
    splitter.feed("one\n\n``")
    splitter.feed("`py")
    assert [piece.text for piece in splitter.pieces()] == ["one"]


@pytest.mark.parametrize("text", ["x" * 150_000, "字。" * 70_000, "- a\n" * 20_000, "a\n\n" * 40_000, "> " * 70_000,
                                  "| a |\n" * 20_000])
def test_no_piece_is_longer_than_its_limits(text: str) -> None:
    for piece in pieces_of(text):
        assert len(piece.text) <= HARD_CHARS + 10
        assert piece.text.count("\n") <= HARD_LINES


def test_only_so_many_pieces_are_drawn_and_the_rest_is_said_to_be_missing() -> None:
    splitter = Splitter()
    splitter.feed("```\n" * 100_000)
    assert splitter.cut
    assert len(splitter.pieces()) <= PIECES


def test_a_text_beyond_the_limit_is_cut() -> None:
    splitter = Splitter(1000)
    splitter.feed("a" * 600)
    assert not splitter.cut
    splitter.feed("b" * 600)
    assert splitter.cut
    assert sum(len(piece.text) for piece in splitter.pieces()) == 1000


def test_a_long_table_goes_on_under_its_head() -> None:
    rows = "\n".join(f"| {n} | b |" for n in range(200))
    pieces = pieces_of(f"before\n\n| x | y |\n|---|---|\n{rows}\n\nafter")
    tables = [piece for piece in pieces if "|" in piece.text]
    assert len(tables) > 1
    assert all(for_document(piece).startswith("| x | y |\n|---|---|") for piece in tables)
    assert all(piece.text.count("|") <= 3 * (CELLS + 4) for piece in tables)
    assert pieces[0].text == "before"
    assert pieces[-1].text == "after"


def test_a_table_with_too_many_columns_stays_text() -> None:
    wide = "|" + "a|" * (COLUMNS + 1)
    text = f"{wide}\n|{'-|' * (COLUMNS + 1)}\n{wide}"
    assert "\\|" in for_document(pieces_of(text)[0])


def test_line_breaks_that_were_typed_stay() -> None:
    assert for_document(pieces_of("one\ntwo\n\nthree")[0]) == "one\u2028two\n\nthree"
    assert for_document(pieces_of("- a\nb\n- c")[0]) == "- a\u2028b\n- c"


def test_what_markdown_needs_on_a_line_of_its_own_stays_there() -> None:
    text = "para\n# head\nmore\n- item\n> quote\n---\n1. one"
    assert for_document(pieces_of(text)[0]).split("\n")[1] == "# head"
    assert "\u2028" not in for_document(pieces_of("| a | b |\n|---|---|\n| 1 | 2 |")[0])


def test_levels_of_quotes_and_lists_are_held() -> None:
    for deep in ("> " * 5000 + "x", "- " * 5000 + "x", "> - " * 2000 + "x"):
        line = for_document(pieces_of(deep)[0])
        assert line.count(">") + line.count("- ") <= LEVELS
    nested = "\n".join("  " * level + "- x" for level in range(100))
    longest = max(len(line) - len(line.lstrip()) for piece in pieces_of(nested)
                  for line in for_document(piece).split("\n"))
    assert longest <= 2 * LEVELS


def test_hidden_characters_in_code_are_shown_and_endless_lines_parted() -> None:
    shown = for_code(Piece(PieceKind.CODE, "a\u202eb\n" + "x" * 9000))
    assert "‹U+202E›" in shown
    assert max(len(line) for line in shown.split("\n")) <= 2000


def test_a_line_of_code_that_is_too_long_goes_on_in_another_piece_and_can_be_put_together_again() -> None:
    line = "".join(str(number) for number in range(9000))
    pieces = pieces_of(f"```\n{line}\nend\n```")
    assert len(pieces) > 1
    assert all(len(piece.text) <= CODE_CHARS + 10 for piece in pieces)
    assert pieces[0].text + "".join(piece.glue + piece.text for piece in pieces[1:]) == f"{line}\nend"
