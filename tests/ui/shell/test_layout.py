"""Nothing in the window is cut off or without a name, in either theme, at the smallest size, with larger text."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.core.lights import Light, LightState
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.catalog import PanelId, panels
from characoid_desktop.ui.panels.settings.model import About, AboutLink, SettingsModel
from characoid_desktop.ui.panels.settings.view import SettingsView
from characoid_desktop.ui.shell.closing_dialog import ClosingDialog
from characoid_desktop.ui.shell.failure_window import FailureWindow, StartFailure
from characoid_desktop.ui.shell.main_window import MainWindow
from characoid_desktop.ui.theme import ThemeController
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit, unnamed
from tests.ui.shell.conftest import Kit

SIZES = [(1280, 800), (1024, 640)]
LOOKS = [("dark", 1.0), ("light", 1.0), ("dark", 1.4)]


async def settled(widget: QWidget) -> None:
    """Layouts have run: the geometry has been the same for some turns of the loop."""
    seen: list[object] = []

    def same() -> bool:
        QApplication.sendPostedEvents()
        seen.append([child.geometry() for child in widget.findChildren(QWidget)])
        return len(seen) > 3 and seen[-1] == seen[-2] == seen[-3]

    await eventually(same)


def unreadable(widget: QWidget) -> str:
    """All findings, one a line."""
    return "\n".join([*map(str, audit(widget)), *(f"without a name: {path}" for path in unnamed(widget))])


def full_window(kit: Kit, model: SettingsModel) -> MainWindow:
    specs = panels({
        **{name: lambda name=name: kit._panel(name.value) for name in PanelId},
        PanelId.SETTINGS: lambda: SettingsView(model, lambda question, yes, do: None),
    })
    window = MainWindow(specs, kit.notices, kit.lights, kit.actions, panel="settings", later=kit.later)
    kit.windows.append(window)
    return window


@pytest.fixture
async def model(kit: Kit, tmp_path: Path):
    store = SettingsStore(tmp_path / "settings.json", SECTIONS)
    about = About("0.1.0", ((Text.of("Licence"), "Apache-2.0"), (Text.of("Data folder"), "/home/x/" + "deep/" * 30)),
                  tuple(AboutLink(Text.literal(words), lambda: None) for words in ("Third-party notices", "Open log")))
    made = SettingsModel(store, kit.scope, about)
    yield made
    made.close()
    await store.aclose()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("scheme", "scale"), LOOKS)
async def test_every_page_of_the_window_can_be_read(
    kit: Kit, model: SettingsModel, theme: ThemeController, size: tuple[int, int], scheme: str, scale: float
):
    theme.apply(scheme, text_scale=scale, reduced_motion=True)
    names = ("Model", "GPT-SoVITS", "RVC", "VTube Studio")
    for name, state in zip(names, (LightState.READY, LightState.OFF, LightState.FAILED, LightState.WAITING),
                           strict=True):
        kit.lights.set(Light(name.lower(), Text.of(name), state, Text.of("a sentence that says what goes on")))
    window = full_window(kit, model)
    window.resize(*size)
    window.show()
    kit.notices.post(NoticeLevel.INFO, Text.of("Another one"))
    kit.notices.post(
        NoticeLevel.ERROR, Text.of("RVC stopped while it converted “夜更けの放送局.wav”."),
        safe=Text.of("No half-written file was left. The other 4 files continue."),
        actions=(Action(ActionKind.RESTART_ENGINE, Text.of("Start again")),
                 Action(ActionKind.OPEN_LOG, Text.of("Open log"))),
    )
    for page in model.pages:
        model.select(page.key)
        await settled(window)
        assert unreadable(window) == ""


async def test_text_that_is_40_percent_longer_still_fits(kit: Kit, model: SettingsModel):
    install_translator(lambda source: source + "·" * round(len(source) * 0.4) if len(source) > 12 else source)
    window = full_window(kit, model)
    window.resize(1024, 640)
    window.show()
    for page in model.pages:
        model.select(page.key)
        await settled(window)
        assert unreadable(window) == ""


@pytest.mark.parametrize(("scheme", "scale"), LOOKS)
async def test_questions_and_the_failure_window_can_be_read(
    kit: Kit, theme: ThemeController, scheme: str, scale: float
):
    theme.apply(scheme, text_scale=scale, reduced_motion=True)
    window = await kit.shown()
    question = ClosingDialog(window)
    question.ask(Text.of("2 files are still being converted."), tray=False, answered=lambda choice, remember: None)
    assert question.dialog is not None
    await settled(question.dialog)
    assert unreadable(question.dialog) == ""
    question.dialog.give("stay")
    failure = FailureWindow(StartFailure(
        Text.of("The folder for data is read-only."), Text.of("Nothing in it was changed."), "/mnt/" + "deep/" * 40,
        can_choose_home=True, can_end_other=True))
    failure.show()
    await settled(failure)
    found = unreadable(failure)
    failure.finish()
    failure.deleteLater()
    assert found == ""


