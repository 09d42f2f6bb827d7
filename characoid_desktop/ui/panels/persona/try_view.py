"""The try-out beside the profile: what was said, and a line to say something."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.agents.runtime.tried import MAX_TRIED_CHARS
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.persona.try_model import TryModel
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import icon_button
from characoid_desktop.ui.widgets.composer import Composer
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.message_item import Extra
from characoid_desktop.ui.widgets.message_list import MessageList
from characoid_desktop.ui.widgets.message_view import ExtraView
from characoid_desktop.ui.widgets.notices import InlineNotice

MARGIN = 12


def _no_extra(extra: Extra) -> ExtraView:
    raise LookupError(f"nothing shows {extra.key} in a try-out")


class TryView(QWidget):
    """Draws a :class:`TryModel`."""

    def __init__(self, model: TryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._told: object = None
        self.notice: InlineNotice | None = None
        self.kept = Label(Text.of("Nothing of it is kept."), "caption", "text_muted", wrap=True)
        self.tokens = Label("", "caption", "text_muted", wrap=True)
        self.restart = icon_button("retry", Text.of("Begin the try-out anew"), size=ControlSize.COMPACT)
        self.offline = Label(Text.of("No model is connected: the offline brain answers"), "caption", "warn", wrap=True)
        self.messages = MessageList(_no_extra)
        self.composer = Composer()
        self.composer.attach.hide()
        self.composer.field.set_name(Text.of("Say something to try it out"), Text.of("Say something…"))
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 8, 0)
        head.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.kept)
        words.addWidget(self.tokens)
        head.addLayout(words, 1)
        head.addWidget(self.restart)
        self._notices = QVBoxLayout()
        self._notices.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self.offline.setContentsMargins(16, 0, 16, 0)
        foot = QVBoxLayout()
        foot.setContentsMargins(MARGIN, 0, MARGIN, MARGIN)
        foot.addWidget(self.composer)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.offline)
        column.addWidget(self.messages, 1)
        column.addLayout(self._notices)
        column.addLayout(foot)

    def _connect(self) -> None:
        model, composer = self._model, self.composer
        self.restart.clicked.connect(self._restart)
        composer.send_wanted.connect(self.send)
        composer.stop_wanted.connect(model.stop)
        composer.field.files_offered.connect(self._refuse_files)
        composer.field.picture_offered.connect(self._refuse_files)
        model.changed.connect(self._show)

    def send(self) -> None:
        """Say what was written; a refusal keeps it."""
        text, model = self.composer.field.text(), self._model
        if model.send(text):
            self.composer.field.set_text("")
            self.messages.to_bottom()
        elif len(text.strip()) > MAX_TRIED_CHARS:
            self.composer.set_problem(Text.of("To try it out, a text has at most {n} characters.", n=MAX_TRIED_CHARS))
        elif model.is_answering:
            self.composer.set_problem(Text.of("The character is still answering. Wait, or stop it first."))
        elif model.is_full:
            self.composer.set_problem(Text.of("This try-out is long enough. Begin it anew."))

    def _restart(self) -> None:
        self._model.restart()
        self.composer.focus()

    def _refuse_files(self, _: object) -> None:
        self.composer.set_problem(Text.of("A try-out takes no files."))

    def _show(self) -> None:
        model = self._model
        self.messages.show_thread("try", model.items)
        self.composer.set_replying(model.is_answering)
        self.offline.setVisible(model.is_offline)
        self.restart.set_disabled_reason(Text.of("Nothing was said yet") if model.is_bare else "")
        self._show_problem()

    def _show_problem(self) -> None:
        problem = self._model.problem
        if problem is self._told:
            return
        self._told = problem
        if self.notice is not None:
            self.notice.hide()
            self.notice.deleteLater()
            self.notice = None
        if problem is not None:
            self.notice = InlineNotice(NoticeLevel.ERROR, problem.sentence, actions=(Text.of("Try again"),))
            self.notice.action_triggered.connect(self._again)
            self._notices.addWidget(self.notice, 0, Qt.AlignmentFlag.AlignBottom)

    def _again(self, _: int) -> None:
        self._model.again()
