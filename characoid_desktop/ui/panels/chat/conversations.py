"""The list of conversations: of the current character, newest first, under headings; searched, renamed, put away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.conversations.models import Conversation

LIMIT = 200  # conversations a page

_Index = QModelIndex | QPersistentModelIndex


class ListRole(IntEnum):
    CONVERSATION = Qt.ItemDataRole.UserRole + 1
    HEADING = Qt.ItemDataRole.UserRole + 2
    NOTE = Qt.ItemDataRole.UserRole + 3
    BUSY = Qt.ItemDataRole.UserRole + 4


@dataclass(frozen=True, slots=True)
class Row:
    """A heading, or a conversation."""

    heading: Text | None = None
    conversation: Conversation | None = None


TODAY, WEEK, OLDER = Text.of("Today"), Text.of("This week"), Text.of("Earlier")


def rows_of(conversations: Sequence[Conversation], now: datetime) -> list[Row]:
    """Return the rows; ``now`` is local time."""
    ordered = sorted(conversations, key=lambda one: (one.updated_at, one.seq), reverse=True)
    rows: list[Row] = []
    last: Text | None = None
    for one in ordered:
        group = _group(one.updated_at.astimezone(now.tzinfo), now)
        if group is not last:
            rows.append(Row(heading=group))
            last = group
        rows.append(Row(conversation=one))
    return rows


def _group(at: datetime, now: datetime) -> Text:
    if at.date() >= now.date():
        return TODAY
    return WEEK if at.date() > now.date() - timedelta(days=7) else OLDER


def title_of(conversation: Conversation | None) -> str:
    """Return the title as shown, in words of the app for one without."""
    return (conversation.title if conversation is not None else "") or t("New conversation")


def when(at: datetime, now: datetime) -> str:
    """Return when something was, short."""
    if at.date() == now.date():
        return at.strftime("%H:%M")
    if at.date() > now.date() - timedelta(days=7):
        return f"{_DAYS[at.weekday()]} {at.strftime('%H:%M')}"
    return at.strftime("%Y-%m-%d")


_DAYS = (Text.of("Mon"), Text.of("Tue"), Text.of("Wed"), Text.of("Thu"), Text.of("Fri"), Text.of("Sat"), Text.of("Sun"))


class ConversationList(QAbstractListModel):
    """The rows. ``set_busy`` marks conversations whose turn is at work or waits."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._now = datetime.now().astimezone()
        self._busy: dict[str, str] = {}

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ListRole.HEADING:
            return row.heading
        if role == ListRole.CONVERSATION:
            return row.conversation
        if row.conversation is None:
            return str(row.heading) if role == Qt.ItemDataRole.DisplayRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.EditRole):
            return title_of(row.conversation) if role != Qt.ItemDataRole.EditRole else row.conversation.title
        if role == ListRole.NOTE:
            return self._note(row.conversation)
        if role == ListRole.BUSY:
            return self._busy.get(row.conversation.id, "")
        return None

    def _note(self, conversation: Conversation) -> str:
        busy = self._busy.get(conversation.id, "")
        if busy:
            return t(busy)
        return when(conversation.updated_at.astimezone(self._now.tzinfo), self._now)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if 0 <= index.row() < len(self._rows) and self._rows[index.row()].conversation is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def conversation_at(self, row: int) -> Conversation | None:
        return self._rows[row].conversation if 0 <= row < len(self._rows) else None

    def row_of(self, id: str) -> int:
        """Return the row of a conversation, −1 when it is not listed."""
        for number, row in enumerate(self._rows):
            if row.conversation is not None and row.conversation.id == id:
                return number
        return -1

    def conversations(self) -> list[Conversation]:
        return [row.conversation for row in self._rows if row.conversation is not None]

    def show(self, conversations: Sequence[Conversation], now: datetime) -> None:
        """Show these; rows that stay in their places are only told to repaint."""
        rows = rows_of(conversations, now)
        same = [_key(row) for row in rows] == [_key(row) for row in self._rows]
        self._now = now
        if same:
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(max(0, len(rows) - 1)))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def set_busy(self, id: str, words: str) -> None:
        """Say what a conversation's turn does ("" for nothing); an English source text."""
        if self._busy.get(id, "") == words:
            return
        if words:
            self._busy[id] = words
        else:
            self._busy.pop(id, None)
        row = self.row_of(id)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))


def _key(row: Row) -> str:
    return row.conversation.id if row.conversation is not None else f"#{row.heading.source if row.heading else ''}"
