"""How long to wait for a model. Our own deadlines, because a reader's time-out is reset by every single byte."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from characoid_desktop.integrations.llm import errors
from characoid_desktop.integrations.llm.models import Endpoint


@dataclass(frozen=True, slots=True)
class Patience:
    """Limits in seconds. ``idle_s`` counts from the last complete line, ``first_byte_s`` until the first one and
    between two pieces with substance (words, thoughts, calls; no blanks, no signs of life)."""

    connect_s: float = 10.0
    first_byte_s: float = 60.0
    idle_s: float = 30.0
    total_s: float = 600.0
    notice_s: float = 10.0  # a pause is told from here on, and again after each such time

    @classmethod
    def of_idle(cls, idle_s: float) -> Patience:
        """Return the limits that belong to the setting."""
        return cls(first_byte_s=2 * idle_s, idle_s=idle_s, total_s=max(600.0, 4 * idle_s))


def _silent(seconds: float) -> None:
    return None


class Deadlines:
    """The clocks of one request; a context manager around it.

    They stand still while nobody waits (the reader is busy, the machine slept). ``on_stall`` gets the seconds since
    something with substance came, once they pass ``notice_s`` and again after each further ``notice_s``; 0 when it
    goes on.
    """

    def __init__(self, patience: Patience, on_stall: Callable[[float], None] = _silent) -> None:
        self._patience = patience
        self._on_stall = on_stall
        self._loop = asyncio.get_running_loop()
        now = self._loop.time()
        self._total_at = now + patience.total_s
        self._idle_at = now + patience.first_byte_s
        self._substance_at = now + patience.first_byte_s
        self._last_substance = now
        self._left_at = now
        self._waiting = False
        self._began = False  # a first line, or a first piece of a body without lines, has come
        self._told = False
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> Self:
        now = self._loop.time()
        self._last_substance = now
        self._timer = self._loop.call_at(now + self._patience.notice_s, self._look)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._told_over()

    @contextlib.asynccontextmanager
    async def waiting(self, endpoint: Endpoint) -> AsyncGenerator[None]:
        """Wait for the server inside of this; raises Stalled beyond a limit."""
        gap = self._loop.time() - self._left_at
        self._idle_at += gap
        self._substance_at += gap
        self._last_substance += gap
        self._waiting = True
        try:
            async with asyncio.timeout_at(min(self._total_at, self._idle_at, self._substance_at)):
                yield
        except TimeoutError:
            raise self._over(endpoint) from None
        finally:
            self._waiting = False
            self._left_at = self._loop.time()

    def got(self, piece: bytes, *, by_lines: bool) -> None:
        """Note a piece of the body. Of lines only complete ones count as life; another body has idle_s in all."""
        if (b"\n" in piece) if by_lines else not self._began:
            self._began = True
            self._idle_at = self._loop.time() + self._patience.idle_s

    def substance(self) -> None:
        """Note that something came that the user or the agent can use."""
        now = self._loop.time()
        self._last_substance = now
        self._substance_at = now + self._patience.first_byte_s
        self._told_over()

    def _over(self, endpoint: Endpoint) -> errors.ModelError:
        if self._total_at <= min(self._idle_at, self._substance_at):  # timers come a little early at times
            return errors.took_too_long(self._patience.total_s / 60)
        if not self._began:
            return errors.no_first_word(endpoint, self._patience.first_byte_s)
        return errors.stalled(self._loop.time() - self._last_substance)

    def _look(self) -> None:
        now = self._loop.time()
        silent = now - self._last_substance
        if self._waiting and silent >= self._patience.notice_s * 0.99:
            self._told = True
            self._on_stall(silent)
            next_at = now + self._patience.notice_s
        else:
            next_at = max(self._last_substance, now - self._patience.notice_s * 0.9) + self._patience.notice_s
        self._timer = self._loop.call_at(next_at, self._look)

    def _told_over(self) -> None:
        if self._told:
            self._told = False
            self._on_stall(0.0)
