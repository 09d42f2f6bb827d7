"""The confirmation dialog on the real ledger: what it says, what it takes for an answer, and when it opens."""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget

from characoid_desktop.agents.runtime.approval_models import ApprovalState, Change
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.ui.shell.approvals.dialog import ApprovalDialog
from characoid_desktop.ui.shell.approvals.model import MAX_REASON, ApprovalsModel, ItemState
from characoid_desktop.ui.shell.approvals.opening import ApprovalDialogs
from characoid_desktop.ui.theme import ThemeController
from characoid_desktop.ui.widgets.arguments import HIDDEN
from characoid_desktop.ui.widgets.button import ButtonKind
from characoid_desktop.ui.widgets.dialog import DEAF_MS, Dialog
from tests.fakes.approvals import Asking, HandClock, People
from tests.fakes.eventually import at_rest, eventually
from tests.fakes.later import ManualLater
from tests.fakes.layout_audit import audit

SECRET = "sk-live-0123456789abcdef"


@dataclass
class Desk:
    """A window, the model on a real ledger, and what would be notified."""

    asking: Asking
    clock: HandClock
    scope: TaskScope
    theme: ThemeController
    later: ManualLater = field(default_factory=ManualLater)
    redactor: Redactor = field(default_factory=Redactor)
    notified: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.model = ApprovalsModel(self.asking.ledger, People(), self.clock, self.scope, self.redactor)
        self.window = QWidget()
        self.window.resize(1280, 800)
        self.line = QLineEdit()
        self.line.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        QVBoxLayout(self.window).addWidget(self.line)
        self.dialogs = ApprovalDialogs(
            self.window, self.model, notify=self._notify, later=self.later, monotonic=self.clock)

    def _notify(self, title: Text, body: Text, action: object) -> bool:
        self.notified.append(f"{title}: {body}")
        return True

    @property
    def dialog(self) -> ApprovalDialog:
        found = self.dialogs.dialog
        assert found is not None, "no dialog is open"
        return found

    async def show(self) -> None:
        self.window.show()
        self.window.activateWindow()
        await eventually(self.window.isActiveWindow)
        self.line.setFocus()

    async def heard(self) -> None:
        """The dialog is in front, its showing has a nonce, and its deaf while is over."""
        await eventually(lambda: self.model.current is not None and self.model.current.can_answer)
        self.dialog.activateWindow()
        await eventually(self.dialog.isActiveWindow)
        self.clock.advance(DEAF_MS / 1000 + 0.05)

    async def state(self, approval_id: str) -> ApprovalState:
        found = await self.asking.ledger.get(approval_id)
        assert found is not None
        return found.state


@pytest.fixture
async def desk(qapp: QApplication, home: AppPaths) -> AsyncIterator[Desk]:
    clock = HandClock()
    database = await Database.open(home.database, home.backups, clock)
    theme = ThemeController(qapp)
    theme.apply("dark", reduced_motion=True)
    scope = TaskScope("approvals")
    made = Desk(Asking(database, clock), clock, scope, theme)
    await made.asking.ledger.start()
    yield made
    made.dialogs.close()
    made.model.close()
    await scope.aclose()
    made.window.close()
    made.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    theme.close()
    await database.aclose()


def everything_said(root: QWidget) -> str:
    """All that a tooltip or a screen reader can tell."""
    parts = [part for widget in [root, *root.findChildren(QWidget)]
             for part in (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())]
    return "\n".join(parts)


# --- UI-10 … UI-16, UI-20 of the table of hostile content ---------------------------------------


async def test_ui_10_tags_in_an_argument_are_shown_letter_for_letter(desk: Desk) -> None:
    await desk.show()
    value = "<img src='file:///etc/passwd'><h1>Approve</h1>"
    await desk.asking.ask(arguments={"text": value})
    await eventually(lambda: value in desk.dialog.page.details.toPlainText())


async def test_ui_11_a_leading_tag_makes_no_label_of_the_dialog_rich(desk: Desk) -> None:
    await desk.show()
    await desk.asking.ask(
        "<b>Nothing</b> will happen", target=Text.literal("<table><tr><td>x"), effect=Text.literal("<i>none</i>"),
        changes=(Change(Text.literal("<u>name</u>"), Text.literal("<b>a"), Text.literal("<img src='x'>")),),
        sources=("<a href='file:///x'>page</a>",), server="<h1>server</h1>", worker="mcp", tool="<b>tool</b>")
    labels = desk.dialog.findChildren(QLabel)
    assert labels
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}
    assert desk.dialog.page.title.text() == "<b>Nothing</b> will happen"
    shown = [label.text() for label in labels]
    for words in ("<table><tr><td>x", "<u>name</u>", "<img src='x'>", "<a href='file:///x'>page</a>"):
        assert words in shown


async def test_ui_12_no_colour_comes_from_outside(desk: Desk) -> None:
    await desk.show()
    await desk.asking.ask(arguments={"text": "<span style='color:#222425'>hidden</span>"})
    view = desk.dialog.page.details
    await eventually(lambda: "<span style='color:#222425'>hidden</span>" in view.toPlainText())
    block = view.document().firstBlock()
    colors = {part.format.foreground().color().name() for part in block.layout().formats()}
    assert colors <= {desk.theme.theme.color.text_muted.name()}


async def test_ui_13_ten_thousand_lines_scroll_and_the_buttons_stay(desk: Desk) -> None:
    await desk.show()
    await desk.asking.ask(arguments={"text": "\n".join(f"line {n}" for n in range(10_000)), "end": "the very end"})
    await desk.heard()
    dialog = desk.dialog
    view = dialog.page.details
    assert len(view.laid_out.lines) >= 10_001
    assert "line 9999" in view.toPlainText()
    assert "the very end" in view.toPlainText()
    assert view.height() < 260
    for button in (dialog.later, dialog.approve, dialog.deny_reason, dialog.deny):
        box = button.rect().translated(button.mapTo(dialog, button.rect().topLeft()))
        assert dialog.rect().contains(box)


async def test_ui_14_a_tool_that_is_called_like_a_built_in_one_still_says_where_it_is_from(desk: Desk) -> None:
    await desk.show()
    await desk.asking.ask("Save a memory", worker="mcp", tool="save_persona_memory", server="obs-bridge")
    words = [label.text() for label in desk.dialog.page.findChildren(QLabel)]
    assert "MCP" in words
    assert "MCP server “obs-bridge”" in words
    assert "Memory" not in words
    assert "this computer" not in words


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Escape])
async def test_ui_15_a_key_that_is_held_down_when_it_opens_answers_nothing(desk: Desk, key: Qt.Key) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await eventually(lambda: desk.model.current is not None and desk.model.current.can_answer)
    dialog = desk.dialog
    QTest.keyClick(dialog.deny, key)
    QTest.keyClick(dialog.approve, key)
    desk.clock.advance(DEAF_MS / 1000 - 0.01)
    QTest.keyClick(dialog.approve, key)
    desk.clock.advance(0.05)
    for button in (dialog.approve, dialog.deny):
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", True)
            QApplication.sendEvent(button, event)
    assert dialog.isVisible()
    assert await desk.state(approval.id) is ApprovalState.PENDING
    assert desk.model.current is not None
    assert desk.model.current.state is ItemState.WAITING


async def test_ui_15_a_click_that_was_on_its_way_answers_nothing(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await eventually(lambda: desk.model.current is not None and desk.model.current.can_answer)
    QTest.mouseClick(desk.dialog.approve, Qt.MouseButton.LeftButton)
    assert await desk.state(approval.id) is ApprovalState.PENDING
    desk.clock.advance(DEAF_MS / 1000 + 0.01)
    QTest.mouseClick(desk.dialog.approve, Qt.MouseButton.LeftButton)
    await eventually(lambda: desk.dialogs.dialog is None)
    assert await desk.state(approval.id) is ApprovalState.APPROVED


async def test_ui_16_a_second_request_joins_the_list_of_the_open_dialog(desk: Desk) -> None:
    await desk.show()
    first = await desk.asking.ask("First")
    dialog = desk.dialog
    second = await desk.asking.ask("Second")
    assert desk.dialog is dialog
    assert [item.approval.id for item in desk.model.items] == [first.id, second.id]
    assert desk.model.current is not None
    assert desk.model.current.approval.id == first.id  # nothing moves in front of what is being read
    open_ = [one for one in QApplication.topLevelWidgets() if isinstance(one, ApprovalDialog) and one.isVisible()]
    assert len(open_) == 1


async def test_ui_16_behind_another_dialog_it_waits_and_opens_after_it(desk: Desk) -> None:
    await desk.show()
    other = Dialog("Another question", parent=desk.window)
    other.add_button("cancel", "Cancel", safe=True)
    other.open()
    await desk.asking.ask()
    assert desk.dialogs.dialog is None
    desk.later.advance(3)
    assert desk.dialogs.dialog is None
    assert desk.dialogs.open() is False  # nor by a click in the tray
    other.give("cancel")
    desk.later.advance(1)
    assert desk.dialog.isVisible()


async def test_ui_20_control_characters_reach_neither_title_nor_notification(desk: Desk) -> None:
    await desk.show()
    await desk.asking.ask("Save\u202e \u0007\u200bit\U000e0041")
    said = [desk.dialog.windowTitle(), desk.dialog.accessibleDescription(), desk.dialog.page.title.text(),
            *desk.notified, everything_said(desk.dialog)]
    for words in said:
        strange = [char for char in words if char != "\n" and unicodedata.category(char) in ("Cc", "Cf")]
        assert strange == []
    assert desk.dialog.page.title.text() == "Save‹U+202E› ‹U+0007›‹U+200B›it‹U+E0041›"


# --- answers ------------------------------------------------------------------------------------


async def test_deny_has_the_focus_and_approve_is_never_primary(desk: Desk) -> None:
    await desk.show()
    await desk.asking.ask()
    await desk.heard()
    dialog = desk.dialog
    await eventually(dialog.deny.hasFocus)
    assert dialog.windowModality() is Qt.WindowModality.WindowModal
    assert dialog.approve.kind is ButtonKind.NORMAL
    assert ButtonKind.PRIMARY not in {button.kind for button in (
        dialog.approve, dialog.deny, dialog.deny_reason, dialog.later, dialog.send_reason)}
    places = [button.x() for button in (dialog.later, dialog.approve, dialog.deny_reason, dialog.deny)]
    assert places == sorted(places)


async def test_enter_denies_once_it_is_heard(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    QTest.keyClick(desk.dialog.deny, Qt.Key.Key_Return)
    await eventually(lambda: desk.dialogs.dialog is None)
    assert await desk.state(approval.id) is ApprovalState.DENIED
    assert desk.model.waiting == ()


@pytest.mark.parametrize("how", ["escape", "close", "button"])
async def test_esc_closing_and_decide_later_keep_it_pending(desk: Desk, how: str) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    if how == "escape":
        QTest.keyClick(desk.dialog.deny, Qt.Key.Key_Escape)
    elif how == "close":
        desk.dialog.close()
    else:
        desk.dialog.later.click()
    await eventually(lambda: desk.dialogs.dialog is None)
    assert await desk.state(approval.id) is ApprovalState.PENDING
    assert [one.id for one in desk.model.waiting] == [approval.id]
    assert desk.dialogs.open()
    await desk.heard()
    desk.dialog.approve.click()
    await eventually(lambda: desk.dialogs.dialog is None)
    assert await desk.state(approval.id) is ApprovalState.APPROVED


async def test_a_window_that_stops_takes_the_question_back_also_when_it_was_closed_already(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    dialog = desk.dialog
    dialog.reject()
    dialog.reject()  # as the window does for every dialog it still has
    assert await desk.state(approval.id) is ApprovalState.PENDING
    assert desk.dialogs.dialog is None


async def test_several_are_answered_one_by_one_and_a_double_click_answers_one(desk: Desk) -> None:
    await desk.show()
    asked = [await desk.asking.ask(f"Number {n}") for n in range(3)]
    await desk.heard()
    dialog = desk.dialog
    QTest.mouseDClick(dialog.approve, Qt.MouseButton.LeftButton)
    QTest.mouseClick(dialog.approve, Qt.MouseButton.LeftButton)
    await eventually(lambda: desk.model.current is not None and desk.model.current.approval.id == asked[1].id)
    await eventually(lambda: desk.model.current.can_answer)
    QTest.mouseClick(dialog.approve, Qt.MouseButton.LeftButton)
    assert await desk.state(asked[0].id) is ApprovalState.APPROVED
    assert await desk.state(asked[1].id) is ApprovalState.PENDING
    assert dialog.focusWidget() is dialog.deny
    await desk.heard()
    desk.dialog.list.button(asked[2].id).click()
    await desk.heard()
    dialog.deny.click()
    await eventually(lambda: desk.model.current.approval.id == asked[1].id)
    states = [await desk.state(one.id) for one in asked]
    assert states == [ApprovalState.APPROVED, ApprovalState.PENDING, ApprovalState.DENIED]
    assert dialog.list.button(asked[0].id).words == "approved once"
    assert dialog.list.button(asked[2].id).words == "denied"
    assert dialog.isVisible()


async def test_a_reason_goes_with_the_refusal_cut_at_its_limit(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    dialog = desk.dialog
    dialog.deny_reason.click()
    assert dialog.reason.isVisible()
    assert not dialog.approve.isVisible()
    await eventually(dialog.reason.input.hasFocus)
    QTest.keyClick(dialog.reason.input, Qt.Key.Key_Escape)  # back to the buttons, not out of the dialog
    assert dialog.isVisible()
    assert dialog.approve.isVisible()
    dialog.deny_reason.click()
    dialog.reason.input.setText("配信のあとにして。" * 100)
    QTest.keyClick(dialog.reason.input, Qt.Key.Key_Return)
    await eventually(lambda: desk.dialogs.dialog is None)
    found = await desk.asking.ledger.get(approval.id)
    assert found.state is ApprovalState.DENIED
    assert found.reason == ("配信のあとにして。" * 100)[:MAX_REASON]


async def test_enter_that_takes_a_candidate_does_not_send_the_reason(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    dialog = desk.dialog
    dialog.deny_reason.click()
    field = dialog.reason.input
    QApplication.sendEvent(field, QInputMethodEvent("はいしん", []))
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert dialog.reason.isVisible()
    assert await desk.state(approval.id) is ApprovalState.PENDING
    event = QInputMethodEvent()
    event.setCommitString("配信")
    QApplication.sendEvent(field, event)
    QTest.keyClick(field, Qt.Key.Key_Return)
    await eventually(lambda: desk.dialogs.dialog is None)
    assert (await desk.asking.ledger.get(approval.id)).reason == "配信"


# --- over meanwhile -----------------------------------------------------------------------------


async def test_what_expires_in_sight_says_so_and_offers_nothing_but_close(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    dialog = desk.dialog
    desk.clock.advance(16 * 60)
    dialog.tick()
    assert dialog.page.notice is not None
    assert "This request has expired." in dialog.page.notice.accessibleName()
    assert not any(b.isVisible() for b in (dialog.approve, dialog.deny, dialog.deny_reason, dialog.later))
    assert dialog.close_button.isVisible()
    await eventually(lambda: desk.model.waiting == ())
    assert await desk.state(approval.id) is ApprovalState.EXPIRED
    dialog.close_button.click()
    assert desk.dialogs.dialog is None


async def test_an_answer_that_comes_too_late_changes_nothing_and_says_so(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    desk.clock.advance(16 * 60)
    desk.dialog.approve.click()
    await eventually(lambda: desk.model.current.state is ItemState.OVER)
    assert await desk.state(approval.id) is ApprovalState.EXPIRED
    assert desk.dialog.page.notice is not None
    assert not desk.dialog.approve.isVisible()


async def test_a_turn_that_ends_takes_its_request_out_of_the_users_hands(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask(run_id="a")
    other = await desk.asking.ask(run_id="b")
    await desk.heard()
    await desk.asking.ledger.void_run("a")
    dialog = desk.dialog
    assert not dialog.approve.isVisible()
    assert "its turn has ended" in dialog.page.notice.accessibleName()
    assert await desk.state(approval.id) is ApprovalState.VOID
    dialog.next.click()
    assert desk.model.current.approval.id == other.id
    assert dialog.approve.isVisible()


async def test_an_answer_to_an_earlier_showing_is_refused_and_can_be_looked_at_again(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    await desk.asking.ledger.show(approval.id)  # somewhere else
    desk.dialog.approve.click()
    await eventually(lambda: desk.model.current.state is ItemState.OVER)
    assert await desk.state(approval.id) is ApprovalState.PENDING
    assert not desk.dialog.approve.isVisible()
    desk.dialog.look_again.click()
    await desk.heard()
    desk.dialog.approve.click()
    await eventually(lambda: desk.dialogs.dialog is None)
    assert await desk.state(approval.id) is ApprovalState.APPROVED


async def test_each_showing_has_a_nonce_of_its_own_also_after_a_restart(desk: Desk) -> None:
    await desk.show()
    approval = await desk.asking.ask()
    await desk.heard()
    first = desk.model.current.nonce
    desk.dialog.later.click()
    again = Asking(desk.asking.database, desk.clock)
    await again.ledger.start()
    model = ApprovalsModel(again.ledger, People(), desk.clock, desk.scope, Redactor())
    assert [one.id for one in model.waiting] == [approval.id]
    assert model.begin()
    await eventually(lambda: model.current.can_answer)
    second = model.current.nonce
    assert first
    assert second
    assert first != second
    model.decide(approval.id, True)
    await eventually(lambda: model.current.state is ItemState.APPROVED)
    model.close()


# --- secrets ------------------------------------------------------------------------------------


async def test_a_secret_is_in_no_text_no_tooltip_and_no_accessible_name(desk: Desk) -> None:
    await desk.show()
    desk.redactor.add("ordinary-words-that-are-a-key")
    known = "it is ordinary-words-that-are-a-key"
    await desk.asking.ask(
        f"Send {known}", target=Text.literal(known),
        changes=(Change(Text.literal("k"), Text.literal(known), Text.literal(SECRET)),),
        arguments={"api_key": SECRET, "nested": {"Authorization": f"Bearer {SECRET}", "password": [SECRET]},
                   "headers": [{"name": "Cookie", "value": SECRET}], "text": "open", "line": known})
    await desk.heard()
    dialog = desk.dialog
    assert SECRET not in dialog.page.details.toPlainText()
    assert dialog.page.details.toPlainText().count(HIDDEN) == 4
    assert "open" in dialog.page.details.toPlainText()
    for secret in (SECRET, "ordinary-words-that-are-a-key"):
        assert secret not in dialog.page.details.toPlainText()
        assert secret not in everything_said(dialog)
        assert secret not in "\n".join([*(label.text() for label in dialog.findChildren(QLabel)), *desk.notified])


# --- opening ------------------------------------------------------------------------------------


async def test_during_composing_it_waits_and_takes_nothing_from_the_composer(desk: Desk) -> None:
    await desk.show()
    await eventually(desk.line.hasFocus)
    QApplication.sendEvent(desk.line, QInputMethodEvent("かくに", []))
    approval = await desk.asking.ask()
    assert desk.dialogs.dialog is None
    assert desk.line.hasFocus()
    assert [one.id for one in desk.model.waiting] == [approval.id]
    desk.later.advance(5)
    assert desk.dialogs.dialog is None
    event = QInputMethodEvent()
    event.setCommitString("確認")
    QApplication.sendEvent(desk.line, event)
    assert desk.line.text() == "確認"
    assert desk.dialogs.open(approval.id)
    assert desk.dialog.isVisible()


async def test_while_the_window_is_away_only_a_notification_comes(desk: Desk) -> None:
    await desk.asking.ask("Save a memory")
    assert desk.dialogs.dialog is None
    assert desk.notified == ["A confirmation waits for you: Save a memory"]
    desk.later.advance(60)
    assert desk.dialogs.dialog is None


async def test_the_dialog_is_whole_in_large_text_and_in_a_small_window(desk: Desk) -> None:
    desk.theme.apply("light", "en", 1.4)
    desk.window.resize(1024, 640)
    await desk.show()
    for n in range(3):
        await desk.asking.ask(
            f"Replace the introduction with a longer one, number {n}", duration=Text.literal("About 1 h 50 min"),
            changes=(Change(Text.literal("Description"), Text.literal("short"), Text.literal("long " * 80)),),
            sources=("https://festival.example/2026/winter",))
    await desk.heard()
    await at_rest()
    assert [str(finding) for finding in audit(desk.dialog)] == []
