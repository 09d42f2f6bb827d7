"""The tools a model is offered, as function definitions: hand-offs, load_skill, and registered tools."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, cast

from characoid_desktop.agents.contracts import Json, ToolSpec
from characoid_desktop.agents.graph.handoff import MAX_CONTEXT
from characoid_desktop.agents.graph.options import Option
from characoid_desktop.agents.graph.plans import PLANS, REFERENCE_KEYS
from characoid_desktop.agents.graph.prompts import WORKER_PURPOSES
from characoid_desktop.agents.registry import input_schema
from characoid_desktop.agents.vocabulary import LEGACY_REQUEST, LEGACY_WORKER_ALIASES

DELEGATE: Final = "delegate_to_"
LOAD_SKILL: Final = "load_skill"
MAX_DESCRIPTION: Final = 1000  # characters; descriptions of MCP tools come from outside


def function(name: str, description: str, parameters: Mapping[str, Any]) -> Json:
    return {"type": "function",
            "function": {"name": name, "description": description, "parameters": dict(parameters)}}


def delegated_worker(name: str, allowed: Sequence[str]) -> str | None:
    """Return the worker a hand-off tool leads to, old short names included; None when it is no hand-off we offer."""
    if not name.startswith(DELEGATE):
        return None
    worker = name.removeprefix(DELEGATE)
    worker = LEGACY_WORKER_ALIASES.get(worker, worker)
    return worker if worker in allowed else None


def delegate_definition(worker: str) -> Json:
    """Return the hand-off tool of one worker, with its task types and their options."""
    return json.loads(_delegate_text(worker))


@cache
def _delegate_text(worker: str) -> str:
    """The definition as JSON: it follows from the plans alone, and making it takes longer than reading it."""
    plans = PLANS[worker]
    lines = [f"Hand a task to the {worker}, which {WORKER_PURPOSES[worker]}. Ids only, never paths. Tasks:"]
    properties: dict[str, Any] = {}
    for task, plan in plans.items():
        if task == LEGACY_REQUEST:
            lines.append(f"- {task}: only when nothing else fits; options.request says what to do")
        else:
            needed = "; needs " + " and ".join("/".join(group) for group in plan.needs) if plan.needs else ""
            names = ", ".join(_named(name, option) for name, option in plan.all_options.items())
            lines.append(f"- {task}: options {names or 'none'}{needed}")
        for name, option in plan.all_options.items():
            properties[name] = _widened(properties.get(name), option.schema())
    refs = {key: ({"type": "array", "items": {"type": "string"}} if key == "attachment_ids" else {"type": "string"})
            for key in REFERENCE_KEYS.get(worker, ())}
    return json.dumps(function(f"{DELEGATE}{worker}", "\n".join(lines), {
        "type": "object",
        "properties": {
            "task_type": {"type": "string", "enum": list(plans)},
            "input_refs": {"type": "object", "properties": refs, "additionalProperties": False},
            "options": {"type": "object", "properties": properties, "additionalProperties": False},
            "conversation_context": {"type": "string", "maxLength": MAX_CONTEXT},
        },
        "required": ["task_type"], "additionalProperties": False,
    }))


def load_skill_definition(skills: Sequence[Mapping[str, Any]]) -> Json:
    return function(LOAD_SKILL, "Load the instructions of a skill that fits the user's wish.", {
        "type": "object",
        "properties": {"name": {"type": "string", "enum": [str(skill.get("name")) for skill in skills]}},
        "required": ["name"], "additionalProperties": False,
    })


def tool_definition(spec: ToolSpec) -> Json:
    return function(spec.name, spec.tool.description[:MAX_DESCRIPTION], input_schema(spec))


def _named(name: str, option: Option) -> str:
    return f"{name} ({'|'.join(option.choices)})" if option.choices else name


def _widened(known: Mapping[str, Any] | None, new: Mapping[str, Any]) -> dict[str, Any]:
    """Return one schema for an option that several task types have with different choices."""
    if not known or known == new:
        return dict(new)
    if "enum" in known and "enum" in new:
        return {**new, "enum": list(dict.fromkeys([*cast("list[str]", known["enum"]), *new["enum"]]))}
    return {"type": new.get("type", "string")}
