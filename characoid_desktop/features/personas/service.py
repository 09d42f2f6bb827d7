"""The characters of this app, and which of them is talked to."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Any

from characoid_desktop.core.cleaning import clean, title_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.objects import to_text
from characoid_desktop.features.personas.companions import Companion
from characoid_desktop.features.personas.errors import (
    BadPersona,
    LastPersona,
    PersonaGone,
    nothing_changed,
    persona_gone,
)
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.features.personas.lore_rows import LoreRepository
from characoid_desktop.features.personas.models import (
    DEFAULT_ID,
    MAX_FIELD_CHARS,
    MAX_NAME_CHARS,
    MAX_SETTINGS_CHARS,
    MAX_TEXTS,
    RETIRED,
    Facts,
    NewPersona,
    Origin,
    Persona,
    Profile,
)
from characoid_desktop.features.personas.repository import PersonaRepository

_DEFAULT_PROFILE = Profile(
    description="A friendly companion who lives in this app and helps its user prepare streams.",
    personality="Warm, attentive, a little playful. Says plainly when something is not known.",
)


__all__ = ["BadPersona", "LastPersona", "PersonaGone", "PersonaService"]


def _new_id() -> str:
    return uuid.uuid4().hex


class PersonaService:
    """All personas, kept in memory; every change is on the disk when its call returns.

    ``changed`` fires for a new or changed persona (also one that was put away), ``removed`` with the id of a deleted
    one, ``current_changed`` when another one is talked to. A change made inside a caller's unit of work (``tx``) is
    announced when that is saved. ``companions`` follow what happens to a persona as a whole.
    """

    def __init__(self, database: Database, clock: Clock, new_id: Callable[[], str] = _new_id) -> None:
        self.changed: Event[Persona] = Event()
        self.removed: Event[str] = Event()
        self.current_changed: Event[Persona] = Event()
        self.companions: list[Companion] = []
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._rows = PersonaRepository(database)
        self._lore = LoreRepository(database)
        self._known: dict[str, Persona] = {}
        self._current = ""
        self._revision = 0

    async def start(
        self, default_name: str = "Mika", default_profile: Profile | None = None, *,
        first: Callable[[], NewPersona] | None = None,
    ) -> None:
        """Load all; where there is none, make one with the id DEFAULT_ID: what ``first`` says (in a thread), or one of
        that name. Raises DataError."""
        self._known = {persona.id: persona for persona in await self._rows.all()}
        if not self._known:
            made = (await asyncio.to_thread(first) if first is not None
                    else NewPersona(default_name, default_profile or _DEFAULT_PROFILE))
            async with self._database.transaction() as tx:
                persona = await self._insert(tx, DEFAULT_ID, made)
            self._known[persona.id] = persona
        elif not self.all:
            await self.restore(next(iter(self._known)))
        wanted = await self._rows.current_id()
        self._current = wanted if wanted is not None and self.get(wanted) is not None else self.all[0].id

    @property
    def all(self) -> tuple[Persona, ...]:
        """In order of making, but for those that were put away."""
        return tuple(persona for persona in self._known.values() if not persona.is_retired)

    @property
    def retired(self) -> tuple[Persona, ...]:
        """Those that were put away."""
        return tuple(persona for persona in self._known.values() if persona.is_retired)

    @property
    def current(self) -> Persona:
        """The one that is talked to; RuntimeError before :meth:`start`."""
        try:
            return self._known[self._current]
        except KeyError:
            raise RuntimeError("the personas are not loaded yet") from None

    def get(self, id: str) -> Persona | None:
        """Return a persona; None for one that was put away or is not there."""
        found = self._known.get(id)
        return None if found is None or found.is_retired else found

    async def create(
        self, name: str, profile: Profile = Profile(), settings: Mapping[str, Any] | None = None,
    ) -> Persona:
        """Make a persona (it does not become the current one). Raises BadPersona, DataError."""
        return await self.add(NewPersona(name, profile, settings or {}))

    async def add(self, new: NewPersona, *, tx: Transaction | None = None) -> Persona:
        """Make a persona with all that goes with it, at once. Raises BadPersona, DataError."""
        async with self._within(tx) as unit:
            made = self._stamped(await self._insert(unit, self._new_id(), new))
            unit.after_commit(lambda: self.announce(made))
        return made

    async def duplicate(self, id: str, name: str = "") -> Persona:
        """Make another one like it: profile, lore, picture, settings and what the companions copy; no conversations
        and no memories. Raises PersonaGone, BadPersona, DataError."""
        async with self._database.transaction() as tx:
            source = await self._there(tx, id)
            entries = await self._lore.of(id, tx)
            made = self._stamped(await self._insert(tx, self._new_id(), NewPersona(
                name or self._copy_name(source.name), source.profile, source.settings, source.facts, source.origin,
                source.avatar, entries)))
            for companion in self.companions:
                await companion.copied(tx, id, made.id)
            tx.after_commit(lambda: self.announce(made))
        return made

    async def retire(self, id: str) -> None:
        """Put a persona away as it is, with conversations, memories and documents: nobody sees it or talks to it until
        :meth:`restore`. Raises LastPersona, PersonaGone, DataError."""
        async with self._database.transaction() as tx:
            await self._let_go(tx, id)
            await self._put_away(tx, id, self._clock.now().isoformat())

    async def restore(self, id: str) -> Persona:
        """Bring back a persona that was put away. Raises PersonaGone, DataError."""
        async with self._database.transaction() as tx:
            return await self._put_away(tx, id, None)

    async def delete(self, id: str) -> None:
        """Delete a persona with its conversations, lore, memories and knowledge, all in one. Raises LastPersona,
        PersonaGone, DataError and what a companion raises; nothing was deleted then.

        Whoever offers this asks first. Files of the user's own are never touched.
        """
        async with self._database.transaction() as tx:
            if id not in self._known or not self._known[id].is_retired:
                await self._let_go(tx, id)
            for companion in self.companions:
                await companion.forget(tx, id)
            if not await self._rows.delete(tx, id):
                raise persona_gone()
            tx.after_commit(lambda: self._gone(id))

    async def update(
        self, id: str, *, name: str | None = None, profile: Mapping[str, str] | None = None,
        settings: Mapping[str, Any] | None = None, facts: Mapping[str, Any] | None = None, avatar: str | None = None,
        origin: Origin | None = None, tx: Transaction | None = None,
    ) -> Persona:
        """Change what is given and return the persona. Raises PersonaGone, BadPersona, DataError.

        ``profile``, ``facts`` and ``settings`` hold only what changes; a setting of None is taken away. ``avatar`` is
        the hash of a picture, "" for none. With ``tx`` it is part of that unit of work, and nobody hears of it before
        that is saved.
        """
        async with self._within(tx) as unit:
            before = await self._there(unit, id)
            after = self._stamped(replace(
                before, updated_at=self._clock.now(), name=before.name if name is None else _name(name),
                avatar=before.avatar if avatar is None else avatar or None,
                profile=_profile(_merged(before.profile, profile or {})),
                facts=_facts(replace(before.facts, **dict(facts or {}))), origin=origin or before.origin,
                settings=_settings({k: v for k, v in {**before.settings, **(settings or {})}.items()
                                    if v is not None})))
            await self._rows.store(unit, after)
            unit.after_commit(lambda: self.announce(after))
        return after

    async def set_current(self, id: str) -> None:
        """Talk to this one from now on, also after a restart. Raises PersonaGone, DataError."""
        if self.get(id) is None:
            raise persona_gone()
        async with self._database.transaction() as tx:
            await self._rows.set_current(tx, id)
            tx.after_commit(lambda: self._switch(id))

    def announce(self, persona: Persona) -> None:
        """Let everybody know of a saved change; of one that was told already, or is outdated, nothing is told."""
        known = self._known.get(persona.id)
        if known is not None and known.revision >= persona.revision:
            return
        self._known[persona.id] = persona
        self.changed.emit(persona)

    def _switch(self, id: str) -> None:
        if id != self._current:
            self._current = id
            self.current_changed.emit(self.current)

    def _gone(self, id: str) -> None:
        if self._known.pop(id, None) is not None:
            self.removed.emit(id)

    async def _there(self, tx: Transaction, id: str) -> Persona:
        found = await self._rows.get(tx, id)
        if found is None or found.is_retired:
            raise persona_gone()
        return found

    async def _insert(self, tx: Transaction, id: str, new: NewPersona) -> Persona:
        settings = {key: value for key, value in new.settings.items() if key != RETIRED}
        made = await self._rows.insert(
            tx, id=id, name=_name(new.name), profile=_profile(new.profile), settings=_settings(settings),
            now=self._clock.now(), facts=_facts(new.facts), origin=new.origin, avatar=new.avatar)
        await self._lore.add(tx, id, [_own(one, self._new_id()) for one in new.lore], self._clock.now())
        return made

    async def _let_go(self, tx: Transaction, id: str) -> None:
        """Have somebody else be talked to, before ``id`` goes."""
        await self._there(tx, id)
        others = [one for one in self.all if one.id != id]
        if not others:
            raise LastPersona(Text.of("This is the only character. Make or import another one first."),
                              safe=nothing_changed())
        if id == self._current:
            await self._rows.set_current(tx, others[0].id)
            tx.after_commit(lambda: self._switch(others[0].id))

    async def _put_away(self, tx: Transaction, id: str, day: str | None) -> Persona:
        before = await self._rows.get(tx, id)
        if before is None:
            raise persona_gone()
        settings = {key: value for key, value in before.settings.items() if key != RETIRED}
        after = self._stamped(replace(before, updated_at=self._clock.now(),
                                      settings=settings if day is None else {**settings, RETIRED: day}))
        await self._rows.store(tx, after)
        tx.after_commit(lambda: self.announce(after))
        return after

    def _copy_name(self, name: str) -> str:
        taken = {one.name for one in self._known.values()}
        base = name[:MAX_NAME_CHARS - 8]
        return next(found for n in range(2, len(taken) + 3) if (found := f"{base} ({n})") not in taken)

    def _stamped(self, persona: Persona) -> Persona:
        self._revision += 1
        return replace(persona, revision=self._revision)

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def _name(name: str) -> str:
    name = title_line(name, MAX_NAME_CHARS * 2)
    if not name:
        raise BadPersona(Text.of("A character needs a name."), safe=nothing_changed())
    if len(name) > MAX_NAME_CHARS:
        raise BadPersona(Text.of("The name is longer than {n} characters.", n=MAX_NAME_CHARS),
                         safe=nothing_changed())
    return name


def _merged(profile: Profile, changes: Mapping[str, str]) -> Profile:
    unknown = [key for key in changes if key not in Profile.names()]
    if unknown:
        raise BadPersona(Text.of("A profile has no part “{name}”.", name=clean(unknown[0])[:50]),
                         safe=nothing_changed())
    return replace(profile, **dict(changes))


def _profile(profile: Profile) -> Profile:
    values = {name: clean(text).strip() for name, text in profile.to_json().items()}
    if max(len(text) for text in values.values()) > MAX_FIELD_CHARS:
        raise BadPersona(Text.of("A part of the profile is longer than {n} characters.", n=MAX_FIELD_CHARS),
                         safe=nothing_changed())
    return Profile(**values)


def _facts(facts: Facts) -> Facts:
    facts = Facts.from_card(facts.to_card(v3=True))  # cleaned as those of a file
    if max(len(text) for text in facts.texts()) > MAX_FIELD_CHARS or len(facts.texts()) > MAX_TEXTS:
        raise BadPersona(Text.of("A part of the profile is longer than {n} characters.", n=MAX_FIELD_CHARS),
                         safe=nothing_changed())
    return facts


def _own(entry: LoreEntry, id: str) -> LoreEntry:
    return replace(entry, id=id)


def _settings(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        fits = len(to_text(settings)) <= MAX_SETTINGS_CHARS
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise BadPersona(Text.of("The character's settings cannot be saved: they are too large."),
                         safe=nothing_changed())
    return dict(settings)
