"""What is remembered: short notes, each of one persona or of the workplace."""

from __future__ import annotations

import asyncio
import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import Any

from characoid_desktop.core.cleaning import clean, title_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.fusion import by_words, combined
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.matching import Question
from characoid_desktop.core.tokens import estimate_tokens
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.objects import to_text
from characoid_desktop.features.memory.meaning import ASK_LIMIT_S, HURRY_LIMIT_S, MemoryMeaning, no_embedder
from characoid_desktop.features.memory.models import (
    MAX_READ,
    MAX_SOURCE_CHARS,
    MAX_TEXT_CHARS,
    CarriedMemory,
    Memory,
    MemoryFilter,
    MemoryScope,
    Recall,
    names_of,
)
from characoid_desktop.features.memory.repository import MemoryRepository, NewMemory
from characoid_desktop.features.memory.search import Scored, best, ordered, score, within
from characoid_desktop.features.memory.when import When, find_when

UNDO_S = 30.0  # how long a deleted memory can be brought back
MAX_UNDO = 100
MAX_PINNED = 100  # that are looked at for a prompt
MAX_RELEVANT = 12  # of each scope, for a prompt
MAX_KIND_CHARS = 40
MAX_NOTE_CHARS = 200
MAX_OUTSIDE_CHARS = 300  # of the name of one outside text
_FIRST_DAY = datetime(2000, 1, 1, tzinfo=UTC)
_PAGE = 1000  # rows read and searched at once
_KIND = "note"
_AT_ONCE = 100  # memories of a file that are put in by one statement


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

    def __init__(self, database: Database, clock: Clock, new_id: Callable[[], str] = _new_id, *,
                 meaning: MemoryMeaning | None = None, zone: tzinfo | None = None) -> None:
        self.changed: Event[None] = Event()
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._meaning = meaning or MemoryMeaning(database, no_embedder)
        self._zone = zone  # of the user's days; None: that of the machine
        self._removed: dict[str, tuple[Memory, float]] = {}  # by id, with the end of the time to think again
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
                now = self._clock.now()
                made = await self._rows.insert(
                    unit, NewMemory(self._new_id(), scope, owner, _kind(kind), text, origin, now, now))
                self._tell(unit)
        except sqlite3.IntegrityError as error:
            raise MemoryGone(Text.of("This character is not there any more."),
                             safe=Text.of("Nothing was changed.")) from error
        return made

    async def bring_in(self, tx: Transaction, persona_id: str, carried: Sequence[CarriedMemory]) -> int:
        """Save what a file carried as memories of a persona, in this order; return how many were new.

        What is no memory (empty, too long) is passed over. Dates are kept where they are possible, those of the future
        become now; at most MAX_PINNED are pinned.
        """
        known = await self._rows.texts(tx, persona_id)
        before, pins = len(known), 0
        now = self._clock.now()
        for first in range(0, len(carried), _AT_ONCE):  # the window's thread makes the rows: a few, then a breath
            rows: list[NewMemory] = []
            for one in carried[first:first + _AT_ONCE]:
                try:
                    text = _text(one.text)
                except BadMemory:
                    continue
                if text in known:
                    continue
                known.add(text)
                pinned = one.pinned and pins < MAX_PINNED
                pins += pinned
                made = _possible(one.created_at, now)
                rows.append(NewMemory(
                    self._new_id(), MemoryScope.PERSONA, persona_id, _kind(one.kind), text, _source(_origin(one)), made,
                    max(made, _possible(one.updated_at, now)), pinned))
            await self._rows.insert_all(tx, rows)
        self._tell(tx)
        return len(known) - before

    async def no_longer_outside(self, persona_id: str, name: str) -> int:
        """Take ``name`` from the outside texts of all memories of a persona, because the user says that it was none;
        return of how many. Their dates stay. Raises DataError."""
        async with self._database.transaction() as tx:
            found = [one for one in await self._rows.outside_of(tx, persona_id) if name in one.outside]
            for one in found:
                left = [other for other in one.outside if other != name]
                source = {key: value for key, value in one.source.items() if key != "outside"}
                await self._rows.set_source(tx, one.id, {**source, **({"outside": left} if left else {})})
            self._tell(tx)
        return len(found)

    async def update(
        self, id: str, persona_id: str | None, text: str, *, scope: MemoryScope = MemoryScope.PERSONA,
        outside: Sequence[str] = (), tx: Transaction | None = None,
    ) -> Memory:
        """Change the words of a memory. ``outside``: the outside texts that had a part in the new ones; those of the
        old ones stay, for nobody knows what is left of them. Raises MemoryGone, BadMemory, DataError."""
        async with self._within(tx) as unit:
            memory = await self._change(id, scope, persona_id, unit, text=_text(text))
            if not set(outside) <= set(memory.outside):
                source = {**memory.source, "outside": _outside((*memory.outside, *outside))}
                await self._rows.set_source(unit, id, source)
                memory = replace(memory, source=source)
        return memory

    async def pin(self, id: str, scope: MemoryScope, persona_id: str | None, pinned: bool = True) -> Memory:
        """Have it come first whenever memories are read. Raises MemoryGone."""
        return await self._change(id, scope, persona_id, None, pinned=int(pinned))

    async def delete(
        self, id: str, scope: MemoryScope, persona_id: str | None, *, tx: Transaction | None = None,
    ) -> Memory | None:
        """Forget it and return what it was; None when there is no such memory of theirs."""
        async with self._within(tx) as unit:
            gone = await self._rows.delete(unit, id, scope, _owner(scope, persona_id))
            if gone is not None:
                self._tell(unit)
        return gone

    async def remove(self, id: str, scope: MemoryScope, persona_id: str | None) -> bool:
        """As :meth:`delete`, but :meth:`undo` brings it back within UNDO_S seconds (while the app runs)."""
        memory = await self.delete(id, scope, persona_id)
        if memory is None:
            return False
        self._drop_old()
        self._removed[id] = memory, self._clock.monotonic() + UNDO_S
        while len(self._removed) > MAX_UNDO:
            del self._removed[next(iter(self._removed))]
        return True

    async def undo(self, id: str, scope: MemoryScope, persona_id: str | None) -> Memory:
        """Bring back what was removed, as it was. Raises MemoryGone when the time is over, DataError."""
        self._drop_old()
        memory, _ = self._removed.get(id, (None, 0.0))
        if memory is None or (memory.scope, memory.persona_id) != (scope, _owner(scope, persona_id)):
            raise _gone()
        try:
            async with self._database.transaction() as tx:
                await self._rows.put_back(tx, memory)
                self._tell(tx)
        except sqlite3.IntegrityError as error:
            raise _gone() from error
        self._removed.pop(id, None)
        return memory

    async def read(
        self, scope: MemoryScope, persona_id: str | None, query: str = "", limit: int = MAX_READ,
    ) -> list[Memory]:
        """As :meth:`recall`, only the memories."""
        return list((await self.recall(scope, persona_id, query, limit)).memories)

    async def recall(
        self, scope: MemoryScope, persona_id: str | None, query: str = "", limit: int = MAX_READ, *,
        model_limit_s: float = ASK_LIMIT_S,
    ) -> Recall:
        """Return at most ``limit`` (≤ MAX_READ) memories of that owner.

        Without ``query``: pinned ones, then newest first. With it: those that have a word of it (in scripts without
        spaces: two neighbouring characters) or mean the like, the best first, newest first among equals. A time in the
        query (see ``when.py``) keeps only what is of that time, or, where it is a guess, puts that first; all of that
        time is returned then, what has the other words of the query first. The model for meaning is waited for at most
        ``model_limit_s`` seconds; without it words alone count, and the notes say so.
        """
        owner, limit = _owner(scope, persona_id), max(0, min(limit, MAX_READ))
        when = find_when(query, self._clock.now(), self._zone) if query.strip() else None
        question = Question(when.rest if when is not None else query)
        if not query.strip():
            return Recall(tuple(await self._rows.newest(scope, owner, limit)), None, question)
        found, scored = await self._by_words(scope, owner, question, when, limit)
        meant, note = ({}, None) if question.is_empty else await self._meaning.closest(
            scope, owner, question.text, model_limit_s)
        for id in meant:
            if id not in found:
                memory = await self._rows.get(id, scope, owner)
                if memory is not None and (when is None or not when.is_sure or within(memory, when)):
                    found[id] = memory
        worded = by_words([(one[2].id, one[0]) for one in scored], question.share(scored[0][0]) if scored else 0.0)
        worth = dict(combined(worded, {id: value for id, value in meant.items() if id in found}))
        kept = ordered(found, worth, when)[:limit]
        return Recall(tuple(kept), when, question, () if note is None else (note,))

    async def _by_words(
        self, scope: MemoryScope, owner: str | None, question: Question, when: When | None, limit: int,
    ) -> tuple[dict[str, Memory], list[Scored]]:
        """Return what has the words or is of the time, and what has the words, best first."""
        scored: list[Scored] = []
        timely: list[Memory] = []
        before: int | None = None
        while page := await self._rows.page(scope, owner, before, _PAGE):
            before = page[-1].seq
            if when is not None:
                there = [memory for memory in page if within(memory, when)]
                timely = [*timely, *there][:limit]
                page = there if when.is_sure else page
            scored = best([*scored, *await asyncio.to_thread(score, page, question)], limit)
        found = {memory.id: memory for memory in (*(one[2] for one in scored), *timely)}
        return found, scored

    async def for_prompt(
        self, persona_id: str, said: str, tokens: int, scopes: Sequence[MemoryScope] = tuple(MemoryScope),
    ) -> list[Memory]:
        """Return what a model is told before it answers ``said``: the pinned ones of the persona and of the workspace,
        then those that fit what was said, together at most about ``tokens`` tokens.

        What came from text from outside is left out: that is given only by a tool, which says so.
        """
        pinned = await self._rows.pinned(persona_id, MAX_PINNED)
        relevant: list[Memory] = []
        if said.strip():
            for scope in scopes:
                found = await self.recall(scope, persona_id, said, MAX_RELEVANT, model_limit_s=HURRY_LIMIT_S)
                relevant += found.memories
        kept: dict[str, Memory] = {}
        for memory in (*pinned, *relevant):
            cost = estimate_tokens(memory.text) + 1
            if memory.outside or memory.scope not in scopes or memory.id in kept or cost > tokens:
                continue
            tokens -= cost
            kept[memory.id] = memory
        return list(kept.values())

    async def page(
        self, scope: MemoryScope, persona_id: str | None, *, query: str = "", wanted: MemoryFilter = MemoryFilter.ALL,
        before_seq: int | None = None, limit: int = MAX_READ,
    ) -> list[Memory]:
        """Return a page for a list: newest first, ``seq`` below ``before_seq``; with ``query`` only one, best first."""
        if query.strip():
            found = await self.read(scope, persona_id, query, limit)
            return [memory for memory in found if _passes(memory, wanted)] if before_seq is None else []
        return await self._rows.page(scope, _owner(scope, persona_id), before_seq, max(0, min(limit, MAX_READ)), wanted)

    async def count(self, scope: MemoryScope, persona_id: str | None) -> int:
        """How many memories that owner has."""
        return await self._rows.count(scope, _owner(scope, persona_id))

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
                raise _gone()
            self._tell(unit)
        return memory

    def _drop_old(self) -> None:
        now = self._clock.monotonic()
        for id in [id for id, (_, until) in self._removed.items() if until < now]:
            del self._removed[id]

    def _tell(self, tx: Transaction) -> None:
        tx.after_commit(lambda: self.changed.emit(None))

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def _gone() -> MemoryGone:
    return MemoryGone(Text.of("There is no such memory."), safe=Text.of("Nothing was changed."))


def _kind(kind: str) -> str:
    return clean(kind)[:MAX_KIND_CHARS] or _KIND


def _possible(at: datetime, now: datetime) -> datetime:
    """A date that a memory can have: not before there were such apps, not in the future."""
    return at.astimezone(UTC) if _FIRST_DAY <= at <= now else now


def _origin(carried: CarriedMemory) -> dict[str, Any]:
    """Its source: ``note`` marks what came with a file."""
    outside = _outside(carried.outside)
    return {"note": title_line(carried.note, MAX_NOTE_CHARS), **({"outside": outside} if outside else {})}


def _outside(names: Sequence[str]) -> list[str]:
    """Names of outside texts, each once, as many as there is room for in a source."""
    outside: list[str] = []
    room = MAX_SOURCE_CHARS // 2
    for name in dict.fromkeys(names):
        name = title_line(name, MAX_OUTSIDE_CHARS) or "?"
        if len(name) + 4 > room:
            break
        room -= len(name) + 4
        outside.append(name)
    return outside


def _passes(memory: Memory, wanted: MemoryFilter) -> bool:
    return {MemoryFilter.ALL: True, MemoryFilter.PINNED: memory.pinned, MemoryFilter.UNUSED: memory.used_at is None,
            MemoryFilter.OUTSIDE: bool(memory.outside)}[wanted]


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
    if fits:
        return source
    outside = _outside(names_of(source.get("outside")))
    return {**{key: source[key] for key in ("conversation_id", "message_id", "run_id")
               if isinstance(source.get(key), str) and len(source[key]) <= 64},
            **({"outside": outside} if outside else {})}
