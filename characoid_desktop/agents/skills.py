"""The skills there are and which of them a persona may load. Built-in ones ship with the app (data beside this file
in ``skills/``, which has no ``__init__.py`` on purpose); the user's own lie in the data folder.

A skill gives no rights. Its text goes below the rules and the card; the tools it names are advice on delegation.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from characoid_desktop.agents.contracts import Json, ToolSpec
from characoid_desktop.agents.skill_parser import MAX_BYTES, Skill, SkillRefused, parse_skill
from characoid_desktop.agents.vocabulary import MCP
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text

BUILT_IN_FOLDER = Path(__file__).parent / "skills"
FILE_NAME = "skill.json"
MAX_SKILLS = 200  # of the user
_log = logging.getLogger(__name__)


class Tools(Protocol):
    """Which tools there are (``registry.ToolRegistry``)."""

    def tool_spec(self, name: str) -> ToolSpec | None: ...


class SkillGrants(Protocol):
    """Which persona may use what (``assignment.CapabilityPolicy``)."""

    def allows_skill(self, persona_id: str, name: str) -> bool: ...

    def allows_tool(self, persona_id: str, spec: ToolSpec) -> bool: ...


@dataclass(frozen=True, slots=True)
class SkillProblem:
    """A folder whose skill could not be read, and why."""

    folder: str
    error: AppError


@cache
def built_in_names() -> frozenset[str]:
    """Return the names of the skills that ship with the app; reads a folder the first time."""
    return frozenset(path.parent.name for path in BUILT_IN_FOLDER.glob(f"*/{FILE_NAME}"))


class SkillStore:
    """Answers from memory after :meth:`start`. ``changed`` fires when the skills were read anew."""

    def __init__(self, user_folder: Path, tools: Tools, grants: SkillGrants) -> None:
        self.changed: Event[None] = Event()
        self._folder = user_folder
        self._tools = tools
        self._grants = grants
        self._skills: dict[str, Skill] = {}
        self._problems: tuple[SkillProblem, ...] = ()

    async def start(self) -> None:
        """Read all skills, in the executor. A skill that cannot be read is left out (see :attr:`problems`)."""
        found = await asyncio.to_thread(self._read)
        self._skills, self._problems = found
        for problem in self._problems:
            _log.info("the skill in %s is left out: %s", problem.folder, problem.error.sentence.source)
        self.changed.emit(None)

    @property
    def all(self) -> tuple[Skill, ...]:
        """All readable skills, built-in ones first, each group by name."""
        return tuple(sorted(self._skills.values(), key=lambda skill: (not skill.built_in, skill.name)))

    @property
    def problems(self) -> tuple[SkillProblem, ...]:
        return self._problems

    def list(self, persona_id: str) -> tuple[Skill, ...]:
        """Return the skills a persona may load now: enabled, granted, and with no tool it may not use."""
        return tuple(skill for skill in self.all if self._usable(persona_id, skill))

    def for_persona(self, persona_id: str) -> Sequence[Json]:
        """As :meth:`list`, as the supervisor is told of them."""
        return [{"name": skill.name, "description": skill.description, "prompt_hint": skill.prompt_hint}
                for skill in self.list(persona_id)]

    async def load(self, persona_id: str, name: str) -> Json:
        """Return one skill with its instructions; raises SkillRefused for one the persona may not load."""
        skill = self._skills.get(name)
        if skill is None or not skill.enabled or not self._grants.allows_skill(persona_id, skill.name):
            raise SkillRefused(Text.of("There is no such skill for this character."))
        if self._lacking(persona_id, skill):
            raise SkillRefused(Text.of("This skill needs a tool that this character may not use."))
        return {**skill.as_dict(), "instructions": skill.instructions + self._advice(skill)}

    def _usable(self, persona_id: str, skill: Skill) -> bool:
        return (skill.enabled and self._grants.allows_skill(persona_id, skill.name)
                and not self._lacking(persona_id, skill))

    def _lacking(self, persona_id: str, skill: Skill) -> bool:
        """Whether it names a tool that is gone by now or that the persona may not use."""
        specs = [self._tools.tool_spec(name) for name in skill.tool_names]
        return any(spec is None or not self._grants.allows_tool(persona_id, spec) for spec in specs)

    def _advice(self, skill: Skill) -> str:
        """Say whom to delegate to: the tools of a worker stay with the worker."""
        specs = [spec for name in skill.tool_names if (spec := self._tools.tool_spec(name)) is not None]
        workers = list(dict.fromkeys(spec.specialist for spec in specs if spec.specialist != MCP))
        if not workers:
            return ""
        return "\n\nIts steps are tasks for: " + ", ".join(f"delegate_to_{worker}" for worker in workers) + "."

    # --- reading --------------------------------------------------------------------------------

    def _read(self) -> tuple[dict[str, Skill], tuple[SkillProblem, ...]]:
        skills: dict[str, Skill] = {}
        problems: list[SkillProblem] = []
        for folder, built_in in (*((one, True) for one in _folders(BUILT_IN_FOLDER)),
                                 *((one, False) for one in _folders(self._folder))):
            try:
                skill = self._read_one(folder, skills, built_in=built_in)
            except AppError as error:
                problems.append(SkillProblem(folder.name, error))
            else:
                skills[skill.name] = skill
        return skills, tuple(problems)

    def _read_one(self, folder: Path, taken: dict[str, Skill], *, built_in: bool) -> Skill:
        skill = parse_skill(_bytes(folder), known_tool=self._knows, taken=taken, built_in=built_in)
        if skill.name != folder.name:
            raise SkillRefused(Text.of("The folder of the skill “{name}” must have its name.", name=skill.name))
        return skill

    def _knows(self, tool: str) -> bool:
        return self._tools.tool_spec(tool) is not None


def _folders(parent: Path) -> Iterator[Path]:
    """Yield at most MAX_SKILLS folders that may hold a skill, in the order of their names; links are not followed."""
    try:
        found = sorted(path for path in parent.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError:
        return
    yield from (path for path in found[:MAX_SKILLS] if not path.name.startswith((".", "_")))


def _bytes(folder: Path) -> bytes:
    """Return the file of a skill; raises SkillRefused for a missing, linked or unreadable one."""
    path = folder / FILE_NAME
    try:
        if path.is_symlink() or not path.is_file():
            raise SkillRefused(Text.of("The folder has no file “{name}” of its own.", name=FILE_NAME))
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SkillRefused(Text.of("The skill could not be read."), detail=str(error)) from error


def describe(skills: Sequence[Skill]) -> list[dict[str, Any]]:
    """Return skills as plain JSON, as the API lists them."""
    return [skill.as_dict() for skill in skills]
