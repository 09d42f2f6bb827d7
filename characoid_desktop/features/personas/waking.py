"""Which lore comes to mind in a conversation: keys, second keys, order, budget, as the card specifications say.

A key is found where its text stands in what was said, in upper or lower case alike unless the entry says otherwise;
full-width and half-width forms are the same. With ``use_regex`` it is a pattern (also ``/…/flags``), searched under a
time limit. Lines ``@@name value`` at the head of an entry (V3 "decorators") never reach the model; understood are
activate, dont_activate, scan_depth, position, additional_keys, exclude_keys, activate_only_after and
activate_only_every, the others are passed over.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from characoid_desktop.core.tokens import estimate_tokens
from characoid_desktop.features.personas.lore import Book, LoreEntry, Place

MAX_SCANNED_CHARS: Final = 40_000  # the newest words count
MAX_DEPTH: Final = 100  # messages
MAX_ROUNDS: Final = 5  # of lore that brings other lore to mind
PATTERN_LIMIT_S: Final = 0.05  # one pattern over the text
PATTERNS_LIMIT: Final = 200  # patterns of one book
_FLAGS: Final = {"i": 2, "m": 8, "s": 16}  # re.I, re.M, re.S


@dataclass(frozen=True, slots=True)
class Woken:
    """``before`` and ``after``: texts in their order. ``entries``: all that are in, ``left_out``: over the budget."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    entries: tuple[LoreEntry, ...] = ()
    left_out: tuple[LoreEntry, ...] = ()
    tokens: int = 0  # an estimate


@dataclass(slots=True, eq=False)
class _Piece:
    entry: LoreEntry
    text: str
    keys: tuple[str, ...]
    not_keys: tuple[str, ...] = ()
    forced: bool | None = None
    depth: int | None = None
    place: Place = Place.BEFORE
    after: int = 0
    every: int = 0
    second: tuple[str, ...] = field(default=())


def wake(book: Book, said: Sequence[str], fill: Callable[[str], str] = str) -> Woken:
    """Return the lore for a conversation; ``said`` are its messages, oldest first. Blocks: patterns are searched.

    ``fill`` replaces the macros of a text and of keys.
    """
    pieces = [_piece(one, fill) for one in book.entries if one.enabled and one.content.strip()]
    search = _Search(said, book.settings.depth)
    awake: dict[_Piece, None] = {}
    more: list[str] = []
    for _ in range(MAX_ROUNDS):
        fresh = [piece for piece in pieces if piece not in awake and search.wakes(piece, more)]
        awake |= dict.fromkeys(fresh)
        if not fresh or not book.settings.recursive:
            break
        more += [piece.text for piece in fresh]
    return _within_budget(list(awake), book.settings.budget)


def _within_budget(awake: Sequence[_Piece], budget: int) -> Woken:
    """Leave out what is too much, the least important first; equal ones from the end of the order."""
    costs = {piece: estimate_tokens(piece.text) for piece in awake}
    ranked = sorted(awake, key=lambda one: (-one.entry.priority, not one.entry.constant, one.entry.order))
    kept: dict[_Piece, None] = {}
    spent = 0
    for piece in ranked:
        if spent + costs[piece] > budget:
            break  # nothing less important takes the place of what was left out
        spent += costs[piece]
        kept[piece] = None
    inside = sorted(kept, key=lambda one: one.entry.order)
    return Woken(
        before=tuple(one.text for one in inside if one.place is Place.BEFORE),
        after=tuple(one.text for one in inside if one.place is Place.AFTER),
        entries=tuple(one.entry for one in inside),
        left_out=tuple(one.entry for one in ranked if one not in kept), tokens=spent)


class _Search:
    def __init__(self, said: Sequence[str], depth: int) -> None:
        self._said = [text[-MAX_SCANNED_CHARS:] for text in said]
        self._depth = depth
        self._patterns = 0
        self._texts: dict[int, str] = {}
        self._last = ("", "")
        self._found: dict[tuple[str, bool, bool, int], tuple[bool, int]] = {}  # and how much of the lore was searched

    def wakes(self, piece: _Piece, more: Sequence[str]) -> bool:
        entry = piece.entry
        if piece.forced is not None:
            return piece.forced
        turns = len(self._said)
        if turns < piece.after or (piece.every and turns % piece.every):
            return False
        depth = self._depth if piece.depth is None else piece.depth
        if piece.not_keys and self._any(piece.not_keys, entry, depth, more):
            return False
        if entry.constant:
            return True
        if not self._any(piece.keys, entry, depth, more):
            return False
        return not (entry.selective and piece.second) or self._any(piece.second, entry, depth, more)

    def _any(self, keys: Iterable[str], entry: LoreEntry, depth: int, more: Sequence[str]) -> bool:
        depth = max(0, min(depth, MAX_DEPTH))
        return any(self._has(key, entry, depth, more) for key in keys)

    def _has(self, key: str, entry: LoreEntry, depth: int, more: Sequence[str]) -> bool:
        """Whether a key stands in the last messages or in lore that came to mind; no text is searched twice for it."""
        place = (key, entry.use_regex, entry.case_sensitive, depth)
        found, seen = self._found.get(place, (False, -1))
        if found or seen == len(more):
            return found
        fresh = self._recent(depth) if seen < 0 else ""
        text = "\n".join([fresh, *map(_wide, more[max(0, seen):])])[-MAX_SCANNED_CHARS:]
        if entry.use_regex:
            found = self._matches(key, text, entry.case_sensitive)
        elif entry.case_sensitive:
            found = _wide(key) in text
        else:
            found = _wide(key).casefold() in self._folded(text)
        self._found[place] = (found, len(more))
        return found

    def _recent(self, depth: int) -> str:
        if depth not in self._texts:
            self._texts[depth] = _wide("\n".join(self._said[-depth:] if depth > 0 else []))[-MAX_SCANNED_CHARS:]
        return self._texts[depth]

    def _folded(self, text: str) -> str:
        if text != self._last[0]:
            self._last = (text, text.casefold())
        return self._last[1]

    def _matches(self, key: str, text: str, case_sensitive: bool) -> bool:
        """Search a pattern of the card. A broken one, or one that takes too long, is not found."""
        import regex

        self._patterns += 1
        if self._patterns > PATTERNS_LIMIT:
            return False
        pattern, flags = _pattern(key)
        if not case_sensitive:
            flags |= _FLAGS["i"]
        try:
            found: Any = regex.compile(pattern, flags).search(text, timeout=PATTERN_LIMIT_S, concurrent=True)
        except (regex.error, TimeoutError, ValueError, OverflowError, RecursionError, MemoryError):
            return False
        return found is not None


def _pattern(key: str) -> tuple[str, int]:
    """Return pattern and flags of a key, which may be written as in JavaScript: /…/im."""
    end = key.rfind("/")
    if key.startswith("/") and end > 0 and all(flag in "gimsuy" for flag in key[end + 1:]):
        return key[1:end], sum(_FLAGS.get(flag, 0) for flag in set(key[end + 1:]))
    return key, 0


def _piece(entry: LoreEntry, fill: Callable[[str], str]) -> _Piece:
    text, said = _decorators(entry.content)
    keys = tuple(fill(key) for key in entry.keys) + _listed(said, "additional_keys", fill)
    places: Mapping[str, Place] = {"before_desc": Place.BEFORE, "after_desc": Place.AFTER}
    forced = False if "dont_activate" in said else True if "activate" in said else None
    return _Piece(
        entry, fill(text).strip(), keys, not_keys=_listed(said, "exclude_keys", fill), forced=forced,
        depth=_count(said, "scan_depth"), place=places.get(said.get("position", ""), entry.place),
        after=_count(said, "activate_only_after") or 0, every=_count(said, "activate_only_every") or 0,
        second=tuple(fill(key) for key in entry.secondary_keys))


def _decorators(content: str) -> tuple[str, dict[str, str]]:
    """Return the text without its head of decorators, and what they say (the first of a name counts)."""
    lines = content.split("\n")
    said: dict[str, str] = {}
    at = 0
    for line in lines:
        if not line.startswith("@@"):
            break
        name, _, value = line.lstrip("@").strip().partition(" ")
        if not line.startswith("@@@"):  # three stand for what only those read who do not know the line before
            said.setdefault(name, value.strip())
        at += 1
    return "\n".join(lines[at:]), said


def _listed(said: Mapping[str, str], name: str, fill: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(fill(key) for part in said.get(name, "").split(",")[:200] if (key := part.strip()))


def _count(said: Mapping[str, str], name: str) -> int | None:
    value = said.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= 6 else None


def _wide(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
