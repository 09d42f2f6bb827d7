"""The memory tab: what is proposed, what is remembered, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QHideEvent, QKeySequence, QPainter, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.features.memory.models import MAX_TEXT_CHARS, Memory, MemoryFilter, MemoryScope, Proposal
from characoid_desktop.ui.panels.persona.memory_model import MemoryModel
from characoid_desktop.ui.panels.persona.memory_rows import MemoryRole, day
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.painting import RowList, line_height, painted_lines, wrapped
from characoid_desktop.ui.panels.persona.people import name_of
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import ControlSize, Theme, theme_of
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.fields import SearchField
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Card, keep_words_whole, scroll_column
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.segmented import SegmentedControl
from characoid_desktop.ui.widgets.text_area import TextArea
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.visible import visible, visible_line

PADDING = 14
MOST_LINES = 4  # of a memory in the list; the editor shows all
SIGN = 14
MEASURE = 900  # px of the column: longer lines read badly
_Index = QModelIndex | QPersistentModelIndex


class MemoryDelegate(QStyledItemDelegate):
    """A few lines of words, then the day and where it is from."""

    def _room(self, width: int, index: _Index) -> int:
        sign = SIGN + 8 if index.data(MemoryRole.PINNED) else 0
        return max(40, width - 2 * PADDING - sign)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        body, small = theme.font("body"), theme.font("small")
        view = self.parent()
        width = view.viewport().width() if isinstance(view, RowList) else option.rect.width()
        lines = len(wrapped(str(index.data(MemoryRole.TEXT)), body, self._room(width, index), MOST_LINES))
        notes = 2 if index.data(MemoryRole.OUTSIDE) else 1
        return QSize(120, lines * line_height(body) + notes * (line_height(small) + 2) + 20)

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        theme = theme_of()
        body, small, c = theme.font("body"), theme.font("small"), theme.color
        room = self._room(rect.width(), index)
        box = QRect(rect.right() - PADDING - room + 1, rect.top() + 9, room, rect.height())
        found = painted_lines(str(index.data(MemoryRole.TEXT)), box, body, c.text, MOST_LINES)
        low, top = line_height(small), found[-1].rect.bottom() + 3
        found.append(PaintedText(str(index.data(MemoryRole.NOTE)), QRect(box.left(), top, room, low), small,
                                 c.text_muted, may_elide=True))
        outside = str(index.data(MemoryRole.OUTSIDE) or "")
        if outside:
            found.append(PaintedText(outside, QRect(box.left(), top + low + 2, room, low), small, c.warn,
                                     may_elide=True))
        return found

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect = theme_of(), QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        if index.data(MemoryRole.PINNED):
            draw_icon(painter, "pin", QRectF(rect.left() + PADDING, rect.top() + 12, SIGN, SIGN), theme.color.accent)
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()


class ProposalCard(Themed, QWidget):
    """Something to remember: accept, change first, or leave."""

    def __init__(self, proposal: Proposal, model: MemoryModel, edit: Callable[[Proposal], object]) -> None:
        super().__init__()
        self.proposal = proposal
        self.words = Label(visible(proposal.text), "body", wrap=True)
        note = [day(proposal.created_at)]
        if proposal.source.outside:
            note.append(t("Text from outside had a part in it: {names}",
                          names=", ".join(visible_line(name, 40) for name in proposal.source.outside[:3])))
        self.note = Label(" · ".join(note), "small", "warn" if proposal.source.outside else "text_muted", wrap=True)
        compact = ControlSize.COMPACT
        self.accept = Button(Text.of("Remember"), icon="check", size=compact)
        self.edit = Button(Text.of("Change…"), ButtonKind.QUIET, size=compact)
        self.dismiss = Button(Text.of("Leave it"), ButtonKind.QUIET, size=compact)
        for button in (self.accept, self.edit, self.dismiss):
            button.set_description(visible_line(proposal.text, 200))
        self.accept.clicked.connect(lambda: model.accept(proposal.id))
        self.edit.clicked.connect(lambda: edit(proposal))
        self.dismiss.clicked.connect(lambda: model.dismiss(proposal.id))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.words)
        words.addWidget(self.note)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 6, 0, 6)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for button in (self.accept, self.edit, self.dismiss):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.init_theme()


class MemoryDialog(Dialog):
    """Calls ``take(text)`` when the user agrees; a text is needed."""

    def __init__(self, title: Text, agree: Text, take: Callable[[str], object], *, text: str = "",
                 note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, note, escape="cancel", parent=parent)
        self._take = take
        self.text = TextArea(Text.of("What to remember"), least=4, most=12,
                             placeholder=Text.of("One thing, in a sentence"))
        self.text.set_text(text)
        self.problem = Label("", "caption", "error", wrap=True)
        self.problem.hide()
        self.body.addWidget(self.text)
        self.body.addWidget(self.problem)
        self.add_button("cancel", Text.of("Cancel"))
        self.agree = self.add_button("ok", agree, ButtonKind.PRIMARY)
        self.text.edited.connect(self._edited)
        self.text.setFocus()

    def _edited(self, _: str) -> None:
        self.problem.hide()
        self.text.set_invalid(False)

    def give(self, answer: str) -> None:
        text = self.text.text().strip()
        if answer == "ok" and not 0 < len(text) <= MAX_TEXT_CHARS:
            self.problem.set_words(
                Text.of("There is nothing to remember.") if not text else
                Text.of("A memory has at most {n} characters.", n=MAX_TEXT_CHARS))
            self.problem.show()
            self.text.set_invalid(True)
            self.text.setFocus()
            return
        if answer == "ok":
            self._take(text)
        super().give(answer)


class MemoryView(Themed, QWidget):
    """Draws the memories of ``model``."""

    def __init__(self, panel: PersonaPanelModel) -> None:
        super().__init__()
        self._panel = panel
        self._model = panel.memory
        self._menu: QMenu | None = None
        self.notice: InlineNotice | None = None
        self.dialog: MemoryDialog | None = None
        self.cards: list[ProposalCard] = []
        model = self._model
        self.scope = SegmentedControl(
            [(MemoryScope.PERSONA, Text.of("This character")), (MemoryScope.WORKSPACE, Text.of("All characters"))],
            Text.of("Whose memories"), value=model.scope)
        self.filter = ComboBox([
            (MemoryFilter.ALL, Text.of("All")), (MemoryFilter.PINNED, Text.of("Pinned")),
            (MemoryFilter.UNUSED, Text.of("Never used")), (MemoryFilter.OUTSIDE, Text.of("With text from outside"))],
            Text.of("Which memories"), value=model.wanted)
        self.search = SearchField(Text.of("Search words, or a time: “last Tuesday”"), name=Text.of("Search memories"))
        self.add = Button(Text.of("Add…"), icon="plus")
        self.add.set_name(Text.of("Add a memory"))
        self.list = RowList(Text.of("Memories"), MemoryDelegate())
        self.list.setModel(model.rows)
        self.list.connect_rows()
        self.nothing = Label("", "body", "text_muted", wrap=True)
        self.foot = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        self.edit = Button(Text.of("Change…"), icon="edit", size=ControlSize.COMPACT)
        self.pin = Button(Text.of("Pin"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.forget = Button(Text.of("Forget"), ButtonKind.QUIET, icon="trash", size=ControlSize.COMPACT)
        self.first = Button(Text.of("Add a memory…"), ButtonKind.PRIMARY, icon="plus")
        self.empty = EmptyState(
            Text.of("Nothing is remembered yet"),
            Text.of("After a conversation the character proposes what to remember. Nothing is kept before your yes. "
                    "You can also write something down yourself."), buttons=(self.first,))
        self._lay_out()
        self._connect()
        if model.query:
            self.search.input.setText(model.query)
        self.init_theme()
        self._show_proposals()
        self._show()

    # --- layout -----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.scope)
        head.addStretch(1)
        head.addWidget(self.add)
        looking = QHBoxLayout()
        looking.setSpacing(8)
        looking.addWidget(self.search, 1)
        looking.addWidget(self.filter)
        self.proposals = Card(margins=(14, 10, 14, 6), spacing=2)
        title = QHBoxLayout()
        self.proposals_title = Label("", "body", strong=True)
        self.dismiss_all = Button(Text.of("Leave all"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        title.addWidget(self.proposals_title)
        title.addStretch(1)
        title.addWidget(self.dismiss_all)
        self.proposals.body.addLayout(title)
        self._cards_box = QWidget()
        self._cards = QVBoxLayout(self._cards_box)
        self._cards.setContentsMargins(0, 0, 6, 0)
        self._cards.setSpacing(2)
        self._cards_area = scroll_column(self._cards_box, name=Text.of("Proposals"))
        self.proposals.body.addWidget(self._cards_area)
        self._notices = QVBoxLayout()
        self._notices.setSpacing(8)
        self._table = Card(margins=(6, 6, 6, 6), spacing=0)
        self._table.body.addWidget(self.list, 1)
        self.nothing.setContentsMargins(16, 16, 16, 16)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._table.body.addWidget(self.nothing)
        self._table.body.addStretch(0)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.foot, 1)
        for button in (self.forget, self.pin, self.edit):
            foot.addWidget(button)
        self._whole = QWidget()
        column = QVBoxLayout(self._whole)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.proposals)
        column.addLayout(looking)
        column.addLayout(self._notices)
        column.addWidget(self._table, 1)
        column.addWidget(self.empty, 1)
        column.addLayout(foot)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._whole, 1000)
        outer.addStretch(1)

    def _connect(self) -> None:
        model = self._model
        self.scope.changed.connect(self._scope_chosen)
        self.filter.chosen.connect(self._filter_chosen)
        self.search.searched.connect(model.set_query)
        self.add.clicked.connect(self.ask_to_add)
        self.first.clicked.connect(self.ask_to_add)
        self.list.chosen.connect(self._row_chosen)
        self.list.opened.connect(self._row_opened)
        self.list.removed.connect(self._row_removed)
        self.list.menu_wanted.connect(self._row_menu)
        self.list.at_end.connect(model.more)
        self.edit.clicked.connect(lambda: self._edit(model.current))
        self.pin.clicked.connect(lambda: self._pin(model.current))
        self.forget.clicked.connect(lambda: self._forget(model.current))
        self.dismiss_all.clicked.connect(model.dismiss_all)
        model.changed.connect(self._show)
        model.current_changed.connect(self._show_current)
        model.proposals_changed.connect(self._show_proposals)
        model.undo_changed.connect(self._show_notices)
        self._panel.chosen_changed.connect(self._chosen_changed)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self,
                  context=Qt.ShortcutContext.WidgetWithChildrenShortcut).activated.connect(
            lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))

    def on_theme(self, theme: Theme) -> None:
        self._whole.setMaximumWidth(theme.scaled(MEASURE) + 48)
        super().on_theme(theme)

    # --- what it shows ----------------------------------------------------------------------------

    def _chosen_changed(self) -> None:
        self.search.input.setText(self._model.query)
        self.scope.set_value(self._model.scope)

    def _show(self) -> None:
        model = self._model
        rows = model.rows.rowCount()
        asked = bool(model.query) or model.wanted is not MemoryFilter.ALL
        bare = not rows and not asked and model.is_loaded and model.problem is None
        self.empty.setVisible(bare and not model.proposals)
        self._table.setVisible(not self.empty.isVisibleTo(self))
        self.list.setVisible(rows > 0)
        self.nothing.setVisible(not rows)
        if asked:
            self.nothing.set_words(Text.of("Nothing like this is remembered."))
        elif not model.is_loaded:
            self.nothing.set_words("")
        else:
            self.nothing.set_words(Text.of("Nothing is remembered yet. What is proposed above waits for your yes."))
        self._show_current()
        self._show_notices()
        for button in (self.edit, self.pin, self.forget):
            button.setVisible(rows > 0)

    def _foot_words(self) -> Text:
        model = self._model
        if model.query or model.wanted is not MemoryFilter.ALL:
            return Text.of("{found} of {all}", found=model.rows.rowCount(), all=model.total)
        return Text.count("{n} memory", "{n} memories", model.total)

    def _show_current(self) -> None:
        memory = self._model.current
        self.foot.set_words(self._foot_words() if self._model.rows.rowCount() else "")
        reason = "" if memory is not None else Text.of("Choose a memory first")
        for button in (self.edit, self.pin, self.forget):
            button.set_disabled_reason(reason)
        self.pin.set_words(Text.of("Unpin") if memory is not None and memory.pinned else Text.of("Pin"))
        self.list.mark(self._model.rows.row_of(memory.id) if memory is not None else -1)

    def _show_proposals(self) -> None:
        proposals = self._model.proposals
        if [one.proposal.id for one in self.cards] != [one.id for one in proposals[:20]]:
            while (item := self._cards.takeAt(0)) is not None:
                widget = item.widget()
                if widget is not None:
                    widget.hide()
                    widget.deleteLater()
            self.cards = [ProposalCard(one, self._model, self.ask_to_change) for one in proposals[:20]]
            for card in self.cards:
                self._cards.addWidget(card)
        self.proposals_title.set_words(Text.count(
            "{name} proposes to remember this", "{name} proposes to remember {n} things", len(proposals),
            name=name_of(self._panel.chosen)))
        self.dismiss_all.setVisible(len(proposals) > 1)
        self.proposals.setVisible(bool(proposals))
        self._fit_proposals()
        self._show()

    def _fit_proposals(self) -> None:
        """The proposals take what they need, and at most a good third of the tab."""
        keep_words_whole(self._cards_box, 0)
        layout = self._cards_box.layout()
        width = self._cards_area.viewport().width()
        need = layout.heightForWidth(width) if layout is not None and layout.hasHeightForWidth() and width > 100 else (
            self._cards_box.sizeHint().height())
        self._cards_area.setFixedHeight(max(40, min(need + 2, max(120, self.height() * 2 // 5))))

    def _show_notices(self) -> None:
        if self.notice is not None:
            self.notice.hide()
            self.notice.deleteLater()
            self.notice = None
        model = self._model
        if model.problem is not None:
            self.notice = InlineNotice(NoticeLevel.ERROR, model.problem.sentence, model.problem.safe or "",
                                        actions=(Text.of("Try again"),))
            self.notice.action_triggered.connect(self._again)
        elif model.forgotten is not None:
            self.notice = InlineNotice(
                NoticeLevel.INFO, Text.of("Forgotten: “{text}”", text=visible_line(model.forgotten.text, 60)),
                actions=(Text.of("Bring it back"),), closable=True)
            self.notice.action_triggered.connect(self._undo)
            self.notice.closed.connect(model.end_undo)
        elif model.query and model.notes:
            self.notice = InlineNotice(NoticeLevel.INFO, Text.lines(model.notes))
        if self.notice is not None:
            self._notices.addWidget(self.notice)

    def _again(self, _: int) -> None:
        self._model.refresh()

    def _undo(self, _: int) -> None:
        self._model.undo()

    # --- wishes -----------------------------------------------------------------------------------

    def _scope_chosen(self, scope: object) -> None:
        self._model.set_scope(MemoryScope(str(scope)))

    def _filter_chosen(self, wanted: object) -> None:
        self._model.set_filter(MemoryFilter(str(wanted)))

    def _row_chosen(self, row: int) -> None:
        memory = self._model.rows.at(row)
        if memory is not None:
            self._model.choose(memory.id)

    def _row_opened(self, row: int) -> None:
        self._edit(self._model.rows.at(row))

    def _row_removed(self, row: int) -> None:
        self._forget(self._model.rows.at(row))

    def _edit(self, memory: Memory | None) -> None:
        if memory is not None:
            self._ask(MemoryDialog(
                Text.of("Change this memory"), Text.of("Save"), lambda text: self._model.edit(memory.id, text),
                text=memory.text, note=str(self._note_of(memory)), parent=self.window()))

    def _note_of(self, memory: Memory) -> str:
        index = self._model.rows.index(max(0, self._model.rows.row_of(memory.id)))
        return str(index.data(MemoryRole.NOTE))

    def _pin(self, memory: Memory | None) -> None:
        if memory is not None:
            self._model.pin(memory.id, not memory.pinned)

    def _forget(self, memory: Memory | None) -> None:
        if memory is not None:
            self._model.forget(memory.id)

    def ask_to_add(self) -> None:
        """Ask for something to remember."""
        title = (Text.of("Add a memory of this character") if self._model.scope is MemoryScope.PERSONA
                 else Text.of("Add a memory for all characters"))
        self._ask(MemoryDialog(title, Text.of("Remember"), self._model.add, parent=self.window()))

    def ask_to_change(self, proposal: Proposal) -> None:
        """Remember a proposal in other words."""
        self._ask(MemoryDialog(
            Text.of("Change it, then remember"), Text.of("Remember"),
            lambda text: self._model.accept(proposal.id, text), text=proposal.text, parent=self.window()))

    def _ask(self, dialog: MemoryDialog) -> None:
        if self.dialog is not None:
            dialog.deleteLater()
            self.dialog.raise_()
            return
        self.dialog = dialog
        dialog.answered.connect(self._answered)
        dialog.open()

    def _answered(self, _: str) -> None:
        self.dialog = None

    @property
    def menu(self) -> QMenu | None:
        return self._menu

    def _row_menu(self, row: int, place: QPoint) -> None:
        memory = self._model.rows.at(row)
        if memory is None:
            return
        if self._menu is not None:
            self._menu.deleteLater()
        menu = self._menu = QMenu(self)
        menu.addAction(t("Change…"), lambda: self._edit(memory))
        menu.addAction(t("Unpin") if memory.pinned else t("Pin"), lambda: self._pin(memory))
        menu.addSeparator()
        menu.addAction(t("Forget"), lambda: self._forget(memory))
        menu.popup(place)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._model.look(True)
            self._fit_proposals()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._model.look(False)
