"""Secrets in the arguments of a call: masked by the name they stand under, and by how they look."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.redaction import MASK, Redactor
from characoid_desktop.data.objects import to_text

MAX_DEPTH = 20
MAX_STRING_CHARS = 8000
MAX_ITEMS = 1000  # of one object or list
MAX_NAME_CHARS = 200
MAX_SEARCHED_CHARS = 40_000  # of one text
MAX_TOTAL_CHARS = 100_000  # of all texts of one object
CUT_MARGIN_CHARS = 20_000  # longer than any secret, so that a cut leaves no half of one

_WORDS = frozenset({
    "key", "token", "password", "passwd", "passphrase", "pwd", "secret", "cookie", "cookies", "authorization", "auth",
    "credential", "credentials", "apikey", "authtoken", "accesstoken", "bearer", "signature", "otp", "pin",
    "sessdata", "密码", "密钥", "令牌", "パスワード",
})
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_NAME_KEYS = ("name", "key", "header", "field")
_PLAIN = Redactor()  # what looks like a key is masked even where no values are registered


def mask_secrets(arguments: Mapping[str, Any], redactor: Redactor | None = None) -> dict[str, Any]:
    """Return ``arguments`` as bounded plain JSON in which no secret can be read.

    Masked are values under a name such as key, token, password, secret, cookie, authorization (in any spelling),
    the value of a pair such as ``{"name": "Authorization", "value": …}``, and in every other text what the
    ``redactor`` knows or takes for a key. Numbers, true, false and null under an innocent name stay.
    """
    return _Masker(redactor or _PLAIN).object(arguments, 0)


def is_secret_name(name: str) -> bool:
    """Whether a value under this name is to be masked: ``api_key``, ``accessToken``, ``X-Auth``; not ``max_tokens``."""
    parts = [part.lower() for part in _PART.findall(name)]
    return any(part in _WORDS for part in parts) or "".join(parts) in _WORDS


class _Masker:
    """One pass over an object; after MAX_TOTAL_CHARS of texts the rest is left out, so that it never takes long."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._left = MAX_TOTAL_CHARS

    def masked(self, value: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            return MASK
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return self.object(cast("Mapping[Any, Any]", value), depth)
        if isinstance(value, (list, tuple)):
            items = cast("Sequence[Any]", value)
            shown = [self.masked(item, depth + 1) for item in items[:MAX_ITEMS]]
            return [*shown, "…"] if len(items) > MAX_ITEMS else shown
        if isinstance(value, int) and value.bit_length() > 64:
            return "…"
        if value is None or isinstance(value, (bool, int, float)):
            return value
        return self.text(str(value))

    def object(self, value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        is_pair = "value" in value  # {"key": "volume", "value": 3}: that key is a name, and no secret
        names_secret = any(isinstance(name := value.get(key), str) and is_secret_name(name) for key in _NAME_KEYS)
        shown: dict[str, Any] = {}
        for number, (key, one) in enumerate(value.items()):
            if number >= MAX_ITEMS or self._left <= 0:
                shown["…"] = "…"
                break
            name = self.text(str(key))[:MAX_NAME_CHARS]
            hidden = (names_secret and key == "value") or (
                is_secret_name(str(key)[:MAX_STRING_CHARS]) and not (is_pair and key in _NAME_KEYS))
            shown[name] = MASK if hidden and one is not None and one != "" else self.masked(one, depth + 1)
        return shown

    def text(self, text: str) -> str:
        if self._left <= 0:
            return "…"
        too_long = len(text) > MAX_SEARCHED_CHARS
        text = self._redactor.redact(clean(text[:MAX_SEARCHED_CHARS]))  # before the cut, which could halve a secret
        self._left -= len(text)
        if too_long:
            text = text[:-CUT_MARGIN_CHARS]
        return text if len(text) <= MAX_STRING_CHARS else text[:MAX_STRING_CHARS] + "…"


def bounded(value: Mapping[str, Any], limit: int) -> dict[str, Any]:
    """Return ``value`` (masked plain JSON) as at most ``limit`` characters of JSON: long texts and lists are cut."""
    for chars, items in ((MAX_STRING_CHARS, MAX_ITEMS), (500, 100), (50, 20)):
        shorter = _shortened(dict(value), chars, items)
        if len(to_text(shorter)) <= limit:
            return cast("dict[str, Any]", shorter)
    return {"…": "…"}


def _shortened(value: Any, chars: int, items: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= chars else value[:chars] + "…"
    if isinstance(value, dict):
        pairs = list(cast("dict[str, Any]", value).items())[:items]
        return {key: _shortened(one, chars, items) for key, one in pairs}
    if isinstance(value, list):
        return [_shortened(one, chars, items) for one in cast("list[Any]", value)[:items]]
    return value
