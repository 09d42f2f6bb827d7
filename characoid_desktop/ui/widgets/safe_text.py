"""Text from outside (a model, a viewer, a file) made fit to be drawn: nothing hides, nothing takes for ever.

Pure functions on strings. What they change is only how it looks: keep the text itself for copying.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

SHOWN_LIMIT = 200_000  # characters of a message; the rest opens in a plain window
UNBROKEN = 2000  # non-space characters in a row; then a place where the line may break
MARKS = 8  # combining marks on one character
JOINED = 12  # emoji joined into one
LINK_LIMIT = 2000  # characters of a link that are shown

BREAK = "\u200b"

# Invisible or rearranging characters, with what stands for paragraphs and pictures inside Qt's documents.
# Kept as they are: tab, line feed, the joiners (emoji, Persian) and variation selectors.
_HIDDEN = re.compile(
    "([\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u115f\u1160"
    "\u3164\ufdd0-\ufdef\ufeff\ufff0-\ufffc\ufffe\uffff\uffa0\ue000-\uf8ff\U000e0000-\U000e007f\U000f0000-\U0010ffff])"
    r"\1*")
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,7}\U000e007f")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINES = re.compile("\r\n?|[\u2028\u2029\x85]")
_MARK = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_MARKS = re.compile(f"([{_MARK}]{{{MARKS}}})([{_MARK}]+)")
_CHAIN = re.compile(f"((?:[^\\s\u200d]{{1,3}}\u200d){{{JOINED}}})")
_LONG = re.compile(rf"[^\s{BREAK}]{{{UNBROKEN}}}")


def visible(text: str) -> str:
    """Return ``text`` with every character that hides or rearranges others written out, such as ``‹U+202E›``.

    Line ends of all kinds become ``\\n``. A run of the same one is written once, with how many there are.
    """
    text = _SURROGATE.sub("\ufffd", _LINES.sub("\n", text))
    if _HIDDEN.search(text) is None:
        return text
    kept: list[str] = []
    start = 0
    for flag in _FLAG.finditer(text):  # flags of regions are made of tag characters
        kept += [_HIDDEN.sub(_written, text[start:flag.start()]), flag.group()]
        start = flag.end()
    return "".join((*kept, _HIDDEN.sub(_written, text[start:])))


def _written(found: re.Match[str]) -> str:
    count = len(found.group())
    return f"‹U+{ord(found.group(1)):04X}{f'×{count}' if count > 1 else ''}›"


def breakable(text: str) -> str:
    """Return ``text`` with places to break lines in what would be one word for the layout.

    Piles of accents are cut to MARKS and counted, chains of joined emoji parted.
    """
    text = _MARKS.sub(lambda found: f"{found.group(1)}‹+{len(found.group(2))}›", text)
    if "\u200d" in text:
        text = _CHAIN.sub(rf"\1{BREAK}", text)
    return _LONG.sub(rf"\g<0>{BREAK}", text) if len(text) >= UNBROKEN else text


def shown(text: str) -> str:
    """Return ``text`` as it is drawn where no markup counts."""
    return breakable(visible(text))


def without_places(text: str) -> str:
    """Return text that was selected on the screen without what was put in to break it (line breaks stay)."""
    return text.replace(BREAK, "").replace("\u2028", "\n").replace("\u2029", "\n").replace("\xa0", " ")


@dataclass(frozen=True, slots=True)
class Link:
    """Where a link really leads. ``url`` goes to the desktop, ``words`` to the eye (decoded), ``host`` apart."""

    url: str
    words: str
    host: str


def web_link(target: str) -> Link | None:
    """Return the link of a click, None for what is not http or https or names no host.

    A name in another alphabet is shown in its ASCII form (``xn--…``), a user name in the address never hides it.
    """
    target = target.strip()
    if len(target) > 8 * LINK_LIMIT:
        return None
    try:
        parts = urlsplit(target)
        host = parts.hostname or ""
        port = parts.port
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not host or any(c.isspace() or c == "\\" for c in host):
        return None
    try:
        plain = host.encode("idna").decode("ascii") if not host.isascii() else host
    except UnicodeError:
        return None
    words = visible(unquote(target).replace("\n", "‹U+000A›").replace("\t", "‹U+0009›"))
    if len(words) > LINK_LIMIT:
        words = words[:LINK_LIMIT] + "…"
    return Link(target, breakable(words), f"{plain}:{port}" if port else plain)
