"""Text as the sentence templates read it: one form for what looks or sounds the same, and the way back."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

TEXT_LIMIT = 2_000  # characters that are looked at; a command is shorter, and a long text is no command
_VOICED_MARKS = "\uff9e\uff9f"  # half-width marks belong to the kana before them
_KEPT_INSIDE = frozenset(".:/?&=%#_-+@'~,")  # between Latin letters and digits: times, addresses, names of files
_SPACED = frozenset(("en",))


@dataclass(frozen=True, slots=True)
class Clean:
    """Normalised ``text``; character ``i`` came from ``original[starts[i]:ends[i]]``."""

    text: str
    original: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def slice(self, begin: int, end: int) -> Clean:
        """Return a part of it, without spaces around."""
        while begin < end and self.text[begin] == " ":
            begin += 1
        while end > begin and self.text[end - 1] == " ":
            end -= 1
        return Clean(self.text[begin:end], self.original, self.starts[begin:end], self.ends[begin:end])

    def typed(self, begin: int, end: int) -> str:
        """Return what was typed for ``text[begin:end]`` ("" for nothing)."""
        if begin >= end or not self.text:
            return ""
        return self.original[self.starts[begin]:self.ends[min(end, len(self.text)) - 1]].strip()


def is_cjk(char: str) -> bool:
    """Whether ``char`` belongs to a script that is written without spaces between words."""
    return "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or char in "々〆ー"


def clean(text: str, language: str, same: Mapping[int, str] | None = None) -> Clean:
    """Normalise the first TEXT_LIMIT characters.

    NFKC, no control or invisible characters, punctuation as a space unless it is inside a name, a time or an
    address, one space between words, none beside Chinese or Japanese characters. ``same`` maps characters to
    those of the templates (traditional to simplified); it must be one to one.
    """
    original = text[:TEXT_LIMIT]
    signs = list(_signs(original, same or {}))
    return _joined(original, signs, spaced=language in _SPACED)


def _signs(original: str, same: Mapping[int, str]) -> Iterable[tuple[str, int, int]]:
    """Yield (character, start, end): composed, with separators as spaces."""
    at = 0
    while at < len(original):
        end = at + 1
        while end < len(original) and (original[end] in _VOICED_MARKS or unicodedata.combining(original[end])):
            end += 1
        before = original[at - 1] if at else ""
        after = original[end] if end < len(original) else ""
        for char in unicodedata.normalize("NFKC", original[at:end]):
            yield _sign(char, before, after, same), at, end
        at = end


def _sign(char: str, before: str, after: str, same: Mapping[int, str]) -> str:
    if char in "’‘ʼ`´":
        char = "'"
    kind = unicodedata.category(char)
    if char.isspace() or kind == "Cc":
        return " "
    if kind in ("Cf", "Cs", "Co", "Cn"):
        return ""
    if kind[0] == "P" or char in "~=+<>|^$`":
        return char if _stays(char, before, after) else " "
    return same.get(ord(char), char)


def _stays(char: str, before: str, after: str) -> bool:
    if char in "_%":
        return True
    if char in "+-" and after.isdigit():
        return True
    if char == ".":
        return after.isalnum()  # the dot of "song (live).wav" as well
    if char not in _KEPT_INSIDE or not (before.isascii() and after.isascii()):
        return False
    if char == "/":
        return bool(before.strip() and after.strip())
    return before.isalnum() and (after.isalnum() or (char in ":?&=#-" and after in "/?&=#-_" and after != ""))


def _joined(original: str, signs: list[tuple[str, int, int]], *, spaced: bool) -> Clean:
    """Put the signs together, dropping what is nothing and spaces that mean nothing."""
    kept: list[tuple[str, int, int]] = []
    for sign in signs:
        if not sign[0] or (sign[0] == " " and (not kept or kept[-1][0] == " ")):
            continue
        if not spaced and len(kept) > 1 and kept[-1][0] == " " and (is_cjk(kept[-2][0]) or is_cjk(sign[0])):
            kept.pop()
        kept.append(sign)
    if kept and kept[-1][0] == " ":
        kept.pop()
    return Clean("".join(sign[0] for sign in kept), original, tuple(sign[1] for sign in kept),
                 tuple(sign[2] for sign in kept))
