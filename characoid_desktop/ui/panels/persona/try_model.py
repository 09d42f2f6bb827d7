"""Talking to the shown character to try it out, as it stands in the form. Nothing of it is kept. QtCore only."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.agents.runtime.tried import MAX_TRIED_CHARS, MAX_TRIED_LINES, TriedLine, TriedPiece
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.ui.panels.persona.people import name_of
from characoid_desktop.ui.panels.persona.ports import GreetingOf, TryOut
from characoid_desktop.ui.panels.persona.profile_model import ProfileModel
from characoid_desktop.ui.shell.doing import Doing
from characoid_desktop.ui.widgets.message_item import MessageItem

SHOW_EVERY_MS = 50  # while words come


class TryModel(QObject):
    """``changed``: other lines, or more words; for what comes by itself at most every SHOW_EVERY_MS."""

    changed = Signal()

    def __init__(self, profile: ProfileModel, try_out: TryOut, greeting: GreetingOf, do: Doing,
                 parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._profile = profile
        self._try_out = try_out
        self._greeting = greeting
        self._do = do
        self._id = ""
        self._lines: list[TriedLine] = []
        self._live: str | None = None  # the answer that is being made
        self._asked = 0
        self._task: asyncio.Task[object] | None = None
        self._shown: tuple[object, ...] = ()  # of the character: what is seen of it here
        self.is_offline = False
        self.note: Text | str = ""
        self.problem: AppError | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SHOW_EVERY_MS)
        self._pause.timeout.connect(self.changed)
        profile.changed.connect(self._character_changed)
        profile.saving_changed.connect(self._character_changed)  # something was typed

    def close(self) -> None:
        """Leave the model; nothing is shown any more."""
        self._drop()
        self._pause.stop()

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def is_answering(self) -> bool:
        return self._live is not None

    @property
    def is_bare(self) -> bool:
        """Whether nobody has said anything yet."""
        return not self._lines and not self.is_answering

    @property
    def is_full(self) -> bool:
        """Whether it is so long that it has to begin anew."""
        return len(self._lines) >= MAX_TRIED_LINES - 1

    @property
    def items(self) -> tuple[MessageItem, ...]:
        """What was said, the greeting first; the last one grows while the character answers."""
        persona = self._profile.draft()
        if persona is None:
            return ()
        lines = self._lines or self._begun(persona)
        found = [self._item(n, persona, line.text, is_user=line.is_user) for n, line in enumerate(lines)]
        if self._live is not None:
            found.append(self._item(len(lines), persona, self._live, is_user=False, live=True))
        return tuple(found)

    def _item(self, number: int, persona: Persona, text: str, *, is_user: bool, live: bool = False) -> MessageItem:
        note: Text | str = ""
        if live:
            note = self.note or (Text.of("typing…") if text else Text.of("starting…"))
        return MessageItem(f"{self._id}:{number}", is_user, text, "" if is_user else name_of(persona), persona.color,
                           note=note, live=live)

    def _begun(self, persona: Persona) -> list[TriedLine]:
        greeting = self._greeting(persona).strip()
        return [TriedLine(False, greeting)] if greeting else []

    def _character_changed(self) -> None:
        """The greeting follows the form as long as nothing was said; name and colour do always."""
        persona = self._profile.draft()
        if persona is None or persona.id != self._id:
            return
        shown = (persona.name, persona.color, "" if self._lines else persona.profile.first_message)
        if shown != self._shown:
            self._shown = shown
            self._tell_soon()

    def show(self, id: str) -> None:
        """Begin anew with another character."""
        if id != self._id:
            self._id = id
            self._forget()
            self._tell_soon()

    # --- talking ----------------------------------------------------------------------------------

    def restart(self) -> None:
        """Forget what was said."""
        self._forget()
        self.changed.emit()

    def _forget(self) -> None:
        self._drop()
        self._lines, self.is_offline, self.problem = [], False, None

    def send(self, text: str) -> bool:
        """Say something; False for nothing, while it answers, and where it is full."""
        persona = self._profile.draft()
        text = text.strip()
        if persona is None or not text or len(text) > MAX_TRIED_CHARS or self.is_answering or self.is_full:
            return False
        if not self._lines:
            self._lines = self._begun(persona)
        self._lines.append(TriedLine(True, text))
        self._ask()
        return True

    def again(self) -> None:
        """Ask once more after a failure."""
        if self._lines and self._lines[-1].is_user and not self.is_answering:
            self._ask()

    def stop(self) -> None:
        """Leave the answer as it is so far."""
        if self.is_answering:
            self._settle(self._asked)
            self._drop()
            self.changed.emit()

    def _ask(self) -> None:
        self._asked += 1
        self._live, self.note, self.problem = "", "", None
        self._do(self._answer(self._asked))
        self.changed.emit()

    async def _answer(self, asked: int) -> None:
        persona = self._profile.draft()
        if asked != self._asked or persona is None:
            return
        self._task = asyncio.current_task()
        try:
            async with aclosing(self._try_out(persona, tuple(self._lines))) as pieces:
                async for piece in pieces:
                    if asked != self._asked:
                        return
                    self._take(piece)
        except AppError as error:
            if asked == self._asked:
                self.problem = error
        finally:
            self._settle(asked)

    def _take(self, piece: TriedPiece) -> None:
        if piece.text and self._live is not None:
            self._live += piece.text
            self.note = ""
        elif piece.note:
            self.note = piece.note
        else:
            self.is_offline = piece.offline
        self._tell_soon()

    def _tell_soon(self) -> None:
        """What it takes to show a long greeting, or many words, does not come on top of what is done right now."""
        if not self._pause.isActive():
            self._pause.start()

    def _settle(self, asked: int) -> None:
        """The answer is over: its words are a line, where it has any."""
        if asked != self._asked or self._live is None:
            return
        text, self._live, self.note = self._live.strip(), None, ""
        if text:
            self._lines.append(TriedLine(False, text))
        self.changed.emit()

    def _drop(self) -> None:
        """Leave the answer that is being made; what still comes of it is nobody's."""
        self._asked += 1
        self._live, self.note = None, ""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
