"""Which tools there are and which worker each belongs to; manifests are always computed from that.

One registry a running app, made by the composition root with the built-in tools (``agents.tools.catalog``).
MCP tools come and go with :meth:`ToolRegistry.register_tool_specs` and ``unregister_tool_specs``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from characoid_desktop.agents.contracts import ToolSpec, WorkerManifest
from characoid_desktop.agents.manifest_data import (
    WORKER_DESCRIPTIONS,
    WORKER_EXECUTION_DEFAULTS,
    WORKER_INPUT_SCHEMA,
    WORKER_OUTPUT_SCHEMA,
)
from characoid_desktop.agents.vocabulary import LEGACY_WORKER_ALIASES, MCP, WORKERS, canonicalize_worker_name
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool
    from pydantic import BaseModel

# The names of the contract.
_WORKER_ORDER: Final = WORKERS
_WORKER_DESCRIPTIONS: Final = WORKER_DESCRIPTIONS
_WORKER_EXECUTION_DEFAULTS: Final = WORKER_EXECUTION_DEFAULTS
_WORKER_INPUT_SCHEMA: Final = WORKER_INPUT_SCHEMA
_WORKER_OUTPUT_SCHEMA: Final = WORKER_OUTPUT_SCHEMA
_WORKER_COMPAT_ALIASES: Final = LEGACY_WORKER_ALIASES

_BUILT_IN_NAME = re.compile(r"[a-z][a-z0-9_]{2,63}")
_MCP_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")  # what chat models take as a function name


class WorkerNotFound(AppError):
    """Nobody has this name; the API answers 404."""

    code = "worker_not_found"


class ToolNotAccepted(AppError):
    """A tool that cannot be registered; nothing was registered."""

    code = "tool_not_accepted"


class ToolRegistry:
    """All registered tools, built-in ones first, in canonical order.

    ``changed`` fires with the new revision. Methods are called in the loop's thread.
    """

    def __init__(self, built_in: Iterable[ToolSpec]) -> None:
        self.changed: Event[int] = Event()
        self._specs: dict[str, ToolSpec] = {}
        self._manifests: dict[str, WorkerManifest] = {}
        self._revision = 0
        for spec in built_in:
            _check(spec, self._specs)
            if spec.specialist == MCP:
                raise _refused(spec, Text.of("It is not a built-in tool."))
            self._specs[spec.name] = spec
        self._built_in = frozenset(self._specs)

    # --- tools ----------------------------------------------------------------------------------

    def tool_specs(self) -> tuple[ToolSpec, ...]:
        """All tools, built-in ones in canonical order, then the registered ones as they came."""
        return tuple(self._specs.values())

    def tool_spec(self, name: str) -> ToolSpec | None:
        """The tool of exactly this name."""
        return self._specs.get(name)

    def is_built_in(self, name: str) -> bool:
        return name in self._built_in

    def tools_for_specialist(self, specialist: str) -> tuple[ToolSpec, ...]:
        """Only the tools of this worker (aliases resolve) or, for "mcp", those of MCP servers."""
        wanted = canonicalize_worker_name(specialist)
        return tuple(spec for spec in self._specs.values() if spec.specialist == wanted)

    def worker_tools(self, worker: str) -> tuple[BaseTool, ...]:
        """What a worker's model may be given: the LangChain tools of that worker."""
        return tuple(spec.tool for spec in self.tools_for_specialist(worker))

    def tool_registry_revision(self) -> int:
        """Raised by every change; the graph is rebuilt when it differs."""
        return self._revision

    def register_tool_specs(self, specs: Iterable[ToolSpec]) -> int:
        """Add tools, all or none, and return the new revision; raises ToolNotAccepted."""
        fresh = dict(self._specs)
        for spec in specs:
            _check(spec, fresh)
            fresh[spec.name] = spec
        return self._replace(fresh)

    def unregister_tool_specs(self, names: Iterable[str]) -> int:
        """Take tools away again and return the new revision; unknown names are harmless.

        Raises ToolNotAccepted for a built-in tool; nothing was taken away then.
        """
        gone = set(names)
        if not gone.isdisjoint(self._built_in):
            name = min(gone & self._built_in)
            raise ToolNotAccepted(Text.of("The built-in tool “{name}” cannot be removed.", name=name),
                                  safe=Text.of("Nothing was changed."))
        return self._replace({name: spec for name, spec in self._specs.items() if name not in gone})

    def _replace(self, specs: dict[str, ToolSpec]) -> int:
        if specs.keys() != self._specs.keys():
            self._specs = specs
            self._manifests.clear()
            self._revision += 1
            self.changed.emit(self._revision)
        return self._revision

    # --- workers --------------------------------------------------------------------------------

    def worker_manifests(self) -> tuple[WorkerManifest, ...]:
        """The manifests of all workers in canonical order, as the registry is now."""
        return tuple(self._manifest(worker) for worker in _WORKER_ORDER)

    def worker_manifest(self, name: str) -> WorkerManifest:
        """The manifest of one worker (aliases resolve); raises WorkerNotFound."""
        worker = canonicalize_worker_name(name)
        if worker not in _WORKER_ORDER:
            raise WorkerNotFound(Text.of("Worker manifest not found"))
        return self._manifest(worker)

    def _manifest(self, worker: str) -> WorkerManifest:
        if worker not in self._manifests:  # each call of a tool asks for its limits
            self._manifests[worker] = self._made_manifest(worker)
        return self._manifests[worker]

    def _made_manifest(self, worker: str) -> WorkerManifest:
        specs = self.tools_for_specialist(worker)
        defaults = _WORKER_EXECUTION_DEFAULTS[worker]
        return WorkerManifest(
            name=worker, description=_WORKER_DESCRIPTIONS[worker], input_schema=_WORKER_INPUT_SCHEMA,
            output_schema=_WORKER_OUTPUT_SCHEMA, capabilities=tuple(spec.name for spec in specs),
            mutating_operations=tuple(spec.name for spec in specs if spec.mutates_data),
            requires_confirmation=tuple(spec.name for spec in specs if spec.requires_confirmation),
            timeout_seconds=defaults.timeout_seconds, retry_policy=defaults.retry_policy,
            tools=tuple(describe_tool(spec) for spec in specs))


def describe_tool(spec: ToolSpec) -> dict[str, Any]:
    """Return what a manifest and the API say of a tool, as plain JSON."""
    return {
        "name": spec.name, "description": spec.tool.description, "requires_confirmation": spec.requires_confirmation,
        "mutates_data": spec.mutates_data, "server": spec.server, "input_schema": input_schema(spec),
    }


def input_schema(spec: ToolSpec) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments."""
    schema = cast("type[BaseModel] | Mapping[str, Any] | None", spec.tool.args_schema)
    if schema is None:
        return {"type": "object", "properties": {}}
    if isinstance(schema, Mapping):
        return dict(schema)
    return schema.model_json_schema()


def _check(spec: ToolSpec, known: Mapping[str, ToolSpec]) -> None:
    """Raise ToolNotAccepted for a tool that does not fit beside ``known``."""
    mcp = spec.specialist == MCP
    if not mcp and spec.specialist not in _WORKER_ORDER:
        raise _refused(spec, Text.of("There is no worker “{name}”.", name=spec.specialist))
    if mcp != bool(spec.server) or "/" in spec.server or len(spec.server) > 100:  # part of a capability's id
        raise _refused(spec, Text.of("Its server has no name that can be used."))
    if not (_MCP_NAME if mcp else _BUILT_IN_NAME).fullmatch(spec.name):
        raise _refused(spec, Text.of("Its name is not one that a model can call."))
    if spec.tool.name != spec.name:
        raise _refused(spec, Text.of("Its name differs from that of its tool."))
    if spec.name.casefold() in {name.casefold() for name in known}:
        raise _refused(spec, Text.of("The name is taken."))


def _refused(spec: ToolSpec, why: Text) -> ToolNotAccepted:
    return ToolNotAccepted(Text.of("The tool “{name}” was not added. {why}", name=spec.name[:100], why=why),
                           safe=Text.of("Nothing was changed."), detail=f"{spec.server}:{spec.name}")
