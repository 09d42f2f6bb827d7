"""Saving the rows of a damaged database one by one into a fresh one. Blocks: use an executor."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from characoid_desktop.data.connection import PAGE_SIZE, open_untouched
from characoid_desktop.data.mending import mend_references
from characoid_desktop.data.pages import LEAF, Leaf, PageFile, RawRow, Unreadable, Value

BATCH_ROWS = 5000
_OWN_META = ("database_id", "commits")
_FITS: dict[str, tuple[type, ...]] = {
    "INTEGER": (int,), "INT": (int,), "REAL": (float, int), "TEXT": (str,), "BLOB": (bytes,),
    "ANY": (int, float, str, bytes),
}

Range = tuple[int | None, int | None]  # low < rowid <= high


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    type: str
    required: bool
    is_rowid: bool


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[Column, ...]

    @property
    def has_rowid_column(self) -> bool:
        return any(column.is_rowid for column in self.columns)

    def fits(self, values: Sequence[Value]) -> bool:
        """Whether a record may be a row of this table (rows older than an added column are shorter)."""
        if len(values) > len(self.columns):
            return False
        return all(
            (value is None and (column.is_rowid or not column.required))
            or isinstance(value, _FITS.get(column.type, ()))
            for column, value in zip(self.columns, values, strict=False))


@dataclass(slots=True)
class Salvaged:
    """What came out. ``lost_at_most`` is None when it cannot be known."""

    saved: int = 0
    from_backup: int = 0
    lost_at_most: int | None = 0
    lost: dict[str, list[Range]] = field(default_factory=dict[str, list[Range]])


def usual_schema(damaged: Path, newest: int) -> int:
    """The schema version of a damaged file, or ``newest`` where its header does not tell a known one."""
    try:
        with PageFile(damaged, with_wal=True, usual_page_size=PAGE_SIZE) as pages:
            version = pages.schema_version()
    except (OSError, Unreadable):
        return newest
    return version if version is not None and 1 <= version <= newest else newest


def salvage(damaged: Path, target: sqlite3.Connection, backup: Path | None, *, with_wal: bool) -> Salvaged:
    """Copy every row that can still be read from ``damaged`` into the empty, current-schema ``target``.

    Rows are found by walking the tables' trees, then by looking at every page that no tree leads to any more;
    which table those belong to is told by their shape. Where a stretch of rows is lost, the rows that
    ``backup`` has there are taken from it. The damaged file is only read.
    """
    tables = tables_of(target)
    writer = _Writer(target, tables)
    result = Salvaged()
    sequences: dict[str, int] = {}
    target.execute("PRAGMA foreign_keys = OFF")
    with PageFile(damaged, with_wal=with_wal, usual_page_size=PAGE_SIZE) as pages:
        roots = _roots(pages)
        seen: set[int] = set()
        for table in tables:
            _save_table(pages, table, roots, seen, writer, result)
        seen.update(_pages_of_others(pages, tables, roots))
        _save_orphans(pages, tables, roots, seen, writer, sequences)
    result.saved = writer.saved
    if backup is not None:
        result.from_backup = _fill(tables, result.lost, backup, writer)
    writer.flush()
    gone = mend_references(target)
    result.lost_at_most = _count_lost(target, tables, result.lost, sequences, gone)
    _set_sequences(target, tables, sequences)
    target.execute("PRAGMA foreign_keys = ON")
    return result


def tables_of(connection: sqlite3.Connection) -> tuple[Table, ...]:
    """The app's tables with their columns, in order of creation.

    A search index and what SQLite keeps for it are left out: they are made again from the tables.
    """
    names = [row[0] for row in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN"
        " (SELECT name FROM pragma_table_list WHERE type IN ('virtual', 'shadow')) ORDER BY rowid")]
    tables: list[Table] = []
    for name in names:
        info = connection.execute("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)", (name,))
        tables.append(Table(name, tuple(
            Column(row[0], str(row[1]).upper(), bool(row[2]), bool(row[3]) and str(row[1]).upper() == "INTEGER")
            for row in info)))
    return tuple(tables)


class _Writer:
    """Inserts rows, a batch a transaction; a row that breaks a constraint is left out."""

    def __init__(self, target: sqlite3.Connection, tables: Sequence[Table]) -> None:
        self._target = target
        self._known = {table.name: table for table in tables}
        self._pending = 0
        self.saved = 0

    def add(self, table: Table, row: RawRow) -> bool:
        columns = table.columns[:len(row.values)]
        values = [row.rowid if column.is_rowid else value
                  for column, value in zip(columns, row.values, strict=True)]
        if table.name == "meta" and values[0] in _OWN_META:
            return True
        names = [column.name for column in columns]
        if self.insert(table, names, values):
            self.saved += 1
            return True
        return False

    def insert(self, table: Table, names: Sequence[str], values: Sequence[Value]) -> bool:
        if self._pending == 0:
            self._target.execute("BEGIN IMMEDIATE")
        self._pending += 1
        marks = ", ".join("?" * len(names))
        quoted = ", ".join(f'"{name}"' for name in names)
        try:
            # Names come from our own schema, never from the damaged file.
            self._target.execute(f'INSERT INTO "{table.name}" ({quoted}) VALUES ({marks})', values)  # noqa: S608
        except (sqlite3.IntegrityError, OverflowError):
            return False
        if self._pending >= BATCH_ROWS:
            self.flush()
        return True

    def flush(self) -> None:
        if self._pending:
            self._target.execute("COMMIT")
            self._pending = 0


def _roots(pages: PageFile) -> dict[str, int]:
    """Where each table's tree starts, as far as the schema page can be read."""
    roots: dict[str, int] = {}
    leaves, _ = pages.leaves(1)
    for row in _rows(pages, leaves):
        if row is not None and len(row.values) == 5 and row.values[0] == "table":
            name, root = row.values[1], row.values[3]
            if isinstance(name, str) and isinstance(root, int):
                roots[name] = root
    return roots


def _pages_of_others(pages: PageFile, tables: Sequence[Table], roots: dict[str, int]) -> set[int]:
    """The pages of search indexes: their rows are never to be taken for rows of a table."""
    names = {table.name for table in tables}
    others = [root for name, root in roots.items() if root and name not in names and not name.startswith("sqlite_")]
    return {leaf.page for root in others for leaf in pages.leaves(root)[0]}


def _rows(pages: PageFile, leaves: Sequence[Leaf]) -> Iterator[RawRow | None]:
    for leaf in leaves:
        try:
            yield from pages.rows(leaf.page)
        except Unreadable:
            yield None


def _save_table(
    pages: PageFile, table: Table, roots: dict[str, int], seen: set[int], writer: _Writer, result: Salvaged,
) -> None:
    root = roots.get(table.name)
    if root is None:
        result.lost[table.name] = [(None, None)]
        return
    leaves, lost = pages.leaves(root)
    for leaf in leaves:
        seen.add(leaf.page)
        whole = True
        for row in _rows(pages, [leaf]):
            inside = (row is not None and (leaf.low is None or row.rowid > leaf.low)
                      and (leaf.high is None or row.rowid <= leaf.high))
            if not (row is not None and inside and table.fits(row.values) and writer.add(table, row)):
                whole = False
        if not whole:
            lost.append(leaf)
    if lost:
        result.lost[table.name] = [(leaf.low, leaf.high) for leaf in lost]


def _save_orphans(
    pages: PageFile, tables: Sequence[Table], roots: dict[str, int], seen: set[int], writer: _Writer,
    sequences: dict[str, int],
) -> None:
    """Look at each leaf page that no table led to, but for the free ones and SQLite's own tables."""
    names = {table.name for table in tables}
    skip = seen | pages.free_pages() | {1}
    by_size = sorted(tables, key=lambda table: len(table.columns))
    own = roots.get("sqlite_sequence")
    for number in range(2, pages.page_count + 1):
        if number in skip:
            continue
        try:
            if pages.kind(number) != LEAF:
                continue
            rows = [row for row in pages.rows(number) if row is not None]
        except Unreadable:
            continue
        for row in rows:
            first, *rest = row.values or (None,)
            if len(rest) == 1 and first in names and isinstance(rest[0], int):  # sqlite_sequence
                sequences[str(first)] = max(rest[0], sequences.get(str(first), 0))
            elif number != own:
                _save_orphan(row, by_size, writer)


def _save_orphan(row: RawRow, by_size: Sequence[Table], writer: _Writer) -> None:
    """The table with exactly as many columns comes first, then those that got columns since."""
    candidates = [table for table in by_size if table.fits(row.values)]
    for table in candidates:
        if writer.add(table, row):
            return


def _fill(
    tables: Sequence[Table], lost: dict[str, list[Range]], backup: Path, writer: _Writer,
) -> int:
    """Take from the backup what it has in the lost stretches."""
    filled = 0
    with closing(open_untouched(backup, immutable=True)) as source:
        old = {table.name: {column.name for column in table.columns} for table in tables_of(source)}
        for table in tables:
            names = [column.name for column in table.columns if column.name in old.get(table.name, set())]
            if not names:
                continue
            for low, high in lost.get(table.name, []):
                quoted = ", ".join(f'"{name}"' for name in names)
                query = (f'SELECT {quoted} FROM "{table.name}" '  # noqa: S608 (names of our own schema)
                         "WHERE rowid > ? AND rowid <= ? ORDER BY rowid")
                bounds = (-(2**63) if low is None else low, 2**63 - 1 if high is None else high)
                for row in source.execute(query, bounds):
                    if table.name == "meta" and row[0] in _OWN_META:
                        continue
                    filled += writer.insert(table, names, tuple(row))
    return filled


def _set_sequences(target: sqlite3.Connection, tables: Sequence[Table], sequences: dict[str, int]) -> None:
    """Never hand out a sequence number again, also not that of a lost row."""
    with target:
        for table in tables:
            if not table.has_rowid_column:
                continue
            query = f'SELECT coalesce(max(rowid), 0) FROM "{table.name}"'  # noqa: S608
            top = max(int(target.execute(query).fetchone()[0]), sequences.get(table.name, 0))
            target.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
            target.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, top))


def _count_lost(
    target: sqlite3.Connection, tables: Sequence[Table], lost: dict[str, list[Range]],
    sequences: dict[str, int], gone: int,
) -> int | None:
    """An upper bound: numbers of the lost stretches that no row has (deleted ones count too).

    None when a stretch has no upper end and the numbers given out so far cannot be read either.
    """
    total = gone
    for table in tables:
        if not table.has_rowid_column:
            continue
        for low, high in lost.get(table.name, []):
            if high is None and not sequences:
                return None
            bottom, top = low or 0, sequences.get(table.name, 0) if high is None else high
            query = f'SELECT count(*) FROM "{table.name}" WHERE rowid > ? AND rowid <= ?'  # noqa: S608
            total += max(0, top - bottom - int(target.execute(query, (bottom, top)).fetchone()[0]))
    return total
