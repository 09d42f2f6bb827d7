"""Text in PNG files, walked chunk by chunk (W3C PNG, third edition): no decoding, bounded in every count and size."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.errors import BadCard

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
MAX_PNG_BYTES: Final = 48 * 1024 * 1024
MAX_CHUNKS: Final = 100_000
MAX_TEXTS: Final = 200
MAX_TEXT_BYTES: Final = 24 * 1024 * 1024  # of one text, unpacked
TEXT_CHUNKS: Final = (b"tEXt", b"zTXt", b"iTXt")


def is_png(head: bytes) -> bool:
    return head.startswith(SIGNATURE)


def read_texts(data: bytes, keywords: Collection[str]) -> dict[str, bytes]:
    """Return keyword → bytes of the text chunks with these keywords (lower case), the first of each. No other text is
    unpacked, so that many of them cost no memory. Raises BadCard for a damaged file."""
    found: dict[str, bytes] = {}
    seen = 0
    for kind, body in _chunks(data):
        if kind not in TEXT_CHUNKS:
            continue
        seen += 1
        if seen > MAX_TEXTS:
            raise BadCard(Text.of("The picture holds more texts than any character needs."))
        keyword, packed, rest = _text_of(kind, body)
        if keyword in keywords and keyword not in found:
            found[keyword] = _unpacked(rest) if packed else rest
    return found


def without_texts(data: bytes) -> bytes:
    """Return the picture without its text chunks. Raises BadCard."""
    kept = [_chunk(kind, body) for kind, body in _chunks(data) if kind not in TEXT_CHUNKS]
    return b"".join([SIGNATURE, *kept])


def with_texts(data: bytes, texts: Mapping[str, bytes]) -> bytes:
    """Return the picture with these texts (Latin-1) and no others, before its end. Raises BadCard."""
    out = [SIGNATURE]
    for kind, body in _chunks(data):
        if kind == b"IEND":
            out += [_chunk(b"tEXt", name.encode("latin-1") + b"\0" + text) for name, text in texts.items()]
        if kind not in TEXT_CHUNKS:
            out.append(_chunk(kind, body))
    return b"".join(out)


def plain_picture(color: str, side: int = 512) -> bytes:
    """Return a picture of one colour (``#RRGGBB``), for a character that has none."""
    pixel = bytes.fromhex(color.removeprefix("#"))
    rows = zlib.compress((b"\0" + pixel * side) * side, 9)
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield (kind, body) up to IEND; what comes after it is not looked at."""
    if not is_png(data) or len(data) > MAX_PNG_BYTES:
        raise _damaged("no PNG, or too large")
    at, count = len(SIGNATURE), 0
    while at + 12 <= len(data):
        count += 1
        length = int(struct.unpack_from(">I", data, at)[0])
        kind = data[at + 4:at + 8]
        end = at + 8 + length
        if count > MAX_CHUNKS or length > 0x7FFFFFFF or end + 4 > len(data) or not kind.isalpha():
            raise _damaged(f"chunk {count} at {at}")
        if (count == 1) != (kind == b"IHDR"):
            raise _damaged("IHDR")
        body = data[at + 8:end]
        if zlib.crc32(kind + body) != struct.unpack_from(">I", data, end)[0]:
            raise _damaged(f"check sum of chunk {count}")
        yield kind, body
        if kind == b"IEND":
            return
        at = end + 4
    raise _damaged("no end")


def _text_of(kind: bytes, body: bytes) -> tuple[str, bool, bytes]:
    """Return the keyword in lower case, whether the text is packed, and the text as it stands there."""
    keyword, zero, rest = body.partition(b"\0")
    if not zero or not 1 <= len(keyword) <= 79:
        raise _damaged("keyword")
    packed = kind == b"zTXt"
    if kind == b"zTXt":
        if rest[:1] != b"\0":
            raise _damaged("method")
        rest = rest[1:]
    elif kind == b"iTXt":
        packed, method = rest[:1] == b"\1", rest[1:2]
        if method != b"\0":
            raise _damaged("method")
        rest = rest[2:].partition(b"\0")[2].partition(b"\0")[2]  # without the two names of the language
    return keyword.decode("latin-1").lower(), packed, rest


def _unpacked(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, MAX_TEXT_BYTES + 1)
    except zlib.error as error:
        raise _damaged(repr(error)) from error
    if len(text) > MAX_TEXT_BYTES:
        raise BadCard(Text.of("A text in the picture is larger than any character."))
    if not unpacker.eof:
        raise _damaged("packed text")
    return text


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _damaged(detail: str) -> BadCard:
    return BadCard(Text.of("The picture is damaged or incomplete."), detail=detail)
