"""A character: its name, its profile, and the settings that go with it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Final, cast

from characoid_desktop.core.cleaning import clean
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.features.personas.macros import SPOKEN, filled, user_word

DEFAULT_ID: Final = "default"
MAX_NAME_CHARS = 200
MAX_FIELD_CHARS = 50_000
MAX_GREETINGS = 50  # that can be chosen from
MAX_TEXTS = 1000  # greetings and tags of one card
MAX_SETTINGS_CHARS = 64 * 1024  # as JSON

RETIRED: Final = "retired"  # a setting: the day it was put away
VOICE: Final = "voice"  # the voice it speaks with
VTS_MODEL: Final = "vts_model"  # its model in VTube Studio
LIVE2D_MODEL: Final = "live2d_model"  # its model on this machine

COLORS: Final = ("#7FB4E6", "#E69AB4", "#8FCBA0", "#E0B070", "#B79BE0", "#6FC7C7", "#E58F7B", "#C3C06A")
"""Image colours for characters that were given none; the window shifts their lightness as it needs."""

def _nothing() -> Mapping[str, Any]:
    return {}


def _object(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


_COLOR = re.compile(r"#[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class Profile:
    """What the model is told of the character. ``language`` is the one it speaks ("" = that of the window)."""

    description: str = ""
    personality: str = ""
    scenario: str = ""
    first_message: str = ""
    example_dialogue: str = ""
    language: str = ""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(one.name for one in fields(cls))

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Profile:
        """Return the profile in stored JSON; what is missing or no text is ""."""
        return cls(**{name: value for name in cls.names() if isinstance(value := values.get(name), str)})

    def to_json(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in self.names()}


_FACTS: Final = ("creator_notes", "system_prompt", "post_history_instructions", "creator", "character_version",
                 "nickname")
_LISTS: Final = ("alternate_greetings", "tags", "group_only_greetings")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a character card says beside the profile. ``nickname`` is what others call it, "" for its name."""

    system_prompt: str = ""
    post_history_instructions: str = ""
    alternate_greetings: tuple[str, ...] = ()
    group_only_greetings: tuple[str, ...] = ()
    nickname: str = ""
    creator: str = ""
    creator_notes: str = ""
    character_version: str = ""
    tags: tuple[str, ...] = ()

    @classmethod
    def text_names(cls) -> tuple[str, ...]:
        """The fields that are one text each."""
        return _FACTS

    @classmethod
    def from_card(cls, data: Mapping[str, Any]) -> Facts:
        """Return what ``data`` of a card, or stored JSON, says; what is of another type is empty."""
        texts = {name: clean(value) for name in _FACTS if isinstance(value := data.get(name), str)}
        lists = {name: tuple(clean(one) for one in cast("list[Any]", value) if isinstance(one, str))
                 for name in _LISTS if isinstance(value := data.get(name), list)}
        return cls(**texts, **lists)  # pyright: ignore[reportArgumentType]

    def to_card(self, *, v3: bool) -> dict[str, Any]:
        """Return it as a card's ``data`` has it."""
        out: dict[str, Any] = {
            "creator_notes": self.creator_notes, "system_prompt": self.system_prompt,
            "post_history_instructions": self.post_history_instructions,
            "alternate_greetings": list(self.alternate_greetings), "tags": list(self.tags), "creator": self.creator,
            "character_version": self.character_version}
        if v3:
            out["group_only_greetings"] = list(self.group_only_greetings)
        if v3 and self.nickname:
            out["nickname"] = self.nickname
        return out

    def to_json(self) -> dict[str, Any]:
        """Return what is not empty."""
        return {key: value for key, value in {**self.to_card(v3=True)}.items() if value}

    def texts(self) -> tuple[str, ...]:
        return (*(getattr(self, name) for name in _FACTS), *self.alternate_greetings, *self.tags,
                *self.group_only_greetings)


@dataclass(frozen=True, slots=True)
class Origin:
    """The card a character came from: its version ("" for none), and what it said that we have no place for.

    ``book``: how its lore is looked up, as ``lore.BookSettings`` stores it; None where the card has no lore.
    """

    version: str = ""
    remainder: Mapping[str, Any] = field(default_factory=_nothing)
    book: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        return {"version": self.version, "remainder": dict(self.remainder),
                **({} if self.book is None else {"book": dict(self.book)})}

    @classmethod
    def from_json(cls, stored: Any) -> Origin:
        values = _object(stored)
        version, book = values.get("version"), values.get("book")
        return cls(version if isinstance(version, str) else "", _object(values.get("remainder")),
                   cast("Mapping[str, Any]", book) if isinstance(book, Mapping) else None)


@dataclass(frozen=True, slots=True)
class Persona:
    """``avatar`` is the hash of a picture in the blob store. Order is ``seq``; dates are for people.

    ``revision`` tells the newer of two states within one life of the app.
    """

    seq: int
    id: str
    name: str
    avatar: str | None
    profile: Profile
    settings: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
    facts: Facts = field(default_factory=Facts)
    origin: Origin = field(default_factory=Origin)
    revision: int = field(default=0, compare=False)

    @property
    def space(self) -> str:
        """Its knowledge space: the documents it can look things up in."""
        return self.id

    @property
    def nickname(self) -> str:
        """What {{char}} stands for."""
        return self.facts.nickname.strip() or self.name

    @property
    def greetings(self) -> tuple[str, ...]:
        """What it may begin a conversation with, as its card has it: the first message, then the alternate ones."""
        every = (self.profile.first_message, *self.facts.alternate_greetings)
        return tuple(text for text in every[:MAX_GREETINGS] if text.strip())

    def greeting(self, language: str, number: int = 0) -> str:
        """Return one of :attr:`greetings` as it is said, "" where there is none: names filled in, the user called as
        in the language that the character speaks (``language``, that of the window, where it names none we know)."""
        if not 0 <= number < len(self.greetings):
            return ""
        own = self.profile.language
        user = user_word(own if own in SPOKEN else language, spoken=True)
        return filled(self.greetings[number], self.nickname, user, self.id).strip()

    def greeting_number(self, said: str) -> int | None:
        """Return which first message of its card these words are: 0 the usual one, n the n-th alternate one; None for
        none. Blocks where the card has long ones."""
        every = (self.profile.first_message, *self.facts.alternate_greetings[:MAX_GREETINGS])
        users = [user_word(language, spoken=True) for language in SPOKEN]
        return next((number for number, text in enumerate(every) if text.strip() and any(
            filled(text, self.nickname, user, self.id).strip() == said for user in users)), None)

    def filled(self, text: str, language: str = "en") -> str:
        """Return a text of its card with the macros filled in."""
        return filled(text, self.nickname, user_word(language), self.id)

    @property
    def is_retired(self) -> bool:
        """Whether it was put away: its conversations and memories are kept, and nobody talks to it."""
        return bool(self._words(RETIRED))

    @property
    def voice_id(self) -> str:
        """The voice that it speaks with; "" = the app's."""
        return self._words(VOICE)

    @property
    def vts_model_id(self) -> str:
        """Its model in VTube Studio; "" = whichever is loaded."""
        return self._words(VTS_MODEL)

    @property
    def live2d_model_id(self) -> str:
        """Its Live2D model on this machine; "" = none."""
        return self._words(LIVE2D_MODEL)

    @property
    def color(self) -> str:
        """Its image colour as #RRGGBB: the chosen one, else one that follows from its id."""
        chosen = self.settings.get("color")
        if isinstance(chosen, str) and _COLOR.fullmatch(chosen):
            return chosen.upper()
        return COLORS[zlib.crc32(self.id.encode("utf-8", "replace")) % len(COLORS)]

    @property
    def model(self) -> str:
        """The model it answers with; "" = the app's."""
        return self._words("model")

    @property
    def base_url(self) -> str:
        """Where that model is; "" = the app's address."""
        return self._words("base_url")

    def _words(self, key: str) -> str:
        value = self.settings.get(key)
        return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class NewPersona:
    """A persona that is to be made, with its lore. ``avatar``: the hash of a picture in the blob store."""

    name: str
    profile: Profile = field(default_factory=Profile)
    settings: Mapping[str, Any] = field(default_factory=_nothing)
    facts: Facts = field(default_factory=Facts)
    origin: Origin = field(default_factory=Origin)
    avatar: str | None = None
    lore: Sequence[LoreEntry] = ()
