"""An engine host that speaks contracts.EngineHost and can hold still in the middle of a request.

It answers ``probe``, ``peaks``, ``pcm``, ``convert`` and ``preview`` as the protocol says (docs/architecture.md);
``convert`` really writes the scratch file, so that what is left behind can be looked for.
"""

from __future__ import annotations

import asyncio
import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import (
    EngineJobError,
    EngineProgress,
    EngineResult,
    EngineState,
    EngineUnavailable,
)
from characoid_desktop.engines.messages import sentence_for


class HeldEngine:
    """``hold()`` makes requests stop after their first progress until ``go()``."""

    def __init__(self, name: str = "rvc", *, duration_s: float = 2.0) -> None:
        self.name = name
        self.duration_s = duration_s
        self.state = EngineState.READY
        self.state_changed: Event[EngineState] = Event()
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.errors: dict[str, str] = {}  # file name → error code
        self.dies = False
        self.running = 0
        self.cancelled = 0
        self._gate = asyncio.Event()
        self._gate.set()

    def hold(self) -> None:
        self._gate.clear()

    def go(self) -> None:
        self._gate.set()

    def of(self, op: str) -> list[dict[str, Any]]:
        return [params for name, params in self.calls if name == op]

    async def run(
        self, op: str, params: Mapping[str, Any], *,
        on_progress: Callable[[EngineProgress], object] | None = None, scratch: Sequence[Path] = (),
    ) -> EngineResult:
        self.calls.append((op, dict(params)))
        self.running += 1
        ended_well = False
        try:
            result = await self._answer(op, params, on_progress)
            ended_well = True
            return result
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.running -= 1
            if not ended_well:
                for path in scratch:
                    path.unlink(missing_ok=True)

    async def _answer(
        self, op: str, params: Mapping[str, Any], on_progress: Callable[[EngineProgress], object] | None
    ) -> EngineResult:
        path = Path(str(params.get("path") or params.get("input")))
        if op in ("convert", "preview"):
            Path(params["output"]).write_bytes(b"half")
        if on_progress is not None:
            on_progress(EngineProgress("convert", 0.5, 1.0))
        await self._gate.wait()
        if self.dies:
            raise EngineUnavailable(Text.of("The engine stopped."))
        code = self.errors.get(path.name)
        if code is not None:
            sentence, safe = sentence_for(code)
            raise EngineJobError(sentence, safe=safe, code=code)
        if not path.exists():
            sentence, safe = sentence_for("not_found")
            raise EngineJobError(sentence, safe=safe, code="not_found")
        facts = {"duration_s": self.duration_s, "rate": 44_100, "channels": 2, "codec": "pcm_s16le",
                 "container": "wav", "truncated": False, "seekable": True, "subtype": "PCM_16"}
        if op == "probe":
            return EngineResult(facts)
        if op == "peaks":
            columns = int(params["columns"])
            picture = array("b")
            for n in range(columns):
                high = int(100 * abs(math.sin(n / 40)))
                picture.extend([-high, high])
            return EngineResult({"columns": columns, "duration_s": self.duration_s, "clipped": 0},
                                (picture.tobytes(),))
        if op == "pcm":
            rate, channels = int(params["rate"]), int(params["channels"])
            total = round(self.duration_s * rate)
            start = min(total, round(float(params["start_s"]) * rate))
            stop = min(total, start + round(float(params["seconds"]) * rate))
            return EngineResult({"frames": stop - start, "end": stop >= total},
                                (bytes((stop - start) * channels * 4),))
        if op in ("convert", "preview"):
            Path(params["output"]).write_bytes(b"RIFF" + path.name.encode("utf-8", "replace"))
            columns = int(params.get("columns", 2048))
            seconds = min(self.duration_s, float(params.get("seconds", self.duration_s)))
            return EngineResult({**facts, "duration_s": seconds, "frames": round(seconds * 44_100),
                                 "warnings": [], "lufs_in": -18.0, "lufs_out": -14.0},
                                (bytes([256 - 90, 90]) * columns, bytes([256 - 50, 50]) * columns))
        raise AssertionError(f"unknown op {op}")

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def restart(self) -> None:
        self.state = EngineState.READY

    def log_tail(self, lines: int = 200) -> str:
        return ""

    def light_sentence(self) -> Text:
        return Text.of("ready")
