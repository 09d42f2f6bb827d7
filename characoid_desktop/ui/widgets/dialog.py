"""Window-modal dialogs that never nest an event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import keep_words_whole
from characoid_desktop.ui.widgets.themed import Themed, Words

DEAF_MS = 600  # keys are ignored this long after a dialog that could take a key meant for elsewhere
_KEYS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride, QEvent.Type.Shortcut)


class KeyGuard(QObject):
    """Keeps keys from a window for a while, because they may have been meant for what was in front before it."""

    def __init__(self, window: QWidget, *, monotonic: Callable[[], float], deaf_ms: int = DEAF_MS) -> None:
        super().__init__(window)
        self._window, self._now, self._deaf_ms = window, monotonic, deaf_ms
        self._since = 0.0
        self._listening = False

    @property
    def is_deaf(self) -> bool:
        """Whether the while is not over yet."""
        return self._listening and (self._now() - self._since) * 1000 < self._deaf_ms

    def start(self) -> None:
        """Swallow keys from now on; asked again, the while begins anew."""
        self._since = self._now()
        app = QApplication.instance()
        if app is not None and self._deaf_ms and not self._listening:
            self._listening = True
            app.installEventFilter(self)

    def stop(self) -> None:
        """Let keys through."""
        app = QApplication.instance()
        if app is not None and self._listening:
            app.removeEventFilter(self)
        self._listening = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _KEYS:
            return False
        if not self.is_deaf:
            self.stop()
            return False
        ours = isinstance(watched, QWidget) and watched.window() is self._window
        return ours and isinstance(event, QKeyEvent)


class Dialog(Themed, QDialog):
    """A title, a sentence, ``body`` for more, and buttons. ``answered(str)`` comes exactly once.

    ``escape`` is the answer of Esc and of the window's close button. Open it with ``open()``, or await
    :meth:`ask`. With ``deaf`` no key counts for 600 ms after it opened.
    """

    answered = Signal(str)

    def __init__(
        self, title: Words, sentence: Words = "", *, escape: str = "cancel", deaf: bool = False,
        monotonic: Callable[[], float] = time.monotonic, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words = (title, sentence)
        self._escape, self._answer = escape, ""
        self._guard = KeyGuard(self, monotonic=monotonic, deaf_ms=DEAF_MS if deaf else 0)
        self._safe: Button | None = None
        self.buttons: dict[str, Button] = {}
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(24, 20, 24, 20)
        outer.setSpacing(12)
        outer.addWidget(Label(title, "dialog", wrap=True))
        if str(sentence):
            outer.addWidget(Label(sentence, "body", "text_muted", wrap=True))
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        outer.addLayout(self.body, 1)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addStretch(1)
        outer.addSpacing(8)
        outer.addLayout(self._row)
        self.finished.connect(self._finished)
        self.init_theme()

    def add_button(
        self, answer: str, words: Words, kind: ButtonKind = ButtonKind.NORMAL, *, safe: bool = False,
        icon: str = "",
    ) -> Button:
        """Add a button at the right end; the safe one gets the focus."""
        button = Button(words, kind, icon=icon)
        button.clicked.connect(lambda: self.give(answer))
        self._row.addWidget(button)
        self.buttons[answer] = button
        if safe:
            self._safe = button
        return button

    def give(self, answer: str) -> None:
        """Answer and close."""
        if not self._answer:
            self._answer = answer
            self.done(int(QDialog.DialogCode.Accepted))

    async def ask(self) -> str:
        """Open and return the answer. A cancelled caller closes the dialog with the answer of Esc."""
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def set_answer(answer: str) -> None:
            if not future.done():
                future.set_result(answer)

        self.answered.connect(set_answer)
        self.open()
        try:
            return await future
        except asyncio.CancelledError:
            self.give(self._escape)
            raise

    def reject(self) -> None:
        self.give(self._escape)

    def _finished(self) -> None:
        self._guard.stop()
        answer = self._answer or self._escape
        self._answer = answer
        self.answered.emit(answer)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        layout = self.layout()
        if layout is not None:  # a width of its own keeps Qt from holding the layout's
            self.setMinimumWidth(max(self.minimumWidth(), layout.minimumSize().width()))
        self._guard.start()
        if self._safe is not None:
            self._safe.focus_with_ring()

    def retranslate(self) -> None:
        title, sentence = self._words
        self.setWindowTitle(str(title))
        self.setAccessibleName(str(title))
        self.setAccessibleDescription(str(sentence))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        keep_words_whole(self, 0)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:  # a line came or went: what is wrong with a field
            keep_words_whole(self, 0)
        return done

    def on_theme(self, theme: Theme) -> None:
        self.setMinimumWidth(theme.scaled(420))
        super().on_theme(theme)
