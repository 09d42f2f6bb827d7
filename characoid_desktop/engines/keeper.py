"""Keeps one engine child: starts it on demand, restarts it with patience, gives up after three strikes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.contracts import EngineState, EngineUnavailable
from characoid_desktop.engines.endings import Ending, EndReason, unavailable
from characoid_desktop.engines.link import EngineLink, LinkLimits
from characoid_desktop.engines.log_tail import LogTail
from characoid_desktop.engines.process import Launch

PAUSE_STEP_S = 0.05
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HostLimits:
    cancel_answer_s: float = 0.4  # run() raises CancelledError after this at the latest
    cancel_confirm_s: float = 2.0  # a child that still works on a cancelled request then is killed
    backoff_s: tuple[float, ...] = (1.0, 2.0, 4.0)
    strikes: int = 3
    strike_window_s: float = 300.0
    leave_s: float = 5.0  # for callers of run() to go once the child is gone
    link: LinkLimits = field(default_factory=LinkLimits)


class EngineKeeper:
    """The child and its state. ``in_use`` says whether somebody is about to use it (then it is not idle)."""

    def __init__(
        self, name: str, title: Text, launch: Launch, log: LogTail, limits: HostLimits,
        idle_stop_s: float | None, in_use: Callable[[], bool],
    ) -> None:
        self._name = name
        self._title = title
        self._launch = launch
        self._log = log
        self._limits = limits
        self._idle_stop_s = idle_stop_s
        self._in_use = in_use
        self.state_changed: Event[EngineState] = Event()
        self._state = EngineState.STOPPED
        self._scope = TaskScope(f"keeper {name}")
        self._link: EngineLink | None = None
        self._bringing_up: asyncio.Task[EngineUnavailable | None] | None = None
        self._stopping = False
        self._failure: Ending | None = None  # set: not started again by itself
        self._strike_times: deque[float] = deque(maxlen=limits.strikes)
        self._strikes_in_a_row = 0
        self._idle_timer: asyncio.TimerHandle | None = None

    @property
    def state(self) -> EngineState:
        return self._state

    @property
    def link(self) -> EngineLink | None:
        """The present child, perhaps starting or ending."""
        return self._link

    def unavailable(self, ending: Ending | None = None) -> EngineUnavailable | None:
        """Return the error for a request that met ``ending``, or for any request now (None: it may be sent)."""
        gave_up = self._failure is not None
        ending = ending or self._failure or (Ending(EndReason.STOPPED) if self._stopping else None)
        return ending and unavailable(ending, self._name, self._title, gave_up=gave_up)

    def worked(self) -> None:
        """A request succeeded: the next failure is the first in a row."""
        self._strikes_in_a_row = 0

    def forgive(self) -> None:
        """Forget the strikes and a failure."""
        self._strike_times.clear()
        self._strikes_in_a_row = 0
        self._failure = None
        if self._link is None and self._bringing_up is None:
            self._set(EngineState.STOPPED)

    async def usable_link(self) -> EngineLink:
        """Return a child that takes requests, starting or awaiting one; raises EngineUnavailable."""
        while True:
            error = self.unavailable()
            if error is not None:
                raise error
            link = self._link
            if link is not None and link.usable:
                return link
            if link is not None and self._bringing_up is None:  # it is ending
                await asyncio.wait({link.ended})
                self._take_leave(link)
                continue
            task = self._bringing_up or self._bring_up(0.0)
            await asyncio.wait({task})
            error = self.unavailable(Ending(EndReason.STOPPED)) if task.cancelled() else task.result()
            if error is not None:
                raise error

    async def stop(self) -> None:
        """End the child; nothing can be started until :meth:`reopen`."""
        self._stopping = True
        self._end_idle_timer()
        if self._link is not None:
            self._set(EngineState.STOPPING)
            self._link.condemn(EndReason.STOPPED)
            await asyncio.wait({self._link.ended})
        if self._bringing_up is not None:
            await asyncio.wait({self._bringing_up})

    async def reopen(self) -> None:
        """After :meth:`stop`: no task is left, and a start is possible again."""
        scope, self._scope = self._scope, TaskScope(f"keeper {self._name}")
        await scope.aclose()
        self._link = None
        self._bringing_up = None
        self._stopping = False
        self._set(EngineState.STOPPED if self._failure is None else EngineState.FAILED)

    # Start

    def _bring_up(self, delay_s: float) -> asyncio.Task[EngineUnavailable | None]:
        self._bringing_up = self._scope.start(self._open(delay_s), name="start")
        self._bringing_up.add_done_callback(self._brought_up)
        return self._bringing_up

    def _brought_up(self, task: asyncio.Task[EngineUnavailable | None]) -> None:
        if self._bringing_up is task:
            self._bringing_up = None
        self.refresh()

    async def _open(self, delay_s: float) -> EngineUnavailable | None:
        """Start children until one is ready (None) or it is time to give up (why)."""
        while True:
            await self._pause(delay_s)
            if self._stopping:
                return self.unavailable()
            self._set(EngineState.STARTING)
            link = EngineLink(self._launch, self._title, self._log, self._limits.link, self.refresh)
            self._link = link
            ending = await link.open()
            if ending is None:
                link.ended.add_done_callback(partial(self._left, link))
                self._set(EngineState.READY)
                return None
            self._link = None
            delay = self._judge(ending)
            if delay is None:
                self._set(EngineState.STOPPED if self._failure is None else EngineState.FAILED)
                return self.unavailable(ending)
            delay_s = delay

    async def _pause(self, delay_s: float) -> None:
        """Sleep, but not through a stop."""
        if delay_s:
            self._set(EngineState.BACKING_OFF)
        deadline = time.monotonic() + delay_s
        while not self._stopping and time.monotonic() < deadline:
            await asyncio.sleep(min(PAUSE_STEP_S, delay_s))

    # End

    def _left(self, link: EngineLink, _: asyncio.Future[Ending]) -> None:
        self._take_leave(link)

    def _take_leave(self, link: EngineLink) -> None:
        """A child that was ready is gone: decide what comes next. Harmless when that was done before."""
        if self._link is not link or not link.ended.done():
            return
        self._link = None
        if self._stopping:
            return
        delay_s = self._judge(link.ended.result())
        if delay_s is None or not _loop_runs():
            self._set(EngineState.STOPPED if self._failure is None else EngineState.FAILED)
        elif self._bringing_up is None or self._bringing_up.done():
            self._set(EngineState.BACKING_OFF if delay_s else EngineState.STARTING)
            self._bring_up(delay_s)

    def _judge(self, ending: Ending) -> float | None:
        """Return the seconds until the next start, or None: not by itself. Three strikes end in FAILED."""
        reason = ending.reason
        if reason is EndReason.REPLACED:
            return 0.0
        if reason.is_final:
            self._failure = ending
            return None
        if not reason.is_strike:  # wanted, or out of memory: the same again would end the same way
            return None
        _log.info("engine %s: %s\n%s", self._name, reason.value, ending.detail)
        now = time.monotonic()
        self._strike_times.append(now)
        self._strikes_in_a_row += 1
        out = len(self._strike_times) == self._limits.strikes
        if out and now - self._strike_times[0] <= self._limits.strike_window_s:
            self._failure = ending
            return None
        return self._limits.backoff_s[min(self._strikes_in_a_row, len(self._limits.backoff_s)) - 1]

    # State

    def set_idle_stop(self, seconds: float | None) -> None:
        """End an unused child after ``seconds`` (None: never), counted anew from now."""
        if seconds != self._idle_stop_s:
            self._idle_stop_s = seconds
            self._end_idle_timer()
            self.refresh()

    def set_launch(self, launch: Launch) -> None:
        """Start the next child in another way; a running one goes on as it is."""
        self._launch = launch

    def _set(self, state: EngineState) -> None:
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)

    def refresh(self) -> None:
        """READY and BUSY follow the requests; a child without any ends after idle_stop_s."""
        link = self._link
        if link is None or self._stopping or self._bringing_up is not None or not link.usable:
            return
        self._set(EngineState.BUSY if link.busy else EngineState.READY)
        if link.busy or self._in_use():
            self._end_idle_timer()
        elif self._idle_stop_s is not None and self._idle_timer is None:
            loop = asyncio.get_running_loop()
            self._idle_timer = loop.call_later(self._idle_stop_s, self._stop_idle, link)

    def _stop_idle(self, link: EngineLink) -> None:
        self._idle_timer = None
        if self._link is link and link.usable and not link.busy and not self._in_use():
            self._set(EngineState.STOPPING)
            link.condemn(EndReason.STOPPED)

    def _end_idle_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None


def _loop_runs() -> bool:
    """qasync calls a last round of callbacks after the loop has ended; no task can be started from those."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
