"""The one database of the app: one writer, a few readers, never in the GUI thread."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.backups import BackupStore
from characoid_desktop.data.connection import LOCK_WAIT_S, open_reader, open_writer
from characoid_desktop.data.errors import DatabaseClosed, DatabaseDamaged, translate
from characoid_desktop.data.maintenance import Maintenance
from characoid_desktop.data.migrator import Migration, known_migrations
from characoid_desktop.data.opening import prepare
from characoid_desktop.data.recovery import QUICK_CHECK_S, RecoveryReport
from characoid_desktop.data.visits import VisitedConnection, connect

READERS = 2
CLOSE_LIMIT_S = 5.0
INTERRUPT_EVERY_S = 0.01
_BUMP = "UPDATE meta SET value = value + 1 WHERE key = 'commits'"
_log = logging.getLogger(__name__)

Row = sqlite3.Row
Params = Sequence[Any] | Mapping[str, Any]


class Outcome(StrEnum):
    """What became of a unit of work; final once its block was left."""

    OPEN = "open"
    COMMITTED = "committed"
    ROLLED_BACK = "rolled_back"


class Transaction:
    """A unit of work: everything in it is saved together or not at all."""

    def __init__(self, connection: VisitedConnection, explain: Callable[[BaseException], BaseException]) -> None:
        self._connection = connection
        self._explain = explain
        self._changes_before = connection.total_changes
        self._after: list[Callable[[], object]] = []
        self.outcome = Outcome.OPEN

    @property
    def changed(self) -> bool:
        return self._connection.total_changes != self._changes_before

    def after_commit(self, callback: Callable[[], object]) -> None:
        """Call ``callback`` once all of this is saved; never if it is not. For what tells others of a change."""
        self._after.append(callback)

    def tell(self) -> None:
        """Make the calls of :meth:`after_commit`, in order, if it was saved (the database does this)."""
        callbacks, self._after = self._after, []
        if self.outcome is Outcome.COMMITTED:
            for callback in callbacks:
                callback()

    async def execute(self, sql: str, params: Params = ()) -> int:
        """Run one statement and return the number of rows it changed (-1 when it is no change)."""
        self._check()
        try:
            return await self._connection.visit(partial(_changes, sql=sql, params=params))
        except sqlite3.Error as error:
            raise self._explain(error) from error

    async def executemany(self, sql: str, rows: Iterable[Params]) -> int:
        """Run one statement for each row and return the number of rows changed."""
        self._check()
        try:
            return await self._connection.visit(partial(_many_changes, sql=sql, rows=list(rows)))
        except sqlite3.Error as error:
            raise self._explain(error) from error

    async def fetch_all(self, sql: str, params: Params = ()) -> list[Row]:
        """Return all rows, as this unit of work sees them (RETURNING works too)."""
        self._check()
        try:
            return list(await self._connection.execute_fetchall(sql, params))
        except sqlite3.Error as error:
            raise self._explain(error) from error

    async def fetch_one(self, sql: str, params: Params = ()) -> Row | None:
        rows = await self.fetch_all(sql, params)
        return rows[0] if rows else None

    def _check(self) -> None:
        if self.outcome is not Outcome.OPEN:
            raise RuntimeError("this unit of work has ended")
        if not self._connection.in_transaction:
            # SQLite itself rolls back on a full disk; going on would write outside any transaction.
            raise RuntimeError("this unit of work was rolled back by an earlier error")


class Database:
    """Made by :meth:`open`, ended by :meth:`aclose`.

    ``report`` says what had to be repaired at start (None: nothing). ``trouble`` fires when the file turns out
    to be damaged while it is in use, or when the daily backup fails.
    """

    def __init__(
        self, path: Path, writer: VisitedConnection, readers: Sequence[VisitedConnection],
        maintenance: Maintenance, report: RecoveryReport | None, lock_wait_s: float,
    ) -> None:
        self.path = path
        self.report = report
        self.trouble: Event[AppError] = Event()
        self._maintenance = maintenance
        self._writer = writer
        self._readers = list(readers)
        self._idle: asyncio.Queue[VisitedConnection] = asyncio.Queue()
        for reader in readers:
            self._idle.put_nowait(reader)
        self._lock_wait_s = lock_wait_s
        self._turn = asyncio.Lock()
        self._scope = TaskScope("database")
        self._closed = False
        self._maintaining: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, path: Path, backups: Path, clock: Clock, *, lock_wait_s: float = LOCK_WAIT_S,
        quick_check_s: float = QUICK_CHECK_S, migrations: Sequence[Migration] | None = None,
    ) -> Database:
        """Open or create the database: checked, repaired where it must be, and with the newest schema.

        Raises DatabaseLocked (after ``lock_wait_s`` seconds), DatabaseTooNew, DatabaseReadOnly, DiskFull,
        DataFolderMissing, DataFolderNotWritable.
        """
        opened = await asyncio.to_thread(
            partial(prepare, path, backups, clock.now(), migrations or known_migrations(),
                    lock_wait_s=lock_wait_s, quick_check_s=quick_check_s))
        connections: list[VisitedConnection] = []
        try:
            connections.append(await connect(partial(open_writer, opened.path, lock_wait_s)))
            for _ in range(READERS):
                connections.append(await connect(partial(open_reader, opened.path, lock_wait_s)))
        except BaseException as error:
            for connection in connections:
                await connection.close()
            expected = translate(error, opened.path, lock_wait_s)
            if expected is None:
                raise
            raise expected from error
        maintenance = Maintenance(opened.path, BackupStore(backups), clock)
        database = cls(
            opened.path, connections[0], connections[1:], maintenance, opened.report, lock_wait_s)
        database.start_maintenance(check=opened.check_later)
        return database

    def start_maintenance(self, *, check: bool) -> None:
        """Begin what runs beside the daily work; ``trouble`` fires for what it finds."""
        self._maintaining = self._scope.start(self._maintain(check), name="maintain")

    async def _maintain(self, check: bool) -> None:
        try:
            if check and (found := await self._maintenance.full_check()) is not None:
                await self._report_trouble(found)
            await self._maintenance.backup_if_due()
        except AppError as error:
            await self._report_trouble(error)

    async def _report_trouble(self, error: AppError) -> None:
        if isinstance(error, DatabaseDamaged):
            await self._maintenance.mark_suspect()
        self.trouble.emit(error)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """A unit of work; one runs at a time. Saved when the block ends, undone when it raises.

        A task that is cancelled while the block runs leaves nothing behind; one that is cancelled while the
        commit runs gets its CancelledError after the outcome is decided (see ``Transaction.outcome``).
        Raises what :meth:`open` raises; ``sqlite3.IntegrityError`` passes through.
        """
        self._check_open()
        await self._turn.acquire()
        if self._closed:
            self._turn.release()
            self._check_open()
        begin = self._scope.start(self._begin(), name="begin")
        try:
            error = await asyncio.shield(begin)
        except asyncio.CancelledError:
            self._scope.start(self._give_up(begin), name="give up")
            raise
        if error is not None:
            self._turn.release()
            raise self._explain(error) from error
        tx = Transaction(self._writer, self._explain)
        try:
            yield tx
        except BaseException:
            await self._end(tx, commit=False)
            raise
        try:
            await self._end(tx, commit=True)
        finally:
            tx.tell()

    async def read_all(self, sql: str, params: Params = ()) -> list[Row]:
        """Run a query beside the writer and return all rows of the last committed state."""
        self._check_open()
        reader = await self._idle.get()
        if self._closed:
            self._idle.put_nowait(reader)
            self._check_open()
        reading = self._scope.start(self._read(reader, sql, params), name="read")
        try:
            rows, error = await asyncio.shield(reading)
        except asyncio.CancelledError:
            if not reading.done():
                self._scope.start(_cut_short(reader, reading), name="cut short")
            raise
        if error is not None:
            raise self._explain(error) from error
        return rows

    async def read_one(self, sql: str, params: Params = ()) -> Row | None:
        """The first row of :meth:`read_all`, or None."""
        rows = await self.read_all(sql, params)
        return rows[0] if rows else None

    async def aclose(self) -> None:
        """Finish the running unit of work, fold the WAL into the file and close; bounded by CLOSE_LIMIT_S."""
        if self._closed:
            return
        self._closed = True
        self._maintenance.stop()
        await self._wait_for_units()
        await self._scope.aclose()
        closing = TaskScope("database close")
        task = closing.start(self._close_connections())
        done, _ = await asyncio.wait({task}, timeout=CLOSE_LIMIT_S)
        if not done:
            _log.error("the database did not close within %.0f s", CLOSE_LIMIT_S)
            await self._writer.interrupt()
        await closing.aclose()

    async def _wait_for_units(self) -> None:
        """Let the unit of work end, cut queries short; whoever still waits for a turn meets a closed door."""
        try:
            async with asyncio.timeout(CLOSE_LIMIT_S):
                if self._maintaining is not None:
                    await asyncio.wait({self._maintaining})
                readers_back = self._scope.start(self._collect_readers(), name="collect readers")
                await asyncio.gather(*(_cut_short(reader, readers_back) for reader in self._readers))
                await self._turn.acquire()
        except TimeoutError:
            _log.error("a unit of work did not end within %.0f s of closing", CLOSE_LIMIT_S)
            await self._writer.interrupt()
            return
        self._turn.release()
        for reader in self._readers:
            self._idle.put_nowait(reader)

    async def _collect_readers(self) -> None:
        for _ in self._readers:
            await self._idle.get()

    async def _close_connections(self) -> None:
        for reader in self._readers:
            await reader.close()
        try:
            await self._writer.execute_fetchall("PRAGMA busy_timeout = 500")
            await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            _log.info("the WAL stays: %s", error)  # replayed at the next start
        finally:
            await self._writer.close()

    async def _begin(self) -> sqlite3.Error | None:
        try:
            await self._writer.execute_fetchall("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            return error
        return None

    async def _give_up(self, begin: asyncio.Task[sqlite3.Error | None]) -> None:
        """Nobody waits for this unit of work any more: undo it once it has begun, then free the turn."""
        try:
            if await begin is None:
                await self._writer.rollback()
        finally:
            self._turn.release()

    async def _end(self, tx: Transaction, *, commit: bool) -> None:
        settling = self._scope.start(self._settle(tx, commit), name="commit" if commit else "rollback")
        try:
            error = await asyncio.shield(settling)
        except asyncio.CancelledError:
            await _outlast(settling)
            raise
        if error is not None and commit:
            raise self._explain(error) from error

    async def _settle(self, tx: Transaction, commit: bool) -> BaseException | None:
        """Commit or roll back; return the error of a commit that failed (it is rolled back then)."""
        failure: BaseException | None = None
        try:
            if commit:
                try:
                    await self._commit(tx)
                    tx.outcome = Outcome.COMMITTED
                    return None
                except (sqlite3.Error, RuntimeError) as error:
                    failure = error
            tx.outcome = Outcome.ROLLED_BACK
            # A cancelled task may have left a statement behind that nobody waits for any more.
            await _cut_short(self._writer, self._scope.start(_reach_end(self._writer), name="reach end"))
            try:
                await self._writer.rollback()
            except sqlite3.Error as error:
                _log.info("rollback: %s", error)
            return failure
        finally:
            self._turn.release()

    async def _commit(self, tx: Transaction) -> None:
        if not self._writer.in_transaction:
            raise RuntimeError("this unit of work was rolled back by an earlier error")
        await self._writer.visit(_count_and_commit if tx.changed else _only_commit)

    async def _read(
        self, reader: VisitedConnection, sql: str, params: Params,
    ) -> tuple[list[Row], sqlite3.Error | None]:
        try:
            return list(await reader.execute_fetchall(sql, params)), None
        except sqlite3.Error as error:
            return [], error
        finally:
            self._idle.put_nowait(reader)

    def _explain(self, error: BaseException) -> BaseException:
        """The error to raise instead: an AppError where it is an expected failure."""
        if self._closed and getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
            return _closed()
        expected = translate(error, self.path, self._lock_wait_s)
        if isinstance(expected, DatabaseDamaged) and not self._closed:
            self._scope.start(self._report_trouble(expected), name="report damage")
        return expected or error

    def _check_open(self) -> None:
        if self._closed:
            raise _closed()


def _closed() -> DatabaseClosed:
    return DatabaseClosed(Text.of("The app is closing; this was not done."))


def _changes(file: sqlite3.Connection, *, sql: str, params: Params) -> int:
    with closing(file.execute(sql, params)) as cursor:
        return cursor.rowcount


def _many_changes(file: sqlite3.Connection, *, sql: str, rows: Sequence[Params]) -> int:
    with closing(file.executemany(sql, rows)) as cursor:
        return cursor.rowcount


def _count_and_commit(file: sqlite3.Connection) -> None:
    file.execute(_BUMP)
    file.execute("COMMIT")


def _only_commit(file: sqlite3.Connection) -> None:
    file.execute("COMMIT")


async def _reach_end(connection: aiosqlite.Connection) -> None:
    """Return when the connection has done all that was asked of it before."""
    try:
        await connection.execute_fetchall("SELECT 1")
    except sqlite3.Error:
        pass  # cut short itself


async def _cut_short(connection: aiosqlite.Connection, task: asyncio.Task[Any]) -> None:
    """Interrupt the connection until ``task`` has ended: one interrupt could come before the statement starts."""
    while not task.done():
        await asyncio.wait({task}, timeout=INTERRUPT_EVERY_S)
        if not task.done():
            await connection.interrupt()


async def _outlast(task: asyncio.Task[Any]) -> None:
    """Wait for ``task`` however often the waiting task is cancelled; never cancels ``task``."""
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            continue
