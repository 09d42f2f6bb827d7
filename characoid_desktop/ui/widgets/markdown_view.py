"""A message's words: pieces of markdown and code under each other, growing at the end while they come in."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.code_block import CodeBlock, CodeText
from characoid_desktop.ui.widgets.markdown_text import Piece, PieceKind, Splitter, for_code, for_document
from characoid_desktop.ui.widgets.safe_browser import Images, SafeBrowser
from characoid_desktop.ui.widgets.stack import Stack
from characoid_desktop.ui.widgets.themed import Themed, Words

CARET_WIDTH, CARET_HEIGHT = 8, 16
SLICE_S = 0.003  # of drawing pieces in one go; one piece may go over it
_GAP = 10


class Caret(Themed, QWidget):
    """Where the character is writing: 8×16 in its colour, steady."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._color: QColor | None = None
        self.resize(CARET_WIDTH, CARET_HEIGHT)
        self.init_theme()

    def set_color(self, color: QColor | None) -> None:
        self._color = color
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        color = theme.persona if self._color is None else theme.persona_on_theme(self._color)
        painter = QPainter(self)
        painter.fillRect(QRectF(self.rect()), color)


class MarkdownView(Themed, Stack):
    """Draws a text that may grow. Closed pieces stay; only the last is drawn anew.

    A long text is filled in slices. ``link_wanted(str)``, ``all_wanted`` (the text is longer than is drawn),
    ``filled`` when the last piece is there.
    """

    link_wanted = Signal(str)
    all_wanted = Signal()
    filled = Signal()

    def __init__(
        self, name: Words = "", *, images: Images | None = None, language: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(spacing=_GAP, parent=parent)
        self._name, self._images, self._language = name, images, language
        self._text = ""
        self._splitter = Splitter()
        self._widgets: list[QWidget] = []  # one for each piece that is drawn
        self._shown: list[Piece] = []
        self._ends: list[int] = []  # where pieces end that stay where they are while the text grows; px
        self._placed_width = 0
        self._grows = False  # right now: what is above the change is not measured
        self._more: Button | None = None
        self.caret = Caret(self)
        self.caret.hide()
        self._has_caret = False
        self._filling = QTimer(self)
        self._filling.setSingleShot(True)
        self._filling.timeout.connect(self._go_on)
        self.init_theme()

    @property
    def text(self) -> str:
        """The text as it came."""
        return self._text

    @property
    def is_cut(self) -> bool:
        """Whether there is more than is drawn."""
        return self._splitter.cut

    @property
    def is_filled(self) -> bool:
        """Whether all that is to be drawn is drawn."""
        return not self._filling.isActive()

    @property
    def shown_pieces(self) -> tuple[Piece, ...]:
        return tuple(self._shown)

    def set_text(self, text: str) -> None:
        """Show ``text``: where it only grew, the end of it."""
        if text == self._text:
            return
        if text.startswith(self._text):
            self._splitter.feed(text[len(self._text):])
        else:
            self._splitter = Splitter()
            self._splitter.feed(text)
            self._keep_same()
        self._text = text
        self._grow()

    def set_caret(self, on: bool, color: QColor | None = None) -> None:
        """Show where it is being written."""
        self._has_caret = on
        self.caret.set_color(color)
        self._place_caret()

    def shed(self, count: int) -> int:
        """Let go of pieces at the end, ``count`` at most, and draw no more; return how many."""
        self._filling.stop()
        gone = min(count, len(self._widgets))
        self._drop_from(len(self._widgets) - gone)
        return gone

    # --- pieces -----------------------------------------------------------------------------------

    def _keep_same(self) -> None:
        """After another text: keep the pieces that are the same at the beginning."""
        new = self._splitter.pieces()
        same = 0
        for old, piece in zip(self._shown, new, strict=False):
            if old != piece:
                break
            same += 1
        self._drop_from(same)

    def _fill(self) -> bool:
        """Draw what is missing or changed, for SLICE_S seconds at most; return whether all is there."""
        end = perf_counter() + SLICE_S
        start = max(0, len(self._shown) - 1)
        pieces = self._splitter.pieces(start) if start <= self._splitter.closed else []
        for number, piece in enumerate(pieces, start):
            if number < len(self._shown):
                if self._shown[number] == piece:
                    continue
                if self._shown[number].kind is not piece.kind:
                    self._drop_from(number)
            self._draw(number, piece)
            if perf_counter() > end and number < start + len(pieces) - 1:
                self._filling.start(0)
                return False
        if len(self._shown) > start + len(pieces):
            self._drop_from(start + len(pieces))
        self._show_more()
        return True

    def _go_on(self) -> None:
        if self._grow():
            self.filled.emit()

    def _grow(self) -> bool:
        done = self._fill()
        self._grows = True
        self.restack()
        self._grows = False
        return done

    def _drop_from(self, number: int) -> None:
        self._moves_from(number)
        for widget in self._widgets[number:]:
            self.take_part(widget)
        del self._widgets[number:], self._shown[number:]

    def _moves_from(self, number: int) -> None:
        """What is before this piece stays where it is."""
        del self._ends[number:]

    def _draw(self, number: int, piece: Piece) -> None:
        self._moves_from(number)
        if number == len(self._widgets):
            widget = self._make(piece)
            self._widgets.append(widget)
            self._shown.append(piece)
            self.add_part(widget, number)
            widget.show()
        self._shown[number] = piece
        widget = self._widgets[number]
        if isinstance(widget, CodeBlock):
            widget.show_code(for_code(piece), piece.text)
            if piece.goes_on:
                self._tell_head(number)
        elif isinstance(widget, SafeBrowser):
            widget.set_markdown(for_document(piece))
        self._known = None

    def _make(self, piece: Piece) -> QWidget:
        if piece.kind is PieceKind.CODE:
            return CodeBlock(piece.info, goes_on=piece.goes_on, parent=self)
        browser = SafeBrowser(self._name, images=self._images, language=self._language, parent=self)
        browser.link_wanted.connect(self.link_wanted)
        return browser

    def _tell_head(self, number: int) -> None:
        """Copy on the head of a long block gives all of it."""
        first = number
        while first > 0 and self._shown[first].goes_on:
            first -= 1
        head = self._widgets[first]
        if isinstance(head, CodeBlock):
            rest = "".join(piece.glue + piece.text for piece in self._shown[first + 1: number + 1])
            head.set_code(self._shown[first].text + rest)

    def _show_more(self) -> None:
        if self._splitter.cut and self._more is None:
            self._more = Button(Text.of("Show all"), ButtonKind.NORMAL, size=ControlSize.COMPACT, parent=self)
            self._more.set_description(Text.of("The message is very long. Its whole text opens in a window."))
            self._more.clicked.connect(self.all_wanted)
            self.add_part(self._more)
            self._more.show()
        elif not self._splitter.cut and self._more is not None:
            self.take_part(self._more)
            self._more = None

    # --- look -------------------------------------------------------------------------------------

    def on_theme(self, theme: Theme) -> None:
        self.forget_heights()
        super().on_theme(theme)

    def place(self, width: int, *, move: bool) -> int:
        kept = self._ends if self._grows and width == self._placed_width else []
        ends = kept + self.place_from(len(kept), kept[-1] if kept else 0, width, move=move)
        if move:
            self._ends, self._placed_width = ends[:len(self._widgets)], width
        height = ends[-1] if ends else 0
        if self._more is not None and move:
            self._more.resize(self._more.sizeHint())
        if move:
            self._place_caret()
        if not height and self._has_caret:
            return self.theme.scaled(self.theme.role("chat").line)
        return height

    def _place_caret(self) -> None:
        self.caret.setVisible(self._has_caret)
        if not self._has_caret:
            return
        last = self._widgets[-1] if self._widgets else None
        line = self.theme.scaled(self.theme.role("chat").line)
        x, y, height = 0, 0, line
        if isinstance(last, SafeBrowser):
            cursor = QTextCursor(last.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            rect = last.cursorRect(cursor)
            x, y, height = last.x() + rect.right() + 2, last.y() + rect.top(), rect.height()
        elif last is not None:
            x, y = last.x() + 12, last.y() + last.height() - line
        self.caret.move(min(x, max(0, self.width() - CARET_WIDTH)), y + (height - CARET_HEIGHT) // 2)
        self.caret.raise_()

    def selected_text(self) -> str:
        """Return what is selected in any piece ("" for nothing)."""
        for widget in self._widgets:
            part = widget.text if isinstance(widget, CodeBlock) else widget
            if isinstance(part, CodeText | SafeBrowser) and part.selected_text():
                return part.selected_text()
        return ""
