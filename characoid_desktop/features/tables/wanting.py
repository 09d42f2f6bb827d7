"""What a question wants of the rows that meet its conditions: all of them, some, how many, or a figure of them."""

from __future__ import annotations

from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.grams import folded
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.tables import words
from characoid_desktop.features.tables.compiling import label
from characoid_desktop.features.tables.models import Kind, TableColumn
from characoid_desktop.features.tables.plan import Aggregate, Filter, Order, TablePlan
from characoid_desktop.features.tables.reading import Cannot, Reading, listed, not_understood

MAX_PLAIN_COLUMNS = 12


def wanted(reading: Reading) -> tuple[TablePlan, tuple[str, ...]]:
    """Return the plan, and the conditions that its rows meet, to be told; raises Cannot."""
    if reading.problem is not None:
        raise Cannot(reading.problem)
    return _Wanting(reading).plan()


class _Wanting:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._text = reading.text
        self._table = reading.table
        self._filters = [one.filter for one in reading.conditions]
        self._said = [one.said for one in reading.conditions]
        self._highest = words.HIGHEST.search(self._text)
        self._edge = self._highest or words.LOWEST.search(self._text)

    def plan(self) -> tuple[TablePlan, tuple[str, ...]]:
        groups = [one for one in self._reading.grouped if not self._reading.is_filtered(one)][:2]
        aggregate = self._aggregate(grouped=bool(groups))
        ranked = [] if groups else self._ranked(aggregate)
        if ranked:
            groups, aggregate = ranked, aggregate or self._of_rank()
        if groups:
            return self._grouped(groups, aggregate)
        if aggregate is not None:
            if self._edge and not self._reading.limit:
                self._keep_edge()
            elif self._reading.limit:
                raise Cannot(not_understood([self._text], self._table))
            return self._done(aggregates=[aggregate])
        return self._rows()

    def _done(self, **more: object) -> tuple[TablePlan, tuple[str, ...]]:
        made = TablePlan.model_validate({"table": self._table.id, "filters": self._filters, **more})
        return made, tuple(self._said)

    # --- rows -----------------------------------------------------------------------------------------

    def _rows(self) -> tuple[TablePlan, tuple[str, ...]]:
        limit, sort = self._reading.limit, words.SORTED.search(self._text)
        if limit is None and sort is None:
            if self._edge:
                self._keep_edge()
            return self._done(columns=self._columns())
        column = self._dated() if limit and limit.latest else self._sorted_by()
        if column is None:
            if limit and not self._edge:
                return self._done(columns=self._columns(), limit=limit.count)
            raise Cannot(self._which())
        down = not words.LOWEST.search(self._text) if limit and self._edge else bool(
            words.is_descending(self._text) or (limit and not words.LOWEST.search(self._text)))
        self._said.append(f"{column.name} {'↓' if down else '↑'}")
        return self._done(columns=self._columns(), order_by=[Order(by=column.name, descending=down)],
                          limit=limit.count if limit else None)

    def _sorted_by(self) -> TableColumn | None:
        return self._measured() or next(iter(one for one in self._reading.named()
                                             if not self._reading.is_filtered(one)), None)

    def _dated(self) -> TableColumn | None:
        dates = self._reading.named(Kind.DATE) or [one for one in self._table.columns if one.kind is Kind.DATE]
        return dates[0] if len(dates) == 1 else None

    def _keep_edge(self) -> None:
        column = self._measured()
        if column is None:
            raise Cannot(self._which())
        high = self._highest is not None
        self._filters.append(Filter(column=column.name, op="highest" if high else "lowest"))
        self._said.append(f"{'max' if high else 'min'}({column.name})")

    def _columns(self) -> list[str]:
        """The columns to show: all of a narrow table; of a wide one what was named, and what says which row it is."""
        if len(self._table.columns) <= MAX_PLAIN_COLUMNS:
            return []
        first = next((one for one in self._table.columns if one.kind is Kind.TEXT), self._table.columns[0])
        shown = [first.name, *(one.name for one in self._reading.named()), *(one.column for one in self._filters)]
        return list(dict.fromkeys(shown))[:20] if len(shown) > 1 else []

    # --- figures --------------------------------------------------------------------------------------

    def _aggregate(self, *, grouped: bool) -> Aggregate | None:
        reading, text = self._reading, self._text
        number = self._named_number()
        if words.AVERAGE.search(text):
            return Aggregate(function="avg", column=self._added(number).name)
        count = words.COUNT.search(text)
        if count is None and words.SUM.search(text) is None:
            return None
        if number is not None and not reading.is_filtered(number):
            return Aggregate(function="sum", column=number.name)  # "how many plays": a figure of the table, not rows
        measure = self._text_measure()
        if measure is not None and not reading.is_filtered(measure):
            raise Cannot(reading.is_text(measure))
        if count is None and number is not None:
            return Aggregate(function="sum", column=number.name)
        if count is None:
            return Aggregate(function="sum", column=self._added(None).name)
        counted = [one.column for one in reading.mentions if one.column not in reading.grouped and any(
            words.is_counted(text, span) for span in one.spans)]
        if counted and not reading.is_filtered(counted[0]):
            return Aggregate(function="count_distinct", column=counted[0].name)
        return Aggregate(function="count")

    def _named_number(self) -> TableColumn | None:
        found = self._reading.named(Kind.INTEGER, Kind.REAL)
        return next((one for one in found if not self._reading.is_filtered(one)), found[0] if found else None)

    def _text_measure(self) -> TableColumn | None:
        """A column of text that is named as one of numbers would be."""
        return next((one for one in self._reading.named(Kind.TEXT)
                     if words.MEASURE_COLUMN.search(folded(one.name)) and one not in self._reading.grouped), None)

    def _added(self, number: TableColumn | None) -> TableColumn:
        """The column of numbers to add up; raises Cannot where nothing tells which one is meant."""
        if number is not None:
            return number
        reading = self._reading
        texts = [one for one in reading.named(Kind.TEXT) if one not in reading.grouped and not reading.is_filtered(one)]
        measure = self._text_measure()
        if measure is not None:
            raise Cannot(reading.is_text(measure))
        money = reading.money
        if len(money) == 1 and (words.PRICE.search(self._text) or words.PAYING.search(self._text)):
            return money[0]
        if len(reading.numbers) == 1 and not reading.unread and not texts:
            return reading.numbers[0]
        raise Cannot(self._which())

    # --- groups ---------------------------------------------------------------------------------------

    def _grouped(self, groups: list[TableColumn], aggregate: Aggregate | None) -> tuple[TablePlan, tuple[str, ...]]:
        if aggregate is None and self._edge:
            column = self._measured()
            if column is None:
                raise Cannot(self._which())
            return self._done(group_by=[one.name for one in groups], aggregates=[
                Aggregate(function="max" if self._highest else "min", column=column.name)])
        figure = aggregate or Aggregate(function="count")
        order = [Order(by=label(figure), descending=self._highest is not None or words.is_descending(self._text))] if (
            self._edge or words.SORTED.search(self._text)) else []
        if self._edge:
            self._said.append(f"{label(figure)} {'↓' if self._highest else '↑'}")
        return self._done(group_by=[one.name for one in groups], aggregates=[figure], order_by=order,
                          limit=self._reading.limit.count if self._reading.limit else None)

    def _ranked(self, aggregate: Aggregate | None) -> list[TableColumn]:
        """The column whose values are ranked: "which singer has the most songs", "who gave the most in total"."""
        reading = self._reading
        by_rows = words.MOST.search(self._text) is not None and not reading.named(Kind.INTEGER, Kind.REAL)
        if self._edge is None or not (by_rows or (aggregate is not None and words.WHO.search(self._text))
                                      or (aggregate is not None and aggregate.function in ("sum", "avg"))):
            return []
        texts = [one for one in reading.named(Kind.TEXT) if not reading.is_filtered(one)]
        if not texts and words.WHO.search(self._text):
            texts = reading.who
        return texts if len(texts) == 1 else []

    def _of_rank(self) -> Aggregate:
        """What is ranked where the question does not say it: what was paid, or how often something is there."""
        money = self._reading.money
        if len(money) == 1 and words.PAYING.search(self._text):
            return Aggregate(function="sum", column=money[0].name)
        return Aggregate(function="count")

    # --- the most and the least -----------------------------------------------------------------------

    def _measured(self) -> TableColumn | None:
        """The column by which something is the most or the least; None where nothing tells it."""
        reading, text = self._reading, self._text
        numbers = reading.named(Kind.INTEGER, Kind.REAL)
        if numbers:
            return next((one for one in numbers if not reading.is_filtered(one)), numbers[0])
        if self._text_measure() is not None:
            raise Cannot(reading.is_text(self._text_measure() or self._table.columns[0]))
        if reading.named(Kind.DATE):
            return self._dated()
        if words.PRICE.search(text) and (not words.TIME.search(text) or self._dated() is None):
            texts = [one for one in self._table.columns
                     if one.kind is Kind.TEXT and words.PRICE_COLUMN.search(folded(one.name))]
            if not reading.money and texts:
                raise Cannot(reading.is_text(texts[0]))
            return reading.money[0] if len(reading.money) == 1 else None
        if words.TIME.search(text):
            return self._dated()
        if words.LENGTH.search(text):
            long = [one for one in reading.numbers
                    if one.unit in words.LENGTH_UNITS or words.LENGTH_COLUMN.search(folded(one.name))]
            return long[0] if len(long) == 1 else None
        return reading.numbers[0] if len(reading.numbers) == 1 and not reading.unread else None

    def _which(self) -> Text:
        numbers, name = self._reading.numbers, one_line(self._table.name, 80)
        if not numbers:
            return Text.of("The table “{name}” has no column of numbers for this. It has the columns: {columns}", name=name,
                           columns=listed(self._table.columns))
        return Text.of("I cannot tell which column of the table “{name}” this is about. The columns of numbers are: "
                       "{columns}. All of its columns: {all}", name=name, columns=listed(numbers),
                       all=listed(self._table.columns))
