"""The history as a Qt list: pages are fetched when the view comes near their end."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.ui.panels.activity.feed import Feed
from characoid_desktop.ui.panels.activity.rows import HistoryRow, duration_words
from characoid_desktop.ui.widgets.themed import plain_tooltip
from characoid_desktop.ui.widgets.workers import worker_look

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()


class HistoryRole(IntEnum):
    ROW = Qt.ItemDataRole.UserRole + 1  # HistoryRow


class HistoryModel(QAbstractListModel):
    """Rows of one feed at a time. ``loaded`` comes when a page has arrived or failed; ``problem`` says why."""

    loaded = Signal()

    def __init__(self, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scope = scope
        self._rows: list[HistoryRow] = []
        self._feed: Feed | None = None
        self._turn = 0
        self._fetching = False
        self._closed = False
        self.problem: AppError | None = None

    def close(self) -> None:
        """Fetch nothing any more."""
        self._closed = True
        self._turn += 1

    @property
    def rows(self) -> Sequence[HistoryRow]:
        return self._rows

    @property
    def is_loading(self) -> bool:
        return self._fetching

    @property
    def is_whole(self) -> bool:
        """Whether all there is has been fetched."""
        return self._feed is not None and self._feed.ended

    def row_of(self, key: str) -> int:
        """Return the place of a row, −1 when it is not there (any more, or yet)."""
        return next((place for place, row in enumerate(self._rows) if row.key == key), -1)

    def show(self, feed: Feed) -> None:
        """Show another feed, from its first page; what is shown stays until that has arrived."""
        self._turn += 1
        self._feed = feed
        self._fetching = False
        self._fetch(self._first(feed, self._turn))

    # --- Qt -----------------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def canFetchMore(self, parent: _Index = NO_INDEX) -> bool:
        return bool(self._rows) and self._feed is not None and not self._feed.ended and not self._fetching

    def fetchMore(self, parent: _Index = NO_INDEX) -> None:
        if self._feed is not None and self.canFetchMore():
            self._fetch(self._more(self._feed, self._turn))

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case HistoryRole.ROW:
                return row
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(f"{row.title}\n{row.under}\n{row.result}")
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(row)
            case _:
                return None

    # --- work ---------------------------------------------------------------------------------------

    def _fetch(self, work: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            work.close()
            return
        self._fetching = True
        self._scope.start(work, name="history")

    async def _first(self, feed: Feed, turn: int) -> None:
        rows = await self._next(feed)
        if turn != self._turn:
            return
        if rows is not None:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        self._fetching = False
        self.loaded.emit()

    async def _more(self, feed: Feed, turn: int) -> None:
        rows = await self._next(feed)
        if turn != self._turn:
            return
        if rows:
            start = len(self._rows)
            self.beginInsertRows(NO_INDEX, start, start + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()
        self._fetching = False
        self.loaded.emit()

    async def _next(self, feed: Feed) -> list[HistoryRow] | None:
        try:
            rows = await feed.next()
        except AppError as error:
            self.problem = error
            return None
        self.problem = None
        return rows


def spoken(row: HistoryRow, when: Callable[[HistoryRow], str] = lambda row: f"{row.at.astimezone():%H:%M}") -> str:
    """Return what a screen reader says of a row."""
    worker = str(worker_look(row.worker).label) if row.worker else ""
    parts = [when(row), row.title, row.under, worker, str(row.permission or ""),
             str(duration_words(row.seconds)) if row.seconds is not None else "", str(row.result)]
    return ", ".join(part for part in parts if part)
