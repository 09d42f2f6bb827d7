"""What the detail pane says of one line: the error with its next step, the arguments, and the course of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.activity.models import ActivityEntry, AuditOutcome, RunEntry
from characoid_desktop.jobs.models import Job
from characoid_desktop.ui.panels.activity.rows import RETRY_RUNS, RUN_WORDS, HistoryRow, line, run_state, text_in
from characoid_desktop.ui.widgets.arguments import ArgumentRow, argument_rows
from characoid_desktop.ui.widgets.workers import worker_look

COURSE_LIMIT = 60  # steps; what came before is counted
ENGINES: Mapping[str, str] = {"rvc.convert": "rvc"}
"""Whose log a kind of job leads to."""

_ENDS: Mapping[str, tuple[Text, str]] = {
    "ok": (Text.of("Done: {what}"), "text"), "failed": (Text.of("Failed: {what}"), "error"),
    "timeout": (Text.of("No answer, cut off: {what}"), "error"), "refused": (Text.of("Not done: {what}"), "warn"),
    "denied": (Text.of("Denied: {what}"), "warn"), "expired": (Text.of("Not answered in time: {what}"), "warn"),
    "cancelled": (Text.of("Stopped: {what}"), "text"), "unknown": (Text.of("Cut off: {what}"), "error"),
}
_DECIDED: Mapping[str, Text] = {
    "approved": Text.of("You approved once"), "denied": Text.of("You denied"),
    "expired": Text.of("The question was not answered in time"),
    "void": Text.of("The question was taken back: the turn ended"),
}
_OUTCOME_TROUBLE = {
    AuditOutcome.FAILED: Text.of("This did not work."),
    AuditOutcome.TIMEOUT: Text.of("This took too long and was cut off."),
    AuditOutcome.UNKNOWN: Text.of("The app ended in the middle of this. Look whether it took effect."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """``tone`` is a colour role; the words say the same."""

    at: datetime
    words: str
    tone: str = "text"


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything about ``row``. ``can_retry``: it can be done again. ``engine``: whose log, "" for the app's."""

    row: HistoryRow
    who: str
    error: Text | None
    safe: Text | None
    arguments: tuple[ArgumentRow, ...]
    course: tuple[Step, ...]
    run_id: str
    can_retry: bool
    engine: str = ""
    run: Run | None = None


def detail_of(
    row: HistoryRow, redactor: Redactor, run: Run | None = None, events: Sequence[Mapping[str, Any]] = (),
) -> Detail:
    """Return the detail of a row; ``run`` and ``events`` are those of the turn it belongs to, where it has one."""
    origin = row.origin
    if isinstance(origin, Job):
        return _of_job(row, origin)
    if isinstance(origin, ActivityEntry):
        return _of_call(row, origin, redactor, run, events)
    return _of_run(row, origin, run, events)


def _of_job(row: HistoryRow, job: Job) -> Detail:
    steps = [Step(job.created_at, str(Text.of("Asked for")))]
    if job.started_at is not None:
        steps.append(Step(job.started_at, str(Text.of("Started"))))
    if job.finished_at is not None:
        failed = job.error is not None
        steps.append(Step(job.finished_at, str(row.result), "error" if failed else "text"))
    error, safe = (job.error.sentence, job.error.safe) if job.error is not None else (None, None)
    return Detail(row, _worker(row), error, safe, (), tuple(steps), "", job.state.can_retry,
                  ENGINES.get(job.kind, ""))


def _of_call(
    row: HistoryRow, entry: ActivityEntry, redactor: Redactor, run: Run | None, events: Sequence[Mapping[str, Any]],
) -> Detail:
    error, safe = _public(entry.error)
    error = error or _OUTCOME_TROUBLE.get(entry.audit.outcome)
    return Detail(
        row, " › ".join(part for part in (line(entry.persona_name), _worker(row)) if part), error, safe,
        tuple(argument_rows(entry.audit.arguments, redactor.redact)), course(run, events), entry.audit.run_id,
        run is not None and run.state in RETRY_RUNS, run=run)


def _of_run(row: HistoryRow, entry: RunEntry, run: Run | None, events: Sequence[Mapping[str, Any]]) -> Detail:
    error, safe = _public(entry.error)
    state = run_state(entry.state)
    if error is None and state is RunState.INTERRUPTED:
        error, safe = Text.of("This turn was interrupted."), Text.of("What had arrived is kept in the chat.")
    return Detail(row, line(entry.persona_name), error, safe, (), course(run, events), entry.id,
                  run is not None and run.state in RETRY_RUNS, run=run)


def _worker(row: HistoryRow) -> str:
    if not row.worker:
        return ""
    return f"{worker_look(row.worker).label} {line(row.place)}".strip()


def _public(error: Mapping[str, Any] | None) -> tuple[Text | None, Text | None]:
    return (text_in(error, "sentence"), text_in(error, "safe")) if error else (None, None)


# --- the course ---------------------------------------------------------------------------------


def course(run: Run | None, events: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    """Return the steps of a turn as a person follows them, the last COURSE_LIMIT of them."""
    if run is None:
        return ()
    titles: dict[str, str] = {}
    steps: list[Step] = []
    for event in events:
        found = _step(event, titles)
        if found is not None:
            words, tone = found
            steps.append(Step(run.started_at + timedelta(seconds=_seconds(event)), words, tone))
    if len(steps) > COURSE_LIMIT:
        left_out = Text.count("{n} earlier step", "{n} earlier steps", len(steps) - COURSE_LIMIT)
        steps = [Step(steps[0].at, str(left_out), "text_muted"), *steps[-COURSE_LIMIT:]]
    return tuple(steps)


def _seconds(event: Mapping[str, Any]) -> float:
    value = event.get("at_s")
    return float(value) if isinstance(value, int | float) and 0 <= value < 10**8 else 0.0


def _step(event: Mapping[str, Any], titles: dict[str, str]) -> tuple[str, str] | None:
    match event.get("type"):
        case "run_started":
            return str(Text.of("Went on") if event.get("resumed") else Text.of("Your message arrived")), "text"
        case "stage":
            words = text_in(event, "text")
            return (line(words), "text_muted") if words is not None else None
        case "tool_started":
            title = line(text_in(event, "title") or str(event.get("tool", "")))
            titles[str(event.get("call_id"))] = title
            return str(Text.of("Started: {what}", what=title)), "text"
        case "tool_ended":
            words, tone = _ENDS.get(str(event.get("outcome")), _ENDS["unknown"])
            what = titles.get(str(event.get("call_id")), line(str(event.get("tool", ""))))
            return str(Text(words.source, {"what": what})), tone
        case "approval_needed":
            count = len(cast("list[Any]", found)) if isinstance(found := event.get("approval_ids"), list) else 1
            return str(Text.count("Asked you", "Asked you {n} questions", count)), "warn"
        case "approval_decided":
            decided = _DECIDED.get(str(event.get("state")))
            return (str(decided), "text") if decided is not None else None
        case "input_needed":
            return str(Text.of("Asked for missing input")), "warn"
        case "run_ended":
            state = run_state(str(event.get("state")))
            return str(RUN_WORDS[state]), "error" if state is RunState.FAILED else "text"
        case _:
            return None
