"""Zips that voices are shared in: what may come out does, and nothing leads out of the folder."""

from __future__ import annotations

import os
import stat
import struct
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.features.voices import archive
from characoid_desktop.features.voices.archive import BadArchive, holds_tensors, unpack


def make(path: Path, *entries: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as made:
        for name, data in entries:
            made.writestr(name, data)
    return path


def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir(exist_ok=True)
    return folder


def test_twin_the_files_of_a_voice_come_out_under_our_names(tmp_path: Path):
    path = make(tmp_path / "Mika.zip", ("Mika/Mika.pth", b"voice" * 50), ("Mika/added_x.index", b"index"),
                ("Mika/cover.PNG", b"png"), ("Mika/read me.txt", b"no"), ("__MACOSX/Mika/._Mika.pth", b"no"),
                ("Mika/.hidden.pth", b"no"), ("Mika/", b""))
    members = unpack(path, out(tmp_path), threading.Event())
    assert [(m.path.name, str(m.name)) for m in members] == [
        ("0001.pth", "Mika/Mika.pth"), ("0002.index", "Mika/added_x.index"), ("0003.png", "Mika/cover.PNG")]
    assert members[0].path.read_bytes() == b"voice" * 50
    assert len(list(out(tmp_path).iterdir())) == 3


@pytest.mark.parametrize("name", [
    "../x.pth", "a/../../x.pth", "/x.pth", "C:/x.pth", "C:x.pth", "..\\x.pth", "a\\..\\..\\x.pth",
    "//server/share/x.pth", "x\x01.pth", "．．/x.pth", "/".join("abcdefghijklm") + "/x.pth", "a" * 1001 + ".pth",
])
def test_a_name_that_leads_out_or_deceives_is_refused(name: str, tmp_path: Path):
    path = make(tmp_path / "x.zip", ("good.pth", b"x"), (name, b"x"))
    with pytest.raises(BadArchive):
        unpack(path, out(tmp_path), threading.Event())
    assert list(out(tmp_path).iterdir()) == []
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "x.zip"]


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_are_refused(mode: int, tmp_path: Path):
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as made:
        entry = zipfile.ZipInfo("x.pth")
        entry.external_attr = (mode | 0o777) << 16
        made.writestr(entry, "/etc/passwd")
    with pytest.raises(BadArchive):
        unpack(path, out(tmp_path), threading.Event())
    assert list(out(tmp_path).iterdir()) == []


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("names", [("a.pth", "a.pth"), ("a.pth", "A.PTH"), ("é.pth", "e\u0301.pth")])
def test_two_files_of_one_name_are_refused(names: tuple[str, str], tmp_path: Path):
    with pytest.raises(BadArchive):
        unpack(make(tmp_path / "x.zip", *((name, b"x") for name in names)), out(tmp_path), threading.Event())


def patched(path: Path, change: Callable[[bytearray, int], object]) -> Path:
    data = bytearray(path.read_bytes())
    change(data, data.find(b"PK\x01\x02"))
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(("what", "change"), [
    ("a password", lambda d, at: struct.pack_into("<H", d, at + 8, 1)),
    ("a size that is smaller than the real one", lambda d, at: struct.pack_into("<I", d, at + 24, 10)),
    ("a size that is larger than the real one", lambda d, at: struct.pack_into("<I", d, at + 24, 10**6)),
    ("9 GB", lambda d, at: struct.pack_into("<I", d, at + 24, 2**32 - 2)),
    ("a wrong sum", lambda d, at: struct.pack_into("<I", d, at + 16, 5)),
    ("a directory that is not there", lambda d, at: struct.pack_into("<I", d, len(d) - 6, 10**6)),
    ("a directory of a gigabyte", lambda d, at: struct.pack_into("<I", d, len(d) - 10, 10**9)),
    ("an unknown method", lambda d, at: struct.pack_into("<H", d, at + 10, 93)),
])
def test_an_archive_that_lies_is_refused(what: str, change: Callable[[bytearray, int], object], tmp_path: Path):
    path = patched(make(tmp_path / "x.zip", ("x.pth", bytes(5000))), change)
    with pytest.raises(BadArchive) as refused:
        unpack(path, out(tmp_path), threading.Event())
    assert str(refused.value).endswith(".")


def test_too_many_and_too_large_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    many = make(tmp_path / "many.zip", *((f"{n}.pth", b"") for n in range(archive.MAX_TAKEN + 1)))
    with pytest.raises(BadArchive, match="more than"):
        unpack(many, out(tmp_path), threading.Event())
    monkeypatch.setattr(archive, "MAX_MEMBER_BYTES", 1000)
    with pytest.raises(BadArchive, match="larger"):
        unpack(make(tmp_path / "bomb.zip", ("x.pth", bytes(1001))), out(tmp_path), threading.Event())
    monkeypatch.setattr(archive, "MAX_TOTAL_BYTES", 1500)
    with pytest.raises(BadArchive, match="larger"):
        unpack(make(tmp_path / "sum.zip", ("x.pth", bytes(900)), ("y.pth", bytes(900))), out(tmp_path),
               threading.Event())
    assert list(out(tmp_path).iterdir()) == []


def test_noise_cut_and_missing_files_are_refused_with_a_sentence(tmp_path: Path):
    good = make(tmp_path / "x.zip", ("x.pth", os.urandom(5000))).read_bytes()
    for data in (good[:100], good[:-30], b"PK\x03\x04" + bytes(1000), b""):
        (tmp_path / "x.zip").write_bytes(data)
        with pytest.raises(AppError):
            unpack(tmp_path / "x.zip", out(tmp_path), threading.Event())
        assert not holds_tensors(tmp_path / "x.zip")
    with pytest.raises(AppError):
        unpack(tmp_path / "gone.zip", out(tmp_path), threading.Event())


def test_it_stops_when_it_is_told_to(tmp_path: Path):
    stop = threading.Event()
    stop.set()
    path = make(tmp_path / "x.zip", ("x.pth", bytes(5000)), ("y.pth", bytes(5000)))
    assert unpack(path, out(tmp_path), stop) == []


def test_a_checkpoint_is_told_from_an_archive(tmp_path: Path):
    assert holds_tensors(make(tmp_path / "v.pth", ("v/data.pkl", b"."), ("v/version", b"3")))
    assert not holds_tensors(make(tmp_path / "v.zip", ("v/v.pth", b"."), ("v/deep/data.pkl", b"3")))
