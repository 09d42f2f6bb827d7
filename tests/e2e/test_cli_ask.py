"""``characoid ask`` and ``characoid manifests`` as a user runs them: a process of its own, offline, real files."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from characoid_desktop.agents.vocabulary import WORKERS
from characoid_desktop.core.locks import KernelLock
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.settings.store import SettingsStore
from tests.e2e.conftest import write_noise
from tests.fakes.cli import run_cli


def rows(home, sql):
    with closing(sqlite3.connect(home.database)) as connection:
        return connection.execute(sql).fetchall()


def events(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_character_answers_without_a_model_and_says_what_works(home):
    done = run_cli("ask", "what can you do")
    assert done.returncode == 0, done.stderr
    assert "No language model is connected" in done.stdout
    assert "convert song.wav with the deep preset" in done.stdout
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize(("save", "fact", "recall"), [
    ("remember that my stream starts at nine", "my stream starts at nine", "what do you remember about my stream?"),
    ("记住我的直播九点开始", "我的直播九点开始", "你记得什么？"),
    ("配信は9時に始まるって覚えておいて", "配信は9時に始まる", "何を覚えてる？"),
])
def test_what_one_process_remembers_another_one_knows(home, save, fact, recall):
    assert run_cli("ask", save).returncode == 0
    told = run_cli("ask", recall)
    assert told.returncode == 0
    assert fact in told.stdout


def test_a_conversion_is_waited_for_and_its_file_named(home, tmp_path):
    song = write_noise(tmp_path / "song.wav", 1.0, 1)
    done = run_cli("ask", "convert song.wav with the deep preset", "--attach", song)
    assert done.returncode == 0, done.stderr
    result = tmp_path / "song (Deep).wav"
    assert f"✓ {result}" in done.stdout
    assert result.stat().st_size > 1000
    assert rows(home, "SELECT state FROM jobs") == [("completed",)]


@pytest.mark.slow
def test_a_conversion_that_is_not_waited_for_leaves_no_half_file(home, tmp_path, long_sound):
    done = run_cli("ask", f"convert {long_sound.name} with the robot preset", "--attach", long_sound, "--no-wait")
    assert done.returncode == 0, done.stderr
    assert "stopped with this command" in done.stderr
    assert rows(home, "SELECT state FROM jobs")[0][0] in ("interrupted", "queued")
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".wav"] == [long_sound.name]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one child")
def test_ctrl_c_stops_the_conversion_and_leaves_no_half_file(home, tmp_path, long_sound):
    with subprocess.Popen(
            [sys.executable, "-m", "characoid_desktop", "ask", "--json", f"convert {long_sound.name}, deep preset",
             "--attach", long_sound], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ),
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            one = json.loads(line)
            if one["type"] == "job" and one["state"] == "running":
                break
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=60)
        assert child.returncode == 130
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".wav"] == [long_sound.name]
    assert rows(home, "SELECT state FROM jobs") == [("cancelled",)]


def test_a_needed_confirmation_is_left_for_the_window_and_nothing_is_changed(home):
    done = run_cli("ask", "rename yourself to Aki")
    assert done.returncode == 4
    assert "Rename this character?" in done.stderr
    assert "Aki" in done.stderr
    assert "Open the window" in done.stderr
    assert rows(home, "SELECT state FROM approvals") == [("pending",)]
    assert "Aki" not in [name for (name,) in rows(home, "SELECT name FROM personas")]
    again = run_cli("ask", "hello")  # it waits in its own conversation and holds no other one up
    assert again.returncode == 0
    assert rows(home, "SELECT state FROM approvals") == [("pending",)]


@pytest.mark.slow
def test_what_is_missing_is_named_and_the_form_waits(home):
    done = run_cli("ask", "convert song.wav with the deep preset")
    assert done.returncode == 3
    assert "missing: File" in done.stderr
    assert "--attach" in done.stderr
    assert rows(home, "SELECT state FROM runs") == [("waiting_input",)]
    id, = rows(home, "SELECT id FROM conversations")[0]
    more = run_cli("ask", "hello", "--conversation", id)
    assert more.returncode == 1
    assert "still open" in more.stderr


def test_beside_an_open_window_it_says_so_and_sends_nothing(home):
    lock = KernelLock(home.instance_lock)
    assert lock.try_acquire()
    try:
        done = run_cli("ask", "remember that I like tea")
    finally:
        lock.release()
    assert done.returncode == 5
    assert "open already" in done.stderr
    assert not home.database.exists()


def test_every_event_is_one_json_line(home):
    done = run_cli("ask", "--json", "remember that I like tea")
    assert done.returncode == 0, done.stderr
    seen = events(done)
    kinds = [one["type"] for one in seen]
    assert kinds[:2] == ["conversation", "run_started"]
    assert kinds[-1] == "run_ended"
    assert {"stage", "tool_started", "tool_ended", "token"} <= set(kinds)
    assert "I like tea" in "".join(one["text"] for one in seen if one["type"] == "token")
    assert seen[-1]["state"] == "completed"
    ids = {one["run_id"] for one in seen if "run_id" in one}
    assert len(ids) == 1


@pytest.mark.slow
def test_json_says_in_words_for_machines_why_it_failed(home):
    done = run_cli("ask", "--json", "hello", "--persona", "nobody")
    assert done.returncode == 1
    assert [one["type"] for one in events(done)] == ["error"]


@pytest.mark.slow
def test_a_conversation_can_be_gone_on_with(home):
    first = events(run_cli("ask", "--json", "hello"))[0]["conversation_id"]
    assert run_cli("ask", "thank you", "--conversation", first).returncode == 0
    assert rows(home, "SELECT id FROM conversations") == [(first,)]
    assert [role for (role,) in rows(home, "SELECT role FROM messages ORDER BY seq")][-4:] == [
        "user", "character", "user", "character"]


@pytest.mark.slow
def test_the_text_can_come_from_standard_input(home):
    done = subprocess.run(
        [sys.executable, "-m", "characoid_desktop", "ask", "-"], input="what can you do\n", capture_output=True,
        text=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "No language model" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("words", "code", "sentence"), [
    (["  "], 2, "nothing to send"),
    (["hello", "--persona", "nobody"], 1, "no such character. There are: Mika"),
    (["hello", "--conversation", "nothing"], 1, "no such conversation"),
    (["hello", "--conversation", "\udcff"], 1, "no such conversation"),
    (["hello", "--attach", "not-there.wav"], 1, "not-there.wav"),
])
def test_wrong_words_are_refused_with_a_sentence_and_nothing_is_sent(home, words, code, sentence):
    done = run_cli("ask", *words)
    assert done.returncode == code
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert not home.database.exists() or rows(home, "SELECT count(*) FROM messages") == [(0,)]


@pytest.mark.slow
def test_words_that_steer_a_terminal_are_printed_as_words(home):
    run_cli("ask", "remember that \x1b]0;owned\x07 I like \x1b[31mred")
    told = run_cli("ask", "what do you remember")
    assert told.returncode == 0
    assert "red" in told.stdout
    assert "\x1b" not in told.stdout + told.stderr
    assert "\x07" not in told.stdout + told.stderr


@pytest.mark.slow
async def test_a_model_that_cannot_be_reached_is_said_and_not_made_up_for(home):
    settings = SettingsStore(home.settings_file, SECTIONS)
    await settings.load()
    await settings.set(ModelsSection, base_url="http://127.0.0.1:9/v1", model="nobody")
    await settings.aclose()
    done = run_cli("ask", "hello")
    assert done.returncode == 1
    assert done.stdout.strip() == ""
    assert done.stderr.startswith("✗ ")


def test_the_manifests_are_printed_in_canonical_order(home):
    done = run_cli("manifests")
    assert done.returncode == 0, done.stderr
    items = json.loads(done.stdout)["items"]
    assert [one["name"] for one in items] == list(WORKERS)
    assert sum(len(one["capabilities"]) for one in items) == 66


@pytest.mark.slow
def test_one_manifest_by_its_name_or_an_old_one(home):
    assert json.loads(run_cli("manifests", "rvc_worker").stdout) == json.loads(run_cli("manifests", "rvc").stdout)
    done = run_cli("manifests", "nobody")
    assert done.returncode == 1
    assert done.stderr.strip() == "Worker manifest not found"
    assert done.stdout == ""
