"""The session with real engine children: real sound in, real sound out."""

from __future__ import annotations

import os
import random
from array import array
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import soundfile

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.engines.catalog import EngineHosts, build_hosts
from characoid_desktop.features.rvc.models import Choice, ItemState
from characoid_desktop.features.rvc.naming import is_part
from characoid_desktop.features.rvc.sample import write_sample
from characoid_desktop.settings.sections.conversion import OutputFormat
from tests.fakes.eventually import eventually
from tests.fakes.rvc_bench import CHOICE, rvc_bench


@pytest.fixture
async def hosts(home: AppPaths) -> AsyncIterator[EngineHosts]:
    hosts = build_hosts(home)
    yield hosts
    for host in hosts.all:
        await host.stop()


@pytest.fixture
def music(tmp_path: Path) -> Path:
    folder = tmp_path / "music"
    folder.mkdir()
    return folder


def seconds_of(path: Path) -> float:
    info = soundfile.info(str(path))
    return info.frames / info.samplerate


@pytest.mark.slow
async def test_sounds_go_in_and_come_out_and_the_broken_ones_say_why(
    home: AppPaths, hosts: EngineHosts, music: Path
) -> None:
    sample = write_sample(music)
    song = sample.rename(music / "歌 🎤 100%d.wav")
    (music / "words.wav").write_text("no sound at all, only words")
    (music / "empty.flac").touch()
    async with rvc_bench(home, media=hosts.media, rvc=hosts.rvc) as bench:
        ids = await bench.add(music)
        await bench.convert(*ids)
        await eventually(lambda: bench.reports, 60)
        report = bench.reports[0]
        assert (report.done, report.failed) == (1, 2)
        item = bench.item(song.name)
        assert item.result is not None
        assert item.result.path.name == "歌 🎤 100%d (Higher).wav"
        assert seconds_of(item.result.path) == pytest.approx(seconds_of(song), abs=0.001)
        assert item.result.lufs_in is not None
        assert bench.service.picture(item.id) is not None
        assert bench.service.picture(item.id, converted=True) is not None
        for name, words in (("words.wav", "not a sound file"), ("empty.flac", "empty")):
            error = bench.item(name).error
            assert error is not None
            assert words in str(error.sentence)
        assert not [name for name in os.listdir(music) if is_part(name)]


@pytest.mark.slow
async def test_both_versions_can_be_read_at_the_same_position(
    home: AppPaths, hosts: EngineHosts, music: Path
) -> None:
    async with rvc_bench(home, media=hosts.media, rvc=hosts.rvc) as bench:
        (item_id,) = await bench.add(write_sample(music))
        bench.service.want_first(item_id)
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE] and bench.service.sound(item_id) is not None, 60)
        for converted in (False, True):
            sound = bench.service.sound(item_id, converted=converted)
            assert sound is not None
            block = await sound.read(1.0, 0.5, rate=48_000, channels=2, gain_db=-6.0)
            values = array("f", block.data)
            assert len(values) == 48_000
            assert 0.01 < max(values) <= 0.51
            last = await sound.read(sound.duration_s - 0.1, 1.0, rate=48_000, channels=2, gain_db=0.0)
            assert last.end


@pytest.mark.slow
async def test_a_preview_sounds_like_its_place_in_the_whole(
    home: AppPaths, hosts: EngineHosts, music: Path
) -> None:
    async with rvc_bench(home, media=hosts.media, rvc=hosts.rvc) as bench:
        (item_id,) = await bench.add(write_sample(music))
        preview = await bench.service.preview(item_id, 1.0, 1.5, CHOICE.effect)
        assert preview is not None
        assert preview.duration_s == pytest.approx(1.5, abs=0.01)
        assert len(preview.peaks) == 2000
        sound = bench.service.preview_sound(preview)
        before = await sound.read(0.5, 0.25, rate=44_100, channels=1, gain_db=0.0)
        assert not any(array("f", before.data))
        inside = await sound.read(1.2, 0.25, rate=44_100, channels=1, gain_db=0.0)
        assert max(array("f", inside.data)) > 0.02


@pytest.mark.slow
async def test_cancelling_at_random_moments_leaves_nothing_and_the_engine_stays(
    home: AppPaths, hosts: EngineHosts, music: Path
) -> None:
    dice = random.Random(7)
    async with rvc_bench(home, media=hosts.media, rvc=hosts.rvc) as bench:
        (item_id,) = await bench.add(write_sample(music))
        await bench.service.set_choice([item_id], Choice("custom", {"semitones": 3.0}, OutputFormat.FLAC))
        await hosts.rvc.start()
        pid = hosts.rvc.pid
        for _ in range(8):
            await bench.convert(item_id)
            wanted = dice.random() * 0.9
            await eventually(lambda wanted=wanted: _fraction(bench) >= wanted or not _active(bench), 30)
            await bench.service.cancel(item_id)
            await eventually(lambda: not bench.jobs.busy, 10)
            assert not [name for name in os.listdir(music) if is_part(name)]
        made = sum(report.done for report in bench.reports)
        assert len(os.listdir(music)) == 1 + made
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE], 60)
        assert hosts.rvc.pid == pid


def _fraction(bench) -> float:  # type: ignore[no-untyped-def]
    progress = bench.service.items[0].progress
    return progress.fraction or 0.0 if progress is not None else 0.0


def _active(bench) -> bool:  # type: ignore[no-untyped-def]
    return bench.service.items[0].state.is_active
