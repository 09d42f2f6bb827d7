"""A long conversation: does a turn take longer, or leave more on the disk, the more there were before it?

    python benchmarks/fifty_turns.py [TURNS]        (default 50)

TURNS turns in one conversation through the whole service (every fifth hands a memory to its worker), against a fake
server in a process of its own. The first ten turns of another conversation are run between its last ten, so that both
meet the same machine. One line for latency, one for bytes. Exit code 1 when the last ten take more than 1.5 times as
long as the first ten (medians), when the second half of the turns before adds more than 1.5 times the bytes of the
first half, or when the checkpoints of turns that are over come to take more room.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtWidgets import QApplication

from benchmarks.first_token import server
from characoid_desktop.agents.runtime.events import RunEnded
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.app import loop
from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.personas.models import DEFAULT_ID
from tests.fakes.turn_lives import furnish

LATENCY_LIMIT = GROWTH_LIMIT = 1.5
EDGE = 10
HAND_OFF_EVERY = 5
WARM_UP = 5  # turns of another conversation
WORDS = ["The sea was grey this morning, ", "and I thought of what you said. "] * 6
QUESTION = "Tell me something about turn {n}, please, as long as you like; I have time."


@dataclass(frozen=True)
class Turn:
    """``stored`` and ``waiting``: bytes in use in the database and in the checkpoints after it."""

    seconds: float
    stored: int
    waiting: int


class Long:
    def __init__(self, c: Container, parts: Any) -> None:
        self._c, self._parts = c, parts

    async def begin(self) -> str:
        """Return a new conversation's id."""
        return (await self._c.conversations.create(DEFAULT_ID)).id

    async def turn(self, conversation_id: str, number: int) -> Turn:
        """Run one turn to its end."""
        began, state = time.perf_counter(), ""
        query = Query(DEFAULT_ID, conversation_id, QUESTION.format(n=number))
        async with aclosing(self._parts.service.stream_query(query)) as events:
            async for event in events:
                state = event.state if isinstance(event, RunEnded) else state
        seconds = time.perf_counter() - began
        if state != "completed":
            raise SystemExit(f"turn {number} is {state}")
        return Turn(seconds, await self._in_use(self._c.database.read_one),
                    await self._in_use(self._first_of_checkpoints))

    async def _in_use(self, read_one: Any) -> int:
        pages, free, size = [(await read_one(f"PRAGMA {name}"))[0]
                             for name in ("page_count", "freelist_count", "page_size")]
        return (pages - free) * size

    async def _first_of_checkpoints(self, sql: str) -> Any:
        return (await self._parts.checkpoints.saver.conn.execute_fetchall(sql))[0]


def told(long: Sequence[Turn], fresh: Sequence[Turn], before: Turn) -> bool:
    """Print the lines; return whether all bounds hold. ``before``: the last turn before all that."""
    first, last = (statistics.median(turn.seconds for turn in part) * 1000 for part in (fresh, long[-EDGE:]))
    print(f"latency: {last:.1f} ms a turn after {len(long) - EDGE} turns, {first:.1f} ms in a new conversation: "
          f"{last / first:.2f} (limit {LATENCY_LIMIT})")
    alone = long[:-EDGE]
    half = len(alone) // 2
    early = (alone[half - 1].stored - before.stored) / half
    late = (alone[-1].stored - alone[half - 1].stored) / (len(alone) - half)
    print(f"bytes: first half {early:,.0f}, second half {late:,.0f} a turn: {late / early:.2f} (limit {GROWTH_LIMIT})")
    room, end = max(turn.waiting for turn in alone[:EDGE]), long[-1].waiting
    print(f"checkpoints of turns that are over: {room:,} bytes at most in the first {EDGE}, {end:,} at the end")
    return last <= first * LATENCY_LIMIT and late <= early * GROWTH_LIMIT and end <= room


async def measure(address: str, count: int, home: Path) -> int:
    paths = AppPaths.under(furnish(home, address))
    paths.create()
    c = await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()))
    talk = Long(c, await c.agents.start())
    warm, one, other = await talk.begin(), await talk.begin(), await talk.begin()
    before = [await talk.turn(warm, number) for number in range(WARM_UP)][-1]
    long, fresh = list[Turn](), list[Turn]()
    for number in range(count):
        long.append(await talk.turn(one, number))
        if number >= count - EDGE:
            fresh.append(await talk.turn(other, number))
    await c.shutdown.run()
    return 0 if told(long, fresh, before) else 1


def script(count: int) -> list[dict[str, Any]]:
    """The replies in order: of a turn of the new conversation those that the same turn of the long one got."""
    replies: list[dict[str, Any]] = [{"text": WORDS}] * WARM_UP
    for number in range(count):
        turn: list[dict[str, Any]] = [{"text": WORDS}]
        if number % HAND_OFF_EVERY == HAND_OFF_EVERY - 1:
            options = {"operation": "save", "scope": "persona", "text": f"They asked about turn {number}."}
            request = {"task_type": "save_memory", "options": options}
            turn.insert(0, {"calls": [["delegate_to_memory_worker", request]]})
        replies += turn * (2 if number >= count - EDGE else 1)
    return replies


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    app = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        child, address = server(Path(folder), "long", script(count))
        try:
            return loop.run(app, measure(address, count, Path(folder) / "home"))
        finally:
            child.communicate()


if __name__ == "__main__":
    raise SystemExit(main())
