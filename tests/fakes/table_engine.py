"""The tables child inside this process: the real handlers in a thread, with the host's way to be asked."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Mapping
from typing import Any

from characoid_desktop.engines.contracts import EngineJobError, EngineProgress, EngineResult
from characoid_desktop.engines.messages import sentence_for
from engine.errors import Cancelled, EngineError
from engine.tables.handlers import OPS
from tests.fakes.held_host import HeldHost


class _Job:
    def __init__(self) -> None:
        self.payloads: list[bytes] = []
        self.over = threading.Event()

    def progress(self, stage: str, done: float, total: float) -> None: ...

    def check(self) -> None:
        if self.over.is_set():
            raise Cancelled

    def data(self, payload: bytes, **meta: Any) -> None:
        self.payloads.append(payload)

    def scratch(self, path: str) -> None: ...


class TableEngine(HeldHost):
    """``tells``: it gives signs of life while it is held. ``before`` is called in the middle of a request, with its op:
    a place to kill, fail or look."""

    def __init__(self, name: str = "tables") -> None:
        super().__init__(name)
        self.tells = False
        self.before: Callable[[str], object] = lambda op: None

    async def start(self) -> None: ...

    async def _answer(
        self, op: str, params: Mapping[str, Any], on_progress: Callable[[EngineProgress], object] | None,
    ) -> EngineResult:
        while self.tells and not self._gate.is_set():
            if on_progress is not None:
                on_progress(EngineProgress(op, 0.0, 0.0))
            await asyncio.sleep(0.01)
        await self._gate.wait()
        job = _Job()
        work = asyncio.get_running_loop().run_in_executor(None, OPS[op], job, params)
        try:
            value = await asyncio.shield(work)
        except asyncio.CancelledError:
            job.over.set()
            await asyncio.wait({work})
            work.exception()
            raise
        except EngineError as error:
            if op == "load" and os.path.exists(params["output"]):
                os.unlink(params["output"])
            sentence, safe = sentence_for(error.code, error.params)
            raise EngineJobError(sentence, safe=safe, detail=error.detail, code=error.code) from error
        self.before(op)
        return EngineResult(value, tuple(job.payloads))
