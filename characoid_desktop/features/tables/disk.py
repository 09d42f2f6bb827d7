"""The files with the rows of tables, one for each document. Blocks: call it in a thread."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Collection, Iterable
from pathlib import Path

SUFFIX = ".sqlite3"
PART = ".part"
_log = logging.getLogger(__name__)


class TableDisk:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, file: str) -> Path:
        """Return where ``file`` is; raises ValueError for a name that is none of ours."""
        if not file.endswith(SUFFIX) or not file.removesuffix(SUFFIX).isalnum():
            raise ValueError(f"no file of a table: {file!r}")
        return self._folder / file

    def prepare(self, file: str) -> Path:
        """Return where the rows are to be written first."""
        self._folder.mkdir(parents=True, exist_ok=True)
        return self.path(file).with_suffix(SUFFIX + PART)

    def place(self, file: str) -> None:
        """Put what was written in place, in one step; raises OSError."""
        path = self.path(file)
        path.with_suffix(SUFFIX + PART).replace(path)

    def remove(self, files: Iterable[str]) -> None:
        """Remove files; one that is in use just now goes at the next start."""
        for file in files:
            with contextlib.suppress(OSError, ValueError):
                self.path(file).unlink(missing_ok=True)

    def sweep(self, needed: Collection[str]) -> int:
        """Remove what no row needs (a crash left it) and return how many files that were."""
        gone = 0
        try:
            found = list(self._folder.iterdir())
        except OSError:
            return 0
        for path in found:
            if path.name in needed or not path.name.endswith((SUFFIX, SUFFIX + PART)):
                continue
            try:
                path.unlink()
                gone += 1
            except OSError as error:
                _log.info("a left-over file of a table could not be removed: %s", error)
        return gone
