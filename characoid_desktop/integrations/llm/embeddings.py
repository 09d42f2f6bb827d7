"""Vectors for texts from any OpenAI-compatible server."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from characoid_desktop.core.i18n import Text
from characoid_desktop.integrations.llm import errors
from characoid_desktop.integrations.llm.errors import ModelError
from characoid_desktop.integrations.llm.retries import Retries
from characoid_desktop.integrations.llm.wire import Wire

BATCH = 64
MAX_TEXT = 32_000  # characters of one text; the rest is not embedded
MAX_SIZE = 8_192  # numbers of a vector
MAX_BYTES = 64 * 1024 * 1024


class Embedder:
    """``embed`` gives one vector for each text, all of the same size, in order; raises ModelError."""

    def __init__(self, wire: Wire, model: str, *, on_retry: Callable[[int, float, Text], None] | None = None,
                 sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
                 retries: Callable[[], Retries] = Retries) -> None:
        self.model = model
        self._wire = wire
        self._on_retry = on_retry
        self._sleep = sleep
        self._retries = retries

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vectors. Long texts are cut at MAX_TEXT characters; an empty list asks nobody."""
        if texts and not self.model:
            raise errors.no_model_chosen(self._wire.endpoint)
        vectors: list[list[float]] = []
        for at in range(0, len(texts), BATCH):
            vectors += await self._batch([text[:MAX_TEXT] or " " for text in texts[at:at + BATCH]])
        if len({len(vector) for vector in vectors}) > 1:
            raise errors.reply_garbled("vectors of different sizes")
        return vectors

    async def _batch(self, texts: list[str]) -> list[list[float]]:
        payload = {"model": self.model, "input": texts, "encoding_format": "float"}
        retries = self._retries()
        while True:
            try:
                value = await self._wire.post_json("/embeddings", payload, self.model, limit=MAX_BYTES)
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(None, _vectors, value, len(texts))
            except ModelError as error:
                wait_s = retries.next_wait(error)
                if wait_s is None:
                    raise
                why = error.sentence
            if self._on_retry is not None:
                self._on_retry(retries.count, wait_s, why)
            await self._sleep(wait_s)


def _vectors(value: object, count: int) -> list[list[float]]:
    rows: object = cast("Mapping[str, object]", value).get("data") if isinstance(value, Mapping) else None
    if not isinstance(rows, list) or len(cast("list[object]", rows)) != count:
        raise errors.reply_garbled("not one vector for each text")
    vectors: dict[int, list[float]] = {}
    for place, row in enumerate(cast("list[object]", rows)):
        named: Mapping[str, Any] = cast("Mapping[str, Any]", row) if isinstance(row, Mapping) else {}
        index = named.get("index", place)
        vector = _vector(named.get("embedding"))
        if vector is None or not isinstance(index, int) or not 0 <= index < count or index in vectors:
            raise errors.reply_garbled("no vector")
        vectors[index] = vector
    return [vectors[index] for index in range(count)]


def _vector(value: object) -> list[float] | None:
    if not isinstance(value, list) or not 0 < len(cast("list[object]", value)) <= MAX_SIZE:
        return None
    numbers: list[float] = []
    for one in cast("list[object]", value):
        if isinstance(one, bool) or not isinstance(one, (int, float)):
            return None
        number = float(one) if abs(one) < 1e30 else math.inf
        if not math.isfinite(number):
            return None
        numbers.append(number)
    return numbers
