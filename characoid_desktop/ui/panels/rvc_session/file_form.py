"""The file that comes out: format, folder, name, and what a change of the options is for."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.models import format_label
from characoid_desktop.features.rvc.naming import shown
from characoid_desktop.settings.sections.conversion import OutputFormat
from characoid_desktop.ui.panels.rvc_session.model import RvcModel, Scope
from characoid_desktop.ui.widgets.choice import ComboBox, SegmentedControl
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.sections import Columns, Field
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

_BESIDE = "beside"
_CHOOSE = "choose"
_FOLDER = "folder"
_MAX_FOLDER_NAME = 22


class FileForm(Themed, QWidget):
    """Draws ``model.choice.format`` and ``model.place``. ``folder_wanted`` asks for the folder dialog."""

    folder_wanted = Signal()

    def __init__(self, model: RvcModel) -> None:
        super().__init__()
        self._model = model
        self.format = ComboBox([(f, format_label(f)) for f in OutputFormat], Text.of("Format"))
        self.folder = ComboBox([], Text.of("Save in"))
        self.template = LineInput(Text.of("File name"))
        self.template.setMaxLength(200)
        self.scope = SegmentedControl(
            [(Scope.ALL, Text.of("All waiting files")), (Scope.ONE, Text.of("Only this file"))],
            Text.of("Changes are for"))
        self._format = Field(Text.of("Format"), self.format)
        self._folder = Field(Text.of("Save in"), self.folder)
        self.name_field = Field(Text.of("File name"), self.template)
        self._scope = Field(Text.of("Changes are for"), self.scope)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Columns([self._format, self._folder, self.name_field, self._scope]))
        self.format.chosen.connect(model.set_format)
        self.folder.chosen.connect(self._folder_chosen)
        self.template.textEdited.connect(self._template_typed)
        self.template.editingFinished.connect(self._template_done)
        self.scope.changed.connect(model.set_scope)
        self.init_theme()

    @property
    def summary(self) -> str:
        """The file in one line."""
        folder = self._model.place.folder
        where = str(Text.of("beside the original")) if folder is None else shown(folder.name or str(folder))
        return " · ".join((format_label(self._model.choice.format), where, self._model.example))

    def retranslate(self) -> None:
        choice = self._model.choice
        self.format.set_value(choice.format)
        lossless = choice.format in (OutputFormat.WAV, OutputFormat.FLAC)
        self._format.help.set_words(Text.of("lossless") if lossless else Text.of("smaller"))
        self.scope.set_value(self._model.scope)
        self._show_folder()
        if not self.template.hasFocus():
            self.template.setText(self._model.place.template)
            self._show_example(self._model.example, None)

    def _show_folder(self) -> None:
        folder = self._model.place.folder
        options: list[tuple[object, Words]] = [(_BESIDE, Text.of("Beside the original"))]
        if folder is not None:
            name = shown(folder.name or str(folder))
            short = name if len(name) <= _MAX_FOLDER_NAME else name[: _MAX_FOLDER_NAME - 1] + "…"
            options.append((_FOLDER, short))
        options.append((_CHOOSE, Text.of("Choose a folder…")))
        self.folder.set_options(options, _FOLDER if folder is not None else _BESIDE)
        self.folder.setToolTip(plain_tooltip(shown(str(folder))) if folder is not None else "")
        self._folder.help.set_words(
            shown(str(folder)) if folder is not None else Text.of("the original stays as it is"))

    def _show_example(self, example: str, wrong: Text | None) -> None:
        self.template.set_invalid(wrong is not None)
        self.name_field.help.set_tone("error" if wrong is not None else "text_muted")
        self.name_field.help.set_words(wrong if wrong is not None else example)
        self.template.setAccessibleDescription(str(wrong or example))

    def _folder_chosen(self, value: object) -> None:
        if value == _CHOOSE:
            self.retranslate()  # the choice stands until a folder was chosen
            self.folder_wanted.emit()
        elif value == _BESIDE:
            self._model.set_folder(None)

    def _template_typed(self, text: str) -> None:
        self._show_example(*self._model.try_template(text))

    def _template_done(self) -> None:
        text = self.template.text()
        if text != self._model.place.template:
            wrong = self._model.set_template(text)
            self._show_example(*self._model.try_template(text))
            if wrong is not None:
                return
        self._show_example(*self._model.try_template(text))
