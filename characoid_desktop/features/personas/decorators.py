"""The lines ``@@name value`` at the head of a lore entry ("decorators" of character card V3). They never reach a model.

A line ``@@@name value`` stands in for the one before it where that is not understood. What is said of a chat that has
no roles, no tokens and no icons of its users is passed over, as the specification wants it: depths in tokens or from
the beginning, icons, and roles (text of a card is never put into the mouth of the user or of the app).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from characoid_desktop.core.cleaning import title_line

MAX_LINES: Final = 200  # of decorators in one entry
MAX_LISTED: Final = 200  # keys in one decorator
MAX_NAME_CHARS: Final = 40
FLAGS: Final = frozenset({
    "activate", "dont_activate", "keep_activate_after_match", "dont_activate_after_match", "ignore_on_max_context"})
LISTS: Final = frozenset({"additional_keys", "exclude_keys"})
NUMBERS: Final = frozenset({"activate_only_after", "activate_only_every", "depth", "scan_depth", "is_greeting"})
WORDS: Final[Mapping[str, frozenset[str]]] = {
    "position": frozenset({"before_desc", "after_desc"}),
    "disable_ui_prompt": frozenset({"system_prompt", "post_history_instructions"})}
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")


def _nothing() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Decorated:
    """An entry taken apart: its ``text``, what its decorators say by name, and the names of those that count for
    nothing here."""

    text: str
    said: Mapping[str, str] = field(default_factory=_nothing)
    not_understood: tuple[str, ...] = ()

    def has(self, name: str) -> bool:
        return name in self.said

    def number(self, name: str) -> int | None:
        return int(self.said[name]) if name in self.said else None

    def listed(self, name: str) -> tuple[str, ...]:
        return tuple(key for part in self.said.get(name, "").split(",")[:MAX_LISTED] if (key := part.strip()))


def taken_apart(content: str) -> Decorated:
    """Return an entry without its head of decorators, and what they say; the first of a name counts."""
    if "@@" not in content:
        return Decorated(content)
    lines = content.split("\n")
    said: dict[str, str] = {}
    missed: dict[str, None] = {}
    open_name = ""  # of a decorator that is not understood, until a fallback is
    at = seen = 0
    for number, line in enumerate(lines[:MAX_LINES]):
        if not line.startswith("@@"):
            if line.strip():
                break
            continue
        at = number + 1
        seen += 1
        name, _, value = line.lstrip("@").strip().partition(" ")
        is_fallback = line.startswith("@@@")
        if is_fallback and not open_name:
            continue
        if not is_fallback and open_name:
            missed[open_name] = None
        if _is_understood(name, value.strip()):
            said.setdefault(name, value.strip())
            open_name = ""
        elif not is_fallback:
            open_name = title_line(name, MAX_NAME_CHARS) or "@@"
    if open_name:
        missed[open_name] = None
    return Decorated("\n".join(lines[at:]) if seen else content, said, tuple(missed))


def _is_understood(name: str, value: str) -> bool:
    if name in FLAGS:
        return value.lower() != "false"
    if name in LISTS:
        return bool(value.strip(" ,"))
    if name in NUMBERS:
        return _NUMBER.fullmatch(value) is not None and (name != "activate_only_every" or int(value) > 0)
    return value in WORDS.get(name, ())
