"""What is done when a turn is over and the user has the answer: proposals to remember, and the older part in short.

One turn at a time, in an owned task. The next turn comes first: what is at work for the last one is given up then (a
summary is made after the next turn, proposals of that turn are not). No error here reaches a turn.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable

from characoid_desktop.agents.runtime.asides import Asides
from characoid_desktop.agents.runtime.building import language_of
from characoid_desktop.agents.runtime.compacting import Compacting
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.ports import Personas
from characoid_desktop.agents.runtime.proposing import Proposing
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.conversations.service import ConversationService

REST_S = 1.0  # after a turn: who asks again or closes the app at once costs no request
_log = logging.getLogger(__name__)


class Afterwards:
    """``runs_changed`` is that of the service of turns. ``wants_proposals()``: the setting."""

    def __init__(
        self, runs_changed: Event[Run], conversations: ConversationService, personas: Personas, asides: Asides,
        compacting: Compacting, proposing: Proposing, *, wants_proposals: Callable[[], bool], rest_s: float = REST_S,
    ) -> None:
        self._conversations = conversations
        self._personas = personas
        self._asides = asides
        self._compacting = compacting
        self._proposing = proposing
        self._wants_proposals = wants_proposals
        self._rest_s = rest_s
        self._scope = TaskScope("after turns")
        self._at_work: asyncio.Task[None] | None = None
        self._disconnect = runs_changed.connect(self._changed)

    async def aclose(self) -> None:
        """Give up what is at work; nothing half is left."""
        self._disconnect()
        await self._scope.aclose()

    async def settled(self) -> None:
        """Return when nothing is at work (for whoever waits for the proposals of a turn)."""
        task = self._at_work
        if task is not None:
            await asyncio.wait({task})

    def _changed(self, run: Run) -> None:
        if run.state is RunState.COMPLETED:
            self._give_up()
            self._at_work = self._scope.start(self._after(run), name=f"turn {run.seq}")
        elif run.state is RunState.RUNNING:
            self._give_up()

    def _give_up(self) -> None:
        if self._at_work is not None:
            self._at_work.cancel()

    async def _after(self, run: Run) -> None:
        await asyncio.sleep(self._rest_s)
        try:
            await self._work(run)
        except (AppError, sqlite3.Error, TimeoutError) as error:
            _log.info("what comes after turn %s was left out: %s", run.seq, type(error).__name__)
        except Exception:
            _log.exception("what comes after turn %s failed", run.seq)

    async def _work(self, run: Run) -> None:
        persona = self._personas.get(run.persona_id)
        said = await self._conversations.message(run.message_id)
        answer = await self._conversations.message(run.answer_id)
        if persona is None or said is None or answer is None:
            return
        language = language_of(run)
        try:
            if self._wants_proposals():
                await self._proposing.after(run, persona, language, said, answer)
        finally:
            await self._compacting.after(run, persona, language, answer, self._asides)
