"""The room and the limiter of the mixer."""

from __future__ import annotations

import numpy as np
import pytest

from engine.audio.loudness import TruePeakMeter
from engine.mix.limiter import CEILING_DB, TruePeakLimiter
from engine.mix.reverb import Reverb
from tests.fakes.tones import cut


def limited(audio: np.ndarray, rate: int, seed: int = 1) -> np.ndarray:
    limiter = TruePeakLimiter(rate, audio.shape[1])
    return np.concatenate([*(limiter.push(block) for block in cut(audio, seed, 3000)), limiter.flush()])


def true_peak_db(audio: np.ndarray, rate: int) -> float:
    meter = TruePeakMeter(rate, audio.shape[1])
    meter.add(audio)
    return meter.decibels() or -200.0


def hostile(rate: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(2)
    n = np.arange(rate)
    steps = np.repeat(rng.choice([-1.0, 1.0], rate // 50 + 1), 50)[:rate]
    quarter = np.sin(np.pi / 2 * n + np.pi / 4) * 1.4142  # 0 dB between its samples, less at them
    clicks = np.zeros(rate)
    clicks[rng.integers(0, rate, 40)] = 4.0
    return {"noise": 3 * rng.standard_normal(rate), "steps": 4.0 * steps, "quarter": 1.2 * quarter, "clicks": clicks,
            "high": 2.0 * np.sin(2 * np.pi * 0.43 * n), "alternating": 4.0 * (-1.0) ** n,
            "burst": np.where((n > rate // 3) & (n < rate // 3 + 7), 4.0, 0.01)}


@pytest.mark.parametrize("rate", [8000, 44100, 96_000, 192_000])
@pytest.mark.parametrize("kind", ["noise", "steps", "quarter", "clicks", "high", "alternating", "burst"])
def test_no_true_peak_is_above_the_ceiling(rate: int, kind: str) -> None:
    audio = np.clip(hostile(rate)[kind], -4, 4).astype(np.float32)[:, None]
    assert true_peak_db(audio, rate) > CEILING_DB
    out = limited(audio, rate)
    assert out.shape == audio.shape
    assert true_peak_db(out, rate) <= CEILING_DB


def test_what_is_quiet_enough_passes_untouched() -> None:
    audio = (0.2 * np.random.default_rng(1).standard_normal((30_000, 2))).clip(-0.4, 0.4).astype(np.float32)
    assert np.array_equal(limited(audio, 44100), audio)


def test_the_limiter_turns_all_channels_alike_and_only_near_the_peak() -> None:
    audio = np.full((44_100, 2), 0.1, np.float32)
    audio[:, 1] = 0.05
    audio[22_050, 0] = 2.0
    out = limited(audio, 44100)
    assert np.allclose(out[:20_000], audio[:20_000])
    assert np.allclose(out[24_000:], audio[24_000:])
    near = out[21_900:22_040]
    assert np.allclose(near[:, 0], 2 * near[:, 1])
    assert near.min() < 0.04


def test_the_limiter_does_not_depend_on_how_the_sound_was_cut() -> None:
    audio = np.random.default_rng(3).standard_normal((40_000, 2)).astype(np.float32)
    assert np.abs(limited(audio, 44100, 1) - limited(audio, 44100, 9)).max() < 1e-6


# The room


def response(rate: int, size: float, damp: float, seconds: float) -> np.ndarray:
    room = Reverb(rate, 1.0, size, damp)
    impulse = np.zeros((round(seconds * rate), 2), np.float32)
    impulse[0, 0] = 1.0
    out = room.push(impulse)
    out[0, 0] -= 1.0
    return out


def decay_s(tail: np.ndarray, rate: int) -> float:
    """Time to -60 dB by Schroeder's backward integration, from the slope between -5 and -35 dB."""
    left = np.cumsum(np.square(tail.sum(axis=1))[::-1])[::-1]
    level = 10 * np.log10(left / left[0] + 1e-12)
    first, last = int(np.argmax(level < -5)), int(np.argmax(level < -35))
    return 2 * (last - first) / rate


@pytest.mark.parametrize("rate", [22_050, 48_000, 96_000])
@pytest.mark.parametrize(("size", "expected"), [(0.0, 0.35), (0.5, 1.107), (1.0, 3.5)])
def test_a_room_decays_as_it_should_at_any_rate(rate: int, size: float, expected: float) -> None:
    tail = response(rate, size, 0.0, expected * 1.2 + 0.2)
    assert decay_s(tail, rate) == pytest.approx(expected, rel=0.15)


def test_a_damped_room_loses_its_highs_first() -> None:
    rate = 48_000
    tail = response(rate, 0.6, 0.8, 1.0)
    spectra = [np.abs(np.fft.rfft(tail[at : at + 8192].sum(axis=1))) for at in (2000, 30_000)]
    ratio = [s[1400:2700].mean() / s[50:300].mean() for s in spectra]  # 8-16 kHz against 0.3-1.8 kHz
    assert ratio[1] < 0.2 * ratio[0]


def test_the_tail_is_wide_and_dense_and_has_no_direct_sound() -> None:
    rate = 44100
    tail = response(rate, 0.5, 0.3, 1.0)
    assert not np.abs(tail[: round(0.012 * rate)]).any()
    correlation = np.corrcoef(tail[4000:].T)[0, 1]
    assert abs(correlation) < 0.3
    late = tail[rate // 3 : rate // 3 + 4410, 0]
    assert (np.abs(late) > 1e-7).mean() > 0.9  # an echo in every moment


def test_the_level_of_the_tail_follows_the_amount() -> None:
    noise = (0.1 * np.random.default_rng(5).standard_normal((88_200, 2))).astype(np.float32)
    wet = [float(np.std(Reverb(44100, amount, 0.4, 0.3).push(noise)[44_100:] - noise[44_100:])) for amount in (0.25, 1)]
    assert wet[1] == pytest.approx(4 * wet[0], rel=1e-3)
    assert 0.03 < wet[1] < 0.12


def test_a_room_never_rings_for_ever_nor_depends_on_the_cuts() -> None:
    rate = 16_000
    noise = np.random.default_rng(6).standard_normal((8000, 2)).astype(np.float32)
    silence = np.zeros((6 * rate, 2), np.float32)
    whole = Reverb(rate, 1.0, 1.0, 0.0)
    out = np.concatenate([whole.push(noise), whole.push(silence)])
    assert np.abs(out[-rate:]).max() < 1e-3
    pieces = Reverb(rate, 1.0, 1.0, 0.0)
    cut_out = np.concatenate([pieces.push(block) for block in cut(np.concatenate([noise, silence]), 2, 5000)])
    assert np.abs(cut_out - out).max() < 1e-5
