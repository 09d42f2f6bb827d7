"""Reading a damaged SQLite file without SQLite: pages, table trees, rows.

Follows "Database File Format" of the SQLite documentation. Nothing here trusts a number it reads: a page,
cell or record that makes no sense is skipped with :class:`Unreadable`.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MAGIC = b"SQLite format 3\0"
LEAF, INTERIOR = 13, 5
MAX_PAYLOAD_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 20
_WAL_HEADER, _FRAME_HEADER = 32, 24
_WAL_MAGIC = 0x377F0682

Value = int | float | str | bytes | None


class Unreadable(Exception):
    """This page, cell or record holds nothing that can be understood."""


@dataclass(frozen=True, slots=True)
class RawRow:
    rowid: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf page of a table and the rowids it may hold: low < rowid <= high (None: no bound)."""

    page: int
    low: int | None
    high: int | None


def valid_page_size(size: int) -> bool:
    return 512 <= size <= 65536 and size & (size - 1) == 0


def wal_frames(wal: Path) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the WAL's page size and its committed frames as (page number, offset of the page, commit size).

    As SQLite does it: up to the first frame whose salts or checksum are wrong. An unusable WAL gives (0, []).
    """
    with wal.open("rb") as file:
        header = file.read(_WAL_HEADER)
        if len(header) < _WAL_HEADER:
            return 0, []
        magic, _, page_size, _, salt1, salt2, sum1, sum2 = struct.unpack(">8I", header)
        if magic & ~1 != _WAL_MAGIC or not valid_page_size(page_size):
            return 0, []
        big_endian = bool(magic & 1)
        sums = _checksum(header[:24], (0, 0), big_endian)
        if sums != (sum1, sum2):
            return 0, []
        frames: list[tuple[int, int, int]] = []
        committed = 0
        while len(head := file.read(_FRAME_HEADER)) == _FRAME_HEADER:
            number, commit_size, frame_salt1, frame_salt2, sum1, sum2 = struct.unpack(">6I", head)
            offset = file.tell()
            data = file.read(page_size)
            if len(data) < page_size or (frame_salt1, frame_salt2) != (salt1, salt2) or number == 0:
                break
            sums = _checksum(data, _checksum(head[:8], sums, big_endian), big_endian)
            if sums != (sum1, sum2):
                break
            frames.append((number, offset, commit_size))
            if commit_size:
                committed = len(frames)
        return page_size, frames[:committed]


def _checksum(data: bytes, sums: tuple[int, int], big_endian: bool) -> tuple[int, int]:
    words = array("I", data)
    if big_endian != (sys.byteorder == "big"):
        words.byteswap()
    first, second = sums
    for i in range(0, len(words), 2):
        first = (first + words[i] + second) & 0xFFFFFFFF
        second = (second + words[i + 1] + first) & 0xFFFFFFFF
    return first, second


class PageFile:
    """The pages of a database file as of the last commit in its WAL; use as a context manager."""

    def __init__(self, path: Path, *, with_wal: bool, usual_page_size: int) -> None:
        self._file: BinaryIO = path.open("rb")
        self._wal: BinaryIO | None = None
        self._frames: dict[int, int] = {}
        header = self._file.read(100)
        self.header_good = header[:16] == MAGIC and len(header) == 100
        size = int.from_bytes(header[16:18], "big") if self.header_good else 0
        size = 65536 if size == 1 else size
        wal = path.with_name(path.name + "-wal")
        wal_page_size, frames = wal_frames(wal) if with_wal and wal.is_file() else (0, [])
        if not valid_page_size(size) or path.stat().st_size % size:
            size, self.header_good = wal_page_size or usual_page_size, False
        self.page_size = size
        reserved = header[20] if self.header_good else 0
        self.usable = size - (reserved if reserved <= 32 else 0)
        self.page_count = path.stat().st_size // size
        if frames and wal_page_size == size:
            self._wal = wal.open("rb")
            self._frames = {number: offset for number, offset, _ in frames}
            self.page_count = max(self.page_count, frames[-1][2])
            if 1 in self._frames:
                self.header_good = self.page(1)[:16] == MAGIC

    def __enter__(self) -> PageFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        if self._wal is not None:
            self._wal.close()

    def page(self, number: int) -> bytes:
        """The bytes of a page, counted from 1; raises Unreadable outside the file or on a read error."""
        if not 1 <= number <= self.page_count:
            raise Unreadable(f"page {number}")
        offset = self._frames.get(number)
        file = self._file if offset is None or self._wal is None else self._wal
        try:
            file.seek((number - 1) * self.page_size if offset is None else offset)
            data = file.read(self.page_size)
        except OSError as error:  # a bad sector
            raise Unreadable(f"page {number}") from error
        if len(data) < self.page_size:
            raise Unreadable(f"page {number}")
        return data

    def kind(self, number: int) -> int:
        return self.page(number)[100 if number == 1 else 0]

    def schema_version(self) -> int | None:
        """The ``user_version`` in the header, None when the header is gone."""
        if not self.header_good:
            return None
        return int.from_bytes(self.page(1)[60:64], "big")

    def free_pages(self) -> set[int]:
        """The pages of the free list, as far as it can be followed."""
        free: set[int] = set()
        trunk = int.from_bytes(self.page(1)[32:36], "big") if self.header_good else 0
        while trunk and trunk not in free:
            free.add(trunk)
            try:
                data = self.page(trunk)
            except Unreadable:
                break
            trunk, count = struct.unpack(">2I", data[:8])
            count = min(count, self.page_size // 4 - 2)
            free.update(struct.unpack(f">{count}I", data[8:8 + 4 * count]))
        return free

    def leaves(self, root: int) -> tuple[list[Leaf], list[Leaf]]:
        """Walk a table's tree; return its leaves in order, and the places where nothing could be read."""
        good: list[Leaf] = []
        lost: list[Leaf] = []
        self._walk(Leaf(root, None, None), 0, set(), good, lost)
        return good, lost

    def _walk(self, node: Leaf, depth: int, seen: set[int], good: list[Leaf], lost: list[Leaf]) -> None:
        try:
            if node.page in seen or depth > MAX_DEPTH:
                raise Unreadable("a loop")
            seen.add(node.page)
            kind = self.kind(node.page)
            if kind == LEAF:
                good.append(node)
                return
            if kind != INTERIOR:
                raise Unreadable(f"page {node.page} is no table page")
            children = self._children(node)
        except Unreadable:
            lost.append(node)
            return
        for child in children:
            self._walk(child, depth + 1, seen, good, lost)

    def _children(self, node: Leaf) -> list[Leaf]:
        data = self.page(node.page)
        start = 100 if node.page == 1 else 0
        children: list[Leaf] = []
        low = node.low
        for offset in self._cells(data, start, 12):
            child = int.from_bytes(data[offset:offset + 4], "big")
            key = _signed(varint(data, offset + 4)[0])
            children.append(Leaf(child, low, key))
            low = key
        last = int.from_bytes(data[start + 8:start + 12], "big")
        return [*children, Leaf(last, low, node.high)]

    def _cells(self, data: bytes, start: int, header: int) -> tuple[int, ...]:
        count = int.from_bytes(data[start + 3:start + 5], "big")
        first = start + header
        if first + 2 * count > self.usable:
            raise Unreadable("more cells than fit")
        return struct.unpack(f">{count}H", data[first:first + 2 * count])

    def rows(self, number: int) -> Iterator[RawRow | None]:
        """The rows of a leaf page; None stands for each one that cannot be read."""
        data = self.page(number)
        for offset in self._cells(data, 100 if number == 1 else 0, 8):
            try:
                yield self._row(data, offset)
            except (Unreadable, IndexError, struct.error, UnicodeDecodeError):
                yield None

    def _row(self, data: bytes, offset: int) -> RawRow:
        size, offset = varint(data, offset)
        rowid, offset = varint(data, offset)
        if size > min(MAX_PAYLOAD_BYTES, self.page_count * self.page_size):
            raise Unreadable("record too large")
        local = self._local_size(size)
        if offset + local > len(data):
            raise Unreadable("record leaves its page")
        payload = data[offset:offset + local]
        if local < size:
            next_page = int.from_bytes(data[offset + local:offset + local + 4], "big")
            payload += self._overflow(next_page, size - local)
        return RawRow(_signed(rowid), record(payload))

    def _local_size(self, size: int) -> int:
        """How many bytes of a record of ``size`` bytes lie in the leaf itself (file format, section 1.6)."""
        most = self.usable - 35
        if size <= most:
            return size
        least = (self.usable - 12) * 32 // 255 - 23
        fitting = least + (size - least) % (self.usable - 4)
        return fitting if fitting <= most else least

    def _overflow(self, number: int, size: int) -> bytes:
        parts: list[bytes] = []
        while size > 0:
            data = self.page(number)
            take = min(size, self.usable - 4)
            parts.append(data[4:4 + take])
            size -= take
            number = int.from_bytes(data[:4], "big")
        return b"".join(parts)


def varint(data: bytes, offset: int) -> tuple[int, int]:
    """Return the number and the offset behind it; 1 to 9 bytes, big-endian, 7 bits each, the ninth 8."""
    value = 0
    for i in range(8):
        byte = data[offset + i]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + i + 1
    return value << 8 | data[offset + 8], offset + 9


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def record(payload: bytes) -> tuple[Value, ...]:
    """Decode a record; raises Unreadable, IndexError or UnicodeDecodeError when it is none."""
    header_size, offset = varint(payload, 0)
    if not offset <= header_size <= len(payload):
        raise Unreadable("record header")
    types: list[int] = []
    while offset < header_size:
        serial, offset = varint(payload, offset)
        types.append(serial)
    if offset != header_size:
        raise Unreadable("record header")
    values: list[Value] = []
    at = header_size
    for serial in types:
        size = _content_size(serial)
        if at + size > len(payload):
            raise Unreadable("record content")
        values.append(_value(serial, payload[at:at + size]))
        at += size
    if at != len(payload):
        raise Unreadable("record length")
    return tuple(values)


def _content_size(serial: int) -> int:
    if serial >= 12:
        return (serial - 12) // 2
    if serial in (10, 11):
        raise Unreadable("reserved type")
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[serial]


def _value(serial: int, content: bytes) -> Value:
    if serial == 0:
        return None
    if serial <= 6:
        return int.from_bytes(content, "big", signed=True)
    if serial == 7:
        return float(struct.unpack(">d", content)[0])
    if serial <= 9:
        return serial - 8
    return content.decode("utf-8") if serial % 2 else content
