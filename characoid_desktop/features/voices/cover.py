"""A picture for a voice: a PNG or JPEG by its own first bytes, within bounds. Blocks."""

from __future__ import annotations

from pathlib import Path

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.picture_sizes import JPEG, PNG, jpeg_size, png_size
from characoid_desktop.data.blobs import open_regular

MAX_BYTES = 8 * 1024 * 1024
MAX_SIDE = 4096


class BadPicture(AppError):
    code = "bad_picture"


def read_cover(path: Path) -> tuple[str, bytes]:
    """Return (file name for it, its bytes). Raises BadPicture, NotAFile."""
    with open_regular(path) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadPicture(Text.of("The picture is larger than {n} MB. Choose a smaller one.", n=MAX_BYTES // 1024**2))
    name, size = ("cover.png", png_size(data)) if data.startswith(PNG) else ("cover.jpg", jpeg_size(data))
    if size is None:
        raise BadPicture(Text.of("This is not a picture that can be shown. Choose a PNG or JPEG file."))
    if not all(1 <= side <= MAX_SIDE for side in size):
        raise BadPicture(Text.of("The picture is larger than {n} × {n} pixels. Choose a smaller one.", n=MAX_SIDE))
    return name, data


def is_picture(head: bytes) -> bool:
    return head.startswith((PNG, JPEG))
