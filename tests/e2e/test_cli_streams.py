"""The command line when nobody reads what it says, and when it is given nothing."""

import os
import subprocess
import sys

import pytest

from tests.fakes.audio_matrix import make
from tests.fakes.cli import run_cli

LIMIT_S = 60


def convert(source, target, **streams):
    """Start ``convert``; returns the process."""
    return subprocess.Popen(
        [sys.executable, "-m", "characoid_desktop", "convert", str(source), "-o", str(target)], **streams)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and /dev/full of POSIX")
@pytest.mark.parametrize("which", ["stdout", "stderr"])
@pytest.mark.parametrize("how", ["pipe without reader", "full disk", "closed"])
def test_work_goes_on_when_nobody_can_read_what_is_said(home, tmp_path, which, how):
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in ("a.wav", "b.wav"):
        make(source / name, "wav_16", 8000, 1, seconds=0.2)
    other = "stderr" if which == "stdout" else "stdout"
    if how == "closed":
        number = 1 if which == "stdout" else 2
        process = subprocess.Popen(
            ["sh", "-c", f'exec "$0" -m characoid_desktop convert "$1" -o "$2" {number}>&-',
             sys.executable, str(source), str(target)], **{other: subprocess.PIPE})
    elif how == "full disk":
        with open("/dev/full", "wb") as full:
            process = convert(source, target, **{which: full, other: subprocess.PIPE})
    else:
        process = convert(source, target, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        getattr(process, which).close()
        setattr(process, which, None)
    said = b"".join(part or b"" for part in process.communicate(timeout=LIMIT_S))
    assert process.returncode == 0, said
    assert b"Traceback" not in said
    assert b"Exception ignored" not in said
    assert len(os.listdir(target)) == 2


def test_presets_into_a_pipe_without_reader_end_quietly(home):
    process = subprocess.Popen([sys.executable, "-m", "characoid_desktop", "presets"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    process.stdout = None
    _, words = process.communicate(timeout=LIMIT_S)
    assert (process.returncode, words) == (0, b"")


@pytest.mark.parametrize("words", [("",), ("", "-o", "x"), ("song.wav", "-o", "")])
def test_an_empty_word_never_means_the_folder_one_is_in(home, tmp_path, words):
    make(tmp_path / "song.wav", "wav_16", 8000, 1, seconds=0.2)
    words = words if "-o" in words else (*words, "-o", "out")
    done = run_cli("convert", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert "empty" in done.stderr
    assert [name for name in os.listdir(tmp_path) if name.endswith(".wav")] == ["song.wav"]


def test_a_file_named_twice_is_converted_once(home, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    make(folder / "song.wav", "wav_16", 8000, 1, seconds=0.2)
    done = run_cli("convert", "in", "in/song.wav", "in/./song.wav", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(os.listdir(tmp_path / "out")) == 1


def test_a_file_where_the_folder_should_be_gets_a_sentence(home, tmp_path):
    song = tmp_path / "song.wav"
    make(song, "wav_16", 8000, 1, seconds=0.2)
    done = run_cli("convert", song, "-o", song)
    assert done.returncode == 2
    assert "song.wav” is a file. Choose a folder." in done.stderr
    assert "Nothing was changed." in done.stderr
