"""Parts of the profile: its head with face, name, colour and language; the model; what goes with the character."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.models import MAX_NAME_CHARS
from characoid_desktop.ui.panels.persona.color_field import ColorField
from characoid_desktop.ui.panels.persona.face_button import FaceButton
from characoid_desktop.ui.panels.persona.form import FormField
from characoid_desktop.ui.panels.persona.people_view import LANGUAGES
from characoid_desktop.ui.panels.persona.ports import Binding
from characoid_desktop.ui.panels.persona.profile_model import Part
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label, section_label
from characoid_desktop.ui.widgets.layouts import clear
from characoid_desktop.ui.widgets.page import Divider
from characoid_desktop.ui.widgets.sections import Columns
from characoid_desktop.ui.widgets.visible import visible_line

MAX_ADDRESS = 2000


class ProfileHead(QWidget):
    """``fields`` are its parts; ``look`` is the way to the preview where that has no place beside the form."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.face = FaceButton()
        self.change = Button(Text.of("Change…"), size=ControlSize.COMPACT)
        self.no_picture = Button(Text.of("Remove it"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.name = LineInput(Text.of("Name"))
        self.name.setMaxLength(MAX_NAME_CHARS)
        self.color = ColorField()
        self.language = ComboBox(name=Text.of("Language it speaks"))
        self.look = Button(Text.of("Character preview…"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.fields = {
            Part.NAME: FormField(Text.of("Name"), self.name),
            Part.COLOR: FormField(Text.of("Image colour"), self.color),
            Part.LANGUAGE: FormField(Text.of("Language it speaks"), self.language)}
        self._told: object = None
        self._lay_out()

    def _lay_out(self) -> None:
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
        grid.addWidget(self.fields[Part.NAME], 0, 0, top)
        grid.addWidget(self.fields[Part.COLOR], 0, 1, top)
        grid.addWidget(self.fields[Part.LANGUAGE], 1, 0, top)
        grid.addWidget(self.look, 1, 1, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
        words = QVBoxLayout()
        words.addLayout(grid)
        words.addStretch(1)
        head = QHBoxLayout(self)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(16)
        head.addLayout(side)
        head.addLayout(words, 1)

    def show_language(self, value: str) -> None:
        options: list[tuple[object, Text | str]] = [("", Text.of("Same as the window")), *LANGUAGES.items()]
        if value and value not in LANGUAGES:
            options.append((value, visible_line(value, 40)))
        if (options, value) != self._told:
            self._told = (options, value)
            self.language.set_options(options, value)


class ModelPart(QWidget):
    """The model that the character answers with, if it has its own. ``lines`` and ``fields`` by their part."""

    def __init__(self) -> None:
        super().__init__()
        same = Text.of("Same as in the settings")
        name = LineInput(Text.of("Model"), placeholder=same)
        address = LineInput(Text.of("Address of the model"), placeholder=same)
        for line in (name, address):
            line.setMaxLength(MAX_ADDRESS)
        self.lines = {Part.MODEL: name, Part.ADDRESS: address}
        self.fields = {Part.MODEL: FormField(Text.of("Name of the model"), name),
                       Part.ADDRESS: FormField(Text.of("Address"), address)}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(Divider())
        column.addWidget(section_label(Text.of("Model")))
        column.addWidget(Columns(list(self.fields.values()), most=2, margins=(0, 0, 0, 0)))


class BindingRow(QWidget):
    """What it is, and what it is bound to; whether that works is not known here, only whether it is there."""

    def __init__(self, binding: Binding) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        name = Label(binding.name, "small", strong=True)
        name.setMinimumWidth(110)
        row.addWidget(name)
        row.addWidget(ElidedLabel(visible_line(binding.value, 200)), 1)
        if binding.is_missing:
            row.addWidget(Label(Text.of("not there any more"), "small", "warn"))


class Bindings(QWidget):
    """What goes with the character; hidden where nothing does. The rows are made anew only when they are others."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: object = None
        self._rows = QVBoxLayout()
        self._rows.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(Divider())
        column.addWidget(section_label(Text.of("Goes with this character")))
        column.addLayout(self._rows)
        self.hide()

    def show_bindings(self, bindings: Sequence[Binding], persona_id: str) -> None:
        bound = [one for one in bindings if one.value]
        shown = [(str(one.name), one.value, one.is_missing, persona_id) for one in bound]
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._rows)
        for one in bound:
            self._rows.addWidget(BindingRow(one))
        self.setVisible(bool(bound))
