"""The queue as a Qt list: one row an item, nothing built for rows that are not looked at."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages import sentence_for
from characoid_desktop.features.rvc.conversion import unnamed
from characoid_desktop.features.rvc.job import stage_of
from characoid_desktop.features.rvc.models import ItemState, SessionItem
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.features.rvc.stages import Stage

_Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
GONE = "not_found"  # code of an original that was moved or deleted

_WORDS = {
    ItemState.WAITING: Text.of("Waiting"), ItemState.UNREADABLE: Text.of("Cannot be read"),
    ItemState.QUEUED: Text.of("In the queue"), ItemState.RUNNING: Text.of("Converting"),
    ItemState.DONE: Text.of("Done"),
    ItemState.FAILED: Text.of("Failed"), ItemState.CANCELLED: Text.of("Stopped"),
    ItemState.INTERRUPTED: Text.of("Interrupted"),
}
STAGE_WORDS = {
    Stage.PREPARE: Text("Preparing"), Stage.SEPARATE: Text("Separating"), Stage.CONVERT: Text("Converting"),
    Stage.MIX: Text("Mixing"),
}
"""What runs, in a word: the queue has little room."""


class QueueRole(IntEnum):
    ITEM = Qt.ItemDataRole.UserRole + 1  # SessionItem
    PICTURE = Qt.ItemDataRole.UserRole + 2  # bytes, or None while not there
    PLACE = Qt.ItemDataRole.UserRole + 3  # 1 for what is converted next; None for what does not wait


def state_words(item: SessionItem, place: int | None = None) -> Text:
    """Return the state of an item in words; the reason for what failed is for :func:`problem`.

    ``place`` is where it stands among those that wait.
    """
    progress = item.progress
    if item.state is ItemState.RUNNING and progress is not None:
        stage = stage_of(progress) if item.choice.is_staged else None
        words = progress.stage if stage is None else STAGE_WORDS[stage]
        if progress.fraction is None:
            return words
        return Text.of("{stage} {percent}%", stage=words, percent=int(progress.fraction * 100))
    if item.state is ItemState.QUEUED and place is not None:
        return Text.of("In the queue, next") if place == 1 else Text.of("In the queue, number {n}", n=place)
    return _WORDS[item.state]


def problem(item: SessionItem) -> Text | None:
    """Return why an item cannot go on, without its name (which stands beside it)."""
    if item.error is None:
        return None
    if item.error.code == GONE:
        return sentence_for(GONE)[0]
    return unnamed(item.error.sentence)


def facts_words(item: SessionItem) -> str:
    """Return “3:42 · 48 kHz stereo”; before the file was looked at, its size; empty for nothing."""
    facts = item.facts
    if facts is None or facts.rate == 0:
        return _size(item.size) if item.state is not ItemState.UNREADABLE else ""
    return f"{clock(facts.duration_s)} · {rate_words(facts.rate)} {channel_words(facts.channels)}"


def clock(seconds: float) -> str:
    """Return m:ss or h:mm:ss, rounded as a length (a sound of half a second is not 0:00)."""
    whole = max(1, round(seconds)) if seconds > 0 else 0
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def rate_words(rate: int) -> str:
    """Return “44.1 kHz”."""
    return f"{rate / 1000:g} kHz"


def channel_words(channels: int) -> str:
    """Return mono, stereo, 5.1, or the number of channels."""
    known = {1: Text.of("mono"), 2: Text.of("stereo"), 6: Text.literal("5.1"), 8: Text.literal("7.1")}
    return str(known.get(channels) or Text.count("{n} channel", "{n} channels", channels))


def _size(size: int) -> str:
    if size < 1_000_000:
        return f"{max(1, round(size / 1000))} kB"
    return f"{size / 1_000_000:.1f} MB" if size < 1_000_000_000 else f"{size / 1_000_000_000:.1f} GB"


class QueueModel(QAbstractListModel):
    """Rows follow the service's events; a row is found by id in constant time."""

    def __init__(self, service: RvcSessionService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._items: list[SessionItem] = list(service.items)
        self._rows: dict[str, int] = {}
        self._places: dict[str, int] = {}
        self._number()
        self._disconnect = (
            service.added.connect(self._added), service.removed.connect(self._removed),
            service.changed.connect(self._changed), service.picture_ready.connect(self._picture_ready),
        )

    def close(self) -> None:
        """Stop listening."""
        for disconnect in self._disconnect:
            disconnect()

    # --- for the view ---------------------------------------------------------------------------

    def rowCount(self, parent: _Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._items):
            return None
        item = self._items[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return item.name
            case QueueRole.ITEM:
                return item
            case QueueRole.PICTURE:
                return self._service.picture(item.id)
            case QueueRole.PLACE:
                return self._places.get(item.id)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tooltip(item)
            case Qt.ItemDataRole.AccessibleTextRole:
                reason = problem(item)
                parts = [item.name, facts_words(item), str(state_words(item, self._places.get(item.id))),
                         str(reason) if reason else ""]
                return ", ".join(part for part in parts if part)
            case _:
                return None

    @staticmethod
    def _tooltip(item: SessionItem) -> str:
        from characoid_desktop.ui.widgets.themed import plain_tooltip

        reason = problem(item)
        return plain_tooltip(f"{item.name}\n{reason}" if reason else item.name)

    # --- for the model --------------------------------------------------------------------------

    def row(self, item_id: str | None) -> int:
        """Return the row of an item, −1 when it is not there."""
        return self._rows.get(item_id or "", -1)

    def item_at(self, row: int) -> SessionItem | None:
        return self._items[row] if 0 <= row < len(self._items) else None

    def ids(self, first: int, last: int) -> Sequence[str]:
        """Return the ids of the rows ``first`` to ``last``."""
        return [item.id for item in self._items[max(0, first): last + 1]]

    def set_order(self, ids: Sequence[str]) -> None:
        """Take the ids of what waits, in the order in which it will be converted."""
        places = {id: place for place, id in enumerate(ids, 1)}
        if places == self._places:
            return
        before, self._places = self._places, places
        rows = sorted(row for id in before.keys() | places.keys()
                      if before.get(id) != places.get(id) and (row := self.row(id)) >= 0)
        if rows:  # one signal: only what is in view is painted
            self.dataChanged.emit(self.index(rows[0]), self.index(rows[-1]), [QueueRole.PLACE])

    # --- events ---------------------------------------------------------------------------------

    def _number(self, start: int = 0) -> None:
        for row in range(start, len(self._items)):
            self._rows[self._items[row].id] = row

    def _added(self, items: tuple[SessionItem, ...]) -> None:
        first = len(self._items)
        self.beginInsertRows(NO_INDEX, first, first + len(items) - 1)
        self._items.extend(items)
        self._number(first)
        self.endInsertRows()

    def _removed(self, ids: tuple[str, ...]) -> None:
        rows = sorted((self._rows[id] for id in ids if id in self._rows), reverse=True)
        while rows:  # in runs of neighbours, from the end
            last = first = rows.pop(0)
            while rows and rows[0] == first - 1:
                first = rows.pop(0)
            self.beginRemoveRows(NO_INDEX, first, last)
            for item in self._items[first: last + 1]:
                del self._rows[item.id]
            del self._items[first: last + 1]
            self._number(first)
            self.endRemoveRows()

    def _changed(self, item: SessionItem) -> None:
        row = self.row(item.id)
        if row >= 0:
            self._items[row] = item
            index = self.index(row)
            self.dataChanged.emit(index, index)

    def _picture_ready(self, item_id: str) -> None:
        row = self.row(item_id)
        if row >= 0:
            index = self.index(row)
            self.dataChanged.emit(index, index, [QueueRole.PICTURE])
