"""The requests of the media child."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.audio import handlers
from engine.audio.pcm import PcmCache
from engine.errors import Cancelled, EngineError
from engine.job import Handler
from tests.engine.audio.job import RecordingJob
from tests.fakes import audio_matrix as matrix


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[PcmCache]:
    own = PcmCache()
    monkeypatch.setattr(handlers, "_pcm_cache", own)
    yield own
    own.clear()


def pcm(path: Path, start_s: float, seconds: float, **more: object) -> tuple[np.ndarray, dict[str, object]]:
    job = RecordingJob()
    params = {"path": str(path), "start_s": start_s, "seconds": seconds, "rate": 48000, "channels": 2, "gain_db": 0}
    value = handlers.pcm(job, {**params, **more})
    (payload,) = job.payloads
    return np.frombuffer(payload, "<f4").reshape(-1, value["channels"]), value


def test_the_table_holds_the_five_requests() -> None:
    assert set(handlers.OPS) == {"probe", "peaks", "pcm", "loudness", "spectrogram"}
    assert handlers.WORKERS == 2


def test_probe_says_what_a_file_is(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    matrix.make(path, "flac", 44100, 6, 1.5)
    assert handlers.probe(RecordingJob(), {"path": str(path)}) == {
        "duration_s": 1.5, "frames": 66150, "rate": 44100, "channels": 6, "layout": "5.1", "codec": "flac",
        "container": "flac", "subtype": "pcm_24", "seekable": True, "truncated": False, "warnings": [],
    }


def test_peaks_come_as_one_payload(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    matrix.make(path, "wav_16", 44100, 2, 2.0)
    job = RecordingJob()
    value = handlers.peaks(job, {"path": str(path), "columns": 300})
    (payload,) = job.payloads
    columns = np.frombuffer(payload, np.int8).reshape(300, 2)
    assert value["columns"] == 300
    assert value["duration_s"] == 2.0
    assert columns[:, 1].max() == pytest.approx(0.2 * 127, abs=1)
    assert (columns[:, 0] < 0).all()
    assert job.progress_seen[-1] == ("peaks", 2.0, 2.0)


def test_pcm_in_order_and_by_jump_is_one_sound(tmp_path: Path) -> None:
    path = tmp_path / "x.mp3"
    matrix.make(path, "mp3", 44100, 2, 4.0)
    blocks, at, end = [], 0, False
    while not end:
        block, value = pcm(path, at / 48000, 0.25)
        blocks.append(block)
        at += len(block)
        end = bool(value["end"])
    full = np.concatenate(blocks)
    assert abs(len(full) - 4 * 48000) < 48000 * 0.02
    for start in (100_000, 3, 60_000, 150_000):
        block, _ = pcm(path, start / 48000, 0.1)
        assert np.abs(block - full[start : start + 4800]).max() < 1e-3


def test_pcm_applies_gain_and_stays_within_full_scale(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    matrix.make(path, "wav_16", 48000, 2, 1.0)
    plain, _ = pcm(path, 0, 0.5)
    quiet, _ = pcm(path, 0, 0.5, gain_db=-6.0206)
    loud, _ = pcm(path, 0, 0.5, gain_db=40)
    assert np.abs(quiet - plain / 2).max() < 1e-5
    assert np.abs(loud).max() == 1.0
    beyond, value = pcm(path, 50.0, 0.5)
    assert (len(beyond), value["end"]) == (0, True)


def test_pcm_keeps_at_most_four_files_open(tmp_path: Path, cache: PcmCache) -> None:
    paths = [tmp_path / f"{n}.wav" for n in range(7)]
    for path in paths:
        matrix.make(path, "wav_16", 48000, 1, 0.5)
    folder = Path("/proc/self/fd")
    for _ in range(3):
        for path in paths:
            pcm(path, 0.1, 0.1)
    assert len(cache._idle) == 4
    if folder.exists():
        links = [os.readlink(folder / name) for name in os.listdir(folder) if (folder / name).is_symlink()]
        assert sum(str(tmp_path) in link for link in links) == 4
    cache.clear()


def test_pcm_sees_that_a_file_was_replaced(tmp_path: Path) -> None:
    path, other = tmp_path / "x.wav", tmp_path / "y.wav"
    matrix.make(path, "wav_16", 48000, 2, 1.0)
    first, _ = pcm(path, 0, 0.2)
    matrix.make(other, "wav_16", 48000, 2, 3.0)
    other.write_bytes(matrix.wav_header(rate=48000, channels=2, data=bytes(48000 * 4)))
    os.replace(other, path)
    second, _ = pcm(path, 0.2, 0.2)
    assert first.any()
    assert not second.any()
    path.unlink()
    with pytest.raises(EngineError) as caught:
        pcm(path, 0.4, 0.2)
    assert caught.value.code == "not_found"


def test_two_requests_for_one_file_at_a_time_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "x.flac"
    matrix.make(path, "flac", 44100, 2, 4.0)
    whole, _ = pcm(path, 0, 4.0)
    wrong: list[int] = []

    def player(seed: int) -> None:
        where = np.random.default_rng(seed)
        for start in where.integers(0, 180_000, 15):
            block, _ = pcm(path, start / 48000, 0.1)
            if np.abs(block - whole[start : start + len(block)]).max() > 1e-4:
                wrong.append(int(start))

    threads = [threading.Thread(target=player, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_loudness_of_a_tone_and_of_silence(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    matrix.make(path, "wav_24", 48000, 2, 3.0)
    value = handlers.loudness(RecordingJob(), {"path": str(path)})
    assert -25 < value["lufs"] < -15
    assert value["true_peak_db"] == pytest.approx(-14, abs=0.2)
    path.write_bytes(matrix.wav_header(data=bytes(200_000)))
    value = handlers.loudness(RecordingJob(), {"path": str(path)})
    assert (value["lufs"], value["true_peak_db"]) == (None, None)


@pytest.mark.parametrize("op", ["peaks", "loudness"])
def test_a_cancel_stops_within_a_few_blocks(op: str, tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    matrix.make(path, "wav_16", 48000, 2, 20.0)
    job = RecordingJob(cancel_after=3)
    with pytest.raises(Cancelled):
        handlers.OPS[op](job, {"path": str(path), "columns": 100})
    assert job.checks == 4


def test_a_cancelled_read_does_not_spoil_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "x.mp3"
    matrix.make(path, "mp3", 44100, 2, 5.0)
    want, _ = pcm(path, 2.0, 0.5)
    job = RecordingJob(cancel_after=1)
    with pytest.raises(Cancelled):
        handlers.pcm(job, {"path": str(path), "start_s": 0.0, "seconds": 4.0, "rate": 48000, "channels": 2})
    again, _ = pcm(path, 2.0, 0.5)
    assert np.abs(again - want).max() < 1e-5


@pytest.mark.parametrize("handler", handlers.OPS.values(), ids=handlers.OPS)
@pytest.mark.parametrize("params", [
    {}, {"path": ""}, {"path": 5}, {"path": None}, {"path": ["x"]},
    {"path": "x", "columns": 0, "rate": 0, "channels": 0},
    {"path": "x", "columns": True, "rate": True, "channels": 2},
    {"path": "x", "columns": 10**9, "rate": 48000, "channels": 2, "seconds": float("nan")},
    {"path": "x", "columns": "9", "rate": 48000, "channels": 2, "seconds": 3600},
], ids=range(9))
def test_params_of_the_wrong_kind_are_refused(handler: Handler, params: dict[str, object]) -> None:
    with pytest.raises(EngineError) as caught:
        handler(RecordingJob(), params)
    assert caught.value.code in ("bad_params", "not_found")
