"""What happens after turns, over the runtime's bench: proposals to remember, and the older part in short."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from characoid_desktop.agents.runtime.afterwards import Afterwards
from characoid_desktop.agents.runtime.asides import Asides
from characoid_desktop.agents.runtime.building import TurnExtras
from characoid_desktop.agents.runtime.compacting import Compacting
from characoid_desktop.agents.runtime.proposing import Proposing
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import Message
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.models import DEFAULT_ID
from tests.fakes.runtime_bench import Bench, open_bench


@dataclass
class Told:
    """A source of memories for turns; ``fails`` is raised when it is asked. ``marked``: what was said to be used."""

    lines: Sequence[tuple[str, str]] = ()
    fails: BaseException | None = None
    asked: list[tuple[str, str]] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)

    async def for_turn(self, persona_id: str, said: str) -> Sequence[tuple[str, str]]:
        self.asked.append((persona_id, said))
        if self.fails is not None:
            raise self.fails
        return self.lines

    def used(self, ids: Sequence[str]) -> None:
        self.marked.extend(ids)


@dataclass
class AfterBench:
    """``context`` is what the settings say of the model's context; ``wants`` the setting of proposals."""

    bench: Bench
    memory: MemoryService
    proposals: MemoryProposals
    compacting: Compacting
    afterwards: Afterwards
    told: Told
    context: list[int]
    wants: list[bool]

    async def turn(self, text: str, **more: Any) -> Message:
        """Ask, wait for the answer and for what comes after it."""
        answer = await self.bench.service.query(self.bench.ask(text, **more))
        await self.afterwards.settled()
        return answer

    async def proposed(self) -> list[str]:
        return [one.text for one in await self.proposals.open(DEFAULT_ID)]


@asynccontextmanager
async def after_bench(paths: AppPaths, script: Sequence[Any] = (), *, memory: Any = None,
                      context: int = 0, **more: Any) -> AsyncIterator[AfterBench]:
    """``memory`` makes the store of memories from (database, clock); the real one by default."""
    told, size, wants = Told(), [context], [True]
    extras = TurnExtras(memories=told, context_tokens=lambda: size[0])
    async with open_bench(paths, script, extras=extras, **more) as bench:
        store = (memory or MemoryService)(bench.database, bench.clock)
        proposals = MemoryProposals(bench.database, bench.clock, store)
        asides = Asides(bench.models, bench.clock.monotonic)
        compacting = Compacting(bench.conversations, lambda: size[0])
        afterwards = Afterwards(
            bench.service.runs_changed, bench.conversations, bench.personas, asides, compacting,
            Proposing(store, proposals, asides), wants_proposals=lambda: wants[0], rest_s=0.0)
        try:
            yield AfterBench(bench, store, proposals, compacting, afterwards, told, size, wants)
        finally:
            await afterwards.aclose()
