"""The timeline of a turn, from its events as they come or as they were kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from characoid_desktop.agents.contracts import error_sentence
from characoid_desktop.agents.runtime.events import AgentEvent, Stage, ToolEnded, ToolStarted, Usage
from characoid_desktop.agents.vocabulary import canonicalize_worker_name
from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.widgets.safe_text import visible
from characoid_desktop.ui.widgets.timeline import StepState, TimelineRow

MAX_STEPS = 200
_BRIEF_S = 0.05  # a stage that short, without a word of a model, is not worth a row
_STRUCK = ("failed", "timeout", "unknown", "cancelled", "refused", "denied", "expired")


def _no_data() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Step:
    """One row and what is behind it. ``arguments`` have their secrets masked."""

    row: TimelineRow
    began_s: float
    is_tool: bool = False
    tool: str = ""
    arguments: Mapping[str, Any] = field(default_factory=_no_data)
    outcome: Text | None = None
    problem: str = ""


class StepBook:
    """Takes events and keeps rows. Stages run until the next one; tools until they end."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._by_call: dict[str, int] = {}
        self._open: int | None = None  # the stage that runs
        self._offset_s = 0.0  # of a turn that went on after waiting: its clock began anew
        self._last_s = 0.0
        self.tokens = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self._steps)

    @property
    def rows(self) -> tuple[TimelineRow, ...]:
        return tuple(step.row for step in self._steps)

    @property
    def seconds(self) -> float:
        """How long the turn took so far, without waiting for the user."""
        return self._last_s

    def step(self, key: str) -> Step | None:
        return next((step for step in self._steps if step.row.key == key), None)

    def began(self) -> None:
        """The turn begins, or goes on after it waited."""
        self._offset_s = self._last_s

    def ended(self, at_s: float) -> None:
        """Nothing runs any more; an open tool has failed."""
        self._note(at_s)
        self._close_stage()
        for number, step in enumerate(self._steps):
            if step.row.state is StepState.RUNNING:
                self._steps[number] = replace(step, row=replace(
                    step.row, state=StepState.FAILED, seconds=max(0.0, self._last_s - step.began_s)))

    def paused(self, at_s: float) -> None:
        """The turn waits for the user."""
        self._note(at_s)
        self._close_stage()

    def take(self, event: AgentEvent) -> bool:
        """Follow an event; return whether the rows differ now."""
        if isinstance(event, Stage):
            self.stage(event.at_s, event.worker, event.text)
        elif isinstance(event, ToolStarted):
            self.tool_started(event.at_s, event.call_id, event.worker, event.tool, event.title, event.arguments)
        elif isinstance(event, ToolEnded):
            self.tool_ended(event.at_s, event.call_id, event.outcome, event.seconds, event.summary,
                            error_sentence(event.error))
        elif isinstance(event, Usage):
            self.usage(event.worker, event.prompt_tokens + event.completion_tokens)
        else:
            return False
        return True

    def stage(self, at_s: float, worker: str, words: Text) -> None:
        self._note(at_s)
        self._close_stage(canonicalize_worker_name(worker))
        self._add(f"s{len(self._steps)}", worker, words)
        self._open = len(self._steps) - 1

    def tool_started(self, at_s: float, call_id: str, worker: str, tool: str, title: Text,
                     arguments: Mapping[str, Any]) -> None:
        self._note(at_s)
        self._close_stage(canonicalize_worker_name(worker))
        self._add(f"t{call_id}", worker, title, is_tool=True, tool=tool, arguments=arguments)
        self._by_call[call_id] = len(self._steps) - 1

    def tool_ended(self, at_s: float, call_id: str, outcome: str, seconds: float, summary: Text | None,
                   problem: str) -> None:
        self._note(at_s)
        number = self._by_call.get(call_id)
        if number is None or number >= len(self._steps):
            return
        step = self._steps[number]
        state = StepState.FAILED if outcome in _STRUCK else StepState.DONE
        self._steps[number] = replace(step, outcome=summary, problem=problem,
                                      row=replace(step.row, state=state, seconds=max(0.0, seconds)))

    def usage(self, worker: str, tokens: int) -> None:
        """Count a model call to the last row of its worker."""
        self.tokens += max(0, tokens)
        name = canonicalize_worker_name(worker)
        for number in range(len(self._steps) - 1, -1, -1):
            step = self._steps[number]
            if step.row.worker == name and not step.is_tool:
                self._steps[number] = replace(
                    step, row=replace(step.row, tokens=(step.row.tokens or 0) + max(0, tokens)))
                return

    # --- inside -----------------------------------------------------------------------------------

    def _note(self, at_s: float) -> None:
        self._last_s = max(self._last_s, self._offset_s + max(0.0, at_s))

    def _add(self, key: str, worker: str, words: Text, *, is_tool: bool = False, tool: str = "",
             arguments: Mapping[str, Any] | None = None) -> None:
        if len(self._steps) < MAX_STEPS:
            row = TimelineRow(key, canonicalize_worker_name(worker), words, StepState.RUNNING)
            self._steps.append(Step(row, self._last_s, is_tool, tool, arguments or {}))

    def _close_stage(self, next_worker: str = "") -> None:
        if self._open is None or self._open >= len(self._steps):
            self._open = None
            return
        number, self._open = self._open, None
        step = self._steps[number]
        if step.row.state is not StepState.RUNNING:
            return
        seconds = max(0.0, self._last_s - step.began_s)
        last = number == len(self._steps) - 1
        if last and seconds < _BRIEF_S and not step.row.tokens and step.row.worker == next_worker:
            self._steps.pop()
            return
        self._steps[number] = replace(step, row=replace(step.row, state=StepState.DONE, seconds=seconds))


def book_of(kept: Iterable[Mapping[str, Any]]) -> StepBook:
    """Return the timeline of a run from its kept events; what is not understood is left out."""
    book = StepBook()
    for one in kept:
        try:
            _take_kept(book, one)
        except (KeyError, TypeError, ValueError):
            continue
    return book


def _take_kept(book: StepBook, one: Mapping[str, Any]) -> None:
    kind, at_s = str(one["type"]), float(one.get("at_s") or 0.0)
    if kind == "run_started":
        book.began()
    elif kind == "stage":
        book.stage(at_s, str(one["worker"]), _text(one["text"]))
    elif kind == "tool_started":
        arguments = one.get("arguments")
        book.tool_started(at_s, str(one["call_id"]), str(one["worker"]), str(one["tool"]), _text(one["title"]),
                          cast("Mapping[str, Any]", arguments) if isinstance(arguments, Mapping) else {})
    elif kind == "tool_ended":
        summary = one.get("summary")
        book.tool_ended(at_s, str(one["call_id"]), str(one["outcome"]), float(one["seconds"]),
                        _text(summary) if summary is not None else None, error_sentence(one.get("error")))
    elif kind == "usage":
        book.usage(str(one["worker"]), int(one["prompt_tokens"]) + int(one["completion_tokens"]))
    elif kind == "run_ended":
        if str(one["state"]).startswith("waiting"):
            book.paused(at_s)
        else:
            book.ended(at_s)


def _text(data: object) -> Text:
    if isinstance(data, Text):
        return data
    if isinstance(data, Mapping):
        return Text.from_json(cast("Mapping[str, Any]", data))
    return Text.literal(visible(str(data)))
