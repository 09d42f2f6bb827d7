"""One turn at work: its run, its answer, and whoever follows it. Free of langchain."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from characoid_desktop.agents.runtime.events import AgentEvent
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.recorder import AnswerRecorder
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.clock import Clock
from characoid_desktop.features.conversations.models import Message


@dataclass(frozen=True, slots=True)
class Ending:
    """How one pass through the graph ended: over, or waiting (``waits`` is the value of the interrupt)."""

    state: RunState
    error: Mapping[str, Any] | None = None
    waits: Mapping[str, Any] | None = None
    text: str = ""  # the character's line, where it did not come as tokens


@dataclass
class ActiveTurn:
    """``stop``: how it shall end, once somebody asked for that. ``resume``: what it goes on with (None: it begins).

    ``said``: the user's message, where it is at hand.
    """

    run: Run
    recorder: AnswerRecorder
    clock: Clock
    resume: Mapping[str, Any] | None = None
    said: Message | None = None
    stop: Ending | None = None
    settling: bool = False
    task: asyncio.Task[None] | None = None
    keeper: asyncio.Task[None] | None = None
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    events: asyncio.Queue[AgentEvent | None] = field(default_factory=asyncio.Queue[AgentEvent | None])
    began_at: float = 0.0

    def __post_init__(self) -> None:
        self.began_at = self.clock.monotonic()

    def clock_s(self) -> float:
        """Seconds since this pass began."""
        return self.clock.monotonic() - self.began_at

    def emit(self, event: AgentEvent) -> None:
        """Put an event on the stream, and into the answer. After the end nothing is taken any more."""
        if not self.over.is_set():
            self.recorder.take(event)
            self.events.put_nowait(event)

    def close(self) -> None:
        """End the stream."""
        self.over.set()
        self.events.put_nowait(None)
