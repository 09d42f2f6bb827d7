"""The audit: what ran, with which arguments, by whose permission, how it ended. Added to, never changed."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.events import Event
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.activity.diagnostics import write_bundle
from characoid_desktop.features.activity.masking import bounded, mask_secrets
from characoid_desktop.features.activity.models import (
    MAX_ARGUMENTS_CHARS,
    MAX_HISTORY,
    ActivityEntry,
    AuditEntry,
    AuditOutcome,
    DiagnosticFacts,
    RunEntry,
)
from characoid_desktop.features.activity.repository import AuditRepository

MAX_SEARCH_CHARS = 200

__all__ = ["AuditService", "mask_secrets"]


def _new_id() -> str:
    return uuid.uuid4().hex


class AuditService:
    """``recorded`` fires for each new entry after it is saved.

    ``facts`` gives what a diagnostic bundle says of the whole app.
    """

    def __init__(
        self, database: Database, clock: Clock, redactor: Redactor, *,
        facts: Callable[[], DiagnosticFacts] = DiagnosticFacts, new_id: Callable[[], str] = _new_id,
    ) -> None:
        self.recorded: Event[AuditEntry] = Event()
        self._database = database
        self._clock = clock
        self._redactor = redactor
        self._facts = facts
        self._new_id = new_id
        self._rows = AuditRepository(database)

    def mask(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return arguments fit to be shown and stored: secrets masked (also registered ones), bounded."""
        return bounded(mask_secrets(arguments, self._redactor), MAX_ARGUMENTS_CHARS)

    async def record(self, entry: AuditEntry, *, tx: Transaction | None = None) -> AuditEntry:
        """Add an entry (masked and bounded here) and return it as stored. Raises DataError."""
        entry = replace(entry, id=entry.id or self._new_id(), arguments=self.mask(entry.arguments),
                        detail=self.mask(entry.detail))
        async with self._within(tx) as unit:
            stored = await self._rows.insert(unit, entry)
            unit.after_commit(lambda: self.recorded.emit(stored))
        return stored

    async def search(
        self, text: str = "", *, kinds: Collection[str] | None = None, limit: int = 100,
        before_seq: int | None = None,
    ) -> list[AuditEntry]:
        """As :meth:`history`, the bare entries."""
        return [one.audit for one in await self.history(text, kinds, limit, before_seq)]

    async def history(
        self, text: str = "", kinds: Collection[str] | None = None, limit: int = 100,
        before_seq: int | None = None,
    ) -> list[ActivityEntry]:
        """Return what was done, newest first, ``seq`` below ``before_seq``; at most MAX_HISTORY.

        ``text`` is looked for in title, tool, worker, server, arguments, outcome, permission, error, persona and
        conversation, as they are shown in the interface language. ``kinds`` are values of ActivityKind.
        """
        outcomes = None if kinds is None else [one for one in AuditOutcome if one.kind in kinds]
        return await self._rows.history(text.strip()[:MAX_SEARCH_CHARS], outcomes, _limit(limit), before_seq)

    async def runs(
        self, text: str = "", *, states: Collection[str] | None = None, limit: int = 100,
        before_seq: int | None = None,
    ) -> list[RunEntry]:
        """Return turns, newest first, ``seq`` below ``before_seq``; ``states`` are values of RunState."""
        return await self._rows.runs(text.strip()[:MAX_SEARCH_CHARS], states, _limit(limit), before_seq)

    async def of_run(self, run_id: str) -> list[AuditEntry]:
        """Return the calls of one turn, in order; at most MAX_HISTORY."""
        return await self._rows.of_run(run_id, MAX_HISTORY)

    async def diagnostics(self, target: Path) -> Path:
        """Write a zip with versions, counts, settings and the end of the logs, and return it.

        Masked; no message, title or argument is in it. ``target`` may be a folder. Raises the errors of
        ``data.files.replace_into_place``.
        """
        counts = await self._rows.counts()
        return await asyncio.to_thread(
            write_bundle, target, self._facts(), counts, self._clock.now(), self._redactor)

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def _limit(limit: int) -> int:
    return max(0, min(limit, MAX_HISTORY))
