"""The row over the waveforms: ready, running, done, or what went wrong. Its height never changes."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.engines.messages import note_for
from characoid_desktop.features.rvc.choices import known_preset
from characoid_desktop.features.rvc.job import stage_of
from characoid_desktop.features.rvc.models import ItemResult, ItemState, SessionItem
from characoid_desktop.features.rvc.stages import Stage
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.options import is_adjusted
from characoid_desktop.ui.panels.rvc_session.queue_model import clock, problem
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.button import Button, icon_button
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.player import DragHandle
from characoid_desktop.ui.widgets.progress import JobRow
from characoid_desktop.ui.widgets.status import StatusDot
from characoid_desktop.ui.widgets.themed import Themed, Words


class _Line(Card):
    """Sign, a sentence, a line under it, and room for buttons at the right."""

    def __init__(self, state: LightState, parent: QWidget | None = None) -> None:
        super().__init__(margins=(13, 8, 10, 8), spacing=0, parent=parent)
        self.dot = StatusDot(state)
        self.sentence = ElidedLabel("", "body", minimum_characters=8)
        self.detail = ElidedLabel("", "small", "text_muted", minimum_characters=8)
        for label in (self.sentence, self.detail):
            label.setProperty(MAY_ELIDE, True)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.sentence)
        words.addWidget(self.detail)
        self.row = QHBoxLayout()
        self.row.setSpacing(10)
        self.row.addWidget(self.dot)
        self.row.addLayout(words, 1)
        self.body.addLayout(self.row)

    def say(self, sentence: Words, detail: Words = "") -> None:
        self.sentence.set_words(sentence)
        self.detail.set_words(detail)


class StatusRow(Themed, QStackedWidget):
    """Draws the current item's state. ``save_wanted`` asks for the file dialog."""

    save_wanted = Signal()

    def __init__(self, model: RvcModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.ready = _Line(LightState.OFF)
        self.only_this = Button(Text.of("Convert only this file"), size=ControlSize.COMPACT)
        self.ready.row.addWidget(self.only_this)
        self.job = JobRow()
        self.done = _Line(LightState.READY)
        self.show_file = Button(Text.of("Show in folder"), icon="folder", size=ControlSize.COMPACT)
        self.save = icon_button("save", Text.of("Save as…"))
        self.handle = DragHandle(Text.of("Drag out"))
        for widget in (self.show_file, self.save, self.handle):
            self.done.row.addWidget(widget)
        self._error_box = QWidget()
        self._error_layout = QVBoxLayout(self._error_box)
        self._error_layout.setContentsMargins(0, 0, 0, 0)
        self._error_for: object = None
        self._has_step = False
        self.error: InlineNotice | None = None
        for page in (self.ready, self.job, self.done, self._error_box):
            self.addWidget(page)
        self.only_this.clicked.connect(model.convert_current)
        self.job.cancel_requested.connect(model.cancel_current)
        self.show_file.clicked.connect(lambda: model.show_in_folder())
        self.save.clicked.connect(self.save_wanted)
        self._job_of: object = None
        for signal in (model.current_changed, model.item_changed, model.options_changed, model.counts_changed):
            signal.connect(self.retranslate)
        self.init_theme()

    def sizeHint(self) -> QSize:
        # Room for the tallest: a sentence with its next step on two lines.
        lines = 2 * self.theme.scaled(self.theme.role("body").line)
        return QSize(200, max(super().sizeHint().height(), lines + 22))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def on_theme(self, theme: Theme) -> None:
        self.setMinimumHeight(self.sizeHint().height())
        super().on_theme(theme)

    def retranslate(self) -> None:
        item = self._model.current
        if item is None:
            return
        if item.state.is_active:
            self._show_job(item)
        elif item.state.needs_user:
            self._show_error(item)
        elif item.state is ItemState.DONE and item.result is not None:
            self._show_done(item.result)
        else:
            self._show_ready(item)

    def _show_ready(self, item: SessionItem) -> None:
        choice = self._model.choice
        words = Text.of("Ready to convert to {preset}", preset=self._model.making.label)
        if item.state is ItemState.CANCELLED:
            words = Text.of("Stopped. Nothing was left; convert it again whenever you like.")
        adjusted = is_adjusted(choice)
        key = Text.of("Key {key}", key=times.signed(choice.key, 0)) if adjusted else ""
        self.ready.say(words, key or Text.of("It will be called {name}", name=self._model.example))
        others = self._model.counts.waiting > 1
        self.only_this.setEnabled(others)
        self.only_this.setVisible(others)
        self.setCurrentWidget(self.ready)

    def _show_job(self, item: SessionItem) -> None:
        if self._job_of != item.job_id:
            self._job_of = item.job_id
            self.job.restart()
        label = self._model.making.label_of(item.choice)
        if item.state is ItemState.QUEUED:
            self.job.set_title(Text.of("In the queue, to be converted to {preset}", preset=label))
            self.job.set_progress(None)
        else:
            progress = item.progress
            self.job.set_title(self._running_title(item, label))
            if progress is not None:
                known = progress.fraction is not None
                self.job.set_progress(progress.fraction, detail="" if known else progress.stage,
                                      remaining_s=progress.remaining_s)
        self.setCurrentWidget(self.job)

    @staticmethod
    def _running_title(item: SessionItem, label: Words) -> Text:
        stage = stage_of(item.progress) if item.choice.is_staged else None
        if stage is Stage.SEPARATE:
            return Text.of("Taking voice and music apart")
        if stage is Stage.MIX:
            return Text.of("Mixing voice and music")
        return Text.of("Converting to {preset}", preset=label)

    def _show_done(self, result: ItemResult) -> None:
        label: Words = known_preset(result.preset_id).label if result.preset_id else result.preset
        self.done.say(Text.of("Converted to {preset}", preset=label), self._result_words(result))
        self.handle.set_path(result.path)
        self.setCurrentWidget(self.done)

    @staticmethod
    def _result_words(result: ItemResult) -> str:
        notes = [str(note_for(word)) for word in result.warnings]
        if result.truncated:
            notes.insert(0, str(Text.of("The file is cut off; the part that can be read was converted.")))
        if notes:
            return " ".join(notes)
        return f"{result.path.name} · {clock(result.duration_s)}"

    def _show_error(self, item: SessionItem) -> None:
        key = (item.id, item.state, item.error)
        if key != self._error_for:
            self._error_for = key
            self._build_error(item)
        self.setCurrentWidget(self._error_box)

    def _build_error(self, item: SessionItem) -> None:
        if self.error is not None:
            self._error_layout.removeWidget(self.error)
            self.error.deleteLater()
        if item.state is ItemState.INTERRUPTED:
            level = NoticeLevel.WARNING
            sentence = Text.of("The conversion was interrupted when the app closed. No half file was left.")
        else:
            level = NoticeLevel.ERROR
            sentence = problem(item) or Text.of("This file could not be converted.")
            if item.error is not None and item.error.safe is not None:
                sentence = Text.of("{first} {second}", first=sentence, second=item.error.safe)
        step = self._model.next_step()
        actions = (Text.of("Try again"), Text.of("Remove")) if step is None else (step.label, Text.of("Try again"))
        self._has_step = step is not None
        self.error = InlineNotice(level, sentence, actions=actions)
        self.error.action_triggered.connect(self._error_action)
        self._error_layout.addWidget(self.error)

    def _error_action(self, index: int) -> None:
        if self._has_step and index == 0:
            self._model.take_next_step()
        elif index == 0 or self._has_step:
            self._model.retry_current()
        else:
            self._model.remove_current()


