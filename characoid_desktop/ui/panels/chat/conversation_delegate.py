"""One row of the list of conversations: a heading, or two lines with a mark where it is the shown one."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import MAX_TITLE_CHARS, Conversation
from characoid_desktop.ui.panels.chat.conversations import ListRole
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.safe_text import visible

PADDING = 12
_Index = QModelIndex | QPersistentModelIndex


class ConversationDelegate(QStyledItemDelegate):
    """Draws rows; F2 edits the title in place."""

    def heights(self, theme: Theme) -> tuple[int, int]:
        """Return the heights of a heading and of a conversation, px."""
        body = QFontMetrics(theme.font("body")).height()
        small = QFontMetrics(theme.font("small")).height()
        caption = QFontMetrics(theme.font("small")).height()
        return max(theme.scaled(30), caption + 10), max(theme.tokens.size.list_item_two_lines, body + small + 16)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        heading, row = self.heights(theme_of())
        is_row = isinstance(index.data(ListRole.CONVERSATION), Conversation)
        return QSize(120, row + 2 if is_row else heading)

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        """Return what a row at ``rect`` says."""
        theme = theme_of()
        conversation = index.data(ListRole.CONVERSATION)
        if not isinstance(conversation, Conversation):
            font = theme.font("small")
            height = QFontMetrics(font).height()
            box = QRect(rect.left() + PADDING, rect.bottom() - height - 3, rect.width() - 2 * PADDING, height)
            return [PaintedText(str(index.data()), box, font, theme.color.text_muted)]
        title, note = theme.font("body"), theme.font("small")
        high, low = QFontMetrics(title).height(), QFontMetrics(note).height()
        top = rect.top() + max(0, (rect.height() - high - low) // 2)
        width = rect.width() - 2 * PADDING
        busy = bool(index.data(ListRole.BUSY))
        return [
            PaintedText(visible(str(index.data())), QRect(rect.left() + PADDING, top, width, high), title,
                        theme.color.text, may_elide=True),
            PaintedText(str(index.data(ListRole.NOTE)), QRect(rect.left() + PADDING, top + high, width, low), note,
                        theme.color.accent if busy else theme.color.text_muted)]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(index.data(ListRole.CONVERSATION), Conversation):
            paint_row(painter, rect, option.state)
        for text in self.painted_texts(rect, index):
            text.paint(painter)
        painter.restore()

    # --- renaming ---------------------------------------------------------------------------------

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        editor = LineInput(Text.of("Title of the conversation"), parent=parent)
        editor.setMaxLength(MAX_TITLE_CHARS)
        return editor

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        if isinstance(editor, LineInput):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        conversation = index.data(ListRole.CONVERSATION)
        rename = getattr(self.parent(), "renamed", None)
        if isinstance(editor, LineInput) and isinstance(conversation, Conversation) and rename is not None:
            title = editor.text().strip()
            if title and title != conversation.title:
                rename.emit(conversation.id, title)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _Index) -> None:
        rect: QRect = option.rect
        editor.setGeometry(rect.adjusted(2, (rect.height() - editor.sizeHint().height()) // 2, -2, 0))
        editor.resize(rect.width() - 4, editor.sizeHint().height())
