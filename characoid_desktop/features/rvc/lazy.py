"""Work that is only worth doing for what the user looks at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from characoid_desktop.core.tasks import TaskScope


class LazyLoader:
    """Runs ``load(key)`` one after the other for the keys wanted last; what is no longer wanted is dropped.

    One at a time, so that the media engine's second place stays free for the player. ``load`` handles its
    own errors.
    """

    def __init__(self, load: Callable[[str], Awaitable[object]], scope: TaskScope) -> None:
        self._load = load
        self._scope = scope
        self._wanted: list[str] = []
        self._running = False
        self._closed = False
        self._urgent: list[str] = []

    @property
    def is_busy(self) -> bool:
        return self._running

    def close(self) -> None:
        """Load nothing more; a window that is going may still ask."""
        self._closed = True
        self._wanted.clear()
        self._urgent.clear()

    def want(self, keys: Sequence[str]) -> None:
        """Replace what is wanted, first things first."""
        self._wanted = list(keys)
        self._start()

    def first(self, key: str) -> None:
        """Load ``key`` before everything else, whatever is wanted later."""
        if key not in self._urgent:
            self._urgent.append(key)
        self._start()

    def _start(self) -> None:
        if not self._running and not self._closed and (self._wanted or self._urgent):
            self._running = True
            self._scope.start(self._work(), name="lazy")

    async def _work(self) -> None:
        try:
            while self._urgent or self._wanted:
                key = self._urgent.pop(0) if self._urgent else self._wanted.pop(0)
                await self._load(key)
        finally:
            self._running = False
