"""A zip that somebody shares a voice in: looked at, and unpacked under names of our own.

Nothing is written under a name from the archive, so no name can lead out of the folder; an archive that tries is
refused all the same. Only files that may be part of a model come out, within bounds that real bytes are counted
against. Everything blocks.
"""

from __future__ import annotations

import errno
import re
import stat
import struct
import threading
import unicodedata
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.blobs import open_regular
from characoid_desktop.data.errors import disk_full, expected_errors
from characoid_desktop.data.home import RESERVE_BYTES, free_space_ok
from characoid_desktop.data.names import visible

MAX_ENTRIES = 2000
MAX_TAKEN = 200
MAX_MEMBER_BYTES = 2 * 1024**3
MAX_TOTAL_BYTES = 6 * 1024**3
MAX_DIRECTORY_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 12
MODEL_SUFFIXES = frozenset({".pth", ".pt", ".ckpt", ".th", ".bin", ".safetensors", ".onnx", ".index"})
CONFIG_SUFFIXES = frozenset({".json", ".yaml", ".yml"})
IMAGE_SUFFIXES = frozenset({".png", ".jpg", ".jpeg"})
MAX_SMALL_BYTES = 16 * 1024 * 1024  # configs and pictures
_BLOCK = 1024 * 1024
_DRIVE = re.compile(r"[A-Za-z]:")
_SAFE = Text("Nothing was unpacked.")
_TORCH_MARK = re.compile(r"[^/]+/data\.pkl")


class BadArchive(AppError):
    code = "bad_zip"


@dataclass(frozen=True, slots=True)
class Member:
    """A file that came out: ``path`` is where it lies, ``name`` what it was called, with its folders."""

    path: Path
    name: PurePosixPath


def is_zip(head: bytes) -> bool:
    return head.startswith(b"PK\x03\x04")


def holds_tensors(path: Path) -> bool:
    """Whether a zip file is one of torch's (a checkpoint) rather than an archive of files. False for damaged ones."""
    try:
        with open_regular(path) as file:
            _check_size(file)
            with zipfile.ZipFile(file) as archive:
                return any(_TORCH_MARK.fullmatch(name) for name in archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, struct.error, NotImplementedError, AppError):
        return False


def unpack(path: Path, folder: Path, stop: threading.Event) -> list[Member]:
    """Unpack the model files of ``path`` into the existing ``folder`` (0001.pth, 0002.index …).

    Raises BadArchive with one sentence, DiskFull and the like; what was written by then is the caller's to remove.
    Ends early, with what there is, once ``stop`` is set.
    """
    name = visible(path.name)
    try:
        with open_regular(path) as file:
            _check_size(file)
            with zipfile.ZipFile(file) as archive:
                wanted = _wanted(archive.infolist())
                total = sum(entry.file_size for entry in wanted)
                with expected_errors(folder, 0.0):
                    if not free_space_ok(folder, total):
                        raise disk_full(folder, total + RESERVE_BYTES)
                return _extract(archive, wanted, folder, stop)
    except (zipfile.BadZipFile, struct.error, zlib.error, EOFError, ValueError, NotImplementedError,
            RuntimeError, OSError) as error:  # fmt: skip
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # EINVAL: an offset before the file
            raise
        raise BadArchive(Text.of("“{name}” is damaged and cannot be unpacked.", name=name), safe=_SAFE,
                         detail=repr(error)) from error


def _wanted(entries: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """The members to take out, once all names are seen to be harmless."""
    if len(entries) > MAX_ENTRIES:
        raise BadArchive(Text.of("The archive holds more than {n} files.", n=MAX_ENTRIES), safe=_SAFE)
    seen: set[str] = set()
    wanted: list[zipfile.ZipInfo] = []
    for entry in entries:
        _check_name(entry)
        key = unicodedata.normalize("NFKC", entry.filename).casefold()
        if key in seen:
            raise _hostile(f"{entry.filename!r} twice")
        seen.add(key)
        if entry.is_dir() or not _is_taken(PurePosixPath(entry.filename)):
            continue
        _check_size_of(entry)
        wanted.append(entry)
    if len(wanted) > MAX_TAKEN:
        raise BadArchive(Text.of("The archive holds more than {n} models.", n=MAX_TAKEN), safe=_SAFE)
    if sum(entry.file_size for entry in wanted) > MAX_TOTAL_BYTES:
        raise _too_large()
    return wanted


def _check_name(entry: zipfile.ZipInfo) -> None:
    for name in {entry.orig_filename, unicodedata.normalize("NFKC", entry.orig_filename)}:
        parts = name.removesuffix("/").split("/")
        outside = name.startswith("/") or "\\" in name or _DRIVE.match(name) or ".." in parts
        if outside or len(parts) > MAX_DEPTH or len(name) > 1000 or any(ord(c) < 0x20 for c in name):
            raise _hostile(repr(name[:200]))
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise _hostile(f"{entry.filename!r} is a link or a device")
    if entry.flag_bits & 0x41:
        raise BadArchive(Text.of("The archive is protected by a password. Unpack it first, then drop its files."),
                         safe=_SAFE)


def _is_taken(name: PurePosixPath) -> bool:
    hidden = any(part.startswith((".", "__MACOSX")) for part in name.parts)
    return not hidden and name.suffix.lower() in MODEL_SUFFIXES | CONFIG_SUFFIXES | IMAGE_SUFFIXES


def _check_size_of(entry: zipfile.ZipInfo) -> None:
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadArchive(Text.of("The archive is packed in a way that cannot be read. Unpack it first, then drop its "
                                 "files."), safe=_SAFE, detail=f"method {entry.compress_type}")
    small = PurePosixPath(entry.filename).suffix.lower() not in MODEL_SUFFIXES
    if entry.file_size > (MAX_SMALL_BYTES if small else MAX_MEMBER_BYTES):
        raise _too_large()


def _extract(
    archive: zipfile.ZipFile, wanted: list[zipfile.ZipInfo], folder: Path, stop: threading.Event
) -> list[Member]:
    members: list[Member] = []
    for number, entry in enumerate(wanted, 1):
        name = PurePosixPath(entry.filename)
        target = folder / f"{number:04d}{name.suffix.lower()}"
        with archive.open(entry) as source, expected_errors(folder, 0.0), target.open("xb") as out:
            left = entry.file_size
            while block := source.read(_BLOCK):
                if stop.is_set():
                    return members
                left -= len(block)
                if left < 0:
                    raise _hostile(f"{entry.filename!r} is larger than it says")
                out.write(block)
        if left:
            raise zipfile.BadZipFile(f"{entry.filename!r} is smaller than it says")
        members.append(Member(target, name))
    return members


def _check_size(file: BinaryIO) -> None:
    """The directory is read whole by zipfile, so its size is looked at first (APPNOTE 4.3.16)."""
    size = file.seek(0, 2)
    tail_at = max(0, size - 65_557)
    file.seek(tail_at)
    tail = file.read(65_557)
    place = tail.rfind(b"PK\x05\x06")
    if place < 0:
        raise zipfile.BadZipFile("no end of the directory")
    count, length = struct.unpack_from("<HI", tail, place + 10)
    if count == 0xFFFF or length == 0xFFFFFFFF:
        file.seek(max(0, tail_at + place - 20))
        locator = file.read(20)
        if locator[:4] == b"PK\x06\x07":
            file.seek(min(size, struct.unpack_from("<Q", locator, 8)[0]))
            count, length = struct.unpack_from("<QQ", file.read(56), 32)
    file.seek(0)
    if length > MAX_DIRECTORY_BYTES:
        raise BadArchive(Text.of("The archive holds more than {n} files.", n=MAX_ENTRIES), safe=_SAFE,
                         detail=f"{count} entries in {length} bytes")


def _too_large() -> BadArchive:
    return BadArchive(Text.of("The archive is larger than what is unpacked here. Unpack it first, then drop its "
                              "files."), safe=_SAFE)


def _hostile(detail: str) -> BadArchive:
    return BadArchive(Text.of("The archive names files outside of itself or hides some. It was not unpacked."),
                      safe=_SAFE, detail=detail)
