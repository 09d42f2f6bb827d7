"""convert_voice from file to file: exact lengths, what parameters do, what is refused, what stays loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import soundfile

from engine.errors import Cancelled, EngineError
from engine.rvc import handlers
from engine.rvc.handlers import CACHE, convert_voice, named, unload
from engine.rvc.order import Order
from tests.fakes.job_context import DirectJob
from tests.fakes.rvc_library import sung, write
from tests.fakes.tones import levels_db, vowel

if TYPE_CHECKING:
    from tests.fakes.rvc_library import RvcLibrary


@pytest.fixture(scope="module")
def song(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("song") / "in.wav", sung(3.0))


def refused(library: RvcLibrary, tmp_path: Path, song: Path, **change: Any) -> EngineError:
    """The error of a request; nothing may be left of it."""
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        convert_voice(job, {**library.order(song, tmp_path / "refused.wav"), **change})
    job.over(success=False)
    assert not (tmp_path / "refused.wav").exists()
    return caught.value


def spectrum_db(wave: np.ndarray) -> np.ndarray:
    frames = np.lib.stride_tricks.sliding_window_view(wave, 1024)[::256] * np.hanning(1024)
    return 10 * np.log10(np.mean(np.abs(np.fft.rfft(frames)) ** 2, axis=0) + 1e-12)


@pytest.mark.parametrize(("rate", "channels", "frames"), [
    (44100, 2, 50_003), (48000, 1, 48_000), (22050, 2, 22_051), (8000, 1, 7919), (16000, 1, 1), (44100, 2, 1),
    (96000, 1, 30_011), (11025, 1, 37), (16000, 1, 16_001), (44100, 1, 441), (192_000, 1, 9_999),
])  # fmt: skip
def test_length_and_rate_are_those_of_the_source_and_one_channel_comes_out(
    library: RvcLibrary, tmp_path: Path, rate: int, channels: int, frames: int
) -> None:
    wave = np.tile(vowel(130, 1, rate) * 0.5, (3, channels))[:frames]
    value, made = library.convert(write(tmp_path / "声 in.wav", wave, rate), tmp_path / "out.wav")
    info = soundfile.info(tmp_path / "out.wav")
    assert (info.frames, info.samplerate, info.channels, info.subtype) == (frames, rate, 1, "FLOAT")
    assert (value["frames"], value["rate"]) == (frames, rate)
    assert np.isfinite(made).all()


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize("rate", [32000, 40000, 48000])
@pytest.mark.parametrize("f0", [True, False])
def test_every_kind_of_voice_speaks(library: RvcLibrary, tmp_path: Path, version: Any, rate: int, f0: bool) -> None:
    source = write(tmp_path / "in.wav", sung(1.0))
    value, made = library.convert(source, tmp_path / "out.wav", library.voice(version, rate, f0=f0, index=200))
    assert len(made) == 16000
    assert np.abs(made).max() > 1e-3
    assert (value["f0_median_in"] is None) == (not f0)
    assert {"load", "features", "index", "synthesis"} <= set(value["stages"])
    assert value["device"] == "cpu"


def test_silence_stays_silence_with_the_loudness_of_the_source(library: RvcLibrary, tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", np.zeros(30_000, np.float32))
    value, made = library.convert(source, tmp_path / "out.wav", params={"rms_mix_rate": 0.0})
    assert len(made) == 30_000
    assert np.abs(made).max() < 1e-4
    assert value["f0_median_in"] is None


def test_the_answer_tells_pitch_and_key(library: RvcLibrary, tmp_path: Path, song: Path) -> None:
    value, _ = library.convert(song, tmp_path / "out.wav", params={"pitch": 2.5})
    assert value["f0_median_in"] == pytest.approx(150.0, rel=0.01)
    assert value["key_used"] == 2.5
    assert value["f0_median_out"] == pytest.approx(150.0 * 2 ** (2.5 / 12), rel=0.01)
    assert value["chunks"] == 1


@pytest.mark.parametrize(("median", "target", "key"), [(None, 300.0, 12), (112.0, None, -5), (300.0, 150.0, 0),
                                                        (None, None, 0)])  # fmt: skip
def test_the_automatic_key_aims_at_the_target_or_the_voice(
    library: RvcLibrary, tmp_path: Path, song: Path, median: float | None, target: float | None, key: int
) -> None:
    params = {"auto_key": True, **({} if target is None else {"target_hz": target})}
    value, _ = library.convert(song, tmp_path / "out.wav", library.voice(f0_median=median), params=params)
    assert value["key_used"] == key


def test_a_region_sounds_as_in_the_whole_file(library: RvcLibrary, tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", sung(7.0, 22050), 22050)
    params = {"index_rate": 0.0, "rms_mix_rate": 1.0}
    _, whole = library.convert(source, tmp_path / "whole.wav", params=params)
    value, part = library.convert(source, tmp_path / "part.wav", params=params, start_s=3.21, seconds=2.5)
    first = round(3.21 * 22050)
    assert value["frames"] == len(part) == round((3.21 + 2.5) * 22050) - first
    expected = whole[first : first + len(part)]
    # The sine begins at another phase, so waves differ; levels and the spectrum do not.
    assert np.corrcoef(levels_db(part[:, None], 441), levels_db(expected[:, None], 441))[0, 1] > 0.9
    assert np.abs(levels_db(part[:, None], 441) - levels_db(expected[:, None], 441)).mean() < 1.0
    assert np.corrcoef(spectrum_db(part), spectrum_db(expected))[0, 1] > 0.95


def test_the_key_of_a_region_is_that_of_the_whole_file(library: RvcLibrary, tmp_path: Path) -> None:
    wave = np.concatenate((vowel(110, 3.0, 16000), vowel(220, 1.0, 16000)))[:, 0] * 0.5
    source = write(tmp_path / "in.wav", wave)
    params = {"auto_key": True, "target_hz": 220.0}
    whole, _ = library.convert(source, tmp_path / "whole.wav", params=params)
    part, _ = library.convert(source, tmp_path / "part.wav", params=params, start_s=3.2, seconds=0.5)
    assert (whole["key_used"], part["key_used"]) == (12, 12)


def test_a_region_behind_the_end_is_refused(library: RvcLibrary, tmp_path: Path, song: Path) -> None:
    assert refused(library, tmp_path, song, start_s=100.0, seconds=1.0).code == "too_short"


def test_chunks_make_progress_and_the_same_seed_the_same_file(library: RvcLibrary, tmp_path: Path) -> None:
    source = write(tmp_path / "in.wav", sung(7.0))
    job = DirectJob()
    value, first = library.convert(source, tmp_path / "a.wav", job=job, chunk_s=2.0, params={"seed": 3})
    assert value["chunks"] >= 3
    for stage, total in (("load", 4), ("pitch", 7.0), ("convert", 7.0)):
        steps = [(done, of) for name, done, of in job.stages if name == stage]
        assert [done for done, _ in steps] == sorted(done for done, _ in steps)
        assert steps[-1] == (pytest.approx(total), pytest.approx(total))
    _, again = library.convert(source, tmp_path / "b.wav", chunk_s=2.0, params={"seed": 3})
    _, other = library.convert(source, tmp_path / "c.wav", chunk_s=2.0, params={"seed": 4})
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_every_parameter_is_heard(library: RvcLibrary, tmp_path: Path, song: Path) -> None:
    voice = library.voice(index=200)
    plain = library.convert(song, tmp_path / "plain.wav", voice)[1]
    for number, params in enumerate((
        {"pitch": 3.0}, {"index_rate": 0.0}, {"protect": 0.5}, {"rms_mix_rate": 1.0}, {"formant": 2.0}, {"speaker": 2},
        {"seed": 9}, {"filter_radius": 7},
    )):  # fmt: skip
        changed = library.convert(song, tmp_path / f"{number}.wav", voice, params=params)[1]
        assert len(changed) == len(plain)
        assert not np.array_equal(changed, plain), params


def test_a_cancel_at_any_check_leaves_nothing_and_the_next_request_works(
    library: RvcLibrary, tmp_path: Path, song: Path
) -> None:
    counted = DirectJob()
    library.convert(song, tmp_path / "whole.wav", job=counted, chunk_s=2.0)
    for place in {1, 2, counted.checks // 4, counted.checks // 2, counted.checks - 1}:
        job = DirectJob(cancel_at=max(1, place))
        with pytest.raises(Cancelled):
            library.convert(song, tmp_path / "out.wav", job=job, chunk_s=2.0)
        job.over(success=False)
        assert not (tmp_path / "out.wav").exists()
    value, _ = library.convert(song, tmp_path / "out.wav")
    assert value["frames"] == 48_000


def test_models_stay_loaded_until_they_are_given_up(library: RvcLibrary, tmp_path: Path, song: Path) -> None:
    unload(DirectJob(), {})
    library.convert(song, tmp_path / "a.wav", library.voice(index=200))
    assert set(CACHE.kinds) == {"voice", "hubert", "pitch", "index"}
    before = {kind: id(CACHE._held[kind][1]) for kind in CACHE.kinds}
    library.convert(song, tmp_path / "b.wav", library.voice(index=200))
    assert {kind: id(CACHE._held[kind][1]) for kind in CACHE.kinds} == before
    library.convert(song, tmp_path / "c.wav", library.voice("v1"))
    after = {kind: id(CACHE._held[kind][1]) for kind in CACHE.kinds}
    assert after["voice"] != before["voice"]
    assert after["hubert"] == before["hubert"]
    assert set(unload(DirectJob(), {})["freed"]) == {"voice", "hubert", "pitch", "index"}
    assert CACHE.kinds == ()
    assert unload(DirectJob(), {}) == {"freed": []}


def test_a_file_that_is_there_already_is_not_touched(library: RvcLibrary, tmp_path: Path, song: Path) -> None:
    (tmp_path / "there.wav").write_bytes(b"mine")
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        convert_voice(job, library.order(song, tmp_path / "there.wav"))
    job.over(success=False)
    assert caught.value.code == "output_exists"
    assert (tmp_path / "there.wav").read_bytes() == b"mine"


@pytest.mark.parametrize("change", [
    {"params": {"pitch": 99}}, {"params": {"pitch": float("nan")}}, {"params": {"f0_method": "harvest"}},
    {"params": {"protect": 0.6}}, {"params": {"unknown": 1}}, {"params": []}, {"chunk_s": 0.1}, {"chunk_s": "10"},
    {"assets": 3}, {"voice": ""}, {"input": None}, {"params": {"auto_key": 1}}, {"params": {"seed": -1}},
    {"start_s": 1.0}, {"start_s": -1.0, "seconds": 1.0}, {"device": 3}, {"device": "toaster"},
    {"params": {"target_hz": 1e9}},
])  # fmt: skip
def test_params_that_make_no_sense_are_refused(
    library: RvcLibrary, tmp_path: Path, song: Path, change: dict[str, Any]
) -> None:
    assert refused(library, tmp_path, song, **change).code == "bad_params"


def test_what_is_missing_is_named(library: RvcLibrary, tmp_path: Path, song: Path) -> None:
    gone = str(tmp_path / "gone")
    for change, code, params in (
        ({"voice": gone}, "voice_missing", {}), ({"assets": {}}, "weights_missing", {"kind": "contentvec"}),
        ({"assets": {"contentvec": gone}}, "weights_missing", {"kind": "contentvec"}),
        ({"index": gone}, "not_found", {}), ({"input": gone}, "not_found", {}),
        ({"params": {"f0_method": "rmvpe"}}, "weights_missing", {"kind": "rmvpe"}),
        ({"params": {"speaker": 3}}, "bad_speaker", {"speakers": 3}),
    ):  # fmt: skip
        error = refused(library, tmp_path, song, **change)
        assert (error.code, error.params) == (code, params)


def test_a_damaged_voice_has_its_codes(library: RvcLibrary, tmp_path: Path, song: Path) -> None:
    import shutil

    import torch
    from safetensors.torch import load_file, save_file

    voice = Path(shutil.copytree(library.voice(), tmp_path / "voice"))
    facts, tensors = (voice / "voice.json").read_bytes(), (voice / "voice.safetensors").read_bytes()

    def code() -> str:
        return refused(library, tmp_path, song, voice=str(voice)).code

    def with_facts(**change: Any) -> None:
        (voice / "voice.json").write_text(json.dumps({**json.loads(facts), **change}))

    for content in (b"", b"{", b"[]", b"\xff" * 10, b"[" * 100_000, b"{}" + b" " * 300_000):
        (voice / "voice.json").write_bytes(content)
        assert code() == "voice_damaged"
    for change, expected in (
        ({"schema": 2}, "voice_newer"), ({"schema": "1"}, "voice_damaged"), ({"rate": 44100}, "voice_damaged"),
        ({"version": "v3"}, "voice_damaged"), ({"f0": 1}, "voice_damaged"), ({"config": [1, 2]}, "voice_damaged"),
        ({"speakers": 7}, "voice_damaged"), ({"f0": False}, "voice_tensors"), ({"version": "v1"}, "voice_tensors"),
    ):  # fmt: skip
        with_facts(**change)
        assert code() == expected, change
    config = json.loads(facts)["config"]
    config[13] = 2**30
    with_facts(config=config)
    assert code() == "voice_config"

    (voice / "voice.json").write_bytes(facts)
    for content in (tensors[:1000], tensors[: len(tensors) // 2], b"\xff" * 100, b""):
        (voice / "voice.safetensors").write_bytes(content)
        assert code() == "voice_damaged"
    loaded = load_file(library.voice() / "voice.safetensors")
    name = "dec.conv_post.weight"
    for value in (torch.full_like(loaded[name], float("nan")), loaded[name][:, :1]):
        save_file({**loaded, name: value.contiguous()}, voice / "voice.safetensors")
        assert code() == "voice_tensors"
    (voice / "voice.safetensors").unlink()
    assert code() == "voice_missing"


def test_running_out_of_memory_offers_a_smaller_plan(library: RvcLibrary, tmp_path: Path, song: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    def fail(*_: Any) -> Any:
        raise RuntimeError("[enforce fail at alloc_cpu.cpp:121] DefaultCPUAllocator: can't allocate memory: you tried")

    monkeypatch.setattr(handlers, "_convert", fail)
    error = refused(library, tmp_path, song, chunk_s=6.0)
    assert (error.code, error.params) == ("out_of_memory", {"chunk_s": 6.0, "smaller_chunk_s": 3.0})
    assert CACHE.kinds == ()
    assert "smaller_chunk_s" not in refused(library, tmp_path, song, chunk_s=2.0).params


@pytest.mark.parametrize(("error", "code"), [
    (MemoryError(), "out_of_memory"), (RuntimeError("CUDA out of memory. Tried to allocate"), "out_of_memory"),
    (RuntimeError("MPS backend out of memory"), "out_of_memory"),
    (RuntimeError("CUDA error: an illegal memory access was encountered"), "device_failed"),
    (RuntimeError("cuDNN error: CUDNN_STATUS_EXECUTION_FAILED"), "device_failed"),
    (RuntimeError("mat1 and mat2 shapes cannot be multiplied"), None),
])  # fmt: skip
def test_failures_of_memory_and_device_have_codes_and_mistakes_of_ours_do_not(
    library: RvcLibrary, tmp_path: Path, song: Path, error: Exception, code: str | None
) -> None:
    found = named(error, Order.of(library.order(song, tmp_path / "out.wav")))
    assert (found and found.code) == code
