"""Writing down or changing what is remembered."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.memory.models import MAX_TEXT_CHARS
from characoid_desktop.ui.widgets.button import ButtonKind
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.text_area import TextArea


class MemoryDialog(Dialog):
    """Calls ``take(text)`` when the user agrees; a text is needed."""

    def __init__(self, title: Text, agree: Text, take: Callable[[str], object], *, text: str = "",
                 note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, note, escape="cancel", parent=parent)
        self._take = take
        self.text = TextArea(Text.of("What to remember"), least=4, most=12,
                             placeholder=Text.of("One thing, in a sentence"))
        self.text.set_text(text)
        self.problem = Label("", "caption", "error", wrap=True)
        self.problem.hide()
        self.body.addWidget(self.text)
        self.body.addWidget(self.problem)
        self.add_button("cancel", Text.of("Cancel"))
        self.agree = self.add_button("ok", agree, ButtonKind.PRIMARY)
        self.text.edited.connect(self._edited)
        self.text.setFocus()

    def _edited(self, _: str) -> None:
        self.problem.hide()
        self.text.set_invalid(False)

    def give(self, answer: str) -> None:
        text = self.text.text().strip()
        if answer == "ok" and not 0 < len(text) <= MAX_TEXT_CHARS:
            self.problem.set_words(
                Text.of("There is nothing to remember.") if not text else
                Text.of("A memory has at most {n} characters.", n=MAX_TEXT_CHARS))
            self.problem.show()
            self.text.set_invalid(True)
            self.text.setFocus()
            return
        if answer == "ok":
            self._take(text)
        super().give(answer)
