"""A song of our own: a voice in the middle of a wide chord track with a beat, made by a script and a seed.

The words are spoken by espeak-ng where it is installed, else sung by a formant synthesiser. Voice and backing are
given apart, so a test knows what a separation should find.
"""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import scipy.signal
import soundfile
import soxr

WORDS = "Hello, here I am. I sing a little song for you, and every word of it is mine. La la la, good night."
CHORDS = ((220.0, 261.63, 329.63), (174.61, 220.0, 261.63), (130.81, 196.0, 329.63), (196.0, 246.94, 293.66))
BEAT_S = 0.5
_VOWELS = {"a": (730, 1090, 2440), "e": (530, 1840, 2480), "i": (270, 2290, 3010), "o": (570, 840, 2410),
           "u": (300, 870, 2240)}


@dataclass(frozen=True)
class Song:
    """Float32 (frames, 2); ``mix`` is ``voice + backing``."""

    rate: int
    voice: np.ndarray
    backing: np.ndarray

    @property
    def mix(self) -> np.ndarray:
        return self.voice + self.backing

    def write(self, path: Path, subtype: str = "PCM_24") -> Path:
        soundfile.write(path, self.mix, self.rate, subtype=subtype)
        return path


def make(seconds: float = 6.0, rate: int = 44100, seed: int = 7, *, speech: bool = True) -> Song:
    """Return the song; ``speech`` False: never espeak-ng, the same samples on every machine."""
    frames = round(seconds * rate)
    spoken = _spoken(rate) if speech and shutil.which("espeak-ng") else None
    dry = sung(seconds, rate, seed) if spoken is None else np.resize(spoken, frames)
    dry = 0.25 * dry / np.abs(dry).max()
    voice = np.repeat(dry[:, None], 2, axis=1).astype(np.float32)
    return Song(rate, voice, _backing(frames, rate, seed))


def _spoken(rate: int) -> np.ndarray:
    made = subprocess.run(
        ["espeak-ng", "-v", "en", "-s", "150", "--stdout", WORDS], capture_output=True, check=True, timeout=30
    )
    wave, own = soundfile.read(BytesIO(made.stdout), dtype="float32")
    return soxr.resample(wave, own, rate)


def sung(seconds: float, rate: int, seed: int = 7) -> np.ndarray:
    """Return a voice (frames,) that sings vowels on the notes of the chords, with vibrato and breaths between."""
    rng = np.random.default_rng(seed)
    out = np.zeros(round(seconds * rate))
    at, note = 0, 0
    while at < len(out):
        length = min(len(out) - at, round((0.35 + 0.4 * rng.random()) * rate))
        f0 = CHORDS[note // 4 % 4][note % 3] * (1.0 if note % 5 else 0.5)
        time = np.arange(length) / rate
        phase = np.cumsum(f0 * 2 ** (0.3 / 12 * np.sin(2 * np.pi * 5.5 * time))) / rate
        wave = np.diff(np.floor(phase), prepend=0.0) + 0.01 * rng.standard_normal(length)
        for centre, width in zip(_VOWELS["aeiou"[rng.integers(5)]], (80, 90, 120), strict=True):
            r = np.exp(-np.pi * width / rate)
            poles = [1.0, -2 * r * np.cos(2 * np.pi * centre / rate), r * r]
            wave = scipy.signal.lfilter([sum(poles)], poles, wave)
        wave *= np.minimum(1.0, np.minimum(time / 0.03, time[::-1] / 0.05))
        out[at : at + length] = wave / max(1e-9, np.abs(wave).max())
        at += length + round((0.05 + 0.2 * (note % 4 == 3)) * rate)
        note += 1
    return out


def _backing(frames: int, rate: int, seed: int) -> np.ndarray:
    """Chords whose notes stand left and right, unlike in both channels, over a beat of noise."""
    rng = np.random.default_rng(seed + 1)
    time = np.arange(frames) / rate
    out = np.zeros((frames, 2))
    bar = round(4 * BEAT_S * rate)
    for number, start in enumerate(range(0, frames, bar)):
        part = slice(start, min(frames, start + bar))
        fade = np.minimum(1.0, np.arange(part.stop - start) / (0.02 * rate))
        for f0 in CHORDS[number % 4]:
            for channel in (0, 1):
                detune = 1.0 + 0.004 * (rng.random() - 0.5)
                for k in range(1, 7):
                    tone = np.sin(2 * np.pi * (k * f0 * detune * time[part] + rng.random()))
                    out[part, channel] += 0.04 / k * tone * fade
    for start in range(0, frames, round(BEAT_S * rate)):
        length = min(frames - start, round(0.08 * rate))
        decay = np.exp(-np.arange(length) / (0.015 * rate))
        out[start : start + length] += 0.08 * rng.standard_normal((length, 2)) * decay[:, None]
    return out.astype(np.float32)


def level_db(audio: np.ndarray) -> float:
    return 10 * float(np.log10(np.square(audio, dtype=np.float64).mean() + 1e-20))
