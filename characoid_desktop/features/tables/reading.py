"""What a question says about one table: the columns it names, the conditions it makes, and what is left over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.grams import folded
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.tables import words
from characoid_desktop.features.tables.cells import NEAR, Wording, cells_in, gap, key_behind
from characoid_desktop.features.tables.days import When, days, days_of_weeks
from characoid_desktop.features.tables.leftovers import conditions_left, is_name, is_sign, words_left
from characoid_desktop.features.tables.mentions import (
    WEAK,
    Covered,
    Mention,
    Span,
    is_about,
    is_stock,
    mentions,
    named,
    stem,
)
from characoid_desktop.features.tables.models import Kind, TableColumn, UserTable
from characoid_desktop.features.tables.numbers import DURATIONS, MONEY, Compared, compared, is_alike, is_compared
from characoid_desktop.features.tables.plan import Filter, Operator, Scalar
from characoid_desktop.features.tables.sayings import (
    holds_text,
    joined_with_or,
    no_day,
    not_understood,
    nothing_called,
    with_unit,
)

MAX_VALUES = 20
_TABLE, _COLUMN, _CELL, _PART, _COMPARED = 3.0, 2.0, 3.0, 1.0, 1.0
_ABOUT, _SAME_UNIT = 1.5, 0.5
_SIGNS: Mapping[str, str] = {"eq": "=", "ne": "≠", "lt": "<", "le": "≤", "gt": ">", "ge": "≥"}
_WEEKDAYS = ("日日sun", "月一mon", "火二tue", "水三wed", "木四thu", "金五fri", "土六sat")


class Cannot(Exception):
    """The question cannot be answered from the table; ``why`` is said."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.source)
        self.why = why


@dataclass(frozen=True, slots=True)
class Condition:
    """``said``: how it is told. ``span``: where it stands in the question."""

    filter: Filter
    said: str
    span: Span


class Reading:
    """``score``: how well the question fits. ``problem``: why it cannot be answered. ``unread``: words left over."""

    def __init__(
        self, question: Wording, table: UserTable, cells: Mapping[str, Sequence[str]],
        parts: Mapping[str, Sequence[str]], today: date,
    ) -> None:
        self._wording = question
        self.text = text = question.text
        self.table = table
        self.covered = Covered(text)
        self.conditions: list[Condition] = []
        self.grouped: list[TableColumn] = []
        self.problem: Text | None = None
        self.score = 0.0
        self._read_names()
        self._read_cells(cells)
        self.limit = words.limit_in(text, self.covered)
        self.is_next = False
        self._read_days(today)
        self._read_next(today)
        self._read_numbers()
        self._read_stock()
        self._read_columns()
        self._check_or()
        left = conditions_left(text, self.covered)
        if left and self.problem is None:
            self.problem = not_understood(left, table)
        self.unread: list[str] = []
        self._read_words(parts)

    def named(self, *kinds: Kind) -> list[TableColumn]:
        """The columns that the question names, of ``kinds`` only if there are any. Of days the beginning is enough."""
        return [one.column for one in self.mentions if (not kinds or one.column.kind in kinds)
                and (one.score > WEAK or kinds == (Kind.DATE,))]

    @property
    def rest(self) -> str:
        """The question without the names of columns and without what is compared: what is wanted of them."""
        spans = [span for one in self.mentions if one.score == 1.0 for span in one.spans]
        text = list(self.text)
        for low, high in (*spans, *(one.span for one in self.conditions)):
            text[low:high] = "\0" * (high - low)
        return "".join(text)

    def is_filtered(self, column: TableColumn) -> bool:
        return any(one.filter.column == column.name for one in self.conditions)

    @property
    def numbers(self) -> list[TableColumn]:
        return [one for one in self.table.columns if one.kind.is_number]

    @property
    def money(self) -> list[TableColumn]:
        """The columns of amounts of money."""
        return [one for one in self.numbers if one.unit in MONEY or words.PRICE_COLUMN.search(folded(one.name))]

    @property
    def who(self) -> list[TableColumn]:
        """The columns of people."""
        return [one for one in self.table.columns
                if one.kind is Kind.TEXT and words.WHO_COLUMN.search(folded(one.name))]

    # --- what is named --------------------------------------------------------------------------------

    def _read_names(self) -> None:
        best = 0.0
        for name in dict.fromkeys((self.table.name, self.table.title)):
            score, spans = named(name, self.text)
            self.covered.add(*spans)
            best = max(best, score)
        self.mentions: list[Mention] = mentions(self.table.columns, self.text)
        for one in self.mentions:
            self.covered.add(*one.spans)
        self.score = _TABLE * best + _COLUMN * sum(one.score for one in self.mentions)
        if is_about([folded(one) for one in (self.table.name, self.table.title, *(
                column.name for column in self.table.columns))], self.text):
            self.score += _ABOUT
        if words.WHO.search(self.text) and self.who:
            self.score += _COMPARED
        if words.PAYING.search(self.text) and self.money:
            self.score += _COMPARED

    def _read_cells(self, cells: Mapping[str, Sequence[str]]) -> None:
        titles = [span for one in self.mentions if one.score == 1.0 for span in one.spans]
        dated = days_of_weeks(self.text) if any(one.kind is Kind.DATE for one in self.table.columns) else []
        beside = {one.column.name: one.spans for one in self.mentions}
        everywhere = cells_in(self._wording, cells, beside)
        if any(low <= one.span[0] and one.span[1] <= high for one in everywhere for low, high in dated):
            self.score += _CELL  # a table with days of the week is the one that is meant, of those with dates
        found = [one for one in everywhere
                 if not any(low <= one.span[0] and one.span[1] <= high for low, high in (*titles, *dated))]
        # "New York" was meant, not "York".
        kept = [one for one in found if not any(
            low <= one.span[0] and one.span[1] <= high and (low, high) != one.span
            for low, high in (other.span for other in found))]
        taken: dict[Span, str] = {}
        values_of: dict[tuple[str, bool], list[tuple[str, Span]]] = {}
        for one in sorted(kept, key=lambda one: not self._is_named(one.column)):
            if taken.setdefault(one.span, one.column) == one.column:  # one word, one condition
                negated = words.is_negated(self.text, one.span, self.covered)
                values_of.setdefault((one.column, negated), []).append((one.value, one.span))
        for (column, negated), places in values_of.items():
            self.covered.add(*(span for _, span in places))
            self.covered.add(*(more for _, span in places if (more := key_behind(self.text, span))))
            self._add_cells(column, places, negated=negated)

    def _add_cells(self, column: str, places: Sequence[tuple[str, Span]], *, negated: bool) -> None:
        values = list(dict.fromkeys(value for value, _ in places))[:MAX_VALUES]
        span = places[0][1]
        self.score += _CELL
        if negated:
            for value in values:
                self._add(Filter(column=column, op="ne", value=value), f"{column} ≠ {value}", span)
        else:
            chosen: list[Scalar] = list(values)
            self._add(Filter(column=column, op="in", values=chosen), f"{column} = {' / '.join(values)}", span)

    def _add(self, one: Filter, said: str, span: Span) -> None:
        self.conditions.append(Condition(one, one_line(said, 160), span))

    def _is_named(self, column: str) -> bool:
        return any(one.column.name == column for one in self.mentions)

    # --- days -----------------------------------------------------------------------------------------

    def _read_days(self, today: date) -> None:
        dates = [one for one in self.table.columns if one.kind is Kind.DATE]
        years = [one for one in self.numbers if words.YEAR_COLUMN.search(folded(one.name))]
        for when in days(self.text, self.covered, today, self._is_year if dates or years else _never):
            self.score += _COMPARED
            wanted = self.named(Kind.DATE) or dates
            if when.is_of_years and years and not self.named(Kind.DATE):
                self._add_years(years[0].name, when)
            elif len(wanted) == 1:
                self._add_day(wanted[0], when)
            elif not self._add_weekday(when):
                self._cannot(no_day(self.text[when.span[0]:when.span[1]], dates, self.table))

    def _is_year(self, span: Span) -> bool:
        """Whether 2024 is a year: nothing compares it, and no column of other numbers stands beside it."""
        beside = [one.column for one in self.mentions if one.column.kind.is_number
                  and any(gap(other, span) <= NEAR for other in one.spans)]
        return not is_compared(self.text, span) and all(words.YEAR_COLUMN.search(folded(one.name)) for one in beside)

    def _add_day(self, column: TableColumn, when: When) -> None:
        name, said = column.name, self.text[when.span[0]:when.span[1]]
        if when.weekday is not None:
            self._add(Filter(column=name, op="weekday", value=str(when.weekday)), f"{name} = {said}", when.span)
        if when.part:
            self._add(Filter(column=name, op="contains", value=when.part), f"{name} = {said}", when.span)
        if when.low:
            self._add(Filter(column=name, op="ge", value=when.low), f"{name} ≥ {when.low}", when.span)
        if when.high:
            self._add(Filter(column=name, op="lt", value=when.high), f"{name} < {when.high}", when.span)

    def _add_years(self, name: str, when: When) -> None:
        if when.year is not None:
            self._add(Filter(column=name, op="eq", value=when.year), f"{name} = {when.year}", when.span)
            return
        if when.low:
            self._add(Filter(column=name, op="ge", value=int(when.low)), f"{name} ≥ {when.low}", when.span)
        if when.high:
            self._add(Filter(column=name, op="lt", value=int(when.high)), f"{name} < {when.high}", when.span)

    def _add_weekday(self, when: When) -> bool:
        """A day of the week, where a column of text has them: 金, Friday, 周五."""
        columns = [one for one in self.table.columns
                   if one.kind is Kind.TEXT and words.WEEKDAY_COLUMN.search(folded(one.name))]
        if when.weekday is None or len(columns) != 1:
            return False
        said, names = self.text[when.span[0]:when.span[1]], _WEEKDAYS[when.weekday]
        part = names[2:] if said.isascii() else names[0] if "曜" in said else names[1]
        self._add(Filter(column=columns[0].name, op="contains", value=part), f"{columns[0].name} = {said}", when.span)
        return True

    def _read_next(self, today: date) -> None:
        """What is still to come, or the first of it."""
        found = words.NEXT.search(self.text) or words.UPCOMING.search(self.text)
        dates = self.named(Kind.DATE) or [one for one in self.table.columns if one.kind is Kind.DATE]
        if found is None or not self.covered.is_free(found.span()) or len(dates) != 1:
            return
        self.covered.add(found.span())
        self.score += _COMPARED
        self.is_next = words.NEXT.search(self.text) is not None
        self._add_day(dates[0], When(found.span(), low=today.isoformat()))

    # --- numbers --------------------------------------------------------------------------------------

    def _read_numbers(self) -> None:
        for one in compared(self.text, self.covered):
            column = self._column_of(one)
            if column is None:
                continue
            self.score += _COMPARED + (_SAME_UNIT if one.unit and one.unit == column.unit else 0.0)
            op: Operator = "eq" if one.op == "eq" else "ne" if one.op == "ne" else "lt" if one.op == "lt" else (
                "le" if one.op == "le" else "gt" if one.op == "gt" else "ge")
            self._add(Filter(column=column.name, op=op, value=one.value),
                      f"{column.name} {_SIGNS[op]} {with_unit(one.value, column.unit or one.unit)}", one.span)
            if one.upper is not None:
                self._add(Filter(column=column.name, op="le", value=one.upper),
                          f"{column.name} ≤ {with_unit(one.upper, column.unit or one.unit)}", one.span)

    def _column_of(self, one: Compared) -> TableColumn | None:
        """The column that a number is said of; None, with the reason noted, where that is not clear."""
        if one.unit in DURATIONS and not any(words.LENGTH_COLUMN.search(folded(column.name)) or
                                             column.unit in words.LENGTH_UNITS for column in self.numbers):
            return self._cannot(not_understood([self.text[one.span[0]:one.span[1]]], self.table))
        near = sorted((min(gap(span, one.span) for span in other.spans), n, other.column)
                      for n, other in enumerate(self.mentions))
        fitting = [(gap, column) for gap, _, column in near
                   if column.kind.is_number and is_alike(column.unit, one.unit)]
        texts = [(gap, column) for gap, _, column in near
                 if column.kind is Kind.TEXT and words.MEASURE_COLUMN.search(folded(column.name))]
        if texts and (not fitting or texts[0][0] < fitting[0][0]):
            return self._cannot(holds_text(texts[0][1], self.numbers, self.table))
        if one.unit in MONEY:
            priced = [column for column in self.numbers if is_alike(column.unit, one.unit) and (
                column.unit or words.PRICE_COLUMN.search(folded(column.name)))]
            said = [column for _, column in fitting if column in priced]
            if said or len(priced) == 1:
                return (said or priced)[0]
            fitting = [(gap, column) for gap, column in fitting if gap <= NEAR]
        if fitting and (not one.plain or fitting[0][0] <= NEAR or one.copula):
            return fitting[0][1]
        named_numbers = any(column.kind.is_number for *_, column in near)
        if one.unit not in MONEY and not one.plain and not named_numbers and len(self.numbers) == 1:
            (only,) = self.numbers
            if is_alike(only.unit, one.unit):
                return only
        return self._cannot(not_understood([self.text[one.span[0]:one.span[1]]], self.table))

    def _read_stock(self) -> None:
        for pattern, op in ((words.OUT_OF_STOCK, "le"), (words.IN_STOCK, "gt")):
            match = pattern.search(self.text)
            if match is None:
                continue
            self.covered.add(match.span())
            column = next((one for one in self.numbers if is_stock(folded(one.name))), None)
            if column is None:
                self._cannot(not_understood([match.group()], self.table))
                continue
            self._add(Filter(column=column.name, op="le" if op == "le" else "gt", value=0),
                      f"{column.name} {_SIGNS[op]} 0", match.span())

    # --- the rest -------------------------------------------------------------------------------------

    def _read_columns(self) -> None:
        """Columns that are grouped by, and those that are to have no value."""
        sorts = self.limit is not None or words.SORTED.search(self.text) is not None
        for one in self.mentions:
            for span in one.spans if one.score > WEAK else ():
                if not one.column.kind.is_number and not sorts and words.is_each(self.text, span, self.covered):
                    self.grouped += [] if one.column in self.grouped else [one.column]
                elif not self.is_filtered(one.column) and words.is_empty(self.text, span, self.covered):
                    number = one.column.kind.is_number
                    self._add(Filter(column=one.column.name, op="eq", value=0) if number else
                              Filter(column=one.column.name, op="empty"),
                              f"{one.column.name} = {0 if number else '–'}", span)

    def _check_or(self) -> None:
        for n, one in enumerate(self.conditions):
            for other in self.conditions[n + 1:]:
                if one.filter.column != other.filter.column and words.joins_with_or(self.text, one.span, other.span):
                    self._cannot(joined_with_or(one.said, other.said))

    def _read_words(self, parts: Mapping[str, Sequence[str]]) -> None:
        """Words inside cells make conditions, the others are left over."""
        for span in words_left(self._wording, self.covered):
            word = self.text[span[0]:span[1]]
            columns = sorted(parts.get(word, ()), key=lambda one: not self._is_named(one))
            if not columns:
                self.unread.append(word)
                if any(word in folded(one.name) for one in self.table.columns):
                    self.score += _SAME_UNIT
                if is_sign(word) or is_name(self.text, span):
                    self._cannot(nothing_called(self._wording.written(span) if is_sign(word) else word, self.table))
                continue
            self.score += _PART
            self._add(Filter(column=columns[0], op="contains", value=stem(word)), f"{columns[0]} ∋ {stem(word)}", span)

    def _cannot(self, why: Text) -> None:
        self.problem = self.problem or why


def _never(_: Span) -> bool:
    return False

