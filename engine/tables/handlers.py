"""The requests of the ``tables`` child: make tables of a file, answer a question to them."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Mapping
from typing import Any, cast

from engine.audio import params as read
from engine.errors import EngineError
from engine.job import Handler, JobContext
from engine.limits import forbid_outside, more_cpu_time
from engine.tables.limits import (
    MAX_DATABASE_BYTES,
    MAX_PARAMETERS,
    MAX_RESULT_BYTES,
    MAX_RESULT_ROWS,
    MAX_SECONDS,
    MAX_TABLES,
    OPEN_FILES,
    SECONDS,
)

WORKERS = 1


def load(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """{path, name, output}: see :func:`engine.tables.load.load`."""
    path, name, output = (read.text(params, key) for key in ("path", "name", "output"))
    _begin(MAX_DATABASE_BYTES + (1 << 20))
    from engine.tables.load import load as make

    return make(job, path, name, output)


def query(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """{database, sql, params, tables, seconds?, rows?, bytes?}: value {columns, rows, cut, seconds}; one payload, the
    rows as JSON (an array of arrays, UTF-8); seconds are of computing. See :func:`engine.tables.ask.ask`.
    """
    seconds = read.number(params, "seconds", 0.01, MAX_SECONDS, SECONDS)
    rows = read.whole(params, "rows", 1, MAX_RESULT_ROWS, MAX_RESULT_ROWS)
    size = read.whole(params, "bytes", 1, MAX_RESULT_BYTES, MAX_RESULT_BYTES)
    database, sql = read.text(params, "database"), read.text(params, "sql")
    values = _list(params, "params", (str, int, float, type(None)), MAX_PARAMETERS)
    tables = _list(params, "tables", (str,), MAX_TABLES)
    _begin(0)
    from engine.tables.ask import Question, ask

    began = time.thread_time()
    answer = ask(job, Question(database, sql, tuple(values), tuple(tables), seconds, rows, size))
    job.data(json.dumps(answer.rows, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
             .encode("utf-8", "replace"))
    return {"columns": [name[:200] for name in answer.columns], "rows": len(answer.rows), "cut": answer.cut,
            "seconds": round(time.thread_time() - began, 4)}


def _list(params: Mapping[str, Any], key: str, kinds: tuple[type, ...], most: int) -> list[Any]:
    value = params.get(key, [])
    if not isinstance(value, list) or len(value) > most or not all(isinstance(one, kinds) for one in value):
        raise EngineError("bad_params", f"{key} is a list of at most {most} plain values", param=key)
    return cast("list[Any]", value)


def _begin(file_bytes: int) -> None:
    """In a child of its own: time for this request, nobody to talk to, and files no larger than it may write."""
    more_cpu_time()
    forbid_outside()
    limit_files(file_bytes)


def limit_files(file_bytes: int) -> None:
    """Bound what this process may write to one file from now on, and how many it may have open (POSIX)."""
    from engine.limits import is_limited

    if not is_limited() or sys.platform == "win32":
        return
    import resource

    for name, wanted in (("RLIMIT_FSIZE", file_bytes), ("RLIMIT_NOFILE", OPEN_FILES)):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            number = getattr(resource, name)
            _, hard = resource.getrlimit(number)
            resource.setrlimit(number, (wanted if hard < 0 else min(wanted, hard), hard))


OPS: dict[str, Handler] = {"load": load, "query": query}
