"""One file: checks first, the result in one step, nothing left otherwise."""

from __future__ import annotations

import asyncio
import os
from datetime import date
from pathlib import Path

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.contracts import EngineUnavailable
from characoid_desktop.features.rvc import destination
from characoid_desktop.features.rvc.conversion import (
    ConversionRequest,
    convert_one,
    needed_bytes,
    unnamed,
)
from characoid_desktop.features.rvc.models import SourceFacts
from characoid_desktop.settings.sections.conversion import OutputFormat
from tests.fakes.eventually import eventually
from tests.fakes.held_engine import HeldEngine


def source(folder: Path, name: str = "song.wav") -> Path:
    path = folder / name
    path.write_bytes(b"sound")
    return path


def request(path: Path, **settings: object) -> ConversionRequest:
    return ConversionRequest(path, preset="Higher", key=2, day=date(2026, 11, 30), **settings)  # type: ignore[arg-type]


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


NAMES = [
    "song.wav", "夜更けの放送局.wav", "🎧 remix 👩‍🎤.flac", "100%d.wav", "%s%n.wav", "it's \"quoted\".wav",
    "-rf.wav", "#1.wav", "$(touch x).wav", "trailing .wav", "two  spaces.wav", "dots...wav", "noext",
    "名" * 83 + ".wav", "a" * 251 + ".wav", "é" * 125 + ".wav", ".wav.wav",
]


@pytest.mark.parametrize("name", NAMES)
async def test_every_name_gives_a_result_beside_it(tmp_path: Path, name: str) -> None:
    path = source(tmp_path, name)
    engine = HeldEngine()
    outcome = await convert_one(engine, request(path))
    assert outcome.path.parent == tmp_path
    assert outcome.path != path
    assert outcome.path.read_bytes().startswith(b"RIFF")
    assert len(os.fsencode(outcome.path.name)) <= 255
    assert outcome.path.suffix == ".wav"
    assert path.read_bytes() == b"sound"
    assert len(names(tmp_path)) == 2
    params = engine.of("convert")[0]
    assert params["input"] == str(path)
    assert Path(params["output"]).parent == tmp_path


async def test_two_conversions_never_share_a_name(tmp_path: Path) -> None:
    path = source(tmp_path)
    engine = HeldEngine()
    outcomes = await asyncio.gather(*(convert_one(engine, request(path)) for _ in range(5)))
    assert len({outcome.path for outcome in outcomes}) == 5
    assert names(tmp_path) == ["song (Higher) (2).wav", "song (Higher) (3).wav", "song (Higher) (4).wav",
                               "song (Higher) (5).wav", "song (Higher).wav", "song.wav"]


async def test_a_hostile_template_stays_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = source(folder)
    outcome = await convert_one(HeldEngine(), request(path, template="../../{title}/{date}\0{title.__init__}"))
    assert outcome.path.parent == folder
    assert names(tmp_path) == ["in"]


async def test_folder_name_and_format_are_as_wished(tmp_path: Path) -> None:
    wish = request(source(tmp_path), format=OutputFormat.FLAC, folder=tmp_path / "out", template="{title} {key}")
    assert (await convert_one(HeldEngine(), wish)).path == tmp_path / "out" / "song +2.flac"


async def test_a_copy_is_named_after_its_original(tmp_path: Path) -> None:
    blob = source(tmp_path, "0123456789abcdef")
    home = tmp_path / "music"
    home.mkdir()
    outcome = await convert_one(HeldEngine(), request(blob, origin=home / "My song.mp3"))
    assert outcome.path == home / "My song (Higher).wav"


async def test_the_tags_tell_the_history(tmp_path: Path) -> None:
    engine = HeldEngine()
    await convert_one(engine, request(source(tmp_path)))
    tags = engine.of("convert")[0]["tags"]
    assert tags["title"] == "song"
    assert tags["date"] == "2026-11-30"
    for word in ("song.wav", "Higher", "+2", "built-in"):
        assert word in tags["comment"]


async def test_cancelling_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    path = source(tmp_path)
    engine = HeldEngine()
    engine.hold()
    scope = TaskScope("test")
    task = scope.start(convert_one(engine, request(path)))
    await eventually(lambda: len(names(tmp_path)) == 2)  # the hidden half is there
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert names(tmp_path) == ["song.wav"]
    await scope.aclose()


async def test_cancelling_at_any_moment_leaves_nothing_or_everything(tmp_path: Path) -> None:
    """The cancel comes after a growing part of the time that a whole conversion takes."""
    path = source(tmp_path)
    loop = asyncio.get_running_loop()
    scope = TaskScope("test")
    ends: list[bool] = []
    for round_ in range(120):
        task = scope.start(convert_one(HeldEngine(), request(path)))
        until = loop.time() + round_ * 0.0002
        while loop.time() < until and not task.done():
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        ends.append(task.cancelled())
        made = ["song.wav"] if task.cancelled() else ["song (Higher).wav", "song.wav"]
        assert names(tmp_path) == made, f"in round {round_}"
        (tmp_path / "song (Higher).wav").unlink(missing_ok=True)
    assert set(ends) == {True, False}  # the window covered both
    await scope.aclose()


async def test_an_engine_error_names_the_file_and_leaves_nothing(tmp_path: Path) -> None:
    path = source(tmp_path, "cover.mkv")
    engine = HeldEngine()
    engine.errors["cover.mkv"] = "no_audio"
    with pytest.raises(AppError) as caught:
        await convert_one(engine, request(path))
    assert str(caught.value) == "“cover.mkv”: The video has no sound in it."
    assert str(unnamed(caught.value.sentence)) == "The video has no sound in it."
    assert caught.value.code == "no_audio"
    assert names(tmp_path) == ["cover.mkv"]


async def test_a_dying_engine_leaves_nothing(tmp_path: Path) -> None:
    engine = HeldEngine()
    engine.dies = True
    with pytest.raises(EngineUnavailable):
        await convert_one(engine, request(source(tmp_path)))
    assert names(tmp_path) == ["song.wav"]


async def test_an_engine_that_writes_nothing_is_not_believed(tmp_path: Path) -> None:
    class Liar(HeldEngine):
        async def run(self, op, params, **rest):  # type: ignore[no-untyped-def]
            result = await super().run(op, params, **rest)
            Path(params["output"]).write_bytes(b"")
            return result

    with pytest.raises(AppError) as caught:
        await convert_one(Liar(), request(source(tmp_path)))
    assert caught.value.code == "garbage_answer"
    assert names(tmp_path) == ["song.wav"]


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "missing"])
async def test_what_is_no_plain_file_never_reaches_the_engine(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "thing.wav"
    if kind == "link":
        path.symlink_to(source(tmp_path))
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    engine = HeldEngine()
    with pytest.raises(AppError) as caught:
        await convert_one(engine, request(path))
    assert "thing.wav" in str(caught.value)
    assert not engine.calls


async def test_a_folder_that_cannot_be_written_is_told_before_work_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **rest: object) -> int:
        raise PermissionError(13, "Permission denied")

    engine = HeldEngine()
    path = source(tmp_path)
    monkeypatch.setattr(destination.os, "open", refuse)
    with pytest.raises(AppError) as caught:
        await convert_one(engine, request(path))
    assert caught.value.code == "read_only"
    assert not engine.calls


async def test_a_file_in_the_way_of_the_folder_is_told(tmp_path: Path) -> None:
    engine = HeldEngine()
    with pytest.raises(AppError):
        await convert_one(engine, request(source(tmp_path), folder=tmp_path / "song.wav" / "out"))
    assert not engine.calls


async def test_too_little_room_is_told_before_work_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        destination.shutil, "disk_usage", lambda folder: type("Usage", (), {"free": 10 * 1024 * 1024})())
    engine = HeldEngine()
    with pytest.raises(AppError) as caught:
        await convert_one(engine, request(source(tmp_path), facts=SourceFacts(3600.0, 48_000, 2)))
    assert caught.value.code == "disk_full"
    assert "10 MB are free" in str(caught.value)
    assert not engine.calls
    assert names(tmp_path) == ["song.wav"]


def test_the_room_needed_follows_length_and_format(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    hour = request(path, facts=SourceFacts(3600.0, 48_000, 2))
    assert needed_bytes(hour, 0) >= 3600 * 48_000 * 2 * 4
    small = request(path, facts=SourceFacts(3600.0, 48_000, 2), format=OutputFormat.MP3)
    assert needed_bytes(small, 0) < needed_bytes(hour, 0)
    assert needed_bytes(request(tmp_path / "a.mp3"), 1_000_000) == 12_000_000
