"""What each output format can hold, decided before any work starts."""

from __future__ import annotations

from dataclasses import dataclass

from engine.audio.layouts import LAYOUTS, layout_or_default, standard_layout
from engine.audio.limits import MAX_CHANNELS, MAX_RATE, MAX_SECONDS, MIN_RATE
from engine.errors import EngineError

FORMATS = ("wav", "flac", "mp3", "opus", "m4a")
SUBTYPES = {"wav": ("pcm_24", "pcm_16", "float"), "flac": ("pcm_24", "pcm_16"), "mp3": (), "opus": (), "m4a": ()}
"""The first one is the default."""

_MP3_RATES = (8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000)
_AAC_RATES = (8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000)
_AAC_LAYOUTS = {"mono", "stereo", "3.0", "4.0", "5.0", "5.1", "7.1"}

# Bytes per second and channel at most, for the check of free space.
_LOSSY_BYTES = {"mp3": 20_000, "opus": 16_000, "m4a": 16_000}


@dataclass(frozen=True, slots=True)
class OutputPlan:
    """How a sound will be stored. ``rate`` is that of the file, ``source_rate`` that of the blocks to write.

    ``changes`` are words for the user: ``resampled:48000``.
    """

    format: str
    source_rate: int
    rate: int
    channels: int
    layout: str
    subtype: str
    changes: tuple[str, ...] = ()


def check_format(
    format: str, rate: int, channels: int, frames: int | None = None, *, layout: str | None = None,
    subtype: str | None = None,
) -> OutputPlan:
    """Return how ``format`` will hold the sound.

    Raises EngineError ``bad_format`` or ``format_cannot_hold`` (with ``format`` and what it cannot
    hold: ``channels``, ``rate``, ``layout`` or ``hours``).
    """
    if format not in FORMATS:
        raise EngineError("bad_format", format=str(format)[:40])
    if not 1 <= channels <= (2 if format == "mp3" else MAX_CHANNELS):
        raise EngineError("format_cannot_hold", format=format, channels=channels)
    if not MIN_RATE <= rate <= MAX_RATE:
        raise EngineError("format_cannot_hold", format=format, rate=rate)
    if frames is not None and frames > MAX_SECONDS * rate:
        raise EngineError("format_cannot_hold", format=format, hours=MAX_SECONDS // 3600)
    known = layout_or_default(layout, channels)
    kept = _stored_layout(format, known)
    if kept is None:
        raise EngineError("format_cannot_hold", format=format, channels=channels, layout=known)
    file_rate = _stored_rate(format, rate)
    changes = () if file_rate == rate else (f"resampled:{file_rate}",)
    return OutputPlan(format, rate, file_rate, channels, kept, _subtype(format, subtype), changes)


def estimate_bytes(plan: OutputPlan, frames: int) -> int:
    """Return the most bytes that ``frames`` (at the source rate) will take in the file."""
    seconds = frames / plan.source_rate
    if plan.format in _LOSSY_BYTES:
        return 65536 + int(seconds * plan.channels * _LOSSY_BYTES[plan.format])
    width = {"pcm_16": 2, "pcm_24": 3, "float": 4}[plan.subtype]
    return 65536 + int(seconds * plan.rate * plan.channels * width * 1.02)


def _stored_layout(format: str, layout: str) -> str | None:
    if format == "wav":
        return layout
    standard = standard_layout(layout)
    if format == "flac":
        # FLAC has one layout per count; FFmpeg's writer notes others in a tag that most players ignore.
        return standard
    if format == "m4a":
        side = layout.replace("(side)", "")
        usable = side if side in LAYOUTS and len(LAYOUTS[side]) == len(LAYOUTS[layout]) else layout
        return usable if usable in _AAC_LAYOUTS else None
    return standard


def _stored_rate(format: str, rate: int) -> int:
    if format == "opus":
        return 48000  # every Opus decoder gives 48 kHz
    rates = {"mp3": _MP3_RATES, "m4a": _AAC_RATES}.get(format)
    if rates is None or rate in rates:
        return rate
    whole = [r for r in rates if rate % r == 0 and r * 4 >= rate and r >= 32000]
    if whole:
        return max(whole)
    return next((r for r in rates if r >= rate), rates[-1])


def _subtype(format: str, wanted: str | None) -> str:
    allowed = SUBTYPES[format]
    if not allowed:
        return {"mp3": "mp3", "opus": "opus", "m4a": "aac"}[format]
    if wanted is None:
        return allowed[0]
    if wanted not in allowed:
        raise EngineError("format_cannot_hold", format=format, subtype=str(wanted)[:40])
    return wanted
