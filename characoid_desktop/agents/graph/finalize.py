"""``finalize_{worker}``, ``supervisor_collect`` and ``rvc_wait_boundary``: from tools' answers to one public result.

The supervisor sees nothing of a worker but this result; an exception, a foreign worker's answer or a status outside
the contract becomes one neutral error.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.runtime import Runtime

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.graph.arguments import harvest
from characoid_desktop.agents.graph.calls import answer_to
from characoid_desktop.agents.graph.knowledge import knowledge_specialist_result, payloads_of
from characoid_desktop.agents.graph.outside import fenced, for_model
from characoid_desktop.agents.graph.stages import done, emit_stage
from characoid_desktop.agents.graph.state import AgentState
from characoid_desktop.agents.manifest_data import BUILT_IN_TOOLS
from characoid_desktop.agents.runtime.events import Artifact, Card, Sources
from characoid_desktop.agents.runtime.results import public_status, validate_public_worker_result
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.agents.vocabulary import FAILURE_STATUSES

WAITING_WORKERS: Final = ("rvc_worker", "voice_worker")
Update = dict[str, Any]
Node = Callable[[AgentState, Runtime[Turn]], Coroutine[Any, Any, Update]]


def finalize_worker(worker: str) -> Node:
    """Return the node ``finalize_{worker}``: stage event first, then the checked public result."""
    own = frozenset(row.name for row in BUILT_IN_TOOLS if row.worker == worker)

    async def finalize(state: AgentState, runtime: Runtime[Turn]) -> Update:
        turn = runtime.context
        emit_stage(turn, worker, done(worker), f"finalize_{worker}")
        messages = state.get("worker_messages", [])
        failure = state.get("worker_failure", {})
        if worker == "knowledge_worker":
            raw = knowledge_specialist_result(messages, failure)
        else:
            raw = specialist_result(worker, own, messages, failure)
        result = validate_public_worker_result(worker, state["dispatch_request"], raw)
        for artifact in result["artifacts"]:
            if artifact.get("attachment_id") or artifact.get("asset_id"):
                turn.emit(Artifact(run_id=turn.ids.run_id, at_s=turn.clock_s(), artifact=artifact))
        if result["citations"]:
            turn.emit(Sources(run_id=turn.ids.run_id, at_s=turn.clock_s(), citations=tuple(result["citations"])))
        return {"worker_result": result, "dispatch_status": result["status"], "active_worker": "",
                "worker_messages": [], "worker_failure": {}}

    return finalize


def specialist_result(worker: str, own: frozenset[str], messages: Sequence[AnyMessage],
                      failure: Mapping[str, Any]) -> Json:
    """Return the raw result: the newest structured answer of an own tool; facts of the steps before it come along.

    What a model said counts only where no tool answered.
    """
    answers = [(name, payload) for name, payload in reversed(payloads_of(messages)) if name in own]
    trace = [{"tool": name, "status": payload.get("status")} for name, payload in reversed(answers)]
    if not answers:
        said = next((message for message in reversed(messages) if isinstance(message, AIMessage)), None)
        if failure:
            return {**failure, "trace": trace}
        return {"status": "completed", "answer": str(said.text)} if said else {"status": "insufficient"}
    newest = dict(answers[0][1])
    good = [payload for _, payload in answers[1:]
            if public_status(worker, str(payload.get("status"))) not in FAILURE_STATUSES]
    for key in ("artifacts", "evidence", "citations"):
        newest[key] = _joined([newest, *good], key)
    newest["artifacts"] = [*newest["artifacts"], *_jobs(worker, answers)]
    if failure:
        newest |= {"status": failure.get("status", "failed"), "error": failure.get("error")}
    return {**newest, "trace": trace}


def _joined(payloads: Sequence[Mapping[str, Any]], key: str) -> list[Any]:
    """Return the lists of all answers as one, the newest last, nothing twice."""
    out: list[Any] = []
    for payload in reversed(payloads):
        value: object = payload.get(key)
        for one in value if isinstance(value, list) else ():  # pyright: ignore[reportUnknownVariableType]
            if one not in out:
                out.append(one)
    return out


def _jobs(worker: str, answers: Sequence[tuple[str, Json]]) -> list[Json]:
    """Return what the card follows: the job and the session of work that goes on by itself."""
    if worker not in WAITING_WORKERS:
        return []
    found: Json = {}
    for _, payload in reversed(answers):
        found.update(harvest(payload))
    job, session = found.get("task_id") or found.get("job_id"), found.get("session_id")
    return [*([{"kind": "job", "job_id": job}] if job else []),
            *([{"kind": "session", "session_id": session}] if session else [])]


def after_finalize_route(state: AgentState) -> str:
    """Return the node after a finalize: work of rvc and voice that is not completed never comes back to a model."""
    worker = str(state["dispatch_request"].get("worker", ""))
    if worker in WAITING_WORKERS and state.get("dispatch_status") != "completed":
        return "rvc_wait_boundary"
    return "supervisor_collect"


async def supervisor_collect(state: AgentState, runtime: Runtime[Turn]) -> Update:
    """Put the public result in the place of the hand-off's answer, fenced, so that the character can speak of it."""
    result = state["worker_result"]
    taint = state.get("taint", [])
    source = f"{result['worker']}" + (f", which read outside text: {', '.join(taint)}" if taint else "")
    call_id = str(state["dispatch_request"].get("call_id", ""))
    answer = answer_to(call_id, f"delegate_to_{result['worker']}",
                       fenced(for_model(result), state.get("fence", ""), source),
                       ok=result["status"] not in FAILURE_STATUSES, artifact=result)
    return {"messages": [answer], "results": [*state.get("results", []), result], "worker_result": {},
            "route_node": ""}


async def rvc_wait_boundary(state: AgentState, runtime: Runtime[Turn]) -> Update:
    """End the turn with a card built by code from the result; no model makes a success of it."""
    turn, result = runtime.context, state["worker_result"]
    turn.emit(Card(run_id=turn.ids.run_id, at_s=turn.clock_s(), result=result))
    return {"results": [*state.get("results", []), result], "route_node": ""}


_finalize_worker = finalize_worker
_after_finalize_route = after_finalize_route
_validate_public_worker_result = validate_public_worker_result
