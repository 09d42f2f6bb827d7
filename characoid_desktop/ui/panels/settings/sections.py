"""The list of pages at the left of Settings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.ui.panels.settings.model import Page
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.themed import Themed

WIDTH = 208
ITEM = 36
SIDE = 8
PADDING = 12


class SectionButton(Themed, QAbstractButton):
    """One page: fill and mark when it is the current one."""

    ring_radius = 6

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._title = page.title
        self.setObjectName(f"section_{page.key}")
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def retranslate(self) -> None:
        self.setText(str(self._title))
        self.setAccessibleName(str(self._title))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("body"))
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        # A long title takes a second line rather than losing its end.
        room = QRect(0, 0, WIDTH - 2 * SIDE - 2 * PADDING, 1000)
        height = self._metrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), self.text()).height()
        return QSize(WIDTH - 2 * SIDE, max(ITEM, height + 14))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self.theme.font("body", strong=True))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        c = theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        radius = theme.tokens.radius.list_item
        if self.isChecked() or self.underMouse():
            painter.setBrush(c.selected if self.isChecked() else c.raised)
            painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        if self.isChecked():
            painter.setBrush(c.accent)
            painter.drawRoundedRect(QRectF(0, 8, theme.tokens.line.select_mark, self.height() - 16), 1.5, 1.5)
        font = theme.font("body", strong=self.isChecked())
        painter.setFont(font)
        painter.setPen(c.text if self.isChecked() or self.underMouse() else c.text_muted)
        room = QRect(PADDING, 0, self.width() - 2 * PADDING, self.height())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        painter.drawText(room, int(flags), self.text())


class SectionList(QWidget):
    """All pages, one of them current."""

    chosen = Signal(str)

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__()
        self.setObjectName("sections")
        self.setAccessibleName(t("Pages of the settings"))
        self.setFixedWidth(WIDTH)
        self._buttons: dict[str, SectionButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE, 12, SIDE, 12)
        column.setSpacing(2)
        for page in pages:
            button = SectionButton(page)
            button.clicked.connect(lambda _=False, key=page.key: self.chosen.emit(key))
            self._buttons[page.key] = button
            column.addWidget(button)
        column.addStretch(1)
        note = Label(Text.of("Changes are saved at once"), "caption", "text_muted", wrap=True)
        note.setContentsMargins(PADDING, 0, 0, 0)
        column.addWidget(note)

    def button(self, page: str) -> SectionButton:
        """The button of a page; raises KeyError."""
        return self._buttons[page]

    def mark(self, page: str) -> None:
        """Show a page as the current one; "" marks none (while searching)."""
        for key, button in self._buttons.items():
            button.setAutoExclusive(False)
            button.setChecked(key == page)
            button.setAutoExclusive(True)
