"""Which model answers in a turn: that of the character's server, or the offline brain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from characoid_desktop.agents.offline.brain import OfflineBrain
from characoid_desktop.agents.offline.files import KnownFiles
from characoid_desktop.agents.runtime.events import Retrying, Stalled
from characoid_desktop.agents.runtime.ports import TurnFacts
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.integrations.llm.directory import ModelDirectory

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from characoid_desktop.core.i18n import Text

OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class _Chosen:
    """One model for the supervisor and all workers."""

    fingerprint: str
    model: BaseChatModel

    def model_for(self, worker: str) -> BaseChatModel:
        del worker
        return self.model


class StudioModels:
    """``known_files(conversation id)`` finds files of before by their names, for the offline brain."""

    def __init__(self, directory: ModelDirectory, brain: OfflineBrain,
                 known_files: Callable[[str], KnownFiles]) -> None:
        self._directory = directory
        self._brain = brain
        self._known_files = known_files

    async def for_turn(self, persona: Persona, facts: TurnFacts) -> _Chosen:
        """Return what answers in this turn; raises BadAddress."""
        choice = await self._directory.resolve(persona.model, persona.base_url)
        if choice.offline:
            brain = self._brain.for_turn(facts.language, facts.attachments, self._known_files(facts.conversation_id))
            return _Chosen(OFFLINE, brain)

        def retrying(attempt: int, wait_s: float, why: Text) -> None:
            facts.emit(Retrying(run_id=facts.run_id, at_s=facts.clock_s(), attempt=attempt, wait_s=wait_s, why=why))

        def stalled(seconds: float) -> None:
            facts.emit(Stalled(run_id=facts.run_id, at_s=facts.clock_s(), seconds=seconds))

        return _Chosen(self._directory.fingerprint(choice), self._directory.model(choice, retrying, stalled))
