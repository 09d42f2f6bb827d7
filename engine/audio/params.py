"""Reading the params of a request: plain JSON from the app, checked before use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from engine.errors import EngineError


def text(params: Mapping[str, Any], key: str) -> str:
    """Return a non-empty string; raises EngineError ``bad_params``."""
    value = params.get(key)
    if not isinstance(value, str) or not value:
        raise EngineError("bad_params", f"{key} must be a string that is not empty", param=key)
    return value


def whole(params: Mapping[str, Any], key: str, low: int, high: int, default: int | None = None) -> int:
    """Return an integer within low..high; raises EngineError ``bad_params``."""
    value = params.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise EngineError("bad_params", f"{key} must be an integer from {low} to {high}", param=key)
    return value


def number(
    params: Mapping[str, Any], key: str, low: float, high: float, default: float | None = None,
) -> float:
    """Return a finite number within low..high; raises EngineError ``bad_params``."""
    value = params.get(key, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise EngineError("bad_params", f"{key} must be a number", param=key)
    if not low <= value <= high:
        raise EngineError("bad_params", f"{key} must be from {low:g} to {high:g}", param=key)
    return float(value)
