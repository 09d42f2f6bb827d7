"""What the model gets: the parts in order, with an estimate of their tokens."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.persona.ports import Preview, PreviewPart
from characoid_desktop.ui.panels.persona.profile_model import ProfileModel
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.folded import FoldButton
from characoid_desktop.ui.widgets.labels import Label, section_label
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Divider, Surface, scroll_column
from characoid_desktop.ui.widgets.plain_text_window import PlainText

WIDTH = 272
TEXT_LINES = 14


def token_words(tokens: int) -> Text:
    return Text.count("about {n} token", "about {n} tokens", tokens)


class PartView(QWidget):
    """One part: a line that folds, and its text."""

    def __init__(self, part: PreviewPart, *, is_open: bool) -> None:
        super().__init__()
        self.part = part
        self.line = FoldButton(part.title, tone="text")
        self.tokens = Label(f"{part.tokens}", "caption", "text_muted")
        self.tokens.setAccessibleName(str(token_words(part.tokens)))
        self._text: PlainText | None = None
        head = QHBoxLayout()
        head.setContentsMargins(0, 4, 0, 4)
        head.addWidget(self.line)
        head.addStretch(1)
        head.addWidget(self.tokens)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addLayout(head)
        self.line.toggled.connect(self._toggle)
        if is_open:
            self.line.setChecked(True)

    @property
    def text(self) -> PlainText | None:
        """The text, once it was opened."""
        return self._text

    def _toggle(self, on: bool) -> None:
        if on and self._text is None:  # made when it is looked at: a prompt is long
            self._text = PlainText(self.part.text, self.part.title, self)
            lines = min(TEXT_LINES, 2 + len(self.part.text) // 30)
            self._text.setFixedHeight(lines * self._text.fontMetrics().lineSpacing() + 18)
            self._column.addWidget(self._text)
        if self._text is not None:
            self._text.setVisible(on)


class PreviewParts(QWidget):
    """Draws the preview of a :class:`ProfileModel`; what was folded open stays open."""

    def __init__(self, model: ProfileModel) -> None:
        super().__init__()
        self._model = model
        self._shown: Preview | None = None
        self._opened: set[int] = set()
        self.parts: list[PartView] = []
        self.total = Label("", "body", strong=True)
        self.note = Label(Text.of("An estimate: models count differently. Lore, memories and the conversation are "
                                  "added as they fit."), "caption", "text_muted", wrap=True)
        self._cut = QVBoxLayout()
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.total)
        column.addWidget(self.note)
        column.addLayout(self._cut)
        column.addWidget(Divider())
        column.addLayout(self._list)
        column.addStretch(1)
        model.preview_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        preview = self._model.preview
        if preview is self._shown and preview is not None:
            return
        self._opened = {n for n, part in enumerate(self.parts) if part.line.isChecked()}
        self._shown = preview
        self.parts = []
        _clear(self._list)
        _clear(self._cut)
        problem = self._model.preview_problem
        self.note.setVisible(problem is None)
        if preview is None:
            self.total.set_words("" if problem is not None else Text.of("Being put together…"))
            if problem is not None:
                self._cut.addWidget(InlineNotice(NoticeLevel.WARNING, problem.sentence, problem.safe or ""))
            return
        self.total.set_words(token_words(preview.tokens))
        if preview.cut:
            self._cut.addWidget(InlineNotice(
                NoticeLevel.WARNING, Text.count("The last {n} character of the profile is left out: it is too long.",
                                                "The last {n} characters of the profile are left out: it is too long.",
                                                preview.cut)))
        for n, part in enumerate(preview.parts):
            view = PartView(part, is_open=n in self._opened)
            self.parts.append(view)
            self._list.addWidget(view)


class PreviewPane(Surface):
    """The preview beside the profile."""

    def __init__(self, model: ProfileModel, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self.parts = PreviewParts(model)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(16, 16, 16, 16)
        inner.setSpacing(8)
        inner.addWidget(section_label(Text.of("What the model gets")))
        inner.addWidget(self.parts, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scroll_column(content, name=Text.of("What the model gets")), 1)


class PreviewDialog(Dialog):
    """The same in a window of its own, where there is no room beside the profile."""

    def __init__(self, model: ProfileModel, parent: QWidget | None = None) -> None:
        super().__init__(Text.of("What the model gets"), escape="close", parent=parent)
        self.parts = PreviewParts(model)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 8, 0)
        inner.addWidget(self.parts)
        area = scroll_column(content, name=Text.of("What the model gets"))
        area.setMinimumSize(520, 380)
        self.body.addWidget(area)
        self.add_button("close", Text.of("Close"), safe=True)


def _clear(layout: QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
