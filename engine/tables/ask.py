"""Answer one read-only question to a database of user tables. What is not allowed is refused, by several walls:

the file is opened for reading only, the connection is told to write nothing, an authorizer knows what is allowed and
denies the rest, SQLite's own limits are small, memory is bounded, and a clock ends what takes too long.
"""

from __future__ import annotations

import math
import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.job import JobContext
from engine.tables.library import sqlite
from engine.tables.limits import (
    MAX_BRACKETS,
    MAX_COLUMNS,
    MAX_COMPOUND,
    MAX_DEPTH,
    MAX_PARAMETERS,
    MAX_PATTERN_BYTES,
    MAX_SQL_BYTES,
    MAX_VALUE_BYTES,
    OPCODES,
    STRETCH,
)
from engine.tables.names import LATE_MODULES, OWN_TO_SQLITE

FUNCTIONS = frozenset({
    "abs", "avg", "coalesce", "count", "date", "datetime", "fold", "glob", "group_concat", "ifnull", "iif", "instr",
    "julianday", "length", "like", "lower", "ltrim", "max", "min", "nullif", "replace", "round", "rtrim", "sign",
    "strftime", "substr", "substring", "sum", "time", "total", "trim", "typeof", "unicode", "upper", "row_number",
    "rank", "dense_rank", "lag", "lead", "first_value", "last_value", "ceil", "floor",
})  # fmt: skip
"""No printf, format, zeroblob, randomblob, load_extension, json: nothing that makes much of little, or reaches out."""

TELL_S = 0.1
_SAFE_INTEGER = 10**17  # larger ones do not pass a frame
_ROW_BYTES = 8  # what a row and a number weigh in the sum


@dataclass(frozen=True, slots=True)
class Question:
    """``tables``: the names that may be read. ``seconds``: of computing, for the statement alone; waiting for a busy
    machine does not count. ``rows`` and ``size`` (bytes): how much is answered at most."""

    database: str
    sql: str
    params: tuple[Any, ...]
    tables: tuple[str, ...]
    seconds: float
    rows: int
    size: int


@dataclass(frozen=True, slots=True)
class Answer:
    """``cut``: there was more."""

    columns: list[str]
    rows: list[list[Any]]
    cut: bool


def ask(job: JobContext, question: Question) -> Answer:
    """Raises EngineError: ``query_refused`` (not allowed), ``query_wrong`` (no SQL that fits), ``query_timeout``,
    ``query_too_large`` (a value or the work is over the limits), ``table_gone``.
    """
    _check_text(question.sql)
    apsw = sqlite()
    path = Path(question.database)
    if not path.is_file():
        raise EngineError("table_gone")
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection: Any = None
    try:
        connection = apsw.Connection(f"{path.absolute().as_uri()}?mode=ro&immutable=1", flags=flags)
        return _Asking(apsw, job, question, connection).answer()
    except apsw.AuthError as error:
        raise EngineError("query_refused", str(error)) from error
    except apsw.InterruptError as error:
        job.check()
        raise EngineError("query_timeout", str(error)) from error
    except (apsw.TooBigError, apsw.NoMemError, apsw.FullError, MemoryError) as error:
        raise EngineError("query_too_large", f"{type(error).__name__}: {error}") from error
    except apsw.ReadOnlyError as error:
        raise EngineError("query_refused", str(error)) from error
    except (apsw.CantOpenError, apsw.NotADBError, apsw.CorruptError, apsw.IOError) as error:
        raise EngineError("table_gone", f"{type(error).__name__}: {error}") from error
    except apsw.SQLError as error:
        denied = "not authorized" in str(error)
        raise EngineError("query_refused" if denied else "query_wrong", str(error)[:500]) from error
    except (apsw.Error, UnicodeError, ValueError, TypeError, OverflowError) as error:
        raise EngineError("query_wrong", f"{type(error).__name__}: {error}"[:500]) from error
    finally:
        if connection is not None:
            connection.close(True)


def _check_text(sql: str) -> None:
    if len(sql.encode("utf-8", "replace")) > MAX_SQL_BYTES:
        raise EngineError("query_wrong", "too long")
    depth = 0
    for char in sql:
        depth += (char == "(") - (char == ")")
        if depth > MAX_BRACKETS:  # SQLite's own limit does not count them
            raise EngineError("query_wrong", "too many brackets")
        if char not in "\n\t\r" and unicodedata.category(char) in ("Cc", "Cf", "Cs"):
            raise EngineError("query_refused", f"U+{ord(char):04X} in it")


class _Asking:
    def __init__(self, apsw: Any, job: JobContext, question: Question, connection: Any) -> None:
        self._apsw = apsw
        self._job = job
        self._question = question
        self._connection = connection
        self._began = time.thread_time()
        self._latest = time.monotonic() + question.seconds * STRETCH
        self._told = 0.0
        self._statements = 0
        self._names: list[str] = []
        self._granted = {_low(name) for name in question.tables}
        self._taken: set[str] = set()

    def answer(self) -> Answer:
        self._close_doors()
        cursor = self._connection.cursor()
        cursor.exec_trace = self._look_at_statement
        cursor.execute(self._question.sql, self._question.params, can_cache=False,
                       prepare_flags=self._apsw.SQLITE_PREPARE_NO_VTAB)
        try:
            names = [str(one[0]) for one in cursor.get_description()]
        except self._apsw.ExecutionCompleteError:  # no row came: the names were seen before it ran
            names = self._names
        return self._fetch(cursor, names)

    def _close_doors(self) -> None:
        a, c = self._apsw, self._connection
        rows = c.execute("SELECT name FROM sqlite_schema UNION SELECT name FROM pragma_module_list")
        self._taken = {_low(row[0]) for row in rows} | LATE_MODULES
        for pragma in ("query_only=ON", "trusted_schema=OFF", "cell_size_check=ON", "temp_store=MEMORY", "mmap_size=0"):
            c.execute(f"PRAGMA {pragma}").fetchall()
        c.create_scalar_function("fold", _fold, 1, deterministic=True)
        for option, on in (("DEFENSIVE", 1), ("TRUSTED_SCHEMA", 0), ("ENABLE_VIEW", 0), ("ENABLE_TRIGGER", 0),
                           ("ENABLE_LOAD_EXTENSION", 0), ("ENABLE_FTS3_TOKENIZER", 0), ("DQS_DML", 0), ("DQS_DDL", 0),
                           ("ENABLE_ATTACH_CREATE", 0), ("ENABLE_ATTACH_WRITE", 0)):
            c.config(getattr(a, f"SQLITE_DBCONFIG_{option}"), on)
        for limit, value in (("LENGTH", MAX_VALUE_BYTES), ("SQL_LENGTH", MAX_SQL_BYTES), ("COLUMN", MAX_COLUMNS),
                             ("EXPR_DEPTH", MAX_DEPTH), ("COMPOUND_SELECT", MAX_COMPOUND), ("ATTACHED", 0),
                             ("LIKE_PATTERN_LENGTH", MAX_PATTERN_BYTES), ("TRIGGER_DEPTH", 0), ("WORKER_THREADS", 0),
                             ("VARIABLE_NUMBER", MAX_PARAMETERS), ("FUNCTION_ARG", 16)):
            c.limit(getattr(a, f"SQLITE_LIMIT_{limit}"), value)
        c.set_progress_handler(self._is_over, OPCODES)
        c.authorizer = self._authorize

    def _is_over(self) -> bool:
        self._job.check()
        spent = time.thread_time() - self._began
        if spent - self._told >= TELL_S:
            self._told = spent
            self._job.progress("query", spent, self._question.seconds)  # the app knows by this that it gets on
        return spent > self._question.seconds or time.monotonic() > self._latest

    def _authorize(
        self, action: int, first: str | None, second: str | None, database: str | None, _: str | None,
    ) -> int:
        """Allow what reads the granted tables; deny everything that is not known to."""
        a = self._apsw
        allowed = False
        if action in (a.SQLITE_SELECT, a.SQLITE_RECURSIVE):
            allowed = True
        elif action == a.SQLITE_FUNCTION:
            allowed = _low(second or "") in FUNCTIONS
        elif action == a.SQLITE_READ:
            table = _low(first or "")
            if database not in (None, "main"):
                allowed = False
            elif table in self._granted:
                allowed = True
            else:  # a common table expression: a name that means nothing else
                allowed = table not in self._taken and not table.startswith(OWN_TO_SQLITE)
        return a.SQLITE_OK if allowed else a.SQLITE_DENY

    def _look_at_statement(self, cursor: Any, sql: str, _: Any) -> bool:
        """Called before a statement runs: there is one, it reads, it answers, and it is no EXPLAIN."""
        self._statements += 1
        rest = self._question.sql[len(sql):] if self._question.sql.startswith(sql) else self._question.sql
        if self._statements > 1 or rest.strip(" \t\r\n;"):
            raise EngineError("query_refused", "more than one statement")
        if cursor.is_explain or not cursor.is_readonly:
            raise EngineError("query_refused", "no plain question")
        self._names = [str(one[0]) for one in cursor.get_description()]
        if not self._names:
            raise EngineError("query_refused", "a statement without an answer")
        return True

    def _fetch(self, cursor: Any, names: list[str]) -> Answer:
        if self._statements != 1:
            raise EngineError("query_wrong", "no statement")
        rows: list[list[Any]] = []
        left = self._question.size - sum(map(len, names))
        for row in cursor:
            values, weight = _plain(row)
            left -= weight
            if len(rows) >= self._question.rows or left < 0:
                cursor.close(True)
                return Answer(names, rows, True)
            rows.append(values)
        return Answer(names, rows, False)


def _plain(row: Sequence[Any]) -> tuple[list[Any], int]:
    """Return a row as JSON can hold it, and about how many bytes it takes."""
    values: list[Any] = []
    weight = _ROW_BYTES
    for value in row:
        if isinstance(value, bytes):
            value = f"({len(value)} bytes)"
        elif (isinstance(value, float) and not math.isfinite(value)) or (
                isinstance(value, int) and abs(value) >= _SAFE_INTEGER):
            value = str(value)
        weight += len(value.encode("utf-8", "replace")) + 4 if isinstance(value, str) else _ROW_BYTES
        values.append(value)
    return values, weight


def _fold(value: Any) -> Any:
    """SQL function ``fold``: text as it is compared, without width and case."""
    return unicodedata.normalize("NFKC", value).casefold() if isinstance(value, str) else value


def _low(name: str) -> str:
    """Lower case as SQLite knows it: ASCII only."""
    return "".join(c.lower() if c.isascii() else c for c in name)
