"""The right side: one item with its state, its sounds and what is to be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.ui.panels.rvc_session.covers import Covers
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.options_row import OptionsRow
from characoid_desktop.ui.panels.rvc_session.pictures import Look
from characoid_desktop.ui.panels.rvc_session.playing import PLAIN, Version
from characoid_desktop.ui.panels.rvc_session.production import estimate_words
from characoid_desktop.ui.panels.rvc_session.queue_model import facts_words
from characoid_desktop.ui.panels.rvc_session.stage_steps import StageSteps
from characoid_desktop.ui.panels.rvc_session.status_row import StatusRow
from characoid_desktop.ui.panels.rvc_session.tracks import TrackCard
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.choice import SegmentedControl
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.page import Surface
from characoid_desktop.ui.widgets.themed import Themed

VERSION_WORDS = {
    Version.ORIGINAL: Text("Original"), Version.VOCALS: Text("Vocals"), Version.CONVERTED: Text("Converted"),
    Version.MIX: Text("Mix"), Version.INSTRUMENTAL: Text("Music"),
}
_NOT_APART = Text("Convert the song first: voice and music are taken apart then.")
_WHY_NOT = {
    Version.VOCALS: _NOT_APART, Version.INSTRUMENTAL: _NOT_APART,
    Version.CONVERTED: Text("Convert the file or preview a region first."),
    Version.MIX: Text("Convert the file first."),
}
HIGH = 640  # px; from here on the waveforms are higher (also with a notice over a window of 800 px)


class FoldBar(Themed, QWidget):
    """Instead of the list when the window is narrow: the current file, its number, and a way to the list."""

    list_wanted = Signal()

    def __init__(self, model: RvcModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.before = icon_button("chevron-left", Text.of("Previous file"), size=ControlSize.COMPACT)
        self.after = icon_button("chevron-right", Text.of("Next file"), size=ControlSize.COMPACT)
        self._title = ElidedLabel("", "section", middle=True, minimum_characters=10)
        self._count = Label("", "small", "text_muted")
        self.open = Button(Text.of("Show the list"), icon="queue", size=ControlSize.COMPACT)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.before)
        row.addWidget(self.after)
        row.addSpacing(8)
        row.addWidget(self._title)
        row.addSpacing(8)
        row.addWidget(self._count)
        row.addStretch(1)
        row.addWidget(self.open)
        self.before.clicked.connect(lambda: model.step(-1))
        self.after.clicked.connect(lambda: model.step(1))
        self.open.clicked.connect(self.list_wanted)
        model.current_changed.connect(self.retranslate)
        model.counts_changed.connect(self.retranslate)
        self.init_theme()

    def retranslate(self) -> None:
        item = self._model.current
        row = self._model.queue.row(item.id if item is not None else None)
        count = self._model.counts.all
        self.before.setEnabled(row > 0)
        self.after.setEnabled(0 <= row < count - 1)
        self._title.set_words(item.name if item is not None else "")
        self._count.set_words(Text.of("{n} of {all}", n=row + 1, all=count))


class BottomBar(Surface):
    """What is written into the file, and the one primary button; it never scrolls away."""

    def __init__(self, model: RvcModel, parent: QWidget | None = None) -> None:
        super().__init__("canvas", edges=(Qt.Edge.TopEdge,), parent=parent)
        self._model = model
        self._note = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        self._note.setProperty(MAY_ELIDE, True)
        self.convert = Button(Text.of("Convert"), ButtonKind.PRIMARY, size=ControlSize.LARGE)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 9, 20, 9)
        row.setSpacing(16)
        row.addWidget(self._note, 1)
        row.addWidget(self.convert)
        self.convert.clicked.connect(model.convert)
        for signal in (model.counts_changed, model.current_changed, model.item_changed, model.options_changed):
            signal.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        if not hasattr(self, "convert"):  # the base class dresses itself first
            return
        plan = self._model.making.estimate
        if plan is None:
            self._note.set_words(Text.of("Length and channels stay. The file's tags say where it comes from."))
        else:
            time = estimate_words(plan.seconds)
            self._note.set_words(
                Text.of("This file takes {time} on this computer. Length and channels stay.", time=time)
                if plan.measured else
                Text.of("This file takes {time}, as a first guess. Length and channels stay.", time=time))
        waiting, item = self._model.counts.waiting, self._model.current
        again = not waiting and item is not None and item.state in (ItemState.DONE, ItemState.FAILED)
        if waiting > 1:
            self.convert.set_words(Text.of("Convert {n} files", n=waiting))
        else:
            self.convert.set_words(Text.of("Convert again") if again else Text.of("Convert"))
        self.convert.set_disabled_reason(
            "" if waiting or again else Text.of("Nothing in the list waits to be converted."))


class Stage(Themed, QWidget):
    """Title, state, A/B, waveforms, options; scrolls when the window is low, except the bottom bar."""

    def __init__(self, model: RvcModel, covers: Covers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.fold_bar = FoldBar(model)
        self.fold_bar.hide()
        self._title = ElidedLabel("", "section", middle=True, minimum_characters=10)
        self._facts = ElidedLabel("", "small", "text_muted", minimum_characters=6)
        self._facts.setProperty(MAY_ELIDE, True)
        self._facts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._head = QWidget()
        self.status = StatusRow(model)
        self.steps = StageSteps(model)
        self._plain = SegmentedControl(
            [(version, VERSION_WORDS[version]) for version in PLAIN], Text.of("Version to listen to"))
        self._parts = SegmentedControl(
            [(version, VERSION_WORDS[version]) for version in Version], Text.of("Version to listen to"))
        self._hint = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        self._hint.setProperty(MAY_ELIDE, True)
        self.look = SegmentedControl(
            [(Look.WAVEFORM, Text.of("Waveform")), (Look.SPECTROGRAM, Text.of("Spectrogram"))],
            Text.of("How sounds are drawn"), check=False)
        if not model.pictures.can_show_spectrograms:
            self.look.hide()
        self.tracks = TrackCard(model)
        self.options = OptionsRow(model, covers)
        self.bottom = BottomBar(model)
        self._lay_out()
        self._connect()
        self.init_theme()

    def _lay_out(self) -> None:
        listen = QHBoxLayout()
        listen.setSpacing(10)
        listen.addWidget(self._plain)
        listen.addWidget(self._parts)
        listen.addWidget(self._hint, 1)
        listen.addWidget(self.look)
        head = QHBoxLayout(self._head)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(16)
        head.addWidget(self._title)
        head.addWidget(self._facts, 1)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(20, 12, 20, 12)
        column.setSpacing(12)
        column.addWidget(self.fold_bar)
        column.addWidget(self._head)
        column.addWidget(self.steps)
        column.addWidget(self.status)
        column.addLayout(listen)
        column.addWidget(self.tracks)
        column.addWidget(self.options)
        column.addStretch(1)
        self.scrolling = QScrollArea()
        self.scrolling.setWidget(content)
        self.scrolling.setWidgetResizable(True)
        self.scrolling.setFrameShape(QFrame.Shape.NoFrame)
        self.scrolling.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scrolling.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.scrolling, 1)
        outer.addWidget(self.bottom)

    def _connect(self) -> None:
        model, listening = self._model, self._model.listening
        for control in (self._plain, self._parts):
            control.changed.connect(listening.choose)
        listening.version_changed.connect(self._show_version)
        self.look.changed.connect(model.pictures.set_look)
        for signal in (model.current_changed, model.item_changed, model.preview_changed, model.options_changed,
                       model.pictures_changed):
            signal.connect(self.retranslate)
        for number in range(len(Version)):
            shortcut = QShortcut(QKeySequence(str(number + 1)), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda n=number: listening.choose_number(n))

    @property
    def versions(self) -> SegmentedControl:
        """The control that chooses what is heard: two versions, or all five of a song."""
        return self._parts if self._model.listening.has_parts else self._plain

    def _show_version(self, version: Version) -> None:
        self.versions.set_value(version)

    def retranslate(self) -> None:
        item, listening = self._model.current, self._model.listening
        self._title.set_words(item.name if item is not None else "")
        self._facts.set_words(facts_words(item) if item is not None else "")
        shown = self.versions
        for control in (self._plain, self._parts):
            control.setVisible(control is shown)
        for version in listening.versions[1:]:
            there = listening.has(version)
            shown.set_option_enabled(version, there, "" if there else _WHY_NOT[version])
        shown.set_value(listening.version)
        self._hint.set_words(
            Text.of("Keys 1 to 5, level matched") if listening.has_parts
            else Text.of("Press 1 or 2: same position, same loudness"))
        self.look.set_value(self._model.pictures.look)
        self._fit()

    def set_folded(self, folded: bool) -> None:
        """In a narrow window one bar takes the place of list and title."""
        self.fold_bar.setVisible(folded)
        self._head.setVisible(not folded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def on_theme(self, theme: Theme) -> None:
        self._fit()
        super().on_theme(theme)

    def _fit(self) -> None:
        self.tracks.set_high(self.height() >= self.theme.scaled(HIGH))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._model.listening.toggle()
        else:
            super().keyPressEvent(event)
