"""What a child wrote to its log: the last lines in memory, more in a file that does not grow for ever."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from pathlib import Path
from typing import BinaryIO

MAX_LINES = 1000
MAX_LINE_LENGTH = 2000
MAX_FILE_BYTES = 2 * 1024 * 1024
MAX_BYTES_PER_S = 256 * 1024  # to the file; a child that writes more loses the rest


class LogTail:
    """Takes raw bytes; never raises, since a log that cannot be written must not stop anything."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lines: deque[str] = deque(maxlen=MAX_LINES)
        self._open_line = b""
        self._taken = 0  # lines since the last mark
        self._file: BinaryIO | None = None
        self._second = 0
        self._written = 0

    @property
    def path(self) -> Path | None:
        return self._path

    def feed(self, data: bytes) -> None:
        *lines, rest = (self._open_line + data).split(b"\n")
        self._taken += len(lines)
        for line in lines[-MAX_LINES:]:
            self._lines.append(_readable(line))
        self._open_line = rest[-MAX_LINE_LENGTH:]
        self._write(data)

    def note(self, words: str) -> None:
        """Add a line of the app's own, for example why a child was ended."""
        self.feed(f"[app] {words}\n".encode("utf-8", "backslashreplace"))

    def tail(self, lines: int = 200) -> str:
        """Return the last ``lines`` lines, without control characters."""
        kept = [*self._lines, _readable(self._open_line)] if self._open_line else list(self._lines)
        return "\n".join(kept[-lines:] if lines > 0 else [])

    def mark(self) -> None:
        """A new child starts: ``since_mark`` leaves out what came before."""
        if self._open_line:
            self.feed(b"\n")
        self._taken = 0

    def since_mark(self, lines: int = 200) -> str:
        """Like :meth:`tail`, of the present child only."""
        return self.tail(min(lines, self._taken + bool(self._open_line)))

    def close(self) -> None:
        """Close the file; feeding more opens it again."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def _write(self, data: bytes) -> None:
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._written = second, 0
        data = data[: MAX_BYTES_PER_S - self._written]
        if self._path is None or not data:
            return
        self._written += len(data)
        try:
            file = self._file or self._reopen(self._path)
            file.write(data)
            if file.tell() > MAX_FILE_BYTES:
                self._rotate(self._path)
        except (OSError, ValueError):  # disk full or folder gone: the tail in memory stays
            self.close()

    def _reopen(self, path: Path) -> BinaryIO:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab", buffering=0)
        return self._file

    def _rotate(self, path: Path) -> None:
        self.close()
        path.replace(path.with_name(path.name + ".1"))


def _readable(line: bytes) -> str:
    text = line[:MAX_LINE_LENGTH].decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() or c == "\t" else " " for c in text).rstrip()
