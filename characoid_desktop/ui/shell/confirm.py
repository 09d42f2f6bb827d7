"""Asking before something is done that cannot be taken back with one click."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.themed import Words

_ANSWERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Select, Qt.Key.Key_Escape)


class Question(Dialog):
    """A dialog that no key answers that was already held down: not in the first 600 ms, nor later."""

    def __init__(
        self, title: Words, sentence: Words, *, escape: str, monotonic: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, sentence, escape=escape, deaf=True, monotonic=monotonic, parent=parent)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat() and event.key() in _ANSWERS:
            event.accept()
            return
        super().keyPressEvent(event)


class Confirmer:
    """Asks over one window. Each question stands by itself; nothing blocks."""

    def __init__(self, window: QWidget, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._window = window
        self._monotonic = monotonic

    def __call__(
        self, question: Words, yes: Words, do: Callable[[], object], *, sentence: Words = ""
    ) -> Question:
        """Ask whether to ``do`` it; Esc, Cancel and closing do nothing. Returns the open dialog."""
        dialog = self._dialog(question, yes, sentence)

        def answered(answer: str) -> None:
            if answer == "yes":
                do()

        dialog.answered.connect(answered)
        dialog.open()
        return dialog

    async def ask(self, question: Words, yes: Words, *, sentence: Words = "") -> bool:
        """Ask and return whether the user said yes."""
        return await self._dialog(question, yes, sentence).ask() == "yes"

    def _dialog(self, question: Words, yes: Words, sentence: Words) -> Question:
        dialog = Question(question, sentence, escape="cancel", monotonic=self._monotonic, parent=self._window)
        dialog.add_button("cancel", Text.of("Cancel"), safe=True)
        dialog.add_button("yes", yes)
        return dialog
