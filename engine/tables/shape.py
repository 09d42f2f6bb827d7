"""The shape of a sheet: which row names the columns, and what kind of values each column holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.tables.days import iso_of
from engine.tables.figures import Figures, figure_of, unit_in
from engine.tables.limits import MAX_COLUMNS
from engine.tables.names import name_of, unique

Cells = list[str]

INTEGER, REAL, DATE, TEXT = "integer", "real", "date", "text"

MAX_TITLE_ROWS = 10  # above a header: the title of a report, its date, an empty line
MAX_HEADER_CHARS = 80

# No leading zeros: those are codes (a postcode, a phone number). No exponent without its sign: 12E5 is a code too.
_INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,17})")
_REAL = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,30})?(?:[eE][+-][0-9]{1,3})?")
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5}(?:\.[0-9]{1,30})?")
_DATE = re.compile(r"[0-9]{4}([-/.])[0-9]{2}\1[0-9]{2}(?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)?")


def kind_of(value: str) -> str:
    """Return integer, real, date or text."""
    first = value[0]
    if not (first.isdigit() or first in "+-") or len(value) > 64:
        return TEXT
    if _INTEGER.fullmatch(value):
        return INTEGER
    if _REAL.fullmatch(value):
        return REAL
    if _GROUPED.fullmatch(value):
        return REAL if "." in value else INTEGER
    return DATE if _DATE.fullmatch(value) else TEXT


class Column:
    """What was seen of a column so far. A column has a kind other than text only if every value has it."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.grouped = False  # thousands with a comma
        self._figures: Figures | None = None  # once a value came that is no plain number
        self._days = True
        self._bare = False  # a plain number other than zero

    def saw(self, value: str) -> None:
        kind = kind_of(value)
        if kind in (INTEGER, REAL):
            self.grouped |= "," in value
            self._bare |= value != "0"
        if kind == TEXT and self._figures is None:
            self._figures = Figures(impossible=self._bare or DATE in self.kinds)
        self.kinds.add(kind)
        if self._figures is not None and self._figures.is_possible:
            self._figures.saw(value)
        if self._days and kind != DATE:
            self._days = iso_of(value) is not None

    @property
    def kind(self) -> str:
        if len(self.kinds) == 1 and TEXT not in self.kinds:
            return next(iter(self.kinds))
        if self.kinds == {INTEGER, REAL}:
            return REAL
        if self._figures is not None and self._figures.way:
            return INTEGER if self._figures.is_whole else REAL
        return DATE if self.kinds and self._days else TEXT

    @property
    def way(self) -> int:
        """How the numbers are read (``figures.POINT`` or COMMA) where they are not plain ones; else 0."""
        return self._figures.way if self._figures is not None else 0

    @property
    def is_dressed(self) -> bool:
        """Whether the values become numbers or days that were written in another way, which is kept beside them."""
        return TEXT in self.kinds and self.kind != TEXT

    def stays_text(self) -> None:
        """Give up reading the values as anything else."""
        self._figures, self._days = Figures(impossible=True), False

    def unit(self, name: str) -> str:
        """The unit of the numbers: the one they are written with, else one in brackets in the column's name."""
        if self.kind not in (INTEGER, REAL):
            return ""
        return (self._figures.unit if self.way and self._figures is not None else "") or unit_in(name)


@dataclass(frozen=True, slots=True)
class Shape:
    """``skipped``: rows above the header; ``header``: 1 when a row names the columns; ``wide``: columns left out."""

    names: list[str]
    skipped: int
    header: int
    wide: int


def shape_of(head: Sequence[Cells]) -> Shape:
    """Return the shape of a sheet from its first rows (each without empty cells at its end)."""
    width = max(map(len, head), default=0)
    skipped = _titles(head)
    body = head[skipped:]
    header = int(bool(body) and _is_header(body[0], body[1:]))
    count = min(width, MAX_COLUMNS)
    first = body[0] if header else []
    names = [name_of(first[n] if n < len(first) else "", f"column {n + 1}") for n in range(count)]
    return Shape(unique(names), skipped, header, width - count)


def _filled(row: Cells) -> int:
    return sum(map(bool, row))


def _titles(head: Sequence[Cells]) -> int:
    """Rows above the table itself: empty ones, and ones with a single text over a table that is wider."""
    width = max(map(_filled, head), default=0)
    for number, row in enumerate(head[:MAX_TITLE_ROWS]):
        filled = _filled(row)
        if filled and (width <= 1 or (filled > 1 and 2 * filled >= width)):
            return number
    return 0


def _is_header(row: Cells, below: Sequence[Cells]) -> bool:
    """Whether ``row`` names columns: short texts, over numbers; or over texts, if none comes twice or again below.

    Texts with nothing below are names too: a file of one such row is a header that waits for its rows.
    """
    cells = [cell for cell in row if cell]
    if not cells or any(_is_value(cell) or len(cell) > MAX_HEADER_CHARS for cell in cells):
        return False
    columns = [[other[n] for other in below if len(other) > n and other[n]] for n in range(len(row))]
    if any(cell and values and all(map(_is_value, values))
           for cell, values in zip(row, columns, strict=True)):
        return True
    distinct = len({cell.casefold() for cell in cells}) == len(cells)
    return distinct and not any(cell and cell in values for cell, values in zip(row, columns, strict=True))


def _is_value(cell: str) -> bool:
    """Whether a cell is a number or a day, however it is written."""
    return kind_of(cell) != TEXT or figure_of(cell) is not None or iso_of(cell) is not None
