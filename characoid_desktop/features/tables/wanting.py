"""What a question wants of the rows that meet its conditions: all of them, some, how many, or a figure of them."""

from __future__ import annotations

from characoid_desktop.core.grams import folded
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.tables import words
from characoid_desktop.features.tables.compiling import label
from characoid_desktop.features.tables.mentions import is_stock
from characoid_desktop.features.tables.models import Kind, TableColumn
from characoid_desktop.features.tables.plan import MAX_FILTERS, Aggregate, Filter, Order, TablePlan
from characoid_desktop.features.tables.reading import Cannot, Reading
from characoid_desktop.features.tables.sayings import holds_text, not_understood, which_column

MAX_PLAIN_COLUMNS = 12


def wanted(reading: Reading) -> tuple[TablePlan, tuple[str, ...]]:
    """Return the plan, and the conditions that its rows meet, to be told; raises Cannot."""
    if reading.problem is not None:
        raise Cannot(reading.problem)
    return _Wanting(reading).plan()


class _Wanting:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._text = reading.rest
        self._table = reading.table
        self._filters = [one.filter for one in reading.conditions]
        self._said = [one.said for one in reading.conditions]
        self._highest = words.HIGHEST.search(self._text)
        self._edge = self._highest or words.LOWEST.search(self._text)

    def plan(self) -> tuple[TablePlan, tuple[str, ...]]:
        figures = self._edge or words.COUNT.search(self._text) or words.SUM.search(self._text)
        if words.PERIOD_ASKED.search(self._text) and figures:  # the rows are not put together by months
            raise Cannot(not_understood([self._reading.text], self._table))
        groups = [one for one in self._reading.grouped if not self._reading.is_filtered(one)][:2]
        aggregate = self._aggregate(grouped=bool(groups))
        ranked = [] if groups else self._ranked(aggregate)
        if ranked:
            groups, aggregate = ranked, aggregate or self._of_rank()
        if groups:
            return self._grouped(groups, aggregate)
        if aggregate is not None:
            if self._reading.limit:
                raise Cannot(not_understood([self._reading.text], self._table))
            if self._edge:
                self._keep_edge()
            return self._done(aggregates=[aggregate, *self._also(aggregate)])
        return self._rows()

    def _done(self, **more: object) -> tuple[TablePlan, tuple[str, ...]]:
        if len(self._filters) > MAX_FILTERS:
            raise Cannot(Text.of("The question has more conditions than can be asked at a time: {n} of at most {most}.",
                                 n=len(self._filters), most=MAX_FILTERS))
        told = ("aggregates" in more or more.get("limit")
                or any(one.op in ("highest", "lowest") for one in self._filters))
        if told and self._reading.unread:  # what was left over may be what decides it
            raise Cannot(not_understood(self._reading.unread, self._table))
        made = TablePlan.model_validate({"table": self._table.id, "filters": self._filters, **more})
        return made, tuple(self._said)

    # --- rows -----------------------------------------------------------------------------------------

    def _rows(self) -> tuple[TablePlan, tuple[str, ...]]:
        limit, sort = self._reading.limit, words.SORTED.search(self._text)
        if self._reading.is_next:
            column = self._dated()
            assert column is not None  # it is what makes a question one about what comes next
            return self._done(columns=self._columns(), order_by=[Order(by=column.name)],
                              limit=limit.count if limit else 1)
        if limit is None and sort is None:
            if self._edge:
                self._keep_edge()
            return self._done(columns=self._columns())
        column = self._dated() if limit and limit.latest else self._sorted_by()
        if column is None:
            if limit and not self._edge:
                return self._done(columns=self._columns(), limit=limit.count)
            raise Cannot(self._which())
        down = self._is_downwards(limited=limit is not None)
        self._said.append(f"{column.name} {'↓' if down else '↑'}")
        return self._done(columns=self._columns(), order_by=[Order(by=column.name, descending=down)],
                          limit=limit.count if limit else None)

    def _is_downwards(self, *, limited: bool) -> bool:
        """Whether the greatest comes first: as it is said, else where only the first ones are wanted."""
        if words.is_ascending(self._text) or words.LOWEST.search(self._text):
            return False
        return limited or words.is_descending(self._text)

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
            raise Cannot(self._is_text(measure))
        if count is None and number is not None:
            return Aggregate(function="sum", column=number.name)
        if count is None:
            return Aggregate(function="sum", column=self._added(None).name)
        if words.SOLD.search(text) and not any(words.SALES_COLUMN.search(folded(one.name)) for one in reading.named()):
            raise Cannot(self._which())
        people = words.PEOPLE.search(reading.text)
        if people and not any(reading.is_filtered(one) for one in reading.who):
            if len(reading.who) != 1:
                raise Cannot(self._which())
            return Aggregate(function="count_distinct", column=reading.who[0].name)
        stock = self._stock_of_named()
        if stock is not None:
            return Aggregate(function="sum", column=stock.name)
        counted = [one.column for one in reading.mentions if one.column not in reading.grouped and any(
            words.is_counted(text, span) for span in one.spans)]
        if counted and not reading.is_filtered(counted[0]):
            return Aggregate(function="count_distinct", column=counted[0].name)
        return Aggregate(function="count")

    def _stock_of_named(self) -> TableColumn | None:
        """The column of what is left, where it is asked how many of a thing there are, and not how many things."""
        stock = next((one for one in self._reading.numbers if is_stock(folded(one.name))), None)
        things = any(one.op in ("in", "contains") for one in self._filters)
        if stock is None or not things or words.KINDS.search(self._text):
            return None
        marks = [n for n, one in enumerate(self._filters) if one.column == stock.name]
        for n in reversed(marks):  # "in stock" says which figure is meant
            if (self._filters[n].op, self._filters[n].value) != ("gt", 0):
                return None
            del self._filters[n], self._said[n]
        return stock

    def _also(self, first: Aggregate) -> list[Aggregate]:
        """The same figure of the other columns of numbers that are named: "the totals of price and stock"."""
        if first.function not in ("sum", "avg"):
            return []
        named = self._reading.named(Kind.INTEGER, Kind.REAL)
        return [Aggregate(function=first.function, column=one.name) for one in named[:6]
                if one.name != first.column and not self._reading.is_filtered(one)]

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
            raise Cannot(self._is_text(measure))
        money = reading.money
        if len(money) == 1 and (words.PRICE.search(self._text) or words.PAYING.search(reading.text)):
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
        money = self._reading.money
        figure = aggregate or (Aggregate(function="sum", column=money[0].name) if len(money) == 1 and
                               words.HOW_MUCH.search(self._text) else Aggregate(function="count"))
        order = [Order(by=label(figure), descending=self._highest is not None or words.is_descending(self._text))] if (
            self._edge or words.SORTED.search(self._text)) else []
        if self._edge:
            self._said.append(f"{label(figure)} {'↓' if self._highest else '↑'}")
        return self._done(group_by=[one.name for one in groups], aggregates=[figure], order_by=order,
                          limit=self._reading.limit.count if self._reading.limit else None)

    def _ranked(self, aggregate: Aggregate | None) -> list[TableColumn]:
        """The column whose values are ranked: "which singer has the most songs", "who gave the most in total"."""
        reading = self._reading
        by_rows = words.MOST.search(self._text) is not None and not reading.named(Kind.INTEGER, Kind.REAL) and not (
            words.PRICE.search(self._text) or words.TIME.search(self._text) or words.LENGTH.search(self._text))
        who = words.WHO.search(self._text) is not None
        of_people = who and (reading.limit is not None or aggregate is not None)
        by_figure = aggregate is not None and aggregate.function in ("sum", "avg")
        if self._edge is None or not (by_rows or of_people or by_figure):
            return []
        texts = [one for one in reading.named(Kind.TEXT) if not reading.is_filtered(one)]
        if not texts and who:
            texts = reading.who
        elif words.DAY_ASKED.search(self._text):
            day = self._dated()
            texts = [day] if day is not None else []
        return texts if len(texts) == 1 else []

    def _of_rank(self) -> Aggregate:
        """What is ranked where the question does not say it: what was paid, or how often something is there."""
        money = self._reading.money
        if len(money) == 1 and words.PAYING.search(self._reading.text) and not words.OFTEN.search(self._text):
            return Aggregate(function="sum", column=money[0].name)
        return Aggregate(function="count")

    # --- the most and the least -----------------------------------------------------------------------

    def _measured(self) -> TableColumn | None:
        """The column by which something is the most or the least; None where nothing tells it."""
        reading, text = self._reading, self._text
        numbers = reading.named(Kind.INTEGER, Kind.REAL)
        if words.CHEAP.search(text) and len(reading.money) == 1:
            return reading.money[0]
        if numbers:
            return next((one for one in numbers if not reading.is_filtered(one)), numbers[0])
        measure = self._text_measure()
        if measure is not None:
            raise Cannot(self._is_text(measure))
        if reading.named(Kind.DATE):
            return self._dated()
        if words.PRICE.search(text) and (not words.TIME.search(text) or self._dated() is None):
            texts = [one for one in self._table.columns
                     if one.kind is Kind.TEXT and words.PRICE_COLUMN.search(folded(one.name))]
            if not reading.money and texts:
                raise Cannot(self._is_text(texts[0]))
            return reading.money[0] if len(reading.money) == 1 else None
        if words.TIME.search(text):
            return self._dated()
        if words.LENGTH.search(text):
            long = [one for one in reading.numbers
                    if one.unit in words.LENGTH_UNITS or words.LENGTH_COLUMN.search(folded(one.name))]
            return long[0] if len(long) == 1 else None
        return reading.numbers[0] if len(reading.numbers) == 1 and not reading.unread else None

    def _which(self) -> Text:
        return which_column(self._reading.numbers, self._table)

    def _is_text(self, column: TableColumn) -> Text:
        return holds_text(column, self._reading.numbers, self._table)
