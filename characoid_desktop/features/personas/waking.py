"""Which lore comes to mind in a conversation: keys, second keys, order, budget, as the card specifications say.

A key is found where its text stands in what was said, in upper or lower case alike unless the entry says otherwise;
full-width and half-width forms are the same. With ``use_regex`` it is a pattern (also ``/…/flags``), searched under a
time limit. Decorators are read by ``decorators.py``. Whether an entry "matched before" is found out by going through
the earlier turns of this branch again: nothing is stored, so it holds for each branch and after a restart.
"""

from __future__ import annotations

import logging
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from characoid_desktop.core.tokens import estimate_tokens
from characoid_desktop.features.personas.decorators import Decorated, taken_apart
from characoid_desktop.features.personas.lore import Book, LoreEntry, Place

MAX_SCANNED_CHARS: Final = 40_000  # the newest words count
MAX_DEPTH: Final = 100  # messages
MAX_ROUNDS: Final = 5  # of lore that brings other lore to mind
PATTERN_LIMIT_S: Final = 0.05  # one pattern over the text
PATTERNS_LIMIT_S: Final = 0.3  # all patterns of a turn together
EARLIER_LIMIT_S: Final = 1.0  # to go through earlier turns
PATTERNS_LIMIT: Final = 200  # patterns of one book
MAX_EARLIER: Final = 100  # turns that are gone through again
_PLACES: Final[Mapping[str, Place]] = {"before_desc": Place.BEFORE, "after_desc": Place.AFTER}
_log = logging.getLogger(__name__)
_FLAGS: Final = {"i": 2, "m": 8, "s": 16}  # re.I, re.M, re.S


@dataclass(frozen=True, slots=True)
class Woken:
    """``before`` and ``after``: texts in their order. ``entries``: all that are in, ``left_out``: over the budget.

    ``disabled``: parts of the card that are not told beside them (system_prompt, post_history_instructions).
    """

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    entries: tuple[LoreEntry, ...] = ()
    left_out: tuple[LoreEntry, ...] = ()
    tokens: int = 0  # an estimate
    disabled: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class _Piece:
    entry: LoreEntry
    text: str
    keys: tuple[str, ...]
    not_keys: tuple[str, ...] = ()
    required: tuple[str, ...] = ()  # one of them as well
    forced: bool | None = None
    depth: int | None = None
    place: Place = Place.BEFORE
    after: int = 0
    every: int = 0
    greeting: int | None = None
    keeps: bool = False
    once: bool = False
    first_out: bool = False
    disables: str = ""
    second: tuple[str, ...] = field(default=())


def _unknown() -> int | None:
    return None


def wake(book: Book, said: Sequence[str], fill: Callable[[str], str] = str, *, own: Sequence[int] = (),
         greeting: Callable[[], int | None] = _unknown) -> Woken:
    """Return the lore for a conversation; ``said`` are its messages, oldest first. Blocks: patterns are searched.

    ``fill`` replaces the macros of a text and of keys. ``own``: which of ``said`` are the character's (their places).
    ``greeting()``: with which first message of the card the conversation began (0: the usual one), None: not known.
    """
    pieces = [_piece(one, fill, len(said)) for one in book.entries if one.enabled and one.content.strip()]
    if any(piece.greeting is not None for piece in pieces):
        number = greeting()
        pieces = [piece for piece in pieces if piece.greeting is None or number is None or piece.greeting == number]
    search = _Search(said, book.settings.depth, own)
    awake: dict[_Piece, None] = {}
    more: list[str] = []
    for _ in range(MAX_ROUNDS):
        fresh = [piece for piece in pieces if piece not in awake and search.wakes(piece, more)]
        awake |= dict.fromkeys(fresh)
        if not fresh or not book.settings.recursive:
            break
        more += [piece.text for piece in fresh]
    if search.patterns.passed_over:
        _log.info("%d patterns of lore were not searched: they are too many, or the others took too long",
                  search.patterns.passed_over)
    return _within_budget(list(awake), book.settings.budget)


def _within_budget(awake: Sequence[_Piece], budget: int) -> Woken:
    """Leave out what is too much, the least important first; equal ones from the end of the order."""
    costs = {piece: estimate_tokens(piece.text) for piece in awake}
    ranked = sorted(awake, key=lambda one: (
        one.first_out, -one.entry.priority, not one.entry.constant, one.entry.order))
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
        left_out=tuple(one.entry for one in ranked if one not in kept), tokens=spent,
        disabled=frozenset(one.disables for one in inside if one.disables))


class _Patterns:
    """Searches patterns of a card under a limit of number and of time for all of them, those of earlier turns too.

    A broken one, one that takes too long, and what there is no time for any more are not found.
    """

    def __init__(self) -> None:
        self.passed_over = 0
        self._searched = 0
        self._left_s = PATTERNS_LIMIT_S

    def find(self, key: str, text: str, *, case_sensitive: bool) -> bool:
        self._searched += 1
        if self._searched > PATTERNS_LIMIT or self._left_s <= 0:
            self.passed_over += 1
            return False
        began = time.monotonic()
        try:
            return self._found(key, text, case_sensitive)
        finally:
            self._left_s -= time.monotonic() - began

    def _found(self, key: str, text: str, case_sensitive: bool) -> bool:
        import regex

        pattern, flags = _pattern(key)
        if not case_sensitive:
            flags |= _FLAGS["i"]
        try:
            found: Any = regex.compile(pattern, flags).search(
                text, timeout=min(PATTERN_LIMIT_S, self._left_s), concurrent=True)
        except (regex.error, TimeoutError, ValueError, OverflowError, RecursionError, MemoryError):
            return False
        return found is not None


class _Search:
    def __init__(self, said: Sequence[str], depth: int, own: Sequence[int], patterns: _Patterns | None = None) -> None:
        self._said = [text[-MAX_SCANNED_CHARS:] for text in said]
        self._own = frozenset(own)
        self._answers = len(self._own)
        self._past: list[_Search] | None = None
        self._until = 0.0
        self._depth = depth
        self.patterns = _Patterns() if patterns is None else patterns
        self._texts: dict[int, str] = {}
        self._last = ("", "")
        self._found: dict[tuple[str, bool, bool, int], tuple[bool, int]] = {}  # and how much of the lore was searched

    def wakes(self, piece: _Piece, more: Sequence[str]) -> bool:
        if piece.forced is not None:
            return piece.forced
        if (piece.keeps or piece.once) and self._fitted_before(piece):
            return not piece.once
        return self._fits(piece, more)

    def _fitted_before(self, piece: _Piece) -> bool:
        """Whether an earlier turn woke it; what a book made to hang does not tell in time counts as no."""
        for earlier in self._earlier():
            if time.monotonic() > self._until:
                return False
            if earlier._fits(piece, ()):
                return True
        return False

    def _earlier(self) -> list[_Search]:
        """The same as each earlier turn saw it, the newest first."""
        if self._past is None:
            ends = [n for n in range(1, len(self._said)) if n - 1 not in self._own][-MAX_EARLIER:]
            self._past = [_Search(self._said[:n], self._depth, [at for at in self._own if at < n], self.patterns)
                          for n in reversed(ends)]
            self._until = time.monotonic() + EARLIER_LIMIT_S
        return self._past

    def _fits(self, piece: _Piece, more: Sequence[str]) -> bool:
        entry = piece.entry
        if self._answers < piece.after or (piece.every and self._answers % piece.every):
            return False
        depth = self._depth if piece.depth is None else piece.depth
        if piece.not_keys and self._any(piece.not_keys, entry, depth, more):
            return False
        if entry.constant:
            return True
        if not self._any(piece.keys, entry, depth, more):
            return False
        if piece.required and not self._any(piece.required, entry, depth, more):
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
            found = self.patterns.find(key, text, case_sensitive=entry.case_sensitive)
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


def _pattern(key: str) -> tuple[str, int]:
    """Return pattern and flags of a key, which may be written as in JavaScript: /…/im."""
    end = key.rfind("/")
    if key.startswith("/") and end > 0 and all(flag in "gimsuy" for flag in key[end + 1:]):
        return key[1:end], sum(_FLAGS.get(flag, 0) for flag in set(key[end + 1:]))
    return key, 0


def _piece(entry: LoreEntry, fill: Callable[[str], str], messages: int) -> _Piece:
    found = taken_apart(entry.content)
    required = tuple(fill(key) for key in found.listed("additional_keys"))
    keys = tuple(fill(key) for key in entry.keys)
    return _Piece(
        entry, fill(found.text).strip(), (*keys, *required) if entry.use_regex else keys,
        not_keys=() if entry.use_regex else tuple(fill(key) for key in found.listed("exclude_keys")),
        required=() if entry.use_regex else required,
        forced=True if found.has("activate") else False if found.has("dont_activate") else None,
        depth=found.number("scan_depth"), place=_place(entry, found, messages),
        after=found.number("activate_only_after") or 0, every=found.number("activate_only_every") or 0,
        greeting=found.number("is_greeting"), keeps=found.has("keep_activate_after_match"),
        once=found.has("dont_activate_after_match"), first_out=found.has("ignore_on_max_context"),
        disables=found.said.get("disable_ui_prompt", ""),
        second=tuple(fill(key) for key in entry.secondary_keys))


def _place(entry: LoreEntry, found: Decorated, messages: int) -> Place:
    """Where it stands. Nothing of a card is put among the messages: what wants to stand among the last ones comes after
    the description, what wants to stand before all of them comes before it."""
    if found.has("position"):
        return _PLACES[found.said["position"]]
    depth = found.number("depth")
    if depth is None:
        return entry.place
    return Place.BEFORE if depth > messages else Place.AFTER


def _wide(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
