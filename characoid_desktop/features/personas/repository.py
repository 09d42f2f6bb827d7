"""Personas in the database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.objects import date_of, from_text, to_text
from characoid_desktop.features.personas.models import Facts, Origin, Persona, Profile

_CURRENT = "current_persona"  # a row of the table meta


class PersonaRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> list[Persona]:
        return [_persona(row) for row in await self._database.read_all("SELECT * FROM personas ORDER BY seq")]

    async def current_id(self) -> str | None:
        row = await self._database.read_one("SELECT value FROM meta WHERE key = ?", (_CURRENT,))
        return str(row["value"]) if row else None

    async def get(self, tx: Transaction, id: str) -> Persona | None:
        row = await tx.fetch_one("SELECT * FROM personas WHERE id = ?", (id,))
        return _persona(row) if row else None

    async def insert(
        self, tx: Transaction, *, id: str, name: str, profile: Profile, settings: Mapping[str, Any], now: datetime,
        facts: Facts | None = None, origin: Origin | None = None, avatar: str | None = None,
    ) -> Persona:
        row = await tx.fetch_one(
            "INSERT INTO personas (id, name, avatar, profile, settings, created_at, updated_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *",
            (id, name, avatar, _stored(profile, facts or Facts(), origin or Origin()), to_text(settings),
             now.isoformat(), now.isoformat()))
        assert row is not None
        return _persona(row)

    async def store(self, tx: Transaction, persona: Persona) -> None:
        """Save all of it and the date of change."""
        await tx.execute(
            "UPDATE personas SET name = ?, avatar = ?, profile = ?, settings = ?, updated_at = ? WHERE id = ?",
            (persona.name, persona.avatar, _stored(persona.profile, persona.facts, persona.origin),
             to_text(persona.settings), persona.updated_at.isoformat(), persona.id))

    async def delete(self, tx: Transaction, id: str) -> bool:
        """Delete a persona with what refers to it (lore, memories); its conversations must be gone before."""
        return await tx.execute("DELETE FROM personas WHERE id = ?", (id,)) > 0

    async def set_current(self, tx: Transaction, id: str) -> None:
        await tx.execute(
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (_CURRENT, id))


def _stored(profile: Profile, facts: Facts, origin: Origin) -> str:
    more = {name: part for name, part in (("facts", facts.to_json()), ("origin", origin.to_json())) if part}
    if origin == Origin():
        more.pop("origin")
    return to_text({**profile.to_json(), **more})


def _persona(row: Row) -> Persona:
    profile = from_text(row["profile"])
    facts = profile.get("facts")
    return Persona(
        seq=row["seq"], id=row["id"], name=row["name"], avatar=row["avatar"],
        profile=Profile.from_mapping(profile), settings=from_text(row["settings"]),
        created_at=date_of(row["created_at"]), updated_at=date_of(row["updated_at"]),
        facts=Facts.from_card(cast("Mapping[str, Any]", facts)) if isinstance(facts, dict) else Facts(),
        origin=Origin.from_json(profile.get("origin")))
