"""Write rows into a database file of its own: one transaction for all, typed once everything was seen."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any

from engine.errors import EngineError
from engine.job import JobContext
from engine.tables.days import iso_of
from engine.tables.figures import value_of
from engine.tables.library import sqlite
from engine.tables.limits import (
    HEAD_ROWS,
    MAX_CELL_CHARS,
    MAX_COLUMNS,
    MAX_DATABASE_BYTES,
    MAX_NAME_CHARS,
    MAX_ROW_CHARS,
    MAX_ROWS,
    OPCODES,
)
from engine.tables.names import clean, name_of, quoted, unique
from engine.tables.shape import DATE, INTEGER, REAL, Cells, Column, Shape, shape_of

PAGE_BYTES = 4096
CHECK_ROWS = 200
AS_WRITTEN = " (as written)"


class Builder:
    """The database ``path``, which must not exist. Nothing is kept unless :meth:`finish` was called."""

    def __init__(self, job: JobContext, path: str) -> None:
        apsw = self._apsw = sqlite()
        self._job = job
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_EXCLUSIVE
        self._file = apsw.Connection(path, flags=flags)
        # A file that is thrown away when anything goes wrong needs no journal.
        for pragma in (f"page_size={PAGE_BYTES}", "journal_mode=OFF", "synchronous=FULL", "temp_store=MEMORY",
                       f"max_page_count={MAX_DATABASE_BYTES // PAGE_BYTES}"):
            self._run(f"PRAGMA {pragma}")
        self._run("BEGIN IMMEDIATE")
        self._file.set_progress_handler(self._look, OPCODES)
        self._file.create_scalar_function("figure", value_of, 2, deterministic=True)
        self._file.create_scalar_function("day", iso_of, 1, deterministic=True)

    def __enter__(self) -> Builder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._file.close(True)

    @property
    def modules(self) -> frozenset[str]:
        """Names that SQLite would take for one of its own virtual tables."""
        return frozenset(str(row[0]).lower() for row in self._run("SELECT name FROM pragma_module_list"))

    def table(self, name: str, rows: Iterator[Cells]) -> dict[str, Any] | None:
        """Write one table and return {name, columns[{name, kind, unit?, written?}], rows, cut, warnings}; None for a
        sheet without rows. ``written``: the column that keeps the values as they were, where they became others.
        """
        trimmed = filter(None, map(_trimmed, rows))
        head = list(itertools.islice(trimmed, HEAD_ROWS))
        shape = shape_of(head)
        if not shape.names:
            return None
        columns = [Column() for _ in shape.names]
        kept = _Kept(shape, columns)
        body = itertools.chain(head[shape.skipped + shape.header:], trimmed)
        self._run(f"CREATE TABLE {quoted(name)} ({', '.join(map(quoted, shape.names))})")
        marks = ", ".join("?" * len(shape.names))
        self._many(f"INSERT INTO {quoted(name)} VALUES ({marks})", kept.rows(self._watched(body)))  # noqa: S608
        if not kept.count:
            self._run(f"DROP TABLE {quoted(name)}")
            return None
        written = self._type(name, shape, columns)
        return {"name": name, "rows": kept.count, "cut": kept.cut, "warnings": kept.warnings(),
                "columns": [_described(one, column, written.get(one, ""))
                            for one, column in zip(shape.names, columns, strict=True)]}

    def finish(self) -> None:
        """Save everything. Raises EngineError ``table_too_large``, OSError."""
        self._run("COMMIT")

    def _type(self, name: str, shape: Shape, columns: list[Column]) -> dict[str, str]:
        """Everything was written as text: make the columns of numbers numbers, and dates ISO 8601, which sort.

        Return the columns that keep the text of those that were not plain numbers or dates.
        """
        pairs = list(zip(shape.names, columns, strict=True))
        dressed = [one for one, column in pairs if column.is_dressed][:MAX_COLUMNS - len(pairs)]
        names = unique([*shape.names, *(name_of(f"{one[:MAX_NAME_CHARS - len(AS_WRITTEN)]}{AS_WRITTEN}", one)
                                        for one in dressed)])
        written = dict(zip(dressed, names[len(pairs):], strict=True))
        changes: list[str] = []
        for one, column in pairs:
            value = quoted(one)
            if column.is_dressed:
                if one not in written:  # no room to keep the text beside the numbers, so the text stays
                    column.stays_text()
                    continue
                self._run(f"ALTER TABLE {quoted(name)} ADD COLUMN {quoted(written[one])}")
                new = f"figure({value}, {column.way})" if column.way else f"day({value})"
                changes += [f"{quoted(written[one])} = {value}", f"{value} = CASE WHEN {value} IS NULL THEN NULL "
                    f"ELSE {new} END"]
            elif column.kind in (INTEGER, REAL):
                value = f"replace({value}, ',', '')" if column.grouped else value
                changes.append(f"{quoted(one)} = CAST({value} AS {column.kind.upper()})")
            elif column.kind == DATE:
                day, rest = f"substr({value}, 1, 10)", f"substr({value}, 11)"
                changes.append(f"{value} = replace(replace({day}, '/', '-'), '.', '-') || {rest}")
        if changes:
            self._run(f"UPDATE {quoted(name)} SET {', '.join(changes)}")  # noqa: S608
        return written

    def _watched(self, rows: Iterable[Cells]) -> Iterator[Cells]:
        for number, row in enumerate(rows):
            if number % CHECK_ROWS == 0:
                self._job.check()
                self._job.progress("table", number, 0)
            yield row

    def _look(self) -> bool:
        self._job.check()
        return False

    def _run(self, sql: str) -> list[Any]:
        try:
            return list(self._file.execute(sql))
        except (self._apsw.Error, MemoryError) as error:
            raise self._explained(error) from error

    def _many(self, sql: str, rows: Iterable[list[str | None]]) -> None:
        try:
            self._file.executemany(sql, rows)
        except (self._apsw.Error, MemoryError) as error:
            raise self._explained(error) from error

    def _explained(self, error: BaseException) -> EngineError:
        if isinstance(error, self._apsw.FullError):
            # Also a full disk, which the app tells apart by looking at it.
            return EngineError("table_too_large", str(error))
        if isinstance(error, (self._apsw.NoMemError, MemoryError)):
            return EngineError("out_of_memory", str(error))
        if isinstance(error, (self._apsw.CantOpenError, self._apsw.IOError)):
            return EngineError("write_error", str(error))
        return EngineError("table_unreadable", f"{type(error).__name__}: {error}")


class _Kept:
    """What of the rows is kept, and what was left out."""

    def __init__(self, shape: Shape, columns: list[Column]) -> None:
        self._shape = shape
        self._columns = columns
        self.count = 0
        self.cut = shape.wide > 0
        self._short = 0  # cells that were too long
        self._wide = shape.wide > 0

    def rows(self, rows: Iterable[Cells]) -> Iterator[list[str | None]]:
        width = len(self._columns)
        for row in rows:
            if self.count >= MAX_ROWS:
                self.cut = True
                return
            if len(row) > width:
                self._wide = self.cut = True
            self.count += 1
            yield self._row(row[:width], width)

    def _row(self, row: Cells, width: int) -> list[str | None]:
        left = MAX_ROW_CHARS
        out: list[str | None] = []
        for column, cell in zip(self._columns, row, strict=False):
            room = min(left, MAX_CELL_CHARS)
            if len(cell) > room:
                cell = cell[:room]
                self._short += 1
                self.cut = True
            left -= len(cell)
            if cell:
                column.saw(cell)
            out.append(cell or None)
        out.extend([None] * (width - len(out)))
        return out

    def warnings(self) -> list[str]:
        return ([f"table_rows_left_out:{MAX_ROWS}"] if self.count >= MAX_ROWS and self.cut else []) + (
            ["table_columns_left_out"] if self._wide else []) + (
            [f"table_cells_shortened:{self._short}"] if self._short else [])


def _described(name: str, column: Column, written: str) -> dict[str, str]:
    unit = column.unit(name)
    return {"name": name, "kind": column.kind, **({"unit": unit} if unit else {}),
            **({"written": written} if written else {})}


def _trimmed(row: Iterable[str]) -> Cells:
    """Cleaned cells without the empty ones at the end; empty for an empty row."""
    cells = [clean(cell) if cell else "" for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells
