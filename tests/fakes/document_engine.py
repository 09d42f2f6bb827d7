"""The ``documents`` engine without a child: the real reader in this process, held still where a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import EngineJobError, EngineProgress, EngineResult, EngineUnavailable
from characoid_desktop.engines.messages import sentence_for
from engine.documents.handlers import extract
from engine.errors import EngineError
from tests.fakes.held_host import HeldHost
from tests.fakes.job_context import DirectJob


class DocumentEngine(HeldHost):
    """``dies``: the child is gone in the middle of the request. ``garbage``: its answer makes no sense."""

    def __init__(self) -> None:
        super().__init__("documents")
        self.dies = False
        self.garbage = False

    async def _answer(
        self, op: str, params: Mapping[str, Any], on_progress: Callable[[EngineProgress], object] | None,
    ) -> EngineResult:
        assert op == "extract"
        if on_progress is not None:
            on_progress(EngineProgress("read", 1, 2))
        await self._gate.wait()
        if self.dies:
            raise EngineUnavailable(Text.of("The engine stopped."))
        job = DirectJob()
        try:
            value = await asyncio.to_thread(extract, job, params)
        except EngineError as error:
            named = {**error.params, "name": Path(str(params["path"])).name}
            sentence, safe = sentence_for(error.code, named)
            raise EngineJobError(sentence, safe=safe, code=error.code, detail=error.detail) from error
        payloads = [payload for payload, _ in job.payloads]
        return EngineResult({**value, "chars": 1} if self.garbage else value, payloads)
