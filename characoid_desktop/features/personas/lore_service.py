"""The lore of each persona: read, edited, and brought to mind in a conversation."""

from __future__ import annotations

import asyncio
import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import fields, replace
from typing import Any, Final

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.personas.errors import BadLore, LoreGone, nothing_changed, persona_gone
from characoid_desktop.features.personas.lore import (
    MAX_ENTRIES,
    Book,
    BookSettings,
    LoreEntry,
    Place,
    checked,
    checked_settings,
)
from characoid_desktop.features.personas.lore_rows import LoreRepository
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.personas.waking import Woken, wake

_EDITABLE: Final = frozenset(one.name for one in fields(LoreEntry)) - {"id", "remainder"}
_SETTABLE: Final = frozenset(one.name for one in fields(BookSettings)) - {"remainder"}


def _new_id() -> str:
    return uuid.uuid4().hex


class LoreService:
    """Every method names the persona; an entry of another one is never read, changed or told from one that is not
    there. ``changed`` fires with the persona's id after a change is saved."""

    def __init__(self, database: Database, personas: PersonaService, clock: Clock,
                 new_id: Callable[[], str] = _new_id) -> None:
        self.changed: Event[str] = Event()
        self._database = database
        self._personas = personas
        self._clock = clock
        self._new_id = new_id
        self._rows = LoreRepository(database)

    async def list(self, persona_id: str) -> list[LoreEntry]:
        """All entries in the order of the list."""
        return await self._rows.of(persona_id)

    def settings(self, persona_id: str) -> BookSettings:
        """How the lore of this persona is looked up; the app's own for none. Raises PersonaGone."""
        persona = self._personas.get(persona_id)
        if persona is None:
            raise persona_gone()
        return BookSettings.from_json(persona.origin.book or {})

    async def book(self, persona_id: str) -> Book:
        """Return all of it. Raises PersonaGone."""
        return Book(self.settings(persona_id), tuple(await self._rows.of(persona_id)))

    async def add(self, persona_id: str, entry: LoreEntry, *, tx: Transaction | None = None) -> LoreEntry:
        """Add an entry at the end and return it with its id. Raises BadLore, PersonaGone, DataError."""
        made = replace(checked(entry), id=self._new_id())
        try:
            async with self._within(tx) as unit:
                if len(await self._rows.of(persona_id, unit)) >= MAX_ENTRIES:
                    raise BadLore(Text.of("A character can have {n} lore entries.", n=MAX_ENTRIES),
                                  safe=nothing_changed())
                await self._rows.add(unit, persona_id, [made], self._clock.now())
                self._tell(unit, persona_id)
        except sqlite3.IntegrityError as error:
            raise persona_gone() from error
        return made

    async def update(
        self, persona_id: str, id: str, changes: Mapping[str, Any], *, tx: Transaction | None = None,
    ) -> LoreEntry:
        """Change what is named (fields of LoreEntry) and return the entry. Raises LoreGone, BadLore, DataError."""
        unknown = set(changes) - _EDITABLE
        if unknown:
            raise ValueError(f"no parts of an entry: {sorted(unknown)}")
        values = {key: tuple(value) if key in ("keys", "secondary_keys") else Place(value) if key == "place" else value
                  for key, value in changes.items()}
        async with self._within(tx) as unit:
            before = await self._rows.get(unit, persona_id, id)
            if before is None:
                raise _gone()
            after = checked(replace(before, **values))
            await self._rows.store(unit, persona_id, after, self._clock.now())
            self._tell(unit, persona_id)
        return after

    async def remove(self, persona_id: str, id: str, *, tx: Transaction | None = None) -> bool:
        """Delete an entry; False when there is no such entry of this persona."""
        async with self._within(tx) as unit:
            gone = await self._rows.delete(unit, persona_id, id)
            if gone:
                self._tell(unit, persona_id)
        return gone

    async def put_in_order(self, persona_id: str, ids: Sequence[str]) -> None:
        """Give the list this order; entries that are not named come after, as they were. Raises DataError."""
        async with self._database.transaction() as tx:
            there = [one.id for one in await self._rows.of(persona_id, tx)]
            named = [id for id in dict.fromkeys(ids) if id in set(there)]
            await self._rows.put_in_order(tx, persona_id, [*named, *(id for id in there if id not in set(named))])
            self._tell(tx, persona_id)

    async def set_settings(self, persona_id: str, changes: Mapping[str, Any]) -> BookSettings:
        """Change how the lore is looked up (fields of BookSettings). Raises PersonaGone, BadLore, DataError."""
        unknown = set(changes) - _SETTABLE
        if unknown:
            raise ValueError(f"no settings of lore: {sorted(unknown)}")
        after = checked_settings(replace(self.settings(persona_id), **dict(changes)))
        persona = self._personas.get(persona_id)
        if persona is None:
            raise persona_gone()
        async with self._database.transaction() as tx:
            await self._personas.update(persona_id, origin=replace(persona.origin, book=after.to_json()), tx=tx)
            self._tell(tx, persona_id)
        return after

    async def wake(
        self, persona_id: str, said: Sequence[str], language: str = "en", *, own: Sequence[int] = (),
    ) -> Woken:
        """Return what comes to mind in a conversation of which ``said`` are the messages, oldest first; ``own``: the
        places of those that the character said.

        Nothing for a persona that is not there. Raises DataError.
        """
        persona = self._personas.get(persona_id)
        if persona is None:
            return Woken()
        book = await self.book(persona_id)
        if not book.entries:
            return Woken()
        return await asyncio.to_thread(
            wake, book, list(said), lambda text: persona.filled(text, language), own=tuple(own),
            greeting=lambda: persona.greeting_number(said[0]) if 0 in own else None)

    def _tell(self, tx: Transaction, persona_id: str) -> None:
        tx.after_commit(lambda: self.changed.emit(persona_id))

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def _gone() -> LoreGone:
    return LoreGone(Text.of("This entry is not there any more."), safe=nothing_changed())
