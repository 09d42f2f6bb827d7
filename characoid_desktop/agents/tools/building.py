"""How a tool module makes its specs: the flags come from the contract's table, never from the module."""

from __future__ import annotations

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.manifest_data import TOOL_ROWS
from characoid_desktop.agents.tools.frame import (
    Arguments,
    Describe,
    Effect,
    Payload,
    Tool,
    ToolContext,
    ToolFunction,
    tool,
    unavailable,
)
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Transaction


def spec(
    function: ToolFunction, arguments: type[Arguments], title: Text, *, effect: Effect = Effect.NONE,
    describe: Describe | None = None, outside: bool = False, sends: bool = False,
) -> ToolSpec:
    """Return the spec of the tool that has the function's name; raises KeyError for one the contract has not."""
    row = TOOL_ROWS[function.__name__]
    return ToolSpec(row.name, row.worker, tool(row.name, function, arguments, title, effect=effect, describe=describe,
                                               outside=outside, sends=sends), row.asks, row.writes)


def missing(
    name: str, description: str, arguments: type[Arguments], title: Text, feature: Text, *,
    effect: Effect = Effect.NONE, describe: Describe | None = None, outside: bool = False,
) -> ToolSpec:
    """Return the spec of a tool whose feature is not built yet: it answers with the structured error."""

    async def not_there(ctx: ToolContext, arguments: Arguments) -> Payload:
        raise unavailable(feature)

    row = TOOL_ROWS[name]
    return ToolSpec(name, row.worker, Tool(
        name=name, description=description, args_schema=arguments, function=not_there, title=title, effect=effect,
        describe=describe, outside=outside, ready=False), row.asks, row.writes)


def unit_of(ctx: ToolContext) -> Transaction:
    """Return the unit of work of a call whose effect is in the database."""
    if ctx.tx is None:
        raise RuntimeError("this tool needs a unit of work")
    return ctx.tx
