"""The try-out beside the profile: what was said, and a line to say something."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QPixmap, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.agents.runtime.tried import MAX_TRIED_CHARS
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.persona.try_model import TryModel
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import icon_button
from characoid_desktop.ui.widgets.composer import Composer
from characoid_desktop.ui.widgets.gradual import Steps
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.message_item import Extra
from characoid_desktop.ui.widgets.message_list import MessageList
from characoid_desktop.ui.widgets.message_view import ExtraView
from characoid_desktop.ui.widgets.notices import InlineNotice, NoticePlace

MARGIN = 12


def _no_extra(extra: Extra) -> ExtraView:
    raise LookupError(f"nothing shows {extra.key} in a try-out")


class TryView(QWidget):
    """Draws a :class:`TryModel`. It is whole once :meth:`steps` have run."""

    def __init__(self, model: TryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._told: object = None
        self._face: QPixmap | None = None
        self._is_stale = True
        self._is_whole = False
        self._notices = NoticePlace()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)

    @property
    def notice(self) -> InlineNotice | None:
        return self._notices.card

    def steps(self) -> Steps:
        """Make it from its top on; it shows nothing before."""
        self._add_head()
        yield
        self.messages = MessageList(_no_extra, parent=self)
        self._column.addWidget(self.messages, 1)
        self._notices.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self._column.addLayout(self._notices)
        yield
        self.composer = Composer(parent=self)
        self.composer.attach.hide()
        self.composer.field.set_name(Text.of("Say something to try it out"), Text.of("Say something…"))
        foot = QVBoxLayout()
        foot.setContentsMargins(MARGIN, 0, MARGIN, MARGIN)
        foot.addWidget(self.composer)
        self._column.addLayout(foot)
        yield
        self._connect()
        self._is_whole = True
        self._show()

    def _add_head(self) -> None:
        self.kept = Label(Text.of("Nothing of it is kept."), "caption", "text_muted", wrap=True)
        self.tokens = Label("", "caption", "text_muted", wrap=True)
        self.restart = icon_button("retry", Text.of("Begin the try-out anew"), size=ControlSize.COMPACT)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.kept)
        words.addWidget(self.tokens)
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 8, 0)
        head.setSpacing(8)
        head.addLayout(words, 1)
        head.addWidget(self.restart)
        self._column.addLayout(head)
        self.offline = Label(Text.of("No model is connected: the offline brain answers"), "caption", "warn", wrap=True)
        self.offline.setContentsMargins(16, 0, 16, 0)
        self.offline.hide()
        self._column.addWidget(self.offline)

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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous() and self._is_stale and self._is_whole:
            self._show()

    def show_face(self, face: QPixmap | None) -> None:
        """Show the character with this picture (None: with its letter)."""
        if face is not self._face:
            self._face = face
            if self._is_whole:
                self._show()

    def _show(self) -> None:
        model = self._model
        self._is_stale = not self.isVisible()  # nobody looks: messages are not made for that
        if self._is_stale:
            return
        self.messages.show_thread("try", [replace(item, face=self._face) for item in model.items])
        self.composer.set_replying(model.is_answering)
        self.offline.setVisible(model.is_offline)
        self.restart.set_disabled_reason(Text.of("Nothing was said yet") if model.is_bare else "")
        self._show_problem()

    def _show_problem(self) -> None:
        problem = self._model.problem
        if problem is self._told:
            return
        self._told = problem
        card: InlineNotice | None = None
        if problem is not None:
            card = InlineNotice(NoticeLevel.ERROR, problem.sentence, actions=(Text.of("Try again"),))
            card.action_triggered.connect(self._again)
        self._notices.show_card(card)

    def _again(self, _: int) -> None:
        self._model.again()
