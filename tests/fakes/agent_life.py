"""One life of the agent loop in a process of its own, which kills itself (SIGKILL) at a named point.

    python -m tests.fakes.agent_life HOME TOOL POINT

TOOL is called once by the scripted model. POINT is where it dies:

    streaming   the first token of the answer is on the disk
    asked       the question is in the ledger, the turn does not wait yet
    waiting     the turn waits
    shown       the question was shown
    clicked     the answer is in the ledger, the turn has not gone on
    inside      in the middle of the tool
    effect      the effect is on the disk (committed, or done outside), the graph does not know
    DELAY       a number of milliseconds after the click

What an outside tool did is appended to HOME/outside.txt. Prints each step, so that a parent sees how far it came.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from tests.fakes.runtime_bench import Bench, Tools, open_bench
from tests.fakes.scripted_model import calls, says


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def outside_tools(home: Path) -> Tools:
    """Tools whose outside effects can be counted by the next life."""
    tools = Tools()

    async def before(name: str) -> None:
        if name.startswith("send"):
            with (home / "outside.txt").open("a") as file:
                file.write(name + "\n")
                file.flush()
                os.fsync(file.fileno())

    tools.before = before
    return tools


async def live(home: Path, tool: str, point: str) -> None:
    paths = AppPaths.under(home)
    paths.create()
    tools = outside_tools(home)
    if point in ("inside", "effect") and tool.startswith("send"):
        write = tools.before

        async def then_die(name: str) -> None:
            if point == "inside":
                die()
            await write(name)
            die()

        tools.before = then_die
    elif point == "inside":
        async def at_once(name: str) -> None:
            die()

        tools.after = at_once
    gate = asyncio.Event() if point == "streaming" else None
    script = [calls((tool, {"text": "cake"}), text="May I?", gate=gate), says(" Done.")]
    async with open_bench(paths, script, clock=SystemClock(), tools=tools, keep_every_s=0.01) as bench:
        await play(bench, point)


async def play(bench: Bench, point: str) -> None:
    if point == "asked":
        request = bench.ledger.request

        async def asked(*args: Any) -> None:
            await request(*args)
            die()

        bench.ledger.request = asked  # type: ignore[assignment,method-assign]
    if point == "effect":
        bench.audit.recorded.connect(lambda entry: die())
    run = await bench.loop.start(bench.ask("Share it"))
    print("began", run.id, flush=True)
    if point == "streaming":
        while (await bench.answer(run)).text != "May I?":
            await asyncio.sleep(0.005)
        die()
    await until(bench, run)
    if point == "waiting":
        die()
    shown = await bench.ledger.show(bench.ledger.pending[0].id)
    print("shown", shown.nonce, flush=True)
    if point == "shown":
        die()
    if point == "clicked":
        bench.ledger.changed.connect(lambda one: die())
    await bench.ledger.decide(shown.id, shown.nonce or "", True)
    print("clicked", flush=True)
    if point.isdigit():
        await asyncio.sleep(int(point) / 1000)
        die()
    await asyncio.sleep(10)


async def until(bench: Bench, run: Any) -> None:
    while True:
        now = bench.loop.active(run.conversation_id)
        if now is not None and now.state is RunState.WAITING_APPROVAL:
            return
        await asyncio.sleep(0.002)


if __name__ == "__main__":
    asyncio.run(live(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
