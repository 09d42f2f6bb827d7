"""Parts of the chat page: its header, the invitation of an empty conversation, the rows above the composer."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.empty_state import VoiceLine
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.layouts import FlowLayout
from characoid_desktop.ui.widgets.tag import Tag, TagKind
from characoid_desktop.ui.widgets.text_column import text_column
from characoid_desktop.ui.widgets.themed import Themed, Words

EXAMPLES: tuple[Text, ...] = (
    Text.of("What can you do for me?"),
    Text.of("Remember that I stream every Saturday at eight."),
    Text.of("Which voice presets are there?"),
    Text.of("Show me the settings."),
)


class ChatHeader(Themed, QWidget):
    """Title, the model in use, the list (where it is folded) and more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = icon_button("sidebar", Text.of("Conversations"), checkable=True)
        self.title = ElidedLabel("", "page", minimum_characters=6)
        self.model = Tag("", TagKind.NEUTRAL)
        self.more = icon_button("more", Text.of("More for this conversation"))
        self._row = QHBoxLayout(self)
        self._row.setSpacing(12)
        self._row.addWidget(self.list)
        self._row.addWidget(self.title)
        self._row.addWidget(self.model)
        self._row.addStretch(1)
        self._row.addWidget(self.more)
        self.init_theme()

    def show_title(self, title: str, model: Words) -> None:
        self.title.set_words(title)
        self.model.set(model, TagKind.NEUTRAL)
        self.model.setVisible(bool(str(model)))

    def on_theme(self, theme: Theme) -> None:
        margin = theme.tokens.space.page_margin
        self._row.setContentsMargins(margin, 0, margin - 8, 1)
        self.setFixedHeight(max(theme.tokens.size.header, theme.control_height() + 20))
        super().on_theme(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(QRect(0, self.height() - 1, self.width(), 1), self.theme.color.line)


class Measure(Themed, QWidget):
    """Holds what lies in the text column: as wide as the messages, at the same place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setSpacing(8)
        self._bottom, self._top = 16, 0
        self.init_theme()

    def set_ends(self, top: int, bottom: int) -> None:
        self._top, self._bottom = top, bottom
        self._fit()

    def _fit(self) -> None:
        left, inner = text_column(self.width(), self.theme)
        self.column.setContentsMargins(left, self._top, max(0, self.width() - left - inner), self._bottom)

    def on_theme(self, theme: Theme) -> None:
        self._fit()
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class Examples(QWidget):
    """Sentences to begin with, one beside the other. ``chosen(str)``: one of them."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, centred: bool = False) -> None:
        super().__init__(parent)
        self.buttons: list[Button] = []
        flow = FlowLayout(self, spacing=8, centred=centred)
        for words in EXAMPLES:
            button = Button(words, size=ControlSize.COMPACT)
            button.clicked.connect(lambda _=False, words=words: self.chosen.emit(str(words)))
            self.buttons.append(button)
            flow.addWidget(button)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)


class Invitation(Themed, QWidget):
    """A conversation without messages: what is missing, how to begin, examples. ``chosen(str)``: one of them."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Label("", "dialog", wrap=True)
        self._text = Label(
            Text.of("Nothing was said here yet. Write below, or begin with one of these:"), "body", "text_muted",
            wrap=True)
        centre = Qt.AlignmentFlag.AlignHCenter
        self.examples = Examples(centred=True)
        self.examples.chosen.connect(self.chosen)
        measure = Measure()
        column = measure.column
        column.addStretch(2)
        column.addWidget(VoiceLine(), 0, centre)
        column.addSpacing(20)
        for label, gap in ((self._title, 4), (self._text, 16)):
            label.setAlignment(centre)
            column.addWidget(label)
            column.addSpacing(gap)
        column.addWidget(self.examples)
        column.addStretch(3)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(measure)
        self.init_theme()

    def show_name(self, name: str) -> None:
        self._title.set_words(Text.of("Talk to {name}", name=name))


class LineRow(Themed, QWidget):
    """One line above the composer with a next step. ``acted`` when it is taken."""

    acted = Signal()

    def __init__(self, tone: str, words: Words, action: Words, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._tone = icon, tone
        self.words = Label(words, "small", "text", wrap=True)
        self.button = Button(action, ButtonKind.LINK, size=ControlSize.COMPACT)
        self.button.clicked.connect(self.acted)
        row = QHBoxLayout(self)
        row.setContentsMargins(14 + 16 + 8, 3, 6, 3)
        row.setSpacing(10)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.init_theme()

    def set_words(self, words: Words) -> None:
        self.words.set_words(words)
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(self.words.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        c, tokens = self.theme.color, self.theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(c.line, 1))
        painter.setBrush(c.role(f"{self._tone}_soft"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), tokens.radius.button,
                                tokens.radius.button)
        draw_icon(painter, self._icon, QRectF(12, (self.height() - 16) / 2, 16, 16), c.role(self._tone))
