"""The ledger of confirmations: what was asked, shown, answered and used. Free of langchain.

An approval is bound to the exact arguments, the persona, the conversation, the worker and the version of the tool.
It is answered once, by whoever saw its last showing, and used once, in the transaction of the effect.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from characoid_desktop.agents.runtime.approval_models import (
    Approval,
    ApprovalState,
    ApprovalSummary,
    canonical,
    digest_of,
)
from characoid_desktop.agents.runtime.errors import ApprovalChanged, ApprovalGone, ApprovalRefused
from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Row, Transaction

DEFAULT_HOURS = 24.0
CLOCK_SLACK = timedelta(minutes=5)  # what a corrected clock may go back without making a question void
MAX_REASON_CHARS = 500
_LIVE = (ApprovalState.PENDING, ApprovalState.APPROVED)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a person is asked about, and what is about to be done: the same fields, compared by digest."""

    run_id: str
    call_id: str
    persona_id: str
    conversation_id: str
    worker: str
    tool: str
    tool_version: str
    arguments: Mapping[str, Any]

    @property
    def digest(self) -> str:
        return digest_of(persona_id=self.persona_id, conversation_id=self.conversation_id, worker=self.worker,
                         tool=self.tool, tool_version=self.tool_version, arguments=self.arguments)


class ApprovalLedger:
    """Reads and writes the table ``approvals``; made once, before :meth:`start`.

    ``hours()`` says how long a question stays open. ``changed`` fires after the commit. Time runs out by the wall
    clock and by the monotonic one, whichever is first; a wall clock that was set back to before a question was
    asked makes it void of time, too. Nothing leads out of denied, expired, void and used.
    """

    def __init__(self, database: Database, clock: Clock, hours: Callable[[], float] = lambda: DEFAULT_HOURS,
                 new_id: Callable[[], str] = lambda: secrets.token_hex(16)) -> None:
        self.changed: Event[Approval] = Event()
        self._database = database
        self._clock = clock
        self._hours = hours
        self._new_id = new_id
        self._pending: dict[str, Approval] = {}
        self._deadlines: dict[str, float] = {}  # approval id → monotonic seconds
        self._held: set[str] = set()  # run ids
        self._unasked: dict[str, Approval] = {}

    @property
    def pending(self) -> tuple[Approval, ...]:
        """All that wait for a word, in the order in which they were asked."""
        return tuple(sorted(self._pending.values(), key=lambda one: one.seq))

    async def start(self) -> None:
        """Load what waits, and let go what ran out of time while the app was closed."""
        rows = await self._database.read_all(
            "SELECT * FROM approvals WHERE state IN ('pending', 'approved') ORDER BY seq")
        for row in rows:
            self._keep(_approval(row))
        await self.expire_due()

    # --- asking ---------------------------------------------------------------------------------

    def hold(self, run_id: str) -> None:
        """From now on only write down what this turn asks; nobody is asked before :meth:`release`."""
        self._held.add(run_id)

    def release(self, run_id: str) -> None:
        """Ask what is still open: the turn waits for it now, also after a crash."""
        self._held.discard(run_id)
        for approval in [one for one in self._unasked.values() if one.run_id == run_id]:
            del self._unasked[approval.id]
            self._keep(approval)
            self.changed.emit(approval)

    async def request(self, subject: Subject, summary: ApprovalSummary) -> Approval:
        """Open a question and return it; the same run, call and digest again returns the first one as it is now.

        Raises ValueError or TypeError for arguments that are not plain JSON.
        """
        digest, now = subject.digest, self._clock.now()
        async with self._database.transaction() as tx:
            row = await tx.fetch_one(
                "SELECT * FROM approvals WHERE run_id = ? AND tool_call_id = ? AND digest = ?",
                (subject.run_id, subject.call_id, digest))
            if row is not None:
                return _approval(row)
            expires = now + timedelta(hours=max(0.01, self._hours()))
            row = await tx.fetch_one(
                "INSERT INTO approvals (id, run_id, tool_call_id, persona_id, conversation_id, worker, tool, arguments,"
                " digest, nonce, summary, state, reason, created_at, expires_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, 'pending', '', ?, ?) RETURNING *",
                (self._new_id(), subject.run_id, subject.call_id, subject.persona_id, subject.conversation_id,
                 subject.worker, subject.tool, canonical(subject.arguments), digest,
                 json.dumps(summary.to_json(), ensure_ascii=True), now.isoformat(), expires.isoformat()))
            assert row is not None
            return self._tell(tx, _approval(row))

    async def show(self, approval_id: str) -> Approval:
        """Return a pending approval with a fresh nonce, which only this showing knows.

        Raises ApprovalGone when there is nothing to decide any more.
        """
        expired = False
        async with self._database.transaction() as tx:
            approval = await self._row(tx, approval_id)
            self._check_open(approval)
            expired = self._ran_out(approval)
            if expired:
                approval = await self._end(tx, approval, ApprovalState.EXPIRED)
            else:
                nonce = secrets.token_hex(16)
                await tx.execute("UPDATE approvals SET nonce = ? WHERE id = ?", (nonce, approval.id))
                approval = self._tell(tx, replace(approval, nonce=nonce))
        if expired:
            raise _gone(approval)
        return approval

    # --- answering ------------------------------------------------------------------------------

    async def decide(self, approval_id: str, nonce: str, approve: bool, reason: str = "") -> Approval:
        """Answer the showing that ``nonce`` came with; return the approval as it is then.

        Raises ApprovalGone (answered, expired or void meanwhile), ApprovalChanged (shown again since).
        """
        refusal: ApprovalRefused | None = None
        async with self._database.transaction() as tx:
            approval = await self._row(tx, approval_id)
            self._check_open(approval)
            if self._ran_out(approval):
                approval = await self._end(tx, approval, ApprovalState.EXPIRED)
                refusal = _gone(approval)
            elif not approval.nonce or not hmac.compare_digest(approval.nonce.encode(), nonce.encode(errors="replace")):
                raise _changed()
            else:
                state = ApprovalState.APPROVED if approve else ApprovalState.DENIED
                approval = await self._end(tx, approval, state, clean(reason[:MAX_REASON_CHARS]))
        if refusal is not None:
            raise refusal
        return approval

    async def expire_due(self) -> tuple[Approval, ...]:
        """Let go everything whose time has run out; returns those."""
        due = [one for one in (*self._pending.values(), *await self._approved()) if self._ran_out(one)]
        gone: list[Approval] = []
        if not due:
            return ()
        async with self._database.transaction() as tx:
            for one in due:
                now = await self._row(tx, one.id)
                if now.state in _LIVE and self._ran_out(now):
                    gone.append(await self._end(tx, now, ApprovalState.EXPIRED))
        return tuple(gone)

    async def void_run(self, run_id: str, *, only_pending: bool = False) -> tuple[Approval, ...]:
        """Take back what a turn asked, because it is over: also what was allowed and not used yet.

        With ``only_pending`` what was allowed stays (the first of two steps may be used in a later turn).
        """
        states = (ApprovalState.PENDING,) if only_pending else _LIVE
        async with self._database.transaction() as tx:
            rows = await tx.fetch_all(
                "SELECT * FROM approvals WHERE run_id = ? AND state IN ('pending', 'approved')",
                (run_id,))
            return tuple([await self._end(tx, one, ApprovalState.VOID)
                          for one in map(_approval, rows) if one.state in states])

    async def void_conversation(self, conversation_id: str) -> tuple[Approval, ...]:
        """Take back everything that a conversation asked, because it was deleted."""
        async with self._database.transaction() as tx:
            rows = await tx.fetch_all(
                "SELECT * FROM approvals WHERE conversation_id = ? AND state IN ('pending', 'approved')",
                (conversation_id,))
            return tuple([await self._end(tx, one, ApprovalState.VOID) for one in map(_approval, rows)])

    async def void_orphans(self) -> tuple[Approval, ...]:
        """Take back what turns asked that are over or gone (a crash came between).

        What was allowed and not used stays for a turn that was completed: the first of two steps.
        """
        async with self._database.transaction() as tx:
            rows = await tx.fetch_all(
                "SELECT a.* FROM approvals a LEFT JOIN runs r ON r.id = a.run_id"
                " WHERE (a.state = 'pending' AND (r.id IS NULL OR r.finished_at IS NOT NULL))"
                " OR (a.state = 'approved' AND (r.id IS NULL OR r.state IN ('failed', 'cancelled', 'interrupted')))")
            return tuple([await self._end(tx, one, ApprovalState.VOID) for one in map(_approval, rows)])

    # --- using ----------------------------------------------------------------------------------

    async def use(self, tx: Transaction, subject: Subject) -> Approval:
        """Take the one permission for exactly what is about to be done, inside the unit of work of its effect.

        The digest is computed from ``subject`` itself: from the arguments that will run, not from those that were
        shown. Raises ApprovalRefused when there is none; the caller then does nothing.
        """
        row = await tx.fetch_one(
            "SELECT * FROM approvals WHERE run_id = ? AND tool_call_id = ? AND digest = ?",
            (subject.run_id, subject.call_id, subject.digest))
        if row is None:
            raise _none()
        return await self._take(tx, _approval(row), subject)

    async def use_earlier(self, tx: Transaction, approval_id: str, subject: Subject) -> Approval:
        """Take the permission that the first step of a pair got; ``subject`` is that first step with the arguments
        of the second (its run and call do not count: it may have been an earlier turn of the conversation).

        ``approval_id`` "" takes the oldest one for exactly these arguments. Raises ApprovalRefused.
        """
        if approval_id:
            row = await tx.fetch_one("SELECT * FROM approvals WHERE id = ?", (approval_id,))
        else:
            row = await tx.fetch_one(
                "SELECT * FROM approvals WHERE digest = ? AND state = 'approved' ORDER BY seq LIMIT 1",
                (subject.digest,))
        if row is None:
            raise _none()
        return await self._take(tx, _approval(row), subject)

    async def look(self, subject: Subject) -> Approval:
        """Return the permission for exactly this call without taking it; raises ApprovalRefused."""
        for approval in await self.of_call(subject.run_id, subject.call_id):
            if approval.digest == subject.digest and approval.state in (ApprovalState.APPROVED, ApprovalState.USED):
                if approval.state is ApprovalState.APPROVED and self._ran_out(approval):
                    raise _gone(approval)
                return approval
        raise _none()

    async def _take(self, tx: Transaction, approval: Approval, subject: Subject) -> Approval:
        same = (approval.digest == subject.digest and approval.persona_id == subject.persona_id
                and approval.conversation_id == subject.conversation_id and approval.worker == subject.worker
                and approval.tool == subject.tool and canonical(approval.arguments) == canonical(subject.arguments))
        if not same:
            raise ApprovalChanged(Text.of("This is not what was confirmed."), safe=Text.of("Nothing was done."))
        if approval.state is not ApprovalState.APPROVED or self._ran_out(approval):
            raise _gone(approval)
        taken = await tx.execute("UPDATE approvals SET state = 'used' WHERE id = ? AND state = 'approved'",
                                 (approval.id,))
        if taken != 1:
            raise _gone(approval)
        return self._tell(tx, replace(approval, state=ApprovalState.USED))

    # --- reading --------------------------------------------------------------------------------

    async def get(self, approval_id: str) -> Approval | None:
        row = await self._database.read_one("SELECT * FROM approvals WHERE id = ?", (approval_id,))
        return _approval(row) if row is not None else None

    async def of_call(self, run_id: str, call_id: str) -> tuple[Approval, ...]:
        """Everything that was asked about one call (its arguments may have differed)."""
        rows = await self._database.read_all(
            "SELECT * FROM approvals WHERE run_id = ? AND tool_call_id = ? ORDER BY seq", (run_id, call_id))
        return tuple(map(_approval, rows))

    async def of_run(self, run_id: str) -> tuple[Approval, ...]:
        """Everything a turn asked, in order."""
        rows = await self._database.read_all(
            "SELECT * FROM approvals WHERE run_id = ? ORDER BY seq", (run_id,))
        return tuple(map(_approval, rows))

    # --- inside ---------------------------------------------------------------------------------

    async def _row(self, tx: Transaction, approval_id: str) -> Approval:
        row = await tx.fetch_one("SELECT * FROM approvals WHERE id = ?", (approval_id,))
        if row is None:
            raise _none()
        return _approval(row)

    async def _approved(self) -> list[Approval]:
        rows = await self._database.read_all(
            "SELECT * FROM approvals WHERE state = 'approved'")
        return [_approval(row) for row in rows]

    async def _end(self, tx: Transaction, approval: Approval, state: ApprovalState, reason: str = "") -> Approval:
        """Move on from pending or approved; the nonce dies with it."""
        now = self._clock.now()
        await tx.execute(
            "UPDATE approvals SET state = ?, reason = ?, decided_at = ?, nonce = NULL"
            " WHERE id = ? AND state IN ('pending', 'approved')",
            (state.value, reason or approval.reason, now.isoformat(), approval.id))
        return self._tell(tx, replace(approval, state=state, reason=reason or approval.reason, decided_at=now,
                                      nonce=None))

    def _tell(self, tx: Transaction, approval: Approval) -> Approval:
        """Follow a change, and tell of it, once it is saved."""
        def saved() -> None:
            if approval.state.is_open and approval.run_id in self._held:
                self._unasked[approval.id] = approval
                return
            self._unasked.pop(approval.id, None)
            self._keep(approval)
            self.changed.emit(approval)

        tx.after_commit(saved)
        return approval

    def _check_open(self, approval: Approval) -> None:
        if approval.state is ApprovalState.APPROVED:
            raise ApprovalGone(Text.of("This was answered already."))
        if approval.state is not ApprovalState.PENDING:
            raise _gone(approval)

    def _ran_out(self, approval: Approval) -> bool:
        now = self._clock.now()
        if now >= approval.expires_at or now < approval.created_at - CLOCK_SLACK:
            return True
        deadline = self._deadlines.get(approval.id)
        return deadline is not None and self._clock.monotonic() >= deadline

    def _keep(self, approval: Approval) -> None:
        """Follow a change: which are pending, and until when by the monotonic clock."""
        if approval.state is ApprovalState.PENDING:
            self._pending[approval.id] = approval
        else:
            self._pending.pop(approval.id, None)
        if approval.state not in _LIVE:
            self._deadlines.pop(approval.id, None)
        elif approval.id not in self._deadlines:
            left = (approval.expires_at - self._clock.now()).total_seconds()
            longest = (approval.expires_at - approval.created_at).total_seconds()
            self._deadlines[approval.id] = self._clock.monotonic() + min(left, longest)


def _approval(row: Row) -> Approval:
    decided = row["decided_at"]
    return Approval(
        int(row["seq"]), str(row["id"]), str(row["run_id"]), str(row["tool_call_id"]), str(row["persona_id"]),
        str(row["conversation_id"]), str(row["worker"]), str(row["tool"]), _arguments(row["arguments"]),
        str(row["digest"]), row["nonce"], _summary(row["summary"], str(row["tool"])),
        ApprovalState(str(row["state"])), str(row["reason"]), datetime.fromisoformat(row["created_at"]),
        datetime.fromisoformat(row["expires_at"]), datetime.fromisoformat(decided) if decided else None)


def _arguments(stored: str) -> Mapping[str, Any]:
    try:
        return json.loads(stored)
    except (ValueError, RecursionError):
        return {}  # a damaged row matches no call any more


def _summary(stored: str, tool: str) -> ApprovalSummary:
    try:
        return ApprovalSummary.from_json(json.loads(stored))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ApprovalSummary(Text.literal(tool))


def _none() -> ApprovalRefused:
    return ApprovalRefused(Text.of("This was not confirmed."), safe=Text.of("Nothing was done."))


def _changed() -> ApprovalChanged:
    return ApprovalChanged(Text.of("This question was shown again since. Please look at it once more."),
                           safe=Text.of("Nothing was done."))


def _gone(approval: Approval) -> ApprovalGone:
    sentences = {
        ApprovalState.APPROVED: Text.of("The time for this confirmation is over."),
        ApprovalState.EXPIRED: Text.of("The time for this confirmation is over."),
        ApprovalState.DENIED: Text.of("This was denied."),
        ApprovalState.VOID: Text.of("The turn that asked this is over."),
        ApprovalState.USED: Text.of("This confirmation was used already."),
        ApprovalState.PENDING: Text.of("This was not confirmed."),
    }
    safe = None if approval.state is ApprovalState.USED else Text.of("Nothing was done.")
    return ApprovalGone(sentences[approval.state], safe=safe)
