"""Resampling, loudness, peaks and down-mix against independent answers."""

from __future__ import annotations

import itertools
import tracemalloc

import numpy as np
import pyloudnorm
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.layouts import LAYOUTS, mix, mix_matrix
from engine.audio.loudness import LoudnessMeter, TruePeakMeter, k_weighting
from engine.audio.peaks import PeakBuilder
from engine.audio.resample import StreamResampler, resampled_frames
from tests.fakes import audio_matrix as matrix


def resample(sound: np.ndarray, rate_in: int, rate_out: int, step: int) -> np.ndarray:
    stream = StreamResampler(rate_in, rate_out, sound.shape[1])
    parts = [stream.process(sound[i : i + step]) for i in range(0, len(sound), step)]
    return np.concatenate([*parts, stream.flush()])


@pytest.mark.parametrize("frames", [0, 1, 7, 1000, 99_999])
@pytest.mark.parametrize(("rate_in", "rate_out"), [
    (44100, 48000), (48000, 44100), (8000, 192000), (192000, 8000), (44101, 48000), (11025, 22050), (48000, 48000),
])
def test_resampling_gives_exactly_the_length_of_the_ratio(rate_in: int, rate_out: int, frames: int) -> None:
    sound = np.zeros((frames, 2), np.float32)
    made = resample(sound, rate_in, rate_out, 4096)
    assert len(made) == resampled_frames(frames, rate_in, rate_out) == round(frames * rate_out / rate_in)
    assert made.dtype == np.float32


def test_resampling_keeps_the_wave_in_its_place_whatever_the_block_size() -> None:
    sound = matrix.tone(2.0, 44100, 2)
    want = matrix.tone(2.0, 48000, 2)
    for step in (1000, 4096, len(sound)):
        made = resample(sound, 44100, 48000, step)
        assert np.abs(made[500:-500] - want[500:-500]).max() < 1e-4


def programme(rate: int, channels: int, seconds: float = 6.0) -> np.ndarray:
    noise = np.random.default_rng(3).standard_normal((round(seconds * rate), channels)) * 0.1
    swell = 0.55 + 0.45 * np.sin(np.arange(len(noise)) / rate * 2)[:, None]
    return (noise * swell).astype(np.float32)


def meter(sound: np.ndarray, rate: int, layout: str | None = None, step: int = 10_007) -> LoudnessMeter:
    made = LoudnessMeter(rate, sound.shape[1], layout)
    for start in range(0, len(sound), step):
        made.add(sound[start : start + step])
    return made


@pytest.mark.parametrize("channels", [1, 2, 5])
@pytest.mark.parametrize("rate", [8000, 22050, 44100, 48000, 96000, 192000])
def test_loudness_agrees_with_pyloudnorm(rate: int, channels: int) -> None:
    sound = programme(rate, channels)
    if channels == 5:
        # pyloudnorm weighs channels 4 and 5 as surrounds, which is our 5.0.
        sound[:, 3:] *= 3
    ours = meter(sound, rate).integrated()
    theirs = pyloudnorm.Meter(rate, filter_class="DeMan").integrated_loudness(sound.astype(np.float64))
    assert ours == pytest.approx(theirs, abs=0.1)
    if rate >= 44100:  # its usual filters drift from the standard's at low rates
        usual = pyloudnorm.Meter(rate).integrated_loudness(sound.astype(np.float64))
        assert ours == pytest.approx(usual, abs=0.1)


def test_the_gate_leaves_silence_out() -> None:
    sound = programme(48000, 2)
    silence = np.zeros((48000 * 20, 2), np.float32)
    ours = meter(np.concatenate([sound, silence]), 48000).integrated()
    assert ours == pytest.approx(meter(sound, 48000).integrated(), abs=0.25)


def test_loudness_does_not_depend_on_blocks() -> None:
    sound = programme(44100, 2, 3.0)
    values = {round(meter(sound, 44100, step=step).integrated() or 0, 9) for step in (1, 441, 4410, 70_000) if step > 1}
    assert len(values) == 1


def test_the_k_filter_at_48_khz_is_the_table_of_the_standard() -> None:
    want = [[1.53512485958697, -2.69169618940638, 1.19839281085285, 1, -1.69065929318241, 0.73248077421585],
            [1, -2, 1, 1, -1.99004745483398, 0.99007225036621]]
    assert np.abs(k_weighting(48000) - want).max() < 1e-6


@pytest.mark.parametrize("level", [-23.0, -33.0])
def test_a_sine_of_the_ebu_test_set_measures_its_level(level: float) -> None:
    """EBU Tech 3341, cases 1 and 2: a stereo sine of 1 kHz at −23 (−33) dBFS is −23 (−33) LUFS within 0.1."""
    wave = 10 ** (level / 20) * np.sin(2 * np.pi * 1000 * np.arange(48000 * 20) / 48000)
    sound = np.stack([wave, wave], axis=1).astype(np.float32)
    assert meter(sound, 48000).integrated() == pytest.approx(level, abs=0.1)


def test_silence_and_less_than_400_ms_have_no_loudness() -> None:
    assert meter(np.zeros((48000, 1), np.float32), 48000).integrated() is None
    assert meter(programme(48000, 1, 0.39), 48000).integrated() is None
    assert meter(programme(48000, 1, 0.41), 48000).integrated() is not None
    assert LoudnessMeter(48000, 2).integrated() is None
    assert LoudnessMeter(48000, 2).true_peak_db() is None


def test_the_low_frequency_channel_does_not_count() -> None:
    sound = programme(48000, 6)
    louder = sound.copy()
    louder[:, 3] *= 8
    assert meter(sound, 48000, "5.1").integrated() == meter(louder, 48000, "5.1").integrated()


@pytest.mark.parametrize("rate", [44100, 48000, 96000])
def test_the_true_peak_between_samples_is_found(rate: int) -> None:
    """A sine at a quarter of the rate, sampled 45° off its crests, peaks 3 dB above its samples."""
    n = np.arange(rate)
    wave = 0.5 * np.sin(np.pi / 2 * n + np.pi / 4) * np.minimum(1, n / 1000)
    true = TruePeakMeter(rate, 1)
    for start in range(0, rate, 3001):
        true.add(wave[start : start + 3001, None].astype(np.float32))
    assert 20 * np.log10(np.abs(wave).max()) == pytest.approx(-9.03, abs=0.01)
    assert true.decibels() == pytest.approx(-6.02, abs=0.3)


def exact_peaks(sound: np.ndarray, columns: int) -> np.ndarray:
    edges = np.linspace(0, len(sound), columns + 1)
    rows = []
    for a, b in itertools.pairwise(edges):
        part = sound[int(a) : max(int(np.ceil(b)), int(a) + 1)]
        rows.append([round(float(part.min()) * 127), round(float(part.max()) * 127)])
    return np.array(rows)


@settings(max_examples=40, deadline=None)
@given(frames=st.integers(1, 60_000), columns=st.integers(1, 400), step=st.integers(1, 9000))
def test_no_peak_is_lost_and_none_is_invented(frames: int, columns: int, step: int) -> None:
    sound = (np.random.default_rng(frames).standard_normal((frames, 2)) * 0.2).clip(-1, 1).astype(np.float32)
    builder = PeakBuilder(columns)
    step = max(step, frames // 40 + 1)
    for start in range(0, frames, step):
        builder.add(sound[start : start + step])
    made = builder.columns().astype(int)
    assert builder.frames == frames
    assert made.shape == (columns, 2)
    assert made[:, 0].min() == round(float(sound.min()) * 127)
    assert made[:, 1].max() == round(float(sound.max()) * 127)
    want = exact_peaks(sound, columns)
    # A column may see up to an eighth of its neighbours, so it spans at least what is its own.
    assert (made[:, 0] <= want[:, 0]).all()
    assert (made[:, 1] >= want[:, 1]).all()


def test_peaks_stand_where_the_sound_is() -> None:
    sound = np.zeros((1_000_000, 1), np.float32)
    sound[500_000:510_000] = 1.0
    builder = PeakBuilder(100)
    for start in range(0, len(sound), 7777):
        builder.add(sound[start : start + 7777])
    made = builder.columns()
    assert made[50].tolist() == [127, 127] or made[50].tolist() == [0, 127]
    assert not made[:49].any()
    assert not made[52:].any()
    assert builder.clipped == 10_000


def test_peaks_of_hours_need_little_memory() -> None:
    builder = PeakBuilder(1000)
    block = np.full((1 << 20, 1), 0.5, np.float32)
    tracemalloc.start()
    try:
        for _ in range(60):
            builder.add(block)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert builder.frames == 60 << 20
    assert peak < 32 << 20
    assert (builder.columns() == 64).all()


def test_peaks_of_nothing_are_flat() -> None:
    assert not PeakBuilder(10).columns().any()


def test_the_down_mix_is_that_of_bs_775() -> None:
    half = 0.5**0.5
    matrix_ = mix_matrix("5.1", 2)
    assert matrix_ is not None
    assert np.allclose(matrix_, [[1, 0], [0, 1], [half, half], [0, 0], [half, 0], [0, half]])
    assert np.allclose(mix_matrix("5.1(side)", 2), matrix_)
    assert np.allclose(mix_matrix("mono", 2), [[1, 1]])
    assert np.allclose(mix_matrix("stereo", 1), [[0.5], [0.5]])
    assert np.allclose(mix_matrix("5.1", 1), matrix_.mean(axis=1, keepdims=True))
    assert mix_matrix("stereo", 2) is None


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("channels", range(1, 9))
def test_every_layout_mixes_to_every_count_without_losing_its_front(layout: str, channels: int) -> None:
    sound = np.ones((4, len(LAYOUTS[layout])), np.float32)
    mixed = mix(sound, mix_matrix(layout, channels))
    assert mixed.shape == (4, channels)
    assert mixed[:, 0].min() >= 0.5
