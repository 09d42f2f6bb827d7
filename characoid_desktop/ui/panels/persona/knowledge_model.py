"""The search in what the shown character can look up: passages, and one of them in its surroundings. QtCore only."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.knowledge.models import MAX_AROUND_CHARS, Around, Found, SearchResult, Way
from characoid_desktop.features.knowledge.places import page_words
from characoid_desktop.ui.panels.persona.ports import Documents
from characoid_desktop.ui.shell.doing import Doing
from characoid_desktop.ui.widgets.safe_text import visible
from characoid_desktop.ui.widgets.visible import visible_line

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
LIMIT = 20
QUERY_LIMIT = 1000
AROUND = 3000  # characters that are shown at first
TEXT_LIMIT = 600
AGAIN_AFTER_MS = 800


class FoundRole(IntEnum):
    FOUND = Qt.ItemDataRole.UserRole + 1  # Found
    TEXT = Qt.ItemDataRole.UserRole + 2  # str
    NOTE = Qt.ItemDataRole.UserRole + 3  # str: place in the document
    NUMBER = Qt.ItemDataRole.UserRole + 4  # int from 1


def place_words(found: Found) -> str:
    """Return where in its document a passage stands."""
    parts: list[str] = []
    pages = page_words(found.page, found.last_page)
    if pages is not None:
        parts.append(str(pages))
    if found.section:
        parts.append(visible_line(found.section, 60))
    if not parts:
        parts.append(t("from letter {n}", n=found.start + 1))
    if found.twins:
        parts.append(t("also in {places}", places="; ".join(_twin_words(one) for one in found.twins)))
    return " · ".join(parts)


def _twin_words(twin: Found) -> str:
    pages = page_words(twin.page, twin.last_page)
    title = visible_line(twin.title, 60)
    return title if pages is None else f"{title}, {pages}"


def way_words(ways: Sequence[Way]) -> Text:
    """Return how was searched, in words."""
    if Way.VECTORS in ways and Way.KEYWORDS in ways:
        return Text.of("Searched by words and by meaning")
    if Way.VECTORS in ways:
        return Text.of("Searched by meaning")
    return Text.of("Searched by words")


class FoundRows(QAbstractListModel):
    """The best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Found] = []

    def show(self, found: Sequence[Found]) -> None:
        self.beginResetModel()
        self._rows = list(found)
        self.endResetModel()

    def at(self, row: int) -> Found | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, passage_id: str) -> int:
        return next((n for n, one in enumerate(self._rows) if one.passage_id == passage_id), -1)

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        found = self.at(index.row()) if index.isValid() else None
        if found is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return visible_line(found.title, 120)
            case FoundRole.FOUND:
                return found
            case FoundRole.TEXT:
                return visible(" ".join(found.text[:TEXT_LIMIT].split()))
            case FoundRole.NOTE:
                return place_words(found)
            case FoundRole.NUMBER:
                return index.row() + 1
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{visible_line(found.title, 120)}, {place_words(found)}: {visible_line(found.text, 200)}"
            case _:
                return None


class KnowledgeModel(QObject):
    """``changed``: another result. ``passage_changed``: another passage is read."""

    changed = Signal()
    passage_changed = Signal()

    def __init__(self, documents: Documents, do: Doing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._do = do
        self._id: str = ""
        self._query = ""
        self._asked = 0
        self._read = 0
        self._passage = ""
        self._chars = AROUND
        self.result: SearchResult | None = None
        self.problem: AppError | None = None
        self.around: Around | None = None
        self.is_gone = False  # the passage that was asked for is not there any more
        self.is_searching = False
        self.rows = FoundRows(self)
        self._again = QTimer(self)  # while documents are read, they change many times a second
        self._again.setSingleShot(True)
        self._again.setInterval(AGAIN_AFTER_MS)
        self._again.timeout.connect(self._search_again)

    @property
    def query(self) -> str:
        return self._query

    @property
    def passage_id(self) -> str:
        """The passage that is read; "" for none."""
        return self._passage

    def show(self, id: str) -> None:
        if id != self._id:
            self._id, self._query = id, ""
            self._asked += 1
            self.result = self.problem = None
            self.is_searching = False
            self.rows.show(())
            self.open("")
            self.changed.emit()

    def search(self, words: str) -> None:
        """Look up a question or words; empty ends the search."""
        self._query = words.strip()[:QUERY_LIMIT]
        self._asked += 1
        if not self._query:
            self.result = self.problem = None
            self.is_searching = False
            self.rows.show(())
            self.open("")
            self.changed.emit()
            return
        self.is_searching = True
        self.changed.emit()
        self._do(self._search(self._asked, self._id, self._query))

    def told(self) -> None:
        """Documents were changed: what is shown may be outdated."""
        if self._query and not self._again.isActive():
            self._again.start()

    def close(self) -> None:
        self._again.stop()

    def _search_again(self) -> None:
        if self._query:
            self._asked += 1
            self._do(self._search(self._asked, self._id, self._query))

    async def _search(self, asked: int, id: str, query: str) -> None:
        result, problem = None, None
        try:
            result = await self._documents.search(id, query, LIMIT)
        except AppError as error:
            problem = error
        if asked != self._asked:
            return
        self.is_searching, self.result, self.problem = False, result, problem
        self.rows.show(result.found if result is not None else ())
        if self.rows.row_of(self._passage) < 0:
            first = self.rows.at(0)
            self.open(first.passage_id if first is not None else "")
        self.changed.emit()

    def open(self, passage_id: str) -> None:
        """Read a passage in its surroundings; "" for none."""
        self._passage, self._chars = passage_id, AROUND
        self._start_reading()

    def more(self) -> None:
        """Show more of the document around the passage."""
        self._chars = min(MAX_AROUND_CHARS, self._chars * 2)
        self._start_reading()

    @property
    def can_show_more(self) -> bool:
        return self.around is not None and self.around.partial and self._chars < MAX_AROUND_CHARS

    def _start_reading(self) -> None:
        self._read += 1
        if not self._passage:
            self.around, self.is_gone = None, False
            self.passage_changed.emit()
            return
        self._do(self._load(self._read, self._passage, self._chars))

    async def _load(self, read: int, passage_id: str, chars: int) -> None:
        around = await self._documents.around(passage_id, self._id, chars)
        if read == self._read:
            self.around, self.is_gone = around, around is None
            self.passage_changed.emit()
