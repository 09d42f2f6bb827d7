"""Which cells of a table a question names. Short ones, and words of every sentence, only where something says so."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from characoid_desktop.core.function_words import FUNCTION_WORDS
from characoid_desktop.core.grams import DENSE, folded
from characoid_desktop.features.tables.mentions import Span, is_quoted, occurrences

NEAR = 3  # characters between a value and the column it is said of
_APOSTROPHE = re.compile(r"(?<=[a-z])[\u2018\u2019\u02bc](?=[a-z])")
_ORDINARY = FUNCTION_WORDS - frozenset("std")  # single letters that are only what an apostrophe cuts off
_GOES_ON = re.compile(r"[#♯♭+&'*]|\.[a-z\d]|-[a-z\d]|\s*(?:minor|sharp|flat|moll|マイナー|シャープ|フラット|短调|"
                      r"短調|小调|小調)")
_CAME = re.compile(r"['&#*]$|[a-z\d][.-]$")
_MAJOR = re.compile(r"\s*(?:major\b|dur\b|メジャー|长调|長調|大调|大調|调|調)")
_ENDS = re.compile(rf"\s*(?:$|[,.?!、。/;:)」』\"]|(?:or|and)\b|{DENSE})")
_DENSE = re.compile(DENSE)
_JOINS = re.compile(r"\s*(?:[,、/&]|\bor\b|\band\b|或者?|和|以?及|跟|と|か|や|または|もしくは)\s*(?:in )?\s*")
_SHOUTED = re.compile(r"[A-Z]{4}")


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of ``column`` and where it stands in the question."""

    column: str
    value: str
    span: Span


class Wording:
    """A question: ``text`` as it is compared, and which of its letters are capitals."""

    def __init__(self, question: str) -> None:
        plain = folded(question)
        self.text = _APOSTROPHE.sub("'", plain)
        cased = " ".join(unicodedata.normalize("NFKC", question).split())
        self._cased = cased if len(cased) == len(plain) else plain  # a letter that became two: no capitals are known
        self._shouted = _SHOUTED.search(cased) is not None and not re.search("[a-z]", cased)

    def written(self, span: Span) -> str:
        """A piece of the question, with its capitals."""
        return self._cased[span[0]:span[1]]

    def is_capital(self, span: Span) -> bool:
        return self._cased[span[0]:span[1]][:1].isupper()

    def is_name(self, span: Span) -> bool:
        """Whether its capital tells that a word of every sentence ("am", "a") is a name here."""
        return self.is_capital(span) and not self._shouted and (
            span[0] > 0 or _DENSE.match(self.text[span[1]:]) is not None) and self.text[span[0]:span[1]] != "i"

    def is_letter(self, span: Span) -> bool:
        """Whether a single letter is one that tells something: no article, no "I", not what an apostrophe cuts off."""
        low, high = span
        letter = self.text[low:high]
        if self.text[low - 1:low] == "'" or self.text[high:high + 1] == "'" or letter in "iurn":
            return not letter.isascii()
        if letter == "a":
            return self.is_name(span)
        return letter != "w" or self.is_capital(span)  # wwww: laughter


def cells_in(wording: Wording, cells: Mapping[str, Sequence[str]], beside: Mapping[str, Sequence[Span]]) -> list[Place]:
    """Return the cells that a question names. ``beside``: where it names their columns."""
    found: list[Place] = []
    for column, values in cells.items():
        near = beside.get(column, ())
        sure: list[Place] = []
        doubtful: list[Place] = []
        for value in values:
            for span in occurrences(_APOSTROPHE.sub("'", folded(value)), wording.text):
                place = Place(column, value, span)
                (sure if _is_meant(wording, span, near) else doubtful).append(place)
        found += [*sure, *_joined(wording, sure, doubtful)]
    return found


def key_behind(text: str, span: Span) -> Span | None:
    """Where "major" stands behind a letter that is a key."""
    match = _MAJOR.match(text[span[1]:]) if span[1] - span[0] == 1 else None
    return (span[1], span[1] + match.end()) if match else None


def _is_meant(wording: Wording, span: Span, near: Sequence[Span]) -> bool:
    low, high = span
    text, cell = wording.text, wording.text[low:high]
    beside = any(gap(span, other) <= NEAR for other in near)
    if cell.isdigit():
        return beside
    short = len(cell) == 1 and cell.isascii()
    if not short and cell not in _ORDINARY:
        return True
    if is_quoted(text, span):
        return True
    if (short and not cell.isalpha()) or (short and not _is_whole(text, span)):
        return False
    if cell not in _ORDINARY:
        return beside or wording.is_capital(span)
    touched = _DENSE.match(text[high:]) or (low > 0 and _DENSE.match(text[low - 1]))
    return wording.is_name(span) or bool(touched) or (beside and _ENDS.match(text[high:]) is not None)


def _is_whole(text: str, span: Span) -> bool:
    """Whether a letter is all of a name: not the C of C#, C minor, C.E.O."""
    return not _GOES_ON.match(text[span[1]:]) and not _CAME.search(text[:span[0]])


def _joined(wording: Wording, sure: Sequence[Place], doubtful: Sequence[Place]) -> list[Place]:
    """Those of the doubtful ones that stand in a list with another cell of the column: "C or am"."""
    text = wording.text
    fitting = [one for one in doubtful if text[one.span[0]:one.span[1]].isalpha() and _is_whole(text, one.span)]
    out: list[Place] = []
    known = list(sure)
    for _ in range(2):  # forwards along a list, and back
        for one in [one for one in sorted(fitting, key=lambda one: one.span) if one not in out]:
            ordinary = text[one.span[0]:one.span[1]] in _ORDINARY
            others = known if ordinary else [*known, *(other for other in fitting if other is not one)]
            if any(_joins(text, one.span, other.span) for other in others):
                out.append(one)
                known.append(one)
    return out


def _joins(text: str, one: Span, other: Span) -> bool:
    low, high = sorted((one, other))
    return low[1] <= high[0] and _JOINS.fullmatch(text[low[1]:high[0]]) is not None


def gap(one: Span, other: Span) -> int:
    """The characters between two places."""
    return max(one[0] - other[1], other[0] - one[1], 0)
