"""The frame of every built-in tool: a plain function, its arguments, and how its effect is made to happen once.

A tool parses, calls a feature service and returns a structured dict (``{"status": …, "answer": …, …}``). It never
checks grants, asks, logs or times itself: ``runtime.policy`` wraps it.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, cast

from langchain_core.tools import BaseTool
from pydantic import BaseModel, ConfigDict

from characoid_desktop.agents.runtime.approval_models import ApprovalSummary
from characoid_desktop.core.errors import Action, AppError
from characoid_desktop.core.i18n import Text

if TYPE_CHECKING:
    from characoid_desktop.data.database import Transaction

Payload = dict[str, Any]


class Arguments(BaseModel):
    """Base of every argument model: closed, so that nothing can be smuggled in. Never has a persona or a path."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class NoArguments(Arguments):
    """For tools that take nothing."""


class Effect(StrEnum):
    """How a call changes the world, which decides how it is made to happen once.

    NONE: only reads. DATABASE: everything it changes is written through ``ctx.tx``, together with the ledger row.
    OUTSIDE: files, processes, other programs: the ledger says "started" before and "done" after.
    """

    NONE = "none"
    DATABASE = "database"
    OUTSIDE = "outside"


def _no_refs() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class ToolContext:
    """Where a call comes from: always the session, never the model. ``tx`` is there for DATABASE effects only.

    ``input_refs`` are the managed ids of the hand-off. ``key`` names this call for ever (idempotency). ``taint`` names
    the outside texts that the turn has read.
    """

    persona_id: str
    conversation_id: str
    run_id: str
    message_id: str
    call_id: str
    key: str
    language: str
    tx: Transaction | None = None
    input_refs: Mapping[str, Any] = field(default_factory=_no_refs)
    taint: tuple[str, ...] = ()


TOOL_CONTEXT: ContextVar[ToolContext] = ContextVar("tool context")


class ToolUnavailable(AppError):
    """The feature behind a tool is not there (yet, or on this machine)."""

    code = "unavailable"


def unavailable(feature: Text, action: Action | None = None) -> ToolUnavailable:
    """Return the structured error of a tool whose feature is not there."""
    return ToolUnavailable(Text.of("{feature} is not available in this version.", feature=feature),
                           safe=Text.of("Nothing was changed."), action=action)


ToolFunction = Callable[[ToolContext, Any], Awaitable[Payload]]
Describe = Callable[[ToolContext, Any], Awaitable[ApprovalSummary]]


class Tool(BaseTool):
    """A LangChain tool around a plain function ``async (ToolContext, Arguments) -> dict``.

    ``title`` is what the timeline says; ``describe`` gives the words of the confirmation (with before → after).
    ``outside`` is True when the answer is text from outside the app (a page, a document): it taints the turn. So does
    any answer that names such texts under ``outside`` (what was remembered of one).
    ``sends`` is True when it sends words of the turn out of this computer: once the turn is tainted it asks first.
    The context comes from TOOL_CONTEXT, which the policy sets; LookupError outside of it.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, ignored_types=(Text,))

    function: ToolFunction
    title: Text
    effect: Effect = Effect.NONE
    describe: Describe | None = None
    outside: bool = False
    sends: bool = False
    ready: bool = True  # False: the feature is not there, so there is nothing to ask a person about
    secret_arguments: ClassVar[tuple[str, ...]] = ("key", "token", "password", "secret", "cookie")

    async def _arun(self, **kwargs: Any) -> Payload:
        kwargs.pop("config", None)
        kwargs.pop("run_manager", None)
        model = cast("type[BaseModel]", self.args_schema)
        return await self.function(TOOL_CONTEXT.get(), model.model_validate(kwargs))

    def _run(self, **kwargs: Any) -> Payload:
        raise NotImplementedError("tools are asynchronous")

    async def call(self, ctx: ToolContext, arguments: BaseModel) -> Payload:
        """Run the function with arguments that were validated already (what the policy does)."""
        return await self.function(ctx, arguments)

    def parse(self, args: Mapping[str, Any]) -> BaseModel:
        """Validate raw arguments; raises pydantic.ValidationError."""
        return cast("type[BaseModel]", self.args_schema).model_validate(dict(args))


def tool(
    name: str, function: ToolFunction, arguments: type[Arguments], title: Text, *, effect: Effect = Effect.NONE,
    describe: Describe | None = None, outside: bool = False, sends: bool = False,
) -> Tool:
    """Make a tool; its description for the model is the docstring of ``function`` (English, one or two sentences)."""
    return Tool(name=name, description=inspect.getdoc(function) or "", args_schema=arguments, function=function,
                title=title, effect=effect, describe=describe, outside=outside, sends=sends)
