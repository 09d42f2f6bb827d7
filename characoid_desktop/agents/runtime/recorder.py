"""The answer while it is made: what the events say becomes the text and the parts of one message. Free of langchain."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from characoid_desktop.agents.runtime.events import (
    AgentEvent,
    AnswerReset,
    Artifact,
    Card,
    Reasoning,
    Sources,
    Stage,
    Token,
    ToolEnded,
    Usage,
)
from characoid_desktop.agents.runtime.runs import RunStore
from characoid_desktop.agents.runtime.turn import MAX_TAINT
from characoid_desktop.core.errors import AppError
from characoid_desktop.features.conversations.models import MAX_ANSWER_CHARS, Message

KEEP_EVERY_S = 0.5
MAX_ARTIFACTS = 100
MAX_CITATIONS = 50
MAX_REASONING_CHARS = 200_000
_log = logging.getLogger(__name__)


class Keeper(Protocol):
    async def keep_answer(self, id: str, text: str, parts: Mapping[str, Any]) -> None: ...


class AnswerRecorder:
    """Takes every event of a turn; writes what there is to the disk every ``keep_every_s`` seconds, not more often.

    ``text``, ``parts`` and ``usage`` are those of the message (see ``conversations.models.Message``); what was there
    before a stop is kept and goes on. ``stage`` names the last step.
    """

    def __init__(self, message: Message, run_id: str, keeper: Keeper, runs: RunStore, *,
                 keep_every_s: float = KEEP_EVERY_S) -> None:
        self.text = message.text
        self.parts: dict[str, Any] = dict(message.parts)
        self.usage: dict[str, Any] = dict(message.usage)
        self.stage = ""
        self._message_id = message.id
        self._run_id = run_id
        self._keeper = keeper
        self._runs = runs
        self._keep_every_s = keep_every_s
        self._events: list[AgentEvent] = []
        self._changed = asyncio.Event()
        self._closed = asyncio.Event()
        self._text_changed = False
        self._thinking_since: float | None = None

    def hear(self, outside: Sequence[str]) -> None:
        """Note the outside texts that the model is told of with the conversation so far: the answer carries them on."""
        self._name("heard", outside)

    def _name(self, part: str, outside: Sequence[str]) -> None:
        if outside:
            self.parts[part] = list(dict.fromkeys([*self.parts.get(part, ()), *outside]))[:MAX_TAINT]

    def take(self, event: AgentEvent) -> None:
        """Follow one event; what it changes is on the disk after the next :meth:`flush`."""
        if event.stored:
            self._events.append(event)
        if isinstance(event, Reasoning):
            if self._thinking_since is None:
                self._thinking_since = event.at_s
            self.parts["reasoning"] = (self.parts.get("reasoning", "") + event.text)[:MAX_REASONING_CHARS]
        elif isinstance(event, Token):
            self._thought(event.at_s)
            self.text = (self.text + event.text)[:MAX_ANSWER_CHARS]
        elif isinstance(event, AnswerReset):
            self.text = ""
        elif isinstance(event, Card):
            self.parts["card"] = dict(event.result)
        elif isinstance(event, Artifact):
            artifacts = self.parts.setdefault("artifacts", [])
            if len(artifacts) < MAX_ARTIFACTS:
                artifacts.append(dict(event.artifact))
        elif isinstance(event, Sources):
            known = self.parts.setdefault("citations", [])
            known += [dict(one) for one in event.citations if one not in known][:MAX_CITATIONS - len(known)]
        elif isinstance(event, Stage):
            self._thought(event.at_s)
            self.stage = event.node
        elif isinstance(event, Usage):
            self._count(event)
        elif isinstance(event, ToolEnded) and event.outside:  # whatever becomes of the turn, what it says carries it
            self._name("outside", [event.outside])
        self._text_changed |= isinstance(event, (Token, Reasoning, AnswerReset, Card, Artifact, Sources))
        self._changed.set()

    def _thought(self, at_s: float) -> None:
        if self._thinking_since is not None:
            spent = max(0.0, at_s - self._thinking_since)
            self.parts["reasoning_s"] = round(self.parts.get("reasoning_s", 0.0) + spent, 3)
            self._thinking_since = None

    def _count(self, event: Usage) -> None:
        for key, amount in (("prompt_tokens", event.prompt_tokens), ("completion_tokens", event.completion_tokens),
                            ("calls", 1)):
            self.usage[key] = int(self.usage.get(key, 0)) + amount
        self.usage["seconds"] = round(float(self.usage.get("seconds", 0.0)) + event.seconds, 3)
        if event.cost is not None:
            self.usage["cost"] = float(self.usage.get("cost", 0.0)) + event.cost
        if event.model:
            self.usage["model"] = event.model

    async def keep(self) -> None:
        """Write what changes until :meth:`close`; a full or busy disk is met again at the next turn of the wheel.

        The first time too comes a while after the first change: the beginning of a turn has enough to write.
        """
        while not self._closed.is_set():
            await self._changed.wait()
            try:
                async with asyncio.timeout(self._keep_every_s):
                    await self._closed.wait()
                    return
            except TimeoutError:
                pass
            try:
                await self.flush()
            except AppError as error:
                _log.info("the answer was not kept yet: %s", error)
                self._changed.set()

    def close(self) -> None:
        """Let :meth:`keep` end by itself (cut off, it could write a stretch of the timeline twice)."""
        self._closed.set()
        self._changed.set()

    async def flush(self) -> None:
        """Write what changed since the last time. Raises DataError; nothing is lost then, it is tried again."""
        self._changed.clear()
        events, self._events = self._events, []
        try:
            await self._runs.add_events(self._run_id, events)
        except BaseException:
            self._events = events + self._events
            raise
        if self._text_changed:
            self._text_changed = False  # what comes while it is written is for the next time
            try:
                await self._keeper.keep_answer(self._message_id, self.text, self.parts)
            except BaseException:
                self._text_changed = True
                raise
