"""Robot, whisper, tilt, chorus, radio, limiter, and the loudness kept."""

from __future__ import annotations

import numpy as np
import pytest

from engine.audio.loudness import LoudnessMeter
from engine.builtin.chain import Chain, Effect, apply
from engine.builtin.effects import Limiter
from tests.fakes.tones import cut, formants, harmonicity, levels_db, noise, strongest_hz, tone, vowel

RATE = 48000
ALL = [
    {"semitones": 4.0}, {"formant_semitones": -3.0}, {"robot_hz": 120.0}, {"whisper": 1.0}, {"whisper": 0.3},
    {"brightness_db": 6.0}, {"chorus": 0.7}, {"radio": 1.0},
    {"semitones": -3.0, "whisper": 0.2, "brightness_db": -4.0, "chorus": 0.3, "radio": 0.4},
]  # fmt: skip


def change(audio: np.ndarray, rate: int = RATE, **effect: float | bool) -> np.ndarray:
    return apply(Effect.from_json(effect), audio, rate)


def lufs(audio: np.ndarray, rate: int = RATE) -> float:
    meter = LoudnessMeter(rate, audio.shape[1])
    meter.add(audio)
    found = meter.integrated()
    assert found is not None
    return found


def glide(seconds: float) -> np.ndarray:
    """A voice that slides from 100 to 220 Hz."""
    count = round(seconds * RATE)
    phase = np.cumsum(np.geomspace(100, 220, count)) / RATE
    wave = sum(np.sin(2 * np.pi * k * phase) / k for k in range(1, 20))
    return (0.2 * wave).astype(np.float32)[:, None]


@pytest.mark.parametrize("effect", ALL)
def test_length_and_channels_stay_whatever_the_length(effect: dict) -> None:
    for channels, lengths in ((1, (0, 1, 100, 997)), (2, (7919, 24_001)), (6, (1, 4801))):
        audio = noise(0.6, RATE, channels=channels)
        for frames in lengths:
            assert change(audio[:frames], **effect).shape == (frames, channels)


@pytest.mark.parametrize("effect", ALL)
def test_what_comes_out_does_not_depend_on_how_it_came_in(effect: dict) -> None:
    rate = 16000
    audio = np.concatenate((vowel(130, 6, rate), noise(3, rate)))
    audio = np.concatenate((audio, 0.5 * audio), axis=1)
    one = apply(Effect.from_json(effect), audio, rate)
    other = apply(Effect.from_json(effect), cut(audio, 5, 12_000), rate)
    assert np.abs(one - other).max() < 1e-5


@pytest.mark.parametrize("effect", ALL)
def test_silence_stays_silence_and_a_silent_channel_silent(effect: dict) -> None:
    assert not change(np.zeros((RATE * 2, 2), np.float32), **effect).any()
    right = np.concatenate((vowel(120, 2, RATE), np.zeros((2 * RATE, 1), np.float32)), axis=1)
    out = change(right, **effect)
    assert np.abs(out[:, 0]).max() > 0.05
    assert np.abs(out[:, 1]).max() < 1e-6


@pytest.mark.parametrize("effect", [e for e in ALL if "radio" not in e])
def test_levels_and_correlation_of_the_channels_stay(effect: dict) -> None:
    left = vowel(120, 3, RATE)
    out = change(np.concatenate((left, 0.5 * left), axis=1), **effect)
    assert abs(20 * np.log10(out[:, 0].std() / out[:, 1].std()) - 6.02) < 0.1
    assert np.corrcoef(out.T)[0, 1] > 0.999


@pytest.mark.parametrize("effect", [e for e in ALL if "chorus" not in e])
def test_a_click_stays_where_it_was(effect: dict) -> None:
    audio = np.zeros((RATE * 2, 1), np.float32)
    audio[50_017] = 0.5
    power = change(audio, **effect)[:, 0] ** 2
    centre = float((power * np.arange(len(power))).sum() / power.sum())
    assert abs(centre - 50_017) < 480  # 10 ms


def test_a_robot_has_one_pitch_whatever_is_sung() -> None:
    out = change(glide(5), robot_hz=120.0)
    for part in np.array_split(out[RATE // 2 : -RATE // 2], 6):
        height, hz = harmonicity(part, RATE, 100, 180)
        assert height > 0.8
        assert abs(hz - 120) < 1


def test_the_key_moves_the_robot() -> None:
    out = change(glide(3), robot_hz=100.0, semitones=7.0)
    height, hz = harmonicity(out[RATE // 2 : -RATE // 2], RATE, 110, 200)
    assert height > 0.8
    assert abs(hz - 149.8) < 1.5


def test_a_whisper_has_no_pitch_but_the_same_vowel() -> None:
    voice = vowel(120, 4, RATE)
    assert harmonicity(voice, RATE, 90, 160)[0] > 0.95
    out = change(voice, whisper=1.0)
    assert harmonicity(out, RATE, 90, 160)[0] < 0.1
    found = formants(out, RATE)
    assert all(abs(a / b - 1) < 0.1 for a, b in zip(found, (700, 1220, 2600), strict=True))


def test_a_little_whisper_leaves_the_voice() -> None:
    assert harmonicity(change(vowel(120, 3, RATE), whisper=0.1), RATE, 90, 160)[0] > 0.8


def test_brightness_moves_highs_against_lows() -> None:
    low, high = tone(100, 2, RATE, 0.2), tone(9000, 2, RATE, 0.2)
    for db in (6.0, -6.0):
        for audio, wanted in ((high, db), (low, -db / 3)):
            out = change(audio, brightness_db=db, keep_loudness=False)
            assert abs(20 * np.log10(out[RATE:].std() / audio[RATE:].std()) - wanted) < 0.7


def test_a_radio_has_neither_lows_nor_highs() -> None:
    def passed(hz: float) -> float:
        audio = tone(hz, 1, RATE, 0.05)
        return 20 * np.log10(change(audio, radio=1.0, keep_loudness=False)[RATE // 2 :].std() / audio.std())

    assert passed(1000) > -2
    assert passed(80) < -30
    assert passed(9000) < -25


@pytest.mark.parametrize("rate", [8000, 11025, 192_000])
def test_every_effect_works_at_the_ends_of_the_rates(rate: int) -> None:
    audio = vowel(120, 1.5, rate)
    for effect in ALL:
        out = apply(Effect.from_json(effect), audio, rate)
        assert out.shape == audio.shape
        assert np.isfinite(out).all()
        assert levels_db(out, len(out)) > -40


def test_a_chorus_adds_voices_and_keeps_the_pitch() -> None:
    out = change(tone(440, 3, RATE, 0.3), chorus=0.8)
    assert abs(strongest_hz(out, RATE) - 440) < 1
    level = levels_db(out, 2400)
    assert level.max() - level.min() > 1  # the voices wander against each other


def test_no_sample_leaves_the_limiter_above_its_ceiling_and_quiet_ones_are_untouched() -> None:
    audio = noise(3, RATE, level=0.05, channels=2)
    audio[RATE : RATE + 3000] *= 40
    audio[2 * RATE + 5] = 3.0
    limiter = Limiter(RATE, 2)
    out = np.concatenate([limiter.push(b) for b in cut(audio, 2, 9000)] + [limiter.flush()])
    assert out.shape == audio.shape
    assert np.abs(out).max() <= 10 ** (-1 / 20) * 1.000001
    assert np.array_equal(out[: RATE - 2000], audio[: RATE - 2000])
    ratio = out / np.where(audio == 0, 1, audio)
    assert np.allclose(ratio[:, 0], ratio[:, 1], atol=1e-5)  # one gain for both channels
    steps = np.abs(np.diff(ratio[:, 0]))
    assert steps.max() < 0.01  # it glides


@pytest.mark.parametrize("effect", ALL)
def test_the_loudness_of_the_source_is_kept(effect: dict) -> None:
    quiet, loud = vowel(120, 6, RATE) * 0.05, vowel(170, 6, RATE) * 0.8
    audio = np.concatenate((quiet, np.zeros((2 * RATE, 1), np.float32), loud))
    out = change(audio, **effect)
    assert abs(lufs(out) - lufs(audio)) < 1.0
    for part in (slice(RATE, 5 * RATE), slice(9 * RATE, 13 * RATE)):  # and its dynamics
        assert abs(lufs(out[part]) - lufs(audio[part])) < 1.5


def test_loudness_is_left_alone_when_it_is_not_to_be_kept() -> None:
    audio = tone(9000, 4, RATE, 0.1)
    assert lufs(change(audio, brightness_db=9.0, keep_loudness=False)) - lufs(audio) > 6
    assert abs(lufs(change(audio, brightness_db=9.0)) - lufs(audio)) < 0.5


def test_the_gain_does_not_pump() -> None:
    """A steady tone beside a beat: the level of the tone does not follow the beat."""
    audio = tone(440, 12, RATE, 0.1)
    audio[:, 0] += np.where(np.arange(len(audio)) % RATE < 4800, noise(12, RATE, 0.3)[:, 0], 0)
    out = change(audio, brightness_db=8.0)
    between = levels_db(out, 4800).reshape(-1, 10)[2:-2, 5]
    assert between.max() - between.min() < 0.3


def test_not_finite_samples_become_silence_and_nothing_else() -> None:
    audio = vowel(120, 2, RATE)
    audio[40_000:40_010] = np.nan
    audio[50_000] = np.inf
    for effect in ALL:
        out = change(audio, **effect)
        assert np.isfinite(out).all()
        assert np.abs(out).max() <= 1.0


def test_a_whisper_in_a_preview_is_the_one_of_the_whole_file() -> None:
    audio = vowel(120, 5, RATE)
    effect = Effect.from_json({"whisper": 1.0, "keep_loudness": False})
    whole = apply(effect, audio, RATE)
    chain = Chain(effect, RATE, 1, lambda: None, position=2 * RATE)
    part = np.concatenate([*chain.push(audio[2 * RATE :]), *chain.flush()])
    # Windows begin elsewhere in the preview, so the two are alike, not the same.
    a, b = whole[3 * RATE : 4 * RATE, 0], part[RATE : 2 * RATE, 0]
    assert np.corrcoef(a, b)[0, 1] > 0.8
