"""The first look at a sound: a float WAV as long as the source, and whether it is a voice alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from engine.errors import Cancelled, EngineError
from engine.separation.handlers import OPS
from tests.fakes import audio_matrix as matrix
from tests.fakes.demo_song import make
from tests.fakes.job_context import DirectJob

prepare = OPS["prepare"]


def run(source: Path, output: Path) -> dict[str, Any]:
    return dict(prepare(DirectJob(), {"input": str(source), "output": str(output)}))


def write(path: Path, audio: np.ndarray, rate: int = 44100) -> Path:
    soundfile.write(path, audio, rate, subtype="FLOAT")
    return path


@pytest.mark.parametrize(("kind", "rate", "channels"), [("flac", 44100, 6), ("wav_16", 192_000, 2), ("mp3", 32_000, 2)])
def test_rate_channels_and_samples_stay(tmp_path: Path, kind: str, rate: int, channels: int) -> None:
    matrix.make(tmp_path / "in.bin", kind, rate, channels, 1.0)
    value = run(tmp_path / "in.bin", tmp_path / "out.wav")
    made, own = soundfile.read(tmp_path / "out.wav", dtype="float32", always_2d=True)
    assert (own, made.shape[1], len(made)) == (rate, channels, value["frames"])
    assert (value["rate"], value["channels"]) == (rate, channels)
    assert value["duration_s"] == pytest.approx(1.0, abs=0.01)
    assert soundfile.info(tmp_path / "out.wav").subtype == "FLOAT"
    json.dumps(value, allow_nan=False)
    if kind != "mp3":
        expected = soundfile.read(tmp_path / "in.bin", dtype="float32", always_2d=True)[0]
        assert np.array_equal(made, expected)


def test_a_mono_sound_counts_as_dry(tmp_path: Path) -> None:
    matrix.make(tmp_path / "in.wav", "wav_16", 44100, 1, 1.0)
    value = run(tmp_path / "in.wav", tmp_path / "out.wav")
    assert (value["dry"], value["why_dry"]) == (True, "mono")


def test_two_channels_alike_count_as_dry_and_a_wide_song_does_not(tmp_path: Path) -> None:
    song = make(5.0, speech=False)
    alike = run(write(tmp_path / "alike.wav", song.voice), tmp_path / "1.wav")
    wide = run(write(tmp_path / "wide.wav", song.mix), tmp_path / "2.wav")
    assert (alike["dry"], alike["why_dry"]) == (True, "alike")
    assert (wide["dry"], wide["why_dry"]) == (False, None)


def test_a_voice_with_pauses_in_a_faintly_wide_room_counts_as_dry(tmp_path: Path) -> None:
    song = make(8.0, speech=False)
    room = 1e-3 * np.random.default_rng(1).standard_normal(song.voice.shape)
    value = run(write(tmp_path / "in.wav", song.voice + room), tmp_path / "out.wav")
    assert (value["dry"], value["why_dry"]) == (True, "pauses")


@pytest.mark.parametrize("audio", [np.zeros((44100, 2)), np.zeros((1, 2)), np.full((5000, 2), 0.3)])
def test_silence_and_single_frames_pass(tmp_path: Path, audio: np.ndarray) -> None:
    value = run(write(tmp_path / "in.wav", audio), tmp_path / "out.wav")
    assert value["frames"] == len(audio)
    assert value["lufs"] is None or len(audio) > 20_000


def test_a_damaged_sound_says_so(tmp_path: Path) -> None:
    matrix.make(tmp_path / "in.wav", "wav_16", 44100, 2, 1.0)
    data = (tmp_path / "in.wav").read_bytes()
    (tmp_path / "cut.wav").write_bytes(data[: len(data) // 2])
    value = run(tmp_path / "cut.wav", tmp_path / "out.wav")
    assert value["truncated"] is True
    assert "truncated" in value["warnings"]
    assert soundfile.info(tmp_path / "out.wav").frames == value["frames"]


@pytest.mark.parametrize(("content", "code"), [
    (b"", "empty_file"), (b"<!doctype html><p>not here", "not_audio"), (b"RIFF\0\0\0\0WAVE", "header_only"),
])  # fmt: skip
def test_what_is_no_sound_gives_its_code_and_leaves_nothing(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "in.wav").write_bytes(content)
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        prepare(job, {"input": str(tmp_path / "in.wav"), "output": str(tmp_path / "out.wav")})
    job.over(success=False)
    assert caught.value.code == code
    assert not (tmp_path / "out.wav").exists()


def test_a_cancel_leaves_nothing(tmp_path: Path) -> None:
    matrix.make(tmp_path / "in.wav", "wav_16", 44100, 2, 3.0)
    job = DirectJob(cancel_at=5)
    with pytest.raises(Cancelled):
        prepare(job, {"input": str(tmp_path / "in.wav"), "output": str(tmp_path / "out.wav")})
    job.over(success=False)
    assert not (tmp_path / "out.wav").exists()
