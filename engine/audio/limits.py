"""What is taken at all, and what a header tells beyond its decoder."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError

MIN_RATE, MAX_RATE = 8_000, 192_000
MAX_CHANNELS = 8
MAX_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class HeaderHints:
    """What a header says beyond the decoder: a layout, and whether the file ends before it should."""

    layout: str | None = None
    truncated: bool = False
    length_lies: bool = False
    partial_frame: bool = False
    length_unknown: bool = False
    chained: bool = False  # streams one after the other, each with time stamps of its own


def check_rate(rate: int) -> None:
    """Raise EngineError ``bad_rate`` outside 8–192 kHz."""
    if not MIN_RATE <= rate <= MAX_RATE:
        raise EngineError("bad_rate", rate=int(rate))


def check_channels(channels: int) -> None:
    """Raise EngineError ``bad_channels`` outside 1–8."""
    if not 1 <= channels <= MAX_CHANNELS:
        raise EngineError("bad_channels", channels=int(channels))


def check_seconds(seconds: float | None) -> None:
    """Raise EngineError ``too_long`` over 24 h."""
    if seconds is not None and not seconds <= MAX_SECONDS:
        raise EngineError("too_long", hours=MAX_SECONDS // 3600)
