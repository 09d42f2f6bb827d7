"""When a model step is tried again, and after how long."""

from __future__ import annotations

import random
from collections.abc import Callable

from characoid_desktop.integrations.llm.answers import MAX_WAIT_S
from characoid_desktop.integrations.llm.errors import ModelError, ReplyCut

WAITS_S = (1.0, 2.0, 4.0)
CUT_WAIT_S = 1.0
JITTER_S = 0.5


def _jitter() -> float:
    return random.random()  # noqa: S311 - spreads requests, guards nothing


class Retries:
    """Counts the tries of one model step. A busy or failing server gets three more, a broken reply one."""

    def __init__(self, jitter: Callable[[], float] = _jitter) -> None:
        self._jitter = jitter
        self._cuts = 0
        self.count = 0  # tries beyond the first

    def next_wait(self, error: ModelError) -> float | None:
        """Return the seconds to wait before the next try; None: no more. A wait the server named counts as it is."""
        if isinstance(error, ReplyCut):
            if self._cuts or self.count >= len(WAITS_S):
                return None
            self._cuts += 1
            self.count += 1
            return CUT_WAIT_S
        if not error.may_retry or self.count >= len(WAITS_S):
            return None
        wait = WAITS_S[self.count] + JITTER_S * self._jitter() if error.wait_s is None else error.wait_s
        self.count += 1
        return min(MAX_WAIT_S, wait)
