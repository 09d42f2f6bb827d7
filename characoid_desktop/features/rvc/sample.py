"""A short sung phrase made by arithmetic, so that the first try needs no file of one's own.

Source–filter singing in its simplest form: harmonics of a glottal-like source (falling about 12 dB an
octave), each weighted by the resonances of a vowel (two-pole magnitude at the formants of a soprano, after
the table of Csound's manual, appendix D), read from a wave table with vibrato.
"""

from __future__ import annotations

import math
import os
import sys
import wave
from array import array
from pathlib import Path

RATE = 44_100
TABLE = 2_048
GAP_S = 0.04
SAMPLE_NAME = "CHARACOID sample.wav"

# Formant frequency in Hz, relative level in dB, band width in Hz.
_VOWELS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "a": ((800, 0, 80), (1150, -6, 90), (2900, -32, 120), (3900, -20, 130)),
    "e": ((350, 0, 60), (2000, -20, 100), (2800, -15, 120), (3600, -40, 150)),
    "i": ((270, 0, 60), (2140, -12, 90), (2950, -26, 100), (3900, -26, 120)),
    "o": ((450, 0, 70), (800, -11, 80), (2830, -22, 100), (3800, -22, 130)),
    "u": ((325, 0, 50), (700, -16, 60), (2700, -35, 170), (3800, -40, 180)),
}
# MIDI note, seconds, vowel: a phrase of our own.
_MELODY: tuple[tuple[int, float, str], ...] = (
    (64, 0.42, "a"), (67, 0.42, "o"), (69, 0.62, "i"), (67, 0.30, "a"), (64, 0.42, "e"),
    (62, 0.42, "u"), (64, 0.84, "o"), (69, 0.42, "a"), (71, 0.42, "i"), (69, 0.42, "a"), (64, 1.30, "o"),
)


def _gain(frequency: float, vowel: str) -> float:
    total = 0.0
    for centre, level_db, width in _VOWELS[vowel]:
        ratio = (frequency - centre) / (width * 0.9)
        total += 10 ** (level_db / 20) / math.sqrt(1 + ratio * ratio)
    return total


def _table(note_hz: float, vowel: str) -> list[float]:
    """One period, peak 1, of the vowel sung at ``note_hz``."""
    harmonics = min(40, int(7_000 / note_hz))
    weights = [_gain(n * note_hz, vowel) / n ** 1.1 for n in range(1, harmonics + 1)]
    sines = [math.sin(2 * math.pi * k / TABLE) for k in range(TABLE)]
    out = [0.0] * TABLE
    for n, weight in enumerate(weights, start=1):
        shift = (n * n * 97) % TABLE  # spread phases: a lower peak for the same loudness
        for k in range(TABLE):
            out[k] += weight * sines[(k * n + shift) % TABLE]
    peak = max(abs(value) for value in out) or 1.0
    return [value / peak for value in out]


def sung_phrase() -> array[int]:
    """Return the phrase: mono, 16 bit, RATE Hz, about 6 s. Takes a moment: not for the GUI thread."""
    samples: array[int] = array("h")
    phase = 0.0
    for note, seconds, vowel in _MELODY:
        hertz = 440.0 * 2 ** ((note - 69) / 12)
        table = _table(hertz, vowel)
        count = int((seconds - GAP_S) * RATE)
        attack, release = int(0.05 * RATE), int(0.09 * RATE)
        step = hertz * TABLE / RATE
        for k in range(count):
            vibrato = 0.006 * min(1.0, k / (0.35 * RATE)) * math.sin(2 * math.pi * 5.4 * k / RATE)
            phase = (phase + step * (1 + vibrato)) % TABLE
            low = int(phase)
            value = table[low] + (table[(low + 1) % TABLE] - table[low]) * (phase - low)
            envelope = min(1.0, k / attack, (count - k) / release)
            samples.append(int(15_000 * envelope * value))
        samples.extend([0] * int(GAP_S * RATE))
    return samples


def write_sample(folder: Path) -> Path:
    """Write the phrase into ``folder`` (once) and return its path; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SAMPLE_NAME
    if path.is_file() and path.stat().st_size > RATE:
        return path
    samples = sung_phrase()
    if sys.byteorder == "big":
        samples.byteswap()
    part = folder / f".{SAMPLE_NAME}.{os.getpid()}"
    try:
        with wave.open(str(part), "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(RATE)
            out.writeframes(samples.tobytes())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path
