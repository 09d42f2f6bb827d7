"""What the chat needs of the app, given to its model by constructor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.agents.runtime.late import AgentLoop
from characoid_desktop.audio.playback import PcmSource
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.memory.models import Proposal
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.jobs.models import JobError, JobState
from characoid_desktop.ui.widgets.themed import Words

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap


class Personas(Protocol):
    """What is used of the ``PersonaService``."""

    changed: Event[Persona]
    current_changed: Event[Persona]

    @property
    def current(self) -> Persona: ...

    def get(self, id: str) -> Persona | None: ...


class Approvals(Protocol):
    """What is used of the ``ApprovalLedger``."""

    changed: Event[Approval]

    @property
    def pending(self) -> tuple[Approval, ...]: ...


@dataclass(frozen=True, slots=True)
class Brain:
    """What answers. ``label`` names the model; ``is_offline``: only the built-in templates answer."""

    label: Words = ""
    is_offline: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished piece of work made. ``duration_s`` is 0 for what is no sound."""

    name: str
    facts: Text
    path: Path
    duration_s: float = 0.0


@dataclass(frozen=True, slots=True)
class WorkFacts:
    """How a job is doing. ``stage``, ``fraction`` and ``remaining_s`` are there while it runs."""

    state: JobState
    name: str
    stage: Text | None = None
    fraction: float | None = None
    remaining_s: float | None = None
    error: JobError | None = None
    result: Result | None = None
    has_original: bool = False


class Proposals(Protocol):
    """What is used of ``MemoryProposals``. ``changed`` carries the id of an answer."""

    changed: Event[str]

    async def of_answers(self, persona_id: str, answer_ids: Sequence[str]) -> dict[str, list[Proposal]]: ...

    async def accept(self, id: str, persona_id: str, text: str | None = None) -> object: ...

    async def dismiss(self, id: str, persona_id: str) -> None: ...


class Work(Protocol):
    """Long work that a turn started. ``changed`` carries the id of a job that differs, or whose waveform is there."""

    changed: Event[str]

    def look(self, job_id: str) -> WorkFacts | None:
        """Return how a job is doing; None when nothing is known of it any more."""
        ...

    def picture(self, job_id: str, *, original: bool) -> bytes | None:
        """Return the waveform when it is there; asks for it otherwise."""
        ...

    def sound(self, job_id: str, *, original: bool) -> tuple[PcmSource, float] | None:
        """Return what the player reads and the gain (dB) that makes both versions equally loud."""
        ...

    async def cancel(self, job_id: str) -> None: ...

    async def retry(self, job_id: str) -> None: ...

    async def save_as(self, job_id: str, target: Path) -> Path: ...


History = Callable[[str], Awaitable[Sequence[Mapping[str, Any]]]]
"""Gives the kept timeline of a run, as ``AgentEvent.to_json`` wrote it."""


@dataclass(frozen=True, slots=True)
class ChatServices:
    """The parts of the app behind the chat. ``pasted`` is a folder for pictures that were pasted."""

    loop: AgentLoop
    conversations: ConversationService
    personas: Personas
    attachments: AttachmentService
    approvals: Approvals
    work: Work
    history: History
    clock: Clock
    pasted: Path
    brain: Callable[[], Brain]
    show_reasoning: Callable[[], bool] = lambda: True
    language: Callable[[], str] = lambda: "en"  # of the window: zh_CN, ja or en
    face: Callable[[Persona], QPixmap | None] = lambda _: None  # where it was read; refresh() when another one was
    proposals: Proposals | None = None  # what to remember, asked under an answer
