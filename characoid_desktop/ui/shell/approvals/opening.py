"""When the confirmation dialog opens: by itself for something new, unless that would take somebody's keyboard away."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, cast

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid

from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.shell.approvals.dialog import ApprovalDialog
from characoid_desktop.ui.shell.approvals.model import ApprovalsModel
from characoid_desktop.ui.shell.later import Cancel, Later

TRY_AGAIN_S = 0.5  # while another dialog or menu is open
Notify = Callable[[Text, Text, Action | None], object]


class CompositionWatch(QObject):
    """Whether somebody is composing with an input method. Listens only to the widget that has the focus."""

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._watched: QWidget | None = None
        self.composing = False
        app.focusChanged.connect(self._moved)
        self._moved(None, app.focusWidget())

    def close(self) -> None:
        """Stop listening."""
        self._app.focusChanged.disconnect(self._moved)
        self._moved(None, None)

    def _moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):  # it may lose the focus by being destroyed
            self._watched.removeEventFilter(self)
        self._watched, self.composing = now, False
        if now is not None:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.InputMethod:
            self.composing = bool(cast(QInputMethodEvent, event).preeditString())
        return False


class ApprovalDialogs(QObject):
    """The one confirmation dialog of a window. ``opened`` comes when it opens.

    A new request opens it by itself; while it is open, later ones join its list. During composing the request waits
    as it is (a row above the composer, a badge, the tray); behind another dialog or a menu, and while the window is
    hidden, it waits too: behind a dialog it opens as soon as that is closed, and from the tray a notification leads
    to it. :meth:`open` is the user's own wish.
    """

    opened = Signal()

    def __init__(
        self, window: QWidget, model: ApprovalsModel, *, notify: Notify, later: Later,
        composition: CompositionWatch | None = None, monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._model = model
        self._notify = notify
        self._later = later
        self._monotonic = monotonic
        self._composition = composition or CompositionWatch(_app(), self)
        self._dialog: ApprovalDialog | None = None
        self._wanted = ""
        self._cancel: Cancel | None = None
        self._closed = False
        model.arrived.connect(self._arrived)

    @property
    def dialog(self) -> ApprovalDialog | None:
        """The open dialog."""
        return self._dialog

    def close(self) -> None:
        """Close what is open, undecided, and open nothing any more."""
        self._closed = True
        self._forget()
        self._model.arrived.disconnect(self._arrived)
        self._composition.close()
        if self._dialog is not None:
            self._dialog.reject()

    def open(self, approval_id: str = "") -> bool:
        """Show what waits, ``approval_id`` in front; False when nothing does, or when another dialog is in the way.

        In that case it opens as soon as the other one is closed.
        """
        if self._closed:
            return False
        if self._dialog is not None:
            if approval_id:
                self._model.choose(approval_id)
            self._dialog.raise_()
            self._dialog.activateWindow()
            return True
        if not self._model.waiting:
            return False
        if self._is_blocked():
            self._wait(approval_id or self._model.waiting[0].id)
            return False
        return self._show(approval_id)

    # --- by itself ----------------------------------------------------------------------------------

    def _arrived(self, approval_id: str) -> None:
        approval = next((one for one in self._model.waiting if one.id == approval_id), None)
        if approval is None or self._closed:
            return
        self._tell(approval)
        if self._dialog is not None or self._composition.composing or self._is_away():
            return
        if self._is_blocked():
            self._wait(approval_id)
        else:
            self._show(approval_id)

    def _tell(self, approval: Approval) -> None:
        """A desktop notification; the tray shows it only while the window is not in front."""

        def look(_args: Mapping[str, Any]) -> None:
            self.open(approval.id)

        action = Action(ActionKind.CALLBACK, Text.of("Look and answer"), {"call": look})
        self._notify(Text.of("A confirmation waits for you"), Text.literal(self._model.title(approval)), action)

    def _wait(self, approval_id: str) -> None:
        self._wanted = approval_id
        if self._cancel is None:
            self._cancel = self._later(TRY_AGAIN_S, self._try_again)

    def _try_again(self) -> None:
        self._cancel = None
        wanted, self._wanted = self._wanted, ""
        waiting = {one.id for one in self._model.waiting}
        if not wanted or self._dialog is not None or self._closed or not waiting:
            return
        if self._composition.composing or self._is_away():
            return
        if self._is_blocked():
            self._wait(wanted)
        else:
            self._show(wanted if wanted in waiting else "")

    def _forget(self) -> None:
        self._wanted = ""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def _is_away(self) -> bool:
        return not self._window.isVisible() or self._window.isMinimized() or not self._window.isEnabled()

    def _is_blocked(self) -> bool:
        """Whether another dialog or a menu is open: two are never stacked."""
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return True
        return any(dialog.isVisible() for dialog in self._window.findChildren(QDialog))

    def _show(self, approval_id: str) -> bool:
        if not self._model.begin(approval_id):
            return False
        self._forget()
        dialog = ApprovalDialog(self._model, monotonic=self._monotonic, parent=self._window)
        dialog.closed.connect(self._ended)
        self._dialog = dialog
        dialog.open()
        self.opened.emit()
        return True

    def _ended(self) -> None:
        self._dialog = None


def _app() -> QApplication:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise RuntimeError("there is no application")
    return app
