"""Tables that were made of documents, and what a question to one of them is answered with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import PurePath

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text

WORKSPACE = "default"
SUFFIXES = (".csv", ".tsv", ".tab", ".xlsx", ".xlsm")
MAX_ROWS = 1000
MAX_BYTES = 2_000_000

Value = str | int | float | None


class TableGone(AppError):
    """There is no such table for who asks; whether somebody else has one is not told."""

    code = "table_gone"


class BadPlan(AppError):
    """The plan asks for what the table does not have."""

    code = "bad_plan"


class Kind(StrEnum):
    """What a column holds in every one of its rows that has a value; TEXT: anything."""

    INTEGER = "integer"
    REAL = "real"
    DATE = "date"
    TEXT = "text"

    @property
    def is_number(self) -> bool:
        return self in (Kind.INTEGER, Kind.REAL)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """``unit``: of its numbers (円, $, %). ``written``: the column that keeps its values as they stood in the file,
    where they were no plain numbers or days; no question shows it unless it is named.
    """

    name: str
    kind: Kind
    unit: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True)
class UserTable:
    """``name`` and the names of ``columns`` are text from outside. ``cut``: the file had more than was taken over;
    ``notes``: words of the engine about it. ``title`` is that of the document. ``file`` holds the rows.
    """

    id: str
    document_id: str
    title: str
    name: str
    columns: tuple[TableColumn, ...]
    rows: int
    cut: bool
    notes: tuple[str, ...]
    file: str
    created_at: datetime

    def column(self, name: str) -> TableColumn | None:
        return next((one for one in self.all_columns if one.name == name), None)

    @property
    def all_columns(self) -> tuple[TableColumn, ...]:
        """The columns, then those that keep what was written."""
        return (*self.columns, *(TableColumn(one.written, Kind.TEXT) for one in self.columns if one.written))


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """``cut``: there was more in the table, or the table itself has not all of its file. ``units`` of the columns.

    Of a question in words: ``conditions`` that the rows meet, ``unread`` words that were left out, and ``others``:
    names of tables that the question fits as well.
    """

    table: UserTable
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    cut: bool
    units: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unclear:
    """A question that ``table`` was meant by, and why it was not answered."""

    table: UserTable
    why: Text


def becomes_tables(name: str) -> bool:
    """Whether a file of that name is one of rows and columns."""
    return PurePath(name).suffix.lower() in SUFFIXES
