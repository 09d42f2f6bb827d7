"""A reply that arrives all at once does not keep the window waiting."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from langchain_core.messages import AIMessageChunk

from tests.fakes.scripted_turn import Bench, ScriptedModel, stop


async def test_while_thousands_of_words_that_came_at_once_are_read_others_get_their_turn() -> None:
    bench = Bench(ScriptedModel([*(AIMessageChunk(f"{n} ") for n in range(4000)), stop()]))
    seen: list[int] = []

    async def look() -> None:
        while True:
            await asyncio.sleep(0)
            seen.append(len(bench.events))

    looking = asyncio.get_running_loop().create_task(look())
    await bench.say("count")
    looking.cancel()
    assert bench.said.split() == [str(n) for n in range(4000)]
    at_once = max(later - earlier for earlier, later in pairwise(seen))
    assert at_once < 1000, "words that came between two turns of the others"
