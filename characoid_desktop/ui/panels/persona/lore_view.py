"""The lore of a character: entries with what brings them to mind, and the editor of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.lore import MAX_CONTENT_CHARS, MAX_NAME_CHARS, LoreEntry, Place
from characoid_desktop.ui.panels.persona.lore_model import LoreModel, LoreRole, title_words
from characoid_desktop.ui.panels.persona.painting import RowList
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import CheckBox, ComboBox
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.fields import LineEdit
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import Card, Divider, field_group, keep_words_whole, scroll_column
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.text_area import TextArea
from characoid_desktop.ui.widgets.themed import Themed

Confirm = Callable[[Text, Text, Callable[[], object]], object]
PADDING = 12
ROWS_SHOWN = 6  # of the list in the form; more scroll inside
_Index = QModelIndex | QPersistentModelIndex
_COMMAS = ",，、;；\n"


def keys_of(text: str) -> tuple[str, ...]:
    """Return the triggers in a line: parted by commas of any script."""
    for sign in _COMMAS[1:]:
        text = text.replace(sign, ",")
    return tuple(dict.fromkeys(found for key in text.split(",") if (found := key.strip())))


class LoreDelegate(QStyledItemDelegate):
    """Title left, triggers in the middle, length right: one line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        return QSize(120, max(theme.tokens.size.table_row - 7, QFontMetrics(theme.font("body")).height() + 12))

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        theme, entry = theme_of(), index.data(LoreRole.ENTRY)
        body, small = theme.font("body"), theme.font("small")
        c = theme.color
        width = rect.width() - 2 * PADDING
        length = str(index.data(LoreRole.LENGTH))
        right = QFontMetrics(small).horizontalAdvance(length) + 2
        title = (width - right) * 45 // 100
        on = isinstance(entry, LoreEntry) and entry.enabled

        def line(words: str, left: int, wide: int, high: int, tone: Any, font: Any) -> PaintedText:
            top = rect.top() + (rect.height() - high) // 2
            return PaintedText(words, QRect(left, top, wide, high), font, tone, may_elide=True)

        high, low = QFontMetrics(body).height(), QFontMetrics(small).height()
        left = rect.left() + PADDING
        return [
            line(str(index.data()), left, title - 12, high, c.text if on else c.text_muted, body),
            line(str(index.data(LoreRole.TRIGGERS)), left + title, width - right - title - 12, low, c.text_muted,
                 small),
            line(length, left + width - right, right, low, c.text_muted, small)]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        rect = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()


class LoreList(RowList):
    """As high as its rows, up to a few. Alt+Up and Alt+Down move an entry."""

    def __init__(self, model: LoreModel) -> None:
        super().__init__(Text.of("Lore"), LoreDelegate())
        self._lore = model
        self.setUniformItemSizes(True)
        self.setModel(model.rows)
        self.connect_rows()

    def fit(self) -> None:
        rows = min(ROWS_SHOWN, self._lore.rows.rowCount())
        height = self.itemDelegate().sizeHint(QStyleOptionViewItem(), QModelIndex()).height()
        self.setFixedHeight(rows * height)
        self.setVisible(rows > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry = self._lore.rows.at(self.currentIndex().row())
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if entry is not None and by is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._lore.move(entry.id, by)
            return
        super().keyPressEvent(event)


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
        self.list.fit()
        super().on_theme(theme)

    def _show(self) -> None:
        there = self._model.rows.rowCount() > 0
        self.empty.setVisible(not there)
        self.list.fit()
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
        self.keys = LineEdit(Text.of("Words that bring it to mind"), placeholder=Text.of("studio, radio station"),
                             help_text=Text.of("Parted by commas. One of them is enough."))
        self.keys.set_text(", ".join(shown.keys))
        self.second = LineEdit(Text.of("And one of these as well"), help_text=Text.of("Empty: not needed."))
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

    def _content_edited(self, _: str) -> None:
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
