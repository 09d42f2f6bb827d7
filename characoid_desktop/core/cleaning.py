"""Text from outside (pasted, typed by an input method, made by a model) brought into a storable form."""

from __future__ import annotations

import re
from typing import Final

REPLACEMENT = "\ufffd"


def clean(text: str) -> str:
    """Return ``text`` as valid Unicode without NUL: split pairs are joined, lone surrogates become U+FFFD."""
    if "\0" in text:
        text = text.replace("\0", "")
    return whole_characters(text)


def whole_characters(text: str) -> str:
    """Return ``text`` as valid Unicode: pairs that came in two pieces are joined, halves become U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def one_line(text: str, limit: int) -> str:
    """Return ``text`` on one line of at most ``limit`` characters, "…" at its end where it was cut."""
    line = " ".join(clean(text[: limit * 20]).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


# Control characters, line and paragraph separators, and the pictures of control characters (U+2400 to U+2426), which
# stand in names of files that were made visible. Direction controls stay: views show them letter for letter.
_NO_WORDS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u2400-\u2426]+")


def title_line(text: str, limit: int) -> str:
    """As :func:`one_line`, for a title or a name: what is no character of a word becomes a space."""
    return one_line(_NO_WORDS.sub(" ", clean(text[: limit * 20])), limit)
