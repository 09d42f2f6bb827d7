"""The characters of this app, and which of them is talked to."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Any

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.objects import to_text
from characoid_desktop.features.personas.models import (
    DEFAULT_ID,
    MAX_FIELD_CHARS,
    MAX_NAME_CHARS,
    MAX_SETTINGS_CHARS,
    Persona,
    Profile,
)
from characoid_desktop.features.personas.repository import PersonaRepository

_DEFAULT_PROFILE = Profile(
    description="A friendly companion who lives in this app and helps its user prepare streams.",
    personality="Warm, attentive, a little playful. Says plainly when something is not known.",
)


class PersonaGone(AppError):
    code = "persona_gone"


class BadPersona(AppError):
    code = "bad_persona"


def _new_id() -> str:
    return uuid.uuid4().hex


class PersonaService:
    """All personas, kept in memory; every change is on the disk when its call returns.

    ``changed`` fires for a new or changed persona, ``current_changed`` when another one is talked to. A change
    made inside a caller's unit of work (``tx``) is announced when that is saved.
    """

    def __init__(self, database: Database, clock: Clock, new_id: Callable[[], str] = _new_id) -> None:
        self.changed: Event[Persona] = Event()
        self.current_changed: Event[Persona] = Event()
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._rows = PersonaRepository(database)
        self._known: dict[str, Persona] = {}
        self._current = ""
        self._revision = 0

    async def start(self, default_name: str = "Mika", default_profile: Profile | None = None) -> None:
        """Load all; where there is none, make one with the id DEFAULT_ID. Raises DataError."""
        self._known = {persona.id: persona for persona in await self._rows.all()}
        if not self._known:
            name, profile = _name(default_name), _profile(default_profile or _DEFAULT_PROFILE)
            async with self._database.transaction() as tx:
                made = await self._rows.insert(
                    tx, id=DEFAULT_ID, name=name, profile=profile, settings={}, now=self._clock.now())
            self._known[made.id] = made
        wanted = await self._rows.current_id()
        self._current = wanted if wanted in self._known else next(iter(self._known))

    @property
    def all(self) -> tuple[Persona, ...]:
        """In order of making."""
        return tuple(self._known.values())

    @property
    def current(self) -> Persona:
        """The one that is talked to; RuntimeError before :meth:`start`."""
        try:
            return self._known[self._current]
        except KeyError:
            raise RuntimeError("the personas are not loaded yet") from None

    def get(self, id: str) -> Persona | None:
        return self._known.get(id)

    async def create(
        self, name: str, profile: Profile = Profile(), settings: Mapping[str, Any] | None = None,
    ) -> Persona:
        """Make a persona (it does not become the current one). Raises BadPersona, DataError."""
        name, profile, settings = _name(name), _profile(profile), _settings(settings or {})
        async with self._database.transaction() as tx:
            made = await self._rows.insert(
                tx, id=self._new_id(), name=name, profile=profile, settings=settings, now=self._clock.now())
            made = self._stamped(made)
        self.announce(made)
        return made

    async def update(
        self, id: str, *, name: str | None = None, profile: Mapping[str, str] | None = None,
        settings: Mapping[str, Any] | None = None, tx: Transaction | None = None,
    ) -> Persona:
        """Change what is given and return the persona. Raises PersonaGone, BadPersona, DataError.

        ``profile`` and ``settings`` hold only what changes; a setting of None is taken away. With ``tx`` it is
        part of that unit of work, and nobody hears of it before that is saved.
        """
        async with self._within(tx) as unit:
            before = await self._rows.get(unit, id)
            if before is None:
                raise PersonaGone(Text.of("This character is not there any more."),
                                  safe=Text.of("Nothing was changed."))
            after = self._stamped(replace(
                before, updated_at=self._clock.now(), name=before.name if name is None else _name(name),
                profile=_profile(_merged(before.profile, profile or {})),
                settings=_settings({k: v for k, v in {**before.settings, **(settings or {})}.items()
                                    if v is not None})))
            await self._rows.store(unit, after)
            unit.after_commit(lambda: self.announce(after))
        return after

    async def set_current(self, id: str) -> None:
        """Talk to this one from now on, also after a restart. Raises PersonaGone, DataError."""
        if id not in self._known:
            raise PersonaGone(Text.of("This character is not there any more."), safe=Text.of("Nothing was changed."))
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

    def _stamped(self, persona: Persona) -> Persona:
        self._revision += 1
        return replace(persona, revision=self._revision)

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def _name(name: str) -> str:
    name = " ".join(clean(name).split())
    if not name:
        raise BadPersona(Text.of("A character needs a name."), safe=Text.of("Nothing was changed."))
    if len(name) > MAX_NAME_CHARS:
        raise BadPersona(Text.of("The name is longer than {n} characters.", n=MAX_NAME_CHARS),
                         safe=Text.of("Nothing was changed."))
    return name


def _merged(profile: Profile, changes: Mapping[str, str]) -> Profile:
    unknown = [key for key in changes if key not in Profile.names()]
    if unknown:
        raise BadPersona(Text.of("A profile has no part “{name}”.", name=clean(unknown[0])[:50]),
                         safe=Text.of("Nothing was changed."))
    return replace(profile, **dict(changes))


def _profile(profile: Profile) -> Profile:
    values = {name: clean(text).strip() for name, text in profile.to_json().items()}
    if max(len(text) for text in values.values()) > MAX_FIELD_CHARS:
        raise BadPersona(Text.of("A part of the profile is longer than {n} characters.", n=MAX_FIELD_CHARS),
                         safe=Text.of("Nothing was changed."))
    return Profile(**values)


def _settings(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        fits = len(to_text(settings)) <= MAX_SETTINGS_CHARS
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise BadPersona(Text.of("The character's settings cannot be saved: they are too large."),
                         safe=Text.of("Nothing was changed."))
    return dict(settings)
