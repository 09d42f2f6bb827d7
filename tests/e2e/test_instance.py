"""One window per home: races, frozen windows, odd lock files, and strangers at the socket."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest

from characoid_desktop.app.instance import (
    ACK,
    MESSAGE_LIMIT,
    MESSAGES_LIMIT,
    decode_message,
    encode_messages,
    socket_name,
)
from tests.fakes.whole_app import whole_app, words_of
from tests.fakes.window_process import WindowProcess

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and sockets of POSIX")


def alive(pid: int) -> bool:
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def test_paths_of_any_number_and_name_come_through_in_lines_that_fit():
    paths = [f"/tmp/変換 {n} \udcff\U0001f3a4.wav" for n in range(1000)] + ["/" + "x" * 5000, "/\"\\\n.wav"]
    lines = encode_messages(paths)
    assert all(len(line) <= MESSAGE_LIMIT and line.count(b"\n") == 1 for line in lines)
    found = [path for line in lines for path in decode_message(line)]
    assert found == [path for path in paths if len(path) < 4000]
    assert len(encode_messages(["/" + "y" * 4000] * 1000)) == MESSAGES_LIMIT
    assert decode_message(encode_messages([])[0]) == []


@pytest.mark.parametrize("line", [
    b"", b"\n", b"garbage\n", b"\xff\xfe\x00", b"null\n", b"[]\n", b'{"do": "run", "paths": ["/bin/sh"]}\n',
    b'{"do": "open"}\n', b'{"do": "open", "paths": "/etc/passwd"}\n', b'{"do": "open", "paths": [], "more": 1}\n',
    b'{"do": "activate", "paths": []}\n', b"[" * 4000 + b"\n", b'{"do": "activate"}' + b" " * 5000 + b"\n",
])
def test_flt_30_what_is_none_of_our_messages_is_refused(line):
    assert decode_message(line) is None


def test_flt_30_only_absolute_paths_are_taken_from_another_program():
    odd = ["", ".", "a.wav", "../../etc/passwd", "~/x.wav", "file:///x.wav", "/good.wav", "/nul\0.wav", 7, None, ["/x"]]
    assert decode_message(json.dumps({"do": "open", "paths": odd}).encode()) == ["/good.wav"]


@pytest.mark.slow
@pytest.mark.parametrize("round", range(3))
def test_flt_30_of_four_starts_at_once_one_window_comes_and_gets_the_files_of_all(home, tmp_path, short_sound, round):
    files = []
    for n in range(4):
        files.append(tmp_path / f"歌 {n} #%d.wav")
        files[-1].write_bytes(short_sound.read_bytes())
    with ExitStack() as stack:
        starters = [stack.enter_context(WindowProcess(file)) for file in files]
        ended: dict[int, float] = {}
        deadline = time.monotonic() + 60
        while len(ended) < 3:
            for starter in starters:
                if starter.process.poll() is not None and starter.pid not in ended:
                    assert starter.process.returncode == 0
                    ended[starter.pid] = time.monotonic()
            assert time.monotonic() < deadline, "the losers did not leave"
            time.sleep(0.01)
        first = next(s for s in starters if s.pid not in ended)
        first.filled()
        woken = [w for told in first.said for w in told.get("woken", [])]
        while len(woken) < 3:
            woken += first.wait_for("woken")
        assert sorted(woken) == sorted(str(f) for f, s in zip(files, starters, strict=True) if s is not first)
        items = []
        while len(items) < 4:
            items = first.ask("items")
        assert sorted(items) == sorted(map(str, files))
        assert not any("primary" in line for s in starters if s is not first for line in drained(s))
        first.tell("close")
        assert first.ended() == 0


def drained(starter: WindowProcess) -> list[dict]:
    try:
        starter.wait_for("nothing", limit_s=5)
    except AssertionError:
        return starter.said
    raise AssertionError("unreachable")


def test_flt_30_a_start_beside_an_open_window_brings_it_up_and_leaves_as_soon_as_it_is_answered(home):
    with WindowProcess() as first:
        first.filled()
        with WindowProcess() as second:
            begun = time.monotonic()
            assert first.wait_for("woken") == []
            answered = time.monotonic()
            assert second.ended() == 0
            assert time.monotonic() - answered < 2.0, f"{answered - begun:.1f} s to start, then it stayed"
        first.tell("close")
        assert first.ended() == 0


def test_flt_30_a_start_while_the_first_closes_waits_for_it_and_becomes_the_window(home):
    with WindowProcess() as first:
        first.filled()
        first.tell("close")
        with WindowProcess() as second:
            assert first.ended() == 0
            second.filled()
            second.tell("close")
            assert second.ended() == 0


@pytest.mark.slow
def test_flt_31_a_frozen_window_is_ended_on_request_and_there_are_never_two_writers(home):
    with WindowProcess() as first, ExitStack() as stack:
        first.filled()
        os.kill(first.pid, signal.SIGSTOP)
        second = stack.enter_context(WindowProcess())
        words = second.wait_for("failure")
        assert "already running, but it does not answer" in words
        assert "Your data is safe" in words
        assert not any("primary" in told for told in second.said)
        second.ask("click", words="Try again")
        second.ask("click", words="End it")  # while it still tries
        second.wait_for("primary")
        assert not alive(first.pid), "two writers"
        second.filled()
        second.tell("close")
        assert second.ended() == 0


@pytest.mark.slow
def test_flt_31_a_window_that_thaws_is_woken_by_trying_again(home, short_sound):
    with WindowProcess() as first:
        first.filled()
        os.kill(first.pid, signal.SIGSTOP)
        try:
            with WindowProcess(short_sound) as second:
                assert "does not answer" in second.wait_for("failure")
                os.kill(first.pid, signal.SIGCONT)
                second.ask("click", words="Try again")
                assert second.ended() == 0
        finally:
            os.kill(first.pid, signal.SIGCONT)
        assert str(short_sound) in first.wait_for("woken")
        first.tell("close")
        assert first.ended() == 0


@contextmanager
def lock_file(home, how: str):
    lock, pid = home.instance_lock, home.instance_lock.with_suffix(".pid")
    home.data.mkdir(parents=True, exist_ok=True)
    match how:
        case "empty":
            lock.touch()
            pid.touch()
        case "garbled":
            lock.write_bytes(os.urandom(5000))
            pid.write_bytes(b"\xff\xfe\x00" * 1000)
        case "read-only":
            lock.touch()
            lock.chmod(0o400)
        case "of a dead process":
            done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True)
            lock.write_bytes(done.stdout)
            pid.write_bytes(done.stdout)
        case "of another process":
            pid.write_text("1")
        case "of a huge number":
            pid.write_text("9" * 4000)
        case "a folder for the pid":
            pid.mkdir()
    yield


@pytest.mark.parametrize("how", [
    "empty", "garbled", "read-only", "of a dead process", "of another process", "of a huge number",
    "a folder for the pid"])
async def test_flt_32_the_app_starts_whatever_is_in_the_lock_file(home, monkeypatch, how):
    with lock_file(home, how):
        async with whole_app(home, monkeypatch) as app:
            await app.filled()
            assert await app.close() == 0


async def test_flt_32_a_folder_in_place_of_the_lock_file_is_said_and_another_home_can_be_chosen(
        home, monkeypatch, tmp_path):
    home.instance_lock.mkdir()
    async with whole_app(home, monkeypatch) as app:
        failure = await app.failed()
        assert "is in the way" in words_of(failure)
        assert str(home.instance_lock) in words_of(failure)
        failure.home_chosen.emit(str(tmp_path / "other"))
        await app.went_on()
        assert app.container.paths.data == tmp_path / "other" / "data"
        assert await app.close() == 0


def knock(home) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(10)
    connection.connect(f"{tempfile.gettempdir()}/{socket_name(home.data)}")
    return connection


def answer_to(home, data: bytes) -> bytes:
    """What comes back until the other side closes or answers."""
    with knock(home) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            return connection.recv(100)
        except (BrokenPipeError, ConnectionResetError):
            return b""


def test_flt_30_strangers_at_the_socket_change_nothing(home, tmp_path, short_sound):
    many = json.dumps({"do": "open", "paths": [f"/x/{n}.wav" for n in range(10_000)]}).encode() + b"\n"
    with WindowProcess() as app:
        app.filled()
        for data in (os.urandom(100_000), b"x" * 5_000_000, many, b"{}\n", b"\0" * 100 + b"\n", b"[" * 4000 + b"\n",
                     b'{"do": "quit"}\n', b'{"do": "open", "paths": ["/etc/passwd"], "run": "x"}\n'):
            assert answer_to(home, data) == b""
        held = [knock(home) for _ in range(40)]  # and say nothing
        for connection in held:
            connection.close()
        with knock(home) as slow:
            for byte in b'{"do": "activate"}\n':
                slow.sendall(bytes([byte]))
            assert slow.recv(10) == ACK
        app.wait_for("woken", [])
        odd = ["relative.wav", "../up.wav", "", "/does/not/exist.wav", "/dev/zero", str(tmp_path / "a\nb.wav"),
               str(short_sound)]
        assert answer_to(home, json.dumps({"do": "open", "paths": odd}).encode() + b"\n") == ACK
        assert app.wait_for("woken") == ["/does/not/exist.wav", "/dev/zero", str(tmp_path / "a\nb.wav"),
                                         str(short_sound)]
        items = []
        while not items:
            items = app.ask("items")
        assert items == [str(short_sound)], "only the real file is added"
        notices = []
        while not notices:  # said once the whole drop was looked at
            notices = app.ask("notices")
        assert "could not be added" in notices[0]
        app.tell("close")
        assert app.ended() == 0
        assert "Traceback" not in (home.logs / "characoid.log").read_text()
    assert os.stat(Path(tempfile.gettempdir())).st_mode  # the socket is gone with its window
    assert not Path(f"{tempfile.gettempdir()}/{socket_name(home.data)}").exists()
