"""Asking for the address of a web page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.persona.documents_model import address_problem, page_address
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import ButtonKind
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.fields import LineEdit


class AddressDialog(Dialog):
    """Asks for a web address; ``take(address)`` gets one that may be the address of a page."""

    def __init__(self, take: Callable[[str], object], parent: QWidget | None = None) -> None:
        super().__init__(
            Text.of("Add a web page"),
            Text.of("The page is fetched once and kept as a document. Sites of your own network are not fetched."),
            escape="cancel", parent=parent)
        self._take = take
        self.address = LineEdit(Text.of("Address"), placeholder="https://example.org/rules")
        self.body.addWidget(self.address)
        self.add_button("cancel", Text.of("Cancel"))
        self.agree = self.add_button("ok", Text.of("Add"), ButtonKind.PRIMARY)
        self.address.input.returnPressed.connect(lambda: self.give("ok"))
        self.address.changed.connect(self._edited)
        self.address.input.setFocus()

    def _edited(self, _: str) -> None:
        self.address.set_error("")

    def on_theme(self, theme: Theme) -> None:
        super().on_theme(theme)
        self.setMinimumWidth(theme.scaled(520))

    def give(self, answer: str) -> None:
        if answer == "ok":
            address = page_address(self.address.text())
            problem = address_problem(address)
            if problem is not None:
                self.address.set_error(problem)
                self.address.input.setFocus()
                return
            self._take(address)
        super().give(answer)
