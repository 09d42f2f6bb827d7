"""Models with random weights, of every kind, through the runner and through the real child."""

from __future__ import annotations

import json
import pickle
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from engine.errors import Cancelled, EngineError
from engine.separation.handlers import OPS
from tests.fakes.demo_song import make
from tests.fakes.engine_client import EngineClient
from tests.fakes.job_context import DirectJob
from tests.fakes.random_separators import (
    KINDS,
    TORCH_KINDS,
    foreign,
    imported,
    onnx_bytes,
    write_demucs,
    write_safetensors,
)

separate = OPS["separate"]


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)  # these networks are too small for more
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    return {kind: imported(kind, folder / kind) for kind in KINDS}


@pytest.fixture(scope="module")
def child() -> Iterator[EngineClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMP_NUM_THREADS", "1")  # these networks are too small for more
        client = EngineClient("rvc")
    with client:
        client.until("ready")
        yield client


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return make(0.8, 32_000, speech=False).write(tmp_path / "song.wav", "FLOAT")


def order(source: Path, folder: Path, model: Path, **more: Any) -> dict[str, Any]:
    return {"input": str(source), "vocals": str(folder / "v.wav"), "instrumental": str(folder / "i.wav"),
            "method": "model", "model": str(model), **more}


def read(path: Path) -> np.ndarray:
    return soundfile.read(path, dtype="float32", always_2d=True)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_runs_in_the_real_child(
    child: EngineClient, models: dict[str, Path], source: Path, tmp_path: Path, kind: str
) -> None:
    child.job(kind, "separate", **order(source, tmp_path, models[kind]))
    answer = child.answer(kind, 60.0)
    assert answer.kind == "result", answer
    value = answer.body["value"]
    assert (value["model_kind"], value["frames"], value["rate"], value["channels"]) == (kind, 25_600, 32_000, 2)
    vocals, instrumental = read(tmp_path / "v.wav"), read(tmp_path / "i.wav")
    assert np.abs(vocals + instrumental - read(source)).max() < 1e-6
    assert 1e-5 < np.abs(vocals).max() < 4.0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("rate", "channels", "frames"), [(22_050, 1, 1), (8000, 6, 3001)])
def test_lengths_and_channels_stay(
    models: dict[str, Path], tmp_path: Path, kind: str, rate: int, channels: int, frames: int
) -> None:
    audio = (0.1 * np.random.default_rng(2).standard_normal((frames, channels))).astype(np.float32)
    soundfile.write(tmp_path / "in.wav", audio, rate, subtype="FLOAT")
    separate(DirectJob(), order(tmp_path / "in.wav", tmp_path, models[kind]))
    vocals, instrumental = read(tmp_path / "v.wav"), read(tmp_path / "i.wav")
    assert vocals.shape == instrumental.shape == audio.shape
    assert np.abs(vocals + instrumental - audio).max() < 1e-6
    assert not vocals[:, 2:].any()


def test_a_whole_segment_is_what_the_network_itself_gives(models: dict[str, Path]) -> None:
    """Every torch kind against the network loaded from the foreign checkpoint by itself."""
    import torch
    from pymss_core.modules.demucs4ht import HTDemucs

    from engine.separation.load_foreign import read_demucs
    from engine.separation.networks import load

    model = load(str(models["htdemucs"]), "vocals", None, lambda: None)
    package = read_demucs(str(models["htdemucs"] / "dropped" / "955717e8-8726e21a.th"))
    network = HTDemucs(**{**package.config, "wiener_iters": 0})
    network.load_state_dict({name: tensor.float() for name, tensor in package.tensors.items()})
    segment = (0.1 * np.random.default_rng(4).standard_normal((8820, 2))).astype(np.float32)
    with torch.inference_mode():
        expected = network.eval()(torch.from_numpy(segment.T.copy())[None])[0, 3].numpy().T
    assert np.abs(model(segment) - expected).max() < 1e-6


def test_an_mdx_graph_that_keeps_everything_gives_what_came_in(tmp_path: Path) -> None:
    from engine.separation.config import make_config
    from engine.separation.networks import load
    from engine.separation.recognise import recognise_onnx

    path = tmp_path / "model.onnx"
    path.write_bytes(onnx_bytes().replace(onnx_weights(), np.ones(256, "<f4").tobytes()))
    facts = recognise_onnx(str(path))
    assert facts is not None
    config = make_config(facts, {"target_instrument": "vocals", "sample_rate": 22050})
    (tmp_path / "model.json").write_text(json.dumps(config))
    model = load(str(tmp_path), "vocals", {"compensation": 1.5}, lambda: None)
    time = np.arange(model.config.segment)[:, None] / 22050
    segment = (0.3 * np.sin(2 * np.pi * np.array([[3000.0, 7000.0]]) * time)).astype(np.float32)
    inner = slice(128, -128)  # at the edges the transform sees a mirrored sound
    assert np.abs(model(segment)[inner] - 1.5 * segment[inner]).max() < 1e-4


def onnx_weights(seed: int = 1) -> bytes:
    return np.random.default_rng(seed).uniform(0.2, 0.8, (1, 4, 64, 1)).astype("<f4").tobytes()


def test_instrumental_models_give_the_voice_as_what_they_leave(
    models: dict[str, Path], tmp_path: Path
) -> None:
    source = make(0.8, 22_050, speech=False).write(tmp_path / "song.wav", "FLOAT")  # the model's own rate
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    separate(DirectJob(), order(source, tmp_path / "a", models["mdx23c"]))
    separate(DirectJob(), order(source, tmp_path / "b", models["mdx23c"], config={"stem": "vocals", "invert": True}))
    assert np.abs(read(tmp_path / "a" / "v.wav") - read(tmp_path / "b" / "i.wav")).max() < 1e-3


def test_steps_go_on_with_the_voice(models: dict[str, Path], source: Path, tmp_path: Path) -> None:
    lead = imported("bs_roformer", tmp_path / "lead", 5, stems=("karaoke", "other"))
    dry = imported("mel_band_roformer", tmp_path / "dry", 6, stems=("noreverb", "reverb"))
    job = DirectJob()
    value = separate(job, order(source, tmp_path, models["mdx_onnx"], steps=[
        {"role": "lead_backing", "model": str(lead), "output": str(tmp_path / "lead.wav"),
         "rest": str(tmp_path / "back.wav")},
        {"role": "dereverb", "model": str(dry), "output": str(tmp_path / "dry.wav")},
    ]))  # fmt: skip
    assert [(s["role"], s["model_kind"], s["frames"]) for s in value["steps"]] == [
        ("lead_backing", "bs_roformer", 25_600), ("dereverb", "mel_band_roformer", 25_600)]
    assert np.abs(read(tmp_path / "lead.wav") + read(tmp_path / "back.wav") - read(tmp_path / "v.wav")).max() < 1e-6
    assert read(tmp_path / "dry.wav").shape == (25_600, 2)
    assert {"load", "separate", "lead_backing", "dereverb"} <= {stage for stage, _, _ in job.stages}


def test_progress_goes_on_within_a_segment(models: dict[str, Path], source: Path, tmp_path: Path) -> None:
    job = DirectJob()
    separate(job, order(source, tmp_path, models["htdemucs"]))
    done = [seconds for stage, seconds, _ in job.stages if stage == "separate"]
    assert len(set(done)) > 50  # three segments
    assert min(np.diff(done)) > -0.02
    assert done[-1] == pytest.approx(0.8)


def test_backing_voices_go_to_the_music_unless_they_are_wanted_apart(
    models: dict[str, Path], source: Path, tmp_path: Path
) -> None:
    lead = imported("bs_roformer", tmp_path / "lead", 5, stems=("karaoke", "other"))
    step = {"role": "lead_backing", "model": str(lead), "output": str(tmp_path / "lead.wav")}
    job = DirectJob()
    separate(job, order(source, tmp_path, models["mdx_onnx"], steps=[step]))
    assert np.abs(read(tmp_path / "lead.wav") + read(tmp_path / "i.wav") - read(source)).max() < 1e-6
    assert np.abs(read(tmp_path / "lead.wav") - read(tmp_path / "v.wav")).max() > 1e-3
    assert not list(tmp_path.glob("*.more"))
    job.over(success=True)


@pytest.mark.parametrize("kind", ["htdemucs", "mdx_onnx"])
def test_a_cancel_in_the_middle_of_a_model_leaves_no_file(
    models: dict[str, Path], source: Path, tmp_path: Path, kind: str
) -> None:
    counting = DirectJob()
    separate(counting, order(source, tmp_path, models[kind]))
    counting.over(success=False)
    for at in (2, counting.checks // 3, counting.checks // 2, counting.checks):
        job = DirectJob(cancel_at=at)
        with pytest.raises(Cancelled):
            separate(job, order(source, tmp_path, models[kind]))
        job.over(success=False)
        assert [path.name for path in tmp_path.iterdir()] == ["song.wav"]


def test_a_cancelled_child_is_ready_for_the_next_request(
    child: EngineClient, models: dict[str, Path], tmp_path: Path
) -> None:
    long = make(20.0, 44100, speech=False).write(tmp_path / "song.wav", "FLOAT")
    child.job("long", "separate", **order(long, tmp_path, models["mel_band_roformer"]))
    child.until(lambda f: f.kind == "progress" and f.id == "long" and f.body["stage"] == "separate", 60.0)
    child.send("cancel", id="long")
    assert child.answer("long", 5.0).kind == "cancelled"
    assert [path.name for path in tmp_path.iterdir()] == ["song.wav"]
    child.job("next", "separate", **{**order(long, tmp_path, models["mdx_onnx"]), "method": "dry"})
    assert child.answer("next", 30.0).kind == "result"


# Hostile and wrong files


def broken(models: dict[str, Path], kind: str, folder: Path, **changes: Any) -> Path:
    """A copy of a model whose description was changed."""
    shutil.copytree(models[kind], folder)
    value = json.loads((folder / "model.json").read_text())
    network = {**value["network"], **changes.pop("network", {})}
    (folder / "model.json").write_text(json.dumps({**value, **changes, "network": network}))
    return folder


@pytest.mark.parametrize(("kind", "changes"), [
    ("mel_band_roformer", {"network": {"dim": 4096, "depth": 64}}),
    ("bs_roformer", {"network": {"heads": 1}}),
    ("bs_roformer", {"model_kind": "htdemucs"}),
    ("mdx23c", {"stems": ["vocals", "b", "c"]}),
    ("mdx23c", {"segment": 8001}),
    ("mdx23c", {"network": {"num_scales": 1}}),
    ("htdemucs", {"network": {"bottom_channels": 4096}}),
    ("htdemucs", {"network": {"t_emb": "cape", "t_layers": 32}}),
    ("mdx_onnx", {"network": {"dim_t": 8}}),
    ("mdx_onnx", {"network": {"output": "other"}}),
    ("mdx_onnx", {"segment": 4096}),
])  # fmt: skip
def test_a_forged_description_never_builds_a_network(
    models: dict[str, Path], source: Path, tmp_path: Path, kind: str, changes: dict[str, Any]
) -> None:
    model = broken(models, kind, tmp_path / "model", **changes)
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        separate(job, order(source, tmp_path, model))
    job.over(success=False)
    assert caught.value.code == "bad_model_config"
    assert not (tmp_path / "v.wav").exists()


@pytest.mark.parametrize(("content", "code"), [
    (b"", "damaged"), (b"\xff" * 100, "damaged"), (None, "model_missing"),
])  # fmt: skip
@pytest.mark.parametrize("kind", ["mdx23c", "mdx_onnx"])
def test_damaged_or_missing_weights_say_so(
    models: dict[str, Path], source: Path, tmp_path: Path, kind: str, content: bytes | None, code: str
) -> None:
    model = broken(models, kind, tmp_path / "model")
    weights = model / ("model.onnx" if kind == "mdx_onnx" else "model.safetensors")
    weights.unlink()
    if content is not None:
        weights.write_bytes(content)
    with pytest.raises(EngineError) as caught:
        separate(DirectJob(), order(source, tmp_path, model))
    assert caught.value.code in (code, "bad_model_config" if kind == "mdx_onnx" else code)


def test_weights_of_another_network_are_refused(models: dict[str, Path], source: Path, tmp_path: Path) -> None:
    model = broken(models, "mdx23c", tmp_path / "model")
    write_safetensors(model / "model.safetensors", {"weight": np.zeros((2, 2), np.float32)})
    with pytest.raises(EngineError) as caught:
        separate(DirectJob(), order(source, tmp_path, model))
    assert caught.value.code == "bad_model_config"


def test_weights_that_are_not_numbers_are_found_out(models: dict[str, Path], source: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    model = broken(models, "mdx23c", tmp_path / "model")
    tensors = load_file(model / "model.safetensors")
    tensors["final_conv.2.weight"].fill_(float("nan"))
    save_file(tensors, model / "model.safetensors")
    job = DirectJob()
    with pytest.raises(EngineError) as caught:
        separate(job, order(source, tmp_path, model))
    job.over(success=False)
    assert caught.value.code == "bad_model_output"
    assert not (tmp_path / "v.wav").exists()


# Demucs packages


def test_a_demucs_package_is_read_without_its_class(tmp_path: Path) -> None:
    from engine.separation.load_foreign import read_demucs
    from engine.separation.recognise import recognise_checkpoint

    (path,) = foreign("htdemucs", tmp_path)
    package = read_demucs(str(path))
    assert package.model_kind == "htdemucs"
    assert package.config["sources"] == ["drums", "bass", "other", "vocals"]
    assert package.config["segment"] == pytest.approx(0.4)
    facts = recognise_checkpoint({name: tuple(t.shape) for name, t in package.tensors.items()})
    assert facts is not None
    assert facts["model_kind"] == "htdemucs"


class _Bomb:
    def __init__(self, canary: Path) -> None:
        self.canary = canary

    def __reduce__(self) -> Any:
        import os

        return os.system, (f"touch {self.canary}",)


@pytest.mark.parametrize("place", ["training_args", "args"])
def test_a_package_with_code_in_it_is_refused_and_nothing_runs(tmp_path: Path, place: str) -> None:
    from engine.separation.load_foreign import read_demucs

    write_demucs(tmp_path / "bomb.th", ("drums", "bass", "other", "vocals"), **{place: _Bomb(tmp_path / "canary")})
    with pytest.raises(EngineError) as caught:
        read_demucs(str(tmp_path / "bomb.th"))
    assert caught.value.code == "unsafe_file"
    assert not (tmp_path / "canary").exists()


@pytest.mark.parametrize(("content", "code"), [
    (b"", "damaged"), (b"garbage" * 50, "unsafe_file"), (b"PK\x03\x04" + b"\0" * 100, "damaged"),
    (pickle.dumps({"klass": 1}), "damaged"),
])  # fmt: skip
def test_what_is_no_package_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    from engine.separation.load_foreign import read_demucs

    (tmp_path / "x.th").write_bytes(content)
    with pytest.raises(EngineError) as caught:
        read_demucs(str(tmp_path / "x.th"))
    assert caught.value.code in (code, "unsafe_file", "damaged", "not_a_model")


def test_a_fraction_that_would_never_end_is_refused(tmp_path: Path) -> None:
    from engine.separation.load_foreign import read_demucs

    class Forever:
        def __reduce__(self) -> Any:
            return Fraction, ("1e999999999",)

    write_demucs(tmp_path / "x.th", ("drums", "bass", "other", "vocals"), args=(Forever(),))
    with pytest.raises(EngineError) as caught:
        read_demucs(str(tmp_path / "x.th"))
    assert caught.value.code == "damaged"


@pytest.mark.parametrize("kind", TORCH_KINDS)
def test_a_model_is_recognised_by_its_tensors_alone(tmp_path: Path, kind: str) -> None:
    import torch

    from engine.separation.load_foreign import read_demucs
    from engine.separation.recognise import recognise_checkpoint

    path = foreign(kind, tmp_path)[0]
    tensors = read_demucs(str(path)).tensors if kind == "htdemucs" else torch.load(path, weights_only=True)
    facts = recognise_checkpoint({name: tuple(tensor.shape) for name, tensor in tensors.items()})
    assert facts is not None
    assert facts["model_kind"] == kind
