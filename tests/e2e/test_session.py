"""The window's process as the system sees it: signals in the middle of work, and memory under a long list."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest
import soundfile

from tests.fakes.window_process import WindowProcess

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]


def alive(pids: list[int]) -> list[int]:
    return [pid for pid in pids if psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE]


def look() -> dict:
    done = subprocess.run([sys.executable, "-m", "tests.fakes.running_app", "look"], cwd=ROOT, timeout=60,
                          capture_output=True, text=True, encoding="utf-8", check=True)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_flt_41_a_signal_in_the_middle_of_a_conversion_ends_all_within_five_seconds(
        home, long_sound, results, number):
    with WindowProcess() as app:
        app.filled()
        app.tell("convert", source=str(long_sound), folder=str(results))
        children = app.wait_for("halfway")
        assert children
        begun = time.monotonic()
        os.kill(app.pid, number)
        assert app.ended() == 0
        assert time.monotonic() - begun < 5.0
    assert alive(children) == []
    assert os.listdir(results) == []
    found = look()
    assert found["integrity"] == "ok"
    assert found["jobs"] == ["interrupted"]
    assert found["items"] == [{"name": "长.wav", "state": "interrupted", "can_retry": True}]
    assert soundfile.info(long_sound).frames == 48_000 * 300
    assert "Traceback" not in (home.logs / "characoid.log").read_text()


def test_flt_41_a_signal_in_the_middle_of_the_start_ends_in_order(home):
    with WindowProcess() as app:
        app.wait_for("primary")
        os.kill(app.pid, signal.SIGTERM)
        assert app.ended() == 0
    with WindowProcess() as app:
        app.filled()
        assert app.ask("notices") == []
        app.tell("close")
        assert app.ended() == 0


def test_flt_31_a_window_killed_and_started_again_at_once_gets_the_home(home, long_sound, results):
    with WindowProcess() as app:
        app.filled()
        app.tell("convert", source=str(long_sound), folder=str(results))
        children = app.wait_for("halfway")
        os.kill(app.pid, signal.SIGKILL)
        with WindowProcess() as second:
            second.filled()
            assert any("interrupted" in words for words in second.ask("notices"))
            assert alive(children) == []
            assert os.listdir(results) == []
            second.tell("close")
            assert second.ended() == 0


def test_flt_40_ten_thousand_files_in_the_list_need_little_memory_and_no_widget_each(home, tmp_path, short_sound):
    folder = tmp_path / "many"
    folder.mkdir()
    measures = []
    with WindowProcess() as app:
        app.filled()
        for upto in (2_000, 6_000, 10_000):
            for n in range(upto - (2_000 if upto == 2_000 else 4_000), upto):
                os.link(short_sound, folder / f"{n:05d}.wav")
            app.tell("add", paths=[str(folder)])
            assert app.ask("await_items", count=upto) == upto
            measures.append(app.ask("measure"))
        first, _, last = measures
        per_file = (last["rss"] - first["rss"]) / 8_000
        assert per_file < 12_000, f"{per_file:.0f} bytes for each file"
        assert last["widgets"] - first["widgets"] < 20, "rows are drawn, not built"
        app.tell("close")
        assert app.ended() == 0
    with closing(sqlite3.connect(home.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
