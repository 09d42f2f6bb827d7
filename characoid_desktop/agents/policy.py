"""The policy around every tool: grant → confirmation → time limit → audit, and each effect once.

Tools do none of these, so none can forget one. What a turn may do is computed from the session, never from text.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from characoid_desktop.agents.confirmation_policy import ConfirmationPolicy
from characoid_desktop.agents.contracts import Json, ToolSpec, WorkerRetryPolicy, resolve_error_fields
from characoid_desktop.agents.runtime.approval_models import Approval, ApprovalState, ApprovalSummary
from characoid_desktop.agents.runtime.approvals import ApprovalLedger, Subject
from characoid_desktop.agents.runtime.checking import (
    CallCheck,
    Checked,
    Refusal,
    is_read_only,
    is_ready,
    json_problem,
    sends,
    title_of,
)
from characoid_desktop.agents.runtime.errors import ApprovalRefused
from characoid_desktop.agents.runtime.events import ToolEnded, ToolStarted
from characoid_desktop.agents.runtime.execution import Done, Execution, Job, failed
from characoid_desktop.agents.runtime.ports import Emit, Grants, Registry
from characoid_desktop.agents.runtime.turn import MAX_TAINT, ToolCall, ToolOutcome, TurnIds
from characoid_desktop.agents.tools.frame import Tool, ToolContext
from characoid_desktop.agents.vocabulary import MCP, SUPERVISOR, WORKERS
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database
from characoid_desktop.features.activity.models import AuditEntry, AuditOutcome, Permission
from characoid_desktop.features.activity.service import AuditService

MCP_TIMEOUT_S = 60.0
DESCRIBE_LIMIT_S = 5.0
_ONCE = WorkerRetryPolicy()
_log = logging.getLogger(__name__)

AsksFirst = Callable[[str, ToolSpec], bool]
"""``(persona id, tool) -> bool``: a policy of the user that asks where the contract would not."""


def _never(persona_id: str, spec: ToolSpec) -> bool:
    return False


class Policy:
    """What all turns share; :meth:`runner` makes the tool runner of one pass of a turn."""

    def __init__(
        self, *, database: Database, registry: Registry, grants: Grants, ledger: ApprovalLedger, audit: AuditService,
        clock: Clock, confirmation: ConfirmationPolicy | None = None, asks_first: AsksFirst = _never,
    ) -> None:
        self.database = database
        self.registry = registry
        self.grants = grants
        self.ledger = ledger
        self.audit = audit
        self.clock = clock
        self.confirmation = confirmation or ConfirmationPolicy()
        self.asks_first = asks_first
        self.execution = Execution(database, ledger, audit, clock)
        self.covered: dict[str, str] = {}  # run id → worker whose dispatch request was approved as a whole

    def runner(self, ids: TurnIds, emit: Emit, clock_s: Callable[[], float], attachments: Mapping[str, Any],
               stopping: Callable[[], bool] = lambda: True, heard: Sequence[str] = ()) -> PolicyRunner:
        """``stopping()``: whether the whole turn is being ended (when a call is cancelled); ``heard``: the outside
        texts whose words may stand in what the model is told of the conversation so far."""
        return PolicyRunner(self, ids, emit, clock_s, attachments, stopping, heard)

    def revision(self) -> int:
        return self.registry.tool_registry_revision()

    def forget(self, run_id: str) -> None:
        """Drop what is held in memory of a turn that is over."""
        self.covered.pop(run_id, None)


class PolicyRunner:
    """The ToolRunner of one pass of a turn (see ``runtime.turn.ToolRunner`` for each method)."""

    def __init__(self, policy: Policy, ids: TurnIds, emit: Emit, clock_s: Callable[[], float],
                 attachments: Mapping[str, Any], stopping: Callable[[], bool], heard: Sequence[str]) -> None:
        self._policy = policy
        self._ids = ids
        self._emit = emit
        self._clock_s = clock_s
        self._attachments = attachments
        self._stopping = stopping
        self._heard = tuple(heard)
        self._check = CallCheck(policy.registry, policy.grants, ids)

    # --- what may be seen -----------------------------------------------------------------------

    def visible(self, worker: str) -> tuple[ToolSpec, ...]:
        specs = self._policy.registry.tools_for_specialist(MCP if worker == SUPERVISOR else worker)
        return tuple(spec for spec in specs if self._policy.grants.allows_tool(self._ids.persona_id, spec))

    def workers(self) -> tuple[str, ...]:
        grants, persona_id = self._policy.grants, self._ids.persona_id
        return tuple(
            worker for worker in WORKERS if grants.allows_worker(persona_id, worker)
            and any(grants.allows_tool(persona_id, spec)
                    for spec in self._policy.registry.tools_for_specialist(worker)))

    # --- what is asked --------------------------------------------------------------------------

    def asks(self, worker: str, call: ToolCall, taint: Sequence[str]) -> bool:
        """As the rule says; False for what cannot run anyway (:meth:`run` says why)."""
        checked = self._check.check(worker, call)
        return not isinstance(checked, Refusal) and self._asks(checked, self._outside(taint))

    def _outside(self, taint: Sequence[str]) -> tuple[str, ...]:
        """The names of all outside texts that may have a part in what is asked for: read in this turn, or before."""
        return tuple(dict.fromkeys((*taint, *self._heard)))[:MAX_TAINT]

    def _asks(self, checked: Checked, taint: Sequence[str]) -> bool:
        """The one rule of contract §7. The second step of a pair has its word from the first."""
        spec = checked.spec
        if checked.first is not None or not is_ready(spec):  # nothing to ask about where the feature is not there
            return False
        if spec.requires_confirmation or self._policy.asks_first(self._ids.persona_id, spec):
            return True
        if spec.specialist == MCP and not is_read_only(spec):
            return True
        covered = self._policy.covered.get(self._ids.run_id) == spec.specialist
        return bool(taint) and (spec.mutates_data or sends(spec)) and not covered

    async def request(self, worker: str, calls: Sequence[ToolCall], taint: Sequence[str]) -> list[str]:
        """Raises ApprovalRefused for a call that cannot run anyway (then :meth:`asks` was False)."""
        ids: list[str] = []
        for call in calls:
            checked = self._check.check(worker, call)
            if isinstance(checked, Refusal):
                raise ApprovalRefused(Text.of("This cannot be asked."), safe=Text.of("Nothing was done."))
            ids.append(await self._request(checked, call.id, self._outside(taint)))
        return ids

    async def _request(self, checked: Checked, call_id: str, taint: Sequence[str]) -> str:
        for known in await self._policy.ledger.of_call(self._ids.run_id, call_id):
            if known.digest == checked.subject.digest:
                return known.id
        try:
            summary = await self._summary(checked, call_id)
        except AppError as error:
            _log.info("%s is not asked about: %s", checked.spec.name, error)
            return ""
        summary = replace(summary, sources=tuple(dict.fromkeys([*summary.sources, *taint])),
                          server=checked.spec.server)
        return (await self._policy.ledger.request(checked.subject, summary)).id

    async def _summary(self, checked: Checked, call_id: str) -> ApprovalSummary:
        """The words of the tool itself; its title alone where it has none or a fault keeps it from saying.

        Raises AppError when the tool says that the call would not work: nobody is asked about what would fail.
        """
        tool = checked.spec.tool
        if isinstance(tool, Tool) and tool.describe is not None and checked.arguments is not None:
            try:
                async with asyncio.timeout(DESCRIBE_LIMIT_S):
                    return await tool.describe(self._context(call_id), checked.arguments)
            except AppError:
                raise
            except Exception as error:
                _log.info("%s could not be described: %s", checked.spec.name, type(error).__name__)
        return ApprovalSummary(checked.title)

    async def _problem(self, checked: Checked, call_id: str) -> Json | None:
        """Why nobody was asked about this call: the public error of its tool; None when there is none."""
        try:
            await self._summary(checked, call_id)
        except AppError as error:
            return resolve_error_fields(error)
        return None

    # --- dispatch requests ----------------------------------------------------------------------

    async def request_dispatch(self, request: Json, taint: Sequence[str]) -> str | None:
        self._policy.covered.pop(self._ids.run_id, None)
        taint = self._outside(taint)
        if not self._policy.confirmation.asks(request, taint):
            return None
        names = {id: str(cast("Mapping[str, Any]", one).get("name", "")) for id, one in self._attachments.items()
                 if isinstance(one, Mapping)}
        summary = await self._policy.confirmation.summary(request, taint, names)
        return (await self._policy.ledger.request(self._dispatch_subject(request), summary)).id

    async def dispatch_decision(self, approval_id: str, request: Json) -> str:
        """A request that was approved says so again in the same turn (its node may run twice over a crash)."""
        subject = self._dispatch_subject(request)
        approval = await self._policy.ledger.get(approval_id)
        if (approval is None or approval.run_id != subject.run_id or approval.tool_call_id != subject.call_id
                or approval.digest != subject.digest):
            return ApprovalState.VOID.value
        if approval.state is ApprovalState.APPROVED:
            try:
                async with self._policy.database.transaction() as tx:
                    approval = await self._policy.ledger.use(tx, subject)
            except ApprovalRefused:
                return ApprovalState.EXPIRED.value
        if approval.state is ApprovalState.USED:
            if self._policy.confirmation.covers(request):
                self._policy.covered[subject.run_id] = str(request.get("worker"))
            return ApprovalState.APPROVED.value
        if approval.state is not ApprovalState.PENDING:
            await self._note_dispatch(approval)
        return approval.state.value

    async def denial_reason(self, approval_id: str) -> str:
        approval = await self._policy.ledger.get(approval_id)
        return approval.reason if approval is not None and approval.state is ApprovalState.DENIED else ""

    async def _note_dispatch(self, approval: Approval) -> None:
        denied = approval.state is ApprovalState.DENIED
        await self._policy.audit.record(AuditEntry(
            run_id=approval.run_id, persona_id=approval.persona_id, conversation_id=approval.conversation_id,
            worker=approval.worker, tool=approval.tool, arguments=approval.arguments,
            permission=Permission.DENIED if denied else Permission.EXPIRED, outcome=AuditOutcome.REFUSED,
            started_at=self._policy.clock.now(), digest=approval.digest, approval_id=approval.id,
            detail={"title": approval.summary.title.to_json()}))

    def _dispatch_subject(self, request: Json) -> Subject:
        problem = json_problem(request)
        if problem:
            raise ApprovalRefused(Text.of("This cannot be asked."), safe=Text.of("Nothing was done."), detail=problem)
        ids, worker = self._ids, str(request.get("worker", ""))[:100]
        return Subject(ids.run_id, f"dispatch:{str(request.get('call_id', ''))[:180]}", ids.persona_id,
                       ids.conversation_id, worker, f"delegate_to_{worker}", "1", request)

    # --- running --------------------------------------------------------------------------------

    async def run(self, worker: str, call: ToolCall, taint: Sequence[str],
                  refs: Mapping[str, Any] | None = None) -> ToolOutcome:
        """``refs`` are the managed ids of the hand-off, for the tool's context."""
        began_at, began_s = self._policy.clock.now(), self._policy.clock.monotonic()
        taint = self._outside(taint)
        checked = self._check.check(worker, call)
        self._started(worker, call, checked)
        try:
            if isinstance(checked, Refusal):
                done = await self._refused(worker, call, checked)
            else:
                asked = await self._policy.ledger.of_call(self._ids.run_id, call.id)
                asks = self._asks(checked, taint)
                problem = await self._problem(checked, call.id) if asks and not asked else None
                if problem is not None:
                    done = await self._refused(worker, call, Refusal(problem))
                else:
                    limit_s, retry = self._limits(worker)
                    done = await self._policy.execution.execute(Job(
                        checked, self._context(call.id, refs, taint), asks or bool(asked), limit_s, retry, began_at,
                        began_s, self._stopping))
        except asyncio.CancelledError:
            self._ended(worker, call, began_s, failed("cancelled" if self._stopping() else "timeout", {}))
            raise
        except Exception as error:
            if not isinstance(error, AppError):
                _log.error("a call could not be made", exc_info=error)
            done = failed("failed", resolve_error_fields(error) or {})
        self._ended(worker, call, began_s, done)
        return ToolOutcome(call, done.outcome, done.payload, done.tainted)

    async def _refused(self, worker: str, call: ToolCall, refusal: Refusal) -> Done:
        done = failed("refused", refusal.error)
        await self._policy.audit.record(AuditEntry(
            run_id=self._ids.run_id, persona_id=self._ids.persona_id, conversation_id=self._ids.conversation_id,
            worker=worker[:100], tool=str(call.name)[:200],
            arguments={} if json_problem(call.args) else call.args,
            permission=Permission.NOT_GRANTED if refusal.not_granted else Permission.NOT_NEEDED,
            outcome=AuditOutcome.REFUSED, started_at=self._policy.clock.now(), detail={"error": refusal.error}))
        return done

    def _limits(self, worker: str) -> tuple[float, WorkerRetryPolicy]:
        """The time of one call in seconds and how often a reading one is tried: the manifest's."""
        if worker == SUPERVISOR:
            return MCP_TIMEOUT_S, _ONCE
        manifest = self._policy.registry.worker_manifest(worker)
        return manifest.timeout_seconds, manifest.retry_policy

    def _context(self, call_id: str, refs: Mapping[str, Any] | None = None, taint: Sequence[str] = ()) -> ToolContext:
        ids = self._ids
        return ToolContext(
            persona_id=ids.persona_id, conversation_id=ids.conversation_id, run_id=ids.run_id,
            message_id=ids.message_id, call_id=call_id, key=f"{ids.run_id}:{call_id}", language=ids.language,
            input_refs={"attachment_ids": list(self._attachments), **(refs or {})}, taint=tuple(taint))

    def _started(self, worker: str, call: ToolCall, checked: Checked | Refusal) -> None:
        known = self._policy.registry.tool_spec(call.name) if isinstance(call.name, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
        arguments = {} if isinstance(checked, Refusal) else self._policy.audit.mask(checked.subject.arguments)
        self._emit(ToolStarted(
            run_id=self._ids.run_id, at_s=self._clock_s(), call_id=call.id, worker=worker, tool=str(call.name)[:200],
            title=title_of(known) if known is not None else Text.literal(str(call.name)[:100]), arguments=arguments))

    def _ended(self, worker: str, call: ToolCall, began_s: float, done: Done) -> None:
        self._emit(ToolEnded(
            run_id=self._ids.run_id, at_s=self._clock_s(), call_id=call.id, worker=worker, tool=str(call.name)[:200],
            outcome=done.audit_outcome.value, seconds=self._policy.clock.monotonic() - began_s,
            summary=_summary_of(done), error=done.error, outside=done.tainted))


def _summary_of(done: Done) -> Text | None:
    try:
        return Text.from_json(done.payload["answer_text"])
    except (KeyError, TypeError, AttributeError):
        return None
