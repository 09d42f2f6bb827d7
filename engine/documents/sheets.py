"""Tables: Excel workbooks, and text with separators. A row becomes a line that names its columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from engine.audio.files import InputFile
from engine.documents.archive import open_package, whole
from engine.documents.encodings import decode
from engine.documents.merged import downward_merges, filled_down
from engine.documents.writing import Writer
from engine.errors import EngineError

MAX_COLUMNS = 1000
MAX_CELL_CHARS = 32_767  # what a cell of Excel holds
_NAMED_COLUMNS = 60  # beyond that only the values are worth their room
_SNIFFED = 20_000
_SEPARATORS = ",\t;|"


def read_xlsx(file: InputFile, out: Writer) -> None:
    """A sheet is a section. Raises EngineError ``document_damaged``, and those of a zip file."""
    with open_package(file.view(), file.size, out.watch) as package:
        package.refuse_document_types()
    import warnings

    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # parts that only matter when a file is written again
            book: Any = openpyxl.load_workbook(whole(file.view()), read_only=True, data_only=True, keep_links=False)
            try:
                _read_book(book, out)
            finally:
                book.close()
    except (InvalidFileException, LookupError, ValueError, TypeError, AttributeError, SyntaxError, OverflowError,
            EOFError, OSError) as error:
        raise EngineError("document_damaged", repr(error)) from error


def _read_book(book: Any, out: Writer) -> None:
    out.title = (book.properties.title if book.properties else "") or ""
    sheets = list(book.worksheets)
    hidden = 0
    for number, sheet in enumerate(sheets):
        out.watch.progress(number, len(sheets))
        if sheet.sheet_state != "visible":
            hidden += 1
            continue
        out.mark(section=sheet.title)
        sheet.reset_dimensions()  # what a file claims of its size is not believed
        rows = ([_shown(value) for value in row[:MAX_COLUMNS]] for row in sheet.iter_rows(values_only=True))
        write_rows(filled_down(rows, downward_merges(book, sheet, out.watch)), out)
    if hidden:
        out.warn("hidden_sheets", hidden)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    if isinstance(value, (date, time, timedelta)):
        return str(value)
    return str(value)[:MAX_CELL_CHARS]


def read_csv(data: bytes, out: Writer) -> None:
    """Raises EngineError ``document_damaged`` where it is no table of text at all."""
    decoded = decode(data, out.charset)
    out.encoding = decoded.encoding
    if decoded.damaged:
        out.warn("damaged_characters", decoded.damaged)
    lines = io.StringIO(decoded.text.replace("\0", ""), newline="")
    csv.field_size_limit(1_000_000)
    try:
        write_rows(csv.reader(lines, delimiter=separator(decoded.text)), out)
    except csv.Error as error:
        raise EngineError("document_damaged", repr(error)) from error


def separator(text: str) -> str:
    """Return the separator that cuts the first lines into the most equal rows."""
    lines = [line for line in text[:_SNIFFED].splitlines()[:50] if line.strip()]
    best, best_score = ",", 0.0
    for sign in _SEPARATORS:
        counts = [line.count(sign) for line in lines]
        if counts and (usual := sorted(counts)[len(counts) // 2]):
            score = usual * sum(count == usual for count in counts) / len(counts)
            if score > best_score:
                best, best_score = sign, score
    return best


def write_rows(rows: Iterable[Sequence[str]], out: Writer) -> None:
    """Write rows; the first one with more than one cell names the columns of the others, if it has at least two texts
    and no number. One cell alone above it is a title."""
    names: list[str] | None = None
    for number, row in enumerate(rows):
        if number % 50 == 0:
            out.watch.check()
        cells = [" ".join(cell.split()) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if names is None:
            if len(cells) > 1 or not cells[0]:  # else a title above the table
                names = cells if _is_header(cells) else []
            out.line(" | ".join(cells))
        elif names and len(names) <= _NAMED_COLUMNS:
            out.line("; ".join(_pair(names, place, cell) for place, cell in enumerate(cells) if cell))
        else:
            out.line(" | ".join(cells))
    out.write("\n")


def _pair(names: Sequence[str], place: int, cell: str) -> str:
    name = names[place][:100] if place < len(names) else ""
    return f"{name}: {cell}" if name else cell


def _is_header(cells: Sequence[str]) -> bool:
    texts = [cell for cell in cells if cell]
    return len(texts) >= 2 and len(set(texts)) == len(texts) and not any(
        cell.replace(".", "").replace(",", "").replace("-", "").isdecimal() for cell in texts)
