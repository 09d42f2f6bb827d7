"""The rows of the ``jobs`` table. Order is ``seq``; dates are for people only."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.jobs.models import Job, JobError, JobState

MAX_HISTORY = 500  # rows a call
_COLUMNS = ("seq, id, kind, title, params, state, lane, attempt, retry_of, created_at, started_at, finished_at,"
            " result, error")
_UNFINISHED = "('queued', 'running')"
_log = logging.getLogger(__name__)


class IllegalTransition(RuntimeError):
    """A job was to change in a way its state does not allow."""


@dataclass(frozen=True, slots=True)
class NewJob:
    id: str
    kind: str
    title: Text
    params: Mapping[str, Any]
    lane: str
    attempt: int = 1
    retry_of: str | None = None


def finite(value: Any) -> Any:
    """Return plain values with null for what is no finite number.

    JSON has no infinity (silence is −∞ LUFS), and SQLite refuses Python's spelling of it.
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(k): finite(v) for k, v in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in cast("Sequence[Any]", value)]
    return value


def to_json(value: Any) -> str:
    """Return ASCII JSON (so that file names which are no valid Unicode survive); raises TypeError."""
    return json.dumps(finite(value), ensure_ascii=True, allow_nan=False)


class JobRepository:
    """Reads and writes jobs; states change only as :meth:`JobState.can_become` allows."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def insert(self, tx: Transaction, jobs: Iterable[NewJob], now: datetime) -> list[Job]:
        """Add queued jobs inside the caller's unit of work and return them with their ``seq``."""
        added: list[Job] = []
        for new in jobs:
            row = await tx.fetch_one(
                "INSERT INTO jobs (id, kind, title, params, state, lane, attempt, retry_of, created_at)"
                " VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?) RETURNING seq",
                (new.id, new.kind, to_json(new.title.to_json()), to_json(new.params), new.lane, new.attempt,
                 new.retry_of, now.isoformat()))
            assert row is not None
            added.append(Job(new.id, new.kind, new.title, new.params, JobState.QUEUED, new.lane,
                             int(row["seq"]), new.attempt, new.retry_of, now, None, None, None, None, None))
        return added

    async def store(self, jobs: Sequence[Job]) -> None:
        """Save the state, dates, result and error of ``jobs`` together.

        Raises IllegalTransition, and saves none, when a stored state does not allow it.
        """
        async with self._db.transaction() as tx:
            for job in jobs:
                before = [s.value for s in JobState if s.can_become(job.state)]
                count = await tx.execute(
                    "UPDATE jobs SET state = ?, started_at = ?, finished_at = ?, result = ?, error = ?"
                    " WHERE id = ? AND state IN (SELECT value FROM json_each(?))",
                    (job.state.value, _date(job.started_at), _date(job.finished_at),
                     None if job.result is None else to_json(job.result), _error_json(job.error), job.id,
                     to_json(before)))
                if count != 1:
                    raise IllegalTransition(f"job {job.id} cannot become {job.state.value}")

    async def interrupt_unfinished(self, now: datetime, states: Sequence[JobState]) -> list[Job]:
        """Mark what an earlier life left in ``states`` as interrupted; return those rows as they were."""
        wanted = to_json([state.value for state in states])
        async with self._db.transaction() as tx:
            rows = await tx.fetch_all(
                f"SELECT {_COLUMNS} FROM jobs WHERE state IN (SELECT value FROM json_each(?))"  # noqa: S608
                " ORDER BY seq", (wanted,))
            await tx.execute(
                "UPDATE jobs SET state = 'interrupted', finished_at = ?"
                " WHERE state IN (SELECT value FROM json_each(?))", (now.isoformat(), wanted))
        return _jobs(rows)

    async def get(self, job_id: str) -> Job | None:
        row = await self._db.read_one(f"SELECT {_COLUMNS} FROM jobs WHERE id = ?", (job_id,))  # noqa: S608
        return None if row is None else next(iter(_jobs([row])), None)

    async def queued(self) -> list[Job]:
        rows = await self._db.read_all(
            f"SELECT {_COLUMNS} FROM jobs WHERE state = 'queued' ORDER BY seq")  # noqa: S608
        return _jobs(rows)

    async def committed(self, ids: Sequence[str]) -> list[Job]:
        """Return those of ``ids`` that exist and are queued, once the running unit of work has ended.

        There is one unit of work at a time, so asking inside one of our own waits for the caller's.
        """
        async with self._db.transaction() as tx:
            rows: list[Row] = []
            for job_id in ids:
                rows += await tx.fetch_all(
                    f"SELECT {_COLUMNS} FROM jobs WHERE id = ? AND state = 'queued'", (job_id,))  # noqa: S608
        return _jobs(rows)

    async def history(self, limit: int, before_seq: int | None) -> list[Job]:
        """Return jobs that are over, newest first, ``seq`` below ``before_seq``; at most MAX_HISTORY."""
        rows = await self._db.read_all(
            f"SELECT {_COLUMNS} FROM jobs WHERE state NOT IN {_UNFINISHED} AND seq < ?"  # noqa: S608
            " ORDER BY seq DESC LIMIT ?",
            (2**62 if before_seq is None else before_seq, max(0, min(limit, MAX_HISTORY))))
        return _jobs(rows)


def _date(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()


def _error_json(error: JobError | None) -> str | None:
    if error is None:
        return None
    safe = None if error.safe is None else error.safe.to_json()
    return to_json({"code": error.code, "sentence": error.sentence.to_json(), "safe": safe})


def _jobs(rows: Iterable[Row]) -> list[Job]:
    """Turn rows into jobs; a row that cannot be read (damage, a newer version) is left out, not fatal."""
    jobs: list[Job] = []
    for row in rows:
        try:
            jobs.append(_job(row))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            _log.info("a stored job cannot be read: %s", error)
    return jobs


def _job(row: Row) -> Job:
    params = json.loads(row["params"])
    result = None if row["result"] is None else json.loads(row["result"])
    if not isinstance(params, dict) or not (result is None or isinstance(result, dict)):
        raise ValueError("not an object")
    return Job(
        str(row["id"]), str(row["kind"]), Text.from_json(json.loads(row["title"])),
        cast("dict[str, Any]", params), JobState(row["state"]), str(row["lane"]), int(row["seq"]),
        int(row["attempt"]), row["retry_of"], _parse(row["created_at"]) or datetime.fromtimestamp(0, UTC),
        _parse(row["started_at"]), _parse(row["finished_at"]), cast("dict[str, Any] | None", result),
        _error(row["error"]), None)


def _parse(value: str | None) -> datetime | None:
    if value is None:
        return None
    date = datetime.fromisoformat(value)
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _error(value: str | None) -> JobError | None:
    if value is None:
        return None
    data = json.loads(value)
    safe = None if data["safe"] is None else Text.from_json(data["safe"])
    return JobError(str(data["code"]), Text.from_json(data["sentence"]), safe)
