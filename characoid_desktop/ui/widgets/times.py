"""Words for times and levels, the same everywhere."""

from __future__ import annotations

import math

from characoid_desktop.core.i18n import Text

_COARSE_FROM_S = 120.0  # from here on whole minutes
_STEP_S = 5


def clock(seconds: float) -> str:
    """Return ``m:ss``, or ``h:mm:ss`` from an hour on; negative and unknown times count as 0."""
    whole = int(seconds) if math.isfinite(seconds) and seconds > 0 else 0
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def clock_tenths(seconds: float) -> str:
    """Return ``m:ss.t``, cut to a tenth."""
    tenths = int(max(0.0, seconds) * 10 + 1e-6) if math.isfinite(seconds) else 0
    return f"{clock(tenths // 10)}.{tenths % 10}"


def remaining(seconds: float) -> Text:
    """Return "about … left": rounded to 5 s under 2 min, whole minutes above, hours above 60 min."""
    hours, minutes, rest = _rounded(seconds)
    if hours and minutes:
        return Text.of("about {h} h {m} min left", h=hours, m=minutes)
    if hours:
        return Text.of("about {h} h left", h=hours)
    if minutes and rest:
        return Text.of("about {m} min {s} s left", m=minutes, s=rest)
    return Text.of("about {m} min left", m=minutes) if minutes else Text.of("about {s} s left", s=rest)


def left(seconds: float) -> Text:
    """Return the same without "about", for places where room is short."""
    hours, minutes, rest = _rounded(seconds)
    if hours and minutes:
        return Text.of("{h} h {m} min left", h=hours, m=minutes)
    if hours:
        return Text.of("{h} h left", h=hours)
    if minutes and rest:
        return Text.of("{m} min {s} s left", m=minutes, s=rest)
    return Text.of("{m} min left", m=minutes) if minutes else Text.of("{s} s left", s=rest)


def _rounded(seconds: float) -> tuple[int, int, int]:
    """Return hours, minutes and seconds as a user wants to know them: the longer, the coarser."""
    if seconds < _COARSE_FROM_S - _STEP_S / 2:
        minutes, rest = divmod(max(_STEP_S, round(seconds / _STEP_S) * _STEP_S), 60)
        return 0, minutes, rest
    return *divmod(max(2, round(seconds / 60)), 60), 0


def lasted(seconds: float) -> Text:
    """Return how long something took: tenths under 10 s, whole seconds under 2 min and beside minutes."""
    if not math.isfinite(seconds) or seconds < 0:
        seconds = 0.0
    if seconds < 9.95:
        return Text.of("{s} s", s=f"{seconds:.1f}")
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return Text.of("{h} h {m} min", h=hours, m=minutes)
    return Text.of("{m} min {s} s", m=minutes, s=rest) if minutes else Text.of("{s} s", s=rest)


def percent(fraction: float) -> str:
    """Return whole percent, cut, so that 100 % means done."""
    return f"{int(min(1.0, max(0.0, fraction)) * 100 + 1e-6)}%"


def decibels(value: float, digits: int = 0) -> str:
    """Return ``−14 dB`` with a real minus sign; ``−∞ dB`` for silence."""
    if value == -math.inf:
        return "−∞ dB"
    return f"{signed(round(value, digits), digits, plus=False)} dB"


def signed(value: float, digits: int = 0, *, plus: bool = True) -> str:
    """Return a number with a real minus sign, and with a plus sign where wanted."""
    rounded = round(value, digits) + 0.0  # no "-0"
    text = f"{abs(rounded):.{digits}f}"
    if rounded < 0:
        return f"−{text}"
    return f"+{text}" if plus and rounded > 0 else text
