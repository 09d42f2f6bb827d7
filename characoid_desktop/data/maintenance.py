"""What the database needs beside its daily work, off the event loop: a backup a day, a full check."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.data.backups import BackupStore, Stopped
from characoid_desktop.data.connection import PROGRESS_STEPS, open_untouched
from characoid_desktop.data.errors import damaged, expected_errors
from characoid_desktop.data.opening import suspect_mark

FULL_CHECK_LIMIT_S = 1800.0
_log = logging.getLogger(__name__)


class Maintenance:
    """Blocking work in threads that :meth:`stop` ends within a few milliseconds."""

    def __init__(self, path: Path, backups: BackupStore, clock: Clock) -> None:
        self._path = path
        self._backups = backups
        self._clock = clock
        self._stop = threading.Event()

    def stop(self) -> None:
        self._stop.set()

    async def backup_if_due(self) -> bool:
        """Make the daily backup when there is none of the last 24 hours; return whether one was made.

        Raises DiskFull, DatabaseLocked, DatabaseDamaged.
        """
        return await asyncio.to_thread(self._backup_if_due)

    def _backup_if_due(self) -> bool:
        now = self._clock.now()
        if not self._backups.is_due(now):
            return False
        try:
            self._backups.make(self._path, now, stop=self._stop)
        except Stopped:
            return False
        self._backups.prune()
        return True

    async def full_check(self) -> AppError | None:
        """Check the whole file beside its users; DatabaseDamaged when it is, None when it is not (or unknown)."""
        return await asyncio.to_thread(self._full_check)

    def _full_check(self) -> AppError | None:
        deadline = time.monotonic() + FULL_CHECK_LIMIT_S

        def look() -> int:
            return 1 if self._stop.is_set() or time.monotonic() > deadline else 0

        try:
            with expected_errors(self._path, 0.0), closing(open_untouched(self._path)) as connection:
                connection.set_progress_handler(look, PROGRESS_STEPS)
                answer = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        except AppError as error:
            return error
        except sqlite3.OperationalError as error:
            _log.info("the full check was not finished: %s", error)
            return None
        return None if answer == "ok" else damaged(self._path, str(answer))

    async def mark_suspect(self) -> None:
        """Ask the next start for a full check."""
        def mark() -> None:
            try:
                suspect_mark(self._path).touch()
            except OSError as error:
                _log.info("no mark for a check at the next start: %s", error)

        await asyncio.to_thread(mark)
