"""One pass of a turn through the graph: from what is stored to what the thread says afterwards."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from characoid_desktop.agents.graph.exchange import turn_input
from characoid_desktop.agents.runtime.active import ActiveTurn, Ending
from characoid_desktop.agents.runtime.beginning import attachments_of
from characoid_desktop.agents.runtime.building import TurnBuilder
from characoid_desktop.agents.runtime.compacting import Compacting, History
from characoid_desktop.agents.runtime.errors import QueryRefused
from characoid_desktop.agents.runtime.history import heard_in, messages_of
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.passing import config_of, ending_of, resume_command
from characoid_desktop.agents.runtime.ports import Personas
from characoid_desktop.agents.runtime.runs import RunStore, not_waiting
from characoid_desktop.agents.runtime.turn import Turn, thread_id
from characoid_desktop.agents.runtime.workflow import Workflow
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import both
from characoid_desktop.features.conversations.models import Message
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.models import Persona

if TYPE_CHECKING:
    from characoid_desktop.agents.runtime.checkpoints import CheckpointStore


class GraphPasses:
    def __init__(
        self, conversations: ConversationService, personas: Personas, runs: RunStore, builder: TurnBuilder,
        compacting: Compacting, workflow: Workflow, checkpoints: CheckpointStore,
    ) -> None:
        self._conversations = conversations
        self._personas = personas
        self._runs = runs
        self._builder = builder
        self._compacting = compacting
        self._workflow = workflow
        self._checkpoints = checkpoints

    async def snapshot(self, run: Run) -> Any:
        """Return what the thread of a run has stored, with that of the workers."""
        return await (await self._workflow.any()).aget_state(config_of(run), subgraphs=True)

    def persona_of(self, run: Run) -> Persona:
        """Raises QueryRefused for a character that is not there any more."""
        persona = self._personas.get(run.persona_id)
        if persona is None:
            raise QueryRefused(Text.of("This character is not there any more."))
        return persona

    async def run(self, active: ActiveTurn) -> Ending:
        """Return how the pass ended; raises whatever stops it."""
        persona = self.persona_of(active.run)
        said = active.said or await self._conversations.message(active.run.message_id)
        if said is None:
            raise not_waiting()
        history = await self._compacting.history(said.conversation_id, said.id)
        building = self._built(active, persona, said, history)
        if active.resume is None:
            (turn, fingerprint), start = await both(building, self._input(active, said, history))
            graph, config = await self._workflow.current(fingerprint), config_of(active.run)
        else:
            turn, fingerprint = await building
            graph, config = await self._workflow.current(fingerprint), config_of(active.run)
            start = resume_command(await graph.aget_state(config), active.resume)
        active.recorder.hear(turn.heard)
        async with aclosing(graph.astream(start, config, context=turn, durability="sync", stream_mode=[])) as steps:
            async for _ in steps:
                pass
        return ending_of(await graph.aget_state(config), active.recorder)

    async def _built(self, active: ActiveTurn, persona: Persona, said: Message, history: History) -> tuple[Turn, str]:
        heard = dict.fromkeys((*history.outside, *heard_in(history.path, self._compacting.budget)))
        return await self._builder.build(active, persona, history.path or [said],
                                         attachments_of(said), history.earlier, tuple(heard))

    async def _input(self, active: ActiveTurn, said: Message, history: History) -> Any:
        """Clear the way for a turn that begins, and return what the graph begins with."""
        await self._checkpoints.delete(thread_id(active.run))
        active.run = await self._runs.move(active.run.id, RunState.RUNNING)
        messages = messages_of(history.path, max_tokens=self._compacting.budget)
        return turn_input(messages, {"attachment_ids": list(attachments_of(said))})
