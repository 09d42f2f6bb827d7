"""Pages of the history from several tables, put together by time, newest first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from characoid_desktop.ui.panels.activity.rows import HistoryRow

PAGE = 100
Fetch = Callable[[int, int | None], Awaitable[Sequence[HistoryRow]]]
"""``fetch(limit, before_seq)`` returns rows newest first; fewer than ``limit`` mean that there are no more."""


@dataclass(slots=True)
class _Stream:
    fetch: Fetch
    ready: list[HistoryRow] = field(default_factory=list[HistoryRow])
    before: int | None = None
    ended: bool = False

    async def fill(self) -> None:
        if self.ready or self.ended:
            return
        rows = await self.fetch(PAGE, self.before)
        self.ended = len(rows) < PAGE
        self.ready = list(rows)
        if rows:
            self.before = rows[-1].seq


class Feed:
    """Each source keeps its own order; between sources the later date comes first."""

    def __init__(self, *sources: Fetch) -> None:
        self._streams = [_Stream(fetch) for fetch in sources]

    @property
    def ended(self) -> bool:
        """Whether everything was given out."""
        return all(stream.ended and not stream.ready for stream in self._streams)

    async def next(self, count: int = PAGE) -> list[HistoryRow]:
        """Return the next ``count`` rows, fewer at the end. Raises what the sources raise."""
        found: list[HistoryRow] = []
        while len(found) < count:
            for stream in self._streams:
                await stream.fill()
            waiting = [stream for stream in self._streams if stream.ready]
            if not waiting:
                break
            newest = max(waiting, key=lambda stream: stream.ready[0].at)
            found.append(newest.ready.pop(0))
        return found
