"""The sizes of a voice network, checked. Standard library only.

A checkpoint carries them as a list of 18 values (``config``). Every value is bounded here, and
:func:`expected_shapes` names each tensor that such a network has with its shape, so a forged list can neither
demand huge layers nor a network that its tensors do not fill.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import EngineError

FRAMES_PER_S = 100
RATES = (32_000, 40_000, 48_000)
FEATURE_WIDTHS = {"v1": 256, "v2": 768}
ATTENTION_WINDOW = 10  # relative positions that the text encoder tells apart, to each side
FLOW_LAYERS = 4
FLOW_KERNEL = 5
FLOW_DEPTH = 3
PITCH_CLASSES = 256
EDGE_KERNEL = 7  # of the decoder's first and last convolution
MAX_PARAMETERS = 150_000_000  # the largest published voice has about 30 million

Shape = tuple[int, ...]
Shapes = dict[str, Shape]


@dataclass(frozen=True)
class Geometry:
    """The sizes that inference needs. ``hop`` is the number of samples of one 10 ms frame."""

    version: str
    f0: bool
    inter: int
    hidden: int
    filter: int
    heads: int
    layers: int
    kernel: int
    block_kernels: tuple[int, ...]
    block_dilations: tuple[tuple[int, ...], ...]
    upsample_rates: tuple[int, ...]
    upsample_kernels: tuple[int, ...]
    upsample_initial: int
    speakers: int
    gin: int
    rate: int

    @property
    def hop(self) -> int:
        return math.prod(self.upsample_rates)

    @property
    def feature_width(self) -> int:
        return FEATURE_WIDTHS[self.version]

    def channels(self, stage: int) -> int:
        """Return the decoder's channels after upsampling ``stage`` (0 is the first)."""
        return self.upsample_initial >> (stage + 1)

    def source_stride(self, stage: int) -> int:
        """Return how many samples of the sine source meet one step of ``stage``."""
        return math.prod(self.upsample_rates[stage + 1 :])

    def with_speakers(self, speakers: int) -> Geometry:
        """Return the same network for the number of speakers its table really has."""
        return replace(self, speakers=_integer("speakers", speakers, 1, 4096))


def geometry(config: Sequence[Any], *, version: str, f0: bool) -> Geometry:
    """Return the checked sizes of a checkpoint's ``config`` (18 values in the published order).

    Raises EngineError ``voice_config`` with ``field`` when one is missing, of a wrong kind or out of bounds.
    """
    if version not in FEATURE_WIDTHS:
        raise _bad("version")
    if isinstance(config, str | bytes) or not isinstance(config, Sequence) or len(config) != 18:
        raise _bad("config")
    if str(config[9]) != "1":
        raise _bad("resblock")
    found = Geometry(
        version=version,
        f0=bool(f0),
        inter=_integer("inter_channels", config[2], 2, 1024),
        hidden=_integer("hidden_channels", config[3], 2, 1024),
        filter=_integer("filter_channels", config[4], 1, 4096),
        heads=_integer("n_heads", config[5], 1, 16),
        layers=_integer("n_layers", config[6], 1, 24),
        kernel=_integer("kernel_size", config[7], 1, 15),
        block_kernels=_integers("resblock_kernel_sizes", config[10], 1, 31),
        block_dilations=_dilations(config[11]),
        upsample_rates=_integers("upsample_rates", config[12], 1, 64),
        upsample_kernels=_integers("upsample_kernel_sizes", config[14], 1, 128),
        upsample_initial=_integer("upsample_initial_channel", config[13], 2, 2048),
        speakers=_integer("speakers", config[15], 1, 4096),
        gin=_integer("gin_channels", config[16], 1, 1024),
        rate=_integer("rate", config[17], 1, 192_000),
    )
    _check_together(found)
    return found


def _check_together(found: Geometry) -> None:
    """Raise when single values are in bounds but do not make a network."""
    if found.rate not in RATES or found.hop * FRAMES_PER_S != found.rate:
        raise _bad("rate")
    if found.hidden % found.heads or found.inter % 2 or not found.kernel % 2:
        raise _bad("channels")
    if len(found.block_kernels) != len(found.block_dilations) or any(not size % 2 for size in found.block_kernels):
        raise _bad("resblock_kernel_sizes")
    stages = len(found.upsample_rates)
    pairs = zip(found.upsample_kernels, found.upsample_rates, strict=False)
    if len(found.upsample_kernels) != stages or any(size < step or (size - step) % 2 for size, step in pairs):
        raise _bad("upsample_kernel_sizes")
    if found.f0 and any(found.source_stride(stage) % 2 for stage in range(stages - 1)):
        raise _bad("upsample_rates")
    if found.upsample_initial % (1 << stages):
        raise _bad("upsample_initial_channel")
    if sum(math.prod(shape) for shape in expected_shapes(found).values()) > MAX_PARAMETERS:
        raise _bad("size")


def expected_shapes(found: Geometry) -> Shapes:
    """Return the name and shape of each tensor of the network, weight norm in the old style (``weight_g``,
    ``weight_v``), without the posterior encoder (``enc_q``), which only training needs."""
    shapes: Shapes = {"emb_g.weight": (found.speakers, found.gin)}
    _text_encoder(shapes, found)
    _flow(shapes, found)
    _decoder(shapes, found)
    return shapes


def _text_encoder(shapes: Shapes, found: Geometry) -> None:
    hidden, head = found.hidden, found.hidden // found.heads
    shapes["enc_p.emb_phone.weight"] = (hidden, found.feature_width)
    shapes["enc_p.emb_phone.bias"] = (hidden,)
    if found.f0:
        shapes["enc_p.emb_pitch.weight"] = (PITCH_CLASSES, hidden)
    for layer in range(found.layers):
        attention = f"enc_p.encoder.attn_layers.{layer}"
        for name in ("emb_rel_k", "emb_rel_v"):
            shapes[f"{attention}.{name}"] = (1, 2 * ATTENTION_WINDOW + 1, head)
        for name in ("conv_q", "conv_k", "conv_v", "conv_o"):
            _plain(shapes, f"{attention}.{name}", (hidden, hidden, 1))
        _plain(shapes, f"enc_p.encoder.ffn_layers.{layer}.conv_1", (found.filter, hidden, found.kernel))
        _plain(shapes, f"enc_p.encoder.ffn_layers.{layer}.conv_2", (hidden, found.filter, found.kernel))
        for norm in (1, 2):
            for name in ("gamma", "beta"):
                shapes[f"enc_p.encoder.norm_layers_{norm}.{layer}.{name}"] = (hidden,)
    _plain(shapes, "enc_p.proj", (2 * found.inter, hidden, 1))


def _flow(shapes: Shapes, found: Geometry) -> None:
    hidden, half = found.hidden, found.inter // 2
    for layer in range(FLOW_LAYERS):
        coupling = f"flow.flows.{2 * layer}"  # the odd ones turn the channels round and have no weights
        _plain(shapes, f"{coupling}.pre", (hidden, half, 1))
        _plain(shapes, f"{coupling}.post", (half, hidden, 1))
        _normed(shapes, f"{coupling}.enc.cond_layer", (2 * hidden * FLOW_DEPTH, found.gin, 1))
        for step in range(FLOW_DEPTH):
            last = step == FLOW_DEPTH - 1
            _normed(shapes, f"{coupling}.enc.in_layers.{step}", (2 * hidden, hidden, FLOW_KERNEL))
            _normed(shapes, f"{coupling}.enc.res_skip_layers.{step}", (hidden if last else 2 * hidden, hidden, 1))


def _decoder(shapes: Shapes, found: Geometry) -> None:
    _plain(shapes, "dec.conv_pre", (found.upsample_initial, found.inter, EDGE_KERNEL))
    _plain(shapes, "dec.cond", (found.upsample_initial, found.gin, 1))
    if found.f0:
        _plain(shapes, "dec.m_source.l_linear", (1, 1))
    block = 0
    for stage, size in enumerate(found.upsample_kernels):
        width = found.channels(stage)
        _normed(shapes, f"dec.ups.{stage}", (2 * width, width, size), bias=width)
        if found.f0:
            stride = found.source_stride(stage)
            _plain(shapes, f"dec.noise_convs.{stage}", (width, 1, 2 * stride if stride > 1 else 1))
        for kernel, dilations in zip(found.block_kernels, found.block_dilations, strict=False):
            for convs in ("convs1", "convs2"):
                for step in range(len(dilations)):
                    _normed(shapes, f"dec.resblocks.{block}.{convs}.{step}", (width, width, kernel))
            block += 1
    shapes["dec.conv_post.weight"] = (1, found.channels(len(found.upsample_rates) - 1), EDGE_KERNEL)


def _plain(shapes: Shapes, name: str, shape: Shape) -> None:
    shapes[f"{name}.weight"] = shape
    shapes[f"{name}.bias"] = (shape[0],)


def _normed(shapes: Shapes, name: str, shape: Shape, bias: int | None = None) -> None:
    shapes[f"{name}.weight_v"] = shape
    shapes[f"{name}.weight_g"] = (shape[0], *(1 for _ in shape[1:]))
    shapes[f"{name}.bias"] = (bias or shape[0],)


def _dilations(value: object) -> tuple[tuple[int, ...], ...]:
    """Return the dilations of each residual block; the published block has three steps."""
    name = "resblock_dilation_sizes"
    if isinstance(value, str | bytes) or not isinstance(value, Sequence) or not 1 <= len(value) <= 6:
        raise _bad(name)
    found = tuple(_integers(name, each, 1, 32) for each in value)
    if any(len(each) != 3 for each in found):
        raise _bad(name)
    return found


def _integers(name: str, value: object, low: int, high: int) -> tuple[int, ...]:
    if isinstance(value, str | bytes) or not isinstance(value, Sequence) or not 1 <= len(value) <= 8:
        raise _bad(name)
    return tuple(_integer(name, each, low, high) for each in value)


def _integer(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _bad(name)
    return value


def _bad(field: str) -> EngineError:
    return EngineError("voice_config", f"the voice's config is not one of RVC: {field}", field=field)
