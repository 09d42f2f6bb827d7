"""The vocoder of a voice: HiFi-GAN (Kong et al. 2020), with a sine source added at every stage when it has pitch.

Long signals are worked through in pieces that stay in the cache. Each piece reads so many steps beside it
(``halo``) that its own part is what the whole would give; at the true ends nothing is read, because there the
network's own padding with zeros belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.rvc.geometry import EDGE_KERNEL, Geometry
from engine.rvc.kernels import SLOPE, Convolution, Plain, settled
from engine.rvc.weights import folded

TILE = 8192  # samples of a residual stage that are worked on together: the results fit a processor's cache
BLOCK_S = 2.0  # of the plain make on the processor
LAST_SLOPE = 0.01  # of the leaky ReLU before the last convolution: torch's default, as published
MIN_HALO = 12


def reach(found: Geometry) -> int:
    """Return how many frames to each side a frame's samples depend on, at least MIN_HALO."""
    steps = EDGE_KERNEL // 2
    inner = max(_block_reach(*each) for each in zip(found.block_kernels, found.block_dilations, strict=True))
    for stage in range(len(found.upsample_rates) - 1, -1, -1):
        steps += inner
        rate, kernel = found.upsample_rates[stage], found.upsample_kernels[stage]
        steps = -(-(steps + kernel - 1) // rate)
    return max(MIN_HALO, steps + EDGE_KERNEL // 2)


def pieces(total: int, size: int, halo: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield ``(begin, end, low, high)``: parts of ``size`` that cover ``total``, and what each of them reads."""
    for begin in range(0, total, size):
        end = min(total, begin + size)
        yield begin, end, max(0, begin - halo), min(total, end + halo)


def no_check() -> None:
    """For callers that never give up."""


class Decoder:
    """``z [1, inter, T]``, speaker vector ``[gin]``, source ``[1, T · hop]`` or None → samples ``[T · hop]``."""

    def __init__(self, tensors: Mapping[str, Tensor], found: Geometry, make: Plain) -> None:
        self._make, self._hop = make, found.hop
        self._pre = make.convolution(
            tensors["dec.conv_pre.weight"], tensors["dec.conv_pre.bias"], padding=EDGE_KERNEL // 2
        )
        self._condition = make.linear(tensors["dec.cond.weight"].squeeze(-1), tensors["dec.cond.bias"])
        self._stages = [_Stage(tensors, stage, found, make) for stage in range(len(found.upsample_rates))]
        self.halo = reach(found)
        in_blocks = not make.fused and make.device.type == "cpu"
        self._block = round(BLOCK_S * found.rate / found.hop) if in_blocks else None

    def __call__(
        self, z: Tensor, speaker: Tensor, source: Tensor | None, check: Callable[[], None] = no_check
    ) -> Tensor:
        """``check`` is called between pieces of work and may raise to give up."""
        frames, block = z.shape[-1], self._block
        if block is None or frames <= block:
            return self._whole(z, speaker, source, check)
        out = z.new_empty(frames * self._hop)
        for begin, end, low, high in pieces(frames, block, max(16, self.halo)):
            part = None if source is None else source[:, low * self._hop : high * self._hop]
            samples = self._whole(z[:, :, low:high], speaker, part, check)
            out[begin * self._hop : end * self._hop] = samples[(begin - low) * self._hop : (end - low) * self._hop]
        return out

    def _whole(self, z: Tensor, speaker: Tensor, source: Tensor | None, check: Callable[[], None]) -> Tensor:
        x = self._pre(self._make.signal(z)).add_(self._condition(speaker.unsqueeze(0)).view(1, -1, 1, 1))
        x = F.leaky_relu_(x, SLOPE)
        for stage in self._stages:
            x = stage(x, source, check)
        return x.reshape(-1)


class _Stage:
    """Upsampling, the source added, and the mean of the residual blocks with the leaky ReLU that follows it; the last
    stage goes on to samples.

    The fused make does all of this tile by tile, so that of a stage only its result is ever whole in memory.
    """

    def __init__(self, tensors: Mapping[str, Tensor], stage: int, found: Geometry, make: Plain) -> None:
        self._rate, kernel = found.upsample_rates[stage], found.upsample_kernels[stage]
        self._weight = make.place(folded(tensors, f"dec.ups.{stage}")).unsqueeze(2)
        self._bias = make.place(tensors[f"dec.ups.{stage}.bias"])
        self._padding = (kernel - self._rate) // 2
        self._source = _SourceLayer(tensors, stage, found, make) if found.f0 else None
        kinds = list(zip(found.block_kernels, found.block_dilations, strict=True))
        first = stage * len(kinds)
        self._blocks = [
            _Block(tensors, f"dec.resblocks.{first + index}", *kind, make) for index, kind in enumerate(kinds)
        ]
        last = stage == len(found.upsample_rates) - 1
        edge = EDGE_KERNEL // 2
        self._post = make.convolution(tensors["dec.conv_post.weight"], None, padding=edge) if last else None
        halo = max(_block_reach(*kind) for kind in kinds) + (edge if last else 0)
        self._tile = max(1, TILE // self._rate) if make.fused else None  # in steps before the upsampling
        self._grain = max(1, TILE // 8 // self._rate)
        self._halo = -(-(halo + kernel) // self._rate)

    def __call__(self, x: Tensor, source: Tensor | None, check: Callable[[], None]) -> Tensor:
        """``[1, 2C, 1, T]`` → ``[1, C, 1, T · rate]``, of the last stage ``[1, 1, 1, T · rate]``."""
        steps, rate = x.shape[-1], self._rate
        windows = None if self._source is None or source is None else self._source.windows(source)
        if self._tile is None or steps <= self._tile + 2 * self._halo:
            return self._piece(x, windows, check, settle=True)
        out: Tensor | None = None
        for begin, end, low, high in pieces(steps, self._tile, self._halo):
            if high == steps:  # the last has one of few lengths too, and hears a little more for it
                low = max(0, high - -(-(high - low) // self._grain) * self._grain)
            heard = None if windows is None else windows[low * rate : high * rate]
            part = self._piece(x[..., low:high], heard, check, settle=False)
            if out is None:
                shape = (1, part.shape[1], 1, steps * rate)
                out = torch.empty(shape, dtype=x.dtype, device=x.device, memory_format=torch.channels_last)
            out[..., begin * rate : end * rate] = part[..., (begin - low) * rate : (end - low) * rate]
        assert out is not None
        return out

    def _piece(self, x: Tensor, windows: Tensor | None, check: Callable[[], None], *, settle: bool) -> Tensor:
        x = self._upsampled(x, settle and self._tile is not None)
        if self._source is not None and windows is not None:
            x = x.add_(self._source(windows))
        total = self._blocks[0](x, check, settle=settle)
        for block in self._blocks[1:]:
            total += block(x, check, settle=settle)
        total.div_(len(self._blocks))
        if self._post is None:
            return F.leaky_relu_(total, SLOPE)
        return torch.tanh_(self._post(F.leaky_relu_(total, LAST_SLOPE), settle=settle))

    def _upsampled(self, x: Tensor, settle: bool) -> Tensor:
        steps = x.shape[-1]
        x = F.pad(x, (0, settled(steps) - steps)) if settle else x
        x = F.conv_transpose2d(x, self._weight, self._bias, stride=(1, self._rate), padding=(0, self._padding))
        return x[..., : steps * self._rate]


class _Block:
    """Three steps of a dilated and a plain convolution, each added to its input."""

    def __init__(
        self, tensors: Mapping[str, Tensor], name: str, kernel: int, dilations: tuple[int, ...], make: Plain
    ) -> None:
        self._steps = [
            (
                _convolution(tensors, f"{name}.convs1.{step}", kernel, dilation, make),
                _convolution(tensors, f"{name}.convs2.{step}", kernel, 1, make),
            )
            for step, dilation in enumerate(dilations)
        ]

    def __call__(self, x: Tensor, check: Callable[[], None], *, settle: bool) -> Tensor:
        for first, second in self._steps:
            check()
            x = second.plus(first(F.leaky_relu(x, SLOPE), "leaky", settle=settle), x, settle=settle)
        return x


class _SourceLayer:
    """The source brought to a stage's rate: a convolution of one channel whose windows overlap by half."""

    def __init__(self, tensors: Mapping[str, Tensor], stage: int, found: Geometry, make: Plain) -> None:
        self._stride = found.source_stride(stage)
        self._weight = make.place(tensors[f"dec.noise_convs.{stage}.weight"]).squeeze(1).T.contiguous()
        self._bias = make.place(tensors[f"dec.noise_convs.{stage}.bias"])

    def windows(self, source: Tensor) -> Tensor:
        """Return a view ``[steps, window]`` of the source ``[1, n]``."""
        if self._stride == 1:
            return source.reshape(-1, 1)
        half = self._stride // 2
        return F.pad(source, (half, half)).unfold(1, 2 * self._stride, self._stride)[0]

    def __call__(self, windows: Tensor) -> Tensor:
        """Return ``[1, C, 1, steps]``."""
        return torch.addmm(self._bias, windows, self._weight).T.unsqueeze(0).unsqueeze(2)


def _convolution(tensors: Mapping[str, Tensor], name: str, kernel: int, dilation: int, make: Plain) -> Convolution:
    padding = (kernel - 1) * dilation // 2
    return make.convolution(folded(tensors, name), tensors[f"{name}.bias"], padding=padding, dilation=dilation)


def _block_reach(kernel: int, dilations: tuple[int, ...]) -> int:
    return sum((kernel - 1) // 2 * (dilation + 1) for dilation in dilations)
