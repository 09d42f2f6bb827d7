"""A cover with a library voice in the real app with the real engines: killed, cancelled, and from the command line."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest
import soundfile

from characoid_desktop.core.locks import KernelLock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.settings.sections.assistant import AssistantSection
from tests.fakes.cli import run_cli
from tests.fakes.cover_runs import RATE, ROOT, STAGES, command, sing, told
from tests.fakes.eventually import eventually
from tests.fakes.whole_talk import whole_talk

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300),
              pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose library has the voice Mika and ContentVec, both random and tiny."""
    home = tmp_path_factory.mktemp("shelf")
    before = os.environ.get("CHARACOID_HOME")
    os.environ["CHARACOID_HOME"] = str(home / "home")
    try:
        (report,) = told("shelve", home / "drop")
    finally:
        if before is None:
            del os.environ["CHARACOID_HOME"]
        else:
            os.environ["CHARACOID_HOME"] = before
    assert sorted(report["items"]) == ["contentvec", "voice"], report
    return home / "home"


@pytest.fixture
def stocked(home: AppPaths, shelf: Path) -> AppPaths:
    """The test's own home with that library in it."""
    shutil.copytree(shelf, home.data.parent, dirs_exist_ok=True)
    return home


def alive(pids: list[int]) -> list[int]:
    return [pid for pid in pids if psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize("at", STAGES)
def test_flt_07_killed_in_any_stage_it_goes_on_from_the_last_finished_one(
    stocked: AppPaths, tmp_path: Path, at: str,
) -> None:
    song, target = sing(tmp_path / "歌.wav", 20.0), tmp_path / "out"
    target.mkdir()
    app = subprocess.Popen(command("produce", song, target), cwd=ROOT, stdout=subprocess.PIPE, text=True,
                           encoding="utf-8")
    children: list[int] = []
    assert app.stdout is not None
    try:
        for line in app.stdout:
            step = json.loads(line)
            children = step["children"] or children
            if step["stage"] == at:
                break
        else:
            pytest.fail("it never came to that stage")
    finally:
        os.kill(app.pid, signal.SIGKILL)
    killed_at = time.monotonic()
    while alive(children):
        assert time.monotonic() - killed_at < 3.0, "engines outlive the app"
    app.stdout.close()
    app.wait()
    (end,) = told("resume")
    assert end["was"] == "interrupted"
    assert end["left"] == [], "a half file was left"
    assert end["begun"][:STAGES.index(at)] == STAGES[:STAGES.index(at)], "a finished stage was lost"
    assert (end["state"], end["error"]) == ("done", "")
    rows = end["rows"]  # one for each stage that was computed; a kill right after a stage may cost it its row
    assert len(set(rows)) == len(rows), "a finished stage was done again"
    assert set(STAGES[STAGES.index(at) + 1:]) <= set(rows)
    assert os.listdir(target) == ["歌.wav"]
    assert soundfile.info(end["result"]).frames == soundfile.info(song).frames
    assert (end["provenance"]["voice"], end["provenance"]["key_used"]) == ("Mika", 2.0)


def test_a_cancel_in_each_stage_is_quick_and_leaves_nothing(stocked: AppPaths, tmp_path: Path) -> None:
    times = 10
    song, target = sing(tmp_path / "song.wav", 20.0), tmp_path / "out"
    target.mkdir()
    steps = told("cancel", song, target, times)
    assert not [step for step in steps if "missed" in step], steps[-1]
    assert [step["stage"] for step in steps] == [stage for stage in STAGES for _ in range(times)]
    for step in steps:
        assert step["shown"] <= 0.5, step
        assert step["over"] <= 8.0, step
        assert (step["halves"], step["results"]) == ([], []), step
        assert step["kept"][:STAGES.index(step["stage"])] == STAGES[:STAGES.index(step["stage"])], step
    late = [step for step in steps if step["over"] > 2.0]
    assert len(late) <= times // 5, late


def test_the_command_line_makes_the_same_cover_beside_an_open_window(stocked: AppPaths, tmp_path: Path) -> None:
    song, target = sing(tmp_path / "song.wav", 3.0), tmp_path / "out"
    window = KernelLock(stocked.instance_lock)
    assert window.try_acquire()
    try:
        listed = run_cli("voices", "list", "--json")
        items = [json.loads(line) for line in listed.stdout.splitlines()]
        assert [item["name"] for item in items if item["kind"] == "voice"] == ["Mika"], listed.stdout
        words = ("convert", song, "-o", target, "--voice", "mika", "--pitch", "2", "--seed", "5", "--separate",
                 "centre", "--mix", "--json")
        made = [run_cli(*words) for _ in range(2)]
        refused = run_cli("voices", "import", song)
    finally:
        window.release()
    for one in made:
        assert one.returncode == 0, one.stderr
    outputs = [json.loads(one.stdout)["output"] for one in made]
    assert [Path(output).name for output in outputs] == ["song (Mika).wav", "song (Mika) (2).wav"]
    first, second = (soundfile.read(output)[0] for output in outputs)
    assert first.shape == (3 * RATE, 2)
    assert np.array_equal(first, second), "the same seed gives the same"
    assert "voice: Mika" in soundfile.SoundFile(outputs[0]).copy_metadata()["comment"]
    assert refused.returncode == 5
    assert "open" in refused.stderr
    assert not list((stocked.cache / "cli-stages").rglob("*"))


async def test_from_a_dropped_file_and_a_sentence_to_the_cover_in_the_answer(stocked: AppPaths, tmp_path: Path) -> None:
    song = sing(tmp_path / "song.wav", 3.0)
    async with whole_talk(stocked, offline=True) as talk:
        await talk.c.voices.tidied()
        await talk.c.settings.set(AssistantSection, ask_before_converting=True)
        run = await talk.start("cover this song with Mika's voice, two semitones up", files=[song])
        await talk.rest(run)
        (asked,) = talk.c.approvals.pending
        assert str(asked.summary.target) == "song.wav (0:03)"
        assert str(asked.summary.duration)
        assert [str(change.after) for change in asked.summary.changes] == ["Mika", "+2 semitones"]
        await talk.decide()
        await talk.over(run)
        await eventually(lambda: talk.c.rvc.items and talk.c.rvc.items[0].state is ItemState.DONE, 120.0)
        (item,) = talk.c.rvc.items
        assert item.result is not None
        assert item.result.path == tmp_path / "song (Mika).wav"
        assert item.result.provenance["params"]["pitch"] == 2.0
        assert soundfile.info(item.result.path).frames == 3 * RATE

        async def made() -> list[str]:
            return [one.name for one in (await talk.answer(run)).attachments]

        names: list[str] = []
        for _ in range(200):
            names = await made()
            if names:
                break
            await asyncio.sleep(0.05)
        assert names == ["song (Mika).wav"]


def test_without_a_model_a_song_goes_from_drop_to_mix_and_into_its_parts(home: AppPaths, tmp_path: Path) -> None:
    song, target = sing(tmp_path / "song.wav", 3.0), tmp_path / "out"
    done = run_cli("convert", song, "-o", target, "--preset", "deep", "--separate", "--mix", "--json")
    assert done.returncode == 0, done.stderr
    assert soundfile.info(json.loads(done.stdout)["output"]).frames == 3 * RATE
    apart = run_cli("separate", song, "-o", target, "--method", "centre", "--json")
    assert apart.returncode == 0, apart.stderr
    parts = json.loads(apart.stdout)
    assert parts["method"] == "centre"
    vocals, music = (soundfile.read(parts[name])[0] for name in ("vocals", "instrumental"))
    original = soundfile.read(song)[0]
    assert np.abs(vocals + music - original).max() < 1e-4
    unknown = run_cli("convert", song, "-o", target, "--voice", "Nobody")
    assert unknown.returncode == 2
    assert "There is no voice “Nobody”" in unknown.stderr
    wrong = run_cli("separate", song, "-o", target, "--method", "magic")
    assert wrong.returncode == 2
    assert "auto, dry, centre, percussive" in wrong.stderr
    assert run_cli("convert", song, "-o", target, "--voice", "x", "--index-rate", "7").returncode == 2
