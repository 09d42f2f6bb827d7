"""What one turn carries beside its checkpointed state: who asks, which model, which tools, where events go.

Given to the graph as LangGraph's run-time context (``graph.astream(…, context=turn)``); never checkpointed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from characoid_desktop.agents.contracts import Json, ToolSpec
from characoid_desktop.agents.runtime.events import AgentEvent

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

MAX_MODEL_CALLS = 25
MAX_TOOL_CALLS = 40
MAX_SAME_CALL = 3
MAX_TAINT = 20  # names of outside texts that are kept of a turn


class InConversation(Protocol):
    """A run, the ids of a turn, a query: whatever belongs to one conversation of a character."""

    @property
    def persona_id(self) -> str: ...

    @property
    def conversation_id(self) -> str: ...


def thread_id(context: InConversation, specialist: str = "") -> str:
    """Return the name of the checkpoints of a conversation: the same whichever worker (``specialist``) is at work."""
    del specialist
    return f"{context.persona_id}:{context.conversation_id}"


@dataclass(frozen=True, slots=True)
class TurnIds:
    """Always from the session, never from the model. ``language``: zh_CN, ja or en (of the conversation)."""

    run_id: str
    persona_id: str
    conversation_id: str
    message_id: str
    answer_id: str
    language: str

    @property
    def thread_id(self) -> str:
        return thread_id(self)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call a model or a plan wants. ``id`` is ours (unique in the run); ``args`` are not yet validated."""

    id: str
    name: str
    args: Json


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What became of a call. ``payload`` is the tool's structured dict (plain JSON, size-capped).

    ``outcome``: ok, failed, refused, denied, expired, timeout, cancelled, unknown. ``tainted`` names the outside
    source that was read ("" for none).
    """

    call: ToolCall
    outcome: str
    payload: Json
    tainted: str = ""

    @property
    def ok(self) -> bool:
        return self.outcome == "ok"


class ToolRunner(Protocol):
    """The policy around every tool: grant → confirmation → timeout → audit. Tools do none of these.

    ``taint`` names the outside texts that were read in this turn; those that were told with the conversation so far
    are known to the runner and count as much.
    """

    def visible(self, worker: str) -> tuple[ToolSpec, ...]:
        """The tools of a worker (or of the supervisor: MCP ones) that this persona may see."""
        ...

    def workers(self) -> tuple[str, ...]:
        """The workers this persona may use, in canonical order."""
        ...

    def asks(self, worker: str, call: ToolCall, taint: Sequence[str]) -> bool:
        """Whether this call needs a person's word (the one rule of contract §7)."""
        ...

    async def request(self, worker: str, calls: Sequence[ToolCall], taint: Sequence[str]) -> list[str]:
        """Open one pending approval for each call (idempotent by run, call id and digest); return their ids.

        "" stands for a call of which its tool can say already that it will not work: it is not asked about, and
        :meth:`run` refuses it with that.
        """
        ...

    async def request_dispatch(self, request: Json, taint: Sequence[str]) -> str | None:
        """Open an approval for a whole dispatch request where confirmation_policy wants one; None: go on."""
        ...

    async def dispatch_decision(self, approval_id: str, request: Json) -> str:
        """Return approved, denied, expired, pending or void for exactly this request; approved is used up by it."""
        ...

    async def denial_reason(self, approval_id: str) -> str:
        """Return what a person wrote beside a no ("" for nothing)."""
        ...

    async def run(self, worker: str, call: ToolCall, taint: Sequence[str]) -> ToolOutcome:
        """Run one call. Never raises but for CancelledError; what was not approved is refused."""
        ...


class Budget:
    """Loop limits of one turn, whatever the model wants (OWASP LLM10)."""

    def __init__(self, model_calls: int = MAX_MODEL_CALLS, tool_calls: int = MAX_TOOL_CALLS,
                 same_call: int = MAX_SAME_CALL) -> None:
        self._model_calls = model_calls
        self._tool_calls = tool_calls
        self._same_call = same_call
        self._seen: dict[str, int] = {}

    def take_model_call(self) -> bool:
        """Count one model call; False when the turn has had its share."""
        self._model_calls -= 1
        return self._model_calls >= 0

    def take_tool_call(self, key: str) -> bool:
        """Count one tool call; ``key`` is its name and canonical arguments. False: over a limit."""
        self._tool_calls -= 1
        self._seen[key] = self._seen.get(key, 0) + 1
        return self._tool_calls >= 0 and self._seen[key] <= self._same_call


@dataclass(frozen=True, slots=True)
class PersonaCard:
    """What the supervisor knows of the character, as it was when the turn began.

    ``lore_before`` and ``lore_after``: what comes to mind in this conversation, to stand around the description.
    ``system_prompt`` and ``last_words`` are instructions of the card; they rule style and story as all of it does.
    """

    id: str
    name: str
    description: str = ""
    personality: str = ""
    scenario: str = ""
    example_dialogue: str = ""
    speaking_language: str = ""
    system_prompt: str = ""
    last_words: str = ""
    lore_before: tuple[str, ...] = ()
    lore_after: tuple[str, ...] = ()


def _no_refs() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Turn:
    """The run-time context of the graph.

    ``model_for(worker)`` gives a chat model for the supervisor or for a worker's own loop (with tools bound by the
    caller); the offline brain is such a model too. ``emit`` puts an event on the stream at once.
    """

    ids: TurnIds
    persona: PersonaCard
    model_for: Callable[[str], BaseChatModel]
    tools: ToolRunner
    emit: Callable[[AgentEvent], None]
    clock_s: Callable[[], float]  # seconds since the turn began
    budget: Budget = field(default_factory=Budget)
    skills: Sequence[Json] = ()  # {name, description, prompt_hint}: those this persona may load
    load_skill: Callable[[str], Awaitable[Json]] | None = None
    hints: Sequence[Json] = ()  # intent hints of the offline templates
    attachments: Mapping[str, Any] = field(default_factory=_no_refs)  # attachment id → {name, …} of this turn
    memories: Sequence[tuple[str, str]] = ()  # what is remembered: id and line
    earlier: str = ""  # what came before the messages of this turn, in short
    heard: tuple[str, ...] = ()  # outside texts whose words may stand in either; the tool runner knows them too
    form_choices: Callable[[str, str], Sequence[tuple[str, Json]]] = lambda worker, key: ()
    web_fallback: Callable[[], bool] = lambda: False
