"""Known task types run as deterministic plans: exactly the contract's tools, in order, and no model decides."""

from __future__ import annotations

import pytest

from characoid_desktop.agents.graph.plans import PLANS
from characoid_desktop.agents.runtime.events import Card
from characoid_desktop.agents.vocabulary import LEGACY_REQUEST
from tests.fakes.scripted_turn import Bench, CountingTools, ScriptedModel, delegate

# worker | task type | way | options | references | tools in order
TABLE = """
knowledge | search_knowledge | | query=tea | | search_persona_knowledge
knowledge | search_web | | query=tea | | web_search
knowledge | query_structured_data | | question=how many | | list_structured_tables, query_structured_data
memory | save_memory | | text=tea | | save_persona_memory
memory | save_memory | save/persona | text=tea | | save_persona_memory
memory | save_memory | save/workspace | text=tea scope=workspace | | save_workspace_memory
memory | save_memory | update/persona | text=tea memory_id=m1 | | update_persona_memory
memory | save_memory | delete/persona | memory_id=m1 | | delete_persona_memory
memory | save_memory | delete/workspace | memory_id=m1 scope=workspace | | delete_workspace_memory
memory | recall_memory | | | | read_persona_memories
memory | recall_memory | recall/persona | query=tea | | read_persona_memories
memory | recall_memory | recall/workspace | scope=workspace | | read_workspace_memories
document | ingest_document | | | attachment_id=f1 | add_persona_knowledge
document | ingest_document | attachment | title=Book | file_id=f1 | add_persona_knowledge
document | ingest_document | url | url=https://example.org/a | | import_knowledge_from_url
document | manage_document | list | | | list_persona_documents
document | manage_document | delete | document_id=d1 | | delete_persona_document
profile | update_profile | rename | name=Rin | | rename_persona
profile | update_profile | export | format=json | | export_conversation
voice | voice_asset | | | | list_voice_assets
voice | voice_asset | list | | | list_voice_assets
voice | voice_asset | get | asset_id=v1 | | get_voice_asset
voice | voice_asset | create | name=Mine | | create_voice_asset
voice | voice_asset | update | asset_id=v1 name=Yours | | update_voice_asset
voice | voice_asset | delete | asset_id=v1 | | delete_voice_asset
voice | voice_asset | bind | asset_id=v1 | | bind_voice_asset_to_persona
voice | voice_asset | binding | | | get_persona_voice_binding
voice | voice_clone | analyze | name=Mine | attachment_id=f1 | start_voice_clone_session, analyze_voice_material
voice | voice_clone | analyze | | session_id=s1 attachment_id=f1 | analyze_voice_material
voice | voice_clone | analyze | | | request_file_upload
voice | voice_clone | session_status | | session_id=s1 | get_voice_studio_session
voice | voice_clone | confirm_segments | | session_id=s1 | upload_voice_studio_segments
voice | voice_clone | upload_segments | | session_id=s1 | upload_voice_studio_segments
voice | voice_clone | save_voice | name=Mine | session_id=s1 | create_voice_asset
voice | voice_clone | bind | | task_id=t1 | bind_trained_voice
voice | voice_clone | cancel | | session_id=s1 | cancel_voice_studio_session
voice | voice_status | | | | get_voice_system_status
voice | voice_status | system | | | get_voice_system_status
voice | voice_status | engine | | | get_gpt_sovits_engine_status
voice | voice_status | sessions | | | list_voice_studio_sessions
voice | voice_status | training | | task_id=t1 | get_voice_training_status, check_training_progress
voice | voice_status | engine_control | control=restart | | control_gpt_sovits_service
voice | voice_training | train | | session_id=s1 | request_training_confirmation, train_voice_from_studio
voice | voice_training | session_status | | task_id=t1 | check_training_progress
voice | voice_training | bind | | task_id=t1 | bind_trained_voice
voice | voice_training | cancel | | session_id=s1 | cancel_voice_studio_session
voice | voice_synthesize | synthesize | text=hello | | synthesize_voice_asset
voice | voice_transcribe | transcribe | | audio_file_id=f1 | transcribe_voice_attachment
voice | voice_reference | set | | voice_asset_id=v1 file_id=f1 | set_voice_asset_reference_audio
rvc | prepare_rvc_source | | | source_file_id=f1 | create_rvc_session, attach_file_to_rvc_session, prepare_rvc_source,\
 separate_rvc_vocals
rvc | prepare_rvc_source | prepare_and_separate | | session_id=s1 | prepare_rvc_source, separate_rvc_vocals
rvc | prepare_rvc_source | session_status | | session_id=s1 | get_rvc_session, get_rvc_status, list_rvc_models
rvc | prepare_rvc_source | session_status | | attachment_id=f1 | get_rvc_status, list_rvc_models
rvc | separate_rvc_vocals | separate_vocals | | rvc_session_id=s1 | separate_rvc_vocals
rvc | separate_rvc_vocals | session_status | | session_id=s1 | get_rvc_session
rvc | convert_audio_with_rvc | convert | pitch=2 | attachment_id=f1 model_id=robot | validate_rvc_model,\
 convert_audio_with_rvc
rvc | convert_audio_with_rvc | session_status | | session_id=s1 task_id=t1 | get_rvc_session, get_rvc_task_status
rvc | mix_rvc_instrumental | | vocal_gain_db=-3 | session_id=s1 | mix_rvc_instrumental, register_rvc_result_attachment
rvc | cancel_rvc_task | cancel | | task_id=t1 | cancel_rvc_task
rvc | cancel_rvc_task | session_status | | task_id=t1 | get_rvc_task_status
live2d | manage_live2d | | | | list_live2d_models
live2d | manage_live2d | list | | | list_live2d_models
live2d | manage_live2d | vts | | | get_live2d_vts_config
live2d | manage_live2d | open_directory | | | open_live2d_model_directory
config | update_config | list | | | list_available_configs
config | update_config | detail | key=chat.size | | get_config_detail
config | update_config | | key=chat.size value=12 | | request_config_change, apply_config_change
config | update_config | change | key=chat.size value=12 | | request_config_change, apply_config_change
config | resource_status | | resource_id=r1 | | get_resource_install_status
config | resource_install | install | resource_id=r1 | | manage_resource_install
config | resource_install | update | resource_id=r1 | | manage_resource_install
config | resource_install | cancel | resource_id=r1 | | manage_resource_install
config | resource_install | clean | resource_id=r1 | | manage_resource_install
"""


def _pairs(text: str) -> dict[str, str]:
    out: dict[str, str] = {}
    key = ""
    for word in text.split():
        name, found, value = word.partition("=")
        if found:
            key = name
            out[key] = value
        else:
            out[key] += f" {word}"
    return out


ROWS = [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=["-".join(row[1:3]) + f"-{n}" for n, row in enumerate(ROWS)])
async def test_a_task_runs_exactly_its_tools(row: tuple[str, ...]) -> None:
    worker, task, way, options, refs, tools = row
    worker = f"{worker}_worker"
    plan = PLANS[worker][task]
    chosen = {plan.chosen_by: way.split("/")[0]} if way else {}
    runner = CountingTools({"create_rvc_session": {"status": "completed", "session_id": "s9"},
                            "start_voice_clone_session": {"status": "completed", "session_id": "s9"},
                            "query_structured_data": {"status": "completed", "evidence": [{"kind": "row"}]}})
    bench = Bench(ScriptedModel([delegate(worker, task, options={**_pairs(options), **chosen},
                                          input_refs=_pairs(refs))], "Done."),
                  runner, worker_model=ScriptedModel(AssertionError("a plan asks no model")))
    await bench.say("please")
    while bench.stops:
        assert bench.stops["kind"] == "approval"
        await bench.decide()
    assert runner.effects == [name.strip() for name in tools.split(",")]
    assert len(bench.model.asked) == (1 if bench.of(Card) else 2)
    for call in runner.done:
        spec = next(spec for spec in runner.visible(worker) if spec.name == call.name)
        args = {key: value for key, value in call.args.items() if key != "approval_id"}
        spec.tool.args_schema.model_validate(args)  # type: ignore[union-attr]  # what the tools really take


def test_the_table_has_every_way_of_every_plan() -> None:
    listed = {(f"{worker}_worker", task, way) for worker, task, way, *_ in ROWS}
    listed |= {(worker, task, PLANS[worker][task].default + ("/persona" if PLANS[worker][task].by_scope else ""))
               for worker, task, way in listed if not way}
    wanted = {(worker, task, way) for worker, plans in PLANS.items() for task, plan in plans.items()
              if task != LEGACY_REQUEST for way in plan.ways}
    assert wanted - listed == {("profile_worker", "update_profile", "update")}  # its fields are an object: below


async def test_the_fields_of_a_profile_reach_the_tool_as_they_are() -> None:
    fields = {"personality": "calm", "scenario": "a tea house"}
    bench = Bench(ScriptedModel([delegate("profile_worker", "update_profile", options={"fields": fields})], "Done."))
    await bench.say("be calm")
    await bench.decide()
    assert [(call.name, call.args) for call in bench.tools.done] == [("update_persona_profile", {"fields": fields})]


async def test_the_second_step_of_a_pair_brings_the_approval_of_the_first_and_only_that_one() -> None:
    runner = CountingTools({"request_config_change": {"status": "completed", "approval_id": "forged"}})
    bench = Bench(ScriptedModel([delegate("config_worker", "update_config", options={"key": "a.b", "value": 3})],
                                "Done."), runner)
    await bench.say("change it")
    asked = bench.stops["approval_ids"]
    await bench.decide()
    assert not bench.stops
    assert runner.done[1].name == "apply_config_change"
    assert runner.done[1].args == {"key": "a.b", "value": 3, "approval_id": asked[0]}


async def test_a_refused_first_step_ends_the_pair() -> None:
    bench = Bench(ScriptedModel([delegate("config_worker", "update_config", options={"key": "a.b", "value": 3})],
                                "All right."))
    await bench.say("change it")
    await bench.decide(all="denied: not now")
    assert bench.tools.effects == []
    assert bench.result["status"] == "denied"
    assert bench.result["uncertainties"] == ["reason given: not now"]
    assert "not now" in str(bench.model.asked[1][-1].content)


async def test_a_failed_step_ends_the_plan_and_its_error_is_the_result() -> None:
    from characoid_desktop.agents.contracts import public_error
    from characoid_desktop.core.i18n import Text

    error = public_error("rejected", Text.of("There is no such voice."))
    bench = Bench(ScriptedModel([delegate("rvc_worker", "convert_audio_with_rvc", input_refs={
        "attachment_id": "f1", "model_id": "nobody"})], "never asked"),
        CountingTools({"validate_rvc_model": {"status": "rejected", "answer": "no", "error": error}}))
    await bench.say("convert")
    assert bench.tools.effects == ["validate_rvc_model"]
    card = bench.of(Card)[0].result
    assert (card["status"], card["error"]["code"]) == ("failed", "rejected")
