"""The last look at a request: what strict servers refuse is put right or left out."""

from __future__ import annotations

from typing import Any

from characoid_desktop.core.strict_json import BadJson, parse_object
from characoid_desktop.integrations.llm.calls import MAX_ARGUMENT_BYTES


def with_parameters(tool: dict[str, Any]) -> dict[str, Any]:
    """Return a tool whose schema every server takes: an object with properties, if only empty ones."""
    function = dict(tool.get("function", tool))
    parameters: dict[str, Any] = dict(function.get("parameters") or {"type": "object"})
    if parameters.get("type") == "object":
        parameters.setdefault("properties", {})
    return {"type": "function", "function": {**function, "parameters": parameters}}


def clean_message(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message of the request without what makes servers refuse it: names, and arguments that are no JSON."""
    made = {key: value for key, value in message.items() if key != "name"}
    if made.get("tool_calls"):
        made["tool_calls"] = [_clean_call(call) for call in made["tool_calls"]]
    return made


def _clean_call(call: dict[str, Any]) -> dict[str, Any]:
    function = dict(call.get("function", {}))
    try:
        parse_object(str(function.get("arguments", "")), max_bytes=MAX_ARGUMENT_BYTES)
    except BadJson:
        function["arguments"] = "{}"
    return {**call, "function": function}
