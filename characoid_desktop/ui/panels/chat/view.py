"""The chat panel: conversations left, messages and composer in the middle, details of a step on the right."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from characoid_desktop.core.errors import Action
from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.chat.conversation_pane import ConversationPane
from characoid_desktop.ui.panels.chat.conversations import title_of
from characoid_desktop.ui.panels.chat.drafts import MAX_FILES, ChipState
from characoid_desktop.ui.panels.chat.drawer import StepDrawer
from characoid_desktop.ui.panels.chat.extra_views import ExtraMaker
from characoid_desktop.ui.panels.chat.extras import PROPOSAL, What
from characoid_desktop.ui.panels.chat.file_dialogs import FileDialogs
from characoid_desktop.ui.panels.chat.model import ChatModel
from characoid_desktop.ui.panels.chat.parts import ChatHeader, Invitation, LineRow, Measure
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.composer import Composer, ComposerFile, FileState
from characoid_desktop.ui.widgets.drop_target import SortDrop, at_once, local_paths
from characoid_desktop.ui.widgets.layouts import hold_width
from characoid_desktop.ui.widgets.message_item import MessageItem
from characoid_desktop.ui.widgets.message_list import MessageList
from characoid_desktop.ui.widgets.page import Divider
from characoid_desktop.ui.widgets.plain_text_window import PlainTextDialog
from characoid_desktop.ui.widgets.safe_text import shown, visible, web_link
from characoid_desktop.ui.widgets.themed import Themed, Words

DRAWER_BELOW = 1056  # px of the panel: a drawer takes the place of the list (a window of 1152 px)
FOLD_BELOW = 960  # px of the panel: the list folds into a button (a window of 1024 px)
_ANNOUNCED = 600  # characters of an answer that a screen reader is given
_CHIPS = {ChipState.ADDING: FileState.ADDING, ChipState.READY: FileState.READY, ChipState.REFUSED: FileState.REFUSED}


class Ask(Protocol):
    """Asks a question in a dialog and does something only on yes; returns at once."""

    def __call__(self, question: Text, yes: Text, do: Callable[[], object], *, sentence: Words = "") -> object: ...


class ChatView(Themed, QWidget):
    """Draws a :class:`ChatModel`. ``ask`` asks before links are opened and conversations deleted;
    ``open_link`` hands an http or https address to the desktop."""

    def __init__(
        self, model: ChatModel, ask: Ask, open_link: Callable[[str], object], *,
        monotonic: Callable[[], float] = time.monotonic, sort_drop: SortDrop = at_once, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._sort_drop = sort_drop
        self._ask, self._open_link = ask, open_link
        self._folded = False
        self._list_open = False
        self._drop_taken = False
        self._step: tuple[str, str] | None = None
        self.files = FileDialogs(model, self)
        self.whole: PlainTextDialog | None = None
        self._menu: QMenu | None = None
        self.header = ChatHeader()
        self.pane = ConversationPane(model, ask)
        self.messages = MessageList(ExtraMaker(model.work, model.listening))
        self.invitation = Invitation()
        self.composer = Composer(monotonic=monotonic)
        self.offline = LineRow(
            "info", Text.of("No language model is connected. The character answers with built-in sentences."),
            Text.of("Connect a model…"), "info")
        self.approvals = LineRow("warn", "", Text.of("Look and answer…"), "clock")
        self.drawer = StepDrawer()
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect()
        self._add_keys()
        self.setAcceptDrops(True)
        self.init_theme()
        self._show_all()

    def _lay_out(self) -> None:
        self._loading = QWidget()
        for page in (self.messages, self.invitation, self._loading):
            self._pages.addWidget(page)
        below = Measure()
        below.column.addWidget(self.offline)
        below.column.addWidget(self.approvals)
        below.column.addWidget(self.composer)
        below.set_ends(8, 16)
        self._centre = QWidget()
        middle = QVBoxLayout(self._centre)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self._pages, 1)
        middle.addWidget(below)
        self._line = Divider(Qt.Orientation.Vertical)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.pane)
        body.addWidget(self._line)
        body.addWidget(self._centre, 1)
        body.addWidget(self.drawer)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.header)
        outer.addLayout(body, 1)
        self.drawer.hide()

    def _connect(self) -> None:
        model, composer, column = self._model, self.composer, self.messages.column
        model.transcript.changed.connect(self._show_thread)
        model.transcript.item_changed.connect(self._item_changed)
        model.current_changed.connect(self._show_title)
        model.state_changed.connect(self._show_state)
        model.draft_changed.connect(self._show_draft)
        model.chips_changed.connect(self._show_chips)
        model.approvals_changed.connect(self._show_rows)
        model.brain_changed.connect(self._show_title)
        model.brain_changed.connect(self._show_rows)
        model.persona_changed.connect(self._show_title)
        model.refused.connect(composer.set_problem)
        model.ended.connect(self._announce)
        composer.field.changed.connect(model.set_text)
        composer.field.files_offered.connect(model.attach)
        composer.field.picture_offered.connect(model.attach_picture)
        composer.send_wanted.connect(self._send)
        composer.stop_wanted.connect(model.stop)
        composer.browse_wanted.connect(self.files.ask_for_files)
        composer.edit_left.connect(model.end_edit)
        composer.last_wanted.connect(model.edit_last)
        composer.file_removed.connect(model.remove_chip)
        self.invitation.chosen.connect(self._suggest)
        self.offline.acted.connect(model.open_models)
        self.approvals.acted.connect(lambda: model.open_approvals())
        self.messages.older_wanted.connect(model.transcript.load_older)
        self.messages.newer_wanted.connect(model.transcript.load_newer)
        column.link_wanted.connect(self._ask_link)
        column.all_wanted.connect(self._show_whole)
        column.edit_wanted.connect(self._edit)
        column.again_wanted.connect(model.regenerate)
        column.menu_wanted.connect(self._message_menu)
        column.branch_stepped.connect(model.step_branch)
        column.acted.connect(self._acted)
        column.step_chosen.connect(self._show_step)
        self.drawer.closed.connect(self.close_drawer)
        self.header.list.clicked.connect(lambda: self.show_list(not self._list_open))
        self.header.more.clicked.connect(self._header_menu)
        self.pane.opened.connect(self._list_chosen)

    def _add_keys(self) -> None:
        for keys, do in (("Ctrl+N", self._new), ("Ctrl+F", self._search), ("Ctrl+L", self.composer.focus)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(do)

    @property
    def first_focus(self) -> QWidget:
        """Where words go that are typed without a click."""
        return self.composer.field

    # --- what it shows ----------------------------------------------------------------------------

    def retranslate(self) -> None:
        self._show_title()
        self._show_rows()

    def _show_all(self) -> None:
        self._show_title()
        self._show_thread()
        self._show_draft()
        self._show_chips()
        self._show_state()
        self._show_rows()

    def _show_title(self) -> None:
        model = self._model
        name = visible(model.persona.name)
        self.header.show_title(visible(title_of(model.current)), model.brain.label)
        self.header.more.setVisible(model.current is not None)
        self.composer.field.set_name(
            Text.of("Message to {name}", name=name), Text.of("Say something to {name}…", name=name))
        self.invitation.show_name(name)

    def _show_thread(self) -> None:
        thread = self._model.transcript
        items = thread.items
        page = self.messages if items else (self.invitation if thread.is_loaded else self._loading)
        self._pages.setCurrentWidget(page)
        self._show_rows()
        inside = self._has_focus(self.messages)
        self.messages.show_thread(thread.key, items, has_older=thread.has_older, has_newer=thread.has_newer)
        self._catch_focus(inside)
        if self._step is not None and thread.message(self._step[0]) is None:
            self.close_drawer()

    def _item_changed(self, item: MessageItem) -> None:
        inside = self._has_focus(self.messages)
        self.messages.update_item(item)
        self._catch_focus(inside)
        if self._step is not None and self._step[0] == item.id:
            self._show_step(*self._step)

    def _catch_focus(self, inside: bool) -> None:
        """The composer takes the keyboard of a button or form that was answered and is gone."""
        if inside and not self._has_focus(self.messages):
            self.composer.focus()

    def _show_state(self) -> None:
        self.composer.set_replying(self._model.is_replying)
        self.composer.set_sending(self._model.is_sending)

    def _show_draft(self) -> None:
        draft = self._model.draft
        self.composer.field.set_text(draft.text)
        self.composer.set_editing(bool(draft.editing))

    def _show_chips(self) -> None:
        self.composer.set_files(
            [ComposerFile(one.key, one.name, _CHIPS[one.state], one.note) for one in self._model.draft.chips])

    def _show_rows(self) -> None:
        waiting = self._model.waiting
        self.approvals.set_words(
            Text.count("A confirmation waits for you.", "{n} confirmations wait for you.", waiting))
        self.approvals.setVisible(waiting > 0)
        # Said once, before the first word: the tag beside the title and the strip below go on saying it.
        self.offline.setVisible(self._model.brain.is_offline and self._model.transcript.is_empty)

    def _announce(self, message_id: str) -> None:
        """Tell screen readers that an answer is complete."""
        item = next((one for one in self._model.transcript.items if one.id == message_id), None)
        if item is not None:
            words = f"{item.name}: {shown(item.text[:_ANNOUNCED])}"
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.messages, words))

    # --- wishes -----------------------------------------------------------------------------------

    def _send(self) -> None:
        self._model.set_text(self.composer.field.text())
        self._model.send()
        self.messages.to_bottom()

    def _suggest(self, text: str) -> None:
        self._model.suggest(text)
        self.composer.focus()

    def _edit(self, message_id: str) -> None:
        self._model.edit(message_id)
        self.composer.focus()

    def _new(self) -> None:
        self._model.new()
        self.show_list(False)
        self.composer.focus()

    def _search(self) -> None:
        if self._folded:
            self.show_list(True)
        self.pane.start_search()

    def _acted(self, message_id: str, key: str, what: str, data: object) -> None:
        model = self._model
        if what == What.AGAIN:
            model.regenerate(message_id)
        elif what == What.STOP:
            model.stop()
        elif what == What.WAIT:
            model.keep_waiting(message_id)
        elif what == What.RESTART:
            model.restart(message_id)
        elif what == What.APPROVALS:
            model.open_approvals(message_id)
        elif what == What.SUBMIT and isinstance(data, dict):
            model.submit(message_id, data)  # pyright: ignore[reportUnknownArgumentType]
        elif what == What.FILE:
            self.files.ask_form_file(message_id)
        elif what in (What.REMEMBER, What.DISMISS):
            model.decide_proposal(message_id, key.removeprefix(PROPOSAL), remember=what == What.REMEMBER)
        elif what == What.EXAMPLE and isinstance(data, str):
            self._suggest(data)
        elif what == What.ACTION and isinstance(data, Action):
            model.run_action(data)
        elif what == What.LINK and isinstance(data, str):
            self._ask_link(data)
        elif isinstance(data, str):
            self._act_on_job(what, data)

    def _act_on_job(self, what: str, job_id: str) -> None:
        model = self._model
        if what == What.CANCEL_JOB:
            model.cancel_job(job_id)
        elif what == What.RETRY_JOB:
            model.retry_job(job_id)
        elif what == What.FOLDER:
            model.show_in_folder(job_id)
        elif what == What.SAVE:
            self.files.ask_where_to_save(job_id)
        elif what == What.MADE:
            model.show_made(job_id)  # the id of a file, not of a job

    # --- links and long texts ---------------------------------------------------------------------

    def _ask_link(self, target: str) -> None:
        link = web_link(target)
        if link is None:
            self.composer.set_problem(Text.of("This link leads to no web page, so it was not opened."))
            return
        self._ask(Text.of("Open {host} in your browser?", host=visible(link.host)), Text.of("Open"),
                  lambda: self._open_link(link.url), sentence=link.words)

    def _show_whole(self, message_id: str) -> None:
        item = next((one for one in self._model.transcript.items if one.id == message_id), None)
        if item is not None:
            self.whole = PlainTextDialog(Text.of("The whole message"), item.text, self.window())
            self.whole.answered.connect(self._whole_closed)
            self.whole.open()

    def _whole_closed(self, _: str) -> None:
        self.whole = None

    # --- menus (popup, never exec) ----------------------------------------------------------------

    @property
    def menu(self) -> QMenu | None:
        """The menu that was opened last."""
        return self._menu

    def _new_menu(self) -> QMenu:
        if self._menu is not None:
            self._menu.deleteLater()
        self._menu = QMenu(self)
        return self._menu

    def _message_menu(self, id: str, place: QPoint) -> None:
        item = next((one for one in self._model.transcript.items if one.id == id), None)
        if item is None:
            return
        menu, column, model = self._new_menu(), self.messages.column, self._model
        view = column.view(id)
        selected = bool(view.selected_text()) if view is not None else False
        menu.addAction(str(Text.of("Copy selection") if selected else Text.of("Copy")),
                       lambda: column.copy_message(id))
        if item.is_user:
            menu.addAction(str(Text.of("Edit")), lambda: self._edit(id)).setEnabled(item.can_edit)
        else:
            menu.addAction(str(Text.of("Answer again")), lambda: model.regenerate(id)).setEnabled(
                item.can_regenerate)
        if item.branch is not None:
            menu.addSeparator()
            before = menu.addAction(str(Text.of("Earlier version")), lambda: model.step_branch(id, -1))
            after = menu.addAction(str(Text.of("Later version")), lambda: model.step_branch(id, 1))
            before.setEnabled(item.branch.number > 1)
            after.setEnabled(item.branch.number < item.branch.count)
        menu.addSeparator()
        menu.addAction(str(Text.of("Show as plain text…")), lambda: self._show_whole(id))
        menu.popup(place)

    def _header_menu(self) -> None:
        conversation = self._model.current
        if conversation is None:
            return
        menu = self._new_menu()
        self.pane.fill_menu(menu, conversation, self._rename_current)
        menu.popup(self.header.more.mapToGlobal(self.header.more.rect().bottomLeft()))

    def _rename_current(self) -> None:
        conversation = self._model.current
        row = self._model.list.row_of(conversation.id) if conversation is not None else -1
        if row >= 0:
            self.show_list(True)
            self.pane.list.edit(self._model.list.index(row))

    @property
    def dialog(self) -> QFileDialog | None:
        """The file dialog that is open."""
        return self.files.dialog

    # --- the drawer -------------------------------------------------------------------------------

    def _show_step(self, message_id: str, key: str) -> None:
        step = self._model.step(message_id, key)
        if step is None:
            return
        self._mark_step("")
        self._step = (message_id, key)
        self._mark_step(key)
        self.drawer.show_step(step)
        if self.drawer.isHidden():
            self.drawer.show()
            self._fold(self.width())

    def close_drawer(self) -> None:
        """Take the details away."""
        self._mark_step("")
        self._step = None
        if not self.drawer.isHidden():
            focused = self._has_focus(self.drawer)
            self.drawer.hide()
            self._fold(self.width())
            if focused:
                self.composer.focus()

    def _has_focus(self, part: QWidget) -> bool:
        focused = cast("QWidget | None", self.window().focusWidget())  # also while a dialog is in front
        return focused is not None and focused.isVisibleTo(part) and part.isAncestorOf(focused)

    def _mark_step(self, key: str) -> None:
        view = self.messages.column.view(self._step[0]) if self._step is not None else None
        timeline = getattr(view, "timeline", None)
        if timeline is not None:
            timeline.mark(key)

    # --- folding ----------------------------------------------------------------------------------

    @property
    def is_folded(self) -> bool:
        return self._folded

    def show_list(self, on: bool) -> None:
        """In the folded layout: show the list instead of the messages."""
        self._list_open = on
        self._fold(self.width())
        if on and self._folded:
            self.pane.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _list_chosen(self) -> None:
        self.show_list(False)
        self.composer.focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold(event.size().width())

    def on_theme(self, theme: Theme) -> None:
        self._fold(self.width())
        super().on_theme(theme)

    def _fold(self, width: int) -> None:
        theme = self.theme
        drawer = not self.drawer.isHidden()
        self._folded = width < FOLD_BELOW
        replaced = drawer and width < DRAWER_BELOW
        list_only = self._folded and self._list_open
        shows_list = list_only or (not self._folded and not replaced)
        fixed = theme.scaled(theme.tokens.size.conversation_list)
        self.pane.setVisible(shows_list)
        hold_width(self.pane, None if list_only else fixed)
        self._line.setVisible(shows_list and not list_only)
        self._centre.setVisible(not list_only)
        self.drawer.setFixedWidth(min(theme.scaled(theme.tokens.size.drawer), max(240, width // 2)))
        self.header.list.setVisible(self._folded)
        self.header.list.setChecked(list_only)
        self.messages.column.fold_steps(self._folded)

    # --- keys -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if not self.drawer.isHidden():
                self.close_drawer()
                return
            if self._model.is_replying:
                self._model.stop()
                return
        super().keyPressEvent(event)

    def take_files(self, paths: list[Path]) -> None:
        """Add files that were dropped beside the panel; too many are refused as a whole."""
        if len(paths) > MAX_FILES:
            self.composer.set_problem(Text.of("At most {n} files go with one message.", n=MAX_FILES))
            return
        self._model.attach(paths)
        self.composer.focus()

    # --- drops ------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if not event.mimeData().hasUrls():
            event.ignore()
            return
        paths, reason = local_paths(event.mimeData())
        if reason is None and len(paths) > MAX_FILES:
            reason = Text.of("At most {n} files go with one message.", n=MAX_FILES)
        self._drop_taken = reason is None
        self.composer.set_drop(
            reason or Text.count("Release to add {n} file", "Release to add {n} files", len(paths)))
        self._answer_drag(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._answer_drag(event)

    def _answer_drag(self, event: QDragMoveEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction if self._drop_taken else Qt.DropAction.IgnoreAction)
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.composer.set_drop("")

    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.set_drop("")
        paths, reason = local_paths(event.mimeData())
        if reason is not None or len(paths) > MAX_FILES:
            event.setDropAction(Qt.DropAction.IgnoreAction)
        else:
            event.setDropAction(Qt.DropAction.CopyAction)
            self._sort_drop(list(dict.fromkeys(paths)), self.take_files)
        event.accept()
