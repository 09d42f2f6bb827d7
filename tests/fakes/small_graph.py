"""A graph as small as can be that uses the runtime as the real one does: speak → approve → act → speak … → END.

A call named ``ask_form`` stops for input; its answer goes into ``state["filled"]``. ``card`` ends the turn with a card.
"""

from __future__ import annotations

import operator
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.runtime.events import Card, Reasoning, Stage, Token, Usage
from characoid_desktop.agents.runtime.turn import ToolCall, Turn
from characoid_desktop.agents.vocabulary import MCP, SUPERVISOR
from characoid_desktop.core.i18n import Text

FORM: Json = {
    "worker": "rvc_worker", "task_type": "convert_audio_with_rvc", "sentence": Text.of("Which voice?").to_json(),
    "fields": [
        {"key": "model_id", "label": Text.of("Voice").to_json(), "kind": "choice",
         "choices": [["warm", Text.of("Warm").to_json()], ["bright", Text.of("Bright").to_json()]],
         "minimum": None, "maximum": None, "default": None, "required": True},
        {"key": "pitch", "label": Text.of("Pitch").to_json(), "kind": "number", "choices": [], "minimum": -24,
         "maximum": 24, "default": 0, "required": False},
    ],
}


class State(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    input_refs: dict[str, Any]
    calls: list[dict[str, Any]]
    taint: Annotated[list[str], operator.add]
    filled: dict[str, Any]
    steps: int


def build_small_graph(checkpointer: Any) -> Any:
    graph: Any = StateGraph(State, context_schema=Turn)
    graph.add_node("speak", speak)
    graph.add_node("approve", approve)
    graph.add_node("act", act)
    graph.add_edge(START, "speak")
    graph.add_conditional_edges("speak", lambda state: "approve" if state.get("calls") else END, ["approve", END])
    graph.add_edge("approve", "act")
    graph.add_edge("act", "speak")
    return graph.compile(checkpointer=checkpointer)


def worker_of(turn: Turn, name: str) -> str:
    spec = turn.tools._policy.registry.tool_spec(name)  # type: ignore[attr-defined]
    return SUPERVISOR if spec is None or spec.specialist == MCP else spec.specialist


async def speak(state: State, runtime: Runtime[Turn]) -> State:
    turn = runtime.context
    step = state.get("steps", 0) + 1
    ids = {"run_id": turn.ids.run_id}
    turn.emit(Stage(**ids, at_s=turn.clock_s(), node="speak", worker=SUPERVISOR, text=Text.of("Thinking")))
    whole: Any = None
    async for chunk in turn.model_for(SUPERVISOR).astream(state["messages"]):
        whole = chunk if whole is None else whole + chunk
        if thought := chunk.additional_kwargs.get("reasoning_content"):
            turn.emit(Reasoning(**ids, at_s=turn.clock_s(), text=thought))
        if chunk.text:
            turn.emit(Token(**ids, at_s=turn.clock_s(), text=str(chunk.text)))
    usage = whole.usage_metadata
    turn.emit(Usage(**ids, at_s=turn.clock_s(), worker=SUPERVISOR, model="scripted",
                    prompt_tokens=usage["input_tokens"], completion_tokens=usage["output_tokens"]))
    calls = [{"id": f"c{step}.{n}", "name": call["name"], "args": call["args"]}
             for n, call in enumerate(whole.tool_calls)]
    message = AIMessage(str(whole.text), id=f"s{step}", tool_calls=[
        {"name": call["name"], "args": call["args"], "id": call["id"], "type": "tool_call"} for call in calls])
    if any(call["name"] == "card" for call in calls):
        turn.emit(Card(**ids, at_s=turn.clock_s(), result={"worker": "rvc_worker", "status": "accepted"}))
        return {"messages": [AIMessage(str(whole.text), id=f"s{step}")], "calls": [], "steps": step}
    return {"messages": [message], "calls": calls, "steps": step}


async def approve(state: State, runtime: Runtime[Turn]) -> State:
    turn, taint = runtime.context, state.get("taint", [])
    if any(call["name"] == "ask_form" for call in state["calls"]):
        return {"filled": interrupt({"kind": "input", "form": FORM})["values"]}
    asking = [call for call in state["calls"] if turn.tools.asks(worker_of(turn, call["name"]), _call(call), taint)]
    if asking:
        ids: list[str] = []
        for call in asking:
            ids += await turn.tools.request(worker_of(turn, call["name"]), [_call(call)], taint)
        if any(ids):
            interrupt({"kind": "approval", "approval_ids": [id for id in ids if id]})
    return {}


async def act(state: State, runtime: Runtime[Turn]) -> State:
    turn, answers, taint = runtime.context, [], []
    for call in state["calls"]:
        if call["name"] == "ask_form":
            answers.append(ToolMessage(str(state["filled"]), tool_call_id=call["id"]))
            continue
        outcome = await turn.tools.run(worker_of(turn, call["name"]), _call(call), state.get("taint", []))
        taint += [outcome.tainted] if outcome.tainted else []
        answers.append(ToolMessage(f"{outcome.outcome}: {outcome.payload.get('answer', '')}",
                                   tool_call_id=call["id"], id=f"answer-{call['id']}"))
    return {"messages": answers, "calls": [], "taint": taint}


def _call(data: Json) -> ToolCall:
    return ToolCall(str(data["id"]), str(data["name"]), data["args"])
