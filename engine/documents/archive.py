"""The zip files that Word, PowerPoint, Excel and EPUB documents are, before any library unpacks them.

Bounded are the number of entries, what they unpack to and their ratio; names are unique, nothing is encrypted, and a
part that is XML has no document type (which Office documents may not have: ECMA-376-2, 8.1.4), so that no entity can
grow or fetch anything.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from xml.parsers import expat

from engine.audio.files import InputView
from engine.documents.limits import Watch
from engine.errors import EngineError

MAX_ENTRIES = 20_000
MAX_UNPACKED = 1024 * 1024 * 1024
MAX_PART = 256 * 1024 * 1024
MAX_RATIO = 300
RATIO_FROM = 8 * 1024 * 1024  # below this size an honest part of blanks may be packed as well as it likes
_PROLOG = 1024 * 1024
_BLOCK = 64 * 1024
_XML = (".xml", ".rels", ".vml")


class _Begun(Exception):
    """No fault: the root of the document was met."""


class Package:
    """An opened, checked zip file."""

    def __init__(self, file: zipfile.ZipFile, watch: Watch) -> None:
        self._file = file
        self._watch = watch
        self.names = frozenset(entry.filename for entry in file.infolist())

    def has(self, name: str) -> bool:
        return name in self.names

    def read(self, name: str, limit: int = MAX_PART) -> bytes:
        """Return a part's bytes. Raises EngineError ``document_damaged``, ``document_bomb``."""
        parts = bytearray()
        try:
            with self._file.open(name) as member:
                while block := member.read(_BLOCK):
                    self._watch.check()
                    parts += block
                    if len(parts) > limit:
                        raise EngineError("document_bomb", f"{name[:100]} is over {limit} bytes")
        except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, OSError, ValueError,
                RuntimeError, struct.error) as error:
            raise EngineError("document_damaged", f"{name[:100]}: {error!r}") from error
        return bytes(parts)

    def refuse_document_types(self) -> None:
        """Raises EngineError ``document_entities`` where a part declares one."""
        for name in sorted(self.names):
            if name.casefold().endswith(_XML):
                self._look_at_prolog(name)

    def _look_at_prolog(self, name: str) -> None:
        self._watch.check()
        parser = expat.ParserCreate()

        def begun(*_: object) -> None:
            raise _Begun

        def declared(*_: object) -> None:
            raise EngineError("document_entities", f"a document type in {name[:100]}")

        parser.StartElementHandler = begun
        parser.StartDoctypeDeclHandler = declared
        try:
            with self._file.open(name) as member:
                seen = 0
                while seen < _PROLOG and (block := member.read(4096)):
                    seen += len(block)
                    parser.Parse(block, False)
        except _Begun:
            return
        except (expat.ExpatError, LookupError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError,
                ValueError, RuntimeError) as error:
            raise EngineError("document_damaged", f"{name[:100]}: {error!r}") from error
        if seen >= _PROLOG:
            raise EngineError("document_entities", f"no root within {_PROLOG} bytes of {name[:100]}")


@contextmanager
def open_package(view: InputView, size: int, watch: Watch) -> Generator[Package]:
    """Open a zip file. Raises EngineError ``document_damaged``, ``document_bomb``, ``document_locked``."""
    try:
        file = zipfile.ZipFile(view)  # type: ignore[arg-type] - reads, seeks and tells
    except (zipfile.BadZipFile, struct.error, EOFError, ValueError, NotImplementedError, OSError) as error:
        raise EngineError("document_damaged", repr(error)) from error
    with file:
        _check(file, size)
        yield Package(file, watch)


def _check(file: zipfile.ZipFile, size: int) -> None:
    entries = file.infolist()
    if len(entries) > MAX_ENTRIES:
        raise EngineError("document_bomb", f"{len(entries)} entries")
    total = sum(entry.file_size for entry in entries)
    if total > max(RATIO_FROM, min(MAX_UNPACKED, MAX_RATIO * size)):
        raise EngineError("document_bomb", f"{size} bytes unpack to {total}")
    after = -1
    for entry in sorted(entries, key=lambda one: one.header_offset):
        if entry.flag_bits & 0x1:
            raise EngineError("document_locked", f"{entry.filename[:100]!r} is encrypted")
        if entry.file_size > MAX_PART:
            raise EngineError("document_bomb", f"{entry.file_size} bytes of {entry.filename[:100]!r}")
        if entry.header_offset < after:
            raise EngineError("document_bomb", f"{entry.filename[:100]!r} lies in another entry")
        after = entry.header_offset + 30 + entry.compress_size
    if len({entry.filename for entry in entries}) != len(entries):
        raise EngineError("document_damaged", "an entry is there twice")


def whole(view: InputView) -> io.BufferedReader:
    """Return a file object that the office libraries take."""
    view.seek(0)
    return io.BufferedReader(_Raw(view))


class _Raw(io.RawIOBase):
    def __init__(self, view: InputView) -> None:
        super().__init__()
        self._view = view

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        return self._view.readinto(memoryview(buffer))

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._view.seek(offset, whence)

    def tell(self) -> int:
        return self._view.tell()
