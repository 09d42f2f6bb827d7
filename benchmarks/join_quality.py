"""How steady, how exact and how fast the built-in engine is: ``python benchmarks/join_quality.py``.

Prints for sines the ripple (dB, largest minus smallest level through all joins) and the pitch error (cents),
then the speed of whole effects on stereo sound at 48 kHz as a multiple of real time on one core (CPU time).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.builtin.chain import Effect, apply
from engine.builtin.stretch import PitchShifter
from tests.fakes.tones import cents, ripple_db, strongest_hz, tone, vowel

SHIFTS = (4.0, -5.0, 12.0, -12.0, 24.0, -24.0)
EFFECTS = (
    {"semitones": 4.0}, {"semitones": 4.0, "keep_formants": False}, {"formant_semitones": 3.0}, {"robot_hz": 110.0},
    {"whisper": 1.0}, {"chorus": 0.8}, {"radio": 1.0}, {},
)  # fmt: skip


def steady(hz: float, rate: int) -> None:
    words = []
    for semitones in SHIFTS:
        wanted = hz * 2 ** (semitones / 12)
        if wanted > 0.42 * rate:
            continue
        shifter = PitchShifter(rate, 1, semitones)
        audio = tone(hz, 11, rate)
        out = np.concatenate([shifter.push(audio), shifter.flush()])
        ripple, error = ripple_db(out, rate, wanted), cents(strongest_hz(out, rate), wanted)
        words.append(f"{semitones:+.0f}: {ripple:.2f} dB {error:+.1f} c")
    print(f"{rate:6d} Hz  {hz:7.1f} Hz   " + "   ".join(words))


def main() -> None:
    for rate in (48000, 44100, 16000):
        for hz in (97.0, 196.3, 440.0, 1000.7):
            steady(hz, rate)
    audio = np.repeat(vowel(150, 60, 48000), 2, axis=1)
    for effect in EFFECTS:
        began = time.process_time()
        apply(Effect.from_json(effect), audio, 48000)
        print(f"{60 / max(1e-3, time.process_time() - began):7.1f} x real time   {effect}")


if __name__ == "__main__":
    main()
