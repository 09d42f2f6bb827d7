"""The character at the top of the rail, and the small dialog that makes and renames one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.ui.shell.character_dialog import CharacterDialog
from characoid_desktop.ui.shell.faces import Faces
from characoid_desktop.ui.shell.main_window import MainWindow
from characoid_desktop.ui.shell.personas import PersonaButton, PersonasModel
from characoid_desktop.ui.theme import ThemeController
from characoid_desktop.ui.theme.color import contrast
from tests.fakes.approvals import HandClock
from tests.fakes.eventually import at_rest, eventually
from tests.fakes.layout_audit import audit, unnamed
from tests.ui.shell.conftest import Kit


@dataclass
class Cast:
    service: PersonaService
    model: PersonasModel
    window: MainWindow
    kit: Kit

    @property
    def button(self) -> PersonaButton:
        found = self.window.frame.rail.top
        assert found is not None
        return found

    @property
    def menu(self) -> QMenu:
        assert self.button.menu is not None
        return self.button.menu

    def entry(self, words: str):
        return next(action for action in self.menu.actions() if action.text().split("\t")[0] == words)

    async def dialog(self) -> CharacterDialog:
        await eventually(lambda: self.button.dialog is not None and self.button.dialog.isVisible())
        assert self.button.dialog is not None
        return self.button.dialog


@pytest.fixture
async def cast(kit: Kit, home: AppPaths) -> AsyncIterator[Cast]:
    clock = HandClock()
    database = await Database.open(home.database, home.backups, clock)
    service = PersonaService(database, clock)
    await service.start("ミカ")
    model = PersonasModel(service, kit.notices, kit.scope, Faces(lambda _: None, kit.scope))
    window = kit.window()
    window.set_personas(model)
    window.rebuild()
    window.bring_up()
    await eventually(window.isActiveWindow)
    yield Cast(service, model, window, kit)
    model.close()
    await kit.scope.aclose()
    await database.aclose()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


async def test_the_rail_names_the_character_and_its_menu_switches(cast: Cast) -> None:
    other = await cast.service.create("ツキミ")
    assert cast.button.accessibleName() == "Character: ミカ"
    cast.button.click()
    assert [action.text() for action in cast.menu.actions() if not action.isSeparator()] == [
        "ミカ\t✓", "ツキミ", "New character…", "Name and description of ミカ…"]
    cast.entry("ツキミ").trigger()
    cast.menu.close()
    await eventually(lambda: cast.service.current.id == other.id)
    assert cast.button.accessibleName() == "Character: ツキミ"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Down])
async def test_the_menu_opens_by_keyboard(cast: Cast, key: Qt.Key) -> None:
    cast.button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(cast.button, key)
    assert cast.menu.isVisible()
    cast.menu.close()


async def test_a_new_character_is_made_and_talked_to(cast: Cast) -> None:
    cast.button.click()
    cast.entry("New character…").trigger()
    cast.menu.close()
    dialog = await cast.dialog()
    QTest.keyClicks(dialog.name.input, "Yuki")
    dialog.description.setPlainText("冬の歌が好き。")
    dialog.agree.click()
    await eventually(lambda: cast.service.current.name == "Yuki")
    assert cast.service.current.profile.description == "冬の歌が好き。"
    assert cast.button.dialog is None


async def test_without_a_name_nothing_is_made_and_the_dialog_says_so(cast: Cast) -> None:
    cast.button.click()
    cast.entry("New character…").trigger()
    cast.menu.close()
    dialog = await cast.dialog()
    dialog.name.input.setText("   ")
    dialog.agree.click()
    assert dialog.isVisible()
    assert dialog.name.error == "A character needs a name."
    dialog.reject()
    await at_rest()
    assert len(cast.service.all) == 1


async def test_enter_that_takes_a_candidate_does_not_make_the_character(cast: Cast) -> None:
    cast.button.click()
    cast.entry("New character…").trigger()
    cast.menu.close()
    dialog = await cast.dialog()
    QApplication.sendEvent(dialog.name.input, QInputMethodEvent("みか", []))
    QTest.keyClick(dialog.name.input, Qt.Key.Key_Return)
    assert dialog.isVisible()
    event = QInputMethodEvent()
    event.setCommitString("美佳")
    QApplication.sendEvent(dialog.name.input, event)
    QTest.keyClick(dialog.name.input, Qt.Key.Key_Return)
    await eventually(lambda: cast.service.current.name == "美佳")


async def test_name_and_description_can_be_changed(cast: Cast) -> None:
    cast.button.click()
    cast.entry("Name and description of ミカ…").trigger()
    cast.menu.close()
    dialog = await cast.dialog()
    assert dialog.name.text() == "ミカ"
    dialog.name.input.setText("<b>Mika</b>\u202e")
    dialog.agree.click()
    await eventually(lambda: cast.service.current.name != "ミカ")
    assert cast.button.accessibleName() == "Character: <b>Mika</b>‹U+202E›"


async def test_the_rail_is_whole_with_a_long_name_in_a_small_window(cast: Cast) -> None:
    await cast.service.update("default", name="とても長い名前のキャラクター" * 5)
    cast.window.resize(1024, 640)
    await at_rest(20)
    assert [str(finding) for finding in audit(cast.window)] == []
    assert unnamed(cast.window.frame.rail) == []
    cast.button.click()
    assert cast.menu.width() < 620
    cast.menu.close()


async def test_the_colour_of_the_character_is_shown_readable_and_stays_over_a_change_of_look(
    cast: Cast, theme: ThemeController
) -> None:
    chosen = QColor("#203040")
    theme.set_persona_color(chosen)
    for mode in ("dark", "light"):
        look = theme.apply(mode, reduced_motion=True)
        assert look.persona_color == chosen
        for ground in (look.color.canvas, look.color.surface, look.color.raised):
            assert contrast(look.persona, ground) >= 4.5
    theme.set_persona_color(None)
    assert theme.theme.persona == theme.theme.color.accent
