"""The event loop: asyncio on Qt through qasync, with the gaps closed that were found by measuring.

- qasync installs no async-generator hooks: a stream that is left early is then finalised outside any
  task, which breaks unrelated network code. ``make_loop`` gives every loop a finaliser.
- qasync runs callbacks whenever Qt handles events, also between two runs of the loop: a task that takes a step
  there finds no running loop and fails. Ours wait for the next run, as in asyncio.
- qasync's default executor is no ThreadPoolExecutor; ours is, and it is shut down with the loop.
"""

from __future__ import annotations

import asyncio
import sys
import weakref
from collections.abc import AsyncGenerator, Awaitable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import qasync
from PySide6.QtCore import QCoreApplication, QTimerEvent

T = TypeVar("T")

EXECUTOR_THREADS = 4


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


class AppEventLoop(qasync.QEventLoop):
    """A qasync loop that finalises abandoned async generators inside a task of the loop."""

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)  # pyright: ignore[reportUnknownMemberType]
        self._timer = _PatientTimer(self)

    def run_forever(self) -> None:
        old = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=old.firstiter, finalizer=self._finalise)
        try:
            super().run_forever()
        finally:
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
            self.call_soon_threadsafe(self._close_generator, generator)  # pyright: ignore

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
