"""The 66 built-in tools, row by row as the contract settles them: name, worker, asks, writes."""

from __future__ import annotations

from characoid_desktop.agents.contracts import WorkerRetryPolicy
from characoid_desktop.agents.manifest_data import (
    BUILT_IN_TOOLS,
    WORKER_DESCRIPTIONS,
    WORKER_EXECUTION_DEFAULTS,
    WORKER_INPUT_SCHEMA,
    WORKER_OUTPUT_SCHEMA,
)
from characoid_desktop.agents.tools.catalog import described_specs
from characoid_desktop.agents.tools.frame import Arguments, Effect, Tool

TABLE = """
knowledge  search_persona_knowledge
knowledge  web_search
knowledge  list_structured_tables
knowledge  query_structured_data
memory     read_persona_memories
memory     save_persona_memory                    writes
memory     update_persona_memory                  writes
memory     delete_persona_memory                  writes
memory     read_workspace_memories
memory     save_workspace_memory            asks  writes
memory     delete_workspace_memory          asks  writes
document   list_persona_documents
document   add_persona_knowledge            asks  writes
document   delete_persona_document          asks  writes
document   import_knowledge_from_url        asks  writes
profile    rename_persona                   asks  writes
profile    update_persona_profile           asks  writes
profile    export_conversation
voice      start_voice_clone_session              writes
voice      request_file_upload
voice      analyze_voice_material
voice      request_training_confirmation    asks
voice      start_voice_training                   writes
voice      train_voice_from_studio                writes
voice      check_training_progress
voice      bind_trained_voice                     writes
voice      list_voice_assets
voice      get_voice_system_status
voice      get_gpt_sovits_engine_status
voice      control_gpt_sovits_service             writes
voice      synthesize_voice_asset                 writes
voice      create_voice_asset                     writes
voice      update_voice_asset                     writes
voice      delete_voice_asset               asks  writes
voice      transcribe_voice_attachment            writes
voice      get_voice_asset
voice      set_voice_asset_reference_audio        writes
voice      bind_voice_asset_to_persona            writes
voice      upload_voice_studio_segments           writes
voice      cancel_voice_studio_session            writes
voice      list_voice_studio_sessions
voice      get_voice_studio_session
voice      get_voice_training_status
voice      get_persona_voice_binding
rvc        create_rvc_session
rvc        attach_file_to_rvc_session
rvc        prepare_rvc_source
rvc        separate_rvc_vocals
rvc        get_rvc_session
rvc        mix_rvc_instrumental                   writes
rvc        register_rvc_result_attachment         writes
rvc        get_rvc_status
rvc        list_rvc_models
rvc        validate_rvc_model
rvc        convert_audio_with_rvc                 writes
rvc        get_rvc_task_status
rvc        cancel_rvc_task                        writes
live2d     list_live2d_models
live2d     get_live2d_vts_config
live2d     open_live2d_model_directory
config     list_available_configs
config     get_config_detail
config     get_resource_install_status
config     manage_resource_install          asks  writes
config     request_config_change            asks
config     apply_config_change                    writes
"""

ROWS = [(words[1], f"{words[0]}_worker", "asks" in words, "writes" in words)
        for words in (line.split() for line in TABLE.strip().splitlines())]

DESCRIPTIONS = {
    "knowledge_worker": "在当前角色知识空间中检索、查询结构化数据，并按策略补充公开信息。",
    "memory_worker": "读取、维护当前角色范围内的用户记忆与工作区记忆。",
    "document_worker": "管理当前角色的知识文档、上传资料和 URL 导入任务。",
    "profile_worker": "读取或修改当前角色的人设档案，并导出会话内容。",
    "voice_worker": "统一管理音色、TTS、ASR、实时语音、Voice Studio、训练与 GPT-SoVITS。",
    "rvc_worker": "管理本地 RVC 音色转换资源，并提交和跟踪受管的音频变声任务。",
    "live2d_worker": "统一管理 Live2D 模型、VTube Studio 连接和本地模型目录。",
    "config_worker": "查询、安装、更新、取消和安全清理应用受管资源；不执行具体功能任务。",
}

TIMES = {
    "knowledge_worker": (45, 2, 0.5), "memory_worker": (30, 1, 0), "document_worker": (120, 2, 1.0),
    "profile_worker": (30, 1, 0), "voice_worker": (300, 1, 0), "rvc_worker": (1800, 1, 0),
    "live2d_worker": (45, 1, 0), "config_worker": (45, 1, 0),
}


def test_there_are_66_tools_in_the_contract_s_order_with_its_flags() -> None:
    assert len(ROWS) == 66
    assert [(row.name, row.worker, row.asks, row.writes) for row in BUILT_IN_TOOLS] == ROWS


def test_the_tools_themselves_carry_the_same_rows() -> None:
    assert [(one.name, one.specialist, one.requires_confirmation, one.mutates_data)
            for one in described_specs()] == ROWS


def test_each_worker_has_its_share() -> None:
    counts = {worker: sum(row[1] == worker for row in ROWS) for worker in DESCRIPTIONS}
    assert list(counts.values()) == [4, 7, 4, 3, 26, 13, 3, 6]


def test_descriptions_times_and_tries_are_those_of_the_contract() -> None:
    assert list(WORKER_DESCRIPTIONS.items()) == list(DESCRIPTIONS.items())
    assert list(WORKER_EXECUTION_DEFAULTS) == list(TIMES)
    for worker, (timeout, attempts, backoff) in TIMES.items():
        defaults = WORKER_EXECUTION_DEFAULTS[worker]
        assert defaults.timeout_seconds == timeout
        assert defaults.retry_policy == WorkerRetryPolicy(attempts, backoff)


def test_a_worker_takes_one_request_and_hands_back_ten_fields() -> None:
    assert WORKER_INPUT_SCHEMA == {
        "type": "object",
        "properties": {"request": {"type": "string", "description": "Supervisor 委派的任务说明"}},
        "required": ["request"], "additionalProperties": False}
    assert WORKER_OUTPUT_SCHEMA["required"] == [
        "worker", "status", "answer", "evidence", "artifacts", "uncertainties", "citations", "trace",
        "requires_approval", "error"]


# --- what every tool must be --------------------------------------------------------------------

def _tools() -> list[Tool]:
    return [one.tool for one in described_specs() if isinstance(one.tool, Tool)]


def test_every_tool_says_what_it_does_and_takes_a_closed_schema() -> None:
    tools = _tools()
    assert len(tools) == 66
    for one in tools:
        assert one.description.strip(), one.name
        assert str(one.title), one.name
        assert issubclass(one.args_schema, Arguments), one.name
        for model in (schema := one.args_schema.model_json_schema(), *schema.get("$defs", {}).values()):
            if model.get("type") == "object":
                assert model["additionalProperties"] is False, one.name


def test_no_tool_takes_a_persona_or_a_path() -> None:
    banned = ("persona", "path", "command", "cmd", "shell", "python", "folder", "directory", "conversation", "run_id")
    for one in _tools():
        for name in one.args_schema.model_fields:
            assert not any(word in name for word in banned), f"{one.name}.{name}"


def test_every_text_and_list_that_a_tool_takes_is_bounded() -> None:
    def unbounded(schema: object) -> bool:
        if isinstance(schema, dict):
            kind = schema.get("type")
            if kind == "string" and not any(key in schema for key in ("maxLength", "enum", "const")):
                return True
            if kind == "array" and "maxItems" not in schema:
                return True
            return any(unbounded(value) for value in schema.values())
        return isinstance(schema, list) and any(unbounded(one) for one in schema)

    assert [one.name for one in _tools() if unbounded(one.args_schema.model_json_schema())] == []


def test_what_asks_has_words_for_the_question_and_what_writes_has_an_effect() -> None:
    specs = described_specs()
    assert [one.name for one in specs if one.requires_confirmation and one.tool.describe is None] == []
    assert [one.name for one in specs if one.mutates_data and one.tool.effect is Effect.NONE] == []


def test_the_second_step_of_a_pair_takes_the_arguments_of_the_first_and_its_approval() -> None:
    fields = {one.name: set(one.args_schema.model_fields) for one in _tools()}
    for first, second in (("request_config_change", "apply_config_change"),
                          ("request_training_confirmation", "start_voice_training"),
                          ("request_training_confirmation", "train_voice_from_studio")):
        assert fields[second] == fields[first] | {"approval_id"}


def test_text_from_outside_is_marked_where_a_tool_reads_it() -> None:
    assert {one.name for one in _tools() if one.outside} == {
        "search_persona_knowledge", "web_search", "list_structured_tables", "query_structured_data",
        "list_persona_documents", "add_persona_knowledge", "delete_persona_document",  # titles are in the documents
        "import_knowledge_from_url", "transcribe_voice_attachment"}
