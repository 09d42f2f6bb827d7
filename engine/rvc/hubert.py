"""ContentVec: a HuBERT base network (Hsu et al. 2021) that turns speech at 16 kHz into features at 50 Hz.

The tensors and the ``config.json`` are those of the transformers format. v1 voices read the ninth layer through
``final_proj`` (256 values), v2 voices the last layer (768).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.errors import EngineError
from engine.rvc.kernels import Fused, Linear, Plain, close, fused_works, settled
from engine.rvc.weights import checked, folded

RATE = 16_000
HOP = 320
WIDTH = 768
PROJECTED = 256
V1_LAYER = 9
MIN_SAMPLES = 400  # below this the front end has no step
MAX_PARAMETERS = 400_000_000
_CHECK_SAMPLES = 4000
# Of training only, or of other heads on the same network.
_UNUSED = ("masked_spec_embed", "label_embs_concat", "lm_head.", "classifier.", "projector.")
_EPSILON = 1e-5


@dataclass(frozen=True)
class HubertGeometry:
    """The sizes of a network, checked. ``projected``: it has the ``final_proj`` that v1 voices need."""

    widths: tuple[int, ...]
    kernels: tuple[int, ...]
    strides: tuple[int, ...]
    layers: int
    heads: int
    inner: int
    position_kernel: int
    position_groups: int
    epsilon: float
    normalize: bool
    projected: bool


def hubert_geometry(config: Mapping[str, Any], *, projected: bool) -> HubertGeometry:
    """Return the sizes in a ``config.json``; a missing value is that of HuBERT base.

    Raises EngineError ``contentvec_config`` with ``field`` for a value out of bounds or another kind of network.
    """
    fixed = {
        "hidden_size": WIDTH, "feat_extract_norm": "group", "do_stable_layer_norm": False, "conv_bias": False,
        "hidden_act": "gelu", "feat_extract_activation": "gelu", "feat_proj_layer_norm": True,
    }  # fmt: skip
    for name, value in fixed.items():
        if config.get(name, value) != value:
            raise _bad(name)
    if projected and config.get("classifier_proj_size", PROJECTED) != PROJECTED:
        raise _bad("classifier_proj_size")
    epsilon = config.get("layer_norm_eps", _EPSILON)
    if isinstance(epsilon, bool) or not isinstance(epsilon, float) or not 0 < epsilon <= 1e-2:
        raise _bad("layer_norm_eps")
    found = HubertGeometry(
        widths=_numbers(config, "conv_dim", [512] * 7, 1024),
        kernels=_numbers(config, "conv_kernel", [10, 3, 3, 3, 3, 2, 2], 32),
        strides=_numbers(config, "conv_stride", [5, 2, 2, 2, 2, 2, 2], 32),
        layers=_number(config, "num_hidden_layers", 12, 48),
        heads=_number(config, "num_attention_heads", 12, 64),
        inner=_number(config, "intermediate_size", 3072, 8192),
        position_kernel=_number(config, "num_conv_pos_embeddings", 128, 512),
        position_groups=_number(config, "num_conv_pos_embedding_groups", 16, WIDTH),
        epsilon=epsilon,
        normalize=config.get("do_normalize") is True,
        projected=projected,
    )
    if not len(found.widths) == len(found.kernels) == len(found.strides) or math.prod(found.strides) != HOP:
        raise _bad("conv_stride")
    if WIDTH % found.heads or WIDTH % found.position_groups:
        raise _bad("num_attention_heads")
    if sum(math.prod(shape) for shape in hubert_shapes(found).values()) > MAX_PARAMETERS:
        raise _bad("size")
    return found


def hubert_shapes(found: HubertGeometry) -> dict[str, tuple[int, ...]]:
    """Return the name and shape of each tensor, weight norm in the old style."""
    front, projection = "feature_extractor.conv_layers", "feature_projection"
    shapes: dict[str, tuple[int, ...]] = {}
    for layer, (width, kernel) in enumerate(zip(found.widths, found.kernels, strict=True)):
        shapes[f"{front}.{layer}.conv.weight"] = (width, found.widths[layer - 1] if layer else 1, kernel)
    _norm(shapes, f"{front}.0.layer_norm", found.widths[0])
    _norm(shapes, f"{projection}.layer_norm", found.widths[-1])
    _dense(shapes, f"{projection}.projection", WIDTH, found.widths[-1])
    position = "encoder.pos_conv_embed.conv"
    shapes[f"{position}.weight_g"] = (1, 1, found.position_kernel)
    shapes[f"{position}.weight_v"] = (WIDTH, WIDTH // found.position_groups, found.position_kernel)
    shapes[f"{position}.bias"] = (WIDTH,)
    _norm(shapes, "encoder.layer_norm", WIDTH)
    for layer in range(found.layers):
        name = f"encoder.layers.{layer}"
        for part in "qkv":
            _dense(shapes, f"{name}.attention.{part}_proj", WIDTH, WIDTH)
        _dense(shapes, f"{name}.attention.out_proj", WIDTH, WIDTH)
        _dense(shapes, f"{name}.feed_forward.intermediate_dense", found.inner, WIDTH)
        _dense(shapes, f"{name}.feed_forward.output_dense", WIDTH, found.inner)
        _norm(shapes, f"{name}.layer_norm", WIDTH)
        _norm(shapes, f"{name}.final_layer_norm", WIDTH)
    if found.projected:
        _dense(shapes, "final_proj", PROJECTED, WIDTH)
    return shapes


class Hubert:
    """Made by :meth:`load`. ``fast``: the fused operations are used, after they agreed with plain ones."""

    def __init__(self, tensors: Mapping[str, Tensor], found: HubertGeometry, make: Plain) -> None:
        self.geometry, self.fast, self._make = found, make.fused, make
        self._front = _FrontEnd(tensors, found, make)
        self._positions = _Positions(tensors, found, make)
        self._norm = _normed(tensors, "encoder.layer_norm", make)
        self._layers = [_Layer(tensors, f"encoder.layers.{layer}", found, make) for layer in range(found.layers)]
        self._projection = _linear(tensors, "final_proj", make) if found.projected else None

    @classmethod
    def load(
        cls,
        tensors: Mapping[str, Tensor],
        config: Mapping[str, Any],
        *,
        device: torch.device | str = "cpu",
        half: bool = False,
    ) -> Hubert:
        """Return the network of a state dict and its ``config.json`` (with ``do_normalize`` of the preprocessor's,
        if it is set). ``half`` counts on a graphics card only.

        Raises EngineError ``contentvec_config`` or ``contentvec_tensors``.
        """
        named = {name.removeprefix("hubert."): value for name, value in tensors.items()}
        found = hubert_geometry(config, projected="final_proj.weight" in named)
        named = checked(named, hubert_shapes(found), "contentvec_tensors", unused=_UNUSED)
        device = torch.device(device)
        with torch.inference_mode():
            if device.type != "cpu":
                return cls(named, found, Plain(device, torch.float16 if half else torch.float32))
            if fused_works():
                expected = cls(named, found, Plain())._sample()  # given up before the next is made: both are large
                fast = cls(named, found, Fused())
                if fast._agrees(expected):
                    return fast
            return cls(named, found, Plain())

    @torch.inference_mode()
    def features(self, wave16k: Tensor, version: str, check: Callable[[], None] | None = None) -> Tensor:
        """Return ``[1, T, 256]`` for ``v1`` or ``[1, T, 768]`` for ``v2``, T at 50 Hz, float32 on the CPU.

        ``wave16k [1, n]`` with at least MIN_SAMPLES samples. ``check`` is called between layers and may raise to
        give up. Raises EngineError ``contentvec_no_projection`` when a v1 voice meets a network without it.
        """
        if wave16k.ndim != 2 or wave16k.shape[0] != 1 or wave16k.shape[1] < MIN_SAMPLES:
            raise ValueError(f"the wave is {tuple(wave16k.shape)}")
        if version == "v1" and self._projection is None:
            raise EngineError("contentvec_no_projection", "final_proj is missing")
        wave = wave16k.float()
        if self.geometry.normalize:
            wave = F.layer_norm(wave, wave.shape[-1:])
        x = self._front(self._make.place(wave), check)
        x = self._norm(self._positions(x))
        for layer in self._layers[: V1_LAYER if version == "v1" else None]:
            if check is not None:
                check()
            x = layer(x)
        if version == "v1" and self._projection is not None:
            x = self._projection(x)
        return x.float().cpu()

    def _sample(self) -> list[Tensor]:
        """Return the features of a short noise."""
        wave = torch.randn(1, _CHECK_SAMPLES, generator=torch.Generator().manual_seed(0)) * 0.1
        return [self.features(wave, version) for version in (("v1", "v2") if self.geometry.projected else ("v2",))]

    def _agrees(self, expected: list[Tensor]) -> bool:
        """Return whether this make gives the ``expected`` features. Errors of fused operations count as no."""
        try:
            return all(close(one, other) for one, other in zip(expected, self._sample(), strict=True))
        except (RuntimeError, TypeError):
            return False


class _FrontEnd:
    """Strided convolutions over the wave, then a projection to the transformer's width."""

    def __init__(self, tensors: Mapping[str, Tensor], found: HubertGeometry, make: Plain) -> None:
        self._make = make
        self._sizes = list(zip(found.kernels, found.strides, strict=True))
        self._convolutions = [
            make.convolution(
                tensors[f"feature_extractor.conv_layers.{layer}.conv.weight"], None, padding=0, stride=stride
            )
            for layer, stride in enumerate(found.strides)
        ]
        name = "feature_extractor.conv_layers.0.layer_norm"
        self._group_norm = [make.place(tensors[f"{name}.{part}"]) for part in ("weight", "bias")]
        self._norm = _normed(tensors, "feature_projection.layer_norm", make)
        self._projection = _linear(tensors, "feature_projection.projection", make)

    def __call__(self, wave: Tensor, check: Callable[[], None] | None) -> Tensor:
        steps, first_steps = self._steps(wave.shape[1])
        if self._make.fused:  # zeros up to one of few lengths; what comes of them is cut off
            wave = F.pad(wave, (0, max(0, (settled(steps) + 1) * HOP + MIN_SAMPLES - HOP - wave.shape[1])))
        first, *rest = self._convolutions
        x = self._levelled(first(self._make.signal(wave.unsqueeze(0)), settle=False), first_steps)
        for convolution in rest:
            if check is not None:
                check()
            x = convolution(x, "gelu", settle=False)
        return self._projection(self._norm(_steps_first(x)[:, :steps]))

    def _steps(self, samples: int) -> tuple[int, int]:
        """Return how many steps come of so many samples in the end, and after the first convolution."""
        lengths = [samples]
        for kernel, stride in self._sizes:
            lengths.append((lengths[-1] - kernel) // stride + 1)
        return lengths[-1], lengths[1]

    def _levelled(self, x: Tensor, steps: int) -> Tensor:
        """Normalise each channel over the first ``steps`` and apply GELU, in place: this signal is the largest."""
        weight, bias = (value.view(1, -1, 1, 1) for value in self._group_norm)
        variance, mean = torch.var_mean(x[..., :steps], dim=3, correction=0, keepdim=True)
        gain = weight * torch.rsqrt(variance + _EPSILON)
        x.sub_(mean).mul_(gain).add_(bias)
        return torch.ops.aten.gelu_(x)


class _Positions:
    """A wide convolution whose result tells the steps where they are; added to them."""

    def __init__(self, tensors: Mapping[str, Tensor], found: HubertGeometry, make: Plain) -> None:
        name = "encoder.pos_conv_embed.conv"
        self._make = make
        self._convolution = make.convolution(
            folded(tensors, name, axis=2), tensors[f"{name}.bias"],
            padding=found.position_kernel // 2, groups=found.position_groups,
        )  # fmt: skip

    def __call__(self, x: Tensor) -> Tensor:
        near = self._convolution(self._make.signal(x.transpose(1, 2)), "gelu")
        return x + _steps_first(near)[:, : x.shape[1]]  # an even kernel gives one step too many


class _Layer:
    """Attention over all steps, then two linear layers; each added to what it was given and normalised."""

    def __init__(self, tensors: Mapping[str, Tensor], name: str, found: HubertGeometry, make: Plain) -> None:
        self._heads = found.heads
        parts = [f"{name}.attention.{part}_proj" for part in "qkv"]
        weight, bias = (torch.cat([tensors[f"{part}.{kind}"] for part in parts]) for kind in ("weight", "bias"))
        self._all_three = make.linear(weight, bias)
        self._out = _linear(tensors, f"{name}.attention.out_proj", make)
        self._wide = _linear(tensors, f"{name}.feed_forward.intermediate_dense", make)
        self._narrow = _linear(tensors, f"{name}.feed_forward.output_dense", make)
        self._norm = _normed(tensors, f"{name}.layer_norm", make, found.epsilon)
        self._final_norm = _normed(tensors, f"{name}.final_layer_norm", make, found.epsilon)

    def __call__(self, x: Tensor) -> Tensor:
        steps = x.shape[1]
        split = self._all_three(x).view(1, steps, 3, self._heads, -1).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(split[0], split[1], split[2])
        x = self._norm(x + self._out(mixed.transpose(1, 2).reshape(1, steps, -1)))
        return self._final_norm(x + self._narrow(self._wide(x, "gelu")))


def _steps_first(x: Tensor) -> Tensor:
    """``[1, C, 1, T]`` → ``[1, T, C]``, which costs nothing when the channels lie last."""
    return x.squeeze(2).transpose(1, 2)


def _linear(tensors: Mapping[str, Tensor], name: str, make: Plain) -> Linear:
    return make.linear(tensors[f"{name}.weight"], tensors[f"{name}.bias"])


def _normed(
    tensors: Mapping[str, Tensor], name: str, make: Plain, epsilon: float = _EPSILON
) -> Callable[[Tensor], Tensor]:
    weight, bias = (make.place(tensors[f"{name}.{part}"]) for part in ("weight", "bias"))
    return lambda x: F.layer_norm(x, weight.shape, weight, bias, epsilon)


def _norm(shapes: dict[str, tuple[int, ...]], name: str, width: int) -> None:
    shapes[f"{name}.weight"] = shapes[f"{name}.bias"] = (width,)


def _dense(shapes: dict[str, tuple[int, ...]], name: str, out: int, into: int) -> None:
    shapes[f"{name}.weight"], shapes[f"{name}.bias"] = (out, into), (out,)


def _numbers(config: Mapping[str, Any], name: str, usual: list[int], high: int) -> tuple[int, ...]:
    value = config.get(name, usual)
    if isinstance(value, str | bytes) or not isinstance(value, Sequence) or not 1 <= len(value) <= 10:
        raise _bad(name)
    return tuple(_number({name: each}, name, 0, high) for each in value)


def _number(config: Mapping[str, Any], name: str, usual: int, high: int) -> int:
    value = config.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= high:
        raise _bad(name)
    return value


def _bad(field: str) -> EngineError:
    return EngineError("contentvec_config", f"not a network of ContentVec's kind: {field}", field=field)
