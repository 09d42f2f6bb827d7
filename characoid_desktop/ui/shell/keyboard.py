"""A focus mark only for those who came by keyboard, for buttons that reach up to the edge."""

from __future__ import annotations

from PySide6.QtCore import Qt

_BY_POINTER = (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.NoFocusReason)
_KEEPS = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class KeyboardMark:
    """Remembers how the focus came."""

    def __init__(self) -> None:
        self.on = False

    def focused(self, reason: Qt.FocusReason) -> None:
        """Take note; coming back to the window keeps what was."""
        if reason not in _KEEPS:
            self.on = reason not in _BY_POINTER
