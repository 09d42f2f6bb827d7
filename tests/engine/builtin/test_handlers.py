"""convert and preview: files in, files out, nothing left behind."""

from __future__ import annotations

import errno
import itertools
import math
import random
import time
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
import soundfile

from engine import media
from engine.audio.files import OutputFile
from engine.builtin.handlers import OPS, WORKERS, convert, preview
from engine.errors import Cancelled, EngineError
from tests.fakes.engine_client import EngineClient
from tests.fakes.job_context import DirectJob
from tests.fakes.tones import cents, noise, strongest_hz, tone, vowel

EFFECT = {"semitones": 4.0, "whisper": 0.1}


def write(path: Path, audio: np.ndarray, rate: int, subtype: str = "PCM_16") -> Path:
    soundfile.write(path, audio, rate, subtype=subtype)
    return path


def order(source: Path, output: Path, **more: Any) -> dict[str, Any]:
    return {"input": str(source), "output": str(output), "format": "wav", "effect": EFFECT, "tags": {}, **more}


def test_conversions_run_one_at_a_time_and_previews_do_not_wait_for_them() -> None:
    assert list(OPS) == ["convert"]
    assert WORKERS == 1
    assert "preview" in media.OPS


@pytest.mark.parametrize(("rate", "channels", "frames"), [
    (8000, 1, 7919), (44100, 2, 100_003), (48000, 6, 48_001), (96000, 2, 30_011), (22050, 1, 1), (16000, 2, 100),
])  # fmt: skip
def test_length_rate_and_channels_are_those_of_the_source(
    tmp_path: Path, rate: int, channels: int, frames: int
) -> None:
    audio = np.tile(vowel(130, 2, rate), (3, channels))[:frames] * 0.5
    source = write(tmp_path / "声 #1.wav", audio, rate)
    job = DirectJob()

    value = convert(job, order(source, tmp_path / "out.wav"))

    info = soundfile.info(tmp_path / "out.wav")
    assert (info.frames, info.samplerate, info.channels) == (frames, rate, channels)
    assert (value["frames"], value["rate"], value["channels"]) == (frames, rate, channels)
    assert value["duration_s"] == pytest.approx(frames / rate)
    assert value["truncated"] is False
    assert job.scratches == [str(tmp_path / "out.wav")]


@pytest.mark.parametrize("format", ["wav", "flac", "mp3", "opus", "m4a"])
def test_every_format_holds_the_shifted_tone_for_another_decoder(tmp_path: Path, format: str) -> None:
    source = write(tmp_path / "in.wav", tone(440, 2, 44100, channels=2), 44100)
    target = tmp_path / f"out.{format}"

    value = convert(DirectJob(), order(source, target, format=format, effect={"semitones": 4, "keep_formants": False},
                                       tags={"title": "試し", "comment": "CHARACOID"}))

    with av.open(str(target)) as container:
        stream = container.streams.audio[0]
        decoded = np.concatenate([frame.to_ndarray().astype(np.float64).reshape(-1) if frame.format.is_packed
                                  else frame.to_ndarray()[0] for frame in container.decode(stream)])
        rate = stream.rate
        if stream.codec_context.format.is_packed:
            decoded = decoded[::2]
    assert abs(len(decoded) / rate - 2) < 0.1
    assert abs(cents(strongest_hz(decoded[rate // 2 : rate * 3 // 2, None], rate), 440 * 2 ** (4 / 12))) < 5
    assert value["duration_s"] == pytest.approx(2, abs=0.02)
    assert value["rate"] == (48000 if format == "opus" else 44100)
    assert ("resampled:48000" in value["warnings"]) == (format == "opus")


def test_the_answer_tells_loudness_and_draws_both_sounds(tmp_path: Path) -> None:
    audio = np.concatenate((vowel(150, 2, 24000), np.zeros((48000, 1), np.float32)))
    job = DirectJob()
    value = convert(job, order(write(tmp_path / "in.wav", audio, 24000), tmp_path / "out.wav", columns=100))

    assert abs(value["lufs_in"] - value["lufs_out"]) < 1
    assert [meta["kind"] for _, meta in job.payloads] == ["peaks_out", "peaks_in"]
    assert value["peaks"] == {"columns": 100, "payloads": ["peaks_out", "peaks_in"]}
    for payload, meta in job.payloads:
        picture = np.frombuffer(payload, np.int8).reshape(-1, 2).astype(int)
        assert len(picture) == meta["columns"] == 100
        assert np.ptp(picture[:45], axis=1).min() > 20
        assert not picture[60:].any()


def test_progress_runs_forward_to_the_end(tmp_path: Path) -> None:
    job = DirectJob()
    convert(job, order(write(tmp_path / "in.wav", vowel(150, 6, 24000), 24000), tmp_path / "out.wav"))
    assert {stage for stage, _, _ in job.stages} == {"convert"}
    done = [d for _, d, _ in job.stages]
    assert done == sorted(done)
    assert len(done) > 5
    assert job.stages[-1][1:] == (6.0, 6.0)


def test_a_truncated_file_gives_its_readable_part_and_says_so(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole.wav", vowel(150, 4, 24000), 24000).read_bytes()
    source = tmp_path / "cut.wav"
    source.write_bytes(whole[: len(whole) // 2])
    value = convert(DirectJob(), order(source, tmp_path / "out.wav"))
    assert value["truncated"] is True
    assert abs(value["duration_s"] - 2) < 0.02


def test_samples_that_are_no_numbers_are_reported_and_silent(tmp_path: Path) -> None:
    audio = vowel(150, 2, 24000)
    audio[10_000:10_005] = np.nan
    audio[20_000] = np.inf
    value = convert(DirectJob(), order(write(tmp_path / "in.wav", audio, 24000, "FLOAT"), tmp_path / "out.wav"))
    assert any(word.startswith("non_finite_samples") for word in value["warnings"])
    assert np.isfinite(soundfile.read(tmp_path / "out.wav")[0]).all()


@pytest.mark.parametrize(("change", "code"), [
    ({"effect": {"semitones": 99}}, "bad_params"), ({"effect": None}, "bad_params"),
    ({"tags": {"title": 3}}, "bad_params"), ({"tags": [1]}, "bad_params"), ({"columns": 0}, "bad_params"),
    ({"columns": 1e9}, "bad_params"), ({"input": ""}, "bad_params"), ({"output": None}, "bad_params"),
    ({"format": 7}, "bad_params"), ({"input": "/nowhere/at/all.wav"}, "not_found"),
])  # fmt: skip
def test_a_bad_request_is_refused_and_no_file_appears(tmp_path: Path, change: dict, code: str) -> None:
    source = write(tmp_path / "in.wav", vowel(150, 1, 24000), 24000)
    with pytest.raises(EngineError) as caught:
        convert(DirectJob(), {**order(source, tmp_path / "out.wav"), **change})
    assert caught.value.code == code
    assert not (tmp_path / "out.wav").exists()


def test_a_format_that_cannot_hold_the_channels_says_so_before_work(tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", noise(1, 48000, channels=6), 48000)
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        convert(job, order(source, tmp_path / "out.mp3", format="mp3"))
    assert caught.value.code == "format_cannot_hold"
    assert not job.stages
    assert not (tmp_path / "out.mp3").exists()


def test_a_file_that_is_there_already_is_neither_overwritten_nor_removed(tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", vowel(150, 1, 24000), 24000)
    (tmp_path / "out.wav").write_bytes(b"mine")
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        convert(job, order(source, tmp_path / "out.wav"))
    job.over(success=False)
    assert caught.value.code == "output_exists"
    assert (tmp_path / "out.wav").read_bytes() == b"mine"


@pytest.mark.parametrize("format", ["wav", "flac", "opus"])
def test_a_full_disk_is_said_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    source = write(tmp_path / "in.wav", noise(6, 48000, channels=2), 48000)
    real, written = OutputFile.write, itertools.count()

    def full(self: OutputFile, data: Any) -> int:
        if next(written) >= 2:
            self.error = OSError(errno.ENOSPC, "no space left")
            raise self.error
        return real(self, data)

    monkeypatch.setattr(OutputFile, "write", full)
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        convert(job, order(source, tmp_path / f"out.{format}", format=format))
    assert caught.value.code == "disk_full"
    assert not (tmp_path / f"out.{format}").exists()


def test_cancelled_at_any_check_it_leaves_no_file(tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", vowel(150, 6, 24000), 24000)
    probe = DirectJob()
    convert(probe, order(source, tmp_path / "first.wav"))
    assert probe.checks > 40
    for number in random.Random(5).sample(range(1, probe.checks + 1), 12):
        with pytest.raises(Cancelled):
            convert(DirectJob(cancel_at=number), order(source, tmp_path / "out.wav"))
        assert not (tmp_path / "out.wav").exists(), f"cancelled at check {number}"


@pytest.mark.parametrize(("rate", "channels"), [(48000, 2), (48000, 8), (192_000, 2)])
def test_it_looks_at_the_cancel_flag_often(tmp_path: Path, rate: int, channels: int) -> None:
    """CPU time of this thread between two looks; 100 ms on an idle machine of the kind in docs."""
    source = write(tmp_path / "in.wav", noise(3, rate, channels=channels), rate)
    job = DirectJob()
    convert(job, order(source, tmp_path / "out.wav"))
    assert max(job.gaps_s[1:]) < 0.35
    assert sorted(job.gaps_s)[-10] < 0.2


def test_a_preview_sounds_as_the_same_region_of_the_whole(tmp_path: Path) -> None:
    rate = 24000
    audio = np.concatenate((vowel(120, 8, rate), 0.3 * vowel(180, 8, rate), vowel(140, 4, rate)))
    source = write(tmp_path / "in.wav", audio, rate)
    effect = {"formant_semitones": 3.0, "brightness_db": 3.0, "chorus": 0.4}
    convert(DirectJob(), order(source, tmp_path / "whole.wav", effect=effect))
    value = preview(DirectJob(), order(source, tmp_path / "part.wav", effect=effect, start_s=7.5, seconds=3.25))

    whole, part = soundfile.read(tmp_path / "whole.wav")[0], soundfile.read(tmp_path / "part.wav")[0]
    assert len(part) == value["frames"] == round(3.25 * rate)
    same = whole[round(7.5 * rate) : round(7.5 * rate) + len(part)]
    # Short-time windows begin elsewhere; otherwise the two are the same.
    assert 20 * math.log10(np.std(part - same) / np.std(same)) < -25


def test_a_preview_of_a_shifted_tone_has_its_pitch_from_the_first_moment(tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", tone(440, 12, 24000), 24000)
    effect = {"semitones": -5, "keep_formants": False}
    preview(DirectJob(), order(source, tmp_path / "part.wav", effect=effect, start_s=3.0, seconds=1.0))
    part = soundfile.read(tmp_path / "part.wav", always_2d=True)[0]
    assert abs(cents(strongest_hz(part, 24000), 440 * 2 ** (-5 / 12))) < 5
    level = np.sqrt((part[:, 0].reshape(-1, 2400) ** 2).mean(axis=1))
    assert 20 * np.log10(level.max() / level.min()) < 0.6


@pytest.mark.parametrize(("start", "seconds", "frames"), [(0.0, 0.5, 12_000), (1.5, 5.0, 12_000), (0.0, 60.0, 48_000)])
def test_a_preview_ends_where_the_file_ends(tmp_path: Path, start: float, seconds: float, frames: int) -> None:
    source = write(tmp_path / "in.wav", vowel(150, 2, 24000), 24000)
    job = DirectJob()
    value = preview(job, order(source, tmp_path / "out.wav", start_s=start, seconds=seconds))
    assert value["frames"] == frames
    assert job.stages[-1][1] == pytest.approx(frames / 24000)
    assert job.stages[-1][2] == pytest.approx(frames / 24000)


def test_a_preview_beyond_the_end_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", vowel(150, 2, 24000), 24000)
    with pytest.raises(EngineError) as caught:
        preview(DirectJob(), order(source, tmp_path / "out.wav", start_s=2.5, seconds=1.0))
    assert caught.value.code == "too_short"
    assert not (tmp_path / "out.wav").exists()


@pytest.mark.parametrize("change", [
    {"start_s": -1, "seconds": 1}, {"start_s": math.nan, "seconds": 1}, {"start_s": 0, "seconds": 61}, {"start_s": 0},
    {"start_s": 0, "seconds": 0}, {"start_s": "0", "seconds": 1}, {"start_s": 1e18, "seconds": 1},
])  # fmt: skip
def test_a_preview_of_no_region_is_refused(tmp_path: Path, change: dict) -> None:
    source = write(tmp_path / "in.wav", vowel(150, 1, 24000), 24000)
    with pytest.raises(EngineError) as caught:
        preview(DirectJob(), order(source, tmp_path / "out.wav", **change))
    assert caught.value.code == "bad_params"


@pytest.mark.slow
def test_fifty_cancels_in_the_child_take_effect_within_half_a_second_and_leave_nothing(tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", np.tile(vowel(150, 5, 48000), (24, 2)), 48000)
    short = write(tmp_path / "short.wav", vowel(150, 1, 48000), 48000)
    moments = random.Random(11)
    with EngineClient("rvc") as child:
        child.until("ready")
        for number in range(50):
            target = tmp_path / f"out{number}.wav"
            child.job(f"j{number}", "convert", **order(source, target))
            for _ in range(moments.randrange(3)):  # progress comes ten times a second
                child.until("progress")
            asked = time.monotonic()
            child.send("cancel", id=f"j{number}")
            assert child.answer(f"j{number}").kind == "cancelled"
            assert time.monotonic() - asked < 0.5
            assert not target.exists()
        # It is ready for the next one without a cold start.
        child.job("last", "convert", **order(short, tmp_path / "last.wav"))
        assert child.answer("last").kind == "result"
    assert {path.name for path in tmp_path.iterdir()} == {"in.wav", "short.wav", "last.wav"}
