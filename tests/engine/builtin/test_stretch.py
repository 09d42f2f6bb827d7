"""The pitch shift: seams, pitch, length, time, image."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.signal

from engine.builtin.stretch import PitchShifter
from tests.fakes.tones import cents, cut, levels_db, noise, ripple_db, strongest_hz, tone


def shift(audio: np.ndarray, rate: int, semitones: float, blocks: list[np.ndarray] | None = None) -> np.ndarray:
    shifter = PitchShifter(rate, audio.shape[1], semitones)
    out = [shifter.push(block) for block in blocks or cut(audio, 1, rate // 2)]
    out.append(shifter.flush())
    return np.concatenate(out)


@pytest.mark.parametrize(("hz", "rate", "channels", "semitones"), [
    (196.3, 48000, 2, 4), (196.3, 48000, 1, -5), (440.0, 44100, 2, 12), (1000.7, 48000, 1, -12),
    (97.0, 44100, 1, 4), (440.0, 16000, 2, -5), (311.1, 8000, 1, 12), (220.0, 22050, 1, -12),
    (82.4, 44100, 1, 12), (311.1, 32000, 1, 0.37), (523.3, 48000, 2, -0.5), (1000.7, 8000, 2, 4),
])  # fmt: skip
def test_steady_sine_shows_no_seam_and_the_right_pitch(hz: float, rate: int, channels: int, semitones: float) -> None:
    audio = tone(hz, 11, rate, channels=channels)  # three to five joins
    wanted = hz * 2 ** (semitones / 12)

    out = shift(audio, rate, semitones)

    assert out.shape == audio.shape
    for channel in range(channels):
        assert ripple_db(out, rate, wanted, channel) < 0.5
        assert abs(cents(strongest_hz(out, rate, channel=channel), wanted)) < 5


@pytest.mark.parametrize("semitones", [24, -24])
def test_two_octaves_in_several_steps_are_steady_too(semitones: int) -> None:
    out = shift(tone(440, 8, 16000), 16000, semitones)
    assert out.shape == (128_000, 1)
    wanted = 440 * 2 ** (semitones / 12)
    assert ripple_db(out, 16000, wanted) < 0.8
    assert abs(cents(strongest_hz(out, 16000), wanted)) < 5


def test_a_plain_cross_fade_of_the_same_blocks_would_fail_the_seam_test() -> None:
    """The measure is sharp: without turning the phases the same joins show several decibels."""
    rate, hz = 48000, 196.3
    audio = tone(hz, 11, rate)
    shifter = PitchShifter(rate, 1, 4)
    step = shifter._steps[0]
    join = step._join
    fade = np.linspace(0, 1, join.length, dtype=np.float32)[:, None]

    class PlainFade:
        length = join.length

        def __call__(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
            return old * (1 - fade) + new * fade

    step._join = PlainFade()  # type: ignore[assignment]
    out = np.concatenate([shifter.push(audio), shifter.flush()])

    assert ripple_db(out, rate, hz * 2 ** (4 / 12)) > 1.5


@pytest.mark.parametrize("semitones", [4, -5, 12])
def test_chord_keeps_its_three_notes_at_shifted_places(semitones: int) -> None:
    notes = (261.63, 329.63, 392.0)
    audio = tone(notes, 7, 48000, level=0.6)

    out = shift(audio, 48000, semitones)

    for note in notes:
        wanted = note * 2 ** (semitones / 12)
        found = strongest_hz(out, 48000, wanted * 0.95, wanted * 1.05)
        assert abs(cents(found, wanted)) < 10
        # Each note alone, through a narrow filter: no seam takes one of them away.
        carrier = np.exp(-2j * np.pi * found * np.arange(len(out)) / 48000)
        window = np.hanning(9600)
        alone = scipy.signal.fftconvolve(out[:, 0] * carrier, window / window.sum(), "valid")
        level = 20 * np.log10(np.abs(alone[4800:-4800:480]))
        assert level.max() - level.min() < 2.0


@pytest.mark.parametrize("semitones", [5, -7])
def test_noise_keeps_its_level_through_the_seams(semitones: int) -> None:
    out = shift(noise(9, 48000), 48000, semitones)
    level = levels_db(out, 4800)[2:-2]
    assert level.max() - level.min() < 0.8


@pytest.mark.parametrize("frames", [0, 1, 2, 100, 997, 4801, 9973, 48000, 131_071, 170_003])
def test_length_is_exact(frames: int) -> None:
    audio = noise(4, 44100, channels=2)[:frames]
    assert shift(audio, 44100, 3).shape == audio.shape


@pytest.mark.parametrize("semitones", [7, -7])
@pytest.mark.parametrize("place", [5, 24_000, 120_000, 239_990])
def test_a_click_stays_where_it_was_even_at_the_ends(semitones: int, place: int) -> None:
    audio = np.zeros((240_000, 1), np.float32)
    audio[place] = 0.5
    power = shift(audio, 48000, semitones)[:, 0] ** 2
    assert abs(int(np.argmax(power)) - place) < 480  # 10 ms
    near = power[max(0, place - 2400) : place + 2400].sum()
    assert near > 0.95 * power.sum()


def test_what_comes_out_does_not_depend_on_how_it_came_in() -> None:
    audio = noise(7, 32000, channels=2)
    one = shift(audio, 32000, -3, [audio])
    for seed, largest in ((1, 700), (2, 9000), (3, 100_000)):
        assert np.array_equal(shift(audio, 32000, -3, cut(audio, seed, largest)), one)


def test_stereo_image_stays() -> None:
    left = noise(8, 48000, level=0.2)
    audio = np.concatenate((left, 0.25 * left), axis=1)
    out = shift(audio, 48000, 5)
    assert np.corrcoef(out.T)[0, 1] > 0.999
    assert abs(20 * np.log10(out[:, 0].std() / out[:, 1].std()) - 12.04) < 0.05


def test_silent_channels_of_a_surround_sound_stay_silent() -> None:
    audio = np.zeros((48000 * 3, 6), np.float32)
    audio[:, 2] = tone(300, 3, 48000)[:, 0]
    audio[:, 4] = tone(500, 3, 48000)[:, 0]
    out = shift(audio, 48000, 4)
    for channel in (0, 1, 3, 5):
        assert np.abs(out[:, channel]).max() < 1e-6
    assert abs(cents(strongest_hz(out, 48000, channel=2), 300 * 2 ** (4 / 12))) < 5
    assert abs(cents(strongest_hz(out, 48000, channel=4), 500 * 2 ** (4 / 12))) < 5


def test_silence_stays_silence() -> None:
    assert not shift(np.zeros((48000 * 6, 2), np.float32), 48000, 5).any()
