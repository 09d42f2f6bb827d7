"""Standard output and errors that outlive their reader: work goes on when nobody listens any more."""

from __future__ import annotations

import os
import sys
from io import UnsupportedOperation
from pathlib import Path
from typing import Any, TextIO


class SteadyStream:
    """A text stream whose writes never raise OSError.

    After the first that fails (the reader of a pipe is gone, the disk of a log is full) it writes to nowhere,
    and so does what is still buffered: the interpreter would complain about that at its end.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, words: str) -> int:
        try:
            return self._stream.write(words)
        except OSError:
            self._to_nowhere()
            return len(words)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            self._to_nowhere()

    def _to_nowhere(self) -> None:
        try:
            number = self._stream.fileno()
        except (OSError, UnsupportedOperation):
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def steady_streams() -> None:
    """Make both streams speak UTF-8 and outlive their reader; one that was closed before the start is nowhere.

    A Windows console or a pipe may be set to something that cannot say 変換.
    """
    for name in ("stdout", "stderr"):
        stream: Any = getattr(sys, name)
        if stream is None:
            stream = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for the life of the process
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
        setattr(sys, name, SteadyStream(stream))
