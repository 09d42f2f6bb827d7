"""The widgets under the words of a message. Each shows an extra and emits ``acted(what, data)``."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.jobs.models import JobState
from characoid_desktop.ui.panels.chat.extras import (
    CardExtra,
    ExamplesExtra,
    FilesExtra,
    FoldExtra,
    FormExtra,
    RowExtra,
    What,
)
from characoid_desktop.ui.panels.chat.form_view import FormView, in_card
from characoid_desktop.ui.panels.chat.listening import CardListening
from characoid_desktop.ui.panels.chat.parts import Examples
from characoid_desktop.ui.panels.chat.ports import Work
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.folded import FoldButton
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.message_item import Extra, FileLine
from characoid_desktop.ui.widgets.message_parts import FileRow
from characoid_desktop.ui.widgets.message_view import ExtraView
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.player import ArtifactPlayer
from characoid_desktop.ui.widgets.progress import JobRow
from characoid_desktop.ui.widgets.safe_text import shown
from characoid_desktop.ui.widgets.tag import Tag, TagKind
from characoid_desktop.ui.widgets.themed import Words


class RowView(ExtraView):
    """What happened and the next steps, as the inline notice of the other pages."""

    def __init__(self, extra: RowExtra, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._extra = extra
        self.notice = self._make(extra)

    def _make(self, extra: RowExtra) -> InlineNotice:
        notice = InlineNotice(extra.level, extra.title, extra.body, [step.words for step in extra.steps],
                              action_icons=[step.icon for step in extra.steps])
        notice.action_triggered.connect(self._clicked)
        self._column.addWidget(notice)
        return notice

    def show_extra(self, extra: Extra) -> None:
        if not isinstance(extra, RowExtra) or extra == self._extra:
            return
        old, self._extra = self._extra, extra
        if (old.level, old.body, old.steps) == (extra.level, extra.body, extra.steps):
            self.notice.set_title(extra.title)  # a count-down: the buttons keep the keyboard
            return
        self._column.removeWidget(self.notice)
        self.notice.hide()
        self.notice.deleteLater()
        self.notice = self._make(extra)

    def _clicked(self, index: int) -> None:
        step = self._extra.steps[index]
        self.acted.emit(step.what, step.action if step.action is not None else step.target)


_TAGS: dict[JobState, tuple[Text, TagKind]] = {
    JobState.QUEUED: (Text.of("Waiting its turn"), TagKind.WAITING),
    JobState.RUNNING: (Text.of("Running"), TagKind.INFO),
    JobState.COMPLETED: (Text.of("Done"), TagKind.READY),
    JobState.FAILED: (Text.of("Failed"), TagKind.FAILED),
    JobState.CANCELLED: (Text.of("Stopped"), TagKind.NEUTRAL),
    JobState.INTERRUPTED: (Text.of("Interrupted"), TagKind.WAITING),
}


class CardView(ExtraView):
    """A piece of work: what it is, how far it is, what came of it. ``acted`` carries the job's id."""

    def __init__(
        self, extra: CardExtra, work: Work, listening: CardListening, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.body = in_card(self, (14, 11, 14, 12), 8)
        self._extra = extra
        self._work, self._listening = work, listening
        self.title = Label("", "small", strong=True)
        self.tag = Tag("", TagKind.NEUTRAL)
        self.words = Label("", "body", wrap=True)
        self.job = JobRow(framed=False)
        self.error = Label("", "body", "error", wrap=True)
        self.safe = Label("", "small", "text_muted", wrap=True)
        self.player: ArtifactPlayer | None = None
        self.file = ElidedLabel("", "small", middle=True)
        self.again = Button(Text.of("Try again"), icon="retry", size=ControlSize.COMPACT)
        self.folder = Button(Text.of("Show in folder"), icon="folder", size=ControlSize.COMPACT)
        self._lay_out()
        self.job.cancel_requested.connect(lambda: self._act(What.CANCEL_JOB))
        self.again.clicked.connect(lambda: self._act(What.RETRY_JOB))
        self.folder.clicked.connect(lambda: self._act(What.FOLDER))
        listening.changed.connect(self._heard)
        listening.position_changed.connect(self._moved)
        self._show()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.tag)
        head.addStretch(1)
        self.body.addLayout(head)
        for part in (self.words, self.error, self.safe, self.job, self.file):
            self.body.addWidget(part)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.again)
        buttons.addWidget(self.folder)
        buttons.addStretch(1)
        self.body.addLayout(buttons)

    def _act(self, what: str) -> None:
        self.acted.emit(what, self._extra.job_id)

    def show_extra(self, extra: Extra) -> None:
        if isinstance(extra, CardExtra) and extra != self._extra:
            if extra.job_id != self._extra.job_id or (
                    self._extra.state is not None and self._extra.state.is_over and not (
                        extra.state is None or extra.state.is_over)):
                self.job.restart()
            self._extra = extra
            self._show()
        elif isinstance(extra, CardExtra):
            self._show_picture()

    # --- what it shows ----------------------------------------------------------------------------

    def _show(self) -> None:
        extra, work = self._extra, self._extra.work
        self.title.set_words(extra.title)
        words, kind = self._state()
        self.tag.set(words, kind)
        self.setAccessibleName(f"{extra.title}: {words}")
        self.tag.setVisible(bool(str(words)))
        over = work is None or work.state.is_over
        _say(self.words, extra.words if work is None or not work.state.is_over else "")
        _say(self.error, extra.error)
        _say(self.safe, extra.safe)
        self.job.setVisible(not over)
        if work is not None and not over:
            self.job.set_title(Text.literal(work.name))
            waits = work.state is JobState.QUEUED
            self.job.set_progress(work.fraction, detail="" if waits else (work.stage or ""),
                                  remaining_s=work.remaining_s)
        self.again.setVisible(work is not None and work.state.can_retry)
        result = work.result if work is not None else None
        self.folder.setVisible(result is not None)
        plays = result is not None and result.duration_s > 0
        self.file.set_words(result.name if result is not None and not plays else "")
        self.file.setVisible(result is not None and not plays)
        if plays:
            self._show_player()
        elif self.player is not None:
            self.player.hide()

    def _state(self) -> tuple[Words, TagKind]:
        extra = self._extra
        if extra.work is not None:
            return _TAGS[extra.work.state]
        if extra.failed:
            return Text.of("Failed"), TagKind.FAILED
        if extra.job_id:
            return Text.of("Not in the list any more"), TagKind.NEUTRAL
        return "", TagKind.NEUTRAL

    def _show_player(self) -> None:
        work = self._extra.work
        assert work is not None
        result = work.result
        assert result is not None
        if self.player is None:
            versions = ((True, Text.of("Original")), (False, Text.of("Result"))) if work.has_original else ()
            self.player = ArtifactPlayer(result.name, result.facts, versions=versions, framed=False)
            self.player.play_toggled.connect(self._toggle)
            self.player.seek.connect(self._seek)
            self.player.version_chosen.connect(self._choose)
            self.player.save_requested.connect(lambda: self._act(What.SAVE))
            if self.player.versions is not None:
                self.player.versions.set_value(False)
            self.body.insertWidget(self.body.count() - 1, self.player)
        self.player.set_name(result.name, result.facts)
        self.player.set_file(Path(result.path))
        self.player.show()
        self._show_picture()

    def _show_picture(self) -> None:
        work = self._extra.work
        if self.player is None or work is None or work.result is None:
            return
        id = self._extra.job_id
        original = self._listening.hears_original(id)
        self.player.set_peaks(self._work.picture(id, original=original) or b"", work.result.duration_s)
        self.player.set_position(self._listening.position(id))
        self.player.set_playing(self._listening.is_playing(id))

    # --- listening --------------------------------------------------------------------------------

    def _toggle(self, _: bool) -> None:
        self._listening.toggle(self._extra.job_id)

    def _seek(self, seconds: float) -> None:
        self._listening.seek(self._extra.job_id, seconds)

    def _choose(self, original: object) -> None:
        self._listening.choose(self._extra.job_id, original=bool(original))

    def _heard(self, job_id: str) -> None:
        if job_id == self._extra.job_id:
            self._show_picture()

    def _moved(self, job_id: str, seconds: float) -> None:
        if job_id == self._extra.job_id and self.player is not None:
            self.player.set_position(seconds)


def _say(label: Label, words: Words) -> None:
    label.set_words(words)
    label.setVisible(bool(str(words)))


class FilesView(ExtraView):
    """The files that were made, each with the way to it. ``acted`` carries the id of a file."""

    def __init__(self, extra: FilesExtra, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._files: tuple[FileLine, ...] = ()
        self.rows: list[QWidget] = []
        self.folders: list[Button] = []
        self.show_extra(extra)

    def show_extra(self, extra: Extra) -> None:
        if not isinstance(extra, FilesExtra) or extra.files == self._files:
            return
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._files, self.rows, self.folders = extra.files, [], []
        for line in extra.files:
            self._add(line)

    def _add(self, line: FileLine) -> None:
        row = QWidget(self)
        inside = QHBoxLayout(row)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        folder = Button(Text.of("Show in folder"), icon="folder", size=ControlSize.COMPACT)
        folder.setAccessibleName(str(Text.of("Show “{name}” in its folder", name=line.name)))
        folder.clicked.connect(lambda: self.acted.emit(What.MADE, line.id))
        inside.addWidget(FileRow(line), 1)
        inside.addWidget(folder)
        self._column.addWidget(row)
        self.rows.append(row)
        self.folders.append(folder)


class FoldView(ExtraView):
    """One line; the text behind it is drawn when it is opened, and can be selected."""

    def __init__(self, extra: FoldExtra, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self._extra = extra
        self.line = FoldButton(extra.words, parent=self)
        self.body = Label("", "small", "text_muted", wrap=True, selectable=True, parent=self)
        self.body.hide()
        column.addWidget(self.line)
        column.addWidget(self.body)
        self.line.toggled.connect(self._toggle)

    def show_extra(self, extra: Extra) -> None:
        if not isinstance(extra, FoldExtra) or extra == self._extra:
            return
        self._extra = extra
        self.line.set_words(extra.words)
        self._toggle(self.line.isChecked())

    def _toggle(self, opened: bool) -> None:
        if opened:
            self.body.set_words(shown(self._extra.text))
        self.body.setVisible(opened)


class ExamplesView(ExtraView):
    """Sentences to begin with; ``acted`` carries the one that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = Examples()
        self.rows.chosen.connect(self._chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addWidget(self.rows)

    def show_extra(self, extra: Extra) -> None:
        """There is nothing that could change."""

    def _chosen(self, words: str) -> None:
        self.acted.emit(What.EXAMPLE, words)


class ExtraMaker:
    """Makes the widget for an extra."""

    def __init__(self, work: Work, listening: CardListening) -> None:
        self._work, self._listening = work, listening

    def __call__(self, extra: Extra) -> ExtraView:
        if isinstance(extra, RowExtra):
            return RowView(extra)
        if isinstance(extra, FormExtra):
            return FormView(extra)
        if isinstance(extra, FilesExtra):
            return FilesView(extra)
        if isinstance(extra, CardExtra):
            return CardView(extra, self._work, self._listening)
        if isinstance(extra, FoldExtra):
            return FoldView(extra)
        if isinstance(extra, ExamplesExtra):
            return ExamplesView()
        raise TypeError(f"no view for {type(extra).__name__}")
