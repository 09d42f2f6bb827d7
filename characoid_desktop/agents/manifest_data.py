"""The tables of the contract: what each worker is, and the 66 built-in tools in their order with both flags.

Plain data without imports of the tools: what checks, prints or counts them needs no service and no langchain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from characoid_desktop.agents.contracts import WorkerRetryPolicy
from characoid_desktop.agents.vocabulary import PUBLIC_WORKER_STATUSES


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One built-in tool. ``asks`` is ``requires_confirmation``, ``writes`` is ``mutates_data``."""

    name: str
    worker: str
    asks: bool = False
    writes: bool = False


@dataclass(frozen=True, slots=True)
class ExecutionDefaults:
    """The run-time limit of one worker turn in seconds, and how often it is tried."""

    timeout_seconds: float
    retry_policy: WorkerRetryPolicy


_ONCE: Final = WorkerRetryPolicy()  # media work almost never runs twice

WORKER_DESCRIPTIONS: Final[Mapping[str, str]] = MappingProxyType({
    "knowledge_worker": "在当前角色知识空间中检索、查询结构化数据，并按策略补充公开信息。",
    "memory_worker": "读取、维护当前角色范围内的用户记忆与工作区记忆。",
    "document_worker": "管理当前角色的知识文档、上传资料和 URL 导入任务。",
    "profile_worker": "读取或修改当前角色的人设档案，并导出会话内容。",
    "voice_worker": "统一管理音色、TTS、ASR、实时语音、Voice Studio、训练与 GPT-SoVITS。",
    "rvc_worker": "管理本地 RVC 音色转换资源，并提交和跟踪受管的音频变声任务。",
    "live2d_worker": "统一管理 Live2D 模型、VTube Studio 连接和本地模型目录。",
    "config_worker": "查询、安装、更新、取消和安全清理应用受管资源；不执行具体功能任务。",
})

WORKER_EXECUTION_DEFAULTS: Final[Mapping[str, ExecutionDefaults]] = MappingProxyType({
    "knowledge_worker": ExecutionDefaults(45, WorkerRetryPolicy(2, 0.5)),
    "memory_worker": ExecutionDefaults(30, _ONCE),
    "document_worker": ExecutionDefaults(120, WorkerRetryPolicy(2, 1.0)),
    "profile_worker": ExecutionDefaults(30, _ONCE),
    "voice_worker": ExecutionDefaults(300, _ONCE),
    "rvc_worker": ExecutionDefaults(1800, _ONCE),
    "live2d_worker": ExecutionDefaults(45, _ONCE),
    "config_worker": ExecutionDefaults(45, _ONCE),
})

WORKER_INPUT_SCHEMA: Final[Mapping[str, Any]] = MappingProxyType({
    "type": "object",
    "properties": {"request": {"type": "string", "description": "Supervisor 委派的任务说明"}},
    "required": ["request"],
    "additionalProperties": False,
})

_OBJECTS: Final = {"type": "array", "items": {"type": "object"}}

WORKER_OUTPUT_SCHEMA: Final[Mapping[str, Any]] = MappingProxyType({
    "type": "object",
    "properties": {
        "worker": {"type": "string"},
        "status": {"type": "string", "enum": list(PUBLIC_WORKER_STATUSES)},
        "answer": {"type": "string"},
        "evidence": _OBJECTS,
        "artifacts": _OBJECTS,
        "uncertainties": {"type": "array", "items": {"type": "string"}},
        "citations": _OBJECTS,
        "trace": _OBJECTS,
        "requires_approval": {"type": "boolean"},
        "error": {"type": ["object", "null"]},
    },
    "required": ["worker", "status", "answer", "evidence", "artifacts", "uncertainties", "citations", "trace",
                 "requires_approval", "error"],
})

BUILT_IN_TOOLS: Final[tuple[ToolRow, ...]] = (
    ToolRow("search_persona_knowledge", "knowledge_worker"),
    ToolRow("web_search", "knowledge_worker"),
    ToolRow("list_structured_tables", "knowledge_worker"),
    ToolRow("query_structured_data", "knowledge_worker"),
    ToolRow("read_persona_memories", "memory_worker"),
    ToolRow("save_persona_memory", "memory_worker", writes=True),
    ToolRow("update_persona_memory", "memory_worker", writes=True),
    ToolRow("delete_persona_memory", "memory_worker", writes=True),
    ToolRow("read_workspace_memories", "memory_worker"),
    ToolRow("save_workspace_memory", "memory_worker", asks=True, writes=True),
    ToolRow("delete_workspace_memory", "memory_worker", asks=True, writes=True),
    ToolRow("list_persona_documents", "document_worker"),
    ToolRow("add_persona_knowledge", "document_worker", asks=True, writes=True),
    ToolRow("delete_persona_document", "document_worker", asks=True, writes=True),
    ToolRow("import_knowledge_from_url", "document_worker", asks=True, writes=True),
    ToolRow("rename_persona", "profile_worker", asks=True, writes=True),
    ToolRow("update_persona_profile", "profile_worker", asks=True, writes=True),
    ToolRow("export_conversation", "profile_worker"),
    ToolRow("start_voice_clone_session", "voice_worker", writes=True),
    ToolRow("request_file_upload", "voice_worker"),
    ToolRow("analyze_voice_material", "voice_worker"),
    ToolRow("request_training_confirmation", "voice_worker", asks=True),
    ToolRow("start_voice_training", "voice_worker", writes=True),
    ToolRow("train_voice_from_studio", "voice_worker", writes=True),
    ToolRow("check_training_progress", "voice_worker"),
    ToolRow("bind_trained_voice", "voice_worker", writes=True),
    ToolRow("list_voice_assets", "voice_worker"),
    ToolRow("get_voice_system_status", "voice_worker"),
    ToolRow("get_gpt_sovits_engine_status", "voice_worker"),
    ToolRow("control_gpt_sovits_service", "voice_worker", writes=True),
    ToolRow("synthesize_voice_asset", "voice_worker", writes=True),
    ToolRow("create_voice_asset", "voice_worker", writes=True),
    ToolRow("update_voice_asset", "voice_worker", writes=True),
    ToolRow("delete_voice_asset", "voice_worker", asks=True, writes=True),
    ToolRow("transcribe_voice_attachment", "voice_worker", writes=True),
    ToolRow("get_voice_asset", "voice_worker"),
    ToolRow("set_voice_asset_reference_audio", "voice_worker", writes=True),
    ToolRow("bind_voice_asset_to_persona", "voice_worker", writes=True),
    ToolRow("upload_voice_studio_segments", "voice_worker", writes=True),
    ToolRow("cancel_voice_studio_session", "voice_worker", writes=True),
    ToolRow("list_voice_studio_sessions", "voice_worker"),
    ToolRow("get_voice_studio_session", "voice_worker"),
    ToolRow("get_voice_training_status", "voice_worker"),
    ToolRow("get_persona_voice_binding", "voice_worker"),
    ToolRow("create_rvc_session", "rvc_worker"),
    ToolRow("attach_file_to_rvc_session", "rvc_worker"),
    ToolRow("prepare_rvc_source", "rvc_worker"),
    ToolRow("separate_rvc_vocals", "rvc_worker"),
    ToolRow("get_rvc_session", "rvc_worker"),
    ToolRow("mix_rvc_instrumental", "rvc_worker", writes=True),
    ToolRow("register_rvc_result_attachment", "rvc_worker", writes=True),
    ToolRow("get_rvc_status", "rvc_worker"),
    ToolRow("list_rvc_models", "rvc_worker"),
    ToolRow("validate_rvc_model", "rvc_worker"),
    ToolRow("convert_audio_with_rvc", "rvc_worker", writes=True),
    ToolRow("get_rvc_task_status", "rvc_worker"),
    ToolRow("cancel_rvc_task", "rvc_worker", writes=True),
    ToolRow("list_live2d_models", "live2d_worker"),
    ToolRow("get_live2d_vts_config", "live2d_worker"),
    ToolRow("open_live2d_model_directory", "live2d_worker"),
    ToolRow("list_available_configs", "config_worker"),
    ToolRow("get_config_detail", "config_worker"),
    ToolRow("get_resource_install_status", "config_worker"),
    ToolRow("manage_resource_install", "config_worker", asks=True, writes=True),
    ToolRow("request_config_change", "config_worker", asks=True),
    ToolRow("apply_config_change", "config_worker", writes=True),
)
"""Canonical order. The flags are literals, never guessed from a name, and orthogonal to each other."""

TOOL_ROWS: Final[Mapping[str, ToolRow]] = MappingProxyType({row.name: row for row in BUILT_IN_TOOLS})
