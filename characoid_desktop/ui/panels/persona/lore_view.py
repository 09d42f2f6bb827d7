"""The lore of a character: entries with what brings them to mind, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.ui.panels.persona.lore_dialog import LoreDialog
from characoid_desktop.ui.panels.persona.lore_list import PADDING, ROWS_SHOWN, LoreList
from characoid_desktop.ui.panels.persona.lore_model import LoreModel, title_words
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import Card, Divider
from characoid_desktop.ui.widgets.themed import Themed

Confirm = Callable[[Text, Text, Callable[[], object]], object]


class LoreView(Themed, QWidget):
    """Draws a :class:`LoreModel`."""

    def __init__(self, model: LoreModel, confirm: Confirm) -> None:
        super().__init__()
        self._model = model
        self._confirm = confirm
        self._menu: QMenu | None = None
        self._current = ""  # the id of the chosen entry: the rows are made anew when their order changes
        self.dialog: LoreDialog | None = None  # the open editor
        self.list = LoreList(model)
        self.empty = Label(Text.of("Nothing yet. An entry is told only when one of its words is said."), "small",
                           "text_muted", wrap=True)
        self.add = Button(Text.of("Add an entry…"), ButtonKind.QUIET, icon="plus")
        self._line = Divider()
        card = Card(margins=(1, 1, 1, 1), spacing=0)
        card.body.addWidget(self.list)
        self.empty.setContentsMargins(PADDING, 10, PADDING, 10)
        card.body.addWidget(self.empty)
        card.body.addWidget(self._line)
        foot = QHBoxLayout()
        foot.setContentsMargins(2, 2, 2, 2)
        foot.addWidget(self.add)
        foot.addStretch(1)
        card.body.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)
        self.add.clicked.connect(lambda: self.edit(None))
        self.list.chosen.connect(self._chosen)
        self.list.opened.connect(self._opened)
        self.list.removed.connect(self._removed)
        self.list.menu_wanted.connect(self._row_menu)
        model.changed.connect(self._show)
        self.init_theme()
        self._show()

    def on_theme(self, theme: Theme) -> None:
        self.list.fit(ROWS_SHOWN)
        super().on_theme(theme)

    def _show(self) -> None:
        there = self._model.rows.rowCount() > 0
        self.empty.setVisible(not there)
        self.list.fit(ROWS_SHOWN)
        self.list.mark(self._model.rows.row_of(self._current))

    def _chosen(self, row: int) -> None:
        entry = self._model.rows.at(row)
        if entry is not None:
            self._current = entry.id

    def _opened(self, row: int) -> None:
        self.edit(self._model.rows.at(row))

    def _removed(self, row: int) -> None:
        entry = self._model.rows.at(row)
        if entry is not None:
            self.ask_to_remove(entry)

    def ask_to_remove(self, entry: LoreEntry) -> None:
        self._confirm(Text.of("Delete the entry “{title}”?", title=title_words(entry)), Text.of("Delete"),
                      lambda: self._model.remove(entry.id))

    def edit(self, entry: LoreEntry | None) -> None:
        """Open the editor for an entry, or for a new one."""
        if self.dialog is not None:
            self.dialog.raise_()
            return

        def take(edited: dict[str, Any]) -> None:
            if entry is None:
                self._model.add(LoreEntry(**edited))
            else:
                self._model.update(entry.id, {key: value for key, value in edited.items()
                                              if getattr(entry, key) != value})

        self.dialog = LoreDialog(entry, take, parent=self.window())
        self.dialog.answered.connect(self._answered)
        self.dialog.open()

    def _answered(self, _: str) -> None:
        self.dialog = None

    @property
    def menu(self) -> QMenu | None:
        return self._menu

    def _row_menu(self, row: int, place: QPoint) -> None:
        entry, model = self._model.rows.at(row), self._model
        if entry is None:
            return
        if self._menu is not None:
            self._menu.deleteLater()
        menu = self._menu = QMenu(self)
        menu.addAction(t("Edit…"), lambda: self.edit(entry))
        menu.addAction(t("Switch off") if entry.enabled else t("Switch on"),
                       lambda: model.update(entry.id, {"enabled": not entry.enabled}))
        menu.addSeparator()
        menu.addAction(t("Move up"), lambda: model.move(entry.id, -1)).setEnabled(row > 0)
        menu.addAction(t("Move down"), lambda: model.move(entry.id, 1)).setEnabled(row < model.rows.rowCount() - 1)
        menu.addSeparator()
        menu.addAction(t("Delete…"), lambda: self.ask_to_remove(entry))
        menu.popup(place)
