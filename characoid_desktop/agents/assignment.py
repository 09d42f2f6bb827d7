"""Which persona may use what. What a persona may not use, it does not see.

Built-in workers, tools and skills are open to every persona until one is taken from a persona. MCP servers and the
user's own skills are closed until they are given. Within a server that a persona may use, single tools can be taken.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.manifest_data import WORKER_DESCRIPTIONS
from characoid_desktop.agents.registry import ToolRegistry
from characoid_desktop.agents.vocabulary import MCP, WORKERS, canonicalize_worker_name
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Transaction

EVERYONE = "*"
MAX_PERSONAS = 10_000  # ids in one rule
_log = logging.getLogger(__name__)


class CapabilityKind(StrEnum):
    WORKER = "worker"
    TOOL = "tool"
    SKILL = "skill"
    MCP = "mcp"


class UnknownCapability(AppError):
    code = "unknown_capability"


def worker_capability(worker: str) -> str:
    return f"worker/{canonicalize_worker_name(worker)}"


def tool_capability(spec: ToolSpec) -> str:
    """``tool/{name}``, or ``mcp/{server}/{tool}`` for the tool of a server."""
    return f"mcp/{spec.server}/{spec.name}" if spec.specialist == MCP else f"tool/{spec.name}"


def skill_capability(name: str) -> str:
    return f"skill/{name}"


def server_capability(server: str) -> str:
    """The grant for a whole MCP server; agrees with the server's ``allowed_persona_ids``."""
    return f"mcp/{server}/{EVERYONE}"


def next_allowed_persona_ids(
    current: Sequence[str], persona_id: str, allow: bool, known: Sequence[str],
) -> tuple[str, ...]:
    """Return the list of ``allowed_persona_ids`` after one change on the capabilities page.

    ``persona_id`` may be ``*`` (a platform-level tool). Taking it from one persona while ``*`` stands expands ``*`` to
    the other ``known`` personas; those made later are off then. Order is kept, nothing stands twice.
    """
    now = list(dict.fromkeys(current))
    if allow:
        return (EVERYONE,) if EVERYONE in (persona_id, *now) else tuple(dict.fromkeys([*now, persona_id]))
    if persona_id != EVERYONE and EVERYONE in now:
        now = [*known, *now]
    return tuple(dict.fromkeys(id for id in now if id not in (persona_id, EVERYONE)))


def persona_page_allowed_ids(current: Sequence[str], persona_id: str, allow: bool) -> tuple[str, ...]:
    """Return the list after a change on a persona's own page, which touches only that persona's membership.

    Where ``*`` stands it stays: the page of one persona never turns a platform-level server into a private one.
    """
    if EVERYONE in current or persona_id == EVERYONE:
        return tuple(dict.fromkeys(current))
    return next_allowed_persona_ids(current, persona_id, allow, ())


@dataclass(frozen=True, slots=True)
class _Rule:
    """Who may: all but ``personas`` (``open``), or only they (``*`` among them is everyone)."""

    open: bool
    personas: tuple[str, ...]

    def allows(self, persona_id: str) -> bool:
        if self.open:
            return persona_id not in self.personas
        return EVERYONE in self.personas or persona_id in self.personas

    def to_json(self) -> str:
        return json.dumps({"denied" if self.open else "allowed": list(self.personas)}, ensure_ascii=True)

    @classmethod
    def from_json(cls, text: str) -> _Rule:
        """Read a stored rule; raises ValueError for what is none."""
        data = json.loads(text)
        for key, open in (("denied", True), ("allowed", False)):
            ids = cast("dict[str, Any]", data).get(key) if isinstance(data, dict) else None
            if isinstance(ids, list) and len(cast("list[Any]", ids)) <= MAX_PERSONAS:
                return cls(open, tuple(dict.fromkeys(str(id) for id in cast("list[Any]", ids))))
        raise ValueError("not a rule")


_NOBODY = _Rule(False, ())
_ANYBODY = _Rule(True, ())


class CapabilityPolicy:
    """The grants, answered from memory. ``changed`` fires with a capability id once that is on the disk.

    Until :meth:`start` has loaded them nothing is allowed. ``built_in_skills`` names the skills that ship with the app.
    """

    def __init__(self, database: Database, *, built_in_skills: Callable[[], Collection[str]] = tuple) -> None:
        self.changed: Event[str] = Event()
        self._database = database
        self._built_in_skills = built_in_skills
        self._rules: dict[str, _Rule] | None = None
        self._revision = 0
        self._changing = asyncio.Lock()

    async def start(self) -> None:
        """Load the rules. One that cannot be read allows nobody."""
        rows = await self._database.read_all("SELECT id, policy FROM capability_overrides ORDER BY seq")
        rules: dict[str, _Rule] = {}
        for row in rows:
            try:
                rules[str(row["id"])] = _Rule.from_json(str(row["policy"]))
            except (ValueError, RecursionError) as error:
                _log.info("the rule of %s cannot be read: %s", row["id"], error)
                rules[str(row["id"])] = _NOBODY
        self._rules = rules

    @property
    def revision(self) -> int:
        """Raised by every change in this life of the app."""
        return self._revision

    # --- ask ------------------------------------------------------------------------------------

    def allows(self, persona_id: str, capability: str) -> bool:
        """Whether one capability by itself is open to a persona; :meth:`allows_tool` looks at a tool's worker too."""
        return self._rules is not None and bool(persona_id) and self._rule(capability).allows(persona_id)

    def allows_worker(self, persona_id: str, worker: str) -> bool:
        return canonicalize_worker_name(worker) in WORKERS and self.allows(persona_id, worker_capability(worker))

    def allows_tool(self, persona_id: str, spec: ToolSpec) -> bool:
        """Whether a persona may use a tool: the tool itself, and its worker or its server."""
        if not self.allows(persona_id, tool_capability(spec)):
            return False
        if spec.specialist == MCP:
            return bool(spec.server) and self.allows(persona_id, server_capability(spec.server))
        return self.allows_worker(persona_id, spec.specialist)

    def allows_skill(self, persona_id: str, name: str) -> bool:
        return self.allows(persona_id, skill_capability(name))

    def visible_tools(self, persona_id: str, specs: Iterable[ToolSpec]) -> tuple[ToolSpec, ...]:
        """Those of ``specs`` that a persona sees."""
        return tuple(spec for spec in specs if self.allows_tool(persona_id, spec))

    def visible_workers(self, persona_id: str, specs: Iterable[ToolSpec]) -> tuple[str, ...]:
        """The workers with at least one tool (of ``specs``) that a persona may use, in canonical order."""
        useful = {spec.specialist for spec in self.visible_tools(persona_id, specs)}
        return tuple(worker for worker in WORKERS if worker in useful)

    def granted_to(self, capability: str) -> tuple[str, ...]:
        """The ids that were given a capability that is closed by default (``*``: everyone)."""
        rule = self._rule(capability)
        return () if rule.open else rule.personas

    def _rule(self, capability: str) -> _Rule:
        stored = (self._rules or {}).get(capability)
        if stored is not None:
            return stored
        return _ANYBODY if self._open_by_default(capability) else _NOBODY

    def _open_by_default(self, capability: str) -> bool:
        kind, _, name = capability.partition("/")
        if kind == CapabilityKind.SKILL:
            return name in self._built_in_skills()
        if kind == CapabilityKind.MCP:  # a single tool is open within its server
            return not name.endswith(f"/{EVERYONE}")
        return kind in (CapabilityKind.WORKER, CapabilityKind.TOOL)

    # --- change ---------------------------------------------------------------------------------

    async def set_allowed(
        self, capability: str, persona_id: str, allow: bool, known: Sequence[str],
    ) -> tuple[str, ...]:
        """Give a capability to a persona (``*``: to everyone), or take it; ``known`` are all personas there are.

        Returns the ids it is granted to now, for the server's ``allowed_persona_ids`` (empty for what is open by
        default). Raises UnknownCapability for an id of no known kind.
        """
        _check_id(capability)
        async with self._changing:
            rule = self._rule(capability)
            if rule.open:
                await self._store(capability, _without(rule, persona_id, allow))
            else:
                await self._store(capability, _Rule(
                    False, next_allowed_persona_ids(rule.personas, persona_id, allow, known)))
        return self.granted_to(capability)

    async def set_granted(self, capability: str, persona_ids: Sequence[str]) -> None:
        """Make exactly these ids the ones a capability is granted to."""
        _check_id(capability)
        async with self._changing:
            await self._store(capability, _Rule(False, tuple(dict.fromkeys(persona_ids))))

    # --- follow a persona -----------------------------------------------------------------------

    async def copied(self, tx: Transaction, source: str, copy: str) -> None:
        """Give a copy of a persona the grants of the first, in the unit of work that makes it."""
        for capability, rule in (self._rules or {}).items():
            if source in rule.personas:
                await self._write(tx, capability, replace(rule, personas=(*rule.personas, copy)))

    async def forget(self, tx: Transaction, persona_id: str) -> None:
        """Take a deleted persona out of all rules."""
        for capability, rule in (self._rules or {}).items():
            if persona_id in rule.personas:
                await self._write(tx, capability, replace(
                    rule, personas=tuple(id for id in rule.personas if id != persona_id)))

    async def _store(self, capability: str, rule: _Rule) -> None:
        if self._rules is None:
            raise RuntimeError("the grants are not loaded")
        if self._rules.get(capability) == rule:
            return
        async with self._database.transaction() as tx:
            await self._write(tx, capability, rule)

    async def _write(self, tx: Transaction, capability: str, rule: _Rule) -> None:
        await tx.execute(
            "INSERT INTO capability_overrides (id, policy) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET policy = excluded.policy", (capability, rule.to_json()))
        tx.after_commit(lambda: self._keep(capability, rule))  # also where the caller is cancelled meanwhile

    def _keep(self, capability: str, rule: _Rule) -> None:
        self._rules = {**(self._rules or {}), capability: rule}
        self._revision += 1
        self.changed.emit(capability)


async def sync_mcp_wildcard_policy(policy: CapabilityPolicy, server: str, allowed_persona_ids: Sequence[str]) -> None:
    """Make the grant ``mcp/{server}/*`` agree with the server's ``allowed_persona_ids``."""
    await policy.set_granted(server_capability(server), allowed_persona_ids)


def _without(rule: _Rule, persona_id: str, allow: bool) -> _Rule:
    if persona_id == EVERYONE:
        return _ANYBODY if allow else _NOBODY
    left = tuple(id for id in rule.personas if id != persona_id)
    return _Rule(True, left if allow else (*left, persona_id))


def _check_id(capability: str) -> None:
    kind, _, name = capability.partition("/")
    if kind not in tuple(CapabilityKind) or not name or len(capability) > 300:
        raise UnknownCapability(Text.of("There is no such capability."), safe=Text.of("Nothing was changed."),
                                detail=capability[:300])


# --- what there is ------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class SkillEntry:
    """What the catalog needs to know of a skill."""

    name: str
    description: str
    built_in: bool


@dataclass(frozen=True, slots=True)
class CapabilityDescriptor:
    """One thing a persona may be given. The words of an MCP tool come from its server and are not to be trusted."""

    id: str
    kind: CapabilityKind
    name: str
    description: str
    worker: str = ""
    server: str = ""
    requires_confirmation: bool = False
    mutates_data: bool = False
    trusted: bool = True

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id, "kind": self.kind.value, "name": self.name, "description": self.description,
            "worker": self.worker, "server": self.server, "requires_confirmation": self.requires_confirmation,
            "mutates_data": self.mutates_data, "trusted": self.trusted,
        }


class CapabilityCatalog:
    """Everything that can be given: computed from the registry and the skills at each call."""

    def __init__(self, registry: ToolRegistry, policy: CapabilityPolicy,
                 skills: Callable[[], Sequence[SkillEntry]] = tuple) -> None:
        self._registry = registry
        self._policy = policy
        self._skills = skills

    @property
    def revision(self) -> tuple[int, int]:
        return self._registry.tool_registry_revision(), self._policy.revision

    def all(self) -> tuple[CapabilityDescriptor, ...]:
        """Workers in canonical order, each followed by its tools; then skills, then tools of MCP servers."""
        out: list[CapabilityDescriptor] = []
        for worker in WORKERS:
            out.append(CapabilityDescriptor(worker_capability(worker), CapabilityKind.WORKER, worker,
                                            WORKER_DESCRIPTIONS[worker], worker=worker))
            out += [_descriptor(spec) for spec in self._registry.tools_for_specialist(worker)]
        out += [CapabilityDescriptor(skill_capability(one.name), CapabilityKind.SKILL, one.name, one.description,
                                     trusted=one.built_in) for one in self._skills()]
        out += [_descriptor(spec) for spec in self._registry.tools_for_specialist(MCP)]
        return tuple(out)

    def get(self, id: str) -> CapabilityDescriptor | None:
        return self._by_id().get(id)

    def for_persona(self, persona_id: str) -> tuple[CapabilityDescriptor, ...]:
        """What a persona may use, which is all it sees."""
        return tuple(one for one in self.all() if self._allowed(persona_id, one))

    def _allowed(self, persona_id: str, one: CapabilityDescriptor) -> bool:
        spec = self._registry.tool_spec(one.name) if one.kind in (CapabilityKind.TOOL, CapabilityKind.MCP) else None
        return self._policy.allows(persona_id, one.id) if spec is None else self._policy.allows_tool(persona_id, spec)

    def _by_id(self) -> Mapping[str, CapabilityDescriptor]:
        return {one.id: one for one in self.all()}


def _descriptor(spec: ToolSpec) -> CapabilityDescriptor:
    mcp = spec.specialist == MCP
    return CapabilityDescriptor(
        tool_capability(spec), CapabilityKind.MCP if mcp else CapabilityKind.TOOL, spec.name,
        spec.tool.description[:1_000], worker="" if mcp else spec.specialist, server=spec.server,
        requires_confirmation=spec.requires_confirmation, mutates_data=spec.mutates_data, trusted=not mcp)
