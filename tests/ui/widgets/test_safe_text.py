"""Text from outside, made fit to be drawn; and links that say where they lead."""

from __future__ import annotations

import time

import pytest

from characoid_desktop.ui.widgets.safe_text import (
    BREAK,
    MARKS,
    UNBROKEN,
    breakable,
    shown,
    visible,
    web_link,
    without_places,
)


@pytest.mark.parametrize("hidden", [
    "\u202e", "\u2066", "\u200b", "\ufeff", "\x00", "\x1b", "\u00ad", "\ufffc", "\ufdd0", "\U000e0041", "\ue000",
])
def test_a_character_that_hides_or_rearranges_is_written_out(hidden: str) -> None:
    assert visible(f"a{hidden}b") == f"a‹U+{ord(hidden):04X}›b"


def test_a_run_of_the_same_one_is_written_once_with_its_number() -> None:
    assert visible("a" + "\u202e" * 20_000 + "b") == "a‹U+202E×20000›b"


@pytest.mark.parametrize("kept", [
    "👨\u200d👩\u200d👧", "❤\ufe0f", "नमस्ते", "می\u200cخواهم", "a\tb", "がぎ",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"])
def test_what_languages_and_emoji_need_stays_as_it_is(kept: str) -> None:
    assert shown(kept) == kept


def test_all_line_ends_become_one_and_half_a_character_a_sign() -> None:
    assert visible("a\r\nb\rc\u2028d\u2029e\x85f") == "a\nb\nc\nd\ne\nf"
    assert visible("a\ud800b") == "a\ufffdb"


def test_an_endless_word_gets_places_to_break_and_loses_nothing() -> None:
    word = "x" * 7000
    broken = breakable(word)
    assert max(len(part) for part in broken.split(BREAK)) == UNBROKEN
    assert without_places(broken) == word


def test_a_pile_of_accents_is_cut_and_counted() -> None:
    assert breakable("a" + "\u0301" * 100_000) == "a" + "\u0301" * MARKS + f"‹+{100_000 - MARKS}›"


def test_chains_of_joined_emoji_are_parted() -> None:
    assert BREAK in breakable("\u200d".join("👨" * 100))


@pytest.mark.parametrize("text", ["x" * 1_000_000, "\u202e\u202d" * 100_000, "a\u0301" * 200_000,
                                  "\u200d".join("👨" * 100_000), "\n" * 500_000])
def test_making_a_hostile_text_fit_takes_less_than_a_second(text: str) -> None:
    start = time.perf_counter()
    shown(text)
    assert time.perf_counter() - start < 1.0


@pytest.mark.parametrize("target", [
    "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "ms-settings:", "//host/path", "ftp://a/b", "",
    "http://", "http:///x", "https://a b/", "http://a\\b/", "vbscript:x", "http://[::1", "about:blank", "attachment:1",
])
def test_only_web_addresses_can_be_opened(target: str) -> None:
    assert web_link(target) is None


def test_a_link_says_its_real_host_whatever_its_address_pretends() -> None:
    link = web_link("https://bank.example@evil.example:8443/%E2%80%AE%2e%2e/x")
    assert link is not None
    assert link.host == "evil.example:8443"
    assert "‹U+202E›" in link.words
    assert link.url == "https://bank.example@evil.example:8443/%E2%80%AE%2e%2e/x"


def test_a_host_in_look_alike_letters_is_shown_in_its_ascii_form() -> None:
    link = web_link("https://аpple.com/")  # a Cyrillic а
    assert link is not None
    assert link.host.startswith("xn--")
