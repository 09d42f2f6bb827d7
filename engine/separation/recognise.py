"""What kind of separation network a file holds, told by the names and shapes of its tensors alone.

File names say nothing. What the shapes tell is never taken from a config beside the file, so a forged config
cannot ask for a network larger than its weights.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Shapes = Mapping[str, tuple[int, ...]]

KINDS = ("htdemucs", "bs_roformer", "mel_band_roformer", "mdx23c", "mdx_onnx")

MAX_TENSORS = 20_000
MAX_ELEMENTS = 2_000_000_000
_MEL_RATES = (44100, 48000, 32000, 24000, 22050, 16000)
_FFT_SIZES = (2048, 4096, 1024, 512, 8192, 256, 128)


class _Unlike(Exception):
    """The tensors are not those of the network that was tried."""


def recognise_checkpoint(shapes: Shapes) -> dict[str, Any] | None:
    """Return ``{model_kind, network, outputs, channels, rate?, assumed}`` or None where it is none of ours.

    ``network`` holds the hyper-parameters that the shapes tell; ``outputs`` the number of stems that come out;
    ``assumed`` the names of values in ``network`` that are the usual ones because no shape tells them.
    """
    if not 0 < len(shapes) <= MAX_TENSORS or sum(_size(shape) for shape in shapes.values()) > MAX_ELEMENTS:
        return None
    tries: tuple[tuple[str, Callable[[Shapes], dict[str, Any]]], ...] = (
        ("band_split.to_features.0.1.weight", _roformer),
        ("bottleneck_block.blocks.0.tdf.2.weight", _mdx23c),
        ("tencoder.0.conv.weight", _htdemucs),
    )
    for mark, recognise in tries:
        if mark in shapes:
            try:
                return recognise(shapes)
            except _Unlike:
                return None
    return None


def recognise_onnx(path: str) -> dict[str, Any] | None:
    """Return the facts of an MDX-Net graph (see :func:`recognise_checkpoint`) or None.

    Raises EngineError ``damaged`` and ``foreign_operators`` (a graph that is one but must not be run).
    """
    from engine.separation.onnx_graph import read_graph

    graph = read_graph(path)
    if graph is None or len(graph.inputs) != 1 or not graph.outputs:
        return None
    taken, given = graph.inputs[0].shape, graph.outputs[0].shape
    if len(taken) != 4 or len(given) != 4 or taken[1] != 4 or given[1] not in (4, None):
        return None
    dim_f, dim_t = taken[2], taken[3]
    if dim_f is None or dim_t is None or not 16 <= dim_f <= 16_384 or not 4 <= dim_t <= 8192:
        return None
    if any(a is not None and a != b for a, b in zip(given[2:], (dim_f, dim_t), strict=True)):
        return None
    from engine.separation.mdx_table import parameters_for

    n_fft, candidates = parameters_for(dim_f)
    network = {"n_fft": n_fft, "hop": 1024 if dim_f > 512 else n_fft // 4, "dim_f": dim_f, "dim_t": dim_t,
               "compensation": 1.0, "input": graph.inputs[0].name, "output": graph.outputs[0].name}
    return {"model_kind": "mdx_onnx", "network": network, "outputs": 1, "channels": 2,
            "n_fft_candidates": candidates, "assumed": ["n_fft", "hop", "compensation"]}


# Roformers


def _roformer(shapes: Shapes) -> dict[str, Any]:
    bands = _count(shapes, r"band_split\.to_features\.(\d+)\.1\.weight")
    dim = _shape(shapes, "band_split.to_features.0.1.weight", 2)[0]
    inputs = [_shape(shapes, f"band_split.to_features.{band}.0.gamma", 1)[0] for band in range(bands)]
    depth = _count(shapes, r"layers\.(\d+)\.0\.layers\.0\.0\.to_qkv\.weight")
    if any(re.match(r"layers\.\d+\.2\.", name) for name in shapes):  # linear attention: no such network here
        raise _Unlike
    time_depth = _count(shapes, r"layers\.0\.0\.layers\.(\d+)\.0\.to_qkv\.weight")
    freq_depth = _count(shapes, r"layers\.0\.1\.layers\.(\d+)\.0\.to_qkv\.weight")
    heads = _shape(shapes, "layers.0.0.layers.0.0.to_gates.weight", 2)[0]
    inner = _shape(shapes, "layers.0.0.layers.0.0.to_qkv.weight", 2)[0]
    if not heads or inner % (3 * heads):
        raise _Unlike
    _check_layers(shapes, dim, inner, depth, (time_depth, freq_depth))
    outputs = _count(shapes, r"mask_estimators\.(\d+)\.to_freqs\.0\.0\.0\.weight")
    mask_depth = len([n for n in shapes if re.fullmatch(r"mask_estimators\.0\.to_freqs\.0\.0\.\d+\.weight", n)])
    hidden = _shape(shapes, "mask_estimators.0.to_freqs.0.0.0.weight", 2)[0] if mask_depth > 1 else 4 * dim
    if hidden % dim:
        raise _Unlike
    network: dict[str, Any] = {
        "dim": dim, "depth": depth, "num_stems": outputs, "time_transformer_depth": time_depth,
        "freq_transformer_depth": freq_depth, "heads": heads, "dim_head": inner // 3 // heads,
        "mask_estimator_depth": mask_depth, "mlp_expansion_factor": hidden // dim,
        "norm_output": "layers.0.0.norm.gamma" in shapes,
    }
    if "final_norm.gamma" in shapes:
        return _bs_roformer(shapes, network, inputs)
    return _mel_roformer(network, inputs)


def _check_layers(shapes: Shapes, dim: int, inner: int, depth: int, depths: tuple[int, int]) -> None:
    """Every layer is there and as large as the first, so the network is as large as the file."""
    for layer in range(depth):
        for side, count in enumerate(depths):
            for number in range(count):
                name = f"layers.{layer}.{side}.layers.{number}"
                if (_shape(shapes, f"{name}.0.to_qkv.weight", 2) != (inner, dim)
                        or _shape(shapes, f"{name}.1.net.1.weight", 2) != (4 * dim, dim)):
                    raise _Unlike


def _bs_roformer(shapes: Shapes, network: dict[str, Any], inputs: list[int]) -> dict[str, Any]:
    channels = next((c for c in (2, 1) if _is_fft_half(sum(inputs), 2 * c)), 0)
    if not channels or any(size % (2 * channels) for size in inputs):
        raise _Unlike
    bins = sum(inputs) // (2 * channels)
    network |= {
        "stereo": channels == 2, "freqs_per_bands": [size // (2 * channels) for size in inputs],
        "use_shared_bias": "linear_62_bias_0" in shapes,
        "use_pope": any("pope_embed" in name for name in shapes),
        **_fft(2 * (bins - 1)), "zero_dc": False, "skip_connection": False,
    }
    return {"model_kind": "bs_roformer", "network": network, "outputs": network["num_stems"], "channels": channels,
            "assumed": ["stft_hop_length", "zero_dc", "skip_connection"]}


def _mel_roformer(network: dict[str, Any], inputs: list[int]) -> dict[str, Any]:
    for channels in (2, 1):
        if any(size % (2 * channels) for size in inputs):
            continue
        wanted = [size // (2 * channels) for size in inputs]
        for n_fft in _FFT_SIZES:
            for rate in _MEL_RATES:
                if mel_band_bins(rate, n_fft, len(inputs)) == wanted:
                    network |= {"stereo": channels == 2, "num_bands": len(inputs), "sample_rate": rate,
                                **_fft(n_fft), "zero_dc": True, "skip_connection": False}
                    return {"model_kind": "mel_band_roformer", "network": network, "rate": rate,
                            "outputs": network["num_stems"], "channels": channels,
                            "assumed": ["stft_hop_length", "zero_dc", "skip_connection"]}
    raise _Unlike


def _fft(n_fft: int) -> dict[str, int]:
    hop = 441 if n_fft == 2048 else n_fft // 4
    return {"stft_n_fft": n_fft, "stft_win_length": n_fft, "stft_hop_length": hop}


def _is_fft_half(total: int, per_bin: int) -> bool:
    bins = total // per_bin - 1
    return total % per_bin == 0 and bins > 0 and bins & (bins - 1) == 0


def mel_band_bins(rate: int, n_fft: int, bands: int) -> list[int]:
    """Return how many FFT bins each band of the network has.

    Triangles on Slaney's mel scale (linear to 1 kHz, then logarithmic with 27 steps for a factor of 6.4); the
    very first and last bin belong to the outer bands in any case. (The network's own definition.)
    """
    def to_mel(hz: np.ndarray) -> np.ndarray:
        return np.where(hz < 1000.0, hz * 3 / 200, 15.0 + np.log(np.maximum(hz, 1.0) / 1000.0) * 27 / np.log(6.4))

    def to_hz(mel: np.ndarray) -> np.ndarray:
        return np.where(mel < 15.0, mel * 200 / 3, 1000.0 * np.exp(np.log(6.4) / 27 * (mel - 15.0)))

    edges = to_hz(np.linspace(0.0, float(to_mel(np.array(rate / 2))), bands + 2))
    bins = np.linspace(0.0, rate / 2, n_fft // 2 + 1)
    inside = (bins > edges[:-2, None]) & (bins < edges[2:, None])
    inside[0, 0] = inside[-1, -1] = True
    return [int(n) for n in inside.sum(axis=1)]


# TFC-TDF v3


def _mdx23c(shapes: Shapes) -> dict[str, Any]:
    first = _shape(shapes, "first_conv.weight", 4)
    last = _shape(shapes, "final_conv.2.weight", 4)
    scales = _count(shapes, r"encoder_blocks\.(\d+)\.downscale\.conv\.2\.weight")
    blocks = _count(shapes, r"bottleneck_block\.blocks\.(\d+)\.tdf\.2\.weight")
    tdf = _shape(shapes, "encoder_blocks.0.tfc_tdf.blocks.0.tdf.2.weight", 2)
    down = _shape(shapes, "encoder_blocks.0.downscale.conv.2.weight", 4)
    channels, dim_c = first[0], first[1]
    if dim_c % 4 or last[0] % dim_c or not tdf[0] or tdf[1] % tdf[0]:
        raise _Unlike
    growth = down[0] - channels
    for scale in range(scales):
        width = channels + scale * growth
        for block in range(blocks):
            name = f"encoder_blocks.{scale}.tfc_tdf.blocks.{block}.tfc1.2.weight"
            if _shape(shapes, name, 4) != (width, width, 3, 3):
                raise _Unlike
    mark = "encoder_blocks.0.tfc_tdf.blocks.0.tfc1.0"
    norm = "none"
    if f"{mark}.weight" in shapes:
        norm = "BatchNorm" if f"{mark}.running_mean" in shapes else "InstanceNorm"
    subbands = dim_c // 4
    dim_f = tdf[1] * subbands
    network = {
        "num_subbands": subbands, "num_scales": scales, "scale": [down[2], down[3]], "num_blocks_per_scale": blocks,
        "num_channels": channels, "growth": growth, "bottleneck_factor": tdf[1] // tdf[0], "norm": norm,
        "act": "gelu", "dim_f": dim_f, "n_fft": 2 * dim_f, "hop_length": 1024 if dim_f >= 1024 else dim_f // 2,
    }
    return {"model_kind": "mdx23c", "network": network, "outputs": last[0] // dim_c, "channels": 2,
            "assumed": ["n_fft", "hop_length", "act", *(["norm"] if norm == "InstanceNorm" else [])]}


# Hybrid Transformer Demucs


def _htdemucs(shapes: Shapes) -> dict[str, Any]:
    depth = _count(shapes, r"encoder\.(\d+)\.conv\.weight")
    conv = _shape(shapes, "encoder.0.conv.weight", 4)
    time = _shape(shapes, "tencoder.0.conv.weight", 3)
    last = _shape(shapes, f"tdecoder.{_count(shapes, r'tdecoder[.]([0-9]+)[.]conv_tr[.]weight') - 1}.conv_tr.weight", 3)
    channels, audio_channels = conv[0], time[1]
    second = _shape(shapes, "encoder.1.conv.weight", 4) if depth > 1 else (2 * channels,)
    if not audio_channels or last[1] % audio_channels or conv[1] % (2 * audio_channels) or second[0] % channels:
        raise _Unlike
    growth = second[0] // channels
    for index in range(depth):
        if _shape(shapes, f"encoder.{index}.conv.weight", 4)[0] != channels * growth**index:
            raise _Unlike
    subbands = conv[1] // (2 * audio_channels)
    network: dict[str, Any] = {
        "channels": channels, "growth": growth, "depth": depth, "kernel_size": conv[2], "num_subbands": subbands,
        "norm_starts": next((n for n in range(depth) if f"encoder.{n}.norm1.weight" in shapes), depth),
        "bottom_channels": shapes.get("channel_upsampler.weight", (0,))[0],
        "t_layers": _count(shapes, r"crosstransformer\.layers\.(\d+)\.linear1\.weight", least=0),
        **_dconv(shapes, channels),
    }
    if network["t_layers"]:
        linear = _shape(shapes, "crosstransformer.layers.0.linear1.weight", 2)
        network["t_hidden_scale"] = linear[0] / linear[1]
    embedding = shapes.get("freq_emb.embedding.weight")
    network["freq_emb"] = 0.2 if embedding else 0
    network["nfft"] = embedding[0] * 4 * 2 if embedding else 4096
    return {"model_kind": "htdemucs", "network": network, "outputs": last[1] // audio_channels,
            "channels": audio_channels, "assumed": ["t_heads", "segment", *([] if embedding else ["nfft"])]}


def _dconv(shapes: Shapes, channels: int) -> dict[str, Any]:
    mode = ("encoder.0.dconv.layers.0.0.weight" in shapes) + 2 * ("decoder.0.dconv.layers.0.0.weight" in shapes)
    side = "encoder" if mode & 1 else "decoder"
    width = channels
    name = f"{side}.0.dconv.layers.0.0.weight"
    if not mode:
        return {"dconv_mode": 0}
    hidden, width = _shape(shapes, name, 3)[:2]
    if not hidden:
        raise _Unlike
    depth = _count(shapes, side + r"\.0\.dconv\.layers\.(\d+)\.0\.weight")
    return {"dconv_mode": mode, "dconv_depth": depth, "dconv_comp": width // hidden}


# Reading shapes


def _shape(shapes: Shapes, name: str, dimensions: int) -> tuple[int, ...]:
    shape = shapes.get(name)
    if shape is None or len(shape) != dimensions:
        raise _Unlike
    return tuple(shape)


def _count(shapes: Shapes, pattern: str, least: int = 1) -> int:
    """Return how many numbers, counted from 0 without a gap, stand where the pattern has its group."""
    numbers = {int(found[1]) for name in shapes if (found := re.fullmatch(pattern, name)) and len(found[1]) < 4}
    if len(numbers) < least or numbers != set(range(len(numbers))):
        raise _Unlike
    return len(numbers)


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size
