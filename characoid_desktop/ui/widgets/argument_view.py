"""A view of arguments: fixed-width plain text that can be selected, with the names muted."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QResizeEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.arguments import ArgumentRow, LaidOut, lay_out
from characoid_desktop.ui.widgets.themed import Themed

LEAST_COLUMNS = 24
SHOWN_LINES = 9  # so many before it scrolls
_MARGIN = 10  # px around the words


class ArgumentView(Themed, QPlainTextEdit):
    """Shows :class:`ArgumentRow` rows. Long values break at its width; it scrolls, and never grows beyond its limit."""

    def __init__(self, rows: Sequence[ArgumentRow] = (), *, shown_lines: int = SHOWN_LINES,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = tuple(rows)
        self._shown_lines = shown_lines
        self._laid = LaidOut((), ())
        self._columns: int = 0
        self._sized = False
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._lay_out)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # whatever a value begins with
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(_MARGIN)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("flat", True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    @property
    def laid_out(self) -> LaidOut:
        """The lines as they are shown."""
        return self._laid

    def set_rows(self, rows: Sequence[ArgumentRow]) -> None:
        """Show other arguments, from their beginning."""
        self._rows = tuple(rows)
        self._columns = 0
        self._lay_out()
        self.verticalScrollBar().setValue(0)

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("Arguments")))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.mono("small"))
        self._columns = 0
        self._lay_out()
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        # Lines with Han or Kana are higher than others: each is asked.
        layout = self.document().documentLayout()
        block, height = self.document().firstBlock(), 0.0
        for _ in range(self._shown_lines if self._columns else 0):
            if block.isValid():
                height += layout.blockBoundingRect(block).height()
                block = block.next()
        height = height or self.fontMetrics().lineSpacing() * max(1, min(len(self._rows), self._shown_lines))
        return QSize(240, math.ceil(height) + 2 * _MARGIN + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        first, self._sized = not self._sized, True
        if first:
            self._lay_out()
        elif self._fitting() != self._columns:
            self._again.start()

    def _fitting(self) -> int:
        """How many cells there is room for."""
        cell = QFontMetricsF(self.font()).horizontalAdvance("0") or 8.0
        room = self.viewport().width() - 2 * self.document().documentMargin() - 2
        return max(LEAST_COLUMNS, int(room / cell))

    def _lay_out(self) -> None:
        columns = self._fitting()
        if columns == self._columns or not self._sized:  # a large text is not laid out for a width nobody sees
            return
        self._columns = columns
        self._laid = lay_out(self._rows, columns)
        self._write()
        self.updateGeometry()

    def _write(self) -> None:
        """Names and what stands for a secret are muted; stretches of values are written in one go."""
        usual, muted = QTextCharFormat(), QTextCharFormat()
        muted.setForeground(self.theme.color.text_muted)
        laid = self._laid
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        waiting: list[str] = []
        for number, (line, key) in enumerate(zip(laid.lines, laid.keys, strict=True)):
            end = "\n" if number + 1 < len(laid.lines) else ""
            if not key and number not in laid.hidden:
                waiting.append(line + end)
                continue
            cursor.insertText("".join(waiting), usual)
            waiting = []
            cursor.insertText(line[:key], muted)
            cursor.insertText(line[key:] + end, muted if number in laid.hidden else usual)
        cursor.insertText("".join(waiting), usual)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
