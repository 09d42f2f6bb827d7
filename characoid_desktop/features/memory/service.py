"""What is remembered: short notes, each of one persona or of the workplace."""

from __future__ import annotations

import asyncio
import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.objects import to_text
from characoid_desktop.features.memory.models import (
    MAX_READ,
    MAX_SOURCE_CHARS,
    MAX_TEXT_CHARS,
    Memory,
    MemoryScope,
)
from characoid_desktop.features.memory.repository import MemoryRepository
from characoid_desktop.features.memory.search import Scored, best, score

_PAGE = 1000  # rows read and searched at once
_KIND = "note"


class MemoryGone(AppError):
    code = "memory_gone"


class BadMemory(AppError):
    code = "bad_memory"


def _new_id() -> str:
    return uuid.uuid4().hex


class MemoryService:
    """Every method says whose memory is meant; a row of another persona is never read, changed or told apart from
    one that does not exist. For WORKSPACE the persona does not matter.

    ``changed`` fires after a change is saved (with ``tx``: when that unit of work is).
    """

    def __init__(self, database: Database, clock: Clock, new_id: Callable[[], str] = _new_id) -> None:
        self.changed: Event[None] = Event()
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._rows = MemoryRepository(database)

    async def save(
        self, scope: MemoryScope, persona_id: str | None, text: str, *, source: Mapping[str, Any] | None = None,
        kind: str = _KIND, tx: Transaction | None = None,
    ) -> Memory:
        """Remember ``text`` and return its row; the same text of the same owner is the same row.

        ``source`` may name conversation_id and run_id. Raises BadMemory, MemoryGone (no such persona), DataError.
        """
        owner, text, origin = _owner(scope, persona_id), _text(text), _source(source or {})
        try:
            async with self._within(tx) as unit:
                known = await self._rows.same(unit, scope, owner, text)
                if known is not None:
                    return known
                made = await self._rows.insert(
                    unit, id=self._new_id(), scope=scope, persona_id=owner, kind=clean(kind)[:40] or _KIND, text=text,
                    source=origin, now=self._clock.now())
                self._tell(unit)
        except sqlite3.IntegrityError as error:
            raise MemoryGone(Text.of("This character is not there any more."),
                             safe=Text.of("Nothing was changed.")) from error
        return made

    async def update(
        self, id: str, persona_id: str | None, text: str, *, scope: MemoryScope = MemoryScope.PERSONA,
        tx: Transaction | None = None,
    ) -> Memory:
        """Change the words of a memory. Raises MemoryGone, BadMemory, DataError."""
        return await self._change(id, scope, persona_id, tx, text=_text(text))

    async def pin(self, id: str, scope: MemoryScope, persona_id: str | None, pinned: bool = True) -> Memory:
        """Have it come first whenever memories are read. Raises MemoryGone."""
        return await self._change(id, scope, persona_id, None, pinned=int(pinned))

    async def delete(
        self, id: str, scope: MemoryScope, persona_id: str | None, *, tx: Transaction | None = None,
    ) -> bool:
        """Forget it; False when there is no such memory of theirs."""
        async with self._within(tx) as unit:
            gone = await self._rows.delete(unit, id, scope, _owner(scope, persona_id))
            if gone:
                self._tell(unit)
        return gone

    async def read(
        self, scope: MemoryScope, persona_id: str | None, query: str = "", limit: int = MAX_READ,
    ) -> list[Memory]:
        """Return at most ``limit`` (≤ MAX_READ) memories of that owner.

        Without ``query``: pinned ones, then newest first. With it: those that have a word of it (in scripts without
        spaces: two neighbouring characters), the best match first, newest first among equals.
        """
        owner, limit = _owner(scope, persona_id), max(0, min(limit, MAX_READ))
        if not query.strip():
            return await self._rows.newest(scope, owner, limit)
        found: list[Scored] = []
        before: int | None = None
        while page := await self._rows.page(scope, owner, before, _PAGE):
            found = best([*found, *await asyncio.to_thread(score, page, query)], limit)
            before = page[-1].seq
        return [one[3] for one in found]

    async def get(self, id: str, scope: MemoryScope, persona_id: str | None) -> Memory | None:
        """One memory of that owner."""
        return await self._rows.get(id, scope, _owner(scope, persona_id))

    async def mark_used(self, ids: Sequence[str]) -> None:
        """Note that these were given to a model just now. Nobody is told."""
        await self._rows.mark_used(ids, self._clock.now())

    async def _change(
        self, id: str, scope: MemoryScope, persona_id: str | None, tx: Transaction | None, **values: Any,
    ) -> Memory:
        async with self._within(tx) as unit:
            memory = await self._rows.change(unit, id, scope, _owner(scope, persona_id), self._clock.now(), **values)
            if memory is None:
                raise MemoryGone(Text.of("There is no such memory."), safe=Text.of("Nothing was changed."))
            self._tell(unit)
        return memory

    def _tell(self, tx: Transaction) -> None:
        tx.after_commit(lambda: self.changed.emit(None))

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def _owner(scope: MemoryScope, persona_id: str | None) -> str | None:
    if scope is MemoryScope.WORKSPACE:
        return None
    if not persona_id:
        raise ValueError("a memory of a persona needs its id")
    return persona_id


def _text(text: str) -> str:
    text = clean(text).strip()
    if not text:
        raise BadMemory(Text.of("There is nothing to remember."), safe=Text.of("Nothing was changed."))
    if len(text) > MAX_TEXT_CHARS:
        raise BadMemory(Text.of("A memory has at most {n} characters.", n=MAX_TEXT_CHARS),
                        safe=Text.of("Nothing was changed."))
    return text


def _source(source: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        fits = len(to_text(source)) <= MAX_SOURCE_CHARS
    except (TypeError, ValueError):
        fits = False
    return source if fits else {key: source[key] for key in ("conversation_id", "run_id")
                                if isinstance(source.get(key), str) and len(source[key]) <= 64}
