"""Dialogs: one answer, a safe button, Esc, and no key meant for something else."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets.button import ButtonKind
from characoid_desktop.ui.widgets.choice import CheckBox
from characoid_desktop.ui.widgets.dialog import DEAF_MS, Dialog
from characoid_desktop.ui.widgets.themed import FocusRing
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit
from tests.fakes.themes import themed_app
from tests.ui.widgets.conftest import Show


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _dialog(window: QWidget, *, deaf: bool = False, clock: Clock | None = None) -> tuple[Dialog, list[str]]:
    dialog = Dialog(
        Text.of("Delete this file?"), Text.of("It cannot be brought back."), deaf=deaf,
        monotonic=clock or Clock(), parent=window,
    )
    dialog.add_button("delete", Text.of("Delete"), ButtonKind.DANGER)
    dialog.add_button("cancel", Text.of("Keep"), safe=True)
    answers: list[str] = []
    dialog.answered.connect(answers.append)
    return dialog, answers


def _open(dialog: Dialog, qtbot: QtBot) -> None:
    with qtbot.waitActive(dialog):
        dialog.open()
        dialog.activateWindow()


def test_the_safe_button_has_the_focus_and_the_dialog_is_window_modal(show: Show, qtbot: QtBot) -> None:
    dialog, _ = _dialog(show(QWidget()))
    _open(dialog, qtbot)
    assert dialog.windowModality() is Qt.WindowModality.WindowModal
    qtbot.waitUntil(dialog.buttons["cancel"].hasFocus)
    ring = dialog.findChild(FocusRing)
    assert ring is not None
    assert ring.target is dialog.buttons["cancel"]
    assert dialog.accessibleName() == "Delete this file?"
    dialog.give("cancel")


def test_a_button_answers_exactly_once(show: Show, qtbot: QtBot) -> None:
    dialog, answers = _dialog(show(QWidget()))
    _open(dialog, qtbot)
    qtbot.keyClick(dialog.buttons["delete"], Qt.Key.Key_Return)
    assert answers == ["delete"]
    assert not dialog.isVisible()


def test_escape_and_closing_give_the_safe_answer(show: Show, qtbot: QtBot) -> None:
    window = show(QWidget())
    dialog, answers = _dialog(window)
    _open(dialog, qtbot)
    qtbot.keyClick(dialog.buttons["cancel"], Qt.Key.Key_Escape)
    assert answers == ["cancel"]
    dialog, answers = _dialog(window)
    _open(dialog, qtbot)
    dialog.close()
    assert answers == ["cancel"]


def test_a_closed_dialog_is_deleted(show: Show, qtbot: QtBot) -> None:
    window = show(QWidget())
    dialog, _ = _dialog(window)
    _open(dialog, qtbot)
    dialog.give("cancel")
    qtbot.waitUntil(lambda: not isValid(dialog))
    assert window.findChildren(Dialog) == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_keys_are_not_heard_for_the_first_600_ms(show: Show, qtbot: QtBot, key: Qt.Key) -> None:
    clock = Clock()
    dialog, answers = _dialog(show(QWidget()), deaf=True, clock=clock)
    _open(dialog, qtbot)
    qtbot.keyClick(dialog.buttons["cancel"], key)
    clock.now += DEAF_MS / 1000 - 0.01
    qtbot.keyClick(dialog.buttons["cancel"], key)
    assert answers == []
    assert dialog.isVisible()
    clock.now += 0.02
    qtbot.keyClick(dialog.buttons["cancel"], key)
    assert answers == ["cancel"]


def test_a_deaf_dialog_lets_keys_of_other_windows_through(show: Show, qtbot: QtBot) -> None:
    line = QLineEdit()
    window = show(line)
    dialog, _ = _dialog(window, deaf=True)
    dialog.setWindowModality(Qt.WindowModality.NonModal)
    _open(dialog, qtbot)
    QTest.keyClicks(line, "abc")
    assert line.text() == "abc"
    dialog.give("cancel")
    QTest.keyClicks(line, "d")
    assert line.text() == "abcd"


async def test_asking_awaits_the_answer_without_a_nested_loop() -> None:
    with themed_app():
        window = QWidget()
        QVBoxLayout(window)
        window.show()
        scope = TaskScope("test")
        dialog, _ = _dialog(window)
        asked = scope.start(dialog.ask())
        await eventually(dialog.isVisible)
        dialog.buttons["delete"].click()
        assert await asked == "delete"
        other, answers = _dialog(window)
        cancelled = scope.start(other.ask())
        await eventually(other.isVisible)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        assert answers == ["cancel"]
        await scope.aclose()
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize("scale", [1.0, 1.4])
def test_a_dialog_is_high_enough_for_its_words(
    show: Show, qtbot: QtBot, themes: ThemeController, scale: float
) -> None:
    themes.apply("dark", "en", scale)
    dialog = Dialog("What happens to the work that is still running?", "A sentence that goes on. " * 14,
                    parent=show(QWidget()))
    dialog.body.addWidget(CheckBox("Remember this"))
    for answer in ("tray", "stop", "stay"):
        dialog.add_button(answer, f"Answer {answer}", safe=answer == "stay")
    _open(dialog, qtbot)
    for _ in range(5):
        QApplication.processEvents()
    assert [str(finding) for finding in audit(dialog)] == []
    dialog.give("stay")


def test_a_dialog_follows_the_theme_while_it_is_open(
    show: Show, qtbot: QtBot, themes: ThemeController
) -> None:
    dialog, _ = _dialog(show(QWidget()))
    _open(dialog, qtbot)
    theme = themes.apply("light", "en", 1.4)
    assert dialog.minimumWidth() == theme.scaled(420)
    dialog.give("cancel")
