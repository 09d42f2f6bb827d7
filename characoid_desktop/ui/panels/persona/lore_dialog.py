"""The editor of one entry of the lore."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.lore import MAX_CONTENT_CHARS, MAX_NAME_CHARS, LoreEntry, Place
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import ButtonKind
from characoid_desktop.ui.widgets.choice import CheckBox, ComboBox
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.fields import LineEdit
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import field_group, keep_words_whole, scroll_column
from characoid_desktop.ui.widgets.text_area import TextArea

_COMMAS = ",，、;；\n"


def keys_of(text: str) -> tuple[str, ...]:
    """Return the triggers in a line: parted by commas of any script."""
    for sign in _COMMAS[1:]:
        text = text.replace(sign, ",")
    return tuple(dict.fromkeys(found for key in text.split(",") if (found := key.strip())))


class LoreDialog(Dialog):
    """Calls ``take(fields of LoreEntry)`` when the user agrees; a text is needed, and a trigger unless always told."""

    def __init__(self, entry: LoreEntry | None, take: Callable[[dict[str, Any]], object],
                 parent: QWidget | None = None) -> None:
        super().__init__(Text.of("Lore entry") if entry else Text.of("New lore entry"), escape="cancel", parent=parent)
        self._take = take
        shown = entry or LoreEntry()
        self.name = LineEdit(Text.of("Title"), placeholder=Text.of("for your list only"), reserve_error=False)
        self.name.input.setMaxLength(MAX_NAME_CHARS)
        self.name.set_text(shown.name)
        self.content = TextArea(Text.of("Text"), placeholder=Text.of("What the character knows about it"), least=5,
                                most=12)
        self.content.set_text(shown.content)
        self.problem = Label("", "caption", "error", wrap=True)
        self.problem.hide()
        self.note = Label("", "caption", "text_muted", wrap=True)
        self._show_note(shown.content)
        self.keys = LineEdit(Text.of("Words that bring it to mind"), placeholder=Text.of("studio, radio station"),
                             help_text=Text.of("Separated by commas. One of them is enough."))
        self.keys.set_text(", ".join(shown.keys))
        self.second = LineEdit(Text.of("And one of these as well"), help_text=Text.of("Leave it empty if not needed."))
        self.second.set_text(", ".join(shown.secondary_keys) if shown.selective else "")
        self.constant = CheckBox(Text.of("Always told, whatever is said"), checked=shown.constant)
        self.case = CheckBox(Text.of("Upper and lower case matter"), checked=shown.case_sensitive)
        self.regex = CheckBox(Text.of("The words are regular expressions"), checked=shown.use_regex)
        self.enabled = CheckBox(Text.of("In use"), checked=shown.enabled)
        self.place = ComboBox([(Place.BEFORE, Text.of("before the description")),
                               (Place.AFTER, Text.of("after the description"))], Text.of("Place"), value=shown.place)
        self._second_before = shown.secondary_keys
        self._lay_out()
        self.add_button("cancel", Text.of("Cancel"))
        self.agree = self.add_button("ok", Text.of("Save") if entry else Text.of("Add"), ButtonKind.PRIMARY)
        self.constant.toggled.connect(self._show_constant)
        self._show_constant(shown.constant)
        self._fit()
        self.content.edited.connect(self._content_edited)
        self.keys.changed.connect(self._keys_edited)
        self.content.setFocus()

    def _lay_out(self) -> None:
        self._fields = QWidget()
        column = QVBoxLayout(self._fields)
        column.setContentsMargins(2, 0, 10, 2)  # room for the ring of the focus, and for the scroll bar
        column.setSpacing(8)
        column.addWidget(self.name)
        column.addLayout(field_group(Text.of("Text"), self.content))
        column.addWidget(self.problem)
        column.addWidget(self.note)
        column.addWidget(self.keys)
        column.addWidget(self.second)
        row = QHBoxLayout()
        row.setSpacing(24)
        for boxes in ((self.constant, self.enabled), (self.case, self.regex)):
            pair = QVBoxLayout()
            pair.setSpacing(4)
            for box in boxes:
                pair.addWidget(box)
            row.addLayout(pair)
        row.addStretch(1)
        column.addLayout(row)
        column.addLayout(field_group(Text.of("Where it stands in the prompt"), self.place))
        self._area = scroll_column(self._fields, name=Text.of("Lore entry"))
        self.body.addWidget(self._area)

    def on_theme(self, theme: Theme) -> None:
        super().on_theme(theme)
        self.setMinimumWidth(theme.scaled(580))

    def _fit(self) -> None:
        """In a low window the fields scroll, so that the buttons stay in it."""
        above = self.parentWidget()
        room = (above.height() if above is not None else 800) - self.theme.scaled(190)
        self._area.setFixedHeight(max(200, min(self._fields.sizeHint().height() + 4, room)))

    def showEvent(self, event: QShowEvent) -> None:
        self._fit()
        super().showEvent(event)
        keep_words_whole(self, 0)

    def _show_note(self, content: str) -> None:
        """Say which decorators of the text count for nothing here."""
        said = LoreEntry(content=content).note
        self.note.setVisible(said is not None)
        self.note.set_words("" if said is None else said)

    def _content_edited(self, text: str) -> None:
        self._show_note(text)
        self.problem.hide()
        self.content.set_invalid(False)

    def _keys_edited(self, _: str) -> None:
        self.keys.set_error("")

    def _show_constant(self, on: bool) -> None:
        self.keys.setEnabled(not on)
        self.second.setEnabled(not on)

    def values(self) -> dict[str, Any]:
        """The fields of the entry as they are edited."""
        second = keys_of(self.second.text())
        return {
            "name": self.name.text().strip(), "content": self.content.text().strip(),
            "keys": keys_of(self.keys.text()) if not self.regex.isChecked() else _regexes(self.keys.text()),
            "secondary_keys": second or self._second_before, "selective": bool(second),
            "constant": self.constant.isChecked(), "case_sensitive": self.case.isChecked(),
            "use_regex": self.regex.isChecked(), "enabled": self.enabled.isChecked(),
            "place": Place(str(self.place.value))}

    def give(self, answer: str) -> None:
        if answer == "ok":
            values = self.values()
            problem = ""
            if not values["content"]:
                problem = Text.of("An entry needs a text.")
            elif len(values["content"]) > MAX_CONTENT_CHARS:
                problem = Text.of("The text is longer than {n} characters.", n=MAX_CONTENT_CHARS)
            if str(problem):
                self.problem.set_words(problem)
                self.problem.show()
                self.content.set_invalid(True)
                self.content.setFocus()
                self._area.ensureWidgetVisible(self.content)
                return
            if not values["keys"] and not values["constant"]:
                self.keys.set_error(Text.of("Without a word nothing brings it to mind."))
                self.keys.input.setFocus()
                self._area.ensureWidgetVisible(self.keys)
                return
            self._take(values)
        super().give(answer)


def _regexes(text: str) -> tuple[str, ...]:
    """A regular expression may hold commas: each stands between “, ” and blanks as it was shown."""
    return tuple(dict.fromkeys(found for key in text.split(", ") if (found := key.strip())))
