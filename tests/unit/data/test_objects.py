"""JSON columns: any value fits, and damage in one is not fatal."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from characoid_desktop.core.cleaning import clean, one_line
from characoid_desktop.data.objects import EPOCH, date_of, date_or_none, from_text, like, to_text


@pytest.mark.parametrize("value", [
    {}, {"a": [1, 2.5, None, True, "蛋糕"]}, {"a": {"b": {"c": ()}}}, {"1": "\n\t\"\\"},
])
def test_what_is_written_comes_back(value: dict[str, Any]) -> None:
    assert from_text(to_text(value)) == json.loads(json.dumps(value))


def test_what_is_no_json_is_made_fit_or_refused() -> None:
    text = to_text({"inf": float("inf"), "nan": [float("nan")], "s": "\ud83d\ude00 \ud800", "n": "a\0b", 1: 2})
    text.encode("utf-8")
    assert from_text(text) == {"inf": None, "nan": [None], "s": "😀 \ufffd", "n": "a\0b", "1": 2}
    with pytest.raises(TypeError):
        to_text({"a": object()})
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(ValueError):
        to_text(deep)
    with pytest.raises(ValueError):
        to_text({"n": 10 ** 5000})


@pytest.mark.parametrize("value", [None, "", "{", "[1]", "3", b"{}", 5, '{"a":' * 100_000, '{"a": NaN'])
def test_nonsense_reads_as_empty(value: object) -> None:
    assert from_text(value) == {}


def test_dates_are_aware_and_never_fatal() -> None:
    assert date_of("2026-11-30T12:00:00") == datetime(2026, 11, 30, 12, tzinfo=UTC)
    for nonsense in (None, "", "yesterday", 5, b"2026"):
        assert date_of(nonsense) == EPOCH
        assert date_or_none(nonsense) is None


def test_words_are_looked_for_as_they_are() -> None:
    assert like("50%_a\\b") == "%50\\%\\_a\\\\b%"


def test_text_from_outside_becomes_valid_unicode_on_one_line() -> None:
    assert clean("a\0\ud83c\udfa4\udc00") == "a🎤\ufffd"
    assert one_line(" a\r\n\tb\u2028c ", 60) == "a b c"
    assert one_line("x" * 100, 60) == "x" * 59 + "…"
    assert len(one_line("x" * 10_000_000, 60)) == 60
