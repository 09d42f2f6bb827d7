"""Dropped files and folders."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.rvc.naming import part_name
from characoid_desktop.features.rvc.scan import FoundFile, ScanLimits, ScanReport, natural_key, scan
from tests.fakes.eventually import eventually


async def walked(paths: list[Path], **settings: object) -> tuple[list[str], ScanReport]:
    found: list[FoundFile] = []
    report = await scan(paths, found.extend, **settings)  # type: ignore[arg-type]
    return [file.path.name for file in found], report


def touch(path: Path, size: int = 10) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    return path


async def test_a_folder_gives_its_sound_files_in_natural_order(tmp_path: Path) -> None:
    for name in ("take 10.wav", "take 2.wav", "Take 1.flac", "notes.txt", ".hidden.wav", "cover.MP4"):
        touch(tmp_path / name)
    touch(tmp_path / "b" / "deep.ogg")
    touch(tmp_path / ".git" / "x.wav")
    touch(tmp_path / part_name("abc"))
    names, report = await walked([tmp_path])
    assert names == ["cover.MP4", "Take 1.flac", "take 2.wav", "take 10.wav", "deep.ogg"]
    assert report.files == 5
    assert report.cut is None
    assert not report.refused


async def test_a_named_file_is_taken_whatever_its_suffix(tmp_path: Path) -> None:
    names, _ = await walked([touch(tmp_path / "voice.bin"), touch(tmp_path / "noext")])
    assert names == ["noext", "voice.bin"]


async def test_links_pipes_and_missing_files_are_refused_with_a_sentence(tmp_path: Path) -> None:
    real = touch(tmp_path / "real.wav")
    link = tmp_path / "link.wav"
    link.symlink_to(real)
    os.mkfifo(tmp_path / "pipe.wav")
    names, report = await walked([link, tmp_path / "pipe.wav", tmp_path / "gone.wav", real])
    assert names == ["real.wav"]
    sentences = [str(error) for error in report.refused]
    assert any("gone.wav" in s and "no longer there" in s for s in sentences)
    assert any("link.wav" in s and "link" in s for s in sentences)
    assert any("pipe.wav" in s for s in sentences)
    assert len(sentences) == 3


async def test_links_and_pipes_inside_a_folder_are_left_out(tmp_path: Path) -> None:
    real = touch(tmp_path / "real.wav")
    (tmp_path / "link.wav").symlink_to(real)
    os.mkfifo(tmp_path / "pipe.wav")
    (tmp_path / "named.wav").mkdir()
    names, report = await walked([tmp_path])
    assert names == ["real.wav"]
    assert report.skipped == 2


async def test_a_loop_of_links_ends(tmp_path: Path) -> None:
    touch(tmp_path / "a" / "one.wav")
    (tmp_path / "a" / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    names, report = await walked([tmp_path, tmp_path / "self"])
    assert names == ["one.wav"]
    assert len(report.refused) == 1


async def test_the_same_folder_reached_twice_is_walked_once(tmp_path: Path) -> None:
    touch(tmp_path / "a" / "one.wav")
    (tmp_path / "b").symlink_to(tmp_path / "a", target_is_directory=True)
    names, _ = await walked([tmp_path / "a", tmp_path / "b"])
    assert names == ["one.wav"]


async def test_limits_cut_and_say_so(tmp_path: Path) -> None:
    for index in range(12):
        touch(tmp_path / f"{index}.wav")
    names, report = await walked([tmp_path], limits=ScanLimits(max_files=5))
    assert names == ["0.wav", "1.wav", "2.wav", "3.wav", "4.wav"]
    assert "5" in str(report.cut)
    names, report = await walked([tmp_path], limits=ScanLimits(max_entries=4))
    assert len(names) == 4
    assert report.cut is not None


async def test_a_chain_of_folders_ends_at_the_depth_limit(tmp_path: Path) -> None:
    deep = tmp_path
    for index in range(6):
        deep = deep / f"d{index}"
    touch(deep / "deep.wav")
    names, report = await walked([tmp_path], limits=ScanLimits(max_depth=4))
    assert names == []
    assert "4" in str(report.cut)
    assert report.skipped == 1


async def test_our_own_results_in_a_folder_are_not_taken_again(tmp_path: Path) -> None:
    source, result = touch(tmp_path / "a.wav"), touch(tmp_path / "a (Higher).wav")
    names, report = await walked([tmp_path], own_outputs={str(result)})
    assert names == [source.name]
    assert report.own_outputs == 1
    names, _ = await walked([result], own_outputs={str(result)})
    assert names == [result.name]  # named by the user: taken


async def test_ten_thousand_files_come_in_pieces(tmp_path: Path) -> None:
    for index in range(10_000):
        os.close(os.open(tmp_path / f"{index}.wav", os.O_CREAT | os.O_WRONLY))
    chunks: list[int] = []
    report = await scan([tmp_path], lambda files: chunks.append(len(files)))
    assert report.files == 10_000
    assert sum(chunks) == 10_000
    assert max(chunks) <= 200


async def test_cancelling_ends_the_walk(tmp_path: Path) -> None:
    for index in range(2_000):
        os.close(os.open(tmp_path / f"{index}.wav", os.O_CREAT | os.O_WRONLY))
    seen: list[FoundFile] = []
    scope = TaskScope("test")
    task = scope.start(scan([tmp_path], seen.extend))
    await eventually(lambda: seen)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert len(seen) < 2_000
    await scope.aclose()


@pytest.mark.parametrize(
    "ordered",
    [["take 2", "take 10"], ["a", "B", "c"], ["0001", "2", "10"], ["ＴＡＫＥ２", "take 10"], ["9" * 200, "x"],
     ["gone.wav", "gone2.wav"]],
)
def test_names_are_ordered_as_people_order_them(ordered: list[str]) -> None:
    turned = ordered[::-1]
    assert sorted(turned, key=natural_key) == ordered
