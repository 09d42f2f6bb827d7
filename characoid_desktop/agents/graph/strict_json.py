"""JSON that a model wrote, read without good will: half an object is no object.

LangChain repairs truncated arguments (``{"a": 1, "b":`` becomes ``{"a": 1}``), Python takes the second of two equal
keys, NaN, and numbers of any length. None of that may reach a tool.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, Final, cast

from characoid_desktop.agents.runtime.keys import MAX_DEPTH

MAX_BYTES: Final = 64 * 1024
MAX_DIGITS: Final = 18


class BadJson(ValueError):
    """Why a text was not taken, in words for a model (English, no content of the text but key names)."""


def parse_object(text: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> dict[str, Any]:
    """Return the one JSON object ``text`` is; raises BadJson for anything else. An empty text is ``{}``."""
    value: object = parse(text, max_bytes=max_bytes, max_depth=max_depth) if text.strip() else {}
    if not isinstance(value, dict):
        raise BadJson("the arguments must be one JSON object")
    return cast("dict[str, Any]", value)


def parse(text: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """Return the value of ``text``; raises BadJson. Size and depth are looked at before anything is built."""
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise BadJson("the text holds half of a character pair") from None
    if size > max_bytes:
        raise BadJson(f"the arguments are larger than {max_bytes // 1024} kB")
    if _depth(text, max_depth) > max_depth:
        raise BadJson(f"the arguments are nested deeper than {max_depth} levels")
    try:
        value = json.loads(text, object_pairs_hook=_pairs, parse_int=_whole, parse_float=_real,
                           parse_constant=_constant)
    except BadJson:
        raise
    except (ValueError, RecursionError):
        raise BadJson("the arguments are not complete, valid JSON") from None
    _whole_characters(value)
    return value


def _depth(text: str, limit: int) -> int:
    """Return how deep brackets go outside of strings; stops counting beyond ``limit``."""
    depth = deepest = 0
    inside = escaped = False
    for char in text:
        if inside:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                inside = False
        elif char == '"':
            inside = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > limit:
                return deepest
        elif char in "]}":
            depth -= 1
    return deepest


def _pairs(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        raise BadJson("a key stands twice")
    return out


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise BadJson(f"a number has more than {MAX_DIGITS} digits")
    return int(digits)


def _real(digits: str) -> float:
    value = float(digits)
    if len(digits) > 40 or not math.isfinite(value):
        raise BadJson("a number is out of range")
    return value


def _constant(name: str) -> float:
    raise BadJson(f"{name} is not a number")


def _whole_characters(value: Any) -> None:
    """Raise BadJson for strings with halves of character pairs (``\\ud800``), which nothing can store."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise BadJson("a text holds half of a character pair") from None
