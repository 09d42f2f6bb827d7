"""The one typed event stream of a turn: the chat, the timeline, ``ask --json``, the API and the log read the same.

Every event is frozen plain data. ``to_json`` gives ``{"type", "run_id", …}``; only events with ``stored = True``
are kept (table ``run_events``), tokens are kept as the text of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from characoid_desktop.core.i18n import Text


def _no_data() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEvent:
    """``at_s``: seconds since the turn began (monotonic)."""

    type: ClassVar[str] = ""
    stored: ClassVar[bool] = True

    run_id: str
    at_s: float = 0.0

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"type": self.type}
        for one in fields(self):
            value = getattr(self, one.name)
            out[one.name] = value.to_json() if isinstance(value, Text) else (
                list(value) if isinstance(value, tuple) else value)  # pyright: ignore[reportUnknownArgumentType]
        return out


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted(AgentEvent):
    """The user's message is on the disk; the answer row exists. ``resumed``: it goes on after waiting."""

    type: ClassVar[str] = "run_started"
    persona_id: str
    conversation_id: str
    message_id: str
    answer_id: str
    resumed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage(AgentEvent):
    """A step of the timeline. ``worker`` is canonical, or "persona_supervisor"."""

    type: ClassVar[str] = "stage"
    node: str
    worker: str
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(AgentEvent):
    """A piece of the character's words."""

    type: ClassVar[str] = "token"
    stored: ClassVar[bool] = False
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoning(AgentEvent):
    """A piece of the model's thinking: folded in the chat, never spoken, never sent again."""

    type: ClassVar[str] = "reasoning"
    stored: ClassVar[bool] = False
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReset(AgentEvent):
    """What was streamed of the answer so far is withdrawn: that model step begins anew."""

    type: ClassVar[str] = "answer_reset"
    stored: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted(AgentEvent):
    type: ClassVar[str] = "tool_started"
    call_id: str
    worker: str
    tool: str
    title: Text  # plain words: what is being done
    arguments: Mapping[str, Any] = field(default_factory=_no_data)  # secrets masked


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEnded(AgentEvent):
    """``outcome`` as in the audit: ok, failed, refused, timeout, cancelled, unknown. ``error`` is a public error,
    ``outside`` names the outside text that was read ("" for none)."""

    type: ClassVar[str] = "tool_ended"
    call_id: str
    worker: str
    tool: str
    outcome: str
    seconds: float
    summary: Text | None = None
    error: Mapping[str, Any] | None = None
    outside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalNeeded(AgentEvent):
    """The turn waits for a person. The ids lead to the ledger, which holds what to show."""

    type: ClassVar[str] = "approval_needed"
    approval_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalDecided(AgentEvent):
    type: ClassVar[str] = "approval_decided"
    approval_id: str
    state: str  # approved, denied, expired, void


@dataclass(frozen=True, slots=True, kw_only=True)
class InputNeeded(AgentEvent):
    """The turn waits for missing input. ``form`` is plain JSON; see ``runtime.models.InputForm``."""

    type: ClassVar[str] = "input_needed"
    worker: str
    form: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact(AgentEvent):
    """Something was made: ``{kind, attachment_id | asset_id, name, …}``."""

    type: ClassVar[str] = "artifact"
    artifact: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources(AgentEvent):
    """What a worker's answer rests on: passages ``{kind, passage_id, document_id, title, …}``, rows, web pages."""

    type: ClassVar[str] = "sources"
    stored: ClassVar[bool] = False  # they are kept with the answer
    citations: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(AgentEvent):
    """The turn ended at the wait boundary: the chat shows this worker result as a card built by code."""

    type: ClassVar[str] = "card"
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage(AgentEvent):
    """Tokens of one model call, and its price where the user declared one (currency units, None: unknown)."""

    type: ClassVar[str] = "usage"
    worker: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    cost: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrying(AgentEvent):
    """The model could not be reached; the next try is in ``wait_s`` seconds."""

    type: ClassVar[str] = "retrying"
    stored: ClassVar[bool] = False
    attempt: int
    wait_s: float
    why: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Stalled(AgentEvent):
    """Nothing came from the model for ``seconds``; 0 when it goes on again."""

    type: ClassVar[str] = "stalled"
    stored: ClassVar[bool] = False
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnded(AgentEvent):
    """The state the turn is in now: over, or waiting for the user. ``error`` is a public error."""

    type: ClassVar[str] = "run_ended"
    state: str
    error: Mapping[str, Any] | None = None
