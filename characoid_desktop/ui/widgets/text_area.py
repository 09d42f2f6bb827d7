"""A field of several lines that grows with its text."""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QTextCursor, QTextLayout, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.fields import repolish
from characoid_desktop.ui.widgets.themed import Themed, Words

_MEASURED = 4000  # characters
PARAGRAPH = 2000  # characters; a longer one is parted: Qt lays out a paragraph as a whole, at every key
SOFT = "\u2060\n"  # where it is parted: a joiner that no one sees, so that the place is known after undo and copying
ENDS = "。．！？.!?…」"  # of a sentence: a good place to part a paragraph
_FRAME = 24  # px: borders, padding and the margin of the document


def parted(text: str) -> str:
    """Return ``text`` with SOFT in its long paragraphs, behind a sentence or a space where there is one.

    What holds a joiner itself stays as it is: it could not be told apart.
    """
    if len(text) <= PARAGRAPH or SOFT[0] in text:
        return text
    return "\n".join(SOFT.join(_pieces(line)) for line in text.split("\n"))


def _pieces(line: str) -> list[str]:
    found: list[str] = []
    while len(line) > PARAGRAPH:
        room = line[PARAGRAPH // 2:PARAGRAPH]
        at = max((place for sign in ENDS if (place := room.rfind(sign)) >= 0), default=-1)
        if at < 0:
            at = room.rfind(" ")
        cut = PARAGRAPH // 2 + at + 1 if at >= 0 else PARAGRAPH
        if "\ud800" <= line[cut - 1] <= "\udbff":
            cut -= 1
        found.append(line[:cut])
        line = line[cut:]
    found.append(line)
    return found


def joined(text: str) -> str:
    """Return what :func:`parted` was given."""
    return text.replace(SOFT, "")


class TextArea(Themed, QPlainTextEdit):
    """``edited(str)`` when the user changed it, ``left`` when the field loses the focus. Tab goes to the next field.

    A paragraph of any length can be shown and edited: what the field shows of it is parted (see :func:`parted`), what
    it says, copies and tells is whole. It is at least ``least`` lines high and grows up to ``most``; what is longer
    scrolls inside.
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
        self._is_parted = False
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._changed)
        self.init_theme()

    def text(self) -> str:
        text = self.toPlainText()
        return joined(text) if self._is_parted else text

    def set_text(self, text: str) -> None:
        """Show a text without ``edited``; the same one keeps cursor and undo."""
        if text != self.text():
            self._setting = True
            shown = parted(text)
            self._is_parted = shown is not text
            self.setPlainText(shown)
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
            self.edited.emit(self.text())

    # --- parted paragraphs ------------------------------------------------------------------------

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste as plain text; a long paragraph is parted."""
        text = source.text()
        shown = parted(text)
        if shown == text or SOFT[0] in self.text():
            super().insertFromMimeData(source)
            return
        self._is_parted = True
        made = QMimeData()
        made.setText(shown)
        super().insertFromMimeData(made)

    def createMimeDataFromSelection(self) -> QMimeData:
        made = super().createMimeDataFromSelection()
        if self._is_parted:
            made.setText(joined(made.text()))
        return made

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_parted and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self._step_over_soft(back=event.key() == Qt.Key.Key_Backspace)
        super().keyPressEvent(event)

    def _step_over_soft(self, *, back: bool) -> None:
        """Where the paragraph is parted, the keys take the letter beyond that place."""
        cursor = self.textCursor()
        if cursor.hasSelection():
            return
        block, at = cursor.block(), cursor.positionInBlock()
        before = block.previous()
        if back and at == 0 and before.isValid() and before.text().endswith(SOFT[0]):
            cursor.movePosition(QTextCursor.MoveOperation.Left, n=len(SOFT))
        elif not back and block.text()[at:] == SOFT[0]:
            cursor.movePosition(QTextCursor.MoveOperation.Right, n=len(SOFT))
        else:
            return
        self.setTextCursor(cursor)

    # --- height -----------------------------------------------------------------------------------

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
