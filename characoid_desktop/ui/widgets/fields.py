"""Fields: a line to type in with its label above, help beside or under it, and an error under it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import icon_button
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.themed import Themed, Words

_SEARCH_PAUSE_MS = 150
_SIGN = 16


def repolish(widget: QWidget) -> None:
    """Let the style sheet look at changed properties."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


class LineInput(Themed, QLineEdit):
    """The field itself. ``set_invalid`` gives it the 2 px error border and a sign at its end.

    While an input method is composing (``composing``), Enter belongs to it and to nobody else.
    """

    def __init__(self, name: Words = "", *, placeholder: Words = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._placeholder = name, placeholder
        self._invalid = False
        self.composing = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self.composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.composing = False
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.composing and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        super().keyPressEvent(event)

    def set_placeholder(self, words: Words) -> None:
        self._placeholder = words
        self.setPlaceholderText(str(words))

    @property
    def is_invalid(self) -> bool:
        return self._invalid

    def set_invalid(self, invalid: bool) -> None:
        if invalid == self._invalid:
            return
        self._invalid = invalid
        self.setProperty("invalid", invalid)
        self.setTextMargins(0, 0, _SIGN + 6 if invalid else 0, 0)
        repolish(self)

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))
        self.setPlaceholderText(str(self._placeholder))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._invalid:
            rect = QRectF(self.width() - _SIGN - 10, (self.height() - _SIGN) / 2, _SIGN, _SIGN)
            draw_icon(QPainter(self), "warning", rect, self.theme.color.error)


class LineEdit(Themed, QWidget):
    """Label, field, help and error in one. Room for the error is kept, so that nothing jumps.

    ``changed(str)`` while typing, ``committed(str)`` on Enter or when the field is left with a new text.
    """

    changed = Signal(str)
    committed = Signal(str)

    def __init__(
        self, label: Words, *, placeholder: Words = "", help_text: Words = "", show_label: bool = True,
        reserve_error: bool = True, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._help_words = help_text
        self._error: Words = ""
        self._committed = ""
        self.input = LineInput(label, placeholder=placeholder)
        self._label = Label(label, "small", "text_muted", strong=True)
        self._label.setVisible(show_label)
        self._under = Label("", "caption", "text_muted", wrap=True)
        self._reserve = reserve_error
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._label)
        layout.addWidget(self.input)
        layout.addWidget(self._under)
        self.setFocusProxy(self.input)
        self.input.textEdited.connect(self.changed)
        self.input.editingFinished.connect(self._finished)
        self.init_theme()

    def text(self) -> str:
        return self.input.text()

    def set_text(self, text: str) -> None:
        self._committed = text
        self.input.setText(text)

    @property
    def error(self) -> str:
        return str(self._error)

    def set_error(self, error: Words) -> None:
        """Show what is wrong under the field, with border and sign; empty words take it away."""
        self._error = error
        self.input.set_invalid(bool(str(error)))
        self.retranslate()

    def set_help(self, words: Words) -> None:
        self._help_words = words
        self.retranslate()

    def retranslate(self) -> None:
        error = str(self._error)
        self._under.set_tone("error" if error else "text_muted")
        self._under.set_words(error or self._help_words)
        self._under.setVisible(self._reserve or bool(error or str(self._help_words)))
        self.input.setAccessibleDescription(error or str(self._help_words))

    def _finished(self) -> None:
        if self.input.text() != self._committed:
            self._committed = self.input.text()
            self.committed.emit(self._committed)


class SearchField(Themed, QWidget):
    """A field with a magnifier; ``searched(str)`` comes 150 ms after the last key, at once on Enter.

    Esc clears it, and only an empty one lets Esc through.
    """

    searched = Signal(str)

    def __init__(self, placeholder: Words, *, name: Words = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.input = _SearchInput(name or placeholder, placeholder)
        self._clear = icon_button("cancel", Text.of("Clear search"))
        self._clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clear.setParent(self.input)
        self._clear.hide()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_SEARCH_PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self._last = ""
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.input)
        self.setFocusProxy(self.input)
        self.input.textChanged.connect(self._changed)
        self.input.returnPressed.connect(self._search)
        self.input.resized.connect(self._place)
        self._clear.clicked.connect(self.input.clear)
        self.init_theme()

    def text(self) -> str:
        return self.input.text()

    def on_theme(self, theme: Theme) -> None:
        self._place()
        super().on_theme(theme)

    def _place(self) -> None:
        side = max(20, self.input.height() - 8)
        self._clear.setGeometry(self.input.width() - side - 4, 4, side, side)

    def _changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._place()
        if text:
            self._pause.start()
        else:
            self._search()

    def _search(self) -> None:
        self._pause.stop()
        text = self.input.text().strip()
        if text != self._last:
            self._last = text
            self.searched.emit(text)


class _SearchInput(LineInput):
    resized = Signal()

    def __init__(self, name: Words, placeholder: Words) -> None:
        super().__init__(name, placeholder=placeholder)
        self.setTextMargins(24, 0, 28, 0)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        wanted = self.fontMetrics().horizontalAdvance(self.placeholderText()) + 24 + 28 + 32
        return QSize(max(hint.width(), wanted), hint.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            event.accept()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        rect = QRectF(11, (self.height() - _SIGN) / 2, _SIGN, _SIGN)
        draw_icon(QPainter(self), "search", rect, self.theme.color.text_muted)
