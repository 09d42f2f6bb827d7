"""The rows of the form: words left, control right, a line between them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.ui.panels.settings.controls import Control
from characoid_desktop.ui.panels.settings.model import Row, RowState
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import Card, Divider
from characoid_desktop.ui.widgets.themed import Themed

ROW_HEIGHT = 58
SIGN = 14


class Sign(QWidget):
    """A small warning sign in the colour of its words."""

    def __init__(self) -> None:
        super().__init__()
        self.tone = "warn"
        self.setFixedSize(SIGN, SIGN + 2)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        draw_icon(QPainter(self), "warning", QRectF(0, 2, SIGN, SIGN), theme.color.role(self.tone))


class SettingRow(Themed, QWidget):
    """Label and help, or what is wrong in place of the help, so that nothing moves."""

    def __init__(self, row: Row, control: Control) -> None:
        super().__init__()
        self.control = control
        self._label = Label(row.spec.label, "body")
        self._help = Label("", "caption", "text_muted", wrap=True)
        self._sign = Sign()
        self.setMinimumHeight(ROW_HEIGHT)
        under = QHBoxLayout()
        under.setSpacing(6)
        under.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        under.addWidget(self._help, 1)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self._label)
        words.addLayout(under)
        words.addStretch(1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(16, 8, 16, 8)
        whole.setSpacing(16)
        whole.addLayout(words, 1)
        whole.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        self.show_row(row)
        self.init_theme()

    def on_theme(self, theme: Theme) -> None:
        self.setMinimumHeight(ROW_HEIGHT)
        super().on_theme(theme)

    @property
    def words(self) -> str:
        """The help, or what is wrong."""
        return self._help.text()

    def show_row(self, row: Row) -> None:
        """Take over value, state and words."""
        if self.isVisible():
            self.setMinimumHeight(self.height())  # shorter words do not pull the rows below up
        self.control.show_row(row)
        tone = "text_muted"
        if row.problem is not None:
            tone = "error" if row.state is RowState.REFUSED else "warn"
        self._label.set_tone("text_muted" if row.disabled else "text")
        self._help.set_tone(tone)
        self._help.set_words(row.problem or _help(row))
        self._sign.tone = tone
        self._sign.setVisible(row.problem is not None)
        self._sign.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setMinimumHeight(ROW_HEIGHT)


def _help(row: Row) -> Text:
    if row.disabled is not None:
        return row.disabled
    if row.spec.restart:
        return Text.of("{help} Takes effect after the next start.", help=row.spec.help)
    return row.spec.help


class RowCard(Card):
    """Rows in a card."""

    def __init__(self, rows: Sequence[QWidget]) -> None:
        super().__init__(margins=(1, 1, 1, 1), spacing=0)
        for place, row in enumerate(rows):
            if place:
                self.body.addWidget(Divider())
            self.body.addWidget(row)


class FactRow(QWidget):
    """A name and a value that can be selected and copied."""

    def __init__(self, name: Text, value: str) -> None:
        super().__init__()
        self.setMinimumHeight(44)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(16)
        words = Label(value, "body", "text_muted", wrap=True, selectable=True)
        words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        words.setAccessibleName(t("{name}: {value}", name=name, value=value))
        label = Label(name, "body")
        row.addWidget(label)
        row.addWidget(words, 1)
