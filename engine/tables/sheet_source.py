"""Sheets of an XLSX file: the zip is checked before a library reads it, cells become text."""

from __future__ import annotations

import datetime
import re
import zipfile
from collections.abc import Iterator
from typing import Any, cast

from engine.audio.files import InputFile
from engine.errors import EngineError
from engine.tables.limits import (
    MAX_ALL_PARTS_BYTES,
    MAX_COLUMNS,
    MAX_IN_MEMORY_BYTES,
    MAX_PART_BYTES,
    MAX_PARTS,
    MAX_RATIO,
    RATIO_FROM,
)

ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # .xls, and .xlsx under a password
_SHEETS = "xl/worksheets/"
_HEAD = 64 * 1024
_DECLARATION = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_BROKEN = (zipfile.BadZipFile, KeyError, ValueError, TypeError, IndexError, AttributeError, EOFError, SyntaxError,
           NotImplementedError, RuntimeError, OverflowError, LookupError)  # what the library raises for broken ones


class SheetSource:
    """An open workbook; ``close()`` it."""

    def __init__(self, file: InputFile) -> None:
        """Raises EngineError ``table_unreadable``, ``table_too_large``."""
        view = cast("Any", file.view())
        check_zip(view)
        view.seek(0)
        from openpyxl import load_workbook

        try:
            self._book: Any = load_workbook(view, read_only=True, data_only=True, keep_links=False)
        except _BROKEN as error:
            raise EngineError("table_unreadable", f"{type(error).__name__}: {error}") from error

    @property
    def names(self) -> list[str]:
        return [str(sheet.title) for sheet in self._visible]

    @property
    def _visible(self) -> list[Any]:
        """What is hidden is left out, as where the text of a document is read."""
        return [sheet for sheet in self._book.worksheets if sheet.sheet_state == "visible"]

    def rows(self, number: int) -> Iterator[list[str]]:
        """Yield the rows of a sheet, one column more than is kept; raises EngineError ``table_unreadable``."""
        sheet = self._visible[number]
        try:
            sheet.reset_dimensions()  # what the file says of its size is not trusted
            for row in sheet.iter_rows(max_col=MAX_COLUMNS + 1, values_only=True):
                yield [_text(value) for value in row]
        except _BROKEN as error:
            raise EngineError("table_unreadable", f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        self._book.close()


def check_zip(view: Any) -> None:
    """Refuse a workbook that unpacks to too much, is encrypted, or declares entities of its own."""
    try:
        with zipfile.ZipFile(view) as package:
            parts = package.infolist()
            names = [part.filename for part in parts]
            if "[Content_Types].xml" not in names or len(names) != len(set(names)):
                raise EngineError("table_unreadable", "no workbook, or one with a part twice")
            if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_ALL_PARTS_BYTES:
                raise EngineError("table_too_large", f"{len(parts)} parts")
            for part in parts:
                _check_part(package, part)
    except EngineError:
        raise
    except (*_BROKEN, OSError) as error:
        raise EngineError("table_unreadable", f"{type(error).__name__}: {error}") from error


def _check_part(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    name = part.filename
    if part.flag_bits & 1:
        raise EngineError("table_locked", name[:100])
    streamed = name.startswith(_SHEETS)
    read = streamed or name.endswith((".xml", ".rels"))
    limit = MAX_PART_BYTES if streamed or not read else MAX_IN_MEMORY_BYTES
    bomb = part.file_size > RATIO_FROM and part.file_size > MAX_RATIO * max(1, part.compress_size)
    if part.file_size > limit or bomb:
        raise EngineError("table_too_large", f"{name[:100]}: {part.file_size} bytes")
    if read:
        with package.open(part) as stream:
            head = stream.read(_HEAD).replace(b"\0", b"")  # UTF-16 too
        if _DECLARATION.search(head):
            raise EngineError("table_unreadable", f"{name[:100]} declares entities")


def _text(value: object) -> str:
    """Return the value of a cell as text: numbers as they are, dates as ISO 8601, errors as they are shown."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime):
        plain = value.replace(tzinfo=None, microsecond=0)
        return plain.date().isoformat() if plain.time() == datetime.time() else plain.isoformat(" ")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return str(value)
