"""The state of the parent graph: messages, and plain JSON for the rest.

Only ``messages`` has a reducer. A key with an additive reducer that is shared with a subgraph doubles on every
pass (the subgraph returns its whole state), so all other keys are written whole, and subgraphs have own schemas.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages

from characoid_desktop.agents.graph.exchange import (
    ApprovalInterrupt,
    ApprovalResume,
    InputInterrupt,
    InputResume,
    TurnInput,
    approval_interrupt,
    approval_resume,
    input_interrupt,
    input_resume,
    turn_input,
)
from characoid_desktop.agents.vocabulary import (
    LEGACY_WORKER_ALIASES,
    SUPERVISOR,
    WORKERS,
    canonicalize_worker_name,
    worker_node_name,
)

__all__ = [
    "LEGACY_WORKER_ALIASES", "SUPERVISOR", "WORKERS", "AgentState", "ApprovalInterrupt", "ApprovalResume",
    "InputInterrupt", "InputResume", "TurnInput", "approval_interrupt", "approval_resume",
    "canonicalize_worker_name", "input_interrupt", "input_resume", "turn_input", "worker_node_name",
]


class AgentState(TypedDict):
    """Any key but ``messages`` may be missing.

    ``dispatch_request`` is ``{worker, task_type, input_refs, options, conversation_context, call_id}`` once it was
    checked, ``{worker, call_id, arguments}`` before.
    ``worker_messages``: what the active worker's tools answered, ``worker_failure``: why it could not go on
    (``{status, error}``); finalize reads and clears both. ``worker_result``: the public result for collect.
    ``results``: all of this turn, in order. ``taint``: names of the outside texts that were read. ``skills``: those
    that were loaded. ``fence``: the word of this turn's fences. ``steps``: requests to the supervisor's model.
    """

    messages: Annotated[list[AnyMessage], add_messages]
    input_refs: dict[str, Any]
    dispatch_request: dict[str, Any]
    dispatch_status: str
    route_node: str
    active_worker: str
    worker_messages: list[AnyMessage]
    worker_failure: dict[str, Any]
    worker_result: dict[str, Any]
    results: list[dict[str, Any]]
    hops: int
    taint: list[str]
    skills: list[dict[str, Any]]
    fence: str
    steps: int
