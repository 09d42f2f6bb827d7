"""Finding memories by words, in scripts with and without spaces between them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from characoid_desktop.features.memory.models import Memory

MAX_GRAMS = 32
MAX_QUERY_CHARS = 400

# Han, kana (also half-width, which NFKC makes full), Hangul, and what stands between them.
_DENSE = r"[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
_NO_SPACES = re.compile(f"{_DENSE}+")
_BEGIN, _END = rf"(?:(?<!\w)|(?<={_DENSE}))", rf"(?:(?!\w)|(?={_DENSE}))"
_STEM_CHARS = 3  # from this length on the beginning of a word is enough ("stream" finds "streams")
_WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """Return ``text`` so that what a person calls the same is the same: width, case, white space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def grams(query: str) -> tuple[str, ...]:
    """Return the pieces of a query to look for: words, and pairs of characters where there are no spaces."""
    found: dict[str, None] = {}
    for word in _WORD.findall(folded(query[:MAX_QUERY_CHARS])):
        at = 0
        for run in _NO_SPACES.finditer(word):
            _add_word(found, word[at:run.start()])
            text = run.group()
            pairs = [text[n:n + 2] for n in range(len(text) - 1)] or [text]
            found.update(dict.fromkeys(pairs))
            at = run.end()
        _add_word(found, word[at:])
    return tuple(found)[:MAX_GRAMS]


def _add_word(found: dict[str, None], word: str) -> None:
    if word:
        found[word] = None


def _pattern(piece: str) -> re.Pattern[str]:
    if _NO_SPACES.match(piece):
        return re.compile(re.escape(piece))
    return re.compile(_BEGIN + re.escape(piece) + ("" if len(piece) >= _STEM_CHARS else _END))


Scored = tuple[bool, int, int, Memory]  # has all of the query, how many pieces, seq


def score(memories: Sequence[Memory], query: str) -> list[Scored]:
    """Return those that have something of the query. Takes its time: call it in a thread."""
    whole, pieces = folded(query[:MAX_QUERY_CHARS]), [_pattern(piece) for piece in grams(query)]
    found: list[Scored] = []
    for memory in memories:
        text = folded(memory.text)
        entire = len(whole) > 1 and whole in text
        hits = sum(piece.search(text) is not None for piece in pieces)
        if entire or hits:
            found.append((entire, hits, memory.seq, memory))
    return found


def best(scored: Sequence[Scored], limit: int) -> list[Scored]:
    """Return the best ``limit``: with the whole query first, then by how much of it, then newest first."""
    return sorted(scored, key=lambda one: one[:3], reverse=True)[:limit]
