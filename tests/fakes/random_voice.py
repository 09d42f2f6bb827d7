"""Seeded random-weight files in the genuine formats of RVC: voices, indexes, ContentVec and pitch weights.

The sound is noise, but shapes, names and sizes are those of real files. ``tiny=True`` keeps the format and shrinks
the network, for quick tests. torch and faiss are imported when a file is made.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import torch

Version = Literal["v1", "v2"]
NormNames = Literal["old", "new"]
VERSIONS: tuple[Version, ...] = ("v1", "v2")
RATES = (32000, 40000, 48000)
DIMENSIONS = {"v1": 256, "v2": 768}

# (version, rate): spectrogram bins, segment frames, upsample rates, upsample kernels
_REAL: Mapping[tuple[str, int], tuple[int, int, list[int], list[int]]] = {
    ("v1", 32000): (513, 40, [10, 4, 2, 2, 2], [16, 16, 4, 4, 4]),
    ("v1", 40000): (1025, 32, [10, 10, 2, 2], [16, 16, 4, 4]),
    ("v1", 48000): (1025, 24, [10, 6, 2, 2, 2], [16, 16, 4, 4, 4]),
    ("v2", 32000): (513, 40, [10, 8, 2, 2], [20, 16, 4, 4]),
    ("v2", 40000): (1025, 32, [10, 10, 2, 2], [16, 16, 4, 4]),
    ("v2", 48000): (1025, 36, [12, 10, 2, 2], [24, 20, 4, 4]),
}
_TINY = {32000: [16, 20], 40000: [20, 20], 48000: [24, 20]}


def config(version: Version = "v2", rate: int = 40000, *, speakers: int = 109, tiny: bool = False) -> list[Any]:
    """The 18 values of a checkpoint's ``config``."""
    bins, segment, rates, kernels = _REAL[version, rate]
    if tiny:
        rates = _TINY[rate]
        kernels = [2 * r for r in rates]
        return [bins, segment, 16, 16, 32, 2, 2, 3, 0, "1", [3, 5], [[1, 3, 5], [1, 3, 5]],
                rates, 8, kernels, speakers, 8, rate]  # fmt: skip
    return [bins, segment, 192, 192, 768, 2, 6, 3, 0, "1", [3, 7, 11], [[1, 3, 5]] * 3,
            rates, 512, kernels, speakers, 256, rate]  # fmt: skip


class _Maker:
    """Makes named tensors from one seeded generator."""

    def __init__(self, seed: int, half: bool, norm: NormNames = "old") -> None:
        import torch

        self._generator = torch.Generator().manual_seed(seed)
        self._dtype = torch.float16 if half else torch.float32
        self._norm = norm
        self.tensors: dict[str, torch.Tensor] = {}

    def normal(self, name: str, shape: tuple[int, ...], std: float, mean: float = 0.0) -> None:
        import torch

        self.put(name, torch.randn(shape, generator=self._generator) * std + mean)

    def put(self, name: str, value: torch.Tensor) -> None:
        self.tensors[name] = value.to(self._dtype) if value.is_floating_point() else value

    def layer(self, name: str, shape: tuple[int, ...], gain: float = 1.0, bias: int | None = None) -> None:
        """A convolution or linear layer; ``bias`` its length (default: shape[0]; 0: none)."""
        self.normal(f"{name}.weight", shape, gain / math.sqrt(max(1, math.prod(shape[1:]))))
        self._bias(name, shape[0] if bias is None else bias)

    def normed(self, name: str, shape: tuple[int, ...], gain: float = 1.0, *, bias: int, fan_in: int | None = None,
               over: int = 0) -> None:
        """A layer under weight norm: the norm is taken over every axis but ``over``."""
        import torch

        fan_in = math.prod(shape[1:]) if fan_in is None else fan_in
        v = torch.randn(shape, generator=self._generator) * (gain / math.sqrt(max(1, fan_in)))
        g = torch.linalg.vector_norm(v, dim=[d for d in range(len(shape)) if d != over], keepdim=True)
        g_name, v_name = ("weight_g", "weight_v") if self._norm == "old" else (
            "parametrizations.weight.original0", "parametrizations.weight.original1")
        self.put(f"{name}.{g_name}", g * 1.1)
        self.put(f"{name}.{v_name}", v)
        self._bias(name, bias)

    def _bias(self, name: str, length: int) -> None:
        if length:
            self.normal(f"{name}.bias", (length,), 0.02)


def weights(
    version: Version = "v2", rate: int = 40000, *, f0: bool = True, tiny: bool = False, speakers: int = 3,
    seed: int = 0, half: bool = True, norm: NormNames = "old",
) -> dict[str, torch.Tensor]:
    """The ``weight`` of a checkpoint (without ``enc_q``)."""
    c = config(version, rate, speakers=speakers, tiny=tiny)
    make = _Maker(seed, half, norm)
    _text_encoder(make, c, DIMENSIONS[version], f0)
    _decoder(make, c, f0)
    _flow(make, c)
    make.normal("emb_g.weight", (speakers, c[16]), 1.0)
    return make.tensors


def _text_encoder(make: _Maker, c: list[Any], dimension: int, f0: bool) -> None:
    inter, hidden, filters, heads, layers, kernel = c[2:8]
    make.layer("enc_p.emb_phone", (hidden, dimension))
    if f0:
        make.normal("enc_p.emb_pitch.weight", (256, hidden), hidden**-0.5)
    for i in range(layers):
        attention = f"enc_p.encoder.attn_layers.{i}"
        for part in ("conv_q", "conv_k", "conv_v", "conv_o"):
            make.layer(f"{attention}.{part}", (hidden, hidden, 1))
        for part in ("emb_rel_k", "emb_rel_v"):
            make.normal(f"{attention}.{part}", (1, 21, hidden // heads), (hidden // heads) ** -0.5)
        make.layer(f"enc_p.encoder.ffn_layers.{i}.conv_1", (filters, hidden, kernel))
        make.layer(f"enc_p.encoder.ffn_layers.{i}.conv_2", (hidden, filters, kernel))
        for n in (1, 2):
            make.normal(f"enc_p.encoder.norm_layers_{n}.{i}.gamma", (hidden,), 0.1, 1.0)
            make.normal(f"enc_p.encoder.norm_layers_{n}.{i}.beta", (hidden,), 0.1)
    make.layer("enc_p.proj", (2 * inter, hidden, 1), 0.5)


def _decoder(make: _Maker, c: list[Any], f0: bool) -> None:
    inter, kernels, dilations, rates, first, up_kernels, gin = c[2], *c[10:15], c[16]
    make.layer("dec.conv_pre", (first, inter, 7))
    make.layer("dec.cond", (first, gin, 1), 0.3)
    if f0:
        make.put("dec.m_source.l_linear.weight", _constant(((1, 1)), 2.0))
        make.put("dec.m_source.l_linear.bias", _constant((1,), 0.01))
    for i, (rate, kernel) in enumerate(zip(rates, up_kernels, strict=True)):
        inner, outer = first // 2**i, first // 2 ** (i + 1)
        make.normed(f"dec.ups.{i}", (inner, outer, kernel), bias=outer, fan_in=inner * kernel // rate)
        if f0:
            stride = math.prod(rates[i + 1 :])
            make.layer(f"dec.noise_convs.{i}", (outer, 1, 2 * stride if i + 1 < len(rates) else 1), 2.0)
        for j, (size, dilation) in enumerate(zip(kernels, dilations, strict=True)):
            block = f"dec.resblocks.{i * len(kernels) + j}"
            for k in range(len(dilation)):
                make.normed(f"{block}.convs1.{k}", (outer, outer, size), 0.7, bias=outer)
                make.normed(f"{block}.convs2.{k}", (outer, outer, size), 0.7, bias=outer)
    last = first // 2 ** len(rates)
    make.layer("dec.conv_post", (1, last, 7), 0.15, bias=0)


def _flow(make: _Maker, c: list[Any]) -> None:
    inter, hidden, gin = c[2], c[3], c[16]
    for i in (0, 2, 4, 6):
        flow = f"flow.flows.{i}"
        make.layer(f"{flow}.pre", (hidden, inter // 2, 1))
        for j in range(3):
            make.normed(f"{flow}.enc.in_layers.{j}", (2 * hidden, hidden, 5), bias=2 * hidden)
            out = 2 * hidden if j < 2 else hidden
            make.normed(f"{flow}.enc.res_skip_layers.{j}", (out, hidden, 1), bias=out)
        make.normed(f"{flow}.enc.cond_layer", (6 * hidden, gin, 1), 0.3, bias=6 * hidden)
        make.layer(f"{flow}.post", (inter // 2, hidden, 1), 0.5)


def _constant(shape: tuple[int, ...], value: float) -> torch.Tensor:
    import torch

    return torch.full(shape, value)


# Voices


def checkpoint(
    path: Path, version: Version = "v2", rate: int = 40000, *, f0: bool = True, tiny: bool = True, speakers: int = 3,
    seed: int = 0, half: bool = True, norm: NormNames = "old", **more: Any,
) -> Path:
    """Write a voice as training programs do (``.pth``); ``more`` adds or replaces keys of the file."""
    import torch

    content = {
        "weight": weights(version, rate, f0=f0, tiny=tiny, speakers=speakers, seed=seed, half=half, norm=norm),
        "config": config(version, rate, tiny=tiny), "info": "20epoch", "sr": f"{rate // 1000}k",
        "f0": int(f0), "version": version, **more,
    }  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save(content, path)
    return path


def training_checkpoint(path: Path) -> Path:
    """Write what users drop by mistake: a ``G_*.pth`` of a training run."""
    import torch

    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": weights(tiny=True, half=False), "optimizer": {"state": {}, "param_groups": []},
                "learning_rate": 1e-4, "iteration": 20}, path)  # fmt: skip
    return path


def voice_folder(
    folder: Path, version: Version = "v2", rate: int = 40000, *, f0: bool = True, tiny: bool = True, speakers: int = 3,
    seed: int = 0, half: bool = True, index: int = 0, name: str = "Random", f0_median: float | None = None,
) -> Path:
    """Write a voice as our library keeps it; ``index``: number of vectors of an index beside it."""
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    tensors = weights(version, rate, f0=f0, tiny=tiny, speakers=speakers, seed=seed, half=half)
    save_file({name: t.contiguous() for name, t in tensors.items()}, folder / "voice.safetensors")
    about = {
        "schema": 1, "version": version, "rate": rate, "f0": f0, "speakers": speakers,
        "config": config(version, rate, speakers=speakers, tiny=tiny), "half": half, "name": name, "author": "",
        "epoch": "20epoch", "note": "", "sha256": hashlib.sha256(f"{name}{seed}".encode()).hexdigest(),
        "f0_median": f0_median,
    }  # fmt: skip
    (folder / "voice.json").write_text(json.dumps(about), encoding="utf-8")
    if index:
        index_file(folder / "index.faiss", DIMENSIONS[version], index, seed=seed)
    return folder


def index_file(path: Path, dimension: int = 768, count: int = 2000, *, seed: int = 0, filled: bool = True) -> Path:
    """Write a faiss index as RVC trains it (``IVF<n>,Flat``); ``filled`` False: a ``trained_*`` one, no vectors."""
    import faiss
    import numpy as np

    vectors = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    lists = max(1, min(int(16 * math.sqrt(count)), count // 39))
    made = faiss.index_factory(dimension, f"IVF{lists},Flat")
    faiss.extract_index_ivf(made).nprobe = 1
    made.train(vectors)
    if filled:
        made.add(vectors)
    path.parent.mkdir(parents=True, exist_ok=True)
    faiss.write_index(made, str(path))
    return path


# ContentVec


def contentvec_config(*, tiny: bool = True) -> dict[str, Any]:
    """The ``config.json`` of a ContentVec folder in transformers' format. The tiny one has two layers."""
    return {
        "architectures": ["HubertModelWithFinalProj"], "model_type": "hubert", "activation_dropout": 0.1,
        "apply_spec_augment": True, "attention_dropout": 0.1, "classifier_proj_size": 256, "conv_bias": False,
        "conv_dim": [16 if tiny else 512] * 7, "conv_kernel": [10, 3, 3, 3, 3, 2, 2],
        "conv_stride": [5, 2, 2, 2, 2, 2, 2], "do_stable_layer_norm": False, "feat_extract_activation": "gelu",
        "feat_extract_norm": "group", "feat_proj_dropout": 0.0, "feat_proj_layer_norm": True, "hidden_act": "gelu",
        "hidden_dropout": 0.1, "hidden_size": 768, "intermediate_size": 32 if tiny else 3072,
        "layer_norm_eps": 1e-05, "num_attention_heads": 12, "num_conv_pos_embedding_groups": 768 if tiny else 16,
        "num_conv_pos_embeddings": 16 if tiny else 128, "num_feat_extract_layers": 7,
        "num_hidden_layers": 2 if tiny else 12, "vocab_size": 32,
    }  # fmt: skip


def contentvec_weights(*, tiny: bool = True, seed: int = 0, half: bool = False, norm: NormNames = "old"
                       ) -> dict[str, torch.Tensor]:
    """The state dict of the model of :func:`contentvec_config`."""
    c = contentvec_config(tiny=tiny)
    make = _Maker(seed, half, norm)
    hidden, inner, dims = c["hidden_size"], c["intermediate_size"], c["conv_dim"]

    def layer_norm(name: str, size: int) -> None:
        make.normal(f"{name}.weight", (size,), 0.05, 1.0)
        make.normal(f"{name}.bias", (size,), 0.05)

    make.normal("masked_spec_embed", (hidden,), 0.1)
    for i, kernel in enumerate(c["conv_kernel"]):
        make.layer(f"feature_extractor.conv_layers.{i}.conv", (dims[i], dims[i - 1] if i else 1, kernel), 1.5, bias=0)
    layer_norm("feature_extractor.conv_layers.0.layer_norm", dims[0])
    layer_norm("feature_projection.layer_norm", dims[-1])
    make.layer("feature_projection.projection", (hidden, dims[-1]))
    positions = (hidden, hidden // c["num_conv_pos_embedding_groups"], c["num_conv_pos_embeddings"])
    make.normed("encoder.pos_conv_embed.conv", positions, 0.3, bias=hidden, over=2)
    layer_norm("encoder.layer_norm", hidden)
    for i in range(c["num_hidden_layers"]):
        layer = f"encoder.layers.{i}"
        for part in ("k_proj", "v_proj", "q_proj", "out_proj"):
            make.layer(f"{layer}.attention.{part}", (hidden, hidden))
        layer_norm(f"{layer}.layer_norm", hidden)
        make.layer(f"{layer}.feed_forward.intermediate_dense", (inner, hidden))
        make.layer(f"{layer}.feed_forward.output_dense", (hidden, inner))
        layer_norm(f"{layer}.final_layer_norm", hidden)
    make.layer("final_proj", (256, hidden))
    return make.tensors


def contentvec_folder(
    folder: Path, *, tiny: bool = True, seed: int = 0, half: bool = False, norm: NormNames = "old",
    safetensors: bool = True,
) -> Path:
    """Write a ContentVec folder: ``model.safetensors`` (our library) or ``pytorch_model.bin`` (as it is downloaded)."""
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    tensors = contentvec_weights(tiny=tiny, seed=seed, half=half, norm=norm)
    (folder / "config.json").write_text(json.dumps(contentvec_config(tiny=tiny)), encoding="utf-8")
    (folder / "preprocessor_config.json").write_text(json.dumps({
        "do_normalize": False, "feature_extractor_type": "Wav2Vec2FeatureExtractor", "feature_size": 1,
        "padding_side": "right", "padding_value": 0, "return_attention_mask": False, "sampling_rate": 16000,
    }), encoding="utf-8")  # fmt: skip
    if safetensors:
        save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    else:
        torch.save(tensors, folder / "pytorch_model.bin")
    return folder
