"""Chat models on a fake server, with recorded waits instead of real ones."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AIMessageChunk

from characoid_desktop.core.i18n import Text
from characoid_desktop.integrations.llm.chat import Hooks, Means, Quirks, StudioChatModel
from characoid_desktop.integrations.llm.errors import ModelError
from characoid_desktop.integrations.llm.models import Endpoint, ModelChoice
from characoid_desktop.integrations.llm.patience import Patience
from characoid_desktop.integrations.llm.retries import Retries
from characoid_desktop.integrations.llm.wire import Wire
from characoid_desktop.settings.secret_text import SecretText
from characoid_desktop.settings.sections.models import ToolMode

CALM = Patience()  # nothing waits that long here; a loaded machine must not look like a silent server
QUICK = Patience(connect_s=2.0, first_byte_s=0.3, idle_s=0.15, total_s=1.0, notice_s=0.05)
NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
WEATHER = {"type": "function", "function": {
    "name": "get_weather", "description": "The weather of a place.",
    "parameters": {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}}}


@dataclass
class Heard:
    """What came of one question. ``message`` is everything put together, None when nothing came."""

    chunks: list[AIMessageChunk] = field(default_factory=list)
    error: ModelError | None = None

    @property
    def message(self) -> AIMessageChunk | None:
        return sum(self.chunks[1:], self.chunks[0]) if self.chunks else None

    @property
    def text(self) -> str:
        return "".join(chunk.text for chunk in self.chunks)

    @property
    def reasoning(self) -> str:
        return "".join(chunk.additional_kwargs.get("reasoning", "") for chunk in self.chunks)

    @property
    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        return [(c["name"], c["args"]) for c in self.message.tool_calls] if self.message else []

    @property
    def refused(self) -> list[tuple[str | None, str]]:
        """Names and raw arguments of the calls that were not clean."""
        return [(c["name"], c["args"] or "") for c in self.message.invalid_tool_calls] if self.message else []


class ModelBench:
    """Makes models, asks them, remembers waits (``slept``), told retries and stalls; closes everything."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.retried: list[tuple[int, float, str]] = []
        self.stalls: list[float] = []
        self.may_retry = True
        self._wires: list[Wire] = []

    def wire(self, base_url: str, key: str = "", patience: Patience = CALM,
             verify: ssl.SSLContext | None = None) -> Wire:
        wire = Wire(Endpoint(base_url, SecretText(key) if key else None), patience, verify=verify, now=lambda: NOW)
        self._wires.append(wire)
        return wire

    def model(self, base_url: str, *, key: str = "", model: str = "fake-1", patience: Patience = CALM,
              tools: ToolMode = ToolMode.AUTO, quirks: Quirks | None = None,
              verify: ssl.SSLContext | None = None, **choice: Any) -> StudioChatModel:
        wire = self.wire(base_url, key, patience, verify)
        made = StudioChatModel.of(
            wire, ModelChoice(wire.endpoint, model, tools=tools, **choice), quirks=quirks,
            means=Means(self.sleep, lambda: Retries(jitter=lambda: 0.0)))
        return made.with_hooks(Hooks(self._on_retry, self.stalls.append, lambda: self.may_retry))

    async def ask(self, model: StudioChatModel, what: Any = "Hi.", tools: Sequence[dict] = (), **kwargs: Any) -> Heard:
        heard = Heard()
        asked = model.bind_tools(list(tools), **kwargs) if tools else model
        try:
            async with contextlib.aclosing(asked.astream(what)) as chunks:
                async for chunk in chunks:
                    heard.chunks.append(chunk)
        except ModelError as error:
            heard.error = error
        return heard

    async def aclose(self) -> None:
        for wire in self._wires:
            await wire.aclose()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def _on_retry(self, attempt: int, wait_s: float, why: Text) -> None:
        self.retried.append((attempt, wait_s, str(why)))
