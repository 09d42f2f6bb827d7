"""Writing what was checked: safetensors and JSON, in a folder that the app gave. The app keeps only those."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from engine.audio.files import InputFile, OutputFile, write_error
from engine.errors import EngineError
from engine.job import JobContext
from engine.models import faiss_file, networks
from engine.models.kinds import INDEX, SEPARATION, VOICE, Found, find
from engine.models.schema import check_voice
from engine.models.source import open_source
from engine.models.tensors import check_tensors, plain, shapes_of

VOICE_FILE, VOICE_FACTS, INDEX_FILE = "voice.safetensors", "voice.json", "index.faiss"
WEIGHTS_FILE, ONNX_FILE = "model.safetensors", "model.onnx"
CONTENTVEC_CONFIG, WEIGHTS_CONFIG = "config.json", "model.json"
MAX_CONFIG_BYTES = 256 * 1024
_COPY = "source.part"
_CONFIG_SUFFIXES = (".json", ".yaml", ".yml")


def import_voice(
    job: JobContext, path: str, folder: str, index: str | None = None, name: str | None = None,
) -> dict[str, Any]:
    """Write voice.safetensors and voice.json (and index.faiss) into the existing ``folder``; return the content of
    voice.json with ``bytes`` and, with an index, ``index`` {dimension, ntotal, nprobe, sha256}.

    ``name`` is for a voice that has none of its own (default: the file's)."""
    with open_source(job, path, copy_to=os.path.join(folder, _COPY)) as source:  # noqa: PTH118
        found = find(job, source)
        if found.kind != VOICE or found.content is None:
            raise EngineError("not_a_voice", f"it is {found.kind}", missing="weight")
        facts, tensors = check_voice(job, found.content, source.size)
        value = facts.to_json(source.sha256)
        value["name"] = value["name"] or (name or source.stem)[:200]
        size = _write_tensors(job, plain(tensors), _into(folder, VOICE_FILE))
    extra = {} if index is None else {"index": import_index(job, index, folder, facts.version)}
    _write_json(job, value, _into(folder, VOICE_FACTS))
    return {**value, "bytes": size, **extra}


def import_index(job: JobContext, path: str, folder: str, version: str) -> dict[str, Any]:
    """Write index.faiss for a voice of ``version``; raises EngineError as :func:`check_index`."""
    from engine.rvc.geometry import FEATURE_WIDTHS

    with open_source(job, path, copy_to=_into(folder, _COPY)) as source:
        facts = _index_facts(source, FEATURE_WIDTHS[version])
        loaded = faiss_file.load(job, source.path, facts)
        target = _into(folder, INDEX_FILE)
        job.scratch(target)
        faiss_file.write(loaded, target)
    return {**facts.to_json(), "sha256": source.sha256}


def check_index(job: JobContext, path: str, dimension: int | None) -> dict[str, Any]:
    """Return {dimension, ntotal, nprobe, sha256}; raises EngineError ``index_dimension`` unless it is ``dimension``."""
    with open_source(job, path) as source:
        facts = _index_facts(source, dimension)
        faiss_file.load(job, source.path, facts)
        return {**facts.to_json(), "sha256": source.sha256}


def _index_facts(source: Any, dimension: int | None) -> faiss_file.IndexFacts:
    if not faiss_file.looks_like(source.head()):
        raise EngineError("index_kind", f"it begins with {source.head(8)!r}")
    facts = faiss_file.check_header(source.view(), source.size)
    if dimension is not None and facts.dimension != dimension:
        raise EngineError("index_dimension", f"{facts.dimension}, not {dimension}", found=facts.dimension,
                          wanted=dimension)  # fmt: skip
    return facts


def import_weights(
    job: JobContext, paths: Sequence[str], folder: str, kind: str | None, name: str | None = None,
) -> dict[str, Any]:
    """Write the weights among ``paths`` (one file, and perhaps its config) into the existing ``folder``.

    Returns {kind, model_kind?, bytes, config, sha256, name}. Raises EngineError ``wrong_kind`` when they are not of
    ``kind``.
    """
    configs = [path for path in paths if path.lower().endswith(_CONFIG_SUFFIXES)]
    weights = [path for path in paths if path not in configs]
    if len(weights) != 1:
        raise EngineError("bad_params", f"{len(weights)} files of weights", param="paths")
    with open_source(job, weights[0], copy_to=_into(folder, _COPY)) as source:
        found = find(job, source)
        if found.kind in (VOICE, INDEX) or kind not in (None, found.kind):
            raise EngineError("wrong_kind", f"{found.kind}, not {kind}", found=found.kind)
        if found.content is None:
            size = _copy(job, source.file, _into(folder, ONNX_FILE))
        else:
            tensors = check_tensors(job, found.content, source.size)
            named = networks.contentvec_names(tensors) if found.kind == "contentvec" else tensors
            size = _write_tensors(job, plain(named), _into(folder, WEIGHTS_FILE))
        config = _config(found, configs[0] if configs else None, (name or source.stem)[:200])
    target = CONTENTVEC_CONFIG if found.kind == "contentvec" else WEIGHTS_CONFIG
    _write_json(job, config, _into(folder, target))
    model_kind = found.facts.get("model_kind")
    return {"kind": found.kind, **({"model_kind": model_kind} if model_kind else {}), "bytes": size,
            "config": config, "sha256": source.sha256, "name": (name or source.stem)[:200], "facts": _facts(found)}


def _facts(found: Found) -> dict[str, Any]:
    return {key: value for key, value in found.facts.items() if isinstance(value, (str, int, float, bool))}


def _config(found: Found, path: str | None, name: str) -> dict[str, Any]:
    if found.kind == SEPARATION:
        from engine.separation.config import make_config

        foreign = found.config if path is None else _read_yaml(path)
        return make_config(found.facts, foreign, name)
    if found.kind == "contentvec":
        assert found.content is not None
        foreign = {} if path is None else _read_yaml(path)
        config = networks.contentvec_config(shapes_of(found.content), foreign)
        assert config is not None  # it was recognised by the same shapes
        return config
    return {"schema": 1, "kind": found.kind, **found.facts, "config": _tame(found.config)}


def _read_yaml(path: str) -> dict[str, Any]:
    """The config beside the weights, JSON or YAML (which JSON is a part of), as plain values."""
    from engine.separation.load_foreign import read_config

    file = InputFile(path)
    try:
        if file.size > MAX_CONFIG_BYTES:
            raise EngineError("bad_model_config", f"{file.size} bytes")
        return read_config(file.read_at(0, file.size).decode("utf-8", "replace"))
    finally:
        file.close()


def _tame(value: object, depth: int = 0) -> Any:
    """The plain part of a config that came inside a checkpoint, within bounds."""
    if isinstance(value, Mapping) and depth < 4:
        return {str(key)[:64]: _tame(item, depth + 1) for key, item in list(value.items())[:200]}
    if isinstance(value, (list, tuple)) and depth < 4:
        return [_tame(item, depth + 1) for item in value[:64]]
    if isinstance(value, str):
        return value[:200]
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    return value if value is None or (isinstance(value, (bool, int)) and abs(value) < 2**53) else None


# Files


def _into(folder: str, name: str) -> str:
    return os.path.join(folder, name)  # noqa: PTH118


def _write_tensors(job: JobContext, tensors: Mapping[str, Any], path: str) -> int:
    """Write a safetensors file and return its size; the reader of safetensors reads it back as a last check."""
    from safetensors import safe_open
    from safetensors.torch import save_file

    job.check()
    job.progress("write", 0, 0)
    job.scratch(path)
    try:
        save_file(dict(tensors), path)
    except OSError as error:
        raise write_error(error) from error
    except Exception as error:  # SafetensorError carries the system's error only as words
        if "os error 28" in str(error):
            raise EngineError("disk_full", str(error)) from error
        raise EngineError("write_error", repr(error)[:500]) from error
    with safe_open(path, "pt") as file:
        if set(file.keys()) != set(tensors):
            raise EngineError("write_error", "the written file reads differently")
    return os.stat(path).st_size  # noqa: PTH116


def _write_json(job: JobContext, value: Mapping[str, Any], path: str) -> None:
    job.scratch(path)
    file = OutputFile(path)
    try:
        file.write(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1).encode("utf-8", "replace"))
        file.commit()
    except OSError as error:
        raise write_error(error) from error
    finally:
        file.discard()


def _copy(job: JobContext, source: InputFile, path: str) -> int:
    job.scratch(path)
    file = OutputFile(path)
    done = 0
    try:
        while done < source.size:
            job.check()
            block = source.read_at(done, 1024 * 1024)
            if not block:
                raise EngineError("read_error", f"{done} of {source.size} bytes")
            file.write(block)
            done += len(block)
        return file.commit()
    except OSError as error:
        raise write_error(error) from error
    finally:
        file.discard()
