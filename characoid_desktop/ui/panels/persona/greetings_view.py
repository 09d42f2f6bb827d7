"""Other first messages of a character: their list in the form, and the editor of one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.models import MAX_FIELD_CHARS
from characoid_desktop.ui.panels.persona.greetings_model import GreetingRole, GreetingsModel, full_words
from characoid_desktop.ui.panels.persona.lore_list import PADDING, ROWS_SHOWN
from characoid_desktop.ui.panels.persona.lore_view import Confirm
from characoid_desktop.ui.panels.persona.painting import LineDelegate, RowIndex, RowList
from characoid_desktop.ui.panels.persona.text_dialog import TextDialog
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.painted import PaintedText
from characoid_desktop.ui.widgets.text_area import TextArea
from characoid_desktop.ui.widgets.themed import Themed


class GreetingDelegate(LineDelegate):
    """The beginning of the text, and its length at the right: one line."""

    def painted_texts(self, rect: QRect, index: RowIndex) -> list[PaintedText]:
        theme = theme_of()
        length, small = str(index.data(GreetingRole.LENGTH)), theme.font("small")
        right = QFontMetrics(small).horizontalAdvance(length) + 2
        left, width = rect.left() + PADDING, rect.width() - 2 * PADDING
        return [
            self.in_line(str(index.data()), rect, left, width - right - 12, theme.font("body"), theme.color.text),
            self.in_line(length, rect, left + width - right, right, small, theme.color.text_muted, whole=True)]


class GreetingDialog(TextDialog):
    def __init__(self, text: str | None, take: Callable[[str], object], parent: QWidget | None = None) -> None:
        field = TextArea(Text.of("First message"), least=5, most=14,
                         placeholder=Text.of("What the character says first"))
        super().__init__(Text.of("Another first message"), field, Text.of("Add") if text is None else Text.of("Save"),
                         take, text=text or "", most=MAX_FIELD_CHARS, parent=parent,
                         none=Text.of("A first message needs a text."),
                         too_long=Text.of("The text is longer than {n} characters.", n=MAX_FIELD_CHARS))


class GreetingsView(Themed, QWidget):
    """Draws a :class:`GreetingsModel`: a list as high as its rows, up to a few."""

    def __init__(self, model: GreetingsModel, confirm: Confirm) -> None:
        super().__init__()
        self._model = model
        self._confirm = confirm
        self._menu: QMenu | None = None
        self.dialog: GreetingDialog | None = None  # the open editor
        self.list = RowList(Text.of("Other first messages"), GreetingDelegate())
        self.list.setUniformItemSizes(True)
        self.list.setModel(model.rows)
        self.add = Button(Text.of("Add a first message…"), ButtonKind.QUIET, icon="plus")
        foot = QHBoxLayout()
        foot.setContentsMargins(2, 2, 2, 2)
        foot.addWidget(self.add)
        foot.addStretch(1)
        card = Card(margins=(1, 1, 1, 1), spacing=0)
        card.body.addWidget(self.list)
        card.body.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)
        self.add.clicked.connect(lambda: self.edit(-1))
        self.list.opened.connect(self.edit)
        self.list.removed.connect(self.ask_to_remove)
        self.list.menu_wanted.connect(self._row_menu)
        model.changed.connect(self._show)
        self.init_theme()
        self._show()

    @property
    def menu(self) -> QMenu | None:
        return self._menu

    def on_theme(self, theme: Theme) -> None:
        self.list.fit(ROWS_SHOWN)
        super().on_theme(theme)

    def _show(self) -> None:
        self.add.set_disabled_reason(full_words() if self._model.is_full else "")
        self.list.fit(ROWS_SHOWN)

    def edit(self, row: int) -> None:
        """Open the editor for the text in a row, or for a new one (−1)."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        before = self._model.rows.at(row)

        def take(text: str) -> None:
            if before is None:
                self._model.add(text)
            elif text != before:
                self._model.update(row, before, text)

        self.dialog = GreetingDialog(before, take, parent=self.window())
        self.dialog.answered.connect(self._answered)
        self.dialog.open()

    def _answered(self, _: str) -> None:
        self.dialog = None

    def ask_to_remove(self, row: int) -> None:
        """Remove a text after a question."""
        before = self._model.rows.at(row)
        if before is not None:
            self._confirm(Text.of("Delete the first message “{text}”?", text=self.list.model().index(row, 0).data()),
                          Text.of("Delete"), lambda: self._model.remove(row, before))

    def _row_menu(self, row: int, place: QPoint) -> None:
        if self._menu is not None:
            self._menu.deleteLater()
        menu = self._menu = QMenu(self)
        menu.addAction(t("Edit…"), lambda: self.edit(row))
        menu.addAction(t("Delete…"), lambda: self.ask_to_remove(row))
        menu.popup(place)
