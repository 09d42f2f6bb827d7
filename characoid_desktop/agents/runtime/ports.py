"""What the runtime needs from its neighbours, as small protocols. Free of langchain at run time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from characoid_desktop.agents.contracts import Json, ToolSpec, WorkerManifest
from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.turn import TurnIds
from characoid_desktop.features.personas.models import Persona

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


OFFLINE: Final = "offline"
"""The fingerprint of the offline brain: it is no model that can be told or asked anything else."""


class TurnModels(Protocol):
    """The chat models of one pass of a turn. ``fingerprint`` changes with key, address and model, and tells none."""

    @property
    def fingerprint(self) -> str: ...

    def model_for(self, worker: str) -> BaseChatModel:
        """Return the model of the supervisor or of a worker; raises AppError when there is none to be had."""
        ...


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What a model may need to know of a turn: the offline brain finds files by their names with it.

    ``conversation_id`` is "" in a try-out.
    """

    run_id: str
    conversation_id: str
    language: str
    attachments: Mapping[str, Any]
    emit: Callable[[AgentEvent], None]
    clock_s: Callable[[], float]


class Models(Protocol):
    """The models of the app; keys are fetched and clients made before the turn needs them."""

    async def for_turn(self, persona: Persona, facts: TurnFacts) -> TurnModels:
        """Return what answers in this turn; raises AppError for an address that is none."""
        ...


class Personas(Protocol):
    def get(self, id: str) -> Persona | None: ...


class Grants(Protocol):
    """Which persona may use what (``assignment.CapabilityPolicy``)."""

    def allows_tool(self, persona_id: str, spec: ToolSpec) -> bool: ...

    def allows_worker(self, persona_id: str, worker: str) -> bool: ...


class Registry(Protocol):
    """Which tools there are (``registry.ToolRegistry``)."""

    def tool_specs(self) -> tuple[ToolSpec, ...]: ...

    def tool_spec(self, name: str) -> ToolSpec | None: ...

    def tools_for_specialist(self, specialist: str) -> tuple[ToolSpec, ...]: ...

    def tool_registry_revision(self) -> int: ...

    def worker_manifest(self, name: str) -> WorkerManifest: ...


class Hints(Protocol):
    """Intent hints of the offline templates for what the user wrote."""

    async def hints(self, text: str, language: str) -> Sequence[Json]: ...


class Skills(Protocol):
    def for_persona(self, persona_id: str) -> Sequence[Json]:
        """Return ``{name, description, prompt_hint}`` of those a persona may load."""
        ...

    async def load(self, persona_id: str, name: str) -> Json:
        """Return one skill with its instructions; raises AppError."""
        ...


@dataclass(frozen=True, slots=True)
class ActiveLore:
    """What comes to the character's mind, before and after its description, in order."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    disabled: frozenset[str] = frozenset()
    """Parts of the card that are not told beside them: system_prompt, post_history_instructions."""


class Lore(Protocol):
    """What a character knows of its world, as far as a conversation brings it to mind."""

    async def for_turn(
        self, persona: Persona, said: Sequence[str], language: str, own: Sequence[int] = (),
    ) -> ActiveLore:
        """``said``: the messages of the branch, oldest first, the new one last; ``own``: the places of those that the
        character said. Never raises AppError: a turn goes on without its lore."""
        ...


class NoLore:
    async def for_turn(
        self, persona: Persona, said: Sequence[str], language: str, own: Sequence[int] = (),
    ) -> ActiveLore:
        return ActiveLore()


class NoHints:
    async def hints(self, text: str, language: str) -> Sequence[Json]:
        return ()


class NoSkills:
    def for_persona(self, persona_id: str) -> Sequence[Json]:
        return ()

    async def load(self, persona_id: str, name: str) -> Json:
        return {}


class Memories(Protocol):
    """What a model is told of earlier days before it answers."""

    async def for_turn(self, persona_id: str, said: str) -> Sequence[tuple[str, str]]:
        """Return id and line of each memory; raises AppError."""
        ...

    def used(self, ids: Sequence[str]) -> None:
        """Be told that these were given to a model."""
        ...


class NoMemories:
    async def for_turn(self, persona_id: str, said: str) -> Sequence[tuple[str, str]]:
        return ()

    def used(self, ids: Sequence[str]) -> None:
        del ids


Emit = Callable[[AgentEvent], None]
FormChoices = Callable[[TurnIds, str, str], Sequence[tuple[str, Json]]]
"""``(turn, worker, key)`` → what can be chosen: value and label (``Text.to_json``)."""
LoadSkill = Callable[[str], Awaitable[Mapping[str, Any]]]
