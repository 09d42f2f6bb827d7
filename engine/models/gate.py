"""The structural gate for torch's zip files, before anything of them is unpickled.

torch stores entries uncompressed, each once, under names of its own. Anything else is refused: a compressed entry
may grow a thousandfold, a doubled or hidden one may be read differently by two readers. Format: PKWARE APPNOTE
6.3 (sections 4.3.7, 4.3.12, 4.3.14–16); names: torch/serialization.py.
"""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.audio.files import InputView
from engine.errors import EngineError

SIGNATURE = b"PK\x03\x04"
MAX_ENTRIES = 20_000
MAX_DIRECTORY_BYTES = 8 * 1024 * 1024
MAX_PICKLE_BYTES = 32 * 1024 * 1024
_MAX_NOTE_BYTES = 4096  # version, byteorder and the like
_END = b"PK\x05\x06"
_END64 = b"PK\x06\x06"
_END64_LOCATOR = b"PK\x06\x07"
_TAIL = 22 + 65_535
_LOCAL = struct.Struct("<4s5H3I2H")
_ALLOWED_FLAGS = 0x8 | 0x800  # sizes behind the data, names in UTF-8
_NOTES = frozenset({"version", "byteorder", ".format_version", ".storage_alignment", ".data/serialization_id"})
_STORAGE = re.compile(r"data/[0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Archive:
    """``pickle`` is the content of data.pkl; ``storages`` gives the bytes of each tensor storage by its key."""

    pickle: bytes
    storages: Mapping[str, int]

    @property
    def storage_bytes(self) -> int:
        return sum(self.storages.values())


def check_archive(view: InputView, size: int) -> Archive:
    """Return what a torch file of ``size`` bytes holds.

    Raises EngineError ``damaged_model`` for what is no whole zip file and ``bad_archive`` for one that torch
    did not write; ``detail`` says why.
    """
    try:
        start = _check_directory(view, size)
        with zipfile.ZipFile(view) as file:  # type: ignore[arg-type] - reads, seeks and tells
            entries = file.infolist()
            names = _check_names(entries)
            _check_places(view, entries, start)
            if sum(entry.file_size for entry in entries) > size:
                raise _bad("entries larger than the file")
            return _content(file, names)
    except (zipfile.BadZipFile, struct.error, EOFError, ValueError, NotImplementedError, OSError) as error:
        raise EngineError("damaged_model", repr(error)) from error


def _check_directory(view: InputView, size: int) -> int:
    """Return the offset of the central directory, once its size and number of entries are within bounds."""
    if _read(view, 0, 4) != SIGNATURE:
        raise EngineError("damaged_model", "no zip signature")
    tail_at = max(0, size - _TAIL)
    tail = _read(view, tail_at, _TAIL)
    place = tail.rfind(_END)
    if place < 0:
        raise EngineError("damaged_model", "the end of the zip file is missing")
    count, length, offset = struct.unpack_from("<HII", tail, place + 10)
    if count == 0xFFFF or 0xFFFFFFFF in (length, offset):
        count, length, offset = _large_directory(view, tail_at + place)
    if count > MAX_ENTRIES or length > MAX_DIRECTORY_BYTES:
        raise _bad(f"{count} entries in {length} bytes")
    return int(offset)


def _large_directory(view: InputView, end_at: int) -> tuple[int, int, int]:
    locator = _read(view, end_at - 20, 20)
    if locator[:4] != _END64_LOCATOR:
        raise EngineError("damaged_model", "no zip64 locator")
    record = _read(view, struct.unpack_from("<Q", locator, 8)[0], 56)
    if record[:4] != _END64:
        raise EngineError("damaged_model", "no zip64 record")
    return struct.unpack_from("<QQQ", record, 32)


def _check_names(entries: Sequence[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Return the entries by their name below the one folder that all share."""
    if not entries:
        raise EngineError("damaged_model", "an empty zip file")
    prefix = entries[0].filename.partition("/")[0] + "/"
    names: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        name = entry.filename.removeprefix(prefix)
        if entry.filename == name or name in names:
            raise _bad(f"entry {entry.filename[:100]!r}")
        if not (name == "data.pkl" or name in _NOTES or _STORAGE.fullmatch(name)):
            raise _bad(f"entry {entry.filename[:100]!r}")
        if entry.compress_type != zipfile.ZIP_STORED or entry.compress_size != entry.file_size:
            raise _bad(f"compressed entry {name}")
        if entry.flag_bits & ~_ALLOWED_FLAGS:
            raise _bad(f"flags {entry.flag_bits:#x} of {name}")
        if name in _NOTES and entry.file_size > _MAX_NOTE_BYTES:
            raise _bad(f"{entry.file_size} bytes of {name}")
        names[name] = entry
    if "data.pkl" not in names:
        raise _bad("no data.pkl")
    if names["data.pkl"].file_size > MAX_PICKLE_BYTES:
        raise _bad(f"{names['data.pkl'].file_size} bytes of data.pkl")
    return names


def _check_places(view: InputView, entries: Sequence[zipfile.ZipInfo], directory: int) -> None:
    """Each entry's own header says what the directory says, and no two share bytes."""
    after = 0
    for entry in sorted(entries, key=lambda one: one.header_offset):
        if entry.header_offset < after:
            raise _bad(f"entry {entry.filename[:100]!r} lies in another")
        header = _LOCAL.unpack(_read(view, entry.header_offset, _LOCAL.size))
        signature, _, flags, method, _, _, _, _, _, name_length, extra_length = header
        if signature != SIGNATURE or method != zipfile.ZIP_STORED or flags & ~_ALLOWED_FLAGS:
            raise _bad(f"local header of {entry.filename[:100]!r}")
        name = _read(view, entry.header_offset + _LOCAL.size, name_length)
        if name not in (entry.orig_filename.encode("utf-8"), entry.orig_filename.encode("cp437", "replace")):
            raise _bad(f"{entry.filename[:100]!r} has two names")
        after = entry.header_offset + _LOCAL.size + name_length + extra_length + entry.file_size
        if after > directory:
            raise _bad(f"{entry.filename[:100]!r} reaches into the directory")


def _content(file: zipfile.ZipFile, names: Mapping[str, zipfile.ZipInfo]) -> Archive:
    storages = {name.removeprefix("data/"): entry.file_size for name, entry in names.items()
                if _STORAGE.fullmatch(name)}
    with file.open(names["data.pkl"]) as member:
        return Archive(member.read(MAX_PICKLE_BYTES + 1), storages)


def _read(view: InputView, offset: int, count: int) -> bytes:
    if offset < 0:
        raise EngineError("damaged_model", "an offset before the file")
    view.seek(offset)
    return view.read(count)


def _bad(detail: str) -> EngineError:
    return EngineError("bad_archive", detail)
