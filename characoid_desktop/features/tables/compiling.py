"""From a plan to SQL with parameters: names are those of the table itself, quoted; values are never in the text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.grams import folded
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.tables.models import BadPlan, Kind, TableColumn, UserTable, Value
from characoid_desktop.features.tables.numbers import number_in
from characoid_desktop.features.tables.plan import NEEDS_VALUE, Aggregate, Filter, Scalar, TablePlan

_COMPARED = {"eq": "=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_SHOWN_COLUMNS = 12
MAX_PARAMS = 200  # the child takes no more


@dataclass(frozen=True, slots=True)
class Query:
    """``columns``: what the answer's columns are called; ``units`` of their numbers."""

    sql: str
    params: tuple[Value, ...]
    columns: tuple[str, ...]
    units: tuple[str, ...] = ()


def compile_plan(plan: TablePlan, table: UserTable) -> Query:
    """Return the query of ``plan`` for ``table``; raises BadPlan."""
    return _Compiling(plan, table).query()


class _Compiling:
    def __init__(self, plan: TablePlan, table: UserTable) -> None:
        self._plan = plan
        self._table = table
        self._params: list[Value] = []

    def query(self) -> Query:
        plan, source = self._plan, quoted(self._table.name)
        shown = self._shown()
        text = f"SELECT {', '.join(sql for sql, *_ in shown)} FROM {source}{self._where(plan.filters)}"  # noqa: S608
        if plan.group_by:
            text += " GROUP BY " + ", ".join(quoted(self._column(name).name) for name in plan.group_by)
        order = self._order(shown)
        if order:
            text += f" ORDER BY {order}"
        if plan.limit is not None:
            text += " LIMIT ?"
            self._params.append(plan.limit)
        if len(self._params) > MAX_PARAMS:
            raise BadPlan(Text.of("The conditions have too many values."))
        return Query(text, tuple(self._params), tuple(name for _, name, _ in shown), tuple(unit for *_, unit in shown))

    def _shown(self) -> list[tuple[str, str, str]]:
        """What is selected: (SQL, name, unit). Expressions hold no parameters."""
        plan = self._plan
        groups = [(quoted(one.name), one.name, one.unit) for one in map(self._column, plan.group_by)]
        if plan.aggregates:
            return groups + [self._aggregate(one) for one in plan.aggregates]
        if groups:
            return [*groups, ("count(*)", label(Aggregate(function="count")), "")]
        columns = [self._column(name) for name in plan.columns] or list(self._table.columns[:_SHOWN_COLUMNS])
        return [(quoted(one.name), one.name, one.unit) for one in dict.fromkeys(columns)]

    def _aggregate(self, one: Aggregate) -> tuple[str, str, str]:
        if one.column is None:
            if one.function != "count":
                raise BadPlan(Text.of("“{name}” needs a column.", name=one.function))
            return "count(*)", label(one), ""
        column = self._column(one.column)
        if one.function in ("sum", "avg") and not column.kind.is_number:
            raise BadPlan(Text.of("“{name}” does not hold numbers only.", name=one_line(column.name, 80)))
        inner = quoted(column.name)
        call = f"count(DISTINCT {inner})" if one.function == "count_distinct" else f"{one.function}({inner})"
        unit = "" if one.function in ("count", "count_distinct") else column.unit
        return call, label(Aggregate(function=one.function, column=column.name)), unit

    def _where(self, filters: Sequence[Filter]) -> str:
        plain = [one for one in filters if one.op not in ("highest", "lowest")]
        edges = [one for one in filters if one.op in ("highest", "lowest")]
        if len(edges) > 1:
            raise BadPlan(Text.of("Only one “highest” or “lowest” at a time."))
        parts = [self._condition(one) for one in plain]
        for one in edges:
            name, function = quoted(self._column(one.column).name), "max" if one.op == "highest" else "min"
            within = f" WHERE {' AND '.join(self._condition(other) for other in plain)}" if plain else ""
            parts.append(f"{name} = (SELECT {function}({name}) FROM {quoted(self._table.name)}{within})")  # noqa: S608
        return f" WHERE {' AND '.join(parts)}" if parts else ""

    def _condition(self, one: Filter) -> str:
        column = self._column(one.column)
        name = quoted(column.name)
        if one.op in NEEDS_VALUE and one.value is None:
            raise BadPlan(Text.of("The condition on “{name}” needs a value.", name=one_line(column.name, 80)))
        match one.op:
            case "empty":
                return f"{name} IS NULL"
            case "not_empty":
                return f"{name} IS NOT NULL"
            case "in":
                if not one.values:
                    raise BadPlan(Text.of("The condition on “{name}” needs a value.", name=one_line(column.name, 80)))
                return f"{_compared(column)} IN ({', '.join(self._value(column, value) for value in one.values)})"
            case "ne":
                return f"{_compared(column)} IS NOT {self._value(column, one.value)}"
            case "contains":
                return f"instr(fold(CAST({name} AS TEXT)), {self._text(one.value)}) > 0"
            case "weekday":
                if column.kind is not Kind.DATE:
                    raise BadPlan(Text.of("“{name}” does not hold days.", name=one_line(column.name, 80)))
                self._params.append(str(one.value))
                return f"strftime('%w', substr({name}, 1, 10)) = ?"
            case "starts_with":
                text = self._text(one.value)
                self._params.append(self._params[-1])
                return f"substr(fold(CAST({name} AS TEXT)), 1, length({text})) = ?"
            case "lt" | "le" | "gt" | "ge" if column.kind.is_number and isinstance(_value_of(one.value), str):
                raise BadPlan(Text.of("The condition on “{name}” needs a number.", name=one_line(column.name, 80)))
            case _:
                return f"{_compared(column)} {_COMPARED[one.op]} {self._value(column, one.value)}"

    def _value(self, column: TableColumn, value: Scalar | None) -> str:
        """A parameter that compares with the column as its values do: numbers with numbers."""
        if column.kind.is_number or value is None:
            self._params.append(_value_of(value))
            return "?"
        return self._text(value)

    def _text(self, value: Scalar | None) -> str:
        self._params.append(folded_text(str(value)))
        return "?"

    def _order(self, shown: Sequence[tuple[str, str, str]]) -> str:
        parts: list[str] = []
        by_name = {folded(name): sql for sql, name, _ in shown}
        grouped = bool(self._plan.group_by or self._plan.aggregates)
        for one in self._plan.order_by:
            sql = by_name.get(folded(one.by))
            if sql is None:
                if grouped:
                    raise BadPlan(Text.of("“{name}” is not in the answer, so it cannot be sorted by it.",
                                          name=one_line(one.by, 80)))
                sql = quoted(self._column(one.by).name)
            parts.append(f"{sql} IS NULL, {sql}{' DESC' if one.descending else ''}")
        return ", ".join(parts)

    def _column(self, name: str) -> TableColumn:
        exact = self._table.column(name)
        if exact is not None:
            return exact
        same = [one for one in self._table.all_columns if folded(one.name) == folded(name)]
        if len(same) == 1:
            return same[0]
        there = ", ".join(one_line(one.name, 40) for one in self._table.columns[:30])
        raise BadPlan(Text.of("The table has no column “{name}”. It has: {columns}", name=one_line(name, 80),
                              columns=there))


def _compared(column: TableColumn) -> str:
    """The side of a comparison that is the column."""
    return quoted(column.name) if column.kind.is_number else f"fold({quoted(column.name)})"


def label(one: Aggregate) -> str:
    """What the figure is called: "count", "sum of price"."""
    return one.function if one.column is None else f"{one.function} of {one.column}"


def quoted(name: str) -> str:
    """Return an identifier of SQL; raises ValueError for a NUL."""
    if "\0" in name:
        raise ValueError("a NUL in a name")
    return '"' + name.replace('"', '""') + '"'


def folded_text(value: str) -> str:
    """Fold as the child's SQL function ``fold`` does."""
    return unicodedata.normalize("NFKC", value).casefold()


def _value_of(value: Scalar | None) -> Value:
    """A number that was given as text ("3,000", "¥3,000") as a number; another text is equal to none."""
    number = number_in(value) if isinstance(value, str) else None
    if number is None:
        return value
    return int(number) if number.is_integer() and abs(number) < 1e15 else number
