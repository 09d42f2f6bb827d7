"""The composer: Enter and the input method, pasted and dropped things, nothing lost."""

from __future__ import annotations

from pathlib import Path
from time import thread_time  # a machine that is busy elsewhere does not count

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt, QUrl
from PySide6.QtGui import QImage, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from characoid_desktop.ui.theme import ThemeController
from characoid_desktop.ui.widgets.composer import Composer, ComposerFile, FileState
from characoid_desktop.ui.widgets.composer_field import COMMIT_S, MAX_CHARS, MOST_LINES
from tests.ui.widgets.conftest import Show


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def composer(show: Show, clock: Clock) -> Composer:
    composer = Composer(monotonic=clock)
    show(composer, width=600, height=300)
    composer.field.setFocus()
    return composer


def heard(signal: object) -> list[object]:
    found: list[object] = []
    signal.connect(lambda *values: found.append(values))  # type: ignore[attr-defined]
    return found


def compose(composer: Composer, preedit: str = "", commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(composer.field, event)


def test_the_placeholder_grows_with_the_text(composer: Composer, themes: ThemeController) -> None:
    before = composer.field.viewport().font().pixelSize()
    themes.apply("dark", "en", 1.4)
    assert composer.field.viewport().font().pixelSize() == composer.field.font().pixelSize() > before


def test_enter_sends_and_shift_enter_begins_a_line(composer: Composer) -> None:
    sent = heard(composer.send_wanted)
    QTest.keyClicks(composer.field, "one")
    QTest.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.field, "two")
    assert sent == []
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert len(sent) == 1
    assert composer.field.text() == "one\ntwo"  # it goes when the record has it


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_belongs_to_the_input_method_while_it_composes(composer: Composer, key: Qt.Key) -> None:
    sent = heard(composer.send_wanted)
    composing = heard(composer.field.composing_changed)
    compose(composer, preedit="にほん")
    assert composer.field.is_composing
    QTest.keyClick(composer.field, key)
    assert sent == []
    compose(composer, commit="日本")
    assert not composer.field.is_composing
    assert composer.field.text() == "日本"
    assert composing == [(True,), (False,)]


def test_the_enter_that_commits_is_not_the_one_that_sends(composer: Composer, clock: Clock) -> None:
    sent = heard(composer.send_wanted)
    compose(composer, preedit="ni hao")
    compose(composer, commit="你好")
    QTest.keyClick(composer.field, Qt.Key.Key_Return)  # some systems hand the committing key on
    assert sent == []
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert len(sent) == 1


def test_an_enter_some_time_after_the_commit_sends_at_once(composer: Composer, clock: Clock) -> None:
    sent = heard(composer.send_wanted)
    compose(composer, preedit="ni hao")
    compose(composer, commit="你好")
    clock.now += COMMIT_S + 0.01
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert len(sent) == 1


def test_a_held_enter_does_not_send_again_and_again(composer: Composer) -> None:
    sent = heard(composer.send_wanted)
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    QApplication.sendEvent(composer.field, event)
    assert sent == []


def test_escape_and_up_are_the_input_method_s_while_it_composes(composer: Composer) -> None:
    stopped, last = heard(composer.stop_wanted), heard(composer.last_wanted)
    composer.set_replying(True)
    compose(composer, preedit="に")
    QTest.keyClick(composer.field, Qt.Key.Key_Escape)
    QTest.keyClick(composer.field, Qt.Key.Key_Up)
    assert stopped == []
    assert last == []


def test_escape_stops_a_reply_and_leaves_editing_first(composer: Composer) -> None:
    stopped, left = heard(composer.stop_wanted), heard(composer.edit_left)
    composer.set_replying(True)
    composer.set_editing(True)
    QTest.keyClick(composer.field, Qt.Key.Key_Escape)
    assert (len(stopped), len(left)) == (0, 1)
    composer.set_editing(False)
    QTest.keyClick(composer.field, Qt.Key.Key_Escape)
    assert (len(stopped), len(left)) == (1, 1)


def test_up_asks_for_the_last_message_only_in_an_empty_field(composer: Composer) -> None:
    last = heard(composer.last_wanted)
    QTest.keyClicks(composer.field, "x")
    QTest.keyClick(composer.field, Qt.Key.Key_Up)
    assert last == []
    composer.field.clear()
    QTest.keyClick(composer.field, Qt.Key.Key_Up)
    assert len(last) == 1


def test_it_grows_with_its_lines_and_then_scrolls(composer: Composer) -> None:
    one = composer.field.height()
    composer.field.set_text("\n".join("x" for _ in range(4)))
    four = composer.field.height()
    composer.field.set_text("\n".join("x" for _ in range(100)))
    most = composer.field.height()
    assert one < four < most
    assert most <= one * MOST_LINES


def test_ui_17_a_paste_of_100_mb_is_refused_in_a_blink_and_loses_nothing(composer: Composer) -> None:
    QTest.keyClicks(composer.field, "before")
    mime = QMimeData()
    mime.setText("x" * 100_000_000)
    start = thread_time()
    composer.field.insertFromMimeData(mime)
    assert thread_time() - start < 0.2
    assert composer.field.text() == "before"
    assert str(MAX_CHARS) in composer.problem


def test_a_paste_over_the_limit_is_refused_with_a_sentence(composer: Composer) -> None:
    mime = QMimeData()
    mime.setText("字" * (MAX_CHARS + 1))
    composer.field.insertFromMimeData(mime)
    assert composer.field.text() == ""
    assert composer.problem
    QTest.keyClicks(composer.field, "x")
    assert composer.problem == ""


def test_an_endless_pasted_word_is_kept_whole_and_holds_nothing_up(composer: Composer) -> None:
    mime = QMimeData()
    mime.setText("x" * 150_000)
    start = thread_time()
    composer.field.insertFromMimeData(mime)
    QApplication.processEvents()
    assert thread_time() - start < 0.2
    assert composer.field.text() == "x" * 150_000


def test_pasted_text_is_plain_whatever_it_comes_as(composer: Composer) -> None:
    mime = QMimeData()
    mime.setHtml("<b>bold</b><img src='file:///etc/passwd'>")
    mime.setText("bold\x00\ufffc")
    composer.field.insertFromMimeData(mime)
    assert composer.field.text() == "bold"


def test_pasted_files_and_pictures_are_offered_as_files(composer: Composer, tmp_path: Path) -> None:
    files, pictures = heard(composer.field.files_offered), heard(composer.field.picture_offered)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.wav"))])
    mime.setText(str(tmp_path / "a.wav"))
    composer.field.insertFromMimeData(mime)
    assert files == [([tmp_path / "a.wav"],)]
    mime = QMimeData()
    mime.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    composer.field.insertFromMimeData(mime)
    assert len(pictures) == 1
    assert composer.field.text() == ""


def test_the_keyboard_stays_in_the_field_when_stop_goes(composer: Composer) -> None:
    composer.set_replying(True)
    composer.stop.setFocus()
    composer.set_replying(False)
    assert composer.field.hasFocus()
    assert composer.send.isVisible()
    assert not composer.stop.isVisible()


def test_files_are_chips_that_can_be_taken_off(composer: Composer) -> None:
    removed = heard(composer.file_removed)
    composer.set_files([ComposerFile(1, "a.wav", FileState.READY, "3 MB"),
                        ComposerFile(2, "b.wav", FileState.REFUSED, "It is not there.")])
    QApplication.processEvents()
    first, second = composer.chips
    assert first.name.text() == "a.wav"
    assert second.note.text() == "It is not there."
    QTest.mouseClick(first.remove, Qt.MouseButton.LeftButton)
    assert removed == [(1,)]
    composer.set_files([ComposerFile(2, "b.wav", FileState.REFUSED, "It is not there.")])
    assert composer.chips == [second]
