"""What goes into the graph and what it stops with: plain JSON shapes, free of langchain.

In:      :func:`turn_input`; after a stop ``Command(resume=approval_resume() | input_resume(values))``.
Stops:   the value of one interrupt, ``{"kind": "approval", "approval_ids": […]}`` or
         ``{"kind": "input", "form": {…}}`` (``InputForm.to_json()``).
Out:     the state's last AIMessage is the character's line (its text went out as Token events as well);
         ``state["results"]`` holds the public results of the workers of this turn, in order;
         ``state["dispatch_status"]`` the status of the last one. A turn that cannot go on raises AppError.
Models:  the supervisor's tools are ``delegate_to_{worker}`` (arguments ``task_type``, ``input_refs``, ``options``,
         ``conversation_context``), ``load_skill`` (``name``) and granted MCP tools. The answer to a delegation is a
         ToolMessage whose ``artifact`` is the public result of the worker (its text is the same, fenced, for models).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypedDict, cast

APPROVAL: Final = "approval"
INPUT: Final = "input"


class ApprovalInterrupt(TypedDict):
    kind: Literal["approval"]
    approval_ids: list[str]


class InputInterrupt(TypedDict):
    kind: Literal["input"]
    form: dict[str, Any]  # InputForm.to_json()


class ApprovalResume(TypedDict):
    """Carries no decision: the tool runner reads those from the ledger again."""

    kind: Literal["approval"]


class InputResume(TypedDict):
    """What the user filled in, by field key. It is checked against the form again; who will not answer cancels."""

    kind: Literal["input"]
    values: dict[str, Any]


class TurnInput(TypedDict):
    """``input_refs``: managed ids at hand in this turn, e.g. ``{"attachment_ids": ["…"]}``."""

    messages: list[Any]
    input_refs: dict[str, Any]


def turn_input(messages: Sequence[Any], input_refs: Mapping[str, Any] | None = None) -> TurnInput:
    """Return the first input of a turn; ``messages`` are LangChain messages, the user's new one last."""
    return {"messages": list(messages), "input_refs": dict(input_refs or {})}


def approval_interrupt(approval_ids: Sequence[str]) -> ApprovalInterrupt:
    return {"kind": "approval", "approval_ids": list(approval_ids)}


def input_interrupt(form: Mapping[str, Any]) -> InputInterrupt:
    return {"kind": "input", "form": dict(form)}


def approval_resume() -> ApprovalResume:
    return {"kind": "approval"}


def input_resume(values: Mapping[str, Any]) -> InputResume:
    return {"kind": "input", "values": dict(values)}


def resumed_values(value: object) -> dict[str, Any]:
    """Return the filled-in values of a resume payload; {} for anything else (nothing is believed from it)."""
    if not isinstance(value, Mapping):
        return {}
    payload = cast("Mapping[str, Any]", value)
    values = payload.get("values") if payload.get("kind") == INPUT else None
    return {str(k): v for k, v in cast("Mapping[Any, Any]", values).items()} if isinstance(values, Mapping) else {}
