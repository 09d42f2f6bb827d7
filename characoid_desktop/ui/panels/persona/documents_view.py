"""The documents tab: taken in by drop, dialog or address; how each is doing; and one in detail."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.persona.address_dialog import AddressDialog
from characoid_desktop.ui.panels.persona.document_delegate import DocumentDelegate
from characoid_desktop.ui.panels.persona.document_detail import DocumentDetail
from characoid_desktop.ui.panels.persona.document_rows import title_of
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.painting import RowList
from characoid_desktop.ui.panels.persona.people_view import Confirm
from characoid_desktop.ui.panels.persona.ports import DocumentFacts, DocumentState
from characoid_desktop.ui.shell.file_dialogs import FileDialogs
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.gradual import Steps
from characoid_desktop.ui.widgets.labels import ElidedLabel
from characoid_desktop.ui.widgets.layouts import hold_width
from characoid_desktop.ui.widgets.notices import InlineNotice, NoticePlace
from characoid_desktop.ui.widgets.page import Divider, scroll_column
from characoid_desktop.ui.widgets.themed import Themed

LIST_WIDTH = 420
LEAST_BESIDE = 800  # px of the tab; with less the detail takes the place of the list
PATTERNS = "*.pdf *.docx *.pptx *.xlsx *.epub *.html *.htm *.md *.txt *.srt *.csv *.tsv"
FILTERS = (Text("Documents ({patterns})", {"patterns": PATTERNS}), Text("All files (*)"))
KINDS = Text("PDF, Office, EPUB, HTML, text, CSV and more")


class DocumentsView(Themed, QWidget):
    """Draws the documents of ``model``."""

    def __init__(self, panel: PersonaPanelModel, confirm: Confirm, dialogs: FileDialogs,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self._model = panel.documents
        self._confirm = confirm
        self._dialogs = dialogs
        self._shows_detail = False
        self._is_whole = False
        self._menu: QMenu | None = None
        self._notices = NoticePlace()
        self.dialog: AddressDialog | None = None

    @property
    def notice(self) -> InlineNotice | None:
        return self._notices.card

    # --- layout -----------------------------------------------------------------------------------

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
        body = QHBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        self._left = self._make_left()
        body.addWidget(self._left)
        self._line = Divider(Qt.Orientation.Vertical)
        body.addWidget(self._line)
        yield
        self.to_list = Button(Text.of("All documents"), ButtonKind.QUIET, icon="chevron-left")
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(20, 8, 24, 24)
        inner.setSpacing(8)
        self.scrolling = scroll_column(content, name=Text.of("Details"))
        body.addWidget(self.scrolling, 1)
        inner.addWidget(self.to_list, 0, Qt.AlignmentFlag.AlignLeft)
        yield
        self.detail = DocumentDetail(self._panel, self.ask_to_remove, self.ask_for_version)
        inner.addWidget(self.detail)
        yield from self.detail.steps()
        inner.addStretch(1)
        yield
        self.empty = self._make_empty()
        column.addWidget(self.empty, 1)
        yield
        self.list.setModel(self._model.rows)
        self.list.connect_rows()
        yield
        self._connect()
        self._is_whole = True
        self.init_theme()
        self._show()

    def _make_head(self) -> QWidget:
        self.add = Button(Text.of("Add files…"), icon="plus")
        self.add_address = Button(Text.of("Add a web page…"), icon="link")
        self.foot = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        made = QWidget(self)
        head = QHBoxLayout(made)
        head.setContentsMargins(24, 12, 24, 8)
        head.setSpacing(8)
        head.addWidget(self.foot, 1)
        head.addWidget(self.add_address)
        head.addWidget(self.add)
        return made

    def _make_left(self) -> QWidget:
        self.list = RowList(Text.of("Documents"), DocumentDelegate())
        self.list.setUniformItemSizes(True)
        self.drop = DropTarget(Text.of("Drop documents here"), compact=True)
        made = QWidget(self._body)
        left = QVBoxLayout(made)
        left.setContentsMargins(12, 0, 8, 12)
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        left.addWidget(self.drop)
        return made

    def _make_empty(self) -> EmptyState:
        self.first_drop = DropTarget(Text.of("Drop documents here"), KINDS)
        self.choose = Button(Text.of("Choose files…"), ButtonKind.PRIMARY, icon="folder")
        self.first_address = Button(Text.of("Add a web page…"), icon="link")
        return EmptyState(
            Text.of("No documents yet"),
            Text.of("The character can look things up in what you add here, and names its source. Your files stay "
                    "where they are."), target=self.first_drop, buttons=(self.choose, self.first_address))

    def _connect(self) -> None:
        model = self._model
        for button in (self.add, self.choose):
            button.clicked.connect(self.ask_for_files)
        for button in (self.add_address, self.first_address):
            button.clicked.connect(self.ask_for_address)
        for target in (self.drop, self.first_drop):
            target.dropped.connect(self._dropped)
            target.browse.connect(self.ask_for_files)
        self.drop.also_on(self)
        self.list.chosen.connect(self._row_chosen)
        self.list.clicked.connect(self._clicked)
        self.list.opened.connect(self._opened)
        self.list.removed.connect(self._row_removed)
        self.list.menu_wanted.connect(self._row_menu)
        self.to_list.clicked.connect(lambda: self.show_detail(False))
        model.changed.connect(self._show)
        model.current_changed.connect(self._follow)
        self._panel.chosen_changed.connect(self._other)

    def _other(self) -> None:
        self.show_detail(False)

    # --- what it shows ----------------------------------------------------------------------------

    def _show(self) -> None:
        model = self._model
        rows = model.rows.rowCount()
        bare = model.is_loaded and not rows and not model.adding and model.problem is None
        self.empty.setVisible(bare)
        self._head.setVisible(not bare)
        self._body.setVisible(not bare)
        busy = sum(one.state.is_busy for one in model.rows.all)
        failed = sum(one.state is DocumentState.FAILED for one in model.rows.all)
        parts: list[Text] = [Text.count("{n} document", "{n} documents", rows)] if rows else []
        if busy or model.adding:
            parts.append(Text.of("{n} being read", n=busy) if busy else Text.of("being taken in…"))
        if failed:
            parts.append(Text.count("{n} could not be read", "{n} could not be read", failed))
        self.foot.set_words(" · ".join(map(str, parts)))
        self._show_notice()
        self._follow()

    def _show_notice(self) -> None:
        problem = self._model.problem
        card: InlineNotice | None = None
        if problem is not None:
            card = InlineNotice(NoticeLevel.ERROR, problem.sentence, problem.safe or "",
                                actions=(Text.of("Try again"),))
            card.action_triggered.connect(self._again)
        self._notices.show_card(card)

    def _again(self, _: int) -> None:
        self._model.refresh()

    def _follow(self) -> None:
        current = self._model.current
        self.list.mark(self._model.rows.row_of(current.id) if current is not None else -1)
        self._fold()

    # --- wishes -----------------------------------------------------------------------------------

    def _dropped(self, paths: list[Path]) -> None:
        self._model.add(paths)

    def ask_for_files(self) -> None:
        """Ask for files to take in."""
        self._dialogs.ask_files(Text.of("Add documents"), self._take, FILTERS)

    def _take(self, paths: Sequence[Path]) -> None:
        self._model.add(paths)

    def ask_for_address(self) -> None:
        """Ask for the address of a page."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        self.dialog = AddressDialog(self._model.add_address, parent=self.window())
        self.dialog.answered.connect(self._answered)
        self.dialog.open()

    def _answered(self, _: str) -> None:
        self.dialog = None

    def ask_for_version(self, document: DocumentFacts) -> None:
        """Ask for the file that takes the place of a document."""
        self._dialogs.ask_file(Text.of("Choose the new version"), lambda path: self._model.update(document.id, path),
                               FILTERS)

    def ask_to_remove(self, document: DocumentFacts) -> None:
        """Remove a document after a question."""
        shared = len(document.spaces) > 1
        question = (Text.of("Take “{title}” from this character? Others still have it.", title=title_of(document))
                    if shared else Text.of("Remove “{title}” and all that was made of it? Your own file stays.",
                                           title=title_of(document)))
        self._confirm(question, Text.of("Remove"), lambda: self._model.remove(document.id))

    def _row_chosen(self, row: int) -> None:
        document = self._model.rows.at(row)
        if document is not None:
            self._model.choose(document.id)

    def _clicked(self, index: QModelIndex) -> None:
        self._row_chosen(index.row())
        self.show_detail(True)

    def _opened(self, row: int) -> None:
        self._row_chosen(row)
        self.show_detail(True)
        self.detail.title.setFocus(Qt.FocusReason.OtherFocusReason)

    def _row_removed(self, row: int) -> None:
        document = self._model.rows.at(row)
        if document is not None:
            self.ask_to_remove(document)

    @property
    def menu(self) -> QMenu | None:
        return self._menu

    def _row_menu(self, row: int, place: QPoint) -> None:
        document = self._model.rows.at(row)
        if document is None:
            return
        if self._menu is not None:
            self._menu.deleteLater()
        menu = self._menu = QMenu(self)
        if document.state.is_busy:
            menu.addAction(t("Cancel"), lambda: self._model.cancel(document.id))
        else:
            menu.addAction(t("Read again"), lambda: self._model.update(document.id))
            menu.addAction(t("Replace by another file…"), lambda: self.ask_for_version(document))
        menu.addSeparator()
        menu.addAction(t("Remove…"), lambda: self.ask_to_remove(document))
        menu.popup(place)

    # --- folding ----------------------------------------------------------------------------------

    @property
    def is_folded(self) -> bool:
        return self.width() < self.theme.scaled(LEAST_BESIDE)

    def show_detail(self, on: bool) -> None:
        """In the folded layout: show the detail instead of the list."""
        self._shows_detail = on
        self._fold()
        if self.is_folded and not on and self.isVisible():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fold(self) -> None:
        if not self._is_whole:
            return
        folded = self.is_folded
        alone = folded and self._shows_detail and self._model.current is not None
        self._left.setVisible(not alone)
        hold_width(self._left, None if folded else self.theme.scaled(LIST_WIDTH))
        self._line.setVisible(not folded)
        self.scrolling.setVisible(not folded or alone)
        self.to_list.setVisible(alone)

    def on_theme(self, theme: Theme) -> None:
        self._fold()
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()
