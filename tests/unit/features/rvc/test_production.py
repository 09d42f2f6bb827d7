"""Producing a file in stages: what runs, what is reused, what is left, and what is said when it goes wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.rvc.models import Choice, ItemState, Place, SessionItem
from characoid_desktop.features.rvc.naming import is_part
from characoid_desktop.features.rvc.parameters import Method, Mixing, Separation, VoiceParams, VoiceUse
from characoid_desktop.features.rvc.production import Patience
from characoid_desktop.features.rvc.stages import MANIFEST, Stage, Track
from characoid_desktop.jobs.models import JobState
from characoid_desktop.settings.sections.conversion import OutputFormat
from tests.fakes.eventually import eventually
from tests.fakes.held_engine import HeldEngine, write_wav
from tests.fakes.rvc_bench import RvcBench, rvc_bench
from tests.fakes.voice_shelf import Shelf

STAGES = ["prepare", "separate", "convert_voice", "mix"]
VOICE = VoiceUse("mika", VoiceParams(pitch=2.0, seed=7))
COVER = Choice("custom", {}, OutputFormat.WAV, voice=VOICE, separation=Separation(Method.CENTRE))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "models")
    shelf.add()
    return shelf


@pytest.fixture
def song(tmp_path: Path) -> Path:
    path = tmp_path / "music" / "song.wav"
    path.parent.mkdir()
    path.write_bytes(b"RIFF song")
    return path


@asynccontextmanager
async def session(
    home: AppPaths, shelf: Shelf, song: Path, choice: Choice = COVER, **more: Patience,
) -> AsyncIterator[RvcBench]:
    async with rvc_bench(home, library=shelf, **more) as bench:
        if not bench.service.items:
            await bench.service.add_paths([song], choice)
        yield bench


def the(bench: RvcBench) -> SessionItem:
    (item,) = bench.service.items
    return item


async def produced(bench: RvcBench, state: ItemState = ItemState.DONE) -> SessionItem:
    await bench.convert(the(bench).id, place=Place(None, "{title} ({preset} {key})"))
    return await ended(bench, state)


async def ended(bench: RvcBench, state: ItemState = ItemState.DONE) -> SessionItem:
    await eventually(lambda: not the(bench).state.is_active and not bench.jobs.busy)
    assert the(bench).state is state, the(bench).error
    await eventually(lambda: bench.service._scope.running == 0)
    return the(bench)


def asked(bench: RvcBench) -> list[str]:
    assert isinstance(bench.rvc, HeldEngine)
    return [op for op, _ in bench.rvc.calls]


def kept(home: AppPaths) -> set[str]:
    return {path.name for path in home.stages.rglob("*") if path.is_file()}


def half_files(home: AppPaths, song: Path) -> list[str]:
    return [name for name in kept(home) if name.endswith((".part", ".new"))] + [
        path.name for path in song.parent.iterdir() if is_part(path.name)]


# --- what runs ----------------------------------------------------------------------------------

async def test_a_cover_goes_through_all_stages_and_tells_where_it_is_from(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    async with session(home, shelf, song) as bench:
        item = await produced(bench)
        assert asked(bench) == STAGES
        result = item.result
        assert result is not None
        assert result.path == song.parent / "song (Mika +2).wav"
        assert (result.preset, result.preset_id, result.engine) == ("Mika", "", "RVC")
        about = result.provenance
        assert about["voice_id"] == "mika"
        assert about["index"] == "index.faiss"
        assert about["credit"] == "Sung by M. Example"
        assert (about["f0_method"], about["key_used"], about["separation"]) == ("swift", 2.0, "centre")
        assert about["params"]["seed"] == 7
        (mixed,) = bench.rvc.of("mix")
        assert "voice: Mika" in mixed["tags"]["comment"]
        for word in ("index: index.faiss", "f0: swift", "key: +2", "engine: RVC", "separation: centre",
                     "credit: Sung by M. Example", "seed: 7", f"date: {result.day}"):
            assert word in mixed["tags"]["comment"]
        assert mixed["original"] == str(song)
        (job,) = await bench.jobs.history()
        assert job.state is JobState.COMPLETED


async def test_each_stage_gets_what_the_one_before_made(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song) as bench:
        await produced(bench)
        (prepare,), (separate,), (convert,), (mix,) = (bench.rvc.of(op) for op in STAGES)
        assert prepare["input"] == str(song)
        assert separate["input"] == prepare["output"].removesuffix(".part")
        assert convert["input"] == separate["vocals"].removesuffix(".part")
        assert mix["vocals"] == convert["output"].removesuffix(".part")
        assert mix["instrumental"] == separate["instrumental"].removesuffix(".part")
        voice = shelf.get("mika")
        assert voice is not None
        assert (convert["voice"], convert["index"]) == (str(voice.folder), str(voice.index))
        assert convert["assets"] == {"contentvec": str(shelf.contentvec)}
        assert convert["params"] == VOICE.params.to_value()


async def test_speech_alone_is_not_taken_apart(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song, replace(COVER, separation=None)) as bench:
        await produced(bench)
        assert asked(bench) == ["prepare", "convert_voice", "mix"]
        assert "instrumental" not in bench.rvc.of("mix")[0]


@pytest.mark.parametrize(("dry", "models", "method"), [
    (True, ["htdemucs"], None), (False, [], "centre"), (False, ["htdemucs"], "model"),
])
async def test_the_way_to_take_apart_is_found_by_itself(
    home: AppPaths, shelf: Shelf, song: Path, dry: bool, models: list[str], method: str | None,
) -> None:
    for id in models:
        shelf.add_separator(id)
    async with session(home, shelf, song, replace(COVER, separation=Separation())) as bench:
        bench.rvc.dry = dry
        await produced(bench)
        asks = bench.rvc.of("separate")
        assert [one["method"] for one in asks] == ([] if method is None else [method])


async def test_a_quick_model_is_taken_before_a_slow_one(home: AppPaths, shelf: Shelf, song: Path) -> None:
    shelf.add_separator("roformer", "bs_roformer", slow=True)
    quick = shelf.add_separator("mdx", "mdx_onnx")
    async with session(home, shelf, song, replace(COVER, separation=Separation())) as bench:
        await produced(bench)
        assert bench.rvc.of("separate")[0]["model"] == str(quick.model)


async def test_further_models_work_on_the_vocals_and_the_last_ones_are_converted(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    shelf.add_separator("demucs")
    for id, role in (("lead", "lead_backing"), ("dry", "dereverb")):
        shelf.add_separator(id, "mel_band_roformer", role=role)
    chain = Separation(Method.MODEL, "demucs", ("lead", "dry"))
    async with session(home, shelf, song, replace(COVER, separation=chain)) as bench:
        item = await produced(bench)
        (separate,) = bench.rvc.of("separate")
        assert [step["role"] for step in separate["steps"]] == ["lead_backing", "dereverb"]
        assert item.result is not None
        assert item.result.provenance["separation_chain"] == ["Model lead", "Model dry"]
        path = bench.service.track_path(item.id, Track.VOCALS)
        assert path is not None
        assert path.read_bytes()[-2:] == (2_500).to_bytes(2, "little")  # what the last step made
    assert half_files(home, song) == []
    assert len(kept(home)) == 5  # four tracks and the manifest


async def test_a_built_in_voice_is_put_back_into_its_music_without_any_model(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    choice = Choice("deep", {"semitones": -5.0}, OutputFormat.FLAC, separation=Separation(Method.CENTRE))
    async with session(home, shelf, song, choice) as bench:
        item = await produced(bench)
        assert asked(bench) == ["prepare", "separate", "convert", "mix"]
        assert bench.rvc.of("convert")[0]["effect"] == {"semitones": -5.0}
        assert item.result is not None
        assert item.result.path.name == "song (Higher −5).flac"
        assert item.result.preset_id == "deep"


# --- what is reused -----------------------------------------------------------------------------

@pytest.mark.parametrize(("change", "again"), [
    ({}, ["mix"]),
    ({"mixing": Mixing(vocals_db=3.0)}, ["mix"]),
    ({"format": OutputFormat.FLAC}, ["mix"]),
    ({"voice": replace(VOICE, params=replace(VOICE.params, pitch=3.0))}, ["convert_voice", "mix"]),
    ({"voice": replace(VOICE, params=replace(VOICE.params, seed=8))}, ["convert_voice", "mix"]),
    ({"voice": replace(VOICE, use_index=False)}, ["convert_voice", "mix"]),
    ({"separation": Separation(Method.PERCUSSIVE)}, ["separate", "convert_voice", "mix"]),
    ({"separation": None}, ["convert_voice", "mix"]),
])
async def test_only_what_changed_and_what_comes_after_it_is_done_again(
    home: AppPaths, shelf: Shelf, song: Path, change: dict[str, object], again: list[str],
) -> None:
    async with session(home, shelf, song) as bench:
        item = await produced(bench)
        bench.rvc.calls.clear()
        await bench.service.set_choice([item.id], replace(item.choice, **change))
        await produced(bench)
        assert asked(bench) == again


async def test_another_source_under_the_same_name_is_done_all_over(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song) as bench:
        await produced(bench)
        song.write_bytes(b"RIFF another song")
        bench.rvc.calls.clear()
        await produced(bench)
        assert asked(bench) == STAGES


async def test_a_stage_file_that_was_cut_is_made_anew(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song) as bench:
        item = await produced(bench)
        vocals = bench.service.track_path(item.id, Track.VOCALS)
        assert vocals is not None
        vocals.write_bytes(vocals.read_bytes()[:-10])
        bench.rvc.calls.clear()
        await produced(bench)
        assert asked(bench) == ["separate", "convert_voice", "mix"]


@pytest.mark.parametrize("manifest", [
    "", "{", "[]", '{"stages": 1}', '{"stages": {"mix": {}}}', "[" * 5000,
    '{"stages": {"prepare": {"digest": "d", "files": {"prepared": "../../song.wav"}, "sizes": {}, "value": {}}}}',
])
async def test_a_manifest_that_makes_no_sense_means_that_nothing_is_done(
    home: AppPaths, shelf: Shelf, song: Path, manifest: str,
) -> None:
    async with session(home, shelf, song) as bench:
        item = await produced(bench)
        (home.stages / item.id / MANIFEST).write_text(manifest)
        bench.rvc.calls.clear()
        await produced(bench)
        assert asked(bench) == STAGES
        assert song.read_bytes() == b"RIFF song"


async def test_the_same_seed_gives_the_same_again_and_another_one_something_else(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    made: list[bytes] = []
    async with session(home, shelf, song) as bench:
        for seed in (7, 8, 7):
            item = the(bench)
            voice = replace(VOICE, params=replace(VOICE.params, seed=seed))
            await bench.service.set_choice([item.id], replace(item.choice, voice=voice))
            await produced(bench)
            path = bench.service.track_path(item.id, Track.CONVERTED)
            assert path is not None
            made.append(path.read_bytes())
    assert made[0] == made[2] != made[1]


# --- cancel, crash, quit ------------------------------------------------------------------------

@pytest.mark.parametrize("at", STAGES)
async def test_a_cancel_in_any_stage_leaves_no_half_file_and_keeps_what_was_finished(
    home: AppPaths, shelf: Shelf, song: Path, at: str,
) -> None:
    async with session(home, shelf, song) as bench:
        bench.rvc.hold(at)
        item = the(bench)
        await bench.convert(item.id)
        await eventually(lambda: asked(bench) and asked(bench)[-1] == at and bench.rvc.running == 1)
        await bench.service.cancel(item.id)
        await ended(bench, ItemState.CANCELLED)
        assert half_files(home, song) == []
        assert [path.name for path in song.parent.iterdir()] == ["song.wav"]
        done = STAGES[:STAGES.index(at)]
        assert [stage.value for stage in bench.service.stages(item.id)] == [
            "convert" if op == "convert_voice" else op for op in done]
        bench.rvc.go()
        bench.rvc.calls.clear()
        await bench.service.retry([item.id])
        await ended(bench)
        assert asked(bench) == STAGES[STAGES.index(at):]


@pytest.mark.parametrize("at", STAGES)
async def test_what_quitting_interrupted_goes_on_from_there_in_the_next_life(
    home: AppPaths, shelf: Shelf, song: Path, at: str,
) -> None:
    async with session(home, shelf, song) as bench:
        bench.rvc.hold(at)
        await bench.convert(the(bench).id)
        await eventually(lambda: asked(bench) and asked(bench)[-1] == at and bench.rvc.running == 1)
    assert half_files(home, song) == []
    async with session(home, shelf, song) as bench:
        item = the(bench)
        assert item.state is ItemState.INTERRUPTED
        assert item.choice == COVER
        await bench.service.retry([item.id])
        await ended(bench)
        assert asked(bench) == STAGES[STAGES.index(at):]


async def test_a_result_that_was_put_in_place_when_the_app_died_is_not_made_twice(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    async with session(home, shelf, song) as bench:
        item = await produced(bench)
        assert item.result is not None
        async with bench.database.transaction() as tx:  # as a kill right after the move leaves it
            await tx.execute("UPDATE jobs SET state = 'running', result = NULL, finished_at = NULL")
            await tx.execute("UPDATE rvc_items SET note = NULL, output_path = NULL")
    async with session(home, shelf, song) as bench:
        await bench.service.retry([item.id])
        again = await ended(bench)
        assert asked(bench) == []
        assert again.result is not None
        assert again.result.path == item.result.path
        assert sorted(path.name for path in song.parent.iterdir()) == ["song (Mika +2).wav", "song.wav"]


async def test_stage_files_go_with_their_item_and_those_of_strangers_at_the_next_start(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    async with session(home, shelf, song) as bench:
        item = await produced(bench)
        assert kept(home)
        await bench.service.remove([item.id])
        await eventually(lambda: not kept(home))
    stranger = home.stages / "0123456789abcdef"
    stranger.mkdir()
    (stranger / "vocals.wav").write_bytes(b"x")
    async with session(home, shelf, song):
        assert not stranger.exists()
    assert song.exists()


async def test_beyond_their_room_the_oldest_stages_go_and_the_next_conversion_makes_them_again(
    home: AppPaths, shelf: Shelf, tmp_path: Path,
) -> None:
    songs = [tmp_path / f"{name}.wav" for name in "ab"]
    for song in songs:
        song.write_bytes(song.name.encode())
    async with rvc_bench(home, library=shelf) as bench:
        bench.service._staging._room = lambda: 300_000  # the tracks of one song
        ids: list[str] = []
        for song in songs:
            ids += await bench.add(song)
            await bench.service.set_choice(ids[-1:], COVER)
            await bench.convert(ids[-1])
            await eventually(lambda: bench.service.items[-1].state is ItemState.DONE and not bench.jobs.busy)
            await eventually(lambda: bench.service._scope.running == 0)
        assert bench.service.stages(ids[0]) == {}
        assert list(bench.service.stages(ids[1])) == list(Stage)
        bench.rvc.calls.clear()
        await bench.convert(ids[0])
        await eventually(lambda: not bench.jobs.busy and len(asked(bench)) == 4)
        await eventually(lambda: bench.service._scope.running == 0)


# --- what goes wrong ----------------------------------------------------------------------------

async def test_without_contentvec_it_is_said_before_any_work_with_the_way_to_the_library(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    shelf.contentvec = None
    async with session(home, shelf, song) as bench:
        item = await produced(bench, ItemState.FAILED)
        assert item.error is not None
        assert item.error.code == "contentvec_missing"
        assert "ContentVec" in str(item.error.sentence)
        assert asked(bench) == []
        step = bench.service.next_step(item.id)
        assert step is not None
        assert (step.kind, step.args["library"]) == (ActionKind.OPEN_PANEL, "contentvec")


@pytest.mark.parametrize(("wish", "code"), [
    ({"voice": VoiceUse("gone")}, "voice_missing"),
    ({"voice": replace(VOICE, params=replace(VOICE.params, f0_method="rmvpe"))}, "f0_missing"),
    ({"separation": Separation(Method.MODEL, "gone")}, "separator_missing"),
])
async def test_what_the_library_does_not_have_any_more_is_named(
    home: AppPaths, shelf: Shelf, song: Path, wish: dict[str, object], code: str,
) -> None:
    async with session(home, shelf, song, replace(COVER, **wish)) as bench:
        item = await produced(bench, ItemState.FAILED)
        assert item.error is not None
        assert item.error.code == code
        step = bench.service.next_step(item.id)
        assert step is not None
        assert step.kind is ActionKind.OPEN_PANEL


async def test_flt_12_out_of_memory_is_named_and_smaller_pieces_are_offered_until_there_are_none(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    async with session(home, shelf, song) as bench:
        bench.rvc.errors["convert_voice"] = "out_of_memory"
        item = await produced(bench, ItemState.FAILED)
        assert item.error is not None
        assert item.error.code == "out_of_memory"
        assert "Smaller pieces" in str(item.error.sentence)
        step = bench.service.next_step(item.id)
        assert step is not None
        assert (step.kind, str(step.label), step.args["items"]) == (
            ActionKind.RETRY_JOB, "Try with smaller pieces", [item.id])
        for chunk_s in (5.0, 2.5):
            assert await bench.service.retry_smaller([item.id], Place(None, "{title}")) == 1
            await ended(bench, ItemState.FAILED)
            assert bench.rvc.of("convert_voice")[-1]["chunk_s"] == chunk_s
        assert bench.service.next_step(item.id) is None
        assert await bench.service.retry_smaller([item.id], Place(None, "{title}")) == 0
        assert [op for op in asked(bench) if op != "convert_voice"] == ["prepare", "separate"], "no stage was repeated"


async def test_flt_12_a_model_too_large_for_the_memory_leads_to_the_basic_way(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    shelf.add_separator()
    async with session(home, shelf, song, replace(COVER, separation=Separation())) as bench:
        bench.rvc.errors["separate"] = "out_of_memory"
        item = await produced(bench, ItemState.FAILED)
        step = bench.service.next_step(item.id)
        assert step is not None
        assert str(step.label) == "Take the basic way"
        bench.rvc.errors.clear()
        await bench.service.retry_smaller([item.id], Place(None, "{title}"))
        await ended(bench)
        assert bench.rvc.of("separate")[-1]["method"] == "centre"


@pytest.mark.parametrize(("code", "words"), [
    ("internal", "RuntimeError: CUDA error: device-side assert triggered"),
    ("internal", "torch.AcceleratorError: CUDA error: unspecified launch failure"),
    ("internal", "RuntimeError: Device removed: DXGI_ERROR_DEVICE_REMOVED"),
])
async def test_flt_16_a_lost_graphics_card_ends_that_engine_and_going_on_without_it_is_offered(
    home: AppPaths, shelf: Shelf, song: Path, code: str, words: str,
) -> None:
    async with session(home, shelf, song) as bench:
        bench.rvc.errors["convert_voice"], bench.rvc.details[code] = code, words
        item = await produced(bench, ItemState.FAILED)
        assert item.error is not None
        assert item.error.code == "device_failed"
        assert bench.rvc.stopped == 1
        step = bench.service.next_step(item.id)
        assert step is not None
        assert str(step.label) == "Go on without the graphics card"
        bench.rvc.errors.clear()
        await bench.service.retry_smaller([item.id], Place(None, "{title}"))
        await ended(bench)
        assert bench.rvc.of("convert_voice")[-1]["device"] == "cpu"


async def test_memory_that_cuda_says_is_out_is_told_from_a_lost_card(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song) as bench:
        bench.rvc.errors["convert_voice"] = "internal"
        bench.rvc.details["internal"] = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
        item = await produced(bench, ItemState.FAILED)
        assert item.error is not None
        assert item.error.code == "out_of_memory"


async def test_flt_11_a_stage_that_does_not_get_on_is_ended_after_its_time(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    patience = Patience(factor=0.0, extra_s=0.0, floor_s=0.2, separate_floor_s=0.2)
    async with session(home, shelf, song, patience=patience) as bench:
        bench.rvc.hold("separate")
        item = await produced(bench, ItemState.FAILED)
        assert item.error is not None
        assert item.error.code == "engine_stuck"
        assert bench.rvc.cancelled == 1
        assert half_files(home, song) == []


async def test_an_answer_without_a_file_is_refused_and_nothing_counts_as_done(
    home: AppPaths, shelf: Shelf, song: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with session(home, shelf, song) as bench:
        monkeypatch.setattr("tests.fakes.held_engine.write_wav", lambda path, *args, **more: path.unlink())
        item = await produced(bench, ItemState.FAILED)
        assert bench.service.stages(item.id) == {}
        assert half_files(home, song) == []


@pytest.mark.parametrize("cut", [0, 20, 1_000])
async def test_flt_13_half_a_wav_of_an_engine_is_refused_and_the_engine_kept(
    home: AppPaths, shelf: Shelf, song: Path, monkeypatch: pytest.MonkeyPatch, cut: int,
) -> None:
    def half(path: Path, *args: float, **more: int) -> None:
        write_wav(path, 2.0)
        path.write_bytes(path.read_bytes()[:cut])

    async with session(home, shelf, song) as bench:
        bench.rvc.hold("convert_voice")
        await bench.convert(the(bench).id)
        await eventually(lambda: asked(bench)[-1:] == ["convert_voice"])
        with monkeypatch.context() as patch:
            patch.setattr("tests.fakes.held_engine.write_wav", half)
            bench.rvc.go()
            item = await ended(bench, ItemState.FAILED)
        assert item.error is not None
        assert item.error.code == "garbage_answer"
        assert list(bench.service.stages(item.id)) == [Stage.PREPARE, Stage.SEPARATE]
        assert half_files(home, song) == []
        assert bench.rvc.stopped == 0
        await bench.service.retry([item.id])
        await ended(bench)


async def test_flt_10_an_engine_that_dies_fails_the_file_with_its_sentence_and_another_one_goes_on(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    async with session(home, shelf, song) as bench:
        bench.rvc.hold("convert_voice")
        await bench.convert(the(bench).id)
        await eventually(lambda: asked(bench)[-1:] == ["convert_voice"])
        bench.rvc.dies = True
        bench.rvc.go()
        item = await ended(bench, ItemState.FAILED)
        assert item.error is not None
        assert item.error.code == "engine_unavailable"
        bench.rvc.dies = False
        bench.rvc.calls.clear()
        await bench.service.retry([item.id])
        await ended(bench)
        assert asked(bench) == ["convert_voice", "mix"]


# --- taking apart alone, listening, order -------------------------------------------------------

async def test_voice_and_music_alone_are_two_tracks_and_a_conversion_goes_on_from_them(
    home: AppPaths, shelf: Shelf, song: Path,
) -> None:
    async with session(home, shelf, song, Choice("deep", {"semitones": -5.0}, OutputFormat.WAV)) as bench:
        changed: list[str] = []
        bench.service.tracks_changed.connect(changed.append)
        item = the(bench)
        assert await bench.service.separate([item.id]) == 1
        item = await ended(bench, ItemState.WAITING)
        assert asked(bench) == ["prepare", "separate"]
        assert changed == [item.id, item.id]
        assert bench.reports == [], "nothing was converted"
        assert bench.service.track(item.id, Track.CONVERTED) is None
        for track in (Track.PREPARED, Track.VOCALS, Track.INSTRUMENTAL):
            sound = bench.service.track(item.id, track)
            assert sound is not None
            assert sound.duration_s == 2.0
            assert await bench.service.track_picture(item.id, track)
        bench.rvc.calls.clear()
        await produced(bench)
        assert asked(bench) == ["convert", "mix"]
        assert bench.service.track(item.id, Track.CONVERTED) is not None
    async with session(home, shelf, song) as bench:
        assert bench.service.track(item.id, Track.VOCALS) is not None, "it is there after a restart"


async def test_progress_goes_over_all_stages_and_never_back(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song) as bench:
        seen: list[tuple[str, float]] = []
        bench.service.changed.connect(lambda item: seen.append(
            (str(item.progress.stage), item.progress.fraction)) if item.progress is not None and
            item.progress.fraction is not None else None)
        for op in STAGES:
            bench.rvc.hold(op)
            if op == "prepare":
                await bench.convert(the(bench).id)
            else:
                bench.rvc._gate.set()
                bench.rvc._gate = asyncio.Event()
            await eventually(lambda op=op: asked(bench) and asked(bench)[-1] == op)
            await eventually(lambda: seen)
        bench.rvc.go()
        await ended(bench)
        fractions = [fraction for _, fraction in seen]
        assert fractions == sorted(fractions)
        assert 0.0 <= fractions[0] < 0.5
        assert fractions[-1] <= 1.0


async def test_a_file_moved_to_the_front_is_converted_next(home: AppPaths, shelf: Shelf, tmp_path: Path) -> None:
    songs = []
    for name in "abcd":
        (tmp_path / f"{name}.wav").write_bytes(name.encode())
        songs.append(tmp_path / f"{name}.wav")
    async with rvc_bench(home, library=shelf) as bench:
        bench.rvc.hold()
        ids = await bench.add(*songs)
        await bench.convert(*ids)
        await eventually(lambda: bench.rvc.running == 1)
        assert bench.service.order() == tuple(ids[1:])
        bench.service.move_first([ids[3]])
        assert bench.service.order() == (ids[3], ids[1], ids[2])
        bench.service.move_first([ids[2], ids[1]])
        assert bench.service.order() == (ids[2], ids[1], ids[3])
        bench.rvc.go()
        await eventually(lambda: not bench.jobs.busy)
        assert [Path(one["input"]).name for one in bench.rvc.of("convert")] == ["a.wav", "c.wav", "b.wav", "d.wav"]


async def test_a_paused_queue_starts_nothing_and_goes_on_when_told(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song) as bench:
        bench.service.pause()
        await bench.convert(the(bench).id)
        await eventually(lambda: the(bench).state is ItemState.QUEUED)
        assert asked(bench) == []
        assert bench.service.paused
        bench.service.resume()
        await ended(bench)


async def test_a_voice_is_tried_on_a_region_of_the_vocals(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song) as bench:
        item = the(bench)
        preview = await bench.service.preview_voice(item.id, 1.0, 0.5, VOICE)
        assert preview is not None
        (order,) = bench.rvc.of("convert_voice")
        assert (order["input"], order["start_s"], order["seconds"]) == (str(song), 1.0, 0.5)
        assert preview.path.is_file()
        assert len(preview.peaks) == 2_000
        await bench.service.separate([item.id])
        await ended(bench, ItemState.WAITING)
        await bench.service.preview_voice(item.id, 0.0, 1.0, VOICE)
        assert bench.rvc.of("convert_voice")[-1]["input"] == str(bench.service.track_path(item.id, Track.VOCALS))


async def test_what_it_will_take_is_told_from_what_it_took_before(home: AppPaths, shelf: Shelf, song: Path) -> None:
    async with session(home, shelf, song) as bench:
        item = the(bench)
        assert bench.service.estimate(item.id) is None, "the length is not known"
        before = bench.service.estimate_for(240.0, COVER)
        assert not before.measured
        assert set(before.stages) == set(Stage)
        assert before.seconds > 100
        await produced(bench)
        rows = await bench.database.read_all("SELECT stage, voice_name, f0_method, credit FROM rvc_stages ORDER BY seq")
        assert [row["stage"] for row in rows] == [stage.value for stage in Stage]
        assert (rows[2]["voice_name"], rows[2]["f0_method"], rows[2]["credit"]) == (
            "Mika", "swift", "Sung by M. Example")
        now = bench.service.estimate_for(240.0, COVER)
        assert now.measured
        assert now.seconds < before.seconds
    async with session(home, shelf, song) as bench:
        assert bench.service.estimate_for(240.0, COVER).measured, "and the next life knows it too"
        again = bench.service.estimate(item.id)
        assert again is not None
        assert set(again.stages) == {Stage.CONVERT, Stage.MIX}, "what is done costs nothing"


# --- parameters ---------------------------------------------------------------------------------

BROKEN = [
    None, [], "x", {"voice": 1}, {"voice": {"params": "x"}}, {"separation": {"method": "cut", "chain": 5}},
    {"voice": {"voice_id": 5, "params": {"pitch": "high", "index_rate": 9, "protect": float("nan"), "seed": -5,
                                         "speaker": True}}},
    {"mixing": {"vocals_db": 1e300, "limiter": "yes", "loudness_lufs": -999}},
]


@pytest.mark.parametrize("value", BROKEN)
def test_stored_parameters_out_of_any_mind_are_within_their_bounds(value: object) -> None:
    choice = Choice("higher", {}, OutputFormat.WAV).with_production(value)
    again = Choice("higher", {}, OutputFormat.WAV).with_production(json.loads(json.dumps(choice.production())))
    if choice.is_staged:
        assert again == choice
    if choice.voice is not None:
        params = choice.voice.params
        assert -24 <= params.pitch <= 24
        assert 0 <= params.index_rate <= 1
        assert 0 <= params.protect <= 0.5
        assert 0 <= params.seed < 2**31
    assert -60 <= choice.mixing.vocals_db <= 12
