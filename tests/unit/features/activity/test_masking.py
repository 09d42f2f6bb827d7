"""What is shown and stored of a call's arguments: no secret, and a bounded amount."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest

from characoid_desktop.core.redaction import MASK, Redactor
from characoid_desktop.features.activity.masking import bounded, is_secret_name, mask_secrets


@pytest.mark.parametrize("name", [
    "key", "api_key", "apiKey", "API-KEY", "x-api-key", "apikey", "token", "accessToken", "auth_token", "GITHUB_TOKEN",
    "password", "db.password", "passwd", "PASSPHRASE", "secret", "clientSecret", "cookie", "Set-Cookie", "SESSDATA",
    "Authorization", "Proxy-Authorization", "credentials", "密码", "API密钥", "パスワード",
])
def test_names_under_which_secrets_stand(name: str) -> None:
    assert is_secret_name(name)
    assert mask_secrets({name: "innocent"}) == {name: MASK}
    assert mask_secrets({"a": [{name: ["x"]}]}) == {"a": [{name: MASK}]}
    assert mask_secrets({"env": [{"name": name, "value": "innocent"}]})["env"][0]["value"] == MASK


@pytest.mark.parametrize("name", ["max_tokens", "keyboard", "monkey", "keywords", "tokenizer", "author", "secretary",
                                  "pitch", "名前", "spinner"])
def test_names_that_only_look_alike_stay(name: str) -> None:
    assert mask_secrets({name: "plain", "n": 1}) == {name: "plain", "n": 1}


def test_the_name_of_a_setting_is_no_secret_but_its_value_may_be() -> None:
    assert mask_secrets({"key": "audio.volume", "value": 0.5}) == {"key": "audio.volume", "value": 0.5}
    assert mask_secrets({"key": "api_key", "value": "abc"}) == {"key": "api_key", "value": MASK}


def test_what_the_app_knows_and_what_looks_like_a_key_is_masked_in_every_text() -> None:
    redactor = Redactor()
    redactor.add("hunter2-hunter2")
    shown = mask_secrets({
        "text": "my word is hunter2-hunter2!", "hunter2-hunter2": 1, "url": "https://a.test/?token=abcdef123",
        "list": ["Bearer abcdefghijkl", {"deep": "sk-abcdefgh12345"}], "same": None, "flag": True, "pitch": 3},
        redactor)
    text = json.dumps(shown, ensure_ascii=False)
    for secret in ("hunter2-hunter2", "abcdef123", "abcdefghijkl", "sk-abcdefgh12345"):
        assert secret not in text
    assert (shown["same"], shown["flag"], shown["pitch"]) == (None, True, 3)
    assert shown["text"] == f"my word is {MASK}!"


def test_hostile_arguments_become_bounded_plain_json() -> None:
    deep: dict[str, Any] = {"key": "x"}
    for _ in range(5000):
        deep = {"a": deep}
    hostile: Mapping[str, Any] = {
        "u": "\ud800\0", "odd": object, "int": 10 ** 5000, "deep": deep, "long": "x" * 1_000_000,
        "wide": list(range(100_000)), "many": {str(n): "v" * 100 for n in range(50_000)}, "late": {"pin": 1234}}
    shown = bounded(mask_secrets(hostile), 64 * 1024)
    text = json.dumps(shown, ensure_ascii=False)
    assert len(text) < 80_000
    text.encode("utf-8")
    assert "1234" not in text
    began = time.perf_counter()
    mask_secrets({"all": ["a=b " * 10_000] * 1000})
    assert time.perf_counter() - began < 0.5, "however much a model writes"
    assert shown["int"] == "…"
    assert shown["u"] == "\ufffd"
    small = {"a": "b", "n": [1, 2.5, None]}
    assert bounded(mask_secrets(small), 64 * 1024) == small
    assert bounded({"x" * 100_000: 1}, 1000) == {"…": "…"}


def test_a_secret_at_the_place_of_the_cut_is_not_left_in_half() -> None:
    redactor = Redactor()
    redactor.add("correct horse battery staple")
    for at in range(7970, 8010):
        assert "correct" not in mask_secrets({"t": "x" * at + "correct horse battery staple"}, redactor)["t"]
    far = mask_secrets({"t": "x" * 39_990 + "correct horse battery staple"}, redactor)["t"]
    assert "correct" not in far
