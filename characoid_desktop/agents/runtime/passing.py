"""Around one pass through the graph: what goes in, and what the thread says afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from characoid_desktop.agents.contracts import public_error
from characoid_desktop.agents.runtime.active import Ending
from characoid_desktop.agents.runtime.events import AgentEvent, ApprovalNeeded, InputNeeded
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.recorder import AnswerRecorder
from characoid_desktop.agents.runtime.recovery import interrupts_of, merged, waiting_state
from characoid_desktop.agents.runtime.turn import thread_id
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.i18n import Text

MAX_STEPS = 200  # nodes of the graph in one pass


def config_of(run: Run) -> dict[str, Any]:
    """The thread is that of the conversation; the run stands in the metadata of each of its checkpoints."""
    return {"configurable": {"thread_id": thread_id(run)}, "metadata": {"run": run.id}, "recursion_limit": MAX_STEPS}


def needed_event(run: Run, waits: Mapping[str, Any], at_s: float) -> AgentEvent:
    """The event that says what a turn waits for."""
    if waits.get("kind") == "input":
        form = object_of(waits.get("form"))
        return InputNeeded(run_id=run.id, at_s=at_s, worker=str(form.get("worker", "")), form=form)
    return ApprovalNeeded(run_id=run.id, at_s=at_s, approval_ids=tuple(waits.get("approval_ids") or ()))


def object_of(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def resume_command(snapshot: Any, resume: Mapping[str, Any]) -> Any:
    from langgraph.types import Command

    ids = [id for id, _ in interrupts_of(snapshot)]
    return Command(resume=dict(resume) if len(ids) < 2 else {id: dict(resume) for id in ids})


def ending_of(snapshot: Any, recorder: AnswerRecorder) -> Ending:
    """What the thread says after a pass: over when no task is left, waiting when one asks."""
    values = [value for _, value in interrupts_of(snapshot)]
    if values:
        waits = merged(values)
        return Ending(waiting_state(waits), waits=waits)
    if snapshot.tasks:
        raise RuntimeError("the graph stopped without an end and without a question")
    text = recorder.text or _last_line(snapshot.values.get("messages") or ())
    if not text.strip() and "card" not in recorder.parts:
        return Ending(RunState.FAILED, public_error(
            "empty_reply", Text.of("The model answered nothing."), safe=Text.of("Your message is kept.")))
    return Ending(RunState.COMPLETED, text=text)


def _last_line(messages: Any) -> str:
    """The character's line where it did not come as tokens."""
    last = messages[-1] if messages else None
    return str(last.text) if last is not None and last.type == "ai" else ""
