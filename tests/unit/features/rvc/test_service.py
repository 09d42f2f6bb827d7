"""The session with a real database and queue, and engines that hold still when the test wants it."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.contracts import EngineState
from characoid_desktop.features.rvc.models import Choice, ItemState, Place, SessionItem
from characoid_desktop.features.rvc.naming import is_part
from characoid_desktop.features.rvc.scan import ScanLimits
from characoid_desktop.jobs.models import JobState
from characoid_desktop.settings.sections.conversion import OutputFormat
from tests.fakes.eventually import eventually
from tests.fakes.held_engine import HeldEngine
from tests.fakes.rvc_bench import CHOICE, rvc_bench


@pytest.fixture
def music(tmp_path: Path) -> Path:
    folder = tmp_path / "music"
    folder.mkdir()
    return folder


def song(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_bytes(name.encode())
    return path


def parts(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if is_part(name)]


async def test_dropped_files_wait_in_order_and_are_there_after_a_restart(home: AppPaths, music: Path) -> None:
    for name in ("b.wav", "a.wav", "夜 🎧.flac"):
        song(music, name)
    async with rvc_bench(home) as bench:
        report = await bench.service.add_paths([music], CHOICE)
        assert report.added == 3
        names = [item.name for item in bench.service.items]
        assert names == ["a.wav", "b.wav", "夜 🎧.flac"]
    async with rvc_bench(home) as bench:
        assert [item.name for item in bench.service.items] == names
        assert bench.states == [ItemState.WAITING] * 3
        assert bench.service.items[0].choice == CHOICE


async def test_a_file_already_in_the_list_is_not_added_again(home: AppPaths, music: Path) -> None:
    path = song(music, "a.wav")
    async with rvc_bench(home) as bench:
        await bench.service.add_paths([path], CHOICE)
        report = await bench.service.add_paths([path, music], CHOICE)
        assert report.added == 0
        assert report.already_there == 2
        assert len(bench.service.items) == 1


async def test_a_conversion_goes_from_waiting_to_done_with_its_history(home: AppPaths, music: Path) -> None:
    path = song(music, "a.wav")
    async with rvc_bench(home) as bench:
        seen: list[ItemState] = []
        bench.service.changed.connect(lambda item: seen.append(item.state))
        (item_id,) = await bench.add(path)
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE])
        item = bench.service.items[0]
        assert item.result is not None
        assert item.result.path == music / "a (Higher).wav"
        assert item.result.path.is_file()
        assert item.result.preset == "Higher"
        assert item.result.preset_id == "higher"
        assert item.result.effect == {"semitones": 4.0}
        assert item.result.source == str(path)
        assert item.result.lufs_out == -14.0
        assert [s for i, s in enumerate(seen) if i == 0 or seen[i - 1] is not s] == [
            ItemState.QUEUED, ItemState.RUNNING, ItemState.DONE]
        assert len(bench.reports) == 1
        assert str(bench.reports[0].sentence) == "1 file is converted."
        stored = item.result
    async with rvc_bench(home) as bench:
        assert bench.states == [ItemState.DONE]
        assert bench.service.items[0].result == stored


async def test_a_result_outlives_the_history_of_jobs(home: AppPaths, music: Path) -> None:
    async with rvc_bench(home) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE])
        await eventually(lambda: bench.service._scope.running == 0)
        async with bench.database.transaction() as tx:
            await tx.execute("DELETE FROM jobs")
    async with rvc_bench(home) as bench:
        assert bench.states == [ItemState.DONE]
        assert bench.service.items[0].result is not None


async def test_one_broken_file_does_not_stop_the_others(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.errors["broken.mkv"] = "no_audio"
    for name in ("a.wav", "broken.mkv", "c.wav"):
        song(music, name)
    async with rvc_bench(home, rvc=rvc) as bench:
        ids = await bench.add(music)
        assert await bench.convert(*ids) == 3
        await eventually(lambda: bench.reports)
        assert bench.states == [ItemState.DONE, ItemState.FAILED, ItemState.DONE]
        error = bench.item("broken.mkv").error
        assert error is not None
        assert str(error.sentence) == "“broken.mkv”: The video has no sound in it."
        report = bench.reports[0]
        assert (report.done, report.failed, report.cancelled) == (2, 1, 0)
        assert parts(music) == []


async def test_cancelling_a_running_one_leaves_nothing_and_the_next_one_goes_on(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        first, second = await bench.add(song(music, "a.wav"), song(music, "b.wav"))
        await bench.convert(first, second)
        await eventually(lambda: rvc.running)  # a hidden file alone can be the test whether the folder takes files
        assert parts(music)
        await bench.service.cancel(first)
        assert bench.item("a.wav").state is ItemState.CANCELLED
        await eventually(lambda: len(rvc.of("convert")) == 2)
        rvc.go()
        await eventually(lambda: bench.item("b.wav").state is ItemState.DONE)
        assert sorted(os.listdir(music)) == ["a.wav", "b (Higher).wav", "b.wav"]
        assert (bench.reports[0].done, bench.reports[0].cancelled) == (1, 1)


async def test_cancelling_everything_starts_nothing_in_between_and_tells_nothing(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        ids = await bench.add(*(song(music, f"{n}.wav") for n in range(6)))
        await bench.convert(*ids)
        await eventually(lambda: rvc.running)
        await bench.service.cancel_all()
        await eventually(lambda: set(bench.states) == {ItemState.CANCELLED} and not bench.jobs.busy)
        assert len(rvc.of("convert")) == 1
        assert bench.reports == []
        assert parts(music) == []


async def test_cancelling_before_the_queue_has_taken_it_in_is_a_cancel_too(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        ids = await bench.add(*(song(music, f"{n}.wav") for n in range(12)))
        for item_id in ids:
            await bench.convert(item_id)
            await bench.service.cancel(item_id)
        assert set(bench.states) == {ItemState.CANCELLED}
        await eventually(lambda: not bench.jobs.busy)
        assert parts(music) == []
    async with rvc_bench(home) as bench:
        assert set(bench.states) == {ItemState.CANCELLED}


@pytest.mark.parametrize("again", [False, True], ids=["converted", "tried again"])
@pytest.mark.parametrize("how", ["remove", "cancel all"])
async def test_what_is_withdrawn_while_the_queue_takes_it_in_is_not_converted(
    home: AppPaths, music: Path, how: str, again: bool
) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        ids = await bench.add(*(song(music, f"{n}.wav") for n in range(250)))
        if again:
            await bench.convert(*ids)
            await bench.service.cancel_all()
            await eventually(lambda: not bench.jobs.busy)
        begun = len(rvc.of("convert"))
        arrived = asyncio.Event()
        bench.jobs.changed.connect(lambda job: arrived.set())
        asking = asyncio.get_running_loop().create_task(bench.service.retry(ids) if again else bench.convert(*ids))
        await (arrived.wait() if not again else asyncio.sleep(0))
        await (bench.service.remove(ids) if how == "remove" else bench.service.cancel_all())
        await asking
        await eventually(lambda: not bench.jobs.busy)
        assert len(rvc.of("convert")) - begun <= 1
        assert set(bench.states) <= {ItemState.CANCELLED, ItemState.WAITING}
        assert len(bench.states) == (0 if how == "remove" else 250)
        assert bench.service.batch == (0, 0)
        assert parts(music) == []


@pytest.mark.parametrize("again", [False, True], ids=["converted", "tried again"])
async def test_what_is_asked_for_while_it_is_removed_is_not_converted(
    home: AppPaths, music: Path, again: bool
) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        ids = await bench.add(*(song(music, f"{n}.wav") for n in range(20)))
        await bench.convert(*ids)
        stopped = asyncio.Event()
        bench.service.changed.connect(lambda item: item.state is ItemState.CANCELLED and stopped.set())
        removing = asyncio.get_running_loop().create_task(bench.service.remove(ids))
        await stopped.wait()
        await (bench.service.retry(ids) if again else bench.convert(*ids))
        await removing
        await eventually(lambda: not bench.jobs.busy)
        assert bench.service.items == ()
        assert bench.service.batch == (0, 0)
        rows = await bench.database.read_all("SELECT DISTINCT state FROM jobs")
        assert [row[0] for row in rows] == ["cancelled"]


async def test_retry_does_the_same_work_again(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.errors["a.wav"] = "out_of_memory"
    async with rvc_bench(home, rvc=rvc) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.FAILED])
        rvc.errors.clear()
        await bench.service.retry([item_id])
        await eventually(lambda: bench.states == [ItemState.DONE])
        assert bench.service.items[0].error is None
        first, second = rvc.of("convert")
        assert {**first, "output": ""} == {**second, "output": ""}


async def test_a_retry_from_another_panel_is_seen_here(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.errors["a.wav"] = "out_of_memory"
    async with rvc_bench(home, rvc=rvc) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.FAILED])
        rvc.errors.clear()
        job_id = bench.service.items[0].job_id
        assert job_id is not None
        await bench.jobs.retry(job_id)
        await eventually(lambda: bench.states == [ItemState.DONE])
    async with rvc_bench(home) as bench:
        assert bench.states == [ItemState.DONE]


async def test_what_quitting_interrupted_comes_back_with_retry_and_without_left_overs(
    home: AppPaths, music: Path
) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        ids = await bench.add(song(music, "a.wav"), song(music, "b.wav"))
        await bench.convert(*ids)
        await eventually(lambda: rvc.running)
    async with rvc_bench(home) as bench:
        assert bench.states == [ItemState.INTERRUPTED] * 2
        assert all(item.state.can_retry for item in bench.service.items)
        assert parts(music) == []
        await bench.service.retry([item.id for item in bench.service.items])
        await eventually(lambda: bench.states == [ItemState.DONE] * 2)


async def test_a_left_over_of_a_power_cut_is_removed_at_the_next_start(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id)
        await eventually(lambda: rvc.running)
        (part,) = parts(music)
    # The power went: the row says running, the hidden file is there.
    (music / part).write_bytes(b"half")
    async with rvc_bench(home) as bench, bench.database.transaction() as tx:
        await tx.execute("UPDATE jobs SET state = 'running'")
    async with rvc_bench(home) as bench:
        await eventually(lambda: parts(music) == [])
        assert bench.states == [ItemState.INTERRUPTED]
        assert (music / "a.wav").read_bytes() == b"a.wav"


async def test_converting_again_makes_a_second_file(home: AppPaths, music: Path) -> None:
    async with rvc_bench(home) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE])
        await bench.convert(item_id)
        await eventually(lambda: len(bench.reports) == 2)
        assert sorted(os.listdir(music)) == ["a (Higher) (2).wav", "a (Higher).wav", "a.wav"]


async def test_a_double_click_on_convert_converts_once(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        counts = await asyncio.gather(
            bench.convert(item_id, item_id), bench.convert(item_id), bench.convert(item_id))
        assert sorted(counts) == [0, 0, 1]
        assert await bench.convert(item_id) == 0
        rvc.go()
        await eventually(lambda: bench.states == [ItemState.DONE])
        assert len(rvc.of("convert")) == 1
        assert len(await bench.jobs.history()) == 1


async def test_results_in_the_folder_are_not_taken_as_sources(home: AppPaths, music: Path) -> None:
    async with rvc_bench(home) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE])
        await eventually(lambda: bench.service._scope.running == 0)
        report = await bench.service.add_paths([music], CHOICE)
        assert (report.added, report.own_outputs, report.already_there) == (0, 1, 1)


async def test_removing_stops_the_conversion_and_touches_no_file(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        gone: list[tuple[str, ...]] = []
        bench.service.removed.connect(gone.append)
        ids = await bench.add(song(music, "a.wav"), song(music, "b.wav"))
        await bench.convert(ids[0])
        await eventually(lambda: rvc.running)
        await bench.service.remove(ids)
        assert gone == [tuple(ids)]
        assert bench.service.items == ()
        await eventually(lambda: not bench.jobs.busy)
        assert sorted(os.listdir(music)) == ["a.wav", "b.wav"]
        assert await bench.database.read_all("SELECT * FROM attachments") == []
    async with rvc_bench(home) as bench:
        assert bench.service.items == ()


async def test_a_file_that_a_message_refers_to_outlives_its_item(home: AppPaths, music: Path) -> None:
    async with rvc_bench(home) as bench:
        ids = await bench.add(song(music, "a.wav"), song(music, "b.wav"))
        files = [item.attachment_id for item in bench.service.items]
        async with bench.database.transaction() as tx:
            await tx.execute("INSERT INTO personas (id, name, profile, settings, created_at, updated_at)"
                             " VALUES ('p', 'n', '{}', '{}', '2026', '2026')")
            await tx.execute("INSERT INTO conversations (id, persona_id, title, options, created_at, updated_at)"
                             " VALUES ('c', 'p', '', '{}', '2026', '2026')")
            await tx.execute("INSERT INTO messages (id, conversation_id, role, state, text, parts, usage, created_at)"
                             " VALUES ('m', 'c', 'user', 'done', '', '{}', '{}', '2026')")
            await tx.execute("INSERT INTO message_attachments (id, message_id, attachment_id, role, position, name)"
                             " VALUES ('x', 'm', ?, 'given', 0, 'a.wav')", (files[0],))
        await bench.service.remove(ids)
        assert bench.service.items == ()
        left = await bench.database.read_all("SELECT id FROM attachments")
        assert [row["id"] for row in left] == [files[0]]


async def test_clearing_takes_away_only_what_is_done(home: AppPaths, music: Path) -> None:
    async with rvc_bench(home) as bench:
        ids = await bench.add(song(music, "a.wav"), song(music, "b.wav"))
        await bench.convert(ids[0])
        await eventually(lambda: bench.reports)
        await bench.service.clear_done()
        assert [item.name for item in bench.service.items] == ["b.wav"]
        assert (music / "a (Higher).wav").is_file()


async def test_a_choice_is_kept_for_each_file(home: AppPaths, music: Path) -> None:
    deep = Choice("deep", {"semitones": -5.0}, OutputFormat.FLAC)
    async with rvc_bench(home) as bench:
        ids = await bench.add(song(music, "a.wav"), song(music, "b.wav"))
        await bench.service.set_choice([ids[1]], deep)
    async with rvc_bench(home) as bench:
        assert [item.choice for item in bench.service.items] == [CHOICE, deep]


async def test_facts_and_waveforms_are_fetched_only_for_what_is_wanted(home: AppPaths, music: Path) -> None:
    media = HeldEngine("media")
    async with rvc_bench(home, media=media) as bench:
        ids = await bench.add(*(song(music, f"{n}.wav") for n in range(20)))
        assert media.calls == []
        ready: list[str] = []
        bench.service.picture_ready.connect(ready.append)
        bench.service.want(ids[:3])
        await eventually(lambda: len(ready) == 3)
        assert len(media.of("probe")) == 3
        assert bench.service.picture(ids[0]) is not None
        assert bench.service.picture(ids[5]) is None
        assert bench.service.items[0].facts is not None
        bench.service.want(ids[:3])
        assert len(media.of("probe")) == 3


async def test_what_is_scrolled_away_is_not_fetched_any_more(home: AppPaths, music: Path) -> None:
    media = HeldEngine("media")
    media.hold()
    async with rvc_bench(home, media=media) as bench:
        ids = await bench.add(*(song(music, f"{n}.wav") for n in range(20)))
        bench.service.want(ids[:10])
        await eventually(lambda: media.running)
        bench.service.want(ids[15:17])
        media.go()
        await eventually(lambda: bench.service.picture(ids[16]) is not None)
        asked = {Path(p["path"]).name for p in media.of("probe")}
        assert asked == {"0.wav", "15.wav", "16.wav"}


async def test_waveforms_come_from_the_cache_after_a_restart(home: AppPaths, music: Path) -> None:
    path = song(music, "a.wav")
    async with rvc_bench(home) as bench:
        (item_id,) = await bench.add(path)
        bench.service.want_first(item_id)
        await eventually(lambda: bench.service.picture(item_id) is not None)
    media = HeldEngine("media")
    async with rvc_bench(home, media=media) as bench:
        bench.service.want_first(item_id)
        await eventually(lambda: bench.service.picture(item_id) is not None)
        assert media.of("peaks") == []
        path.write_bytes(b"something else, longer")
        bench.service._pictures._memory.clear()
        bench.service.want_first(item_id)
        await eventually(lambda: media.of("peaks"))


async def test_a_file_that_cannot_be_read_says_so_before_it_is_converted(home: AppPaths, music: Path) -> None:
    media = HeldEngine("media")
    media.errors["a.wav"] = "header_only"
    async with rvc_bench(home, media=media) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        bench.service.want_first(item_id)
        await eventually(lambda: bench.states == [ItemState.UNREADABLE])
        assert "only the header" in str(bench.service.items[0].error.sentence)  # type: ignore[union-attr]
        await eventually(lambda: bench.service._scope.running == 0)
    async with rvc_bench(home) as bench:
        assert bench.states == [ItemState.UNREADABLE]
        await bench.service.retry([item_id])
        await eventually(lambda: bench.service.picture(item_id) is not None)
        assert bench.states == [ItemState.WAITING]


async def test_a_full_disk_of_the_data_says_nothing_against_the_files(home: AppPaths, music: Path) -> None:
    async with rvc_bench(home) as bench:
        ids = await bench.add(*(song(music, f"{n}.wav") for n in range(80)))
        async with bench.database.transaction() as tx:
            (pages,) = await tx.fetch_one("PRAGMA page_count")
            await tx.fetch_all(f"PRAGMA max_page_count = {pages}")
        bench.service.want(ids)
        await eventually(lambda: all(item.facts is not None for item in bench.service.items))
        await eventually(lambda: not bench.service._looking.is_busy)
        assert set(bench.states) == {ItemState.WAITING}
        stored = await bench.database.read_one("SELECT count(*) FROM attachments WHERE probe IS NOT NULL")
        assert stored is not None
        assert stored[0] < len(ids), "the disk was not full"


async def test_the_conversion_brings_both_waveforms_along(home: AppPaths, music: Path) -> None:
    media = HeldEngine("media")
    async with rvc_bench(home, media=media) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE])
        assert bench.service.picture(item_id) is not None
        assert bench.service.picture(item_id, converted=True) is not None
        assert bench.service.picture(item_id) != bench.service.picture(item_id, converted=True)
        assert media.of("peaks") == []


async def test_the_latest_preview_wins(home: AppPaths, music: Path) -> None:
    media = HeldEngine("media")
    media.hold()
    async with rvc_bench(home, media=media) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        scope = TaskScope("test")
        first = scope.start(bench.service.preview(item_id, 0.0, 1.0, {"semitones": 1.0}))
        await eventually(lambda: len(media.of("preview")) == 1)
        second = scope.start(bench.service.preview(item_id, 0.0, 1.0, {"semitones": 2.0}))
        third = scope.start(bench.service.preview(item_id, 0.5, 1.0, {"semitones": 3.0}))
        await eventually(lambda: first.done() and second.done() and len(media.of("preview")) >= 2)
        media.go()
        await asyncio.wait([third])
        assert first.result() is None
        assert second.result() is None
        preview = third.result()
        assert preview is not None
        assert preview.path.is_file()
        assert (preview.start_s, preview.duration_s) == (0.5, 1.0)
        assert media.of("preview")[-1]["effect"] == {"semitones": 3.0}
        assert sorted(os.listdir(home.previews)) == [preview.path.name]
        assert sorted(os.listdir(music)) == ["a.wav"]
        sound = bench.service.preview_sound(preview)
        block = await sound.read(0.0, 1.0, rate=8000, channels=2, gain_db=0.0)
        assert len(block.data) == 8000 * 2 * 4
        assert sound.duration_s == pytest.approx(1.5)
        await scope.aclose()


async def test_cancelling_the_caller_of_a_preview_is_a_real_cancel(home: AppPaths, music: Path) -> None:
    media = HeldEngine("media")
    media.hold()
    async with rvc_bench(home, media=media) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        scope = TaskScope("test")
        task = scope.start(bench.service.preview(item_id, 0.0, 1.0, {}))
        await eventually(lambda: media.running)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert os.listdir(home.previews) == []
        await scope.aclose()


async def test_old_previews_go(home: AppPaths, music: Path) -> None:
    async with rvc_bench(home) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        for n in range(14):
            await bench.service.preview(item_id, 0.0, 1.0, {"semitones": float(n)})
        assert len(os.listdir(home.previews)) <= 8
    async with rvc_bench(home):
        assert os.listdir(home.previews) == []


async def test_a_preview_that_fails_names_the_file(home: AppPaths, music: Path) -> None:
    media = HeldEngine("media")
    media.errors["a.wav"] = "damaged"
    async with rvc_bench(home, media=media) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        with pytest.raises(AppError, match="damaged"):
            await bench.service.preview(item_id, 0.0, 1.0, {})
        assert os.listdir(home.previews) == []


async def test_the_sample_is_made_added_once_and_converts(home: AppPaths) -> None:
    async with rvc_bench(home) as bench:
        first = await bench.service.add_sample(CHOICE)
        assert await bench.service.add_sample(CHOICE) == first
        assert len(bench.service.items) == 1
        assert bench.service.items[0].path.stat().st_size > 400_000


async def test_a_kept_copy_is_named_and_placed_after_its_original(home: AppPaths, music: Path) -> None:
    path = song(music, "a.wav")
    async with rvc_bench(home, copies=True) as bench:
        (item_id,) = await bench.add(path)
        path.unlink()
    async with rvc_bench(home, copies=True) as bench:
        assert bench.service.items[0].name == "a.wav"
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE])
        assert os.listdir(music) == ["a (Higher).wav"]


async def test_a_chosen_folder_is_made_and_used(home: AppPaths, music: Path, tmp_path: Path) -> None:
    async with rvc_bench(home) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id, place=Place(tmp_path / "out" / "deep", "{title}"))
        await eventually(lambda: bench.states == [ItemState.DONE])
        assert os.listdir(tmp_path / "out" / "deep") == ["a.wav"]


async def test_saving_a_result_elsewhere_replaces_in_one_step(home: AppPaths, music: Path, tmp_path: Path) -> None:
    async with rvc_bench(home) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        await bench.convert(item_id)
        await eventually(lambda: bench.states == [ItemState.DONE])
        target = tmp_path / "mine.wav"
        target.write_bytes(b"old")
        await bench.service.save_as(item_id, target)
        assert target.read_bytes().startswith(b"RIFF")
        (music / "a (Higher).wav").unlink()
        with pytest.raises(AppError) as caught:
            await bench.service.save_as(item_id, target)
        assert caught.value.code == "not_found"
        assert target.read_bytes().startswith(b"RIFF")


async def test_five_hundred_files_are_added_in_pieces(home: AppPaths, music: Path) -> None:
    for n in range(500):
        song(music, f"{n}.wav")
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc, limits=ScanLimits(max_files=450)) as bench:
        batches: list[int] = []
        bench.service.added.connect(lambda items: batches.append(len(items)))
        report = await bench.service.add_paths([music], CHOICE)
        assert report.added == 450
        assert report.cut is not None
        assert len(batches) >= 2
        assert [item.name for item in bench.service.items[:3]] == ["0.wav", "1.wav", "2.wav"]
        assert await bench.convert(*(item.id for item in bench.service.items)) == 450
        assert bench.states.count(ItemState.QUEUED) >= 449  # the first may run already
        await bench.service.cancel_all()
        assert set(bench.states) == {ItemState.CANCELLED}
        await eventually(lambda: not bench.jobs.busy)
        assert len(rvc.of("convert")) <= 1


async def test_the_state_of_an_item_follows_its_job_exactly(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine()
    rvc.hold()
    async with rvc_bench(home, rvc=rvc) as bench:
        (item_id,) = await bench.add(song(music, "a.wav"))
        seen: list[SessionItem] = []
        bench.service.changed.connect(seen.append)
        await bench.convert(item_id)
        await eventually(
            lambda: (progress := bench.service.items[0].progress) is not None and progress.fraction == 0.5)
        job = await bench.jobs.get(bench.service.items[0].job_id or "")
        assert job is not None
        assert job.state is JobState.RUNNING
        rvc.go()
        await eventually(lambda: bench.states == [ItemState.DONE])
        assert seen[-1].progress is None


async def test_asking_for_work_starts_an_engine_anew_that_was_given_up_on(home: AppPaths, music: Path) -> None:
    rvc = HeldEngine("rvc")
    async with rvc_bench(home, rvc=rvc) as bench:
        (item,) = await bench.add(song(music, "a.wav"))
        rvc.state = EngineState.FAILED
        await bench.convert(item)
        assert rvc.state is EngineState.READY
        await eventually(lambda: bench.states == [ItemState.DONE])
