"""Why a question to a table is not answered, in words for a person; and how names and numbers stand in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.tables.models import TableColumn, UserTable


def not_understood(what: Iterable[str], table: UserTable) -> Text:
    """Say that a condition was not understood."""
    return Text.of("I did not understand this condition: “{what}”. So nothing was looked up. The table “{name}” has "
                   "the columns: {columns}", what=one_line(" … ".join(dict.fromkeys(what)), 160),
                   name=one_line(table.name, 80), columns=listed(table.columns))


def listed(columns: Sequence[TableColumn]) -> str:
    """The names of columns, with their units."""
    return ", ".join(one_line(one.name, 60) + (f" ({one.unit})" if one.unit and one.unit not in one.name else "")
                     for one in columns[:30])


def with_unit(value: float, unit: str) -> str:
    """A number as it is shown with its unit: ¥3,000, 3,000 円."""
    number = f"{int(value):,}" if float(value).is_integer() and abs(value) < 1e15 else (
        f"{round(value, 2 if abs(value) >= 1 else 6):,}")
    if not unit:
        return number
    if unit in ("¥", "$", "€", "£", "₩", "NT$", "HK$"):
        return f"-{unit}{number[1:]}" if number.startswith("-") else f"{unit}{number}"
    return f"{number}{'' if unit == '%' else ' '}{unit}"


def nothing_called(what: str, table: UserTable) -> Text:
    """Say that no cell has a name that was asked for."""
    return Text.of("Nothing in the table “{name}” is called “{what}”. It has the columns: {columns}",
                   name=one_line(table.name, 80), what=one_line(what, 80), columns=listed(table.columns))


def joined_with_or(one: str, other: str) -> Text:
    """Say that one of two conditions for different columns cannot be asked for."""
    return Text.of("Conditions for different columns that are joined with “or” are not understood: “{one}” or "
                   "“{other}”. Ask for one after the other.", one=one, other=other)


def holds_text(column: TableColumn, numbers: Sequence[TableColumn], table: UserTable) -> Text:
    """Say why a column of text is no column of numbers, and which are."""
    name = one_line(column.name, 80)
    if not numbers:
        return Text.of("“{name}” holds text that is not numbers of one kind throughout, so it cannot be added up or "
                       "compared. The table has no column of numbers. It has the columns: {columns}", name=name,
                       columns=listed(table.columns))
    return Text.of("“{name}” holds text that is not numbers of one kind throughout, so it cannot be added up or "
                   "compared. The columns of numbers are: {columns}", name=name, columns=listed(numbers))


def no_day(what: str, dates: Sequence[TableColumn], table: UserTable) -> Text:
    """Say why a day cannot be looked for. ``dates``: the columns of days."""
    if dates:
        return Text.of("Several columns hold days, and I cannot tell which of them “{what}” is about: {columns}",
                       what=what, columns=listed(dates))
    return Text.of("No column of the table “{name}” holds days throughout, so “{what}” cannot be looked for. It has "
                   "the columns: {columns}", name=one_line(table.name, 80), what=what, columns=listed(table.columns))


def which_column(numbers: Sequence[TableColumn], table: UserTable) -> Text:
    """Say that it is not clear which column is meant."""
    name = one_line(table.name, 80)
    if not numbers:
        return Text.of("The table “{name}” has no column of numbers for this. It has the columns: {columns}", name=name,
                       columns=listed(table.columns))
    return Text.of("I cannot tell which column of the table “{name}” this is about. The columns of numbers are: "
                   "{columns}. All of its columns: {all}", name=name, columns=listed(numbers),
                   all=listed(table.columns))
