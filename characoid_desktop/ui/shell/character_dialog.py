"""Name and description of a character, new or known. The whole profile has a panel of its own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.models import MAX_FIELD_CHARS, MAX_NAME_CHARS
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import ButtonKind
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.fields import LineEdit
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.themed import Themed, Words

DESCRIPTION_LINES = 4
OK = "ok"


class _Description(Themed, QPlainTextEdit):
    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.init_theme()

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("Description")))
        self.setPlaceholderText(str(Text.of("Who is this? What does the character like, how does it talk?")))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("body"))
        self.setMinimumHeight(self.fontMetrics().lineSpacing() * DESCRIPTION_LINES + 20)
        super().on_theme(theme)


class CharacterDialog(Dialog):
    """Calls ``take(name, description)`` when the user agrees; a name is needed. Esc and Cancel do nothing."""

    def __init__(
        self, title: Words, agree: Words, take: Callable[[str, str], object], *, name: str = "", description: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, escape="cancel", parent=parent)
        self._take = take
        self.name = LineEdit(Text.of("Name"))
        self.name.input.setMaxLength(MAX_NAME_CHARS)
        self.name.set_text(name)
        self.description = _Description()
        self.description.setPlainText(description)
        self.body.addWidget(self.name)
        self.body.addWidget(Label(Text.of("Description"), "small", "text_muted", strong=True))
        self.body.addWidget(self.description)
        self.add_button("cancel", Text.of("Cancel"))
        self.agree = self.add_button(OK, agree, ButtonKind.PRIMARY)
        self.name.input.returnPressed.connect(lambda: self.give(OK))
        self.name.input.textEdited.connect(lambda: self.name.set_error(""))
        self.name.input.setFocus()

    def give(self, answer: str) -> None:
        if answer == OK:
            name = self.name.text().strip()
            if not name:
                self.name.set_error(Text.of("A character needs a name."))
                self.name.input.setFocus()
                return
            self._take(name, self.description.toPlainText().strip()[:MAX_FIELD_CHARS])
        super().give(answer)
