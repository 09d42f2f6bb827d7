"""The list on the left: new, search, the conversations of the current character under headings."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import Conversation, ExportFormat
from characoid_desktop.ui.panels.chat.conversation_delegate import ConversationDelegate
from characoid_desktop.ui.panels.chat.conversations import title_of
from characoid_desktop.ui.panels.chat.model import ChatModel
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.fields import SearchField
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.safe_text import visible
from characoid_desktop.ui.widgets.themed import Themed

Confirm = Callable[[Text, Text, Callable[[], object]], object]
"""Asks (question, yes) and does the third only then; returns at once."""


class ConversationsView(Themed, QListView):
    """Rows. ``opened(id)``, ``renamed(id, title)``, ``removed(id)`` (Delete), ``menu_wanted(row, place)``."""

    opened = Signal(object)
    renamed = Signal(str, str)
    removed = Signal(object)
    menu_wanted = Signal(int, object)

    def __init__(self, model: ChatModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = model.list
        self.rows = ConversationDelegate(self)
        self.setItemDelegate(self.rows)
        self.setModel(model.list)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.clicked.connect(self._clicked)
        self.init_theme()

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("Conversations")))
        self.viewport().update()

    def on_theme(self, theme: Theme) -> None:
        self.scheduleDelayedItemsLayout()
        super().on_theme(theme)

    def _clicked(self, index: QModelIndex) -> None:
        self._open(index.row())

    def _open(self, row: int) -> None:
        found = self._list.conversation_at(row)
        if found is not None:
            self.opened.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(row)
        elif event.key() == Qt.Key.Key_Delete:
            found = self._list.conversation_at(row)
            if found is not None:
                self.removed.emit(found)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        if index.isValid():
            below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            self.menu_wanted.emit(index.row(), below if keyboard else event.globalPos())

    def mark(self, row: int) -> None:
        """Select the row of the shown conversation (−1: none)."""
        if row < 0:
            self.selectionModel().clear()
        elif self.currentIndex().row() != row or not self.selectionModel().hasSelection():
            self.selectionModel().setCurrentIndex(
                self._list.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)


class ConversationPane(Themed, QWidget):
    """Draws ``model.list``. ``opened`` comes when the user chose one (the folded layout shows it)."""

    opened = Signal()

    def __init__(self, model: ChatModel, confirm: Confirm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._confirm = confirm
        self.new = Button(Text.of("New"), icon="plus", size=ControlSize.COMPACT)
        self.new.set_name(Text.of("New conversation"))
        self.look = icon_button("search", Text.of("Search"), checkable=True)
        self.search = SearchField(Text.of("Search"), name=Text.of("Search conversations"))
        self.search.hide()
        self.list = ConversationsView(model)
        self.empty = Label("", "small", "text_muted", wrap=True)
        self.foot = ElidedLabel("", "small", "text_faint", minimum_characters=6)
        self.foot.setProperty(MAY_ELIDE, True)
        self.archived = Button("", ButtonKind.QUIET, icon="archive", size=ControlSize.COMPACT)
        self._menu: QMenu | None = None
        self._lay_out()
        self._connect()
        self.init_theme()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 12, 12, 6)
        head.setSpacing(8)
        head.addWidget(self.new)
        head.addStretch(1)
        head.addWidget(self.look)
        field = QVBoxLayout()
        field.setContentsMargins(12, 0, 12, 6)
        field.addWidget(self.search)
        rows = QVBoxLayout()
        rows.setContentsMargins(8, 0, 8, 0)
        rows.addWidget(self.list, 1)
        rows.addWidget(self.empty)
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 6, 8, 10)
        foot.addWidget(self.foot, 1)
        foot.addWidget(self.archived)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(field)
        column.addLayout(rows, 1)
        column.addLayout(foot)
        self.empty.setContentsMargins(12, 8, 12, 8)

    def _connect(self) -> None:
        model = self._model
        self.new.clicked.connect(self._new)
        self.look.toggled.connect(self._show_search)
        self.search.searched.connect(model.set_search)
        self.list.opened.connect(self._chosen)
        self.list.renamed.connect(model.rename)
        self.list.removed.connect(self.ask_to_delete)
        self.list.menu_wanted.connect(self._row_menu)
        self.archived.clicked.connect(lambda: model.show_archived(not model.shows_archived))
        model.list_changed.connect(self._show)
        model.current_changed.connect(self._follow)
        model.persona_changed.connect(self._show)

    def _new(self) -> None:
        self._model.new()
        self.opened.emit()

    def _chosen(self, conversation: Conversation) -> None:
        self._model.choose(conversation)
        self.opened.emit()

    def retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        model = self._model
        rows = model.list.rowCount()
        self.list.setVisible(rows > 0)
        if model.search:
            self.empty.set_words(Text.of("Nothing found. Words and titles were searched."))
        elif model.shows_archived:
            self.empty.set_words(Text.of("Nothing was put away."))
        else:
            self.empty.set_words(Text.of("No conversation yet."))
        self.empty.setVisible(rows == 0)
        name = visible(model.persona.name)
        self.foot.set_words(
            Text.of("Put away: {name}", name=name) if model.shows_archived else Text.of("Only {name}", name=name))
        self.archived.set_words(Text.of("Back") if model.shows_archived else "")
        self.archived.set_name(Text.of("Back to the list") if model.shows_archived else Text.of("Put away"))
        self._follow()

    def _follow(self) -> None:
        current = self._model.current
        self.list.mark(self._model.list.row_of(current.id) if current is not None else -1)

    def start_search(self) -> None:
        """Give the keyboard to the search field."""
        self.look.setChecked(True)
        self.search.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.input.selectAll()

    def _show_search(self, on: bool) -> None:
        self.search.setVisible(on)
        if on:
            self.search.input.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.search.input.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.look.isChecked():
            self.look.setChecked(False)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.tokens.size.conversation_list, 400)

    # --- menus (popup, never exec) ----------------------------------------------------------------

    def ask_to_delete(self, conversation: Conversation) -> None:
        """Ask before a conversation is deleted for good."""
        self._confirm(
            Text.of("Delete “{title}” with all its messages?", title=visible(title_of(conversation))),
            Text.of("Delete"), lambda: self._model.delete(conversation.id))

    def _row_menu(self, row: int, place: QPoint) -> None:
        conversation = self._model.list.conversation_at(row)
        if conversation is None:
            return
        if self._menu is not None:
            self._menu.deleteLater()
        self._menu = QMenu(self)
        self.fill_menu(self._menu, conversation, lambda: self.list.edit(self._model.list.index(row)))
        self._menu.popup(place)

    def fill_menu(self, menu: QMenu, conversation: Conversation, rename: Callable[[], object]) -> None:
        """Put what can be done with a conversation into a menu."""
        model, id = self._model, conversation.id
        menu.addAction(str(Text.of("Rename…")), rename)
        if conversation.archived:
            menu.addAction(str(Text.of("Put back into the list")), lambda: model.archive(id, False))
        else:
            menu.addAction(str(Text.of("Put away")), lambda: model.archive(id))
        menu.addSeparator()
        menu.addAction(str(Text.of("Save as Markdown")), lambda: model.export(id, ExportFormat.MARKDOWN))
        menu.addAction(str(Text.of("Save as JSON")), lambda: model.export(id, ExportFormat.JSON))
        menu.addSeparator()
        menu.addAction(str(Text.of("Delete…")), lambda: self.ask_to_delete(conversation))

    @property
    def menu(self) -> QMenu | None:
        """The menu that was opened last."""
        return self._menu
