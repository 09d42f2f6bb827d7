"""Separation models told by names and shapes alone; configs and graphs of strangers."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import EngineError
from engine.separation.config import ModelConfig, make_config, read_folder
from engine.separation.load_foreign import read_config
from engine.separation.recognise import mel_band_bins, recognise_checkpoint, recognise_onnx
from engine.separation.stems import Choice, choice
from tests.fakes.random_separators import onnx_bytes

Shapes = dict[str, tuple[int, ...]]


def roformer(bands: list[int], dim: int = 384, depth: int = 6, heads: int = 8, *, final: bool) -> Shapes:
    """The shapes of a genuine Roformer with 2-layer masks (stereo, one stem)."""
    shapes: Shapes = {}
    for layer in range(depth):
        for side in (0, 1):
            name = f"layers.{layer}.{side}.layers.0"
            shapes[f"{name}.0.rotary_embed.freqs"] = (32,)
            shapes[f"{name}.0.norm.gamma"] = (dim,)
            shapes[f"{name}.0.to_qkv.weight"] = (3 * heads * 64, dim)
            shapes[f"{name}.0.to_gates.weight"] = (heads, dim)
            shapes[f"{name}.0.to_out.0.weight"] = (dim, heads * 64)
            shapes[f"{name}.1.net.1.weight"] = (4 * dim, dim)
            if not final:
                shapes[f"layers.{layer}.{side}.norm.gamma"] = (dim,)
    for number, bins in enumerate(bands):
        shapes[f"band_split.to_features.{number}.0.gamma"] = (4 * bins,)
        shapes[f"band_split.to_features.{number}.1.weight"] = (dim, 4 * bins)
        shapes[f"mask_estimators.0.to_freqs.{number}.0.0.weight"] = (4 * dim, dim)
        shapes[f"mask_estimators.0.to_freqs.{number}.0.2.weight"] = (8 * bins, 4 * dim)
    return shapes | ({"final_norm.gamma": (dim,)} if final else {})


BS_BANDS = [2] * 24 + [4] * 12 + [12] * 8 + [24] * 8 + [48] * 8 + [128, 129]


def test_a_bs_roformer_of_real_size() -> None:
    facts = recognise_checkpoint(roformer(BS_BANDS, 512, 12, final=True))
    assert facts is not None
    assert (facts["model_kind"], facts["outputs"], facts["channels"]) == ("bs_roformer", 1, 2)
    network = facts["network"]
    assert (network["dim"], network["depth"], network["heads"], network["dim_head"]) == (512, 12, 8, 64)
    assert network["freqs_per_bands"] == BS_BANDS
    assert (network["stft_n_fft"], network["mask_estimator_depth"], network["norm_output"]) == (2048, 2, False)


def test_a_mel_band_roformer_of_real_size() -> None:
    facts = recognise_checkpoint(roformer(mel_band_bins(44100, 2048, 60), final=False))
    assert facts is not None
    assert (facts["model_kind"], facts["rate"]) == ("mel_band_roformer", 44100)
    assert facts["network"]["num_bands"] == 60
    assert (facts["network"]["sample_rate"], facts["network"]["stft_n_fft"]) == (44100, 2048)


def test_the_bands_of_the_mel_scale_cover_every_frequency() -> None:
    bins = mel_band_bins(44100, 2048, 60)
    assert len(bins) == 60
    assert sum(bins) == 1979  # of the published network, which overlaps its 1025 bins
    assert min(bins) >= 1


@pytest.mark.parametrize("spoil", [
    lambda s: s | {"layers.3.0.layers.0.0.to_qkv.weight": (4, 4)},  # one layer of another size
    lambda s: {k: v for k, v in s.items() if not k.startswith("layers.2.")},  # a gap
    lambda s: s | {"band_split.to_features.0.1.weight": (384,)},
    lambda s: s | {"layers.0.2.layers.0.0.to_qkv.weight": (1536, 384)},  # linear attention
    lambda s: s | {"layers.0.0.layers.0.0.to_gates.weight": (0, 384)},
    lambda s: s | {"layers.0.0.layers.0.0.to_gates.weight": (7, 384)},
    lambda s: s | {"band_split.to_features.0.0.gamma": (9,)},
    lambda s: s | {"huge": (1 << 20, 1 << 20)},
    lambda s: {k: v for k, v in s.items() if "mask" not in k},
])  # fmt: skip
def test_tensors_that_do_not_fit_together_are_no_model(spoil: Any) -> None:
    shapes = roformer(mel_band_bins(44100, 2048, 60), final=False)
    assert recognise_checkpoint(shapes) is not None
    assert recognise_checkpoint(spoil(shapes)) is None


def test_other_checkpoints_are_none_of_ours() -> None:
    assert recognise_checkpoint({}) is None
    assert recognise_checkpoint({"weight": (3, 3)}) is None
    assert recognise_checkpoint({"emb_phone.weight": (192, 768), "dec.ups.0.weight_v": (512, 256, 16)}) is None
    assert recognise_checkpoint({"tencoder.0.conv.weight": (48, 2, 8)}) is None


# Configs


@pytest.mark.parametrize("text", [
    "a: !!python/object/apply:os.system ['touch canary']", "!!python/object/new:os.system ['x']",
    "a: !!python/name:os.system", "a: !!python/module:os", "a: &x [1, 2]\nb: *x", "- 1\n- 2", "", "a: [",
    "a: " + "[" * 3000,
    "a: 1" + "0" * 9000, "a: 2020-01-01", "a: !!binary aGk=", "a: !!set {x}", "? [a]\n: b", "a: 1\n" * 30_000,
    "x" * 300_000, "a: !!python/tuple {b: 1}", "\x00", "a: !<tag:example.org,2000:x> 1",
])  # fmt: skip
def test_a_config_that_is_more_than_plain_values_is_refused(text: str) -> None:
    with pytest.raises(EngineError) as caught:
        read_config(text)
    assert caught.value.code == "bad_model_config"


def test_configs_as_they_are_shared_can_be_read() -> None:
    config = read_config("model:\n  freqs_per_bands: !!python/tuple\n  - 2\n  - 4\n  lr: 5.0e-05\n  eps: 1e-4\n"
                         "audio: {chunk_size: 352800, stereo: true}\ntraining:\n  target_instrument: null\n")
    assert config["model"]["freqs_per_bands"] == (2, 4)
    assert (config["model"]["lr"], config["model"]["eps"]) == (5e-05, 1e-4)
    assert config["audio"] == {"chunk_size": 352800, "stereo": True}


def facts() -> dict[str, Any]:
    found = recognise_checkpoint(roformer(mel_band_bins(44100, 2048, 60), final=False))
    assert found is not None
    return found


def test_what_the_shapes_tell_wins_over_the_config() -> None:
    value = make_config(facts(), {"model": {"dim": 4096, "depth": 64, "num_stems": 9, "stft_hop_length": 512},
                                  "training": {"instruments": ["vocals", "other"], "target_instrument": "vocals"},
                                  "audio": {"chunk_size": 352_800, "sample_rate": 44100}}, "Kim")
    assert (value["network"]["dim"], value["network"]["depth"], value["network"]["num_stems"]) == (384, 6, 1)
    assert value["network"]["stft_hop_length"] == 512
    assert (value["stems"], value["segment"], value["rate"]) == (["vocals"], 352_800, 44100)
    assert "stft_hop_length" not in value["assumed"]


def test_without_a_config_the_usual_values_are_assumed_and_named() -> None:
    value = make_config(facts())
    assert (value["network"]["stft_hop_length"], value["segment"], value["stems"]) == (441, 352_800, ["vocals"])
    assert "stft_hop_length" in value["assumed"]


@pytest.mark.parametrize("config", [
    {"model": {"stft_hop_length": 0}}, {"model": {"stft_hop_length": 1e9}}, {"model": {"stft_hop_length": "fast"}},
    {"model": {"stft_hop_length": True}}, {"audio": {"chunk_size": 10}}, {"audio": {"chunk_size": 10**15}},
    {"audio": {"sample_rate": 1}}, {"model": {"zero_dc": 3}}, {"model": {"stft_hop_length": math.inf}},
    {"model": {"stft_hop_length": math.nan}},
])  # fmt: skip
def test_values_out_of_bounds_are_refused(config: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as caught:
        make_config(facts(), config)
    assert caught.value.code == "bad_model_config"


def test_a_request_may_set_what_was_assumed_and_nothing_else() -> None:
    config = ModelConfig(**{**make_config(facts()), "stems": ("vocals",), "assumed": ("stft_hop_length",)})
    changed = config.with_overrides({"stft_hop_length": 512, "overlap": 0.5, "segment_s": 4.0})
    assert (changed.network["stft_hop_length"], changed.overlap, changed.segment) == (512, 0.5, 176_400)
    for wrong in ({"dim": 1}, {"stft_hop_length": 10**6}, {"overlap": 2}, {"overlap": "much"}, {"segment_s": 1e9},
                  [], "x", {"stft_n_fft": 4096}, {"overlap": math.nan}):  # fmt: skip
        with pytest.raises(EngineError) as caught:
            config.with_overrides(wrong)
        assert caught.value.code == "bad_params"


@pytest.mark.parametrize("content", [
    b"", b"[]", b"{", b"\xff", b"{}", b'{"schema": 2}', b'{"schema": 1}', b"[" * 100_000, b" " * (2 << 20),
    b'{"schema": 1, "model_kind": "other", "network": {}, "stems": ["x"]}',
    b'{"schema": 1, "model_kind": "mdx23c", "network": {}, "stems": ["x"], "rate": 44100, "channels": 2,'
    b' "segment": 9999}',
    b'{"schema": 1, "model_kind": "mdx23c", "network": {"__class__": 1}, "stems": ["x"], "rate": 44100, "channels": 2,'
    b' "segment": 9999}',
])  # fmt: skip
def test_a_description_that_was_tampered_with_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.json").write_bytes(content)
    with pytest.raises(EngineError) as caught:
        read_folder(str(tmp_path))
    assert caught.value.code == "bad_model_config"


def test_a_folder_without_a_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(EngineError) as caught:
        read_folder(str(tmp_path))
    assert caught.value.code == "model_missing"


# Graphs


def code_of(work: Callable[[], object]) -> str:
    try:
        work()
    except EngineError as error:
        return error.code
    return ""


def graph(tmp_path: Path, content: bytes) -> str:
    path = tmp_path / "net.onnx"
    path.write_bytes(content)
    return str(path)


def test_an_mdx_graph_is_told_by_its_inputs(tmp_path: Path) -> None:
    found = recognise_onnx(graph(tmp_path, onnx_bytes(dim_f=3072, dim_t=256)))
    assert found is not None
    assert found["model_kind"] == "mdx_onnx"
    network = found["network"]
    assert (network["dim_f"], network["dim_t"], network["n_fft"], network["hop"]) == (3072, 256, 6144, 1024)
    assert 7680 in found["n_fft_candidates"]
    assert "n_fft" in found["assumed"]


@pytest.mark.parametrize(("more", "code"), [
    ({"domain": "com.evil"}, "foreign_operators"), ({"operator": "If"}, "foreign_operators"),
    ({"external": True}, "foreign_operators"), ({"nested": True}, "foreign_operators"),
    ({"functions": True}, "foreign_operators"), ({"graphs": 2}, "damaged"),
])  # fmt: skip
def test_graphs_that_reach_outside_are_refused(tmp_path: Path, more: dict[str, Any], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        recognise_onnx(graph(tmp_path, onnx_bytes(**more)))
    assert caught.value.code == code


def test_other_and_damaged_files_never_raise_anything_else(tmp_path: Path) -> None:
    good = onnx_bytes()
    rng = np.random.default_rng(9)
    files = [b"", b"\x08", b"\x08\x07", b"PK\x03\x04", good[:200], good[:-1], good[: len(good) // 2],
             b"\x08\x07" + rng.bytes(3000), b"\x08\x07" + b"\x3a\xff\xff\xff\xff\x7f"]
    for _ in range(60):
        spoiled = bytearray(good)
        for at in rng.integers(0, min(400, len(good)), 5):
            spoiled[at] = int(rng.integers(256))
        files.append(bytes(spoiled))
    codes: set[str] = set()
    for content in files:
        codes.add(code_of(lambda: recognise_onnx(graph(tmp_path, content))))  # noqa: B023
    assert codes <= {"", "damaged", "foreign_operators"}


# Stems


@pytest.mark.parametrize(("role", "stems", "expected"), [
    ("vocals", ["vocals"], Choice(0, False)), ("vocals", ["Vocals", "Instrumental"], Choice(0, False)),
    ("vocals", ["drums", "bass", "other", "vocals"], Choice(3, False)), ("vocals", ["Instrumental"], Choice(0, True)),
    ("vocals", ["other"], Choice(0, True)), ("vocals", ["no_vocals"], Choice(0, True)),
    ("vocals", ["mystery"], Choice(0, False)), ("lead_backing", ["karaoke", "other"], Choice(0, False)),
    ("lead_backing", ["Lead", "Back"], Choice(0, False)), ("dereverb", ["noreverb", "reverb"], Choice(0, False)),
    ("dereverb", ["reverb"], Choice(0, True)), ("dereverb", ["dry", "other"], Choice(0, False)),
])  # fmt: skip
def test_the_stem_that_is_kept_is_told_by_its_name(role: str, stems: list[str], expected: Choice) -> None:
    assert choice(role, stems) == expected


def test_a_request_may_name_the_stem_and_turn_it_round() -> None:
    assert choice("vocals", ["a", "b"], {"stem": "B"}) == Choice(1, False)
    assert choice("vocals", ["vocals"], {"invert": True}) == Choice(0, True)
    assert choice("vocals", ["a", "b"], {"stem": "a", "invert": True}) == Choice(0, True)
    with pytest.raises(EngineError) as caught:
        choice("vocals", ["drums", "bass"])
    assert (caught.value.code, caught.value.params) == ("stem_missing", {"stems": "drums, bass"})
    for wrong in ({"stem": "c"}, {"stem": 3}, {"invert": 1}):
        with pytest.raises(EngineError) as caught:
            choice("vocals", ["a", "b"], wrong)
        assert caught.value.code == "bad_params"
