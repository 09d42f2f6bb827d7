"""The event loop: asyncio on Qt through qasync, with the gaps closed that were found by measuring.

- qasync installs no async-generator hooks: a stream that is left early is then finalised outside any
  task, which breaks unrelated network code. ``make_loop`` gives every loop a finaliser.
- qasync runs callbacks whenever Qt handles events, also between two runs of the loop: a task that takes a step
  there finds no running loop and fails. Ours wait for the next run, as in asyncio.
- qasync makes and ends a Qt timer for every callback, a third of what a step of a task costs. Ours runs what is
  ready together.
- Python collects garbage in whatever thread is at it: a cycle with a Qt object in it that another thread collects takes
  the process down. While a loop of ours runs, garbage is collected in its thread only.
- qasync's default executor is no ThreadPoolExecutor; ours is, and it is shut down with the loop.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
import weakref
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, TypeVar

import qasync
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimerEvent, Signal

T = TypeVar("T")

EXECUTOR_THREADS = 4
COLLECT_MS = 1000
FULL_SHARE = 0.005  # of the time is spent in full collections at most
TURN_S = 0.001  # of what is ready together, before Qt has its turn


class _PatientTimer(qasync._SimpleTimer):  # pyright: ignore[reportPrivateUsage]
    """Runs the callbacks of a loop; while the loop does not run they stay (their timers fire again)."""

    def __init__(self, loop: AppEventLoop) -> None:
        super().__init__()
        self._loop = weakref.ref(loop)

    def timerEvent(self, event: QTimerEvent) -> None:
        if self._stopped or _running_loop() is self._loop():
            super().timerEvent(event)  # pyright: ignore[reportUnknownMemberType]


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class _Soon(QObject):
    """What is to run soon, in order: in one Qt event what was ready when it began, for TURN_S, then Qt has its turn.

    A timer is kept for what is left while a callback runs, so that a Qt loop inside of it (a drag) goes on with it.
    """

    _asked = Signal()  # from any thread; an event posted by hand could be gone before its Python side is

    def __init__(self, loop: AppEventLoop) -> None:
        super().__init__()
        self._asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._loop = weakref.ref(loop)
        self._handles: deque[asyncio.Handle] = deque()
        self._timer = 0
        self._woken = False

    def add(self, handle: asyncio.Handle) -> None:
        self._handles.append(handle)
        self.wake()

    def add_from_thread(self, handle: asyncio.Handle) -> None:
        """As :meth:`add`, from any thread."""
        self._handles.append(handle)
        if not self._woken:
            self._woken = True
            self._asked.emit()

    def wake(self) -> None:
        if self._handles and not self._timer:
            self._timer = self.startTimer(0)

    def clear(self) -> None:
        self._rest()
        self._handles.clear()

    def _answer(self) -> None:
        self._woken = False
        self._run()

    def timerEvent(self, event: QTimerEvent) -> None:
        self._run()

    def _run(self) -> None:
        self._rest()
        if _running_loop() is not self._loop():
            return  # they wait for the next run of the loop, which wakes this
        if asyncio.current_task() is not None:
            self.wake()  # Qt handles events inside a step of a task: a step of another one would be refused and lost
            return
        until = time.perf_counter() + TURN_S
        try:
            for _ in range(len(self._handles)):
                if not self._handles or time.perf_counter() > until:
                    break
                handle = self._handles.popleft()
                self.wake()
                if not handle.cancelled():
                    handle._run()
        finally:
            self._rest()
            self.wake()

    def _rest(self) -> None:
        if self._timer:
            self.killTimer(self._timer)
            self._timer = 0


class _Collector(QObject):
    """Collects garbage from a timer, generation by generation with the interpreter's own thresholds."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = 0
        self._was_on = False
        self._next_full = 0.0

    def begin(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()
        self._timer = self.startTimer(COLLECT_MS, Qt.TimerType.CoarseTimer)

    def end(self) -> None:
        self.killTimer(self._timer)
        if self._was_on:
            gc.enable()

    def timerEvent(self, event: QTimerEvent) -> None:
        self.collect()

    def collect(self) -> None:
        """Collect what is due."""
        young, middle, old = (count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True))
        began = time.perf_counter()
        if old and began >= self._next_full:
            gc.collect()
            ended = time.perf_counter()
            self._next_full = ended + (ended - began) / FULL_SHARE
        elif young or middle or old:
            gc.collect(1 if middle else 0)


class AppEventLoop(qasync.QEventLoop):
    """A qasync loop that finalises abandoned async generators inside a task of the loop."""

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)  # pyright: ignore[reportUnknownMemberType]
        self._timer = _PatientTimer(self)
        self._soon = _Soon(self)
        self._collector = _Collector()

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._soon.add(handle)
        return handle

    def call_soon_threadsafe(  # pyright: ignore[reportIncompatibleMethodOverride] - that of asyncio returns it too
        self, callback: Callable[..., object], *args: Any, context: Context | None = None,
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._soon.add_from_thread(handle)
        return handle

    def close(self) -> None:
        self._soon.clear()
        super().close()

    def run_forever(self) -> None:
        self._soon.wake()
        old = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=old.firstiter, finalizer=self._finalise)
        self._collector.begin()
        try:
            super().run_forever()
        finally:
            self._collector.end()
            sys.set_asyncgen_hooks(*old)

    def run_until_complete(self, future: Awaitable[T]) -> T:
        """Run until ``future`` is done and return its result; what else is waiting stays waiting."""
        task = asyncio.ensure_future(future, loop=self)  # noqa: TID251 - as asyncio itself does

        def stop(_: object) -> None:
            self.stop()

        task.add_done_callback(stop)
        try:
            self.run_forever()
        finally:
            task.remove_done_callback(stop)
        if not task.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return task.result()

    def _finalise(self, generator: AsyncGenerator[Any, Any]) -> None:
        if not self.is_closed():
            self.call_soon_threadsafe(self._close_generator, generator)

    def _close_generator(self, generator: AsyncGenerator[Any, Any]) -> None:
        self.create_task(generator.aclose(), name="aclose of an abandoned generator")


def make_loop(app: QCoreApplication) -> asyncio.AbstractEventLoop:
    """Return a new event loop on ``app``; the caller (asyncio.Runner) closes it."""
    loop = AppEventLoop(app)
    executor = ThreadPoolExecutor(EXECUTOR_THREADS, thread_name_prefix="app")
    loop.set_default_executor(executor)  # pyright: ignore[reportUnknownMemberType]
    return loop


def run(app: QCoreApplication, main: Coroutine[Any, Any, T]) -> T:
    """Run ``main`` to its end on Qt; left-over tasks are cancelled and their cleanup runs."""
    with asyncio.Runner(loop_factory=lambda: make_loop(app)) as runner:
        return runner.run(main)
