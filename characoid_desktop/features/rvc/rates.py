"""How long a stage takes: measured on this machine where it was, else a cautious figure for a plain CPU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from characoid_desktop.features.rvc.stages import Stage

START_S = {Stage.PREPARE: 0.2, Stage.SEPARATE: 1.0, Stage.CONVERT: 4.0, Stage.MIX: 0.3}
"""Seconds before the first sample of a stage: loading models counts once, whatever the length."""

PLAIN_CPU: Mapping[str, float] = {
    "prepare": 0.01, "separate:dry": 0.01, "separate:centre": 0.03, "separate:percussive": 0.3,
    "separate:htdemucs": 0.9, "separate:mdx_onnx": 1.2, "separate:mel_band_roformer": 6.0,
    "separate:bs_roformer": 10.0, "separate": 4.0, "convert": 0.08, "convert_voice": 0.7,
    "convert_voice:crepe": 1.6, "mix": 0.05,
}
"""Seconds of computing for one second of sound (voice.md C and E measured such figures on two cores)."""

WEIGHT = 0.5  # of the newest measurement: the machine may be busy once


@dataclass(slots=True)
class Rates:
    """Seconds of work for a second of sound, by kind of stage."""

    measured: dict[str, float] = field(default_factory=dict[str, float])

    def rate(self, kind: str) -> float:
        """Return the rate of ``separate:htdemucs`` or the like; that of ``separate`` for an unknown one."""
        for table in (self.measured, PLAIN_CPU):
            if kind in table:
                return table[kind]
        return PLAIN_CPU.get(kind.partition(":")[0], 1.0)

    def is_measured(self, kind: str) -> bool:
        return kind in self.measured

    def learn(self, kind: str, stage: Stage, seconds: float, sound_s: float) -> None:
        """Take in how long a stage of ``sound_s`` seconds of sound took."""
        if sound_s < 1.0 or seconds <= 0:
            return  # too short to tell loading from work
        new = max(1e-4, (seconds - min(START_S[stage], seconds / 2)) / sound_s)
        old = self.measured.get(kind)
        self.measured[kind] = new if old is None else old + WEIGHT * (new - old)

    def seconds(self, kind: str, stage: Stage, sound_s: float) -> float:
        """Return how long a stage will take."""
        return START_S[stage] + self.rate(kind) * max(0.0, sound_s)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a production will cost. ``measured``: the figures come from this machine."""

    sound_s: float
    seconds: float
    measured: bool
    stages: Mapping[Stage, float]
