"""Characters as files: cards and bundles in and out, pictures, and the characters that ship with the app."""

from __future__ import annotations

import asyncio
import importlib.resources
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol

from characoid_desktop.core.i18n import Text
from characoid_desktop.data.blobs import BlobStore, open_regular
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.errors import expected_errors
from characoid_desktop.data.files import replace_into_place, scratch_beside
from characoid_desktop.data.names import fit_name, visible
from characoid_desktop.features.personas.bundle import Bundle, is_zip, read_bundle, without_secrets, write_bundle
from characoid_desktop.features.personas.cards import Card, CardVersion, card_json, card_of, card_png, read_card
from characoid_desktop.features.personas.errors import BadAvatar, BadCard, persona_gone
from characoid_desktop.features.personas.lore import Book, BookSettings
from characoid_desktop.features.personas.lore_rows import LoreRepository
from characoid_desktop.features.personas.models import NewPersona, Origin, Persona
from characoid_desktop.features.personas.pictures import SIDE, Decode, Draw, checked_kind, read_picture
from characoid_desktop.features.personas.png import is_png, plain_picture, without_texts
from characoid_desktop.features.personas.recognising import is_character
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.personas.strictly import json_object

MAX_FILE_BYTES: Final = 64 * 1024 * 1024
DRAWN_SIDE: Final = 512
BUNDLE_SUFFIX: Final = ".characoid.zip"
LANGUAGES: Final = ("zh_CN", "ja", "en")


class Format(StrEnum):
    """What a character is written as."""

    PNG = "png"
    JSON = "json"
    BUNDLE = "zip"

    @classmethod
    def of(cls, path: Path) -> Format:
        """The format that a file name asks for. Raises BadCard for one that says none of them."""
        suffix = path.suffix.lower().removeprefix(".")
        if suffix not in [one.value for one in cls]:
            raise BadCard(Text.of("A character is written as .png, .json or .zip. Give the file a name that ends so: "
                                  "“{name}” does not.", name=visible(path.name)[:100]), code="unknown_format")
        return cls(suffix)


class Belongings(Protocol):
    """What is a persona's own and lies in other features, as plain objects for a bundle."""

    async def memories(self, persona_id: str) -> Sequence[Mapping[str, Any]]: ...

    async def documents(self, persona_id: str) -> Sequence[Mapping[str, Any]]: ...

    async def remember(
        self, tx: Transaction, persona_id: str, memories: Sequence[Mapping[str, Any]], *, vouched: bool,
    ) -> int:
        """Save the memories of a bundle and return how many; what is no memory is passed over. ``vouched``: the user
        says that they are not a stranger's."""
        ...

    async def vouch(self, persona_id: str) -> int:
        """Let the memories that came with a persona's bundle count as what the bundle says of them; return how many."""
        ...


class NoBelongings:
    async def memories(self, persona_id: str) -> Sequence[Mapping[str, Any]]:
        return ()

    async def documents(self, persona_id: str) -> Sequence[Mapping[str, Any]]:
        return ()

    async def remember(
        self, tx: Transaction, persona_id: str, memories: Sequence[Mapping[str, Any]], *, vouched: bool,
    ) -> int:
        return 0

    async def vouch(self, persona_id: str) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Arrival:
    """A file that was read and checked, of which nothing was made yet: what is taken in is what was shown.

    ``memories``: how many it brings, ``documents``: how many it only names, ``lore``: how many entries.
    """

    name: str
    lore: int
    memories: int
    documents: int
    bundle: Bundle = field(repr=False)


@dataclass(frozen=True, slots=True)
class Imported:
    """``notes`` say what was left out. ``came_untrusted``: how many memories count as text from outside."""

    persona: Persona
    notes: tuple[Text, ...] = ()
    came_untrusted: int = 0


@dataclass(frozen=True, slots=True)
class Shipped:
    """A character that comes with the app. ``id`` is the name of its file."""

    id: str
    language: str
    name: str
    about: str


class PersonaFiles:
    """Everything is read, checked and decoded before the first row is written; a character is there whole or not."""

    def __init__(
        self, database: Database, personas: PersonaService, blobs: BlobStore, decode: Decode,
        belongings: Belongings | None = None, draw: Draw = lambda _, color, side: plain_picture(color, side),
    ) -> None:
        self._database = database
        self._personas = personas
        self._blobs = blobs
        self._decode = decode
        self._draw = draw
        self._belongings = belongings or NoBelongings()
        self._lore = LoreRepository(database)

    # --- in -------------------------------------------------------------------------------------

    async def look(self, path: Path) -> Arrival:
        """Read a card (JSON, PNG, CHARX) or a bundle and make nothing of it yet. Raises BadCard, BadLore, NotAFile."""
        data = await asyncio.to_thread(_read, path)
        bundle = await asyncio.to_thread(_bundle_of, data)
        book = bundle.card.book
        return Arrival(bundle.card.name, 0 if book is None else len(book.entries), len(bundle.memories),
                       len(bundle.documents), bundle)

    async def import_file(self, path: Path, *, vouched: bool = False) -> Imported:
        """Make a persona of a file at once: :meth:`look` and :meth:`take_in`."""
        return await self.take_in(await self.look(path), vouched=vouched)

    async def take_in(self, arrival: Arrival, *, vouched: bool = False) -> Imported:
        """Make a persona of what was read. Raises BadLore, BadPersona, DataError; nothing was made then.

        ``vouched``: the user was told of the memories and says that they are not a stranger's. Without it each counts
        as text from outside, whatever the file says: no model is told of it but by a tool, which taints the turn.
        """
        bundle = arrival.bundle
        notes: list[Text] = []
        is_twin = any(one.name == bundle.card.name for one in self._personas.all)
        avatar = await self._picture(bundle, notes)
        if bundle.is_foreign:
            notes.append(Text.of("Pictures and sounds of the archive were left out."))
        if bundle.documents:
            notes.append(Text.count("{n} document is not part of the file. Add it again.",
                                    "{n} documents are not part of the file. Add them again.", len(bundle.documents)))
        async with self._database.transaction() as tx:
            new = new_persona(bundle.card, avatar)
            made = await self._personas.add(
                replace(new, settings={**without_secrets(bundle.settings), **new.settings}), tx=tx)
            kept = await self._belongings.remember(tx, made.id, bundle.memories, vouched=vouched)
        if kept and not vouched:
            notes.append(Text.count(
                "{n} memory came with it and counts as text from outside.",
                "{n} memories came with it and count as text from outside.", kept))
        if is_twin:
            notes.append(Text.of("There is another character called “{name}”.", name=visible(made.name)[:60]))
        return Imported(made, tuple(notes), 0 if vouched else kept)

    async def characters_among(self, paths: Sequence[Path]) -> list[Path]:
        """Return those that say that they are characters; each is read in a small part only."""
        return await asyncio.to_thread(lambda: [path for path in paths if is_character(path)])

    async def vouch(self, persona_id: str) -> int:
        """The user says, after :meth:`take_in`, that the memories that came are not a stranger's; return how many.
        Raises DataError."""
        return await self._belongings.vouch(persona_id)

    async def _picture(self, bundle: Bundle, notes: list[Text]) -> str | None:
        data = bundle.avatar or bundle.card.picture
        if not data:
            return None
        try:
            return await self._keep(data)
        except BadAvatar as error:
            notes.append(Text.of("The character came without its picture: {why}", why=error.sentence))
            return None

    # --- out ------------------------------------------------------------------------------------

    async def card(self, persona_id: str) -> Card:
        """Return a persona as a card. Raises PersonaGone."""
        persona = self._personas.get(persona_id)
        if persona is None:
            raise persona_gone()
        return card_from(persona, await self._lore.of(persona_id))

    async def export(
        self, persona_id: str, target: Path, format: Format | None = None, version: CardVersion | None = None, *,
        overwrite: bool = False,
    ) -> Path:
        """Write a persona to a file and return where it is; without ``format`` the file name says which, without
        ``version`` a card that came in goes out as what it was, any other as V3.

        A folder as ``target`` gets a file with the character's name. Raises PersonaGone and the errors of
        ``data.files.replace_into_place``.
        """
        card = await self.card(persona_id)
        persona = self._personas.get(persona_id)
        assert persona is not None
        format = format or (Format.PNG if target.is_dir() else Format.of(target))
        if target.is_dir():
            suffix = BUNDLE_SUFFIX if format is Format.BUNDLE else f".{format.value}"
            target = target / fit_name(persona.name, suffix, parent=target)
        picture = await asyncio.to_thread(self._picture_of, persona)
        if format is Format.BUNDLE:
            bundle = Bundle(card, picture, persona.settings, await self._belongings.memories(persona_id),
                            await self._belongings.documents(persona_id))
            data = await asyncio.to_thread(write_bundle, bundle)
        elif format is Format.PNG:
            drawing = b"" if picture else await asyncio.to_thread(self._draw, persona.name, persona.color, DRAWN_SIDE)
            data = await asyncio.to_thread(card_png, card, picture, version, drawing=drawing)
        else:
            data = await asyncio.to_thread(card_json, card, version)
        return await asyncio.to_thread(_write, data, target, overwrite)

    # --- pictures -------------------------------------------------------------------------------

    async def set_avatar(self, persona_id: str, path: Path) -> Persona:
        """Give a persona the picture in a PNG, JPEG or WebP file. Raises BadAvatar, NotAFile, PersonaGone, DataError.
        """
        picture = await self._keep(await asyncio.to_thread(read_picture, path))
        return await self._personas.update(persona_id, avatar=picture)

    async def clear_avatar(self, persona_id: str) -> Persona:
        """Take the picture away. Raises PersonaGone, DataError."""
        return await self._personas.update(persona_id, avatar="")

    def avatar_path(self, persona: Persona) -> Path | None:
        """Where the picture of a persona lies (a PNG), if it has one."""
        return None if persona.avatar is None else self._blobs.path(persona.avatar)

    async def _keep(self, data: bytes) -> str:
        def decoded() -> bytes:
            return without_texts(self._decode(data, checked_kind(data), SIDE))

        return await self._blobs.put_bytes(await asyncio.to_thread(decoded))

    def _picture_of(self, persona: Persona) -> bytes:
        path = self.avatar_path(persona)
        try:
            data = b"" if path is None else path.read_bytes()
        except OSError:
            return b""
        return data if is_png(data) else b""

    # --- shipped --------------------------------------------------------------------------------

    def shipped(self) -> tuple[Shipped, ...]:
        """The characters that come with the app, in the order of the languages. Reads small files."""
        return tuple(Shipped(language, language, card.name, _about(card))
                     for language in LANGUAGES for card in (shipped_card(language),))

    async def add_shipped(self, id: str) -> Persona:
        """Add one of :meth:`shipped`. Raises BadCard (no such one), DataError."""
        if id not in LANGUAGES:
            raise BadCard(Text.of("There is no such character."), code="no_card")
        card = await asyncio.to_thread(shipped_card, id)
        return await self._personas.add(new_persona(card, None))


def shipped_card(language: str) -> Card:
    """Return the character that comes with the app for a language (English for one that has none)."""
    name = f"{language if language in LANGUAGES else 'en'}.json"
    return card_of(json_object(importlib.resources.files("resources").joinpath("personas", name).read_bytes()))


def first_persona(language: str) -> NewPersona:
    """Return the character of a new home, for the language of the window."""
    return new_persona(shipped_card(language), None)


def new_persona(card: Card, avatar: str | None) -> NewPersona:
    """Return what is to be made of a card."""
    book = card.book
    return NewPersona(
        card.name, card.profile, {"color": card.color} if card.color else {}, card.facts,
        Origin(card.version.value, card.remainder, None if book is None else book.settings.to_json()), avatar,
        () if book is None else book.entries)


def card_from(persona: Persona, entries: Sequence[Any]) -> Card:
    """Return a persona as the card it came from, with what changed since."""
    origin = persona.origin
    color = persona.settings.get("color")
    book = None if origin.book is None and not entries else Book(BookSettings.from_json(origin.book or {}),
                                                                   tuple(entries))
    version = CardVersion(origin.version) if origin.remainder and origin.version in list(CardVersion) else (
        CardVersion.V3)
    return Card(persona.name, persona.profile, persona.facts, color if isinstance(color, str) else "", book, version,
                origin.remainder)


def _about(card: Card) -> str:
    return " ".join((card.facts.creator_notes or card.profile.description).split())[:300]


def _read(path: Path) -> bytes:
    with open_regular(path) as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise BadCard(Text.of("The file is larger than {n} MB. That is no character.", n=MAX_FILE_BYTES // 1024**2))
    return data


def _bundle_of(data: bytes) -> Bundle:
    return read_bundle(data) if is_zip(data) else Bundle(read_card(data))


def _write(data: bytes, target: Path, overwrite: bool) -> Path:
    scratch = scratch_beside(target)
    try:
        with expected_errors(target, 0.0):
            scratch.write_bytes(data)
        return replace_into_place(scratch, target, overwrite=overwrite)
    finally:
        scratch.unlink(missing_ok=True)
