"""What a file said that we have no place for, so that it goes out again as it came in.

``kept`` compares an object from a file with the one that we would write for it; ``written`` gives back the file's own
spelling wherever our value is still the one it was read as.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast


def kept(raw: Mapping[str, Any], ours: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is needed to make ``raw`` of ``ours`` again; plain JSON.

    ``more``: keys unknown to us. ``odd``: key → [its value in the file, ours]. ``absent``: key → ours, where the file
    has none.
    """
    more = {key: value for key, value in raw.items() if key not in ours}
    odd = {key: [value, ours[key]] for key, value in raw.items() if key in ours and not _same(value, ours[key])}
    absent = {key: value for key, value in ours.items() if key not in raw}
    return {name: part for name, part in (("more", more), ("odd", odd), ("absent", absent)) if part}


def written(ours: Mapping[str, Any], remainder: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``ours`` with what was kept of the file it came from."""
    odd, absent = _object(remainder, "odd"), _object(remainder, "absent")
    out: dict[str, Any] = {}
    for key, value in ours.items():
        if key in absent and _same(absent[key], value):
            continue
        pair = odd.get(key)
        out[key] = pair[0] if isinstance(pair, list) and len(cast("list[Any]", pair)) == 2 and _same(
            pair[1], value) else value
    return {**out, **{key: value for key, value in _object(remainder, "more").items() if key not in out}}


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1 is not True, nor 1.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        a, b = cast("dict[str, Any]", one), cast("dict[str, Any]", other)
        return a.keys() == b.keys() and all(_same(value, b[key]) for key, value in a.items())
    if isinstance(one, list):
        first, second = cast("list[Any]", one), cast("list[Any]", other)
        return len(first) == len(second) and all(_same(x, y) for x, y in zip(first, second, strict=True))
    return bool(one == other)


def _object(remainder: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = remainder.get(name)
    return cast("Mapping[str, Any]", found) if isinstance(found, Mapping) else {}
