from __future__ import annotations

import json
import time
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characoid_desktop.core.redaction import MASK, Redactor

KEY = "Pa$$wörd/with+odd&signs\"'\\=9f3a"


@pytest.mark.parametrize("text", [
    f"key {KEY} refused", f"{KEY}{KEY}", json.dumps({"k": KEY}), json.dumps({"k": KEY}, ensure_ascii=False),
    f"https://x.test/?{urlencode({'q': KEY})}", f"https://x.test/{quote(KEY, safe='')}", repr(KEY),
    repr({"k": KEY}), str(RuntimeError(KEY)), repr(RuntimeError(KEY)), repr(json.dumps({"k": KEY})),
])
def test_a_registered_key_is_masked_in_every_spelling(text: str) -> None:
    redactor = Redactor()
    redactor.add(KEY)
    masked = redactor.redact(text)
    assert MASK in masked
    for part in ("9f3a", "wörd", "odd"):
        assert part not in masked


@given(st.text(min_size=4, max_size=40).filter(lambda s: len(s.strip()) >= 4 and "•" not in s), st.text(), st.text())
def test_whatever_the_key_is_it_does_not_pass(key: str, before: str, after: str) -> None:
    redactor = Redactor()
    redactor.add(key)
    assert key not in redactor.redact(before + key + after)


@pytest.mark.parametrize(("text", "secret"), [
    ("using sk-proj-abcDEF123_456-xyz now", "abcDEF123_456"),
    ("Authorization: Bearer abc.def.ghi", "abc.def"), ("authorization: Basic dXNlcjpwdw==", "dXNlcjpwdw"),
    ("{'Authorization': 'Bearer tok123456'}", "tok123456"), ('{"api_key": "abcd1234"}', "abcd1234"),
    ("x-api-key: abcd1234efgh", "abcd1234"), ("api_key=abcd1234&x=1", "abcd1234"),
    ("GET https://h.test/v1?key=AbCd1234&alt=sse", "AbCd1234"), ("https://user:hunter22@h.test/", "hunter22"),
    ("token hf_abcdefghijkl", "abcdefghijkl"), ("ghp_0123456789abcdef", "0123456789"),
    ("AIzaSyA0123456789012345678901234567890", "0123456789"), ("password = 'geheim99'", "geheim99"),
    ("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P", "dozjgNryP4J3"),
    ('{"authenticationToken": "0a1b2c3d4e"}', "0a1b2c3d4e"),
])
def test_what_looks_like_a_key_is_masked_unasked(text: str, secret: str) -> None:
    masked = Redactor().redact(text)
    assert secret not in masked
    assert MASK in masked


@pytest.mark.parametrize("text", [
    "converted song.wav in 3.2 s", "skipped task-1234567890", "https://example.com:8080/path?page=2",
    "the keyboard of the tokenizer", "risk-free-conversion", "Bearer", "secretary: Anna", "", "a@b.c: mail",
])
def test_ordinary_lines_stay_as_they_are(text: str) -> None:
    assert Redactor().redact(text) == text


def test_a_short_value_is_not_registered() -> None:
    redactor = Redactor()
    redactor.add("abc")
    redactor.add("    ")
    redactor.add("")
    assert redactor.redact("abc    ") == "abc    "


def test_each_line_of_a_longer_secret_counts() -> None:
    redactor = Redactor()
    redactor.add("-----BEGIN-----\nline-one-of-it\nline-two-of-it")
    assert redactor.redact("x line-two-of-it y") == f"x {MASK} y"


@pytest.mark.parametrize("text", [
    "a." * 50_000, "eyJ-" * 25_000, "http://" * 15_000, "key=" * 25_000, "a" * 100_000, "://" * 30_000,
    "Authorization: " * 7000, "sk-" * 33_000, "x:" * 50_000 + "@", "api_key" * 14_000,
], ids=lambda text: text[:8])
def test_a_hostile_line_is_masked_in_reasonable_time(text: str) -> None:
    before = time.perf_counter()
    Redactor().redact(text)
    assert time.perf_counter() - before < 2.0
