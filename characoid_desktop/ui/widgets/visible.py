"""Words from outside, letter for letter: what would be invisible or would turn the text round is made visible.

``‹U+202E›`` stands for a character that draws nothing, or that changes how its neighbours are drawn: control,
direction, zero-width and tag characters, lone surrogates, private use, odd spaces, and more marks on one letter
than any language has. Nothing is left out.
"""

from __future__ import annotations

import re
import unicodedata

MAX_WORDS = 2_000  # characters of a sentence in a label; what is longer stands whole in a text view

# Categories Cc (without the line feed), Cf, Cs, Co, Zl, Zp; spaces other than U+0020 and U+3000; letters and marks
# that draw nothing (fillers, joiners, variation selectors). Written out: a look-up for each character is too slow.
_HIDDEN = (
    "\x00-\x09\x0b-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680"
    "\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ud800-\uf8ff\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
)
_MARKS = "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0e31-\u0e3a\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff" \
         "\ufe20-\ufe2f"
_STRANGE = re.compile(f"[{_HIDDEN}]|(?<=[{_MARKS}]{{3}})[{_MARKS}]|‹(?=U\\+)")
_BREAKS = re.compile(r"[\t\n\r\v\f\x85\u2028\u2029]+")
_JOINER, _PICTURE = "\u200d", "\ufe0f"


def _code(char: str) -> str:
    return f"‹U+{ord(char):04X}›"


def visible(text: str) -> str:
    """Return ``text`` with every strange character written as its code; line feeds stay.

    Two different texts never give the same result.
    """
    return _STRANGE.sub(lambda match: _code(match.group()), text)


def visible_line(text: str, limit: int = MAX_WORDS) -> str:
    """Return ``text`` on one line for a label; a cut is marked by “…”.

    Line breaks become “↵”. What emoji need (a joiner, the choice of a coloured picture) stays where it belongs.
    """
    cut = text[:limit]
    cut = _BREAKS.sub(" ↵ " if _BREAKS.search(cut.strip()) else " ", cut.strip())
    shown = _STRANGE.sub(_code_or_emoji, cut)
    return f"{shown}…" if len(text) > limit else shown


def _code_or_emoji(match: re.Match[str]) -> str:
    char, text, at = match.group(), match.string, match.start()
    before = text[at - 1] if at else ""
    if char == _PICTURE and before and unicodedata.category(before) == "So":
        return char
    after = text[at + 1: at + 2]
    if char == _JOINER and before and after and _is_picture(before) and unicodedata.category(after) == "So":
        return char
    return _code(char)


def _is_picture(char: str) -> bool:
    return char == _PICTURE or unicodedata.category(char) in ("So", "Sk")
