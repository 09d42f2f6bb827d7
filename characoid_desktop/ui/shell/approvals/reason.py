"""The line in which a refusal is explained."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.shell.approvals.model import MAX_REASON
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.labels import Label


class ReasonInput(LineInput):
    """Enter sends and Esc leaves, but neither while an input method is composing: there they belong to it."""

    sent = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__(Text.of("Reason for denying"), placeholder=Text.of("Why not? The character reads this."))
        self.setMaxLength(MAX_REASON)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        escape = event.key() == Qt.Key.Key_Escape
        if not (enter or escape):
            super().keyPressEvent(event)
            return
        event.accept()  # never on to the dialog, whose Esc closes it
        if self.composing or event.isAutoRepeat():
            return
        (self.sent if enter else self.left).emit()


class ReasonField(QWidget):
    """The line with its label. The text is kept until :meth:`clear`."""

    def __init__(self) -> None:
        super().__init__()
        self.input = ReasonInput()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(Label(Text.of("Reason for denying (the character reads it, at most {n} characters)",
                                       n=MAX_REASON), "small", "text_muted", strong=True, wrap=True))
        column.addWidget(self.input)
        self.setFocusProxy(self.input)

    @property
    def text(self) -> str:
        return self.input.text().strip()

    def clear(self) -> None:
        self.input.clear()
