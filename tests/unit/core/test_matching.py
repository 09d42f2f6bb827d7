"""How much of a question is in a text: a part of its weight, whatever the language."""

from __future__ import annotations

import pytest

from characoid_desktop.core.matching import Question


def _part(question: Question, text: str) -> float:
    return question.share(question.score(text))


@pytest.mark.parametrize(("question", "whole", "none"), [
    ("When are the taxis paid?", "Taxis are paid in the evening.", "Nothing of the kind."),
    ("报销流程是什么？", "公司的报销流程：每月二十五日之前。", "今天天气很好。"),
    ("歌枠はいつですか", "歌枠は土曜日です。", "お知らせはありません。"),
])
def test_nearly_all_of_a_question_is_nearly_one_and_nothing_of_it_is_none(question: str, whole: str, none: str) -> None:
    asked = Question(question)
    assert 0.8 <= _part(asked, whole) <= 1.0
    assert _part(asked, none) == 0.0
    assert _part(asked, whole[:len(whole) // 2]) > 0.0


def test_a_part_of_a_question_is_a_part_and_no_question_is_nothing() -> None:
    assert 0.2 < _part(Question("taxis in Kyoto with dogs"), "Taxis are paid.") < 0.8
    assert _part(Question("？！"), "anything") == 0.0
