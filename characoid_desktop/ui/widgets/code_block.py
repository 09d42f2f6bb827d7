"""Code in a message: monospaced, never wrapped, with a button that copies it as it came."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QMimeData, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCursor,
    QTextLayout,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.labels import ElidedLabel
from characoid_desktop.ui.widgets.safe_text import without_places
from characoid_desktop.ui.widgets.themed import Themed

SIDE, FOOT = 12, 10
COPIED_MS = 2000  # how long the button says that it copied
_BAR = 14  # the style sheet's bar and a little air


class CodeText(Themed, QPlainTextEdit):
    """As high as its lines; a long line is scrolled to, sideways only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self._lines, self._high, self._widest = 1, 0, 0
        self.setProperty("flat", True)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setTabChangesFocus(True)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.init_theme()

    def show_code(self, text: str) -> None:
        """Show ``text``; what only grew is added at the end."""
        if text == self._shown:
            return
        metrics = QFontMetrics(self.font())
        if self._shown and text.startswith(self._shown):
            added = text[len(self._shown):]
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(added)
            begin = text.rfind("\n", 0, len(self._shown)) + 1
        else:
            self.setPlainText(text)
            self._widest, begin = 0, 0
        lines = text[begin:].split("\n")
        self._widest = max(self._widest, *(metrics.horizontalAdvance(line) for line in lines))
        self._lines = text.count("\n") + 1
        self._high = 0 if text.isascii() else sum(not line.isascii() for line in text.split("\n"))
        self._shown = text

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.mono("small"))
        text, self._shown = self._shown, ""
        if text:
            self.show_code(text)
        super().on_theme(theme)

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("Code")))

    def height_at(self, width: int) -> int:
        bar = _BAR if self._widest > width - 2 else 0
        metrics = QFontMetrics(self.font())
        high = self._high and max(0, _line_height(self.font()) - metrics.lineSpacing())
        return self._lines * metrics.lineSpacing() + self._high * high + bar + 2

    def minimumSizeHint(self) -> QSize:
        return QSize(1, 1)

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self.selected_text())
        return data

    def selected_text(self) -> str:
        return without_places(self.textCursor().selectedText())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if abs(event.angleDelta().x()) > abs(event.angleDelta().y()):
            super().wheelEvent(event)
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()


@lru_cache(maxsize=8)
def _line_height(font: QFont) -> int:
    """Return the height of a line with Han characters, px: another family with taller letters stands in for them."""
    layout = QTextLayout("漢g", font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return math.ceil(line.height())


class CodeBlock(Themed, QWidget):
    """Card with the language, Copy, and the code. ``goes_on``: the rest of the block before, without a head."""

    def __init__(self, info: str = "", *, goes_on: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = ""
        self._goes_on = goes_on
        self.text = CodeText(self)
        self._language = ElidedLabel(info, "caption", "text_muted", parent=self)
        self.copy = Button(Text.of("Copy"), ButtonKind.QUIET, icon="copy", size=ControlSize.COMPACT, parent=self)
        self.copy.set_name(Text.of("Copy the code"))
        self.copy.clicked.connect(self._copy)
        self._reset = QTimer(self)
        self._reset.setSingleShot(True)
        self._reset.setInterval(COPIED_MS)
        self._reset.timeout.connect(lambda: self.copy.set_busy(""))
        self._language.setVisible(not goes_on)
        self.copy.setVisible(not goes_on)
        self.init_theme()

    def show_code(self, shown: str, code: str) -> None:
        """Show ``shown``; Copy gives ``code``."""
        self._code = code
        self.text.show_code(shown)

    def set_code(self, code: str) -> None:
        """Set what Copy gives: all of a block that goes on below."""
        self._code = code

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
        self.copy.set_busy(Text.of("Copied"))
        self._reset.start()

    def _head(self) -> int:
        return 8 if self._goes_on else self.theme.control_height(ControlSize.COMPACT) + 8

    def height_at(self, width: int) -> int:
        return self._head() + self.text.height_at(width - 2 * SIDE) + FOOT

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height_at(max(1, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        head, width = self._head(), self.width()
        button = self.copy.sizeHint()
        self.copy.setGeometry(width - button.width() - 4, 4, button.width(), button.height())
        self._language.setGeometry(SIDE, 4, max(1, width - button.width() - SIDE - 12), button.height())
        self.text.setGeometry(SIDE, head, width - 2 * SIDE, self.height() - head - FOOT)

    def on_theme(self, theme: Theme) -> None:
        self.resizeEvent(QResizeEvent(self.size(), self.size()))
        super().on_theme(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        c, radius = self.theme.color, self.theme.tokens.radius.card
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(c.line, 1))
        painter.setBrush(c.sunken)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
