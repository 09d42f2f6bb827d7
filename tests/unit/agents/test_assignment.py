"""Who may use what: open and closed by default, kept over a restart, and never seen by those who may not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from characoid_desktop.agents.assignment import (
    CapabilityCatalog,
    CapabilityKind,
    CapabilityPolicy,
    SkillEntry,
    UnknownCapability,
    next_allowed_persona_ids,
    persona_page_allowed_ids,
    server_capability,
    skill_capability,
    sync_mcp_wildcard_policy,
    tool_capability,
    worker_capability,
)
from characoid_desktop.agents.registry import ToolRegistry
from characoid_desktop.agents.tools.catalog import described_specs
from characoid_desktop.agents.vocabulary import WORKERS
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from tests.unit.agents.test_registry import mcp_spec

KNOWN = ("mika", "rin", "yu")


@pytest.fixture
async def database(home: AppPaths) -> AsyncIterator[Database]:
    opened = await Database.open(home.database, home.backups, SystemClock())
    yield opened
    await opened.aclose()


@pytest.fixture
async def policy(database: Database) -> CapabilityPolicy:
    policy = CapabilityPolicy(database, built_in_skills=lambda: ("streaming",))
    await policy.start()
    return policy


@pytest.fixture
def registry() -> ToolRegistry:
    registry = ToolRegistry(described_specs())
    registry.register_tool_specs([mcp_spec(), mcp_spec("weather_later"), mcp_spec("look_up", server="books")])
    return registry


async def reloaded(database: Database) -> CapabilityPolicy:
    policy = CapabilityPolicy(database)
    await policy.start()
    return policy


# --- the lists of servers -----------------------------------------------------------------------

@pytest.mark.parametrize(("current", "persona", "allow", "result"), [
    ((), "mika", True, ("mika",)),
    (("mika",), "rin", True, ("mika", "rin")),
    (("mika", "rin"), "mika", True, ("mika", "rin")),
    (("mika", "rin"), "mika", False, ("rin",)),
    (("mika",), "rin", False, ("mika",)),
    (("*",), "rin", True, ("*",)),
    ((), "*", True, ("*",)),
    (("mika",), "*", True, ("*",)),
    (("*",), "*", False, ()),
    (("*", "mika"), "*", False, ("mika",)),
    (("*",), "rin", False, ("mika", "yu")),  # everybody becomes the others, by name
    (("*", "gone"), "rin", False, ("mika", "yu", "gone")),
    (("*",), "new", False, ("mika", "rin", "yu")),
    (("mika", "mika"), "rin", True, ("mika", "rin")),
])
def test_the_next_list_of_a_server(
    current: tuple[str, ...], persona: str, allow: bool, result: tuple[str, ...],
) -> None:
    assert next_allowed_persona_ids(current, persona, allow, KNOWN) == result


@pytest.mark.parametrize(("current", "persona", "allow", "result"), [
    (("*",), "rin", False, ("*",)), (("*",), "rin", True, ("*",)), (("mika",), "*", True, ("mika",)),
    (("mika",), "rin", True, ("mika", "rin")), (("mika", "rin"), "rin", False, ("mika",)),
])
def test_a_persona_s_own_page_changes_only_its_membership(
    current: tuple[str, ...], persona: str, allow: bool, result: tuple[str, ...],
) -> None:
    assert persona_page_allowed_ids(current, persona, allow) == result


async def test_taking_a_server_from_one_persona_leaves_the_others_and_new_ones_start_off(
    policy: CapabilityPolicy, registry: ToolRegistry,
) -> None:
    tool = registry.tools_for_specialist("mcp")[0]
    await sync_mcp_wildcard_policy(policy, "weather", ["*"])
    assert all(policy.allows_tool(one, tool) for one in (*KNOWN, "made later"))
    left = await policy.set_allowed(server_capability("weather"), "rin", False, KNOWN)
    assert left == ("mika", "yu")
    assert [policy.allows_tool(one, tool) for one in (*KNOWN, "made later")] == [True, False, True, False]


async def test_the_grant_of_a_server_follows_its_list(policy: CapabilityPolicy, registry: ToolRegistry) -> None:
    weather, _, books = registry.tools_for_specialist("mcp")
    await sync_mcp_wildcard_policy(policy, "weather", ["mika"])
    assert policy.granted_to(server_capability("weather")) == ("mika",)
    assert policy.allows_tool("mika", weather)
    assert not policy.allows_tool("rin", weather)
    assert not policy.allows_tool("mika", books)
    await sync_mcp_wildcard_policy(policy, "weather", [])
    assert not policy.allows_tool("mika", weather)


async def test_a_single_tool_can_be_taken_within_a_server(policy: CapabilityPolicy, registry: ToolRegistry) -> None:
    now, later, _ = registry.tools_for_specialist("mcp")
    await sync_mcp_wildcard_policy(policy, "weather", ["mika", "rin"])
    await policy.set_allowed(tool_capability(later), "mika", False, KNOWN)
    assert policy.allows_tool("mika", now)
    assert not policy.allows_tool("mika", later)
    assert policy.allows_tool("rin", later)


async def test_allowing_a_tool_of_a_server_does_not_open_the_server(
    policy: CapabilityPolicy, registry: ToolRegistry,
) -> None:
    tool = registry.tools_for_specialist("mcp")[0]
    await policy.set_allowed(tool_capability(tool), "mika", True, KNOWN)
    await policy.set_allowed(tool_capability(tool), "*", True, KNOWN)
    assert not policy.allows_tool("mika", tool)


# --- what ships with the app --------------------------------------------------------------------

async def test_everything_built_in_is_open_and_everything_else_is_closed(
    policy: CapabilityPolicy, registry: ToolRegistry,
) -> None:
    specs = registry.tool_specs()
    assert policy.visible_tools("mika", specs) == specs[:66]
    assert policy.visible_workers("mika", specs) == WORKERS
    assert policy.allows_skill("mika", "streaming")
    assert not policy.allows_skill("mika", "of the user")


async def test_a_worker_taken_from_a_persona_takes_its_tools_with_it(
    policy: CapabilityPolicy, registry: ToolRegistry,
) -> None:
    specs = registry.tool_specs()[:66]
    await policy.set_allowed(worker_capability("rvc"), "mika", False, KNOWN)
    assert not policy.allows_worker("mika", "rvc_worker")
    assert "rvc_worker" not in policy.visible_workers("mika", specs)
    assert {one.specialist for one in policy.visible_tools("mika", specs)} == set(WORKERS) - {"rvc_worker"}
    assert policy.visible_tools("rin", specs) == specs
    assert policy.visible_tools("made later", specs) == specs
    await policy.set_allowed(worker_capability("rvc"), "mika", True, KNOWN)
    assert policy.visible_tools("mika", specs) == specs


async def test_a_worker_without_a_tool_that_may_be_used_is_not_seen(
    policy: CapabilityPolicy, registry: ToolRegistry,
) -> None:
    specs = registry.tool_specs()
    for one in registry.tools_for_specialist("live2d_worker"):
        await policy.set_allowed(tool_capability(one), "mika", False, KNOWN)
    assert "live2d_worker" not in policy.visible_workers("mika", specs)
    assert "live2d_worker" in policy.visible_workers("rin", specs)


async def test_a_built_in_tool_taken_from_everyone_is_off_for_new_ones_until_it_is_given(
    policy: CapabilityPolicy, registry: ToolRegistry,
) -> None:
    spec = registry.tool_specs()[0]
    await policy.set_allowed(tool_capability(spec), "*", False, KNOWN)
    assert not any(policy.allows_tool(one, spec) for one in (*KNOWN, "made later"))
    await policy.set_allowed(tool_capability(spec), "rin", True, KNOWN)
    assert [policy.allows_tool(one, spec) for one in KNOWN] == [False, True, False]
    await policy.set_allowed(tool_capability(spec), "*", True, KNOWN)
    assert policy.allows_tool("made later", spec)


async def test_a_skill_of_the_user_is_given_to_one_persona(policy: CapabilityPolicy) -> None:
    await policy.set_allowed(skill_capability("of the user"), "mika", True, KNOWN)
    assert policy.allows_skill("mika", "of the user")
    assert not policy.allows_skill("rin", "of the user")


async def test_nobody_without_a_name_may_do_anything(policy: CapabilityPolicy, registry: ToolRegistry) -> None:
    assert policy.visible_tools("", registry.tool_specs()) == ()


@pytest.mark.parametrize("capability", ["", "tool", "tool/", "agent/x", "skill" * 100, "*", "mcp/" + "x" * 300])
async def test_a_capability_of_no_known_kind_is_refused(policy: CapabilityPolicy, capability: str) -> None:
    with pytest.raises(UnknownCapability):
        await policy.set_allowed(capability, "mika", True, KNOWN)
    with pytest.raises(UnknownCapability):
        await policy.set_granted(capability, ["mika"])
    assert not policy.allows("mika", capability) or capability.startswith(("tool", "mcp"))


# --- kept and told ------------------------------------------------------------------------------

async def test_grants_outlive_the_app(database: Database, policy: CapabilityPolicy, registry: ToolRegistry) -> None:
    specs = registry.tool_specs()
    await policy.set_allowed(worker_capability("memory"), "mika", False, KNOWN)
    await sync_mcp_wildcard_policy(policy, "books", ["rin"])
    again = await reloaded(database)
    for persona in KNOWN:
        assert again.visible_tools(persona, specs) == policy.visible_tools(persona, specs)


async def test_before_the_grants_are_loaded_nothing_is_allowed_and_nothing_changed(
    database: Database, registry: ToolRegistry,
) -> None:
    policy = CapabilityPolicy(database)
    assert policy.visible_tools("mika", registry.tool_specs()) == ()
    with pytest.raises(RuntimeError):
        await policy.set_allowed(worker_capability("memory"), "mika", False, KNOWN)


@pytest.mark.parametrize("text", ["{}", '{"denied": "mika"}', '{"who": []}', '{"allowed": {"*": 1}}'])
async def test_a_rule_that_cannot_be_read_allows_nobody(
    database: Database, registry: ToolRegistry, text: str,
) -> None:
    spec = registry.tool_specs()[0]
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO capability_overrides (id, policy) VALUES (?, ?)", (tool_capability(spec), text))
    policy = await reloaded(database)
    assert not policy.allows_tool("mika", spec)
    await policy.set_allowed(tool_capability(spec), "mika", True, KNOWN)
    assert policy.allows_tool("mika", spec)


async def test_a_change_counts_at_once_also_where_its_caller_is_cancelled(
    database: Database, policy: CapabilityPolicy,
) -> None:
    for number in range(40):
        changing = asyncio.get_running_loop().create_task(
            policy.set_allowed("tool/rename_persona", "mika", bool(number % 2), KNOWN))
        for _ in range(number):
            await asyncio.sleep(0)
        changing.cancel()
        await asyncio.gather(changing, return_exceptions=True)
        kept = await reloaded(database)
        assert policy.allows("mika", "tool/rename_persona") == kept.allows("mika", "tool/rename_persona")


async def test_a_change_is_told_once_it_is_kept_and_raises_the_revision(
    database: Database, policy: CapabilityPolicy,
) -> None:
    seen: list[tuple[str, int]] = []
    policy.changed.connect(lambda id: seen.append((id, policy.revision)))
    await policy.set_allowed(worker_capability("memory"), "mika", False, KNOWN)
    await policy.set_allowed(worker_capability("memory"), "mika", False, KNOWN)  # twice is once
    await sync_mcp_wildcard_policy(policy, "books", ["rin"])
    assert seen == [("worker/memory_worker", 1), ("mcp/books/*", 2)]
    rows = await database.read_all("SELECT id FROM capability_overrides ORDER BY seq")
    assert [row["id"] for row in rows] == ["worker/memory_worker", "mcp/books/*"]


# --- the catalog --------------------------------------------------------------------------------

async def test_the_catalog_holds_every_capability_once_in_canonical_order(
    policy: CapabilityPolicy, registry: ToolRegistry,
) -> None:
    catalog = CapabilityCatalog(registry, policy, lambda: (SkillEntry("streaming", "For streams", True),
                                                           SkillEntry("of the user", "Mine", False)))
    ids = [one.id for one in catalog.all()]
    assert len(ids) == len(set(ids)) == 8 + 66 + 2 + 3
    assert ids[:5] == ["worker/knowledge_worker", "tool/search_persona_knowledge", "tool/web_search",
                       "tool/list_structured_tables", "tool/query_structured_data"]
    assert ids[-5:] == ["skill/streaming", "skill/of the user", "mcp/weather/weather_now",
                        "mcp/weather/weather_later", "mcp/books/look_up"]
    one = catalog.get("tool/delete_workspace_memory")
    assert one is not None
    assert (one.kind, one.worker, one.requires_confirmation, one.mutates_data, one.trusted) == (
        CapabilityKind.TOOL, "memory_worker", True, True, True)
    foreign = catalog.get("mcp/weather/weather_now")
    assert foreign is not None
    assert foreign.trusted is False
    assert foreign.to_json()["server"] == "weather"
    assert catalog.get("tool/of nobody") is None


async def test_what_a_persona_may_not_use_it_does_not_see(policy: CapabilityPolicy, registry: ToolRegistry) -> None:
    catalog = CapabilityCatalog(registry, policy)
    await sync_mcp_wildcard_policy(policy, "books", ["mika"])
    await policy.set_allowed(worker_capability("memory"), "mika", False, KNOWN)
    seen = {one.id for one in catalog.for_persona("mika")}
    assert "mcp/books/look_up" in seen
    assert "mcp/weather/weather_now" not in seen
    assert not any(one.worker == "memory_worker" for one in catalog.for_persona("mika"))
    assert len(seen) == 8 - 1 + 66 - 7 + 1


async def test_the_catalog_follows_the_registry_and_the_grants(
    policy: CapabilityPolicy, registry: ToolRegistry,
) -> None:
    catalog = CapabilityCatalog(registry, policy)
    before = catalog.revision
    registry.unregister_tool_specs(["look_up"])
    assert catalog.get("mcp/books/look_up") is None
    await sync_mcp_wildcard_policy(policy, "weather", ["*"])
    assert all(a != b for a, b in zip(before, catalog.revision, strict=True))
