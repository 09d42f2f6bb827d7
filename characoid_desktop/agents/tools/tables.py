"""The two tools that look into structured tables. Cells and names are text from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from characoid_desktop.agents.tools.answers import answer, english
from characoid_desktop.agents.tools.arguments import Name, Query
from characoid_desktop.agents.tools.frame import Arguments, NoArguments, Payload, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages import note_for
from characoid_desktop.features.tables.models import TableAnswer, Unclear, UserTable, Value
from characoid_desktop.features.tables.plan import TablePlan
from characoid_desktop.features.tables.sayings import with_unit
from characoid_desktop.features.tables.words import asks_for_tables

MAX_TABLES = 40  # listed in one answer
NAMED_TABLES = 8  # where none of them fits
MAX_COLUMNS = 40  # of one of them
MAX_ROWS = 50  # shown of an answer
MAX_CHARS = 12_000  # of all of them
MAX_CELL = 400
NAME_CHARS = 80
_FIGURES = {
    "count": Text("filled cells of {column}"), "count_distinct": Text("number of different {column}"),
    "sum": Text("total of {column}"), "avg": Text("average of {column}"), "min": Text("lowest {column}"),
    "max": Text("highest {column}")}


class AskTable(Arguments):
    """A question that a read-only look into tables can answer; ``table`` (a name or an id) narrows it. ``plan`` says
    exactly what is wanted, by the names that list_structured_tables gives; without it the question's words decide.
    ``only_if_sure``: no answer where words were left out or nothing but names of columns fits."""

    question: Query
    table: Name | None = None
    plan: TablePlan | None = None
    only_if_sure: bool = False


class TableTools:
    """``ctx.persona_id`` names the knowledge space: tables of other personas are not there."""

    def __init__(self, services: ToolServices) -> None:
        self._services = services

    async def list_structured_tables(self, ctx: ToolContext, args: NoArguments) -> Payload:
        """List the tables that can be asked, with their columns."""
        tables = await self._services.tables.list(ctx.persona_id)
        if not tables:
            return answer("insufficient", Text.of(
                "There are no tables yet. Add a CSV or XLSX file to the knowledge base."))
        shown = tables[:MAX_TABLES]
        lines = "\n".join(_line(one) for one in shown)
        return answer(
            "completed", Text.count("{n} table:\n{lines}", "{n} tables:\n{lines}", len(tables), lines=lines),
            evidence=[_described(one) for one in shown], truncated=len(tables) > len(shown), source=_sources(shown))

    async def _nothing(self, space: str) -> Payload:
        """Say that no table fits, and which there are to ask."""
        nothing, tables = Text.of("Nothing in the tables fits this question."), await self._services.tables.list(space)
        if not tables:
            return answer("insufficient", nothing)
        return answer("insufficient", Text.lines([nothing, Text.of(
            "There are these tables, each with its rows and columns:\n{lines}",
            lines="\n".join(_line(one) for one in tables[:NAMED_TABLES]))]), source=_sources(tables))

    async def query_structured_data(self, ctx: ToolContext, args: AskTable) -> Payload:
        """Answer a question from the tables, read-only; long results are cut."""
        if args.plan is not None:
            found = await self._services.tables.ask(ctx.persona_id, args.plan)
        else:
            asked = await self._services.tables.question(ctx.persona_id, args.question, args.table)
            if asked is None and asks_for_tables(args.question):
                return await self.list_structured_tables(ctx, NoArguments())
            if asked is None:
                return await self._nothing(ctx.persona_id)
            if isinstance(asked, Unclear):
                return answer("insufficient", asked.why, evidence=[_described(asked.table)],
                              source=_short(asked.table.title))
            found = asked
        if args.only_if_sure and not (found.rows and found.conditions and not _remarks(found)):
            return answer("insufficient", Text.of("Nothing in the tables fits this question."))
        if not found.rows:
            return answer("insufficient", Text.lines([_no_row(found), *_remarks(found)]),
                          source=_short(found.table.title))
        return _answered(found)


def _answered(found: TableAnswer) -> Payload:
    lines: list[Text] = []
    evidence: list[Mapping[str, Any]] = []
    room = MAX_CHARS
    units = {name: unit for name, unit in zip(found.columns, found.units, strict=False) if unit}
    for row in found.rows[:MAX_ROWS]:
        values = {name: _value(cell) for name, cell in zip(found.columns, row, strict=True)}
        line = _row(found.table, values, units)
        room -= len(english(line))
        if room < 0 and lines:
            break
        lines.append(line)
        evidence.append({"kind": "row", "table": found.table.name, "document_id": found.table.document_id,
                         "values": values, **({"units": units} if units else {})})
    notes = [str(note_for(word)) for word in found.table.notes]
    shown = Text.lines(lines)
    said = Text.of("From the table “{name}” ({conditions}):\n{lines}", name=_short(found.table.name), lines=shown,
                   conditions=_conditions(found)) if found.conditions else (
        Text.of("From the table “{name}”:\n{lines}", name=_short(found.table.name), lines=shown))
    remarks = _remarks(found)
    return answer(
        "completed", Text.lines([said, *remarks]) if remarks else said,
        evidence=evidence, truncated=found.cut or len(lines) < len(found.rows), uncertainties=notes,
        citations=[{"kind": "table", "title": found.table.title, "table": found.table.name,
                    "table_id": found.table.id, "document_id": found.table.document_id}],
        source=_short(found.table.title))


def _row(table: UserTable, values: Mapping[str, Value], units: Mapping[str, str]) -> Text:
    """One line of an answer: the names of figures are in the language of the reader, those of columns as they are."""
    params: dict[str, Any] = {}
    for number, (name, value) in enumerate(values.items()):
        params[f"n{number}"] = _name_of(table, name)
        params[f"v{number}"] = _shown(value, units.get(name, ""))
    form = "- " + "; ".join(f"{{n{number}}}: {{v{number}}}" for number in range(len(values)))
    return Text(form, params)


def _name_of(table: UserTable, name: str) -> Text:
    """What a column of an answer is called; "count" and "sum of price" are ours, unless the table has such a column."""
    function, _, column = name.partition(" of ")
    if table.column(name) is None and name == "count":
        return Text.of("number of rows")
    if table.column(name) is None and table.column(column) is not None and function in _FIGURES:
        return Text.of(_FIGURES[function].source, column=_short(column))
    return Text.literal(_short(name))


def _described(table: UserTable) -> dict[str, Any]:
    return {"kind": "table", "table_id": table.id, "name": table.name, "document_id": table.document_id,
            "title": table.title, "rows": table.rows,
            "columns": [{"name": one.name, "kind": one.kind.value, **({"unit": one.unit} if one.unit else {}),
                         **({"as_written": one.written} if one.written else {})}
                        for one in table.columns[:MAX_COLUMNS]]}


def _conditions(found: TableAnswer) -> str:
    return one_line("; ".join(found.conditions), MAX_CELL)


def _no_row(found: TableAnswer) -> Text:
    name = _short(found.table.name)
    if not found.conditions:
        return Text.of("No row of the table “{name}” fits this question.", name=name)
    return Text.of("No row of the table “{name}” fits this question ({conditions}).", name=name,
                   conditions=_conditions(found))


def _remarks(found: TableAnswer) -> list[Text]:
    """What is to be told beside the rows: words that were left out, and other tables that were meant perhaps."""
    remarks: list[Text] = []
    if found.unread:
        remarks.append(Text.of(
            "I did not understand “{what}” in the question, so it was left out. The columns are: {columns}",
            what=one_line(", ".join(found.unread), MAX_CELL),
            columns=", ".join(_short(one.name) for one in found.table.columns[:MAX_COLUMNS])))
    if found.others:
        remarks.append(Text.of("The question fits these tables as well: {names}",
                               names=", ".join(_short(one) for one in found.others[:10])))
    return remarks


def _line(table: UserTable) -> str:
    names = ", ".join(_short(one.name) + (f" ({one.unit})" if one.unit and one.unit not in one.name else "")
                      for one in table.columns[:MAX_COLUMNS])
    return f"- {_short(table.name)} ({table.rows}): {names}"


def _sources(tables: Sequence[UserTable]) -> str:
    return ", ".join(dict.fromkeys(_short(one.title) for one in tables[:4]))


def _short(name: str) -> str:
    return one_line(name, NAME_CHARS)


def _value(cell: Value) -> Value:
    """A cell as it goes into the evidence: long texts cut, whole numbers without a fraction."""
    if isinstance(cell, str):
        return cell if len(cell) <= MAX_CELL else cell[: MAX_CELL - 1] + "…"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return int(cell)
    return round(cell, 10) if isinstance(cell, float) else cell


def _shown(value: Value, unit: str) -> str:
    if unit and isinstance(value, (int, float)):
        return with_unit(value, unit)
    return "–" if value is None else one_line(str(value), MAX_CELL)
