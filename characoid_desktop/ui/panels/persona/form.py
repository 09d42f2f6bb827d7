"""A field of the profile: label, hint and count above, the field, what is wrong under it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.themed import Words


class FormField(QWidget):
    """``hint`` says what belongs into the field, ``count`` stands at the right end."""

    def __init__(self, label: Words, field: QWidget, hint: Words = "") -> None:
        super().__init__()
        self.field = field
        self.label = Label(label, "small", strong=True)
        self.hint = ElidedLabel(hint, "caption", "text_muted", minimum_characters=0)
        self.hint.setProperty(MAY_ELIDE, True)
        self.count = Label("", "caption", "text_muted")
        self.error = Label("", "caption", "error", wrap=True)
        self.error.hide()
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self.label)
        head.addWidget(self.hint, 1)
        head.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(field)
        column.addWidget(self.error)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_error(self, words: Words | None) -> None:
        """Show what is wrong; None: nothing."""
        said = str(words or "")
        self.error.set_words(words or "")
        self.error.setVisible(bool(said))
        invalid: Callable[[bool], object] | None = getattr(self.field, "set_invalid", None)
        if invalid is not None:
            invalid(bool(said))
        self.field.setAccessibleDescription(said or str(self.hint.words))
