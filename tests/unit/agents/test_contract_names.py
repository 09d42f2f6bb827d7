"""The names of the contract that other parts rely on, where they are looked for, and what they promise."""

from __future__ import annotations

import pytest

from characoid_desktop.agents import assignment, contracts, registry
from characoid_desktop.agents.graph import build, state
from characoid_desktop.agents.registry import ToolRegistry, ToolSpec, WorkerNotFound
from characoid_desktop.agents.runtime.turn import TurnIds, thread_id
from characoid_desktop.agents.tools.catalog import described_specs


def test_the_names_stand_where_the_contract_says() -> None:
    assert state.WORKERS == registry._WORKER_ORDER
    assert len(state.WORKERS) == 8
    assert state.LEGACY_WORKER_ALIASES == registry._WORKER_COMPAT_ALIASES
    assert ToolSpec is contracts.ToolSpec
    assert build._DIRECT_STAGE_LABELS["rvc_worker"] == "正在分析请求…"
    assert callable(build.build_persona_workflow)
    assert callable(contracts.resolve_error_fields)
    assert callable(assignment.next_allowed_persona_ids)
    assert callable(assignment.sync_mcp_wildcard_policy)


def test_the_registry_answers_by_canonical_and_by_old_names() -> None:
    made = ToolRegistry(described_specs())
    assert len(made.tool_specs()) == 66
    assert made.tools_for_specialist("voice_clone") == made.tools_for_specialist("voice_worker")
    assert made.worker_tools("rvc") == tuple(spec.tool for spec in made.tools_for_specialist("rvc_worker"))
    assert made.worker_manifest("memory").as_dict()["name"] == "memory_worker"
    assert made.tool_registry_revision() == 0
    with pytest.raises(WorkerNotFound, match="Worker manifest not found"):
        made.worker_manifest("nobody")


def test_one_thread_for_a_conversation_whichever_worker_is_at_work() -> None:
    ids = TurnIds("run", "mika", "talk", "m", "a", "en")
    assert thread_id(ids, "rvc_worker") == thread_id(ids, "memory_worker") == ids.thread_id == "mika:talk"


@pytest.mark.parametrize("name", ["rvc", "rvc_worker", " rvc "])
def test_old_worker_names_are_read_and_never_written(name: str) -> None:
    result = contracts.SpecialistResult(name, "confirmation_required")
    assert result.worker == result.specialist == "rvc_worker"
    assert (result.as_dict()["worker"], result.as_dict()["specialist"]) == ("rvc_worker", "rvc_worker")
    assert result.as_dict()["requires_approval"] is True
    assert state.worker_node_name(name) == "rvc_worker"
    with pytest.raises(KeyError):
        state.worker_node_name("nobody")
