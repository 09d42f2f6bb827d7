"""Asking for and making the calls of one step: the two nodes that every worker and the supervisor share.

``approve`` holds nothing but the (idempotent) request and one interrupt for all calls of the step; ``act`` makes the
calls. A node that is run again after a stop or a crash therefore repeats no effect: call ids are in the state, and
the tool runner makes the effect of an id happen once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langgraph.types import interrupt

from characoid_desktop.agents.contracts import Json, public_error
from characoid_desktop.agents.graph.calls import spend, tool_call
from characoid_desktop.agents.graph.exchange import approval_interrupt
from characoid_desktop.agents.runtime.turn import MAX_TAINT, ToolOutcome, Turn
from characoid_desktop.agents.vocabulary import FAILURE_STATUSES
from characoid_desktop.core.i18n import Text

_FAILED: Final[Mapping[str, tuple[str, str, Text]]] = {
    "failed": ("failed", "failed", Text.of("This step did not work.")),
    "refused": ("failed", "refused", Text.of("This step was not allowed, and nothing was done.")),
    "denied": ("denied", "denied", Text.of("You said no to this step, and nothing was done.")),
    "expired": ("denied", "expired", Text.of("The question about this step ran out of time, and nothing was done.")),
    "timeout": ("failed", "timeout", Text.of("This step took too long and was ended.")),
    "cancelled": ("failed", "cancelled", Text.of("This step was cancelled.")),
    "unknown": ("error", "unknown", Text.of("It is not known whether this step was finished. It is not repeated.")),
}


async def ask_for(turn: Turn, worker: str, calls: Sequence[Json], taint: Sequence[str]) -> dict[str, str]:
    """Stop for a person's word on the calls that need one; return call id → approval id (no decision: the ledger's).

    Raises GraphInterrupt, once for all calls; must be the only thing its node does.
    """
    asking = [call for call in map(tool_call, calls) if turn.tools.asks(worker, call, taint)]
    if not asking:
        return {}
    ids = await turn.tools.request(worker, asking, taint)
    asked = {call.id: id for call, id in zip(asking, ids, strict=True) if id}
    if asked:
        interrupt(approval_interrupt(list(asked.values())))
    return asked


@dataclass(slots=True)
class Made:
    """What became of the calls of a step, in order. ``timed_out``: the worker's time was up."""

    outcomes: list[ToolOutcome]
    seconds: float = 0.0
    timed_out: bool = False


async def make_calls(turn: Turn, worker: str, calls: Sequence[Json], taint: Sequence[str], *,
                     left_s: float | None = None,
                     go_on: Callable[[ToolOutcome], bool] = lambda outcome: True) -> Made:
    """Make the calls one after another, until ``go_on`` says no or ``left_s`` is over. Raises TurnEnded over budget.

    Errors declared retryable are tried again by the tool runner, which knows what a tool changes; never here.
    """
    made = Made([])
    started = turn.clock_s()
    tainted = list(taint)
    for call in map(tool_call, calls):
        left = None if left_s is None else left_s - (turn.clock_s() - started)
        if left is not None and left <= 0:
            made.timed_out = True
            made.outcomes.append(ToolOutcome(call, "timeout", {}))
            break
        spend(turn, call.name, call.args)
        try:
            async with asyncio.timeout(left):
                outcome = await turn.tools.run(worker, call, tainted)
        except TimeoutError:
            made.timed_out = True
            made.outcomes.append(ToolOutcome(call, "timeout", {}))
            break
        made.outcomes.append(outcome)
        tainted = joined_taint(tainted, [outcome])
        if not go_on(outcome):
            break
    made.seconds = turn.clock_s() - started
    return made


def payload_of(outcome: ToolOutcome) -> Json:
    """Return the tool's answer with a status of the contract, whatever became of the call."""
    if outcome.ok:
        return {**outcome.payload, "status": str(outcome.payload.get("status") or "completed")}
    status, code, sentence = _FAILED.get(outcome.outcome, _FAILED["failed"])
    error: object = outcome.payload.get("error")
    if outcome.outcome == "failed" and outcome.payload.get("status") in FAILURE_STATUSES:
        return dict(outcome.payload)
    notes = denial_notes(outcome.payload.get("reason"))
    return {**{key: outcome.payload[key] for key in ("answer", "artifacts") if key in outcome.payload},
            "status": status, "error": error if isinstance(error, Mapping) else public_error(code, sentence),
            "uncertainties": notes}


def denial_notes(reason: object) -> list[str]:
    """Return what a model is told of the words beside a no."""
    return [f"reason given: {reason[:1000]}"] if isinstance(reason, str) and reason.strip() else []


def is_good(payload: Mapping[str, Any], worker_status: Callable[[str], str]) -> bool:
    """Whether a plan may go on after this answer."""
    return worker_status(str(payload.get("status", ""))) not in (*FAILURE_STATUSES, "insufficient", "waiting_input")


def payload_text(payload: Mapping[str, Any]) -> str:
    return json.dumps(payload, ensure_ascii=False, default=str)


def joined_taint(taint: Sequence[str], outcomes: Sequence[ToolOutcome]) -> list[str]:
    """Return the names of all outside texts that were read by now."""
    return list(dict.fromkeys([*taint, *(outcome.tainted for outcome in outcomes if outcome.tainted)]))[:MAX_TAINT]
