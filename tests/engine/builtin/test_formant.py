"""Formants: the envelope, and its correction."""

from __future__ import annotations

import numpy as np
import pytest

from engine.builtin.chain import Effect, apply
from engine.builtin.formant import Envelope, FormantShifter
from engine.builtin.stream import hann
from tests.fakes.tones import cut, formants, harmonic_levels, harmonicity, levels_db, noise, vowel

RATE = 48000


def change(audio: np.ndarray, rate: int = RATE, **effect: float | bool) -> np.ndarray:
    return apply(Effect.from_json({"keep_loudness": False, **effect}), audio, rate)


def near(found: list[float], wanted: list[float], share: float) -> bool:
    return len(found) >= len(wanted) and all(
        abs(a / b - 1) < share for a, b in zip(found, wanted, strict=False)
    )


@pytest.mark.parametrize("f0", [100, 150])
@pytest.mark.parametrize("semitones", [5, -5, 3])
def test_the_formants_of_a_vowel_stay_when_its_pitch_moves(f0: float, semitones: float) -> None:
    out = change(vowel(f0, 4, RATE), semitones=semitones)
    assert near(formants(out, RATE), [700, 1220, 2600], 0.08)
    height, hz = harmonicity(out, RATE, f0 * 2 ** (semitones / 12) * 0.7, f0 * 2 ** (semitones / 12) * 1.4)
    assert height > 0.9
    assert abs(hz / (f0 * 2 ** (semitones / 12)) - 1) < 0.01


def test_the_formants_go_with_the_pitch_when_they_are_not_kept() -> None:
    out = change(vowel(100, 4, RATE), semitones=5, keep_formants=False)
    ratio = 2 ** (5 / 12)
    assert near(formants(out, RATE), [700 * ratio, 1220 * ratio, 2600 * ratio], 0.08)


@pytest.mark.parametrize("semitones", [4, -4])
def test_the_formants_move_as_asked_and_the_pitch_stays(semitones: float) -> None:
    out = change(vowel(100, 4, RATE), formant_semitones=semitones)
    ratio = 2 ** (semitones / 12)
    found = [hz / ratio for hz in formants(out, RATE)]
    assert near(found, [700, 1220], 0.08)
    height, hz = harmonicity(out, RATE, 70, 140)
    assert height > 0.95
    assert abs(hz - 100) < 1


@pytest.mark.parametrize(("f0", "semitones"), [(120, 5), (220, 7)])
def test_each_harmonic_is_as_loud_as_if_it_had_been_sung_so(f0: float, semitones: float) -> None:
    """Against the very vowel at the new pitch; without the correction the error is over 8 dB."""
    target = f0 * 2 ** (semitones / 12)
    count = int(3300 / target)
    ideal = harmonic_levels(vowel(target, 4, RATE), RATE, target, count)
    kept = harmonic_levels(change(vowel(f0, 4, RATE), semitones=semitones), RATE, target, count) - ideal
    moved = change(vowel(f0, 4, RATE), semitones=semitones, keep_formants=False)
    assert kept.std() < 2.5
    assert (harmonic_levels(moved, RATE, target, count) - ideal).std() > 8


@pytest.mark.parametrize("channels", [1, 2, 6, 8])
@pytest.mark.parametrize("rate", [8000, 44100, 96000])
def test_no_shift_gives_back_what_came(channels: int, rate: int) -> None:
    audio = noise(0.7, rate, channels=channels)
    stage = FormantShifter(rate, channels, 0.0)
    out = np.concatenate([stage.push(b, b) for b in cut(audio, 3, 5000)] + [stage.flush()])
    assert out.shape == audio.shape
    assert np.abs(out - audio).max() < 1e-6


@pytest.mark.parametrize("frames", [1, 2, 511, 512, 513, 1024, 2049, 7919])
def test_length_is_exact(frames: int) -> None:
    audio = noise(1, RATE, channels=2)[:frames]
    assert change(audio, formant_semitones=5).shape == audio.shape


def test_the_true_envelope_goes_over_the_partials_not_between_them() -> None:
    audio = vowel(200, 1, RATE)
    size = 2048
    spectra = np.fft.rfft(audio[20_000 : 20_000 + size, 0] * hann(size))
    power = (np.abs(spectra) ** 2).astype(np.float32)[None]
    envelope = Envelope(RATE, size)
    partials = np.arange(1, 16) * 200.0
    over = np.interp(envelope.places(partials), np.arange(size // 4 + 1), envelope(power)[0]) * 8.686
    bins = np.rint(partials * size / RATE).astype(int)
    tops = 10 * np.log10(np.max([power[0, bins + k] for k in (-1, 0, 1)], axis=0))
    assert np.abs(over - tops).max() < 3.5


def test_a_boost_is_bounded_and_silence_is_not_lifted() -> None:
    quiet = noise(1, RATE, level=1e-6)
    assert levels_db(change(quiet, formant_semitones=-9), 4800).max() < levels_db(quiet, 4800).max() + 0.5
    assert not change(np.zeros((RATE, 2), np.float32), formant_semitones=6).any()


def test_all_channels_get_the_same_correction() -> None:
    voice = vowel(110, 2, RATE)
    audio = np.concatenate((voice, -0.3 * voice, np.zeros_like(voice)), axis=1)
    out = change(audio, formant_semitones=3)
    assert np.abs(out[:, 1] + 0.3 * out[:, 0]).max() < 1e-5
    assert not out[:, 2].any()
