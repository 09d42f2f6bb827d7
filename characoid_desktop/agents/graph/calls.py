"""Which of a model's calls are calls: the strict reading of what came out of a stream.

Nothing is guessed: no repair of names, ids or arguments. Every refused call is answered, so that the conversation
stays valid for providers and the model may correct itself within its budget.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from langchain_core.messages import AIMessage, BaseMessage, SystemMessage, ToolMessage

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.graph.endings import too_many_tool_calls
from characoid_desktop.agents.graph.handoff import read_arguments, visible
from characoid_desktop.agents.graph.speaking import RawCall, Said
from characoid_desktop.agents.runtime.approval_models import canonical
from characoid_desktop.agents.runtime.turn import ToolCall, Turn
from characoid_desktop.core.strict_json import BadJson
from characoid_desktop.integrations.llm.calls import refusal_of

MAX_AT_ONCE: Final = 8  # calls of one answer that run
MAX_ANSWERED: Final = 16  # calls of one answer that stay in the conversation

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class ReadCall:
    """One call under our own id. ``refusal``: why it is none, in words for the model ("" when it is one)."""

    id: str
    name: str
    args: Json
    refusal: str = ""


def read_calls(said: Said, prefix: str, offered: Collection[str]) -> list[ReadCall]:
    """Return the calls of one answer in order, ids ``{prefix}.{n}``; at most MAX_ANSWERED, those over 8 refused."""
    ids = [call.id for call in said.calls]
    read = [ReadCall(f"{prefix}.{n}", call.name if _NAME.fullmatch(call.name) else "unreadable", *_read(
        call, said, ids, offered, n)) for n, call in enumerate(said.calls[:MAX_ANSWERED])]
    more = len(said.calls) - len(read) + said.lost
    if more > 0:
        read[-1] = replace(read[-1], refusal=f"{read[-1].refusal} ({more} more calls were not looked at)")
    return read


def _read(call: RawCall, said: Said, ids: Sequence[str], offered: Collection[str], n: int) -> tuple[Json, str]:
    if said.cut:
        return {}, "the answer was cut by its length limit before the call was complete"
    if not call.id:
        return {}, "the call has no id"
    if ids.count(call.id) > 1:
        return {}, "two calls have the same id"
    if call.name not in offered:
        known = ", ".join(sorted(offered)) or "none"
        return {}, f"there is no tool “{visible(call.name)}” here; there are: {known}"
    why = refusal_of(call.text)  # our own client marks what it could not take
    if why:
        return {}, f"the arguments were not in order ({why.replace('_', ' ')})"
    if n >= MAX_AT_ONCE:
        return {}, f"only {MAX_AT_ONCE} calls can be made at once"
    try:
        return read_arguments(call.text), ""
    except BadJson as error:
        return {}, str(error)


def spend(turn: Turn, name: str, args: Json) -> None:
    """Count one call; raises TurnEnded beyond the budget, also for the same call too often."""
    if not turn.budget.take_tool_call(f"{name} {canonical(args)}"):
        raise too_many_tool_calls()


def spend_refused(turn: Turn, calls: Sequence[ReadCall], said: Said) -> None:
    """Count refused calls too: a model that repeats its mistake is stopped like one that repeats a call."""
    for n, call in enumerate(calls):
        if call.refusal and not turn.budget.take_tool_call(f"refused {call.name} {said.calls[n].text[:2000]}"):
            raise too_many_tool_calls()


def asking_message(said: Said, calls: Sequence[ReadCall], message_id: str) -> AIMessage:
    """Return the model's answer as it stays in the conversation; refused calls without their arguments."""
    return AIMessage(content=said.text, id=message_id, tool_calls=[
        {"name": call.name, "args": {} if call.refusal else call.args, "id": call.id, "type": "tool_call"}
        for call in calls])


def refusals(calls: Sequence[ReadCall]) -> list[ToolMessage]:
    """Return the answer to each refused call."""
    return [answer_to(call.id, call.name, f"Refused: {call.refusal}. Nothing was done.", ok=False)
            for call in calls if call.refusal]


def answer_to(call_id: str, name: str, text: str, *, ok: bool = True, artifact: Any = None) -> ToolMessage:
    return ToolMessage(content=text, tool_call_id=call_id, name=name, id=f"answer-{call_id}", artifact=artifact,
                       status="success" if ok else "error")


def to_tool_call(call: ReadCall) -> Json:
    """Return the call as plain JSON for the state."""
    return {"id": call.id, "name": call.name, "args": call.args}


def tool_call(data: Json) -> ToolCall:
    return ToolCall(str(data["id"]), str(data["name"]), cast("Json", data["args"]))


def conversation(system: str, messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Return what a provider is sent: one system text, and exactly one answer after each call that was made.

    An answer to a call that was never made is left out; a call without an answer gets one.
    """
    out: list[BaseMessage] = []
    more: list[str] = [system]
    open_calls: dict[str, str] = {}
    for message in messages:
        if isinstance(message, SystemMessage):
            more.append(str(message.text))
            continue
        if isinstance(message, ToolMessage):
            if open_calls.pop(message.tool_call_id, None) is not None:
                out.append(message)
            continue
        out.extend(_unanswered(open_calls))
        open_calls = {}
        out.append(message)
        if isinstance(message, AIMessage):
            open_calls = {str(call["id"]): call["name"] for call in message.tool_calls}
    out.extend(_unanswered(open_calls))
    return [SystemMessage("\n\n".join(more)), *out]


def _unanswered(open_calls: dict[str, str]) -> list[ToolMessage]:
    return [answer_to(id, name, "No result.", ok=False) for id, name in open_calls.items()]
