"""Closing the window with and without running work."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.shell.closing import CloseChoice, ClosingController, ClosingState
from characoid_desktop.ui.shell.closing_dialog import ClosingDialog
from characoid_desktop.ui.shell.confirm import Confirmer, Question
from characoid_desktop.ui.shell.main_window import MainWindow
from tests.fakes.eventually import eventually
from tests.ui.shell.conftest import Kit, press

AFTER_DEAF = 10.0


@dataclass
class Desk:
    """A window with its closing controller, and what happened."""

    window: MainWindow
    kit: Kit
    work: Text | None = None
    choice: CloseChoice = CloseChoice.ASK
    tray: bool = True
    now: float = 0.0
    quits: int = 0
    remembered: list[CloseChoice] = field(default_factory=list)
    release: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.question = ClosingDialog(self.window, monotonic=lambda: self.now)
        self.controller = ClosingController(
            self.window, self.question, self.kit.scope, work=lambda: self.work, quit_=self._quit,
            choice=lambda: self.choice, remember=self.remembered.append, tray_available=lambda: self.tray,
        )
        self.window.close_wanted.connect(self.controller.window_closed)

    async def _quit(self) -> None:
        self.quits += 1
        await self.release.wait()

    @property
    def dialog(self) -> Question:
        assert self.question.dialog is not None
        return self.question.dialog

    def answer(self, button: str) -> None:
        QTest.mouseClick(self.dialog.buttons[button], Qt.MouseButton.LeftButton)

    async def settled(self) -> None:
        """Let what was started get going."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)


@pytest.fixture
async def desk(kit: Kit):
    made = Desk(await kit.shown(), kit)
    yield made
    if made.question.dialog is not None:
        made.question.dialog.close()
    made.release.set()
    await made.settled()


WORK = Text.of("2 files are still being converted.")


async def test_closing_without_work_quits_once_and_the_window_stays_until_the_shutdown_is_over(desk: Desk):
    desk.window.close()
    desk.window.close()
    await eventually(lambda: desk.quits)
    desk.window.close()
    await desk.settled()
    assert desk.quits == 1
    assert desk.window.isVisible()
    assert desk.controller.state is ClosingState.QUITTING


async def test_closing_with_work_asks_once_without_blocking(desk: Desk):
    desk.work = WORK
    desk.window.close()
    first = desk.dialog
    desk.window.close()
    assert desk.dialog is first
    assert first.isVisible()
    assert desk.quits == 0
    assert first.windowTitle() == "2 files are still being converted."
    ticks = []
    asyncio.get_running_loop().call_soon(ticks.append, 1)
    await eventually(lambda: ticks)


async def test_keep_running_in_tray_hides_the_window_and_work_goes_on(desk: Desk):
    desk.work = WORK
    desk.window.close()
    desk.answer("tray")
    assert not desk.window.isVisible()
    assert desk.quits == 0
    assert desk.controller.state is ClosingState.OPEN
    desk.window.bring_up()
    assert desk.window.isVisible()


async def test_stop_and_quit_runs_the_shutdown(desk: Desk):
    desk.work = WORK
    desk.window.close()
    desk.answer("quit")
    await eventually(lambda: desk.quits == 1)


async def test_stay_leaves_everything_as_it_was_and_can_be_asked_again(desk: Desk):
    desk.work = WORK
    desk.window.close()
    desk.answer("stay")
    await desk.settled()
    assert desk.window.isVisible()
    assert desk.quits == 0
    desk.window.close()
    assert desk.dialog.isVisible()


async def test_escape_means_stay(desk: Desk):
    desk.work = WORK
    desk.window.close()
    desk.now = AFTER_DEAF
    press(desk.dialog, Qt.Key.Key_Escape)
    await desk.settled()
    assert desk.question.dialog is None
    assert desk.quits == 0
    assert desk.window.isVisible()


async def test_the_safe_button_has_the_focus_and_no_second_one_is_primary(desk: Desk):
    desk.work = WORK
    desk.window.close()
    await eventually(lambda: desk.dialog.focusWidget() is desk.dialog.buttons["stay"])
    assert [button.words for button in desk.dialog.buttons.values()] == [
        "Keep running in tray", "Stop and quit", "Stay"]


@pytest.mark.parametrize("answer", ["tray", "quit"])
async def test_an_answer_is_remembered_only_when_that_is_ticked(desk: Desk, answer: str):
    desk.work = WORK
    desk.window.close()
    desk.answer(answer) if answer == "tray" else desk.answer("stay")
    assert desk.remembered == []
    desk.window.bring_up()
    desk.window.close()
    desk.dialog.findChild(QCheckBox).setChecked(True)
    desk.answer(answer)
    assert desk.remembered == [CloseChoice(answer)]


async def test_stay_is_never_remembered(desk: Desk):
    desk.work = WORK
    desk.window.close()
    desk.dialog.findChild(QCheckBox).setChecked(True)
    desk.answer("stay")
    assert desk.remembered == []


async def test_the_setting_tray_hides_at_once_while_work_is_running(desk: Desk):
    desk.choice, desk.work = CloseChoice.TRAY, WORK
    desk.window.close()
    assert not desk.window.isVisible()
    assert desk.question.dialog is None
    assert desk.quits == 0


async def test_the_setting_tray_still_quits_when_nothing_is_running(desk: Desk):
    desk.choice = CloseChoice.TRAY
    desk.window.close()
    await eventually(lambda: desk.quits == 1)


async def test_the_setting_quit_never_asks(desk: Desk):
    desk.choice, desk.work = CloseChoice.QUIT, WORK
    desk.window.close()
    assert desk.question.dialog is None
    await eventually(lambda: desk.quits == 1)


async def test_without_a_tray_the_setting_tray_asks_and_the_button_says_why_it_is_off(desk: Desk):
    desk.choice, desk.work, desk.tray = CloseChoice.TRAY, WORK, False
    desk.window.close()
    assert desk.window.isVisible()
    button = desk.dialog.buttons["tray"]
    assert not button.isEnabled()
    assert button.toolTip() == "This desktop has no tray."
    assert button.accessibleDescription() == "This desktop has no tray."


async def test_quit_from_the_tray_shows_the_window_to_ask(desk: Desk):
    desk.choice, desk.work = CloseChoice.TRAY, WORK
    desk.window.close()
    assert not desk.window.isVisible()
    desk.controller.quit_wanted()
    assert desk.window.isVisible()
    assert desk.dialog.isVisible()


def hold(dialog: Question, key: Qt.Key, *, repeats: int, desk: Desk, until: float) -> None:
    """A key that is held down while the dialog opens: first press and repeats, then the release."""
    for number in range(repeats):
        desk.now = until * number / repeats
        target = dialog.focusWidget() or dialog
        QApplication.sendEvent(target, QKeyEvent(
            QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", number > 0))
        QApplication.sendEvent(target, QKeyEvent(
            QEvent.Type.KeyRelease, key, Qt.KeyboardModifier.NoModifier, "", True))
    target = dialog.focusWidget() or dialog
    QApplication.sendEvent(target, QKeyEvent(QEvent.Type.KeyRelease, key, Qt.KeyboardModifier.NoModifier))


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape])
async def test_a_key_that_is_held_when_the_question_opens_does_not_answer_it(desk: Desk, key: Qt.Key):
    desk.work = WORK
    desk.window.close()
    dialog = desk.dialog
    dialog.buttons["quit"].setFocus()
    hold(dialog, key, repeats=40, desk=desk, until=2.0)
    await desk.settled()
    assert dialog.isVisible()
    assert desk.quits == 0


async def test_after_600_ms_enter_presses_the_button_that_has_the_focus(desk: Desk):
    desk.work = WORK
    desk.window.close()
    dialog = desk.dialog
    dialog.buttons["quit"].setFocus()
    desk.now = 0.59
    press(dialog.focusWidget(), Qt.Key.Key_Return)
    assert desk.quits == 0
    desk.now = 0.61
    press(dialog.focusWidget(), Qt.Key.Key_Return)
    await eventually(lambda: desk.quits == 1)


async def test_two_stacked_questions_are_answered_each_by_itself(desk: Desk):
    done = []
    confirm = Confirmer(desk.window, monotonic=lambda: desk.now)
    under = confirm(Text.of("Restore?"), Text.of("Restore"), lambda: done.append("restored"))
    desk.work = WORK
    desk.window.close()
    desk.now = AFTER_DEAF
    top = desk.dialog
    press(top, Qt.Key.Key_Escape)
    await desk.settled()
    assert desk.question.dialog is None
    assert under.isVisible()
    assert done == []
    QTest.mouseClick(under.buttons["yes"], Qt.MouseButton.LeftButton)
    assert done == ["restored"]
    assert desk.quits == 0


async def test_the_end_of_the_session_quits_without_asking_even_over_an_open_question(desk: Desk):
    desk.work = WORK
    desk.window.close()
    desk.controller.quit_now()
    desk.answer("stay")
    desk.controller.quit_now()
    await desk.settled()
    assert desk.quits == 1
    assert desk.controller.state is ClosingState.QUITTING


async def test_log_out_is_watched_on_the_application(desk: Desk, qapp: QApplication):
    class Manager:
        """What the signal of the platform hands over; only the hint is used."""

        hint = None

        def setRestartHint(self, hint: object) -> None:
            self.hint = hint

    desk.controller.watch_session(qapp)
    manager = Manager()
    desk.controller._session_ends(manager)
    await eventually(lambda: desk.quits == 1)
    assert manager.hint is not None
    qapp.commitDataRequest.disconnect(desk.controller._session_ends)


@pytest.mark.plain_log
async def test_a_shutdown_that_fails_is_logged_and_can_be_tried_again(desk: Desk, caplog):
    async def broken() -> None:
        desk.quits += 1
        raise OSError("disk")

    desk.controller._quit = broken
    desk.window.close()
    await eventually(lambda: desk.controller.state is ClosingState.OPEN)
    desk.window.close()
    await eventually(lambda: desk.quits == 2)
    assert "the shutdown failed" in caplog.text


async def test_while_the_app_stops_the_window_says_so_and_takes_no_clicks(desk: Desk):
    desk.window.show_stopping(Text.of("Stopping, up to 5 s"))
    assert desk.window.overlay_words == "Stopping, up to 5 s"
    button = desk.window.frame.rail.button("chat")
    centre = button.mapTo(desk.window, button.rect().center())
    assert desk.window.childAt(centre).objectName() == "overlay"
    assert not button.isEnabled()
