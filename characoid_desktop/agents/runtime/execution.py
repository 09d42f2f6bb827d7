"""Runs one checked call: with the permission it needs, within its time, its effect once, and written down."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from characoid_desktop.agents.contracts import Json, WorkerRetryPolicy, public_error, resolve_error_fields
from characoid_desktop.agents.runtime.approval_models import Approval, ApprovalState
from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.checking import APPROVAL_ID, FIRST_STEPS, Checked
from characoid_desktop.agents.runtime.effects import EffectLedger, EffectState, Recorded
from characoid_desktop.agents.runtime.errors import ApprovalRefused, Retryable
from characoid_desktop.agents.runtime.payloads import capped
from characoid_desktop.agents.tools.answers import english
from characoid_desktop.agents.tools.frame import TOOL_CONTEXT, Effect, Tool, ToolContext
from characoid_desktop.agents.vocabulary import FAILURE_STATUSES, MCP
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Outcome, Transaction
from characoid_desktop.features.activity.models import AuditEntry, AuditOutcome, Permission
from characoid_desktop.features.activity.service import AuditService

MAX_SOURCE = 100  # characters of what an outside text calls itself
_log = logging.getLogger(__name__)

_AUDIT_OUTCOMES = {
    "ok": AuditOutcome.OK, "failed": AuditOutcome.FAILED, "refused": AuditOutcome.REFUSED,
    "denied": AuditOutcome.REFUSED, "expired": AuditOutcome.REFUSED, "timeout": AuditOutcome.TIMEOUT,
    "cancelled": AuditOutcome.CANCELLED, "unknown": AuditOutcome.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class Job:
    """One call to be made. ``asks``: it needs a person's word. Seconds throughout.

    ``stopping()`` tells, when the call is cancelled, whether the turn is ended or only its worker's time is up.
    """

    checked: Checked
    ctx: ToolContext
    asks: bool
    limit_s: float
    retry: WorkerRetryPolicy
    began_at: datetime
    began_s: float
    stopping: Callable[[], bool] = lambda: True

    @property
    def keeps(self) -> bool:
        """Whether its outcome is kept, so that it happens once: all that changes something or was asked about."""
        return self.checked.spec.name not in FIRST_STEPS and (self.checked.effect is not Effect.NONE or self.asks)


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a call; ``outcome`` as in ToolOutcome. ``repeated``: it was made before, nothing ran now."""

    outcome: str
    payload: Json
    tainted: str = ""
    permission: Permission = Permission.NOT_NEEDED
    approval_id: str | None = None
    repeated: bool = False

    @property
    def audit_outcome(self) -> AuditOutcome:
        return _AUDIT_OUTCOMES[self.outcome]

    @property
    def error(self) -> Json | None:
        found = self.payload.get("error")
        return cast("Json", found) if isinstance(found, dict) else None


class Execution:
    """One for the whole app; knows which calls are at work right now."""

    def __init__(self, database: Database, ledger: ApprovalLedger, audit: AuditService, clock: Clock) -> None:
        self._database = database
        self._ledger = ledger
        self._audit = audit
        self._clock = clock
        self._effects = EffectLedger()
        self._at_work: set[str] = set()

    async def execute(self, job: Job) -> Done:
        """Make the call. Raises CancelledError, and nothing else that a tool could cause."""
        if job.ctx.key in self._at_work:
            done = failed("refused", public_error("call_repeated", Text.of("This step is already at work.")))
            await self._note(job, done)
            return done
        self._at_work.add(job.ctx.key)
        try:
            if job.checked.effect is Effect.DATABASE:
                return await self._in_database(job)
            return await (self._kept(job) if job.keeps else self._read(job))
        except ApprovalRefused as error:
            return await self._not_permitted(job, error)
        finally:
            self._at_work.discard(job.ctx.key)

    # --- the three ways of taking effect ---------------------------------------------------------

    async def _in_database(self, job: Job) -> Done:
        """Permission, effect, ledger and audit in one unit of work: all of it or nothing."""
        unit: Transaction | None = None
        done: Done | None = None
        limit = asyncio.timeout(job.limit_s)
        try:
            async with limit, self._database.transaction() as tx:
                unit = tx
                known = await self._known(tx, job)
                if known is not None:
                    return known
                approval = await self._permit(tx, job)
                done = _granted(self._answered(job, await _call(job, replace(job.ctx, tx=tx))), approval)
                await self._finish(tx, job, done, EffectState.DONE)
        except ApprovalRefused:
            raise
        except asyncio.CancelledError:
            if unit is None or unit.outcome is not Outcome.COMMITTED:
                await self._note(job, self._cut_off(job))
            raise
        except Exception as error:
            if done is not None and unit is not None and unit.outcome is Outcome.COMMITTED:
                return done  # saved in the last moment
            return await self._undone(job, self._failure(job, error, limit.expired()))
        return done

    async def _kept(self, job: Job) -> Done:
        """"started" is on the disk before it runs, "done" after it: in between nobody knows."""
        async with self._database.transaction() as tx:
            known = await self._known(tx, job)
            if known is not None:
                return known
            approval = None
            if await self._effects.find(tx, job.ctx.key) is None:
                approval = await self._permit(tx, job)
                await self._effects.start(tx, job.ctx.key, job.ctx.run_id, job.checked.spec.name,
                                          job.checked.subject.digest, job.checked.title.to_json())
        cut = EffectState.UNKNOWN if job.checked.effect is Effect.OUTSIDE else None  # reading may be done again
        try:
            done = _granted(await self._run(job), approval)
        except asyncio.CancelledError:
            await self._note(job, _granted(self._cut_off(job), approval), cut)
            raise
        await self._note(job, done, cut if done.outcome == "timeout" else EffectState.DONE)
        return done

    async def _read(self, job: Job) -> Done:
        """Nothing changes: it may run again. The first step of a pair shows its permission to the second."""
        approval = await self._ledger.look(job.checked.subject) if job.asks else None
        try:
            done = _granted(await self._run(job), approval)
        except asyncio.CancelledError:
            await self._note(job, _granted(self._cut_off(job), approval))
            raise
        if approval is not None and job.checked.spec.name in FIRST_STEPS:
            done = replace(done, payload={**done.payload, APPROVAL_ID: approval.id})
        await self._note(job, done)
        return done

    # --- running --------------------------------------------------------------------------------

    async def _run(self, job: Job) -> Done:
        """Call the tool within its time; a reading one is tried again on errors that may pass."""
        tries = job.retry.max_attempts if job.checked.effect is Effect.NONE else 1
        limit = asyncio.timeout(job.limit_s)
        try:
            async with limit:
                while True:
                    tries -= 1
                    try:
                        return self._answered(job, await _call(job, job.ctx))
                    except Retryable:
                        if tries <= 0:
                            raise
                    await asyncio.sleep(job.retry.backoff_seconds)
        except Exception as error:
            return self._failure(job, error, limit.expired())

    def _cut_off(self, job: Job) -> Done:
        """A call that was cancelled, by the user or because its worker's time is up."""
        if job.stopping():
            return failed("cancelled", public_error("cancelled", Text.of("This step was cancelled.")))
        return self._failure(job, TimeoutError(), expired=True)

    def _answered(self, job: Job, answer: object) -> Done:
        if isinstance(answer, Mapping):
            found = cast("Mapping[str, Any]", answer)
            payload = capped(_of_a_stranger(found) if job.checked.spec.specialist == MCP else found)
        else:
            payload = capped({"status": "completed", "answer": answer})
        bad = payload.get("status") in FAILURE_STATUSES
        return Done("failed" if bad else "ok", payload, _taint(job, cast("object", answer)))

    def _failure(self, job: Job, error: BaseException, expired: bool) -> Done:
        """The public form of what a tool raised; what nobody expected goes to the log."""
        tainted = job.checked.spec.server if job.checked.spec.specialist == MCP else ""
        if expired:
            sentence = Text.of("This step took too long and was stopped.")
            safe = (Text.of("Whether it took effect is not known.") if job.checked.effect is Effect.OUTSIDE
                    else Text.of("Nothing was changed."))
            return replace(failed("timeout", public_error("timeout", sentence, safe=safe)), tainted=tainted)
        if not isinstance(error, AppError):
            _log.error("%s failed", job.checked.spec.name, exc_info=error)
        fields = resolve_error_fields(error) or {}
        if isinstance(error, Retryable):
            fields["code"] = "failed"  # it was tried as often as may be
        return replace(failed("failed", fields), tainted=tainted)

    # --- permission -----------------------------------------------------------------------------

    async def _permit(self, tx: Transaction, job: Job) -> Approval | None:
        """Take the permission of this call inside of ``tx``; None when it needs none. Raises ApprovalRefused."""
        if job.asks:
            return await self._ledger.use(tx, job.checked.subject)
        if job.checked.first is not None:
            return await self._ledger.use_earlier(tx, job.checked.approval_id, job.checked.first)
        return None

    async def _not_permitted(self, job: Job, error: ApprovalRefused) -> Done:
        """Say why, by what the ledger holds of this call: denied, expired, or never confirmed like this."""
        subject = job.checked.subject
        asked = [one for one in await self._ledger.of_call(subject.run_id, subject.call_id)
                 if one.digest == subject.digest]
        states = {one.state for one in asked}
        fields = resolve_error_fields(error) or {}
        if ApprovalState.DENIED in states:
            done = replace(failed("denied", {**fields, "code": "denied"}), permission=Permission.DENIED)
            reason = next((one.reason for one in asked if one.reason), "")
            if reason:
                done = replace(done, payload={**done.payload, "reason": reason})
        elif ApprovalState.EXPIRED in states or ApprovalState.APPROVED in states:
            done = replace(failed("expired", {**fields, "code": "expired"}), permission=Permission.EXPIRED)
        else:
            done = replace(failed("refused", fields), permission=Permission.DENIED)
        await self._note(job, done)
        return done

    # --- writing down ---------------------------------------------------------------------------

    async def _known(self, tx: Transaction, job: Job) -> Done | None:
        """What the ledger of effects says of this call; None: it may run."""
        found = await self._effects.find(tx, job.ctx.key)
        if found is None:
            return None
        if found.digest != job.checked.subject.digest:
            done = failed("refused", public_error(
                "call_repeated", Text.of("This step was made with other values already.")))
            await self._audit.record(self._entry(job, done), tx=tx)
            return done
        if found.state is EffectState.DONE:
            return Done(found.outcome, dict(found.payload or {}), found.tainted, repeated=True)
        if job.checked.effect is Effect.NONE:
            return None
        done = failed("unknown", public_error(
            "unknown_outcome", Text.of("This step was cut off. Whether it took effect is not known; please look before "
                                       "it is done again."), safe=Text.of("It was not done a second time.")))
        await self._effects.finish(tx, job.ctx.key, job.ctx.run_id, job.checked.spec.name,
                                   Recorded(EffectState.UNKNOWN, found.digest, title=job.checked.title.to_json()))
        if found.state is EffectState.STARTED:
            await self._audit.record(self._entry(job, done), tx=tx)
        return done

    async def _undone(self, job: Job, done: Done) -> Done:
        """A unit of work that was rolled back: keep how it ended, and use up its permission, so that it stays so."""
        try:
            async with self._database.transaction() as tx:
                done = _granted(done, await self._permit(tx, job))
                await self._finish(tx, job, done, EffectState.DONE)
        except AppError as error:
            _log.info("the end of %s was not written down: %s", job.checked.spec.name, error)
        return done

    async def _note(self, job: Job, done: Done, keep: EffectState | None = None) -> None:
        """Write the end of a call down; when that cannot be, the call ended so nevertheless."""
        try:
            async with self._database.transaction() as tx:
                await self._finish(tx, job, done, keep)
        except AppError as error:
            _log.info("the end of %s was not written down: %s", job.checked.spec.name, error)

    async def _finish(self, tx: Transaction, job: Job, done: Done, keep: EffectState | None) -> None:
        """Write the audit, and into the ledger of effects what ``keep`` says (None: it may be made again)."""
        if keep is not None:
            await self._effects.finish(
                tx, job.ctx.key, job.ctx.run_id, job.checked.spec.name,
                Recorded(keep, job.checked.subject.digest, done.outcome, done.payload, done.tainted,
                         job.checked.title.to_json()))
        await self._audit.record(self._entry(job, done), tx=tx)

    def _entry(self, job: Job, done: Done) -> AuditEntry:
        subject, spec = job.checked.subject, job.checked.spec
        detail: Json = {"title": job.checked.title.to_json()}
        if done.error is not None:
            detail["error"] = done.error
        if isinstance(done.payload.get("answer_text"), dict):
            detail["summary"] = done.payload["answer_text"]
        return AuditEntry(
            run_id=subject.run_id, persona_id=subject.persona_id, conversation_id=subject.conversation_id,
            worker=subject.worker, tool=spec.name, arguments=subject.arguments, permission=done.permission,
            outcome=done.audit_outcome, started_at=job.began_at, digest=subject.digest, approval_id=done.approval_id,
            duration_ms=round((self._clock.monotonic() - job.began_s) * 1000), server=spec.server, detail=detail)


def failed(outcome: str, error: Mapping[str, Any]) -> Done:
    """Return a call that did not do what was asked. ``answer`` is for models, the error is for people."""
    status = "denied" if outcome in ("denied", "expired") else "failed"
    try:
        words = english(Text.from_json(error["sentence"]))
    except (KeyError, TypeError, AttributeError):
        words = "This did not work."
    return Done(outcome, {"status": status, "answer": words, "error": dict(error)})


async def _call(job: Job, ctx: ToolContext) -> object:
    tool = job.checked.spec.tool
    token = TOOL_CONTEXT.set(ctx)
    try:
        if isinstance(tool, Tool) and job.checked.arguments is not None:
            return await tool.call(ctx, job.checked.arguments)
        return await tool.ainvoke(dict(job.checked.subject.arguments))
    finally:
        TOOL_CONTEXT.reset(token)


def _taint(job: Job, answer: object) -> str:
    """The name of the outside text that was read by this call ("" for none)."""
    spec = job.checked.spec
    if spec.specialist != MCP and not (isinstance(spec.tool, Tool) and spec.tool.outside):
        return _remembered(answer)
    if spec.specialist != MCP and _found_nothing(answer):
        return ""
    source = cast("Mapping[str, Any]", answer).get("source") if isinstance(answer, Mapping) else None
    named = one_line(source, MAX_SOURCE) if isinstance(source, str) else ""
    if spec.specialist == MCP:  # who it was comes first, whatever it says of itself
        return f"{spec.server}: {named}" if named else spec.server
    return named or spec.name


def _found_nothing(answer: object) -> bool:
    """Whether one of our own tools says that it read nothing: then there is no text from outside in its answer."""
    found: Mapping[str, Any] = cast("Mapping[str, Any]", answer) if isinstance(answer, Mapping) else {}
    return found.get("status") == "insufficient" and not found.get("evidence") and not found.get("source")


def _remembered(answer: object) -> str:
    """The outside texts that something was remembered of, as the answer names them ("" for none)."""
    names = cast("Mapping[str, Any]", answer).get("outside") if isinstance(answer, Mapping) else None
    if not isinstance(names, list | tuple):
        return ""
    return one_line(", ".join(one for one in cast("Sequence[object]", names) if isinstance(one, str)), MAX_SOURCE)


def _of_a_stranger(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what another program answered as data: nothing of it is taken for words, errors or files of the app."""
    if answer.get("error") or answer.get("status") in FAILURE_STATUSES:
        return {"status": "failed", "data": answer,
                "error": public_error("failed", Text.of("The tool says that this did not work."))}
    return {"status": "completed", "data": answer}


def _granted(done: Done, approval: Approval | None) -> Done:
    if approval is None:
        return done
    return replace(done, permission=Permission.APPROVED, approval_id=approval.id)
