"""Cells of a sheet that were merged over several rows: what they say holds for each of these rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.documents.limits import Watch

MAX_MERGES = 10_000
_BLOCK = 1024 * 1024
_LONGEST = 400  # bytes of the element
_MERGE = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]{0,200}?ref=[\"']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})[\"']")


def downward_merges(book: Any, sheet: Any, watch: Watch) -> dict[int, list[tuple[int, int]]]:
    """Return by first row (from 1) the columns (from 0) that are merged downwards, and the last row of each.

    ``book`` and ``sheet`` are openpyxl's, read-only: there it tells of no merges, which a sheet has behind its cells.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    count = 0
    with book._archive.open(sheet._worksheet_path) as part:
        rest = b""
        while block := part.read(_BLOCK):
            watch.check()
            data = rest + block
            end = 0
            for match in _MERGE.finditer(data):
                end = match.end()
                first, last = int(match[2]), int(match[3])
                count += 1
                if last > first and count <= MAX_MERGES:
                    found.setdefault(first, []).append((_column(match[1]), last))
            rest = data[max(end, len(data) - _LONGEST):]
    return found


def filled_down(
    rows: Iterable[list[str]], merges: Mapping[int, list[tuple[int, int]]],
) -> Iterator[list[str]]:
    """Yield the rows (the first one is row 1) with the words of merged cells in each row that they reach over."""
    open_merges: dict[int, tuple[int, str]] = {}  # column → last row, words
    for number, row in enumerate(rows, 1):
        for column, (last, words) in list(open_merges.items()):
            if number > last:
                del open_merges[column]
            elif column < len(row) and not row[column] and any(row):
                row[column] = words
        for column, last in merges.get(number, ()):
            if column < len(row) and row[column]:
                open_merges[column] = (last, row[column])
        yield row


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1
