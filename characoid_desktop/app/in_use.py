"""A mark that these packages are in use, so that run.py does not replace them under a running window."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from characoid_desktop.core.locks import KernelLock, acquire
from characoid_desktop.core.tasks import TaskScope

MARK = "characoid-in-use.lock"  # run.py looks for the same name in .venv
ASK_AGAIN_S = 2.0
_log = logging.getLogger(__name__)


class InUseMark:
    """Holds a lock in the folder of this Python's packages for as long as the program runs.

    Only one program can hold it; a second window (of another home) waits and holds it once the first is gone.
    A folder that cannot be written is no error: then an update is simply not held up.
    """

    def __init__(self, prefix: Path | None = None) -> None:
        self._lock = KernelLock((prefix or Path(sys.prefix)) / MARK)
        self._scope = TaskScope("in use")

    @property
    def held(self) -> bool:
        return self._lock.held

    def put(self) -> None:
        """Begin to hold the mark; needs a running loop."""
        try:
            if not self._lock.try_acquire():
                self._scope.start(self._wait(), name="wait")
        except OSError as error:
            _log.info("no mark that the app is in use: %s", error)

    async def _wait(self) -> None:
        try:
            await acquire(self._lock, ASK_AGAIN_S)
        except OSError as error:
            _log.info("no mark that the app is in use: %s", error)

    async def take_away(self) -> None:
        await self._scope.aclose()
        self._lock.release()
