"""How the current file is made: voice, key and separation in a row; what is rarely changed folds out under them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.choices import known_preset
from characoid_desktop.features.rvc.presets import FORMANT_RANGE, PITCH_RANGE
from characoid_desktop.ui.panels.rvc_session import production
from characoid_desktop.ui.panels.rvc_session.covers import Covers
from characoid_desktop.ui.panels.rvc_session.file_form import FileForm
from characoid_desktop.ui.panels.rvc_session.mix_form import MixForm
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.options import formant_of
from characoid_desktop.ui.panels.rvc_session.voice_combo import LIBRARY, Entry, VoiceCombo, library_entries
from characoid_desktop.ui.panels.rvc_session.voice_form import VoiceForm
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import CheckBox, ComboBox
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.numbers import SpinStepper, ValueSlider
from characoid_desktop.ui.widgets.sections import Columns, Field, Section
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip
from characoid_desktop.ui.widgets.visible import visible_line

WIDE = 640  # px; from here on the fields stand in one row
VOICE = "voice:"  # before the id of a library voice, in the list of voices
GONE = f"{VOICE}\0gone"
CREDIT_CHARS = 56  # of a credit under the voice; the rest is its tooltip


class KeyField(Themed, QWidget):
    """The key, and under it for a library voice: found automatically, or the suggestion that was measured."""

    def __init__(self, model: RvcModel) -> None:
        super().__init__()
        self._model = model
        self.pitch = SpinStepper(
            Text.of("Key"), minimum=PITCH_RANGE[0], maximum=PITCH_RANGE[1], plus_sign=True)
        self.auto = CheckBox(Text.of("Automatic"))
        self.suggested = Button("", ButtonKind.LINK, size=ControlSize.COMPACT)
        self._help = ElidedLabel("", "caption", "text_muted", minimum_characters=4)
        self._help.setProperty(MAY_ELIDE, True)
        under = QHBoxLayout()
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(4)
        under.addWidget(self.auto)
        under.addWidget(self.suggested)
        under.addWidget(self._help, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(Label(Text.of("Key"), "small", "text_muted", strong=True))
        column.addWidget(self.pitch)
        column.addLayout(under)
        column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        making = model.making
        self.pitch.changed.connect(making.set_key)
        self.auto.toggled.connect(self._auto_toggled)
        self.suggested.clicked.connect(making.use_suggested_key)
        self.init_theme()

    def _auto_toggled(self, on: bool) -> None:
        if on is not self._model.making.params.auto_key:
            self._model.making.set_param("auto_key", on)

    def retranslate(self) -> None:
        making, choice = self._model.making, self._model.choice
        self.pitch.set_range(*making.key_range)
        self.pitch.set_value(choice.key)
        voice, library = making.voice, choice.voice is not None
        pitched = voice is None or voice.f0
        self.pitch.setEnabled(pitched)
        self.auto.setVisible(library and pitched)
        self.auto.setChecked(making.params.auto_key)
        suggestion = making.suggested_key
        use = library and pitched and suggestion is not None and not making.params.auto_key
        self.suggested.setVisible(use and suggestion != choice.key)
        if suggestion is not None:
            self.suggested.set_words(Text.of("Take {key}", key=times.signed(suggestion)))
            self.suggested.set_description(Text.of("The key that brings this singer to the voice."))
        self._help.setVisible(not self.suggested.isVisibleTo(self))
        if not library:
            self._help.set_words(Text.of("in semitones"))
        elif not pitched:
            self._help.set_words(Text.of("This voice has a pitch of its own."))
        elif making.params.auto_key:
            self._help.set_words(Text.of("plus this much") if choice.key else "")
        else:
            self._help.set_words(Text.of("as suggested") if use else "")


class OptionsRow(Themed, QWidget):
    """Draws ``model.choice`` and ``model.place``. ``folder_wanted`` asks for the folder dialog."""

    folder_wanted = Signal()

    def __init__(self, model: RvcModel, covers: Covers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._covers = covers
        self._wide: bool | None = None
        self._known: object = None
        self.voice = VoiceCombo(Text.of("Voice"))
        self.key = KeyField(model)
        self.way = ComboBox([], Text.of("The file is"))
        self.way.setMinimumContentsLength(12)
        self.way.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.way.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._voice = Field(Text.of("Voice"), self.voice, helps=self._voice_helps())
        self._way = Field(Text.of("The file is"), self.way)
        self.library = Button(Text.of("Open the library"), ButtonKind.LINK, size=ControlSize.COMPACT)
        self.formant = ValueSlider(
            Text.of("Character"), minimum=FORMANT_RANGE[0], maximum=FORMANT_RANGE[1], value=0.0, step=0.5,
            words=lambda value: times.signed(value, 1))
        self.params = VoiceForm(for_file=True)
        self.mix = MixForm(model)
        self.file = FileForm(model)
        self.voice_section = Section(Text.of("Voice settings"), self._voice_body())
        self.mix_section = Section(Text.of("Mix"), self.mix)
        self.file_section = Section(Text.of("File"), self.file)
        self.sections = (self.voice_section, self.mix_section, self.file_section)
        self._lay_out()
        self._connect()
        self.init_theme()

    def _voice_body(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        self._character = Columns([Field(
            Text.of("Character"), self.formant, Text.of("Left: larger and darker. Right: smaller and lighter."))],
            most=2, least=300)
        column.addWidget(self._character)
        column.addWidget(self.params)
        self.params.hide()
        body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return body

    def _lay_out(self) -> None:
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._grid)
        column.addWidget(self.library, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(4)
        for section in self.sections:
            column.addWidget(section)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._arrange(wide=True)

    def _connect(self) -> None:
        model, making = self._model, self._model.making
        self.voice.chosen.connect(self._voice_chosen)
        self.way.chosen.connect(making.set_way)
        self.library.clicked.connect(self._open_library)
        self.formant.changed.connect(model.set_formant)
        self.params.changed.connect(making.set_param)
        self.params.kept.connect(self._keep_params)
        self.file.folder_wanted.connect(self.folder_wanted)
        self._covers.changed.connect(self._show_voices)
        for signal in (model.options_changed, model.current_changed):
            signal.connect(self.retranslate)
        model.item_changed.connect(self._item_changed)

    def _item_changed(self) -> None:
        """Progress changes nothing here; facts and finished stages do (estimates, the suggested key)."""
        item = self._model.current
        known = (None if item is None else (item.id, item.facts, item.state), tuple(self._model.making.stages))
        if known != self._known:
            self._known = known
            self.retranslate()

    @property
    def is_open(self) -> bool:
        return any(section.line.isChecked() for section in self.sections)

    def show_more(self, open_: bool) -> None:
        """Fold the rarer options out or in, all of them."""
        for section in self.sections:
            section.set_open(open_)

    # --- what it shows ----------------------------------------------------------------------------

    def retranslate(self) -> None:
        choice, making = self._model.choice, self._model.making
        self._show_voices()
        self.key.retranslate()
        self._show_way()
        self.formant.set_value(formant_of(choice.effect))
        voice = making.voice
        self._character.setVisible(choice.voice is None)
        self.params.setVisible(choice.voice is not None)
        params = making.params
        has_index = voice is not None and voice.index is not None
        if voice is not None:
            self.params.show_params(params, index=has_index, pitch=voice.f0, speakers=voice.speakers,
                                    methods=making.f0_methods, external=making.external)
        self.voice_section.set_summary(
            production.params_summary(params, index=has_index) if choice.voice is not None
            else Text.of("character {value}", value=times.signed(formant_of(choice.effect), 1)))
        self.mix.retranslate()
        self.mix_section.set_summary(production.mixing_summary(choice.mixing))
        self.file.retranslate()
        self.file_section.set_summary(self.file.summary)

    def _voice_helps(self) -> list[Words]:
        return [preset.help for preset in self._model.presets]

    def _show_voices(self) -> None:
        model, making, choice = self._model, self._model.making, self._model.choice
        voices = [
            Entry(f"{VOICE}{one.id}", one.name,
                  production.voice_facts(one.version, one.rate, one.f0, index=one.index is not None), True,
                  self._covers.get(one.id))
            for one in making.voices]
        if choice.voice is not None and making.voice is None:
            voices.append(Entry(GONE, Text.of("A voice that is gone"), is_voice=True))
        presets = [Entry(preset.id, preset.label) for preset in model.presets]
        key = (choice.preset_id if choice.voice is None
               else f"{VOICE}{choice.voice.voice_id}" if making.voice is not None else GONE)
        self.voice.set_entries(library_entries(voices, presets, has_library=model.library is not None), key)
        missing = making.missing
        self._voice.help.set_tone("text_muted" if missing is None else "warn")
        voice = making.voice
        if missing is not None:
            self._voice.help.set_words(missing.sentence)
        elif voice is not None:
            facts = production.voice_facts(voice.version, voice.rate, voice.f0, index=voice.index is not None)
            credit = visible_line(voice.credit, CREDIT_CHARS)
            self._voice.help.set_words(f"{facts}\n{credit}" if credit else facts)
        else:
            self._voice.help.set_words(known_preset(choice.preset_id).help)
        self._voice.help.setToolTip(plain_tooltip(voice.credit) if voice is not None else "")
        self._voice.set_helps([*self._voice_helps(), self._voice.help.words])
        self.library.set_words(missing.action.label if missing is not None and missing.action is not None
                               else Text.of("Open the library"))
        self.library.setVisible(missing is not None and model.library is not None)

    def _show_way(self) -> None:
        making = self._model.making
        ways, chosen = making.ways, making.way
        self.way.set_options([(one.key, one.label) for one in ways], chosen.key)
        self.way.setToolTip(str(chosen.label))
        seconds = making.estimate_of(chosen)
        self._way.help.set_words(
            chosen.help if seconds is None or seconds < 20 else Text.of(
                "{help} Here {time}.", help=chosen.help, time=production.estimate_words(seconds)))
        self._way.help.setToolTip(self._way.help.text())

    # --- wishes -----------------------------------------------------------------------------------

    def _voice_chosen(self, key: str) -> None:
        if key == LIBRARY:
            self._model.open_library()
        elif key.startswith(VOICE):
            self._model.making.choose_voice(key.removeprefix(VOICE))
        else:
            self._model.set_preset(key)

    def _open_library(self) -> None:
        missing = self._model.making.missing
        action = missing.action if missing is not None else None
        if action is not None and action.kind is not ActionKind.OPEN_PANEL:
            self._model.action_wanted.emit(action)
            return
        self._model.open_library(str(action.args.get("library", "")) if action is not None else "")

    def _keep_params(self) -> None:
        voice, library = self._model.making.voice, self._model.library
        if voice is not None and library is not None:
            library.set_params(voice.id, self._model.making.defaults())

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
        top = Qt.AlignmentFlag.AlignTop
        for field in (self._voice, self.key, self._way):
            self._grid.removeWidget(field)
        self._grid.addWidget(self._voice, 0, 0, top)
        self._grid.addWidget(self.key, 0, 1, top)
        if wide:
            self._grid.addWidget(self._way, 0, 2, top)
        else:
            self._grid.addWidget(self._way, 1, 0, 1, 2, top)
        for column, stretch in enumerate((3, 0, 3) if wide else (1, 0, 0)):
            self._grid.setColumnStretch(column, stretch)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())
