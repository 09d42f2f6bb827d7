"""The graph over the real tools, the real policy and a real database: what a character does has really happened."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from characoid_desktop.agents.runtime.events import Card, ToolEnded
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.memory.models import MemoryScope
from characoid_desktop.settings.sections.conversion import ConversionSection
from tests.fakes.scripted_turn import Bench, ScriptedModel, delegate
from tests.fakes.tool_bench import ToolBench, tool_bench


@pytest.fixture
async def real(home: AppPaths) -> AsyncIterator[ToolBench]:
    async with tool_bench(home) as bench:
        yield bench


async def _turn(real: ToolBench, *replies: Any, **extras: Any) -> Bench:
    tools: Any = await real.runner()
    return Bench(ScriptedModel(*replies), tools, extras=extras, events=real.events)


async def _decide(real: ToolBench, bench: Bench, yes: bool) -> None:
    for id in bench.stops["approval_ids"]:
        shown = await real.ledger.show(id)
        await real.ledger.decide(id, shown.nonce or "", yes)
    await bench.resume({"kind": "approval"})


async def test_a_memory_is_saved_and_recalled(real: ToolBench) -> None:
    bench = await _turn(real, [delegate("memory_worker", "save_memory", options={"text": "likes green tea"})],
                        [delegate("memory_worker", "recall_memory", options={"query": "tea"})], "You like green tea.")
    await bench.say("remember that I like green tea")
    kept = await real.services.memory.read(MemoryScope.PERSONA, "default")
    assert [memory.text for memory in kept] == ["likes green tea"]
    assert [result["status"] for result in bench.state["results"]] == ["completed", "completed"]
    assert "likes green tea" in str(bench.model.asked[2][-1].content)


@pytest.mark.parametrize("yes", [True, False])
async def test_a_rename_happens_after_a_yes_only(real: ToolBench, yes: bool) -> None:
    bench = await _turn(real, [delegate("profile_worker", "update_profile", options={
        "operation": "rename", "name": "Rin"})], "As you wish.")
    before = real.services.personas.current.name
    await bench.say("be Rin")
    assert real.services.personas.current.name == before
    await _decide(real, bench, yes)
    assert real.services.personas.current.name == ("Rin" if yes else before)
    assert bench.result["status"] == ("completed" if yes else "denied")
    assert bench.said == "As you wish."


@pytest.mark.parametrize("yes", [True, False])
async def test_a_setting_changes_by_the_approved_pair_with_one_question(real: ToolBench, yes: bool) -> None:
    before = real.services.settings.get(ConversionSection).format
    wanted = "flac" if before.value != "flac" else "mp3"
    bench = await _turn(real, [delegate("config_worker", "update_config", options={
        "key": "conversion.format", "value": wanted})], "Done.")
    await bench.say("change the format")
    assert len(bench.stops["approval_ids"]) == 1
    await _decide(real, bench, yes)
    assert not bench.stops
    assert real.services.settings.get(ConversionSection).format.value == (wanted if yes else before.value)
    assert [event.tool for event in bench.of(ToolEnded)] == [
        "request_config_change", *(["apply_config_change"] if yes else [])]


async def test_a_conversion_is_started_and_ends_the_turn_with_a_card(real: ToolBench) -> None:
    file = await real.file("song.wav")
    bench = await _turn(real, [delegate("rvc_worker", "convert_audio_with_rvc")], "never asked",
                        form_choices=lambda worker, key: [("builtin:robot", {"source": "Robot", "params": {}})]
                        if key == "model_id" else [])
    await bench.say("make it a robot", {"attachment_ids": [file.id]})
    assert bench.stops["kind"] == "input"
    await bench.fill_in(model_id="builtin:robot", pitch=0)
    assert not bench.stops
    (card,) = bench.of(Card)
    assert card.result["status"] == "accepted", card.result
    (job,) = [one for one in card.result["artifacts"] if one["kind"] == "job"]
    assert await real.services.jobs.get(job["job_id"]) is not None
    assert len(bench.model.asked) == 1


async def test_what_is_not_there_yet_is_said_and_nothing_is_made_up(real: ToolBench) -> None:
    bench = await _turn(real, [delegate("knowledge_worker", "search_knowledge", options={"query": "tea"})],
                        [delegate("live2d_worker", "manage_live2d")], "I cannot look that up.")
    await bench.say("what do the documents say")
    knowledge, live2d = bench.state["results"]
    assert knowledge["status"] == "insufficient"
    assert knowledge["uncertainties"][0] == "There are no documents in the knowledge base yet."
    assert (live2d["status"], live2d["error"]["code"]) == ("failed", "unavailable")


async def test_a_workspace_memory_asks_and_an_export_does_not(real: ToolBench) -> None:
    bench = await _turn(real, [delegate("memory_worker", "save_memory", options={"text": "x", "scope": "workspace"})],
                        "Done.")
    await bench.say("remember for all")
    assert bench.stops["kind"] == "approval"
    await _decide(real, bench, True)
    assert [memory.text for memory in await real.services.memory.read(MemoryScope.WORKSPACE, "default")] == ["x"]


async def test_the_offline_brain_is_a_model_like_any_other(real: ToolBench) -> None:
    from characoid_desktop.agents.offline.brain import OfflineBrain

    brain: Any = OfflineBrain.for_turn("en", {}, persona_name="Mika")
    bench = Bench(brain, await real.runner(), events=real.events)  # type: ignore[arg-type]
    await bench.say("Remember that I like green tea")
    kept = await real.services.memory.read(MemoryScope.PERSONA, "default")
    assert len(kept) == 1
    assert "green tea" in kept[0].text
    assert bench.result["status"] == "completed"
    assert bench.said
