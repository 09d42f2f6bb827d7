"""What was found by words and what by meaning, as one order."""

from __future__ import annotations

import random

import pytest

from characoid_desktop.core.fusion import by_meaning, by_words, combined

CROWD = [(f"other {n}", 0.30 - n / 1000) for n in range(40)]


def order(words: list[tuple[str, float]], coverage: float, near: list[tuple[str, float]]) -> list[str]:
    return [key for key, _ in combined(by_words(words, coverage), by_meaning(near))]


def test_words_that_have_the_whole_question_come_before_what_is_only_nearest() -> None:
    assert order([("said", 9.0), ("half", 4.0)], 1.0, [("other", 0.4), *CROWD])[0] == "said"


def test_words_that_have_hardly_anything_of_it_come_after_what_clearly_means_it() -> None:
    assert order([("a word", 2.0), ("another", 1.9)], 0.1, [("meant", 0.8), *CROWD])[0] == "meant"


def test_of_equal_words_the_one_that_means_it_comes_first() -> None:
    assert order([("a", 5.0), ("b", 5.0)], 0.9, [("b", 0.8), ("a", 0.5), *CROWD])[:2] == ["b", "a"]


def test_it_does_not_matter_where_the_similarities_of_a_model_lie() -> None:
    near = [("meant", 0.8), *CROWD]
    narrow = [(key, 0.7 + value / 10) for key, value in near]
    assert by_meaning(near) == pytest.approx(by_meaning(narrow))


def test_vectors_of_chance_leave_good_words_where_they_are() -> None:
    chance = random.Random(1)
    for _ in range(50):
        near = sorted(((f"other {n}", chance.gauss(0, 1)) for n in range(50)), key=lambda one: -one[1])
        assert order([("said", 9.0), ("less", 5.0)], 0.7, near)[0] == "said"


def test_one_side_alone_keeps_its_order_and_nothing_gives_nothing() -> None:
    assert order([("a", 5.0), ("b", 2.0)], 0.5, []) == ["a", "b"]
    assert order([], 0.0, [("a", 0.5), ("b", 0.4), ("c", 0.1)]) == ["a", "b", "c"]
    assert order([], 0.0, [("a", 0.5)]) == ["a"]
    assert order([], 0.0, [("a", 0.5), ("b", 0.5)]) == ["a", "b"]
    assert order([], 0.0, []) == []


def test_among_few_the_one_that_stands_out_is_worth_as_much_as_among_many() -> None:
    assert by_meaning([("meant", 1.0), ("b", 0.0), ("c", 0.0)])["meant"] == pytest.approx(1.0)
    assert by_meaning([("meant", 0.9), ("b", 0.1)]) == pytest.approx({"meant": 1.0, "b": 0.0})
