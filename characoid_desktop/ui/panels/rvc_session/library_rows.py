"""The rows of the library: voices, then models, each with what is said of it. QtCore only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.voices.models import ItemState, Kind, LibraryItem, Role
from characoid_desktop.ui.panels.rvc_session.production import MODEL_NAMES, voice_facts

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
KIND_WORDS = {
    Kind.VOICE: Text("Voice"), Kind.CONTENTVEC: Text("Every voice needs it"), Kind.RMVPE: Text("Pitch: RMVPE"),
    Kind.FCPE: Text("Pitch: FCPE"), Kind.CREPE: Text("Pitch: CREPE"), Kind.SEPARATION: Text("Taking songs apart"),
}
ROLE_WORDS = {
    Role.VOCALS: Text("Voice and music"), Role.LEAD_BACKING: Text("Lead and backing vocals"),
    Role.DEREVERB: Text("Reverb out of vocals"),
}


class LibraryRole(IntEnum):
    ITEM = Qt.ItemDataRole.UserRole + 1  # LibraryItem; None for a heading
    NOTE = Qt.ItemDataRole.UserRole + 2  # str: the second line
    MISSING = Qt.ItemDataRole.UserRole + 3  # bool: its files are gone


def item_facts(item: LibraryItem) -> str:
    """Return what a row says under the name."""
    if item.state is ItemState.MISSING:
        return str(Text.of("its files are gone"))
    if item.is_voice:
        return voice_facts(item.version, item.rate, item.f0, index=item.index is not None)
    words = ROLE_WORDS.get(item.role, KIND_WORDS[item.kind])
    kind = MODEL_NAMES.get(item.model_kind, item.model_kind)
    return " · ".join(part for part in (str(words), kind or size_words(item.bytes)) if part)


def size_words(size: int) -> str:
    """Return “181 MB”."""
    if size < 1_000_000:
        return f"{max(1, round(size / 1000))} kB"
    return f"{size / 1_000_000:.0f} MB" if size < 1_000_000_000 else f"{size / 1_000_000_000:.1f} GB"


@dataclass(frozen=True, slots=True)
class _Row:
    heading: Text | None = None
    item: LibraryItem | None = None


class LibraryRows(QAbstractListModel):
    """Voices, then models, each under a heading that cannot be chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []

    def show(self, items: Sequence[LibraryItem]) -> None:
        """Take the items there are; what only differs in its words keeps its row."""
        voices = sorted((item for item in items if item.is_voice), key=lambda item: item.name.casefold())
        order = list(Kind)
        models = sorted((item for item in items if not item.is_voice),
                        key=lambda item: (order.index(item.kind), item.name.casefold()))
        rows: list[_Row] = []
        for heading, found in ((Text.of("Voices"), voices), (Text.of("Models"), models)):
            if found:
                rows += [_Row(heading), *(_Row(item=item) for item in found)]
        if [_id(row) for row in rows] == [_id(row) for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, id: str | None) -> int:
        """Return the row of an item, −1 when it is not there."""
        return next((n for n, row in enumerate(self._rows) if row.item is not None and row.item.id == id), -1)

    def item_at(self, row: int) -> LibraryItem | None:
        return self._rows[row].item if 0 <= row < len(self._rows) else None

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if self.item_at(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if row.item is None:
            return str(row.heading) if role == Qt.ItemDataRole.DisplayRole else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.item.name
            case LibraryRole.ITEM:
                return row.item
            case LibraryRole.NOTE:
                return item_facts(row.item)
            case LibraryRole.MISSING:
                return row.item.state is ItemState.MISSING
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{row.item.name}, {item_facts(row.item)}"
            case _:
                return None


def _id(row: _Row) -> str:
    return row.item.id if row.item is not None else f"\0{row.heading}"
