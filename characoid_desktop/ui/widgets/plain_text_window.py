"""The whole of a text that is too long for its place, as plain text, in a dialog that does not block."""

from __future__ import annotations

from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.safe_text import shown
from characoid_desktop.ui.widgets.themed import Themed, Words

MOST = 1_000_000  # characters
LINE = 2000  # a longer paragraph is parted: the layout takes it as one


class PlainText(Themed, QPlainTextEdit):
    """Read-only text, letter for letter."""

    def __init__(self, text: str, name: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setPlainText(_parted(shown(text[:MOST])))
        self.init_theme()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("body"))
        super().on_theme(theme)


class PlainTextDialog(Dialog):
    """Shows a text; Esc and Close leave it."""

    def __init__(self, title: Words, text: str, parent: QWidget | None = None) -> None:
        super().__init__(title, escape="close", parent=parent)
        self.text = PlainText(text, Text.of("The whole text"))
        self.text.setMinimumSize(560, 360)
        self.body.addWidget(self.text)
        self.add_button("close", Text.of("Close"), safe=True)


def _parted(text: str) -> str:
    return "\n".join(
        line[at:at + LINE] for line in text.split("\n") for at in range(0, max(1, len(line)), LINE))
