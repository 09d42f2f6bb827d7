"""What was done, with which arguments, by whose permission, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from characoid_desktop.core.i18n import Text

MAX_ARGUMENTS_CHARS = 64 * 1024  # as JSON; longer values are cut
MAX_HISTORY = 500  # rows a call


class Permission(StrEnum):
    """By whose word a call was made or not."""

    NOT_NEEDED = "not_needed"
    APPROVED = "approved"
    DENIED = "denied"
    NOT_GRANTED = "not_granted"
    EXPIRED = "expired"

    @property
    def label(self) -> Text:
        return _PERMISSIONS[self]


class AuditOutcome(StrEnum):
    """How a call ended. UNKNOWN: the app died in the middle of it."""

    OK = "ok"
    FAILED = "failed"
    REFUSED = "refused"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"

    @property
    def label(self) -> Text:
        return _OUTCOMES[self]

    @property
    def kind(self) -> ActivityKind:
        return _KINDS[self]


class ActivityKind(StrEnum):
    """The filters of the history; each entry is of one kind."""

    DONE = "done"
    FAILED = "failed"  # also those that ran out of time or were cut off by a crash
    REFUSED = "refused"  # denied, expired, not granted
    CANCELLED = "cancelled"


_PERMISSIONS = {
    Permission.NOT_NEEDED: Text.of("No confirmation needed"), Permission.APPROVED: Text.of("Approved by you"),
    Permission.DENIED: Text.of("Denied by you"), Permission.NOT_GRANTED: Text.of("Not allowed for this character"),
    Permission.EXPIRED: Text.of("Not answered in time"),
}
_OUTCOMES = {
    AuditOutcome.OK: Text.of("Done"), AuditOutcome.FAILED: Text.of("Failed"),
    AuditOutcome.REFUSED: Text.of("Not done"), AuditOutcome.TIMEOUT: Text.of("Took too long"),
    AuditOutcome.CANCELLED: Text.of("Cancelled"), AuditOutcome.UNKNOWN: Text.of("Cut off"),
}
_KINDS = {
    AuditOutcome.OK: ActivityKind.DONE, AuditOutcome.FAILED: ActivityKind.FAILED,
    AuditOutcome.TIMEOUT: ActivityKind.FAILED, AuditOutcome.UNKNOWN: ActivityKind.FAILED,
    AuditOutcome.REFUSED: ActivityKind.REFUSED, AuditOutcome.CANCELLED: ActivityKind.CANCELLED,
}


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One call of a tool. ``id`` and ``seq`` are given when it is recorded, where they are empty.

    ``arguments`` are stored masked. ``detail`` may hold title (Text JSON, what was done in plain words), error
    (public error), summary (Text JSON). ``server``: the MCP server, "" for built-in tools.
    """

    run_id: str
    persona_id: str
    conversation_id: str
    worker: str
    tool: str
    arguments: Mapping[str, Any]
    permission: Permission
    outcome: AuditOutcome
    started_at: datetime
    duration_ms: int | None = None
    digest: str = ""
    approval_id: str | None = None
    server: str = ""
    detail: Mapping[str, Any] = field(default_factory=_nothing)
    id: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class ActivityEntry:
    """One line of the history: an audit row with the names a person knows. "" where a thing is gone.

    ``run_state`` and ``run_kind`` are the words of the run it belongs to ("" when there is none any more).
    """

    audit: AuditEntry
    kind: ActivityKind
    title: Text
    persona_name: str
    conversation_title: str
    run_kind: str
    run_state: str

    @property
    def seq(self) -> int:
        return self.audit.seq

    @property
    def id(self) -> str:
        return self.audit.id

    @property
    def error(self) -> Mapping[str, Any] | None:
        """The public error of a call that failed."""
        found = self.audit.detail.get("error")
        return found if isinstance(found, dict) else None  # pyright: ignore[reportUnknownVariableType]


@dataclass(frozen=True, slots=True)
class RunEntry:
    """One turn as the history shows it. ``state`` and ``kind`` are the words of the table; ``calls``: tools called.

    ``question`` is the beginning of what the user said.
    """

    seq: int
    id: str
    persona_id: str
    persona_name: str
    conversation_id: str
    conversation_title: str
    message_id: str
    answer_id: str
    kind: str
    state: str
    stage: str
    question: str
    error: Mapping[str, Any] | None
    usage: Mapping[str, Any]
    calls: int
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class DiagnosticFacts:
    """What only the whole app knows. ``logs`` is a folder; ``settings`` plain JSON; ``versions`` by name."""

    logs: Path | None = None
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    settings: Mapping[str, Any] = field(default_factory=_nothing)
