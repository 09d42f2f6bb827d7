"""JSON from outside: no NaN, no doubled keys, no depth that breaks later code, no half numbers."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn, cast

MAX_DEPTH = 32
_SURROGATE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\ufffd"


class BadJson(ValueError):
    """``code`` says what is wrong: not_json, too_deep, not_finite, doubled_key, half_character, not_an_object."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def parse(text: str | bytes) -> Any:
    """Return the value of a JSON text from a server; raises BadJson. Doubled keys pass (the last one counts)."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # also numbers of thousands of digits, and bytes that are no UTF-8
        raise BadJson("not_json") from None


def parse_arguments(text: str) -> dict[str, Any]:
    """Return the arguments of a tool call; raises BadJson for anything but one complete, plain JSON object.

    Empty text and ``null`` mean no arguments.
    """
    try:
        value: Any = json.loads(text or "{}", parse_constant=_refuse_constant, object_pairs_hook=_unique)
    except BadJson:
        raise
    except (ValueError, RecursionError):
        raise BadJson("not_json") from None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadJson("not_an_object")
    arguments = cast("dict[str, Any]", value)
    _check(arguments)
    return arguments


def without_lone_surrogates(text: str) -> str:
    """Return text that can be stored and sent: half characters become the replacement sign."""
    return text if text.isascii() else _SURROGATE.sub(REPLACEMENT, text)


def joined(text: str) -> str:
    """Return text whose character pairs came in two pieces put together; halves without a partner are replaced."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return without_lone_surrogates(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


def _refuse_constant(name: str) -> NoReturn:
    raise BadJson("not_finite")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise BadJson("doubled_key")
    return made


def _check(value: object) -> None:
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        deeper: list[object] = []
        for one in level:
            if isinstance(one, dict):
                deeper += one
                deeper += one.values()
            elif isinstance(one, list):
                deeper += one
            elif isinstance(one, float) and one in (float("inf"), float("-inf")):
                raise BadJson("not_finite")  # 1e999
            elif isinstance(one, str) and not one.isascii() and _SURROGATE.search(one):
                raise BadJson("half_character")
        if not deeper:
            return
        level = deeper
    raise BadJson("too_deep")
