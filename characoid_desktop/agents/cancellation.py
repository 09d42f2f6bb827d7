"""What a domain does when a turn is cancelled that had it at work: its jobs stay or stop, as its hook decides.

A turn is ended by the runtime, never by killing processes. Free of langchain.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from characoid_desktop.agents.vocabulary import canonicalize_worker_name

HOOK_LIMIT_S = 5.0
_log = logging.getLogger(__name__)

CancelHook = Callable[[str, Mapping[str, Any]], Awaitable[object]]
"""``async (run_id, resume_state)``; may be called twice for one run."""


class CancellationHooks:
    """The hooks by worker. One that fails or takes longer than ``limit_s`` seconds does not hold up the others."""

    def __init__(self, limit_s: float = HOOK_LIMIT_S) -> None:
        self._hooks: dict[str, CancelHook] = {}
        self._limit_s = limit_s

    def register(self, worker: str, hook: CancelHook) -> None:
        """Set the hook of a worker; raises ValueError when it has one."""
        name = canonicalize_worker_name(worker)
        if name in self._hooks:
            raise ValueError(f"{name} has a cancellation hook already")
        self._hooks[name] = hook

    async def run(self, run_id: str, resume_state: Mapping[str, Any]) -> None:
        """Tell every domain that this turn was cancelled. Never raises but for CancelledError."""
        for worker, hook in self._hooks.items():
            try:
                async with asyncio.timeout(self._limit_s):
                    await hook(run_id, resume_state)
            except TimeoutError:
                _log.error("%s did not let go of a cancelled turn within %.0f s", worker, self._limit_s)
            except Exception:
                _log.exception("%s did not let go of a cancelled turn", worker)
