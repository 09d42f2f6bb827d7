"""A message of the user: a tinted block at the right edge, with its files."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.widgets.message_item import FileLine, MessageItem
from characoid_desktop.ui.widgets.message_parts import FileRow
from characoid_desktop.ui.widgets.message_view import ExtraViews, MessageView
from characoid_desktop.ui.widgets.safe_browser import Images, SafeBrowser
from characoid_desktop.ui.widgets.safe_text import SHOWN_LIMIT, shown
from characoid_desktop.ui.widgets.stack import height_of

USER_SHARE = 0.82  # of the column's width, at most
_PAD_X, _PAD_Y = 12, 8
_USER_LINES = 400  # of what the user wrote; a longer text opens in a window
_USER_CHARS = 20_000


class UserMessage(MessageView):
    """A tinted block at the right edge, letter for letter as it was written, with its files."""

    def __init__(
        self, item: MessageItem, extras: ExtraViews, images: Images | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(item, extras, images, parent)
        self._files: tuple[FileLine, ...] = ()
        self._rows: list[FileRow] = []
        self._block = QRect()
        self.body = SafeBrowser(Text.of("Your message"), language=item.language, parent=self)
        self.show_changes(None)
        self.init_theme()

    def show_changes(self, old: MessageItem | None) -> None:
        text = self._item.text
        cut = len(text) > _USER_CHARS or text.count("\n") > _USER_LINES
        if cut:
            text = "\n".join(text[:_USER_CHARS].split("\n")[:_USER_LINES]) + "…"
        if old is None or old.text != self._item.text:
            self.body.set_plain(shown(text[:SHOWN_LIMIT]))
        self.body.setVisible(bool(text))
        if self._files != self._item.files:
            for row in self._rows:
                row.hide()
                row.deleteLater()
            self._files = self._item.files
            self._rows = [FileRow(line, self) for line in self._files]
            for row in self._rows:
                row.show()
        super().show_changes(old)

    def place(self, width: int, *, move: bool) -> int:
        """The block is as wide as its words want, within its share."""
        most = max(120, int(width * USER_SHARE))
        inner = 0
        if not self.body.isHidden():
            inner = self.body.width_within(most - 2 * _PAD_X)
        inner = min(most - 2 * _PAD_X, max([inner, *(row.natural_width() for row in self._rows)]))
        heights = [] if self.body.isHidden() else [self.body.height_at(inner)]
        heights += [row.height_at(inner) for row in self._rows]
        block = QRect(width - inner - 2 * _PAD_X, 0, inner + 2 * _PAD_X, sum(heights) + 2 * _PAD_Y)
        y = block.bottom() + 1
        if self.branch is not None:
            hint = self.branch.sizeHint()
            if move:
                self.branch.setGeometry(width - hint.width(), y + 2, hint.width(), hint.height())
            y += hint.height() + 2
        if move:
            self._block = block
            self._put(inner, heights)
        for part in self._parts:
            height = height_of(part, width)
            if move:
                part.setGeometry(0, y + self._spacing, width, height)
            y += height + self._spacing
        return y

    def _put(self, inner: int, heights: list[int]) -> None:
        x, y = self._block.x() + _PAD_X, _PAD_Y
        shown_parts = ([] if self.body.isHidden() else [self.body]) + list[QWidget](self._rows)
        for part, height in zip(shown_parts, heights, strict=True):
            part.setGeometry(x, y, inner, height)
            y += height
        self.update()

    def top_line(self) -> QRect:
        return QRect(0, 0, max(0, self._block.x() - 6), self._block.height())

    def selected_text(self) -> str:
        return self.body.selected_text()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height_at(max(1, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color.raised)
        radius = self.theme.tokens.radius.card
        painter.drawRoundedRect(QRectF(self._block), radius, radius)
