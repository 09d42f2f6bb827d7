"""Conversions on their way into the queue: who removes or stops a file meanwhile must not find it converted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager


class Wishes:
    """Items that somebody asked for and the queue does not hold yet. One wish an item; all in one thread."""

    def __init__(self) -> None:
        self._wish_of: dict[str, object] = {}

    def __contains__(self, item_id: str) -> bool:
        return item_id in self._wish_of

    @contextmanager
    def made(self, item_ids: Iterable[str]) -> Generator[Callable[[str], bool]]:
        """Hold a wish for items; gives a function that says whether the wish for one still stands."""
        ids, wish = tuple(item_ids), object()
        self._wish_of.update(dict.fromkeys(ids, wish))
        try:
            yield lambda item_id: self._wish_of.get(item_id) is wish
        finally:
            self.withdraw(id for id in ids if self._wish_of.get(id) is wish)

    def withdraw(self, item_ids: Iterable[str]) -> None:
        """Take back the wishes for items; harmless where there is none."""
        for item_id in tuple(item_ids):
            self._wish_of.pop(item_id, None)

    def withdraw_all(self) -> None:
        self._wish_of.clear()
