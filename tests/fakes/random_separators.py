"""Separation models with random weights and a tiny geometry, in the very formats such models are shared in.

``foreign`` writes what a user drops (checkpoint + YAML, ``.th``, ``.onnx``); ``imported`` the folder that the
importer makes of it. Seeded; a few kilobytes each.
"""

from __future__ import annotations

import json
import struct
import sys
import types
from collections import OrderedDict
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from engine.separation.config import CONFIG_FILE, ONNX_FILE, TORCH_FILE, make_config
from engine.separation.recognise import recognise_checkpoint, recognise_onnx

TORCH_KINDS = ("bs_roformer", "mel_band_roformer", "mdx23c", "htdemucs")
KINDS = (*TORCH_KINDS, "mdx_onnx")

_ROFORMER_YAML = """
audio:
  chunk_size: 8192
  num_channels: 2
  sample_rate: {rate}
model:
  dim: 16
  depth: 1
  stereo: true
  num_stems: {outputs}
  time_transformer_depth: 1
  freq_transformer_depth: 1
  dim_head: 8
  heads: 2
  attn_dropout: 0
  {bands}
  stft_n_fft: 256
  stft_hop_length: 64
  stft_win_length: 256
  stft_normalized: false
  mask_estimator_depth: 2
training:
  instruments: [{stems}]
  target_instrument: {target}
  lr: 1e-4
inference:
  batch_size: 1
  num_overlap: 2
"""
_BANDS = (4,) * 8 + (8,) * 8 + (33,)

_MDX23C_YAML = """
audio: {chunk_size: 8000, dim_f: 128, dim_t: 256, hop_length: 64, n_fft: 256, num_channels: 2, sample_rate: 22050}
model: {act: gelu, bottleneck_factor: 4, growth: 4, norm: InstanceNorm, num_blocks_per_scale: 1, num_channels: 8,
        num_scales: 2, num_subbands: 4, scale: [2, 2]}
training: {instruments: [Vocals, Instrumental], target_instrument: null}
"""


def foreign(kind: str, folder: Path, seed: int = 1, *, stems: tuple[str, ...] = ("vocals", "other")) -> list[Path]:
    """Write the model as it is shared; return its files, the weights first."""
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "mdx_onnx":
        path = folder / "net.onnx"
        path.write_bytes(onnx_bytes(seed))
        return [path]
    import torch

    torch.manual_seed(seed)
    if kind == "htdemucs":
        path = folder / "955717e8-8726e21a.th"
        write_demucs(path, stems if len(stems) > 2 else ("drums", "bass", "other", "vocals"))
        return [path]
    text = _yaml(kind, stems)
    weights, config = folder / "model.ckpt", folder / "config.yaml"
    torch.save(_network(kind, stems).state_dict(), weights)
    config.write_text(text, encoding="utf-8")
    return [weights, config]


def imported(kind: str, folder: Path, seed: int = 1, *, stems: tuple[str, ...] = ("vocals", "other")) -> Path:
    """Write the folder of an imported model; return it."""
    from engine.separation.load_foreign import read_config, read_demucs

    files = foreign(kind, folder / "dropped", seed, stems=stems)
    if kind == "mdx_onnx":
        facts, config = recognise_onnx(str(files[0])), {"target_instrument": stems[0], "sample_rate": 22050}
        (folder / ONNX_FILE).write_bytes(files[0].read_bytes())
    else:
        import torch
        from safetensors.torch import save_file

        if kind == "htdemucs":
            package = read_demucs(str(files[0]))
            tensors, config = dict(package.tensors), dict(package.config)
        else:
            tensors = torch.load(files[0], weights_only=True)
            config = read_config(files[1].read_text(encoding="utf-8"))
        facts = recognise_checkpoint({name: tuple(tensor.shape) for name, tensor in tensors.items()})
        save_file({name: tensor.clone().contiguous() for name, tensor in tensors.items()}, folder / TORCH_FILE)
    assert facts is not None
    (folder / CONFIG_FILE).write_text(json.dumps(make_config(facts, config, kind)), encoding="utf-8")
    return folder


def _yaml(kind: str, stems: tuple[str, ...]) -> str:
    if kind == "mdx23c":
        return _MDX23C_YAML
    target = stems[0] if len(stems) == 2 else "null"
    bands = "num_bands: 8" if kind.startswith("mel") else (
        "freqs_per_bands: !!python/tuple\n" + "\n".join(f"    - {n}" for n in _BANDS))
    return _ROFORMER_YAML.format(
        rate=22050, bands=bands, stems=", ".join(stems), target=target, outputs=1 if target != "null" else len(stems)
    )


def _network(kind: str, stems: tuple[str, ...]) -> Any:
    from engine.separation.load_foreign import read_config

    config = read_config(_yaml(kind, stems))
    if kind == "mdx23c":
        from pymss_core import AttrDict
        from pymss_core.modules.mdx23c_tfc_tdf_v3 import TFC_TDF_net

        return TFC_TDF_net(AttrDict(config))
    from pymss_core.modules.bs_roformer import BSRoformer, MelBandRoformer

    network = dict(config["model"])
    if kind == "bs_roformer":
        return BSRoformer(**network)
    return MelBandRoformer(**network, sample_rate=22050)


_DEMUCS = {
    "audio_channels": 2, "samplerate": 22050, "segment": Fraction(2, 5), "channels": 8, "growth": 2, "nfft": 512,
    "depth": 2, "t_layers": 1, "t_heads": 2, "bottom_channels": 16, "dconv_mode": 3, "use_train_segment": True,
    "wiener_iters": 0, "cac": True, "multi_freqs": None, "t_cape_glob_loc_scale": [5000.0, 1.0, 1.4],
}


def write_demucs(path: Path, sources: tuple[str, ...], **more: object) -> None:
    """Write a package as ``demucs.states`` does: the class by name, its arguments, and half-precision weights."""
    import torch
    from pymss_core.modules.demucs4ht import HTDemucs

    kwargs = {**_DEMUCS, "sources": list(sources)}
    network = HTDemucs(**{**kwargs, "segment": float(kwargs["segment"])})
    state = OrderedDict((name, tensor.half()) for name, tensor in network.state_dict().items())
    module = types.ModuleType("demucs.htdemucs")
    named = type("HTDemucs", (), {"__module__": "demucs.htdemucs"})
    module.HTDemucs = named  # type: ignore[attr-defined]
    package = types.ModuleType("demucs")
    before = {name: sys.modules.get(name) for name in ("demucs", "demucs.htdemucs")}
    sys.modules.update({"demucs": package, "demucs.htdemucs": module})
    try:
        torch.save({"klass": named, "args": (), "kwargs": kwargs, "state": state,
                    "training_args": {"epochs": 360, "seed": 42}, **more}, path)
    finally:
        for name, old in before.items():
            if old is None:
                del sys.modules[name]
            else:
                sys.modules[name] = old


# ONNX, written by hand: (x * a) with one weight for each plane and bin, then a ReLU added to it, so not linear.


def onnx_bytes(
    seed: int = 1, dim_f: int = 64, dim_t: int = 64, *, domain: str = "", operator: str = "Mul",
    external: bool = False, batch: int | None = None, nested: bool = False, functions: bool = False, graphs: int = 1,
) -> bytes:
    """Return an MDX-Net-shaped graph; the options make hostile ones."""
    rng = np.random.default_rng(seed)
    weight = rng.uniform(0.2, 0.8, (1, 4, dim_f, 1)).astype("<f4")
    shape = [batch, 4, dim_f, dim_t]
    nodes = [_node(operator, ["input", "w"], ["output"], domain)]
    if nested:  # an attribute that is a graph
        nodes[0] += _bytes_field(5, _bytes_field(1, b"body") + _bytes_field(6, _bytes_field(2, b"inner")))
    tensor = b"".join(_varint_field(1, d) for d in weight.shape) + _varint_field(2, 1) + _bytes_field(8, b"w")
    tensor += _bytes_field(13, _bytes_field(1, b"location") + _bytes_field(2, b"/etc/passwd")) + _varint_field(14, 1) \
        if external else _bytes_field(9, weight.tobytes())
    graph = b"".join(_bytes_field(1, node) for node in nodes) + _bytes_field(2, b"g") + _bytes_field(5, tensor)
    graph += _bytes_field(11, _value_info("input", shape)) + _bytes_field(12, _value_info("output", shape))
    opset = _bytes_field(1, b"") + _varint_field(2, 13)
    model = _varint_field(1, 7) + _bytes_field(2, b"random_separators") + _bytes_field(7, graph) * graphs
    return model + _bytes_field(8, opset) + (_bytes_field(25, _bytes_field(1, b"f")) if functions else b"")


def _node(operator: str, inputs: list[str], outputs: list[str], domain: str) -> bytes:
    node = b"".join(_bytes_field(1, name.encode()) for name in inputs)
    node += b"".join(_bytes_field(2, name.encode()) for name in outputs) + _bytes_field(4, operator.encode())
    return node + (_bytes_field(7, domain.encode()) if domain else b"")


def _value_info(name: str, shape: list[int | None]) -> bytes:
    dims = b"".join(
        _bytes_field(1, _bytes_field(2, b"batch") if size is None else _varint_field(1, size)) for size in shape
    )
    tensor = _varint_field(1, 1) + _bytes_field(2, dims)
    return _bytes_field(1, name.encode()) + _bytes_field(2, _bytes_field(1, tensor))


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _varint_field(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _bytes_field(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def write_safetensors(path: Path, tensors: Mapping[str, np.ndarray]) -> None:
    """Write float32 tensors by hand, for files no library would write."""
    header: dict[str, Any] = {}
    at = 0
    for name, tensor in tensors.items():
        size = tensor.size * 4
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(
        np.ascontiguousarray(t, "<f4").tobytes() for t in tensors.values()))
