"""The log: rotating files of bounded size, no secrets, and never a reason for the app to fail."""

from __future__ import annotations

import contextlib
import io
import logging
import logging.handlers
import os
import re
import sys
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from characoid_desktop.core.redaction import Redactor

MAX_BYTES = 1_000_000
FILES = 5  # the current one and four older
REOPEN_AFTER_S = 5.0  # after a failed write (full or read-only disk) the file is left alone this long
MAX_LINE_CHARS = 20_000
MAX_SEARCHED_CHARS = 200_000
CUT_MARGIN_CHARS = 20_000
TAIL_CHUNK = 256 * 1024

_LINE = "%(asctime)s.%(msecs)03dZ %(levelname)-8s %(name)s: %(message)s"
_DATE = "%Y-%m-%dT%H:%M:%S"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_TALKATIVE = ("asyncio", "aiosqlite", "keyring", "qasync", "httpx", "httpcore", "httpx2", "httpcore2", "openai",
              "websockets")


class RedactingFormatter(logging.Formatter):
    """``time level logger: message`` in UTC; masked, control characters escaped.

    Further lines of a message are indented, so that text from outside cannot forge a log line.
    """

    converter = time.gmtime

    def __init__(self, redactor: Redactor) -> None:
        super().__init__(_LINE, _DATE)
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        """Return the finished text; a record whose arguments do not fit is written as it is."""
        try:
            text = super().format(record)
        except Exception:
            # not record.args: their text form is what just failed
            bare = logging.LogRecord(record.name, record.levelno, record.pathname, record.lineno,
                                     f"{record.msg!s:.500} (its arguments could not be written)", None, None)
            text = super().format(bare)
        text = self._masked(text)
        if len(text) > MAX_LINE_CHARS:
            text = text[:MAX_LINE_CHARS] + f" … ({len(text) - MAX_LINE_CHARS} more characters)"
        text = _CONTROL.sub(lambda m: f"\\x{ord(m.group()):02x}", text)
        return text.replace("\n", "\n    ")

    def _masked(self, text: str) -> str:
        # Masked before any cut, which could leave half a secret; what is too long to be searched at once
        # loses a margin that is longer than any secret.
        if len(text) <= MAX_SEARCHED_CHARS:
            return self._redactor.redact(text)
        return self._redactor.redact(text[:MAX_SEARCHED_CHARS])[:-CUT_MARGIN_CHARS] + " …"


class SafeRotatingHandler(logging.handlers.RotatingFileHandler):
    """A rotating file that swallows every error of the disk and tries again later.

    The files stay bounded even where renaming fails (on Windows, while another program reads the
    file): beyond twice MAX_BYTES lines are dropped until the rename works.
    """

    def __init__(self, path: Path, formatter: logging.Formatter) -> None:
        super().__init__(path, maxBytes=MAX_BYTES, backupCount=FILES - 1, encoding="utf-8",
                         errors="backslashreplace", delay=True)
        self.setFormatter(formatter)
        self._quiet_until = 0.0
        self.lost_lines = 0  # lines that could not be written

    def _open(self) -> io.TextIOWrapper:
        # Line buffering with a private file: logs name files of the user.
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return os.fdopen(descriptor, "a", encoding=self.encoding, errors=self.errors)

    def emit(self, record: logging.LogRecord) -> None:
        if time.monotonic() < self._quiet_until:
            self.lost_lines += 1
            return
        try:
            text = self.format(record) + self.terminator
            if self.stream is None:  # delay=True
                self.stream = self._open()
            size = os.fstat(self.stream.fileno()).st_size
            if size and size + len(text) > MAX_BYTES:
                with contextlib.suppress(OSError):
                    self.doRollover()
                if self.stream is None:  # pyright: ignore[reportUnnecessaryComparison] delay=True
                    self.stream = self._open()
                if os.fstat(self.stream.fileno()).st_size > 2 * MAX_BYTES:
                    self.lost_lines += 1
                    return
            self.stream.write(text)
            self.stream.flush()
        except (OSError, ValueError):
            self._give_up_for_a_while()
        except Exception:
            self.lost_lines += 1

    def _give_up_for_a_while(self) -> None:
        self.lost_lines += 1
        self._quiet_until = time.monotonic() + REOPEN_AFTER_S
        stream, self.stream = self.stream, None
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()  # a full disk complains once more about its buffer

    def handleError(self, record: logging.LogRecord) -> None:
        self.lost_lines += 1

    def close(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            super().close()


class RecentLines(logging.Handler):
    """The last lines in memory, already masked: for a crash report and the "Open log" view."""

    def __init__(self, formatter: logging.Formatter, lines: int = 200) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self._lines: deque[str] = deque(maxlen=lines)

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(Exception):
            self._lines.append(self.format(record))

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(self._lines)


class Logs:
    """The log of one program: handlers on the root logger until :meth:`close`.

    ``file`` may not exist (read-only or full disk); nothing here raises for that.
    """

    def __init__(self, folder: Path, redactor: Redactor, *, name: str = "characoid",
                 level: int = logging.INFO, console: bool = False) -> None:
        self.folder = folder
        self.file = folder / f"{name}.log"
        self.redactor = redactor
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        formatter = RedactingFormatter(redactor)
        self._handler = SafeRotatingHandler(self.file, formatter)
        self._recent = RecentLines(formatter)
        self._handlers: list[logging.Handler] = [self._handler, self._recent]
        if console and sys.stderr is not None:  # pythonw
            stream = logging.StreamHandler(sys.stderr)
            stream.setFormatter(formatter)
            self._handlers.append(stream)
        root = logging.getLogger()
        self._old_level = root.level
        root.setLevel(level)
        for handler in self._handlers:
            root.addHandler(handler)
        self._levels = {n: logging.getLogger(n).level for n in _TALKATIVE}
        for talkative in _TALKATIVE:
            logging.getLogger(talkative).setLevel(max(level, logging.WARNING))

    @property
    def lost_lines(self) -> int:
        """How many lines could not be written to the file."""
        return self._handler.lost_lines

    @property
    def recent(self) -> Sequence[str]:
        """The newest lines, masked, also when the file cannot be written."""
        return self._recent.lines

    def close(self) -> None:
        """Take the handlers off again."""
        root = logging.getLogger()
        for handler in self._handlers:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(self._old_level)
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)


def tail(file: Path, lines: int = 200) -> str:
    """Return the last lines of a log file, "" when it cannot be read. Blocking: call in an executor."""
    try:
        with file.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - TAIL_CHUNK))
            text = stream.read(TAIL_CHUNK).decode("utf-8", "replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-lines:])
