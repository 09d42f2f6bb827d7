"""Asking a server what it is: its models, and whether a model answers with this key."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from typing import Any, cast

from characoid_desktop.core.cleaning import whole_characters
from characoid_desktop.core.i18n import Text
from characoid_desktop.integrations.llm import errors
from characoid_desktop.integrations.llm.errors import (
    KeyRefused,
    ModelError,
    ModelNotFound,
    NotAModelServer,
    NotReachable,
    NotTrusted,
)
from characoid_desktop.integrations.llm.models import Endpoint, ModelInfo, Outcome, TestResult
from characoid_desktop.integrations.llm.patience import Deadlines, Patience
from characoid_desktop.integrations.llm.reply import ReplyReader
from characoid_desktop.integrations.llm.wire import StreamEnd, Wire

MAX_MODELS = 5_000
MAX_ID = 200
TEST_PATIENCE = Patience(connect_s=5.0, first_byte_s=30.0, idle_s=15.0, total_s=60.0)
_CONTEXT_NAMES = ("max_model_len", "context_length", "max_context_length", "context_window")


async def list_models(endpoint: Endpoint, *, patience: Patience = TEST_PATIENCE,
                      verify: ssl.SSLContext | None = None) -> list[ModelInfo]:
    """Return the models of a server, by name; raises ModelError. ``/v1`` is tried where the address lacks it."""
    return list((await found(endpoint, patience=patience, verify=verify))[1])


async def found(endpoint: Endpoint, *, patience: Patience = TEST_PATIENCE,
                verify: ssl.SSLContext | None = None) -> tuple[Endpoint, tuple[ModelInfo, ...]]:
    """Return the endpoint under the address that answers (as given, or with ``/v1``) and its models."""
    try:
        return endpoint, await _models_at(endpoint, patience, verify)
    except NotAModelServer as error:
        if endpoint.base_url.endswith("/v1"):
            raise
        first = error
    longer = replace(endpoint, base_url=endpoint.base_url + "/v1")
    try:
        return longer, await _models_at(longer, patience, verify)
    except NotAModelServer:
        raise first from None


async def probe(endpoint: Endpoint, model: str = "", *, patience: Patience = TEST_PATIENCE,
                verify: ssl.SSLContext | None = None) -> TestResult:
    """Try the server, and ``model`` with one short question (ended at its first word). Never raises ModelError."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        endpoint, models = await found(endpoint, patience=patience, verify=verify)
    except ModelError as error:
        return _failed(error, endpoint, ())
    latency = loop.time() - began
    if not model:
        return TestResult(Outcome.WORKS, Text.count(
            "{host} answers. It has {n} model.", "{host} answers. It has {n} models.", len(models),
            host=endpoint.host), latency, endpoint.base_url, models)
    try:
        latency = await _first_word_s(endpoint, model, patience, verify)
    except ModelError as error:
        return _failed(error, endpoint, models)
    return TestResult(Outcome.WORKS, Text.of("“{model}” answers. The first word came after {s} s.", model=model,
                                             s=f"{latency:.1f}"), latency, endpoint.base_url, models)


async def _first_word_s(endpoint: Endpoint, model: str, patience: Patience, verify: ssl.SSLContext | None) -> float:
    loop = asyncio.get_running_loop()
    payload = {"model": model, "stream": True, "messages": [{"role": "user", "content": "Say OK."}]}
    began = loop.time()
    async with _wire(endpoint, patience, verify) as wire:
        reader = ReplyReader()
        deadlines = Deadlines(patience)
        async with contextlib.aclosing(wire.events("/chat/completions", payload, deadlines, model)) as events:
            async for event in events:
                if isinstance(event, StreamEnd):
                    break
                reader.feed(event)
                if reader.substance:
                    return loop.time() - began
    raise errors.empty_reply()


async def _models_at(endpoint: Endpoint, patience: Patience, verify: ssl.SSLContext | None) -> tuple[ModelInfo, ...]:
    async with _wire(endpoint, patience, verify) as wire:
        return models_of(endpoint, await wire.get_json("/models"))


def models_of(endpoint: Endpoint, value: object) -> tuple[ModelInfo, ...]:
    """Return the models of a ``/models`` answer, by name; raises NotAModelServer when it is none."""
    # {"data": […]} is the rule; a bare list is seen too.
    rows: object = cast("Mapping[str, object]", value).get("data") if isinstance(value, Mapping) else value
    if rows is None and isinstance(value, Mapping) and cast("Mapping[str, object]", value).get("object") == "list":
        rows = []  # Ollama without any model
    if not isinstance(rows, list):
        raise errors.not_a_model_server(endpoint, "no list of models")
    models: dict[str, ModelInfo] = {}
    for row in cast("list[object]", rows)[:MAX_MODELS]:
        if not isinstance(row, Mapping):
            continue
        named = cast("Mapping[str, Any]", row)
        id_, owner = named.get("id"), named.get("owned_by")
        if isinstance(id_, str) and 0 < len(id_) <= MAX_ID and id_.isprintable():
            owner = whole_characters(owner[:MAX_ID]) if isinstance(owner, str) else ""
            models[id_] = ModelInfo(id_, owner, _context(named))
    return tuple(sorted(models.values(), key=lambda one: one.id.casefold()))


def _context(row: Mapping[str, Any]) -> int:
    meta = row.get("meta")
    values = [row.get(name) for name in _CONTEXT_NAMES]
    if isinstance(meta, Mapping):
        values.append(cast("Mapping[str, Any]", meta).get("n_ctx"))
    return next((v for v in values if isinstance(v, int) and not isinstance(v, bool) and 0 < v < 10**9), 0)


def _failed(error: ModelError, endpoint: Endpoint, models: tuple[ModelInfo, ...]) -> TestResult:
    kinds = ((KeyRefused, Outcome.KEY_REFUSED), (ModelNotFound, Outcome.MODEL_MISSING),
             ((NotReachable, NotTrusted), Outcome.NOT_REACHABLE), (NotAModelServer, Outcome.NOT_A_MODEL_SERVER))
    outcome = next((outcome for kind, outcome in kinds if isinstance(error, kind)), Outcome.FAILED)
    return TestResult(outcome, error.sentence, 0.0, endpoint.base_url, models)


@contextlib.asynccontextmanager
async def _wire(endpoint: Endpoint, patience: Patience, verify: ssl.SSLContext | None) -> AsyncGenerator[Wire]:
    wire = Wire(endpoint, patience, verify=verify)
    try:
        yield wire
    finally:
        await wire.aclose()
