"""A long conversation: does a turn take longer, or leave more on the disk, the more there were before it?

    python benchmarks/fifty_turns.py [TURNS]        (default 50)

TURNS turns in one conversation through the whole service (every fifth hands a memory to its worker), against a fake
server in a process of its own. One line for latency, one for bytes. Exit code 1 when the last ten turns take more than
1.5 times as long as the first ten (medians), when the second half of the turns adds more than 1.5 times the bytes
of the first half, or when the checkpoints of turns that are over take more room than those of the first ten.
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

    async def turns(self, count: int) -> list[Turn]:
        """Run so many turns in a new conversation."""
        conversation = await self._c.conversations.create(DEFAULT_ID)
        return [await self._turn(conversation.id, number) for number in range(count)]

    async def _turn(self, conversation_id: str, number: int) -> Turn:
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


def told(turns: Sequence[Turn], before: Turn) -> bool:
    """Print the lines; return whether all bounds hold."""
    first, last = (statistics.median(turn.seconds for turn in part) * 1000 for part in (turns[:EDGE], turns[-EDGE:]))
    ratio = last / first
    print(f"latency: first {EDGE} {first:.1f} ms, last {EDGE} {last:.1f} ms a turn: {ratio:.2f} (limit {LATENCY_LIMIT})")
    half = len(turns) // 2
    early = (turns[half - 1].stored - before.stored) / half
    late = (turns[-1].stored - turns[half - 1].stored) / (len(turns) - half)
    growth = late / early
    print(f"bytes: first half {early:,.0f}, second half {late:,.0f} a turn: {growth:.2f} (limit {GROWTH_LIMIT})")
    room, end = max(turn.waiting for turn in turns[:EDGE]), turns[-1].waiting
    print(f"checkpoints of turns that are over: {room:,} bytes at most in the first {EDGE}, {end:,} at the end")
    return ratio <= LATENCY_LIMIT and growth <= GROWTH_LIMIT and end <= room


async def measure(address: str, count: int, home: Path) -> int:
    paths = AppPaths.under(furnish(home, address))
    paths.create()
    c = await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()))
    long = Long(c, await c.agents.start())
    before = (await long.turns(WARM_UP))[-1]
    turns = await long.turns(count)
    await c.shutdown.run()
    return 0 if told(turns, before) else 1


def script(count: int) -> list[dict[str, Any]]:
    replies: list[dict[str, Any]] = [{"text": WORDS}] * WARM_UP
    for number in range(count):
        if number % HAND_OFF_EVERY == HAND_OFF_EVERY - 1:
            options = {"operation": "save", "scope": "persona", "text": f"They asked about turn {number}."}
            request = {"task_type": "save_memory", "options": options}
            replies.append({"calls": [["delegate_to_memory_worker", request]]})
        replies.append({"text": WORDS})
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
