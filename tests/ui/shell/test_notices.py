"""What the bar under the window edge says, and what its buttons do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import SUCCESS_LEAVES_AFTER_S, NoticeLevel
from tests.fakes.eventually import eventually
from tests.ui.shell.conftest import Kit, press

LOG = Action(ActionKind.OPEN_LOG, Text.of("Open log"), {"of": "rvc"})
RESTART = Action(ActionKind.RESTART_ENGINE, Text.of("Start again"))


async def test_without_a_notice_the_bar_takes_no_room(kit: Kit):
    window = await kit.shown()
    assert window.frame.notices.isHidden()


async def test_three_notices_show_one_and_count_two_and_the_gravest_is_first(kit: Kit):
    window = await kit.shown()
    kit.notices.post(NoticeLevel.INFO, Text.of("A note"))
    kit.notices.post(NoticeLevel.ERROR, Text.of("RVC stopped."), safe=Text.of("No half-written file was left."))
    kit.notices.post(NoticeLevel.SUCCESS, Text.of("Done"))
    area = window.frame.notices
    assert str(area.shown.sentence) == "RVC stopped."
    assert "+2" in [label.text() for label in area.findChildren(type(area.bar._more))]
    QTest.mouseClick(area.bar.close_button, Qt.MouseButton.LeftButton)
    assert str(area.shown.sentence) == "A note"
    assert len(kit.notices.open) == 2


async def test_a_next_step_runs_its_action_and_the_notice_stays(kit: Kit):
    window = await kit.shown()
    kit.notices.post(NoticeLevel.ERROR, Text.of("RVC stopped."), actions=(RESTART, LOG))
    first, second = window.frame.notices.bar.buttons
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    first.setFocus()
    press(first, Qt.Key.Key_Space)
    assert kit.acted == [(ActionKind.OPEN_LOG, {"of": "rvc"}), (ActionKind.RESTART_ENGINE, {})]
    assert len(kit.notices.open) == 1


async def test_a_step_that_nothing_stands_behind_is_not_offered(kit: Kit):
    window = await kit.shown()
    nobody = Action(ActionKind.CHOOSE_HOME, Text.of("Choose"))
    kit.notices.post(NoticeLevel.ERROR, Text.of("Gone"), actions=(nobody, LOG))
    assert [button.words for button in window.frame.notices.bar.buttons] == ["Open log"]


def leave_timer(window) -> QTimer:
    (timer,) = window.frame.notices.bar.findChildren(QTimer)
    return timer


async def test_a_success_leaves_after_eight_seconds(kit: Kit):
    window = await kit.shown()
    kit.notices.post(NoticeLevel.SUCCESS, Text.of("Saved"))
    timer = leave_timer(window)
    assert timer.isActive()
    assert timer.interval() == SUCCESS_LEAVES_AFTER_S * 1000
    timer.timeout.emit()
    assert kit.notices.open == ()
    assert window.frame.notices.isHidden()


@pytest.mark.parametrize("level", [NoticeLevel.INFO, NoticeLevel.WARNING, NoticeLevel.ERROR])
async def test_what_is_no_success_stays(kit: Kit, level: NoticeLevel):
    window = await kit.shown()
    kit.notices.post(level, Text.of("Look"))
    assert not leave_timer(window).isActive()


async def test_a_success_with_a_next_step_stays(kit: Kit):
    window = await kit.shown()
    kit.notices.post(NoticeLevel.SUCCESS, Text.of("Saved"), actions=(LOG,))
    assert not leave_timer(window).isActive()


async def test_escape_in_the_bar_closes_the_notice(kit: Kit):
    window = await kit.shown()
    kit.notices.post(NoticeLevel.WARNING, Text.of("Look"), actions=(LOG,))
    window.frame.notices.focus_first()
    press(window.focusWidget(), Qt.Key.Key_Escape)
    assert kit.notices.open == ()


async def test_markup_in_a_notice_is_shown_letter_for_letter(kit: Kit):
    window = await kit.shown()
    evil = "<img src=file:///etc/passwd><b>x</b>"
    kit.notices.post(NoticeLevel.ERROR, Text.of("“{name}” has no sound.", name=evil), safe=Text.literal(evil))
    bar = window.frame.notices.bar
    for label in (bar._sentence, bar._safe):
        assert evil in label.text()
        assert label.textFormat() == Qt.TextFormat.PlainText


async def test_a_handler_that_fails_expectedly_says_so_in_a_notice(kit: Kit):
    async def fail(args):
        raise AppError(Text.of("No program opened it."))

    kit.actions.register(ActionKind.OPEN_FILE, fail)
    assert kit.actions.run(Action(ActionKind.OPEN_FILE, Text.of("Open")))
    await eventually(lambda: kit.notices.open)
    assert str(kit.notices.open[0].sentence) == "No program opened it."


@pytest.mark.plain_log
async def test_a_handler_that_breaks_is_logged_and_still_says_something(kit: Kit, caplog: pytest.LogCaptureFixture):
    def broken(args):
        raise ZeroDivisionError

    kit.actions.register(ActionKind.OPEN_FILE, broken)
    kit.actions.run(Action(ActionKind.OPEN_FILE, Text.of("Open")))
    assert str(kit.notices.open[0].sentence) == "“Open” did not work."
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.plain_log
async def test_an_action_without_a_handler_is_refused(kit: Kit):
    assert not kit.actions.run(Action(ActionKind.CHOOSE_HOME, Text.of("Choose")))


async def test_a_callback_action_carries_its_own_function(kit: Kit):
    called = []
    action = Action(ActionKind.CALLBACK, Text.of("Do"), {"call": lambda args: called.append(1)})
    assert kit.actions.can_run(action)
    kit.actions.run(action)
    assert called == [1]
    assert not kit.actions.can_run(Action(ActionKind.CALLBACK, Text.of("Do"), {"call": "rm"}))
