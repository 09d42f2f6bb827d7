"""The two tools that look into structured tables. Cells and names are text from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from characoid_desktop.agents.tools.answers import answer
from characoid_desktop.agents.tools.arguments import Name, Query
from characoid_desktop.agents.tools.frame import Arguments, NoArguments, Payload, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages import note_for
from characoid_desktop.features.tables.models import TableAnswer, UserTable, Value
from characoid_desktop.features.tables.plan import TablePlan
from characoid_desktop.features.tables.words import asks_for_tables

MAX_TABLES = 40  # listed in one answer
MAX_COLUMNS = 40  # of one of them
MAX_ROWS = 50  # shown of an answer
MAX_CHARS = 12_000  # of all of them
MAX_CELL = 400
NAME_CHARS = 80


class AskTable(Arguments):
    """A question that a read-only look into tables can answer; ``table`` (a name or an id) narrows it. ``plan`` says
    exactly what is wanted, by the names that list_structured_tables gives; without it the question's words decide."""

    question: Query
    table: Name | None = None
    plan: TablePlan | None = None


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

    async def query_structured_data(self, ctx: ToolContext, args: AskTable) -> Payload:
        """Answer a question from the tables, read-only; long results are cut."""
        if args.plan is not None:
            found = await self._services.tables.ask(ctx.persona_id, args.plan)
        else:
            asked = await self._services.tables.question(ctx.persona_id, args.question, args.table)
            if asked is None and asks_for_tables(args.question):
                return await self.list_structured_tables(ctx, NoArguments())
            if asked is None:
                return answer("insufficient", Text.of("Nothing in the tables fits this question."))
            found = asked
        if not found.rows:
            return answer("insufficient", Text.of("No row of the table “{name}” fits this question.",
                                                  name=_short(found.table.name)), source=_short(found.table.title))
        return _answered(found)


def _answered(found: TableAnswer) -> Payload:
    lines: list[str] = []
    evidence: list[Mapping[str, Any]] = []
    room = MAX_CHARS
    for row in found.rows[:MAX_ROWS]:
        values = {name: _value(cell) for name, cell in zip(found.columns, row, strict=True)}
        line = "- " + "; ".join(f"{_short(name)}: {_shown(value)}" for name, value in values.items())
        room -= len(line)
        if room < 0 and lines:
            break
        lines.append(line)
        evidence.append({"kind": "row", "table": found.table.name, "document_id": found.table.document_id,
                         "values": values})
    notes = [str(note_for(word)) for word in found.table.notes]
    return answer(
        "completed", Text.of("From the table “{name}”:\n{lines}", name=_short(found.table.name),
                             lines="\n".join(lines)),
        evidence=evidence, truncated=found.cut or len(lines) < len(found.rows), uncertainties=notes,
        citations=[{"kind": "table", "title": found.table.title, "table": found.table.name,
                    "table_id": found.table.id, "document_id": found.table.document_id}],
        source=_short(found.table.title))


def _described(table: UserTable) -> dict[str, Any]:
    return {"kind": "table", "table_id": table.id, "name": table.name, "document_id": table.document_id,
            "title": table.title, "rows": table.rows,
            "columns": [{"name": one.name, "kind": one.kind.value} for one in table.columns[:MAX_COLUMNS]]}


def _line(table: UserTable) -> str:
    names = ", ".join(_short(one.name) for one in table.columns[:MAX_COLUMNS])
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


def _shown(value: Value) -> str:
    return "–" if value is None else one_line(str(value), MAX_CELL)
