"""The offline brain at work: the real graph over the real tools, services and policy; only the engines hold still."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from characoid_desktop.agents.graph.build import build_persona_workflow
from characoid_desktop.agents.graph.exchange import approval_resume, input_resume, turn_input
from characoid_desktop.agents.offline.brain import OfflineBrain
from characoid_desktop.agents.runtime.events import AgentEvent, Card, Token
from characoid_desktop.agents.runtime.turn import PersonaCard, Turn, TurnIds
from characoid_desktop.core.paths import AppPaths
from tests.fakes.tool_bench import ToolBench, tool_bench


@dataclass
class Talk:
    """``say`` runs a whole turn up to its end or its stop; ``said`` is what came out of it."""

    tools: ToolBench
    language: str = "en"
    files: dict[str, Any] = field(default_factory=dict)
    events: list[AgentEvent] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    turns: int = 0
    recent: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.graph = build_persona_workflow(InMemorySaver())

    async def say(self, text: str, language: str = "") -> str:
        self.turns += 1
        self.events.clear()
        self.language = language or self.language
        refs = {"attachment_ids": list(self.files)}
        return await self._run(turn_input([HumanMessage(text, id=f"m{self.turns}")], refs))

    async def decide(self, yes: bool = True) -> str:
        for one in self.tools.ledger.pending:
            shown = await self.tools.ledger.show(one.id)
            await self.tools.ledger.decide(one.id, shown.nonce or "", yes)
        return await self._run(Command(resume=approval_resume()))

    async def fill_in(self, **values: Any) -> str:
        return await self._run(Command(resume=input_resume(values)))

    async def _run(self, value: Any) -> str:
        conversation = await self.tools.conversation()
        ids = TurnIds(f"run{self.turns}", "default", conversation, f"m{self.turns}", "a", self.language)

        def model_for(worker: str) -> OfflineBrain:
            return OfflineBrain.for_turn(self.language, self.files, persona_name="Luna", recent=self.recent,
                                         role=worker, voices=[(v.name, v.id) for v in self.tools.shelf.voices()])

        turn = Turn(ids=ids, persona=PersonaCard("default", "Luna"), model_for=model_for,
                    tools=self.tools.policy.runner(ids, self.events.append, lambda: 0.0, self.files),
                    emit=self.events.append, clock_s=lambda: 0.0, attachments=self.files)
        config: Any = {"configurable": {"thread_id": f"t{self.turns}"}, "recursion_limit": 200}
        self.state = await self.graph.ainvoke(value, config, context=turn, durability="sync")
        return self.said

    @property
    def said(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, Token))

    @property
    def tokens(self) -> int:
        return sum(isinstance(event, Token) for event in self.events)

    @property
    def cards(self) -> list[Mapping[str, Any]]:
        return [event.result for event in self.events if isinstance(event, Card)]

    @property
    def stops(self) -> dict[str, Any]:
        found = self.state.get("__interrupt__") or ()
        return found[0].value if found else {}


@asynccontextmanager
async def talk(paths: AppPaths) -> AsyncIterator[Talk]:
    async with tool_bench(paths) as bench:
        yield Talk(bench)
