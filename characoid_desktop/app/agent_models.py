"""Which model answers in a turn: that of the character's server, or the offline brain."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.offline.brain import OfflineBrain
from characoid_desktop.agents.offline.intents import intent_hints
from characoid_desktop.agents.runtime.events import Retrying, Stalled
from characoid_desktop.agents.runtime.ports import OFFLINE, TurnFacts
from characoid_desktop.agents.tools.rvc import session_name
from characoid_desktop.agents.vocabulary import SUPERVISOR
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.integrations.llm.directory import ModelDirectory

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from characoid_desktop.core.i18n import Text

MAX_FILES = 1000


@dataclass(frozen=True, slots=True)
class _Model:
    """One model for the supervisor and all workers."""

    fingerprint: str
    model: BaseChatModel

    def model_for(self, worker: str) -> BaseChatModel:
        del worker
        return self.model


@dataclass(frozen=True, slots=True)
class _Offline:
    """The offline brain of one turn; a worker's own loop gets one that says that it needs a model."""

    brain: OfflineBrain
    fingerprint: str = OFFLINE

    def model_for(self, worker: str) -> BaseChatModel:
        return self.brain if worker == SUPERVISOR else self.brain.model_copy(update={"role": worker})


class StudioModels:
    """The models of the settings and of the characters; without any server the offline brain."""

    def __init__(self, directory: ModelDirectory, rvc: RvcSessionService, able: Callable[[], frozenset[str]]) -> None:
        self._directory = directory
        self._rvc = rvc
        self._able = able  # intents of the offline brain that work in this app

    async def for_turn(self, persona: Persona, facts: TurnFacts) -> _Model | _Offline:
        """Return what answers in this turn; raises BadAddress."""
        choice = await self._directory.resolve(persona.model, persona.base_url)
        if choice.offline:
            return _Offline(OfflineBrain.for_turn(
                facts.language, facts.attachments, self._known_files, persona_name=persona.name,
                recent=self._recent(persona.id, facts.conversation_id), able=self._able(),
                voices=library_names(self._rvc), tried=not facts.conversation_id))

        def retrying(attempt: int, wait_s: float, why: Text) -> None:
            facts.emit(Retrying(run_id=facts.run_id, at_s=facts.clock_s(), attempt=attempt, wait_s=wait_s, why=why))

        def stalled(seconds: float) -> None:
            facts.emit(Stalled(run_id=facts.run_id, at_s=facts.clock_s(), seconds=seconds))

        return _Model(self._directory.fingerprint(choice), self._directory.model(choice, retrying, stalled))

    def _known_files(self, said: str) -> Sequence[tuple[str, str]]:
        del said  # the brain compares names; the newest of the list come first
        return [(item.attachment_id, item.name) for item in reversed(self._rvc.items)][:MAX_FILES]

    def _recent(self, persona_id: str, conversation_id: str) -> Mapping[str, str]:
        """The session and the last conversion of this conversation."""
        session_id = self._rvc.session_id(session_name(persona_id, conversation_id))
        if session_id is None:
            return {}
        jobs = [item.job_id for item in self._rvc.items_of(session_id) if item.job_id is not None]
        return {"session_id": session_id, **({"task_id": jobs[-1]} if jobs else {})}


def library_names(rvc: RvcSessionService) -> list[tuple[str, str]]:
    """Return name and id of the library's voices."""
    return [(voice.name, voice.id) for voice in rvc.library.voices()]


class TemplateHints:
    """What the sentence templates make of a message, as hints for a model."""

    def __init__(self, rvc: RvcSessionService) -> None:
        self._rvc = rvc

    async def hints(self, text: str, language: str) -> Sequence[Json]:
        return await asyncio.to_thread(intent_hints, text, language, library_names(self._rvc))
