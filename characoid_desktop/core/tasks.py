"""Every task has an owner: a scope starts it, reports its error and cancels it on close."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, cast

T = TypeVar("T")
U = TypeVar("U")
_log = logging.getLogger(__name__)

CLOSE_LIMIT_S = 5.0


class TaskScope:
    """Owns asyncio tasks.

    ``on_error`` receives every exception but CancelledError; by default the loop's exception handler gets it
    (it is logged, and a running window writes a crash report and says so). After :meth:`aclose` no task of
    the scope is running and none can be started.
    """

    def __init__(self, name: str, on_error: Callable[[BaseException], object] | None = None) -> None:
        self._name = name
        self._on_error = on_error
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    @property
    def running(self) -> int:
        """Number of tasks that have not ended."""
        return len(self._tasks)

    def start(self, coro: Coroutine[Any, Any, T], *, name: str = "") -> asyncio.Task[T]:
        """Start ``coro`` as a task of this scope; raises RuntimeError after close."""
        if self._closed:
            coro.close()
            raise RuntimeError(f"task scope {self._name} is closed")
        task = asyncio.get_running_loop().create_task(coro, name=f"{self._name}:{name or coro.__name__}")
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            return
        if self._on_error is not None:
            self._on_error(error)
        else:
            task.get_loop().call_exception_handler(
                {"message": f"task {task.get_name()} failed", "exception": error, "task": task})

    async def aclose(self) -> None:
        """Cancel what runs and wait for it, at most CLOSE_LIMIT_S seconds."""
        self._closed = True
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        if tasks:
            _, pending = await asyncio.wait(tasks, timeout=CLOSE_LIMIT_S)
            for task in pending:
                _log.error("task %s did not end within %.0f s", task.get_name(), CLOSE_LIMIT_S)


async def both(first: Awaitable[T], second: Awaitable[U]) -> tuple[T, U]:
    """Await two at the same time, each to its end; raises the error of the first that has one."""
    results = await asyncio.gather(first, second, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return cast("tuple[T, U]", results)
