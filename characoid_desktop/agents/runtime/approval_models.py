"""What an approval is: bound to exact arguments, a persona, a run and a call; answered once; used once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, cast

from characoid_desktop.core.i18n import Text


class ApprovalState(StrEnum):
    """``void``: its turn ended without it. ``used``: the call it allowed was made."""

    PENDING = "pending"
    APPROVED = "approved"
    DENIED = "denied"
    EXPIRED = "expired"
    VOID = "void"
    USED = "used"

    @property
    def is_open(self) -> bool:
        return self is ApprovalState.PENDING


def canonical(arguments: Mapping[str, Any]) -> str:
    """Return the one JSON text of ``arguments`` (sorted keys, no spaces, ASCII); raises ValueError, TypeError."""
    return json.dumps(dict(arguments), sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest_of(*, persona_id: str, conversation_id: str, worker: str, tool: str, tool_version: str,
              arguments: Mapping[str, Any]) -> str:
    """Return the SHA-256 (hex) that binds an approval to all that it was shown for.

    ``tool_version`` stands for the tool's definition (its schema and description): an approval given to one version
    of a tool allows nothing of another.
    """
    parts = [persona_id, conversation_id, worker, tool, tool_version, canonical(arguments)]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()


def _no_texts() -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Change:
    """One row of before → after."""

    label: Text
    before: Text
    after: Text


@dataclass(frozen=True, slots=True)
class ApprovalSummary:
    """What the dialog says in plain words. All optional but ``title``.

    ``sources`` names what the turn has read from outside (a page, a document), when that is why it asks.
    """

    title: Text
    target: Text | None = None
    duration: Text | None = None
    cost: Text | None = None
    effect: Text | None = None  # what changes, and what stays
    changes: Sequence[Change] = field(default_factory=_no_texts)
    sources: Sequence[str] = field(default_factory=_no_texts)
    server: str = ""

    def to_json(self) -> dict[str, Any]:
        def words(text: Text | None) -> Any:
            return text.to_json() if text is not None else None

        return {
            "title": self.title.to_json(), "target": words(self.target), "duration": words(self.duration),
            "cost": words(self.cost), "effect": words(self.effect),
            "changes": [[c.label.to_json(), c.before.to_json(), c.after.to_json()] for c in self.changes],
            "sources": list(self.sources), "server": self.server,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ApprovalSummary:
        """Rebuild a stored summary; raises KeyError for what is none."""

        def words(key: str) -> Text | None:
            value = data.get(key)
            return Text.from_json(cast("Mapping[str, Any]", value)) if isinstance(value, Mapping) else None

        changes = [Change(Text.from_json(a), Text.from_json(b), Text.from_json(c))
                   for a, b, c in data.get("changes", ())]
        return cls(Text.from_json(data["title"]), words("target"), words("duration"), words("cost"),
                   words("effect"), tuple(changes), tuple(str(s) for s in data.get("sources", ())),
                   str(data.get("server", "")))


@dataclass(frozen=True, slots=True)
class Approval:
    """One row of the ledger. ``nonce`` is that of the last showing; an answer must bring it."""

    seq: int
    id: str
    run_id: str
    tool_call_id: str
    persona_id: str
    conversation_id: str
    worker: str
    tool: str
    arguments: Mapping[str, Any]
    digest: str
    nonce: str | None
    summary: ApprovalSummary
    state: ApprovalState
    reason: str
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None = None
