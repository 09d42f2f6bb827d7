"""The documents tab: taken in by drop, dialog or address; how each is doing; and one in detail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.persona.document_detail import DocumentDetail
from characoid_desktop.ui.panels.persona.document_rows import DocumentRole, title_of
from characoid_desktop.ui.panels.persona.documents_model import address_problem
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.painting import RowList
from characoid_desktop.ui.panels.persona.people_view import Confirm
from characoid_desktop.ui.panels.persona.ports import DocumentFacts, DocumentState
from characoid_desktop.ui.shell.file_dialogs import FileDialogs
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.fields import LineEdit
from characoid_desktop.ui.widgets.labels import ElidedLabel
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Divider, scroll_column
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.progress import draw_progress
from characoid_desktop.ui.widgets.themed import Themed

PADDING = 12
SIGN = 18
LINE = 4  # px of the progress
LIST_WIDTH = 420
LEAST_BESIDE = 800  # px of the tab; with less the detail takes the place of the list
_NO_LIMIT = 16_777_215
PATTERNS = "*.pdf *.docx *.pptx *.xlsx *.epub *.html *.htm *.md *.txt *.srt *.csv *.tsv"
FILTERS = (Text("Documents ({patterns})", {"patterns": PATTERNS}), Text("All files (*)"))
KINDS = Text("PDF, Office, EPUB, HTML, text, CSV and more")
_Index = QModelIndex | QPersistentModelIndex


class DocumentDelegate(QStyledItemDelegate):
    """A sign, the title, and what became of it; a line while it is read. All rows have one height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        words = QFontMetrics(theme.font("body")).height() + QFontMetrics(theme.font("small")).height()
        return QSize(120, max(theme.tokens.size.list_item_two_lines, words + 18) + 2)

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        theme, c, document = theme_of(), theme_of().color, index.data(DocumentRole.DOCUMENT)
        if not isinstance(document, DocumentFacts):
            return []
        body, small = theme.font("body"), theme.font("small")
        high, low = QFontMetrics(body).height(), QFontMetrics(small).height()
        left = rect.left() + PADDING + SIGN + 10
        width = rect.right() - PADDING - left
        top = rect.top() + (rect.height() - high - low) // 2 - (2 if document.state is DocumentState.READING else 0)
        tone = c.error if document.state is DocumentState.FAILED else (
            c.warn if document.notes and document.state is DocumentState.READY else c.text_muted)
        return [
            PaintedText(title_of(document), QRect(left, top, width, high), body, c.text,
                        Qt.TextElideMode.ElideMiddle, may_elide=True),
            PaintedText(str(index.data(DocumentRole.NOTE)), QRect(left, top + high, width, low), small, tone,
                        may_elide=True)]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect, document = theme_of(), QRect(option.rect), index.data(DocumentRole.DOCUMENT)
        if not isinstance(document, DocumentFacts):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        sign = QRectF(rect.left() + PADDING, rect.top() + (rect.height() - SIGN) / 2, SIGN, SIGN)
        name, tone = _sign(document, theme)
        draw_icon(painter, name, sign, theme.color.role(tone))
        texts = self.painted_texts(rect, index)
        for text in texts:
            text.paint(painter)
        if document.state is DocumentState.READING:
            box = texts[1].rect
            draw_progress(painter, QRectF(box.left(), rect.bottom() - 8, box.width(), LINE),
                          index.data(DocumentRole.FRACTION), theme)
        painter.restore()


def _sign(document: DocumentFacts, theme: Theme) -> tuple[str, str]:
    match document.state:
        case DocumentState.FAILED:
            return "error", "error"
        case DocumentState.QUEUED:
            return "clock", "text_muted"
        case DocumentState.READING:
            return "clock", "info"
        case DocumentState.READY:
            return ("link" if document.is_web else "file"), "text_muted"


class AddressDialog(Dialog):
    """Asks for a web address; ``take(address)`` gets one that may be the address of a page."""

    def __init__(self, take: Callable[[str], object], parent: QWidget | None = None) -> None:
        super().__init__(
            Text.of("Add a web page"),
            Text.of("The page is fetched once and kept as a document. Sites of your own network are not fetched."),
            escape="cancel", parent=parent)
        self._take = take
        self.address = LineEdit(Text.of("Address"), placeholder="https://example.org/rules")
        self.body.addWidget(self.address)
        self.add_button("cancel", Text.of("Cancel"))
        self.agree = self.add_button("ok", Text.of("Add"), ButtonKind.PRIMARY)
        self.address.input.returnPressed.connect(lambda: self.give("ok"))
        self.address.changed.connect(self._edited)
        self.address.input.setFocus()

    def _edited(self, _: str) -> None:
        self.address.set_error("")

    def on_theme(self, theme: Theme) -> None:
        super().on_theme(theme)
        self.setMinimumWidth(theme.scaled(520))

    def give(self, answer: str) -> None:
        if answer == "ok":
            problem = address_problem(self.address.text())
            if problem is not None:
                self.address.set_error(problem)
                self.address.input.setFocus()
                return
            self._take(self.address.text().strip())
        super().give(answer)


class DocumentsView(Themed, QWidget):
    """Draws the documents of ``model``."""

    def __init__(self, panel: PersonaPanelModel, confirm: Confirm, dialogs: FileDialogs) -> None:
        super().__init__()
        self._panel = panel
        self._model = model = panel.documents
        self._confirm = confirm
        self._dialogs = dialogs
        self._shows_detail = False
        self._menu: QMenu | None = None
        self.notice: InlineNotice | None = None
        self.dialog: AddressDialog | None = None
        self.add = Button(Text.of("Add files…"), icon="plus")
        self.add_address = Button(Text.of("Add a web page…"), icon="link")
        self.foot = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        self.list = RowList(Text.of("Documents"), DocumentDelegate())
        self.list.setUniformItemSizes(True)
        self.list.setModel(model.rows)
        self.list.connect_rows()
        self.drop = DropTarget(Text.of("Drop documents here"), compact=True)
        self.detail = DocumentDetail(panel, self.ask_to_remove, self.ask_for_version)
        self.to_list = Button(Text.of("All documents"), ButtonKind.QUIET, icon="chevron-left")
        self.first_drop = DropTarget(Text.of("Drop documents here"), KINDS)
        self.choose = Button(Text.of("Choose files…"), ButtonKind.PRIMARY, icon="folder")
        self.first_address = Button(Text.of("Add a web page…"), icon="link")
        self.empty = EmptyState(
            Text.of("No documents yet"),
            Text.of("What is added here the character can look up and name with its source. Your files stay where "
                    "they are."), target=self.first_drop, buttons=(self.choose, self.first_address))
        self._lay_out()
        self._connect()
        self.init_theme()
        self._show()

    # --- layout -----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(24, 12, 24, 8)
        head.setSpacing(8)
        head.addWidget(self.foot, 1)
        head.addWidget(self.add_address)
        head.addWidget(self.add)
        self._head = QWidget()
        self._head.setLayout(head)
        self._notices = QVBoxLayout()
        self._notices.setContentsMargins(24, 0, 24, 8)
        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(12, 0, 8, 12)
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        left.addWidget(self.drop)
        self._line = Divider(Qt.Orientation.Vertical)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(20, 8, 24, 24)
        inner.setSpacing(8)
        inner.addWidget(self.to_list, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(self.detail)
        inner.addStretch(1)
        self._detail_content = content
        self.scrolling = scroll_column(content, name=Text.of("Details"))
        self._body = QWidget()
        body = QHBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self._left)
        body.addWidget(self._line)
        body.addWidget(self.scrolling, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addLayout(self._notices)
        column.addWidget(self._body, 1)
        column.addWidget(self.empty, 1)

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
        if self.notice is not None:
            self.notice.hide()
            self.notice.deleteLater()
            self.notice = None
        problem = self._model.problem
        if problem is not None:
            self.notice = InlineNotice(NoticeLevel.ERROR, problem.sentence, problem.safe or "",
                                        actions=(Text.of("Try again"),))
            self.notice.action_triggered.connect(self._again)
            self._notices.addWidget(self.notice)

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
        folded = self.is_folded
        alone = folded and self._shows_detail and self._model.current is not None
        self._left.setVisible(not alone)
        self._left.setMaximumWidth(_NO_LIMIT if folded else self.theme.scaled(LIST_WIDTH))
        self._left.setMinimumWidth(0 if folded else self.theme.scaled(LIST_WIDTH))
        self._line.setVisible(not folded)
        self.scrolling.setVisible(not folded or alone)
        self.to_list.setVisible(alone)

    def on_theme(self, theme: Theme) -> None:
        self._fold()
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()
