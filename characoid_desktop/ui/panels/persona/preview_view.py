"""The preview of a character: trying it out, and what the model gets, with an estimate of its tokens."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.persona.ports import Preview, PreviewPart
from characoid_desktop.ui.panels.persona.profile_model import ProfileModel
from characoid_desktop.ui.panels.persona.try_model import TryModel
from characoid_desktop.ui.panels.persona.try_view import TryView
from characoid_desktop.ui.widgets.dialog import Dialog
from characoid_desktop.ui.widgets.folded import FoldButton
from characoid_desktop.ui.widgets.gradual import Gradual, Steps
from characoid_desktop.ui.widgets.labels import Label, section_label
from characoid_desktop.ui.widgets.layouts import clear
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Divider, Surface, scroll_column
from characoid_desktop.ui.widgets.plain_text_window import PlainText
from characoid_desktop.ui.widgets.segmented import SegmentedControl

WIDTH = 272
TEXT_LINES = 14


def token_words(tokens: int) -> Text:
    return Text.count("about {n} token", "about {n} tokens", tokens)


def total_words(preview: Preview) -> Text:
    """Say how long the prompt is and how much of it is the profile: the rest are tools and rules of the app."""
    return Text.of("{tokens}; this profile: {n}", tokens=token_words(preview.tokens), n=preview.profile_tokens)


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
        clear(self._list)
        clear(self._cut)
        problem = self._model.preview_problem
        self.note.setVisible(problem is None)
        if preview is None:
            self.total.set_words("" if problem is not None else Text.of("Loading…"))
            if problem is not None:
                self._cut.addWidget(InlineNotice(NoticeLevel.WARNING, problem.sentence, problem.safe or ""))
            return
        self.total.set_words(total_words(preview))
        if preview.cut:
            self._cut.addWidget(InlineNotice(
                NoticeLevel.WARNING, Text.count("The last {n} character of the profile is left out: it is too long.",
                                                "The last {n} characters of the profile are left out: it is too long.",
                                                preview.cut)))
        for n, part in enumerate(preview.parts):
            view = PartView(part, is_open=n in self._opened)
            self.parts.append(view)
            self._list.addWidget(view)


class Page(StrEnum):
    TRY = "try"
    PROMPT = "prompt"


class PreviewTabs(QWidget):
    """Trying the character out, and what the model gets of it: one of both. It is whole once :meth:`steps` have run.
    """

    def __init__(self, profile: ProfileModel, trying: TryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._profile = profile
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.pages = QStackedWidget(self)
        self.trying = TryView(trying, self.pages)
        self.pages.addWidget(self.trying)

    def steps(self) -> Steps:
        """Make it part by part."""
        self.switch = SegmentedControl([(Page.TRY, Text.of("Try it out")), (Page.PROMPT, Text.of("Prompt"))],
                                       Text.of("Character preview"), check=False)
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 12, 6)
        head.addWidget(self.switch)
        head.addStretch(1)
        self._column.addLayout(head)
        self._column.addWidget(self.pages, 1)
        yield
        yield from self.trying.steps()
        yield
        prompt = QWidget()
        inner = QVBoxLayout(prompt)
        inner.setContentsMargins(16, 4, 16, 16)
        inner.setSpacing(8)
        self.prompt = scroll_column(prompt, name=Text.of("What the model gets"))
        self.pages.addWidget(self.prompt)
        inner.addWidget(section_label(Text.of("What the model gets")))
        self.parts = PreviewParts(self._profile)
        inner.addWidget(self.parts, 1)
        self.switch.changed.connect(self._chosen)
        self._profile.preview_changed.connect(self._show_tokens)
        self._show_tokens()

    def show_prompt(self) -> None:
        """Show what the model gets."""
        self.switch.set_value(Page.PROMPT)
        self._chosen(Page.PROMPT)

    def _chosen(self, page: object) -> None:
        self.pages.setCurrentWidget(self.trying if page is Page.TRY else self.prompt)

    def _show_tokens(self) -> None:
        preview = self._profile.preview
        self.trying.tokens.set_words("" if preview is None else Text.of(
            "The prompt: {tokens}", tokens=total_words(preview)))


class PreviewPane(Surface):
    """The preview beside the profile. It is whole once the steps of its ``tabs`` have run."""

    def __init__(self, profile: ProfileModel, trying: TryModel, parent: QWidget | None = None) -> None:
        super().__init__("canvas", parent=parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.tabs = PreviewTabs(profile, trying, self)
        column.addWidget(self.tabs)

    @property
    def parts(self) -> PreviewParts:
        return self.tabs.parts

    @property
    def trying(self) -> TryView:
        return self.tabs.trying


class PreviewDialog(Dialog):
    """The same in a window of its own, where there is no room beside the profile."""

    def __init__(self, profile: ProfileModel, trying: TryModel, parent: QWidget | None = None) -> None:
        super().__init__(Text.of("Character preview"), escape="close", parent=parent)
        self._tabs = PreviewTabs(profile, trying)
        self._tabs.setMinimumSize(520, 380)
        self.body.addWidget(self._tabs)
        self.add_button("close", Text.of("Close"), safe=True)
        self._making = Gradual(self._tabs.steps(), self)

    @property
    def tabs(self) -> PreviewTabs:
        """What is in it; what is not made yet is made now."""
        self._making.finish()
        return self._tabs

    @property
    def parts(self) -> PreviewParts:
        return self.tabs.parts

    @property
    def trying(self) -> TryView:
        return self.tabs.trying
