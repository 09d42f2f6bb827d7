"""Is this a call that may be made at all? The tool, its worker, the grant and the arguments, before anything runs."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from pydantic import BaseModel, ValidationError

from characoid_desktop.agents.contracts import Json, ToolSpec, public_error
from characoid_desktop.agents.registry import input_schema
from characoid_desktop.agents.runtime.approvals import Subject
from characoid_desktop.agents.runtime.payloads import MAX_INTEGER
from characoid_desktop.agents.runtime.ports import Grants, Registry
from characoid_desktop.agents.runtime.turn import ToolCall, TurnIds
from characoid_desktop.agents.tools.frame import Effect, Tool
from characoid_desktop.agents.vocabulary import MCP, SUPERVISOR
from characoid_desktop.core.i18n import Text

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool

MAX_ARGUMENT_BYTES: Final = 64 * 1024
MAX_ARGUMENT_DEPTH: Final = 12
MAX_PROBLEMS: Final = 5

PAIRS: Final[Mapping[str, str]] = {
    "start_voice_training": "request_training_confirmation",
    "train_voice_from_studio": "request_training_confirmation",
    "apply_config_change": "request_config_change",
}
"""Second step → first step: the second runs only with the permission that the first got for equal arguments."""

FIRST_STEPS: Final = frozenset(PAIRS.values())
APPROVAL_ID: Final = "approval_id"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call is not made. ``not_granted`` says that it is a matter of grants."""

    error: Json
    not_granted: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """A call that may be made. ``subject`` carries the arguments that will run, defaults filled in.

    ``first``: for the second step of a pair, the first step with these arguments. ``approval_id``: the permission
    of the first step that the call names ("" when it names none).
    """

    spec: ToolSpec
    arguments: BaseModel | None
    subject: Subject
    first: Subject | None = None
    approval_id: str = ""

    @property
    def effect(self) -> Effect:
        """How it changes the world; what is not known to only read is taken to change something."""
        if self.spec.name in FIRST_STEPS:
            return Effect.NONE
        effect = self.spec.tool.effect if isinstance(self.spec.tool, Tool) else Effect.NONE
        if effect is not Effect.NONE:
            return effect
        return Effect.NONE if is_read_only(self.spec) else Effect.OUTSIDE

    @property
    def title(self) -> Text:
        return title_of(self.spec)


def title_of(spec: ToolSpec) -> Text:
    return spec.tool.title if isinstance(spec.tool, Tool) else Text.literal(spec.name)


def is_ready(spec: ToolSpec) -> bool:
    """Whether the feature behind a tool is there; calling one that is not answers so, and changes nothing."""
    return not isinstance(spec.tool, Tool) or spec.tool.ready


def sends(spec: ToolSpec) -> bool:
    """Whether a built-in tool sends words of the turn out of this computer."""
    return isinstance(spec.tool, Tool) and spec.tool.sends


def is_read_only(spec: ToolSpec) -> bool:
    """Whether a tool clearly only reads; of MCP tools only what the server itself says so of."""
    if spec.specialist != MCP:
        return not spec.mutates_data
    hints = spec.tool.metadata or {}
    return not spec.requires_confirmation and not spec.mutates_data and hints.get("read_only_hint") is True


class CallCheck:
    """Looks at calls of one turn. ``ids`` are those of the session: nothing of them ever comes from the call."""

    def __init__(self, registry: Registry, grants: Grants, ids: TurnIds) -> None:
        self._registry = registry
        self._grants = grants
        self._ids = ids
        self._versions: dict[str, tuple[ToolSpec, str]] = {}

    def check(self, worker: str, call: ToolCall) -> Checked | Refusal:
        """Return the call with validated arguments, or why not. Never raises for anything a model can write."""
        spec = self._registry.tool_spec(call.name) if isinstance(call.name, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
        if spec is None:
            return _refused("unknown_tool", Text.of("There is no tool of this name."))
        if (worker if worker != SUPERVISOR else MCP) != spec.specialist:
            return _refused("wrong_worker", Text.of("This tool does not belong to this worker."))
        if not self._grants.allows_tool(self._ids.persona_id, spec):
            return Refusal(public_error("not_granted", Text.of("This is not allowed for this character."),
                                        safe=Text.of("Nothing was done.")), not_granted=True)
        if not call.id or len(call.id) > 200:
            return _refused("bad_call", Text.of("This call has no name of its own."))
        return self._with_arguments(worker, call, spec)

    def _with_arguments(self, worker: str, call: ToolCall, spec: ToolSpec) -> Checked | Refusal:
        problem = json_problem(call.args)
        if problem:
            return _bad_arguments([problem])
        args, approval_id = dict(call.args), ""
        if spec.name in PAIRS and APPROVAL_ID in args:
            approval_id = str(args.pop(APPROVAL_ID))[:200]
        parsed = parse(spec.tool, args)
        if isinstance(parsed, list):
            return _bad_arguments(parsed)
        model, arguments = parsed
        subject = self._subject(worker, call.id, spec, arguments)
        if spec.name not in PAIRS or not is_ready(spec):
            return Checked(spec, model, subject)
        first = self._registry.tool_spec(PAIRS[spec.name])
        if first is None:
            return _refused("unknown_tool", Text.of("There is no tool of this name."))
        asked = parse(first.tool, args)
        if isinstance(asked, list):
            return _bad_arguments(asked)
        return Checked(spec, model, subject, self._subject(worker, call.id, first, asked[1]), approval_id)

    def _subject(self, worker: str, call_id: str, spec: ToolSpec, arguments: Json) -> Subject:
        ids = self._ids
        return Subject(ids.run_id, call_id, ids.persona_id, ids.conversation_id, worker, spec.name,
                       self._version(spec), arguments)

    def _version(self, spec: ToolSpec) -> str:
        """What stands for the definition of a tool: another description or schema is another tool."""
        known = self._versions.get(spec.name)
        if known is None or known[0] is not spec:
            parts = [spec.name, spec.specialist, spec.server, spec.tool.description, input_schema(spec),
                     spec.requires_confirmation, spec.mutates_data]
            text = json.dumps(parts, sort_keys=True, ensure_ascii=True, default=str)
            known = self._versions[spec.name] = (spec, hashlib.sha256(text.encode()).hexdigest()[:32])
        return known[1]


def parse(tool: BaseTool, args: Json) -> tuple[BaseModel | None, Json] | list[str]:
    """Return the validated arguments, as the model and as plain JSON; a list of problems when they do not fit."""
    schema = cast("type[BaseModel] | Mapping[str, Any] | None", tool.args_schema)
    try:
        if isinstance(tool, Tool):
            model = tool.parse(args)
        elif isinstance(schema, type):
            model = schema.model_validate(args)
        else:
            return None, args  # a bare JSON schema: its owner checks it (the MCP side does)
    except ValidationError as error:
        return _problems(error)
    except (ValueError, TypeError, RecursionError):
        return ["the arguments do not fit"]
    return model, model.model_dump(mode="json")


def _problems(error: ValidationError) -> list[str]:
    """Which arguments are wrong and how, in words for a model; never what was written."""
    found = [f"{'.'.join(str(part)[:60] for part in one['loc'])[:200] or 'arguments'}: {one['msg'][:200]}"
             for one in error.errors(include_url=False, include_context=False, include_input=False)]
    return found[:MAX_PROBLEMS]


def json_problem(args: object) -> str:
    """Return what is wrong with raw arguments as JSON ("": nothing). Bounded in size and depth before anything else."""
    if not isinstance(args, Mapping):
        return "the arguments must be one JSON object"
    room = MAX_ARGUMENT_BYTES
    level: list[object] = [args]
    for _ in range(MAX_ARGUMENT_DEPTH):
        if not level:
            return ""
        below: list[object] = []
        for one in level:
            problem, size = _scalar_problem(one)
            if problem:
                return problem
            room -= size
            if isinstance(one, Mapping):
                for key, inner in cast("Mapping[Any, Any]", one).items():
                    if not isinstance(key, str) or _scalar_problem(key)[0]:
                        return "a key is not text"
                    room -= len(key) + 4
                    below.append(inner)
            elif isinstance(one, (list, tuple)):
                below.extend(cast("Sequence[object]", one))
            if room < 0 or len(below) > MAX_ARGUMENT_BYTES:
                return f"the arguments are larger than {MAX_ARGUMENT_BYTES // 1024} kB"
        level = below
    return "the arguments are nested too deep" if level else ""


def _scalar_problem(value: object) -> tuple[str, int]:
    """What is wrong with one value, and about how many bytes it takes."""
    if value is None or isinstance(value, bool):
        return "", 4
    if isinstance(value, str):
        try:
            return "", len(value.encode())
        except UnicodeEncodeError:
            return "a text holds half of a character pair", 0
    if isinstance(value, int):
        return ("", 20) if -MAX_INTEGER <= value < MAX_INTEGER else ("a number is out of range", 0)
    if isinstance(value, float):
        return ("", 20) if math.isfinite(value) else ("NaN and infinities are not numbers", 0)
    if isinstance(value, (Mapping, list, tuple)):
        return "", 2
    return "a value is not JSON", 0


def _bad_arguments(problems: list[str]) -> Refusal:
    error = public_error("bad_arguments", Text.of("The arguments of this step do not fit."),
                         safe=Text.of("Nothing was done."))
    return Refusal({**error, "problems": problems})


def _refused(code: str, sentence: Text) -> Refusal:
    return Refusal(public_error(code, sentence, safe=Text.of("Nothing was done.")))
