"""A ledger with requests in it, a clock that is moved by hand, and a character that asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from characoid_desktop.agents.runtime.approval_models import Approval, ApprovalSummary
from characoid_desktop.agents.runtime.approvals import ApprovalLedger, Subject
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database
from characoid_desktop.features.personas.models import Persona, Profile
from tests.fakes.held_jobs import HandClock as Hands

START = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)


class HandClock(Hands):
    """Both hands go together; called, it is the monotonic clock."""

    def __init__(self) -> None:
        super().__init__()
        self.wall = START

    def __call__(self) -> float:
        return self.seconds

    def advance(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.seconds += seconds


def persona(persona_id: str = "mika", name: str = "ミカ") -> Persona:
    return Persona(1, persona_id, name, None, Profile(), {"color": "#E69AB4"}, START, START)


class People:
    """Looks characters up as PersonaService does."""

    def __init__(self, *people: Persona) -> None:
        self._people = {one.id: one for one in people or (persona(),)}

    def get(self, persona_id: str) -> Persona | None:
        return self._people.get(persona_id)


@dataclass
class Asking:
    """The real ledger on a real database, and short ways to ask."""

    database: Database
    clock: HandClock
    hours: float = 0.25
    ledger: ApprovalLedger = field(init=False)
    _calls: int = 0

    def __post_init__(self) -> None:
        self.ledger = ApprovalLedger(self.database, self.clock, lambda: self.hours)

    async def ask(
        self, title: str = "Save a memory", arguments: Mapping[str, Any] | None = None, *,
        worker: str = "memory_worker", tool: str = "save_persona_memory", run_id: str = "run",
        persona_id: str = "mika", **said: Any,
    ) -> Approval:
        self._calls += 1
        subject = Subject(run_id, f"call_{self._calls}", persona_id, "conversation", worker, tool, "1",
                          dict(arguments or {"text": "のど飴は柚子味"}))
        return await self.ledger.request(subject, ApprovalSummary(Text.literal(title), **said))
