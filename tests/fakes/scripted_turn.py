"""A turn for the graph: a model that says what a test tells it, tools that count, and the graph to run it through."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import PrivateAttr

from characoid_desktop.agents.contracts import Json, ToolSpec, WorkerManifest
from characoid_desktop.agents.graph.build import build_persona_workflow
from characoid_desktop.agents.graph.exchange import approval_resume, input_resume, turn_input
from characoid_desktop.agents.runtime.events import AgentEvent, Token
from characoid_desktop.agents.runtime.turn import Budget, PersonaCard, ToolCall, ToolOutcome, Turn, TurnIds
from characoid_desktop.agents.tools.catalog import described_specs
from characoid_desktop.agents.vocabulary import MCP, SUPERVISOR, WORKERS

Pieces = Sequence[AIMessageChunk]
Reply = str | Pieces | Exception | Callable[[list[BaseMessage]], "str | Pieces"]


def call(name: str, args: object = None, *, id: str = "call_1", index: int = 0) -> AIMessageChunk:
    """A whole tool call in one piece; ``args`` a dict, or the raw text a model wrote."""
    text = args if isinstance(args, str) else json.dumps(args or {})
    return AIMessageChunk("", tool_call_chunks=[
        {"name": name, "args": text, "id": id, "index": index, "type": "tool_call_chunk"}])


def delegate(worker: str, task_type: str, *, id: str = "call_1", index: int = 0, **fields: Any) -> AIMessageChunk:
    return call(f"delegate_to_{worker}", {"task_type": task_type, **fields}, id=id, index=index)


def stop(reason: str = "stop") -> AIMessageChunk:
    return AIMessageChunk("", response_metadata={"finish_reason": reason})


class ScriptedModel(BaseChatModel):
    """Gives its replies in order; the last one for ever. ``asked`` are the messages and tool names of each request."""

    _replies: list[Reply] = PrivateAttr()
    _asked: list[list[BaseMessage]] = PrivateAttr(default_factory=list)
    _tools: list[list[str]] = PrivateAttr(default_factory=list)

    def __init__(self, *replies: Reply) -> None:
        super().__init__()
        self._replies = list(replies)

    @property
    def asked(self) -> list[list[BaseMessage]]:
        return self._asked

    @property
    def offered(self) -> list[list[str]]:
        return self._tools

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:
        return self.bind(tools=list(tools))

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        raise NotImplementedError

    async def _astream(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None,
                       **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        self._tools.append([tool["function"]["name"] for tool in kwargs.get("tools", [])])
        self._asked.append(list(messages))
        reply = self._replies[min(len(self._asked), len(self._replies)) - 1]
        if isinstance(reply, Exception):
            raise reply
        if callable(reply):
            reply = reply(list(messages))
        pieces = [AIMessageChunk(reply)] if isinstance(reply, str) else reply
        for piece in pieces:
            if isinstance(piece, Exception):
                raise piece
            yield ChatGenerationChunk(message=piece)


class CountingTools:
    """A tool runner over the real definitions: says who may and who is asked, counts what was done.

    ``answers``: tool → payload, outcome or function of the arguments. ``asking``: names that need a person's word.
    ``decisions``: approval id → "approved" or "denied: reason"; ids are ``ask-{call id}``.
    """

    def __init__(self, answers: Mapping[str, Any] | None = None, *, asking: Sequence[str] = (),
                 mcp: Sequence[ToolSpec] = (), workers: Sequence[str] = WORKERS, outside: Sequence[str] = (),
                 hidden: Sequence[str] = ()) -> None:
        self.answers = dict(answers or {})
        self.asking = set(asking)
        self.outside = set(outside)
        self.decisions: dict[str, str] = {}
        self.dispatch_decisions: dict[str, str] = {}
        self.reasons: dict[str, str] = {}
        self.dispatch_asks = False
        self.done: list[ToolCall] = []
        self.refused: list[ToolCall] = []
        self.requests: list[list[str]] = []
        self.dispatches: list[Json] = []
        self.seen_taint: list[tuple[str, tuple[str, ...]]] = []
        self._specs = [spec for spec in (*described_specs(), *mcp) if spec.name not in hidden]
        self._workers = tuple(workers)

    def visible(self, worker: str) -> tuple[ToolSpec, ...]:
        owner = MCP if worker == SUPERVISOR else worker
        return tuple(spec for spec in self._specs if spec.specialist == owner)

    def workers(self) -> tuple[str, ...]:
        return self._workers

    def asks(self, worker: str, call: ToolCall, taint: Sequence[str]) -> bool:
        spec = next((spec for spec in self._specs if spec.name == call.name), None)
        return call.name in self.asking or bool(spec and (
            spec.requires_confirmation or spec.specialist == MCP or (taint and spec.mutates_data)))

    async def request(self, worker: str, calls: Sequence[ToolCall], taint: Sequence[str]) -> list[str]:
        ids = [f"ask-{call.id}" for call in calls]
        self.requests.append(ids)
        return ids

    async def request_dispatch(self, request: Json, taint: Sequence[str]) -> str | None:
        self.dispatches.append(request)
        return f"ask-dispatch-{request['call_id']}" if self.dispatch_asks else None

    async def dispatch_decision(self, approval_id: str, request: Json) -> str:
        return self.dispatch_decisions.get(approval_id, "pending")

    async def denial_reason(self, approval_id: str) -> str:
        return self.reasons.get(approval_id, "")

    async def run(self, worker: str, call: ToolCall, taint: Sequence[str]) -> ToolOutcome:
        self.seen_taint.append((call.name, tuple(taint)))
        if call.name not in {spec.name for spec in self.visible(worker)}:
            self.refused.append(call)
            return ToolOutcome(call, "refused", {})
        if self.asks(worker, call, taint):
            said = self.decisions.get(f"ask-{call.id}", "")
            if said != "approved":
                self.refused.append(call)
                reason = said.partition(": ")[2]
                return ToolOutcome(call, "denied" if said else "refused", {"reason": reason} if reason else {})
        self.done.append(call)
        answer = self.answers.get(call.name, {"status": "completed", "answer": f"{call.name} done"})
        if callable(answer):
            answer = answer(call.args)
        if hasattr(answer, "__await__"):
            answer = await answer
        if isinstance(answer, ToolOutcome):
            return ToolOutcome(call, answer.outcome, answer.payload, answer.tainted)
        return ToolOutcome(call, "ok", answer, f"text of {call.name}" if call.name in self.outside else "")

    @property
    def effects(self) -> list[str]:
        """The names of the calls that were really made, in order."""
        return [call.name for call in self.done]


def mcp_tool(name: str, server: str = "files") -> ToolSpec:
    """A tool of an MCP server that takes any ``text``."""

    async def run(text: str = "") -> str:
        raise AssertionError("tools are run by the runner")

    return ToolSpec(name, MCP, StructuredTool.from_function(coroutine=run, name=name, description="From outside."),
                    requires_confirmation=True, mutates_data=True, server=server)


@dataclass
class Bench:
    """The graph with one turn. ``state`` is the last one; ``stops`` the value it waits with, if any."""

    model: ScriptedModel
    tools: CountingTools = field(default_factory=CountingTools)
    worker_model: ScriptedModel | None = None
    persona: PersonaCard = field(default_factory=lambda: PersonaCard("mika", "Mika"))
    manifests: Sequence[WorkerManifest] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    events: list[AgentEvent] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    now_s: float = 0.0
    thread: str = "mika:conversation"

    def __post_init__(self) -> None:
        self.saver = InMemorySaver()
        self.graph = build_persona_workflow(self.saver, manifests=self.manifests)
        self.config: Any = {"configurable": {"thread_id": self.thread}, "recursion_limit": 200}
        self.budget: Budget | None = None

    def turn(self) -> Turn:
        def model_for(worker: str) -> BaseChatModel:
            return self.model if worker == SUPERVISOR or self.worker_model is None else self.worker_model

        more = dict(self.extras)
        if self.budget is not None:
            more["budget"] = self.budget
        return Turn(ids=TurnIds("run", "mika", "conversation", "m1", "a1", "en"), persona=self.persona,
                    model_for=model_for, tools=self.tools, emit=self.events.append, clock_s=lambda: self.now_s, **more)

    async def say(self, text: str, refs: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return await self._run(turn_input([HumanMessage(text, id="m1")], refs))

    async def decide(self, **decisions: str) -> dict[str, Any]:
        """Answer all that waits: by tool name, or ``all``; then go on."""
        for id in self.stops["approval_ids"]:
            self.tools.decisions[id] = self.tools.dispatch_decisions[id] = decisions.get("all", "approved")
        return await self._run(Command(resume=approval_resume()))

    async def fill_in(self, **values: Any) -> dict[str, Any]:
        return await self._run(Command(resume=input_resume(values)))

    async def resume(self, value: Any) -> dict[str, Any]:
        return await self._run(Command(resume=value))

    async def _run(self, value: Any) -> dict[str, Any]:
        self.state = await self.graph.ainvoke(value, self.config, context=self.turn(), durability="sync")
        return self.state

    @property
    def stops(self) -> dict[str, Any]:
        """The value of the one interrupt; {} when the turn is over."""
        found = self.state.get("__interrupt__") or ()
        assert len(found) <= 1, found
        return found[0].value if found else {}

    @property
    def said(self) -> str:
        """What the character said, as it went out."""
        return "".join(event.text for event in self.events if isinstance(event, Token))

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def result(self) -> Json:
        """The last public result."""
        return self.state["results"][-1]
