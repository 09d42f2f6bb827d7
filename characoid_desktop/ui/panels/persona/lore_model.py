"""The lore of the shown character as rows: what it knows, and the words that bring it to mind. QtCore only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.ui.shell.doing import Doing
from characoid_desktop.ui.widgets.visible import visible_line

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
TITLE_LIMIT = 100
KEYS_SHOWN = 6


class LoreRole(IntEnum):
    ENTRY = Qt.ItemDataRole.UserRole + 1  # LoreEntry
    TRIGGERS = Qt.ItemDataRole.UserRole + 2  # str
    LENGTH = Qt.ItemDataRole.UserRole + 3  # str


def title_words(entry: LoreEntry) -> str:
    return visible_line(entry.title, TITLE_LIMIT) or str(Text.of("No words yet"))


def trigger_words(entry: LoreEntry) -> str:
    """Return what brings an entry to mind, in words."""
    if not entry.enabled:
        return str(Text.of("off"))
    if entry.constant:
        return str(Text.of("always told"))
    if not entry.keys:
        return str(Text.of("no words that bring it up"))
    shown = [t("“{key}”", key=visible_line(key, 40)) for key in entry.keys[:KEYS_SHOWN]]
    more = len(entry.keys) - KEYS_SHOWN
    return " ".join([*shown, *([f"+{more}"] if more > 0 else [])])


class LoreRows(QAbstractListModel):
    """In the order of the list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[LoreEntry] = []

    def show(self, entries: Sequence[LoreEntry]) -> None:
        same = [one.id for one in entries] == [one.id for one in self._rows]
        if not same:
            self.beginResetModel()
        self._rows = list(entries)
        if not same:
            self.endResetModel()
        elif self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def at(self, row: int) -> LoreEntry | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, id: str) -> int:
        return next((n for n, one in enumerate(self._rows) if one.id == id), -1)

    @property
    def all(self) -> tuple[LoreEntry, ...]:
        return tuple(self._rows)

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.at(index.row()) if index.isValid() else None
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title_words(entry)
            case LoreRole.ENTRY:
                return entry
            case LoreRole.TRIGGERS:
                return trigger_words(entry)
            case LoreRole.LENGTH:
                return str(Text.count("{n} character", "{n} characters", len(entry.content)))
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{title_words(entry)}, {trigger_words(entry)}"
            case _:
                return None


class LoreModel(QObject):
    """``changed``: other entries."""

    changed = Signal()

    def __init__(self, lore: LoreService, do: Doing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lore = lore
        self._do = do
        self._id: str = ""
        self._asked = 0
        self.rows = LoreRows(self)
        self.is_loaded = False

    def show(self, id: str) -> None:
        if id != self._id:
            self._id, self.is_loaded = id, False
            self.rows.show(())
            self.changed.emit()
            self.refresh()

    def told(self, id: str) -> None:
        """The lore of a character was changed."""
        if id == self._id:
            self.refresh()

    def refresh(self) -> None:
        if self._id:
            self._asked += 1
            self._do(self._load(self._id, self._asked))

    async def _load(self, id: str, asked: int) -> None:
        entries = await self._lore.list(id)
        if id == self._id and asked == self._asked:
            self.is_loaded = True
            self.rows.show(entries)
            self.changed.emit()

    def add(self, entry: LoreEntry) -> None:
        self._do(self._lore.add(self._id, entry))

    def update(self, id: str, changes: Mapping[str, Any]) -> None:
        if changes:
            self._do(self._lore.update(self._id, id, changes))

    def remove(self, id: str) -> None:
        self._do(self._lore.remove(self._id, id))

    def move(self, id: str, by: int) -> None:
        """Put an entry ``by`` places further down (up for less than 0)."""
        ids = [one.id for one in self.rows.all]
        here = self.rows.row_of(id)
        there = here + by
        if here >= 0 and 0 <= there < len(ids):
            ids.insert(there, ids.pop(here))
            self._do(self._lore.put_in_order(self._id, ids))
