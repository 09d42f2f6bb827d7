"""A typed observer list, for code that must not know Qt."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Event(Generic[T]):
    """Listeners are called in order of connection, in the thread that emits (the event-loop thread).

    An exception in one listener does not stop the others. It goes to the running loop's exception handler (so
    that it is logged, reported and shown), to the log where no loop runs.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], object]] = []

    def connect(self, listener: Callable[[T], object]) -> Callable[[], None]:
        """Add a listener; return a function that removes it again (calling it twice is harmless)."""
        self._listeners.append(listener)

        def disconnect() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return disconnect

    def emit(self, value: T) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(value)
            except Exception as error:
                _report(error)


def _report(error: Exception) -> None:
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        _log.exception("a listener failed")
    else:
        loop.call_exception_handler({"message": "a listener failed", "exception": error})
