"""Going round in the window by mouse and by keyboard."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from characoid_desktop.ui.catalog import PANELS, PanelId, panels
from characoid_desktop.ui.shell.carry import focused_in
from tests.fakes.eventually import eventually
from tests.ui.shell.conftest import Kit, SmallPanel, press

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_only_panels_with_a_factory_are_shown_in_the_order_of_the_rail():
    chosen = panels({PanelId.SETTINGS: SmallPanel, PanelId.RVC: SmallPanel})
    assert [spec.id for spec in chosen] == ["rvc_session", "settings"]
    assert [entry.id for entry in PANELS] == list(PanelId)


def test_names_in_the_rail_are_short_enough():
    for entry in PANELS:
        assert len(entry.label.source) <= 12


async def test_a_click_in_the_rail_goes_to_the_panel_and_marks_it(kit: Kit):
    window = await kit.shown()
    seen = []
    window.panel_changed.connect(seen.append)
    button = window.frame.rail.button("persona")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.current_panel == "persona"
    assert button.isChecked()
    assert not window.frame.rail.button("rvc_session").isChecked()
    assert seen == ["persona"]
    assert not button.shows_focus


async def test_a_panel_is_made_when_it_is_first_looked_at_and_only_then(kit: Kit):
    window = await kit.shown()
    assert kit.made == ["rvc_session"]
    window.show_panel("chat")
    window.show_panel("rvc_session")
    window.show_panel("chat")
    assert kit.made == ["rvc_session", "chat"]


async def test_ctrl_and_number_goes_to_each_panel_and_into_it(kit: Kit):
    window = await kit.shown()
    for number, panel in enumerate(PanelId, start=1):
        press(window, Qt.Key(Qt.Key.Key_0 + number), CTRL)
        assert window.current_panel == panel.value
        assert focused_in(window.frame.view) is not None


async def test_ctrl_comma_opens_the_settings(kit: Kit):
    window = await kit.shown(PanelId.RVC, PanelId.SETTINGS)
    press(window, Qt.Key.Key_Comma, CTRL)
    assert window.current_panel == "settings"


async def test_f6_goes_round_rail_panel_and_strip_and_back(kit: Kit):
    window = await kit.shown()
    frame = window.frame
    frame.focus_view()
    order = []
    for _ in range(3):
        press(window, Qt.Key.Key_F6)
        order.append(next(part.objectName() for part, _ in frame.regions() if focused_in(part)))
    press(window, Qt.Key.Key_F6, SHIFT)
    assert order == ["status_strip", "rail", "panels"]
    assert focused_in(frame.rail) is not None


async def test_f6_reaches_an_open_notice(kit: Kit):
    from characoid_desktop.core.i18n import Text
    from characoid_desktop.core.notices import NoticeLevel

    window = await kit.shown()
    kit.notices.post(NoticeLevel.WARNING, Text.of("Look"))
    window.frame.rail.focus_current()
    press(window, Qt.Key.Key_F6)
    assert focused_in(window.frame.notices) is window.frame.notices.bar.close_button


async def test_arrow_keys_move_in_the_rail_and_the_rail_is_one_tab_stop(kit: Kit):
    window = await kit.shown()
    window.frame.rail.focus_current()
    press(window.focusWidget(), Qt.Key.Key_Down)
    assert window.frame.rail.button("live2d").hasFocus()
    assert window.frame.rail.button("live2d").shows_focus
    assert window.current_panel == "live2d"
    press(window.focusWidget(), Qt.Key.Key_Tab)
    assert focused_in(window.frame.rail) is None


async def test_tab_reaches_rail_panel_and_strip_in_this_order(kit: Kit):
    window = await kit.shown(PanelId.RVC, PanelId.SETTINGS)
    window.frame.rail.focus_current()
    stops = []
    for _ in range(4):
        stops.append(window.focusWidget())
        press(window.focusWidget(), Qt.Key.Key_Tab)
    view = window.frame.view
    assert stops == [window.frame.rail.button("rvc_session"), view.line, view.button,
                     window.frame.strip.button("rvc")]
    assert window.focusWidget() is stops[0]


async def test_escape_in_the_rail_goes_back_to_the_panel(kit: Kit):
    window = await kit.shown()
    window.frame.rail.focus_current()
    press(window.focusWidget(), Qt.Key.Key_Escape)
    assert focused_in(window.frame.view) is not None


async def test_the_first_look_has_the_keyboard_in_the_panel_without_a_mark(kit: Kit):
    window = await kit.shown()
    assert focused_in(window.frame.view) is not None


async def test_what_had_the_keyboard_and_is_gone_leaves_it_to_the_panel(kit: Kit):
    window = await kit.shown()
    window.activateWindow()
    gone = QPushButton(window.frame.view)
    gone.show()
    gone.setFocus()
    assert window.focusWidget() is gone
    shiboken6.delete(gone)
    assert window.focusWidget() is None
    kit.later.advance(1)
    assert focused_in(window.frame.view) is not None


async def test_a_panel_says_where_words_go_that_are_typed_without_a_click(kit: Kit):
    window = await kit.shown(PanelId.RVC, PanelId.SETTINGS)
    window.frame.rail.focus_current()
    window.show_panel("settings")
    view = window.frame.view
    view.first_focus = view.button
    window.frame.focus_view()
    assert window.focusWidget() is view.button


async def test_everything_that_takes_the_keyboard_has_an_accessible_name(kit: Kit):
    window = await kit.shown()
    for panel in window.frame.rail.findChildren(type(window.frame.rail.button("chat"))):
        assert panel.accessibleName()
    assert window.frame.strip.button("rvc").accessibleName() == "RVC: Ready. ready"
    assert window.frame.rail.accessibleName()
    assert window.frame.strip.accessibleName()


async def test_the_window_is_never_smaller_than_1024_by_640(kit: Kit):
    window = await kit.shown()
    window.resize(300, 200)
    assert (window.width(), window.height()) == (1024, 640)


async def test_geometry_is_remembered_once_after_a_while_and_restored(kit: Kit):
    window = await kit.shown()
    kit.later.advance(5)
    kit.geometry.clear()
    for height in range(700, 710):
        window.resize(1100, height)
    assert kit.geometry == []
    kit.later.advance(0.5)
    assert len(kit.geometry) == 1
    other = kit.window(geometry=kit.geometry[-1])
    other.show()
    await eventually(other.isVisible)
    assert other.height() == 709  # the width is held within the small offscreen screen


async def test_garbage_as_geometry_gives_the_first_size(kit: Kit):
    window = kit.window(geometry=b"\x00\xff garbage" * 20)
    assert (window.width(), window.height()) == (1280, 800)


async def test_an_unknown_first_panel_gives_the_first_one(kit: Kit):
    assert kit.window(panel="gone").current_panel == "chat"


async def test_closing_is_a_wish_and_leaves_the_window_open(kit: Kit):
    window = await kit.shown()
    wishes = []
    window.close_wanted.connect(lambda: wishes.append(1))
    window.close()
    assert wishes == [1]
    assert window.isVisible()
    window.finish()
    assert not window.isVisible()
