"""Pictures of every screen: nothing cut off and no glyph missing, whatever theme, language and size."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from characoid_desktop.app.shots import screens, shoot
from characoid_desktop.app.shots.audit import audit
from characoid_desktop.app.shots.looks import LANGUAGES, LOW, THEMES, WIDE, Look, all_looks, longer, names, usual_looks
from characoid_desktop.app.shots.screens import Screen, Shot
from characoid_desktop.app.shots.shoot import Shoot, Stage, screen_names
from characoid_desktop.app.shots.studio import Studio
from characoid_desktop.cli import shots as command
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.rvc_session.view import RvcView
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from tests.fakes.cli import run_cli
from tests.fakes.eventually import eventually
from tests.fakes.themes import themed_app

NO_GLYPH = "\U000f0000"
FEW = ("starting", "rvc-empty", "settings-conversion")


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[ThemeController]:
    with themed_app() as controller:
        yield controller


def every_look() -> list[Look]:
    words = [*((language, False) for language in LANGUAGES), ("en", True)]
    return [Look(theme, language, size, longer=long)
            for (language, long), theme, size in itertools.product(words, THEMES, (WIDE, LOW))]


@pytest.mark.slow
@pytest.mark.plain_log  # an engine that cannot start is worth a line in the log
@pytest.mark.timeout(1200)
async def test_every_screen_can_be_read_in_both_themes_every_language_and_the_smallest_window(
    qapp: QApplication, theme: ThemeController, tmp_path: Path
):
    looks = every_look()
    taken = await Shoot(qapp, theme, looks).run(tmp_path)
    found = [f"{one.name}: {finding}" for one in taken for finding in one.findings]
    assert found == []
    seen = {one.name for one in taken}
    for screen in set(screen_names()) - {"components", "rvc-list", "chat-list"}:  # these are for some looks only
        assert {f"{screen}-{look.name}" for look in looks} <= seen
    assert not [one.name for one in tmp_path.rglob("*.png") if one.stem in seen], "nothing is written to only look"


async def test_a_seeded_clipped_label_and_a_missing_glyph_are_found(
    qapp: QApplication, theme: ThemeController, tmp_path: Path
):
    studio = Studio(qapp, theme, tmp_path)
    try:
        await studio.fill()
        await studio.dress(Look("dark", "en"))
        studio.window.show_panel(PanelId.SETTINGS)
        await studio.settle(studio.window)
        assert audit(studio.window, strict=True) == []
        label = next(one for one in studio.window.findChildren(Label)
                     if one.isVisible() and not isinstance(one, ElidedLabel) and one.text() == "Theme")
        label.setFixedWidth(12)
        await studio.settle(studio.window)
        assert [(one.kind, one.text) for one in audit(studio.window)] == [("clipped", "Theme")]
        label.setFixedWidth(200)
        label.set_words(f"Theme {NO_GLYPH}")
        assert [(one.kind, one.text) for one in audit(studio.window)] == [("glyphs", NO_GLYPH)]
    finally:
        await studio.close()


async def test_words_that_a_list_paints_itself_are_looked_at_too(
    qapp: QApplication, theme: ThemeController, tmp_path: Path
):
    studio = Studio(qapp, theme, tmp_path)
    try:
        await studio.fill()
        await studio.dress(Look("light", "en"))
        studio.run.rvc.add_sample()
        await eventually(lambda: studio.services.rvc.items and studio.services.rvc.items[0].facts)
        studio.window.show_panel(PanelId.RVC)
        view = studio.window.frame.view
        assert isinstance(view, RvcView)
        await studio.settle(studio.window)
        assert audit(studio.window, strict=True) == []
        view.queue.setMinimumWidth(0)
        view.queue.setMaximumWidth(130)
        await studio.settle(studio.window)
        rows = [one for one in audit(studio.window) if one.widget.endswith("[0]")]
        assert [(one.kind, one.text) for one in rows] == [("elided", "0:06 · 44.1 kHz mono")]
    finally:
        await studio.close()


async def test_where_the_window_was_drawn_for_its_own_words_may_not_elide_at_all(
    qapp: QApplication, theme: ThemeController, tmp_path: Path
):
    studio = Studio(qapp, theme, tmp_path)
    try:
        await studio.fill()
        await studio.dress(Look("dark", "en"))
        studio.run.rvc.add_sample()
        await eventually(lambda: studio.services.rvc.items and studio.services.rvc.items[0].facts)
        studio.window.show_panel(PanelId.RVC)
        view = studio.window.frame.view
        assert isinstance(view, RvcView)
        hint = next(one for one in view.stage.findChildren(ElidedLabel) if one.text().startswith("Press 1 or 2"))
        hint.setFixedWidth(60)
        await studio.settle(studio.window)
        assert audit(studio.window) == []
        assert [one.text for one in audit(studio.window, strict=True)] == [hint.text()]
    finally:
        await studio.close()


@pytest.mark.slow
def test_the_command_writes_every_picture_at_its_size_and_dark_is_not_light(tmp_path: Path):
    folder = tmp_path / "写真"
    done = run_cli("shots", folder, *(word for name in FEW for word in ("--only", name)))
    assert (done.returncode, done.stderr) == (0, "")
    wanted = names(FEW, usual_looks())
    assert sorted(done.stdout.split()) == sorted(wanted)
    assert sorted(path.name for path in folder.iterdir()) == sorted(wanted)
    pictures = {path.name: QImage(str(path)) for path in folder.iterdir()}
    for name, picture in pictures.items():
        assert (picture.width(), picture.height()) == WIDE, name
        assert len({picture.pixel(x, y) for x in range(0, 1280, 3) for y in range(0, 800, 3)}) > 8, name
    for name, picture in pictures.items():
        if "-dark-" in name:
            light = pictures[name.replace("-dark-", "-light-")]
            assert picture.pixelColor(700, 780).lightness() + 100 < light.pixelColor(700, 780).lightness()


async def test_findings_are_listed_and_give_exit_code_1(
    qapp: QApplication, theme: ThemeController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    async def spoiled(studio: Studio) -> Shot:
        shot = await screens.starting()[0].show(studio)
        label = studio.window.frame.view.findChild(Label)
        assert label is not None
        label.set_words(f"Starting {NO_GLYPH}")
        return shot

    monkeypatch.setitem(shoot.SCREENS, Stage.STARTING, lambda: [Screen("starting", spoiled)])
    folder = tmp_path / "out"
    folder.mkdir()
    work = Shoot(qapp, theme, [Look("dark", "en")], folder, ["starting"], command.say)
    assert await command.run(work, tmp_path / "home") == 1
    said = capsys.readouterr()
    assert said.out.split() == ["starting-dark-en.png"]
    assert "starting-dark-en: glyphs:" in said.err
    assert "U+F0000" in said.err
    assert "1 of 1 pictures" in said.err


def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "file"
    file.write_text("in the way")
    assert command.run_shots(argparse.Namespace(folder=str(file / "below"), all=False, only=[])) == 2
    assert "cannot be written to" in capsys.readouterr().err


@pytest.mark.parametrize(("source", "fields"), [
    ("Release to add {n} files", ["{n}"]), ("“{name}” is no longer there.", ["{name}"]), ("Starting", []), ("OK", []),
])
def test_a_longer_text_is_40_percent_longer_and_keeps_its_fields(source: str, fields: list[str]):
    made = longer(source)
    assert made.startswith(source)
    for field in fields:
        assert made.count(field) == source.count(field)
    bare, grown = (len(text) - sum(map(len, fields)) for text in (source, made))
    assert 1.3 * bare <= grown <= 1.4 * bare + 2


def test_signs_without_letters_stay_as_they_are():
    assert longer("{percent}%") == "{percent}%"
    assert longer("") == ""


def test_every_look_has_a_name_of_its_own():
    looks = all_looks()
    assert len({look.name for look in looks}) == len(looks)
    assert looks[: len(usual_looks())] == usual_looks()
    assert {look.size for look in looks} == {WIDE, LOW}
    assert any(look.longer for look in looks)
    assert {look.text_size for look in looks} == {100, 140}
