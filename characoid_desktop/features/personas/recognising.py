"""Is a file a character? Told from a small part of it, before anything else is done with it."""

from __future__ import annotations

import re
import struct
import zipfile
from pathlib import Path
from typing import BinaryIO, Final

from characoid_desktop.core.errors import AppError
from characoid_desktop.data.blobs import open_regular
from characoid_desktop.features.personas.bundle import CARD, MAX_BUNDLE_BYTES, MAX_ENTRIES, is_zip
from characoid_desktop.features.personas.cards import V2_KEY, V3_KEY
from characoid_desktop.features.personas.png import SIGNATURE, TEXT_CHUNKS, is_png
from characoid_desktop.features.personas.strictly import MAX_JSON_BYTES

SUFFIXES: Final = frozenset((".png", ".json", ".charx", ".zip"))
MAX_CHUNKS: Final = 4000  # of a PNG that are stepped over; only the heads of its texts are read
MAX_KEYWORD: Final = 80
_BLOCK: Final = 256 * 1024
_OVERLAP: Final = 64
_SPEC: Final = re.compile(rb'"spec"\s*:\s*"chara_card_v[23]"')
_FIRST_VERSION: Final = (b'"first_mes"', b'"mes_example"', b'"personality"', b'"scenario"')
_END_OF_ZIP: Final = b"PK\x05\x06"
_END_BYTES: Final = 22 + 65_535  # of a zip: its end record and the longest comment


def may_be_character(path: Path) -> bool:
    """Whether the name is one of a card or bundle; what is in it is not looked at."""
    return path.suffix.lower() in SUFFIXES


def is_character(path: Path) -> bool:
    """Whether a file says that it is a character; False for one that cannot be read. Blocks for some ms."""
    if not may_be_character(path):
        return False
    try:
        with open_regular(path) as file:
            head = file.read(len(SIGNATURE))
            if is_png(head):
                return _in_png(file)
            file.seek(0)
            return _in_zip(file) if is_zip(head) else _in_json(file)
    except (AppError, OSError, zipfile.BadZipFile, NotImplementedError, ValueError, struct.error):
        return False


def _in_png(file: BinaryIO) -> bool:
    keys = {V2_KEY.encode(), V3_KEY.encode()}
    for _ in range(MAX_CHUNKS):
        head = file.read(8)
        if len(head) < 8:
            return False
        length, kind = struct.unpack(">I4s", head)
        if kind == b"IEND" or not kind.isalpha():
            return False
        known = file.read(min(length, MAX_KEYWORD)) if kind in TEXT_CHUNKS else b""
        if known.partition(b"\0")[0].lower() in keys:
            return True
        file.seek(length - len(known) + 4, 1)
    return False


def _in_json(file: BinaryIO) -> bool:
    """The words that no other file has; it is not parsed here."""
    missing, before = set(_FIRST_VERSION), b""
    for _ in range(0, 2 * MAX_JSON_BYTES, _BLOCK):  # twice: UTF-16
        block = file.read(_BLOCK)
        if not block:
            return False
        if not before and block.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] != b"{":
            return False
        text = before + block.replace(b"\0", b"")
        if _SPEC.search(text) is not None:
            return True
        missing -= {key for key in missing if key in text}
        if not missing:
            return True
        before = text[-_OVERLAP:]
    return False


def _in_zip(file: BinaryIO) -> bool:
    size = file.seek(0, 2)
    if size > MAX_BUNDLE_BYTES:
        return False
    file.seek(max(0, size - _END_BYTES))
    end = file.read(_END_BYTES)
    at = end.rfind(_END_OF_ZIP)
    if at < 0 or int(struct.unpack_from("<H", end, at + 10)[0]) > MAX_ENTRIES:
        return False
    with zipfile.ZipFile(file) as archive:
        return CARD in archive.namelist()
