"""Writing down or changing what is remembered."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.memory.models import MAX_TEXT_CHARS
from characoid_desktop.ui.panels.persona.text_dialog import TextDialog
from characoid_desktop.ui.widgets.text_area import TextArea


class MemoryDialog(TextDialog):
    def __init__(self, title: Text, agree: Text, take: Callable[[str], object], *, text: str = "",
                 note: str = "", parent: QWidget | None = None) -> None:
        field = TextArea(Text.of("What to remember"), least=4, most=12,
                         placeholder=Text.of("One thing, in a sentence"))
        super().__init__(title, field, agree, take, text=text, most=MAX_TEXT_CHARS, note=note, parent=parent,
                         none=Text.of("There is nothing to remember."),
                         too_long=Text.of("A memory has at most {n} characters.", n=MAX_TEXT_CHARS))
