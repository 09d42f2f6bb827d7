"""The arguments of a planned call: what the tool's schema asks for, out of what is known. No model, no guess."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from characoid_desktop.agents.contracts import Json, ToolSpec
from characoid_desktop.agents.registry import input_schema
from characoid_desktop.agents.vocabulary import FILE_REFERENCE_KEYS

_FILE: Final = ("attachment_id", "file_id", "audio_file_id", "source_file_id", "input_file_id")
_SESSION: Final = ("session_id", "rvc_session_id", "voice_session_id")
_ASSET: Final = ("asset_id", "voice_asset_id")

SAME: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    **dict.fromkeys(_FILE, _FILE), **dict.fromkeys(_SESSION, _SESSION), **dict.fromkeys(_ASSET, _ASSET),
    "job_id": ("task_id", "job_id"), "task_id": ("task_id", "job_id"), "action": ("control", "operation", "action"),
    "reference_text": ("text",), "transcript": ("text",), "content": ("text",),
})
"""Argument → the names under which its value may be known, the best first (the argument's own name always counts)."""

HARVESTED: Final = ("session_id", "rvc_session_id", "voice_session_id", "task_id", "job_id", "asset_id",
                    "attachment_id", "memory_id", "table")
"""Ids that a tool's answer may give to the steps after it. An approval is never taken from an answer."""


def known_values(refs: Mapping[str, Any], options: Mapping[str, Any], found: Mapping[str, Any]) -> Json:
    """Return all that is known for the steps: references, what earlier steps found (a newer session or task wins,
    a newer file does not), options, and the fields of a profile one by one."""
    fields: object = options.get("fields")
    flat = dict(cast("Mapping[str, Any]", fields)) if isinstance(fields, Mapping) else {}
    newer = {key: value for key, value in found.items() if key not in _FILE}
    values: Json = {**flat, **found, **refs, **newer, **options}
    ids = refs.get("attachment_ids")
    if isinstance(ids, list) and ids and not any(refs.get(key) for key in _FILE):
        values["attachment_id"] = cast("list[str]", ids)[0]
    return values


def arguments_for(spec: ToolSpec, known: Mapping[str, Any]) -> tuple[Json, list[str]]:
    """Return (arguments, required ones that are not known) for one call."""
    schema = input_schema(spec)
    properties = cast("Mapping[str, Any]", schema.get("properties") or {})
    required = cast("list[str]", schema.get("required") or [])
    out: Json = {}
    for name in properties:
        for source in (name, *SAME.get(name, ())) if name != "action" else SAME["action"]:
            value = known.get(source)
            if value not in (None, "", [], {}):
                out[name] = value
                break
    _only_the_other_is_there(out, known)
    return out, [name for name in required if name not in out]


def _only_the_other_is_there(out: Json, known: Mapping[str, Any]) -> None:
    """A list of files goes in alone where a tool takes both a file and a list of them."""
    if out.get("attachment_ids"):
        for name in FILE_REFERENCE_KEYS:
            if name in out and name != "attachment_ids" and out[name] in out["attachment_ids"]:
                del out[name]


def harvest(payload: Mapping[str, Any]) -> Json:
    """Return the ids in a tool's answer that later steps and the card need."""
    found: Json = {}
    for key in HARVESTED:
        value = payload.get(key)
        if isinstance(value, str) and value:
            found[key] = value
    return found
