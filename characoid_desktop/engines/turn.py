"""One heavy computation at a time on this machine: a queue inside the app, a kernel lock between processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from characoid_desktop.core.locks import KernelLock

POLL_S = 0.1
_log = logging.getLogger(__name__)


class ComputeTurn:
    """Without a lock every turn is free. Turns inside the app are in order of asking."""

    def __init__(self, lock: KernelLock | None) -> None:
        self._lock = lock
        self._queue = asyncio.Lock()

    async def take(
        self, on_wait: Callable[[], object], check: Callable[[], object]
    ) -> Callable[[], None]:
        """Wait for the turn and return the function that gives it back (calling it twice is harmless).

        ``on_wait`` is called once if it is not free at once. ``check`` is called again and again while waiting
        and may raise to end the wait.
        """
        if self._lock is None:
            return _nothing
        lock = self._lock
        waited = self._queue.locked()
        if waited:
            on_wait()
        await self._queue.acquire()
        try:
            check()
            if not lock.try_acquire():
                if not waited:
                    on_wait()
                await self._poll(lock, check)
        except OSError as error:
            # Two computations at once are slow, none at all is worse.
            _log.warning("the compute lock %s cannot be used: %s", lock.path, error)
        except BaseException:
            self._queue.release()
            raise
        return self._giver(lock)

    async def _poll(self, lock: KernelLock, check: Callable[[], object]) -> None:
        while not lock.try_acquire():
            await asyncio.sleep(POLL_S)
            check()

    def _giver(self, lock: KernelLock) -> Callable[[], None]:
        given = False

        def give_back() -> None:
            nonlocal given
            if not given:
                given = True
                lock.release()
                self._queue.release()

        return give_back


def _nothing() -> None:
    pass
