"""No clipped word in any state of the RVC panel, at both sizes, with larger text, and a name for every control."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.ui.theme.theme import ThemeController
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit, unnamed
from tests.fakes.rvc_panel import SMALL, WIDE, RvcPanel, rvc_panel

LONG = "夜更けの放送局 – a very long name that never ends, take 12 final final (really) 🎤.wav"


def lay_out() -> None:
    for _ in range(4):  # a layout that was asked for may ask its parent in turn
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def faults(panel: RvcPanel) -> list[str]:
    lay_out()
    return [str(finding) for finding in audit(panel.view)] + unnamed(panel.view)


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "small"])
@pytest.mark.parametrize("scale", [1.0, 1.4])
async def test_every_state_shows_its_words_whole(
    home: AppPaths, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    music = tmp_path / "music"
    music.mkdir()
    for name in (LONG, "b.wav", "broken.wav", "d.wav"):
        (music / name).write_bytes(b"x")
    async with rvc_panel(home, size=size) as panel:
        controller = ThemeController(QApplication.instance())
        controller.apply("dark", "en", scale)
        try:
            await _walk(panel, music)
        finally:
            controller.close()


async def _walk(panel: RvcPanel, music: Path) -> None:
    found: dict[str, list[str]] = {"empty": faults(panel)}
    panel.rvc.errors["broken.wav"] = "out_of_memory"
    await panel.add(music)
    item = panel.bench.item(LONG)
    panel.model.choose(item)
    await panel.known()
    found["waiting"] = faults(panel)
    panel.view.stage.options.show_more(True)
    found["more options"] = faults(panel)
    panel.model.making.set_way("centre")
    panel.model.making.set_mixing(reverb_amount=0.4)
    found["song"] = faults(panel)
    panel.model.making.set_way("alone")
    panel.model.making.set_mixing(reverb_amount=0.0)
    panel.view.stage.options.show_more(False)
    panel.rvc.hold()
    panel.model.convert_current()
    await eventually(lambda: panel.view.stage.status.job.fraction == 0.5)
    found["running"] = faults(panel)
    panel.rvc.go()
    await eventually(lambda: panel.model.current.state is ItemState.DONE)  # type: ignore[union-attr]
    found["done"] = faults(panel)
    panel.model.convert_items([panel.bench.item("broken.wav").id])
    panel.model.choose(panel.bench.item("broken.wav"))
    await eventually(lambda: panel.model.current.state is ItemState.FAILED)  # type: ignore[union-attr]
    found["failed"] = faults(panel)
    panel.view.show_list(True)
    found["list"] = faults(panel)
    assert {state: words for state, words in found.items() if words} == {}


async def test_nothing_moves_when_a_conversion_starts_ends_or_fails(home: AppPaths, tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(b"x")
    async with rvc_panel(home) as panel:
        await panel.add(tmp_path / "a.wav")
        await panel.known()
        stage = panel.view.stage

        def places() -> list[tuple[int, int]]:
            lay_out()
            widgets = (stage.versions, stage.tracks, stage.options, stage.bottom.convert)
            return [(w.mapTo(stage, w.rect().topLeft()).y(), w.height()) for w in widgets]

        before = places()
        panel.rvc.hold()
        panel.model.convert()
        await eventually(lambda: stage.status.job.fraction == 0.5)
        assert places() == before
        panel.rvc.go()
        await eventually(lambda: panel.model.counts.done == 1)
        assert places() == before
        panel.rvc.errors["a.wav"] = "damaged"
        panel.model.convert()
        await eventually(lambda: panel.model.current.state is ItemState.FAILED)  # type: ignore[union-attr]
        assert places() == before
