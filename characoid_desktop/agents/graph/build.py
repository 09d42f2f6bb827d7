"""The parent graph: hub and spoke. No edge runs from a worker to the end, none past the dispatch's checks.

    START → persona_supervisor ─(small talk)→ END
              └ delegate_to_* → supervisor_dispatch → worker → finalize_worker → supervisor_collect → persona_supervisor
                                                                    └ rvc/voice not completed: rvc_wait_boundary → END
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from characoid_desktop.agents.contracts import WorkerManifest
from characoid_desktop.agents.graph.dispatch import build_dispatch
from characoid_desktop.agents.graph.finalize import (
    after_finalize_route,
    finalize_worker,
    rvc_wait_boundary,
    supervisor_collect,
)
from characoid_desktop.agents.graph.knowledge import build_knowledge
from characoid_desktop.agents.graph.stages import DIRECT_LABELS, direct, emit_stage
from characoid_desktop.agents.graph.state import AgentState
from characoid_desktop.agents.graph.supervisor import build_supervisor
from characoid_desktop.agents.graph.workers import build_worker
from characoid_desktop.agents.manifest_data import WORKER_EXECUTION_DEFAULTS
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.agents.vocabulary import SUPERVISOR, WORKERS, canonicalize_worker_name

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

_DIRECT_STAGE_LABELS: Final[Mapping[str, str]] = DIRECT_LABELS


def build_persona_workflow(
    checkpointer: BaseCheckpointSaver[Any] | None = None, *, manifests: Sequence[WorkerManifest] = (),
) -> CompiledStateGraph[AgentState, Turn, Any, Any]:
    """Return the compiled graph; its run-time context is a :class:`Turn`.

    ``manifests`` give the time limits of workers where they differ from the contract's. Without a checkpointer a turn
    cannot stop for a person.
    """
    limit_s = {worker: float(entry.timeout_seconds) for worker, entry in WORKER_EXECUTION_DEFAULTS.items()}
    limit_s |= {manifest.name: float(manifest.timeout_seconds) for manifest in manifests}
    graph: Any = StateGraph(AgentState, context_schema=Turn)
    graph.add_node(SUPERVISOR, build_supervisor(), destinations=("supervisor_dispatch", END))
    graph.add_node("intent_route", intent_route, destinations=(SUPERVISOR, "supervisor_dispatch"))
    graph.add_node("supervisor_dispatch", build_dispatch())
    graph.add_node("supervisor_collect", supervisor_collect)
    graph.add_node("rvc_wait_boundary", rvc_wait_boundary)
    for worker in WORKERS:
        graph.add_node(worker, build_knowledge(limit_s[worker]) if worker == "knowledge_worker"
                       else build_worker(worker, limit_s[worker]))
        graph.add_node(f"finalize_{worker}", finalize_worker(worker))
        graph.add_edge(worker, f"finalize_{worker}")
        graph.add_conditional_edges(f"finalize_{worker}", after_finalize_route,
                                    ["supervisor_collect", "rvc_wait_boundary", SUPERVISOR])
    graph.add_edge(START, SUPERVISOR)
    graph.add_conditional_edges("supervisor_dispatch", after_dispatch_route, [*WORKERS, "supervisor_collect"])
    graph.add_edge("supervisor_collect", SUPERVISOR)
    graph.add_edge("rvc_wait_boundary", END)
    return graph.compile(checkpointer=checkpointer)


def after_dispatch_route(state: AgentState) -> str:
    """Return the node that the dispatch wrote down; anything else goes back to the supervisor with its result."""
    node = state.get("route_node", "")
    return node if node in WORKERS else "supervisor_collect"


async def intent_route(state: AgentState, runtime: Runtime[Turn]) -> Command[Any]:
    """Kept for old checkpoints, not on the main entry: RVC always goes back to the supervisor, others to the checks."""
    worker = canonicalize_worker_name(str(state.get("dispatch_request", {}).get("worker", "")))
    if worker not in WORKERS or worker == "rvc_worker":
        if worker in WORKERS:
            emit_stage(runtime.context, worker, direct(worker), "intent_route")
        return Command(goto=SUPERVISOR)
    emit_stage(runtime.context, worker, direct(worker), "intent_route")
    return Command(goto="supervisor_dispatch")


_intent_route = intent_route
