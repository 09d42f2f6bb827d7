"""What leaves a tool: plain JSON of bounded size, without numbers that JSON has not, bytes or exceptions."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence, Set
from datetime import date, datetime
from enum import Enum
from pathlib import PurePath
from typing import Any, Final, TypeGuard, cast

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.i18n import Text

MAX_PAYLOAD_BYTES: Final = 64 * 1024  # canonical JSON, ASCII
MAX_DEPTH: Final = 40
MAX_INTEGER: Final = 2**63
CUT_NOTE: Final = "The result was too long and was cut here."


def plain(value: Any, depth: int = 0) -> Any:
    """Return ``value`` as plain JSON. What JSON has not becomes null (NaN, bytes, objects), keys become text."""
    if depth > MAX_DEPTH:
        return None
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Text):
        return plain(value.to_json(), depth + 1)
    if isinstance(value, Enum):
        return plain(value.value, depth + 1)
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int):
        return value if -MAX_INTEGER <= value < MAX_INTEGER else None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, PurePath):
        return clean(value.name)  # where it lies is nobody's business
    if isinstance(value, Mapping):
        pairs = cast("Mapping[Any, Any]", value)
        return {clean(str(key)): plain(item, depth + 1) for key, item in pairs.items()}
    if isinstance(value, (Sequence, Set)) and not isinstance(value, (bytes, bytearray, memoryview)):
        return [plain(item, depth + 1) for item in cast("Sequence[Any]", value)]
    return None


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether ``value`` is a number to count with: no switch, not NaN, not infinite, no integer of endless length."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return -MAX_INTEGER <= value < MAX_INTEGER if isinstance(value, int) else math.isfinite(value)


def public_json(value: Mapping[str, Any]) -> str:
    """Return an object as ASCII JSON, whatever is in it."""
    return json.dumps(plain(value), ensure_ascii=True, allow_nan=False)


def size_of(value: Any) -> int:
    """The length of a plain value as canonical JSON, in bytes."""
    return len(json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True))


def capped(value: Mapping[str, Any], limit: int = MAX_PAYLOAD_BYTES) -> dict[str, Any]:
    """Return a tool's answer as plain JSON of at most ``limit`` bytes, with ``note`` where it was cut."""
    payload = cast("dict[str, Any]", plain(value))
    if size_of(payload) <= limit:
        return payload
    longest = limit // 4
    while longest >= 16:
        cut = cast("dict[str, Any]", _shorten(payload, longest))
        cut["note"] = CUT_NOTE
        if size_of(cut) <= limit:
            return cut
        longest //= 2
    kept = {key: payload[key] for key in ("status", "source") if size_of(payload.get(key)) < limit // 8}
    return {**{key: item for key, item in kept.items() if item is not None}, "note": CUT_NOTE}


def _shorten(value: Any, longest: int) -> Any:
    """Cut texts to ``longest`` characters, and lists and objects to what fits into ``longest`` bytes each."""
    if isinstance(value, str):
        return value if len(value) <= longest else value[:longest] + "…"
    if isinstance(value, list):
        items: list[Any] = []
        room = longest
        for item in cast("list[Any]", value):
            short = _shorten(item, longest)
            room -= size_of(short)
            if room < 0:
                break
            items.append(short)
        return items
    if isinstance(value, dict):
        return {key[:200]: _shorten(item, longest)
                for key, item in list(cast("dict[str, Any]", value).items())[:200]}
    return value
