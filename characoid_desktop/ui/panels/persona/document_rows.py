"""Documents as the rows of a list: name, what became of it, how far its reading is. QtCore only."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.ui.panels.persona.ports import DocumentFacts, Documents, DocumentState
from characoid_desktop.ui.widgets.times import percent
from characoid_desktop.ui.widgets.visible import visible_line

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
TITLE_LIMIT = 160


class DocumentRole(IntEnum):
    DOCUMENT = Qt.ItemDataRole.UserRole + 1  # DocumentFacts
    NOTE = Qt.ItemDataRole.UserRole + 2  # str: the second line
    FRACTION = Qt.ItemDataRole.UserRole + 3  # float | None: while it is read


def title_of(document: DocumentFacts) -> str:
    return visible_line(document.title or document.name, TITLE_LIMIT)


def size_words(size: int) -> str:
    """Return “1.2 MB”."""
    if size < 1_000_000:
        return f"{max(1, round(size / 1000))} kB"
    return f"{size / 1_000_000:.1f} MB"


def facts_words(document: DocumentFacts) -> str:
    """Return kind, pages and size of a document."""
    parts = [document.kind.upper()] if document.kind else []
    if document.pages:
        parts.append(str(Text.count("{n} page", "{n} pages", document.pages)))
    if document.size:
        parts.append(size_words(document.size))
    return " · ".join(parts)


def state_words(document: DocumentFacts, fraction: float | None, stage: Text | None) -> str:
    """Return what a row says under the title."""
    match document.state:
        case DocumentState.QUEUED:
            return str(Text.of("waits for its turn"))
        case DocumentState.READING:
            words = str(stage or Text.of("is being read"))
            return words if fraction is None else f"{words} · {percent(fraction)}"
        case DocumentState.FAILED:
            return str(document.error.sentence) if document.error is not None else t("could not be read")
        case DocumentState.READY:
            shared = len(document.spaces) - 1
            parts = [facts_words(document)]
            if shared > 0:
                parts.append(str(Text.count("shared with {n} other", "shared with {n} others", shared)))
            if document.notes:
                parts.append(str(document.notes[0]))
            return " · ".join(part for part in parts if part)


class DocumentRows(QAbstractListModel):
    def __init__(self, documents: Documents, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._rows: list[DocumentFacts] = []

    def show(self, documents: Sequence[DocumentFacts]) -> None:
        """Take the documents there are; what only differs in its state keeps its row."""
        same = [one.id for one in documents] == [one.id for one in self._rows]
        if not same:
            self.beginResetModel()
        self._rows = list(documents)
        if not same:
            self.endResetModel()
        elif self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def progressed(self, id: str) -> None:
        row = self.row_of(id)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    def at(self, row: int) -> DocumentFacts | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, id: str | None) -> int:
        return next((n for n, one in enumerate(self._rows) if one.id == id), -1)

    @property
    def all(self) -> tuple[DocumentFacts, ...]:
        return tuple(self._rows)

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def note_of(self, document: DocumentFacts) -> str:
        reading = self._documents.reading(document.id) if document.state is DocumentState.READING else None
        return state_words(document, reading.fraction if reading else None, reading.stage if reading else None)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        document = self.at(index.row()) if index.isValid() else None
        if document is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title_of(document)
            case DocumentRole.DOCUMENT:
                return document
            case DocumentRole.NOTE:
                return self.note_of(document)
            case DocumentRole.FRACTION:
                reading = self._documents.reading(document.id)
                return reading.fraction if reading is not None else None
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{title_of(document)}, {self.note_of(document)}"
            case _:
                return None
