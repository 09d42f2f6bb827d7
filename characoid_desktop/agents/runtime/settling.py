"""How a pass through the graph ends: one state in the run and in the answer, together, and nothing left behind."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from characoid_desktop.agents.cancellation import CancellationHooks
from characoid_desktop.agents.contracts import Json, public_error, resolve_error_fields
from characoid_desktop.agents.runtime.active import Ending
from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.recorder import AnswerRecorder
from characoid_desktop.agents.runtime.runs import RunStore
from characoid_desktop.agents.runtime.turn import thread_id
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.errors import DataError, translate
from characoid_desktop.features.conversations.models import MessageState
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.conversations.writing import BadMessage

if TYPE_CHECKING:
    from characoid_desktop.agents.runtime.checkpoints import CheckpointStore

MESSAGE_STATES: Mapping[RunState, MessageState] = {
    RunState.QUEUED: MessageState.STREAMING, RunState.RUNNING: MessageState.STREAMING,
    RunState.WAITING_INPUT: MessageState.WAITING, RunState.WAITING_APPROVAL: MessageState.WAITING,
    RunState.COMPLETED: MessageState.DONE, RunState.FAILED: MessageState.FAILED,
    RunState.CANCELLED: MessageState.CANCELLED, RunState.INTERRUPTED: MessageState.INTERRUPTED,
}
MAX_ID = 64  # characters of an attachment's id
_log = logging.getLogger(__name__)


class TurnSettling:
    def __init__(self, database: Database, conversations: ConversationService, runs: RunStore, ledger: ApprovalLedger,
                 checkpoints: CheckpointStore, hooks: CancellationHooks) -> None:
        self._database = database
        self._conversations = conversations
        self._runs = runs
        self._ledger = ledger
        self._checkpoints = checkpoints
        self._hooks = hooks
        self._put_off: dict[str, tuple[Run, AnswerRecorder, Ending]] = {}  # by run id

    async def settle(self, run: Run, recorder: AnswerRecorder, ending: Ending) -> Run:
        """Write the end of a pass and return the run. What it asked is taken back before it is over.

        Raises RunNotFound when the conversation was deleted meanwhile, DataError.
        """
        state = ending.state
        if state is RunState.CANCELLED:
            await self._hooks.run(run.id, run.resume_state)
        if state.is_over:
            await self._ledger.void_run(run.id, only_pending=state is RunState.COMPLETED)
        await recorder.flush()
        parts = {**recorder.parts, **_parts(ending)}
        if not state.waits_for_user:
            parts.pop("form", None)
        if ending.error is not None:
            parts["error"] = dict(ending.error)
        resume_state = dict(run.resume_state)
        resume_state.pop("waits", None)
        if ending.waits is not None:
            resume_state["waits"] = dict(ending.waits)
        async with self._database.transaction() as tx:
            if state.waits_for_user:
                tx.after_commit(lambda: self._ledger.release(run.id))
            moved = await self._runs.move(
                run.id, state, stage=recorder.stage, resume_state=resume_state, error=ending.error,
                usage=recorder.usage, tx=tx)
            await self._conversations.finish_answer(
                run.answer_id, MESSAGE_STATES[state], recorder.text or ending.text, parts, recorder.usage, tx=tx)
            for attachment_id in made_files(parts):
                await self._attach(tx, run.answer_id, attachment_id)
        if state.is_over:
            await self.forget(run)
        return moved

    def put_off(self, run: Run, recorder: AnswerRecorder, ending: Ending) -> None:
        """Keep an end that the disk did not take for :meth:`write_rest`."""
        self._put_off[run.id] = run, recorder, ending

    async def write_rest(self, run_id: str = "") -> None:
        """Write the ends that were put off (of one turn, or all); what the disk still does not take stays for later."""
        for id, (run, recorder, ending) in tuple(self._put_off.items()):
            if run_id not in ("", id):
                continue
            try:
                await self.settle(run, recorder, ending)
            except DataError as error:
                _log.info("the end of turn %s is still not written: %s", run.seq, error)
                continue
            except AppError as error:
                _log.info("turn %s is over or gone: %s", run.seq, error)
            del self._put_off[id]

    async def _attach(self, tx: Transaction, answer_id: str, attachment_id: str) -> None:
        try:
            await self._conversations.attach_made(answer_id, attachment_id, tx=tx)
        except BadMessage:
            _log.info("what was made is not there any more: %s", attachment_id)

    async def forget(self, run: Run) -> None:
        """Delete the thread; that it stays is harmless (the next start deletes it)."""
        try:
            await self._checkpoints.delete(thread_id(run))
        except (sqlite3.Error, ValueError) as error:
            _log.info("the thread of turn %s stays: %s", run.seq, error)


def made_files(parts: Mapping[str, Any]) -> list[str]:
    """Return the ids of the attachments that were made in a turn, each once."""
    found = [cast("Mapping[str, Any]", one).get("attachment_id") for one in parts.get("artifacts") or ()
             if isinstance(one, Mapping)]
    return list(dict.fromkeys(id for id in found if isinstance(id, str) and 0 < len(id) <= MAX_ID))


def _parts(ending: Ending) -> dict[str, Any]:
    if ending.waits is None:
        return {}
    if ending.waits.get("kind") == "input":
        return {"form": ending.waits.get("form")}
    return {"approvals": list(ending.waits.get("approval_ids") or ())}


def failure_of(error: BaseException, path: Path) -> Json:
    """Return the public error of a turn that failed; what nobody expected goes to the log with its trace."""
    if isinstance(error, AppError):
        _log.info("a turn failed: %s (%s)", error.code, error.detail)
        return resolve_error_fields(error) or {}
    if isinstance(error, sqlite3.Error):
        expected = translate(error, path, 5.0)
        if isinstance(expected, AppError):
            return resolve_error_fields(expected) or {}
    if type(error).__name__ == "GraphRecursionError":
        return public_error("too_many_steps", Text.of("The character went in circles and was stopped."))
    _log.error("a turn failed", exc_info=error)
    return resolve_error_fields(error) or {}
