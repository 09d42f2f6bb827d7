"""A chat model that says what a script tells it, chunk by chunk, and remembers what it was asked.

    model = ScriptedModel([says("Hello"), calls(("save_memory", {"text": "x"})), says("Done")])

A reply may also wait (``gate``), fail (``error``) in its middle, or think. When the script is used up the model says
"…", so that a loop that never ends is met by the budget and not by the script.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import PrivateAttr


@dataclass
class Reply:
    """``calls``: (name, arguments) or (name, arguments, id); arguments may be a raw text. ``gate``: waited for after
    the first piece of text. ``error``: raised after the text."""

    text: Sequence[str] = ()
    calls: Sequence[tuple[Any, ...]] = ()
    reasoning: str = ""
    error: BaseException | None = None
    gate: asyncio.Event | None = None
    finish_reason: str = "stop"
    usage: tuple[int, int] = (10, 5)
    started: asyncio.Event = field(default_factory=asyncio.Event)


def says(*text: str, **more: Any) -> Reply:
    return Reply(text, **more)


def calls(*wanted: tuple[Any, ...], text: str = "", **more: Any) -> Reply:
    return Reply((text,) if text else (), wanted, **more)


class ScriptedModel(BaseChatModel):
    """``asked``: the messages of each request; ``tools``: names of the tools that were bound last."""

    model_name: str = "scripted"
    _script: list[Reply] = PrivateAttr(default_factory=list)
    _asked: list[list[BaseMessage]] = PrivateAttr(default_factory=list)
    _tools: list[str] = PrivateAttr(default_factory=list)
    _ids: int = PrivateAttr(default=0)

    def __init__(self, script: Sequence[Reply] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._script = list(script)

    @property
    def asked(self) -> list[list[BaseMessage]]:
        return self._asked

    @property
    def tools(self) -> list[str]:
        return self._tools

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def then(self, *replies: Reply) -> None:
        """Add to the script."""
        self._script.extend(replies)

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> ScriptedModel:  # type: ignore[override]
        self._tools = [_name(one) for one in tools]
        return self

    async def _astream(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None,
                       **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        self._asked.append(list(messages))
        reply = self._script.pop(0) if self._script else says("…")
        reply.started.set()
        if reply.reasoning:
            yield _chunk(additional_kwargs={"reasoning_content": reply.reasoning})
        for number, piece in enumerate(reply.text or ("",)):
            yield _chunk(content=piece)
            if number == 0 and reply.gate is not None:
                await reply.gate.wait()
        if reply.error is not None:
            raise reply.error
        for index, wanted in enumerate(reply.calls):
            self._ids += 1
            name, args = wanted[0], wanted[1]
            text = args if isinstance(args, str) else json.dumps(args)
            call_id = wanted[2] if len(wanted) > 2 else f"call_{self._ids}"
            yield _chunk(tool_call_chunks=[{"name": name, "args": text, "id": call_id, "index": index,
                                            "type": "tool_call_chunk"}])
        total = {"input_tokens": reply.usage[0], "output_tokens": reply.usage[1], "total_tokens": sum(reply.usage)}
        yield _chunk(usage_metadata=total, response_metadata={"finish_reason": reply.finish_reason})

    async def _agenerate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None,
                         **kwargs: Any) -> ChatResult:
        whole: AIMessageChunk | None = None
        async for chunk in self._astream(messages):
            message = chunk.message
            assert isinstance(message, AIMessageChunk)
            whole = message if whole is None else whole + message
        assert whole is not None
        done = AIMessage(content=whole.content, tool_calls=whole.tool_calls, usage_metadata=whole.usage_metadata)
        return ChatResult(generations=[ChatGeneration(message=done)])

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        raise NotImplementedError("asynchronous only")


def _chunk(**fields: Any) -> ChatGenerationChunk:
    return ChatGenerationChunk(message=AIMessageChunk(**{"content": "", **fields}))


def _name(tool: Any) -> str:
    if isinstance(tool, Mapping):
        return str(tool.get("name") or tool.get("function", {}).get("name", ""))
    return str(tool.name)
