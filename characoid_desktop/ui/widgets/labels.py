"""Labels: plain text in a type role and a colour role, eliding only where that is the design."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

# A property of an ElidedLabel whose words are the app's own and may elide all the same (with its tooltip).
MAY_ELIDE = "mayElide"
_LINE_SEPARATOR = "\u2028"
_MEASURE = 64  # characters of a line that is comfortable to read


class Label(Themed, QLabel):
    """Plain text. ``role`` is a type role (caption … script), ``tone`` a colour role (text, text_muted …)."""

    def __init__(
        self, words: Words = "", role: str = "body", tone: str = "text", *, strong: bool | None = None,
        wrap: bool = False, language: str | None = None, selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._role, self._tone = words, role, tone
        self._strong, self._language, self._selectable = strong, language, selectable
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        if selectable:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        self.init_theme()

    @property
    def words(self) -> Words:
        """What was given: a late Text, or words that are nobody's to translate (a file name)."""
        return self._words

    def set_words(self, words: Words) -> None:
        self._words = words
        self.retranslate()

    def set_tone(self, tone: str) -> None:
        if tone != self._tone:
            self._tone = tone
            self.on_theme(self.theme)

    def set_role(self, role: str, *, strong: bool | None = None) -> None:
        self._role, self._strong = role, strong
        self.on_theme(self.theme)

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font(self._role, strong=self._strong, language=self._language))
        palette = self.palette()
        color = theme.color.role(self._tone)
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text):
            palette.setColor(role, color)
            palette.setColor(QPalette.ColorGroup.Disabled, role, theme.color.disabled_text)
        self.setPalette(palette)
        line = theme.scaled(theme.role(self._role).line)
        self.setMinimumHeight(line if self.wordWrap() else max(line, self.fontMetrics().height()))
        super().on_theme(theme)

    def retranslate(self) -> None:
        self.setText(str(self._words))

    # -- several lines: our own, because QLabel knows neither a line height nor a break inside a long word

    @property
    def _wraps(self) -> bool:
        return self.wordWrap() and not self._selectable

    @property
    def line_height(self) -> int:
        """Px from one line to the next: that of the type role, or of the font where it is more."""
        return max(self.fontMetrics().height(), self.theme.scaled(self.theme.role(self._role).line))

    def _lines(self, width: int) -> QTextLayout:
        return self._laid_out(self.text(), width)

    def _laid_out(self, text: str, width: int) -> QTextLayout:
        layout = QTextLayout(text.replace("\n", _LINE_SEPARATOR), self.font())
        option = QTextOption(self.alignment())
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setCacheEnabled(True)
        extra = (self.line_height - self.fontMetrics().height()) / 2
        layout.beginLayout()
        line = layout.createLine()
        number = 0
        while line.isValid():
            line.setLineWidth(max(1, width))
            line.setPosition(QPointF(0, number * self.line_height + extra))
            line = layout.createLine()
            number += 1
        layout.endLayout()
        return layout

    def lines_at(self, words: Words, width: int) -> int:
        """Return how many lines ``words`` would take at a width in px."""
        return max(1, self._laid_out(str(words), width).lineCount())

    def heightForWidth(self, width: int) -> int:
        if not self._wraps:
            return super().heightForWidth(width)
        margins = self.contentsMargins()
        inner = width - margins.left() - margins.right()
        lines = self._lines(inner).lineCount() if self.text() else 1
        return lines * self.line_height + margins.top() + margins.bottom()

    def sizeHint(self) -> QSize:
        if not self._wraps:
            return super().sizeHint()
        metrics = self.fontMetrics()
        natural = max(metrics.horizontalAdvance(part) for part in self.text().split("\n")) + 2
        width = min(natural, metrics.averageCharWidth() * _MEASURE)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        if not self._wraps:
            return super().minimumSizeHint()
        return QSize(min(self.sizeHint().width(), self.fontMetrics().averageCharWidth() * 8), self.line_height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._wraps:
            super().paintEvent(event)
            return
        box = self.contentsRect()
        lines = self._lines(box.width())
        spare = box.height() - lines.lineCount() * self.line_height
        top = spare // 2 if self.alignment() & Qt.AlignmentFlag.AlignVCenter else 0
        if self.alignment() & Qt.AlignmentFlag.AlignBottom:
            top = spare
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        lines.draw(painter, QPointF(box.x(), box.y() + max(0, top)))


class ElidedLabel(Label):
    """One line that elides when it must; the whole text is then the tooltip.

    ``middle`` suits file names, whose ends say what they are.
    """

    tooltip_changed = Signal(str)

    def __init__(
        self, words: Words = "", role: str = "body", tone: str = "text", *, strong: bool | None = None,
        middle: bool = False, minimum_characters: int = 6, language: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self._minimum_characters = minimum_characters
        self._extra_tooltip = ""
        super().__init__(words, role, tone, strong=strong, language=language, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def elided_text(self) -> str:
        """What is drawn at the present width."""
        return self.fontMetrics().elidedText(self._one_line(), self._mode, self.contentsRect().width())

    @property
    def is_elided(self) -> bool:
        return self.elided_text != self._one_line()

    def _one_line(self) -> str:
        # A name may hold line breaks; they show as a visible sign instead of a second line.
        return self.text().replace("\r\n", "↵").replace("\n", "↵").replace("\r", "↵")

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setAccessibleName(text)
        self._update_tooltip()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._one_line()) + 2
        return QSize(width, max(self.minimumHeight(), self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        few = self.fontMetrics().averageCharWidth() * self._minimum_characters
        return QSize(min(few, self.sizeHint().width()), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_tooltip()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._update_tooltip()

    def _update_tooltip(self) -> None:
        tip = plain_tooltip(self.text()) if self.is_elided else ""
        if tip != self.toolTip():
            self.setToolTip(tip)
            self.tooltip_changed.emit(tip)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        flags = self.alignment() | Qt.TextFlag.TextSingleLine
        painter.drawText(self.contentsRect(), int(flags), self.elided_text)


def section_label(words: Words, parent: QWidget | None = None) -> Label:
    """Return a heading inside a page (15 px, 600)."""
    return Label(words, "section", parent=parent)
