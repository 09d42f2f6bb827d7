"""Memories as the rows of a list: what is remembered, since when, and from where. QtCore only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.memory.models import Memory
from characoid_desktop.ui.widgets.safe_text import visible
from characoid_desktop.ui.widgets.visible import visible_line

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
SOURCE_LIMIT = 60
TEXT_LIMIT = 1000  # characters that a row may show of


class MemoryRole(IntEnum):
    MEMORY = Qt.ItemDataRole.UserRole + 1  # Memory
    TEXT = Qt.ItemDataRole.UserRole + 2  # str, several lines
    NOTE = Qt.ItemDataRole.UserRole + 3  # str: date and source
    PINNED = Qt.ItemDataRole.UserRole + 4  # bool
    OUTSIDE = Qt.ItemDataRole.UserRole + 5  # str: what of it is from text from outside, "" for nothing


def day(at: datetime) -> str:
    """Return "2026-11-30" in the zone of the machine."""
    return f"{at.astimezone():%Y-%m-%d}"


def source_words(memory: Memory, titles: Mapping[str, str | None]) -> str:
    """Return where a memory is from. ``titles``: of conversations, None for one that is gone."""
    id = memory.conversation_id
    if id is None and memory.note is not None:
        note = visible_line(memory.note, SOURCE_LIMIT)
        return t("came with a file, from “{title}”", title=note) if note else str(Text.of("came with a file"))
    if id is None:
        return str(Text.of("written by hand"))
    title = titles.get(id, "")
    if title is None:
        return str(Text.of("from a conversation that was deleted"))
    name = visible_line(title, SOURCE_LIMIT) if title else str(Text.of("a conversation without a title"))
    return t("from “{title}”", title=name)


def note_words(memory: Memory, titles: Mapping[str, str | None]) -> str:
    words = [day(memory.created_at), source_words(memory, titles)]
    if memory.updated_at > memory.created_at:
        words.append(t("changed {day}", day=day(memory.updated_at)))
    return " · ".join(words)


def outside_words(memory: Memory) -> str:
    if not memory.outside:
        return ""
    names = ", ".join(visible_line(name, 40) for name in memory.outside[:3])
    return t("Text from outside had a part in it: {names}", names=names)


class MemoryRows(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Memory] = []
        self._titles: dict[str, str | None] = {}

    def show(self, memories: Sequence[Memory]) -> None:
        same = [one.id for one in memories] == [one.id for one in self._rows]
        if not same:
            self.beginResetModel()
        self._rows = list(memories)
        if not same:
            self.endResetModel()
        else:
            self._all_changed()

    def append(self, memories: Sequence[Memory]) -> None:
        if memories:
            self.beginInsertRows(NO_INDEX, len(self._rows), len(self._rows) + len(memories) - 1)
            self._rows += memories
            self.endInsertRows()

    def set_titles(self, titles: Mapping[str, str | None]) -> None:
        self._titles = dict(titles)
        self._all_changed()

    def _all_changed(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def at(self, row: int) -> Memory | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, id: str) -> int:
        return next((n for n, one in enumerate(self._rows) if one.id == id), -1)

    @property
    def all(self) -> tuple[Memory, ...]:
        return tuple(self._rows)

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        memory = self.at(index.row()) if index.isValid() else None
        if memory is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return visible_line(memory.text, TEXT_LIMIT)
            case MemoryRole.MEMORY:
                return memory
            case MemoryRole.TEXT:
                return visible(memory.text[:TEXT_LIMIT])
            case MemoryRole.NOTE:
                return note_words(memory, self._titles)
            case MemoryRole.PINNED:
                return memory.pinned
            case MemoryRole.OUTSIDE:
                return outside_words(memory)
            case Qt.ItemDataRole.AccessibleTextRole:
                pinned = f"{t('pinned')}, " if memory.pinned else ""
                return f"{pinned}{visible_line(memory.text, TEXT_LIMIT)}, {note_words(memory, self._titles)}"
            case _:
                return None
