"""The body of an answer, piece by piece: at most one gzip layer, and never more bytes than the limit."""

from __future__ import annotations

import zlib

from characoid_desktop.integrations.web import errors

MEGABYTE = 1_000_000
_GZIP = 16 + zlib.MAX_WBITS


class Body:
    """Collects raw pieces. ``feed`` and ``end`` raise WebError (too_large, packed, garbled)."""

    def __init__(self, encoding: str, limit: int) -> None:
        """``encoding`` is the Content-Encoding header; ``limit`` in bytes, packed and unpacked."""
        encoding = encoding.strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip"):
            raise errors.packed()
        self._unpack = zlib.decompressobj(_GZIP) if "gzip" in encoding else None
        self._limit = limit
        self._raw = 0
        self._out = bytearray()

    def feed(self, piece: bytes) -> None:
        self._raw += len(piece)
        if self._raw > self._limit:
            raise self._too_large()
        if self._unpack is None:
            self._out += piece
            return
        room = self._limit - len(self._out)
        try:
            self._out += self._unpack.decompress(piece, room + 1)  # one more tells "full" from "too much"
        except zlib.error:
            raise errors.garbled("gzip") from None
        if len(self._out) > self._limit:
            raise self._too_large()

    def end(self) -> bytes:
        """Return the whole body; a second layer is not opened."""
        if self._unpack is not None and self._raw and not self._unpack.eof:
            raise errors.garbled("gzip ends too early")
        if self._out.startswith(b"\x1f\x8b"):
            raise errors.packed()
        return bytes(self._out)

    def _too_large(self) -> Exception:
        return errors.too_large(self._limit / MEGABYTE)
