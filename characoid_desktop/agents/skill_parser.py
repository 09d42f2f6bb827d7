"""Reading a skill: a closed JSON object, small, with plain names. Whoever wrote it, it stays text and advice.

``{name, description, instructions, prompt_hint, tool_names, enabled}``. Nothing in it is run, followed or fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.strict_json import BadJson, parse_object

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 4
MAX_DESCRIPTION: Final = 300  # characters
MAX_HINT: Final = 300
MAX_INSTRUCTIONS: Final = 8_000  # what the supervisor is shown of one
MAX_TOOLS: Final = 32
FIELDS: Final = ("name", "description", "instructions", "prompt_hint", "tool_names", "enabled")

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
_TOOL = re.compile(r"[A-Za-z0-9_-]{1,64}")
# A reference to a file outside of the skill's folder: a link or an inclusion that climbs, is absolute or has a scheme.
_OUTSIDE = re.compile(
    r"(?:\]\(|!\[\[|\[\[|@|\{\{\s*(?:file|include)\s*:?|(?:file|include)\s*:)\s*[\"'<]?"
    r"(?:file:|\.\.?[/\\]*\.\.[/\\]|\.\.[/\\]|[/\\]|~|[A-Za-z]:[/\\])", re.IGNORECASE)

NOT_TAKEN: Final = Text("Nothing was added.")


class SkillRefused(AppError):
    """A skill that cannot be taken or loaded, with the reason in words."""

    code = "skill_refused"

    def __init__(self, sentence: Text, *, detail: str = "") -> None:
        super().__init__(sentence, safe=NOT_TAKEN, detail=detail)


@dataclass(frozen=True, slots=True)
class Skill:
    """``tool_names`` are advice on whom to delegate to; they give nothing. ``built_in`` ones ship with the app."""

    name: str
    description: str
    instructions: str
    prompt_hint: str = ""
    tool_names: tuple[str, ...] = ()
    enabled: bool = True
    built_in: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the fields of the contract as plain JSON."""
        return {"name": self.name, "description": self.description, "instructions": self.instructions,
                "prompt_hint": self.prompt_hint, "tool_names": list(self.tool_names), "enabled": self.enabled}


def parse_skill(
    data: bytes, *, known_tool: Callable[[str], bool], taken: Collection[str] = (), built_in: bool = False,
) -> Skill:
    """Return the skill in ``data`` (UTF-8 JSON); raises SkillRefused with a sentence for the first problem.

    ``known_tool`` says whether a tool of this very name is registered; ``taken`` are names it must not have.
    """
    if len(data) > MAX_BYTES:
        raise SkillRefused(Text.of("The skill is larger than {n} kB.", n=MAX_BYTES // 1024))
    try:
        raw = parse_object(data.decode("utf-8"), max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    except UnicodeDecodeError:
        raise SkillRefused(Text.of("The skill is no readable text.")) from None
    except BadJson as error:
        raise SkillRefused(Text.of("The skill is not in order: {why}", why=str(error))) from None
    return skill_of(raw, known_tool=known_tool, taken=taken, built_in=built_in)


def skill_of(
    raw: Mapping[str, Any], *, known_tool: Callable[[str], bool], taken: Collection[str] = (), built_in: bool = False,
) -> Skill:
    """As :func:`parse_skill`, for an object that was read already."""
    unknown = [key for key in raw if key not in FIELDS]
    if unknown:
        raise SkillRefused(Text.of("The skill has an unknown field “{name}”.", name=_shown(unknown[0])))
    name = _text(raw, "name", 64)
    if not _NAME.fullmatch(name):
        raise SkillRefused(Text.of("A skill is named with small letters, digits and hyphens, not “{name}”.",
                                   name=_shown(name)))
    if name in taken:
        raise SkillRefused(Text.of("There is a skill “{name}” already.", name=name))
    instructions = _text(raw, "instructions", MAX_INSTRUCTIONS)
    if _OUTSIDE.search(instructions):
        raise SkillRefused(Text.of("The skill refers to a file outside of its folder."))
    return Skill(
        name, _text(raw, "description", MAX_DESCRIPTION), instructions, _text(raw, "prompt_hint", MAX_HINT, empty=True),
        _tools(raw.get("tool_names", []), known_tool), _switch(raw.get("enabled", True)), built_in)


def _text(raw: Mapping[str, Any], key: str, limit: int, *, empty: bool = False) -> str:
    value = raw.get(key, "")
    if not isinstance(value, str):
        raise SkillRefused(Text.of("“{name}” of the skill must be a text.", name=key))
    text = clean(value).strip()
    if not text and not empty:
        raise SkillRefused(Text.of("“{name}” of the skill is missing.", name=key))
    if len(text) > limit:
        raise SkillRefused(Text.of("“{name}” of the skill is longer than {n} characters.", name=key, n=limit))
    return text


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise SkillRefused(Text.of("“{name}” of the skill must be true or false.", name="enabled"))
    return value


def _tools(value: object, known_tool: Callable[[str], bool]) -> tuple[str, ...]:
    names = cast("Sequence[Any]", value) if isinstance(value, list) else None
    if names is None or len(names) > MAX_TOOLS or not all(isinstance(name, str) for name in names):
        raise SkillRefused(Text.of("“{name}” of the skill must be a list of at most {n} names.", name="tool_names",
                                   n=MAX_TOOLS))
    for name in names:
        # Plain letters first: a name that only looks like a tool's must not pass for one.
        if not _TOOL.fullmatch(name) or not known_tool(name):
            raise SkillRefused(Text.of("The skill names a tool that there is not: “{name}”", name=_shown(name)))
    if len(set(names)) != len(names):
        raise SkillRefused(Text.of("The skill names a tool twice."))
    return tuple(names)


def _shown(text: object, limit: int = 60) -> str:
    """Return a short text in which nothing hides: what is not plain is written out."""
    return "".join(c if c.isascii() and c.isprintable() else f"\\u{ord(c):04x}" for c in str(text)[:limit])
