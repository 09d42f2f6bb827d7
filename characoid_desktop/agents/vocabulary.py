"""The closed words of the contract: workers, task types, actions, statuses, forbidden keys.

Plain data without imports, so that every layer of the agent side (and the tests) can share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

WORKERS: Final[tuple[str, ...]] = (
    "knowledge_worker", "memory_worker", "document_worker", "profile_worker",
    "voice_worker", "rvc_worker", "live2d_worker", "config_worker",
)
"""Canonical order: UI, manifests and documents use it, never the alphabet."""

SUPERVISOR: Final = "persona_supervisor"
MCP: Final = "mcp"  # the specialist of tools that belong to no built-in worker

LEGACY_WORKER_ALIASES: Final[Mapping[str, str]] = MappingProxyType({
    "knowledge": "knowledge_worker", "memory": "memory_worker", "document": "document_worker",
    "profile": "profile_worker", "voice": "voice_worker", "voice_clone": "voice_worker",
    "live2d": "live2d_worker", "rvc": "rvc_worker", "config": "config_worker",
})
"""Read (checkpoints, old calls), never written."""

LEGACY_REQUEST: Final = "legacy_request"

TASK_TYPES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "knowledge_worker": ("search_knowledge", "search_web", "query_structured_data", LEGACY_REQUEST),
    "memory_worker": ("save_memory", "recall_memory", LEGACY_REQUEST),
    "document_worker": ("ingest_document", "manage_document", LEGACY_REQUEST),
    "profile_worker": ("update_profile", LEGACY_REQUEST),
    "voice_worker": ("voice_asset", "voice_clone", "voice_status", "voice_training", "voice_synthesize",
                     "voice_transcribe", "voice_reference", LEGACY_REQUEST),
    "rvc_worker": ("convert_audio_with_rvc", "mix_rvc_instrumental", "prepare_rvc_source",
                   "separate_rvc_vocals", "cancel_rvc_task", LEGACY_REQUEST),
    "live2d_worker": ("manage_live2d", LEGACY_REQUEST),
    "config_worker": ("update_config", "resource_status", "resource_install", LEGACY_REQUEST),
})

FORBIDDEN_DISPATCH_KEYS: Final[tuple[str, ...]] = (
    "input_path", "output_path", "path", "command", "cmd", "shell", "python", "python_file",
)

RVC_ACTIONS: Final = ("prepare_and_separate", "separate_vocals", "session_status", "convert", "cancel")
RVC_ACTION_ALIASES: Final[Mapping[str, str]] = MappingProxyType({
    "prepare": "prepare_and_separate", "prepare_source": "prepare_and_separate",
    "confirm_processing": "prepare_and_separate", "separate": "separate_vocals", "conversion": "convert",
})
VOICE_ACTIONS: Final = ("analyze", "session_status", "confirm_segments", "save_voice", "upload_segments",
                        "synthesize", "transcribe", "bind", "train", "cancel")
VOICE_ACTION_ALIASES: Final[Mapping[str, str]] = MappingProxyType({
    "confirm_processing": "analyze", "prepare": "analyze", "segments": "confirm_segments",
    "tts": "synthesize", "asr": "transcribe",
})

FILE_REFERENCE_KEYS: Final = ("attachment_id", "attachment_ids", "file_id", "source_file_id", "audio_file_id",
                              "input_file_id")
RVC_REFERENCE_KEYS: Final = ("session_id", "rvc_session_id", "source_file_id", "audio_file_id", "input_file_id",
                             "model_id", "index_id", "task_id")
VOICE_REFERENCE_KEYS: Final = ("session_id", "voice_session_id", "attachment_id", "file_id", "audio_file_id",
                               "asset_id", "voice_asset_id", "task_id", "persona_id")

SPECIALIST_STATUSES: Final = ("accepted", "insufficient", "confirmation_required", "completed", "failed")
PUBLIC_WORKER_STATUSES: Final = ("accepted", "queued", "running", "waiting_input", "completed", "insufficient",
                                 "failed", "error", "denied", "confirmation_required")
TERMINAL_STATUSES: Final = ("completed", "insufficient")
FAILURE_STATUSES: Final = ("failed", "error", "denied")
RVC_STATUS_MAP: Final[Mapping[str, str]] = MappingProxyType({
    "ok": "accepted", "rejected": "failed", "unavailable": "error", "not_found": "failed",
    "not_cancelled": "failed",
})


class RunState(StrEnum):
    """What a turn is doing. ``interrupted``: found unfinished after a crash."""

    QUEUED = "queued"
    RUNNING = "running"
    WAITING_INPUT = "waiting_input"
    WAITING_APPROVAL = "waiting_approval"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"

    @property
    def is_over(self) -> bool:
        return self in (RunState.COMPLETED, RunState.FAILED, RunState.CANCELLED, RunState.INTERRUPTED)

    @property
    def waits_for_user(self) -> bool:
        return self in (RunState.WAITING_INPUT, RunState.WAITING_APPROVAL)


def canonicalize_worker_name(name: str) -> str:
    """Return the canonical name of a worker named in any known way; an unknown name comes back as it is."""
    plain = name.strip()
    return LEGACY_WORKER_ALIASES.get(plain, plain)


def worker_node_name(name: str) -> str:
    """Return the graph node of a worker; raises KeyError for an unknown one."""
    node = canonicalize_worker_name(name)
    if node not in WORKERS:
        raise KeyError(name)
    return node
