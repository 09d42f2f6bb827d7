"""How large a picture is, told from its first bytes, before anything decodes it."""

from __future__ import annotations

import struct
from typing import Final

PNG: Final = b"\x89PNG\r\n\x1a\n"
JPEG: Final = b"\xff\xd8\xff"
_FRAME_MARKERS: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})


def png_size(data: bytes) -> tuple[int, int] | None:
    """Return (width, height) as the file says; None where it says nothing."""
    if len(data) < 33 or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """As :func:`png_size`, from the start of the frame (ITU T.81, B.2.2)."""
    if not data.startswith(JPEG):
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
