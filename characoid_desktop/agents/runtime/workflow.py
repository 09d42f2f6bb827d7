"""The compiled graph, built again when tools or models changed (in a thread: it takes longer than a frame)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

Build = Callable[[Any], Any]
"""``(checkpointer) -> CompiledStateGraph``"""


def default_build(checkpointer: Any) -> Any:
    from characoid_desktop.agents.graph.build import build_persona_workflow

    return build_persona_workflow(checkpointer)


class Workflow:
    """Holds one graph. ``injected`` takes what is current at its first use as its baseline."""

    def __init__(self, checkpointer: Any, revision: Callable[[], int], *, build: Build = default_build,
                 injected: Any = None) -> None:
        self._checkpointer = checkpointer
        self._revision = revision
        self._build = build
        self._graph: Any = injected
        self._built_for: tuple[int, str] | None = None

    async def current(self, fingerprint: str) -> Any:
        """Return the graph for the tools that are registered now and for this fingerprint of the model."""
        wanted = (self._revision(), fingerprint)
        if self._graph is not None and self._built_for is None:
            self._built_for = wanted
        if self._graph is None or self._built_for != wanted:
            graph = await asyncio.to_thread(self._build, self._checkpointer)
            self._graph, self._built_for = graph, wanted
            return graph
        return self._graph

    async def any(self) -> Any:
        """Return a graph for looking at what waits; no model is asked with it. Serves the first turn as well."""
        if self._graph is None:
            self._graph = await asyncio.to_thread(self._build, self._checkpointer)
        return self._graph
