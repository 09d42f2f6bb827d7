"""rvc-next as the engine of a conversion: what it is told, what comes back, and every way in which it can fail."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
import soundfile

from characoid_desktop.engines.messages import CODES, note_for
from engine.errors import Cancelled, EngineError
from engine.rvc import external, program, rvc_next
from engine.rvc.handlers import convert_voice
from tests.fakes.engine_client import EngineClient
from tests.fakes.job_context import DirectJob
from tests.fakes.rvc_library import sung, write
from tests.fakes.rvc_next_program import calls, install, pids

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line for a shell")
REAL = os.environ.get("CHARACOID_RVC_NEXT", "")


@pytest.fixture(scope="module")
def voice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.fakes.random_voice import voice_folder

    return voice_folder(tmp_path_factory.mktemp("external") / "voice", index=200, f0_median=220.0)


class Bench:
    """Converts ``in.wav`` with a stand-in; ``left`` says what lies beside the output afterwards."""

    def __init__(self, folder: Path, voice: Path) -> None:
        self.folder, self.voice = folder, voice
        self.work = folder / "work"
        self.work.mkdir()
        self.output = self.work / "out.wav.part"
        self.job = DirectJob()

    def order(self, made: Path, seconds: float = 2.0, rate: int = 44100, **more: Any) -> dict[str, Any]:
        source = write(self.folder / "in.wav", sung(seconds, rate), rate)
        return {"input": str(source), "output": str(self.output), "voice": str(self.voice),
                "index": str(self.voice / "index.faiss"), "params": {}, "external": {"program": str(made)}, **more}

    def convert(self, made: Path, **more: Any) -> dict[str, Any]:
        return convert_voice(self.job, self.order(made, **more))

    @property
    def left(self) -> list[str]:
        return sorted(path.name for path in self.work.iterdir())

    def fails(self, made: Path, **more: Any) -> EngineError:
        with pytest.raises(EngineError) as caught:
            self.convert(made, **more)
        self.job.over(success=False)
        assert self.left == [], "nothing is left behind"
        assert caught.value.code in CODES, "a sentence"
        return caught.value


@pytest.fixture
def bench(tmp_path: Path, voice: Path) -> Bench:
    return Bench(tmp_path, voice)


def option(words: list[str], name: str) -> str:
    return words[words.index(name) + 1]


def gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def within(limit_s: float, condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + limit_s
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


# What it is told


def test_the_result_has_the_rate_and_the_length_of_the_input(bench: Bench) -> None:
    value = bench.convert(install(bench.folder / "bin"))
    info = soundfile.info(bench.output)
    assert (info.frames, info.samplerate, info.channels, info.subtype) == (88_200, 44_100, 1, "FLOAT")
    assert (value["frames"], value["rate"], value["engine_version"]) == (88_200, 44_100, "0.2.16")
    assert (value["key_used"], value["warnings"], value["truncated"]) == (0.0, [], False)
    made, original = soundfile.read(bench.output)[0], sung(2.0, 44100)
    assert np.abs(made[:80_000] - original[:80_000]).max() < 0.02, "at its place, to the sample"
    assert np.all(made[-800:] == 0.0), "what is missing at the end is silence"
    assert bench.left == ["out.wav.part"]


def test_every_setting_is_said_so_that_none_of_the_users_own_acts(bench: Bench) -> None:
    made = install(bench.folder / "bin", assets="/models/of/rvc-next")
    bench.convert(made, device="cpu", params={
        "pitch": -3.5, "f0_method": "crepe-tiny", "index_rate": 0.4, "protect": 0.2, "rms_mix_rate": 0.6,
        "formant": 1.5, "speaker": 2, "seed": 7})
    call = calls(made)[-1]
    words, environment = call["words"], call["environment"]
    assert {name: option(words, name) for name in words if name.startswith("--") and name not in (
        "--voice", "--output", "--data-dir", "--index")} == {
            "--f0": "crepe-tiny", "--pitch": "-3.5", "--formant": "1.5", "--speaker": "2", "--index-rate": "0.4",
            "--protect": "0.2", "--rms-mix": "0.6", "--unvoiced": "protect", "--autotune": "0",
            "--high-register": "off", "--auto-pitch": "off", "--auto-pitch-target": "0", "--format": "wav"}
    assert option(words, "--index") == str(bench.voice / "index.faiss")
    assert option(words, "--data-dir").startswith(str(bench.work)), "its data is not the user's"
    assert environment["RVC_NEXT_PATHS__ASSETS_DIR"] == "/models/of/rvc-next"
    assert environment["RVC_NEXT_COMPUTE__DEVICE"] == "cpu"
    assert environment["TMPDIR"].startswith(str(bench.work))
    assert "PYTHONPATH" not in environment
    assert environment["HF_HUB_OFFLINE"] == "1"


def test_the_automatic_key_aims_at_the_voices_own_pitch(bench: Bench) -> None:
    made = install(bench.folder / "bin")
    value = bench.convert(made, params={"auto_key": True, "index_rate": 0.0, "filter_radius": 3})
    words = calls(made)[-1]["words"]
    assert (option(words, "--auto-pitch"), option(words, "--auto-pitch-target")) == ("semitone", "220")
    assert "--index" not in words
    assert "key_used" not in value, "only rvc-next knows it"
    assert str(note_for(value["warnings"][0])).startswith("rvc-next has no filter")


def test_of_a_region_only_its_frames_come_out_at_their_place(bench: Bench) -> None:
    order = bench.order(install(bench.folder / "bin"), seconds=12.0, rate=16_000)
    convert_voice(bench.job, {**order, "start_s": 5.25, "seconds": 1.5})
    made, original = soundfile.read(bench.output)[0], sung(12.0, 16_000)
    assert len(made) == 24_000
    assert np.abs(made - original[84_000:108_000]).max() < 0.02


def test_progress_is_read_from_its_bar(bench: Bench) -> None:
    bench.convert(install(bench.folder / "bin"))
    shares = [done / total for stage, done, total in bench.job.stages if stage == "convert" and total]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert bench.job.stages[0][0] == "load"


def test_the_bar_may_come_in_any_pieces(tmp_path: Path) -> None:
    job = DirectJob()
    bar = rvc_next.ProgressBar(job, 50.0, tmp_path, 1)
    for piece in (b"\x1b[?25l", b"\r\x1b[2K in.wav \x1b[35m  0%", b"\r  3", b"7%\x1b[0m 0:00:01\r 37%", b" 400%",
                  b"x%"):
        bar.heard(piece)
    assert [done for _, done, _ in job.stages] == [0.0, 18.5, 50.0]


# How it can fail


@pytest.mark.parametrize(("does", "code"), [
    ("html", "external_output"), ("half", "external_output"), ("none", "external_output"),
    ("two", "external_output"), ("link", "external_output"), ("short", "external_output"),
    ("noisy", "external_flood"), ("assets", "external_assets"), ("crash", "external_failed"),
    ("device", "device_failed"),
])
def test_a_failure_of_its_own_has_its_code_and_leaves_nothing(bench: Bench, does: str, code: str) -> None:
    error = bench.fails(install(bench.folder / "bin", does=does))
    assert error.code == code
    if does == "assets":
        assert error.params["assets"] == "hubert"
    if does == "crash":
        assert (error.params["status"], error.params["said"]) == (4, "the voice is not readable")


def test_a_file_that_grows_without_end_is_stopped(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "ROOM_BYTES", 4 << 20)
    assert bench.fails(install(bench.folder / "bin", does="flood")).code == "external_flood"


def test_a_program_that_does_not_get_on_is_ended(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rvc_next, "STALL_S", 0.5)
    made = install(bench.folder / "bin", does="hang")
    assert bench.fails(made).code == "external_timeout"
    assert gone(calls(made)[-1]["pid"])


def test_a_program_has_its_time_and_no_more(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "START_LIMIT_S", 0.5)
    monkeypatch.setattr(external, "LIMIT_PER_S", 0.5)
    assert bench.fails(install(bench.folder / "bin", does="hang")).code == "external_timeout"


@pytest.mark.parametrize("said", ["rvc-next 0.2.16", '{"rvc": 1}', '{"rvc_next": "<b>"}', "[]", "", "endless"])
def test_nothing_is_handed_to_a_program_that_is_another_one(bench: Bench, said: str) -> None:
    made = install(bench.folder / "bin", version=said)
    assert bench.fails(made).code == ("external_flood" if said == "endless" else "external_unknown")
    assert [call["words"] for call in calls(made)] == [["version", "--json"]]


def test_a_program_that_never_says_who_it_is_is_given_up(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "ANSWER_LIMIT_S", 0.3)
    assert bench.fails(install(bench.folder / "bin", version=None)).code == "external_timeout"


def test_a_program_that_is_not_there_or_does_not_start_is_named(bench: Bench) -> None:
    plain = bench.folder / "plain"
    plain.write_text("no program")
    broken = bench.folder / "broken"
    broken.write_text("#!/does/not/exist\n")
    broken.chmod(0o755)
    for path in (bench.folder / "none", plain, broken, bench.folder):
        error = bench.fails(path)
        assert (error.code, error.params["program"]) == ("external_missing", path.name)
    batch = install(bench.folder / "bin").rename(bench.folder / "bin" / "rvc-next.bat")
    assert bench.fails(batch).code == "external_missing"
    assert calls(batch) == []
    assert bench.fails(Path("rvc-next")).code == "bad_params"


@pytest.mark.parametrize(("setting", "value"), [("pitch", 30.0), ("formant", -3.0), ("speaker", 200)])
def test_what_it_has_no_room_for_is_said_before_it_starts(bench: Bench, setting: str, value: float) -> None:
    made = install(bench.folder / "bin")
    error = bench.fails(made, params={setting: value})
    assert (error.code, error.params["setting"]) == ("external_range", setting)
    assert calls(made) == []


def test_what_the_user_has_there_is_not_touched(bench: Bench) -> None:
    bench.output.write_bytes(b"mine")
    with pytest.raises(EngineError, match="output_exists"):
        bench.convert(install(bench.folder / "bin"))
    bench.job.over(success=False)
    assert bench.output.read_bytes() == b"mine"


# Its end


def test_what_it_leaves_running_is_ended_with_it(bench: Bench) -> None:
    made = install(bench.folder / "bin", does="orphan")
    with EngineClient("rvc") as child:
        child.job("1", "convert_voice", **bench.order(made))
        answer = child.answer("1", 120.0)
        assert answer.kind == "result", answer.body
        assert within(2.0, lambda: gone(pids(made)[0]))


@pytest.mark.parametrize("does", ["stubborn", "tree"])
def test_a_cancel_ends_all_of_it_within_half_a_second(bench: Bench, does: str) -> None:
    made = install(bench.folder / "bin", does=does)
    with EngineClient("rvc") as child:
        child.job("1", "convert_voice", **bench.order(made))
        child.until(lambda f: f.kind == "progress" and f.body["stage"] == "convert" and f.body["done"] > 0, 120.0)
        running = [calls(made)[-1]["pid"], *pids(made)]
        assert not any(gone(pid) for pid in running)
        began = time.monotonic()
        child.send("cancel", id="1")
        assert child.answer("1").kind == "cancelled"
        assert time.monotonic() - began < 0.5
        assert within(0.5, lambda: all(gone(pid) for pid in running))
        assert bench.left == []
        child.job("2", "unload")
        assert child.answer("2").kind == "result", "ready for the next job"


@pytest.mark.parametrize("end", ["input", "kill"])
def test_nothing_is_left_when_the_app_or_the_child_dies(bench: Bench, end: str) -> None:
    made = install(bench.folder / "bin", does="tree")
    with EngineClient("rvc") as child:
        child.job("1", "convert_voice", **bench.order(made))
        child.until(lambda f: f.kind == "progress" and f.body["stage"] == "convert" and f.body["done"] > 0, 120.0)
        running = [calls(made)[-1]["pid"], *pids(made)]
        if end == "input":
            child.close_input()
        else:
            child.process.kill()
        child.wait()
        assert within(3.0, lambda: all(gone(pid) for pid in running) and bench.left == [])


def test_a_cancel_is_seen_while_it_is_asked_who_it_is(bench: Bench) -> None:
    bench.job = DirectJob(cancel_at=8)
    with pytest.raises(Cancelled):
        bench.convert(install(bench.folder / "bin", version=None))
    bench.job.over(success=False)
    assert bench.left == []


def test_a_progress_bar_of_hours_is_no_flood() -> None:
    seconds = 3 * 3600
    assert 10 * 600 * seconds < program.FLOOD_BYTES + program.FLOOD_BYTES_PER_S * seconds


# The real one


@pytest.mark.slow
@pytest.mark.skipif(not REAL, reason="no real rvc-next: CHARACOID_RVC_NEXT names no program")
def test_the_real_rvc_next_converts_and_is_cancelled(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.fakes.rvc_next_assets import install_hubert

    monkeypatch.setenv("RVC_NEXT_DATA_DIR", str(tmp_path / "data"))
    assert bench.fails(Path(REAL)).params["assets"] == "hubert"
    install_hubert(tmp_path / "data" / "assets")
    bench.job = DirectJob()
    value = bench.convert(Path(REAL), seconds=6.0, params={"pitch": 2.0})
    print("real:", json.dumps(value))
    made = soundfile.read(bench.output)[0]
    assert value["frames"] == len(made) == 6 * 44100
    assert np.sqrt(np.mean(made**2)) > 1e-3
    shares = [done / total for stage, done, total in bench.job.stages if stage == "convert" and total]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    bench.output.unlink()
    with EngineClient("rvc") as child:
        child.job("1", "convert_voice", **bench.order(Path(REAL), seconds=6.0))
        child.until(lambda f: f.kind == "progress" and f.body["stage"] == "convert" and f.body["total"] > 0, 120.0)
        running = [one.pid for one in psutil.Process(child.process.pid).children(recursive=True)
                   if "rvc-next" in " ".join(one.cmdline())]
        assert running
        began = time.monotonic()
        child.send("cancel", id="1")
        assert child.answer("1").kind == "cancelled"
        print("real: cancelled in", time.monotonic() - began)
        assert time.monotonic() - began < 0.5
        assert within(0.5, lambda: all(gone(pid) for pid in running))
    assert bench.left == []
