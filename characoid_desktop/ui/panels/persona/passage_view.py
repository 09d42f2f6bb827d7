"""A passage in its surroundings: a part of the document, with the passage marked."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.knowledge.models import Around
from characoid_desktop.ui.panels.persona.knowledge_model import place_words
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.safe_text import shown
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.visible import visible_line


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
