"""The session's rows: items joined with their attachments and the state of their last job."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.names import path_from_db, path_to_db
from characoid_desktop.features.attachments.repository import forget_unused
from characoid_desktop.features.rvc.models import (
    Choice,
    ItemResult,
    ItemState,
    SessionItem,
    SourceFacts,
    parse_format,
)
from characoid_desktop.jobs.models import JobError, JobState
from characoid_desktop.jobs.repository import to_json

_SELECT = """
SELECT i.seq, i.id, i.session_id, i.attachment_id, i.preset, i.effect, i.format, i.job_id, i.note,
       a.path, a.name, a.size, a.probe,
       j.state AS job_state, j.result AS job_result, j.error AS job_error
FROM rvc_items i JOIN attachments a ON a.id = i.attachment_id LEFT JOIN jobs j ON j.id = i.job_id
ORDER BY i.seq
"""
_PRODUCTION = "@production"  # beside the parameters of the effect: what goes beyond a preset
_FROM_JOB = {
    JobState.QUEUED: ItemState.QUEUED, JobState.RUNNING: ItemState.RUNNING,
    JobState.COMPLETED: ItemState.DONE, JobState.FAILED: ItemState.FAILED,
    JobState.CANCELLED: ItemState.CANCELLED, JobState.INTERRUPTED: ItemState.INTERRUPTED,
}


def item_state(state: JobState) -> ItemState:
    """Return what a job's state means for its item."""
    return _FROM_JOB[state]


@dataclass(frozen=True, slots=True)
class NewItem:
    id: str
    attachment_id: str
    choice: Choice
    origin: Path | None  # None: the attachment's own path


class RvcRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def sessions(self) -> dict[str, str]:
        """Return the names of all sessions by id, oldest first. The panel's own has the name ""."""
        rows = await self._database.read_all("SELECT id, name FROM rvc_sessions ORDER BY seq")
        return {str(row["id"]): str(row["name"]) for row in rows}

    async def session(self, tx: Transaction, name: str, new_id: str, now: datetime) -> str:
        """Return the id of the newest session of this name; makes one with ``new_id`` when there is none."""
        row = await tx.fetch_one("SELECT id FROM rvc_sessions WHERE name = ? ORDER BY seq DESC LIMIT 1", (name,))
        if row is not None:
            return str(row["id"])
        await tx.execute("INSERT INTO rvc_sessions (id, name, created_at) VALUES (?, ?, ?)",
                         (new_id, name, now.isoformat()))
        return new_id

    async def items(self) -> list[SessionItem]:
        """Return the items of all sessions in order; a row that cannot be read keeps its file and starts anew."""
        return [_item(row) for row in await self._database.read_all(_SELECT)]

    async def insert(
        self, tx: Transaction, session_id: str, new: Sequence[NewItem], now: datetime
    ) -> dict[str, int]:
        """Add items and return their ``seq`` by id."""
        seqs: dict[str, int] = {}
        for item in new:
            note = {} if item.origin is None else {"origin": str(item.origin)}
            row = await tx.fetch_one(
                "INSERT INTO rvc_items (id, session_id, attachment_id, preset, effect, format, note, created_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq",
                (item.id, session_id, item.attachment_id, item.choice.preset_id, _effect_json(item.choice),
                 item.choice.format.value, to_json(note), now.isoformat()))
            assert row is not None
            seqs[item.id] = int(row["seq"])
        return seqs

    async def set_choices(self, items: Sequence[tuple[str, Choice]], tx: Transaction | None = None) -> None:
        if not items:
            return
        async with self._database.transaction() if tx is None else nullcontext(tx) as unit:
            await unit.executemany(
                "UPDATE rvc_items SET preset = ?, effect = ?, format = ? WHERE id = ?",
                [(c.preset_id, _effect_json(c), c.format.value, id) for id, c in items])

    async def set_jobs(self, tx: Transaction, items: Iterable[tuple[str, str]]) -> None:
        """Set the last job of each (item id, job id)."""
        await tx.executemany(
            "UPDATE rvc_items SET job_id = ? WHERE id = ?", [(job, id) for id, job in items])

    async def set_outcomes(self, items: Sequence[SessionItem]) -> None:
        """Keep results and errors with their items, so that they outlive the rows of the jobs."""
        async with self._database.transaction() as tx:
            await tx.executemany(
                "UPDATE rvc_items SET note = ?, output_path = ?, job_id = ? WHERE id = ?",
                [(to_json(_note(item)), path_to_db(item.result.path) if item.result else None, item.job_id, item.id)
                 for item in items])

    async def delete(self, tx: Transaction, ids: Sequence[str]) -> None:
        """Forget items, and the referenced files' rows nothing else refers to (never the files)."""
        wanted = json.dumps(list(ids))
        rows = await tx.fetch_all(
            "SELECT attachment_id FROM rvc_items WHERE id IN (SELECT value FROM json_each(?))", (wanted,))
        await tx.execute("DELETE FROM rvc_items WHERE id IN (SELECT value FROM json_each(?))", (wanted,))
        await forget_unused(tx, [str(row["attachment_id"]) for row in rows])

    async def outputs(self) -> frozenset[str]:
        """Return the paths of all results ever made that are still on record."""
        rows = await self._database.read_all("SELECT output_path FROM rvc_items WHERE output_path IS NOT NULL")
        return frozenset(str(path_from_db(row["output_path"])) for row in rows)


def _note(item: SessionItem) -> dict[str, Any]:
    note: dict[str, Any] = {}
    if item.origin != item.path:
        note["origin"] = str(item.origin)
    if item.result is not None:
        note["result"] = item.result.to_value()
    if item.error is not None:
        note["error"] = _error_value(item.error)
    if item.state is ItemState.UNREADABLE:
        note["unreadable"] = True
    return note


def _item(row: Row) -> SessionItem:
    path = path_from_db(row["path"])
    note = _object(row["note"])
    probe = _object(row["probe"])
    origin = note.get("origin")
    item = SessionItem(
        str(row["id"]), int(row["seq"]), str(row["attachment_id"]), path,
        Path(origin) if isinstance(origin, str) else path, str(row["name"]),
        _choice(row),
        size=int(row["size"]), facts=SourceFacts.from_value(probe) if probe else None,
        job_id=row["job_id"],
        result=_result(_object(row["job_result"])) or _result(_object(note.get("result"))),
        error=read_error(_object(row["job_error"])) or read_error(_object(note.get("error"))),
        session_id=str(row["session_id"]),
    )
    return _with_state(item, row["job_state"], note)


def _effect_json(choice: Choice) -> str:
    production = choice.production()
    return to_json({**choice.effect, **({_PRODUCTION: production} if production else {})})


def _choice(row: Row) -> Choice:
    effect = _object(row["effect"])
    production = effect.pop(_PRODUCTION, None)
    choice = Choice(str(row["preset"]), effect, parse_format(row["format"]))
    return choice if production is None else choice.with_production(production)


def _with_state(item: SessionItem, job_state: object, note: Mapping[str, Any]) -> SessionItem:
    state = ItemState.WAITING
    if job_state is not None:
        try:
            state = item_state(JobState(str(job_state)))
        except ValueError:
            state = ItemState.INTERRUPTED
    elif item.result is not None:
        state = ItemState.DONE
    elif item.error is not None:
        state = ItemState.UNREADABLE if note.get("unreadable") is True else ItemState.FAILED
    if state is ItemState.DONE and item.result is None:
        state = ItemState.WAITING
    return replace(item, state=state, error=item.error if state.needs_user else None)


def _object(value: object) -> dict[str, Any]:
    """Return stored JSON as a dict; empty for nothing and for nonsense."""
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    if not isinstance(value, str):
        return {}
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _result(value: Mapping[str, Any]) -> ItemResult | None:
    return ItemResult.from_value(value) if isinstance(value.get("path"), str) else None


def _error_value(error: JobError) -> dict[str, Any]:
    return {
        "code": error.code, "sentence": error.sentence.to_json(),
        "safe": None if error.safe is None else error.safe.to_json(),
    }


def read_error(value: Mapping[str, Any]) -> JobError | None:
    """Return a stored error, None for anything else."""
    try:
        safe = value.get("safe")
        return JobError(
            str(value["code"]), Text.from_json(value["sentence"]), None if safe is None else Text.from_json(safe))
    except (KeyError, TypeError, AttributeError, ValueError):
        return None
