"""The field a message is written in: Enter sends unless it belongs to the input method; files and pictures drop in."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QImage,
    QInputMethodEvent,
    QKeyEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.drop_target import local_paths
from characoid_desktop.ui.widgets.safe_text import BREAK, UNBROKEN
from characoid_desktop.ui.widgets.themed import Themed, Words

MAX_CHARS = 200_000
COMMIT_S = 0.1  # an Enter so soon after a commit is the one that committed
MOST_LINES = 8
_LONG = re.compile(rf"[^\s{BREAK}]{{{UNBROKEN}}}")
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufdd0\ufdd1\ufffc\ud800-\udfff]")


class ComposerField(Themed, QPlainTextEdit):
    """``send_wanted``, ``left_wanted`` (Esc), ``last_wanted`` (Up in an empty field), ``changed(str)``,
    ``files_offered(list[Path])``, ``picture_offered(QImage)``, ``refused(Words)``, ``composing_changed(bool)``,
    ``grew`` (its height hint differs)."""

    send_wanted = Signal()
    left_wanted = Signal()
    last_wanted = Signal()
    changed = Signal(str)
    files_offered = Signal(list)
    picture_offered = Signal(object)
    refused = Signal(object)
    composing_changed = Signal(bool)
    focused = Signal(bool)

    def __init__(
        self, name: Words, *, monotonic: Callable[[], float] = time.monotonic, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name: Words = name
        self._placeholder: Words = ""
        self._now = monotonic
        self._preedit = ""
        self._committed_at = float("-inf")
        self._setting = False
        self.setProperty("flat", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.viewport().setAutoFillBackground(False)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Its room is kept: a bar that comes would have the whole text laid out once more.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().rangeChanged.connect(self._range_changed)
        self._range_changed(0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(2)
        self.textChanged.connect(self._text_changed)
        self.init_theme()

    @property
    def is_composing(self) -> bool:
        """Whether an input method holds text that is not decided yet."""
        return bool(self._preedit)

    def text(self) -> str:
        """Return what was written."""
        return self.toPlainText().replace(BREAK, "")

    def set_text(self, text: str) -> None:
        """Show ``text``, the cursor at its end; nothing when it stands there already (undo stays)."""
        if text == self.text():
            return
        self._setting = True
        self.setPlainText(_broken(_UNFIT.sub("", text)))
        self._setting = False
        self.moveCursor(QTextCursor.MoveOperation.End)
        self._fit()

    def set_name(self, name: Words, placeholder: Words) -> None:
        self._name, self._placeholder = name, placeholder
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))
        self.setPlaceholderText(str(self._placeholder))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("body"))
        self.viewport().setFont(theme.font("body"))  # draws the placeholder, and does not follow by itself
        super().on_theme(theme)
        self._fit()

    def _range_changed(self, _: int, most: int) -> None:
        self.verticalScrollBar().setEnabled(most > 0 and self.document().size().height() > MOST_LINES)

    # --- height -----------------------------------------------------------------------------------

    def _fit(self) -> None:
        first = self.blockBoundingGeometry(self.document().firstBlock()).height()
        count = max(1, self.document().firstBlock().lineCount())
        line = max(self.fontMetrics().lineSpacing(), math.ceil(first / count))  # other scripts are higher
        lines = max(1, min(MOST_LINES, round(self.document().size().height())))
        height = lines * line + 8
        if self.height() != height or self.minimumHeight() != height:
            self.setFixedHeight(height)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _text_changed(self) -> None:
        self._fit()
        if not self._setting:
            self.changed.emit(self.text())

    # --- keys and the input method ----------------------------------------------------------------

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        before, self._preedit = self._preedit, event.preeditString()
        if before and event.commitString():
            self._committed_at = self._now()
        super().inputMethodEvent(event)
        if bool(before) != bool(self._preedit):
            self.composing_changed.emit(bool(self._preedit))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not shift:
            self._enter(event)
        elif key == Qt.Key.Key_Escape and not self._preedit:
            event.ignore()
            self.left_wanted.emit()
        elif key == Qt.Key.Key_Up and not self._preedit and self.document().isEmpty():
            self.last_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _enter(self, event: QKeyEvent) -> None:
        event.accept()
        committed = self._now() - self._committed_at < COMMIT_S
        self._committed_at = float("-inf")
        if self._preedit or committed or event.isAutoRepeat():
            return
        self.send_wanted.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._preedit:
            self._preedit = ""
            self.composing_changed.emit(False)
        self.focused.emit(False)

    # --- paste and drop ---------------------------------------------------------------------------

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasUrls() or source.hasImage() or source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasUrls():
            paths, reason = local_paths(source)
            if paths:
                self.files_offered.emit(paths)
                return
            if not source.hasText():
                self.refused.emit(reason)
                return
        if source.hasImage() and not source.hasText():
            picture = source.imageData()
            self.picture_offered.emit(picture if isinstance(picture, QImage) else QImage())
            return
        self._insert_text(source)

    def _insert_text(self, source: QMimeData) -> None:
        room = MAX_CHARS - self.document().characterCount() + len(self.textCursor().selectedText())
        if source.data("text/plain").size() > 4 * MAX_CHARS or len(text := source.text()) > room:
            self.refused.emit(
                Text.of("That is more than {n} characters. Add it as a file instead.", n=MAX_CHARS))
            return
        self.insertPlainText(_broken(_UNFIT.sub("", text)))
        self.ensureCursorVisible()

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self.textCursor().selectedText().replace(BREAK, "").replace("\u2029", "\n"))
        return data

    # Files are dropped on the whole panel, which says what will happen.

    def dragEnterEvent(self, e: QDragEnterEvent) -> None:
        e.ignore() if e.mimeData().hasUrls() else super().dragEnterEvent(e)

    def dragMoveEvent(self, e: QDragMoveEvent) -> None:
        e.ignore() if e.mimeData().hasUrls() else super().dragMoveEvent(e)

    def dropEvent(self, e: QDropEvent) -> None:
        e.ignore() if e.mimeData().hasUrls() else super().dropEvent(e)


def _broken(text: str) -> str:
    """Give an endless word places to break: the layout would take a second for it."""
    return _LONG.sub(rf"\g<0>{BREAK}", text) if len(text) >= UNBROKEN else text
