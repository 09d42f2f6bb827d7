"""Waiting for a condition inside a coroutine, without nested loops and without fixed sleeps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def eventually(condition: Callable[[], object], limit_s: float = 20.0) -> None:
    """Return once ``condition()`` is true; raise AssertionError after ``limit_s`` seconds."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + limit_s
    while not condition():
        if loop.time() > deadline:
            raise AssertionError(f"not within {limit_s} s: {condition}")
        await asyncio.sleep(0.005)


async def at_rest(turns: int = 10) -> None:
    """Return after some turns of the loop, when the layouts have settled. Never processEvents() inside a task: that
    would run other tasks within it."""
    for _ in range(turns):
        await asyncio.sleep(0.002)
