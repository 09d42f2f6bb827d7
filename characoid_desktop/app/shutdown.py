"""Closing: every part in reverse order of its start, each within a limit, none forgotten."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

_log = logging.getLogger(__name__)

PART_LIMIT_S = 3.0
WHOLE_LIMIT_S = 5.0  # a log-out gives no more


@dataclass(frozen=True, slots=True)
class _Part:
    name: str
    close: Callable[[], Awaitable[object]]
    limit_s: float


class Shutdown:
    """Parts register while the app is built; :meth:`run` closes them once, last one first."""

    def __init__(self) -> None:
        self._parts: list[_Part] = []
        self._started = False

    @property
    def started(self) -> bool:
        return self._started

    def add(self, name: str, close: Callable[[], Awaitable[object]], *, limit_s: float = PART_LIMIT_S) -> None:
        self._parts.append(_Part(name, close, limit_s))

    async def run(self) -> list[str]:
        """Close everything; return the names of the parts that failed or took too long. Never raises."""
        if self._started:
            return []
        self._started = True
        loop = asyncio.get_running_loop()
        deadline = loop.time() + WHOLE_LIMIT_S
        late: list[str] = []
        for part in reversed(self._parts):
            # The last parts still get a moment when an earlier one used up the whole limit.
            limit = min(part.limit_s, max(0.2, deadline - loop.time()))
            try:
                async with asyncio.timeout(limit):
                    await part.close()
            except TimeoutError:
                late.append(part.name)
                _log.error("%s did not close within %.1f s", part.name, limit)
            except Exception:
                late.append(part.name)
                _log.exception("closing %s failed", part.name)
        return late
