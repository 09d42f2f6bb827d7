"""An engine host that speaks contracts.EngineHost and can hold still in the middle of a request.

It answers ``probe``, ``peaks``, ``pcm``, ``spectrogram``, ``loudness``, ``convert``, ``preview``, ``prepare``,
``separate``, ``convert_voice`` and ``mix`` as the protocol says (docs/architecture.md). What makes files really
writes them (WAV files for the stages of a production), so that what is left behind can be looked for.
"""

from __future__ import annotations

import math
import wave
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import (
    EngineJobError,
    EngineProgress,
    EngineResult,
    EngineState,
    EngineUnavailable,
)
from characoid_desktop.engines.messages import sentence_for
from tests.fakes.held_host import HeldHost

MAKES = {"convert": ("output",), "preview": ("output",), "prepare": ("output",), "convert_voice": ("output",),
         "mix": ("output",), "separate": ("vocals", "instrumental")}
"""Which params of an operation name the files it writes."""

STEP = {"prepare": "prepare", "separate": "separate", "mix": "mix"}  # what its progress is called; else "convert"


def write_wav(path: Path, seconds: float, level: int = 8_000, *, rate: int = 8_000, channels: int = 2) -> None:
    """Write a real WAV file of one level, so that files can be told apart by what is in them."""
    with wave.open(str(path), "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(array("h", [level] * (round(seconds * rate) * channels)).tobytes())


class HeldEngine(HeldHost):
    """``hold()`` makes requests stop after their first progress until ``go()``; ``hold("mix")`` only those.

    ``errors`` maps a file name or an operation to an error code, ``details`` a code to what the libraries said.
    ``dry`` is what ``prepare`` finds.
    """

    def __init__(self, name: str = "rvc", *, duration_s: float = 2.0) -> None:
        super().__init__(name)
        self.duration_s = duration_s
        self.errors: dict[str, str] = {}  # file name or operation → error code
        self.details: dict[str, str] = {}
        self.dry = False
        self.stopped = 0
        self.dies = False
        self._held: frozenset[str] = frozenset()

    def hold(self, *ops: str) -> None:
        super().hold()
        self._held = frozenset(ops)

    async def _answer(
        self, op: str, params: Mapping[str, Any], on_progress: Callable[[EngineProgress], object] | None
    ) -> EngineResult:
        path = Path(str(params.get("path") or params.get("input") or params.get("vocals")))
        for made in MAKES.get(op, ()):
            Path(params[made]).write_bytes(b"half")
        if on_progress is not None:
            on_progress(EngineProgress(STEP.get(op, "convert"), 0.5, 1.0))
        if not self._held or op in self._held:
            await self._gate.wait()
        if self.dies:
            raise EngineUnavailable(Text.of("The engine stopped."))
        code = self.errors.get(path.name) or self.errors.get(op)
        if code is not None:
            sentence, safe = sentence_for(code)
            raise EngineJobError(sentence, safe=safe, code=code, detail=self.details.get(code, ""))
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
        if op == "spectrogram":
            columns, bins = int(params["columns"]), int(params["bins"])
            return EngineResult({"columns": columns, "bins": bins, "low_hz": 40.0, "high_hz": 20_000.0,
                                 "floor_db": -96.0, "duration_s": self.duration_s},
                                (bytes(range(256))[:1] * (columns * bins),))
        if op == "loudness":
            return EngineResult({"lufs": -20.0, "true_peak_db": -3.0, "truncated": False, "warnings": []})
        if op == "pcm":
            rate, channels = int(params["rate"]), int(params["channels"])
            total = round(self.duration_s * rate)
            start = min(total, round(float(params["start_s"]) * rate))
            stop = min(total, start + round(float(params["seconds"]) * rate))
            return EngineResult({"frames": stop - start, "end": stop >= total},
                                (bytes((stop - start) * channels * 4),))
        if op in ("prepare", "separate", "convert_voice", "mix"):
            return self._stage(op, params, facts)
        if op == "convert" and params.get("subtype") == "float":  # a stage: the vocals through a built-in effect
            write_wav(Path(params["output"]), self.duration_s, 3_000)
            return EngineResult({**facts, "frames": round(self.duration_s * 44_100), "warnings": []})
        if op in ("convert", "preview"):
            Path(params["output"]).write_bytes(b"RIFF" + path.name.encode("utf-8", "replace"))
            columns = int(params.get("columns", 2048))
            seconds = min(self.duration_s, float(params.get("seconds", self.duration_s)))
            return EngineResult({**facts, "duration_s": seconds, "frames": round(seconds * 44_100),
                                 "warnings": [], "lufs_in": -18.0, "lufs_out": -14.0},
                                (bytes([256 - 90, 90]) * columns, bytes([256 - 50, 50]) * columns))
        raise AssertionError(f"unknown op {op}")

    def _stage(self, op: str, params: Mapping[str, Any], facts: Mapping[str, Any]) -> EngineResult:
        """What the operations of a production answer, with a file for each of their outputs."""
        seconds = float(params.get("seconds", self.duration_s))
        frames = {"frames": round(seconds * 44_100), "rate": 44_100, "duration_s": seconds}
        if op == "prepare":
            write_wav(Path(params["output"]), seconds, 1_000)
            return EngineResult({**frames, "channels": 2, "truncated": False, "warnings": [], "dry": self.dry,
                                 "lufs": -18.0})
        if op == "separate":
            write_wav(Path(params["vocals"]), seconds, 2_000)
            write_wav(Path(params["instrumental"]), seconds, 500)
            for step in params.get("steps", ()):
                write_wav(Path(step["output"]), seconds, 2_500)
            kind = {"model_kind": "htdemucs"} if params["method"] == "model" else {}
            return EngineResult({**frames, "channels": 2, "method": params["method"], "seconds": 0.1, **kind})
        if op == "convert_voice":
            how = params["params"]
            write_wav(Path(params["output"]), seconds, 4_000 + int(how["seed"]) % 1000, channels=1)
            return EngineResult({
                **frames, "chunks": 1, "key_used": how["pitch"], "f0_median_in": 220.0, "f0_median_out": 261.6,
                "seconds": 0.5, "stages": {"pitch": 0.1, "convert": 0.4}, "device": params.get("device", "cpu")})
        columns = int(params["columns"])
        write_wav(Path(params["output"]), seconds, 5_000)
        return EngineResult({**facts, **frames, "channels": 2, "warnings": [], "lufs_in": -18.0, "lufs_out": -14.0,
                             "true_peak_db": -1.0},
                            (bytes([256 - 90, 90]) * columns, bytes([256 - 50, 50]) * columns))

    async def start(self) -> None: ...

    async def stop(self) -> None:
        self.stopped += 1

    async def restart(self) -> None:
        self.state = EngineState.READY

    def log_tail(self, lines: int = 200) -> str:
        return ""

    def light_sentence(self) -> Text:
        return Text.of("ready")
