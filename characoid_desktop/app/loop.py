"""The event loop: asyncio on Qt through qasync, with the gaps closed that were found by measuring.

- qasync installs no async-generator hooks: a stream that is left early is then finalised outside any
  task, which breaks unrelated network code. ``make_loop`` gives every loop a finaliser.
- qasync's default executor is no ThreadPoolExecutor; ours is, and it is shut down with the loop.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import qasync
from PySide6.QtCore import QCoreApplication

T = TypeVar("T")

EXECUTOR_THREADS = 4


class AppEventLoop(qasync.QEventLoop):  # type: ignore[misc]
    """A qasync loop that finalises abandoned async generators inside a task of the loop."""

    def run_forever(self) -> None:
        old = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=old.firstiter, finalizer=self._finalise)
        try:
            super().run_forever()  # pyright: ignore[reportUnknownMemberType]
        finally:
            sys.set_asyncgen_hooks(*old)

    def _finalise(self, generator: AsyncGenerator[Any, Any]) -> None:
        if not self.is_closed():
            self.call_soon_threadsafe(self._close_generator, generator)  # pyright: ignore

    def _close_generator(self, generator: AsyncGenerator[Any, Any]) -> None:
        self.create_task(generator.aclose(), name="aclose of an abandoned generator")  # pyright: ignore


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
