"""One document: its title, how it is doing, the tables in it, who can look it up, and what can be done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.persona.document_rows import size_words, title_of
from characoid_desktop.ui.panels.persona.memory_rows import day
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.people import name_of
from characoid_desktop.ui.panels.persona.ports import DocumentFacts, DocumentState, TableFacts
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import CheckBox
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.gradual import Steps
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.layouts import FactGrid, clear
from characoid_desktop.ui.widgets.notices import InlineNotice, NoticePlace
from characoid_desktop.ui.widgets.page import Card, field_group
from characoid_desktop.ui.widgets.progress import JobRow
from characoid_desktop.ui.widgets.themed import Words
from characoid_desktop.ui.widgets.visible import visible_line

MAX_TITLE = 300
COLUMNS_SHOWN = 12
PEOPLE_SHOWN = 50


class DocumentDetail(QWidget):
    """Draws ``model.documents.current``."""

    def __init__(self, panel: PersonaPanelModel, ask_to_remove: Callable[[DocumentFacts], object],
                 ask_for_version: Callable[[DocumentFacts], object]) -> None:
        super().__init__()
        self._panel = panel
        self._model = panel.documents
        self._ask_to_remove = ask_to_remove
        self._ask_for_version = ask_for_version
        self._shown = ""
        self._told: object = None
        self._people: object = None
        self._tabled: object = None
        self._notices = NoticePlace()
        self.shares: list[CheckBox] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)

    @property
    def notice(self) -> InlineNotice | None:
        return self._notices.card

    def steps(self) -> Steps:
        """Make it from its top on; it shows nothing before."""
        column = self._column
        self.title = LineInput(Text.of("Title"))
        self.title.setMaxLength(MAX_TITLE)
        column.addLayout(field_group(Text.of("Title"), self.title))
        self.job = JobRow()
        column.addWidget(self.job)
        yield
        column.addLayout(self._notices)
        self._facts = FactGrid()
        self._facts.setHorizontalSpacing(16)
        self._facts.setVerticalSpacing(4)
        column.addLayout(self._facts)
        self._tables_label = Label(Text.of("Tables found in it"), "small", strong=True)
        column.addWidget(self._tables_label)
        self._tables = QVBoxLayout()
        self._tables.setSpacing(8)
        column.addLayout(self._tables)
        self._shares_label = Label(Text.of("Also for"), "small", strong=True)
        column.addWidget(self._shares_label)
        self._shares = QVBoxLayout()
        self._shares.setSpacing(0)
        column.addLayout(self._shares)
        yield
        self.again = Button(Text.of("Read again"), icon="retry")
        self.replace = Button(Text.of("Replace by another file…"))
        self.remove = Button(Text.of("Remove…"), ButtonKind.DANGER, icon="trash")
        for buttons in ((self.again, self.replace), (self.remove,)):
            row = QHBoxLayout()
            row.setSpacing(8)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            column.addLayout(row)
        yield
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        model = self._model
        self.title.editingFinished.connect(self._renamed)
        self.job.cancel_requested.connect(self._cancel)
        self.again.clicked.connect(self._read_again)
        self.replace.clicked.connect(lambda: self._with_current(self._ask_for_version))
        self.remove.clicked.connect(lambda: self._with_current(self._ask_to_remove))
        model.changed.connect(self.refresh)
        model.current_changed.connect(self.refresh)
        model.progressed.connect(self._progressed)
        self._panel.people_changed.connect(self.refresh)

    def _with_current(self, act: Callable[[DocumentFacts], object]) -> None:
        document = self._model.current
        if document is not None:
            act(document)

    # --- what it shows ----------------------------------------------------------------------------

    def refresh(self) -> None:
        document = self._model.current
        if self.parentWidget() is not None or document is None:  # a parentless one would be a window
            self.setVisible(document is not None)
        if document is None:
            self._shown = ""
            return
        other = document.id != self._shown
        self._shown = document.id
        if other or not self.title.hasFocus():
            self.title.setText(document.title or document.name)
            self.title.setCursorPosition(0)
        self._show_reading(document, other)
        self._show_notice(document)
        self._show_facts(document)
        self._show_tables(self._model.tables_of(document.id))
        self._show_shares(document)
        busy = document.state.is_busy
        self.again.setVisible(not busy and bool(document.origin))
        self.replace.setVisible(not busy)

    def _progressed(self, id: str) -> None:
        document = self._model.current
        if document is not None and document.id == id:
            self._show_reading(document, False)

    def _show_reading(self, document: DocumentFacts, other: bool) -> None:
        busy = document.state.is_busy
        self.job.setVisible(busy)
        if not busy or other:
            self.job.restart()
        if not busy:
            return
        reading = self._model.reading(document.id)
        self.job.set_title(
            Text.of("Waits for its turn") if document.state is DocumentState.QUEUED
            else (reading.stage if reading is not None and reading.stage is not None else Text.of("Being read")))
        self.job.set_progress(reading.fraction if reading is not None else None)

    def _show_notice(self, document: DocumentFacts) -> None:
        error = document.error if document.state is DocumentState.FAILED else None
        said = None
        if error is not None:
            said = (NoticeLevel.ERROR, error.sentence, error.safe or "")
        elif document.notes and not document.state.is_busy:
            said = (NoticeLevel.WARNING, Text.lines(document.notes), "")
        key = None if said is None else (document.id, str(said[0]), str(said[1]), str(said[2]))
        if key == self._told:
            return
        self._told = key
        card: InlineNotice | None = None
        if said is not None:
            action = error.action if error is not None else None
            card = InlineNotice(*said, actions=(action.label,) if action is not None else ())
            if action is not None:
                card.action_triggered.connect(lambda: self._panel.action_wanted.emit(action))
        self._notices.show_card(card)

    def _show_facts(self, document: DocumentFacts) -> None:
        facts: list[tuple[Words, str]] = []
        if document.kind:
            kind = document.kind.upper()
            facts.append((Text.of("Kind"), f"{kind} · {size_words(document.size)}" if document.size else kind))
        if document.pages:
            facts.append((Text.of("Pages"), str(document.pages)))
        if document.state is DocumentState.READY:
            facts.append((Text.of("Passages"), str(document.passages)))
        facts.append((Text.of("Added"), day(document.created_at)))
        if day(document.updated_at) != day(document.created_at):
            facts.append((Text.of("Updated"), day(document.updated_at)))
        if document.name and document.name != document.title:
            facts.append((Text.of("File"), visible_line(document.name, 300)))
        if document.origin:
            facts.append((Text.of("From"), visible_line(document.origin, 500)))
        self._facts.show_facts(facts)

    def _show_tables(self, tables: tuple[TableFacts, ...]) -> None:
        if tables == self._tabled:
            return
        self._tabled = tables
        clear(self._tables)
        self._tables_label.setVisible(bool(tables))
        for one in tables:
            card = Card(margins=(12, 8, 12, 8), spacing=2)
            head = QHBoxLayout()
            head.setSpacing(8)
            head.addWidget(ElidedLabel(visible_line(one.name, 120), "body"), 1)
            rows = Text.count("{n} row", "{n} rows", one.rows)
            head.addWidget(Label(Text.of("{rows}, cut", rows=rows) if one.is_cut else rows, "small", "text_muted"))
            card.body.addLayout(head)
            columns = ", ".join(visible_line(name, 40) for name in one.columns[:COLUMNS_SHOWN])
            more = len(one.columns) - COLUMNS_SHOWN
            card.body.addWidget(Label(f"{columns} +{more}" if more > 0 else columns, "small", "text_muted", wrap=True))
            self._tables.addWidget(card)

    def _show_shares(self, document: DocumentFacts) -> None:
        others = [one for one in self._panel.all if one.id != self._model.space][:PEOPLE_SHOWN]
        told = (document.id, document.state, [(one.id, one.name, one.id in document.spaces) for one in others])
        if told == self._people:
            return
        self._people = told
        focused = next((n for n, box in enumerate(self.shares) if box.hasFocus()), -1)
        clear(self._shares)
        self.shares = []
        self._shares_label.setVisible(bool(others))
        for one in others:
            box = CheckBox(name_of(one), checked=one.id in document.spaces)
            box.setToolTip(t("{name} can look this document up too", name=name_of(one)))
            box.toggled.connect(partial(self._model.set_shared, document.id, one.id))
            self.shares.append(box)
            self._shares.addWidget(box)
        if 0 <= focused < len(self.shares):
            self.shares[focused].setFocus(Qt.FocusReason.OtherFocusReason)

    # --- wishes -----------------------------------------------------------------------------------

    def _renamed(self) -> None:
        document, title = self._model.current, self.title.text().strip()
        if document is None or document.id != self._shown:
            return
        if not title:
            self.title.setText(title_of(document))
        else:
            self._model.rename(document.id, title)

    def _cancel(self) -> None:
        document = self._model.current
        if document is not None:
            self._model.cancel(document.id)

    def _read_again(self) -> None:
        document = self._model.current
        if document is not None:
            self._model.update(document.id)
