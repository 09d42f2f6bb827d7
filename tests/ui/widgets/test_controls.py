"""Buttons, choices, fields and numbers: by keyboard, with names, without surprises."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import ControlSize, ThemeController
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.choice import CheckBox, ComboBox, RadioButton, SegmentedControl, Switch
from characoid_desktop.ui.widgets.fields import LineEdit, SearchField
from characoid_desktop.ui.widgets.layouts import FlowLayout
from characoid_desktop.ui.widgets.numbers import SpinStepper, ValueSlider
from characoid_desktop.ui.widgets.themed import FocusRing, plain_tooltip
from tests.ui.widgets.conftest import Show


def _ring(window: QWidget) -> FocusRing | None:
    ring = window.findChild(FocusRing)
    return ring if ring is not None and ring.isVisible() else None


# -- button


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_a_button_answers_space_and_enter_once(themes: ThemeController, show: Show, qtbot: QtBot, key: Qt.Key) -> None:
    button = Button("Start")
    show(button)
    clicks: list[bool] = []
    button.clicked.connect(lambda: clicks.append(True))
    qtbot.keyClick(button, key)
    assert len(clicks) == 1


def test_a_disabled_button_says_why(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    button = Button("Train", ButtonKind.PRIMARY)
    show(button)
    button.set_disabled_reason(Text.of("Record {n} lines first", n=10))
    assert not button.isEnabled()
    assert button.toolTip() == "Record 10 lines first"
    assert button.accessibleDescription() == "Record 10 lines first"
    button.set_disabled_reason("")
    assert button.isEnabled()
    assert button.toolTip() == ""


def test_a_busy_button_keeps_focus_and_width_and_takes_no_click(
    themes: ThemeController, show: Show, qtbot: QtBot
) -> None:
    button = Button("Test the connection")
    show(button)
    button.setFocus()
    clicks: list[bool] = []
    button.clicked.connect(lambda: clicks.append(True))
    width = button.sizeHint().width()
    button.set_busy("Testing…")
    assert button.words == "Testing…"
    assert button.sizeHint().width() == width
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert clicks == []
    assert button.hasFocus()
    button.set_busy("")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(clicks) == 1


def test_an_ampersand_in_words_is_shown_and_makes_no_shortcut(themes: ThemeController, qtbot: QtBot) -> None:
    button = Button("Rock & Roll")
    qtbot.addWidget(button)
    assert button.words == "Rock & Roll"
    assert button.accessibleName() == "Rock & Roll"
    assert button.shortcut().isEmpty()


def test_an_icon_button_is_square_and_has_a_name(themes: ThemeController, qtbot: QtBot) -> None:
    button = icon_button("save", "Save as…")
    qtbot.addWidget(button)
    assert button.accessibleName() == "Save as…"
    assert button.toolTip() == "Save as…"
    assert button.sizeHint().width() == button.sizeHint().height() >= 28


def test_the_focus_ring_lies_two_pixels_outside_and_only_for_the_keyboard(
    themes: ThemeController, show: Show, qtbot: QtBot
) -> None:
    button, other = Button("One"), Button("Two")
    window = show(button, other)
    other.setFocus(Qt.FocusReason.MouseFocusReason)
    button.setFocus(Qt.FocusReason.MouseFocusReason)
    assert _ring(window) is None
    qtbot.keyClick(button, Qt.Key.Key_Tab)
    ring = _ring(window)
    assert ring is not None
    assert ring.target is other
    assert ring.geometry() == other.geometry().adjusted(-4, -4, 4, 4)
    assert ring.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    other.move(other.x(), other.y() + 3)
    assert ring.geometry() == other.geometry().adjusted(-4, -4, 4, 4)
    other.hide()  # the focus goes on to the first button, and the ring with it
    assert ring.target is button
    button.hide()
    assert _ring(window) is None


def test_the_focus_ring_scrolls_with_its_widget(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    area, content = QScrollArea(), QWidget()
    buttons = [Button(f"B{i}") for i in range(40)]
    layout = QVBoxLayout(content)
    for button in buttons:
        layout.addWidget(button)
    area.setWidget(content)
    show(area)
    buttons[3].setFocus(Qt.FocusReason.TabFocusReason)
    ring = area.findChild(FocusRing)
    assert ring is not None
    assert ring.parentWidget() is content
    before = ring.mapToGlobal(QPoint(0, 0)).y() - buttons[3].mapToGlobal(QPoint(0, 0)).y()
    area.verticalScrollBar().setValue(60)
    assert ring.mapToGlobal(QPoint(0, 0)).y() - buttons[3].mapToGlobal(QPoint(0, 0)).y() == before


def test_a_focused_button_that_is_deleted_takes_its_ring_along(
    themes: ThemeController, show: Show, qtbot: QtBot
) -> None:
    button = Button("One")
    window = show(Button("Two"), button)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert _ring(window) is not None
    button.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    ring = _ring(window)
    assert ring is None or ring.target is not button
    themes.apply("light")  # a ring that watched a dead widget would crash here


def test_a_widget_destroyed_behind_the_ring_does_no_harm(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    first, second = Button("One"), Button("Two")
    window = show(second, first)
    first.setFocus(Qt.FocusReason.TabFocusReason)
    assert _ring(window) is not None
    shiboken6.delete(first)
    second.setFocus(Qt.FocusReason.OtherFocusReason)
    second.clearFocus()
    second.setFocus(Qt.FocusReason.TabFocusReason)
    ring = _ring(window)
    assert ring is not None
    assert ring.target is second


def test_tooltips_show_markup_letter_for_letter() -> None:
    assert plain_tooltip("plain.wav") == "plain.wav"
    tip = plain_tooltip('<img src="file:///etc/x.png"> & co.wav')
    assert "<img" not in tip
    assert "&lt;img" in tip


@pytest.mark.parametrize("size", list(ControlSize))
def test_a_button_is_as_high_as_the_text_needs(themes: ThemeController, qtbot: QtBot, size: ControlSize) -> None:
    themes.apply("dark", "ja", 1.4)
    button = Button("もう一度送る", size=size)
    qtbot.addWidget(button)
    assert button.sizeHint().height() >= button.fontMetrics().height() + 8
    assert button.sizeHint().width() >= button.fontMetrics().horizontalAdvance("もう一度送る") + 20


# -- switch, segments, boxes, combo


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_switch_toggles_by_key(themes: ThemeController, show: Show, qtbot: QtBot, key: Qt.Key) -> None:
    switch = Switch("Read replies")
    show(switch)
    with qtbot.waitSignal(switch.toggled) as caught:
        qtbot.keyClick(switch, key)
    assert caught.args == [True]
    assert switch.accessibleName() == "Read replies"


def test_segments_move_by_arrow_key_and_tell_the_value(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    control = SegmentedControl([("a", "Original"), ("b", "Converted"), ("c", "Mix")], "Version", value="a")
    show(control)
    chosen: list[object] = []
    control.changed.connect(chosen.append)
    control.buttons[0].setFocus()
    qtbot.keyClick(control.buttons[0], Qt.Key.Key_Right)
    assert control.value == "b"
    qtbot.mouseClick(control.buttons[2], Qt.MouseButton.LeftButton)
    assert chosen == ["b", "c"]
    control.set_value("a")
    assert control.value == "a"
    assert chosen == ["b", "c"]  # only the user's choices are told
    assert [b.accessibleName() for b in control.buttons] == ["Original", "Converted", "Mix"]


def test_choosing_a_segment_moves_nothing(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    control = SegmentedControl([(i, f"Choice {i}") for i in range(4)], "Version")
    show(control)
    places = [b.geometry() for b in control.buttons]
    for value in range(4):
        control.set_value(value)
        QApplication.processEvents()
        assert [b.geometry() for b in control.buttons] == places


def test_boxes_have_names_and_keep_their_ampersands(themes: ThemeController, qtbot: QtBot) -> None:
    for box in (CheckBox("R&B", checked=True), RadioButton("R&B", checked=True)):
        qtbot.addWidget(box)
        assert box.accessibleName() == "R&B"
        assert box.shortcut().isEmpty()
        assert box.isChecked()


def test_a_combo_box_gives_values_and_survives_an_empty_list(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    combo = ComboBox([], "Voice")
    show(combo)
    assert combo.value is None
    combo.set_options([("m", "mika"), ("t", Text.of("None"))], "t")
    assert combo.value == "t"
    combo.setFocus()
    with qtbot.waitSignal(combo.chosen) as caught:
        qtbot.keyClick(combo, Qt.Key.Key_Up)
    assert caught.args == ["m"]
    combo.set_options([("x", "gone")], "no such value")
    assert combo.value == "x"


@pytest.mark.parametrize("make", [
    lambda: ComboBox([(1, "one"), (2, "two")], "Number", value=2),
    lambda: ValueSlider("Gain", minimum=0, maximum=10, value=5).slider,
])
def test_scrolling_over_a_form_changes_nothing(themes: ThemeController, show: Show, qtbot: QtBot, make) -> None:
    widget = make()
    show(widget, QPushButton("elsewhere"))
    widget.clearFocus()
    before = widget.value() if hasattr(widget, "setRange") else widget.value
    wheel = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(0, 0), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )
    QApplication.sendEvent(widget, wheel)
    after = widget.value() if hasattr(widget, "setRange") else widget.value
    assert after == before


# -- fields


def test_an_error_stands_under_its_field_and_moves_nothing(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    field, after = LineEdit("Port", help_text="VTube Studio uses 8001."), Button("Test")
    show(field, after)
    place, height = after.geometry(), field.input.height()
    field.set_error("A port is a number from 1 to 65535.")
    QApplication.processEvents()
    assert after.geometry() == place
    assert field.input.height() == height
    assert field.input.is_invalid
    assert field.input.accessibleDescription() == "A port is a number from 1 to 65535."
    field.set_error("")
    assert not field.input.is_invalid
    assert field.input.accessibleDescription() == "VTube Studio uses 8001."


@pytest.mark.parametrize("scale", [1.0, 1.4])
def test_a_field_is_as_high_with_focus_and_error_as_without(
    themes: ThemeController, show: Show, qtbot: QtBot, scale: float
) -> None:
    theme = themes.apply("dark", "en", scale)
    field, other = LineEdit("Port"), Button("x")
    show(field, other)
    other.setFocus()
    height = field.input.height()
    assert height == theme.control_height()
    field.input.setFocus()
    QApplication.processEvents()
    assert field.input.sizeHint().height() == height
    field.set_error("Wrong.")
    assert field.input.sizeHint().height() == height


def test_a_field_commits_once_per_change(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    field = LineEdit("Name")
    show(field)
    done: list[str] = []
    field.committed.connect(done.append)
    field.set_text("old")
    field.input.setFocus()
    qtbot.keyClicks(field.input, "er")
    qtbot.keyClick(field.input, Qt.Key.Key_Return)
    qtbot.keyClick(field.input, Qt.Key.Key_Return)
    assert done == ["older"]


def test_search_waits_for_a_pause_and_escape_clears_it(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    field = SearchField("Find a file")
    show(field)
    found: list[str] = []
    field.searched.connect(found.append)
    qtbot.keyClicks(field.input, "mika")
    assert found == []
    qtbot.waitUntil(lambda: found == ["mika"], timeout=3000)
    qtbot.keyClick(field.input, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert found == ["mika", ""]
    assert field.input.accessibleName() == "Find a file"


def test_enter_searches_at_once(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    field = SearchField("Find a file")
    show(field)
    found: list[str] = []
    field.searched.connect(found.append)
    qtbot.keyClicks(field.input, "a")
    qtbot.keyClick(field.input, Qt.Key.Key_Return)
    assert found == ["a"]


# -- numbers


def _stepper(show: Show) -> tuple[SpinStepper, list[float]]:
    stepper = SpinStepper("Key", minimum=-12, maximum=12, value=2, plus_sign=True)
    show(stepper)
    heard: list[float] = []
    stepper.changed.connect(heard.append)
    return stepper, heard


def test_a_stepper_steps_by_keys_and_buttons_and_stops_at_its_ends(
    show: Show, qtbot: QtBot
) -> None:
    stepper, heard = _stepper(show)
    assert stepper.words() == "+2"
    qtbot.keyClick(stepper.input, Qt.Key.Key_Up)
    qtbot.keyClick(stepper.input, Qt.Key.Key_PageDown)
    assert stepper.words() == "−7"
    assert heard == [3.0, -7.0]
    less, more = stepper.findChildren(Button)
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    assert stepper.value == -6
    stepper.set_value(99)
    assert stepper.value == 12
    assert not more.isEnabled()
    assert less.isEnabled()
    assert heard == [3.0, -7.0, -6.0]


@pytest.mark.parametrize(("typed", "value"), [
    ("-5", -5.0), ("−5", -5.0), ("＋７", 7.0), ("+3", 3.0), ("99", 12.0), ("", 2.0), ("abc", 2.0), ("nan", 2.0),
    ("1e999", 2.0),
])
def test_a_stepper_reads_what_people_type(
    show: Show, qtbot: QtBot, typed: str, value: float
) -> None:
    stepper, _ = _stepper(show)
    stepper.input.setText(typed)
    qtbot.keyClick(stepper.input, Qt.Key.Key_Return)
    assert stepper.value == value
    assert stepper.input.text() == stepper.words()


def test_a_slider_tells_its_value_in_words(themes: ThemeController, show: Show, qtbot: QtBot) -> None:
    slider = ValueSlider("Gain", minimum=-24, maximum=6, value=-3, step=0.5, words=lambda v: f"{v:.1f} dB")
    show(slider)
    heard: list[float] = []
    slider.changed.connect(heard.append)
    slider.slider.setFocus()
    qtbot.keyClick(slider.slider, Qt.Key.Key_Right)
    assert heard == [-2.5]
    assert slider.slider.accessibleName() == "Gain"
    assert slider.slider.accessibleDescription() == "-2.5 dB"
    slider.set_value(4)
    assert heard == [-2.5]
    assert slider.value == 4


def test_a_flow_of_which_qt_took_an_item_down_still_has_a_size(show: Show) -> None:
    widget = QWidget()
    flow = FlowLayout(widget)
    for words in ("one", "two"):
        flow.addWidget(QPushButton(words))
    show(widget, width=300, height=100)
    shiboken6.delete(flow.itemAt(0))
    assert flow.heightForWidth(300) > 0
    assert flow.sizeHint().width() > 0
    assert flow.minimumSize().height() > 0
    flow.takeAt(0)
