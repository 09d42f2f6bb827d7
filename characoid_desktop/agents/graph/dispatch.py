"""``supervisor_dispatch``: no hand-off reaches a worker but through these checks.

A subgraph, so that every stop is a node of its own: check → (ask → check) | request → approve → decide → END. It
leaves ``route_node``: the worker's node, or ``supervisor_collect`` with a failed public result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypedDict, cast

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from characoid_desktop.agents.contracts import Json, public_error, resolve_error_fields
from characoid_desktop.agents.graph.acting import denial_notes
from characoid_desktop.agents.graph.exchange import approval_interrupt, input_interrupt, resumed_values
from characoid_desktop.agents.graph.handoff import HandoffRefused, missing_options, normalise_dispatch_request
from characoid_desktop.agents.graph.plans import TaskPlan, plan_for
from characoid_desktop.agents.graph.references import (
    choices_of,
    form_for,
    merge_references,
    missing_groups,
    read_answers,
)
from characoid_desktop.agents.graph.stages import emit_stage, handing_over
from characoid_desktop.agents.runtime.results import failed_result
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.agents.vocabulary import SUPERVISOR, WORKERS, canonicalize_worker_name
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text

COLLECT: Final = "supervisor_collect"
MAX_FORMS: Final = 3
Update = dict[str, Any]

_DECISIONS: Final[Mapping[str, Text]] = {
    "denied": Text.of("You said no to this, and nothing was done."),
    "expired": Text.of("The question about this ran out of time, and nothing was done."),
    "void": Text.of("The question about this is not valid any more, and nothing was done."),
}


class DispatchOutput(TypedDict):
    dispatch_request: dict[str, Any]
    input_refs: dict[str, Any]
    route_node: str
    active_worker: str
    dispatch_status: str
    worker_result: dict[str, Any]


class DispatchState(DispatchOutput):
    """``form``: what is asked for; ``forms``: how often; ``approval_id``: of the whole dispatch; ``next``: the node."""

    taint: list[str]
    form: dict[str, Any]
    forms: int
    approval_id: str
    next: str


@cache
def build_dispatch() -> Any:
    """Return the compiled subgraph; made once, since it holds nothing of a turn."""
    graph: Any = StateGraph(DispatchState, context_schema=Turn, output_schema=DispatchOutput)
    for name, node in (("check", check), ("ask", ask), ("request", request), ("approve", approve),
                       ("decide", decide)):
        graph.add_node(name, node)
    graph.add_edge(START, "check")
    graph.add_conditional_edges("check", _next, ["ask", "request", END])
    graph.add_edge("ask", "check")
    graph.add_conditional_edges("request", _next, ["approve", END])
    graph.add_edge("approve", "decide")
    graph.add_conditional_edges("decide", _next, ["approve", END])
    return graph.compile()


def _next(state: DispatchState) -> str:
    return state.get("next") or END


async def check(state: DispatchState, runtime: Runtime[Turn]) -> Update:
    """Look at the hand-off; every time anew, also after a form and for an old checkpoint."""
    turn = runtime.context
    if not state.get("forms"):
        emit_stage(turn, SUPERVISOR, handing_over(), "supervisor_dispatch")
    raw = state["dispatch_request"]
    worker = canonicalize_worker_name(str(raw.get("worker", "")))
    try:
        handoff = normalise_dispatch_request(worker, _arguments(raw))
        if worker not in turn.tools.workers():
            raise HandoffRefused(Text.of("This character may not use the {worker}.", worker=worker), code="not_granted")
    except HandoffRefused as error:
        return _refused(worker, error)
    plan = plan_for(worker, handoff["task_type"]) or TaskPlan(ways={})
    refs = merge_references(worker, state.get("input_refs", {}), handoff["input_refs"])
    handoff |= {"input_refs": refs, "call_id": str(raw.get("call_id", ""))}
    lacking = missing_options(handoff)
    if lacking:
        return _failed(worker, "failed", "missing_option", Text.of(
            "Something is missing for this: {names}", names=", ".join(f"options.{name}" for name in lacking)))
    groups = [] if _only_reads(plan, handoff) else missing_groups(plan, _with_one_file(refs), handoff["options"])
    if groups:
        form = form_for(worker, handoff["task_type"], groups, choices_of(turn))
        if form is None:
            return _failed(worker, "failed", "missing_reference", Text.of("There is nothing yet to choose from."))
        if state.get("forms", 0) >= MAX_FORMS:
            return _failed(worker, "failed", "bad_input", Text.of("What was filled in does not fit."))
        return {"dispatch_request": handoff, "form": form.to_json(), "next": "ask"}
    return {"dispatch_request": {**handoff, "input_refs": _with_one_file(refs)}, "next": "request"}


def _only_reads(plan: TaskPlan, handoff: Mapping[str, Any]) -> bool:
    """Whether the chosen way leaves out what has no reference: asking for a file to say which voices there are is
    asking too much."""
    return bool(plan.ways) and plan.way(handoff["options"]) in plan.reading


def _arguments(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the model's arguments of a new hand-off, or the fields of one that was checked before."""
    arguments: object = raw.get("arguments")
    if isinstance(arguments, Mapping):
        return cast("Mapping[str, Any]", arguments)
    return {key: value for key, value in raw.items() if key not in ("worker", "call_id")}


async def ask(state: DispatchState, runtime: Runtime[Turn]) -> Update:
    """Stop for what is missing; what comes back is checked against the form."""
    values = resumed_values(interrupt(input_interrupt(state["form"])))
    handoff = state["dispatch_request"]
    plan = plan_for(handoff["worker"], handoff["task_type"]) or TaskPlan(ways={})
    try:
        refs, options = read_answers(state["form"], plan, values)
    except HandoffRefused:
        refs, options = {}, {}  # asked again
    return {"forms": state.get("forms", 0) + 1, "form": {}, "dispatch_request": {
        **handoff, "input_refs": {**handoff["input_refs"], **refs}, "options": {**handoff["options"], **options}}}


async def request(state: DispatchState, runtime: Runtime[Turn]) -> Update:
    """Ask the policy whether the whole dispatch needs a person's word."""
    id = await runtime.context.tools.request_dispatch(state["dispatch_request"], state.get("taint", []))
    return {"approval_id": id, "next": "approve"} if id else _go(state)


async def approve(state: DispatchState, runtime: Runtime[Turn]) -> Update:
    """Nothing but the stop: the answer is read from the ledger, never from what the turn is resumed with."""
    interrupt(approval_interrupt([state["approval_id"]]))
    return {}


async def decide(state: DispatchState, runtime: Runtime[Turn]) -> Update:
    """Read the decision for exactly this request; an approved one is used up by it."""
    decision = await runtime.context.tools.dispatch_decision(state["approval_id"], state["dispatch_request"])
    if decision == "approved":
        return _go(state)
    if decision == "pending":
        return {"next": "approve"}
    sentence = _DECISIONS.get(decision, _DECISIONS["void"])
    reason = await runtime.context.tools.denial_reason(state["approval_id"]) if decision == "denied" else ""
    return _failed(state["dispatch_request"]["worker"], "denied", decision if decision in _DECISIONS else "void",
                   sentence, denial_notes(reason))


def _go(state: DispatchState) -> Update:
    worker = state["dispatch_request"]["worker"]
    return {"route_node": worker, "active_worker": worker, "dispatch_status": "running", "worker_result": {},
            "next": ""}


def _with_one_file(refs: Json) -> Json:
    """Return the references with the one file of a list under its own name too."""
    ids = refs.get("attachment_ids")
    return {**refs, "attachment_id": ids[0]} if ids and len(ids) == 1 and not refs.get("attachment_id") else refs


def _refused(worker: str, error: AppError) -> Update:
    known = worker if worker in WORKERS else WORKERS[0]
    contract = error.contract_text if isinstance(error, HandoffRefused) else ""
    return _back(failed_result(known, "failed", resolve_error_fields(error), contract_text=contract))


def _failed(worker: str, status: str, code: str, sentence: Text, notes: Sequence[str] = ()) -> Update:
    error = public_error(code, sentence, safe=Text.of("Nothing was started."))
    return _back({**failed_result(worker, status, error), "uncertainties": list(notes)})


def _back(result: Json) -> Update:
    return {"route_node": COLLECT, "active_worker": "", "dispatch_status": result["status"], "worker_result": result,
            "next": ""}
