"""The profile tab: face, name, colour, what the character is like, lore, model, and what it is bound to."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.features.personas.models import MAX_NAME_CHARS
from characoid_desktop.ui.panels.persona.faces import Faces
from characoid_desktop.ui.panels.persona.form import ColorField, FaceButton, FormField
from characoid_desktop.ui.panels.persona.lore_view import Confirm, LoreView
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.people import name_of
from characoid_desktop.ui.panels.persona.people_view import LANGUAGES
from characoid_desktop.ui.panels.persona.ports import Binding
from characoid_desktop.ui.panels.persona.preview_view import WIDTH as PREVIEW_WIDTH
from characoid_desktop.ui.panels.persona.preview_view import PreviewDialog, PreviewPane, token_words
from characoid_desktop.ui.panels.persona.profile_model import Part
from characoid_desktop.ui.shell.file_dialogs import FileDialogs
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label, section_label
from characoid_desktop.ui.widgets.page import Divider, scroll_column
from characoid_desktop.ui.widgets.sections import Columns
from characoid_desktop.ui.widgets.status import StatusDot
from characoid_desktop.ui.widgets.text_area import TextArea
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.visible import visible_line

FORM_WIDTH = 720
LEAST_FORM = 560  # px beside the preview; with less it opens in a window of its own
MAX_ADDRESS = 2000
PICTURES = (Text("Pictures ({patterns})", {"patterns": "*.png *.jpg *.jpeg *.webp"}),)
_TEXTS: tuple[tuple[Part, Text, Text, int, int], ...] = (
    (Part.DESCRIPTION, Text("Description"), Text("Who is this?"), 4, 12),
    (Part.PERSONALITY, Text("Personality"), Text("What is it like?"), 3, 10),
    (Part.SCENARIO, Text("Scenario"), Text("Where and when?"), 3, 10),
    (Part.FIRST_MESSAGE, Text("First message"), Text("A new conversation begins with it"), 2, 8),
    (Part.EXAMPLE_DIALOGUE, Text("Example dialogue"), Text("How it talks"), 3, 12),
)


class BindingRow(QWidget):
    """A sign, what it is, and what it is bound to."""

    def __init__(self, binding: Binding) -> None:
        super().__init__()
        state = LightState.WAITING if binding.is_missing else LightState.READY if binding.value else LightState.OFF
        self.value = ElidedLabel(visible_line(binding.value, 200) if binding.value else binding.nothing, "body",
                                 "text" if binding.value else "text_muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(StatusDot(state))
        name = Label(binding.name, "small", strong=True)
        name.setMinimumWidth(110)
        row.addWidget(name)
        row.addWidget(self.value, 1)
        if binding.is_missing:
            row.addWidget(Label(Text.of("not there any more"), "small", "warn"))


class ProfileView(Themed, QWidget):
    """Draws the profile of ``model``."""

    def __init__(self, model: PersonaPanelModel, faces: Faces, confirm: Confirm, dialogs: FileDialogs) -> None:
        super().__init__()
        self._model = model
        self._profile = model.profile
        self._faces = faces
        self._dialogs = dialogs
        self._told: object = None
        self._bound: object = None
        self.dialog: PreviewDialog | None = None
        self.face = FaceButton()
        self.change = Button(Text.of("Change…"), size=ControlSize.COMPACT)
        self.no_picture = Button(Text.of("Take away"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.name = LineInput(Text.of("Name"))
        self.name.setMaxLength(MAX_NAME_CHARS)
        self.color = ColorField()
        self.language = ComboBox(name=Text.of("Language it speaks"))
        self.texts = {part: TextArea(label, least=least, most=most) for part, label, _, least, most in _TEXTS}
        self.model_name = LineInput(Text.of("Model"), placeholder=Text.of("that of the settings"))
        self.address = LineInput(Text.of("Address of the model"), placeholder=Text.of("that of the settings"))
        for field in (self.model_name, self.address):
            field.setMaxLength(MAX_ADDRESS)
        self.lore = LoreView(model.lore, confirm)
        self.look = Button(Text.of("What the model gets…"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.preview = PreviewPane(model.profile)
        self.fields: dict[Part, FormField] = {}
        self._bindings = QVBoxLayout()
        self._lay_out()
        self._connect()
        self.init_theme()
        self.refresh()
        self._show_bindings()

    # --- layout -----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        content = QWidget()
        form = QVBoxLayout(content)
        form.setContentsMargins(24, 16, 24, 24)
        form.setSpacing(16)
        form.addLayout(self._head())
        fields = {part: self._field(part, label, self.texts[part], hint) for part, label, hint, _, _ in _TEXTS}
        form.addWidget(fields[Part.DESCRIPTION])
        form.addWidget(Columns([fields[Part.PERSONALITY], fields[Part.SCENARIO]], most=2, margins=(0, 0, 0, 0)))
        form.addWidget(fields[Part.FIRST_MESSAGE])
        form.addWidget(fields[Part.EXAMPLE_DIALOGUE])
        form.addLayout(self._lore_part())
        form.addWidget(Divider())
        form.addWidget(section_label(Text.of("Model")))
        form.addWidget(Columns([
            self._field(Part.MODEL, Text.of("Name of the model"), self.model_name),
            self._field(Part.ADDRESS, Text.of("Address"), self.address)], most=2, margins=(0, 0, 0, 0)))
        form.addWidget(Divider())
        form.addWidget(section_label(Text.of("Goes with this character")))
        self._bindings.setSpacing(8)
        form.addLayout(self._bindings)
        form.addStretch(1)
        self._content = content
        self.scrolling = scroll_column(content, name=Text.of("Profile"))
        self._line = Divider(Qt.Orientation.Vertical)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.scrolling, 1)
        row.addWidget(self._line)
        row.addWidget(self.preview)

    def _field(self, part: Part, label: Text, field: QWidget, hint: Text | str = "") -> FormField:
        made = self.fields[part] = FormField(label, field, hint)
        return made

    def _head(self) -> QHBoxLayout:
        side = QVBoxLayout()
        side.setSpacing(4)
        side.addWidget(self.face, 0, Qt.AlignmentFlag.AlignHCenter)
        side.addSpacing(4)
        side.addWidget(self.change, 0, Qt.AlignmentFlag.AlignHCenter)
        side.addWidget(self.no_picture, 0, Qt.AlignmentFlag.AlignHCenter)
        side.addStretch(1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self._field(Part.NAME, Text.of("Name"), self.name), 0, 0, top)
        grid.addWidget(self._field(Part.COLOR, Text.of("Image colour"), self.color), 0, 1, top)
        grid.addWidget(self._field(Part.LANGUAGE, Text.of("Language it speaks"), self.language), 1, 0, top)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addLayout(side)
        words = QVBoxLayout()
        words.addLayout(grid)
        words.addStretch(1)
        head.addLayout(words, 1)
        grid.addWidget(self.look, 1, 1, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
        return head

    def _lore_part(self) -> QVBoxLayout:
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
        self.face.clicked.connect(self.ask_for_picture)
        self.change.clicked.connect(self.ask_for_picture)
        self.face.dropped.connect(self._take_picture)
        self.no_picture.clicked.connect(model.clear_avatar)
        for part, line in ((Part.NAME, self.name), (Part.MODEL, self.model_name), (Part.ADDRESS, self.address)):
            line.textEdited.connect(partial(profile.edit, part))
            line.editingFinished.connect(profile.flush)
        for part, area in self.texts.items():
            area.edited.connect(partial(self._edited, part))
            area.left.connect(profile.flush)
        self.color.chosen.connect(partial(profile.set, Part.COLOR))
        self.language.chosen.connect(self._language_chosen)
        self.look.clicked.connect(self.open_preview)
        profile.changed.connect(self.refresh)
        profile.saving_changed.connect(self._show_problems)
        profile.preview_changed.connect(self._show_tokens)
        model.chosen_changed.connect(self._show_bindings)
        model.people_changed.connect(self._show_bindings)
        self._faces.changed.connect(self._show_face)

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
        for part, line in ((Part.NAME, self.name), (Part.MODEL, self.model_name), (Part.ADDRESS, self.address)):
            value = profile.value(part)
            if line.text() != value:
                line.setText(value)
                line.setCursorPosition(0)
        for part, area in self.texts.items():
            area.set_text(profile.value(part))
            self._show_count(part)
        self._show_language()
        self._show_face()
        self._show_problems()

    def _show_language(self) -> None:
        value = self._profile.value(Part.LANGUAGE)
        options: list[tuple[object, Text | str]] = [("", Text.of("that of the window")), *LANGUAGES.items()]
        if value and value not in LANGUAGES:
            options.append((value, visible_line(value, 40)))
        if (options, value) != self._told:
            self._told = (options, value)
            self.language.set_options(options, value)

    def _show_face(self) -> None:
        persona = self._profile.persona
        if persona is None:
            return
        self.face.show_face(persona.name, QColor(persona.color), self._faces.get(persona))
        self.no_picture.setVisible(persona.avatar is not None)
        self.color.set_color(persona.color)

    def _show_count(self, part: Part) -> None:
        text = self._profile.value(part)
        self.fields[part].count.set_words(
            Text.count("{n} character", "{n} characters", len(text)) if text else "")

    def _show_problems(self) -> None:
        for part, field in self.fields.items():
            field.set_error(self._profile.problem(part))

    def _show_tokens(self) -> None:
        preview = self._profile.preview
        self.look.set_words(Text.of("What the model gets…") if preview is None else
                            Text.of("What the model gets: {tokens}…", tokens=token_words(preview.tokens)))

    def _show_bindings(self) -> None:
        bindings = list(self._model.bindings)
        shown = [(str(one.name), one.value, one.is_missing, self._model.chosen.id) for one in bindings]
        if shown == self._bound:
            return
        self._bound = shown
        while (item := self._bindings.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for one in bindings:
            self._bindings.addWidget(BindingRow(one))
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
        self.dialog = PreviewDialog(self._profile, parent=self.window())
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
        beside = self.has_room
        self.preview.setVisible(beside)
        self._line.setVisible(beside)
        self.look.setVisible(not beside)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._profile.want_preview(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # leaving the panel is leaving the field: what was typed is saved
            self._profile.flush()
            self._profile.want_preview(False)
