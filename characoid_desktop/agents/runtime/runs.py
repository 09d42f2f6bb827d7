"""What each turn is doing, and its timeline (``runs``, ``run_events``). Free of langchain."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast
from uuid import uuid4

from characoid_desktop.agents.runtime.errors import RunNotFound
from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.payloads import public_json
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Row, Transaction

MAX_EVENTS = 2000  # of one run; a loop must not fill the disk


class RunStore:
    """Reads and writes runs. ``changed`` fires with a run after its commit. A run that is over stays as it is."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.changed: Event[Run] = Event()
        self._database = database
        self._clock = clock

    async def create(self, tx: Transaction, run_id: str, *, persona_id: str, conversation_id: str, message_id: str,
                     answer_id: str, kind: str, resume_state: Mapping[str, Any]) -> Run:
        """Add a queued run in the caller's unit of work and return it."""
        now = self._clock.now().isoformat()
        row = await tx.fetch_one(
            "INSERT INTO runs (id, persona_id, conversation_id, message_id, answer_id, kind, state, stage,"
            " resume_state, error, usage, started_at, updated_at)"
            " VALUES (?, ?, ?, ?, ?, ?, 'queued', '', ?, NULL, '{}', ?, ?) RETURNING *",
            (run_id, persona_id, conversation_id, message_id, answer_id, kind, public_json(resume_state), now, now))
        assert row is not None
        return self._tell(tx, _run(row))

    async def move(self, run_id: str, state: RunState, *, stage: str | None = None,
                   resume_state: Mapping[str, Any] | None = None, error: Mapping[str, Any] | None = None,
                   usage: Mapping[str, Any] | None = None, tx: Transaction | None = None) -> Run:
        """Change a run that is not over and return it.

        Raises RunNotFound when it is over, or gone with its conversation.
        """
        if tx is not None:
            return await self._move(tx, run_id, state, stage, resume_state, error, usage)
        async with self._database.transaction() as own:
            return await self._move(own, run_id, state, stage, resume_state, error, usage)

    async def _move(self, tx: Transaction, run_id: str, state: RunState, stage: str | None,
                    resume_state: Mapping[str, Any] | None, error: Mapping[str, Any] | None,
                    usage: Mapping[str, Any] | None) -> Run:
        row = await tx.fetch_one("SELECT * FROM runs WHERE id = ?", (run_id,))
        if row is None or (run := _run(row)).state.is_over:
            raise not_waiting()
        now = self._clock.now()
        run = replace(
            run, state=state, stage=run.stage if stage is None else stage[:200], updated_at=now,
            resume_state=run.resume_state if resume_state is None else resume_state,
            error=run.error if error is None else error, usage=run.usage if usage is None else usage,
            finished_at=now if state.is_over else None)
        await tx.execute(
            "UPDATE runs SET state = ?, stage = ?, resume_state = ?, error = ?, usage = ?, updated_at = ?,"
            " finished_at = ? WHERE id = ?",
            (run.state.value, run.stage, public_json(run.resume_state),
             None if run.error is None else public_json(run.error), public_json(run.usage), now.isoformat(),
             now.isoformat() if state.is_over else None, run.id))
        return self._tell(tx, run)

    def _tell(self, tx: Transaction, run: Run) -> Run:
        tx.after_commit(lambda: self.changed.emit(run))
        return run

    async def get(self, run_id: str) -> Run | None:
        row = await self._database.read_one("SELECT * FROM runs WHERE id = ?", (run_id,))
        return _run(row) if row is not None else None

    async def unfinished(self, conversation_id: str | None = None) -> list[Run]:
        """All runs that are not over (of one conversation), oldest first."""
        if conversation_id is None:
            rows = await self._database.read_all(
                "SELECT * FROM runs WHERE state IN ('queued', 'running', 'waiting_input', 'waiting_approval')"
                " ORDER BY seq")
        else:
            rows = await self._database.read_all(
                "SELECT * FROM runs WHERE conversation_id = ?"
                " AND state IN ('queued', 'running', 'waiting_input', 'waiting_approval') ORDER BY seq",
                (conversation_id,))
        return [_run(row) for row in rows]

    async def add_events(self, run_id: str, events: Sequence[AgentEvent]) -> None:
        """Keep a stretch of the timeline (those with ``stored``), in order; more than MAX_EVENTS are dropped."""
        kept = [event for event in events if event.stored]
        if not kept:
            return
        async with self._database.transaction() as tx:
            row = await tx.fetch_one("SELECT count(*) AS n FROM run_events WHERE run_id = ?", (run_id,))
            known = await tx.fetch_one("SELECT 1 FROM runs WHERE id = ?", (run_id,))
            if row is None or known is None:
                return  # the conversation was deleted meanwhile
            room = max(0, MAX_EVENTS - int(row["n"]))
            await tx.executemany(
                "INSERT INTO run_events (id, run_id, kind, data) VALUES (?, ?, ?, ?)",
                [(uuid4().hex, run_id, event.type, public_json(event.to_json())) for event in kept[:room]])

    async def events(self, run_id: str) -> list[dict[str, Any]]:
        """The kept timeline of a run, as :meth:`AgentEvent.to_json` wrote it."""
        rows = await self._database.read_all("SELECT data FROM run_events WHERE run_id = ? ORDER BY seq", (run_id,))
        return [_object(row["data"]) for row in rows]


def not_waiting() -> RunNotFound:
    """The error of a turn that is over or gone."""
    return RunNotFound(Text.of("This turn is over."))


def _run(row: Row) -> Run:
    finished = row["finished_at"]
    return Run(
        int(row["seq"]), str(row["id"]), str(row["persona_id"]), str(row["conversation_id"]), str(row["message_id"]),
        str(row["answer_id"]), str(row["kind"]), RunState(str(row["state"])), str(row["stage"]),
        datetime.fromisoformat(row["started_at"]), datetime.fromisoformat(row["updated_at"]),
        datetime.fromisoformat(finished) if finished else None, _object(row["resume_state"]),
        _object(row["error"]) if row["error"] else None, _object(row["usage"]))


def _object(stored: str) -> dict[str, Any]:
    try:
        found = json.loads(stored)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
