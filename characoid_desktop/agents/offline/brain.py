"""The offline brain: a chat model without a network and without a guess. It follows sentence templates, hands tasks
to workers, and says plainly that no language model is connected.

For the graph it is a model like any other: it sees the messages and the bound ``delegate_to_*`` tools, and nothing
that it says gets past the same checks.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ConfigDict, Field

from characoid_desktop.agents.offline.files import DOCUMENTS, KnownFiles, name_of
from characoid_desktop.agents.offline.intents import Handoff, IntentReader, Surroundings, Understood, shared_reader
from characoid_desktop.agents.offline.normal import TEXT_LIMIT
from characoid_desktop.agents.offline.replies import Replies, memories_of
from characoid_desktop.agents.offline.speech import asks_for_an_opinion, is_question, language_of, order
from characoid_desktop.agents.vocabulary import SUPERVISOR, WORKERS
from characoid_desktop.core.asking import MEANT, touches
from characoid_desktop.core.asking import answers as tells
from characoid_desktop.core.matching import Question

DELEGATE = "delegate_to_"
KNOWLEDGE, MEMORY = "knowledge_worker", "memory_worker"
RECALL, TABLE, SEARCH = "memory.recall", "knowledge.table", "knowledge.search"
LOOKED_UP, LEAST_FIT = 3, 0.4  # passages, and how much of a question's words each must have
LOOKED_UP_CHARS = 300  # of a question; a longer text is a story
_PIECES = re.compile(r"\s*[^\s\u3000-\u9fff\uff00-\uffef]+|\s*[\u3000-\u9fff\uff00-\uffef]{1,2}|\s+")


def _no_text() -> Mapping[str, Any]:
    return {}


def _no_names() -> Mapping[str, str]:
    return {}


class OfflineBrain(BaseChatModel):
    """``role``: the supervisor, or a worker whose own loop needs a model (which this is not: it says so).

    ``language`` is that of the turn, used where the words do not tell theirs; ``able`` names the intents that work in
    this app (None: all). Deterministic: the same messages and tools give the same answer.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    role: str = SUPERVISOR
    language: str = "en"
    persona_name: str = ""
    attachments: Mapping[str, Any] = Field(default_factory=_no_text)
    known_files: KnownFiles | None = None
    recent: Mapping[str, str] = Field(default_factory=_no_names)
    able: frozenset[str] | None = None
    voices: Sequence[tuple[str, str]] = ()
    tried: bool = False
    reader: IntentReader = Field(default_factory=shared_reader)

    @classmethod
    def for_turn(
        cls, language: str, attachments: Mapping[str, Any], known_files: KnownFiles | None = None, *,
        persona_name: str = "", recent: Mapping[str, str] | None = None, able: frozenset[str] | None = None,
        role: str = SUPERVISOR, voices: Sequence[tuple[str, str]] = (), tried: bool = False,
    ) -> OfflineBrain:
        """Return the brain of one turn. ``attachments``: id → ``{"name": …}`` of this message; ``known_files`` finds
        files of before by name; ``recent``: the last session_id and task_id of this conversation; ``voices``: name
        and id of the library's voices; ``tried``: a try-out, in which nothing is done."""
        return cls(role=role, language=language, persona_name=persona_name, attachments=attachments,
                   known_files=known_files, recent=recent or {}, able=able, voices=tuple(voices), tried=tried)

    @property
    def _llm_type(self) -> str:
        return "offline"

    @property
    def model_name(self) -> str:
        return "offline"

    def bind_tools(
        self, tools: Sequence[Mapping[str, Any] | type | Callable[..., Any] | BaseTool], *,
        tool_choice: str | None = None, **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Remember what is offered; ``tool_choice`` changes nothing here."""
        return self.bind(tools=[convert_to_openai_tool(cast("Any", tool)) for tool in tools], **kwargs)

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None, **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._decide(messages, kwargs.get("tools")))])

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None, **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        yield from _chunks(self._decide(messages, kwargs.get("tools")))

    async def _agenerate(
        self, messages: list[BaseMessage], stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None, **kwargs: Any,
    ) -> ChatResult:
        answer = await asyncio.to_thread(self._decide, messages, kwargs.get("tools"))
        return ChatResult(generations=[ChatGeneration(message=answer)])

    async def _astream(
        self, messages: list[BaseMessage], stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None, **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        answer = await asyncio.to_thread(self._decide, messages, kwargs.get("tools"))
        for chunk in _chunks(answer):
            yield chunk
            await asyncio.sleep(0)  # whoever listens gets its turn between the words

    # --- deciding -------------------------------------------------------------------------------

    def _decide(self, messages: Sequence[BaseMessage], tools: object) -> AIMessage:
        """Return what is said or called next; blocking for some ms."""
        text, answers = _this_turn(messages)
        workers = _offered_workers(tools)
        if self.role != SUPERVISOR:
            return AIMessage(self._replies(language_of(text) or self.language, workers).no_model_task())
        around = Surroundings.of(self.language, self.attachments, self.known_files, self._names(), self.recent,
                                 self.voices)
        found = self.reader.read(text, around)
        replies = self._replies(language_of(text) or (
            found.language if found else order(text, self.language)[0]), workers)
        places = self._places(text, workers) if found is None else []
        if places:
            return self._look_up(text, places, answers, replies, messages)
        if answers:
            return self._after(found, answers, replies, workers)
        if found is None:
            return AIMessage(self._without_meaning(text, replies))
        if found.handoff is None:
            return AIMessage(replies.talk(found.talk, text))
        if self.tried:
            return AIMessage(replies.tried())
        if found.handoff.worker not in workers:
            return AIMessage(replies.not_allowed(found.handoff.worker))
        return _call(_first_step(found), messages)

    def _after(self, found: Understood | None, answers: Sequence[ToolMessage], replies: Replies,
               workers: frozenset[str]) -> AIMessage:
        """Return what follows a worker's answer: its closing line, or the second step of forgetting."""
        result = _result_of(answers[-1])
        if found is None or found.intent != "memory.forget" or found.handoff is None:
            return AIMessage(replies.result(result, found.intent if found else ""))
        if len(answers) > 1 and result is not None and result.get("status") == "completed":
            gone = _fitting(memories_of(_result_of(answers[0])), str(found.handoff.options.get("text", "")))
            return AIMessage(replies.forgotten(gone[0][1]) if gone else replies.result(result, found.intent))
        if len(answers) > 1 or result is None or result.get("status") not in ("completed", "insufficient"):
            return AIMessage(replies.result(result, found.intent))
        said = str(found.handoff.options.get("text", ""))
        fitting = _fitting(memories_of(result), said)
        if not fitting:
            near = [text for _, text in memories_of(result) if touches(said, text)]
            return AIMessage(replies.forget_perhaps(near) if near else replies.forget_none())
        if len(fitting) > 1:
            return AIMessage(replies.forget_which([text for _, text in fitting]))
        if found.handoff.worker not in workers:
            return AIMessage(replies.not_allowed(found.handoff.worker))
        options = {key: value for key, value in found.handoff.options.items() if key != "text"}
        return _call(replace(found.handoff, options={**options, "memory_id": fitting[0][0]}), answers)

    def _places(self, text: str, workers: frozenset[str]) -> list[Handoff]:
        """Return where a question that no template knows is looked up, in order: memories, tables, documents.

        Nowhere where a file came with it: that file is meant, and it is in none of them.
        """
        if (self.attachments or len(text) > LOOKED_UP_CHARS or not is_question(text) or asks_for_an_opinion(text)):
            return []
        asked = text.strip()
        every = {
            RECALL: Handoff(MEMORY, "recall_memory", {}, {
                "operation": "recall", "scope": "persona", "query": asked}, text),
            TABLE: Handoff(KNOWLEDGE, "query_structured_data", {}, {"question": asked, "only_if_sure": True}, text),
            SEARCH: Handoff(KNOWLEDGE, "search_knowledge", {}, {
                "query": asked, "limit": LOOKED_UP, "least_fit": LEAST_FIT, "documents_only": True}, text)}
        return [handoff for intent, handoff in every.items()
                if handoff.worker in workers and (self.able is None or intent in self.able)]

    def _look_up(self, text: str, places: Sequence[Handoff], answers: Sequence[ToolMessage], replies: Replies,
                 messages: Sequence[BaseMessage]) -> AIMessage:
        """Return what the last place said, or the call to the next one."""
        if answers:
            said = self._found(text, places[min(len(answers), len(places)) - 1], _result_of(answers[-1]), replies)
            if said:
                return AIMessage(said)
        if len(answers) < len(places):
            return _call(places[len(answers)], messages)
        if places[-1].task_type != "search_knowledge":  # not everything could be looked at
            return AIMessage(replies.not_understood())
        last = _result_of(answers[-1])
        if last is None or last.get("status") not in ("completed", "insufficient"):
            return AIMessage(replies.result(last))
        return AIMessage(replies.not_known(last))

    def _found(self, text: str, place: Handoff, result: Mapping[str, Any] | None, replies: Replies) -> str:
        """Return what to say of an answer; "" where it holds nothing on the question."""
        if result is None or result.get("status") != "completed":
            return ""
        if place.task_type == "recall_memory":
            return replies.remembered([words for _, words in memories_of(result) if tells(text, words)])
        if place.task_type == "search_knowledge":
            return replies.looked_up(result, text)
        return replies.result(result, TABLE)

    def _without_meaning(self, text: str, replies: Replies) -> str:
        if not any(char.isalnum() for char in text[:TEXT_LIMIT]):
            return replies.empty(with_file=bool(self.attachments))
        if len(text) > TEXT_LIMIT:
            return replies.too_long()
        return replies.not_read() if self._has_a_document() else replies.not_understood()

    def _has_a_document(self) -> bool:
        return any(name_of(one).rpartition(".")[2].lower() in DOCUMENTS for one in self.attachments.values())

    def _replies(self, language: str, workers: frozenset[str]) -> Replies:
        return Replies(language, self.persona_name, workers, self.able)

    def _names(self) -> tuple[str, ...]:
        return (self.persona_name,) if self.persona_name else ()


def _first_step(found: Understood) -> Handoff:
    """Return the hand-off to begin with: a memory must be found before it can be forgotten."""
    assert found.handoff is not None
    if found.intent != "memory.forget":
        return found.handoff
    options = found.handoff.options
    return replace(found.handoff, task_type="recall_memory", options={
        "operation": "recall", "scope": options["scope"], "query": str(options.get("text", ""))[:1000]})


def _fitting(memories: Sequence[tuple[str, str]], said: str) -> list[tuple[str, str]]:
    """Return the memories that are meant: those with just these words (the newest of twins: the others are as good),
    else those with most of them. "I like tea" does not mean "I like coffee".
    """
    same = [one for one in memories if _bare(one[1]) == _bare(said)]
    return same[:1] or _meant(memories, said)


def _meant(memories: Sequence[tuple[str, str]], said: str) -> list[tuple[str, str]]:
    question = Question(said)
    return [one for one in memories if question.share(question.score(one[1])) >= MEANT]


def _bare(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _this_turn(messages: Sequence[BaseMessage]) -> tuple[str, list[ToolMessage]]:
    """Return the user's last words and the answers of workers since then."""
    for index in range(len(messages) - 1, -1, -1):
        if isinstance(messages[index], HumanMessage):
            answers = [one for one in messages[index + 1:] if isinstance(one, ToolMessage)]
            return str(messages[index].text), answers
    return "", []


def _offered_workers(tools: object) -> frozenset[str]:
    names: set[str] = set()
    for tool in cast("Sequence[Any]", tools) if isinstance(tools, (list, tuple)) else ():
        name = str(cast("Mapping[str, Any]", tool).get("function", {}).get("name", ""))
        if name.startswith(DELEGATE):
            names.add(name.removeprefix(DELEGATE))
    return frozenset(names & set(WORKERS))


def _call(handoff: Handoff, messages: Sequence[BaseMessage]) -> AIMessage:
    arguments = handoff.arguments()
    seed = json.dumps([handoff.worker, arguments, len(messages)], ensure_ascii=True, sort_keys=True)
    id = f"offline-{hashlib.sha256(seed.encode()).hexdigest()[:16]}"
    return AIMessage("", tool_calls=[{
        "name": f"{DELEGATE}{handoff.worker}", "args": arguments, "id": id, "type": "tool_call"}])


def _result_of(answer: ToolMessage) -> Mapping[str, Any] | None:
    """Return the public result in a worker's answer; None for anything else (a refused call)."""
    artifact: object = answer.artifact
    return cast("Mapping[str, Any]", artifact) if isinstance(artifact, Mapping) and "status" in artifact else None


def _chunks(answer: AIMessage) -> Iterator[ChatGenerationChunk]:
    """Yield an answer as a server would: word by word, or one call."""
    for call in answer.tool_calls:
        yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[{
            "name": call["name"], "args": json.dumps(call["args"], ensure_ascii=False), "id": call["id"],
            "index": 0, "type": "tool_call_chunk"}]))
    for piece in _PIECES.findall(str(answer.text)):
        yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
