"""The boundary of a worker: what is handed to it and what comes back, checked by closed models.

Nothing of a failed check gets out but one neutral sentence.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from characoid_desktop.agents.contracts import Json, SpecialistResult, public_error
from characoid_desktop.agents.runtime.keys import forbidden_keys
from characoid_desktop.agents.vocabulary import (
    PUBLIC_WORKER_STATUSES,
    RVC_STATUS_MAP,
    SPECIALIST_STATUSES,
    TASK_TYPES,
    WORKERS,
    canonicalize_worker_name,
)
from characoid_desktop.core.i18n import Text

MAX_ITEMS: Final = 50
MAX_ANSWER: Final = 20_000  # characters
MAX_BYTES: Final = 128 * 1024
_log = logging.getLogger(__name__)

_SPECIALIST_STATUS: Final[Mapping[str, str]] = {
    "queued": "accepted", "running": "accepted", "waiting_input": "accepted", "error": "failed", "denied": "failed",
    **{status: status for status in SPECIALIST_STATUSES},
}

Objects = Annotated[list[dict[str, Any]], Field(max_length=MAX_ITEMS)]


class StructuredHandoff(BaseModel):
    """What a worker is given. References are managed ids; there is no place for a path or an approval."""

    model_config = ConfigDict(extra="forbid", strict=True)

    worker: str
    task_type: str
    input_refs: dict[str, str | list[str]] = Field(default_factory=dict)
    options: dict[str, Any] = Field(default_factory=dict)
    conversation_context: Annotated[str, Field(max_length=4000)] = ""
    call_id: Annotated[str, Field(max_length=200)] = ""

    @field_validator("worker")
    @classmethod
    def _known_worker(cls, value: str) -> str:
        if value not in WORKERS:
            raise ValueError("unknown worker")
        return value


class AgentResult(BaseModel):
    """The public result of a worker, with all fields of the output schema.

    ``answer`` is for models; ``answer_text`` the same as a stored Text, where a tool gave one, for people.
    """

    model_config = ConfigDict(extra="forbid")

    worker: str
    specialist: str
    status: str
    answer: Annotated[str, Field(max_length=MAX_ANSWER)]
    evidence: Objects
    citations: Objects
    uncertainties: Annotated[list[str], Field(max_length=MAX_ITEMS)]
    trace: Objects
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] | None
    pending_action: dict[str, Any] | None
    artifacts: Objects
    requires_approval: bool
    error: dict[str, Any] | None
    public_error: str = ""
    answer_text: dict[str, Any] | None = None

    @field_validator("status")
    @classmethod
    def _known_status(cls, value: str) -> str:
        if value not in PUBLIC_WORKER_STATUSES:
            raise ValueError("unknown status")
        return value


def validate_structured_handoff(data: Mapping[str, Any]) -> StructuredHandoff:
    """Return the hand-off; raises ValueError for one that is outside the contract."""
    if forbidden_keys({key: data.get(key) for key in ("input_refs", "options")}):
        raise ValueError("forbidden key")
    handoff = StructuredHandoff.model_validate(dict(data))
    if handoff.task_type not in TASK_TYPES[handoff.worker]:
        raise ValueError("unknown task type")
    return handoff


def public_status(worker: str, status: str) -> str:
    """Return the public word for a status a tool reported; the old words of the RVC tools are mapped."""
    return RVC_STATUS_MAP.get(status, status) if worker == "rvc_worker" else status


def validate_public_worker_result(worker: str, request: Mapping[str, Any], raw: Mapping[str, Any]) -> Json:
    """Return the public result of ``worker`` for ``request``, or a public error when anything is outside the contract.

    ``raw`` is what its tools reported: ``status`` and any of the fields of SpecialistResult.
    """
    try:
        validate_structured_handoff({**request, "worker": canonicalize_worker_name(str(request.get("worker", "")))})
        named = raw.get("worker") or raw.get("specialist") or worker
        if canonicalize_worker_name(str(named)) != worker:
            raise ValueError("the result belongs to another worker")
        status = public_status(worker, str(raw.get("status", "")))
        if status not in PUBLIC_WORKER_STATUSES:
            raise ValueError("unknown status")
        return _checked(worker, status, raw)
    except (ValueError, TypeError, ValidationError, RecursionError) as error:
        _log.info("a result of %s is outside the contract: %s", worker, type(error).__name__)
        return failed_result(worker, "error", public_error(
            "invalid_result", Text.of("The answer of this step was not in order and was not used.")))


def failed_result(worker: str, status: str, error: Json | None, *, contract_text: str = "") -> Json:
    """Return the public result of a step that did not work; ``contract_text`` is the wording of the contract."""
    return _dump(status, SpecialistResult(worker, _SPECIALIST_STATUS[status], error=error), contract_text)


def _checked(worker: str, status: str, raw: Mapping[str, Any]) -> Json:
    confidence = raw.get("confidence")
    pending = raw.get("pending_action")
    result = SpecialistResult(
        worker, _SPECIALIST_STATUS[status], answer=_words(raw.get("answer"), MAX_ANSWER),
        evidence=_objects(raw, "evidence"), citations=_objects(raw, "citations"),
        uncertainties=[_words(one, 1000) for one in _items(raw, "uncertainties")], trace=_objects(raw, "trace"),
        confidence=float(confidence) if isinstance(confidence, (int, float)) else None,
        pending_action=cast("Json", pending) if isinstance(pending, dict) else None,
        artifacts=_objects(raw, "artifacts"), error=_error(raw.get("error"), status))
    text = raw.get("answer_text")
    return _dump(status, result, str(raw.get("public_error", ""))[:500],
                 cast("Json", text) if isinstance(text, dict) and _is_text(cast("Json", text)) else None)


def _is_text(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("source"), str) and isinstance(value.get("params", {}), Mapping)


def _dump(status: str, result: SpecialistResult, contract_text: str, text: Json | None = None) -> Json:
    """Return the validated JSON; raises ValueError for what is no JSON or too much of it."""
    data = {**result.as_dict(), "status": status, "public_error": contract_text, "answer_text": text}
    out = AgentResult.model_validate(data).model_dump(mode="json")
    if len(json.dumps(out, allow_nan=False)) > MAX_BYTES:
        raise ValueError("the result is too large")
    return out


def _items(raw: Mapping[str, Any], key: str) -> Sequence[Any]:
    value = raw.get(key)
    return cast("Sequence[Any]", value)[:MAX_ITEMS] if isinstance(value, (list, tuple)) else ()


def _objects(raw: Mapping[str, Any], key: str) -> list[Json]:
    return [cast("Json", one) for one in _items(raw, key) if isinstance(one, dict)]


def _words(value: object, limit: int) -> str:
    return value[:limit] if isinstance(value, str) else ""


def _error(value: object, status: str) -> Json | None:
    """Return an error that has the public form; anything else that reports a failure becomes one sentence."""
    if isinstance(value, Mapping):
        error = cast("Mapping[str, Any]", value)
        sentence = error.get("sentence")
        if isinstance(sentence, Mapping) and _is_text(cast("Json", sentence)):
            return {key: error.get(key) for key in ("code", "sentence", "safe", "action")}
    if value is None and status not in ("failed", "error"):
        return None
    return public_error("failed", Text.of("This step did not work."))
