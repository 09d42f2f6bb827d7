"""The next step of a deterministic plan: pure decisions, no model, no effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from characoid_desktop.agents.contracts import Json, ToolSpec, public_error
from characoid_desktop.agents.graph.arguments import arguments_for, known_values
from characoid_desktop.agents.graph.plans import APPROVED_PAIRS, REFERENCE_KEYS, TaskPlan
from characoid_desktop.agents.graph.references import Choices, asked_form, form_for
from characoid_desktop.agents.vocabulary import FILE_REFERENCE_KEYS
from characoid_desktop.core.i18n import Text

_SESSIONS: Final = ("session_id", "rvc_session_id", "voice_session_id")
_OPENS_SESSION: Final = ("create_rvc_session", "start_voice_clone_session")
_ADDS_FILE: Final = ("attach_file_to_rvc_session",)


@dataclass(slots=True)
class Step:
    """What comes next: calls, a form, a failure, or nothing more (``over``). ``at``: the plan's index of it."""

    at: int
    calls: list[Json] = field(default_factory=list[Json])
    form: Json | None = None
    failure: Json | None = None
    over: bool = False


def first_plan(plan: TaskPlan, request: Mapping[str, Any]) -> list[Json]:
    """Return the tools of the way that the request chooses, as entries ``{tool, args}`` (args None: by schema)."""
    way = plan.way(request["options"])
    tools = plan.ways[way]
    refs = request["input_refs"]
    if plan.missing_file and way == plan.default and not any(refs.get(key) for key in (*FILE_REFERENCE_KEYS,
                                                                                     *_SESSIONS)):
        tools = (plan.missing_file,)
    return [{"tool": tool, "args": None} for tool in tools]


def what_to_ask(plan: TaskPlan, request: Mapping[str, Any], choices: Choices) -> Json | None:
    """Return the form of what the worker asks itself; None when all of it is there."""
    if not plan.asked or plan.way(request["options"]) != plan.asked_on:
        return None
    have = {**request["input_refs"], **request["options"]}
    missing = [key for key in plan.asked if have.get(key) in (None, "")]
    if "model_id" not in missing:  # the key and the index may be left as they are
        return None
    return asked_form(request["worker"], request["task_type"], missing, have, plan, choices).to_json()


def next_step(
    entries: Sequence[Json], at: int, request: Mapping[str, Any], found: Mapping[str, Any],
    tools: Mapping[str, ToolSpec], approvals: Mapping[str, str], choices: Choices, *, reading: bool,
) -> Step:
    """Return the step at ``at`` or after it (what is not needed is left out).

    ``found`` are ids from earlier answers, ``approvals`` tool → approval id of the calls made so far.
    """
    known = known_values(request["input_refs"], request["options"], found)
    for index in range(at, len(entries)):
        entry = entries[index]
        name = _chosen(str(entry["tool"]), known)
        if _not_needed(name, known):
            continue
        spec = tools.get(name)
        if spec is None:
            if reading:
                continue
            return Step(index, failure=_failure("not_granted", Text.of("This character may not do this.")))
        pair = APPROVED_PAIRS.get(name, "")
        bound = {"approval_id": approvals[pair]} if pair in approvals else {}
        args, missing = (entry["args"], []) if entry["args"] is not None else arguments_for(spec, {**known, **bound})
        if not missing:
            return Step(index, calls=_calls(request, index, spec, {**args, **bound}))
        if not reading:
            return _lacking(index, request, missing, choices)
    return Step(len(entries), over=True)


def nothing_ran() -> Json:
    """Return the failure of a plan in which no step had what it needs."""
    return _failure("missing_reference", Text.of("There is nothing yet that could be looked at."))


def _chosen(tool: str, known: Mapping[str, Any]) -> str:
    """Return the tool of ``a | b``: the second one works on a session that is there."""
    names = [name.strip() for name in tool.split("|")]
    return names[-1] if any(known.get(key) for key in _SESSIONS) else names[0]


def _not_needed(name: str, known: Mapping[str, Any]) -> bool:
    session = any(known.get(key) for key in _SESSIONS)
    if name in _OPENS_SESSION:
        return session
    return name in _ADDS_FILE and session and not any(known.get(key) for key in FILE_REFERENCE_KEYS)


def _calls(request: Mapping[str, Any], index: int, spec: ToolSpec, args: Json) -> list[Json]:
    """Return one call, or one for each file where a tool takes them singly; the ids last for ever."""
    files = cast("list[str]", request["input_refs"].get("attachment_ids") or [])
    several = [args]
    if "attachment_ids" not in args and args.get("attachment_id") in files:
        several = [{**args, "attachment_id": id} for id in files]
    return [{"id": f"{request['call_id']}.{index}.{n}", "name": spec.name, "args": one}
            for n, one in enumerate(several)]


def _lacking(index: int, request: Mapping[str, Any], missing: Sequence[str], choices: Choices) -> Step:
    """Return the form for missing references, or the failure for anything else that is missing."""
    worker = str(request["worker"])
    known = (*REFERENCE_KEYS.get(worker, ()), *FILE_REFERENCE_KEYS)
    if all(key in known for key in missing):
        form = form_for(worker, str(request["task_type"]), [(key,) for key in missing], choices)
        if form is not None:
            return Step(index, form=form.to_json())
        return Step(index, failure=_failure("nothing_to_choose", Text.of("There is nothing yet to choose from.")))
    return Step(index, failure=_failure(
        "missing_argument", Text.of("Something is missing for this: {names}", names=", ".join(missing))))


def _failure(code: str, sentence: Text) -> Json:
    return {"status": "failed", "error": public_error(code, sentence, safe=Text.of("Nothing was changed."))}
