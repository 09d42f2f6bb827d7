"""Finished files go into place whole, under a free and fitting name."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characoid_desktop.data.errors import DataFolderMissing, FileInTheWay
from characoid_desktop.data.files import replace_into_place, scratch_beside
from characoid_desktop.data.names import clusters, fit_name, path_from_db, path_to_db, split_name, visible

FAMILY = "👨‍👩‍👧‍👦"


def scratch(folder: Path, text: str) -> Path:
    path = scratch_beside(folder / "any.wav")
    path.write_text(text)
    return path


def no_links(source: Path, target: Path) -> None:
    raise OSError(errno.EPERM, "this file system has no hard links")


@pytest.mark.parametrize("link", [os.link, no_links], ids=["hard links", "no hard links"])
def test_a_taken_name_gets_a_number_and_the_file_there_stays(tmp_path: Path, link: object) -> None:
    final = tmp_path / "song.wav"
    placed = [replace_into_place(scratch(tmp_path, f"{n}"), final, link=link) for n in range(3)]  # type: ignore[arg-type]
    assert [path.name for path in placed] == ["song.wav", "song (2).wav", "song (3).wav"]
    assert [path.read_text() for path in placed] == ["0", "1", "2"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in placed)


def test_many_at_once_never_take_each_others_name(tmp_path: Path) -> None:
    placed: list[Path] = []

    def place(n: int) -> None:
        placed.append(replace_into_place(scratch(tmp_path, f"{n}"), tmp_path / "song.wav"))

    threads = [threading.Thread(target=place, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(placed)) == 12
    assert {path.read_text() for path in placed} == {f"{n}" for n in range(12)}


def test_with_leave_a_file_is_replaced(tmp_path: Path) -> None:
    final = tmp_path / "song.wav"
    final.write_text("old")
    assert replace_into_place(scratch(tmp_path, "new"), final, overwrite=True) == final
    assert final.read_text() == "new"
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileInTheWay):
        replace_into_place(scratch(tmp_path, "x"), tmp_path / "folder", overwrite=True)


def test_a_folder_or_a_dead_link_of_that_name_counts_as_taken(tmp_path: Path) -> None:
    (tmp_path / "a.wav").mkdir()
    (tmp_path / "a (2).wav").symlink_to(tmp_path / "nowhere")
    assert replace_into_place(scratch(tmp_path, "x"), tmp_path / "a.wav").name == "a (3).wav"
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_is_gone_is_named_and_the_scratch_file_stays(tmp_path: Path) -> None:
    source = scratch(tmp_path, "x")
    with pytest.raises(DataFolderMissing):
        replace_into_place(source, tmp_path / "gone" / "a.wav")
    assert source.read_text() == "x"


def test_the_longest_name_gets_its_number_too(tmp_path: Path) -> None:
    name = fit_name("界" * 200, ".wav", parent=tmp_path)
    for number in (1, 2, 3):
        placed = replace_into_place(scratch(tmp_path, "x"), tmp_path / name)
        assert len(os.fsencode(placed.name)) <= 255
        assert placed.name.endswith(".wav" if number == 1 else f" ({number}).wav")


@pytest.mark.parametrize(("stem", "end"), [
    ("é" * 300, "é"), ("e\u0301" * 300, "e\u0301"), ("界" * 300, "界"), (FAMILY * 40, FAMILY), ("🇯🇵" * 80, "🇯🇵"),
    ("👍🏽" * 80, "👍🏽"), ("❤️" * 99, "❤️"), ("\u1112\u1161\u11ab" * 80, "\u1112\u1161\u11ab"), ("a" * 300, "a"),
], ids=["é", "e + accent", "CJK", "family", "flags", "skin tone", "heart", "jamo", "ASCII"])
def test_a_name_is_cut_between_characters_never_inside(tmp_path: Path, stem: str, end: str) -> None:
    name = fit_name(stem, ".flac", parent=tmp_path)
    assert 255 - len(end.encode()) < len(name.encode()) <= 255
    assert name.endswith(end + ".flac")
    assert (len(name) - 5) % len(end) == 0
    (tmp_path / name).touch()


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=400), st.sampled_from(["", ".wav", ".m4a"]))
def test_every_name_fits_on_every_system(stem: str, suffix: str) -> None:
    linux = fit_name(stem, suffix, platform="linux")
    assert 0 < len(linux.encode()) <= 255
    assert "/" not in linux
    assert "\0" not in linux
    assert linux not in (".", "..")
    assert not set(linux) & set("\u200e\u202e\u2066\u061c")
    assert linux.endswith(suffix)
    windows = fit_name(stem, suffix, platform="win32")
    assert 0 < len(windows.encode("utf-16-le")) // 2 <= 255
    assert not set(windows) & set('<>:"/\\|?*')
    assert not any(ord(char) < 32 for char in windows)
    assert windows[-1] not in ". "
    assert windows.split(".")[0].rstrip().upper() not in ("CON", "NUL", "COM1", "LPT¹", "AUX", "PRN")
    assert "".join(clusters(stem)) == stem


@pytest.mark.parametrize(("stem", "suffix", "expected"), [
    ("CON", ".wav", "_CON.wav"), ("nul", "", "_nul"), ("com1.live", ".wav", "_com1.live.wav"),
    ("what? a \"song\": <1>", ".wav", "what_ a _song__ _1_.wav"), ("dots...", "", "dots"), ("  ", "", "untitled"),
    ("a\tb", ".wav", "a_b.wav"), ("lpt²", ".wav", "_lpt².wav"), ("console", ".wav", "console.wav"),
    ("trailing ", ".wav", "trailing .wav"),
])
def test_windows_names(stem: str, suffix: str, expected: str) -> None:
    assert fit_name(stem, suffix, platform="win32") == expected


def test_no_name_of_ours_hides_its_ending() -> None:
    assert fit_name("photo\u202egnp.exe", ".png", platform="linux") == "photognp.exe.png"


def test_windows_counts_utf_16_units_and_the_length_of_the_folder() -> None:
    assert len(fit_name("𠮷" * 300, ".wav", platform="win32").encode("utf-16-le")) // 2 == 254
    folder = Path("C:/" + "d" * 200)
    assert len(fit_name("x" * 300, ".wav", parent=folder, platform="win32")) == 259 - 1 - len(str(folder))


def test_the_names_the_user_gave_stay_as_they_are_on_linux(tmp_path: Path) -> None:
    for stem in ("-rf", "%d #1", "with 'quotes' \"both\"", "trailing ", "CON", "emoji 🎤", ".hidden", "a:b"):
        assert fit_name(stem, ".wav", parent=tmp_path, platform="linux") == stem + ".wav"


@pytest.mark.parametrize(("name", "expected"), [
    ("a.wav", ("a", ".wav")), ("a.tar.gz", ("a.tar", ".gz")), (".hidden", (".hidden", "")),
    ("no suffix", ("no suffix", "")),
    ("Mr. Blue Sky", ("Mr. Blue Sky", "")), ("dot.", ("dot.", "")), ("..", ("..", "")),
])
def test_only_a_file_type_is_split_off(name: str, expected: tuple[str, str]) -> None:
    assert split_name(name) == expected


def test_no_character_of_a_name_can_hide_or_rearrange(tmp_path: Path) -> None:
    assert visible("a\nb\0\x7f") == "a␊b␀␡"
    assert visible("gpj.\u202ewav") == "gpj.\\x{202E}wav"
    assert visible(os.fsdecode(b"caf\xe9.wav")) == "caf\\xE9.wav"
    assert visible(f"日本 {FAMILY} é ok") == f"日本 {FAMILY} é ok"
    visible("".join(map(chr, range(0x3000)))).encode()


@pytest.mark.parametrize("name", [
    b"plain.wav", "日本 🎤.wav".encode(), b"caf\xe9 \xff\xfe.wav", b"new\nline", b"\xf0\x9f half",
])
def test_any_path_comes_back_from_the_database_as_it_was(name: bytes) -> None:
    path = Path(os.fsdecode(b"/music/" + name))
    stored = path_to_db(path)
    assert path_from_db(stored) == path
    assert os.fsencode(path_from_db(stored)) == b"/music/" + name
    if isinstance(stored, str):
        stored.encode("utf-8")
