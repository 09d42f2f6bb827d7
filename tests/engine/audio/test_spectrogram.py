"""The picture of a sound over time and frequency."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio import handlers
from engine.audio.spectrogram import FLOOR_DB, LOW_HZ
from engine.errors import Cancelled, EngineError
from tests.engine.audio.job import RecordingJob
from tests.fakes import audio_matrix as matrix


def picture(path: Path, columns: int = 100, bins: int = 128) -> tuple[np.ndarray, dict[str, object]]:
    job = RecordingJob()
    value = handlers.spectrogram(job, {"path": str(path), "columns": columns, "bins": bins})
    (payload,) = job.payloads
    assert job.meta[0]["kind"] == "spectrogram"
    return np.frombuffer(payload, np.uint8).reshape(columns, bins), value


def write(path: Path, audio: np.ndarray, rate: int) -> Path:
    soundfile.write(path, audio, rate, subtype="FLOAT")
    return path


def hz_of(bin_number: float, value: dict[str, object], bins: int) -> float:
    return float(value["low_hz"]) * (float(value["high_hz"]) / float(value["low_hz"])) ** ((bin_number + 0.5) / bins)  # type: ignore[arg-type]


@pytest.mark.parametrize("rate", [8000, 44100, 192_000])
@pytest.mark.parametrize("hz", [110.0, 1000.0, 3100.0])
def test_a_tone_is_a_line_at_its_frequency_and_level(tmp_path: Path, rate: int, hz: float) -> None:
    audio = 0.5 * np.sin(2 * np.pi * hz * np.arange(2 * rate) / rate)
    shown, value = picture(write(tmp_path / "x.wav", audio, rate))
    middle = shown[20:80]
    assert hz_of(float(np.median(middle.argmax(axis=1))), value, 128) == pytest.approx(hz, rel=0.04)
    level = middle.max() / 255 * -FLOOR_DB + FLOOR_DB
    assert level == pytest.approx(-6.0, abs=1.5)
    assert value["high_hz"] == min(20_000.0, rate / 2)
    assert value["low_hz"] == LOW_HZ


def test_a_sound_is_seen_where_it_is_in_time(tmp_path: Path) -> None:
    audio = np.zeros((44_100 * 4, 2))
    audio[88_200:132_300, 1] = 0.3 * np.random.default_rng(1).standard_normal(44_100)  # the third second, one side
    shown, _ = picture(write(tmp_path / "x.wav", audio, 44100), columns=40)
    loud = shown.mean(axis=1)
    assert loud[21:29].min() > 80
    assert loud[:19].max() == 0
    assert loud[31:].max() == 0


@pytest.mark.parametrize("frames", [1, 10, 5000, 200_001])
@pytest.mark.parametrize("columns", [1, 7, 900])
def test_every_length_fills_every_column(tmp_path: Path, frames: int, columns: int) -> None:
    audio = 0.3 * np.random.default_rng(1).standard_normal(frames)
    shown, value = picture(write(tmp_path / "x.wav", audio, 44100), columns, 32)
    assert shown.shape == (columns, 32)
    assert value["duration_s"] == pytest.approx(frames / 44100)
    if frames >= 5000:
        assert shown.max(axis=1).min() > 60


def test_the_picture_is_bounded(tmp_path: Path) -> None:
    path = write(tmp_path / "x.wav", np.zeros(100), 44100)
    for wrong in ({"columns": 0}, {"columns": 5000}, {"bins": 2000}, {"columns": "x"}):
        with pytest.raises(EngineError) as caught:
            handlers.spectrogram(RecordingJob(), {"path": str(path), "columns": 10, **wrong})
        assert caught.value.code == "bad_params"


def test_a_cancel_stops_it(tmp_path: Path) -> None:
    matrix.make(tmp_path / "x.wav", "wav_16", 44100, 2, 5.0)
    with pytest.raises(Cancelled):
        handlers.spectrogram(RecordingJob(cancel_after=3), {"path": str(tmp_path / "x.wav"), "columns": 10})
