"""Server-sent events from raw bytes, bounded: what a line and a reply may hold is ours to say."""

from __future__ import annotations

from collections.abc import Iterator

MAX_LINE = 1_048_576  # bytes
DONE = b"[DONE]"


class LineTooLong(ValueError):
    """One line is longer than MAX_LINE bytes."""


class SseReader:
    """Feeds on bytes, gives the data of whole events. Never looks into them.

    A lone ``{…}`` line counts as an event: some servers report an error in a stream that way.
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data: list[bytes] = []
        self._first = True

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Yield the data of every event that ``piece`` completes; raises LineTooLong."""
        self._rest += piece
        if b"\n" not in piece and b"\r" not in piece:
            if len(self._rest) > MAX_LINE:
                raise LineTooLong
            return
        # A CR at the very end stays: its LF may be in the next piece.
        tail = b"\r" if self._rest.endswith(b"\r") else b""
        *lines, rest = bytes(self._rest).removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = bytearray(rest + tail)
        for line in lines:
            if len(line) > MAX_LINE:
                raise LineTooLong
            yield from self._take(line)
        if len(self._rest) > MAX_LINE:
            raise LineTooLong

    def end(self) -> Iterator[bytes]:
        """Yield a last event that had no empty line after it. A line without its end is not counted as one."""
        if self._rest.endswith(b"\r"):
            yield from self._take(bytes(self._rest[:-1]))
        self._rest.clear()
        yield from self._dispatch()

    def _take(self, line: bytes) -> Iterator[bytes]:
        if self._first:
            line = line.removeprefix(b"\xef\xbb\xbf")
            self._first = False
        if not line:
            yield from self._dispatch()
        elif line.startswith(b"data:"):
            self._data.append(line[5:].removeprefix(b" "))
        elif line.startswith(b"{"):
            yield line

    def _dispatch(self) -> Iterator[bytes]:
        if self._data:
            data = b"\n".join(self._data)
            self._data = []
            if data.strip():
                yield data
