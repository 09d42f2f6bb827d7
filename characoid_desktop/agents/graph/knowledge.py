"""The knowledge worker: knowledge_planner → knowledge_retrieve → knowledge_fallback → END.

The planner only says which reading tools run, in a closed schema; retrieve runs them; fallback refuses, asks, or
searches the web. What comes out passes a gate: without evidence there is no answer, only what is uncertain.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, cast

from langchain_core.messages import AnyMessage, HumanMessage, ToolMessage
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from characoid_desktop.agents.contracts import Json, error_sentence
from characoid_desktop.agents.graph.acting import (
    ask_for,
    joined_taint,
    make_calls,
    payload_of,
    payload_text,
)
from characoid_desktop.agents.graph.calls import answer_to, conversation, read_calls, tool_call
from characoid_desktop.agents.graph.offered import tool_definition
from characoid_desktop.agents.graph.plans import plan_for
from characoid_desktop.agents.graph.prompts import worker_prompt, worker_task
from characoid_desktop.agents.graph.speaking import say
from characoid_desktop.agents.graph.steps import first_plan
from characoid_desktop.agents.graph.workers import Update, WorkerOutput, WorkerState, build_worker
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.agents.vocabulary import FAILURE_STATUSES, LEGACY_REQUEST
from characoid_desktop.core.i18n import Text

WORKER: Final = "knowledge_worker"
WEB: Final = "web_search"
PLANNED: Final = ("search_persona_knowledge", "query_structured_data")
EVIDENCE_TOOLS: Final = (*PLANNED, WEB)
CUT: Final = "结果已按安全上限截断。"  # the contract's words
MAX_PLANNED: Final = 4

Fallback = Literal["enough", "refuse", "confirm", "search"]


def decide_web_fallback(*, enabled: bool, evidence: int, searched: bool, visible: bool, asks: bool) -> Fallback:
    """Return what is done when the own knowledge gave ``evidence`` items.

    ``enabled``: the setting (off unless the user turned it on); ``searched``: the web was asked already; ``visible``:
    the persona may use the web search; ``asks``: a person's word is needed for it.
    """
    if evidence > 0:
        return "enough"
    if not enabled or searched or not visible:
        return "refuse"
    return "confirm" if asks else "search"


@cache
def build_knowledge(timeout_s: float) -> Any:
    """Return the compiled subgraph of the knowledge worker; made once, since it holds nothing of a turn."""
    planner = _Planner(timeout_s)
    graph: Any = StateGraph(WorkerState, context_schema=Turn, output_schema=WorkerOutput)
    graph.add_node("knowledge_planner", planner.plan)
    graph.add_node("knowledge_retrieve", build_worker(WORKER, timeout_s))
    graph.add_node("knowledge_fallback", _build_fallback(timeout_s))
    graph.add_edge(START, "knowledge_planner")
    graph.add_edge("knowledge_planner", "knowledge_retrieve")
    graph.add_edge("knowledge_retrieve", "knowledge_fallback")
    graph.add_edge("knowledge_fallback", END)
    return graph.compile()


class _Planner:
    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s

    async def plan(self, state: WorkerState, runtime: Runtime[Turn]) -> Update:
        """Return the plan as entries ``{tool, args}``; a model is asked for ``legacy_request`` alone."""
        turn, request = runtime.context, state["dispatch_request"]
        if request["task_type"] != LEGACY_REQUEST:
            plan = plan_for(WORKER, str(request["task_type"]))
            return {"entries": first_plan(plan, request) if plan is not None else []}
        started = turn.clock_s()
        entries = await self._ask(state, turn)
        question = str(request["options"].get("request") or request["conversation_context"])[:1000]
        return {"entries": entries or [{"tool": PLANNED[0], "args": {"query": question}}],
                "spent_s": turn.clock_s() - started}

    async def _ask(self, state: WorkerState, turn: Turn) -> list[Json]:
        request, fence = state["dispatch_request"], state.get("fence", "")
        tools = {spec.name: tool_definition(spec) for spec in turn.tools.visible(WORKER) if spec.name in PLANNED}
        task = HumanMessage(worker_task(request, request["input_refs"], fence), id="task")
        try:
            async with asyncio.timeout(self._timeout_s / 2):
                said = await say(turn, WORKER, conversation(worker_prompt(WORKER, fence), [task]),
                                 list(tools.values()))
        except TimeoutError:
            return []
        calls = read_calls(said, f"{request['call_id']}.p", tools) if said.calls else []
        return [{"tool": call.name, "args": call.args} for call in calls if not call.refusal][:MAX_PLANNED]


def _build_fallback(timeout_s: float) -> Any:
    fallback = _Fallback(timeout_s)
    graph: Any = StateGraph(WorkerState, context_schema=Turn, output_schema=WorkerOutput)
    graph.add_node("decide", fallback.decide)
    graph.add_node("approve", fallback.approve)
    graph.add_node("act", fallback.act)
    graph.add_edge(START, "decide")
    graph.add_conditional_edges("decide", _after_decide, ["approve", END])
    graph.add_edge("approve", "act")
    graph.add_edge("act", END)
    return graph.compile()


def _after_decide(state: WorkerState) -> str:
    return "approve" if state.get("calls") else END


class _Fallback:
    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s

    async def decide(self, state: WorkerState, runtime: Runtime[Turn]) -> Update:
        turn, request = runtime.context, state["dispatch_request"]
        answers = payloads_of(state.get("worker_messages", []))
        question = str(request["options"].get("query") or request["options"].get("request")
                       or request["conversation_context"])[:1000]
        call: Json = {"id": f"{request['call_id']}.web", "name": WEB, "args": {"query": question}}
        taint = state.get("taint", [])
        choice = decide_web_fallback(
            enabled=turn.web_fallback() and bool(question) and request["task_type"] != "query_structured_data"
            and not request["options"].get("documents_only"),
            evidence=sum(len(_evidence(name, payload)) for name, payload in answers),
            searched=any(name == WEB for name, _ in answers),
            visible=any(spec.name == WEB for spec in turn.tools.visible(WORKER)),
            asks=turn.tools.asks(WORKER, tool_call(call), taint))
        return {"calls": [call] if choice in ("search", "confirm") else []}

    async def approve(self, state: WorkerState, runtime: Runtime[Turn]) -> Update:
        return {"approvals": await ask_for(runtime.context, WORKER, state["calls"], state.get("taint", []))}

    async def act(self, state: WorkerState, runtime: Runtime[Turn]) -> Update:
        made = await make_calls(runtime.context, WORKER, state["calls"], state.get("taint", []),
                                left_s=self._timeout_s - state.get("spent_s", 0.0))
        answers = [answer_to(one.call.id, one.call.name, payload_text(payload_of(one)), ok=one.ok)
                   for one in made.outcomes]
        return {"calls": [], "worker_messages": [*state.get("worker_messages", []), *answers],
                "taint": joined_taint(state.get("taint", []), made.outcomes)}


def payloads_of(messages: Sequence[AnyMessage]) -> list[tuple[str, Json]]:
    """Return (tool, answer) of each structured tool result, in order."""
    out: list[tuple[str, Json]] = []
    for message in messages:
        if isinstance(message, ToolMessage) and isinstance(message.content, str):
            try:
                payload: object = json.loads(message.content)
            except ValueError:
                continue
            if isinstance(payload, dict):
                out.append((str(message.name), cast("Json", payload)))
    return out


def knowledge_specialist_result(messages: Sequence[AnyMessage], failure: Mapping[str, Any]) -> Json:
    """Return what the supervisor may know: the gated answer, or uncertainties only (no draft, no weak evidence)."""
    answers = payloads_of(messages)
    good = [(name, payload) for name, payload in answers if _evidence(name, payload)]
    notes = _notes(answers)
    if failure.get("error"):
        notes.append(error_sentence(cast("Mapping[str, Any]", failure["error"])))
    trace = [{"tool": name, "status": payload.get("status")} for name, payload in answers]
    if not good:
        return {"status": "insufficient", "trace": trace,
                "uncertainties": notes or [str(Text.of("Nothing was found about this."))]}
    last = good[-1][1]
    return {
        "status": "completed", "answer": last.get("answer", ""), "answer_text": last.get("answer_text"),
        "confidence": last.get("confidence"), "trace": trace, "uncertainties": notes,
        "evidence": [one for name, payload in good for one in _evidence(name, payload)],
        "citations": [one for _, payload in good for one in _list(payload, "citations")],
    }


def _evidence(tool: str, payload: Mapping[str, Any]) -> list[Any]:
    """Return the evidence that passes the gate: of a tool that finds evidence, and that says it found enough."""
    if tool not in EVIDENCE_TOOLS or payload.get("status") in (*FAILURE_STATUSES, "insufficient"):
        return []
    return _list(payload, "evidence")


def _notes(answers: Sequence[tuple[str, Json]]) -> list[str]:
    notes: list[str] = []
    for _, payload in answers:
        notes.extend(str(one) for one in _list(payload, "uncertainties"))
        if payload.get("truncated") is True:
            notes.append(CUT)
        error: object = payload.get("error")
        if isinstance(error, Mapping):
            notes.append(error_sentence(cast("Mapping[str, Any]", error)))
    return [note for note in dict.fromkeys(notes) if note]


def _list(payload: Mapping[str, Any], key: str) -> list[Any]:
    value: object = payload.get(key)
    return cast("list[Any]", value) if isinstance(value, list) else []
