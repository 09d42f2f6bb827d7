"""The chat model: LangChain's ChatOpenAI on our own wire.

From ChatOpenAI come the format of messages and tools; HTTP, streaming, waiting and errors are ours (``wire``), because
its own drop thoughts, lose cancels on Python 3.11, repair broken tool calls and read keys from the environment.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, Protocol, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.language_models.chat_models import generate_from_stream
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_openai import ChatOpenAI
from pydantic import PrivateAttr, SecretStr

from characoid_desktop.core.i18n import Text
from characoid_desktop.integrations.llm import errors, fit
from characoid_desktop.integrations.llm.calls import ToolCallText
from characoid_desktop.integrations.llm.errors import ModelError, ParameterUnsupported, ReplyCut, ToolsUnsupported
from characoid_desktop.integrations.llm.models import ModelChoice
from characoid_desktop.integrations.llm.own_key import OwnKeyMask
from characoid_desktop.integrations.llm.patience import Deadlines
from characoid_desktop.integrations.llm.payloads import clean_message, with_parameters
from characoid_desktop.integrations.llm.prompted import PromptedReader, prompted_messages
from characoid_desktop.integrations.llm.reply import Piece, ReplyReader
from characoid_desktop.integrations.llm.retries import Retries
from characoid_desktop.integrations.llm.wire import StreamEnd, Wire
from characoid_desktop.settings.sections.models import ToolMode

PATH = "/chat/completions"


@dataclass(slots=True)
class Quirks:
    """What was learned about one model of one server; kept while the app runs."""

    prompted: bool = False  # it said that it takes no tools
    dropped: set[str] = field(default_factory=set[str])  # optional parameters it does not know


class Watcher(Protocol):
    """Is told of every model step. ``error`` is None when it went well; a cancelled step says neither."""

    def began(self) -> None: ...

    def ended(self, error: ModelError | None, *, cancelled: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Hooks:
    """Plain callables of whoever runs the turn. ``on_retry(attempt, wait_s, why)`` before each wait;
    ``on_stall(seconds)`` while nothing comes, 0 when it goes on; ``may_retry()`` is asked before each retry."""

    on_retry: Callable[[int, float, Text], None] = lambda attempt, wait_s, why: None
    on_stall: Callable[[float], None] = lambda seconds: None
    may_retry: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class Means:
    """What a model waits and counts with; tests bring their own."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    retries: Callable[[], Retries] = Retries


class _Unused:
    """Stands where ChatOpenAI keeps its own clients, so that it makes none."""

    def __getattr__(self, name: str) -> NoReturn:
        raise NotImplementedError("the model speaks through its own wire, and asynchronously only")

    def __repr__(self) -> str:
        return "unused"


class StudioChatModel(ChatOpenAI):
    """Streams replies as chunks: words as content, thoughts in ``additional_kwargs["reasoning"]``; tool calls, usage,
    finish reason and cost (``response_metadata``, where prices are set) all in the last chunk. A call whose arguments
    are not clean arrives in ``invalid_tool_calls``. An empty reply is a last chunk without words.

    Raises ModelError. Cancelling hangs up at once.
    """

    _wire: Wire = PrivateAttr()
    _choice: ModelChoice = PrivateAttr()
    _quirks: Quirks = PrivateAttr(default_factory=Quirks)
    _hooks: Hooks = PrivateAttr(default_factory=Hooks)
    _watcher: Watcher | None = PrivateAttr(default=None)
    _means: Means = PrivateAttr(default_factory=Means)

    @classmethod
    def of(cls, wire: Wire, choice: ModelChoice, *, quirks: Quirks | None = None, watcher: Watcher | None = None,
           means: Means | None = None) -> StudioChatModel:
        """Return the model of ``choice`` on ``wire`` (which stays the caller's to close)."""
        unused = _Unused()
        model = cls(
            model=choice.model, temperature=choice.temperature, streaming=True, stream_usage=True, max_retries=0,
            base_url=wire.endpoint.base_url, api_key=SecretStr("unused"), use_responses_api=False,
            output_version="v0", stream_chunk_timeout=None, openai_proxy=None, http_socket_options=(), cache=False,
            client=unused, async_client=unused, root_client=unused, root_async_client=unused,
        )
        model._wire, model._choice, model._quirks = wire, choice, quirks or Quirks()
        model._watcher, model._means = watcher, means or Means()
        return model

    def with_hooks(self, hooks: Hooks) -> StudioChatModel:
        """Return the same model (same connections, same knowledge) with the callables of one turn."""
        copy = self.model_copy()
        copy._hooks = hooks
        return copy

    @property
    def tools_are_prompted(self) -> bool:
        """Whether tools are described in text for this model."""
        mode = self._choice.tools
        return mode is ToolMode.PROMPTED or (mode is ToolMode.AUTO and self._quirks.prompted)

    async def _astream(self, messages: list[BaseMessage], stop: list[str] | None = None,
                       run_manager: AsyncCallbackManagerForLLMRun | None = None,
                       **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        if not self.model_name:
            raise errors.no_model_chosen(self._wire.endpoint)
        error: ModelError | None = None
        done = False
        if self._watcher is not None:
            self._watcher.began()
        try:
            async with contextlib.aclosing(self._tried(messages, stop, kwargs)) as chunks:
                async for chunk in chunks:
                    yield chunk
            done = True
        except ModelError as found:
            error = found
            raise
        finally:
            if self._watcher is not None:
                self._watcher.ended(error, cancelled=not done and error is None)

    async def _agenerate(self, messages: list[BaseMessage], stop: list[str] | None = None,
                         run_manager: AsyncCallbackManagerForLLMRun | None = None, **kwargs: Any) -> ChatResult:
        async with contextlib.aclosing(cast("AsyncGenerator[ChatGenerationChunk]",
                                            self._astream(messages, stop, **kwargs))) as chunks:
            return generate_from_stream(iter([chunk async for chunk in chunks]))

    def _stream(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError("this model is asynchronous only")

    def _generate(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError("this model is asynchronous only")

    def get_num_tokens(self, text: str) -> int:
        """Return an estimate: ChatOpenAI would fetch a vocabulary from the network."""
        return fit.tokens_of(text)

    def get_num_tokens_from_messages(self, messages: Sequence[BaseMessage], *args: Any, **kwargs: Any) -> int:
        return fit.tokens_of_messages(messages)

    async def _tried(self, messages: list[BaseMessage], stop: list[str] | None,
                     kwargs: Mapping[str, Any]) -> AsyncGenerator[ChatGenerationChunk]:
        """One model step with its retries. Once anything was shown there is none: it would come twice."""
        retries = self._means.retries()
        while True:
            shown = False
            try:
                async with contextlib.aclosing(self._once(messages, stop, kwargs)) as chunks:
                    async for chunk in chunks:
                        shown = True
                        yield chunk
                return
            except ModelError as error:
                if not shown and self._adapted(error):
                    continue
                wait_s = None if shown or not self._hooks.may_retry() else retries.next_wait(error)
                if wait_s is None:
                    raise
                why = error.sentence
            self._hooks.on_retry(retries.count, wait_s, why)
            await self._means.sleep(wait_s)

    def _adapted(self, error: ModelError) -> bool:
        """Learn from a refusal; return whether the request will be another one now."""
        if isinstance(error, ToolsUnsupported) and self._choice.tools is ToolMode.AUTO and not self._quirks.prompted:
            self._quirks.prompted = True
            return True
        if isinstance(error, ParameterUnsupported) and error.parameter not in self._quirks.dropped:
            self._quirks.dropped.add(error.parameter)
            return True
        return False

    async def _once(self, messages: list[BaseMessage], stop: list[str] | None,
                    kwargs: Mapping[str, Any]) -> AsyncGenerator[ChatGenerationChunk]:
        payload, names = self._payload(messages, stop, kwargs)
        reader = ReplyReader()
        key = self._wire.endpoint.key
        own_key = OwnKeyMask(key.reveal() if key else "")
        texts = PromptedReader(names) if names and self.tools_are_prompted else None
        deadlines = Deadlines(self._wire.patience, self._hooks.on_stall)
        try:
            async with contextlib.aclosing(
                    self._wire.events(PATH, payload, deadlines, self.model_name)) as events:
                async for event in events:
                    if isinstance(event, StreamEnd):
                        reader.complete = True
                        break
                    piece = _through(own_key.piece(reader.feed(event)), texts)
                    if reader.substance:
                        deadlines.substance()
                    if piece:
                        yield _chunk(piece)
                    if reader.too_long:
                        break
        except ReplyCut:
            if not reader.complete:  # else only what follows the end is missing
                rest = _through(own_key.last(reader.end()), texts)
                if rest:
                    yield _chunk(rest)
                raise
        rest = _through(own_key.last(reader.end()), texts)
        if not reader.complete:
            if rest:
                yield _chunk(rest)
            raise errors.reply_cut("no end")
        calls = reader.calls.finished(cut=reader.finish_reason == "length")
        if texts is not None:
            more, call = texts.end()
            rest = Piece(rest.text + more, rest.reasoning)
            calls += (call,) if call is not None else ()
        calls = [replace(call, name=own_key.text(call.name), arguments=own_key.text(call.arguments))
                 for call in calls]
        yield self._last_chunk(rest, calls, reader, own_key.text(reader.model))

    def _payload(self, messages: list[BaseMessage], stop: list[str] | None,
                 kwargs: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Return the request and the names of the tools it offers."""
        given = {key: value for key, value in kwargs.items() if key not in self._quirks.dropped}
        tools = [with_parameters(tool) for tool in cast("list[dict[str, Any]]", given.pop("tools", None) or [])]
        names = [str(tool["function"]["name"]) for tool in tools]
        messages = fit.fitted(messages, tools, self._choice.context_tokens)
        if self.tools_are_prompted:
            choice = given.pop("tool_choice", None)
            given.pop("parallel_tool_calls", None)
            messages = prompted_messages(messages, tools, must_call=choice not in (None, "auto", "none"))
        elif tools:
            given["tools"] = tools
        else:
            given.pop("tool_choice", None)
        payload = cast("dict[str, Any]",
                       self._get_request_payload(messages, stop=stop, **given))  # pyright: ignore[reportUnknownMemberType]
        payload["stream"] = True
        payload["stream_options"] = {"include_usage": True}
        for name in self._quirks.dropped:
            payload.pop(name, None)
        payload["messages"] = [clean_message(message) for message in payload["messages"]]
        return payload, names

    def _last_chunk(self, rest: Piece, calls: Sequence[ToolCallText], reader: ReplyReader,
                    model_name: str) -> ChatGenerationChunk:
        info: dict[str, Any] = {"finish_reason": reader.finish_reason or "stop",
                                "model_name": model_name or self.model_name}
        usage = None
        if reader.usage is not None:
            sent, answered = reader.usage.prompt, reader.usage.completion
            usage = UsageMetadata(input_tokens=sent, output_tokens=answered, total_tokens=sent + answered)
            cost = self._choice.cost(sent, answered)
            if cost is not None:
                info["cost"] = cost
        message = AIMessageChunk(
            content=rest.text, additional_kwargs={"reasoning": rest.reasoning} if rest.reasoning else {},
            tool_call_chunks=[tool_call_chunk(name=call.name, args=call.arguments, id=call.id, index=index)
                              for index, call in enumerate(calls)],
            usage_metadata=usage, chunk_position="last")
        return ChatGenerationChunk(message=message, generation_info=info)


def _through(piece: Piece, texts: PromptedReader | None) -> Piece:
    if texts is None or not piece.text:
        return piece
    return Piece(texts.feed(piece.text), piece.reasoning)


def _chunk(piece: Piece) -> ChatGenerationChunk:
    extra = {"reasoning": piece.reasoning} if piece.reasoning else {}
    return ChatGenerationChunk(message=AIMessageChunk(content=piece.text, additional_kwargs=extra))
