"""Model servers on this computer, looked for only when somebody asks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from characoid_desktop.integrations.llm.endpoints import models_of
from characoid_desktop.integrations.llm.errors import ModelError
from characoid_desktop.integrations.llm.models import Endpoint, FoundServer, ModelInfo
from characoid_desktop.integrations.llm.patience import Patience
from characoid_desktop.integrations.llm.wire import Wire

LIMIT_S = 0.8
MAX_BYTES = 1_048_576


@dataclass(frozen=True, slots=True)
class Place:
    """Where a product usually listens, and how its models say so (``owner``)."""

    name: str
    port: int
    owner: str


PLACES = (
    Place("Ollama", 11434, "library"), Place("LM Studio", 1234, "organization_owner"),
    Place("llama.cpp", 8080, "llamacpp"), Place("vLLM", 8000, "vllm"),
)


async def discover(places: Sequence[Place] = PLACES, *, limit_s: float = LIMIT_S) -> list[FoundServer]:
    """Ask the usual ports of this computer at the same time; return who answered as a model server, in that order.

    No key is sent. Takes at most ``limit_s`` seconds. Never raises.
    """
    answers = await asyncio.gather(*(_look(place, limit_s) for place in places))
    return [server for server in answers if server is not None]


async def _look(place: Place, limit_s: float) -> FoundServer | None:
    endpoint = Endpoint(f"http://127.0.0.1:{place.port}/v1")
    wire = Wire(endpoint, Patience(connect_s=limit_s, first_byte_s=limit_s, idle_s=limit_s, total_s=limit_s))
    try:
        async with asyncio.timeout(limit_s):
            models = models_of(endpoint, await wire.get_json("/models", limit=MAX_BYTES))
    except (ModelError, TimeoutError):
        return None
    finally:
        await wire.aclose()
    return FoundServer(_name(place, models), endpoint.base_url, models)


def _name(place: Place, models: Sequence[ModelInfo]) -> str:
    """Ports are shared by many programs: the models' owner tells more than the port."""
    owners = {model.owner for model in models}
    return next((p.name for p in PLACES if p.owner in owners), place.name)
