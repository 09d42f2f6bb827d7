"""A picture for a voice: a PNG or JPEG by its own first bytes, within bounds. Blocks."""

from __future__ import annotations

import struct
from pathlib import Path

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.blobs import open_regular

MAX_BYTES = 8 * 1024 * 1024
MAX_SIDE = 4096
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_FRAME_MARKERS = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})


class BadPicture(AppError):
    code = "bad_picture"


def read_cover(path: Path) -> tuple[str, bytes]:
    """Return (file name for it, its bytes). Raises BadPicture, NotAFile."""
    with open_regular(path) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadPicture(Text.of("The picture is larger than {n} MB. Choose a smaller one.", n=MAX_BYTES // 1024**2))
    name, size = ("cover.png", _png_size(data)) if data.startswith(_PNG) else ("cover.jpg", _jpeg_size(data))
    if size is None:
        raise BadPicture(Text.of("This is not a picture that can be shown. Choose a PNG or JPEG file."))
    if not all(1 <= side <= MAX_SIDE for side in size):
        raise BadPicture(Text.of("The picture is larger than {n} × {n} pixels. Choose a smaller one.", n=MAX_SIDE))
    return name, data


def is_picture(head: bytes) -> bool:
    return head.startswith((_PNG, _JPEG))


def _png_size(data: bytes) -> tuple[int, int] | None:
    if len(data) < 33 or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """From the start of the frame (ITU T.81, B.2.2)."""
    if not data.startswith(_JPEG):
        return None
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
        elif marker in _ALONE:
            at += 2
        elif marker in _FRAME_MARKERS:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        else:
            at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])
    return None
