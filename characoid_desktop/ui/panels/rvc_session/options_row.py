"""Preset, key, format, folder and file name; character and scope fold out under them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.choices import known_preset
from characoid_desktop.features.rvc.models import format_label
from characoid_desktop.features.rvc.naming import shown
from characoid_desktop.features.rvc.presets import FORMANT_RANGE, PITCH_RANGE
from characoid_desktop.settings.sections.conversion import OutputFormat
from characoid_desktop.ui.panels.rvc_session.model import RvcModel, Scope
from characoid_desktop.ui.panels.rvc_session.options import formant_of
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox, SegmentedControl
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.numbers import SpinStepper, ValueSlider
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

WIDE = 820  # from here on all fields stand in one row
_BESIDE = "beside"
_CHOOSE = "choose"
_FOLDER = "folder"
_MAX_FOLDER_NAME = 22
_LEAST_HELP = 150  # px; before it is laid out, a field is narrower


class Field(Themed, QWidget):
    """Label, field, and help whose room is kept: one line that may elide, or as many as ``helps`` need."""

    def __init__(
        self, label: Words, field: QWidget, help_words: Words = "", *, helps: Sequence[Words] = ()
    ) -> None:
        super().__init__()
        self._helps = tuple(helps)
        self.label = Label(label, "small", "text_muted", strong=True)
        if helps:
            self.help = Label(help_words, "caption", "text_muted", wrap=True)
            self.help.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        else:
            self.help = ElidedLabel(help_words, "caption", "text_muted", minimum_characters=4)
            self.help.setProperty(MAY_ELIDE, True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.label)
        column.addWidget(field)
        column.addWidget(self.help)
        column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def on_theme(self, theme: Theme) -> None:
        self._reserve()
        super().on_theme(theme)

    def retranslate(self) -> None:
        self._reserve()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._reserve()

    def _reserve(self) -> None:
        """Room for the longest help, so that nothing under it moves when another one comes."""
        if self._helps:
            lines = max(self.help.lines_at(words, max(_LEAST_HELP, self.width())) for words in self._helps)
            self.help.setFixedHeight(lines * self.help.line_height)


class OptionsRow(Themed, QWidget):
    """Draws ``model.choice`` and ``model.place``. ``folder_wanted`` asks for the folder dialog."""

    folder_wanted = Signal()

    def __init__(self, model: RvcModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._wide: bool | None = None
        self.preset = ComboBox([(p.id, p.label) for p in model.presets], Text.of("Voice"))
        self.pitch = SpinStepper(
            Text.of("Key"), minimum=PITCH_RANGE[0], maximum=PITCH_RANGE[1], plus_sign=True)
        self.format = ComboBox([(f, format_label(f)) for f in OutputFormat], Text.of("Format"))
        self.folder = ComboBox([], Text.of("Save in"))
        self.template = LineInput(Text.of("File name"))
        self.template.setMaxLength(200)
        self.formant = ValueSlider(
            Text.of("Character"), minimum=FORMANT_RANGE[0], maximum=FORMANT_RANGE[1], value=0.0, step=0.5,
            words=lambda value: times.signed(value, 1))
        self.scope = SegmentedControl(
            [(Scope.ALL, Text.of("All waiting files")), (Scope.ONE, Text.of("Only this file"))],
            Text.of("Changes are for"))
        self.more = Button(Text.of("More"), ButtonKind.QUIET, icon="chevron-down", size=ControlSize.COMPACT)
        self._preset = Field(Text.of("Voice"), self.preset, helps=[p.help for p in model.presets])
        self._pitch = Field(Text.of("Key"), self.pitch, Text.of("in semitones"))
        self._format = Field(Text.of("Format"), self.format)
        self._folder = Field(Text.of("Save in"), self.folder)
        self._name = Field(Text.of("File name"), self.template)
        self._formant = Field(
            Text.of("Character"), self.formant, Text.of("Left: larger and darker. Right: smaller and lighter."))
        self._scope = Field(Text.of("Changes are for"), self.scope)
        self._extra = QWidget()
        extra = QGridLayout(self._extra)
        extra.setContentsMargins(0, 4, 0, 0)
        extra.setHorizontalSpacing(24)
        extra.addWidget(self._formant, 0, 0, Qt.AlignmentFlag.AlignTop)
        extra.addWidget(self._scope, 0, 1, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        extra.setColumnStretch(0, 1)
        extra.setColumnStretch(1, 1)
        self._extra.hide()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(self._grid)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignRight)
        column.addWidget(self._extra)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._arrange(wide=True)
        self._connect()
        self.init_theme()

    def _connect(self) -> None:
        model = self._model
        self.preset.chosen.connect(model.set_preset)
        self.pitch.changed.connect(model.set_pitch)
        self.formant.changed.connect(model.set_formant)
        self.format.chosen.connect(model.set_format)
        self.folder.chosen.connect(self._folder_chosen)
        self.template.textEdited.connect(self._template_typed)
        self.template.editingFinished.connect(self._template_done)
        self.scope.changed.connect(model.set_scope)
        self.more.clicked.connect(self._toggle_more)
        model.options_changed.connect(self.retranslate)
        model.current_changed.connect(self.retranslate)

    def _toggle_more(self) -> None:
        self.show_more(self._extra.isHidden())

    def show_more(self, open_: bool) -> None:
        """Fold the rarer options out or in."""
        self._extra.setVisible(open_)
        self.more.set_icon("chevron-up" if open_ else "chevron-down")
        self.more.set_words(Text.of("Less") if open_ else Text.of("More"))

    # --- what it shows ----------------------------------------------------------------------------

    def retranslate(self) -> None:
        choice = self._model.choice
        self.preset.set_value(choice.preset_id)
        chosen = known_preset(choice.preset_id)
        self._preset.help.set_words(chosen.help)
        self.pitch.set_value(choice.key)
        self.formant.set_value(formant_of(choice.effect))
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
        self._name.help.set_tone("error" if wrong is not None else "text_muted")
        self._name.help.set_words(wrong if wrong is not None else example)
        self.template.setAccessibleDescription(str(wrong or example))

    # --- wishes -----------------------------------------------------------------------------------

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

    # --- one row or two ---------------------------------------------------------------------------

    def on_theme(self, theme: Theme) -> None:
        self._wide = None
        self._fit(self.width())
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        wide = width >= self.theme.scaled(WIDE)
        if wide is not self._wide:
            self._arrange(wide=wide)

    def _arrange(self, *, wide: bool) -> None:
        self._wide = wide
        fields = (self._preset, self._pitch, self._format, self._folder, self._name)
        for field in fields:
            self._grid.removeWidget(field)
        top = Qt.AlignmentFlag.AlignTop
        if wide:
            for column, field in enumerate(fields):
                self._grid.addWidget(field, 0, column, top)
        else:
            for column, field in enumerate(fields[:3]):
                self._grid.addWidget(field, 0, column, top)
            self._grid.addWidget(self._folder, 1, 0, top)
            self._grid.addWidget(self._name, 1, 1, 1, 2, top)
        stretches = (3, 0, 1, 2, 3) if wide else (2, 0, 1, 0, 0)
        for column, stretch in enumerate(stretches):
            self._grid.setColumnStretch(column, stretch)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())
