"""The memory tab: what is proposed, what is remembered, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.features.memory.models import Memory, MemoryFilter, MemoryScope, Proposal
from characoid_desktop.ui.panels.persona.memory_delegate import MemoryDelegate
from characoid_desktop.ui.panels.persona.memory_dialog import MemoryDialog
from characoid_desktop.ui.panels.persona.memory_rows import MemoryRole
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.painting import RowList
from characoid_desktop.ui.panels.persona.people import name_of
from characoid_desktop.ui.panels.persona.proposals_card import ProposalCard, ProposalsCard
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.fields import SearchField
from characoid_desktop.ui.widgets.gradual import Steps
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.notices import InlineNotice, NoticePlace
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.segmented import SegmentedControl
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.visible import visible_line

MEASURE = 900  # px of the column: longer lines read badly


class MemoryView(Themed, QWidget):
    """Draws the memories of ``model``."""

    def __init__(self, panel: PersonaPanelModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self._model = panel.memory
        self._menu: QMenu | None = None
        self._notices = NoticePlace()
        self.dialog: MemoryDialog | None = None
        self._is_whole = False

    @property
    def notice(self) -> InlineNotice | None:
        return self._notices.card

    # --- layout -----------------------------------------------------------------------------------

    @property
    def cards(self) -> list[ProposalCard]:
        return self.proposals.cards

    def steps(self) -> Steps:
        """Make it from its top on; each part is put into its place before the next one is made."""
        self._whole = QWidget(self)
        column = QVBoxLayout(self._whole)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._whole, 1000)
        outer.addStretch(1)
        column.addLayout(self._head())
        yield
        self.proposals = ProposalsCard(self._model, self.ask_to_change, self._whole)
        column.addWidget(self.proposals)
        yield
        column.addLayout(self._looking())
        self._notices.setSpacing(8)
        column.addLayout(self._notices)
        yield
        column.addWidget(self._table(), 1)
        yield
        self.first = Button(Text.of("Add a memory…"), ButtonKind.PRIMARY, icon="plus")
        self.empty = EmptyState(
            Text.of("Nothing is remembered yet"),
            Text.of("After a conversation the character proposes what to remember. Nothing is kept before you agree. "
                    "You can also write something down yourself."), buttons=(self.first,))
        column.addWidget(self.empty, 1)
        yield
        column.addLayout(self._foot())
        yield
        self.list.setModel(self._model.rows)
        self.list.connect_rows()
        yield
        self._connect()
        self._is_whole = True
        self.init_theme()
        self._chosen_changed()
        self._fit_proposals()
        self._show_proposals()

    def _head(self) -> QHBoxLayout:
        self.scope = SegmentedControl(
            [(MemoryScope.PERSONA, Text.of("This character")),
             (MemoryScope.WORKSPACE, Text.of("Shared by all characters"))],
            Text.of("Whose memories"), value=self._model.scope)
        self.add = Button(Text.of("Add…"), icon="plus")
        self.add.set_name(Text.of("Add a memory"))
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.scope)
        head.addStretch(1)
        head.addWidget(self.add)
        return head

    def _looking(self) -> QHBoxLayout:
        self.filter = ComboBox([
            (MemoryFilter.ALL, Text.of("All")), (MemoryFilter.PINNED, Text.of("Pinned")),
            (MemoryFilter.UNUSED, Text.of("Never used")), (MemoryFilter.OUTSIDE, Text.of("With text from outside"))],
            Text.of("Which memories"), value=self._model.wanted)
        self.search = SearchField(Text.of("Search words, or a time: “last Tuesday”"), name=Text.of("Search memories"))
        looking = QHBoxLayout()
        looking.setSpacing(8)
        looking.addWidget(self.search, 1)
        looking.addWidget(self.filter)
        return looking

    def _table(self) -> Card:
        self.list = RowList(Text.of("Memories"), MemoryDelegate())
        self.nothing = Label("", "body", "text_muted", wrap=True)
        self.nothing.setContentsMargins(16, 16, 16, 16)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._card = Card(margins=(6, 6, 6, 6), spacing=0)
        self._card.body.addWidget(self.list, 1)
        self._card.body.addWidget(self.nothing)
        self._card.body.addStretch(0)
        return self._card

    def _foot(self) -> QHBoxLayout:
        self.foot = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        self.edit = Button(Text.of("Change…"), icon="edit", size=ControlSize.COMPACT)
        self.pin = Button(Text.of("Pin"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.forget = Button(Text.of("Forget"), ButtonKind.QUIET, icon="trash", size=ControlSize.COMPACT)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.foot, 1)
        for button in (self.forget, self.pin, self.edit):
            foot.addWidget(button)
        return foot

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
        self._card.setVisible(not self.empty.isVisibleTo(self))
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
        self.proposals.refresh(name_of(self._panel.chosen))
        self._show()

    def _fit_proposals(self) -> None:
        """The proposals take what they need, and at most a good third of the tab."""
        self.proposals.limit(self.height() * 2 // 5)

    def _show_notices(self) -> None:
        card: InlineNotice | None = None
        model = self._model
        if model.problem is not None:
            card = InlineNotice(NoticeLevel.ERROR, model.problem.sentence, model.problem.safe or "",
                                actions=(Text.of("Try again"),))
            card.action_triggered.connect(self._again)
        elif model.forgotten is not None:
            card = InlineNotice(
                NoticeLevel.INFO, self._forgotten_words(visible_line(model.forgotten.text, 60)),
                actions=(Text.of("Bring it back"),), closable=True)
            card.action_triggered.connect(self._undo)
            card.closed.connect(model.end_undo)
        elif model.query and model.notes:
            card = InlineNotice(NoticeLevel.INFO, Text.lines(model.notes))
        self._notices.show_card(card)

    def _forgotten_words(self, text: str) -> Text:
        more, last = self._model.forgotten_before, Text.of("Forgotten: “{text}”", text=text)
        return last if not more else Text.count("{last} and {n} before it", "{last} and {n} before it", more, last=last)

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_whole:
            self._fit_proposals()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._model.look(False)
