"""``characoid convert`` on what people really have, and on what is broken."""

import json
import os
import sys

import pytest

from tests.fakes import rvc_next_program
from tests.fakes.audio_matrix import (
    BROKEN,
    KINDS,
    decode_with_av,
    decode_with_sndfile,
    make,
    names_here,
    truncate,
)
from tests.fakes.cli import run_cli
from tests.fakes.random_voice import checkpoint

# (kind, rate, channels): 30 pairs of a format and a shape that together meet every rate and layout.
GOOD = [
    ("wav_u8", 8000, 1), ("wav_16", 44100, 2), ("wav_16", 192000, 2), ("wav_24", 96000, 6), ("wav_32", 48000, 1),
    ("wav_float", 22050, 2), ("wav_double", 44100, 6), ("wav_ulaw", 8000, 1), ("rf64", 192000, 2), ("w64", 48000, 2),
    ("aiff", 44100, 1), ("flac", 11025, 1), ("flac", 96000, 6), ("mp3", 22050, 1),
    ("mp3", 48000, 2), ("mp3_av", 44100, 2), ("vorbis", 44100, 2), ("vorbis", 48000, 6), ("opus", 48000, 1),
    ("opus_av", 48000, 2), ("m4a", 16000, 1), ("m4a", 44100, 2), ("m4a", 48000, 6), ("alac", 96000, 2),
    ("mp4_video", 48000, 2), ("mkv_video", 44100, 2), ("mka", 8000, 1), ("webm", 48000, 2), ("wavpack", 44100, 2),
    ("caf", 44100, 6),
]


def longest_name(suffix):
    """A name that fills the file system's limit to the last byte."""
    return "長" * ((255 - len(suffix)) // 3) + "x" * ((255 - len(suffix)) % 3) + suffix


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_thirty_files_of_every_kind_and_name_come_out_as_long_and_as_wide(home, tmp_path):
    source, target = tmp_path / "in put", tmp_path / "出力"
    source.mkdir()
    stems = names_here(sys.platform == "win32")
    made = {}
    for number, (kind, rate, channels) in enumerate(GOOD):
        suffix = f".{KINDS[kind].suffix}"
        name = longest_name(suffix) if number == 0 else f"{stems[number % len(stems)]}{suffix}"
        if name in made:
            name = f"{number} {name}"[-200:]
        make(source / name, kind, rate, channels, seconds=1.3)
        made[name] = (rate, channels)
    assert len(made) == 30
    done = run_cli("convert", "-o", target, "--preset", "higher", "--json", "--", *(source / name for name in made))
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == 30
    assert len(os.listdir(target)) == 30
    for line in lines:
        rate, channels = made[os.path.basename(line["source"])]
        sound, found_rate = decode_with_av(type(target)(line["output"]))
        assert (found_rate, sound.shape[1]) == (rate, channels), line
        slack = KINDS[GOOD[list(made).index(os.path.basename(line["source"]))][0]].slack_s
        assert abs(len(sound) / rate - 1.3) <= max(0.02, slack), line
        again, other_rate = decode_with_sndfile(type(target)(line["output"]))
        assert (len(again), other_rate) == (len(sound), rate)


@pytest.mark.slow
def test_broken_files_get_one_sentence_each_and_the_good_one_beside_them_is_done(home, tmp_path):
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for broken in BROKEN:
        broken.write(source / broken.name)
    make(source / "good.wav", "wav_16")
    done = run_cli("convert", *(source / broken.name for broken in BROKEN), source / "good.wav", "-o", target)
    assert done.returncode == 2
    assert os.listdir(target) == ["good (Higher).wav"]
    sentences = [line for line in done.stderr.splitlines() if line.startswith("✗")]
    assert len(sentences) == len(BROKEN)
    for broken in BROKEN:
        assert sum(f"“{broken.name}”" in line for line in sentences) == 1, broken.name
    assert "Traceback" not in done.stderr
    assert "“silent film.mp4”: The video has no sound in it." in done.stderr


@pytest.mark.parametrize("kind", ["wav_16", "mp3", "flac"])
def test_a_truncated_file_gives_what_can_be_read_and_says_so(home, tmp_path, kind):
    path, target = tmp_path / f"cut.{KINDS[kind].suffix}", tmp_path / "out"
    make(path, kind, seconds=4.0)
    truncate(path, 0.5)
    done = run_cli("convert", path, "-o", target)
    assert done.returncode == 0, done.stderr
    assert "ends too early" in done.stdout
    sound, rate = decode_with_sndfile(target / "cut (Higher).wav")
    assert 1.0 < len(sound) / rate < 3.0


def test_an_unknown_preset_is_refused_with_the_ones_there_are(home, tmp_path):
    done = run_cli("convert", tmp_path, "-o", tmp_path / "out", "--preset", "angel")
    assert done.returncode == 2
    assert "angel" in done.stderr
    assert "childlike" in done.stderr


def test_a_pitch_beyond_the_range_is_refused(home, tmp_path):
    done = run_cli("convert", tmp_path, "-o", tmp_path / "out", "--pitch", "40")
    assert done.returncode == 2
    assert "-24" in done.stderr


def test_a_folder_without_sound_is_said_so(home, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "readme.txt").write_text("nothing to hear")
    done = run_cli("convert", tmp_path / "notes", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "No audio or video file" in done.stderr


def test_an_existing_result_is_never_overwritten(home, tmp_path):
    make(tmp_path / "a.wav", "wav_16", seconds=0.3)
    for _ in range(2):
        assert run_cli("convert", tmp_path / "a.wav", "-o", tmp_path / "out").returncode == 0
    assert sorted(os.listdir(tmp_path / "out")) == ["a (Higher) (2).wav", "a (Higher).wav"]


def test_the_presets_are_listed(home):
    done = run_cli("presets")
    assert done.returncode == 0
    assert {line.split()[0] for line in done.stdout.splitlines()} >= {"higher", "deep", "robot", "whisper"}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line for a shell")
def test_a_library_voice_converts_with_the_users_own_rvc_next(home, tmp_path):
    song, target = tmp_path / "song.wav", tmp_path / "out"
    make(song, "wav_16", 44100, 2, seconds=1.5)
    assert run_cli("voices", "import", checkpoint(tmp_path / "Mika.pth")).returncode == 0
    words = ("convert", song, "-o", target, "--voice", "mika", "--pitch", "2", "--engine", "rvc-next")
    nowhere = {"HOME": str(tmp_path), "PATH": os.defpath}
    done = run_cli(*words, env=nowhere)
    assert done.returncode == 2
    assert "rvc-next was not found" in done.stderr
    program = rvc_next_program.install(tmp_path / "bin")
    done = run_cli(*words, env={**nowhere, "PATH": f"{program.parent}{os.pathsep}{os.defpath}"})
    assert done.returncode == 0, done.stderr
    (made,) = target.iterdir()
    assert len(decode_with_sndfile(made)[0]) == 66_150
    assert [call["words"][0] for call in rvc_next_program.calls(program)] == ["version", "config", "convert"]
    assert not any(path.name.endswith((".part", ".more")) for path in home.cache.rglob("*"))
