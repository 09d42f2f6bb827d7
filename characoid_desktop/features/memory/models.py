"""What a character remembers of its user, and what all of them know of the workplace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

MAX_TEXT_CHARS = 4000
MAX_READ = 50
MAX_SOURCE_CHARS = 8000  # as JSON


class MemoryScope(StrEnum):
    PERSONA = "persona"  # one character's own
    WORKSPACE = "workspace"  # shared by all


@dataclass(frozen=True, slots=True)
class Memory:
    """``persona_id`` is None for WORKSPACE. ``source`` says where it came from (conversation_id, run_id …).

    Order is ``seq``; dates are for people. ``used_at``: when it was last given to a model.
    """

    seq: int
    id: str
    scope: MemoryScope
    persona_id: str | None
    kind: str
    text: str
    source: Mapping[str, Any]
    pinned: bool
    created_at: datetime
    updated_at: datetime
    used_at: datetime | None = None
