"""Tables of documents: made of CSV and XLSX files, listed, and asked with plans, each persona its own."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, cast

from characoid_desktop.core.cleaning import clean, one_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.grams import folded
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.engines.contracts import EngineHost, EngineResult
from characoid_desktop.engines.messages import sentence_for
from characoid_desktop.features.tables.compiling import Query, compile_plan
from characoid_desktop.features.tables.disk import SUFFIX, TableDisk
from characoid_desktop.features.tables.models import (
    MAX_BYTES,
    MAX_ROWS,
    WORKSPACE,
    TableAnswer,
    TableGone,
    Unclear,
    UserTable,
    Value,
)
from characoid_desktop.features.tables.plan import TablePlan
from characoid_desktop.features.tables.questions import (
    candidates,
    cell_query,
    understand,
    word_query,
    words_left,
)
from characoid_desktop.features.tables.repository import TableRepository, columns_of, words_of

SECONDS = 2.0  # of computing, for one question
GRACE_S = 0.5  # a child that gives no sign of life for so much longer is ended, whatever holds it
LATEST_S = 20.0  # the end of every question, on however busy a machine
CELL_SECONDS = 1.0
CELL_ROWS = 200
_UNCHANGED = Text.of("Nothing was changed.")


class QuestionTooLong(AppError):
    code = "query_timeout"


def _new_id() -> str:
    return uuid.uuid4().hex


class TableService:
    """``changed`` fires after tables came or went. ``asking`` answers questions, ``loading`` reads foreign files: two
    children, so that a long file holds up no question and an ended question no file.

    Whoever lists or asks names the space (a persona's id): tables of documents that the space does not have are never
    told apart from tables that do not exist.
    """

    def __init__(
        self, database: Database, asking: EngineHost, loading: EngineHost, clock: Clock, folder: Path,
        new_id: Callable[[], str] = _new_id, workspace: str = WORKSPACE,
    ) -> None:
        self.changed: Event[None] = Event()
        self._database = database
        self._asking = asking
        self._loading = loading
        self._clock = clock
        self._disk = TableDisk(folder)
        self._new_id = new_id
        self._workspace = workspace
        self._rows = TableRepository(database)
        self._turn = asyncio.Lock()  # the child answers one at a time, and a question's time is its own
        self._busy: set[str] = set()  # files that are being written
        self._scope = TaskScope("tables")

    async def start(self) -> None:
        """Remove the files that a crash left without a row; only for who holds the instance lock. Raises DataError."""
        needed = await self._rows.files() | self._busy
        await asyncio.to_thread(self._disk.sweep, needed)

    async def aclose(self) -> None:
        """End what is still tidied up."""
        await self._scope.aclose()

    async def load(self, document_id: str, path: Path, name: str) -> int:
        """Make the tables of a document from its file, instead of those it had; return how many.

        Complete or absent: the rows are written aside, put in place in one step, and known from then on. Raises
        EngineJobError (with a sentence), EngineUnavailable, TableGone (no such document), DataError, OSError.
        """
        file = self._new_id() + SUFFIX
        self._busy.add(file)
        try:
            part = await asyncio.to_thread(self._disk.prepare, file)
            result = await self._loading.run(
                "load", {"path": str(path), "name": name, "output": str(part)}, scratch=(part,))
            try:
                await asyncio.to_thread(self._disk.place, file)
                old = await self._keep(document_id, file, result.value)
            except BaseException:
                await asyncio.to_thread(self._disk.remove, [file])
                await asyncio.to_thread(part.unlink, missing_ok=True)
                raise
        finally:
            self._busy.discard(file)
        await asyncio.to_thread(self._disk.remove, old)
        return len(_tables(result.value))

    async def forget(self, document_id: str, *, tx: Transaction | None = None) -> None:
        """Remove the tables of a document (with ``tx``: as that unit of work is saved). Call it before the document's
        own row is deleted: that takes the rows of the tables along, and their file would stay until the next start.
        Raises DataError.
        """
        if tx is not None:
            await self._forget(tx, document_id)
            return
        async with self._database.transaction() as own:
            await self._forget(own, document_id)

    async def list(self, space: str) -> list[UserTable]:
        """Return the tables that a space may ask. Raises DataError."""
        return await self._rows.visible(self._workspace, space)

    async def ask(self, space: str, plan: TablePlan) -> TableAnswer:
        """Answer a plan. Raises TableGone, BadPlan, QuestionTooLong, EngineJobError, EngineUnavailable, DataError."""
        return await self._answer(find(await self.list(space), plan.table), plan)

    async def question(self, space: str, question: str, table: str | None = None) -> TableAnswer | Unclear | None:
        """Answer a question in words, as far as its words tell table, columns and cells; Unclear where it is about a
        table and cannot be answered from it as it is meant, None where it is about none.

        ``table`` narrows it. Raises as :meth:`ask`.
        """
        tables = await self.list(space)
        if table is not None:
            tables = [find(tables, table)]
        today = self._clock.now().astimezone().date()
        cells: dict[str, dict[str, list[str]]] = {}
        parts: dict[str, dict[str, list[str]]] = {}
        for one in await asyncio.to_thread(candidates, question, tables):
            cells[one.id] = await self._cells(question, one)
            parts[one.id] = await self._parts(question, one, cells[one.id], today)
        found = await asyncio.to_thread(
            understand, question, tables, cells, parts, today, chosen=table is not None)
        if found is None:
            return None
        if found.plan is None:
            return Unclear(found.table, found.why or Text.of("Nothing in the tables fits this question."))
        answer = await self._answer(found.table, found.plan)
        return replace(answer, conditions=found.conditions, unread=found.unread, others=found.others)

    async def _cells(self, question: str, table: UserTable) -> dict[str, list[str]]:
        """Return the texts in cells that the question names, by column."""
        found: dict[str, list[str]] = {}
        for row in await self._look(table, cell_query(question, table)):
            if len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], str):
                found.setdefault(row[0], []).append(row[1])
        return found

    async def _parts(
        self, question: str, table: UserTable, cells: Mapping[str, Sequence[str]], today: date,
    ) -> dict[str, list[str]]:
        """Return the columns that have words of the question inside their cells, by word."""
        words = await asyncio.to_thread(words_left, question, table, cells, today)
        found: dict[str, list[str]] = {}
        for row in await self._look(table, word_query(words, table)):
            for word, there in zip(words, row[1:], strict=False):
                if there and isinstance(row[0], str):
                    found.setdefault(word, []).append(row[0])
        return found

    async def _look(self, table: UserTable, query: Query | None) -> list[list[Value]]:
        """Return the rows of a short look; none of a table that is too large for it: its names have to be enough."""
        if query is None:
            return []
        try:
            return (await self._run(table, query, CELL_SECONDS, CELL_ROWS))[0]
        except AppError as error:
            if error.code not in ("query_timeout", "query_too_large"):
                raise
            return []

    async def _answer(self, table: UserTable, plan: TablePlan) -> TableAnswer:
        query = compile_plan(plan, table)
        rows, cut = await self._run(table, query, SECONDS, MAX_ROWS)
        return TableAnswer(table, query.columns, tuple(tuple(row) for row in rows), cut or table.cut, query.units)

    async def _run(self, table: UserTable, query: Query, seconds: float, rows: int) -> tuple[list[list[Value]], bool]:
        try:
            path = self._disk.path(table.file)
        except ValueError as error:  # a damaged row
            raise TableGone(sentence_for("table_gone")[0], detail=str(error)) from error
        params = {"database": str(path), "sql": query.sql, "params": list(query.params),
                  "tables": [table.name], "seconds": seconds, "rows": rows, "bytes": MAX_BYTES}
        async with self._turn:
            await self._asking.start()
            try:
                result = await self._watched(params, seconds + GRACE_S)
            except TimeoutError as error:
                raise QuestionTooLong(Text.of("The question took too long and was stopped."), safe=_UNCHANGED,
                                      detail=query.sql[:500]) from error
        payload = result.payloads[0] if result.payloads else b"[]"
        return await asyncio.to_thread(_decoded, payload), result.value.get("cut") is True

    async def _watched(self, params: Mapping[str, Any], silence: float) -> EngineResult:
        """Ask the child, which bounds its computing itself; raises TimeoutError after ``silence`` seconds without a
        sign of life: then it is stopped, or held by what it cannot be called back from.
        """
        loop = asyncio.get_running_loop()
        latest = loop.time() + LATEST_S
        async with asyncio.timeout(silence) as clock:
            return await self._asking.run("query", params, on_progress=lambda _: None if clock.expired() else (
                clock.reschedule(min(latest, loop.time() + silence))))

    async def _keep(self, document_id: str, file: str, value: Mapping[str, Any]) -> list[str]:
        """Write the rows about the tables; return the files that are needed no more."""
        now = self._clock.now()
        try:
            async with self._database.transaction() as tx:
                old = await self._rows.clear(tx, document_id)
                for ordinal, one in enumerate(_tables(value)):
                    await self._rows.insert(
                        tx, id=self._new_id(), document_id=document_id, ordinal=ordinal, name=str(one["name"])[:200],
                        file=file, columns=columns_of(one.get("columns")), rows=int(one.get("rows", 0)),
                        cut=bool(one.get("cut")), now=now,
                        note={"warnings": [*words_of(one.get("warnings")), *words_of(value.get("warnings"))]})
                tx.after_commit(lambda: self.changed.emit(None))
        except sqlite3.IntegrityError as error:
            raise TableGone(Text.of("This document is not there any more."), safe=_UNCHANGED) from error
        return old

    async def _forget(self, tx: Transaction, document_id: str) -> None:
        files = await self._rows.clear(tx, document_id)
        if files:
            tx.after_commit(lambda: self._gone(files))

    def _gone(self, files: Sequence[str]) -> None:
        self._scope.start(asyncio.to_thread(self._disk.remove, files), name="remove tables")
        self.changed.emit(None)


def find(tables: Sequence[UserTable], wanted: str) -> UserTable:
    """Return the table with that id or name; raises TableGone, with the names there are."""
    for found in ([one for one in tables if one.id == wanted], [one for one in tables if one.name == wanted],
                  [one for one in tables if folded(one.name) == folded(wanted)]):
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(f"{one.id} ({one_line(one.title, 60)})" for one in found[:10])
            raise TableGone(Text.of("Several tables have this name. Take one by its id: {ids}", ids=ids))
    if not tables:
        raise TableGone(Text.of("There are no tables yet. Add a CSV or XLSX file to the knowledge base."))
    names = ", ".join(one_line(clean(one.name), 60) for one in tables[:30])
    raise TableGone(Text.of("There is no such table. There are: {names}", names=names))


def _tables(value: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    items: Any = value.get("tables")
    if not isinstance(items, list):
        return []
    return [cast("Mapping[str, Any]", one) for one in cast("list[Any]", items)
            if isinstance(one, Mapping) and cast("Mapping[str, Any]", one).get("name")]


def _decoded(payload: bytes) -> list[list[Value]]:
    found: Any = json.loads(payload)
    return cast("list[list[Value]]", found) if isinstance(found, list) else []
