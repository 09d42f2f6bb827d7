"""From an effect, as plain JSON, to the chain of stages that makes it.

Order: pitch and formants, robot, whisper, brightness, chorus, radio, loudness of the source, limiter. What is
neutral is left out; an effect that is neutral altogether gives the very samples that came in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

import numpy as np

from engine.builtin.effects import Chorus, Limiter, Radio, Robot, Tilt, Whisper
from engine.builtin.formant import FormantShifter
from engine.builtin.level import REACH_S, LevelMatch
from engine.builtin.stream import Audio, Fifo
from engine.builtin.stretch import PitchShifter
from engine.errors import EngineError

PIECE_S = 0.25  # what passes through a stage between two looks at the cancel flag
SETTLE_S = 5.0  # of audio before a region after which the chain sounds as in the whole file
AHEAD_S = REACH_S + 0.5  # of audio after a region that its loudness depends on
OFF = 0.0


@dataclass(frozen=True, slots=True)
class Effect:
    """What is done to a voice. Every default is neutral. Bounds are in ``BOUNDS``.

    A robot has a pitch of its own, which ``semitones`` move; a full whisper has none to move.
    """

    semitones: float = 0.0  # pitch
    formant_semitones: float = 0.0  # formants, measured from those of the source
    keep_formants: bool = True  # False: the formants go with the pitch, and formant_semitones comes on top
    robot_hz: float = OFF
    whisper: float = 0.0
    brightness_db: float = 0.0
    chorus: float = 0.0
    radio: float = 0.0
    keep_loudness: bool = True

    @classmethod
    def from_json(cls, value: object) -> Effect:
        """Read an effect; raises EngineError ``bad_params`` with ``field`` for anything not foreseen."""
        if not isinstance(value, Mapping):
            raise EngineError("bad_params", "effect is not an object", field="effect")
        known = {field.name: field.default for field in fields(cls)}
        clean: dict[str, Any] = {}
        for key, given in value.items():
            name = key if isinstance(key, str) else "effect"
            if name not in known:
                raise EngineError("bad_params", "unknown key", field=f"effect.{name[:40]}")
            clean[name] = _switch(name, given) if isinstance(known[name], bool) else _number(name, given)
        return cls(**clean)

    @property
    def shift(self) -> float:
        """Semitones by which the partials of the source move."""
        return 0.0 if self.robot_hz or self.whisper == 1.0 else self.semitones

    @property
    def formant_shift(self) -> float:
        """Semitones by which the formants of the source move."""
        return self.formant_semitones + (0.0 if self.keep_formants else self.semitones)

    @property
    def robot_pitch(self) -> float:
        """Hz; 0: no robot."""
        return self.robot_hz * 2.0 ** (self.semitones / 12.0)

    @property
    def is_neutral(self) -> bool:
        changes = (self.semitones, self.formant_semitones, self.robot_hz, self.whisper, self.brightness_db,
                   self.chorus, self.radio)
        return not any(changes)


BOUNDS: Mapping[str, tuple[float, float]] = {
    "semitones": (-24.0, 24.0),
    "formant_semitones": (-12.0, 12.0),
    "robot_hz": (50.0, 400.0),  # or 0: no robot
    "whisper": (0.0, 1.0),
    "brightness_db": (-12.0, 12.0),
    "chorus": (0.0, 1.0),
    "radio": (0.0, 1.0),
}


def _switch(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise EngineError("bad_params", "not true or false", field=f"effect.{name}")
    return value


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise EngineError("bad_params", "not a number", field=f"effect.{name}")
    low, high = BOUNDS[name]
    allowed = low <= value <= high or (name == "robot_hz" and value == OFF)
    if not allowed:  # NaN and infinities as well
        raise EngineError("bad_params", f"not within {low:g} to {high:g}", field=f"effect.{name}")
    return float(value)


class Stage(Protocol):
    """Takes and gives frames; all together it gives as many as it took."""

    def push(self, block: Audio) -> Audio: ...

    def flush(self) -> Audio: ...


class Chain:
    """The stages of an effect for one sound. ``check`` is called between pieces of work and may raise.

    ``position`` is the frame of the file at which the sound begins (for a preview).
    """

    def __init__(
        self, effect: Effect, rate: int, channels: int, check: Callable[[], None], position: int = 0
    ) -> None:
        self._check = check
        self._piece = max(1, round(PIECE_S * rate))
        self._channels = channels
        self._stages: list[Stage] = []
        self._level: LevelMatch | None = None
        self._pitch: PitchShifter | None = None
        self._formants: FormantShifter | None = None
        self._unshifted = Fifo(channels)
        if effect.is_neutral:
            return
        self._voice(effect, rate, channels)
        self._stages = _characters(effect, rate, channels, position)
        if effect.keep_loudness:
            self._level = LevelMatch(rate, channels)
            self._stages.append(self._level)
        self._stages.append(Limiter(rate, channels))

    @property
    def is_identity(self) -> bool:
        return not self._stages

    def push(self, block: Audio) -> Iterator[Audio]:
        """Take float32 (frames, channels); give finished blocks of the same kind. Not finite: silence."""
        if self.is_identity:
            yield block
            return
        if not np.isfinite(block).all():
            block = np.nan_to_num(block, nan=0.0, posinf=0.0, neginf=0.0)
        for piece in self._pieces(block):
            if self._level is not None:
                self._level.source(piece)
            for voiced in self._voice_push(piece):
                yield from self._through(0, voiced)

    def flush(self) -> Iterator[Audio]:
        """Give the rest; the chain is used up afterwards."""
        for voiced in self._voice_flush():
            yield from self._through(0, voiced)
        for number, stage in enumerate(self._stages):
            self._check()
            yield from self._through(number + 1, stage.flush())

    def _voice(self, effect: Effect, rate: int, channels: int) -> None:
        pitch, formants = effect.shift, effect.formant_shift
        if pitch:
            self._pitch = PitchShifter(rate, channels, pitch, self._check)
        if formants != pitch:
            self._formants = FormantShifter(rate, channels, formants, pitch)

    def _voice_push(self, piece: Audio) -> Iterator[Audio]:
        if self._pitch is None:
            yield piece if self._formants is None else self._formants.push(piece, piece)
            return
        if self._formants is not None:
            self._unshifted.put(piece)
        yield from self._voice_formants(self._pitch.push(piece))

    def _voice_formants(self, shifted: Audio) -> Iterator[Audio]:
        for part in self._pieces(shifted):
            if self._formants is None:
                yield part
            else:
                yield self._formants.push(part, self._unshifted.take(len(part)))

    def _voice_flush(self) -> Iterator[Audio]:
        if self._pitch is not None:
            yield from self._voice_formants(self._pitch.flush())
        if self._formants is not None:
            yield self._formants.flush()

    def _through(self, number: int, audio: Audio) -> Iterator[Audio]:
        """Send ``audio`` through the stages from ``number`` on, piece by piece."""
        if number == len(self._stages):
            if len(audio):
                yield audio
            return
        for piece in self._pieces(audio):
            yield from self._through(number + 1, self._stages[number].push(piece))

    def _pieces(self, audio: Audio) -> Iterator[Audio]:
        for start in range(0, len(audio), self._piece):
            self._check()
            yield audio[start : start + self._piece]


def _characters(effect: Effect, rate: int, channels: int, position: int) -> list[Stage]:
    stages: list[Stage] = []
    if effect.robot_hz:
        stages.append(Robot(rate, channels, effect.robot_pitch))
    if effect.whisper:
        stages.append(Whisper(rate, channels, effect.whisper, position))
    if effect.brightness_db:
        stages.append(Tilt(rate, channels, effect.brightness_db))
    if effect.chorus:
        stages.append(Chorus(rate, channels, effect.chorus, position))
    if effect.radio:
        stages.append(Radio(rate, channels, effect.radio))
    return stages


def apply(effect: Effect, audio: Sequence[Audio] | Audio, rate: int) -> Audio:
    """Return ``audio`` (frames, channels), or its consecutive blocks, after ``effect``, as one array."""
    blocks = [audio] if isinstance(audio, np.ndarray) else list(audio)
    chain = Chain(effect, rate, blocks[0].shape[1], lambda: None)
    out = [piece for block in blocks for piece in chain.push(block)]
    out += list(chain.flush())
    return np.concatenate(out) if out else blocks[0][:0]
