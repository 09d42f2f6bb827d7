"""The profile tab: face, name, colour, what the character is like, lore, model, and what it is bound to."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.persona.card_view import CardPart
from characoid_desktop.ui.panels.persona.form import FormField
from characoid_desktop.ui.panels.persona.lore_view import Confirm, LoreView
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.people import name_of
from characoid_desktop.ui.panels.persona.preview_view import WIDTH as PREVIEW_WIDTH
from characoid_desktop.ui.panels.persona.preview_view import PreviewDialog, PreviewPane, token_words
from characoid_desktop.ui.panels.persona.profile_head import Bindings, ModelPart, ProfileHead
from characoid_desktop.ui.panels.persona.profile_model import Part
from characoid_desktop.ui.shell.faces import Faces
from characoid_desktop.ui.shell.file_dialogs import FileDialogs
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.gradual import Gradual, Steps
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import Divider, scroll_column
from characoid_desktop.ui.widgets.sections import Columns
from characoid_desktop.ui.widgets.text_area import TextArea
from characoid_desktop.ui.widgets.themed import Themed

FORM_WIDTH = 720
LEAST_FORM = 560  # px beside the preview; with less it opens in a window of its own
PICTURES = (Text("Pictures ({patterns})", {"patterns": "*.png *.jpg *.jpeg *.webp"}),)
_TEXTS: dict[Part, tuple[Text, Text, int, int]] = {
    Part.DESCRIPTION: (Text("Description"), Text("Who is this? {{char}} stands for its name, {{user}} for you"),
                       4, 12),
    Part.PERSONALITY: (Text("Personality"), Text("What is it like?"), 3, 10),
    Part.SCENARIO: (Text("Scenario"), Text("Where and when?"), 3, 10),
    Part.FIRST_MESSAGE: (Text("First message"), Text("A new conversation begins with it"), 2, 8),
    Part.EXAMPLE_DIALOGUE: (Text("Example dialogue"), Text("How it talks"), 3, 12),
}


class ProfileView(Themed, QWidget):
    """Draws the profile of ``model``. It is whole once :meth:`steps` have run."""

    def __init__(self, model: PersonaPanelModel, faces: Faces, confirm: Confirm, dialogs: FileDialogs,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._profile = model.profile
        self._faces = faces
        self._confirm = confirm
        self._dialogs = dialogs
        self._is_whole = False
        self._shown = ""  # the id of the character whose texts are shown
        self._filling: Gradual | None = None
        self.dialog: PreviewDialog | None = None
        self.texts: dict[Part, TextArea] = {}
        self.lines: dict[Part, LineInput] = {}
        self.fields: dict[Part, FormField] = {}
        self._content = QWidget()
        self._form = QVBoxLayout(self._content)
        self._form.setContentsMargins(24, 16, 24, 24)
        self._form.setSpacing(16)
        self.scrolling = scroll_column(self._content, name=Text.of("Profile"))
        self._line = Divider(Qt.Orientation.Vertical)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self.scrolling, 1)
        self._row.addWidget(self._line)

    # --- layout -----------------------------------------------------------------------------------

    def steps(self) -> Steps:
        """Make the form from its top on; each part is put into its place before the next one is made."""
        form = self._form
        self.head = ProfileHead(self._content)
        self.fields |= self.head.fields
        form.addWidget(self.head)
        yield
        form.addWidget(self._text_field(Part.DESCRIPTION))
        yield
        form.addWidget(Columns([self._text_field(Part.PERSONALITY), self._text_field(Part.SCENARIO)], most=2,
                               margins=(0, 0, 0, 0)))
        yield
        form.addWidget(self._text_field(Part.FIRST_MESSAGE))
        yield
        form.addWidget(self._text_field(Part.EXAMPLE_DIALOGUE))
        yield
        form.addLayout(self._lore_part())
        yield
        self.own_model = ModelPart()
        form.addWidget(self.own_model)
        yield
        self.bindings = Bindings()
        form.addWidget(self.bindings)
        self._show_bindings()
        yield
        self.card = CardPart(self._model.greetings, self._confirm)
        form.addWidget(self.card)
        form.addStretch(1)
        yield
        yield from self.card.steps()
        self._take_in_fields()
        yield
        self.preview = PreviewPane(self._profile, self._model.trying, self)
        self.preview.setFixedWidth(self.theme.scaled(PREVIEW_WIDTH))
        self._row.addWidget(self.preview)
        yield from self.preview.tabs.steps()
        yield
        self._connect()
        self._is_whole = True
        self.init_theme()
        self._show_tokens()
        yield
        persona = self._profile.persona
        if persona is not None:
            self._shown = persona.id
            self.card.show_of(persona)
        yield from self._fill()
        self.refresh()

    def _text_field(self, part: Part) -> FormField:
        label, hint, least, most = _TEXTS[part]
        area = self.texts[part] = TextArea(label, least=least, most=most)
        made = self.fields[part] = FormField(label, area, hint)
        return made

    def _take_in_fields(self) -> None:
        """Fill, save and mark the fields of all parts alike."""
        self.texts |= self.card.texts
        self.fields |= self.own_model.fields | self.card.fields
        self.lines = {Part.NAME: self.head.name} | self.own_model.lines | self.card.lines

    def _lore_part(self) -> QVBoxLayout:
        self.lore = LoreView(self._model.lore, self._confirm)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Label(Text.of("Lore"), "small", strong=True))
        head.addWidget(Label(Text.of("Told only when it comes up in the conversation"), "caption", "text_muted"))
        head.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.lore)
        return column

    def _connect(self) -> None:
        model, profile = self._model, self._profile
        head = self.head
        head.face.clicked.connect(self.ask_for_picture)
        head.change.clicked.connect(self.ask_for_picture)
        head.face.dropped.connect(self._take_picture)
        head.no_picture.clicked.connect(model.clear_avatar)
        for part, line in self.lines.items():
            line.textEdited.connect(partial(profile.edit, part))
            line.editingFinished.connect(profile.flush)
        for part, area in self.texts.items():
            area.edited.connect(partial(self._edited, part))
            area.left.connect(profile.flush)
        head.color.chosen.connect(partial(profile.set, Part.COLOR))
        head.language.chosen.connect(self._language_chosen)
        head.look.clicked.connect(self.open_preview)
        self.card.line.clicked.connect(lambda: QTimer.singleShot(0, self, self._show_card))
        profile.changed.connect(self.refresh)
        profile.saving_changed.connect(self._show_problems)
        profile.preview_changed.connect(self._show_tokens)
        model.chosen_changed.connect(self._show_bindings)
        model.people_changed.connect(self._show_bindings)
        self._faces.changed.connect(self._show_face)

    def _show_card(self) -> None:
        """What was unfolded at the end of the form comes to sight."""
        self.scrolling.ensureWidgetVisible(self.texts[Part.SYSTEM_PROMPT])

    def ask_for_picture(self) -> None:
        """Ask for another picture."""
        self._dialogs.ask_file(Text.of("Choose a picture"), self._take_picture, PICTURES)

    def _take_picture(self, path: Path) -> None:
        self._model.set_avatar(path)

    def _edited(self, part: Part, text: str) -> None:
        self._profile.edit(part, text)
        self._show_count(part)

    def _language_chosen(self, value: object) -> None:
        self._profile.set(Part.LANGUAGE, str(value))

    # --- what it shows ----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take over the values of the model; a field that is being written in keeps its words."""
        profile = self._profile
        for part, line in self.lines.items():
            value = profile.value(part)
            if line.text() != value:
                line.setText(value)
                line.setCursorPosition(0)
        self._show_texts()
        self.head.show_language(profile.value(Part.LANGUAGE))
        self._show_face()
        self._show_problems()

    def _show_texts(self) -> None:
        """Those of another character come one by one: each is long, and none can be written in before it is there."""
        persona = self._profile.persona
        id = persona.id if persona is not None else ""
        if persona is not None:
            (self.card.show_of if id != self._shown else self.card.show_summary)(persona)
        if id != self._shown:
            self._shown = id
            if self._filling is not None:
                self._filling.stop()
            for area in self.texts.values():
                area.setReadOnly(True)
            self._filling = Gradual(self._fill(), self)
        elif self._filling is None or self._filling.is_done:
            for part in self.texts:
                self._show_text(part)

    def _fill(self) -> Steps:
        for part, area in self.texts.items():
            self._show_text(part)
            area.setReadOnly(False)
            yield
        for part in self.texts:  # what changed meanwhile
            self._show_text(part)

    def _show_text(self, part: Part) -> None:
        self.texts[part].set_text(self._profile.value(part))
        self._show_count(part)

    def _show_face(self) -> None:
        persona = self._profile.persona
        if persona is None:
            return
        face = self._faces.get(persona)
        self.head.face.show_face(persona.name, QColor(persona.color), face)
        self.preview.trying.show_face(face)
        self.head.no_picture.setVisible(persona.avatar is not None)
        self.head.color.set_color(persona.color)

    def _show_count(self, part: Part) -> None:
        text = self._profile.value(part)
        self.fields[part].count.set_words(
            Text.count("{n} character", "{n} characters", len(text)) if text else "")

    def _show_problems(self) -> None:
        for part, field in self.fields.items():
            field.set_error(self._profile.problem(part))
        if any(self._profile.problem(part) is not None for part in self.card.fields):
            self.card.set_open(True)

    def _show_tokens(self) -> None:
        preview = self._profile.preview
        self.head.look.set_words(Text.of("Character preview…") if preview is None else
                                 Text.of("Character preview: {tokens}…", tokens=token_words(preview.tokens)))

    def _show_bindings(self) -> None:
        self.bindings.show_bindings(self._model.bindings, self._model.chosen.id)
        self.setAccessibleName(name_of(self._model.chosen))

    # --- the preview ------------------------------------------------------------------------------

    @property
    def has_room(self) -> bool:
        """Whether the preview stands beside the form."""
        return self.width() - self.theme.scaled(PREVIEW_WIDTH) >= self.theme.scaled(LEAST_FORM)

    def open_preview(self) -> None:
        """Show what the model gets in a window of its own."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        self.dialog = PreviewDialog(self._profile, self._model.trying, parent=self.window())
        self.dialog.answered.connect(self._closed)
        self.dialog.open()

    def _closed(self, _: str) -> None:
        self.dialog = None

    def on_theme(self, theme: Theme) -> None:
        self._content.setMaximumWidth(theme.scaled(FORM_WIDTH) + 48)
        self.preview.setFixedWidth(theme.scaled(PREVIEW_WIDTH))
        self._fold()
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        if not self._is_whole:
            return
        beside = self.has_room
        self.preview.setVisible(beside)
        self._line.setVisible(beside)
        self.head.look.setVisible(not beside)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._profile.want_preview(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # leaving the panel is leaving the field: what was typed is saved
            self._profile.flush()
            self._profile.want_preview(False)
            self._model.trying.stop()  # nobody reads it any more
