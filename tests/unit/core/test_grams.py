"""Pieces of texts: what is the same to a person is the same, and nothing needs a dictionary."""

from __future__ import annotations

import pytest

from characoid_desktop.core.grams import MAX_PIECES, comparable, folded, grams, pieces, signs, stem


def test_runs_without_spaces_give_overlapping_pairs_and_everything_else_words() -> None:
    assert grams("蛋糕店 opens") == ["蛋糕", "糕店", "open"]
    assert grams("안녕하세요") == ["안녕", "녕하", "하세", "세요"]
    assert grams("猫") == ["猫"]
    assert signs("猫とcat") == ["猫", "と"]
    assert grams(" \n-–…!?") == signs("!") == []


def test_where_a_word_touches_such_a_run_the_two_are_a_piece() -> None:
    assert set(grams("午後8時")) >= {"8時", "8", "午後"}
    assert set(grams("第3回")) >= {"第3", "3回", "3"}


@pytest.mark.parametrize(("one", "other"), [
    ("ＧＰＵ", "gpu"), ("ﾌﾟﾘﾝ", "プリン"), ("プリン", "ぷりん"), ("Café", "cafe"), ("STRASSE", "straße"), ("①", "1"),
    ("bakeries", "bakery"), ("closing", "closed"), ("planned", "planning"), ("㎏", "kg"), ("e\u0301tude", "étude"),
])
def test_what_is_the_same_to_a_person_is_the_same_here(one: str, other: str) -> None:
    assert grams(one) == grams(other)


def test_the_marks_of_kana_are_not_accents() -> None:
    assert folded("が") == "が" != folded("か")
    assert comparable("ガ") == "が"


@pytest.mark.parametrize("word", ["this", "bus", "glass", "is", "sing", "ring", "red", "größe", "v2"])
def test_words_that_only_look_like_endings_stay(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize(("question", "telling", "dropped"), [
    ("When does the bakery open?", {"bakery", "open"}, {"when", "do", "the", "does"}),
    ("蛋糕店什么时候开门呢？", {"蛋糕", "糕店", "开门"}, {"什么", "么时", "时候"}),
    ("プリンの作り方を教えてください", {"ぷり", "りん", "作り"}, {"くだ", "ださ", "さい"}),
    ("GPUの推論はどうやってしますか", {"gpu", "推論"}, {"どう", "うや", "やっ", "って"}),
])
def test_function_words_are_left_out_of_a_question(question: str, telling: set[str], dropped: set[str]) -> None:
    found = {piece.text: piece.weight for piece in pieces(question)}
    assert telling <= set(found)
    assert not dropped & set(found)


@pytest.mark.parametrize("question", ["what is it", "什么", "どこですか", "的", "の"])
def test_a_question_of_function_words_alone_is_still_looked_for(question: str) -> None:
    assert pieces(question)


def test_a_hostile_question_gives_a_bounded_number_of_pieces() -> None:
    assert len(pieces("".join(map(chr, range(0x4E00, 0x9000))))) == MAX_PIECES
    assert pieces("") == pieces("\0\ud800 …") == ()
    assert all('"' not in piece.text for piece in pieces('"a" OR b* NEAR(c) {grams} : "x"'))
