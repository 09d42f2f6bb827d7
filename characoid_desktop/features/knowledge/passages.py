"""Cutting a text into passages that can be read by themselves."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from characoid_desktop.features.knowledge.models import NewPassage

LEAST_CHARS, USUAL_CHARS, MOST_CHARS = 400, 600, 800
OVERLAP_CHARS = 120
SMALL_SECTION_CHARS = 160  # a section shorter than this is joined to the next

# Where a passage may end, the best place first.
_ENDS = tuple(re.compile(pattern) for pattern in (
    r"\n[ \t\u3000]*\n\s*",
    r"\n\s*",
    r"[。！？!?…][」』”’）)\"'】》]*\s*|[.][\"'”’)\]]*\s+",
    r"[，、；：;,:]\s*",
    r"\s+",
))
_SENTENCE_END = _ENDS[2]
_PARAGRAPHS = 2  # the first so many of _ENDS: no words are repeated after them


def cut(text: str, pages: Sequence[int] = (), sections: Sequence[tuple[int, str]] = ()) -> list[NewPassage]:
    """Return the passages of a whole text, in order; every character but white space is in one of them.

    ``pages``: where each page begins, the first being page 1. ``sections``: where each heading stands, and its words.
    Both in characters, ascending. A passage has LEAST_CHARS to MOST_CHARS characters where the text allows, ends at the
    end of a paragraph, else of a sentence, else of a clause, and does not run on into another section unless it is
    short. After an end inside a paragraph the last sentence is repeated if it has at most OVERLAP_CHARS. Takes its
    time with long texts: call it in a thread.
    """
    heads = [place for place, _ in sections]
    found: list[NewPassage] = []
    at = _skip_blank(text, 0, len(text))
    while at < len(text):
        limit = _end_of_section(heads, at, len(text))
        stop, again = _end(text, at, limit)
        last = _strip(text, at, stop)
        if last > at:
            page, last_page = bisect_right(pages, at), bisect_right(pages, last - 1)
            head = bisect_right(heads, at)
            found.append(NewPassage(len(found), text[at:last], at, last, page or None,
                                    sections[head - 1][1][:300] if head else None,
                                    last_page if last_page > page > 0 else None))
        at = _skip_blank(text, again, len(text))
    return found


def _end_of_section(heads: Sequence[int], at: int, length: int) -> int:
    place = bisect_left(heads, at + SMALL_SECTION_CHARS)
    return min(heads[place], length) if place < len(heads) else length


def _end(text: str, at: int, limit: int) -> tuple[int, int]:
    """Return where the passage that begins at ``at`` ends, and where the next one begins."""
    if limit - at <= MOST_CHARS:
        return limit, limit
    high = min(at + MOST_CHARS, limit - LEAST_CHARS // 2)  # no crumb is left
    low = min(at + LEAST_CHARS, high - LEAST_CHARS // 2)
    for rank, pattern in enumerate(_ENDS):
        ends = [match.end() for match in pattern.finditer(text, low, high) if match.end() < limit]
        if ends:
            stop = ends[-1] if rank < _PARAGRAPHS else min(ends, key=lambda end: abs(end - at - USUAL_CHARS))
            return stop, stop if rank < _PARAGRAPHS else _repeated_from(text, at, stop)
    stop = min(at + USUAL_CHARS, high)
    while stop < limit - 1 and unicodedata.combining(text[stop]):
        stop += 1
    return stop, stop


def _repeated_from(text: str, at: int, stop: int) -> int:
    """Return where the last sentence before ``stop`` begins, ``stop`` itself when it is long."""
    low = max(at + 1, stop - OVERLAP_CHARS)
    ends = [match.end() for match in _SENTENCE_END.finditer(text, low, stop) if match.end() < stop]
    return ends[-1] if ends else stop


def _skip_blank(text: str, at: int, stop: int) -> int:
    while at < stop and text[at].isspace():
        at += 1
    return at


def _strip(text: str, at: int, stop: int) -> int:
    while stop > at and text[stop - 1].isspace():
        stop -= 1
    return stop
