"""The deterministic plans: which tools run, in order, for each worker, task type and action. No model decides here.

The tables are those of the contract; options that it leaves open are listed per task type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from characoid_desktop.agents.graph.options import (
    ID,
    LANGUAGE,
    LONG,
    NAME,
    PROFILE_FIELDS,
    QUERY,
    URL,
    Option,
    one_of,
)
from characoid_desktop.agents.vocabulary import (
    FILE_REFERENCE_KEYS,
    LEGACY_REQUEST,
    RVC_ACTION_ALIASES,
    RVC_REFERENCE_KEYS,
    VOICE_ACTION_ALIASES,
    VOICE_REFERENCE_KEYS,
)

_ONLY: Final = ""  # the way of a plan that has but one


def _none() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TaskPlan:
    """What one task type does. ``ways``: action, operation or operation/scope → tools in order.

    ``chosen_by`` names the option that chooses the way ("action", "operation", or "" for one way only). In ``needs``
    one of each group must be there at dispatch ("options.url" is an option); ``requires`` are the options (or
    references of that name) a way cannot do without. What is in ``asked`` the worker asks itself, on the way
    ``asked_on``. ``missing_file`` runs when no file is at hand.
    """

    ways: Mapping[str, tuple[str, ...]]
    chosen_by: str = ""
    default: str = _ONLY
    options: Mapping[str, Option] = field(default_factory=_none)
    needs: tuple[tuple[str, ...], ...] = ()
    requires: Mapping[str, tuple[str, ...]] = field(default_factory=_none)
    asked: tuple[str, ...] = ()
    asked_on: str = ""
    missing_file: str = ""
    by_scope: bool = False
    reading: frozenset[str] = frozenset()  # ways that only read: what lacks its reference is left out

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of the option that chooses the way."""
        return tuple(dict.fromkeys(way.split("/")[0] for way in self.ways)) if self.chosen_by else ()

    @property
    def all_options(self) -> Mapping[str, Option]:
        """The closed option schema, with the option that chooses the way and the scope."""
        chooser = {self.chosen_by: one_of(*self.choices)} if self.chosen_by else {}
        scope = {"scope": one_of("persona", "workspace")} if self.by_scope else {}
        return {**chooser, **scope, **self.options}

    def way(self, options: Mapping[str, Any]) -> str:
        """Return the way these options choose; raises KeyError for one there is not."""
        if not self.chosen_by:
            return _ONLY
        chosen = str(options.get(self.chosen_by) or self.default)
        way = f"{chosen}/{options.get('scope') or 'persona'}" if self.by_scope else chosen
        if way not in self.ways:
            raise KeyError(way)
        return way


def _by(kind: str, default: str, ways: Mapping[str, tuple[str, ...]], **more: Any) -> TaskPlan:
    return TaskPlan(ways=MappingProxyType(dict(ways)), chosen_by=kind, default=default, **more)


def _just(*tools: str, **more: Any) -> TaskPlan:
    return TaskPlan(ways=MappingProxyType({_ONLY: tools}), **more)


_SOURCE: Final = ("session_id", "rvc_session_id", "source_file_id", "audio_file_id", "input_file_id", "attachment_id",
                  "file_id")
_RVC_SESSION: Final = ("session_id", "rvc_session_id")
_AUDIO: Final = ("attachment_id", "file_id", "audio_file_id")
_PITCH: Final = Option("number", minimum=-24, maximum=24)
_FORMAT: Final = one_of("wav", "flac", "mp3", "opus", "m4a")
_GAIN: Final = Option("number", minimum=-60, maximum=12)
_LEGACY: Final = TaskPlan(ways=MappingProxyType({}), options={"request": LONG})

PLANS: Final[Mapping[str, Mapping[str, TaskPlan]]] = MappingProxyType({
    "knowledge_worker": {
        "search_knowledge": _just("search_persona_knowledge",
                                  options={"query": QUERY, "limit": Option("whole", minimum=1, maximum=50),
                                           "least_fit": Option("number", minimum=0, maximum=1),
                                           "documents_only": Option("switch")},
                                  requires={_ONLY: ("query",)}),
        "search_web": _just("web_search", options={"query": QUERY}, requires={_ONLY: ("query",)}),
        "query_structured_data": _just("list_structured_tables", "query_structured_data",
                                       options={"table": NAME, "question": QUERY, "only_if_sure": Option("switch")},
                                       requires={_ONLY: ("question",)}),
        LEGACY_REQUEST: _LEGACY,
    },
    "memory_worker": {
        "save_memory": _by("operation", "save", {
            "save/persona": ("save_persona_memory",), "save/workspace": ("save_workspace_memory",),
            "update/persona": ("update_persona_memory",),
            "delete/persona": ("delete_persona_memory",), "delete/workspace": ("delete_workspace_memory",),
        }, by_scope=True, options={"text": LONG, "memory_id": ID}, requires={
            "save/persona": ("text",), "save/workspace": ("text",), "update/persona": ("memory_id", "text"),
            "delete/persona": ("memory_id",), "delete/workspace": ("memory_id",)}),
        "recall_memory": _by("operation", "recall", {
            "recall/persona": ("read_persona_memories",), "recall/workspace": ("read_workspace_memories",),
        }, by_scope=True, options={"query": QUERY}),
        LEGACY_REQUEST: _LEGACY,
    },
    "document_worker": {
        "ingest_document": _by("operation", "attachment", {
            "attachment": ("add_persona_knowledge",), "url": ("import_knowledge_from_url",),
        }, options={"url": URL, "title": NAME}, requires={"url": ("url",)},
            needs=(("attachment_id", "attachment_ids", "file_id", "options.url"),)),
        "manage_document": _by("operation", "list", {
            "list": ("list_persona_documents",), "delete": ("delete_persona_document",),
        }, options={"document_id": NAME}, requires={"delete": ("document_id",)}),  # or its title
        LEGACY_REQUEST: _LEGACY,
    },
    "profile_worker": {
        "update_profile": _by("operation", "update", {
            "update": ("update_persona_profile",), "rename": ("rename_persona",), "export": ("export_conversation",),
        }, options={"name": NAME, "fields": PROFILE_FIELDS, "format": one_of("markdown", "json")},
            requires={"update": ("fields",), "rename": ("name",)}),
        LEGACY_REQUEST: _LEGACY,
    },
    "voice_worker": {
        "voice_asset": _by("operation", "list", {
            "list": ("list_voice_assets",), "get": ("get_voice_asset",), "create": ("create_voice_asset",),
            "update": ("update_voice_asset",), "delete": ("delete_voice_asset",),
            "bind": ("bind_voice_asset_to_persona",), "binding": ("get_persona_voice_binding",),
        }, options={"asset_id": ID, "name": NAME, "description": LONG, "language": LANGUAGE},
            requires={"create": ("name",), "get": ("asset_id",), "update": ("asset_id",), "delete": ("asset_id",),
                      "bind": ("asset_id",)}),
        "voice_clone": _by("action", "analyze", {
            "analyze": ("start_voice_clone_session", "analyze_voice_material"),
            "session_status": ("get_voice_studio_session",), "confirm_segments": ("upload_voice_studio_segments",),
            "upload_segments": ("upload_voice_studio_segments",), "save_voice": ("create_voice_asset",),
            "bind": ("bind_trained_voice",), "cancel": ("cancel_voice_studio_session",),
        }, options={"name": NAME, "language": LANGUAGE, "text": LONG, "description": LONG},
            requires={"save_voice": ("name",)}, missing_file="request_file_upload"),
        "voice_status": _by("operation", "system", {
            "system": ("get_voice_system_status",), "engine": ("get_gpt_sovits_engine_status",),
            "sessions": ("list_voice_studio_sessions",),
            "training": ("get_voice_training_status", "check_training_progress"),
            "engine_control": ("control_gpt_sovits_service",),
        }, options={"control": one_of("start", "stop", "restart")}, requires={"engine_control": ("control",)},
            reading=frozenset({"system", "engine", "sessions", "training"})),
        "voice_training": _by("action", "train", {
            "train": ("request_training_confirmation", "start_voice_training | train_voice_from_studio"),
            "session_status": ("check_training_progress",), "bind": ("bind_trained_voice",),
            "cancel": ("cancel_voice_studio_session",),
        }, options={"name": NAME, "language": LANGUAGE, "epochs": Option("whole", minimum=1, maximum=1000),
                    "quality": one_of("quick", "normal", "best")}),
        "voice_synthesize": _by("action", "synthesize", {"synthesize": ("synthesize_voice_asset",)},
                                options={"text": LONG, "asset_id": ID, "language": LANGUAGE, "emotion": NAME},
                                requires={"synthesize": ("text",)}),
        "voice_transcribe": _by("action", "transcribe", {"transcribe": ("transcribe_voice_attachment",)},
                                options={"language": LANGUAGE}, needs=(_AUDIO,)),
        "voice_reference": _by("operation", "set", {"set": ("set_voice_asset_reference_audio",)},
                               options={"text": LONG, "language": LANGUAGE},
                               needs=(("asset_id", "voice_asset_id"), _AUDIO)),
        LEGACY_REQUEST: _LEGACY,
    },
    "rvc_worker": {
        "prepare_rvc_source": _by("action", "prepare_and_separate", {
            "prepare_and_separate": ("create_rvc_session", "attach_file_to_rvc_session", "prepare_rvc_source",
                                     "separate_rvc_vocals"),
            "session_status": ("get_rvc_session", "get_rvc_status", "list_rvc_models"),
        }, needs=(_SOURCE,), reading=frozenset({"session_status"})),
        "separate_rvc_vocals": _by("action", "separate_vocals", {
            "separate_vocals": ("separate_rvc_vocals",), "session_status": ("get_rvc_session",),
        }, needs=(_RVC_SESSION,), reading=frozenset({"session_status"})),
        "convert_audio_with_rvc": _by("action", "convert", {
            "convert": ("validate_rvc_model", "convert_audio_with_rvc"),
            "session_status": ("get_rvc_session", "get_rvc_task_status"),
        }, options={"pitch": _PITCH, "format": _FORMAT}, needs=(_SOURCE,), asked=("model_id", "pitch", "index_id"),
            asked_on="convert", reading=frozenset({"session_status"})),
        "mix_rvc_instrumental": _just(
            "mix_rvc_instrumental", "register_rvc_result_attachment", needs=(_RVC_SESSION,),
            options={"vocal_gain_db": _GAIN, "instrumental_gain_db": _GAIN, "format": _FORMAT}),
        "cancel_rvc_task": _by("action", "cancel", {
            "cancel": ("cancel_rvc_task",), "session_status": ("get_rvc_task_status",),
        }, needs=(("task_id", *_RVC_SESSION),)),
        LEGACY_REQUEST: _LEGACY,
    },
    "live2d_worker": {
        "manage_live2d": _by("operation", "list", {
            "list": ("list_live2d_models",), "vts": ("get_live2d_vts_config",),
            "open_directory": ("open_live2d_model_directory",),
        }, options={"model_id": ID}),
        LEGACY_REQUEST: _LEGACY,
    },
    "config_worker": {
        "update_config": _by("operation", "change", {
            "list": ("list_available_configs",), "detail": ("get_config_detail",),
            "change": ("request_config_change", "apply_config_change"),
        }, options={"key": NAME, "value": Option("any")}, requires={"detail": ("key",), "change": ("key", "value")}),
        "resource_status": _just("get_resource_install_status", options={"resource_id": ID}),
        "resource_install": _by("operation", "install", {
            "install": ("manage_resource_install",), "update": ("manage_resource_install",),
            "cancel": ("manage_resource_install",), "clean": ("manage_resource_install",),
        }, options={"resource_id": ID}, requires=dict.fromkeys(("install", "update", "cancel", "clean"),
                                                               ("resource_id",))),
        LEGACY_REQUEST: _LEGACY,
    },
})

REFERENCE_KEYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "document_worker": FILE_REFERENCE_KEYS,
    "rvc_worker": (*RVC_REFERENCE_KEYS, "attachment_id", "file_id"),
    # "persona_id" is a reference of the voice worker too, but it always comes from the session, never from a model.
    "voice_worker": tuple(key for key in VOICE_REFERENCE_KEYS if key != "persona_id"),
})
"""Which managed ids each worker may be handed; the others take none."""

APPROVED_PAIRS: Final[Mapping[str, str]] = MappingProxyType({
    "start_voice_training": "request_training_confirmation",
    "train_voice_from_studio": "request_training_confirmation",
    "apply_config_change": "request_config_change",
})
"""Second step → the first one, whose approval it must bring."""

ACTION_ALIASES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({
    "rvc_worker": RVC_ACTION_ALIASES, "voice_worker": VOICE_ACTION_ALIASES,
})


def plan_for(worker: str, task_type: str) -> TaskPlan | None:
    """Return the plan of a task type; None when the worker does not have it."""
    return PLANS.get(worker, {}).get(task_type)
