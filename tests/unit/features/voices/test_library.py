"""The library: what a drop becomes, how it is kept, changed and removed (the engine is a fake here)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import struct
import threading
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.engines.contracts import EngineState
from characoid_desktop.features.voices.disk import LibraryDisk
from characoid_desktop.features.voices.models import ItemState, Kind, Role
from characoid_desktop.features.voices.service import BadEntry
from tests.fakes.eventually import eventually
from tests.fakes.held_models import note
from tests.fakes.library_bench import library_bench


def png(path: Path, width: int = 4, height: int = 4) -> Path:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(bytes((width + 1) * min(height, 8)))) + chunk(b"IEND", b""))
    return path


async def test_a_dropped_voice_is_kept_with_its_facts_and_the_file_stays_where_it_is(home: AppPaths, tmp_path: Path):
    file = note(tmp_path / "Mika_e200.pth", rate=48000, speakers=3, f0_median=220.5, author="Rin", epoch="200epoch")
    before = file.read_bytes()
    async with library_bench(home) as bench:
        report = await bench.take(file)
        [voice] = report.added
        assert not report.refused
        assert (voice.name, voice.kind, voice.version, voice.rate) == ("Mika_e200", Kind.VOICE, "v2", 48000)
        assert (voice.speakers, voice.f0, voice.f0_median, voice.author) == (3, True, 220.5, "Rin")
        assert voice.source == file
        assert file.read_bytes() == before
        assert voice.sha256 == hashlib.sha256(before).hexdigest()
        assert voice.folder == home.models / "voices" / voice.id
        assert sorted(p.name for p in voice.folder.iterdir()) == ["about.json", "voice.json", "voice.safetensors"]
        assert voice.index is None
        assert bench.changed == [voice]
        assert bench.staged() == []
    async with library_bench(home) as bench:
        assert bench.library.voices == (voice,)


async def test_voice_and_index_dropped_together_belong_together(home: AppPaths, tmp_path: Path):
    voice = note(tmp_path / "a" / "anything.pth")
    index = note(tmp_path / "b" / "something else.index", "index")
    async with library_bench(home) as bench:
        [item] = (await bench.take(index, voice)).added
        assert item.index == item.folder / "index.faiss"
        assert item.index.is_file()
        assert item.index_source == index


async def test_an_index_of_another_dimension_is_left_out_and_said(home: AppPaths, tmp_path: Path):
    voice, index = note(tmp_path / "mika.pth"), note(tmp_path / "added_IVF10_Flat_mika.index", "index", dimension=256)
    async with library_bench(home) as bench:
        report = await bench.take(voice, index)
        assert [item.index for item in report.added] == [None]
        assert [one.error.code for one in report.refused] == ["index_alone"]


async def test_an_index_that_fails_while_it_is_taken_costs_the_index_and_not_the_voice(home: AppPaths, tmp_path: Path):
    voice = note(tmp_path / "mika.pth")
    index = note(tmp_path / "mika.index", "index", fails_at_import="bad_index")
    async with library_bench(home) as bench:
        report = await bench.take(voice, index)
        assert [item.index for item in report.added] == [None]
        assert "mika.index" in str(report.notes[0])
        assert "damaged" in str(report.notes[0])


async def test_many_voices_and_indexes_find_each_other_by_name_and_folder(home: AppPaths, tmp_path: Path):
    root = tmp_path / "RVC"
    for name in ("Mika", "Rin", "Aoi"):
        note(root / "assets" / "weights" / f"{name}_e120_s4000.pth", unique=name)
        note(root / "logs" / name / "added_IVF256_Flat_nprobe_1_v2.index", "index", unique=name)
        note(root / "logs" / name / "trained_IVF256_Flat_nprobe_1_v2.index", "index", problem="index_empty")
    note(root / "logs" / "Mika" / "G_2333333.pth", problem="training_checkpoint")
    note(root / "assets" / "weights" / "old.pth", problem="training_checkpoint")
    async with library_bench(home) as bench:
        report = await bench.take(root)
        assert not report.refused
        assert {item.name: item.index_source.parent.name for item in report.added if item.index_source} == {
            "Mika_e120_s4000": "Mika", "Rin_e120_s4000": "Rin", "Aoi_e120_s4000": "Aoi"}
        assert not any("G_2333333" in str(call["path"]) for call in bench.fake.of("inspect"))
        assert report.skipped >= 5


async def test_a_voice_dropped_alone_brings_the_index_of_its_name_along(home: AppPaths, tmp_path: Path):
    voice = note(tmp_path / "downloads" / "Mika.pth")
    note(tmp_path / "downloads" / "added_IVF10_Flat_nprobe_1_Mika_v2.index", "index")
    note(tmp_path / "downloads" / "added_IVF10_Flat_nprobe_1_Rin_v2.index", "index", unique=1)
    async with library_bench(home) as bench:
        [item] = (await bench.take(voice)).added
        assert item.index_source is not None
        assert "Mika" in item.index_source.name


async def test_an_unrelated_index_in_the_same_folder_is_not_taken(home: AppPaths, tmp_path: Path):
    voice = note(tmp_path / "downloads" / "Mika.pth")
    note(tmp_path / "downloads" / "added_IVF10_Flat_nprobe_1_Rin_v2.index", "index")
    async with library_bench(home) as bench:
        [item] = (await bench.take(voice)).added
        assert item.index is None


async def test_an_index_that_comes_later_goes_to_the_voice_of_its_name(home: AppPaths, tmp_path: Path):
    voice, index = note(tmp_path / "1" / "Mika.pth"), note(tmp_path / "2" / "added_IVF9_Flat_Mika_v2.index", "index")
    async with library_bench(home) as bench:
        [before] = (await bench.take(voice)).added
        report = await bench.take(index)
        assert [item.id for item in report.changed] == [before.id]
        assert report.changed[0].index is not None
        again = await bench.take(index)
        assert [item.id for item in again.known] == [before.id]
        alone = await bench.take(note(tmp_path / "3" / "Nobody.index", "index", unique=2))
        assert [one.error.code for one in alone.refused] == ["index_alone"]
        assert "Drop it together with its voice" in str(alone.refused[0].error)


async def test_the_added_index_is_taken_where_the_trained_one_was_dropped(home: AppPaths, tmp_path: Path):
    voice = note(tmp_path / "a" / "Mika.pth")
    trained = note(tmp_path / "b" / "trained_IVF9_Flat_x.index", "index", problem="index_empty")
    added = note(tmp_path / "b" / "added_IVF9_Flat_x.index", "index")
    async with library_bench(home) as bench:
        [item] = (await bench.take(voice, trained)).added
        assert item.index_source == added


async def test_the_same_file_twice_is_the_same_voice(home: AppPaths, tmp_path: Path):
    file = note(tmp_path / "mika.pth")
    copy = tmp_path / "copy of mika.pth"
    copy.write_bytes(file.read_bytes())
    async with library_bench(home) as bench:
        [first] = (await bench.take(file)).added
        report = await bench.take(copy, file)
        assert [item.id for item in report.known] == [first.id, first.id]
        assert len(bench.library.voices) == 1
        assert len(list((home.models / "voices").iterdir())) == 1


async def test_two_drops_of_one_file_at_once_give_one_voice(home: AppPaths, tmp_path: Path):
    file = note(tmp_path / "mika.pth")
    async with library_bench(home) as bench:
        bench.fake.hold()
        bench.library.drop([file])
        bench.library.drop([file])
        await eventually(lambda: len(bench.fake.calls) == 2)
        bench.fake.go()
        await eventually(lambda: len(bench.finished) == 2)
        assert sorted((len(r.added), len(r.known)) for r in bench.finished) == [(0, 1), (1, 0)]
        assert len(bench.library.voices) == 1
        await eventually(lambda: bench.library.dropping == ())


async def test_a_bad_file_says_why_and_the_good_ones_beside_it_are_taken(home: AppPaths, tmp_path: Path):
    good, bad = note(tmp_path / "good.pth"), note(tmp_path / "G_100.pth", problem="training_checkpoint")
    gone = tmp_path / "gone.pth"
    async with library_bench(home) as bench:
        report = await bench.take(bad, gone, good)
        assert [item.name for item in report.added] == ["good"]
        assert sorted(one.path.name for one in report.refused) == ["G_100.pth", "gone.pth"]
        words = {one.path.name: str(one.error) for one in report.refused}
        assert words["G_100.pth"].startswith("“G_100.pth”: This is a training file, not a voice.")
        assert "no longer there" in words["gone.pth"]


async def test_weights_are_kept_by_kind_whatever_their_name(home: AppPaths, tmp_path: Path):
    folder = tmp_path / "Applio" / "rvc" / "models"
    note(folder / "embedders" / "contentvec" / "pytorch_model.bin", "contentvec")
    (folder / "embedders" / "contentvec" / "config.json").write_text("{}")
    note(folder / "predictors" / "whatever.pt", "rmvpe")
    async with library_bench(home) as bench:
        report = await bench.take(tmp_path / "Applio")
        assert {(item.kind, item.name) for item in report.added} == {
            (Kind.CONTENTVEC, "contentvec"), (Kind.RMVPE, "whatever")}
        [call] = [call for call in bench.fake.of("import_weights") if call["kind"] == "contentvec"]
        assert [Path(path).name for path in call["paths"]] == ["pytorch_model.bin", "config.json"]
        [contentvec] = bench.library.weights(Kind.CONTENTVEC)
        assert contentvec.folder == home.models / "weights" / "contentvec" / contentvec.id
        assert contentvec.weights_file.is_file()


async def test_separation_models_get_a_role_from_what_they_give(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        await bench.take(
            note(tmp_path / "a.ckpt", "separation", model_kind="mel_band_roformer", stems=["vocals", "other"]),
            note(tmp_path / "b.ckpt", "separation", model_kind="mel_band_roformer", stems=["dry", "other"]),
            note(tmp_path / "UVR_MDXNET_KARA karaoke.onnx", "separation", model_kind="mdx_onnx", stems=["vocals"]))
        roles = {item.source.name: item.role for item in bench.library.weights(Kind.SEPARATION)}
        assert roles == {"a.ckpt": Role.VOCALS, "b.ckpt": Role.DEREVERB,
                         "UVR_MDXNET_KARA karaoke.onnx": Role.LEAD_BACKING}
        item = bench.library.weights(Kind.SEPARATION)[0]
        assert (await bench.library.set_role(item.id, Role.DEREVERB)).role is Role.DEREVERB


async def test_what_is_missing_is_said_with_the_next_step(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        kinds = [(need.feature, need.kind, need.required) for need in bench.library.needs(
            f0_method="rmvpe", separation=True)]
        assert kinds == [("convert", Kind.VOICE, True), ("convert", Kind.CONTENTVEC, True),
                         ("pitch", Kind.RMVPE, False), ("separate", Kind.SEPARATION, False)]
        assert all(str(need.sentence) and str(need.action.label) for need in bench.library.needs())
        await bench.take(note(tmp_path / "v.pth"), note(tmp_path / "c.bin", "contentvec"),
                         note(tmp_path / "r.pt", "rmvpe"),
                         note(tmp_path / "s.onnx", "separation", model_kind="mdx_onnx"))
        assert bench.library.needs(f0_method="rmvpe", separation=True) == []
        assert [need.kind for need in bench.library.needs(f0_method="crepe")] == [Kind.CREPE]


async def test_names_notes_and_parameters_are_kept(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        [voice] = (await bench.take(note(tmp_path / "v.pth"))).added
        await bench.library.rename(voice.id, "  ミカ \n (studio) ")
        await bench.library.describe(voice.id, author="Rin", credit="Voice: Rin, example.org", licence="No resale.")
        await bench.library.set_params(voice.id, {"pitch": 2.0, "index_rate": 0.3})
        with pytest.raises(BadEntry):
            await bench.library.rename(voice.id, " \n ")
        with pytest.raises(BadEntry):
            await bench.library.set_params(voice.id, {"x": float("nan")})
        with pytest.raises(BadEntry):
            await bench.library.set_params(voice.id, {"x": "y" * 20_000})
    async with library_bench(home) as bench:
        voice = bench.library.voices[0]
        assert (voice.name, voice.author, voice.licence) == ("ミカ (studio)", "Rin", "No resale.")
        assert (voice.credit, voice.params) == ("Voice: Rin, example.org", {"pitch": 2.0, "index_rate": 0.3})
        assert [item.id for item in bench.library.find("ミカ (STUDIO)")] == [voice.id]
        assert [item.id for item in bench.library.find("studio")] == [voice.id]
        assert bench.library.find("nobody") == []


async def test_a_picture_is_kept_within_bounds(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        [voice] = (await bench.take(note(tmp_path / "v.pth"), png(tmp_path / "v.png"))).added
        assert voice.cover == "cover.png"
        assert voice.cover_path is not None
        assert voice.cover_path.is_file()
        jpeg = tmp_path / "x.jpg"
        jpeg.write_bytes(b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x10\x00\x20\x03" + bytes(20))
        assert (await bench.library.set_cover(voice.id, jpeg)).cover == "cover.jpg"
        for bad in (png(tmp_path / "huge.png", 30_000, 30_000), note(tmp_path / "text.png")):
            with pytest.raises(AppError):
                await bench.library.set_cover(voice.id, bad)
        assert bench.library.voices[0].cover == "cover.jpg"
        assert (await bench.library.set_cover(voice.id, None)).cover is None
        assert bench.staged() == []


async def test_a_deleted_voice_is_gone_and_the_users_files_stay(home: AppPaths, tmp_path: Path):
    file = note(tmp_path / "v.pth")
    async with library_bench(home) as bench:
        [voice] = (await bench.take(file)).added
        await bench.library.delete(voice.id)
        assert bench.library.items == ()
        assert bench.removed == [voice.id]
        assert not voice.folder.exists()
        assert file.exists()
        assert bench.staged() == []
        with pytest.raises(AppError):
            await bench.library.delete(voice.id)
        [again] = (await bench.take(file)).added
        assert again.id != voice.id
    async with library_bench(home) as bench:
        assert [item.id for item in bench.library.items] == [again.id]


async def test_a_voice_whose_files_went_is_shown_as_missing_and_comes_back(home: AppPaths, tmp_path: Path):
    file, index = note(tmp_path / "v.pth"), note(tmp_path / "v.index", "index")
    async with library_bench(home) as bench:
        [voice] = (await bench.take(file, index)).added
        await bench.library.rename(voice.id, "Mika")
        voice.weights_file.unlink()
    async with library_bench(home) as bench:
        [voice] = bench.library.voices
        assert voice.state is ItemState.MISSING
        trouble = bench.library.trouble(voice)
        assert trouble is not None
        assert "v.pth" in str(trouble)
        assert bench.library.needs()[0].kind is Kind.VOICE
        back = await bench.library.restore(voice.id)
        assert (back.state, back.name, bench.library.trouble(back)) == (ItemState.READY, "Mika", None)
        back.weights_file.unlink()
        assert (await bench.library.check(voice.id)).state is ItemState.MISSING
        report = await bench.take(file, index)
        assert [(item.id, item.state) for item in report.changed] == [(voice.id, ItemState.READY)]
        assert report.changed[0].index is not None
        file.write_bytes(file.read_bytes() + b" ")
        back.weights_file.unlink()
        with pytest.raises(AppError, match="another one"):
            await bench.library.restore(voice.id)
        assert bench.staged() == []


@pytest.mark.parametrize("at", [1, 2, 3])
async def test_cancelling_a_drop_at_each_request_leaves_nothing_half(home: AppPaths, tmp_path: Path, at: int):
    voice, index = note(tmp_path / "v.pth"), note(tmp_path / "v.index", "index")
    async with library_bench(home) as bench:
        bench.fake.holds_at = at
        id = bench.library.drop([voice, index])
        await eventually(lambda: len(bench.fake.calls) == at and bench.fake.running)
        bench.library.cancel(id)
        await eventually(lambda: bench.finished)
        assert bench.fake.cancelled == 1
        assert bench.staged() == []
        assert bench.library.items == ()
        assert _folders(home) == []


def _folders(home: AppPaths) -> list[Path]:
    folder = home.models / "voices"
    return list(folder.iterdir()) if folder.is_dir() else []


async def test_a_cancelled_import_task_ends_with_its_cancel_and_cleans_up(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        bench.fake.hold()
        task = asyncio.get_running_loop().create_task(bench.take(note(tmp_path / "v.pth")))
        await eventually(lambda: bench.fake.running)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert bench.staged() == []
        assert bench.fake.cancelled == 1


async def test_an_engine_that_dies_over_a_file_costs_that_file_only(home: AppPaths, tmp_path: Path):
    bad, good = note(tmp_path / "bad.pth"), note(tmp_path / "good.pth", unique=1)
    async with library_bench(home) as bench:
        bench.fake.dies_at = "bad.pth"
        report = await bench.take(bad, good)
        assert [item.name for item in report.added] == ["good"]
        assert [one.path.name for one in report.refused] == ["bad.pth"]
        assert bench.staged() == []


async def test_an_engine_that_was_given_up_on_ends_the_drop_with_its_reason(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        bench.fake.dies_at, bench.fake.state = "inspect", EngineState.FAILED
        bench.library.drop([note(tmp_path / f"{n}.pth", unique=n) for n in range(5)])
        await eventually(lambda: bench.finished)
        assert not bench.finished[0].added
        assert bench.finished[0].refused
        assert len(bench.fake.calls) == 1


async def test_progress_goes_from_nothing_to_all(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        await bench.take(*(note(tmp_path / f"{n}.pth", unique=n) for n in range(3)))
        assert bench.progress[-1].done == bench.progress[-1].total == 6
        assert [p.done for p in bench.progress] == sorted(p.done for p in bench.progress)
        assert {p.stage for p in bench.progress} >= {"look", "import"}
        assert any(0 < p.part < 1 for p in bench.progress)


async def test_an_index_can_be_chosen_and_taken_away(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        [voice] = (await bench.take(note(tmp_path / "a" / "v.pth"))).added
        with_index = await bench.library.set_index(voice.id, note(tmp_path / "b" / "any.index", "index"))
        assert with_index.index is not None
        assert with_index.identity != voice.identity
        with pytest.raises(AppError, match="another version"):
            await bench.library.set_index(voice.id, note(tmp_path / "c.index", "index", dimension=256))
        assert (await bench.library.set_index(voice.id, None)).index is None
        assert not (voice.folder / "index.faiss").exists()


async def test_a_row_of_another_kind_or_with_nonsense_does_not_stop_the_start(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        [voice] = (await bench.take(note(tmp_path / "v.pth"))).added
        async with bench.database.transaction() as tx:
            await tx.execute("UPDATE library SET facts = '{nonsense', params = '{\"a\":', created_at = 'x', role = 'y'")
            await tx.execute(
                "INSERT INTO library (id, kind, name, sha256, source, bytes, author, credit, licence, facts, params,"
                " role, created_at, updated_at)"
                " VALUES ('z', 'hologram', 'n', ?, '', 0, '', '', '', '{}', '{}', '', '', '')",
                ("0" * 64,))
    async with library_bench(home) as bench:
        assert [(item.id, item.state) for item in bench.library.items] == [(voice.id, ItemState.READY)]
        assert bench.library.voices[0].rate == 0


async def test_a_folder_without_a_row_gets_its_row_back(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        [voice] = (await bench.take(note(tmp_path / "v.pth"), note(tmp_path / "v.index", "index"))).added
        async with bench.database.transaction() as tx:
            await tx.execute("DELETE FROM library")
    broken = home.models / "voices" / ("a" * 32)
    broken.mkdir()
    (broken / "about.json").write_text(json.dumps({"kind": "voice"}))
    async with library_bench(home) as bench:
        [back] = bench.library.voices
        assert (back.id, back.name, back.sha256, back.source, back.facts) == (
            voice.id, voice.name, voice.sha256, voice.source, voice.facts)
        assert back.index_sha256 == voice.index_sha256


async def test_what_is_dropped_while_the_library_is_tidied_at_its_start_is_kept_whole(
    home: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (home.models / "staging" / ("b" * 32)).mkdir(parents=True)  # a crash left it
    go, sweep = threading.Event(), LibraryDisk.sweep

    def late(disk: LibraryDisk, *names: Any) -> object:
        assert go.wait(20)
        return sweep(disk, *names)

    monkeypatch.setattr(LibraryDisk, "sweep", late)
    with zipfile.ZipFile(tmp_path / "v.zip", "w") as made:
        made.write(note(tmp_path / "mika.pth"), "mika.pth")
    async with library_bench(home, tidied=False) as bench:
        bench.fake.hold()
        bench.library.drop([tmp_path / "v.zip"])
        await eventually(lambda: bench.fake.calls)  # what it unpacked is being read
        go.set()
        await eventually(lambda: "b" * 32 not in bench.staged())
        bench.fake.go()
        await eventually(lambda: bench.finished)
        await bench.library.tidied()
        assert not bench.finished[0].refused
        assert [voice.name for voice in bench.library.voices] == ["mika"]
        assert bench.staged() == []


async def test_no_root_and_a_root_that_is_a_file_do_not_stop_the_start(home: AppPaths):
    async with library_bench(home) as bench:
        assert bench.library.items == ()
    home.models.write_bytes(b"in the way")
    async with library_bench(home) as bench:
        assert bench.library.items == ()
        with pytest.raises(AppError):
            await bench.take(home.database)


async def test_of_changes_asked_for_at_once_none_is_lost(home: AppPaths, tmp_path: Path):
    async with library_bench(home) as bench:
        [voice] = (await bench.take(note(tmp_path / "mika.pth"))).added
        library = bench.library
        await asyncio.gather(
            library.rename(voice.id, "Mika 2"), library.describe(voice.id, credit="Sung by Rin"),
            library.set_params(voice.id, {"pitch": 2.0}), library.describe(voice.id, licence="CC BY"),
            library.set_cover(voice.id, png(tmp_path / "face.png")))
        item = library.get(voice.id)
        assert item is not None
        assert (item.name, item.credit, item.licence, dict(item.params), item.cover) == (
            "Mika 2", "Sung by Rin", "CC BY", {"pitch": 2.0}, "cover.png")
    async with library_bench(home) as bench:
        assert bench.library.get(voice.id) == item
