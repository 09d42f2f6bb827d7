"""Checks of MP4 and ASF headers: the index, what is protected, tables that would take memory without end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.audio.files import InputFile
from engine.audio.limits import HeaderHints
from engine.errors import EngineError

_MAX_BOXES = 100_000
_MAX_BOX_DEPTH = 8
_MAX_MOOV_SCAN = 64 << 20


def read_mov(file: InputFile) -> HeaderHints:
    """Raises EngineError ``damaged``, ``header_only``, ``encrypted``."""
    truncated, media, index = False, False, False
    for name, start, size in _boxes(file, 0, file.size):
        truncated = truncated or start + size > file.size
        media, index = media or name == b"mdat", index or name in (b"moov", b"moof")
        if name == b"moov":
            _refuse_protected(file.read_at(start, min(size, _MAX_MOOV_SCAN)))
        _refuse_endless_tables(file, name, start, start + size)
    if not index:
        # The index comes last in most recordings; without it nobody can tell where a sound begins.
        raise EngineError("damaged" if media else "header_only", "no moov box")
    return HeaderHints(truncated=truncated)


def _boxes(file: InputFile, pos: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Give (name, start of the content, its size) of the boxes of ISO/IEC 14496-12 from ``pos`` to ``end``."""
    for _ in range(_MAX_BOXES):
        head = file.read_at(pos, 16)
        if len(head) < 8 or pos >= end:
            return
        size, name, header = int.from_bytes(head[:4], "big"), head[4:8], 8
        if size == 1 and len(head) == 16:
            size, header = int.from_bytes(head[8:], "big"), 16
        elif size == 0:
            size = end - pos
        if size < header:
            return
        yield name, pos + header, size - header
        pos += size


_NESTED = (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"moof", b"traf")


def _refuse_endless_tables(file: InputFile, name: bytes, start: int, end: int, depth: int = 0) -> None:
    """Refuse tables of samples that take no space in the file: FFmpeg reserves memory for each entry."""
    if name in _NESTED:
        if depth > _MAX_BOX_DEPTH:
            raise EngineError("damaged", "boxes within boxes")
        for inner, inner_start, size in _boxes(file, start, min(end, file.size)):
            _refuse_endless_tables(file, inner, inner_start, inner_start + size, depth + 1)
        return
    if name not in (b"stsz", b"trun"):
        return
    body = file.read_at(start, 12)
    if len(body) < 12:
        return
    if name == b"stsz":  # version and flags, size of every sample (0: a table follows), count
        each, count = int.from_bytes(body[4:8], "big"), int.from_bytes(body[8:12], "big")
        space = file.size if each else end - start
        wanted = count * (each or 4)
    else:  # version and flags, count, then what the flags name for each sample
        fields = bin(int.from_bytes(body[2:3], "big") & 0xF).count("1")
        count = int.from_bytes(body[4:8], "big")
        space, wanted = (end - start, count * 4 * fields) if fields else (file.size, count * 4)
    if wanted > space:
        raise EngineError("damaged", f"{count} samples in a {name.decode()} box of {end - start} bytes")


_PROTECTED = re.compile(rb"stsd\0\0\0\0\0\0\0[\x01-\x08].{4}(enca|drms|aavd)", re.DOTALL)


def _refuse_protected(moov: bytes) -> None:
    if _PROTECTED.search(moov):
        raise EngineError("encrypted")


_ASF_PROTECTION = (bytes.fromhex("fbb3112223bdd211b4b700a0c955fc6e"),
                   bytes.fromhex("14e68a292226174cb935dae07ee9289c"))


def read_asf(file: InputFile) -> HeaderHints:
    """Raises EngineError ``encrypted``."""
    size = int.from_bytes(file.read_at(16, 8), "little")
    header = file.read_at(0, min(size, 1 << 20))
    if any(guid in header for guid in _ASF_PROTECTION):
        raise EngineError("encrypted")
    return HeaderHints()
