"""A character: its name, its profile, and the settings that go with it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Final

DEFAULT_ID: Final = "default"
MAX_NAME_CHARS = 200
MAX_FIELD_CHARS = 50_000
MAX_SETTINGS_CHARS = 64 * 1024  # as JSON

COLORS: Final = ("#7FB4E6", "#E69AB4", "#8FCBA0", "#E0B070", "#B79BE0", "#6FC7C7", "#E58F7B", "#C3C06A")
"""Image colours for characters that were given none; the window shifts their lightness as it needs."""

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
    revision: int = field(default=0, compare=False)

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
