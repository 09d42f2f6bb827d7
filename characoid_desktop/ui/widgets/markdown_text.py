"""Markdown cut into pieces that are each cheap to draw, while it is still coming in.

The cut is greedy and looks only backwards: what was closed stays as it is, however the text goes on. So a
message that is streamed and one that is loaded look the same, and only the last piece is drawn anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from characoid_desktop.ui.widgets.safe_text import SHOWN_LIMIT, breakable, visible

SOFT_CHARS, HARD_CHARS = 1200, 3200  # of a piece of text: cut at a blank line from here, anywhere from there
SOFT_LINES, HARD_LINES = 40, 80
CODE_LINES, CODE_CHARS = 200, 8000
CODE_LINE = 1900  # characters of one line of code
CELLS = 96  # of a table before it goes on in another one
COLUMNS = 16  # a wider table stays text
PIECES = 300  # of a message; what comes then is not drawn
LEVELS = 20  # of quotes and lists in each other
_INDENT = 2 * LEVELS

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([^`\n]*)$")
_RULE = re.compile(r"^\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CONTAINER = re.compile(r"[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_QUOTE = re.compile(r"^[ \t]*>")
_BREAKS_OFF = re.compile(r"^[ \t]{0,3}(?:#{1,6}(?:[ \t]|$)|(?:[-*_][ \t]*){3,}$|=+[ \t]*$|-+[ \t]*$|\|)")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}(?:[ \t]|$)")


class PieceKind(StrEnum):
    TEXT = "text"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Piece:
    """``text`` is as it came. ``info`` is the word after a fence; ``goes_on``: the rest of the code before it.

    ``head`` is drawn above the text and no part of it: the head of a table that goes on. ``glue`` stood between
    this code and the piece before it: nothing where a line was cut.
    """

    kind: PieceKind
    text: str
    info: str = ""
    goes_on: bool = False
    head: str = ""
    glue: str = "\n"


class Splitter:
    """Takes a text as it grows. ``pieces`` are closed but for the last; ``cut``: there is more than is drawn."""

    def __init__(self, limit: int = SHOWN_LIMIT) -> None:
        self._limit = limit
        self._taken = 0
        self._closed: list[Piece] = []
        self._partial = ""  # the line that has no end yet
        self._lines: list[str] = []
        self._chars = 0
        self._fence = ""  # the fence that is open: its signs
        self._indent = 0
        self._info = ""
        self._goes_on = False
        self._glue = "\n"
        self._head: list[str] = []
        self._cells = 0
        self._columns = 0
        self.cut = False

    def feed(self, text: str) -> None:
        """Take what came next."""
        if self.cut:
            return
        room = self._limit - self._taken
        if len(text) > room:
            text, self.cut = text[:room], True
        self._taken += len(text)
        lines = (self._partial + text.replace("\r\n", "\n")).split("\n")
        self._partial = lines.pop()
        for line in lines:
            if not line and not self._lines and not self._fence:
                continue  # nothing is drawn of it
            self._take(line)
            if len(self._closed) >= PIECES:
                self.cut, self._partial = True, ""
                self._lines, self._fence = [], ""
                return
        if self._fence:
            self._partial = self._cut_code(self._partial)
        while not self._fence and len(self._partial) > HARD_CHARS:
            self._partial = self._cut_line(self._partial)

    @property
    def closed(self) -> int:
        """How many pieces will never change again."""
        return len(self._closed)

    def pieces(self, start: int = 0) -> list[Piece]:
        """Return the pieces from ``start`` on: closed ones, then the open one where there is anything in it."""
        last = self._open_piece()
        return [*self._closed[start:], *([last] if last is not None else [])]

    # --- one line ---------------------------------------------------------------------------------

    def _take(self, line: str) -> None:
        if self._fence:
            self._take_code(line)
            return
        fence = _FENCE.match(line)
        if fence is not None:
            self._close()
            self._fence, self._info = fence.group(1), fence.group(2).strip()[:40]
            self._indent, self._goes_on = len(line) - len(line.lstrip()), False
            self._glue = "\n"
            return
        while len(line) > HARD_CHARS:
            line = self._cut_line(line)
        self._close_if_full(line)
        self._count_cells(line)
        if line.strip() or self._lines:
            self._add(line)

    def _take_code(self, line: str) -> None:
        bare = line.strip()
        if bare and set(bare) == {self._fence[0]} and len(bare) >= len(self._fence):
            self._close_code()
            return
        if len(self._lines) >= CODE_LINES or self._chars >= CODE_CHARS:
            self._closed.append(self._code())
            self._lines, self._chars, self._goes_on, self._glue = [], 0, True, "\n"
        lead = len(line) - len(line.lstrip(" \t"))
        self._add(self._cut_code(line[min(lead, self._indent):]))

    def _cut_code(self, line: str) -> str:
        """Close pieces with the beginning of a line that is too long; return the rest of it."""
        while len(line) > CODE_CHARS:
            self._add(line[:CODE_CHARS])
            self._closed.append(self._code())
            self._lines, self._chars, self._goes_on, self._glue = [], 0, True, ""
            line = line[CODE_CHARS:]
        return line

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._chars += len(line) + 1

    def _cut_line(self, line: str) -> str:
        """Close a piece with the beginning of a line that is too long; return the rest of it."""
        at = max(line.rfind(mark, SOFT_CHARS, HARD_CHARS - 200) for mark in " 。，、,.;")
        at = at + 1 if at > 0 else HARD_CHARS - 200
        self._close_if_full(line[:at])
        self._add(line[:at])
        self._close()
        return line[at:]

    def _close_if_full(self, line: str) -> None:
        if not self._lines:
            return
        soft = self._chars >= SOFT_CHARS or len(self._lines) >= SOFT_LINES
        hard = self._chars + len(line) > HARD_CHARS or len(self._lines) >= HARD_LINES
        at_gap = not self._lines[-1].strip() and line.strip() and not line.startswith((" ", "\t"))
        head = self._head if self._columns and "|" in line else []
        if head and (hard or self._cells >= CELLS):
            self._close()
            self._head, self._columns = head, len(_columns(head[0]))
        elif not head and (hard or (soft and at_gap)):
            self._close()

    def _count_cells(self, line: str) -> None:
        if self._columns:
            if "|" in line:
                self._cells += self._columns
            else:
                self._close()
        elif self._lines and "|" in self._lines[-1] and _RULE.match(line):
            header = self._lines[-1]
            if len(_columns(header)) <= COLUMNS:  # a table is a piece of its own
                self._lines.pop()
                self._close()
                self._add(header)
                self._columns, self._head = len(_columns(header)), [header, line]

    # --- closing ----------------------------------------------------------------------------------

    def _close(self) -> None:
        piece = self._text(self._lines)
        if piece is not None:
            self._closed.append(piece)
        self._lines, self._chars, self._head, self._cells, self._columns = [], 0, [], 0, 0

    def _close_code(self) -> None:
        self._closed.append(self._code())
        self._lines, self._chars, self._fence, self._info = [], 0, "", ""

    def _code(self, *more: str) -> Piece:
        return Piece(PieceKind.CODE, "\n".join((*self._lines, *more)), self._info, self._goes_on, glue=self._glue)

    def _text(self, lines: Sequence[str]) -> Piece | None:
        text = "\n".join(lines).strip("\n")
        if not text.strip():
            return None
        head = "\n".join(self._head) if self._head and self._head[0] not in lines else ""
        return Piece(PieceKind.TEXT, text, head=head)

    def _open_piece(self) -> Piece | None:
        if self._fence:
            partial = self._partial
            bare = partial.strip()
            closing = bare and set(bare) == {self._fence[0]}
            return self._code(*([partial] if partial and not closing else []))
        begins_fence = self._partial.lstrip().startswith(("```", "~~~"))
        return self._text([*self._lines, *([] if begins_fence else [self._partial])])


def pieces_of(text: str) -> list[Piece]:
    """Return the pieces of a whole text."""
    splitter = Splitter()
    splitter.feed(text)
    return splitter.pieces()


def _columns(row: str) -> list[str]:
    return row.strip().strip("|").split("|")


# --- what Qt gets to read ---------------------------------------------------------------------------


def for_document(piece: Piece) -> str:
    """Return the markdown of a text piece for Qt: levels held, line breaks kept, hidden characters shown."""
    lines = visible(piece.text).split("\n")
    if piece.head:
        lines = [*visible(piece.head).split("\n"), *lines]
    lines = [_flat(line) for line in lines]
    out: list[str] = []
    in_table = False
    for number, line in enumerate(lines):
        rule = number > 0 and "|" in lines[number - 1] and bool(_RULE.match(line))
        if rule and len(_columns(lines[number - 1])) > COLUMNS:
            line, rule = "\\" + line, False
        in_table = rule or (in_table and "|" in line)
        next_rule = number + 1 < len(lines) and "|" in line and bool(_RULE.match(lines[number + 1]))
        if out and not in_table and not next_rule and _continues(out[-1], line):
            out[-1] = f"{out[-1].rstrip().removesuffix(chr(92))}\u2028{line.lstrip()}"
        else:
            out.append(line)
    return breakable("\n".join(out))


def for_code(piece: Piece) -> str:
    """Return the lines of a code piece: hidden characters shown, endless lines parted."""
    lines = visible(piece.text).split("\n")
    parts = (line[at:at + CODE_LINE] for line in lines for at in range(0, max(1, len(line)), CODE_LINE))
    return breakable("\n".join(parts))


def _continues(before: str, line: str) -> bool:
    """Whether ``line`` is a further line of the paragraph that ``before`` ends (a break a person typed counts)."""
    if not before.strip() or not line.strip() or _ITEM.match(line) or _QUOTE.match(line):
        return False
    if _HEADING.match(before) or _QUOTE.match(before) or _BREAKS_OFF.match(line) or before.startswith(("    ", "\t")):
        return False
    return not (_BREAKS_OFF.match(before) and "\u2028" not in before)


def _flat(line: str) -> str:
    """Hold a line within LEVELS quotes and lists; deeper signs are left out, deeper indents cut."""
    levels, at, kept = 0, 0, len(line)
    while (found := _CONTAINER.match(line, at)) is not None:
        levels += 1
        at = found.end()
        if levels == LEVELS:
            kept = at
    if levels > LEVELS:
        line = f"{line[:kept]} {line[at:].lstrip()}"
    lead = len(line) - len(line.lstrip(" \t"))
    return line[lead - _INDENT:] if lead > _INDENT else line


