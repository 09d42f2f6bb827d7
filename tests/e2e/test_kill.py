"""kill -9 of the app: nothing outlives it, nothing half is left, and the next start knows what happened."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest
import soundfile

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")]


def start(*words):
    return subprocess.Popen([sys.executable, "-m", "tests.fakes.running_app", *map(str, words)], cwd=ROOT,
                            stdout=subprocess.PIPE, text=True, encoding="utf-8", env=dict(os.environ))


def look():
    done = subprocess.run([sys.executable, "-m", "tests.fakes.running_app", "look"], cwd=ROOT, timeout=60,
                          capture_output=True, text=True, encoding="utf-8", check=True)
    return json.loads(done.stdout.splitlines()[-1])


def alive(pids):
    return [pid for pid in pids if psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE]


@pytest.fixture
def long_file(tmp_path):
    path = tmp_path / "长.wav"
    rng = np.random.default_rng(7)
    soundfile.write(path, rng.normal(0, 0.1, (48000 * 240, 2)).astype(np.float32), 48000)
    return path


@pytest.mark.parametrize("at", [0.0, 0.1, 0.4])
def test_a_killed_app_leaves_no_child_and_no_file_and_lists_the_job_as_interrupted(home, tmp_path, long_file, at):
    target = tmp_path / "out"
    target.mkdir()
    app = start("convert", long_file, target)
    children = []
    try:
        for line in app.stdout:
            told = json.loads(line)
            children = told["children"] or children
            if told["state"] == "running" and (told["progress"] or 0.0) >= at and children:
                break
        assert children, "the engine never ran"
    finally:
        os.kill(app.pid, signal.SIGKILL)
    killed_at = time.monotonic()
    while alive(children):
        assert time.monotonic() - killed_at < 1.0, f"children alive a second after the kill: {alive(children)}"
    app.stdout.close()
    app.wait()
    found = look()
    assert found["integrity"] == "ok"
    assert found["jobs"] == ["interrupted"]
    assert found["items"] == [{"name": "长.wav", "state": "interrupted", "can_retry": True}]
    assert any("interrupted" in sentence for sentence in found["notices"])
    assert "Start again" in found["actions"]
    assert os.listdir(target) == []
    assert soundfile.info(long_file).frames == 48000 * 240
