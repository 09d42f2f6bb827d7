"""Changing the language while the window is open."""

from __future__ import annotations

import gc
import weakref

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.shell.carry import focused_in
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
