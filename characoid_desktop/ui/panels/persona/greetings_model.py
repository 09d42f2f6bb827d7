"""What the shown character may say first instead of its usual first message, as rows. QtCore only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.models import MAX_GREETINGS, Persona
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.ui.shell.doing import Doing
from characoid_desktop.ui.widgets.visible import visible_line

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
LINE_LIMIT = 200
MAX_OTHERS = MAX_GREETINGS - 1  # beside the usual one


class GreetingRole(IntEnum):
    TEXT = Qt.ItemDataRole.UserRole + 1  # str: all of it
    LENGTH = Qt.ItemDataRole.UserRole + 2  # str


class GreetingRows(QAbstractListModel):
    """In the order of the card."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[str, ...] = ()

    def show(self, texts: Sequence[str]) -> None:
        if tuple(texts) != self._rows:
            self.beginResetModel()
            self._rows = tuple(texts)
            self.endResetModel()

    @property
    def all(self) -> tuple[str, ...]:
        return self._rows

    def at(self, row: int) -> str | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        text = self.at(index.row()) if index.isValid() else None
        if text is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return visible_line(text.strip(), LINE_LIMIT) or str(Text.of("No words yet"))
            case GreetingRole.TEXT:
                return text
            case GreetingRole.LENGTH:
                return str(Text.count("{n} character", "{n} characters", len(text)))
            case _:
                return None


class GreetingsModel(QObject):
    """``changed``: others than before. Each change is saved at once."""

    changed = Signal()

    def __init__(self, personas: PersonaService, do: Doing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._personas = personas
        self._do = do
        self._id = ""
        self._turn = asyncio.Lock()  # a change begins with what the one before it stored
        self.rows = GreetingRows(self)

    @property
    def is_full(self) -> bool:
        """Whether one more could not be chosen."""
        return len(self.rows.all) >= MAX_OTHERS

    def show(self, id: str) -> None:
        """Show those of another character."""
        self._id = id
        self._show()

    def told(self, persona: Persona) -> None:
        """A character was changed, here or elsewhere."""
        if persona.id == self._id:
            self._show()

    def _show(self) -> None:
        persona = self._personas.get(self._id)
        self.rows.show(() if persona is None else persona.facts.alternate_greetings)
        self.changed.emit()

    def add(self, text: str) -> None:
        def added(texts: list[str]) -> None:
            if len(texts) >= MAX_OTHERS:
                raise AppError(full_words(), safe=Text.of("Nothing was changed."))
            texts.append(text)

        self._do(self._change(self._id, added))

    def update(self, row: int, before: str, text: str) -> None:
        """Say ``text`` in the place of ``before``, which stood in this row."""
        def updated(texts: list[str]) -> None:
            texts[_place(texts, row, before)] = text

        self._do(self._change(self._id, updated))

    def remove(self, row: int, before: str) -> None:
        def removed(texts: list[str]) -> None:
            del texts[_place(texts, row, before)]

        self._do(self._change(self._id, removed))

    async def _change(self, id: str, change: Callable[[list[str]], None]) -> None:
        async with self._turn:
            persona = self._personas.get(id)
            texts = [] if persona is None else list(persona.facts.alternate_greetings)
            change(texts)
            await self._personas.update(id, facts={"alternate_greetings": tuple(texts)})


def full_words() -> Text:
    return Text.of("A character has at most {n} first messages to choose from.", n=MAX_GREETINGS)


def _place(texts: Sequence[str], row: int, before: str) -> int:
    """Return where a text stands now; it may have moved. Raises AppError where it is gone."""
    if 0 <= row < len(texts) and texts[row] == before:
        return row
    if before in texts:
        return texts.index(before)
    raise AppError(Text.of("This first message was changed elsewhere meanwhile."),
                   safe=Text.of("Nothing was changed."))
