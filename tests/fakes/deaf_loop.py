"""An agent loop that hears of no answer any more, as if the app died between a click and what follows from it."""

from __future__ import annotations

import asyncio

from characoid_desktop.agents.runtime.loop import NativeAgentLoop
from tests.fakes.eventually import eventually


async def deafen(loop: NativeAgentLoop) -> None:
    """Have ``loop`` hear nothing from now on; what is looking for an answer right now finds none first."""
    for disconnect in loop._disconnect:
        disconnect()
    await eventually(lambda: not any(task.get_name().endswith("go on") for task in asyncio.all_tasks()))
