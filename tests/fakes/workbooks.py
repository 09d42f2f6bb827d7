"""XLSX files for tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Sheet(NamedTuple):
    name: str
    rows: Sequence[Sequence[Any]]


def workbook(path: Path, *sheets: Sheet) -> bytes:
    """Write a workbook and return its bytes."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in sheets:
        made = book.create_sheet(sheet.name)
        for row in sheet.rows:
            made.append(list(row))
    book.save(path)
    return path.read_bytes()
