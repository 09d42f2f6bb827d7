"""Sounds long enough to be caught in the middle of their conversion, and short ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

RATE = 48_000


def write_noise(path: Path, seconds: float, channels: int = 2) -> Path:
    second = np.random.default_rng(7).normal(0, 0.1, (RATE, channels)).astype(np.float32)
    with soundfile.SoundFile(path, "w", RATE, channels) as file:
        for begin in range(0, round(RATE * seconds), RATE):
            file.write(second[: round(RATE * seconds) - begin])
    return path


@pytest.fixture
def long_sound(tmp_path: Path) -> Path:
    """Five minutes of stereo: far more work for the engine than any test waits for."""
    return write_noise(tmp_path / "长.wav", 300)


@pytest.fixture
def song(tmp_path: Path) -> Path:
    """Some seconds of work."""
    return write_noise(tmp_path / "song.wav", 20)


@pytest.fixture
def short_sound(tmp_path: Path) -> Path:
    return write_noise(tmp_path / "short.wav", 1.0, 1)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    folder.mkdir()
    return folder
