"""What is at hand and what is missing: references of a dispatch, and the form that asks for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.graph.handoff import HandoffRefused, managed_id
from characoid_desktop.agents.graph.options import OptionRefused
from characoid_desktop.agents.graph.plans import REFERENCE_KEYS, TaskPlan
from characoid_desktop.agents.runtime.models import FormField, InputForm
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.agents.vocabulary import FILE_REFERENCE_KEYS
from characoid_desktop.core.i18n import Text

Choices = Callable[[str, str], Sequence[tuple[str, Json]]]
OPTION: Final = "options."
_GROUPS: Final = (FILE_REFERENCE_KEYS, ("session_id", "rvc_session_id", "voice_session_id"),
                  ("asset_id", "voice_asset_id"))

_LABELS: Final[Mapping[str, Text]] = {
    "attachment_id": Text.of("File"), "session_id": Text.of("Session"), "rvc_session_id": Text.of("Session"),
    "voice_session_id": Text.of("Session"), "asset_id": Text.of("Voice"), "voice_asset_id": Text.of("Voice"),
    "task_id": Text.of("Task"), "model_id": Text.of("Voice"), "index_id": Text.of("Index"), "pitch": Text.of("Key"),
    "url": Text.of("Address"),
}


def merge_references(worker: str, at_hand: Mapping[str, Any], request: Mapping[str, Any]) -> Json:
    """Return the request's references over those at hand, as far as the worker takes them.

    The request may be a stale snapshot that holds only attachments; what the state knows by now fills the rest. What
    the request names in any way (a file as source_file_id) is not named a second time.
    """
    known = REFERENCE_KEYS.get(worker, ())
    out = {key: value for key, value in request.items() if key in known and value not in (None, "", [])}
    for group in _GROUPS:
        if any(key in out for key in group):
            at_hand = {key: value for key, value in at_hand.items() if key not in group}
    files = at_hand.get("attachment_ids")
    if isinstance(files, list) and "attachment_ids" not in known and len(cast("list[Any]", files)) == 1:
        at_hand = {"attachment_id": cast("list[Any]", files)[0], **at_hand}
    return {**{key: value for key, value in at_hand.items() if key in known and value not in (None, "", [])}, **out}


def missing_groups(plan: TaskPlan, refs: Mapping[str, Any], options: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the groups of ``plan.needs`` of which nothing is there."""

    def there(key: str) -> bool:
        source = options if key.startswith(OPTION) else refs
        return source.get(key.removeprefix(OPTION)) not in (None, "", [])

    return [group for group in plan.needs if not any(there(key) for key in group)]


def choices_of(turn: Turn) -> Choices:
    """Return where a form's choices come from; a file is one of this message where it has several."""

    def choices(worker: str, key: str) -> Sequence[tuple[str, Json]]:
        if key in FILE_REFERENCE_KEYS and len(turn.attachments) > 1:
            return [(id, Text.literal(str(dict(entry).get("name") or id)).to_json())
                    for id, entry in turn.attachments.items()]
        return turn.form_choices(worker, key)

    return choices


def form_for(worker: str, task_type: str, groups: Sequence[Sequence[str]], choices: Choices) -> InputForm | None:
    """Return the form that asks for one of each group; None when there is nothing to choose from."""
    fields: list[FormField] = []
    for group in groups:
        one = _field(worker, group, choices)
        if one is None:
            return None
        fields.append(one)
    return InputForm(worker, task_type, Text.of("Something is still needed for this.").to_json(), tuple(fields))


def _field(worker: str, group: Sequence[str], choices: Choices) -> FormField | None:
    if any(key in FILE_REFERENCE_KEYS for key in group):
        key = "attachment_id" if "attachment_id" in group else next(k for k in group if k in FILE_REFERENCE_KEYS)
        return FormField(key, _LABELS["attachment_id"].to_json(), "file", tuple(choices(worker, key)))
    for key in group:
        found = tuple(choices(worker, key))
        if found:
            return FormField(key, _LABELS.get(key, Text.literal(key)).to_json(), "choice", found)
    return None


def asked_form(worker: str, task_type: str, asked: Sequence[str], have: Mapping[str, Any],
               plan: TaskPlan, choices: Choices) -> InputForm:
    """Return the form of what the worker asks itself. An optional choice without choices is left out."""
    fields: list[FormField] = []
    for key in asked:
        label = _LABELS.get(key, Text.literal(key)).to_json()
        option = plan.options.get(key)
        if option is not None:
            low, high = (None if math.isinf(bound) else bound for bound in (option.minimum, option.maximum))
            fields.append(FormField(key, label, "number", minimum=low, maximum=high, default=have.get(key, 0)))
            continue
        found = tuple(choices(worker, key))
        required = key != "index_id"
        if found or required:
            fields.append(FormField(key, label, "choice", found, default=have.get(key), required=required))
    return InputForm(worker, task_type, Text.of("How should it sound?").to_json(), tuple(fields))


def read_answers(form: Mapping[str, Any], plan: TaskPlan, values: Mapping[str, Any]) -> tuple[Json, Json]:
    """Return (references, options) out of what was filled in; raises HandoffRefused for what does not fit.

    Keys that the form does not have are ignored.
    """
    refs: Json = {}
    options: Json = {}
    for one in cast("Sequence[Mapping[str, Any]]", form.get("fields", ())):
        key = str(one["key"])
        value = values.get(key, one.get("default"))
        if value in (None, ""):
            continue
        option = plan.options.get(key)
        if option is not None:
            try:
                options[key] = option.check(key, value)
            except OptionRefused as error:
                raise HandoffRefused(Text.of("This does not fit: {why}", why=str(error)), code="bad_input") from None
            continue
        chosen = managed_id(key, value)
        allowed = [str(choice[0]) for choice in one.get("choices", ())]
        if allowed and one.get("kind") == "choice" and chosen not in allowed:
            raise HandoffRefused(Text.of("This is not one of the choices."), code="bad_input")
        refs[key] = chosen
    return refs, options
