"""What a crash left: which turns still wait, which can go on, and which were cut off.

A thread is judged by ``state.tasks``, never by ``state.next``: that is empty while a finished task's writes were not
applied yet, and a turn that trusts it disappears.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any, cast

from characoid_desktop.agents.contracts import Json, public_error
from characoid_desktop.agents.runtime.active import Ending
from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.errors import CheckpointUnreadable
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.recorder import AnswerRecorder
from characoid_desktop.agents.runtime.runs import RunStore
from characoid_desktop.agents.runtime.settling import TurnSettling
from characoid_desktop.agents.runtime.turn import thread_id
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Row
from characoid_desktop.data.objects import from_text
from characoid_desktop.features.conversations.models import Message, MessageState
from characoid_desktop.features.conversations.service import ConversationService

if TYPE_CHECKING:
    from characoid_desktop.agents.runtime.checkpoints import CheckpointStore

MAX_STEPS_NAMED = 5
SAFE_STEPS = frozenset({"check", "ask", "request", "approve", "decide", "act"})
"""Steps of the graph that ask no model, and whose effects happen once."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecoveredTurns:
    """``waiting``: the question is asked again (or was answered: such a turn goes on). ``interrupted``: cut off."""

    waiting: tuple[Run, ...] = ()
    interrupted: tuple[Run, ...] = ()


def interrupts_of(snapshot: Any) -> list[tuple[str, Json]]:
    """Return (interrupt id, value) of everything that a thread waits for; values of another shape are left out."""
    found: list[tuple[str, Json]] = []
    for task in snapshot.tasks:
        for one in task.interrupts:
            value: object = one.value
            if isinstance(value, dict) and cast("Json", value).get("kind") in ("approval", "input"):
                found.append((str(one.id), cast("Json", value)))
    return found


def merged(values: list[Json]) -> Json:
    """Return one wait for several: the ids of all approvals, or the first form."""
    forms = [value for value in values if value["kind"] == "input"]
    if forms:
        return forms[0]
    ids = [str(id) for value in values for id in value.get("approval_ids") or ()]
    return {"kind": "approval", "approval_ids": list(dict.fromkeys(ids))}


def may_go_on(snapshot: Any) -> bool:
    """Whether a thread can go on by itself. ``snapshot`` holds those of its subgraphs.

    A task that stopped for the user keeps its stop until all of it is over, also while it works on after the answer;
    so the innermost steps count. Where one may have asked a model, going on would ask (and pay) a second time.
    """
    for task in snapshot.tasks:
        inner = getattr(task.state, "tasks", None)  # of a subgraph; empty when it ended and its task did not
        if inner is None:
            if not task.interrupts and task.name not in SAFE_STEPS:
                return False
        elif not inner or not may_go_on(task.state):
            return False
    return True


async def waits_of(run: Run, snapshot_of: Callable[[], Awaitable[Any]]) -> Json | None:
    """Return what this run waits for by its checkpoint; None when it cannot go on."""
    try:
        snapshot = await snapshot_of()
    except CheckpointUnreadable as error:
        _log.info("turn %s cannot go on: %s", run.seq, error.detail)
        return None
    except Exception as error:
        _log.info("turn %s cannot go on: %s", run.seq, type(error).__name__)
        return None
    metadata = cast("Mapping[str, Any]", snapshot.metadata or {})
    if metadata.get("run") != run.id:
        return None  # left over from an earlier turn of the conversation
    values = [value for _, value in interrupts_of(snapshot)]
    return merged(values) if values and may_go_on(snapshot) else None


class TurnRecovery:
    """Takes over turns that nobody works on. ``snapshot(run)`` gives the state of its thread."""

    def __init__(self, database: Database, conversations: ConversationService, runs: RunStore, ledger: ApprovalLedger,
                 checkpoints: CheckpointStore, settling: TurnSettling, snapshot: Callable[[Run], Awaitable[Any]],
                 recorder: Callable[[Run, Message], AnswerRecorder]) -> None:
        self._database = database
        self._conversations = conversations
        self._runs = runs
        self._ledger = ledger
        self._checkpoints = checkpoints
        self._settling = settling
        self._snapshot = snapshot
        self._recorder = recorder

    async def recover(self) -> RecoveredTurns:
        """Bring every turn of the last life, its answer and its questions into a state that is true now."""
        waiting: list[Run] = []
        interrupted: list[Run] = []
        for run in await self._runs.unfinished():
            waits = await waits_of(run, lambda run=run: self._snapshot(run))
            answer = await self._conversations.message(run.answer_id)
            if waits is None or answer is None:
                interrupted.append(await self.bury(run))
            else:
                waiting.append(await self._settling.settle(
                    run, self._recorder(run, answer), Ending(waiting_state(waits), waits=waits)))
        await self._ledger.void_orphans()
        known = {run.answer_id for run in waiting}
        for message in await self._conversations.unfinished():
            if message.id not in known:
                await self._conversations.finish_answer(
                    message.id, MessageState.INTERRUPTED, message.text, message.parts, message.usage)
        await self._checkpoints.keep_only({thread_id(run) for run in waiting})
        return RecoveredTurns(tuple(waiting), tuple(interrupted))

    async def bury(self, run: Run) -> Run:
        """Say of a turn that it was cut off; what it had said stays."""
        answer = await self._conversations.message(run.answer_id)
        ending = await self.cut_off(run)
        if answer is None:
            await self._ledger.void_run(run.id)
            return await self._runs.move(run.id, RunState.INTERRUPTED, error=ending.error)
        return await self._settling.settle(run, self._recorder(run, answer), ending)

    async def cut_off(self, run: Run) -> Ending:
        """How a turn ends that was cut off, with what is known of its effects."""
        return Ending(RunState.INTERRUPTED, await cut_off_error(self._database, run.id))


async def cut_off_error(database: Database, run_id: str) -> Json:
    """Return the public error of a turn that was cut off, with what is known of its effects."""
    async with database.transaction() as tx:
        await tx.execute("UPDATE effects SET state = 'unknown' WHERE run_id = ? AND state = 'started'", (run_id,))
        rows = await tx.fetch_all(
            "SELECT tool, state, outcome FROM effects WHERE run_id = ? ORDER BY seq", (run_id,))
    unknown = [_title(row) for row in rows if row["state"] == "unknown"]
    if unknown:
        return public_error(
            "unknown_outcome",
            Text.of("The app stopped in the middle of this. Whether “{step}” took effect is not known: please look "
                    "before you ask for it again.", step=unknown[0]),
            safe=Text.of("It was not done a second time."))
    done = {str(title): title for title in map(_title, (
        row for row in rows if from_text(row["outcome"]).get("outcome") == "ok"))}
    if done:
        first, *more = list(done.values())[:MAX_STEPS_NAMED]
        steps = reduce(lambda named, one: Text.of("{first}, {second}", first=named, second=one), more, first)
        return public_error("interrupted", Text.of("The app stopped in the middle of this."),
                            safe=Text.of("What had been done by then stays done: {steps}.", steps=steps))
    return public_error("interrupted", Text.of("The app stopped in the middle of this."),
                        safe=Text.of("Nothing was changed."))


def _title(row: Row) -> Text:
    """What a call does, in plain words."""
    try:
        return Text.from_json(from_text(row["outcome"])["title"])
    except (KeyError, TypeError, AttributeError):
        return Text.literal(str(row["tool"]))


def waiting_state(waits: Mapping[str, Any]) -> RunState:
    return RunState.WAITING_INPUT if waits.get("kind") == "input" else RunState.WAITING_APPROVAL
