"""The params of a ``mix`` request, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.audio import params as read
from engine.errors import EngineError

MAX_COLUMNS, DEFAULT_COLUMNS, MAX_TAGS = 16_384, 2048, 32
GAIN_DB = (-96.0, 24.0)
ALIGN_MS = (-30_000.0, 30_000.0)
HIGHPASS_HZ = (10.0, 2000.0)  # or 0: none
SEMITONES = (-24.0, 24.0)
LOUDNESS_LUFS = (-40.0, -5.0)


@dataclass(frozen=True, slots=True)
class Room:
    """Each 0..1; see reverb.Reverb."""

    amount: float
    size: float
    damp: float


@dataclass(frozen=True, slots=True)
class MixOrder:
    """What is mixed with what. ``original`` None: the instrumental, or else the voice, gives length and channels."""

    vocals: str
    instrumental: str | None
    original: str | None
    output: str
    format: str
    subtype: str | None
    tags: Mapping[str, str]
    columns: int
    vocals_db: float
    instrumental_db: float
    align_ms: float
    semitones: float
    highpass_hz: float
    room: Room | None
    limiter: bool
    loudness_lufs: float | None

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> MixOrder:
        """Raises EngineError ``bad_params``."""
        gains = _object(params, "gains")
        target = params.get("loudness_lufs")
        high = read.number(params, "highpass_hz", 0.0, HIGHPASS_HZ[1], 0.0)
        if 0.0 < high < HIGHPASS_HZ[0]:
            raise EngineError("bad_params", f"highpass_hz is 0 or from {HIGHPASS_HZ[0]:g} on", param="highpass_hz")
        limiter = params.get("limiter", True)
        if not isinstance(limiter, bool):
            raise EngineError("bad_params", "limiter is not true or false", param="limiter")
        return cls(
            read.text(params, "vocals"), _path(params, "instrumental"), _path(params, "original"),
            read.text(params, "output"), read.text(params, "format"), _path(params, "subtype"), _tags(params),
            read.whole(params, "columns", 1, MAX_COLUMNS, DEFAULT_COLUMNS),
            read.number(gains, "vocals_db", *GAIN_DB, 0.0), read.number(gains, "instrumental_db", *GAIN_DB, 0.0),
            read.number(params, "align_ms", *ALIGN_MS, 0.0),
            read.number(params, "instrumental_semitones", *SEMITONES, 0.0), high, _room(params), limiter,
            None if target is None else read.number(params, "loudness_lufs", *LOUDNESS_LUFS),
        )


def _path(params: Mapping[str, Any], key: str) -> str | None:
    return None if params.get(key) is None else read.text(params, key)


def _object(params: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = params.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise EngineError("bad_params", f"{key} is not an object", param=key)
    return value


def _room(params: Mapping[str, Any]) -> Room | None:
    if params.get("reverb") is None:
        return None
    reverb = _object(params, "reverb")
    room = Room(*(read.number(reverb, key, 0.0, 1.0, default)
                  for key, default in (("amount", 0.2), ("size", 0.5), ("damp", 0.5))))
    return room if room.amount else None


def _tags(params: Mapping[str, Any]) -> Mapping[str, str]:
    tags = params.get("tags", {})
    good = isinstance(tags, Mapping) and len(tags) <= MAX_TAGS and all(
        isinstance(key, str) and isinstance(value, str) for key, value in tags.items()
    )
    if not good:
        raise EngineError("bad_params", "tags must be words by name", field="tags")
    return tags
