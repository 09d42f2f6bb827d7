"""A field of several lines that grows with its text."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.fields import repolish
from characoid_desktop.ui.widgets.themed import Themed, Words

_MEASURED = 4000  # characters
_FRAME = 24  # px: borders, padding and the margin of the document


class TextArea(Themed, QPlainTextEdit):
    """``edited(str)`` when the user changed it, ``left`` when the field loses the focus. Tab goes to the next field.

    It is at least ``least`` lines high and grows up to ``most``; what is longer scrolls inside.
    """

    edited = Signal(str)
    left = Signal()

    def __init__(self, name: Words, *, placeholder: Words = "", least: int = 3, most: int = 10,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._placeholder = name, placeholder
        self._description: Words = ""
        self._least, self._most = least, most
        self._setting = False
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._changed)
        self.init_theme()

    def text(self) -> str:
        return self.toPlainText()

    def set_text(self, text: str) -> None:
        """Show a text without ``edited``; the same one keeps cursor and undo."""
        if text != self.toPlainText():
            self._setting = True
            self.setPlainText(text)
            self._setting = False

    def set_invalid(self, invalid: bool) -> None:
        if bool(self.property("invalid")) is not invalid:
            self.setProperty("invalid", invalid)
            repolish(self)

    def set_description(self, words: Words) -> None:
        """Set what a screen reader says beside the name (a help, what is wrong)."""
        self._description = words
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))
        self.setAccessibleDescription(str(self._description))
        self.setPlaceholderText(str(self._placeholder))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("body"))
        self._fit()
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        return QSize(240, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def _changed(self) -> None:
        self._fit()
        if not self._setting:
            self.edited.emit(self.toPlainText())

    def _text_height(self) -> int:
        """The height of the text in px, as far as it is shown; the document knows only of lines it has drawn."""
        width = self.viewport().width() - 2 * self.document().documentMargin()
        count, height = 0, 0.0
        for paragraph in self.toPlainText()[:_MEASURED].split("\n"):
            layout = QTextLayout(paragraph, self.font())
            option = QTextOption()
            option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
            layout.setTextOption(option)
            layout.beginLayout()
            line = layout.createLine()
            while line.isValid() and count < self._most:
                line.setLineWidth(max(1.0, width))
                count, height = count + 1, height + line.height()
                line = layout.createLine()
            layout.endLayout()
            if count >= self._most:
                break
        return math.ceil(height)

    def _fit(self) -> None:
        least = self._least * self.fontMetrics().lineSpacing()
        height = max(least, self._text_height()) + _FRAME
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)
