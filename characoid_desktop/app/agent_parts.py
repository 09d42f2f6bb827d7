"""The heavy half of the composition root: registry, policy, models, checkpoints, service and loop."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from characoid_desktop.agents.assignment import CapabilityPolicy
from characoid_desktop.agents.cancellation import CancellationHooks
from characoid_desktop.agents.confirmation_policy import ConfirmationPolicy
from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.graph.knowledge import WEB
from characoid_desktop.agents.offline.abilities import able_intents
from characoid_desktop.agents.policy import Policy
from characoid_desktop.agents.registry import ToolRegistry
from characoid_desktop.agents.runtime.afterwards import Afterwards
from characoid_desktop.agents.runtime.asides import Asides
from characoid_desktop.agents.runtime.building import TurnExtras
from characoid_desktop.agents.runtime.checkpoints import CheckpointStore
from characoid_desktop.agents.runtime.compacting import Compacting
from characoid_desktop.agents.runtime.loop import NativeAgentLoop
from characoid_desktop.agents.runtime.proposing import Proposing
from characoid_desktop.agents.runtime.remembering import TurnMemories
from characoid_desktop.agents.runtime.turn import TurnIds
from characoid_desktop.agents.service import PersonaAgentService
from characoid_desktop.agents.skills import SkillStore, built_in_names
from characoid_desktop.agents.tools.catalog import built_in_specs
from characoid_desktop.agents.tools.rvc import session_name
from characoid_desktop.agents.tools.rvc_facts import library_id
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.app.agent_models import StudioModels, TemplateHints
from characoid_desktop.app.agent_side import AgentServices
from characoid_desktop.app.chat_results import ChatResults
from characoid_desktop.app.conversion_costs import ConversionCosts
from characoid_desktop.app.persona_parts import LoreInTurns
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.data.objects import from_text
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.rvc.presets import PRESETS
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.settings.sections.web import WebSection

MAX_CHOICES = 50
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AgentParts:
    """Made by :meth:`open`, ended by :meth:`aclose`."""

    registry: ToolRegistry
    grants: CapabilityPolicy
    skills: SkillStore
    checkpoints: CheckpointStore
    service: PersonaAgentService
    loop: NativeAgentLoop
    results: ChatResults
    afterwards: Afterwards
    noting: TaskScope
    put_away: PutAwayTurns

    @classmethod
    async def open(cls, given: AgentServices) -> AgentParts:
        """Make all parts; raises RuntimeUnsafe (libraries), DataError."""
        registry = ToolRegistry(built_in_specs(given.tools))
        grants = CapabilityPolicy(given.database, built_in_skills=built_in_names)
        await grants.start()
        skills = SkillStore(given.skills, registry, grants)
        await skills.start()
        checkpoints = await CheckpointStore.open(given.checkpoints)
        section = given.tools.settings
        policy = Policy(
            database=given.database, registry=registry, grants=grants, ledger=given.ledger, audit=given.audit,
            clock=given.clock,
            confirmation=ConfirmationPolicy(
                lambda: section.get(AssistantSection).ask_before_converting,
                ConversionCosts(given.tools.rvc, given.tools.attachments, section)),
            asks_first=lambda _, spec: spec.name == WEB and section.get(WebSection).ask_first)
        hooks = CancellationHooks()
        hooks.register("rvc_worker", StopConversions(given.database, given.tools))
        noting = TaskScope("memories used")
        models = StudioModels(given.models, given.tools.rvc, lambda: able_intents(registry.tool_specs()))
        memories = TurnMemories(given.tools.memory, ReadsMemories(registry, grants), noting)
        service = PersonaAgentService(
            database=given.database, conversations=given.tools.conversations, personas=given.tools.personas,
            ledger=given.ledger, policy=policy,
            models=models, checkpoints=checkpoints, clock=given.clock, hooks=hooks,
            extras=TurnExtras(
                hints=TemplateHints(given.tools.rvc), skills=skills, language=given.language,
                form_choices=FormChoices(given.tools.rvc),
                web_fallback=lambda: section.get(AssistantSection).enable_web_fallback,
                knows_file=KnowsFile(given.tools.attachments), lore=LoreInTurns(given.lore),
                memories=memories, context_tokens=lambda: section.get(ModelsSection).context_tokens))
        given.tools.personas.companions.append(grants)
        results = ChatResults(given.database, given.tools)
        results.start()
        asides = Asides(models, given.clock.monotonic)
        afterwards = Afterwards(
            service.runs_changed, given.tools.conversations, given.tools.personas, asides,
            Compacting(given.tools.conversations, lambda: section.get(ModelsSection).context_tokens),
            Proposing(given.tools.memory, given.proposals, asides),
            wants_proposals=lambda: section.get(AssistantSection).propose_memories)
        return cls(registry, grants, skills, checkpoints, service, NativeAgentLoop(service, given.ledger), results,
                   afterwards, noting, PutAwayTurns(given.tools.personas, service))

    async def aclose(self) -> None:
        """End the turns, then close the file that they wait in."""
        await self.put_away.aclose()
        await self.loop.aclose()
        await self.afterwards.aclose()
        await self.noting.aclose()
        await self.results.aclose()
        await self.checkpoints.aclose()


class PutAwayTurns:
    """A character that was put away asks nothing any more: its turns end, and what waits for an answer is taken back.
    """

    def __init__(self, personas: PersonaService, service: PersonaAgentService) -> None:
        self._personas = personas
        self._service = service
        self._scope = TaskScope("put away")
        self._disconnect = personas.changed.connect(self._changed)

    def start(self) -> None:
        """After the last life was taken over: end what it left of those that are put away."""
        for persona in self._personas.retired:
            self._changed(persona)

    async def aclose(self) -> None:
        self._disconnect()
        await self._scope.aclose()

    def _changed(self, persona: Persona) -> None:
        if persona.is_retired:
            self._scope.start(self._end(persona.id), name="end turns")

    async def _end(self, persona_id: str) -> None:
        try:
            await self._service.cancel_all(persona_id)
        except AppError as error:
            _log.info("what a character asked stays until the next start: %s", error)


class ReadsMemories:
    """Whether a character may read memories by itself; what it is told before it answers follows the same grant."""

    def __init__(self, registry: ToolRegistry, grants: CapabilityPolicy) -> None:
        self._registry = registry
        self._grants = grants

    def __call__(self, persona_id: str, tool: str) -> bool:
        spec = self._registry.tool_spec(tool)
        return spec is not None and self._grants.allows_tool(persona_id, spec)


class FormChoices:
    """What can be chosen in a form: voices, and files that are there already."""

    def __init__(self, rvc: RvcSessionService) -> None:
        self._rvc = rvc

    def __call__(self, ids: TurnIds, worker: str, key: str) -> Sequence[tuple[str, Json]]:
        if worker == "rvc_worker" and key == "model_id":
            own = [(library_id(one), Text.literal(one.name).to_json()) for one in self._rvc.library.voices()]
            return [*own, *((f"builtin:{preset.id}", preset.label.to_json()) for preset in PRESETS)]
        if key in ("attachment_id", "source_file_id", "audio_file_id", "input_file_id", "file_id"):
            items = list(reversed(self._rvc.items))[:MAX_CHOICES]
            return [(item.attachment_id, Text.literal(item.name).to_json()) for item in items]
        if worker == "rvc_worker" and key == "task_id":
            session = self._rvc.session_id(session_name(ids.persona_id, ids.conversation_id))
            items = () if session is None else self._rvc.items_of(session)
            return [(item.job_id, Text.literal(item.name).to_json())
                    for item in items if item.job_id is not None and item.state.is_active][:MAX_CHOICES]
        return ()


class KnowsFile:
    """Whether a file that was put into a form is one of the app's."""

    def __init__(self, attachments: AttachmentService) -> None:
        self._attachments = attachments

    async def __call__(self, id: str) -> bool:
        return await self._attachments.get(id) is not None


class StopConversions:
    """Cancelling a turn also stops the conversions that it had started."""

    def __init__(self, database: Database, tools: ToolServices) -> None:
        self._database = database
        self._jobs = tools.jobs

    async def __call__(self, run_id: str, resume_state: Mapping[str, Any]) -> None:
        del resume_state
        rows = await self._database.read_all(
            "SELECT outcome FROM effects WHERE run_id = ? AND state = 'done' AND tool IN"
            " ('convert_audio_with_rvc', 'separate_rvc_vocals', 'mix_rvc_instrumental')",
            (run_id,))
        for row in rows:
            payload = from_text(row["outcome"]).get("payload")
            task_id = payload.get("task_id") if isinstance(payload, dict) else None  # pyright: ignore
            job = await self._jobs.get(task_id) if isinstance(task_id, str) else None
            if job is not None and not job.state.is_over:
                await self._jobs.cancel(job.id)
