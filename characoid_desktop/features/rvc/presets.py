"""Ready-made voices of the built-in engine: a name a user understands, and plain parameters for the engine.

The parameters are those of ``engine/builtin/chain.py`` (``Effect``); the engine checks them again. Ids are
ASCII and never change: they are stored with jobs and typed on the command line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from characoid_desktop.core.i18n import Text

PITCH_RANGE = (-24.0, 24.0)  # semitones
FORMANT_RANGE = (-12.0, 12.0)  # semitones
DEFAULT_PRESET = "higher"
CUSTOM_PRESET = "custom"


@dataclass(frozen=True, slots=True)
class Preset:
    """A voice. ``effect`` goes to the engine as it is; what it does not name is neutral."""

    id: str
    label: Text
    help: Text
    effect: Mapping[str, float | str | bool]

    @property
    def pitch(self) -> float:
        """The pitch change in semitones, as the key field shows it."""
        return float(self.effect.get("semitones", 0.0))

    @property
    def formant(self) -> float:
        """How far the character of the voice (its formants) moves, in semitones."""
        return float(self.effect.get("formant_semitones", 0.0))


def _preset(id: str, label: Text, help: Text, **effect: float | bool) -> Preset:
    return Preset(id, label, help, MappingProxyType(dict(effect)))


PRESETS: tuple[Preset, ...] = (
    _preset("higher", Text("Higher"), Text("The same voice, a third higher."),
            semitones=4.0),
    _preset("lower", Text("Lower"), Text("The same voice, a third lower."),
            semitones=-4.0),
    _preset("bright", Text("Bright"), Text("Higher, lighter and clear, like a cheerful heroine."),
            semitones=5.0, formant_semitones=2.0, brightness_db=4.0, whisper=0.04),
    _preset("childlike", Text("Childlike"), Text("A small, high voice."),
            semitones=7.0, formant_semitones=3.5, brightness_db=2.0),
    _preset("deep", Text("Deep"), Text("A big chest and a low pitch."),
            semitones=-5.0, formant_semitones=-2.5, brightness_db=-1.0),
    _preset("older", Text("Older"), Text("A little lower, duller and breathier."),
            semitones=-2.0, formant_semitones=-1.5, brightness_db=-3.0, whisper=0.2),
    _preset("giant", Text("Giant"), Text("Very low and very large."),
            semitones=-9.0, formant_semitones=-6.0, brightness_db=-2.0),
    _preset("tiny", Text("Tiny"), Text("Like a tape played too fast, at the right speed."),
            semitones=9.0, keep_formants=False),
    _preset("robot", Text("Robot"), Text("One constant pitch. The key field moves it."),
            robot_hz=110.0, brightness_db=2.0, chorus=0.25),
    _preset("whisper", Text("Whisper"), Text("Breath instead of the voice; the words stay clear."),
            whisper=1.0),
    _preset("double", Text("Double"), Text("Two more voices beside the first, slightly late."),
            chorus=0.8),
    _preset("radio", Text("Radio"), Text("A small loudspeaker or an old telephone."),
            radio=1.0),
    _preset("custom", Text("Custom"), Text("No change until you choose a key or a character."),
            semitones=0.0, formant_semitones=0.0),
)

_BY_ID = {entry.id: entry for entry in PRESETS}


def preset(id: str) -> Preset:
    """Return the preset with this id; raises KeyError."""
    return _BY_ID[id]


def with_changes(base: Preset, *, pitch: float | None = None, formant: float | None = None) -> Preset:
    """Return ``base`` with another pitch and another character (semitones), where they are given.

    Raises ValueError outside PITCH_RANGE or FORMANT_RANGE, and for what is not a finite number.
    """
    effect = dict(base.effect)
    if pitch is not None:
        effect["semitones"] = _within(pitch, PITCH_RANGE)
    if formant is not None:
        effect["formant_semitones"] = _within(formant, FORMANT_RANGE)
    return replace(base, effect=MappingProxyType(effect))


def _within(value: float, bounds: tuple[float, float]) -> float:
    low, high = bounds
    if not math.isfinite(value) or not low <= value <= high:
        raise ValueError(f"{value} is not from {low:g} to {high:g}")
    return float(value)
