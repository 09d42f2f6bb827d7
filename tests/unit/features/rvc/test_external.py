"""rvc-next in a session: asked for in one stage, told in the provenance, never mixed up with the built-in engine."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from characoid_desktop.core.errors import ActionKind, AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.rvc import orders
from characoid_desktop.features.rvc.models import Choice, ItemState, Place, SessionItem
from characoid_desktop.features.rvc.parameters import Method, Separation, VoiceParams, VoiceUse
from characoid_desktop.features.rvc.voices_port import External, VoiceAssets
from characoid_desktop.settings.sections.conversion import OutputFormat
from tests.fakes.eventually import eventually
from tests.fakes.rvc_bench import RvcBench, rvc_bench
from tests.fakes.voice_shelf import Shelf

VOICE = VoiceUse("mika", VoiceParams(pitch=2.0, f0_method="rmvpe", seed=7))
COVER = Choice("custom", {}, OutputFormat.WAV, voice=VOICE, separation=Separation(Method.CENTRE))


class ShelfWithProgram(Shelf):
    external: External | None = None

    def assets(self) -> VoiceAssets:
        return VoiceAssets(self.contentvec, self.f0, self.external)


@pytest.fixture
def shelf(tmp_path: Path) -> ShelfWithProgram:
    program = tmp_path / "rvc-next"
    program.write_text("#!/bin/sh\n")
    shelf = ShelfWithProgram(tmp_path / "models")
    shelf.add()
    shelf.contentvec = None
    shelf.external = External("rvc-next", str(program))
    return shelf


@pytest.fixture
def song(tmp_path: Path) -> Path:
    path = tmp_path / "music" / "song.wav"
    path.parent.mkdir()
    path.write_bytes(b"RIFF song")
    return path


async def produced(bench: RvcBench, state: ItemState = ItemState.DONE) -> SessionItem:
    await bench.convert(bench.service.items[0].id, place=Place(None, "{title} ({preset} {key})"))
    await eventually(lambda: not bench.service.items[0].state.is_active and not bench.jobs.busy)
    await eventually(lambda: bench.service._scope.running == 0)
    assert bench.service.items[0].state is state
    return bench.service.items[0]


def asked(bench: RvcBench) -> list[str]:
    return [op for op, _ in bench.rvc.calls]


async def test_the_program_is_asked_in_the_one_stage_and_named_in_the_result(
    home: AppPaths, shelf: ShelfWithProgram, song: Path
) -> None:
    async with rvc_bench(home, library=shelf) as bench:
        await bench.service.add_paths([song], COVER)
        result = (await produced(bench)).result
        convert, = bench.rvc.of("convert_voice")
        assert asked(bench) == ["prepare", "separate", "convert_voice", "mix"]
        assert convert["external"] == {"program": shelf.external.program}
        assert convert["assets"] == {}, "it has its own models"
        assert result is not None
        assert (result.engine, result.provenance["engine"]) == ("rvc-next", "rvc-next")
        comment = bench.rvc.of("mix")[0]["tags"]["comment"]
        assert "engine: rvc-next" in comment
        assert "seed" not in comment, "none acts"
        row, = await bench.database.read_all("SELECT engine FROM rvc_stages WHERE stage = 'convert'")
        assert row["engine"] == "rvc-next"


async def test_another_engine_converts_anew_and_what_came_before_stays(
    home: AppPaths, shelf: ShelfWithProgram, song: Path, tmp_path: Path
) -> None:
    shelf.contentvec, shelf.f0 = tmp_path / "contentvec", {"rmvpe": tmp_path / "rmvpe"}
    program, shelf.external = shelf.external, None
    async with rvc_bench(home, library=shelf) as bench:
        await bench.service.add_paths([song], COVER)
        assert (await produced(bench)).result.provenance["engine"] == "RVC"
        for change in ("chosen", "updated", "back"):
            shelf.external = None if change == "back" else program
            if change == "updated":
                Path(program.program).write_text("#!/bin/sh\n# a newer version\n")
            bench.rvc.calls.clear()
            await produced(bench)
            assert asked(bench) == ["convert_voice", "mix"], change


async def test_a_program_that_is_not_named_is_said_before_work_with_the_way_to_the_settings(
    home: AppPaths, shelf: ShelfWithProgram, song: Path
) -> None:
    shelf.external = External("rvc-next", "")
    async with rvc_bench(home, library=shelf) as bench:
        with pytest.raises(AppError, match="its program is not named"):
            bench.service.check(COVER)
        await bench.service.add_paths([song], COVER)
        item = await produced(bench, ItemState.FAILED)
        assert asked(bench) == []
        step = bench.service.next_step(item.id)
        assert step is not None
        assert (step.kind, step.args["page"]) == (ActionKind.OPEN_SETTINGS, "engines")


@pytest.mark.parametrize("code", ["external_missing", "external_assets", "external_output"])
async def test_what_goes_wrong_in_it_leads_to_the_settings_and_keeps_the_stages(
    home: AppPaths, shelf: ShelfWithProgram, song: Path, code: str
) -> None:
    async with rvc_bench(home, library=shelf) as bench:
        bench.rvc.errors["convert_voice"] = code
        await bench.service.add_paths([song], COVER)
        item = await produced(bench, ItemState.FAILED)
        assert item.error is not None
        assert "rvc-next" in str(item.error.sentence)
        step = bench.service.next_step(item.id)
        assert step is not None
        assert step.kind is ActionKind.OPEN_SETTINGS
        bench.rvc.errors.clear()
        bench.rvc.calls.clear()
        await bench.service.retry([item.id])
        await eventually(lambda: not bench.service.items[0].state.is_active and not bench.jobs.busy)
        assert asked(bench) == ["convert_voice", "mix"]


async def test_no_file_is_looked_at_in_the_loops_thread(
    home: AppPaths, shelf: ShelfWithProgram, song: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp, threads = orders._stamp, list[str]()

    def watched(path: Path) -> str:
        threads.append(threading.current_thread().name)
        return stamp(path)

    monkeypatch.setattr(orders, "_stamp", watched)
    async with rvc_bench(home, library=shelf) as bench:
        await bench.service.add_paths([song], COVER)
        bench.service.check(COVER)
        assert await bench.service.preview_voice(bench.service.items[0].id, 0.0, 1.0, VOICE) is not None
        assert threads == [], "a trial and a check need no digest"
        await produced(bench)
    assert threads
    assert threading.current_thread().name not in threads


async def test_a_pause_is_told_whoever_asked_for_it(home: AppPaths, shelf: ShelfWithProgram) -> None:
    async with rvc_bench(home, library=shelf) as bench:
        told: list[bool] = []
        bench.service.paused_changed.connect(told.append)
        bench.service.pause()
        bench.service.pause()
        bench.service.resume()
        await asyncio.sleep(0)
        assert told == [True, False]
