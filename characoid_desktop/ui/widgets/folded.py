"""What opens in place: one line with a chevron, and text behind it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.safe_browser import SafeBrowser
from characoid_desktop.ui.widgets.safe_text import SHOWN_LIMIT, shown
from characoid_desktop.ui.widgets.stack import Stack
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

HEIGHT = 24
_ICON, _GAP = 12, 6
REASONING_LIMIT = 20_000  # characters that are drawn: the last ones


class FoldButton(Themed, QAbstractButton):
    """One line; ``toggled(bool)`` when it opens and closes. Enter and Space do it too.

    Where there is no room for its words it says ``short``, and all of them in its tooltip.
    """

    ring_radius = 4

    def __init__(self, words: Words = "", tone: str = "text_muted", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._tone = words, tone
        self._short: Words = ""
        self._is_short = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self.retranslate)
        self.init_theme()

    @property
    def words(self) -> str:
        """What it says at the moment."""
        return str(self._short) if self._is_short else str(self._words)

    def set_words(self, words: Words, short: Words = "") -> None:
        self._words, self._short = words, short
        self.retranslate()

    def fit(self, width: int) -> QSize:
        """Say what there is room for within ``width`` px and return the size of that."""
        room = width - _ICON - _GAP - 2
        self._is_short = bool(str(self._short)) and self.fontMetrics().horizontalAdvance(str(self._words)) > room
        self.setToolTip(plain_tooltip(str(self._words)) if self._is_short else "")
        hint = self.sizeHint()
        return QSize(min(width, hint.width()), hint.height())

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._words))
        self.setAccessibleDescription(str(Text.of("Open") if self.isChecked() else Text.of("Folded")))
        self.updateGeometry()
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("small"))
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(_ICON + _GAP + metrics.horizontalAdvance(self.words) + 2,
                     max(self.theme.scaled(HEIGHT), metrics.height() + 4))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def height_at(self, width: int) -> int:
        return self.sizeHint().height()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        color = c.text if self.underMouse() else c.role(self._tone)
        icon = "chevron-down" if self.isChecked() else "chevron-right"
        draw_icon(painter, icon, QRectF(0, (self.height() - _ICON) / 2, _ICON, _ICON), color)
        painter.setPen(color)
        painter.setFont(self.font())
        area = QRectF(_ICON + _GAP, 0, self.width() - _ICON - _GAP, self.height())
        words = self.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), words)


class FoldedText(Themed, Stack):
    """A line, and text from outside behind it: the thinking of a model. The text is drawn only while it is open."""

    opened = Signal(bool)

    def __init__(self, words: Words = "", parent: QWidget | None = None) -> None:
        super().__init__(spacing=2, parent=parent)
        self._text = ""
        self.line = FoldButton(words, parent=self)
        self.body: SafeBrowser | None = None
        self.add_part(self.line)
        self.line.toggled.connect(self._toggle)
        self.init_theme()

    def set_words(self, words: Words, short: Words = "") -> None:
        self.line.set_words(words, short)
        self.line.resize(self.line.fit(self.width()))

    def set_text(self, text: str) -> None:
        self._text = text
        if self.body is not None and not self.body.isHidden():
            self.body.set_plain(self._drawn())
            self.restack()

    def set_open(self, opened: bool) -> None:
        self.line.setChecked(opened)

    def _drawn(self) -> str:
        text = self._text[-SHOWN_LIMIT:]
        return shown(text if len(text) <= REASONING_LIMIT else f"… {text[-REASONING_LIMIT:]}")

    def _toggle(self, opened: bool) -> None:
        if opened and self.body is None:
            self.body = SafeBrowser(Text.of("Thinking"), role="small", tone="text_muted", parent=self)
            self.add_part(self.body)
        if self.body is not None:
            if opened:
                self.body.set_plain(self._drawn())
            self.body.setVisible(opened)
        self.restack()
        self.opened.emit(opened)

    def place(self, width: int, *, move: bool) -> int:
        height = super().place(width, move=move)
        if move:
            self.line.resize(self.line.fit(width))
        return height
