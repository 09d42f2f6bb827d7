"""Runs, hand-offs and the public result of a worker, validated at the boundary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from characoid_desktop.agents.vocabulary import RunState


def _no_data() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Run:
    """One turn. ``kind``: message, edit, regenerate. ``resume_state`` is what going on needs (plain JSON:
    normalised attachment ids, the dispatch request, what it waits for)."""

    seq: int
    id: str
    persona_id: str
    conversation_id: str
    message_id: str
    answer_id: str
    kind: str
    state: RunState
    stage: str
    started_at: datetime
    updated_at: datetime
    finished_at: datetime | None = None
    resume_state: Mapping[str, Any] = field(default_factory=_no_data)
    error: Mapping[str, Any] | None = None
    usage: Mapping[str, Any] = field(default_factory=_no_data)


@dataclass(frozen=True, slots=True)
class FormField:
    """One question of a form. ``kind``: file, choice, number, text. ``choices`` are (value, label) pairs."""

    key: str  # goes to input_refs (reference keys) or options
    label: Mapping[str, Any]  # Text.to_json()
    kind: str
    choices: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    default: Any = None
    required: bool = True

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "label": dict(self.label), "kind": self.kind,
                "choices": [[value, dict(label)] for value, label in self.choices],
                "minimum": self.minimum, "maximum": self.maximum, "default": self.default,
                "required": self.required}


@dataclass(frozen=True, slots=True)
class InputForm:
    """What is missing, for ``waiting_input``. ``sentence`` asks for it in the character's app, neutrally."""

    worker: str
    task_type: str
    sentence: Mapping[str, Any]  # Text.to_json()
    fields: tuple[FormField, ...]

    def to_json(self) -> dict[str, Any]:
        return {"worker": self.worker, "task_type": self.task_type, "sentence": dict(self.sentence),
                "fields": [one.to_json() for one in self.fields]}
