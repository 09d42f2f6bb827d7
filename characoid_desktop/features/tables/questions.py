"""From a question in words to a plan, without a language model: what the question names, and what it wants of it.

Deterministic and modest: tables, columns and cells that the question says literally, words for counting, adding and
comparing, numbers and dates. What it does not understand it does not guess: then there is no plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from characoid_desktop.core.grams import folded
from characoid_desktop.features.tables import words
from characoid_desktop.features.tables.compiling import Query, folded_text, quoted
from characoid_desktop.features.tables.models import Kind, TableColumn, UserTable
from characoid_desktop.features.tables.plan import Aggregate, Filter, Function, Operator, TablePlan

MAX_CANDIDATES = 6
MAX_CELL_COLUMNS = 10  # SQLite is told that a question has no more parts
MAX_CELLS_FOLDED = 200_000
MAX_CELL_CHARS = 60
MAX_VALUES = 20
ENOUGH = 2.0  # a column or a cell that was named
_TABLE, _COLUMN, _CELL, _COMPARED = 3.0, 2.0, 3.0, 1.0


def candidates(question: str, tables: Sequence[UserTable]) -> list[UserTable]:
    """Return the tables whose cells are worth a look: those that are named first, then the newest."""
    text = folded(question)
    order = sorted(range(len(tables)), key=lambda n: (-_named(tables[n], text), -tables[n].created_at.timestamp(), n))
    return [tables[n] for n in order[:MAX_CANDIDATES]]


def cell_query(question: str, table: UserTable) -> Query | None:
    """Return the query for the texts in cells that the question has in it: rows of (column, cell)."""
    columns = [one for one in table.columns if one.kind is Kind.TEXT][:MAX_CELL_COLUMNS]
    if not columns:
        return None
    fold = "fold" if table.rows * len(columns) <= MAX_CELLS_FOLDED else "lower"  # what it costs grows with the table
    parts: list[str] = []
    params: list[str | int | float | None] = []
    for column in columns:
        name = quoted(column.name)
        parts.append(f"SELECT * FROM (SELECT DISTINCT ?, {name} FROM {quoted(table.name)} WHERE"  # noqa: S608
                     f" length({name}) BETWEEN 2 AND {MAX_CELL_CHARS} AND instr(?, {fold}({name})) > 0"
                     f" LIMIT {MAX_VALUES})")
        params += [column.name, folded_text(question)]
    return Query(" UNION ALL ".join(parts), tuple(params), ("column", "cell"))


def plan_for(
    question: str, tables: Sequence[UserTable], cells: Mapping[str, Mapping[str, Sequence[str]]], *,
    named: bool = False,
) -> TablePlan | None:
    """Return the plan of the table that the question fits best, None when it fits none.

    ``cells``: what :func:`cell_query` found, by the id of the table and the name of the column. ``named``: somebody
    chose the table already, so that its rows are shown even for a question that names nothing of it.
    """
    text = folded(question)
    readings = [_Reading(text, table, cells.get(table.id, {})) for table in tables]
    if not readings:
        return None
    best = max(readings, key=lambda one: (one.score, one.table.created_at.timestamp()))
    return best.plan() if named or best.score >= ENOUGH else None


def _named(table: UserTable, text: str) -> float:
    columns = sum(words.mention(one.name, text) for one in table.columns)
    return _TABLE * max(words.mention(table.name, text), words.mention(table.title, text)) + _COLUMN * columns


@dataclass
class _Reading:
    """What a question says about one table."""

    text: str
    table: UserTable
    cells: Mapping[str, Sequence[str]]
    named: list[TableColumn] = field(default_factory=list[TableColumn])
    filters: list[Filter] = field(default_factory=list[Filter])
    score: float = 0.0

    def __post_init__(self) -> None:
        scored = [(words.mention(one.name, self.text), one) for one in self.table.columns]
        self.named = [one for score, one in scored if score > 0]
        self.score = _named(self.table, self.text)
        self._read_cells()
        self._read_numbers()

    def _read_cells(self) -> None:
        whole: list[tuple[str, str]] = []
        for column, values in self.cells.items():
            whole += [(column, value) for value in values if words.names_cell(value, self.text)]
        # "New York" was meant, not "York"; a cell that says what its column is called says nothing.
        titles = {folded(one.name) for one in self.named}
        kept = [(column, value) for column, value in whole if folded(value) not in titles and not any(
            folded(value) != folded(other) and folded(value) in folded(other) for _, other in whole)]
        by_column: dict[str, list[str]] = {}
        seen: set[str] = set()
        for column, value in sorted(kept, key=lambda one: not self._is_named(one[0])):
            if folded(value) not in seen or column in by_column:  # one word, one condition
                by_column.setdefault(column, []).append(value)
                seen.add(folded(value))
        for column, values in by_column.items():
            self.filters.append(Filter(column=column, op="in", values=list(values[:MAX_VALUES])))
            self.score += _CELL

    def _is_named(self, column: str) -> bool:
        return any(one.name == column for one in self.named)

    def _read_numbers(self) -> None:
        compared = words.comparisons(self.text)
        numbers = [one for one in self.named if one.kind.is_number] or [
            one for one in self.table.columns if one.kind.is_number]
        for one in compared:
            if numbers:
                op: Operator = "ge" if one.op == "ge" else "le" if one.op == "le" else "gt" if one.op == "gt" else "lt"
                self.filters.append(Filter(column=numbers[0].name, op=op, value=one.value))
                self.score += _COMPARED
        day = words.day_in(self.text, [one.span for one in compared])
        if day:
            self._read_day(day)

    def _read_day(self, day: tuple[str, ...]) -> None:
        for column in self.table.columns:
            if column.kind is Kind.INTEGER and words.YEAR_COLUMN.search(folded(column.name)):
                self.filters.append(Filter(column=column.name, op="eq", value=int(day[0])))
                self.score += _COMPARED
                return
        dates = [one for one in self.named if one.kind is Kind.DATE] or [
            one for one in self.table.columns if one.kind is Kind.DATE]
        if len(dates) == 1 or (dates and self._is_named(dates[0].name)):
            self.filters.append(Filter(column=dates[0].name, op="starts_with", value="-".join(day)))
            self.score += _COMPARED

    def plan(self) -> TablePlan:
        """Return the plan; the score says how well it fits."""
        groups = self._groups()
        aggregate = self._aggregate()
        if aggregate is not None or groups:
            figures = [aggregate] if aggregate is not None else [Aggregate(function="count")]
            return TablePlan(table=self.table.id, filters=self.filters, group_by=[one.name for one in groups],
                             aggregates=figures)
        edge = self._edge()
        return TablePlan(table=self.table.id, columns=self._columns(),
                         filters=[*self.filters, edge] if edge else self.filters)

    def _groups(self) -> list[TableColumn]:
        if not words.EACH.search(self.text):
            return []
        taken = {one.column for one in self.filters}
        return [one for one in self.named if not one.kind.is_number and one.name not in taken][:2]

    def _aggregate(self) -> Aggregate | None:
        number = self._number()
        wanted: Function
        if words.AVERAGE.search(self.text):
            wanted = "avg"
        elif words.SUM.search(self.text) and number is not None:
            wanted = "sum"
        elif words.COUNT.search(self.text) or words.SUM.search(self.text):
            named = [one for one in self.named if one.kind.is_number and not self._is_filtered(one)]
            if not named:
                return Aggregate(function="count")
            wanted, number = "sum", named[0]  # "how many plays": a figure of the table, not rows of it
        else:
            return None
        return Aggregate(function=wanted, column=number.name) if number is not None else None

    def _number(self) -> TableColumn | None:
        """The column of numbers that is meant: one that is named, else the only one there is."""
        named = [one for one in self.named if one.kind.is_number]
        every = [one for one in self.table.columns if one.kind.is_number]
        return named[0] if named else every[0] if len(every) == 1 else None

    def _is_filtered(self, column: TableColumn) -> bool:
        return any(one.column == column.name for one in self.filters)

    def _edge(self) -> Filter | None:
        highest = words.HIGHEST.search(self.text)
        if highest is None and words.LOWEST.search(self.text) is None:
            return None
        column = self._measured()
        return Filter(column=column.name, op="highest" if highest else "lowest") if column else None

    def _measured(self) -> TableColumn | None:
        """The column by which something is the most or the least."""
        dates = [one for one in self.table.columns if one.kind is Kind.DATE]
        prices = [one for one in self.table.columns
                  if one.kind.is_number and words.PRICE_COLUMN.search(folded(one.name))]
        named = [one for one in self.named if one.kind.is_number]
        if named:
            return named[0]
        if dates and words.TIME.search(self.text):
            return dates[0]
        if prices and words.PRICE.search(self.text):
            return prices[0]
        return self._number()

    def _columns(self) -> list[str]:
        """The columns to show: all of a narrow table; of a wide one what was named, and what says which row it is."""
        if len(self.table.columns) <= 12:
            return []
        label = next((one for one in self.table.columns if one.kind is Kind.TEXT), self.table.columns[0])
        wanted = [label.name, *(one.name for one in self.named), *(one.column for one in self.filters)]
        return list(dict.fromkeys(wanted))[:20] if len(wanted) > 1 else []
