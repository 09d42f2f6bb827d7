"""A file is told by its content, whatever its name; what cannot be used has a kind and a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.engines.messages import CODES, sentence_for
from engine.errors import EngineError
from engine.models.handlers import import_index, import_voice, import_weights, inspect
from engine.models.networks import recognise
from tests.fakes import hostile_models as hostile
from tests.fakes import random_voice
from tests.fakes.job_context import DirectJob


def look(path: Path) -> dict[str, Any]:
    return inspect(DirectJob(), {"path": str(path)})


def test_names_say_nothing(tmp_path: Path):
    voice = random_voice.checkpoint(tmp_path / "notes.txt")
    index = random_voice.index_file(tmp_path / "voice.pth", 256, 200)
    assert look(voice)["kind"] == "voice"
    assert (look(index)["kind"], look(index)["dimension"]) == ("index", 256)


@pytest.mark.parametrize(("what", "content", "kind", "problem"), [
    ("G of a training", lambda: {"model": random_voice.weights(tiny=True), "optimizer": {}, "learning_rate": 1e-4,
                                 "iteration": 3}, "training_checkpoint", "training_checkpoint"),
    ("D of a training", lambda: {"model": {"discriminators.0.convs.0.bias": _ones(4)}, "iteration": 3},
     "training_checkpoint", "training_checkpoint"),
    ("GPT-SoVITS", lambda: {"weight": {"enc_p.x": _ones(2)}, "config": {"model": {}}, "info": ""},
     "foreign_voice", "foreign_voice"),
    ("MRF", lambda: hostile.content(weight={**random_voice.weights(tiny=True), "dec.mrfs.0.x": _ones(2)}),
     "foreign_voice", "foreign_voice"),
    ("RefineGAN by its word", lambda: hostile.content(vocoder="RefineGAN"), "foreign_voice", "foreign_voice"),
    ("another embedder", lambda: hostile.content(embedder_model="spin-v2"), "foreign_voice", "foreign_embedder"),
    ("v3", lambda: hostile.content(version="v3"), "voice", "voice_version"),
    ("some network", lambda: {"a.weight": _ones(3)}, "unknown", "not_a_model"),
])
def test_what_people_drop_by_mistake_is_named(what: str, content: Any, kind: str, problem: str, tmp_path: Path):
    found = look(hostile.save(tmp_path / "x.pth", content()))
    assert (found["kind"], found["problem"]) == (kind, problem)
    assert problem in CODES
    sentence, safe = sentence_for(problem, found["problem_params"])
    assert str(sentence).endswith(".")
    assert safe is not None


def _ones(count: int) -> Any:
    import torch

    return torch.ones(count)


def test_a_gpt_sovits_file_with_its_own_first_bytes_is_named(tmp_path: Path):
    path = hostile.good(tmp_path)
    path.write_bytes(b"05" + path.read_bytes()[2:])
    assert look(path)["problem"] == "foreign_voice"
    assert "GPT-SoVITS" in str(sentence_for("foreign_voice", look(path)["problem_params"])[0])


def test_the_words_for_a_training_file_say_what_to_do(tmp_path: Path):
    found = look(random_voice.training_checkpoint(tmp_path / "G_100.pth"))
    words = str(sentence_for(found["problem"], found["problem_params"])[0])
    assert words.startswith("This is a training file, not a voice.")
    assert "Export the small model" in words


@pytest.mark.parametrize(("kind", "shapes", "facts"), [
    ("crepe", {"conv1.weight": (128, 1, 512, 1), "conv6_BN.weight": (64,), "classifier.weight": (360, 256)},
     {"size": "tiny"}),
    ("crepe", {"conv1.weight": (1024, 1, 512, 1), "conv6_BN.weight": (512,), "classifier.weight": (360, 2048)},
     {"size": "full"}),
    ("rmvpe", {"unet.encoder.bn.weight": (1,), "cnn.weight": (3, 16, 3, 3), "fc.0.gru.weight_ih_l0": (768, 384),
               "fc.1.weight": (360, 512), "unet.encoder.layers.0.conv.0.conv.0.weight": (16, 1, 3, 3)}, {"layers": 1}),
    ("fcpe", {"input_stack.0.weight": (512, 128, 3), "output_proj.weight_v": (360, 512),
              "net.encoder_layers.0.norm.weight": (512,)}, {"mels": 128, "hidden": 512, "layers": 1}),
])
def test_pitch_models_are_told_by_their_shapes(kind: str, shapes: Any, facts: Any):
    found = recognise(shapes)
    assert found is not None
    assert found[0] == kind
    assert facts.items() <= found[1].items()
    wrong = {name: (*shape[:-1], shape[-1] + 1) if name in ("classifier.weight",) else (7, *shape[1:])
             for name, shape in shapes.items()}
    assert recognise({**wrong, "classifier.weight": (361, 9), "fc.1.weight": (361, 9),
                      "output_proj.weight_v": (361, 9)}) is None


def test_weights_keep_what_came_with_them_within_bounds(tmp_path: Path):
    import torch

    tensors = {"input_stack.0.weight": torch.zeros(8, 128, 3), "output_proj.weight_v": torch.zeros(360, 8),
               "a.num_batches_tracked": torch.tensor(5)}
    deep: Any = "end"
    for _ in range(20):
        deep = {"x": [deep]}
    path = hostile.save(tmp_path / "any.bin", {"model": tensors, "config_dict": {
        "mel": {"sr": 16000}, "long": "x" * 10_000, "nan": float("nan"), "deep": deep}})
    (tmp_path / "out").mkdir()
    value = import_weights(DirectJob(), {"path": str(path), "folder": str(tmp_path / "out"), "name": "FCPE"})
    assert (value["kind"], value["name"]) == ("fcpe", "FCPE")
    config = json.loads((tmp_path / "out" / "model.json").read_text())["config"]
    assert config["mel"] == {"sr": 16000}
    assert len(config["long"]) == 200
    assert config["nan"] is None
    from safetensors import safe_open

    with safe_open(tmp_path / "out" / "model.safetensors", "pt") as file:
        assert set(file.keys()) == {"input_stack.0.weight", "output_proj.weight_v"}


def test_the_wanted_kind_counts(tmp_path: Path):
    voice = hostile.good(tmp_path)
    (tmp_path / "out").mkdir()
    for kind in (None, "rmvpe"):
        with pytest.raises(EngineError) as refused:
            import_weights(DirectJob(), {"path": str(voice), "folder": str(tmp_path / "out"), "kind": kind})
        assert refused.value.code == "wrong_kind"
    folder = random_voice.contentvec_folder(tmp_path / "cv")
    with pytest.raises(EngineError) as refused:
        import_voice(DirectJob(), {"path": str(folder / "model.safetensors"), "folder": str(tmp_path / "out")})
    assert refused.value.code == "not_a_voice"
    assert list((tmp_path / "out").iterdir()) == []


def test_cancelled_at_any_check_nothing_is_left(tmp_path: Path):
    from engine.errors import Cancelled

    voice, index = hostile.good(tmp_path), random_voice.index_file(tmp_path / "x.index", 768, 200)
    params = {"path": str(voice), "folder": str(tmp_path / "out"), "index": str(index)}
    (tmp_path / "out").mkdir()
    whole = DirectJob()
    import_voice(whole, params)
    for name in (tmp_path / "out").iterdir():
        name.unlink()
    for at in range(1, whole.checks, max(1, whole.checks // 12)):
        job = DirectJob(cancel_at=at)
        with pytest.raises(Cancelled):
            import_voice(job, params)
        job.over(success=False)
        assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize(("op", "params"), [
    (inspect, {}), (inspect, {"path": 5}), (inspect, {"path": ""}), (import_voice, {"path": "x", "folder": 5}),
    (import_weights, {"paths": []}), (import_weights, {"paths": ["a"] * 9}), (import_weights, {"paths": [5]}),
    (import_weights, {"path": "a", "kind": "voice"}), (import_index, {"path": "a", "version": "v3"}),
    (import_voice, {"path": "x", "folder": "y", "index": 5}),
])
def test_wrong_params_are_refused(op: Any, params: dict[str, Any], tmp_path: Path):
    with pytest.raises(EngineError) as refused:
        op(DirectJob(), {"folder": str(tmp_path), **params})
    assert refused.value.code == "bad_params"


def test_a_folder_that_is_not_there_or_a_link_is_refused(tmp_path: Path):
    voice = hostile.good(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path)
    for folder in (tmp_path / "gone", tmp_path / "link", voice):
        with pytest.raises(EngineError) as refused:
            import_voice(DirectJob(), {"path": str(voice), "folder": str(folder)})
        assert refused.value.code == "folder_missing"


def test_links_pipes_and_folders_are_not_opened(tmp_path: Path):
    import os

    (tmp_path / "link.pth").symlink_to(hostile.good(tmp_path))
    os.mkfifo(tmp_path / "pipe.pth")
    (tmp_path / "folder.pth").mkdir()
    for name in ("link.pth", "pipe.pth", "folder.pth"):
        with pytest.raises(EngineError) as refused:
            look(tmp_path / name)
        assert refused.value.code == "not_a_file"
