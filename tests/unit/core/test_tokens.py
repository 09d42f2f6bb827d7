"""The estimate of tokens follows the script, is never far off on plain text, and is quick on any text."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from characoid_desktop.core.tokens import estimate_tokens


@pytest.mark.parametrize(("text", "counted"), [
    # what a byte-pair tokenizer makes of them, about
    ("Hello world, how are you today?", 8),
    ("The quick brown fox jumps over the lazy dog.", 10),
    ("你好，今天天气怎么样？", 11),
    ("こんにちは、今日はいい天気ですね。", 12),
    ("안녕하세요. 오늘 날씨가 좋네요.", 13),
    ("{\"name\": \"delegate_to_rvc_worker\", \"arguments\": {}}", 15),
])
def test_plain_text_is_estimated_within_half(text: str, counted: int) -> None:
    assert counted * 0.6 <= estimate_tokens(text) <= counted * 1.6


def test_nothing_is_nothing_and_more_text_is_never_less() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens(" ") >= 1
    text = "Mika は 3 回 counted 到 1200。\n\n😀 ok"
    counts = [estimate_tokens(text[:n]) for n in range(len(text) + 1)]
    assert counts[-1] > counts[1]
    assert all(b >= a - 1 for a, b in pairwise(counts))


@pytest.mark.parametrize("piece", ["a", " ", "漢", "😀", "\u0301", "1", "(", "\n"])
def test_any_text_takes_little_time(piece: str) -> None:
    began = time.monotonic()
    assert estimate_tokens(piece * 200_000) >= 1
    assert time.monotonic() - began < 3
