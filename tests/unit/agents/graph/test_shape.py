"""The picture of the graph: hub and spoke, and the closed tables it is built from."""

from __future__ import annotations

from typing import Any

import pytest

from characoid_desktop.agents.graph.build import _DIRECT_STAGE_LABELS, build_persona_workflow, intent_route
from characoid_desktop.agents.graph.plans import ACTION_ALIASES, PLANS
from characoid_desktop.agents.graph.state import SUPERVISOR, WORKERS, canonicalize_worker_name, worker_node_name
from characoid_desktop.agents.manifest_data import TOOL_ROWS
from characoid_desktop.agents.vocabulary import RVC_ACTIONS, TASK_TYPES, VOICE_ACTIONS
from tests.fakes.scripted_turn import Bench, ScriptedModel, delegate


def test_every_node_of_the_contract_is_there() -> None:
    nodes = set(build_persona_workflow().get_graph().nodes)
    expected = {"__start__", "__end__", SUPERVISOR, "intent_route", "supervisor_dispatch", "supervisor_collect",
                "rvc_wait_boundary", *WORKERS, *(f"finalize_{worker}" for worker in WORKERS)}
    assert nodes == expected


def test_no_edge_runs_from_a_worker_to_the_end_and_none_past_the_dispatch() -> None:
    edges = {(edge.source, edge.target) for edge in build_persona_workflow().get_graph().edges}
    for worker in WORKERS:
        assert {target for source, target in edges if source == worker} == {f"finalize_{worker}"}
        assert {source for source, target in edges if target == worker} == {"supervisor_dispatch"}
        assert {target for source, target in edges if source == f"finalize_{worker}"} == {
            "supervisor_collect", "rvc_wait_boundary", SUPERVISOR}
    assert {source for source, target in edges if target == "__end__"} == {SUPERVISOR, "rvc_wait_boundary"}
    assert {target for source, target in edges if source == "__start__"} == {SUPERVISOR}


def test_the_knowledge_worker_is_planner_retrieve_fallback() -> None:
    edges = {(edge.source, edge.target) for edge in dict(build_persona_workflow().get_subgraphs())[
        "knowledge_worker"].get_graph().edges}
    assert edges == {("__start__", "knowledge_planner"), ("knowledge_planner", "knowledge_retrieve"),
                     ("knowledge_retrieve", "knowledge_fallback"), ("knowledge_fallback", "__end__")}


async def test_the_old_intent_path_sends_rvc_back_to_the_supervisor_and_others_to_the_checks() -> None:
    class _Runtime:
        context = Bench(ScriptedModel("hi")).turn()

    async def goes(worker: str) -> Any:
        state: Any = {"messages": [], "dispatch_request": {"worker": worker}}
        runtime: Any = _Runtime
        return (await intent_route(state, runtime)).goto

    assert await goes("rvc") == SUPERVISOR
    assert await goes("rvc_worker") == SUPERVISOR
    assert await goes("memory") == "supervisor_dispatch"
    assert await goes("nobody") == SUPERVISOR
    assert _DIRECT_STAGE_LABELS["rvc_worker"] == "正在分析请求…"


def test_old_worker_names_are_read() -> None:
    assert canonicalize_worker_name("voice_clone") == worker_node_name("voice") == "voice_worker"
    with pytest.raises(KeyError):
        worker_node_name("persona_supervisor")


async def test_an_old_hand_off_name_is_understood_and_the_new_one_written() -> None:
    bench = Bench(ScriptedModel([delegate("memory", "recall_memory")], "Done."))
    await bench.say("what do you know")
    assert bench.result["worker"] == "memory_worker"
    assert not any(name == "delegate_to_memory" for name in bench.model.offered[0])


def test_every_task_type_has_a_plan_and_every_plan_names_its_own_workers_tools() -> None:
    assert {worker: tuple(plans) for worker, plans in PLANS.items()} == {
        worker: tuple(sorted(types, key=list(PLANS[worker]).index)) for worker, types in TASK_TYPES.items()}
    for worker, plans in PLANS.items():
        for plan in plans.values():
            for tools in plan.ways.values():
                for tool in (name.strip() for entry in tools for name in entry.split("|")):
                    assert TOOL_ROWS[tool].worker == worker
            if plan.missing_file:
                assert TOOL_ROWS[plan.missing_file].worker == worker


def test_actions_and_their_aliases_are_those_of_the_contract() -> None:
    for worker, actions in (("rvc_worker", RVC_ACTIONS), ("voice_worker", VOICE_ACTIONS)):
        used = {way for plan in PLANS[worker].values() if plan.chosen_by == "action" for way in plan.ways}
        assert used == set(actions)
        assert set(ACTION_ALIASES[worker].values()) <= set(actions)
