"""Changing the language while the window is open."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from characoid_desktop.app.language import Language, LanguageSwitch, resolve
from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.sections.appearance import AppearanceSection
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.catalog import PanelId, panels
from characoid_desktop.ui.panels.settings.model import About, SettingsModel
from characoid_desktop.ui.panels.settings.view import SettingsView
from characoid_desktop.ui.shell.carry import focused_in
from characoid_desktop.ui.shell.main_window import MainWindow
from tests.fakes.eventually import eventually
from tests.ui.shell.conftest import Kit

JAPANESE = {"Chat": "チャット", "Look": "見てください", "ready": "準備完了", "Open log": "記録を開く"}


def use(words: dict[str, str] | None) -> None:
    install_translator(None if words is None else lambda source: words.get(source, source))


async def test_there_and_back_keeps_panel_focus_and_what_the_models_know(kit: Kit):
    window = await kit.shown(panel="persona")
    kit.notices.post(NoticeLevel.WARNING, Text.of("Look"), actions=(Action(ActionKind.OPEN_LOG, Text.of("Open log")),))
    line = window.frame.view.line
    line.setFocus()
    QTest.keyClicks(line, "half a sen")
    use(JAPANESE)
    window.rebuild()
    assert window.current_panel == "persona"
    assert window.frame.rail.button("chat").words == "チャット"
    assert window.frame.rail.button("persona").isChecked()
    assert str(window.frame.notices.shown.sentence) == "見てください"
    assert window.frame.notices.bar.buttons[0].words == "記録を開く"
    assert "準備完了" in window.frame.strip.button("rvc").accessibleName()
    view = window.frame.view
    assert view.line is not line
    assert view.line.text() == "half a sen"
    assert focused_in(window) is view.line
    use(None)
    window.rebuild()
    assert window.frame.rail.button("chat").words == "Chat"
    assert window.frame.view.line.text() == "half a sen"
    assert window.current_panel == "persona"


async def test_focus_in_the_rail_stays_in_the_rail(kit: Kit):
    window = await kit.shown()
    window.frame.rail.focus_current()
    window.rebuild()
    assert focused_in(window.frame.rail) is window.frame.rail.button("rvc_session")


async def test_old_views_are_gone_and_no_longer_listen(kit: Kit):
    window = await kit.shown()
    old = weakref.ref(window.frame)
    for _ in range(5):
        window.rebuild()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert old() is None
    assert len(kit.lights.changed._listeners) == 1
    assert len(kit.notices.changed._listeners) == 1
    kit.notices.post(NoticeLevel.INFO, Text.of("Look"))
    assert window.frame.notices.isVisible()


async def test_shortcuts_still_work_after_a_change(kit: Kit):
    window = await kit.shown()
    window.rebuild()
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert window.current_panel == "chat"
    assert window.frame.rail.button("chat").isChecked()


async def test_only_the_panel_that_is_looked_at_is_made_anew(kit: Kit):
    window = await kit.shown()
    window.show_panel("chat")
    kit.made.clear()
    window.rebuild()
    assert kit.made == ["chat"]


async def test_choosing_the_language_in_settings_changes_the_window_at_once_and_keeps_the_place(
    kit: Kit, tmp_path: Path, qapp: QApplication
):
    store = SettingsStore(tmp_path / "settings.json", SECTIONS)
    model = SettingsModel(store, kit.scope, About("0.1.0", (), ()))
    specs = panels({PanelId.RVC: lambda: kit._panel("rvc_session"),
                    PanelId.SETTINGS: lambda: SettingsView(model, lambda question, yes, do: None)})
    window = MainWindow(specs, kit.notices, kit.lights, kit.actions, panel="settings", later=kit.later)
    kit.windows.append(window)
    window.bring_up()
    await eventually(window.isActiveWindow)
    switch = LanguageSwitch(qapp)

    def follow(change: tuple[str, str]) -> None:
        if change == ("appearance", "language"):
            switch.use(resolve(store.get(AppearanceSection).language.value))
            install_translator(lambda source: f"{switch.current}:{source}")
            window.rebuild()

    store.changed.connect(follow)
    try:
        for language in (Language.ZH_CN, Language.JA, Language.EN):
            combo = window.frame.view.row("appearance", "language").control.combo
            combo.setFocus()
            QTest.keyClick(combo, Qt.Key.Key_Down)
            await eventually(lambda language=language: window.frame.rail.button("settings").words ==
                             f"{language}:Settings")
            view = window.frame.view
            assert window.current_panel == "settings"
            assert model.page == "appearance"
            assert view.row("appearance", "language").control.combo.value == language.value
            assert focused_in(window) is view.row("appearance", "language").control.combo
    finally:
        switch.use(Language.EN)
        model.close()
        await store.aclose()
