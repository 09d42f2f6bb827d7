"""One builder for every worker: a subgraph plan → (ask | approve → act) → plan … → END.

Known task types run as deterministic plans without a model; only ``legacy_request`` runs the worker's own model, with
its own tools only. Stops for a person are nodes of their own.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, Final, TypedDict, cast

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from characoid_desktop.agents.contracts import Json, public_error, resolve_error_fields
from characoid_desktop.agents.graph.acting import (
    Made,
    ask_for,
    is_good,
    joined_taint,
    make_calls,
    payload_of,
    payload_text,
)
from characoid_desktop.agents.graph.arguments import harvest
from characoid_desktop.agents.graph.calls import (
    answer_to,
    asking_message,
    conversation,
    read_calls,
    refusals,
    spend_refused,
    to_tool_call,
)
from characoid_desktop.agents.graph.exchange import input_interrupt, resumed_values
from characoid_desktop.agents.graph.handoff import HandoffRefused
from characoid_desktop.agents.graph.offered import tool_definition
from characoid_desktop.agents.graph.outside import fenced, for_model
from characoid_desktop.agents.graph.plans import TaskPlan, plan_for
from characoid_desktop.agents.graph.prompts import worker_prompt, worker_task
from characoid_desktop.agents.graph.references import choices_of, read_answers
from characoid_desktop.agents.graph.speaking import say
from characoid_desktop.agents.graph.stages import emit_stage, working
from characoid_desktop.agents.graph.steps import Step, first_plan, next_step, nothing_ran, what_to_ask
from characoid_desktop.agents.runtime.results import public_status
from characoid_desktop.agents.runtime.turn import ToolOutcome, Turn
from characoid_desktop.agents.vocabulary import LEGACY_REQUEST
from characoid_desktop.core.i18n import Text

Update = dict[str, Any]
MAX_FORMS: Final = 3  # of one worker turn


class WorkerOutput(TypedDict):
    """What the parent graph gets back; see AgentState."""

    dispatch_request: dict[str, Any]
    input_refs: dict[str, Any]
    taint: list[str]
    worker_messages: list[AnyMessage]
    worker_failure: dict[str, Any]
    spent_s: float


class WorkerState(WorkerOutput):
    """The rest is the worker's own: ``entries`` the plan, ``at`` where it is, ``found`` ids from answers,
    ``approved`` tool → approval id, ``spent_s`` the time that counts, ``chat`` the own model's conversation.
    Any key may be missing; a node returns what it changes (:data:`Update`)."""

    fence: str
    entries: list[dict[str, Any]]
    at: int
    calls: list[dict[str, Any]]
    approvals: dict[str, str]
    approved: dict[str, str]
    found: dict[str, Any]
    form: dict[str, Any]
    forms: int
    over: bool
    chat: list[AnyMessage]
    loops: int


@cache
def build_worker(worker: str, timeout_s: float) -> Any:
    """Return the compiled subgraph of one worker; made once, since it holds nothing of a turn.

    ``timeout_s`` bounds one worker turn (the manifest's); waiting for a person counts for nothing.
    """
    nodes = _Worker(worker, timeout_s)
    graph: Any = StateGraph(WorkerState, context_schema=Turn, output_schema=WorkerOutput)
    graph.add_node("plan", nodes.plan)
    graph.add_node("ask", nodes.ask)
    graph.add_node("approve", nodes.approve)
    graph.add_node("act", nodes.act)
    graph.add_edge(START, "plan")
    graph.add_conditional_edges("plan", _after_plan, ["plan", "ask", "approve", END])
    graph.add_edge("ask", "plan")
    graph.add_edge("approve", "act")
    graph.add_conditional_edges("act", _after_act, ["plan", END])
    return graph.compile()


def _after_plan(state: WorkerState) -> str:
    if state.get("over"):
        return END
    if state.get("form"):
        return "ask"
    return "approve" if state.get("calls") else "plan"


def _after_act(state: WorkerState) -> str:
    return END if state.get("over") else "plan"


class _Worker:
    def __init__(self, worker: str, timeout_s: float) -> None:
        self._worker = worker
        self._timeout_s = timeout_s

    async def plan(self, state: WorkerState, runtime: Runtime[Turn]) -> Update:
        """Decide the next step. Nothing is done here but asking the own model for ``legacy_request``."""
        turn = runtime.context
        request = state["dispatch_request"]
        fresh: Update = {}
        if "at" not in state:
            emit_stage(turn, self._worker, working(self._worker))
            fresh = {"at": 0, "worker_messages": [], "worker_failure": {}, "found": {}, "approved": {}}
        now = cast("WorkerState", {**state, **fresh})
        plan = plan_for(self._worker, str(request["task_type"]))
        if plan is None:
            return {**fresh, **_failed("unknown_task_type", Text.of("This worker does not have this task."))}
        if request["task_type"] == LEGACY_REQUEST and "entries" not in state:
            return {**fresh, **await self._own_model(now, turn)}
        return {**fresh, **self._deterministic(now, turn, plan)}

    def _deterministic(self, state: WorkerState, turn: Turn, plan: TaskPlan) -> Update:
        request = state["dispatch_request"]
        out: Update = {}
        if "entries" in state:
            entries = state["entries"]
        else:
            form = what_to_ask(plan, request, choices_of(turn))
            if form is not None:
                return self._form(state, form)
            entries = out["entries"] = first_plan(plan, request)
        reading = bool(plan.ways) and plan.way(request["options"]) in plan.reading
        tools = {spec.name: spec for spec in turn.tools.visible(self._worker)}
        step = next_step(entries, state["at"], request, state.get("found", {}), tools, state.get("approved", {}),
                         choices_of(turn), reading=reading)
        return {**out, **self._taken(state, step)}

    def _taken(self, state: WorkerState, step: Step) -> Update:
        if step.failure is not None:
            return {"worker_failure": step.failure, "over": True, "calls": []}
        if step.form is not None:
            return self._form(state, step.form)
        if step.over:
            ran = bool(state.get("worker_messages"))
            return {"over": True, "calls": [], **({} if ran else {"worker_failure": nothing_ran()})}
        return {"at": step.at, "calls": step.calls, "form": {}}

    def _form(self, state: WorkerState, form: Json) -> Update:
        if state.get("forms", 0) >= MAX_FORMS or any(
                one["kind"] == "choice" and one["required"] and not one["choices"] for one in form["fields"]):
            return _failed("nothing_to_choose", Text.of("There is nothing yet to choose from."))
        return {"form": form, "forms": state.get("forms", 0) + 1, "calls": []}

    async def ask(self, state: WorkerState, runtime: Runtime[Turn]) -> Update:
        """Stop for what is missing, then put the answers into the request."""
        values = resumed_values(interrupt(input_interrupt(state["form"])))
        request = state["dispatch_request"]
        plan = plan_for(self._worker, str(request["task_type"])) or TaskPlan(ways={})
        try:
            refs, options = read_answers(state["form"], plan, values)
        except HandoffRefused as error:
            return {"form": {}, "worker_failure": {"status": "failed", "error": resolve_error_fields(error)},
                    "over": True}
        return {"form": {}, "dispatch_request": {
            **request, "input_refs": {**request["input_refs"], **refs}, "options": {**request["options"], **options}}}

    async def approve(self, state: WorkerState, runtime: Runtime[Turn]) -> Update:
        """Stop once for all calls of the step that need a person's word."""
        return {"approvals": await ask_for(runtime.context, self._worker, state["calls"], state.get("taint", []))}

    async def act(self, state: WorkerState, runtime: Runtime[Turn]) -> Update:
        """Make the calls of the step; the ledger decides again for each of them."""
        own_loop = state["dispatch_request"]["task_type"] == LEGACY_REQUEST and "entries" not in state
        reading = own_loop or self._is_reading(state)
        made = await make_calls(
            runtime.context, self._worker, state["calls"], state.get("taint", []),
            left_s=self._timeout_s - state.get("spent_s", 0.0),
            go_on=lambda outcome: reading or self._good(outcome))
        out: Update = {
            "calls": [], "at": state["at"] + 1, "taint": joined_taint(state.get("taint", []), made.outcomes),
            "spent_s": state.get("spent_s", 0.0) + made.seconds,
            "worker_messages": [*state.get("worker_messages", []), *_answers(made)], **self._learnt(state, made)}
        if own_loop:
            out["chat"] = [*state["chat"], *_fenced_answers(made, state.get("fence", ""))]
        if made.timed_out or not (reading or all(self._good(outcome) for outcome in made.outcomes)):
            out["over"] = True
        return out

    def _learnt(self, state: WorkerState, made: Made) -> Update:
        """Return the ids that the answers gave, and which approval each tool's call had."""
        found = dict(state.get("found", {}))
        approved = dict(state.get("approved", {}))
        for outcome in made.outcomes:
            if outcome.ok:
                found.update(harvest(outcome.payload))
            if outcome.call.id in state.get("approvals", {}):
                approved[outcome.call.name] = state["approvals"][outcome.call.id]
        return {"found": found, "approved": approved, "input_refs": {**state.get("input_refs", {}), **found}}

    def _is_reading(self, state: WorkerState) -> bool:
        request = state["dispatch_request"]
        plan = plan_for(self._worker, str(request["task_type"]))
        return plan is not None and bool(plan.ways) and plan.way(request["options"]) in plan.reading

    def _good(self, outcome: ToolOutcome) -> bool:
        return is_good(payload_of(outcome), lambda status: public_status(self._worker, status))

    async def _own_model(self, state: WorkerState, turn: Turn) -> Update:
        """Ask the worker's own model for the next calls of ``legacy_request``."""
        request = state["dispatch_request"]
        fence = state.get("fence", "")
        tools = {spec.name: tool_definition(spec) for spec in turn.tools.visible(self._worker)}
        chat = state.get("chat") or [HumanMessage(worker_task(request, request["input_refs"], fence), id="task")]
        loops = state.get("loops", 0) + 1
        started = turn.clock_s()
        try:
            async with asyncio.timeout(max(0.0, self._timeout_s - state.get("spent_s", 0.0))):
                said = await say(turn, self._worker, conversation(worker_prompt(self._worker, fence), chat),
                                 list(tools.values()))
        except TimeoutError:
            return _failed("timeout", Text.of("This step took too long and was ended."))
        out: Update = {"loops": loops, "spent_s": state.get("spent_s", 0.0) + turn.clock_s() - started,
                            "form": {}, "calls": []}
        if not said.calls:
            last = [AIMessage(said.text, id=f"{request['call_id']}.w{loops}")] if said.text.strip() else []
            return {**out, "over": True, "worker_messages": [*state["worker_messages"], *last]}
        calls = read_calls(said, f"{request['call_id']}.w{loops}", tools)
        spend_refused(turn, calls, said)
        return {**out, "chat": [*chat, asking_message(said, calls, f"{request['call_id']}.w{loops}"),
                                *refusals(calls)],
                "calls": [to_tool_call(call) for call in calls if not call.refusal]}


def _answers(made: Made) -> list[ToolMessage]:
    """Return the tools' answers as JSON, as finalize reads them."""
    return [answer_to(outcome.call.id, outcome.call.name, payload_text(payload_of(outcome)), ok=outcome.ok)
            for outcome in made.outcomes]


def _fenced_answers(made: Made, fence: str) -> list[ToolMessage]:
    """Return the tools' answers as the worker's own model may read them."""
    return [answer_to(outcome.call.id, outcome.call.name,
                      fenced(for_model(payload_of(outcome)), fence, outcome.tainted or outcome.call.name),
                      ok=outcome.ok) for outcome in made.outcomes]


def _failed(code: str, sentence: Text) -> Update:
    error = public_error(code, sentence, safe=Text.of("Nothing was changed."))
    return {"worker_failure": {"status": "failed", "error": error}, "over": True, "calls": [], "form": {}}
