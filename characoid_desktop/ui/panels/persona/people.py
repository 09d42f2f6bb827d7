"""The characters as the rows of a list. QtCore only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.macros import SPOKEN, filled
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.ui.widgets.visible import visible_line

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
NAME_LIMIT = 80
ABOUT_LIMIT = 120
SHORTEST_SENTENCE = 8  # characters: “Dr.” and “Hi!” say nothing
_SENTENCE_END = re.compile(r"[。！？]|[.!?…](?=\s|$)")
ABOUT_READ = 2000  # characters that are looked at for it: a row is painted often, a description can be long


class PeopleRole(IntEnum):
    PERSONA = Qt.ItemDataRole.UserRole + 1  # Persona
    ABOUT = Qt.ItemDataRole.UserRole + 2  # str: the second line
    IN_USE = Qt.ItemDataRole.UserRole + 3  # bool: it is talked to


def name_of(persona: Persona) -> str:
    """Return the name as it is drawn."""
    return visible_line(persona.name, NAME_LIMIT)


def names_of(personas: Sequence[Persona]) -> dict[str, str]:
    """Return the names as they are drawn, by id; those of the same name are numbered from the second one on."""
    names: dict[str, str] = {}
    met: Counter[str] = Counter()
    for one in personas:
        name = name_of(one)
        met[name] += 1
        names[one.id] = name if met[name] == 1 else f"{name} · {met[name]}"
    return names


def about(persona: Persona) -> str:
    """Return one line on a character: the first sentence of its description, names filled in."""
    user = SPOKEN.get(persona.profile.language) or t("you")
    for text in (persona.profile.description, persona.profile.personality, persona.facts.creator_notes):
        whole = filled(text[:ABOUT_READ], persona.nickname, user, persona.id).strip()
        line = " ".join(whole.partition("\n")[0].split())
        if line:
            return visible_line(first_sentence(line), ABOUT_LIMIT)
    return str(Text.of("No description yet"))


def first_sentence(line: str) -> str:
    """Return a line up to the end of its first sentence; all of it where none ends, or only a very short one."""
    found = next((one for one in _SENTENCE_END.finditer(line) if one.end() >= SHORTEST_SENTENCE), None)
    return line if found is None else line[:found.end()]


class PeopleRows(QAbstractListModel):
    """In order of making."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Persona] = []
        self._names: dict[str, str] = {}
        self._current = ""

    def show(self, personas: Sequence[Persona], current: str) -> None:
        """Take the characters there are; what only differs in its words keeps its row."""
        same = [one.id for one in personas] == [one.id for one in self._rows]
        if not same:
            self.beginResetModel()
        self._rows, self._current = list(personas), current
        self._names = names_of(personas)
        if not same:
            self.endResetModel()
        elif self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def row_of(self, id: str) -> int:
        """Return the row of a character, −1 when it is not there."""
        return next((n for n, one in enumerate(self._rows) if one.id == id), -1)

    def at(self, row: int) -> Persona | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def name(self, id: str) -> str:
        """Return the name of a character as the list has it, "" for one that is not there."""
        return self._names.get(id, "")

    @property
    def all(self) -> tuple[Persona, ...]:
        return tuple(self._rows)

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        persona = self.at(index.row()) if index.isValid() else None
        if persona is None:
            return None
        in_use = persona.id == self._current
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._names[persona.id]
            case PeopleRole.PERSONA:
                return persona
            case PeopleRole.ABOUT:
                return about(persona)
            case PeopleRole.IN_USE:
                return in_use
            case Qt.ItemDataRole.AccessibleTextRole:
                words = f"{self._names[persona.id]}, {about(persona)}"
                return f"{words}, {t('in use')}" if in_use else words
            case _:
                return None
