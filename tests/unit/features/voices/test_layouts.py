"""Folders of the programs that people have, zips, and what happens at each kill (the engine is a fake)."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.voices import collect
from characoid_desktop.features.voices.models import ItemState, Kind
from tests.fakes.held_models import note
from tests.fakes.library_bench import library_bench

ROOT = Path(__file__).parents[4]


def webui(root: Path) -> Path:
    """RVC WebUI of 2026, with an older weights folder beside."""
    note(root / "assets" / "weights" / "Mika.pth", unique=1)
    note(root / "weights" / "Old.pth", unique=2)
    note(root / "logs" / "Mika" / "added_IVF12_Flat_nprobe_1_Mika_v2.index", "index")
    note(root / "logs" / "Mika" / "trained_IVF12_Flat_nprobe_1_Mika_v2.index", "index", problem="index_empty")
    note(root / "logs" / "Mika" / "G_2333333.pth", problem="training_checkpoint")
    note(root / "logs" / "Mika" / "3_feature768" / "0.pth")
    note(root / "assets" / "pretrained_v2" / "f0G40k.pth", problem="training_checkpoint")
    note(root / "assets" / "hubert_base" / "pytorch_model.bin", "contentvec")
    (root / "assets" / "hubert_base" / "config.json").write_text("{}")
    note(root / "assets" / "rmvpe" / "rmvpe.pt", "rmvpe")
    note(root / "assets" / "pymss_weights" / "model.ckpt", "separation", model_kind="bs_roformer")
    (root / "assets" / "pymss_weights" / "model.yaml").write_text("audio: {}")
    note(root / "assets" / "uvr5_weights" / "vocals.onnx", "separation", model_kind="mdx_onnx", unique=1)
    (root / "webui.py").write_text("import os")
    return root


def applio(root: Path) -> Path:
    note(root / "logs" / "Rin" / "Rin_200e_4000s.pth", unique=1)
    note(root / "logs" / "Rin" / "Rin_200e_4000s_best_epoch.pth", unique=2)
    note(root / "logs" / "Rin" / "Rin.index", "index")
    note(root / "logs" / "Rin" / "D_2333333.pth", problem="training_checkpoint")
    note(root / "logs" / "Rin" / "sliced_audios" / "x.pth")
    note(root / "rvc" / "models" / "embedders" / "contentvec" / "pytorch_model.bin", "contentvec")
    (root / "rvc" / "models" / "embedders" / "contentvec" / "config.json").write_text("{}")
    note(root / "rvc" / "models" / "predictors" / "rmvpe.pt", "rmvpe")
    note(root / "rvc" / "models" / "predictors" / "fcpe.pt", "fcpe")
    return root


def rvc_next(root: Path) -> Path:
    note(root / "assets" / "voices" / "Aoi" / "model.pth", name="Aoi")
    note(root / "assets" / "voices" / "Aoi" / "model.index", "index")
    note(root / "assets" / "hubert" / "model.safetensors", "contentvec")
    (root / "assets" / "hubert" / "config.json").write_text("{}")
    return root


@pytest.mark.parametrize(("build", "kinds", "voices"), [
    (webui, {"voice": 2, "contentvec": 1, "rmvpe": 1, "separation": 2}, {"Mika": True, "Old": False}),
    (applio, {"voice": 2, "contentvec": 1, "rmvpe": 1, "fcpe": 1},
     {"Rin_200e_4000s": True, "Rin_200e_4000s_best_epoch": True}),
    (rvc_next, {"voice": 1, "contentvec": 1}, {"Aoi": True}),
])
async def test_a_folder_of_another_program_is_adopted_in_place(
    build, kinds: dict[str, int], voices: dict[str, bool], home: AppPaths, tmp_path: Path
):
    root = build(tmp_path / "program")
    before = _tree(root)
    async with library_bench(home) as bench:
        report = await bench.take(root)
        assert not report.refused, [str(one.error) for one in report.refused]
        assert Counter(item.kind.value for item in report.added) == kinds
        assert {item.name: item.index is not None for item in bench.library.voices} == voices
        assert all(item.source.is_relative_to(root) for item in report.added)
        assert _tree(root) == before
        again = await bench.take(root)
        assert len(again.known) == len(report.added)
        assert not again.added
        assert not again.changed


def _tree(root: Path) -> list[tuple[str, bytes]]:
    return sorted((str(path.relative_to(root)), path.read_bytes()) for path in root.rglob("*") if path.is_file())


async def test_a_separation_model_gets_the_config_of_its_name(home: AppPaths, tmp_path: Path):
    model = note(tmp_path / "MelBand.ckpt", "separation", model_kind="mel_band_roformer")
    (tmp_path / "config_MelBand.yaml").write_text("audio: {}")
    (tmp_path / "another.yaml").write_text("audio: {}")
    async with library_bench(home) as bench:
        await bench.take(model)
        [call] = bench.fake.of("import_weights")
        assert [Path(path).name for path in call["paths"]] == ["MelBand.ckpt", "config_MelBand.yaml"]


async def test_a_zip_is_unpacked_looked_at_and_cleared_away(home: AppPaths, tmp_path: Path):
    source = tmp_path / "in"
    note(source / "Mika.pth")
    note(source / "added_x.index", "index")
    (source / "Mika.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x04\x08\0\0\0\0" + bytes(20))
    file = tmp_path / "Mika voice.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for path in source.iterdir():
            made.write(path, f"Mika/{path.name}")
    async with library_bench(home) as bench:
        [voice] = (await bench.take(file)).added
        assert (voice.name, voice.source, voice.index_source, voice.cover) == ("Mika", file, file, "cover.png")
        assert voice.index is not None
        assert bench.staged() == []


async def test_a_zip_without_a_model_and_a_hostile_one_are_refused_with_a_sentence(home: AppPaths, tmp_path: Path):
    for name, entry in (("empty.zip", "read me.txt"), ("hostile.zip", "../x.pth")):
        with zipfile.ZipFile(tmp_path / name, "w") as made:
            made.writestr(entry, "x")
    async with library_bench(home) as bench:
        report = await bench.take(tmp_path / "empty.zip", tmp_path / "hostile.zip")
        words = [str(one.error) for one in report.refused]
        assert len(words) == 2
        assert "There is no voice or model" in words[0]
        assert "outside of itself" in words[1]
        assert bench.staged() == []


async def test_links_in_a_folder_are_left_out_and_a_dropped_link_is_followed(home: AppPaths, tmp_path: Path):
    real = note(tmp_path / "real" / "Mika.pth")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link.pth").symlink_to(real)
    (folder / "loop").symlink_to(folder)
    async with library_bench(home) as bench:
        assert not (await bench.take(folder)).items
        [voice] = (await bench.take(folder / "link.pth")).added
        assert voice.source == real


async def test_a_folder_without_end_is_read_to_its_bound(
    home: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(collect, "MAX_ENTRIES", 50)
    for n in range(80):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / f"{n}.txt").write_bytes(b"")
    async with library_bench(home) as bench:
        report = await bench.take(tmp_path / "in")
        assert [str(one) for one in report.notes] == [
            "The folder holds more than 50 entries; the rest was left out."]


@pytest.mark.skipif(sys.platform == "win32", reason="names of bytes")
async def test_every_name_can_be_taken_and_kept(home: AppPaths, tmp_path: Path):
    names = ["ミカ 歌声.pth", "😀.pth", "-rf.pth", "%d $(ls) 'x'.pth", "x" * 240 + ".pth", os.fsdecode(b"caf\xe9.pth")]
    files = [note(tmp_path / name, unique=number) for number, name in enumerate(names)]
    async with library_bench(home) as bench:
        report = await bench.take(*files)
        assert not report.refused
        assert [item.source for item in report.added] == files
    async with library_bench(home) as bench:
        assert [item.source for item in bench.library.voices] == files


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.voices import disk, shelf
from characoid_desktop.features.voices.repository import LibraryRepository
from tests.fakes.library_bench import library_bench

home, where, what, file = AppPaths.under(Path(sys.argv[1])), sys.argv[2], sys.argv[3], Path(sys.argv[4])

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

def after(work):
    def both(*a, **k):
        work(*a, **k)
        die()
    return both

D, R = disk.LibraryDisk, LibraryRepository
if where == "staged":
    D.describe = die
elif where == "described":
    D.place = die
elif where == "placed":
    D.place = after(D.place)
elif where == "doomed":
    D.doom = after(D.doom)
elif where == "forgotten":
    D.bury = die
elif where == "half removed":
    import shutil
    D.bury = lambda self, id: (next((self.staging / f"deleted-{id}").iterdir()).unlink(), die())

async def main():
    async with library_bench(home) as bench:
        if what == "delete":
            await bench.library.delete(bench.library.voices[0].id)
        else:
            await bench.library.import_paths([file])

asyncio.run(main())
"""


@pytest.mark.parametrize("where", ["staged", "described", "placed"])
async def test_flt_08_killed_in_an_import_there_is_a_whole_voice_or_none(where: str, home: AppPaths, tmp_path: Path):
    file = note(tmp_path / "v.pth")
    _killed(home, where, "import", file)
    async with library_bench(home) as bench:
        assert bench.staged() == []
        whole = where == "placed"
        assert [(item.name, item.state, item.source) for item in bench.library.voices] == (
            [("v", ItemState.READY, file)] if whole else [])
        assert len(_folders(home)) == len(bench.library.voices)
        report = await bench.take(file)
        assert (len(report.known), len(report.added)) == ((1, 0) if whole else (0, 1))


@pytest.mark.parametrize("where", ["doomed", "forgotten", "half removed"])
async def test_flt_08_killed_in_a_deletion_the_voice_is_gone_after_the_next_start(
    where: str, home: AppPaths, tmp_path: Path
):
    file = note(tmp_path / "v.pth")
    async with library_bench(home) as bench:
        await bench.take(file)
    _killed(home, where, "delete", file)
    async with library_bench(home) as bench:
        assert bench.library.voices == ()
        assert bench.staged() == []
        assert _folders(home) == []
        assert len((await bench.take(file)).added) == 1
    assert file.exists()


def _folders(home: AppPaths) -> list[Path]:
    folder = home.models / "voices"
    return list(folder.iterdir()) if folder.is_dir() else []


def _killed(home: AppPaths, where: str, what: str, file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", KILLED, str(home.data.parent), where, what, str(file)], capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT, check=False)
    assert done.returncode == -9, done.stderr[-2000:]


def test_kinds_of_weights_are_folders():
    assert {kind.value for kind in Kind} == {"voice", "contentvec", "rmvpe", "fcpe", "crepe", "separation"}
