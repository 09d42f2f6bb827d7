"""Pictures for characters: what they are and how large, told from their first bytes, before anything decodes them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.picture_sizes import JPEG, PNG, jpeg_size, png_size
from characoid_desktop.data.blobs import open_regular
from characoid_desktop.features.personas.errors import BadAvatar

MAX_BYTES: Final = 32 * 1024 * 1024
MAX_SIDE: Final = 8192
MAX_PIXELS: Final = 40_000_000
SIDE: Final = 1024  # what is kept is not larger

Decode = Callable[[bytes, str, int], bytes]
"""``(data, "png" | "jpeg" | "webp", side)`` → a PNG no larger than ``side``. Blocks. Raises BadAvatar."""

Draw = Callable[[str, str, int], bytes]
"""``(name, "#RRGGBB", side)`` → a PNG for a character without a picture. Blocks."""


def read_picture(path: Path) -> bytes:
    """Return the bytes of a picture file. Raises BadAvatar (too large), NotAFile. Blocks."""
    with open_regular(path) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadAvatar(Text.of("The picture is larger than {n} MB. Choose a smaller one.", n=MAX_BYTES // 1024**2))
    return data


def checked_kind(data: bytes) -> str:
    """Return png, jpeg or webp for a picture that may be decoded; raises BadAvatar for any other."""
    if _is_svg(data):
        raise BadAvatar(Text.of("SVG files can hold programs and are not taken. Choose a PNG, JPEG or WebP file."))
    kind, size = ("png", png_size(data)) if data.startswith(PNG) else ("jpeg", jpeg_size(data)) if data.startswith(
        JPEG) else ("webp", _webp_size(data)) if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ("", None)
    if size is None:
        raise BadAvatar(Text.of("This is not a picture that can be shown. Choose a PNG, JPEG or WebP file."))
    width, height = size
    if width < 1 or height < 1:
        raise BadAvatar(Text.of("The picture is damaged or incomplete."))
    if max(size) > MAX_SIDE or width * height > MAX_PIXELS:
        raise BadAvatar(Text.of("The picture has {width} × {height} pixels. Choose one of at most {n} × {n}.",
                                width=width, height=height, n=MAX_SIDE))
    return kind


def _is_svg(data: bytes) -> bool:
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    utf16 = data[:4096].replace(b"\0", b"").lower() if data[:2] in (b"\xff\xfe", b"\xfe\xff") else b""
    return head.startswith((b"<svg", b"<?xml", b"<!doctype", b"<!--", b"\x1f\x8b")) or b"<svg" in head or (
        b"<svg" in utf16)


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """From the first chunk (RFC 9649, 2.5 to 2.7)."""
    kind = data[12:16]
    if kind == b"VP8X" and len(data) >= 30:
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L" and len(data) >= 25 and data[20] == 0x2F:
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and len(data) >= 30 and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None
