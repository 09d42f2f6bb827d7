"""A ``models`` host for tests without torch: it speaks the protocol of engine/models/handlers.py.

A file that it reads is a note (:func:`note`) that says what the engine would find in it: kind, facts, or a problem.
``hold()`` makes requests stop after they wrote half of their files, until ``go()``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import (
    EngineJobError,
    EngineProgress,
    EngineResult,
    EngineUnavailable,
)
from characoid_desktop.engines.messages import sentence_for
from tests.fakes.held_host import HeldHost

DIMENSIONS = {"v1": 256, "v2": 768}


def note(path: Path, kind: str = "voice", **facts: Any) -> Path:
    """Write a file in which the fake finds this."""
    usual: dict[str, Any] = {}
    if kind == "voice":
        usual = {"version": "v2", "rate": 40000, "f0": True, "speakers": 1, "half": True, "author": "", "epoch": "",
                 "note": "", "f0_median": None}
    elif kind == "index":
        usual = {"dimension": 768, "ntotal": 1000, "nprobe": 1}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"kind": kind, **usual, **facts, "own": path.name}))
    return path


class HeldModels(HeldHost):
    def __init__(self) -> None:
        super().__init__("models")
        self.holds_at: int | None = None  # that request, counted from 1, is held as if by hold()
        self.dies_at: str | None = None  # name of an op, or of a file

    async def _answer(
        self, op: str, params: Mapping[str, Any], on_progress: Callable[[EngineProgress], object] | None
    ) -> EngineResult:
        json.dumps(params)
        if on_progress is not None:
            on_progress(EngineProgress("read", 1.0, 2.0))
        path = Path(params["path"] if "path" in params else params["paths"][0])
        if "folder" in params:
            (Path(params["folder"]) / "source.part").write_bytes(b"half")
        if self.holds_at == len(self.calls):
            self.hold()
        await self._gate.wait()
        if self.dies_at in (op, path.name):
            raise EngineUnavailable(Text.of("The engine stopped."))
        data = path.read_bytes()
        found, sha256 = _found(data), hashlib.sha256(data).hexdigest()
        if op == "inspect":
            return EngineResult({"name": path.stem, "sha256": sha256, "bytes": len(data), **found})
        problem = found.get("problem") or found.get("fails_at_import")
        if problem:
            raise _error(str(problem))
        folder = Path(params["folder"])
        (folder / "source.part").unlink()
        answer: dict[str, Any] = {**found, "schema": 1, "sha256": sha256, "bytes": len(data),
                                  "name": found.get("name") or params.get("name") or path.stem}
        if op == "import_voice":
            if params.get("index"):
                answer["index"] = _index(Path(params["index"]), folder, str(found["version"]))
            (folder / "voice.safetensors").write_bytes(data)
            (folder / "voice.json").write_text(json.dumps(answer))
        elif op == "import_index":
            answer = _index(path, folder, str(params["version"]))
        elif op == "import_weights":
            assert params["kind"] == found["kind"]
            onnx = str(found.get("model_kind", "")).endswith("onnx")
            (folder / ("model.onnx" if onnx else "model.safetensors")).write_bytes(data)
            answer["config"] = {"stems": found.get("stems", [])}
            answer["facts"] = {}
            name = "config.json" if found["kind"] == "contentvec" else "model.json"
            (folder / name).write_text(json.dumps(answer["config"]))
        else:
            raise AssertionError(f"unknown op {op}")
        return EngineResult(answer)

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def restart(self) -> None: ...

    def log_tail(self, lines: int = 200) -> str:
        return ""

    def light_sentence(self) -> Text:
        return Text.of("ready")


def _found(data: bytes) -> dict[str, Any]:
    try:
        return json.loads(data)
    except ValueError:
        return {"kind": "unknown", "problem": "not_a_model"}


def _index(path: Path, folder: Path, version: str) -> dict[str, Any]:
    data = path.read_bytes()
    found = _found(data)
    if found.get("fails_at_import"):
        raise _error(str(found["fails_at_import"]))
    if found["dimension"] != DIMENSIONS[version]:
        raise _error("index_dimension", found=found["dimension"], wanted=DIMENSIONS[version])
    (folder / "index.faiss").write_bytes(data)
    return {"dimension": found["dimension"], "ntotal": found["ntotal"], "nprobe": 1,
            "sha256": hashlib.sha256(data).hexdigest()}


def _error(code: str, **params: Any) -> EngineJobError:
    sentence, safe = sentence_for(code, params)
    return EngineJobError(sentence, safe=safe, code=code)
