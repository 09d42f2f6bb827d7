"""The sounds: a ruler, the source, what was made of it, the music, and the transport."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.choices import known_preset
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.pictures import Look
from characoid_desktop.ui.panels.rvc_session.playing import Version
from characoid_desktop.ui.panels.rvc_session.spectrum import spectrum_image
from characoid_desktop.ui.panels.rvc_session.track_row import (
    SIDE,
    TRACK_HEIGHT,
    TRACK_HIGH,
    TRACK_LOW,
    TimeRuler,
    Track,
)
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.player import PlayButton
from characoid_desktop.ui.widgets.tag import Tag, TagKind
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.waves import wave_color


class TrackCard(Themed, QWidget):
    """Draws the current item's sounds and sends wishes to ``model.listening``.

    Source and result of a pair stand under each other: original and mix, vocals and converted vocals. Music has a row
    of its own where the file is taken apart.
    """

    def __init__(self, model: RvcModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._images: dict[Version, tuple[object, QImage]] = {}
        self.ruler = TimeRuler()
        self.source = Track("original")
        self.made = Track("converted", gain=Text.of("Level of the voice"))
        self.music = Track("instrumental", gain=Text.of("Level of the music"))
        self.rows = (self.source, self.made, self.music)
        self.play = PlayButton()
        self._time = Label("", "body")
        self._region = Tag("", TagKind.GRANTED, icon="")
        self.preview = Button(Text.of("Preview region"), ButtonKind.LINK, size=ControlSize.COMPACT)
        self._level = ElidedLabel("", "small", "text_muted", minimum_characters=6)
        self._level.setProperty(MAY_ELIDE, True)
        self._level.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        card = Card(margins=(1, 1, 1, 1), spacing=0)
        card.body.addWidget(self.ruler)
        for track in self.rows:
            card.body.addWidget(track)
        card.body.addLayout(self._transport())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(card)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._connect()
        self.init_theme()

    def _transport(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(SIDE, 8, SIDE, 8)
        row.setSpacing(12)
        row.addWidget(self.play)
        row.addWidget(self._time)
        row.addWidget(self._region)
        row.addWidget(self.preview)
        row.addWidget(self._level, 1)
        return row

    def _connect(self) -> None:
        model, listening = self._model, self._model.listening
        self.play.clicked.connect(listening.toggle)
        self.preview.clicked.connect(model.preview_region)
        for track in self.rows:
            track.wave.seek.connect(listening.seek)
            track.wave.region_changed.connect(self._region_moved)
            track.wave.region_committed.connect(self._region_moved)
            track.chosen.connect(lambda track=track: listening.choose(self.version_of(track)))
        for track, name in ((self.made, "vocals_db"), (self.music, "instrumental_db")):
            if track.gain is not None:
                track.gain.changed.connect(partial(self._set_gain, name))
        listening.position_changed.connect(self._show_position)
        listening.playing_changed.connect(self._show_state)
        listening.version_changed.connect(self._show_pictures)
        for signal in (model.current_changed, model.pictures_changed, model.options_changed):
            signal.connect(self._show_pictures)
        model.item_changed.connect(self._show_state)
        model.preview_changed.connect(self._show_state)

    def _set_gain(self, name: str, decibels: float) -> None:
        self._model.making.set_mixing(**{name: decibels})

    def retranslate(self) -> None:
        self._show_pictures()

    def on_theme(self, theme: Theme) -> None:
        self._images = {}
        self._reserve()
        super().on_theme(theme)

    def set_high(self, high: bool) -> None:
        """Draw higher waveforms, where there is room for them."""
        one = TRACK_LOW if self._model.listening.has_parts else TRACK_HIGH if high else TRACK_HEIGHT
        for track in self.rows:
            track.wave.setFixedHeight(one)

    # --- what it shows ----------------------------------------------------------------------------

    def version_of(self, track: Track) -> Version:
        """Which version a row is at the moment."""
        listening = self._model.listening
        if track is self.music:
            return Version.INSTRUMENTAL
        if not listening.has_parts:
            return Version.ORIGINAL if track is self.source else Version.CONVERTED
        heard = listening.version
        whole = heard in (Version.ORIGINAL, Version.MIX)
        if heard is Version.INSTRUMENTAL or (heard is Version.ORIGINAL and not listening.has(Version.MIX)):
            whole = listening.has(Version.MIX) or not listening.has(Version.VOCALS)
        if track is self.source:
            return Version.ORIGINAL if whole else Version.VOCALS
        return Version.MIX if whole and listening.has(Version.MIX) else Version.CONVERTED

    def _show_pictures(self, *_: object) -> None:
        item = self._model.current
        facts = item.facts if item is not None else None
        duration = facts.duration_s if facts is not None else 0.0
        mixed = self._model.listening.has_parts
        self.ruler.set_duration(duration)
        self.ruler.set_mixed(mixed)
        self.music.setVisible(mixed)
        for track in self.rows:
            version = self.version_of(track)
            track.show_version(*_NAMES[version])
            track.set_mixed(mixed, gain=track.gain is not None)
            track.wave.set_peaks(self._model.picture(version) or b"", duration)
            track.wave.set_image(self._image(version))
            if self._model.region is not None and duration > 0:
                track.wave.set_region(*self._model.region)
            else:
                track.wave.clear_region()
        self._reserve()
        self._show_position(self._model.listening.position)
        self._show_state()

    def _image(self, version: Version) -> QImage | None:
        pictures = self._model.pictures
        found = pictures.spectrogram(version) if pictures.look is Look.SPECTROGRAM else None
        if found is None:
            return None
        known = self._images.get(version)
        if known is None or known[0] is not found:
            color = wave_color(self.theme, _NAMES[version][1])
            known = self._images[version] = (found, spectrum_image(found, color, self.theme))
        return known[1]

    def _show_state(self, *_: object) -> None:
        listening = self._model.listening
        item = self._model.current
        mixing = self._model.choice.mixing
        for track in self.rows:
            version = self.version_of(track)
            track.set_active(version is listening.version and item is not None)
            track.note.set_words(self._note(version))
        for track, level in ((self.made, mixing.vocals_db), (self.music, mixing.instrumental_db)):
            if track.gain is not None:
                track.gain.set_value(level)
        self.play.set_playing(listening.is_playing)
        self.play.setEnabled(listening.can_play)
        self._show_region()
        busy = self._model.is_previewing
        self.preview.set_busy(Text.of("Converting the region…") if busy else "")
        usable = item is not None and item.facts is not None and self._model.region is not None
        self.preview.setEnabled(usable)
        self._level.set_words(self._loudness())

    def _note(self, version: Version) -> Words:
        item, listening = self._model.current, self._model.listening
        if version is Version.ORIGINAL:
            return Text.of("source")
        if version is Version.CONVERTED and listening.preview is not None:
            return Text.of("preview")
        if not listening.has(version):
            running = item is not None and item.state is ItemState.RUNNING
            return Text.of("on its way") if running else Text.of("not yet")
        if version is Version.VOCALS:
            return Text.of("from the song")
        if version is Version.INSTRUMENTAL:
            return Text.of("song without voice")
        if item is None or item.result is None:
            return self._model.making.label
        if item.result.preset_id:  # in the language of the moment, not in that of the conversion
            return known_preset(item.result.preset_id).label
        return item.result.preset or Text.of("done")

    def _loudness(self) -> Words:
        listening = self._model.listening
        lufs = listening.loudness(listening.version)
        return "" if lufs is None else Text.of("{level} LUFS", level=times.signed(lufs, 1, plus=False))

    def _show_position(self, seconds: float) -> None:
        for track in self.rows:
            track.wave.set_position(seconds)
        total = times.clock_tenths(self.source.wave.duration)
        self._time.set_words(f"{times.clock_tenths(seconds)} / {total}")

    def _show_region(self) -> None:
        region = self._model.region
        self._region.setVisible(region is not None)
        if region is not None:
            start, end = (times.clock(s) for s in region)
            self._region.set(Text.of("Region {start} to {end}", start=start, end=end), TagKind.GRANTED)

    def _region_moved(self, start_s: float, end_s: float) -> None:
        self._model.set_region(start_s, end_s)
        for track in self.rows:
            if track.wave.region != (start_s, end_s):
                track.wave.set_region(start_s, end_s)
        self._show_region()

    def _reserve(self) -> None:
        """Room for the widest time and the busy words, so that nothing moves while it plays."""
        total = times.clock_tenths(self.source.wave.duration)
        metrics = self._time.fontMetrics()
        self._time.setMinimumWidth(metrics.horizontalAdvance(f"{total} / {total}".replace("1", "0")) + 4)


_NAMES: dict[Version, tuple[Text, str]] = {
    Version.ORIGINAL: (Text("Original"), "original"), Version.VOCALS: (Text("Vocals"), "vocals"),
    Version.CONVERTED: (Text("Converted"), "converted"), Version.MIX: (Text("Mix"), "mix"),
    Version.INSTRUMENTAL: (Text("Music"), "instrumental"),
}
