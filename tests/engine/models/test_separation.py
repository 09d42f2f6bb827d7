"""Separation models as they are shared are recognised, taken in, and readable by the engine that runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import EngineError
from engine.models.handlers import import_weights, inspect
from engine.separation.config import read_folder
from tests.fakes import random_separators
from tests.fakes.job_context import DirectJob

KINDS = ("htdemucs", "mdx_onnx", "bs_roformer", "mel_band_roformer", "mdx23c")


@pytest.mark.parametrize("kind", KINDS)
def test_a_dropped_model_becomes_a_folder_that_can_be_run(kind: str, tmp_path: Path):
    files = random_separators.foreign(kind, tmp_path / "in")
    weights = files[0].rename(files[0].with_name("whatever" + files[0].suffix))
    found = inspect(DirectJob(), {"path": str(weights)})
    assert (found["kind"], found["model_kind"], found.get("problem")) == ("separation", kind, None)
    if kind == "mdx_onnx":  # the tiny graph is too short for the usual rate
        config = tmp_path / "in" / "net.yaml"
        config.write_text("sample_rate: 22050\n")
        files.append(config)
    out = tmp_path / "out"
    out.mkdir()
    value = import_weights(DirectJob(), {
        "paths": [str(weights), *map(str, files[1:])], "folder": str(out), "kind": "separation", "name": "Mine"})
    assert value["model_kind"] == kind
    config = read_folder(str(out))
    assert (config.model_kind, config.name) == (kind, "Mine")
    numbers = "model.onnx" if kind == "mdx_onnx" else "model.safetensors"
    assert sorted(path.name for path in out.iterdir()) == sorted(["model.json", numbers])
    assert value["bytes"] == (out / numbers).stat().st_size


def test_a_graph_with_foreign_operators_is_refused(tmp_path: Path):
    path = tmp_path / "x.onnx"
    path.write_bytes(random_separators.onnx_bytes(domain="evil.ops", operator="Run"))
    assert inspect(DirectJob(), {"path": str(path)})["problem"] == "foreign_operators"
    (tmp_path / "out").mkdir()
    with pytest.raises(EngineError) as refused:
        import_weights(DirectJob(), {"path": str(path), "folder": str(tmp_path / "out")})
    assert refused.value.code == "foreign_operators"
    assert list((tmp_path / "out").iterdir()) == []
