"""Rows of a CSV file, whatever its encoding, its delimiter and its ends of line."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from engine.audio.files import InputFile
from engine.documents.encodings import SAMPLE_BYTES, guess
from engine.errors import EngineError
from engine.job import JobContext
from engine.tables.limits import MAX_FIELD_CHARS

SAMPLE_ROWS = 60
_BLOCK = 1024 * 1024
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
          (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DELIMITERS = (",", "\t", ";", "|")
_BINARY = frozenset(range(9)) | frozenset(range(14, 27)) | frozenset(range(28, 32))  # no text has these


class TextSource:
    """A text file of rows. ``encoding`` and ``delimiter`` are what was found; ``damaged``: not all could be decoded."""

    def __init__(self, job: JobContext, file: InputFile) -> None:
        """Raises EngineError ``not_a_table`` for what is no text."""
        sample = file.read_at(0, SAMPLE_BYTES + 1)
        self._file = file
        self.encoding, self.damaged = _encoding(job, file, sample)
        head = sample.decode(self.encoding, "ignore")
        strange = sum(ord(c) in _BINARY for c in head)
        if not head.strip() or strange * 100 > len(head):
            raise EngineError("not_a_table", f"{strange} control characters in {len(head)}")
        self.declared = _declared(head)
        self.delimiter = self.declared or _delimiter(head)

    def rows(self) -> Iterator[list[str]]:
        """Yield each row; raises EngineError ``table_broken`` for a field that does not end."""
        csv.field_size_limit(MAX_FIELD_CHARS)
        raw = io.BufferedReader(_Raw(self._file), 1 << 18)
        stream = io.TextIOWrapper(raw, encoding=self.encoding, errors="replace", newline="")
        reader = csv.reader(stream, delimiter=self.delimiter, skipinitialspace=True)
        try:
            if self.declared:
                next(reader, None)
            yield from reader
        except csv.Error as error:
            raise EngineError("table_broken", str(error), line=reader.line_num) from error


class _Raw(io.RawIOBase):
    """An open file as the standard library reads it."""

    def __init__(self, file: InputFile) -> None:
        super().__init__()
        self._view = file.view()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        count = self._view.readinto(memoryview(cast("bytearray", buffer)).cast("B"))
        if self._view.error is not None:
            raise self._view.error
        return count


def _encoding(job: JobContext, file: InputFile, sample: bytes) -> tuple[str, bool]:
    """Return the codec of the whole file, and whether some of it does not decode."""
    marked = next((name for mark, name in _MARKS if sample.startswith(mark)), "")
    names: Sequence[str] = (marked,) if marked else guess(sample)
    for name in names:
        if _decodes(job, file, name):
            return name, False
    return names[-1], True


def _decodes(job: JobContext, file: InputFile, name: str) -> bool:
    decoder = codecs.getincrementaldecoder(name)()
    try:
        for offset in range(0, file.size, _BLOCK):
            job.check()
            decoder.decode(file.read_at(offset, _BLOCK), offset + _BLOCK >= file.size)
    except (UnicodeDecodeError, ValueError):
        return False
    return True


def _declared(head: str) -> str:
    """The delimiter that the first line of a spreadsheet's export names: ``sep=;``."""
    line = head.split("\n", 1)[0].strip().lstrip("\ufeff").strip('"')
    return line[4] if len(line) == 5 and line.lower().startswith("sep=") and line[4] in _DELIMITERS else ""


def _delimiter(head: str) -> str:
    """Return the delimiter that cuts the first rows into the same number of columns most often."""
    return max(_DELIMITERS, key=lambda one: (_evenness(head, one), -_DELIMITERS.index(one)))


def _evenness(head: str, delimiter: str) -> float:
    counts: Counter[int] = Counter()
    try:
        for number, row in enumerate(csv.reader(io.StringIO(head, newline=""), delimiter=delimiter,
                                                skipinitialspace=True)):
            if number >= SAMPLE_ROWS:
                break
            if any(row):
                counts[len(row)] += 1
    except csv.Error:
        return 0.0
    total = sum(counts.values())
    width, rows = max(counts.items(), key=lambda one: (one[1] if one[0] > 1 else 0, one[0]), default=(1, 0))
    return rows / total if total and width > 1 else 0.0
