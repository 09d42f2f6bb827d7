"""The confirmation window: requests left, one of them right, and buttons that never leave the screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.shell.approvals.model import ApprovalsModel, Item, ItemState
from characoid_desktop.ui.shell.approvals.reason import ReasonField
from characoid_desktop.ui.shell.approvals.request_list import RequestList
from characoid_desktop.ui.shell.approvals.request_page import RequestPage
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.dialog import KeyGuard
from characoid_desktop.ui.widgets.page import Divider, Surface
from characoid_desktop.ui.widgets.themed import Themed

TICK_MS = 10_000  # how often the remaining time is looked at
SIZE = (900, 544)
LEAST = (640, 400)
_ANSWER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Select, Qt.Key.Key_Escape)
_DONE = {
    ItemState.APPROVED: Text.of("You approved this once."),
    ItemState.DENIED: Text.of("You denied this."),
}


class ApprovalDialog(Themed, QDialog):
    """Draws an :class:`ApprovalsModel` that has begun. Window-modal; open it with ``open()``.

    Esc and closing decide nothing. Deny has the focus. For 600 ms after a request came in front by itself no key and
    no click answers it: they were meant for what was there before.
    """

    closed = Signal()

    def __init__(self, model: ApprovalsModel, *, monotonic: Callable[[], float] = time.monotonic,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._guard = KeyGuard(self, monotonic=monotonic)
        self._page: RequestPage | None = None
        self._shown = ""
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.list = RequestList(model)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.reason = ReasonField()
        self.later = Button(Text.of("Decide later"), ButtonKind.QUIET, key_hint=Text.of("Esc"))
        self.approve = Button(Text.of("Approve once"), icon="check")
        self.deny_reason = Button(Text.of("Deny with reason…"))
        self.deny = Button(Text.of("Deny"))
        self.back = Button(Text.of("Back"), ButtonKind.QUIET)
        self.send_reason = Button(Text.of("Deny with this reason"))
        self.look_again = Button(Text.of("Look again"))
        self.next = Button(Text.of("Next request"))
        self.close_button = Button(Text.of("Close"))
        self._giving_reason = False
        self._over = False
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)
        self._lay_out()
        self._connect()
        self.init_theme()
        self._show_current()

    def _lay_out(self) -> None:
        left = Surface("canvas", edges=(Qt.Edge.RightEdge,))
        holder = QVBoxLayout(left)
        holder.setContentsMargins(0, 0, 1, 0)
        holder.addWidget(self.list)
        right = Surface("surface")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(24, 12, 24, 20)
        foot.setSpacing(12)
        foot.addWidget(self.reason)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.later, self.back):
            buttons.addWidget(button)
        buttons.addStretch(1)
        for button in (self.approve, self.deny_reason, self.deny, self.send_reason, self.look_again, self.next,
                       self.close_button):
            buttons.addWidget(button)
        foot.addLayout(buttons)
        self._line = Divider()
        column.addWidget(self._line)
        column.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left)
        row.addWidget(right, 1)

    def _connect(self) -> None:
        model = self._model
        self.list.chosen.connect(model.choose)
        model.items_changed.connect(self.list.refresh)
        model.item_changed.connect(self._item_changed)
        model.current_changed.connect(self._show_current)
        model.moved_on.connect(self._moved_on)
        model.finished.connect(self.accept)
        self.later.clicked.connect(self.reject)
        self.close_button.clicked.connect(self.reject)
        self.approve.clicked.connect(lambda: self._answer(True))
        self.deny.clicked.connect(lambda: self._answer(False))
        self.deny_reason.clicked.connect(lambda: self._give_reason(True))
        self.back.clicked.connect(lambda: self._give_reason(False))
        self.reason.input.left.connect(lambda: self._give_reason(False))
        self.reason.input.sent.connect(self._send_reason)
        self.send_reason.clicked.connect(self._send_reason)
        self.look_again.clicked.connect(self._look_again)
        self.next.clicked.connect(model.choose_next)
        self.finished.connect(self._finished)

    @property
    def is_deaf(self) -> bool:
        """Whether keys and clicks do not answer yet."""
        return self._guard.is_deaf

    @property
    def page(self) -> RequestPage:
        """The request that is shown."""
        assert self._page is not None
        return self._page

    # --- following the model ------------------------------------------------------------------------

    def _show_current(self) -> None:
        item = self._model.current
        if item is None:
            return
        if item.approval.id != self._shown:
            self._shown = item.approval.id
            self._page = RequestPage(self._model, item.approval, self._look_again)
            self._scroll.setWidget(self._page)
            self._page.setAutoFillBackground(False)
            self.reason.clear()
            self._giving_reason = False
        self.list.refresh()
        self._show_state(item)
        self.retranslate()

    def _item_changed(self, approval_id: str) -> None:
        self.list.refresh()
        item = self._model.current
        if item is not None and item.approval.id == approval_id:
            self._show_state(item)

    def _moved_on(self) -> None:
        """Another request came in front by itself: nothing that is on its way may answer it."""
        self._guard.start()
        self._focus()

    def _show_state(self, item: Item) -> None:
        open_, asking = item.state in (ItemState.WAITING, ItemState.ANSWERING), self._giving_reason
        again = self._model.can_show_again(item)
        waiting = any(one.state is ItemState.WAITING and one is not item for one in self._model.items)
        had_focus = cast("QWidget | None", self.focusWidget())
        for button, shown in (
            (self.later, open_ and not asking), (self.approve, open_ and not asking),
            (self.deny_reason, open_ and not asking), (self.deny, open_ and not asking), (self.back, open_ and asking),
            (self.send_reason, open_ and asking), (self.look_again, not open_ and again),
            (self.next, not open_ and waiting), (self.close_button, not open_),
        ):
            button.setVisible(shown)
        self.reason.setVisible(open_ and asking)
        busy = item.state is ItemState.ANSWERING
        for button in (self.approve, self.deny, self.deny_reason, self.send_reason):
            button.set_busy(button.words if busy else "")
        self._show_notice(item)
        if had_focus is None or not had_focus.isVisibleTo(self):
            self._focus()

    def _show_notice(self, item: Item) -> None:
        if item.state in _DONE:
            self.page.show_notice(NoticeLevel.SUCCESS, _DONE[item.state])
        elif item.state is ItemState.OVER:
            self.page.show_notice(NoticeLevel.WARNING, item.problem or "", item.safe or "")
        else:
            again = item.problem is not None and not item.nonce
            self.page.show_notice(NoticeLevel.ERROR, item.problem or "", item.safe or "", again=again)

    def _focus(self) -> None:
        for widget in (self.reason.input, self.deny, self.next, self.look_again, self.close_button):
            if widget.isVisibleTo(self):
                widget.focus_with_ring()
                return

    # --- answers ------------------------------------------------------------------------------------

    def _answer(self, approve: bool, reason: str = "") -> None:
        item = self._model.current
        if item is None:
            return
        if self._guard.is_deaf:
            self._focus()  # a click must not leave the focus on Approve either
            return
        self._model.decide(item.approval.id, approve, reason)

    def _give_reason(self, on: bool) -> None:
        item = self._model.current
        if item is None or self._guard.is_deaf:
            return
        self._giving_reason = on
        self._show_state(item)
        self._focus()

    def _send_reason(self) -> None:
        self._answer(False, self.reason.text)

    def _look_again(self) -> None:
        self._model.choose(self._shown)

    def tick(self) -> None:
        """The time has moved on."""
        self._model.tick()
        self.list.refresh()

    def _finished(self) -> None:
        if self._over:  # a window that stops rejects every dialog once more
            return
        self._over = True
        self._timer.stop()
        self._guard.stop()
        for signal, slot in (
            (self._model.items_changed, self.list.refresh), (self._model.item_changed, self._item_changed),
            (self._model.current_changed, self._show_current), (self._model.moved_on, self._moved_on),
            (self._model.finished, self.accept),
        ):
            signal.disconnect(slot)
        self._model.end()
        self.closed.emit()

    # --- events -------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        item = self._model.current
        self.setWindowTitle(t("{words} – CHARACOID Desktop", words=Text.of("Confirmation")))
        self.setAccessibleName(self.windowTitle())
        self.setAccessibleDescription(self._model.title(item.approval) if item is not None else "")

    def on_theme(self, theme: Theme) -> None:
        width, height = (theme.scaled(side) for side in SIZE)
        above = self.parentWidget()
        if above is not None:
            room = above.window().size()
            width, height = min(width, room.width() - 24), min(height, room.height() - 48)
        self.setMinimumSize(*LEAST)
        if not self.isVisible():
            self.resize(max(LEAST[0], width), max(LEAST[1], height))
        super().on_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        layout = self.layout()
        if layout is not None:  # the buttons are whole, whatever the words and their size
            self.setMinimumWidth(max(self.minimumWidth(), layout.minimumSize().width()))
        if not event.spontaneous():
            self._guard.start()
            self._timer.start()
            self._focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # A key that is still held down since before the window came answers nothing, nor later.
        if event.isAutoRepeat() and event.key() in _ANSWER_KEYS:
            event.accept()
            return
        super().keyPressEvent(event)
