"""Reading a hand-off: strict JSON, no forbidden key on any level, a closed schema, managed ids only.

Whatever a model wrote here is outside text. What passes describes a task and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.graph.options import OptionRefused, check_options
from characoid_desktop.agents.graph.plans import ACTION_ALIASES, REFERENCE_KEYS, TaskPlan, plan_for
from characoid_desktop.agents.runtime.keys import MAX_DEPTH, forbidden_keys
from characoid_desktop.agents.vocabulary import TASK_TYPES, WORKERS, canonicalize_worker_name
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.strict_json import BadJson, parse_object

FIELDS: Final = ("task_type", "input_refs", "options", "conversation_context")
MAX_CONTEXT: Final = 4000  # characters: a summary, never the transcript
MAX_IDS: Final = 20  # in one list
FORBIDDEN_KEY: Final = "forbidden_key"
MAX_DIGITS: Final = 18

_ID = re.compile(r"[A-Za-z0-9:_-]{1,128}")
_DRIVE = re.compile(r"[A-Za-z]:")


class HandoffRefused(AppError):
    """A hand-off outside the contract; nothing was started. ``contract_text`` is the wording of the contract."""

    code = "handoff_refused"

    def __init__(self, sentence: Text, *, code: str = "handoff_refused", contract_text: str = "") -> None:
        super().__init__(sentence, code=code, safe=Text.of("Nothing was started."))
        self.contract_text = contract_text


def read_arguments(text: str) -> Json:
    """Return the arguments of a call as a model wrote them; raises BadJson."""
    return parse_object(text, max_depth=MAX_DEPTH, max_digits=MAX_DIGITS)


def parse_handoff(worker: str, text: str) -> Json:
    """Return the normalised dispatch request of a hand-off as a model wrote it; raises HandoffRefused."""
    try:
        arguments = read_arguments(text)
    except BadJson as error:
        raise _not_in_order(str(error)) from None
    return normalise_dispatch_request(worker, arguments)


def normalise_dispatch_request(worker: str, request: Mapping[str, Any]) -> Json:
    """Return ``{worker, task_type, input_refs, options, conversation_context}`` in canonical form.

    Reads old worker names and action aliases; fixes ``options.action`` (or ``operation``), so that no worker guesses
    it from text. Raises HandoffRefused.
    """
    name = canonicalize_worker_name(worker)
    if name not in WORKERS:
        raise HandoffRefused(Text.of("There is no worker “{name}”.", name=worker[:60]), code="unknown_worker")
    _refuse_forbidden(request)
    unknown = [key for key in request if key not in FIELDS]
    if unknown:
        raise _not_in_order(f"unknown field {unknown[0][:60]}; it takes: {', '.join(FIELDS)}")
    task_type = request.get("task_type")
    plan = plan_for(name, task_type) if isinstance(task_type, str) else None
    if plan is None:
        raise HandoffRefused(
            Text.of("This worker does not have the task “{task}”. It has: {known}", task=str(task_type)[:60],
                    known=", ".join(TASK_TYPES[name])), code="unknown_task_type")
    refs = _references(name, _object(request, "input_refs"))
    options = _options(name, plan, refs, _object(request, "options"))
    return {"worker": name, "task_type": task_type, "input_refs": refs, "options": options,
            "conversation_context": _context(request.get("conversation_context"))}


def missing_options(request: Mapping[str, Any]) -> list[str]:
    """Return what the chosen way cannot do without and that is not there."""
    plan = plan_for(str(request["worker"]), str(request["task_type"]))
    if plan is None:
        return []
    have = {**request["input_refs"], **request["options"]}
    required = ("request",) if not plan.ways else plan.requires.get(plan.way(request["options"]), ())
    if not plan.ways and request["conversation_context"]:
        return []
    return [name for name in required if have.get(name) in (None, "", {})]


def managed_id(key: str, value: object) -> str:
    """Return ``value`` as a managed id; raises HandoffRefused for a path or anything else."""
    text = value.strip() if isinstance(value, str) else ""
    if not _ID.fullmatch(text) or _DRIVE.match(text):
        raise HandoffRefused(Text.of("“{key}” must be the id of something in the app, never a path.", key=key[:60]),
                             code="bad_reference")
    return text


def _refuse_forbidden(request: Mapping[str, Any]) -> None:
    try:
        found = forbidden_keys(request)
    except ValueError:
        raise _not_in_order("it is nested too deep") from None
    if found:
        shown = ", ".join(visible(key) for key in found[:10])
        raise HandoffRefused(Text.of("The hand-off holds forbidden fields: {keys}", keys=shown), code=FORBIDDEN_KEY,
                             contract_text=f"任务交接包含禁止字段：{shown}")


def visible(text: str, limit: int = 60) -> str:
    """Return ``text`` on one line with hidden characters written out."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[:limit])


def _not_in_order(why: str) -> HandoffRefused:
    return HandoffRefused(Text.of("The hand-off is not in order: {why}", why=why))


def _object(request: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = request.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise _not_in_order(f"{key} must be an object")
    return cast("Mapping[str, Any]", value)


def _references(worker: str, given: Mapping[str, Any]) -> Json:
    known = REFERENCE_KEYS.get(worker, ())
    out: Json = {}
    for key, value in given.items():
        if value in (None, "", []):
            continue
        if key not in known:
            raise _not_in_order(f"unknown reference {key[:60]}; this worker takes: {', '.join(known) or 'none'}")
        out[key] = _ids(key, value) if key == "attachment_ids" else managed_id(key, value)
    return out


def _ids(key: str, value: object) -> list[str]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, Sequence) or len(cast("Sequence[Any]", values)) > MAX_IDS:
        raise _not_in_order(f"{key} must be a list of at most {MAX_IDS} ids")
    return list(dict.fromkeys(managed_id(key, one) for one in cast("Sequence[Any]", values)))


def _options(worker: str, plan: TaskPlan, refs: Mapping[str, Any], given: Mapping[str, Any]) -> Json:
    options = {key: value for key, value in given.items() if value not in (None, "", {})}
    other = {"action": "operation", "operation": "action"}.get(plan.chosen_by, "")
    if other in options and plan.chosen_by not in options:
        options[plan.chosen_by] = options.pop(other)
    if plan.chosen_by == "action" and isinstance(options.get("action"), str):
        action = options["action"].strip()
        options["action"] = ACTION_ALIASES.get(worker, {}).get(action, action)
    if plan.chosen_by and plan.chosen_by not in options:
        by_url = "url" in plan.choices and "url" in options and not refs
        options[plan.chosen_by] = "url" if by_url else plan.default
    try:
        checked = check_options(plan.all_options, options)
    except OptionRefused as error:
        raise _not_in_order(str(error)) from None
    if plan.ways:
        try:
            plan.way(checked)
        except KeyError as error:
            raise _not_in_order(f"this cannot be done: {error.args[0]}") from None
    return checked


def _context(value: object) -> str:
    """Return the summary as text; an object is taken as its JSON. Raises HandoffRefused when it is too long."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if len(text) > MAX_CONTEXT:
        raise _not_in_order(f"conversation_context is a summary of at most {MAX_CONTEXT} characters")
    return text.strip()
