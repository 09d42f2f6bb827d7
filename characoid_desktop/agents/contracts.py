"""What workers, tools and the supervisor promise each other. Describes and validates; executes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from characoid_desktop.agents.vocabulary import SPECIALIST_STATUSES, WORKERS, canonicalize_worker_name
from characoid_desktop.core.errors import Action, AppError
from characoid_desktop.core.i18n import Text

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool

Json = dict[str, Any]


@dataclass(frozen=True)
class ToolSpec:
    """One registered tool. The two flags are orthogonal and never guessed from the name.

    ``specialist`` is a canonical worker name, or ``"mcp"``; ``server`` names the MCP server a tool comes from.
    """

    name: str
    specialist: str
    tool: BaseTool
    requires_confirmation: bool = False
    mutates_data: bool = False
    server: str = ""


@dataclass(frozen=True)
class WorkerRetryPolicy:
    """How often one worker turn is tried on errors declared retryable; ``backoff_seconds`` between tries."""

    max_attempts: int = 1
    backoff_seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.max_attempts < 1:
            raise ValueError("max_attempts must be at least 1")
        if self.backoff_seconds < 0:
            raise ValueError("backoff_seconds must not be negative")

    def as_dict(self) -> Json:
        return {"max_attempts": self.max_attempts, "backoff_seconds": self.backoff_seconds}


@dataclass(frozen=True)
class WorkerManifest:
    """What a worker is. ``timeout_seconds`` is the run-time limit of one worker turn.

    ``capabilities`` names all its tools, ``mutating_operations`` those that change data,
    ``requires_confirmation`` those that ask first; ``tools`` is one description each.
    """

    name: str
    description: str
    input_schema: Mapping[str, Any]
    output_schema: Mapping[str, Any]
    capabilities: tuple[str, ...]
    mutating_operations: tuple[str, ...]
    requires_confirmation: tuple[str, ...]
    timeout_seconds: float
    retry_policy: WorkerRetryPolicy
    tools: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if self.timeout_seconds <= 0:
            raise ValueError("timeout_seconds must be above 0")

    @property
    def read_only(self) -> bool:
        return not self.mutating_operations

    def as_dict(self) -> Json:
        """Return plain JSON, as the API and ``manifests`` print it."""
        return {
            "name": self.name, "description": self.description, "input_schema": dict(self.input_schema),
            "output_schema": dict(self.output_schema), "capabilities": list(self.capabilities),
            "mutating_operations": list(self.mutating_operations),
            "requires_confirmation": list(self.requires_confirmation), "read_only": self.read_only,
            "timeout_seconds": self.timeout_seconds, "retry_policy": self.retry_policy.as_dict(),
            "tools": [dict(tool) for tool in self.tools],
        }


def _no_items() -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True)
class SpecialistResult:
    """What a worker hands back. All values are plain JSON.

    ``answer`` is the domain's conclusion, not the line the character says. Raises ValueError for a worker or
    a status outside the contract, TypeError for an ``error`` that did not pass :func:`resolve_error_fields`.
    """

    specialist: str
    status: str
    answer: str = ""
    evidence: Sequence[Json] = field(default_factory=_no_items)
    citations: Sequence[Json] = field(default_factory=_no_items)
    uncertainties: Sequence[str] = field(default_factory=_no_items)
    trace: Sequence[Json] = field(default_factory=_no_items)
    confidence: float | None = None
    pending_action: Json | None = None
    artifacts: Sequence[Json] = field(default_factory=_no_items)
    error: Json | None = None

    def __post_init__(self) -> None:
        name = canonicalize_worker_name(self.specialist)
        if name not in WORKERS:
            raise ValueError(f"unknown specialist {self.specialist!r}")
        object.__setattr__(self, "specialist", name)  # an old name is read, never written
        if self.status not in SPECIALIST_STATUSES:
            raise ValueError(f"unknown specialist status {self.status!r}")
        if self.error is not None and not isinstance(self.error, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError("error must be an object or None; see resolve_error_fields()")

    @property
    def worker(self) -> str:
        return self.specialist

    @property
    def requires_approval(self) -> bool:
        return self.status == "confirmation_required" or self.pending_action is not None

    def as_dict(self) -> Json:
        return {
            "worker": self.worker, "specialist": self.specialist, "status": self.status, "answer": self.answer,
            "evidence": list(self.evidence), "citations": list(self.citations),
            "uncertainties": list(self.uncertainties), "trace": list(self.trace),
            "confidence": self.confidence, "pending_action": self.pending_action,
            "artifacts": list(self.artifacts), "requires_approval": self.requires_approval, "error": self.error,
        }


def resolve_error_fields(error: BaseException | None) -> Json | None:
    """Return the public form of an error: ``{code, sentence, safe, action}`` or None.

    An expected error (AppError) keeps its words; anything else becomes one neutral sentence, so that no
    exception text, path or key gets out. ``sentence`` and ``safe`` are :meth:`Text.to_json` objects.
    """
    if error is None:
        return None
    if isinstance(error, AppError):
        return {"code": error.code, "sentence": error.sentence.to_json(),
                "safe": error.safe.to_json() if error.safe else None,
                "action": action_to_json(error.action)}
    return {"code": "fault", "sentence": Text.of("Something in the app went wrong here. The log says more.").to_json(),
            "safe": None, "action": None}


def public_error(code: str, sentence: Text, *, safe: Text | None = None) -> Json:
    """Return an error object for a failure that is no exception (a refused dispatch, an unknown status)."""
    return {"code": code, "sentence": sentence.to_json(), "safe": safe.to_json() if safe else None, "action": None}


def error_sentence(error: Mapping[str, Any] | None) -> str:
    """Return the words of a public error in the interface language ("" for None or for what is none)."""
    if not error:
        return ""
    try:
        return str(Text.from_json(error["sentence"]))
    except (KeyError, TypeError, AttributeError):
        return ""


def action_to_json(action: Action | None) -> Json | None:
    """Return a next-step button as plain JSON."""
    if action is None:
        return None
    return {"kind": action.kind.value, "label": action.label.to_json(), "args": dict(action.args)}
