"""Where a text is cut, and what of it is never lost."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from characoid_desktop.features.knowledge.passages import LEAST_CHARS, MOST_CHARS, cut

PIECES = ("这是一句话，说的是蛋糕店。", "A short sentence about bread. ", "次の日も雨だった。", "\n\n", "\n", "\u3000",
          "“引用。” ", "没有标点的一段文字", "longwordwithoutspaces" * 3, "e\u0301", "👩‍👩‍👧", "\r\n")


@pytest.mark.parametrize("seed", range(20))
def test_every_character_but_white_space_is_in_a_passage_and_the_offsets_are_right(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choices(PIECES, k=chance.randrange(1, 800)))
    heads = sorted({chance.randrange(len(text)) for _ in range(chance.randrange(8))})
    pages = [0, *heads[1:3]]
    passages = cut(text, pages, [(place, f"H{place}") for place in heads])
    covered = [False] * len(text)
    for number, one in enumerate(passages):
        assert one.ordinal == number
        assert text[one.start:one.stop] == one.text == one.text.strip()
        assert 1 <= len(one.text) <= MOST_CHARS
        covered[one.start:one.stop] = [True] * (one.stop - one.start)
        assert one.page == sum(place <= one.start for place in pages)
        end = sum(place < one.stop for place in pages)
        assert one.last_page == (end if end > one.page else None)
        above = [place for place in heads if place <= one.start]
        assert one.section == (f"H{above[-1]}" if above else None)
    assert all(known or sign.isspace() for known, sign in zip(covered, text, strict=True))
    assert all(one.start < other.start for one, other in pairwise(passages))


@pytest.mark.parametrize("text", ["", "   \n\n ", "\u3000"])
def test_nothing_gives_no_passages(text: str) -> None:
    assert cut(text) == []


def test_a_short_text_is_one_passage() -> None:
    [one] = cut("  蛋糕店七点开门。\n\n星期一休息。 ")
    assert (one.text, one.start, one.page, one.section) == ("蛋糕店七点开门。\n\n星期一休息。", 2, None, None)


def test_a_long_text_is_cut_at_paragraphs_before_sentences_before_words() -> None:
    sentence = "这是第一段里的一句话，讲的是蛋糕店。"
    text = sentence * 26 + "\n\n" + sentence * 60 + "word " * 400
    passages = cut(text)
    assert passages[0].text == sentence * 26, "as far as the paragraph goes"
    assert all(one.text.endswith("。") for one in passages[:3])
    assert all(one.text.split()[-1] == "word" for one in passages[4:])
    assert all(len(one.text) >= LEAST_CHARS // 2 for one in passages)


def test_the_last_sentence_is_repeated_inside_a_paragraph_and_not_between_paragraphs() -> None:
    sentences = "".join(f"The sentence of number {n} is here. " for n in range(60))
    first, second, *_ = cut(sentences)
    assert first.text.endswith(second.text[:second.text.index(".") + 1])
    paragraphs = "\n\n".join("x" * 300 for _ in range(6))
    stops = [(one.start, one.stop) for one in cut(paragraphs)]
    assert all(stop <= start for (_, stop), (start, _) in pairwise(stops))


def test_a_section_of_some_length_has_passages_of_its_own() -> None:
    text = "a" * 300 + "\n" + "b" * 50 + "\n" + "c" * 300
    passages = cut(text, sections=[(0, "A"), (301, "B"), (352, "C")])
    assert [(one.section, one.text[0]) for one in passages] == [("A", "a"), ("B", "b")]
    assert passages[1].text.endswith("c"), "a small section is joined to the next"


def test_a_million_characters_without_any_end_are_cut_all_the_same() -> None:
    passages = cut("字" * 1_000_000)
    assert sum(len(one.text) for one in passages) == 1_000_000
