"""Job row, notices, player, status lights, navigation, meter, labels."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QButtonGroup
from pytestqt.qtbot import QtBot

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.core.notices import Notice, NoticeBoard, NoticeLevel
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.avatar import Avatar
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.gallery import sample_peaks
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.meter import LevelMeter, meter_fraction
from characoid_desktop.ui.widgets.nav import NavItem
from characoid_desktop.ui.widgets.notices import InlineNotice, NoticeBar
from characoid_desktop.ui.widgets.player import ArtifactPlayer
from characoid_desktop.ui.widgets.progress import JobRow, ProgressLine
from characoid_desktop.ui.widgets.status import StatusDot, StatusLight
from characoid_desktop.ui.widgets.tag import Tag, TagKind
from tests.ui.widgets.conftest import Show

# -- words for times


@pytest.mark.parametrize(("seconds", "words"), [
    (0.2, "about 5 s left"), (13, "about 15 s left"), (61, "about 1 min left"), (79, "about 1 min 20 s left"),
    (117.4, "about 1 min 55 s left"), (119, "about 2 min left"), (150, "about 2 min left"),
    (171, "about 3 min left"), (3500, "about 58 min left"), (3600, "about 1 h left"), (5430, "about 1 h 30 min left"),
])
def test_remaining_time_is_rounded_to_what_can_be_known(seconds: float, words: str) -> None:
    assert str(times.remaining(seconds)) == words


@pytest.mark.parametrize(("seconds", "words"), [
    (0, "0:00"), (75.9, "1:15"), (3599.99, "59:59"), (3600, "1:00:00"), (-5, "0:00"), (math.nan, "0:00"),
    (math.inf, "0:00"),
])
def test_a_clock_cuts_and_never_fails(seconds: float, words: str) -> None:
    assert times.clock(seconds) == words


def test_figures_have_a_real_minus_and_no_minus_zero() -> None:
    assert times.decibels(-14.2) == "−14 dB"
    assert times.decibels(-math.inf) == "−∞ dB"
    assert times.decibels(-0.2) == "0 dB"
    assert times.signed(2) == "+2"
    assert times.signed(-1.25, 1) == "−1.2"
    assert times.clock_tenths(91.05) == "1:31.0"
    assert times.percent(0.9999) == "99%"
    assert times.percent(1.0) == "100%"


# -- job row


def test_the_percent_never_runs_backwards_until_a_new_attempt(show: Show) -> None:
    row = JobRow("Converting")
    show(row)
    shown = []
    for fraction in (0.1, 0.5, 0.3, None, 0.49, 0.62, math.nan, 2.0):
        row.set_progress(fraction)
        shown.append(row.texts()[1])
    assert shown == ["10%", "50%", "50%", "50%", "50%", "62%", "62%", "100%"]
    row.restart()
    row.set_progress(0.05)
    assert row.texts()[1] == "5%"


def test_an_unknown_total_is_told_in_words(show: Show) -> None:
    row = JobRow("Converting")
    show(row)
    row.set_progress(None, detail=Text.of("{a} of {b} clips", a=3, b=62))
    assert row.texts() == ("Converting", "3 of 62 clips", "")
    line = row.findChild(ProgressLine)
    assert line is not None
    assert line.fraction is None


def test_cancel_is_asked_once_and_the_row_says_that_it_is_stopping(show: Show, qtbot: QtBot) -> None:
    row = JobRow("Converting")
    show(row)
    row.set_progress(0.4, remaining_s=80)
    assert row.texts()[2] == "about 1 min 20 s left"
    asked: list[bool] = []
    row.cancel_requested.connect(lambda: asked.append(True))
    row.cancel_button.setFocus()
    qtbot.keyClick(row.cancel_button, Qt.Key.Key_Space)
    qtbot.keyClick(row.cancel_button, Qt.Key.Key_Space)
    qtbot.mouseClick(row.cancel_button, Qt.MouseButton.LeftButton)
    assert asked == [True]
    assert row.is_stopping
    assert row.texts()[2] == "Stopping, up to 3 s"
    row.set_progress(0.5, remaining_s=60)
    assert row.texts()[2] == "Stopping, up to 3 s"
    assert row.cancel_button.hasFocus()


def test_words_that_come_and_go_move_nothing_in_a_job_row(show: Show) -> None:
    row = JobRow("Converting “a song with a name that is rather long.flac” to a deeper voice")
    show(row, width=500, height=120)
    title = row.findChild(ElidedLabel)
    assert title is not None
    places = []
    for change in (
        lambda: row.set_progress(0.01), lambda: row.set_progress(0.5, remaining_s=7),
        lambda: row.set_progress(0.99, remaining_s=3000), row.set_stopping, row.restart,
    ):
        change()
        QApplication.processEvents()
        places.append((row.cancel_button.geometry(), title.geometry(), row.height()))
    assert len(set(map(str, places))) == 1


def test_a_job_that_cannot_be_stopped_says_why(show: Show) -> None:
    row = JobRow("Saving")
    show(row)
    row.set_cancel_enabled(False, Text.of("The file is being put in place"))
    assert not row.cancel_button.isEnabled()
    assert row.cancel_button.toolTip() == "The file is being put in place"


def test_a_progress_line_is_readable_for_a_screen_reader(show: Show) -> None:
    line = ProgressLine(name="Converting")
    show(line)
    line.set_fraction(0.5)
    assert line.accessibleName() == "Converting"
    assert line.value() * 2 == line.maximum()
    assert line.height() == 4


# -- notices


def _notice(number: int, level: NoticeLevel, *, actions: tuple[Action, ...] = ()) -> Notice:
    return Notice(number, level, Text.of("Notice {n}", n=number), Text.of("Nothing was lost."), actions)


LOG = Action(ActionKind.OPEN_LOG, Text.of("Open log"))


def test_the_gravest_notice_is_shown_and_the_others_are_counted(show: Show) -> None:
    bar = NoticeBar()
    show(bar)
    bar.set_notices([_notice(1, NoticeLevel.INFO), _notice(2, NoticeLevel.ERROR), _notice(3, NoticeLevel.ERROR)])
    assert bar.shown is not None
    assert bar.shown.id == 2
    assert bar.isVisible()
    assert "+2" in [label.text() for label in bar.findChildren(Label)]
    assert bar.accessibleName() == "Error: Notice 2"
    bar.set_notices([])
    assert not bar.isVisible()


def test_a_notice_asks_for_its_action_and_for_its_dismissal(show: Show, qtbot: QtBot) -> None:
    bar = NoticeBar()
    show(bar)
    asked: list[tuple[Notice, Action]] = []
    bar.action_requested.connect(lambda n, a: asked.append((n, a)))
    notice = _notice(7, NoticeLevel.ERROR, actions=(LOG,))
    bar.set_notices([notice])
    qtbot.keyClick(bar.buttons[0], Qt.Key.Key_Return)
    assert asked == [(notice, LOG)]
    with qtbot.waitSignal(bar.dismissed) as caught:
        qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert caught.args == [7]


def test_only_a_success_without_a_next_step_leaves_by_itself(
    show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("characoid_desktop.ui.widgets.notices.SUCCESS_LEAVES_AFTER_S", 0.02)
    board = NoticeBoard()
    bar = NoticeBar()
    show(bar)
    board.changed.connect(bar.set_notices)
    bar.dismissed.connect(board.dismiss)
    board.post(NoticeLevel.INFO, Text.of("A note"))
    board.post(NoticeLevel.SUCCESS, Text.of("Saved"), actions=(LOG,))
    for kept in board.open:
        bar.set_notices([kept])
        with qtbot.assertNotEmitted(bar.dismissed, wait=80):
            pass
        board.dismiss(kept.id)
    board.post(NoticeLevel.SUCCESS, Text.of("Saved"))
    qtbot.waitUntil(lambda: board.open == (), timeout=3000)
    assert not bar.isVisible()


def test_an_inline_notice_offers_its_steps_by_keyboard(show: Show, qtbot: QtBot) -> None:
    notice = InlineNotice(
        NoticeLevel.ERROR, "“cover.mkv” has no sound in it.", "The other 4 continue.",
        [Text.of("Choose another file…"), Text.of("Remove")], closable=True,
    )
    show(notice)
    heard: list[int] = []
    notice.action_triggered.connect(heard.append)
    for button in notice.buttons:
        qtbot.keyClick(button, Qt.Key.Key_Space)
    assert heard == [0, 1]
    assert notice.accessibleName() == "Error: “cover.mkv” has no sound in it."
    assert notice.accessibleDescription() == "The other 4 continue."
    with qtbot.waitSignal(notice.closed):
        qtbot.keyClick(notice.close_button, Qt.Key.Key_Return)


def test_markup_in_a_notice_stays_text(show: Show) -> None:
    notice = InlineNotice(NoticeLevel.ERROR, "<img src='file:///x.png'> & <b>bold</b>", "<a href='x'>y</a>")
    show(notice)
    assert {label.textFormat() for label in notice.findChildren(Label)} == {Qt.TextFormat.PlainText}


# -- player


def test_a_player_wishes_and_does_not_decide(show: Show, qtbot: QtBot, tmp_path: Path) -> None:
    player = ArtifactPlayer("song.flac", "48 kHz stereo", versions=[("a", "Original"), ("b", "Converted")])
    show(player)
    player.set_peaks(sample_peaks(), 222.0)
    wishes: list[object] = []
    player.play_toggled.connect(lambda on: wishes.append(("play", on)))
    player.version_chosen.connect(lambda v: wishes.append(("version", v)))
    player.save_requested.connect(lambda: wishes.append("save"))
    player.seek.connect(lambda s: wishes.append(("seek", round(s, 1))))
    qtbot.keyClick(player.play, Qt.Key.Key_Space)
    assert not player.play.is_playing  # until the model says so
    player.set_playing(True)
    assert player.play.accessibleName() == "Pause"
    qtbot.keyClick(player.play, Qt.Key.Key_Return)
    qtbot.mouseClick(player.versions.buttons[1], Qt.MouseButton.LeftButton)
    qtbot.keyClick(player.save, Qt.Key.Key_Return)
    qtbot.keyClick(player.wave, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert wishes == [("play", True), ("play", False), ("version", "b"), "save", ("seek", 1.0)]
    assert "0:01 / 3:42" in [label.text() for label in player.findChildren(Label)]


def test_the_drag_handle_gives_the_file_and_copies_it_by_keyboard(
    show: Show, qtbot: QtBot, tmp_path: Path
) -> None:
    player = ArtifactPlayer("song.flac")
    show(player)
    assert not player.handle.isEnabled()
    path = tmp_path / "星屑 #1 100%.flac"
    player.set_file(path)
    assert player.handle.isEnabled()
    assert player.handle.mime().urls() == [QUrl.fromLocalFile(str(path))]
    with qtbot.waitSignal(player.handle.copied):
        qtbot.keyClick(player.handle, Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().mimeData().urls() == [QUrl.fromLocalFile(str(path))]
    QGuiApplication.clipboard().clear()
    player.set_file(None)
    assert not player.handle.isEnabled()


# -- labels, tags, lights, navigation, meter


def test_a_long_file_name_elides_in_the_middle_and_is_its_own_tooltip(show: Show) -> None:
    name = "星屑ロード " + "とても長い名前 " * 20 + "(+2).flac"
    label = ElidedLabel(name, middle=True)
    show(label, width=240, height=60)
    assert label.is_elided
    assert label.elided_text.startswith("星屑")
    assert label.elided_text.endswith("flac")
    assert label.toolTip() == name
    assert label.accessibleName() == name
    label.set_words("short.flac")
    assert not label.is_elided
    assert label.toolTip() == ""


def test_a_name_with_line_breaks_stays_one_line(show: Show) -> None:
    label = ElidedLabel("two\nlines.wav")
    show(label, width=300, height=60)
    assert label.elided_text == "two↵lines.wav"
    assert label.sizeHint().height() < 2 * label.fontMetrics().height()


@pytest.mark.parametrize("scale", [1.0, 1.4])
@pytest.mark.parametrize(("role", "least"), [("caption", 1.33), ("small", 1.35), ("body", 1.35), ("chat", 1.6)])
def test_wrapped_lines_keep_their_distance(
    show: Show, themes: ThemeController, scale: float, role: str, least: float
) -> None:
    themes.apply("dark", "en", scale)
    label = Label("声は線になる。 The voice becomes a line. " * 8, role, wrap=True)
    show(label, width=300, height=600)
    size = label.font().pixelSize()
    assert label.line_height >= least * size - 1
    assert label.heightForWidth(150) > label.heightForWidth(300) > label.heightForWidth(600)
    assert label.heightForWidth(300) % label.line_height == 0


def test_a_word_without_a_break_is_broken_and_not_cut(show: Show) -> None:
    label = Label("x" * 200, wrap=True)
    show(label, width=200, height=400)
    assert label.heightForWidth(200) >= 5 * label.line_height
    image = label.grab().toImage()
    ground = image.pixelColor(0, image.height() - 1)
    inked = [y for y in range(image.height()) if any(
        image.pixelColor(x, y) != ground for x in range(0, image.width(), 2))]
    assert max(inked) > 4 * label.line_height


def test_a_wrapped_label_honours_line_breaks_and_alignment(show: Show) -> None:
    label = Label("one\ntwo\n\nfour", wrap=True)
    show(label, width=300, height=300)
    assert label.heightForWidth(300) == 4 * label.line_height
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
    image = label.grab().toImage()
    ground = image.pixelColor(0, 0)
    left = any(image.pixelColor(x, y) != ground for x in range(100) for y in range(0, image.height(), 2))
    assert not left


def test_labels_are_plain_text(show: Show) -> None:
    label = Label("<b>bold</b>")
    show(label)
    assert label.textFormat() is Qt.TextFormat.PlainText
    assert ElidedLabel("<b>x</b>").textFormat() is Qt.TextFormat.PlainText


def test_a_light_says_name_state_and_sentence(show: Show, qtbot: QtBot) -> None:
    light = StatusLight(Text.of("RVC"), LightState.WORKING, Text.of("converting {p}", p="62%"))
    show(light)
    assert light.accessibleName() == "RVC: Working"
    assert light.accessibleDescription() == "converting 62%"
    light.set("RVC", LightState.FAILED, "stopped, open to restart")
    assert light.accessibleName() == "RVC: Failed"
    with qtbot.waitSignal(light.clicked):
        qtbot.keyClick(light, Qt.Key.Key_Space)


def test_in_a_narrow_strip_the_sentence_elides_and_the_name_does_not(show: Show) -> None:
    light = StatusLight("VTube Studio", LightState.OFF, "not connected, click here to connect it now")
    show(light, width=180, height=50)
    name, sentence = light.findChildren(Label)
    assert name.width() >= name.fontMetrics().horizontalAdvance("VTube Studio")
    assert isinstance(sentence, ElidedLabel)
    assert sentence.is_elided
    assert light.toolTip() == "not connected, click here to connect it now"


def test_states_differ_in_shape_and_not_only_in_colour(show: Show) -> None:
    shapes = set()
    for state in LightState:
        dot = StatusDot(state, side=24)
        show(dot)
        image = dot.grab().toImage()
        ground = image.pixelColor(0, 0)
        shapes.add(tuple(
            image.pixelColor(x, y) != ground for x in range(image.width()) for y in range(image.height())
        ))
    assert len(shapes) == len(LightState)


def test_navigation_moves_by_arrow_keys_and_counts_what_waits(show: Show, qtbot: QtBot) -> None:
    items = [NavItem(w, i) for w, i in (("Chat", "chat"), ("RVC", "wave"), ("Settings", "settings"))]
    show(*items)
    group = QButtonGroup(items[0])
    for item in items:
        group.addButton(item)
    items[0].setChecked(True)
    items[0].setFocus()
    qtbot.keyClick(items[0], Qt.Key.Key_Down)
    assert items[1].isChecked()
    items[2].set_waiting(2)
    assert items[2].accessibleName() == "Settings"
    assert items[2].accessibleDescription() == "2 wait for you"
    items[2].set_waiting(0)
    assert items[2].accessibleDescription() == ""


def test_a_selected_item_is_as_wide_as_an_unselected_one(show: Show) -> None:
    item = NavItem("Capabilities", "grid")
    show(item)
    before = item.sizeHint()
    item.setChecked(True)
    assert item.sizeHint() == before
    item.set_low(True)
    assert item.sizeHint().height() < before.height()


def test_the_meter_scale_has_its_ticks_at_equal_distances() -> None:
    ticks = (-60, -40, -20, -12, -6, -3, 0)
    assert [meter_fraction(t, ticks) for t in ticks] == [pytest.approx(i / 6) for i in range(7)]
    assert meter_fraction(-math.inf, ticks) == meter_fraction(math.nan, ticks) == 0.0
    assert meter_fraction(3.0, ticks) == 1.0
    assert meter_fraction(-50, ticks) == pytest.approx(1 / 12)


def test_the_peak_holds_and_then_falls_and_words_say_what_is_wrong(show: Show) -> None:
    now = [0.0]
    meter = LevelMeter("Microphone", monotonic=lambda: now[0])
    show(meter)
    meter.set_level(-14, -0.5)
    assert meter.words == "−14 dB, peak 0 dB, too loud" or meter.words == "−14 dB, peak −0 dB, too loud"
    now[0] = 1.0
    meter.set_level(-20, -18)
    assert meter.bar.held_peak == -0.5
    now[0] = 1.6
    meter.set_level(-40, -38)
    assert meter.words == "−40 dB, peak −38 dB, too quiet"
    meter.reset()
    assert meter.words == "−∞ dB, peak −∞ dB"
    assert meter.accessibleName() == "Microphone"


@pytest.mark.parametrize("kind", list(TagKind))
def test_a_tag_has_its_words_as_its_name(show: Show, kind: TagKind) -> None:
    tag = Tag(Text.of("Ready"), kind)
    show(tag)
    assert tag.accessibleName() == "Ready"
    assert tag.width() >= tag.fontMetrics().horizontalAdvance("Ready") + 16
    assert not tag.grab().isNull()


def test_an_empty_state_and_an_avatar_can_be_shown_without_anything(
    show: Show, themes: ThemeController
) -> None:
    page = EmptyState("No audio yet", "Drop a song to begin.")
    face = Avatar("")
    show(page, face)
    face.set_persona("ミカ", None)
    assert face.accessibleName() == "ミカ"
    assert not page.grab().isNull()
