"""Writing a text, or changing one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.widgets.button import ButtonKind
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.text_area import TextArea


class TextDialog(Dialog):
    """Calls ``take(text)`` when the user agrees. ``none``: what is said of an empty text, ``too_long`` of one with more
    than ``most`` characters."""

    def __init__(self, title: Text, field: TextArea, agree: Text, take: Callable[[str], object], *, text: str,
                 most: int, none: Text, too_long: Text, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, note, escape="cancel", parent=parent)
        self._take = take
        self._most, self._none, self._too_long = most, none, too_long
        self.text = field
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
        if answer == "ok" and not 0 < len(text) <= self._most:
            self.problem.set_words(self._too_long if text else self._none)
            self.problem.show()
            self.text.set_invalid(True)
            self.text.setFocus()
            return
        if answer == "ok":
            self._take(text)
        super().give(answer)
