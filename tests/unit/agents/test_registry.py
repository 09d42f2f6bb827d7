"""Which tools there are, what may be registered beside the built-in ones, and manifests computed from that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from characoid_desktop.agents import registry as module
from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.registry import ToolNotAccepted, ToolRegistry, WorkerNotFound
from characoid_desktop.agents.tools.catalog import described_specs
from characoid_desktop.agents.tools.frame import NoArguments, Payload, Tool, ToolContext
from characoid_desktop.agents.vocabulary import LEGACY_WORKER_ALIASES, WORKERS
from characoid_desktop.core.i18n import Text


def mcp_spec(name: str = "weather_now", server: str = "weather", **flags: bool) -> ToolSpec:
    async def function(ctx: ToolContext, args: NoArguments) -> Payload:
        return {}

    tool = Tool(name=name, description="Tells the weather.", args_schema=NoArguments, function=function,
                title=Text.of("Weather"))
    return ToolSpec(name, "mcp", tool, server=server, **flags)


@pytest.fixture
def registry() -> ToolRegistry:
    return ToolRegistry(described_specs())


def test_the_names_of_the_contract_are_there(registry: ToolRegistry) -> None:
    assert module._WORKER_ORDER == WORKERS
    assert module._WORKER_COMPAT_ALIASES == LEGACY_WORKER_ALIASES
    assert set(module._WORKER_DESCRIPTIONS) == set(WORKERS)
    assert set(module._WORKER_EXECUTION_DEFAULTS) == set(WORKERS)
    assert module._WORKER_INPUT_SCHEMA["required"] == ["request"]
    assert "error" in module._WORKER_OUTPUT_SCHEMA["required"]
    assert registry.tool_registry_revision() == 0


def test_a_worker_gets_only_its_own_tools_also_by_an_old_name(registry: ToolRegistry) -> None:
    for worker in WORKERS:
        specs = registry.tools_for_specialist(worker)
        assert specs
        assert {one.specialist for one in specs} == {worker}
        assert registry.worker_tools(worker) == tuple(one.tool for one in specs)
    assert registry.tools_for_specialist("voice_clone") == registry.tools_for_specialist("voice_worker")
    assert sum(len(registry.tools_for_specialist(worker)) for worker in WORKERS) == 66


def test_a_server_s_tools_come_and_go_and_the_revision_follows(registry: ToolRegistry) -> None:
    seen: list[int] = []
    registry.changed.connect(seen.append)
    assert registry.register_tool_specs([mcp_spec(), mcp_spec("weather_later")]) == 1
    assert [one.name for one in registry.tool_specs()[66:]] == ["weather_now", "weather_later"]
    assert [one.name for one in registry.tools_for_specialist("mcp")] == ["weather_now", "weather_later"]
    assert registry.unregister_tool_specs(["weather_now", "weather_later", "never there"]) == 2
    assert registry.tool_spec("weather_now") is None
    assert registry.unregister_tool_specs(["weather_now"]) == 2
    assert seen == [1, 2]


def test_a_server_s_tools_belong_to_no_built_in_worker(registry: ToolRegistry) -> None:
    registry.register_tool_specs([mcp_spec(mutates_data=True)])
    assert all("weather_now" not in one.capabilities for one in registry.worker_manifests())


def test_a_built_in_tool_cannot_be_taken_away(registry: ToolRegistry) -> None:
    registry.register_tool_specs([mcp_spec()])
    with pytest.raises(ToolNotAccepted, match="cannot be removed"):
        registry.unregister_tool_specs(["weather_now", "rename_persona"])
    assert registry.tool_spec("weather_now") is not None
    assert registry.tool_registry_revision() == 1


@pytest.mark.parametrize(("spec", "why"), [
    (mcp_spec("rename_persona"), "taken"),
    (mcp_spec("Rename_Persona"), "taken"),
    (replace(mcp_spec(), specialist="memory_worker"), "server"),
    (replace(mcp_spec(), specialist="memory_worker", server=""), ""),
    (replace(mcp_spec(), specialist="memory", server=""), "no worker"),
    (replace(mcp_spec(), specialist="", server=""), "no worker"),
    (replace(mcp_spec(), specialist="persona_supervisor", server=""), "no worker"),
    (mcp_spec(server=""), "server"),
    (mcp_spec(server="a/b"), "server"),
    (mcp_spec(server="s" * 101), "server"),
    (mcp_spec("has space"), "cannot call|model can call"),
    (mcp_spec("deleté"), "model can call"),
    (mcp_spec("wеather"), "model can call"),  # a Cyrillic letter
    (mcp_spec("dot.ted"), "model can call"),
    (mcp_spec("x" * 65), "model can call"),
    (replace(mcp_spec(), name="other"), "differs"),
])
def test_a_tool_that_does_not_fit_is_refused_and_nothing_is_registered(
    registry: ToolRegistry, spec: ToolSpec, why: str,
) -> None:
    if why == "":  # a second tool of a built-in worker is fine: the check is on the worker's name
        assert registry.register_tool_specs([spec]) == 1
        return
    with pytest.raises(ToolNotAccepted) as refusal:
        registry.register_tool_specs([mcp_spec("good_one"), spec])
    assert any(word in str(refusal.value) for word in why.split("|"))
    assert len(registry.tool_specs()) == 66
    assert registry.tool_registry_revision() == 0


def test_two_tools_of_one_name_are_refused_within_one_call(registry: ToolRegistry) -> None:
    with pytest.raises(ToolNotAccepted):
        registry.register_tool_specs([mcp_spec(), mcp_spec(server="other")])
    assert len(registry.tool_specs()) == 66


def test_a_server_s_tool_never_starts_as_a_built_in_one() -> None:
    with pytest.raises(ToolNotAccepted):
        ToolRegistry([mcp_spec()])


# --- manifests ----------------------------------------------------------------------------------

def test_manifests_are_computed_from_the_tools_there_are(registry: ToolRegistry) -> None:
    manifests = registry.worker_manifests()
    assert [one.name for one in manifests] == list(WORKERS)
    for one in manifests:
        specs = registry.tools_for_specialist(one.name)
        assert one.capabilities == tuple(spec.name for spec in specs)
        assert one.mutating_operations == tuple(spec.name for spec in specs if spec.mutates_data)
        assert one.requires_confirmation == tuple(spec.name for spec in specs if spec.requires_confirmation)
    assert [one.name for one in manifests if one.read_only] == ["knowledge_worker", "live2d_worker"]
    fresh = replace(mcp_spec("extra_memory"), specialist="memory_worker", server="", mutates_data=True)
    registry.register_tool_specs([fresh])
    assert registry.worker_manifest("memory_worker").mutating_operations[-1] == "extra_memory"


def test_a_manifest_is_plain_json_with_the_schema_of_each_tool(registry: ToolRegistry) -> None:
    import json

    data = json.loads(json.dumps(registry.worker_manifest("memory_worker").as_dict()))
    assert data["name"] == "memory_worker"
    assert data["read_only"] is False
    assert data["timeout_seconds"] == 30
    assert data["retry_policy"] == {"max_attempts": 1, "backoff_seconds": 0.0}
    saving = data["tools"][1]
    assert saving["name"] == "save_persona_memory"
    assert saving["mutates_data"] is True
    assert saving["input_schema"]["required"] == ["text"]
    assert saving["input_schema"]["additionalProperties"] is False


@pytest.mark.parametrize(("alias", "worker"), LEGACY_WORKER_ALIASES.items())
def test_old_names_lead_to_the_manifest(registry: ToolRegistry, alias: str, worker: str) -> None:
    assert registry.worker_manifest(alias).name == worker


@pytest.mark.parametrize("name", ["", "mcp", "persona_supervisor", "Knowledge_Worker", "../config"])
def test_an_unknown_worker_has_no_manifest(registry: ToolRegistry, name: str) -> None:
    with pytest.raises(WorkerNotFound) as missing:
        registry.worker_manifest(name)
    assert str(missing.value) == "Worker manifest not found"
