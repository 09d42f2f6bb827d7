"""One request to a model, streamed: its words go out at once, its calls come back as the raw text they were."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Final, cast

from langchain_core.messages import AIMessageChunk, BaseMessage

from characoid_desktop.agents.contracts import Json
from characoid_desktop.agents.graph.endings import endless_answer, too_many_model_calls
from characoid_desktop.agents.runtime.events import Reasoning, Token, Usage
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.agents.vocabulary import SUPERVISOR
from characoid_desktop.core.cleaning import clean

MAX_ANSWER: Final = 200_000  # characters, also of thinking
MAX_ARGUMENTS: Final = 256 * 1024  # characters of all calls of one answer
MAX_CALLS: Final = 256  # in one answer; what comes after is not even kept
MAX_BLANK: Final = 4000  # characters without anything to be seen
MAX_BLANK_S: Final = 60.0
MAX_BREATH_S: Final = 0.005  # how long a stream may keep the window's thread to itself


@dataclass(slots=True)
class RawCall:
    """A call as it came: ``text`` are the arguments as the model wrote them."""

    id: str = ""
    name: str = ""
    text: str = ""


@dataclass(slots=True)
class Said:
    """What came of one request. ``cut``: the model was stopped by a length limit; ``lost`` calls were not kept."""

    text: str = ""
    calls: list[RawCall] = field(default_factory=list[RawCall])
    cut: bool = False
    lost: int = 0

    @property
    def is_blank(self) -> bool:
        return not self.text.strip() and not self.calls


async def say(turn: Turn, worker: str, messages: Sequence[BaseMessage], tools: Sequence[Json], *,
              on_first: Callable[[], None] = lambda: None) -> Said:
    """Ask the model of ``worker`` once. The supervisor's words and thinking go out as events while they come.

    ``on_first`` is called before the first word. Raises TurnEnded beyond the budget, and whatever the model raises.
    """
    if not turn.budget.take_model_call():
        raise too_many_model_calls()
    model = turn.model_for(worker)
    runnable = model.bind_tools(list(tools)) if tools else model
    reader = _Reader(turn, worker, on_first)
    started = turn.clock_s()
    stream = cast("AsyncIterator[AIMessageChunk]", runnable.astream(list(messages)))
    loop = asyncio.get_running_loop()
    breath = loop.time()
    async with aclosing(cast("Any", stream)):
        async for chunk in stream:
            if not reader.take(chunk):
                break
            if loop.time() - breath > MAX_BREATH_S:  # hundreds of words can come in one packet
                await asyncio.sleep(0)
                breath = loop.time()
    reader.finish(str(getattr(model, "model_name", "") or getattr(model, "model", "") or ""),
                  turn.clock_s() - started)
    return reader.said


class _Reader:
    """Follows a stream; in linear time (adding chunks up would read the arguments again for each of them)."""

    def __init__(self, turn: Turn, worker: str, on_first: Callable[[], None]) -> None:
        self.said = Said()
        self._turn = turn
        self._worker = worker
        self._on_first = on_first
        self._aloud = worker == SUPERVISOR
        self._since = turn.clock_s()
        self._texts: list[str] = []
        self._held = ""  # the first half of a split character
        self._seen = False
        self._length = self._thinking = self._arguments = 0
        self._slots: dict[Any, RawCall] = {}
        self._usage = (0, 0)
        self._cost: float | None = None
        self._model = ""

    def take(self, chunk: AIMessageChunk) -> bool:
        """Take one piece; False: enough, the stream is to be left."""
        self._think(_reasoning(chunk))
        if not self._say(str(chunk.text)):
            return False
        for piece in _pieces(chunk):
            if not self._call(piece):
                return False
        meta = cast("dict[str, Any]", chunk.response_metadata or {})
        if meta.get("finish_reason") == "length":
            self.said.cut = True
        self._model = str(meta.get("model_name") or self._model)
        cost = meta.get("cost")
        self._cost = float(cost) if isinstance(cost, (int, float)) else self._cost
        usage = chunk.usage_metadata
        if usage:
            self._usage = (max(self._usage[0], usage["input_tokens"]), max(self._usage[1], usage["output_tokens"]))
        return True

    def finish(self, model: str, seconds: float) -> None:
        self.said.text = clean("".join(self._texts) + self._held)
        self.said.calls = list(self._slots.values())
        if any(self._usage):
            self._turn.emit(Usage(
                run_id=self._turn.ids.run_id, at_s=self._turn.clock_s(), worker=self._worker,
                model=self._model or model, prompt_tokens=self._usage[0], completion_tokens=self._usage[1],
                cost=self._cost, seconds=seconds))

    def _think(self, text: str) -> None:
        if not text:
            return
        self._thinking += len(text)
        if self._thinking > MAX_ANSWER:
            raise endless_answer()
        if self._aloud:
            self._turn.emit(Reasoning(run_id=self._turn.ids.run_id, at_s=self._turn.clock_s(), text=clean(text)))

    def _say(self, text: str) -> bool:
        text, self._held = _whole_characters(self._held + text)
        if not text:
            return True
        self._length += len(text)
        self._texts.append(text)
        if self._length > MAX_ANSWER:
            raise endless_answer()
        if not self._seen:
            if not text.strip():
                return self._length <= MAX_BLANK and self._turn.clock_s() - self._since <= MAX_BLANK_S
            self._seen = True
            self._on_first()
            text = "".join(self._texts).lstrip()
        if self._aloud:
            self._turn.emit(Token(run_id=self._turn.ids.run_id, at_s=self._turn.clock_s(), text=clean(text)))
        return True

    def _call(self, piece: Json) -> bool:
        """Add one piece of a call to its slot; False when the arguments have become too large to be taken."""
        index = piece.get("index")
        key: Any = index if index is not None else object()
        call = self._slots.get(key)
        if call is None:
            if len(self._slots) >= MAX_CALLS:
                self.said.lost += 1
                return True
            call = self._slots[key] = RawCall()
        call.id = call.id or str(piece.get("id") or "")
        name = str(piece.get("name") or "")
        call.name = call.name if name == call.name else (call.name + name)[:200]
        text = str(piece.get("args") or "")
        self._arguments += len(text)
        call.text += text[:MAX_ARGUMENTS]
        if self._arguments > MAX_ARGUMENTS:
            self.said.cut = True
            return False
        return True


def _whole_characters(text: str) -> tuple[str, str]:
    """Return (text, what waits for its other half)."""
    if text and "\ud800" <= text[-1] <= "\udbff":
        return text[:-1], text[-1]
    return text, ""


def _reasoning(chunk: AIMessageChunk) -> str:
    """Return the thinking in a piece: local servers send it beside the text, others as blocks of the content."""
    for name in ("reasoning", "reasoning_content"):  # the first is how our own chat model says it
        beside = chunk.additional_kwargs.get(name)
        if isinstance(beside, str) and beside:
            return beside
    if not isinstance(chunk.content, list):
        return ""
    blocks = [cast("dict[str, Any]", one) for one in cast("list[Any]", chunk.content) if isinstance(one, dict)]
    return "".join(str(one.get("reasoning") or "") for one in blocks if one.get("type") == "reasoning")


def _pieces(chunk: AIMessageChunk) -> list[Json]:
    """Return the pieces of calls as raw text, also from a model that does not stream."""
    pieces = getattr(chunk, "tool_call_chunks", None)
    if pieces:
        return [dict(piece) for piece in pieces]
    whole = [{"id": call.get("id"), "name": call["name"], "args": json.dumps(call["args"]), "index": None}
             for call in chunk.tool_calls]
    broken = [{"id": call.get("id"), "name": call.get("name"), "args": call.get("args"), "index": None}
              for call in chunk.invalid_tool_calls]
    return [*whole, *broken]
