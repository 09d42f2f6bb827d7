"""The input as the networks hear it: high-passed without delay, mirrored at its ends, in little memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import scipy.signal

from engine.audio.source import open_audio
from engine.rvc.high_pass import HighPass
from engine.rvc.signal import LOUDEST, Measure, Part, Signal
from tests.fakes.rvc_library import sung, write
from tests.fakes.tones import cut, noise, tone


def no_check() -> None:
    pass


@pytest.mark.parametrize("length", [1, 2, 5, 18, 19, 20, 40_000, 72_000, 72_001, 300_000])
def test_filtering_in_blocks_is_filtering_the_whole_forward_and_backward(length: int) -> None:
    wave = noise(length / 16000, 16000, 0.3)[:, 0] + np.float32(0.2)
    b, a = scipy.signal.butter(5, 48, "high", fs=16000)
    whole = scipy.signal.filtfilt(b, a, wave.astype(np.float64), padlen=min(18, length - 1))

    high_pass = HighPass()
    parts = [high_pass.push(block[:, 0]) for block in cut(wave[:, None], 3, 30_000)]
    made = np.concatenate([*parts, high_pass.flush()])

    assert len(made) == length
    assert np.abs(made - whole).max() < 1e-6


def test_the_signal_is_mono_at_16_khz_and_mirrored_beyond_its_ends(tmp_path: Path) -> None:
    stereo = np.stack((sung(1.5, 16000), sung(1.5, 16000, 90.0)), axis=1)
    with open_audio(str(write(tmp_path / "in.wav", stereo))) as source:
        signal = Signal(source, Part(), 0.5, no_check)
        made = signal.read(-16000, 24000 + 16000)
        assert signal.ended
        assert signal.reached == 24000
    b, a = scipy.signal.butter(5, 48, "high", fs=16000)
    expected = scipy.signal.filtfilt(b, a, stereo.mean(axis=1) * 0.5)
    assert np.abs(made - np.pad(expected, 16000, mode="reflect")).max() < 1e-6


@pytest.mark.parametrize("frames", [1, 2, 100])
def test_a_sound_shorter_than_what_is_mirrored_is_mirrored_again_and_again(tmp_path: Path, frames: int) -> None:
    wave = tone(500, frames / 16000, 16000)[:, 0]
    with open_audio(str(write(tmp_path / "in.wav", wave))) as source:
        signal = Signal(source, Part(), 1.0, no_check)
        signal.reach(frames)
        expected = np.pad(signal.read(0, frames), 16000, mode="reflect")
        assert np.array_equal(signal.read(-16000, frames + 16000), expected)


def test_what_was_released_is_not_held(tmp_path: Path) -> None:
    with open_audio(str(write(tmp_path / "in.wav", sung(60.0)))) as source:
        signal = Signal(source, Part(), 1.0, no_check)
        held = []
        for second in range(2, 60):
            assert len(signal.read((second - 1) * 16000, second * 16000)) == 16000
            signal.release((second - 1) * 16000)
            held.append(len(signal._held))
        assert max(held) < 20 * 16000


def test_measuring_counts_frames_and_turns_only_loud_sounds_down(tmp_path: Path) -> None:
    for level, gain in ((0.5, 1.0), (1.0, LOUDEST)):
        with open_audio(str(write(tmp_path / f"{level}.wav", tone(1000, 1.0, 44100, level), 44100))) as source:
            measured = Measure(source, Part(), no_check)
            assert measured.frames == 44100
            assert measured.gain == pytest.approx(gain, rel=0.01)


def test_silence_is_not_turned_up(tmp_path: Path) -> None:
    with open_audio(str(write(tmp_path / "in.wav", np.zeros(1000, np.float32)))) as source:
        assert Measure(source, Part(), no_check).gain == 1.0
