"""Separation without a model: what comes out, how long it is, and what is left behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from engine.builtin.stream import Audio
from engine.errors import Cancelled, EngineError
from engine.separation.basic import Centre, Percussive
from engine.separation.handlers import OPS
from engine.separation.spectral import Separator
from tests.fakes import audio_matrix as matrix
from tests.fakes.demo_song import Song, level_db, make
from tests.fakes.job_context import DirectJob
from tests.fakes.tones import cut

separate = OPS["separate"]


@pytest.fixture(scope="module")
def song() -> Song:
    return make(6.0, speech=False)


def order(source: Path, folder: Path, method: str, **more: Any) -> dict[str, Any]:
    return {"input": str(source), "vocals": str(folder / "vocals.wav"),
            "instrumental": str(folder / "instrumental.wav"), "method": method, **more}


def read(path: Path) -> np.ndarray:
    return soundfile.read(path, dtype="float32", always_2d=True)[0]


def share_db(found: np.ndarray, part: np.ndarray) -> float:
    """How much of ``part`` is in ``found`` (projection), in dB."""
    return 20 * float(np.log10(abs((found * part).sum() / (part * part).sum()) + 1e-9))


def test_the_middle_of_a_wide_song_is_its_voice(song: Song, tmp_path: Path) -> None:
    source = song.write(tmp_path / "song.wav", "FLOAT")
    separate(DirectJob(), order(source, tmp_path, "centre"))

    vocals, instrumental = read(tmp_path / "vocals.wav"), read(tmp_path / "instrumental.wav")
    assert share_db(instrumental, song.voice) < -15  # the voice is gone from the accompaniment
    assert share_db(vocals, song.voice) > -1.5  # and is where it belongs
    assert share_db(vocals, song.backing) < -10
    assert abs(share_db(instrumental, song.backing)) < 3.5
    assert level_db(vocals - song.voice) < level_db(song.mix - song.voice) - 4  # better than no separation at all


def test_a_spoken_voice_leaves_the_accompaniment_too(tmp_path: Path) -> None:
    song = make(5.0)  # espeak-ng where it is installed
    separate(DirectJob(), order(song.write(tmp_path / "song.wav"), tmp_path, "centre"))
    assert share_db(read(tmp_path / "instrumental.wav"), song.voice) < -10


def test_strokes_leave_what_rings(tmp_path: Path) -> None:
    rate = 44100
    time = np.arange(3 * rate) / rate
    tone = (0.2 * np.sin(2 * np.pi * 440 * time)).astype(np.float32)
    clicks = np.zeros(3 * rate, np.float32)
    clicks[rate // 4 :: rate // 4] = 0.9
    soundfile.write(tmp_path / "in.wav", tone + clicks, rate, subtype="FLOAT")
    separate(DirectJob(), order(tmp_path / "in.wav", tmp_path, "percussive"))
    rings, strikes = read(tmp_path / "vocals.wav")[:, 0], read(tmp_path / "instrumental.wav")[:, 0]
    assert share_db(rings, tone) > -0.5
    assert np.abs(rings).max() < 0.35
    assert share_db(strikes, clicks) > -3


@pytest.mark.parametrize("method", ["dry", "centre", "percussive"])
def test_both_files_together_are_the_source(song: Song, tmp_path: Path, method: str) -> None:
    source = song.write(tmp_path / "song.wav", "FLOAT")
    job = DirectJob()
    value = separate(job, order(source, tmp_path, method))
    vocals, instrumental = read(tmp_path / "vocals.wav"), read(tmp_path / "instrumental.wav")
    assert np.abs(vocals + instrumental - song.mix).max() < 1e-6
    assert (value["method"], value["frames"], value["rate"], value["channels"]) == (method, len(song.mix), 44100, 2)
    json.dumps(value, allow_nan=False)
    assert {stage for stage, _, _ in job.stages} == {"separate"}
    assert job.stages[-1][1:] == (6.0, 6.0)
    assert [done for _, done, _ in job.stages] == sorted(done for _, done, _ in job.stages)
    if method == "dry":
        assert np.array_equal(vocals, song.mix)
        assert not instrumental.any()


@pytest.mark.parametrize(("rate", "channels", "frames"), [
    (44100, 2, 1), (44100, 2, 2047), (8000, 2, 7919), (11025, 2, 30_011), (192_000, 2, 100_003), (48000, 6, 60_001),
    (96000, 8, 20_011), (37_800, 3, 17_777),
])  # fmt: skip
@pytest.mark.parametrize("method", ["dry", "centre", "percussive"])
def test_frames_rate_and_channels_are_those_of_the_source(
    tmp_path: Path, method: str, rate: int, channels: int, frames: int
) -> None:
    rng = np.random.default_rng(3)
    audio = (0.2 * rng.standard_normal((frames, channels))).astype(np.float32)
    soundfile.write(tmp_path / "in.wav", audio, rate, subtype="FLOAT")
    value = separate(DirectJob(), order(tmp_path / "in.wav", tmp_path, method))
    assert value["frames"] == frames
    for name in ("vocals.wav", "instrumental.wav"):
        info = soundfile.info(tmp_path / name)
        assert (info.frames, info.samplerate, info.channels, info.subtype) == (frames, rate, channels, "FLOAT")
    both = read(tmp_path / "vocals.wav") + read(tmp_path / "instrumental.wav")
    assert np.abs(both - audio).max() < 1e-6


@pytest.mark.parametrize("method", ["dry", "percussive"])
def test_a_mono_sound_stays_mono(tmp_path: Path, method: str) -> None:
    matrix.make(tmp_path / "in.wav", "wav_16", 44100, 1, 0.5)
    value = separate(DirectJob(), order(tmp_path / "in.wav", tmp_path, method))
    assert value["channels"] == soundfile.info(tmp_path / "vocals.wav").channels == 1


def test_a_mono_sound_has_no_middle(tmp_path: Path) -> None:
    matrix.make(tmp_path / "in.wav", "wav_16", 44100, 1, 0.5)
    with pytest.raises(EngineError) as caught:
        separate(DirectJob(), order(tmp_path / "in.wav", tmp_path, "centre"))
    assert caught.value.code == "needs_stereo"
    assert not (tmp_path / "vocals.wav").exists()


def test_of_surround_only_the_front_is_separated(song: Song, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    audio = (0.1 * rng.standard_normal((len(song.mix), 6))).astype(np.float32)
    audio[:, :2] = song.mix
    soundfile.write(tmp_path / "in.wav", audio, 44100, subtype="FLOAT")
    separate(DirectJob(), order(tmp_path / "in.wav", tmp_path, "centre"))
    vocals, instrumental = read(tmp_path / "vocals.wav"), read(tmp_path / "instrumental.wav")
    assert not vocals[:, 2:].any()
    assert np.array_equal(instrumental[:, 2:], audio[:, 2:])
    assert share_db(instrumental[:, :2], song.voice) < -15


@pytest.mark.parametrize("method", ["centre", "percussive"])
def test_silence_stays_silent(tmp_path: Path, method: str) -> None:
    soundfile.write(tmp_path / "in.wav", np.zeros((44_100, 2)), 44100)
    separate(DirectJob(), order(tmp_path / "in.wav", tmp_path, method))
    assert not read(tmp_path / "vocals.wav").any()
    assert not read(tmp_path / "instrumental.wav").any()


@pytest.mark.parametrize("kind", [Centre, Percussive])
def test_what_comes_out_does_not_depend_on_how_the_stream_was_cut(song: Song, kind: type) -> None:
    def stream() -> Separator:
        return Centre(44100, lambda: None) if kind is Centre else Percussive(44100, 2, lambda: None)

    def run(separator: Separator, blocks: list[Audio]) -> Audio:
        return np.concatenate([*(separator.push(block) for block in blocks), separator.flush()])

    audio = song.mix[: 3 * 44100]
    whole = run(stream(), [audio])
    pieces = run(stream(), cut(audio, 11, 9000))
    assert len(whole) == len(pieces) == len(audio)
    assert np.abs(whole - pieces).max() < 1e-6


@pytest.mark.parametrize("method", ["dry", "centre", "percussive"])
def test_a_cancel_in_the_middle_leaves_no_file(song: Song, tmp_path: Path, method: str) -> None:
    source = song.write(tmp_path / "song.wav")
    counting = DirectJob()
    separate(counting, order(source, tmp_path, method))
    counting.over(success=False)
    for at in (1, counting.checks // 2, counting.checks):
        job = DirectJob(cancel_at=at)
        with pytest.raises(Cancelled):
            separate(job, order(source, tmp_path, method))
        job.over(success=False)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["song.wav"]
        assert max(job.gaps_s) < 0.4


def test_files_that_are_there_are_not_touched(song: Song, tmp_path: Path) -> None:
    source = song.write(tmp_path / "song.wav")
    (tmp_path / "instrumental.wav").write_text("mine")
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        separate(job, order(source, tmp_path, "centre"))
    job.over(success=False)
    assert caught.value.code == "output_exists"
    assert (tmp_path / "instrumental.wav").read_text() == "mine"


@pytest.mark.parametrize("change", [
    {"method": "magic"}, {"method": 3}, {"method": None}, {"vocals": ""}, {"instrumental": None}, {"steps": "dereverb"},
    {"steps": [{"role": "vocals"}]}, {"steps": [{"role": "dereverb", "model": "x"}]}, {"steps": [7]},
    {"steps": [{"role": "dereverb", "model": "x", "output": "/y"}] * 5}, {"method": "model"},
    {"config": {"overlap": 1}},
])  # fmt: skip
def test_params_that_make_no_sense_are_refused(song: Song, tmp_path: Path, change: dict[str, Any]) -> None:
    source = song.write(tmp_path / "song.wav")
    with pytest.raises(EngineError) as caught:
        separate(DirectJob(), {**order(source, tmp_path, "dry"), **change})
    assert caught.value.code == "bad_params"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["song.wav"]


def test_one_file_cannot_be_two_outputs(tmp_path: Path) -> None:
    matrix.make(tmp_path / "in.wav", "wav_16", 44100, 2, 0.5)
    with pytest.raises(EngineError) as caught:
        separate(DirectJob(), order(tmp_path / "in.wav", tmp_path, "dry",
                                    instrumental=str(tmp_path / "x" / ".." / "vocals.wav")))
    assert caught.value.code in ("bad_params", "folder_missing", "output_exists")
