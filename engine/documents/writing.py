"""What a document says, collected piece by piece: one text, the places in it, and what is to be told of it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from engine.documents.limits import MAX_CHARS, MAX_MARKS, Watch
from engine.errors import EngineError

_MAX_LABEL = 200
_LABEL_SEARCHED = 2000
# Control characters, marks that turn the writing direction, characters without width, Unicode's tag characters: none
# of them can be seen, so none of them is text.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]")
# Radicals and compatibility forms look like the ideographs that are meant, and PDF files give them in their place.
_IDEOGRAPHS = {point: plain for first, last in ((0x2E80, 0x2FDF), (0xF900, 0xFAFF)) for point in range(first, last + 1)
               if (plain := unicodedata.normalize("NFKC", chr(point))) != chr(point)}
_LINE_ENDS = re.compile("\r\n?|\u2028|\u0085")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")


@dataclass(frozen=True, slots=True)
class Mark:
    """From character ``start`` on: the page (from 1) or slide, and the heading, sheet, chapter or time."""

    start: int
    page: int | None
    section: str | None


def clean(text: str) -> str:
    """Return ``text`` with one kind of line ends and of ideographs, and without what cannot be seen."""
    plain = _UNSEEN.sub("", _LINE_ENDS.sub("\n", text).replace("\u2029", "\n\n").replace("\xa0", " "))
    return plain if plain.isascii() else plain.translate(_IDEOGRAPHS)


def label(text: str) -> str:
    """Return a heading fit for one line; empty for none."""
    return " ".join(clean(text[:_LABEL_SEARCHED]).split())[:_MAX_LABEL]


class Writer:
    """``watch`` is asked at every piece. ``title`` and ``encoding`` are the reader's to set."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.title = ""
        self.encoding = ""
        self.charset = ""  # what a server said of it
        self.pages = 0
        self.warnings: list[str] = []
        self.marks: list[Mark] = []
        self._parts: list[str] = []
        self._chars = 0
        self._ends = 2  # line ends at the end of the text so far; a text begins as after a blank line

    @property
    def chars(self) -> int:
        return self._chars

    def mark(self, *, page: int | None = None, section: str | None = None) -> None:
        """What follows is on ``page`` or below ``section``; what is None stays as it was."""
        last = self.marks[-1] if self.marks else Mark(0, None, None)
        heading = last.section if section is None else label(section) or None
        found = Mark(self._chars, last.page if page is None else page, heading)
        if self.marks and last.start == self._chars:
            self.marks[-1] = found
        elif (found.page, found.section) != (last.page, last.section) and len(self.marks) < MAX_MARKS:
            self.marks.append(found)

    def write(self, text: str) -> None:
        """Add text as it is, cleaned; never more than one blank line. Raises EngineError ``document_too_long``."""
        self.watch.check()
        text = _BLANK_LINES.sub("\n\n", clean(text))
        lead = len(text) - len(text.lstrip("\n"))
        if self._ends + lead > 2:
            text = text[min(lead, self._ends + lead - 2):]
        if not text:
            return
        self._parts.append(text)
        self._chars += len(text)
        if self._chars > MAX_CHARS:
            raise EngineError("document_too_long", millions=MAX_CHARS // 1_000_000)
        tail = len(text) - len(text.rstrip("\n"))
        self._ends = min(2, tail + (self._ends if tail == len(text) else 0))

    def paragraph(self, text: str) -> None:
        """Add a paragraph with a blank line behind it; nothing for one without a sign."""
        if text.strip():
            self.write(text.strip("\n") + "\n\n")

    def line(self, text: str) -> None:
        if text.strip():
            self.write(text.strip("\n") + "\n")

    def warn(self, word: str, number: int = 0) -> None:
        self.warnings.append(f"{word}:{number}" if number else word)

    def text(self) -> str:
        """Return all of it. Marks behind the last sign are dropped."""
        text = "".join(self._parts).rstrip()
        self.marks = [mark for mark in self.marks if mark.start < len(text)]
        return text
