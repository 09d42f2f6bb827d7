"""JSON objects as the text of a column: written so that any value fits, read so that damage is not fatal."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from characoid_desktop.core.cleaning import clean

EPOCH = datetime.fromtimestamp(0, UTC)


def to_text(value: Mapping[str, Any]) -> str:
    """Return readable JSON (for searching in it); infinities become null, broken Unicode U+FFFD.

    Raises TypeError for what is no JSON, ValueError for what is nested too deeply.
    """
    try:
        return clean(json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, separators=(",", ":")))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def from_text(value: object) -> dict[str, Any]:
    """Return a stored object; empty for nothing and for nonsense."""
    if not isinstance(value, str):
        return {}
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def date_of(value: object) -> datetime:
    """Return a stored date, aware; 1970 for what is none (dates are for people, nothing depends on them)."""
    return date_or_none(value) or EPOCH


def date_or_none(value: object) -> datetime | None:
    """As :func:`date_of`, None for nothing and for what is no date."""
    if not isinstance(value, str):
        return None
    try:
        date = datetime.fromisoformat(value)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def like(words: str) -> str:
    """Return a pattern for ``LIKE ? ESCAPE '\\'`` that finds ``words`` anywhere."""
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _finite(value: Any) -> Any:
    """JSON has no infinity, and SQLite refuses Python's spelling of it."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(k): _finite(v) for k, v in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in cast("Sequence[Any]", value)]
    return value
