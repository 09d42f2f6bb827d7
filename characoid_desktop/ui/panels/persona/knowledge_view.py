"""The knowledge tab: a search over the documents, the passages that were found, and one in its surroundings."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.persona.found_delegate import FoundDelegate
from characoid_desktop.ui.panels.persona.knowledge_model import way_words
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel, Tab
from characoid_desktop.ui.panels.persona.painting import RowList
from characoid_desktop.ui.panels.persona.passage_view import PassagePane
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.fields import SearchField
from characoid_desktop.ui.widgets.gradual import Steps
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.layouts import hold_width
from characoid_desktop.ui.widgets.notices import InlineNotice, NoticePlace
from characoid_desktop.ui.widgets.page import Card, Divider
from characoid_desktop.ui.widgets.themed import Themed

LIST_WIDTH = 380
LEAST_BESIDE = 760  # px of the tab; with less the passage takes the place of the list


class KnowledgeView(Themed, QWidget):
    """Draws the knowledge of ``model``."""

    def __init__(self, panel: PersonaPanelModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self._model = panel.knowledge
        self._reads = bool(panel.knowledge.passage_id)
        self._is_whole = False
        self._notices = NoticePlace()

    @property
    def notice(self) -> InlineNotice | None:
        return self._notices.card

    def steps(self) -> Steps:
        """Make it part by part; each is put into its place before the next one is made."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._head = self._make_head()
        column.addWidget(self._head)
        self._notices.setContentsMargins(24, 0, 24, 8)
        column.addLayout(self._notices)
        yield
        self._body = QWidget(self)
        column.addWidget(self._body, 1)
        self._fill_body(QHBoxLayout(self._body))
        yield
        self._nothing_box = self._make_nothing()
        column.addWidget(self._nothing_box, 1)
        self.hint = EmptyState(
            Text.of("Look something up"),
            Text.of("Ask as you would ask the character. You see the passages it would find, and where they stand."))
        column.addWidget(self.hint, 1)
        yield
        self.to_documents = Button(Text.of("Go to the documents"), ButtonKind.PRIMARY, icon="book")
        self.empty = EmptyState(
            Text.of("Nothing to look up yet"),
            Text.of("Give the character documents: notes, scripts, rules of your channel. What they say can then be "
                    "searched here, and the character looks it up by itself."), buttons=(self.to_documents,))
        column.addWidget(self.empty, 1)
        yield
        self._connect()
        self._is_whole = True
        self.init_theme()
        self.search.input.setText(self._model.query)
        self._show()

    def _make_head(self) -> QWidget:
        self.search = SearchField(Text.of("Ask a question or type words"), name=Text.of("Search the documents"))
        self.way = Label("", "small", "text_muted")
        made = QWidget(self)
        head = QHBoxLayout(made)
        head.setContentsMargins(24, 16, 24, 12)
        head.setSpacing(12)
        head.addWidget(self.search, 1)
        head.addWidget(self.way)
        return made

    def _fill_body(self, body: QHBoxLayout) -> None:
        self.list = RowList(Text.of("Passages"), FoundDelegate())
        self.list.setUniformItemSizes(True)
        self.list.setModel(self._model.rows)
        self.list.connect_rows()
        self.passage = PassagePane(self._panel)
        self._left = QWidget(self._body)
        left = QVBoxLayout(self._left)
        left.setContentsMargins(12, 0, 8, 8)
        left.addWidget(self.list)
        self._line = Divider(Qt.Orientation.Vertical)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self._left)
        body.addWidget(self._line)
        body.addWidget(self.passage, 1)

    def _make_nothing(self) -> QWidget:
        self.nothing = Label("", "body", "text_muted", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        card = Card()
        card.body.addWidget(self.nothing)
        made = QWidget(self)
        nothing = QVBoxLayout(made)
        nothing.setContentsMargins(24, 0, 24, 16)
        nothing.addWidget(card)
        nothing.addStretch(1)
        return made

    def _connect(self) -> None:
        model = self._model
        self.search.searched.connect(model.search)
        self.list.chosen.connect(self._chosen)
        self.list.opened.connect(self._opened)
        self.list.clicked.connect(self._clicked)
        self.passage.closed.connect(self._back)
        self.to_documents.clicked.connect(lambda: self._panel.select(Tab.DOCUMENTS))
        model.changed.connect(self._show)
        model.passage_changed.connect(self._passage_changed)
        self._panel.documents.changed.connect(self._show)
        self._panel.chosen_changed.connect(self._other)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self,
                  context=Qt.ShortcutContext.WidgetWithChildrenShortcut).activated.connect(
            lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))

    def _other(self) -> None:
        self._reads = False
        self.search.input.setText(self._model.query)

    # --- what it shows ----------------------------------------------------------------------------

    def _show(self) -> None:
        model, documents = self._model, self._panel.documents
        reading = model.around is not None or model.is_gone
        rows = model.rows.rowCount()
        bare = documents.is_loaded and not documents.rows.rowCount() and not reading and not model.query
        asked = bool(model.query)
        self.empty.setVisible(bare)
        self._head.setVisible(not bare)
        self._body.setVisible(not bare and (rows > 0 or reading))
        self._nothing_box.setVisible(not bare and not rows and not reading and asked)
        self.hint.setVisible(not bare and not reading and not asked)
        self.nothing.set_words(
            Text.of("Searching…") if model.is_searching else
            Text.of("Nothing about this in the documents. Try other words, or fewer."))
        result = model.result
        self.way.set_words("" if result is None or not asked else Text.of(
            "{way} · {found}", way=way_words(result.ways),
            found=Text.count("{n} passage", "{n} passages", rows)))
        self._show_notice()
        self.list.mark(model.rows.row_of(model.passage_id))
        self._fold()

    def _show_notice(self) -> None:
        problem, result = self._model.problem, self._model.result
        if problem is not None:
            card = InlineNotice(NoticeLevel.ERROR, problem.sentence, problem.safe or "",
                                actions=(Text.of("Try again"),))
            card.action_triggered.connect(self._again)
            self._notices.show_card(card)
        elif result is not None and result.notes:
            self._notices.show_card(InlineNotice(NoticeLevel.INFO, Text.lines(result.notes)))
        else:
            self._notices.show_card(None)

    def _again(self, _: int) -> None:
        self._model.search(self._model.query)

    def _chosen(self, row: int) -> None:
        found = self._model.rows.at(row)
        if found is not None and found.passage_id != self._model.passage_id:
            self._model.open(found.passage_id)

    def _opened(self, row: int) -> None:
        self._chosen(row)
        self._reads = True
        self._fold()
        self.passage.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _clicked(self, index: QModelIndex) -> None:
        self._chosen(index.row())
        self._reads = True
        self._fold()

    def _back(self) -> None:
        self._reads = False
        self._fold()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _passage_changed(self) -> None:
        if self._model.rows.row_of(self._model.passage_id) < 0 and self._model.passage_id:
            self._reads = True  # a citation was followed
        self._show()

    # --- folding ----------------------------------------------------------------------------------

    @property
    def is_folded(self) -> bool:
        return self.width() < self.theme.scaled(LEAST_BESIDE)

    def _fold(self) -> None:
        if not self._is_whole:
            return
        folded, listed = self.is_folded, self._model.rows.rowCount() > 0
        alone = folded and self._reads
        self._left.setVisible(listed and not alone)
        hold_width(self._left, None if folded else self.theme.scaled(LIST_WIDTH))
        self._line.setVisible(listed and not folded)
        self.passage.setVisible(not folded or alone or not listed)
        self.passage.back.setVisible(alone and listed)

    def on_theme(self, theme: Theme) -> None:
        self._fold()
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()
