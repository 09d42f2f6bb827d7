"""``persona_supervisor``: the only one who speaks to the user. A subgraph model → (approve → act) → model … → END.

A hand-off leaves it for ``supervisor_dispatch`` in the parent graph; the supervisor has no tool of a worker, so that
nothing a model writes can reach one past the dispatch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.runtime import Runtime
from langgraph.types import Command

from characoid_desktop.agents.contracts import Json, error_sentence, resolve_error_fields
from characoid_desktop.agents.graph.acting import ask_for, joined_taint, make_calls, payload_of
from characoid_desktop.agents.graph.calls import (
    ReadCall,
    answer_to,
    asking_message,
    conversation,
    read_calls,
    refusals,
    spend,
    spend_refused,
    to_tool_call,
)
from characoid_desktop.agents.graph.endings import empty_answer, ping_pong
from characoid_desktop.agents.graph.offered import (
    DELEGATE,
    LOAD_SKILL,
    delegate_definition,
    delegated_worker,
    load_skill_definition,
    tool_definition,
)
from characoid_desktop.agents.graph.outside import fenced, for_model, new_fence
from characoid_desktop.agents.graph.prompts import supervisor_prompt
from characoid_desktop.agents.graph.speaking import say
from characoid_desktop.agents.graph.stages import emit_stage, thinking
from characoid_desktop.agents.runtime.events import Token
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.agents.vocabulary import LEGACY_WORKER_ALIASES, SUPERVISOR
from characoid_desktop.core.errors import AppError

MAX_HOPS: Final = 6  # hand-offs of one turn
MAX_SKILLS: Final = 5  # loaded in one turn
MAX_BLANK: Final = 2  # empty answers until the turn ends
DISPATCH: Final = "supervisor_dispatch"
Update = dict[str, Any]


class SupervisorOutput(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]
    taint: list[str]
    skills: list[dict[str, Any]]
    fence: str
    steps: int


class SupervisorState(SupervisorOutput):
    """``calls``: to make now; ``leaving``: the hand-off that is made after them; ``blanks``: empty answers so far."""

    input_refs: dict[str, Any]
    hops: int
    calls: list[dict[str, Any]]
    approvals: dict[str, str]
    leaving: dict[str, Any]
    blanks: int
    said: bool


@cache
def build_supervisor() -> Any:
    """Return the compiled subgraph; made once, since it holds nothing of a turn."""
    graph: Any = StateGraph(SupervisorState, context_schema=Turn, output_schema=SupervisorOutput)
    graph.add_node("model", model)
    graph.add_node("approve", approve)
    graph.add_node("act", act)
    graph.add_node("handoff", handoff)
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", _after_model, ["model", "approve", "handoff", END])
    graph.add_edge("approve", "act")
    graph.add_conditional_edges("act", _after_act, ["model", "handoff"])
    return graph.compile()


def _after_model(state: SupervisorState) -> str:
    if state.get("said"):
        return END
    if state.get("calls"):
        return "approve"
    return _after_act(state)


def _after_act(state: SupervisorState) -> str:
    return "handoff" if state.get("leaving") else "model"


async def model(state: SupervisorState, runtime: Runtime[Turn]) -> Update:
    """Ask the model once and sort what it wants: words, calls, one hand-off, and what is refused."""
    turn = runtime.context
    fence = state.get("fence") or new_fence()
    step = state.get("steps", 0) + 1
    offered = offered_tools(turn)
    system = supervisor_prompt(turn, fence, state.get("skills", []), state.get("input_refs", {}))

    def new_paragraph() -> None:
        if _spoke_before(turn, state["messages"]):
            turn.emit(Token(run_id=turn.ids.run_id, at_s=turn.clock_s(), text="\n\n"))

    emit_stage(turn, SUPERVISOR, thinking())
    said = await say(turn, SUPERVISOR, conversation(system, state["messages"]), list(offered.values()),
                     on_first=new_paragraph)
    out: Update = {"fence": fence, "steps": step, "calls": [], "leaving": {}, "approvals": {}}
    if said.is_blank:
        if state.get("blanks", 0) + 1 >= MAX_BLANK:
            raise empty_answer()
        return {**out, "blanks": state.get("blanks", 0) + 1}
    message_id = _message_id(turn, step)
    if not said.calls:
        return {**out, "said": True, "messages": [AIMessage(said.text, id=message_id)]}
    names = {*offered, *_old_names(turn)}
    calls = _one_handoff(read_calls(said, f"c{step}", names))
    spend_refused(turn, calls, said)
    good = [call for call in calls if not call.refusal]
    leaving = next((call for call in good if call.name.startswith(DELEGATE)), None)
    return {**out, "messages": [asking_message(said, calls, message_id), *refusals(calls)],
            "calls": [to_tool_call(call) for call in good if call is not leaving],
            "leaving": to_tool_call(leaving) if leaving else {}}


async def approve(state: SupervisorState, runtime: Runtime[Turn]) -> Update:
    """Stop once for all calls of the step that need a person's word."""
    calls = [call for call in state["calls"] if call["name"] != LOAD_SKILL]
    return {"approvals": await ask_for(runtime.context, SUPERVISOR, calls, state.get("taint", []))}


async def act(state: SupervisorState, runtime: Runtime[Turn]) -> Update:
    """Load skills and call the granted MCP tools; the ledger decides again for each call."""
    turn = runtime.context
    skills = list(state.get("skills", []))
    answers: list[ToolMessage] = []
    for call in state["calls"]:
        if call["name"] == LOAD_SKILL:
            answers.append(await _load(turn, call, skills))
    made = await make_calls(turn, SUPERVISOR, [call for call in state["calls"] if call["name"] != LOAD_SKILL],
                            state.get("taint", []))
    answers.extend(answer_to(
        outcome.call.id, outcome.call.name,
        fenced(for_model(payload_of(outcome)), state["fence"], outcome.tainted or outcome.call.name), ok=outcome.ok)
        for outcome in made.outcomes)
    return {"messages": answers, "skills": skills, "calls": [], "approvals": {},
            "taint": joined_taint(state.get("taint", []), made.outcomes)}


async def handoff(state: SupervisorState, runtime: Runtime[Turn]) -> Command[Any]:
    """Leave for the dispatch. The call's answer is put in place now and replaced by the result in collect."""
    turn, call = runtime.context, state["leaving"]
    hops = state.get("hops", 0) + 1
    spend(turn, call["name"], call["args"])
    if hops > MAX_HOPS:
        raise ping_pong()
    worker = delegated_worker(call["name"], turn.tools.workers()) or ""
    waiting = answer_to(call["id"], call["name"], "The worker has not answered yet.")
    return Command(graph=Command.PARENT, goto=DISPATCH, update={
        "messages": [*state["messages"], waiting], "hops": hops, "fence": state["fence"], "steps": state["steps"],
        "skills": state.get("skills", []), "taint": state.get("taint", []),
        "dispatch_request": {"worker": worker, "call_id": call["id"], "arguments": call["args"]}})


def offered_tools(turn: Turn) -> dict[str, Json]:
    """Return name → definition of all that the supervisor's model is offered in this turn."""
    offered = {f"{DELEGATE}{worker}": delegate_definition(worker) for worker in turn.tools.workers()}
    if turn.skills and turn.load_skill is not None:
        offered[LOAD_SKILL] = load_skill_definition(turn.skills)
    for spec in turn.tools.visible(SUPERVISOR):
        if not spec.name.startswith(DELEGATE):  # a server's tool never looks like one of ours
            offered.setdefault(spec.name, tool_definition(spec))
    return offered


def _old_names(turn: Turn) -> list[str]:
    """The hand-off names of older versions; read, never offered."""
    allowed = turn.tools.workers()
    return [f"{DELEGATE}{old}" for old, worker in LEGACY_WORKER_ALIASES.items() if worker in allowed]


def _one_handoff(calls: Sequence[ReadCall]) -> list[ReadCall]:
    """Refuse all hand-offs of one answer but the first."""
    out: list[ReadCall] = []
    taken = False
    for call in calls:
        hands_over = call.name.startswith(DELEGATE) and not call.refusal
        if hands_over and taken:
            out.append(ReadCall(call.id, call.name, {}, "one hand-off at a time; call again after this one's result"))
        else:
            out.append(call)
        taken |= hands_over
    return out


async def _load(turn: Turn, call: Json, skills: list[Json]) -> ToolMessage:
    name = str(call["args"].get("name", ""))
    spend(turn, LOAD_SKILL, call["args"])
    if turn.load_skill is None or name not in {str(skill.get("name")) for skill in turn.skills}:
        return answer_to(call["id"], LOAD_SKILL, "There is no such skill.", ok=False)
    if any(skill.get("name") == name for skill in skills):
        return answer_to(call["id"], LOAD_SKILL, "It is loaded already.")
    if len(skills) >= MAX_SKILLS:
        return answer_to(call["id"], LOAD_SKILL, "No more skills can be loaded in this turn.", ok=False)
    try:
        skill: Mapping[str, Any] = await turn.load_skill(name)
    except AppError as error:
        return answer_to(call["id"], LOAD_SKILL, error_sentence(resolve_error_fields(error)), ok=False)
    skills.append({"name": name, "instructions": str(skill.get("instructions", ""))})
    return answer_to(call["id"], LOAD_SKILL, "Loaded; its advice stands in the system text now.")


def _message_id(turn: Turn, step: int) -> str:
    return f"{turn.ids.run_id}-s{step}"


def _spoke_before(turn: Turn, messages: Sequence[AnyMessage]) -> bool:
    """Whether words of this turn went out already (before a call): the next ones are a new paragraph."""
    mine = f"{turn.ids.run_id}-s"
    return any(str(message.id).startswith(mine) and str(message.text).strip() for message in messages)
