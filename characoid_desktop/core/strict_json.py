"""JSON from outside, read without good will: half an object is no object.

Python takes the second of two equal keys, NaN, and half characters; LangChain repairs what was cut off (``{"a": 1,
"b":`` becomes ``{"a": 1}``). None of that may reach a tool.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any, NoReturn, cast

MAX_BYTES = 64 * 1024
MAX_DEPTH = 32
MAX_REAL_CHARS = 40
_SURROGATE = re.compile("[\ud800-\udfff]")


class BadJson(ValueError):
    """Why a text was not taken: ``code`` for the app, ``str()`` for a model (English, nothing of the text in it).

    Codes: not_json, too_large, too_deep, not_finite, long_number, doubled_key, half_character, not_an_object.
    """

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


def parse(text: str | bytes) -> Any:
    """Return the value of a JSON text of a server; raises BadJson. Doubled keys pass (the last one counts)."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # also numbers of thousands of digits, and bytes that are no UTF-8
        raise _not_json() from None


def parse_object(text: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH,
                 max_digits: int | None = None) -> dict[str, Any]:
    """Return the one, complete and plain JSON object that ``text`` is; raises BadJson. An empty text is ``{}``.

    ``max_digits`` bounds whole numbers (None: as many as Python reads).
    """
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise _half_character() from None
    if size > max_bytes:
        raise BadJson("too_large", f"the arguments are larger than {max_bytes // 1024} kB")
    if not text.strip():
        return {}
    value = _read(text, max_depth, max_digits)
    if not isinstance(value, dict):
        raise BadJson("not_an_object", "the arguments must be one JSON object")
    found = cast("dict[str, Any]", value)
    _look_at(found, max_depth)
    return found


def _read(text: str, max_depth: int, max_digits: int | None) -> object:
    def whole(digits: str) -> int:
        if max_digits is not None and len(digits.lstrip("-")) > max_digits:
            raise BadJson("long_number", f"a number has more than {max_digits} digits")
        return int(digits)

    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_int=whole, parse_float=_real, parse_constant=_constant)
    except BadJson:
        raise
    except RecursionError:
        raise _too_deep(max_depth) from None
    except ValueError:
        raise _not_json() from None


def _look_at(value: object, max_depth: int) -> None:
    """Raise BadJson for halves of character pairs (``\\ud800``), which nothing can store, and for too many levels."""
    level: list[object] = [value]
    depth = 0
    while level:
        below: list[object] = []
        holders = False
        for one in level:
            if isinstance(one, dict):
                holders = True
                below.extend(cast("dict[str, object]", one))
                below.extend(cast("dict[str, object]", one).values())
            elif isinstance(one, list):
                holders = True
                below.extend(cast("list[object]", one))
            elif isinstance(one, str) and not one.isascii() and _SURROGATE.search(one):
                raise _half_character()
        depth += holders
        if depth > max_depth:
            raise _too_deep(max_depth)
        level = below


def _pairs(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        raise BadJson("doubled_key", "a key stands twice")
    return out


def _real(digits: str) -> float:
    value = float(digits)
    if len(digits) > MAX_REAL_CHARS or not math.isfinite(value):
        raise BadJson("not_finite", "a number is out of range")
    return value


def _constant(name: str) -> NoReturn:
    raise BadJson("not_finite", f"{name} is not a number")


def _not_json() -> BadJson:
    return BadJson("not_json", "the arguments are not complete, valid JSON")


def _too_deep(max_depth: int) -> BadJson:
    return BadJson("too_deep", f"the arguments are nested deeper than {max_depth} levels")


def _half_character() -> BadJson:
    return BadJson("half_character", "a text holds half of a character pair")
