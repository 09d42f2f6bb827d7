"""One line of the history: a call of a tool, a job or a turn, in the words of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, cast

from characoid_desktop.agents.vocabulary import MCP, SUPERVISOR, RunState
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.features.activity.models import ActivityEntry, AuditOutcome, RunEntry
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.ui.widgets.visible import visible_line

TITLE_LIMIT = 200
JOB_WORKERS: Mapping[str, str] = {"rvc.convert": "rvc_worker"}
"""Which worker's colour and name a kind of job carries."""

RETRY_RUNS = (RunState.FAILED, RunState.INTERRUPTED, RunState.CANCELLED)

RUN_WORDS: Mapping[RunState, Text] = {
    RunState.QUEUED: Text.of("Waiting to begin"), RunState.RUNNING: Text.of("Answering"),
    RunState.WAITING_INPUT: Text.of("Waits for your input"),
    RunState.WAITING_APPROVAL: Text.of("Waits for your confirmation"), RunState.COMPLETED: Text.of("Done"),
    RunState.FAILED: Text.of("Failed"), RunState.CANCELLED: Text.of("Stopped"),
    RunState.INTERRUPTED: Text.of("Interrupted"),
}
_RUN_SIGNS = {
    RunState.COMPLETED: LightState.READY, RunState.FAILED: LightState.FAILED, RunState.INTERRUPTED: LightState.WAITING,
    RunState.CANCELLED: LightState.OFF, RunState.WAITING_INPUT: LightState.WAITING,
    RunState.WAITING_APPROVAL: LightState.WAITING,
}
_CALL_SIGNS = {
    AuditOutcome.OK: LightState.READY, AuditOutcome.FAILED: LightState.FAILED, AuditOutcome.TIMEOUT: LightState.FAILED,
    AuditOutcome.REFUSED: LightState.OFF, AuditOutcome.CANCELLED: LightState.OFF,
    AuditOutcome.UNKNOWN: LightState.WAITING,
}
_JOB_WORDS = {
    JobState.COMPLETED: Text.of("Done"), JobState.FAILED: Text.of("Failed"), JobState.CANCELLED: Text.of("Stopped"),
    JobState.INTERRUPTED: Text.of("Interrupted"), JobState.QUEUED: Text.of("In the queue"),
    JobState.RUNNING: Text.of("Working"),
}
_JOB_SIGNS = {
    JobState.COMPLETED: LightState.READY, JobState.FAILED: LightState.FAILED, JobState.CANCELLED: LightState.OFF,
    JobState.INTERRUPTED: LightState.WAITING, JobState.QUEUED: LightState.OFF, JobState.RUNNING: LightState.WORKING,
}


class Source(StrEnum):
    CALL = "call"
    JOB = "job"
    RUN = "run"


Origin = ActivityEntry | Job | RunEntry


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """``under`` stands below the title; ``seconds`` None: unknown. ``origin`` is what the detail pane reads."""

    source: Source
    id: str
    seq: int
    at: datetime
    sign: LightState
    title: str
    under: str
    worker: str
    place: str  # the MCP server, "" for everything of ours
    permission: Text | None
    seconds: float | None
    result: Text
    origin: Origin

    @property
    def whole_result(self) -> Text:
        """What was found or done, with the list below it; ``result`` is its head."""
        call = self.origin.audit if isinstance(self.origin, ActivityEntry) else None
        found = text_in(call.detail, "summary") if call is not None and call.outcome is AuditOutcome.OK else None
        return self.result if found is None else found

    @property
    def key(self) -> str:
        return f"{self.source}:{self.id}"


def row_of_call(entry: ActivityEntry) -> HistoryRow:
    """Return the line of a call of a tool."""
    call = entry.audit
    seconds = None if call.duration_ms is None else call.duration_ms / 1000
    summary = text_in(call.detail, "summary")
    result = first_line(summary) if summary is not None and call.outcome is AuditOutcome.OK else call.outcome.label
    return HistoryRow(
        Source.CALL, call.id, call.seq, call.started_at, _CALL_SIGNS[call.outcome], line(entry.title),
        line(f"{call.server} · {call.tool}" if call.server else call.tool), call.worker, call.server,
        call.permission.label, seconds, result, entry)


def row_of_job(job: Job) -> HistoryRow:
    """Return the line of a job that is over."""
    seconds = None
    if job.started_at is not None and job.finished_at is not None:
        seconds = max(0.0, (job.finished_at - job.started_at).total_seconds())
    return HistoryRow(
        Source.JOB, job.id, job.seq, job.finished_at or job.created_at, _JOB_SIGNS[job.state], line(job.title),
        str(Text.of("Long work, try {n}", n=job.attempt)) if job.attempt > 1 else str(Text.of("Long work")),
        JOB_WORKERS.get(job.kind, ""), "", None, seconds, _JOB_WORDS[job.state], job)


def row_of_run(run: RunEntry) -> HistoryRow:
    """Return the line of a turn."""
    state = run_state(run.state)
    seconds = None if run.finished_at is None else max(0.0, (run.finished_at - run.started_at).total_seconds())
    question = run.question.strip()
    return HistoryRow(
        Source.RUN, run.id, run.seq, run.started_at, _RUN_SIGNS.get(state, LightState.WORKING),
        line(question) if question else str(Text.of("A message without words")),
        line(" · ".join(part for part in (run.persona_name, run.conversation_title) if part)), SUPERVISOR, "", None,
        seconds, _run_result(state, run.calls), run)


def _run_result(state: RunState, calls: int) -> Text:
    if not calls:
        return RUN_WORDS[state]
    return Text.of("{state}, {steps}", state=RUN_WORDS[state], steps=Text.count("{n} step", "{n} steps", calls))


def run_state(word: str) -> RunState:
    """Return the state a stored word stands for; an unknown one is a failure."""
    try:
        return RunState(word)
    except ValueError:
        return RunState.FAILED


def text_in(data: Mapping[str, Any], key: str) -> Text | None:
    """Return the stored text under ``key``, None where there is none."""
    found = data.get(key)
    if not isinstance(found, Mapping):
        return None
    try:
        return Text.from_json(cast("Mapping[str, Any]", found))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def first_line(words: Text) -> Text:
    """Return what stands above a list, without its marks; the detail pane has all of it."""
    first, below, _ = str(words).strip().partition("\n")
    return Text.literal(first.strip(" *:：")) if below else words


def line(words: Text | str) -> str:
    """Return words from outside on one line, letter for letter."""
    return visible_line(str(words), TITLE_LIMIT)


def is_of_server(row: HistoryRow) -> bool:
    """Whether the call went to an MCP server."""
    return bool(row.place) or row.worker == MCP


def duration_words(seconds: float) -> Text:
    """Return “0.3 s”, “30 s”, “2 min 21 s” or “1 h 5 min”."""
    if seconds < 9.95:
        return Text.of("{s} s", s=f"{max(0.0, seconds):.1f}")
    whole = round(seconds)
    if whole < 60:
        return Text.of("{s} s", s=whole)
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return Text.of("{m} min {s} s", m=minutes, s=rest) if rest else Text.of("{m} min", m=minutes)
    hours, minutes = divmod(minutes, 60)
    return Text.of("{h} h {m} min", h=hours, m=minutes) if minutes else Text.of("{h} h", h=hours)
