"""Turn a foreign CSV or XLSX file into tables of a database file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from engine.audio.files import InputFile
from engine.errors import EngineError
from engine.job import JobContext
from engine.tables.build import Builder
from engine.tables.limits import MAX_ALL_COLUMNS, MAX_SOURCE_BYTES, MAX_TABLES
from engine.tables.names import clean, table_name, unique
from engine.tables.shape import Cells
from engine.tables.sheet_source import OLE, ZIP, SheetSource
from engine.tables.text_source import TextSource

Rows = Callable[[], Iterator[Cells]]


def load(job: JobContext, path: str, name: str, output: str) -> dict[str, Any]:
    """Write the tables of ``path`` into the new database ``output``; return {tables, kind, bytes, encoding?,
    delimiter?, warnings}. ``name`` is what a person calls the file.

    Raises EngineError: as InputFile, ``table_too_large``, ``table_unreadable``, ``table_locked``, ``table_broken``,
    ``not_a_table``, ``no_table`` (nothing in it), ``output_exists``, ``disk_full``.
    """
    with closing(InputFile(path)) as file:
        if file.size > MAX_SOURCE_BYTES:
            raise EngineError("table_too_large", f"{file.size} bytes")
        if os.path.lexists(output):
            raise EngineError("output_exists")
        job.scratch(output)
        head = file.read_at(0, 8)
        if head.startswith(OLE):
            raise EngineError("table_locked")
        stem = os.path.splitext(clean(name))[0] or "table"  # noqa: PTH122 - a name as text, not a path
        if head.startswith(ZIP):
            with closing(SheetSource(file)) as book:
                value = {"kind": "xlsx", **_write(job, output, stem, _sheets(book))}
        else:
            text = TextSource(job, file)
            value = {"kind": "csv", "encoding": text.encoding, "delimiter": text.delimiter,
                     **_write(job, output, stem, [("", text.rows)])}
            if text.damaged:
                value["warnings"].append("damaged_characters")
    return {**value, "bytes": os.stat(output).st_size}  # noqa: PTH116


def _sheets(book: SheetSource) -> list[tuple[str, Rows]]:
    def of(number: int) -> Rows:
        return lambda: book.rows(number)

    return [(name, of(number)) for number, name in enumerate(book.names)]


def _write(job: JobContext, output: str, stem: str, sheets: list[tuple[str, Rows]]) -> dict[str, Any]:
    tables: list[dict[str, Any]] = []
    warnings: list[str] = []
    columns = empty = 0
    with Builder(job, output) as builder:
        modules = builder.modules
        names = unique(table_name(_title(stem, sheet, len(sheets)), f"table {number + 1}", modules)
                       for number, (sheet, _) in enumerate(sheets))
        for number, (name, (_, rows)) in enumerate(zip(names, sheets, strict=True)):
            if len(tables) >= MAX_TABLES or columns >= MAX_ALL_COLUMNS:
                warnings.append(f"tables_left_out:{len(sheets) - number}")
                break
            table = builder.table(name, rows())
            if table is not None:
                columns += len(table["columns"])
                tables.append(table)
            elif any(map(any, rows())):
                empty += 1
        if not tables:
            raise EngineError("no_table")
        builder.finish()
    if empty:
        warnings.append(f"tables_without_rows:{empty}")
    return {"tables": tables, "warnings": warnings}


def _title(stem: str, sheet: str, count: int) -> str:
    """A workbook with one sheet is called as the file; of several each has the file's name before its own."""
    return stem if count == 1 else f"{stem[:30]} {sheet}"
