"""How voice and music are put together: further models on the vocals, effects, and the level of the whole."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.parameters import Mixing
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.production import LOUDNESS_TARGETS, loudness_words
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.choice import CheckBox, ComboBox, Switch
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.layouts import FlowLayout
from characoid_desktop.ui.widgets.numbers import SpinStepper, ValueSlider
from characoid_desktop.ui.widgets.sections import Columns, Field
from characoid_desktop.ui.widgets.themed import Themed, Words


def _percent(value: float) -> str:
    return str(Text.of("off")) if value <= 0 else f"{round(value * 100)}%"


def _whole(value: float) -> str:
    return f"{round(value * 100)}%"


class MixForm(Themed, QWidget):
    """Draws ``model.choice.mixing``. The gains of voice and music stand beside their waveforms."""

    def __init__(self, model: RvcModel) -> None:
        super().__init__()
        self._model = model
        self._links: dict[str, CheckBox] = {}
        bounds = Mixing.bounds()
        targets: list[tuple[object, Words]] = [
            (target, Text.of("As it is") if target is None else loudness_words(target)) for target in LOUDNESS_TARGETS]
        self.loudness = ComboBox(targets, Text.of("Loudness target"))
        self.limiter = Switch(Text.of("Limiter"))
        self.highpass = SpinStepper(
            Text.of("Low cut"), minimum=0, maximum=bounds["highpass_hz"][1], step=10, suffix=Text.of("Hz"))
        self.align = SpinStepper(
            Text.of("Voice earlier or later"), minimum=bounds["align_ms"][0], maximum=bounds["align_ms"][1], step=5,
            plus_sign=True, suffix=Text.of("ms"))
        self.music_key = SpinStepper(
            Text.of("Key of the music"), minimum=-12, maximum=12, plus_sign=True)
        self.reverb = ValueSlider(
            Text.of("Reverb"), minimum=0.0, maximum=1.0, value=0.0, step=0.05, words=_percent)
        self.room = ValueSlider(
            Text.of("Room"), minimum=0.0, maximum=1.0, value=0.5, step=0.05, words=_whole)
        self.damp = ValueSlider(
            Text.of("Damping"), minimum=0.0, maximum=1.0, value=0.5, step=0.05, words=_whole)
        limiter = QWidget()
        row = QHBoxLayout(limiter)
        row.setContentsMargins(0, 6, 0, 6)
        row.setSpacing(8)
        row.addWidget(self.limiter)
        row.addWidget(Label(Text.of("Hold peaks under −1 dB"), "small"), 1)
        self._align = Field(Text.of("Voice earlier or later"), self.align, Text.of("0 keeps it where it was sung."))
        self._music_key = Field(Text.of("Key of the music"), self.music_key, Text.of("in semitones, same tempo"))
        self._fields = Columns([
            Field(Text.of("Loudness target"), self.loudness, Text.of("−14 for most video sites.")),
            Field(Text.of("Limiter"), limiter), Field(
                Text.of("Low cut"), self.highpass, Text.of("Takes rumble out of the voice; 0 is off.")),
            self._align, self._music_key,
            Field(Text.of("Reverb"), self.reverb, Text.of("On the voice only.")),
            Field(Text.of("Room"), self.room, Text.of("Left: small. Right: a hall.")),
            Field(Text.of("Damping"), self.damp, Text.of("Right: softer walls."))])
        self._more = QWidget()
        self._flow = FlowLayout(self._more, spacing=20)
        self._more.hide()
        chain = QVBoxLayout()
        chain.setContentsMargins(18, 0, 0, 8)
        chain.addWidget(self._more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(chain)
        column.addWidget(self._fields)
        self._connect()
        self.init_theme()

    def _connect(self) -> None:
        self.loudness.chosen.connect(self._loudness_chosen)
        self.limiter.toggled.connect(self._limiter_toggled)
        for name, control in (
            ("highpass_hz", self.highpass), ("align_ms", self.align), ("instrumental_semitones", self.music_key),
            ("reverb_amount", self.reverb), ("reverb_size", self.room), ("reverb_damp", self.damp),
        ):
            control.changed.connect(partial(self._set, name))

    def _loudness_chosen(self, lufs: object) -> None:
        self._model.making.set_mixing(loudness_lufs=lufs)

    def _set(self, name: str, value: float) -> None:
        self._model.making.set_mixing(**{name: round(value, 3)})

    def _limiter_toggled(self, on: bool) -> None:
        if on is not self._model.choice.mixing.limiter:
            self._model.making.set_mixing(limiter=on)

    def retranslate(self) -> None:
        making, mixing = self._model.making, self._model.choice.mixing
        self.loudness.set_value(mixing.loudness_lufs)
        self.limiter.setChecked(mixing.limiter)
        self.highpass.set_value(mixing.highpass_hz)
        self.align.set_value(mixing.align_ms)
        self.music_key.set_value(mixing.instrumental_semitones)
        self.reverb.set_value(mixing.reverb_amount)
        self.room.set_value(mixing.reverb_size)
        self.damp.set_value(mixing.reverb_damp)
        for control in (self.room, self.damp):
            control.setEnabled(mixing.reverb_amount > 0)
        for field in (self._align, self._music_key):
            self._fields.set_shown(field, making.is_song)
        self._show_links()

    def _show_links(self) -> None:
        """Further models on the vocals: one check box each, where there are any."""
        making = self._model.making
        links = making.links if making.is_song else []
        ids = [one.id for one, _ in links]
        if ids != list(self._links):
            for box in self._links.values():
                self._flow.removeWidget(box)
                box.hide()
                box.deleteLater()
            self._links = {one.id: self._link(one.id, one.name, one.role) for one, _ in links}
        for one, on in links:
            box = self._links[one.id]
            box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(False)
        self._more.setVisible(bool(links))

    def _link(self, id: str, name: str, role: str) -> CheckBox:
        words = (Text.of("Backing vocals stay with the music ({name})", name=name) if role == "lead_backing"
                 else Text.of("Reverb out of the vocals ({name})", name=name))
        box = CheckBox(words)
        box.toggled.connect(partial(self._model.making.set_link, id))
        self._flow.addWidget(box)
        return box


def gain_words(value: float) -> str:
    """Return “−1.5 dB”; the lowest gain is silence."""
    return times.decibels(float("-inf") if value <= -60 else value, 1)
