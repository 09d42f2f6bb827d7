"""What a handler gets: progress, cancel, binary answers, scratch files. Standard library only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol


class JobContext(Protocol):
    """One request. Handlers run in a worker thread and call these as often as they like."""

    def progress(self, stage: str, done: float, total: float) -> None:
        """Report ``done`` of ``total`` units (0: unknown); thinned out to at most 10 frames a second."""
        ...

    def check(self) -> None:
        """Raise Cancelled when the request was cancelled. Call it at least every 100 ms of work."""
        ...

    def data(self, payload: bytes, **meta: Any) -> None:
        """Send a binary payload."""
        ...

    def scratch(self, path: str) -> None:
        """Name a file (or a folder) that must not be left behind unless the request succeeds."""
        ...


Handler = Callable[[JobContext, Mapping[str, Any]], Mapping[str, Any]]
"""A handler returns plain JSON, or raises EngineError (or lets Cancelled pass).

Each engine is a module with ``OPS: dict[str, Handler]`` and ``WORKERS: int`` (requests at a time);
``engine/catalog.py`` maps the engine's name to that module's name.
"""
