"""All built-in tools, in the order of the contract."""

from __future__ import annotations

from typing import Any, cast

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.manifest_data import BUILT_IN_TOOLS
from characoid_desktop.agents.tools import config, document, knowledge, live2d, memory, profile, rvc, voice
from characoid_desktop.agents.tools.services import ToolServices


def built_in_specs(services: ToolServices) -> tuple[ToolSpec, ...]:
    """Return the 66 built-in tools; raises RuntimeError when they are not those of the contract, in its order."""
    specs = tuple(
        one for part in (knowledge, memory, document, profile, voice, rvc, live2d, config)
        for one in part.tools(services))
    if [one.name for one in specs] != [row.name for row in BUILT_IN_TOOLS]:
        raise RuntimeError("the built-in tools differ from the contract's table")
    return specs


def described_specs() -> tuple[ToolSpec, ...]:
    """Return the same tools for whoever only describes them (manifests, documents): calling one is an error."""
    return built_in_specs(cast("ToolServices", _NoServices()))


class _NoServices:
    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("these tools only describe themselves")
