"""The knowledge tab: a search over the documents, the passages that were found, and one in its surroundings."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeySequence,
    QPainter,
    QResizeEvent,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.features.knowledge.models import Around
from characoid_desktop.ui.panels.persona.knowledge_model import FoundRole, place_words, way_words
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel, Tab
from characoid_desktop.ui.panels.persona.painting import RowList, line_height, painted_lines
from characoid_desktop.ui.theme.theme import ControlSize, Theme, theme_of
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.fields import SearchField
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Card, Divider
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.safe_text import shown
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.visible import visible_line

PADDING = 12
CHIP = 18
LINES = 3
LIST_WIDTH = 380
LEAST_BESIDE = 760  # px of the tab; with less the passage takes the place of the list
_NO_LIMIT = 16_777_215
_Index = QModelIndex | QPersistentModelIndex


class FoundDelegate(QStyledItemDelegate):
    """A numbered chip, title and place, and the first lines of the passage. All rows have one height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        lines = LINES * line_height(theme.font("small"))
        return QSize(120, line_height(theme.font("body")) + line_height(theme.font("caption")) + lines + 24)

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        theme, c = theme_of(), theme_of().color
        body, small, caption = theme.font("body", strong=True), theme.font("small"), theme.font("caption")
        left = rect.left() + PADDING + CHIP + 10
        width = rect.right() - PADDING - left
        top = rect.top() + 9
        title = PaintedText(str(index.data()), QRect(left, top, width, line_height(body)), body, c.text,
                            may_elide=True)
        top += line_height(body)
        place = PaintedText(str(index.data(FoundRole.NOTE)), QRect(left, top, width, line_height(caption)), caption,
                            c.text_muted, may_elide=True)
        top += line_height(caption) + 3
        words = painted_lines(str(index.data(FoundRole.TEXT)), QRect(left, top, width, rect.height()), small,
                              c.text_muted, LINES)
        return [title, place, *words]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect = theme_of(), QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        chip = QRectF(rect.left() + PADDING, rect.top() + 10, CHIP, CHIP)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color.info_soft)
        painter.drawRoundedRect(chip, theme.tokens.radius.tag, theme.tokens.radius.tag)
        painter.setFont(theme.font("caption", strong=True))
        painter.setPen(theme.color.info)
        painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), str(index.data(FoundRole.NUMBER)))
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()


class PassageText(Themed, QPlainTextEdit):
    """A part of a document, read-only; the passage in it is marked and scrolled to."""

    def __init__(self) -> None:
        super().__init__()
        self._around: Around | None = None
        self._mark: tuple[int, int] = (0, 0)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setProperty("flat", True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self._scroll = QTimer(self)
        self._scroll.setSingleShot(True)
        self._scroll.setInterval(0)
        self._scroll.timeout.connect(self._to_mark)
        self.init_theme()

    @property
    def marked(self) -> str:
        """The words that are marked, as they are drawn."""
        return self.toPlainText()[self._mark[0]:self._mark[1]]

    def show_around(self, around: Around) -> None:
        self._around = around
        before = shown(around.text[:around.mark_start])
        passage = shown(around.text[around.mark_start:around.mark_stop])
        after = shown(around.text[around.mark_stop:])
        self.setPlainText(before + passage + after)
        self._mark = (len(before), len(before) + len(passage))
        self._paint_mark()
        self._scroll.start()

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("The passage in its document")))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("body"))
        self._paint_mark()
        super().on_theme(theme)

    def _paint_mark(self) -> None:
        if self._around is None:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(_utf16(self.toPlainText(), self._mark[0]))
        cursor.setPosition(_utf16(self.toPlainText(), self._mark[1]), QTextCursor.MoveMode.KeepAnchor)
        look = QTextCharFormat()
        ground: QColor = self.theme.color.info_soft
        look.setBackground(ground)
        look.setForeground(self.theme.color.text)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        selection.format = look
        self.setExtraSelections([selection])

    def _to_mark(self) -> None:
        cursor = self.textCursor()
        cursor.setPosition(_utf16(self.toPlainText(), self._mark[0]))
        self.setTextCursor(cursor)
        self.centerCursor()


def _utf16(text: str, at: int) -> int:
    """Qt counts in UTF-16: letters beyond the basic plane are two."""
    return at + sum(char > "\uffff" for char in text[:at])


class PassagePane(Themed, QWidget):
    """One passage with what stands around it. ``closed`` asks for the way back to the list."""

    closed = Signal()

    def __init__(self, panel: PersonaPanelModel) -> None:
        super().__init__()
        self._model = model = panel.knowledge
        self.back = Button(Text.of("All passages"), ButtonKind.QUIET, icon="chevron-left", size=ControlSize.COMPACT)
        self.title = ElidedLabel("", "section", minimum_characters=8)
        self.place = ElidedLabel("", "small", "text_muted", minimum_characters=8)
        self.text = PassageText()
        self.more = Button(Text.of("Show more of the document"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.gone = Label(Text.of("This passage is not there any more. Its document was removed or updated."), "body",
                          "text_muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 12, 20, 12)
        column.setSpacing(4)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.title)
        column.addWidget(self.place)
        column.addSpacing(4)
        column.addWidget(self.text, 1)
        column.addWidget(self.gone)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(0)
        self.back.clicked.connect(self.closed)
        self.more.clicked.connect(model.more)
        model.passage_changed.connect(self.refresh)
        self.init_theme()
        self.refresh()

    def refresh(self) -> None:
        around = self._model.around
        self.gone.setVisible(self._model.is_gone)
        for widget in (self.title, self.place, self.text):
            widget.setVisible(around is not None)
        self.more.setVisible(self._model.can_show_more)
        if around is not None:
            self.title.set_words(visible_line(around.found.title, 200))
            self.place.set_words(place_words(around.found))
            self.text.show_around(around)


class KnowledgeView(Themed, QWidget):
    """Draws the knowledge of ``model``."""

    def __init__(self, panel: PersonaPanelModel) -> None:
        super().__init__()
        self._panel = panel
        self._model = model = panel.knowledge
        self._reads = bool(model.passage_id)
        self.notice: InlineNotice | None = None
        self.search = SearchField(Text.of("Ask a question or type words"), name=Text.of("Search the documents"))
        self.way = Label("", "small", "text_muted")
        self.list = RowList(Text.of("Passages"), FoundDelegate())
        self.list.setUniformItemSizes(True)
        self.list.setModel(model.rows)
        self.list.connect_rows()
        self.nothing = Label("", "body", "text_muted", wrap=True)
        self.passage = PassagePane(panel)
        self.to_documents = Button(Text.of("Go to the documents"), ButtonKind.PRIMARY, icon="book")
        self.empty = EmptyState(
            Text.of("Nothing to look up yet"),
            Text.of("Give the character documents: notes, scripts, rules of your channel. What they say can then be "
                    "searched here, and the character looks it up by itself."), buttons=(self.to_documents,))
        self.hint = EmptyState(
            Text.of("Look something up"),
            Text.of("Ask as you would ask the character. You see the passages it would find, and where they stand."))
        self._lay_out()
        self._connect()
        if model.query:
            self.search.input.setText(model.query)
        self.init_theme()
        self._show()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(24, 16, 24, 12)
        head.setSpacing(12)
        head.addWidget(self.search, 1)
        head.addWidget(self.way)
        self._notices = QVBoxLayout()
        self._notices.setContentsMargins(24, 0, 24, 8)
        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(12, 0, 8, 8)
        left.addWidget(self.list)
        self._line = Divider(Qt.Orientation.Vertical)
        self._body = QWidget()
        body = QHBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self._left)
        body.addWidget(self._line)
        body.addWidget(self.passage, 1)
        self._nothing_card = Card()
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._nothing_card.body.addWidget(self.nothing)
        self._nothing_box = QWidget()
        nothing = QVBoxLayout(self._nothing_box)
        nothing.setContentsMargins(24, 0, 24, 16)
        nothing.addWidget(self._nothing_card)
        nothing.addStretch(1)
        self._head = QWidget()
        self._head.setLayout(head)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addLayout(self._notices)
        for widget in (self._body, self._nothing_box, self.hint, self.empty):
            column.addWidget(widget, 1)

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
        if self.notice is not None:
            self.notice.hide()
            self.notice.deleteLater()
            self.notice = None
        problem, result = self._model.problem, self._model.result
        if problem is not None:
            self.notice = InlineNotice(NoticeLevel.ERROR, problem.sentence, problem.safe or "",
                                        actions=(Text.of("Try again"),))
            self.notice.action_triggered.connect(self._again)
        elif result is not None and result.notes:
            self.notice = InlineNotice(NoticeLevel.INFO, Text.lines(result.notes))
        if self.notice is not None:
            self._notices.addWidget(self.notice)

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
        folded, listed = self.is_folded, self._model.rows.rowCount() > 0
        alone = folded and self._reads
        self._left.setVisible(listed and not alone)
        self._left.setMaximumWidth(_NO_LIMIT if folded else self.theme.scaled(LIST_WIDTH))
        self._left.setMinimumWidth(0 if folded else self.theme.scaled(LIST_WIDTH))
        self._line.setVisible(listed and not folded)
        self.passage.setVisible(not folded or alone or not listed)
        self.passage.back.setVisible(alone and listed)

    def on_theme(self, theme: Theme) -> None:
        self._fold()
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()
