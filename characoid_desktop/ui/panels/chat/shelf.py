"""The list of conversations of one character: read from the record, searched, and marked where a turn is at work."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.chat.conversations import LIMIT, ConversationList
from characoid_desktop.ui.panels.chat.ports import ChatServices
from characoid_desktop.ui.panels.chat.turns import Turns

_WORKING, _WAITING = Text.of("Replying…").source, Text.of("Waits for you").source
Do = Callable[[Coroutine[Any, Any, object]], None]
"""Runs a coroutine; what fails in it is said to the user."""


class Shelf(QObject):
    """``changed`` after the list was read, ``ready`` after the first time for a character."""

    changed = Signal()
    ready = Signal()

    def __init__(self, services: ChatServices, turns: Turns, do: Do, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._turns = turns
        self._do = do
        self.list = ConversationList(self)
        self.search = ""
        self.shows_archived = False
        self._persona = ""
        self._turn = 0  # of reading: what comes late is dropped
        self._soon = QTimer(self)  # several changes are listed once
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._list)

    def close(self) -> None:
        self._soon.stop()
        self._turn += 1

    def show_of(self, persona_id: str) -> None:
        """List the conversations of a character, all of them."""
        self._persona, self.search, self.shows_archived = persona_id, "", False
        self._turn += 1
        self._do(self._read(self._turn, first=True))

    def set_search(self, text: str) -> None:
        if text != self.search:
            self.search = text
            self._list()

    def show_archived(self, on: bool) -> None:
        """List what was put away instead."""
        if on is not self.shows_archived:
            self.shows_archived = on
            self._list()

    def list_soon(self) -> None:
        """Something in the list differs."""
        self._soon.start(0)

    def mark(self, id: str) -> None:
        """Say in its row what the turn of a conversation does."""
        run = self._turns.active(id)
        words = "" if run is None else (_WAITING if run.state.waits_for_user else _WORKING)
        self.list.set_busy(id, words)

    def _list(self) -> None:
        self._turn += 1
        self._do(self._read(self._turn, first=False))

    async def _read(self, turn: int, *, first: bool) -> None:
        found = await self._services.conversations.list(
            self._persona, search=self.search, limit=LIMIT, archived=self.shows_archived)
        if turn != self._turn:
            if first:
                self.ready.emit()
            return
        self.list.show(found, self._services.clock.now().astimezone())
        for one in found:
            self.mark(one.id)
        self.changed.emit()
        if first:
            self.ready.emit()
