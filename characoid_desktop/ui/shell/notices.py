"""The notices of the window: one at a time under the window edge, the others counted."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.notices import Notice, NoticeBoard
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.carry import focused_in
from characoid_desktop.ui.widgets.notices import NoticeBar

_STEP_ICONS = {
    ActionKind.RETRY_JOB: "retry", ActionKind.RESTART_ENGINE: "retry", ActionKind.OPEN_LOG: "file",
    ActionKind.OPEN_FOLDER: "folder", ActionKind.CHOOSE_HOME: "folder", ActionKind.OPEN_SETTINGS: "settings",
}


class NoticeArea(QWidget):
    """A board shown in a bar; hidden while there is nothing to say. :meth:`release` ends listening."""

    def __init__(self, board: NoticeBoard, actions: ActionRouter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._actions = actions
        self.bar = NoticeBar()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bar)
        self.bar.action_requested.connect(self._run)
        self.bar.dismissed.connect(board.dismiss)
        self.release = board.changed.connect(self._show)
        self._show(board.open)

    @property
    def shown(self) -> Notice | None:
        return self.bar.shown

    def focus_first(self) -> None:
        """Give the keyboard to the first next step, or to the close button."""
        buttons = self.bar.buttons
        (buttons[0] if buttons else self.bar.close_button).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.shown is not None:
            self._board.dismiss(self.shown.id)
        else:
            super().keyPressEvent(event)

    def _show(self, notices: tuple[Notice, ...]) -> None:
        had_focus = focused_in(self) is not None
        # A button that nothing stands behind is worse than none.
        self.bar.set_notices([
            replace(n, actions=tuple(a for a in n.actions if self._actions.can_run(a))) for n in notices
        ])
        shown = self.shown
        if shown is not None:
            for button, action in zip(self.bar.buttons, shown.actions, strict=True):
                button.set_icon(_STEP_ICONS.get(action.kind, ""))
        self.setVisible(shown is not None)
        if had_focus and shown is not None:
            self.focus_first()

    def _run(self, notice: Notice, action: Action) -> None:
        self._actions.run(action)
