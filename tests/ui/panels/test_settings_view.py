"""The Settings panel as it is seen and operated."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget

from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.schema import Choice, SettingKind, SettingSpec, Widget
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.panels.settings.controls import make_control
from characoid_desktop.ui.panels.settings.model import ABOUT, About, AboutLink, RowState, SettingsModel
from characoid_desktop.ui.panels.settings.view import SettingsView
from characoid_desktop.ui.theme import ThemeController
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.labels import Label
from tests.fakes.eventually import eventually

LEFT = Qt.MouseButton.LeftButton


@dataclass
class Bench:
    store: SettingsStore
    scope: TaskScope
    theme: ThemeController
    opened: list[str] = field(default_factory=list)
    questions: list[tuple[str, Callable[[], object]]] = field(default_factory=list)
    views: list[SettingsView] = field(default_factory=list)

    def __post_init__(self) -> None:
        about = About("0.1.0", ((Text.of("Licence"), "Apache-2.0"),), tuple(
            AboutLink(Text.literal(words), lambda words=words: self.opened.append(words))
            for words in ("Third-party notices", "Open log folder")))
        self.model = SettingsModel(self.store, self.scope, about, choices={
            Widget.DEVICE: self._devices, Widget.PRESET: self._presets})

    async def _devices(self) -> list[Choice]:
        return [Choice("", Text.of("Same as the system")), Choice("Speakers", Text.literal("Speakers"))]

    async def _presets(self) -> list[Choice]:
        return [Choice("higher", Text.of("Higher")), Choice("deep", Text.of("Deep"))]

    def _confirm(self, question: Text, yes: Text, do: Callable[[], object]) -> None:
        self.questions.append((str(question), do))

    async def view(self, page: str = "conversion", size: tuple[int, int] = (1184, 768)) -> SettingsView:
        self.model.select(page)
        view = SettingsView(self.model, self._confirm)
        self.views.append(view)
        view.resize(*size)
        view.show()
        view.activateWindow()
        await eventually(view.isActiveWindow)
        return view

    async def saved(self, section: str, key: str) -> object:
        await eventually(lambda: self.model.row(section, key).state is RowState.SAVED)
        return self.model.row(section, key).value


@pytest.fixture
async def bench(qapp: QApplication, tmp_path: Path):
    theme = ThemeController(qapp)
    theme.apply("dark", reduced_motion=True)
    store = SettingsStore(tmp_path / "settings.json", SECTIONS)
    await store.load()
    scope = TaskScope("settings view")
    made = Bench(store, scope, theme)
    yield made
    for view in made.views:
        view.close()
        view.deleteLater()
    made.model.close()
    await scope.aclose()
    await store.aclose()
    theme.close()


def center(widget: QWidget) -> QPoint:
    return widget.rect().center()


@pytest.mark.parametrize("section", SECTIONS, ids=lambda s: s.key)
async def test_each_declared_setting_has_a_row_with_label_help_and_a_named_control(bench: Bench, section):
    view = await bench.view(section.key)
    assert view.shown_rows == tuple((section.key, spec.key) for spec in section.specs())
    for spec in section.specs():
        row = view.row(section.key, spec.key)
        assert str(spec.label) in [label.text() for label in row.findChildren(QLabel)]
        assert row.words
        target = row.control
        while target.focusProxy() is not None:
            target = target.focusProxy()
        assert target.accessibleName()
        assert target.accessibleDescription()


async def test_a_switch_saves_at_once_by_mouse_and_by_keyboard(bench: Bench):
    view = await bench.view()
    switch = view.row("conversion", "keep_loudness").control.switch
    QTest.mouseClick(switch, LEFT)
    assert await bench.saved("conversion", "keep_loudness") is False
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert await bench.saved("conversion", "keep_loudness") is True


async def test_segments_and_lists_save_what_is_chosen(bench: Bench):
    view = await bench.view()
    QTest.mouseClick(view.row("conversion", "place").control.segments.buttons[1], LEFT)
    assert await bench.saved("conversion", "place") == "folder"
    combo = view.row("conversion", "format").control.combo
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Down)
    assert await bench.saved("conversion", "format") == "flac"


async def test_numbers_step_and_take_typing_within_their_bounds(bench: Bench):
    view = await bench.view("notifications")
    stepper = view.row("notifications", "shortest_s").control.stepper
    stepper.input.setFocus()
    QTest.keyClick(stepper.input, Qt.Key.Key_Up)
    assert await bench.saved("notifications", "shortest_s") == 15
    stepper.input.selectAll()
    QTest.keyClicks(stepper.input, "99999")
    QTest.keyClick(stepper.input, Qt.Key.Key_Return)
    assert await bench.saved("notifications", "shortest_s") == 600


async def test_a_fraction_is_saved_as_such(bench: Bench):
    view = await bench.view("storage")
    stepper = view.row("storage", "warn_free_gb").control.stepper
    stepper.input.setFocus()
    QTest.keyClick(stepper.input, Qt.Key.Key_Up)
    assert await bench.saved("storage", "warn_free_gb") == 2.5


async def test_a_slider_saves_and_shows_its_unit(bench: Bench):
    view = await bench.view("appearance")
    slider = view.row("appearance", "text_size").control.slider
    slider.slider.setFocus()
    QTest.keyClick(slider.slider, Qt.Key.Key_Right)
    assert await bench.saved("appearance", "text_size") == 105
    assert "105 %" in [label.text() for label in slider.findChildren(QLabel)]


async def test_refused_words_stay_marked_with_the_reason_in_place_of_the_help(bench: Bench):
    view = await bench.view()
    row = view.row("conversion", "file_name")
    height = row.height()
    line = row.control.input
    line.selectAll()
    QTest.keyClicks(line, "a/b")
    QTest.keyClick(line, Qt.Key.Key_Return)
    await eventually(lambda: line.is_invalid)
    assert row.words.startswith("A file name cannot be empty")
    assert line.text() == "a/b"
    assert line.accessibleDescription() == row.words
    assert row.height() == height
    line.selectAll()
    QTest.keyClicks(line, "{title}!")
    QTest.keyClick(line, Qt.Key.Key_Return)
    await eventually(lambda: not line.is_invalid)
    assert await bench.saved("conversion", "file_name") == "{title}!"


async def test_what_is_typed_is_saved_when_the_panel_is_left(bench: Bench):
    view = await bench.view()
    line = view.row("conversion", "file_name").control.input
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_End)
    QTest.keyClicks(line, "x")
    view.hide()
    assert await bench.saved("conversion", "file_name") == "{title} ({preset})x"


async def test_what_is_typed_is_saved_when_the_app_begins_to_stop_and_later_changes_are_dropped(bench: Bench):
    view = await bench.view()
    line = view.row("conversion", "file_name").control.input
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_End)
    QTest.keyClicks(line, "x")
    view.setEnabled(False)  # as the window does while the app stops
    assert await bench.saved("conversion", "file_name") == "{title} ({preset})x"
    bench.model.close()
    await bench.scope.aclose()
    line.setText("too late")
    view.hide()
    assert bench.model.row("conversion", "file_name").value == "{title} ({preset})x"


async def test_a_change_from_elsewhere_does_not_take_the_words_from_under_the_hands(bench: Bench):
    view = await bench.view()
    line = view.row("conversion", "file_name").control.input
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_End)
    QTest.keyClicks(line, " typing")
    bench.model.row_changed.emit("conversion", "file_name")
    assert line.text().endswith(" typing")


async def test_a_disabled_setting_says_why_in_tool_tip_description_and_words(bench: Bench):
    view = await bench.view()
    row = view.row("conversion", "folder")
    reason = "Used only while “Save results” is “In one folder”."
    assert not row.control.isEnabled()
    assert row.control.toolTip() == reason
    assert row.control.input.accessibleDescription() == reason
    assert row.words == reason
    bench.model.set_value("conversion", "place", "folder")
    await eventually(row.control.isEnabled)
    assert row.control.toolTip() == ""


async def test_a_folder_is_chosen_in_a_dialog_that_does_not_block(bench: Bench, tmp_path: Path):
    bench.model.set_value("conversion", "place", "folder")
    view = await bench.view()
    control = view.row("conversion", "folder").control
    await eventually(control.isEnabled)
    QTest.mouseClick(control.choose, LEFT)
    dialog = view.findChild(QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile(str(tmp_path))
    dialog.done(1)
    await eventually(lambda: bench.model.row("conversion", "folder").value == str(tmp_path))
    assert control.input.text() == str(tmp_path)


async def test_the_wheel_over_a_control_without_focus_changes_nothing(bench: Bench):
    view = await bench.view("appearance")
    for key in ("language", "text_size"):
        control = view.row("appearance", key).control
        target = control.combo if key == "language" else control.slider.slider
        spot = QPointF(center(target))
        wheel = QWheelEvent(spot, QPointF(target.mapToGlobal(center(target))), QPoint(0, -120), QPoint(0, -120),
                            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
                            False)
        QApplication.sendEvent(target, wheel)
    assert bench.model.differing("appearance") == 0


async def test_pages_are_chosen_by_mouse_and_arrow_keys(bench: Bench):
    view = await bench.view("appearance")
    QTest.mouseClick(view.sections.button("audio"), LEFT)
    assert bench.model.page == "audio"
    assert view.shown_rows[0] == ("audio", "output_device")
    view.sections.button("audio").setFocus()
    QTest.keyClick(view.sections.button("audio"), Qt.Key.Key_Down)
    assert bench.model.page == "engines"
    assert view.sections.button("engines").hasFocus()


async def test_below_the_wide_layout_the_pages_are_a_list_to_open(bench: Bench):
    view = await bench.view("appearance")
    assert view.sections.isVisible()
    assert not view.page_combo.isVisible()
    view.resize(928, 608)
    await eventually(view.page_combo.isVisible)
    assert not view.sections.isVisible()
    view.page_combo.setFocus()
    QTest.keyClick(view.page_combo, Qt.Key.Key_Down)
    assert bench.model.page == "models"
    assert view.page_combo.value == "models"


async def test_search_shows_rows_of_all_pages_and_a_page_ends_it(bench: Bench):
    view = await bench.view("appearance")
    QTest.keyClick(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert view.search.input.hasFocus()
    QTest.keyClicks(view.search.input, "tray")
    await eventually(lambda: bench.model.search == "tray")
    assert ("notifications", "on_close") in view.shown_rows
    assert not any(view.sections.button(page.key).isChecked() for page in bench.model.pages)
    QTest.mouseClick(view.sections.button("audio"), LEFT)
    assert bench.model.search == ""
    assert view.shown_rows[0][0] == "audio"


async def test_escape_ends_the_search_and_an_empty_one_says_so(bench: Bench):
    view = await bench.view("appearance")
    view.search.input.setFocus()
    QTest.keyClicks(view.search.input, "<b>zzz")
    await eventually(lambda: bench.model.search == "<b>zzz")
    assert view.shown_rows == ()
    assert "No setting contains “<b>zzz”." in [label.text() for label in view.findChildren(Label)]
    QTest.keyClick(view.search.input, Qt.Key.Key_Escape)
    assert bench.model.search == ""
    assert view.shown_rows


async def test_restoring_a_page_asks_first_and_counts(bench: Bench):
    view = await bench.view()
    assert not view._restore.isVisible()
    bench.model.set_value("conversion", "format", "mp3")
    bench.model.set_value("conversion", "keep_loudness", False)
    await eventually(lambda: view._differs.text() == "Different from the default: 2")
    QTest.mouseClick(view._restore, LEFT)
    (question, do), = bench.questions
    assert question == "Put 2 settings of “Voice conversion” back to their defaults?"
    assert bench.model.differing("conversion") == 2
    do()
    await eventually(lambda: view._differs.text() == "Everything on this page is at its default.")
    assert view.row("conversion", "format").control.combo.value == "wav"


async def test_about_shows_version_and_licence_and_opens_what_it_offers(bench: Bench):
    view = await bench.view(ABOUT)
    words = [label.text() for label in view.findChildren(QLabel)]
    assert "0.1.0" in words
    assert "Apache-2.0" in words
    for button in view.findChildren(Button):
        if button.words in ("Third-party notices", "Open log folder"):
            QTest.mouseClick(button, LEFT)
    assert bench.opened == ["Third-party notices", "Open log folder"]


async def test_devices_arrive_after_the_panel_is_open_and_keep_the_choice(bench: Bench):
    bench.model.set_value("audio", "output_device", "Gone Headset")
    view = await bench.view("audio")
    combo = view.row("audio", "output_device").control.combo
    await eventually(lambda: combo.count() == 3)
    assert combo.currentText() == "Gone Headset (not connected)"


async def test_a_new_view_of_the_same_model_shows_page_and_search_again(bench: Bench):
    first = await bench.view("audio")
    bench.model.set_search("tray")
    install_translator(lambda source: {"Settings": "設定"}.get(source, source))
    second = await bench.view("audio")
    assert second.search.text() == "tray"
    assert second.shown_rows == first.shown_rows
    assert "設定" in [label.text() for label in second.findChildren(QLabel)]


async def test_a_secret_has_no_control_that_could_show_it(bench: Bench):
    spec = SettingSpec("x", "key", Text.of("Key"), Text.of("Key"), SettingKind.SECRET, "", None, None, None, 100,
                       None, (), Widget.AUTO, False, "", True)
    with pytest.raises(TypeError, match="no control"):
        make_control(spec, lambda value: None, ())


async def test_a_view_that_is_thrown_away_is_really_gone(bench: Bench):
    view = await bench.view("appearance")
    model = bench.model
    gone = weakref.ref(view)
    bench.views.clear()
    view.close()
    view.deleteLater()
    del view
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert gone() is None
    model.select("audio")
    model.set_search("x")
    model.row_changed.emit("audio", "volume")
