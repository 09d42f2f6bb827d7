"""Voice and accompaniment put together: levels, time, length, loudness, what is left behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from engine.audio.loudness import LoudnessMeter
from engine.audio.source import open_audio
from engine.errors import Cancelled, EngineError
from engine.mix.handlers import OPS
from tests.fakes.demo_song import Song, make
from tests.fakes.engine_client import EngineClient
from tests.fakes.job_context import DirectJob
from tests.fakes.tones import cents, strongest_hz, tone

mix = OPS["mix"]


@pytest.fixture(scope="module")
def song() -> Song:
    return make(5.0, speech=False)


def write(path: Path, audio: np.ndarray, rate: int = 44100) -> str:
    soundfile.write(path, audio, rate, subtype="FLOAT")
    return str(path)


def read(path: Path) -> np.ndarray:
    return soundfile.read(path, dtype="float32", always_2d=True)[0]


def order(folder: Path, vocals: np.ndarray, instrumental: np.ndarray | None, rate: int = 44100, **more: Any) -> Any:
    """Neutral params: what comes out is the plain sum."""
    return {
        "vocals": write(folder / "v.wav", vocals, rate),
        "instrumental": None if instrumental is None else write(folder / "i.wav", instrumental, rate),
        "output": str(folder / "out.wav"), "format": "wav", "subtype": "float", "tags": {}, "columns": 50,
        "limiter": False, "loudness_lufs": None, **more,
    }


def measured(path: Path) -> tuple[float | None, float | None]:
    with open_audio(str(path)) as source:
        meter = LoudnessMeter(source.info.rate, source.info.channels, source.info.layout)
        for block in source.blocks():
            meter.add(block)
    return meter.integrated(), meter.true_peak_db()


def test_a_plain_mix_is_the_sum_of_both(song: Song, tmp_path: Path) -> None:
    job = DirectJob()
    value = mix(job, order(tmp_path, song.voice[:, :1], song.backing))
    assert np.abs(read(tmp_path / "out.wav") - song.mix).max() < 1e-6
    assert (value["frames"], value["rate"], value["channels"]) == (len(song.mix), 44100, 2)
    assert [meta["kind"] for _, meta in job.payloads] == ["peaks_out", "peaks_in"]
    assert all(len(payload) == 100 for payload, _ in job.payloads)
    assert value["lufs_out"] == pytest.approx(measured(tmp_path / "out.wav")[0], abs=0.01)
    assert job.stages[-1] == ("mix", 5.0, 5.0)
    json.dumps(value, allow_nan=False)


def test_gains_are_decibels(song: Song, tmp_path: Path) -> None:
    mix(DirectJob(), order(tmp_path, song.voice, song.backing, gains={"vocals_db": -6.0, "instrumental_db": 3.0}))
    expected = song.voice * 10 ** (-6 / 20) + song.backing * 10 ** (3 / 20)
    assert np.abs(read(tmp_path / "out.wav") - expected).max() < 1e-5


@pytest.mark.parametrize("ms", [0.0, 12.5, -12.5, 250.0, -6000.0, 6000.0])
def test_the_voice_is_moved_by_the_very_sample(song: Song, tmp_path: Path, ms: float) -> None:
    mix(DirectJob(), order(tmp_path, song.voice, song.backing, align_ms=ms))
    shift = round(ms * 44.1)
    moved = np.zeros_like(song.voice)
    if abs(shift) < len(moved):
        moved[max(0, shift) : len(moved) + min(0, shift)] = song.voice[max(0, -shift) : len(moved) - max(0, shift)]
    assert np.abs(read(tmp_path / "out.wav") - (moved + song.backing)).max() < 1e-6


@pytest.mark.parametrize(("rate", "channels", "frames"), [
    (44100, 2, 1), (8000, 1, 7919), (192_000, 2, 50_001), (48000, 6, 30_011), (37_800, 3, 9999),
])  # fmt: skip
def test_length_rate_and_channels_are_those_of_the_original(
    tmp_path: Path, rate: int, channels: int, frames: int
) -> None:
    rng = np.random.default_rng(1)
    original = write(tmp_path / "o.wav", 0.1 * rng.standard_normal((frames, channels)), rate)
    voice = 0.1 * rng.standard_normal((max(1, frames // 3), 1))  # shorter, and at another rate
    params = order(tmp_path, voice, None, 16_000)
    backing = write(tmp_path / "i.wav", 0.1 * rng.standard_normal((frames + 777, channels)), rate)
    value = mix(DirectJob(), {**params, "instrumental": backing, "original": original, "limiter": True,
                              "instrumental_semitones": -1.0, "reverb": {"amount": 0.5}, "highpass_hz": 80.0})
    info = soundfile.info(tmp_path / "out.wav")
    assert (info.frames, info.samplerate, info.channels) == (frames, rate, channels)
    assert value["frames"] == frames


def test_a_mono_voice_stands_in_the_front_of_surround(song: Song, tmp_path: Path) -> None:
    backing = np.zeros((len(song.mix), 6), np.float32)
    backing[:, 2:] = 0.1
    mix(DirectJob(), order(tmp_path, song.voice[:, :1], backing))
    out = read(tmp_path / "out.wav")
    assert np.abs(out[:, :2] - song.voice).max() < 1e-6
    assert np.abs(out[:, 2:] - 0.1).max() < 1e-6


def test_a_surround_voice_keeps_its_places_and_gets_its_room_in_front(song: Song, tmp_path: Path) -> None:
    voice = np.zeros((len(song.mix), 6), np.float32)
    voice[:, :2], voice[:, 4] = song.voice, 0.05
    backing = np.zeros((len(song.mix), 6), np.float32)
    mix(DirectJob(), order(tmp_path, voice, backing, reverb={"amount": 1.0, "size": 0.5, "damp": 0.5}))
    out = read(tmp_path / "out.wav")
    assert np.abs(out[:, :2] - song.voice).max() > 0.01
    assert np.abs(out[:, 4] - 0.05).max() < 1e-6


def test_a_voice_alone_is_a_mix_too(song: Song, tmp_path: Path) -> None:
    value = mix(DirectJob(), order(tmp_path, song.voice[:, :1], None))
    assert value["channels"] == 1
    assert np.abs(read(tmp_path / "out.wav") - song.voice[:, :1]).max() < 1e-6


def test_the_key_of_the_accompaniment_changes_and_its_tempo_stays(tmp_path: Path) -> None:
    rate = 44100
    backing = np.repeat(tone(440.0, 2.0, rate) * 0.3, 2, axis=1)
    mix(DirectJob(), order(tmp_path, np.zeros((10, 1)), backing, instrumental_semitones=2.0))
    out = read(tmp_path / "out.wav")
    assert len(out) == len(backing)
    assert abs(cents(strongest_hz(out, rate), 440.0 * 2 ** (2 / 12))) < 1.0


def test_the_high_pass_takes_the_rumble_of_the_voice_only(tmp_path: Path) -> None:
    rate = 44100
    rumble = tone(30.0, 2.0, rate) * 0.3
    mix(DirectJob(), order(tmp_path, rumble, np.zeros_like(rumble), highpass_hz=120.0))
    assert np.abs(read(tmp_path / "out.wav")[rate // 2 :]).max() < 0.003
    (tmp_path / "out.wav").unlink()
    mix(DirectJob(), order(tmp_path, np.zeros_like(rumble), rumble, highpass_hz=120.0))
    assert np.abs(read(tmp_path / "out.wav") - rumble).max() < 1e-6


# Loudness and peaks


@pytest.mark.parametrize("target", [-23.0, -14.0, -9.0])
def test_the_loudness_asked_for_is_met_below_minus_one_db_true_peak(song: Song, tmp_path: Path, target: float) -> None:
    value = mix(DirectJob(), order(tmp_path, song.voice, song.backing, limiter=True, loudness_lufs=target))
    lufs, peak = measured(tmp_path / "out.wav")
    assert lufs == pytest.approx(target, abs=0.5)
    assert peak is not None
    assert peak <= -1.0
    assert value["lufs_out"] == pytest.approx(lufs, abs=0.01)
    assert value["true_peak_db"] == pytest.approx(peak, abs=0.01)
    assert len(read(tmp_path / "out.wav")) == len(song.mix)


def test_a_loudness_that_peaks_do_not_allow_is_said_to_be_missed(tmp_path: Path) -> None:
    clicks = np.zeros((3 * 44100, 1), np.float32)
    clicks[::22_050] = 0.5
    value = mix(DirectJob(), order(tmp_path, clicks, None, limiter=True, loudness_lufs=-5.0))
    assert any(word.startswith("loudness_missed:") for word in value["warnings"])
    assert measured(tmp_path / "out.wav")[1] <= -1.0


def test_silence_has_no_loudness_to_reach(tmp_path: Path) -> None:
    value = mix(DirectJob(), order(tmp_path, np.zeros((44100, 1)), None, limiter=True, loudness_lufs=-14.0))
    assert (value["lufs_out"], value["true_peak_db"], value["gain_db"]) == (None, None, 0.0)
    assert not read(tmp_path / "out.wav").any()


def test_without_a_limiter_what_is_cut_off_is_said(tmp_path: Path) -> None:
    loud = np.full((4410, 1), 0.9)
    value = mix(DirectJob(), order(tmp_path, loud, loud, subtype="pcm_24"))
    assert "output_clipped:4410" in value["warnings"]


# Formats


@pytest.mark.parametrize("format", ["flac", "mp3", "opus", "m4a"])
def test_every_format_takes_a_mix_with_its_tags(song: Song, tmp_path: Path, format: str) -> None:
    output = tmp_path / f"out.{format}"
    value = mix(DirectJob(), {**order(tmp_path, song.voice, song.backing), "output": str(output), "format": format,
                              "subtype": None, "tags": {"title": "声", "comment": "AI"}, "limiter": True,
                              "loudness_lufs": -16.0})
    with open_audio(str(output)) as source:
        assert source.info.channels == 2
        frames = sum(len(block) for block in source.blocks())
    assert frames == pytest.approx(len(song.mix) * value["rate"] / 44100, abs=1)


def test_a_format_that_cannot_hold_it_is_refused_before_any_work(song: Song, tmp_path: Path) -> None:
    backing = np.zeros((len(song.mix), 6), np.float32)
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        mix(job, {**order(tmp_path, song.voice, backing), "format": "mp3", "subtype": None})
    assert caught.value.code == "format_cannot_hold"
    assert not job.stages


# Faults


@pytest.mark.parametrize("change", [
    {"gains": 3}, {"gains": {"vocals_db": 99}}, {"gains": {"vocals_db": "loud"}}, {"align_ms": 1e9},
    {"instrumental_semitones": 40}, {"highpass_hz": 5}, {"highpass_hz": -1}, {"reverb": 1}, {"reverb": {"amount": 2}},
    {"reverb": {"amount": None}}, {"limiter": 1}, {"loudness_lufs": 3}, {"loudness_lufs": "loud"}, {"columns": 0},
    {"tags": ["x"]}, {"tags": {"title": 3}}, {"vocals": ""}, {"instrumental": 7}, {"format": ""},
])  # fmt: skip
def test_params_that_make_no_sense_are_refused(song: Song, tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as caught:
        mix(DirectJob(), {**order(tmp_path, song.voice, song.backing), **change})
    assert caught.value.code == "bad_params"
    assert not (tmp_path / "out.wav").exists()


def test_a_file_that_is_there_is_not_touched(song: Song, tmp_path: Path) -> None:
    params = order(tmp_path, song.voice, song.backing)
    (tmp_path / "out.wav").write_text("mine")
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        mix(job, params)
    job.over(success=False)
    assert caught.value.code == "output_exists"
    assert (tmp_path / "out.wav").read_text() == "mine"


@pytest.mark.parametrize("part", [lambda n: 1, lambda n: n // 3, lambda n: n // 2, lambda n: n * 4 // 5, lambda n: n])
def test_a_cancel_at_any_moment_leaves_no_file(song: Song, tmp_path: Path, part: Callable[[int], int]) -> None:
    params = order(tmp_path, song.voice, song.backing, limiter=True, loudness_lufs=-14.0,
                   instrumental_semitones=2.0, reverb={"amount": 0.3})
    counting = DirectJob()
    mix(counting, params)
    counting.over(success=False)
    job = DirectJob(cancel_at=part(counting.checks))
    with pytest.raises(Cancelled):
        mix(job, params)
    job.over(success=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["i.wav", "v.wav"]
    assert max(job.gaps_s) < 0.4


def test_the_real_child_prepares_separates_and_mixes(song: Song, tmp_path: Path) -> None:
    source = song.write(tmp_path / "song.wav")
    stem = {name: str(tmp_path / f"{name}.wav") for name in ("wave", "vocals", "instrumental", "mix")}
    with EngineClient("rvc") as child:
        child.until("ready")
        child.job("1", "prepare", input=str(source), output=stem["wave"])
        assert child.answer("1").body["value"]["dry"] is False
        child.job("2", "separate", input=stem["wave"], vocals=stem["vocals"], instrumental=stem["instrumental"],
                  method="centre")
        assert child.answer("2").kind == "result"
        child.job("3", "mix", vocals=stem["vocals"], instrumental=stem["instrumental"], original=str(source),
                  output=stem["mix"], format="wav", tags={}, columns=100, loudness_lufs=-16.0)
        value = child.answer("3").body["value"]
    assert (value["frames"], value["channels"]) == (len(song.mix), 2)
    assert value["lufs_out"] == pytest.approx(-16.0, abs=0.5)
    gain = 10 ** (value["gain_db"] / 20)
    assert np.abs(read(tmp_path / "mix.wav") / gain - song.mix).max() < 1e-3
