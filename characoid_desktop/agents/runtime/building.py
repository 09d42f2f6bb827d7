"""Makes the run-time context of one pass through the graph: who asks, which model, which tools, where events go."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.runtime.active import ActiveTurn
from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.forms import KnowsFile, knows_none
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.ports import (
    OFFLINE,
    ActiveLore,
    Emit,
    FormChoices,
    Hints,
    Lore,
    Memories,
    Models,
    NoHints,
    NoLore,
    NoMemories,
    NoSkills,
    Skills,
    TurnFacts,
)
from characoid_desktop.agents.runtime.turn import PersonaCard, ToolRunner, Turn, TurnIds
from characoid_desktop.agents.vocabulary import FILE_REFERENCE_KEYS
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import Message, MessageRole
from characoid_desktop.features.personas.models import Persona

MEMORY_LIMIT_S = 5.0
_log = logging.getLogger(__name__)
MakeRunner = Callable[
    [TurnIds, Emit, Callable[[], float], Mapping[str, Any], Callable[[], bool], Sequence[str]], ToolRunner]
"""``(ids, emit, clock_s, attachments, stopping, heard)``"""


def _no_choices(ids: TurnIds, worker: str, key: str) -> tuple[tuple[str, Json], ...]:
    return ()


@dataclass(frozen=True, slots=True)
class TurnExtras:
    """What a turn may be given beside models and tools. ``language()``: that of the window (zh_CN, ja, en)."""

    hints: Hints = field(default_factory=NoHints)
    skills: Skills = field(default_factory=NoSkills)
    language: Callable[[], str] = lambda: "en"
    form_choices: FormChoices = _no_choices
    web_fallback: Callable[[], bool] = lambda: False
    knows_file: KnowsFile = knows_none
    lore: Lore = field(default_factory=NoLore)
    memories: Memories = field(default_factory=NoMemories)
    context_tokens: Callable[[], int] = lambda: 0  # of the model that is set; 0: not known


class TurnBuilder:
    """Builds a :class:`Turn` from a run; what it holds is as of now, the ids are those of the session."""

    def __init__(self, models: Models, make_runner: MakeRunner, extras: TurnExtras) -> None:
        self._models = models
        self._make_runner = make_runner
        self._extras = extras

    def language(self) -> str:
        """The language of the window."""
        return self._extras.language()

    async def build(
        self, active: ActiveTurn, persona: Persona, path: Sequence[Message], attachments: Mapping[str, Any],
        earlier: str = "", heard: Sequence[str] = (),
    ) -> tuple[Turn, str]:
        """Return the turn and the fingerprint of its model; ``path`` are the messages of the branch, the user's new
        one last, ``earlier`` what came before them in short, ``heard`` the outside texts whose words may stand in
        either. Raises AppError.

        A model that reads such words may obey them, so that the turn counts as one that has read the texts. The offline
        brain cannot: its calls come from the user's new message by templates, and it reads nothing that was said
        before. There a question would only be in the way of the user's own order; so ``heard`` is nothing to it. (What
        is read within the turn counts for it too: the second step of forgetting follows from what a tool answered.)
        """
        run = active.run
        ids = TurnIds(run.id, run.persona_id, run.conversation_id, run.message_id, run.answer_id, language_of(run))
        facts = TurnFacts(run.id, run.conversation_id, ids.language, attachments, active.emit, active.clock_s)
        models, shown = await asyncio.gather(
            self._models.for_turn(persona, facts), self.shown(persona, ids, path, attachments, earlier))
        if shown.memories and models.fingerprint != OFFLINE:
            self._extras.memories.used([id for id, _ in shown.memories])
        heard = () if models.fingerprint == OFFLINE else tuple(heard)
        turn = replace(
            shown, model_for=models.model_for, emit=active.emit, clock_s=active.clock_s, heard=heard,
            tools=self._make_runner(ids, active.emit, active.clock_s, attachments, lambda: active.stop is not None,
                                    heard))
        return turn, models.fingerprint

    async def shown(
        self, persona: Persona, ids: TurnIds, path: Sequence[Message], attachments: Mapping[str, Any],
        earlier: str = "",
    ) -> Turn:
        """Return a turn that nobody takes: what the model would be told, without a model, and nothing is sent."""
        extras, said = self._extras, [one.text for one in path]
        own = [at for at, one in enumerate(path) if one.role is MessageRole.CHARACTER]
        hints, lore, memories = await asyncio.gather(
            extras.hints.hints(said[-1] if said else "", ids.language),
            extras.lore.for_turn(persona, said, ids.language, own),
            self._remembered(persona.id, said[-1] if said else ""))

        async def load_skill(name: str) -> Json:
            return await extras.skills.load(persona.id, name)

        def nothing(event: AgentEvent) -> None:
            del event

        return Turn(
            ids=ids, persona=card_of(persona, ids.language, lore), model_for=_no_model, emit=nothing,
            tools=self._make_runner(ids, nothing, float, attachments, lambda: True, ()), clock_s=float,
            skills=tuple(extras.skills.for_persona(persona.id)), load_skill=load_skill, hints=tuple(hints),
            attachments=attachments, form_choices=partial(_choices, extras.form_choices, ids, attachments),
            web_fallback=extras.web_fallback, memories=memories, earlier=earlier)

    async def _remembered(self, persona_id: str, text: str) -> tuple[tuple[str, str], ...]:
        """What is remembered; a store that fails or hangs is no reason not to answer."""
        try:
            async with asyncio.timeout(MEMORY_LIMIT_S):
                return tuple(await self._extras.memories.for_turn(persona_id, text))
        except (AppError, TimeoutError, sqlite3.Error) as error:
            _log.info("the character answers without its memories: %s", type(error).__name__)
        except Exception:
            _log.exception("the character answers without its memories")
        return ()


def _no_model(worker: str) -> Any:
    raise RuntimeError(f"no model for {worker}: this turn is only looked at")


def _choices(
    of_app: FormChoices, ids: TurnIds, attachments: Mapping[str, Any], worker: str, key: str,
) -> Sequence[tuple[str, Json]]:
    """What can be chosen: for a file those of the message first."""
    found = list(of_app(ids, worker, key))
    if key not in FILE_REFERENCE_KEYS:
        return found
    known = {value for value, _ in found}
    given = [(id, Text.literal(str(facts.get("name", id))).to_json()) for id, facts in attachments.items()]
    return [*(one for one in given if one[0] not in known), *found]


def language_of(run: Run) -> str:
    """The language that the turn began in."""
    return str(run.resume_state.get("language") or "en")


def card_of(persona: Persona, language: str = "en", lore: ActiveLore | None = None) -> PersonaCard:
    """Return the character as the prompt says it; macros of its card are filled in (``language``: of the turn)."""
    profile, facts, woken = persona.profile, persona.facts, lore or ActiveLore()

    def told(text: str) -> str:
        return persona.filled(text.replace("{{original}}", ""), language).strip()

    return PersonaCard(
        id=persona.id, name=persona.name, description=told(profile.description),
        personality=told(profile.personality), scenario=told(profile.scenario),
        example_dialogue=told(profile.example_dialogue), speaking_language=profile.language,
        system_prompt="" if "system_prompt" in woken.disabled else told(facts.system_prompt),
        last_words="" if "post_history_instructions" in woken.disabled else told(facts.post_history_instructions),
        lore_before=woken.before, lore_after=woken.after)
