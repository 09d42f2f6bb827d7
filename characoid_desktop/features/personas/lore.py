"""Lore of a character: what it knows of its world, each piece with the words that bring it to mind.

Read from and written as the ``character_book`` of character cards V2 and V3; what we have no place for is kept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, cast

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.decorators import taken_apart
from characoid_desktop.features.personas.errors import BadLore, nothing_changed
from characoid_desktop.features.personas.remainder import kept, written

MAX_ENTRIES: Final = 2000
MAX_KEYS: Final = 200  # of one entry, of either kind
MAX_KEY_CHARS: Final = 500
MAX_CONTENT_CHARS: Final = 20_000
MAX_NAME_CHARS: Final = 500
MAX_NUMBER: Final = 1_000_000_000
DEFAULT_SCAN_DEPTH: Final = 4  # messages
DEFAULT_TOKEN_BUDGET: Final = 1500
_LIMIT_NAME: Final = {"name": MAX_NAME_CHARS, "comment": MAX_CONTENT_CHARS, "content": MAX_CONTENT_CHARS}


class Place(StrEnum):
    """Before or after the description of the character."""

    BEFORE = "before_char"
    AFTER = "after_char"


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class LoreEntry:
    """One piece. ``order``: lower stands higher; ``priority``: lower is left out first when it gets too much.

    ``selective``: one of the second keys must be said as well. ``constant``: it is always there. ``remainder`` is what
    its file said beside this.
    """

    content: str = ""
    keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    name: str = ""
    comment: str = ""
    enabled: bool = True
    constant: bool = False
    selective: bool = False
    case_sensitive: bool = False
    use_regex: bool = False
    place: Place = Place.BEFORE
    order: int = 100
    priority: int = 10
    id: str = ""
    remainder: Mapping[str, Any] = field(default_factory=_nothing)

    @property
    def title(self) -> str:
        """What a list shows: its name, else its first key, else the beginning of its text."""
        return self.name or self.comment[:80] or (self.keys[0] if self.keys else " ".join(self.content.split())[:80])


    @property
    def not_understood(self) -> tuple[str, ...]:
        """Names of its decorators (``@@name``) that count for nothing here; they are kept, and go out with its file."""
        return taken_apart(self.content).not_understood

    @property
    def note(self) -> Text | None:
        """The sentence about them; None where everything is understood."""
        names = self.not_understood
        return Text.of("Not understood, and kept for other apps: {names}",
                       names=", ".join(f"@@{name}" for name in names[:10])) if names else None


@dataclass(frozen=True, slots=True)
class BookSettings:
    """How the lore of one character is looked up. None: the app's own (4 messages, 1500 tokens)."""

    name: str = ""
    description: str = ""
    scan_depth: int | None = None
    token_budget: int | None = None
    recursive: bool = False
    remainder: Mapping[str, Any] = field(default_factory=_nothing)

    @property
    def depth(self) -> int:
        return DEFAULT_SCAN_DEPTH if self.scan_depth is None else self.scan_depth

    @property
    def budget(self) -> int:
        return DEFAULT_TOKEN_BUDGET if self.token_budget is None else self.token_budget

    def to_json(self) -> dict[str, Any]:
        return {**_book_object(self), "remainder": dict(self.remainder)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> BookSettings:
        """Return stored settings; the defaults for what cannot be read."""
        return replace(_settings_of(stored), remainder=_mapping(stored.get("remainder")))


@dataclass(frozen=True, slots=True)
class Book:
    settings: BookSettings = BookSettings()
    entries: tuple[LoreEntry, ...] = ()


def checked(entry: LoreEntry) -> LoreEntry:
    """Return an entry as it can be stored; raises BadLore for one that is too large."""
    keys, second = _keys(entry.keys), _keys(entry.secondary_keys)
    for name, limit in _LIMIT_NAME.items():
        if len(getattr(entry, name)) > limit:
            raise _too_long(limit)
    return replace(
        entry, keys=keys, secondary_keys=second, name=clean(entry.name).strip(), comment=clean(entry.comment),
        content=clean(entry.content), order=_bounded(entry.order), priority=_bounded(entry.priority))


def checked_settings(settings: BookSettings) -> BookSettings:
    """Return settings as they can be stored; raises BadLore."""
    if len(settings.name) > MAX_NAME_CHARS or len(settings.description) > MAX_CONTENT_CHARS:
        raise _too_long(MAX_CONTENT_CHARS)
    return replace(
        settings, name=clean(settings.name), description=clean(settings.description),
        scan_depth=None if settings.scan_depth is None else max(0, _bounded(settings.scan_depth)),
        token_budget=None if settings.token_budget is None else max(0, _bounded(settings.token_budget)))


# --- files --------------------------------------------------------------------------------------

def read_book(raw: Mapping[str, Any], *, v3: bool) -> Book:
    """Return the book in a card's JSON; raises BadLore for more than can be taken in."""
    listed = raw.get("entries")
    rows = cast("Sequence[Any]", listed) if isinstance(listed, list) else ()
    if len(rows) > MAX_ENTRIES:
        raise BadLore(Text.of("The lore of this character has more than {n} entries.", n=MAX_ENTRIES),
                      safe=nothing_changed())
    entries = tuple(_read_entry(cast("Mapping[str, Any]", row), v3=v3) for row in rows if isinstance(row, Mapping))
    others = {key: value for key, value in raw.items() if key != "entries"}
    if len(entries) != len(rows):
        raise BadLore(Text.of("The lore of this character is not in order: an entry is no object."),
                      safe=nothing_changed())
    settings = checked_settings(_settings_of(raw))
    return Book(replace(settings, remainder=kept(others, _book_object(settings))), entries)


def write_book(book: Book, *, v3: bool) -> dict[str, Any]:
    """Return the book as a card holds it."""
    out = written(_book_object(book.settings), book.settings.remainder)
    out["entries"] = [written(_entry_object(one, v3=v3), one.remainder) for one in book.entries]
    return out


def _read_entry(raw: Mapping[str, Any], *, v3: bool) -> LoreEntry:
    entry = checked(LoreEntry(
        content=_text(raw.get("content")), keys=_texts(raw.get("keys")),
        secondary_keys=_texts(raw.get("secondary_keys")), name=_text(raw.get("name")),
        comment=_text(raw.get("comment")), enabled=raw.get("enabled") is not False,
        constant=raw.get("constant") is True, selective=raw.get("selective") is True,
        case_sensitive=raw.get("case_sensitive") is True, use_regex=v3 and raw.get("use_regex") is True,
        place=Place.AFTER if raw.get("position") == Place.AFTER.value else Place.BEFORE,
        order=_number(raw.get("insertion_order"), 100), priority=_number(raw.get("priority"), 10)))
    return replace(entry, remainder=kept(raw, _entry_object(entry, v3=v3)))


def _entry_object(entry: LoreEntry, *, v3: bool) -> dict[str, Any]:
    out: dict[str, Any] = {
        "keys": list(entry.keys), "content": entry.content, "extensions": {}, "enabled": entry.enabled,
        "insertion_order": entry.order, "case_sensitive": entry.case_sensitive, "name": entry.name,
        "priority": entry.priority, "comment": entry.comment, "selective": entry.selective,
        "secondary_keys": list(entry.secondary_keys), "constant": entry.constant, "position": entry.place.value}
    return {**out, "use_regex": entry.use_regex} if v3 else out


def _book_object(settings: BookSettings) -> dict[str, Any]:
    out: dict[str, Any] = {"extensions": {}, "recursive_scanning": settings.recursive}
    if settings.name:
        out["name"] = settings.name
    if settings.description:
        out["description"] = settings.description
    if settings.scan_depth is not None:
        out["scan_depth"] = settings.scan_depth
    if settings.token_budget is not None:
        out["token_budget"] = settings.token_budget
    return out


def _settings_of(raw: Mapping[str, Any]) -> BookSettings:
    depth, budget = raw.get("scan_depth"), raw.get("token_budget")
    return BookSettings(
        name=_text(raw.get("name")), description=_text(raw.get("description")),
        scan_depth=max(0, _number(depth, 0)) if _is_number(depth) else None,
        token_budget=max(0, _number(budget, 0)) if _is_number(budget) else None,
        recursive=raw.get("recursive_scanning") is True)


def _keys(keys: Sequence[str]) -> tuple[str, ...]:
    if len(keys) > MAX_KEYS:
        raise BadLore(Text.of("An entry of the lore has more than {n} keys.", n=MAX_KEYS), safe=nothing_changed())
    if any(len(key) > MAX_KEY_CHARS for key in keys):
        raise BadLore(Text.of("A key of the lore is longer than {n} characters.", n=MAX_KEY_CHARS),
                      safe=nothing_changed())
    return tuple(found for key in keys if (found := clean(key).strip()))


def _too_long(limit: int) -> BadLore:
    return BadLore(Text.of("A text of the lore is longer than {n} characters.", n=limit), safe=nothing_changed())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(one for one in cast("list[Any]", value) if isinstance(one, str)) if isinstance(value, list) else ()


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _number(value: Any, default: int) -> int:
    return _bounded(int(value)) if _is_number(value) else default


def _bounded(value: int) -> int:
    return max(-MAX_NUMBER, min(MAX_NUMBER, value))


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
