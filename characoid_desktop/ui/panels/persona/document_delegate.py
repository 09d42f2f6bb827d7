"""A document as a row of a list: a sign, its title, what became of it, and how far its reading is."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from characoid_desktop.ui.panels.persona.document_rows import DocumentRole, title_of
from characoid_desktop.ui.panels.persona.ports import DocumentFacts, DocumentState
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.progress import draw_progress

PADDING = 12
SIGN = 18
LINE = 4  # px of the progress
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
