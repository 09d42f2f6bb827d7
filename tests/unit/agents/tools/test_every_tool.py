"""Four promises of each of the 66 tools: it works (or says that it is not there yet), it refuses what does not fit,
it does nothing for a persona that may not use it, and called twice it takes effect once."""

from __future__ import annotations

from typing import Any

import pytest

from characoid_desktop.agents.assignment import tool_capability
from characoid_desktop.agents.manifest_data import BUILT_IN_TOOLS
from characoid_desktop.agents.runtime.checking import PAIRS
from characoid_desktop.features.memory.models import MemoryScope
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.features.rvc.stages import Stage
from tests.fakes.eventually import eventually
from tests.fakes.tool_bench import ToolBench, sentence

NAMES = [row.name for row in BUILT_IN_TOOLS]

UNAVAILABLE = {
    # voices and speech
    "start_voice_clone_session", "request_file_upload", "analyze_voice_material", "request_training_confirmation",
    "start_voice_training", "train_voice_from_studio", "check_training_progress", "bind_trained_voice",
    "list_voice_assets", "get_voice_system_status", "get_gpt_sovits_engine_status", "control_gpt_sovits_service",
    "synthesize_voice_asset", "create_voice_asset", "update_voice_asset", "delete_voice_asset",
    "transcribe_voice_attachment", "get_voice_asset", "set_voice_asset_reference_audio",
    "bind_voice_asset_to_persona", "upload_voice_studio_segments", "cancel_voice_studio_session",
    "list_voice_studio_sessions", "get_voice_studio_session", "get_voice_training_status",
    "get_persona_voice_binding",
    # the stage
    "list_live2d_models", "get_live2d_vts_config", "open_live2d_model_directory",
    # resources
    "get_resource_install_status", "manage_resource_install",
}
"""What is not there yet. This set only ever gets smaller."""

PLAIN: dict[str, dict[str, Any]] = {
    "search_persona_knowledge": {"query": "songs"}, "web_search": {"query": "songs"}, "list_structured_tables": {},
    "query_structured_data": {"question": "How many songs?"},
    "read_persona_memories": {}, "save_persona_memory": {"text": "Likes tea"}, "read_workspace_memories": {},
    "save_workspace_memory": {"text": "Streams on Friday"},
    "list_persona_documents": {},
    "rename_persona": {"name": "Hana"}, "update_persona_profile": {"fields": {"scenario": "A radio studio"}},
    "export_conversation": {"format": "json"},
    "start_voice_clone_session": {}, "request_file_upload": {}, "analyze_voice_material": {"attachment_id": "a1"},
    "request_training_confirmation": {"session_id": "s1"}, "start_voice_training": {"session_id": "s1"},
    "train_voice_from_studio": {"session_id": "s1", "epochs": 20}, "check_training_progress": {"task_id": "t1"},
    "bind_trained_voice": {"session_id": "s1"}, "list_voice_assets": {}, "get_voice_system_status": {},
    "get_gpt_sovits_engine_status": {}, "control_gpt_sovits_service": {"control": "start"},
    "synthesize_voice_asset": {"text": "Hello"}, "create_voice_asset": {"name": "Mika"},
    "update_voice_asset": {"asset_id": "v1", "name": "Mika 2"}, "delete_voice_asset": {"asset_id": "v1"},
    "transcribe_voice_attachment": {"attachment_id": "a1"}, "get_voice_asset": {"asset_id": "v1"},
    "set_voice_asset_reference_audio": {"asset_id": "v1", "attachment_id": "a1"},
    "bind_voice_asset_to_persona": {"asset_id": "v1"}, "upload_voice_studio_segments": {"session_id": "s1"},
    "cancel_voice_studio_session": {"session_id": "s1"}, "list_voice_studio_sessions": {},
    "get_voice_studio_session": {"session_id": "s1"}, "get_voice_training_status": {"task_id": "t1"},
    "get_persona_voice_binding": {},
    "create_rvc_session": {},
    "get_rvc_status": {}, "list_rvc_models": {}, "validate_rvc_model": {"model_id": "builtin:deep"},
    "list_live2d_models": {}, "get_live2d_vts_config": {}, "open_live2d_model_directory": {},
    "list_available_configs": {}, "get_config_detail": {"key": "appearance.text_size"},
    "get_resource_install_status": {}, "manage_resource_install": {"operation": "install", "resource_id": "r1"},
    "request_config_change": {"key": "appearance.text_size", "value": 120},
    "apply_config_change": {"key": "appearance.text_size", "value": 120},
}

NOTHING_NEEDED = {name for name, args in PLAIN.items() if args == {}} | {"export_conversation"}


async def arguments(bench: ToolBench, name: str) -> dict[str, Any]:
    """Arguments with which a tool works, and the world in which it does."""
    if name in PLAIN:
        return PLAIN[name]
    if name in ("add_persona_knowledge", "delete_persona_document"):
        file = await bench.file("notes.txt")
        if name == "add_persona_knowledge":
            return {"attachment_id": file.id}
        return {"document_id": (await bench.document("notes.txt", "Words to forget.")).id}
    if name == "import_knowledge_from_url":
        return {"url": bench.site.address("songs.html")}
    if name in ("update_persona_memory", "delete_persona_memory"):
        memory = await bench.services.memory.save(MemoryScope.PERSONA, "default", "Likes coffee")
        return {"memory_id": memory.id} | ({"text": "Likes tea"} if name.startswith("update") else {})
    if name == "delete_workspace_memory":
        return {"memory_id": (await bench.services.memory.save(MemoryScope.WORKSPACE, None, "Old")).id}
    song = await bench.file()
    session = (await bench.ok("create_rvc_session"))["session_id"]
    if name == "attach_file_to_rvc_session":
        return {"session_id": session, "attachment_id": song.id}
    await bench.ok("attach_file_to_rvc_session", {"session_id": session, "attachment_id": song.id})
    if name in ("prepare_rvc_source", "get_rvc_session", "separate_rvc_vocals"):
        return {"session_id": session}
    if name == "mix_rvc_instrumental":
        await bench.ok("separate_rvc_vocals", {"session_id": session})
        rvc = bench.services.rvc
        await eventually(lambda: Stage.SEPARATE in rvc.stages(rvc.items[0].id) and not bench.services.jobs.busy)
        await bench.ok("convert_audio_with_rvc", {"session_id": session, "model_id": "builtin:deep"})
        await eventually(lambda: bench.services.rvc.items[0].state is ItemState.DONE and not bench.services.jobs.busy)
        await eventually(lambda: bench.services.rvc._scope.running == 0)
        return {"session_id": session, "vocal_gain_db": 2.0}
    args = {"session_id": session, "model_id": "builtin:deep"}
    if name in ("convert_audio_with_rvc", "cancel_rvc_task"):
        bench.rvc_engine.hold()
    if name == "convert_audio_with_rvc":
        return args
    task = (await bench.ok("convert_audio_with_rvc", args))["task_id"]
    wanted = ItemState.RUNNING if name == "cancel_rvc_task" else ItemState.DONE
    await eventually(lambda: bench.services.rvc.items[0].state is wanted)
    await eventually(lambda: bench.services.rvc._scope.running == 0)  # all of it is on the disk
    return {"task_id": task}


@pytest.mark.parametrize("name", NAMES)
async def test_it_works_or_says_that_it_is_not_there_yet(bench: ToolBench, name: str) -> None:
    args = await arguments(bench, name)
    outcome = await bench.run(name, args)
    if name in UNAVAILABLE:
        assert not outcome.ok
        assert outcome.payload["error"]["code"] == "unavailable"
        assert sentence(outcome).endswith("is not available in this version.")
        assert not bench.ledger.pending, "nobody is asked about what cannot be done"
        return
    assert outcome.ok, outcome.payload
    assert outcome.payload["status"] in ("completed", "accepted", "ok", "insufficient")
    assert outcome.payload["answer"].strip()
    assert outcome.payload["answer_text"]["source"]
    assert isinstance(outcome.payload["evidence"], list)
    assert isinstance(outcome.payload["artifacts"], list)
    assert str(bench.paths.data.parent) not in str(outcome.payload), "a path got out"


@pytest.mark.parametrize("name", NAMES)
async def test_a_missing_argument_is_refused_with_its_name_and_nothing_happens(bench: ToolBench, name: str) -> None:
    before = await bench.world()
    args = {"surplus": 1} if name in NOTHING_NEEDED else {}
    outcome = await bench.run(name, args, approve=True)
    assert outcome.outcome == "refused"
    assert outcome.payload["error"]["code"] == "bad_arguments"
    assert sentence(outcome) == "The arguments of this step do not fit."
    problems = outcome.payload["error"]["problems"]
    assert problems
    assert all(": " in one for one in problems)
    if name in NOTHING_NEEDED:
        assert "surplus" in problems[0]
    assert await bench.world() == before


@pytest.mark.parametrize("name", NAMES)
async def test_a_persona_that_may_not_use_it_changes_nothing_with_it(bench: ToolBench, name: str) -> None:
    args = await arguments(bench, name)
    spec = bench.registry.tool_spec(name)
    assert spec is not None
    await bench.grants.set_allowed(tool_capability(spec), "default", False, ["default"])
    runner = await bench.runner()
    assert spec not in runner.visible(spec.specialist)
    before = await bench.world()
    outcome = await bench.run(name, args)
    assert outcome.outcome == "refused"
    assert outcome.payload["error"]["code"] == "not_granted"
    assert await bench.world() == before


@pytest.mark.parametrize("name", NAMES)
async def test_called_twice_it_takes_effect_once(bench: ToolBench, name: str) -> None:
    args = await arguments(bench, name)
    spec = bench.registry.tool_spec(name)
    assert spec is not None
    before = await bench.world()
    if name in PAIRS and spec.tool.ready:
        first_step = await bench.run(PAIRS[name], args)
        args = {**args, "approval_id": first_step.payload["approval_id"]}
    first = await bench.run(name, args, call_id="the same")
    await eventually(lambda: bench.services.rvc._scope.running == 0)
    if "knowledge" in name:
        await eventually(lambda: not bench.services.jobs.busy)  # it is read
    world = await bench.world()
    again = await bench.run(name, args, call_id="the same")
    await eventually(lambda: bench.services.rvc._scope.running == 0)
    assert again.outcome == first.outcome
    if spec.mutates_data:
        assert again.payload == first.payload
    later = await bench.world()
    for table, rows in world.items():
        if table == "memories" and not spec.mutates_data:
            continue  # reading notes when
        if table == "jobs":  # one task goes on by itself
            assert [row["id"] for row in later[table]] == [row["id"] for row in rows]
        elif table != "files":
            assert later[table] == rows
    if spec.mutates_data and first.ok:
        assert world != before, "it had no effect at all"


def test_what_is_not_there_yet_is_exactly_this_list() -> None:
    from characoid_desktop.agents.tools.catalog import described_specs

    assert {one.name for one in described_specs() if not one.tool.ready} == UNAVAILABLE
    assert len(UNAVAILABLE) == 31


def test_every_tool_has_arguments_here() -> None:
    prepared = {
        "add_persona_knowledge", "delete_persona_document",
        "import_knowledge_from_url", "update_persona_memory", "delete_persona_memory", "delete_workspace_memory",
        "attach_file_to_rvc_session",
        "prepare_rvc_source", "get_rvc_session", "convert_audio_with_rvc", "cancel_rvc_task",
        "register_rvc_result_attachment", "get_rvc_task_status", "separate_rvc_vocals", "mix_rvc_instrumental"}
    assert set(PLAIN) | prepared == set(NAMES)
    assert not set(PLAIN) & prepared
