"""The requests of the ``models`` child: look at a dropped file, take a voice or weights over."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from engine.audio import params as read
from engine.errors import EngineError
from engine.job import Handler, JobContext
from engine.limits import forbid_outside, more_cpu_time
from engine.models import convert
from engine.models.kinds import FOREIGN, INDEX, TRAINING, UNKNOWN, VOICE, WEIGHTS, Found, find
from engine.models.schema import check_voice
from engine.models.source import open_source
from engine.models.tensors import check_tensors

WORKERS = 1
MAX_PATHS = 4
_FOREIGN = frozenset({"foreign_voice", "foreign_embedder"})
# Faults of the disk and of us say nothing about the file: they stay errors.
_NOT_OF_THE_FILE = frozenset({
    "not_found", "permission_denied", "not_a_file", "read_error", "disk_full", "out_of_memory", "part_missing",
    "write_error", "read_only", "folder_missing", "output_exists", "internal", "bad_params",
})  # fmt: skip


def inspect(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return {kind, sha256, bytes, …facts, problem?, problem_params?} of the file ``path``.

    What cannot be used has a ``problem`` (an error code) and the kind as far as it is known. Raises EngineError only
    for what is not the file's fault (it is gone, no memory …).
    """
    path = read.text(params, "path")
    _begin()
    facts: dict[str, Any] = {"name": os.path.splitext(os.path.basename(path))[0]}  # noqa: PTH119, PTH122
    try:
        with open_source(job, path) as source:
            facts |= {"sha256": source.sha256, "bytes": source.size}
            found = find(job, source)
            return {"kind": found.kind, **facts, **_facts(job, found, source.size)}
    except EngineError as error:
        if error.code in _NOT_OF_THE_FILE:
            raise
        return {"kind": _kind_of(error), **facts, "problem": error.code, "problem_params": error.params,
                "detail": error.detail[:500]}  # fmt: skip


def _facts(job: JobContext, found: Found, size: int) -> dict[str, Any]:
    if found.kind == VOICE:
        assert found.content is not None
        facts, _ = check_voice(job, found.content, size)
        value = facts.to_json("")
        return {key: value[key] for key in ("version", "rate", "f0", "speakers", "half", "author", "epoch", "note",
                                            "f0_median")} | ({"name": facts.name} if facts.name else {})  # fmt: skip
    if found.content is not None:
        check_tensors(job, found.content, size)
    return {key: value for key, value in found.facts.items() if isinstance(value, (str, int, float, bool))}


def _kind_of(error: EngineError) -> str:
    if error.code in _FOREIGN:
        return FOREIGN
    if error.code == "training_checkpoint":
        return TRAINING
    if error.code.startswith("index") or error.code == "bad_index":
        return INDEX
    if error.code.startswith("voice") or error.code in ("version_mismatch", "not_a_voice"):
        return VOICE
    return UNKNOWN


def import_voice(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """{path, folder, index?, name?}: see :func:`convert.import_voice`."""
    index, name = (_optional(params, key) for key in ("index", "name"))
    path, folder = read.text(params, "path"), _folder(params)
    _begin()
    return convert.import_voice(job, path, folder, index, name)


def import_index(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """{path, folder, version}: write index.faiss for a voice that is there already."""
    version = read.text(params, "version")
    if version not in ("v1", "v2"):
        raise EngineError("bad_params", "version is v1 or v2", param="version")
    path, folder = read.text(params, "path"), _folder(params)
    _begin()
    return convert.import_index(job, path, folder, version)


def import_weights(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """{path | paths, folder, kind?, name?}: see :func:`convert.import_weights`."""
    paths = params.get("paths", [params.get("path")])
    if not isinstance(paths, list) or not 1 <= len(paths) <= MAX_PATHS or not all(
        isinstance(path, str) and path for path in paths
    ):
        raise EngineError("bad_params", "paths must name one to four files", param="paths")
    kind = params.get("kind")
    if kind is not None and kind not in WEIGHTS:
        raise EngineError("bad_params", f"kind is one of {WEIGHTS}", param="kind")
    folder, name = _folder(params), _optional(params, "name")
    _begin()
    return convert.import_weights(job, paths, folder, kind, name)


def check_index(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """{path, dimension?}: see :func:`convert.check_index`."""
    dimension = None if params.get("dimension") is None else read.whole(params, "dimension", 1, 100_000)
    path = read.text(params, "path")
    _begin()
    return convert.check_index(job, path, dimension)


def _optional(params: Mapping[str, Any], key: str) -> str | None:
    return None if params.get(key) is None else read.text(params, key)


def _folder(params: Mapping[str, Any]) -> str:
    folder = read.text(params, "folder")
    if not os.path.isdir(folder) or os.path.islink(folder):  # noqa: PTH112, PTH114
        raise EngineError("folder_missing", folder)
    return folder


def _begin() -> None:
    """In a child of its own: time for this request, and nobody to talk to."""
    more_cpu_time()
    forbid_outside()


OPS: dict[str, Handler] = {
    "inspect": inspect, "import_voice": import_voice, "import_index": import_index, "import_weights": import_weights,
    "check_index": check_index,
}
