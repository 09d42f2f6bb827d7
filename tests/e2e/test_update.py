"""FLT-42: packages are not replaced under a running app, and a running app notices when they were."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from characoid_desktop.app import in_use
from characoid_desktop.app.in_use import MARK, InUseMark
from tests.fakes.eventually import eventually
from tests.fakes.whole_app import whole_app

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script(tmp_path):
    """run.py in a folder of its own, with a .venv whose Python only says what it was called for."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for name in ("run.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder / name)
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho "called $@"\necho "$@" >> {folder}/calls.txt\n')
    python.chmod(0o755)
    return folder / "run.py"


def run(script, *words):
    # PATH without apt and nvidia: nothing may be installed in a test.
    return subprocess.run([sys.executable, script, *words], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PATH": "/nonexistent"})


def calls(script) -> list[str]:
    file = script.parent / "calls.txt"
    return file.read_text().splitlines() if file.exists() else []


def holder(prefix: Path) -> subprocess.Popen:
    code = ("import asyncio, sys\nfrom pathlib import Path\nfrom characoid_desktop.app.in_use import InUseMark\n"
            "async def main():\n"
            "    mark = InUseMark(Path(sys.argv[1])); mark.put(); print(mark.held, flush=True)\n"
            "    await asyncio.to_thread(sys.stdin.readline); await mark.take_away()\n"
            "asyncio.run(main())\n")
    child = subprocess.Popen([sys.executable, "-c", code, str(prefix)], cwd=ROOT, text=True,
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout.readline() == "True\n"
    return child


pytestmark = pytest.mark.skipif(os.name == "nt", reason="the Python of the .venv is a shell script here")


@pytest.mark.parametrize("word", ["setup", "test"])
def test_flt_42_set_up_is_refused_while_the_app_runs_and_touches_nothing(script, word):
    before = sorted(p.relative_to(script.parent) for p in script.parent.rglob("*"))
    with holder(script.parent / ".venv") as app:
        done = run(script, word)
        app.communicate("\n")
    assert done.returncode == 1
    assert "CHARACOID is running. Close it, then run this again." in done.stderr
    assert calls(script) == []
    now = sorted(p.relative_to(script.parent) for p in script.parent.rglob("*"))
    assert now == sorted([*before, Path(".venv") / MARK])


def test_flt_42_the_app_itself_still_starts_and_wakes_the_open_window(script):
    with holder(script.parent / ".venv") as app:
        done = run(script, "app", "open", "a.wav")
        app.communicate("\n")
    assert done.returncode == 0
    assert "CHARACOID is running" in done.stdout
    assert calls(script) == ["-m characoid_desktop open a.wav"]


def test_flt_42_without_a_running_app_the_packages_are_installed(script):
    done = run(script, "setup")
    assert any("pip install" in call for call in calls(script)), done.stdout + done.stderr
    (script.parent / ".venv" / MARK).touch()  # left by a killed app: nobody holds it
    (script.parent / "calls.txt").unlink()
    for stamp in (script.parent / ".venv").glob("set-up-*"):
        stamp.unlink()
    run(script, "setup")
    assert any("pip install" in call for call in calls(script))


def test_flt_42_the_script_and_the_app_agree_on_the_mark():
    spec = importlib.util.spec_from_file_location("run_script", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.IN_USE.name == MARK
    assert module.IN_USE.parent == ROOT / ".venv"


async def test_flt_42_the_window_holds_the_mark_as_long_as_it_is_open(home, monkeypatch, tmp_path):
    async with whole_app(home, monkeypatch, prefix=tmp_path) as app:
        await app.filled()
        assert app.program._in_use.held
        other = InUseMark(tmp_path)
        other.put()
        assert not other.held
        assert await app.close() == 0
        await eventually(lambda: other.held, 2 * in_use.ASK_AGAIN_S + 2)  # a second window takes it over
        await other.take_away()
        assert not other.held


async def test_flt_42_where_the_mark_cannot_be_made_the_app_starts_all_the_same(home, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no folder")
    async with whole_app(home, monkeypatch, prefix=tmp_path / "file") as app:
        await app.filled()
        assert not app.program._in_use.held
        assert await app.close() == 0


async def test_a_mark_that_waits_for_its_turn_is_taken_away_without_a_trace(tmp_path):
    first, second = InUseMark(tmp_path), InUseMark(tmp_path)
    first.put()
    second.put()
    tasks = asyncio.all_tasks()
    await second.take_away()
    assert len(asyncio.all_tasks()) == len(tasks) - 1
    await first.take_away()
