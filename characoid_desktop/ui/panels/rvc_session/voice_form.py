"""The parameters of a library voice: the same form for a file and for what a voice begins with."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.parameters import MAX_SEED, VoiceParams
from characoid_desktop.ui.panels.rvc_session.production import F0_NAMES
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.numbers import SpinStepper, ValueSlider
from characoid_desktop.ui.widgets.sections import Columns, Field
from characoid_desktop.ui.widgets.themed import Words

_PROTECT_OFF = 0.5


def _percent(value: float) -> str:
    return f"{round(value * 100)}%"


def _protect(value: float) -> str:
    return str(Text.of("off")) if value >= _PROTECT_OFF else f"{value:.2f}"


class VoiceForm(QWidget):
    """``changed(name, value)`` for one of :class:`VoiceParams`, ``kept`` to take all of them as the voice's own.

    ``for_file``: also what belongs to one file only (the seed), and the button that keeps the rest for the voice.
    """

    changed = Signal(str, object)
    kept = Signal()

    def __init__(self, *, for_file: bool, columns: int = 3) -> None:
        super().__init__()
        self.index_rate = ValueSlider(
            Text.of("Index"), minimum=0.0, maximum=1.0, value=0.75, step=0.05, words=_percent)
        self.formant = ValueSlider(
            Text.of("Formant"), minimum=-12.0, maximum=12.0, value=0.0, step=0.5,
            words=lambda value: times.signed(value, 1))
        self.method = ComboBox([], Text.of("Pitch found by"))
        self.protect = ValueSlider(
            Text.of("Protect breaths"), minimum=0.0, maximum=_PROTECT_OFF, value=0.33, step=0.01, words=_protect)
        self.rms = ValueSlider(
            Text.of("Loudness of the voice"), minimum=0.0, maximum=1.0, value=0.25, step=0.05, words=_percent)
        self.speaker = SpinStepper(Text.of("Speaker"), minimum=0, maximum=0)
        self.seed = SpinStepper(Text.of("Seed"), minimum=0, maximum=MAX_SEED)
        self.index_field = Field(Text.of("Index"), self.index_rate)
        self._formant = Field(Text.of("Formant"), self.formant, Text.of("Left: larger, darker. Right: lighter."))
        self._method = Field(Text.of("Pitch found by"), self.method)
        self._protect = Field(
            Text.of("Protect breaths"), self.protect, Text.of("Lower keeps more of the consonants."))
        self._rms = Field(Text.of("Loudness of the voice"), self.rms, Text.of("0%: as loud as the original."))
        self.speaker_field = Field(Text.of("Speaker"), self.speaker)
        self.new_seed = icon_button("retry", Text.of("Another seed"))
        seed = QWidget()
        row = QHBoxLayout(seed)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.seed)
        row.addWidget(self.new_seed)
        row.addStretch(1)
        self.seed_field = seed_field = Field(Text.of("Seed"), seed)
        fields = [self.index_field, self._formant, self._method, self._protect, self._rms, self.speaker_field]
        self.columns = Columns([*fields, seed_field], most=columns,
                               margins=(18, 4, 0, 4) if for_file else (0, 0, 0, 0))
        self.columns.set_shown(seed_field, for_file)
        self.keep = Button(Text.of("Keep for this voice"), ButtonKind.QUIET, icon="save", size=ControlSize.COMPACT)
        self.keep.set_description(Text.of("New files with this voice begin with these settings; the key is theirs."))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8 if for_file else 0)
        column.setSpacing(4)
        column.addWidget(self.columns)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.keep)
        column.addLayout(foot)
        self.keep.setVisible(for_file)
        self._connect()

    def _connect(self) -> None:
        sliders = (("index_rate", self.index_rate), ("formant", self.formant), ("protect", self.protect),
                   ("rms_mix_rate", self.rms))
        for name, slider in sliders:
            slider.changed.connect(partial(self._moved, name))
        self.method.chosen.connect(partial(self.changed.emit, "f0_method"))
        self.speaker.changed.connect(partial(self._stepped, "speaker"))
        self.seed.changed.connect(partial(self._stepped, "seed"))
        self.new_seed.clicked.connect(self._other_seed)
        self.keep.clicked.connect(self.kept)

    def _moved(self, name: str, value: float) -> None:
        self.changed.emit(name, round(value, 3))

    def _stepped(self, name: str, value: float) -> None:
        self.changed.emit(name, int(value))

    def _other_seed(self) -> None:
        self.changed.emit("seed", random.randrange(100_000))  # noqa: S311 - a number to tell takes apart

    def show_params(
        self, params: VoiceParams, *, index: bool, pitch: bool, speakers: int, methods: Sequence[tuple[str, bool]],
        external: str = "",
    ) -> None:
        """Show the parameters of a voice: whether it has an index, a pitch input, how many speakers; ``external`` is
        the name of the program that converts instead of the built-in engine."""
        self.index_rate.set_value(params.index_rate)
        self.index_rate.setEnabled(index)
        self.index_field.help.set_words(
            Text.of("How much it sounds like the training.") if index else Text.of("This voice has no index."))
        self.formant.set_value(params.formant)
        options: list[tuple[object, Words]] = [
            (name, F0_NAMES[name] if there else Text.of("{name} (not installed)", name=F0_NAMES[name]))
            for name, there in methods]
        self.method.set_options(options, params.f0_method)
        self.method.setEnabled(pitch)
        there = dict(methods).get(params.f0_method, False)
        self._method.help.set_tone("text_muted" if there or not pitch else "warn")
        self._method.help.set_words(
            Text.of("This voice needs no pitch.") if not pitch
            else Text.of("{name} takes its own weights.", name=external) if external
            else (Text.of("Built in.") if params.f0_method == "swift" else Text.of("Installed.")) if there
            else Text.of("Drop its weight file onto the library."))
        self.protect.set_value(params.protect)
        self.protect.setEnabled(index)
        self.rms.set_value(params.rms_mix_rate)
        self.speaker.set_range(0, max(0, speakers - 1))
        self.speaker.set_value(params.speaker)
        self.columns.set_shown(self.speaker_field, speakers > 1)
        self.speaker_field.help.set_words(Text.of("from 0 to {n}", n=max(0, speakers - 1)))
        self.seed.set_value(params.seed)
        self.seed.setEnabled(not external)
        self.new_seed.setEnabled(not external)
        self.seed_field.help.set_words(
            Text.of("{name} takes no seed.", name=external) if external
            else Text.of("The same seed gives the same breath noise."))
