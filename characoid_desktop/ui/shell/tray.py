"""The tray icon: what runs while the window is away, and a word when it is done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from characoid_desktop.core.errors import Action
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.ui.shell.plain import BODY_LIMIT, TITLE_LIMIT, one_line

NOTIFICATION_MS = 10_000
TOOLTIP_LIMIT = 120  # Windows cuts at 127


class Tray(QObject):
    """Works without a tray too: then nothing is shown, and :attr:`available` is False.

    ``run_action`` is called with the action of a notification that was clicked, after the window came up.
    """

    open_wanted = Signal()
    quit_wanted = Signal()
    waiting_wanted = Signal()  # to the confirmations

    def __init__(
        self,
        window: QWidget,
        icon: QIcon,
        run_action: Callable[[Action], object],
        *,
        available: bool | None = None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._run_action = run_action
        self._work: Text | None = None
        self._waiting = 0
        self._clicked: Action | None = None
        self._icon: QSystemTrayIcon | None = None
        if QSystemTrayIcon.isSystemTrayAvailable() if available is None else available:
            # QSystemTrayIcon does not take ownership of its menu.
            self._menu = QMenu(window)
            self._icon = QSystemTrayIcon(icon, self)
            self._icon.setContextMenu(self._menu)
            self._icon.activated.connect(self._activated)
            self._icon.messageClicked.connect(self._message_clicked)
            self.retranslate()
            self._icon.show()

    @property
    def available(self) -> bool:
        """Whether the window may hide without being lost."""
        return self._icon is not None

    @property
    def menu(self) -> QMenu | None:
        return self._menu if self._icon is not None else None

    @property
    def tooltip(self) -> str:
        return self._icon.toolTip() if self._icon is not None else ""

    def set_work(self, work: Text | None) -> None:
        """Say what is running (None: nothing), in the tool tip and the menu."""
        if work == self._work:
            return
        self._work = work
        if self._icon is not None:
            self._show_work(self._icon)

    def set_waiting(self, count: int) -> None:
        """Say how many confirmations wait for the user; a click on the entry leads to them."""
        if count != self._waiting:
            self._waiting = count
            self.retranslate()

    def retranslate(self) -> None:
        """Write the menu anew in the language of the moment."""
        if self._icon is None:
            return
        self._menu.clear()
        self._add(t("Open CHARACOID"), self.open_wanted.emit)
        if self._waiting:
            words = Text.count("{n} confirmation waits for you", "{n} confirmations wait for you", self._waiting)
            self._add(str(words), self.waiting_wanted.emit)
        self._menu.addSeparator()
        self._work_entry = self._add("", self.open_wanted.emit)
        self._menu.addSeparator()
        self._add(t("Quit"), self.quit_wanted.emit)
        self._show_work(self._icon)

    def notify(self, title: Text, body: Text, action: Action | None = None) -> bool:
        """Show a desktop notification unless the user looks at the window; say whether it was shown.

        A click brings the window and runs ``action``.
        """
        if self._window.isActiveWindow() and not self._window.isMinimized():
            return False
        QApplication.alert(self._window)
        if self._icon is None or not QSystemTrayIcon.supportsMessages():
            return False
        self._clicked = action
        self._icon.showMessage(
            one_line(str(title), TITLE_LIMIT), one_line(str(body), BODY_LIMIT), self._icon.icon(), NOTIFICATION_MS
        )
        return True

    def close(self) -> None:
        """Take the icon away (it can outlive the window on some systems otherwise)."""
        if self._icon is not None:
            self._icon.hide()

    def _add(self, words: str, do: Callable[[], object]) -> QAction:
        # Made here: of an action that Qt makes, Python loses hold when other widgets go.
        action = QAction(words, self._menu)
        self._menu.addAction(action)
        # Queued: the native menu has closed before anything else opens.
        action.triggered.connect(lambda: do(), Qt.ConnectionType.QueuedConnection)
        return action

    def _show_work(self, icon: QSystemTrayIcon) -> None:
        words = one_line(str(self._work), TITLE_LIMIT) if self._work is not None else ""
        # "&" would mark a shortcut letter in the menu.
        self._work_entry.setText(words.replace("&", "&&") or t("Nothing is running"))
        self._work_entry.setEnabled(bool(words))
        name = QApplication.applicationDisplayName() or "CHARACOID"
        icon.setToolTip(one_line(f"{name}: {words}" if words else name, TOOLTIP_LIMIT))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (
            QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick
        ):
            self.open_wanted.emit()

    def _message_clicked(self) -> None:
        action, self._clicked = self._clicked, None
        self.open_wanted.emit()
        if action is not None:
            self._run_action(action)
