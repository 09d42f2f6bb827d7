"""The library with the real ``models`` child: genuine formats, from the drop to what the engine reads."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.engines.catalog import build_hosts
from characoid_desktop.features.voices.models import Kind
from tests.fakes import hostile_models as hostile
from tests.fakes import random_voice
from tests.fakes.library_bench import LibraryBench, library_bench

pytestmark = pytest.mark.slow


@asynccontextmanager
async def real_bench(home: AppPaths) -> AsyncIterator[LibraryBench]:
    host = build_hosts(home).models
    try:
        async with library_bench(home, models=host) as bench:
            yield bench
    finally:
        await host.stop()


async def test_a_whole_webui_folder_is_taken_in_by_the_real_engine(home: AppPaths, tmp_path: Path):
    from safetensors import safe_open

    root = tmp_path / "RVC"
    random_voice.checkpoint(root / "assets" / "weights" / "Mika.pth", seed=1)
    random_voice.checkpoint(root / "assets" / "weights" / "Rin.pth", "v1", 32000, seed=2, norm="new", half=False)
    random_voice.index_file(root / "logs" / "Mika" / "added_IVF5_Flat_nprobe_1_Mika_v2.index", 768, 200)
    random_voice.index_file(root / "logs" / "Mika" / "trained_IVF5_Flat_nprobe_1_Mika_v2.index", 768, 200, filled=False)
    random_voice.index_file(root / "logs" / "Rin" / "added_IVF5_Flat_nprobe_1_Rin_v1.index", 256, 200)
    random_voice.training_checkpoint(root / "assets" / "weights" / "renamed.pth")
    random_voice.contentvec_folder(root / "assets" / "hubert_base", safetensors=False)
    (tmp_path / "canary").mkdir()
    hostile.save(root / "assets" / "weights" / "bomb.pth",
                 hostile.content(info=hostile.Payload(tmp_path / "canary" / "ran")))
    async with real_bench(home) as bench:
        report = await bench.take(root)
        assert {item.name: (item.version, item.rate, item.index is not None) for item in bench.library.voices} == {
            "Mika": ("v2", 40000, True), "Rin": ("v1", 32000, True)}
        assert [item.kind for item in bench.library.weights()] == [Kind.CONTENTVEC]
        assert [(one.path.name, one.error.code) for one in report.refused] == [("bomb.pth", "code_in_file")]
        assert not list((tmp_path / "canary").iterdir())
        for voice in bench.library.voices:
            about = json.loads((voice.folder / "voice.json").read_text())
            assert (about["version"], about["rate"], about["sha256"]) == (voice.version, voice.rate, voice.sha256)
            with safe_open(voice.weights_file, "pt") as file:
                assert set(file.keys()) == set(random_voice.weights(voice.version, voice.rate, tiny=True))
        assert bench.library.needs() == []
        assert bench.staged() == []


async def test_cancelled_in_the_real_engine_nothing_is_left_and_it_stays_usable(home: AppPaths, tmp_path: Path):
    file = random_voice.checkpoint(tmp_path / "v.pth")
    async with real_bench(home) as bench:
        for stage in ("look", "import"):
            cancelled: list[str] = []

            def cancel(progress, stage=stage, cancelled=cancelled):
                if progress.stage == stage and progress.part and not cancelled:
                    cancelled.append(progress.id)
                    bench.library.cancel(progress.id)

            disconnect = bench.library.progress.connect(cancel)
            before = len(bench.finished)
            bench.library.drop([file])
            from tests.fakes.eventually import eventually

            await eventually(lambda before=before: len(bench.finished) > before, 60)
            disconnect()
            assert cancelled
            assert bench.library.items == ()
            assert bench.staged() == []
        assert [item.name for item in (await bench.take(file)).added] == ["v"]
