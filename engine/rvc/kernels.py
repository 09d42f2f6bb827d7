"""Convolutions along time and linear layers, in two makes: plain torch, and oneDNN's fused operations.

Signals are ``[1, channels, 1, steps]``. The fused make keeps them channels-last (the values of one step side by
side, so a cut along time is free) and lets oneDNN apply the activation or the addition while a result is still
in the cache. Its operations (``torch.ops.mkldnn``) belong to torch's own compiler and may change with any
version: :func:`fused_works` asks them once, and every network compares its result with the plain make when it
is loaded.

oneDNN keeps what it compiled for each shape, half a megabyte at a time, and sounds come in every length. So the
fused make rounds lengths up (:func:`settled`) with zeros that cannot reach the result, and cuts the result.
"""

from __future__ import annotations

import functools
from typing import Literal, Protocol

import torch
import torch.nn.functional as F
from torch import Tensor

Activation = Literal["none", "relu", "gelu", "leaky"]
SLOPE = 0.1  # of the leaky ReLU everywhere but before the decoder's last convolution
TOLERANCE = 1e-4


class Convolution(Protocol):
    """A convolution along time of ``[1, C, 1, T]``; the result has the length that padding and stride leave.

    ``settle`` False: T is one of few lengths by itself and is not rounded.
    """

    def __call__(self, x: Tensor, then: Activation = "none", *, settle: bool = True) -> Tensor: ...

    def plus(self, x: Tensor, other: Tensor, *, settle: bool = True) -> Tensor:
        """Return the convolution of ``x`` added to ``other``."""
        ...


class Linear(Protocol):
    """``[…, I] → […, O]``."""

    def __call__(self, x: Tensor, then: Activation = "none") -> Tensor: ...


def activated(x: Tensor, then: Activation) -> Tensor:
    """Apply ``then``; ``x`` may be overwritten."""
    if then == "leaky":
        return F.leaky_relu_(x, SLOPE)
    if then == "relu":
        return x.relu_()
    return F.gelu(x) if then == "gelu" else x


def settled(length: int) -> int:
    """Return the next length that shapes are made for: at most 16 between a power of two and the next."""
    grain = max(16, 1 << max(0, length.bit_length() - 5))
    return -(-length // grain) * grain


class PlainConvolution:
    def __init__(self, weight: Tensor, bias: Tensor | None, padding: int, stride: int, dilation: int, groups: int):
        self._weight, self._bias = weight.unsqueeze(2), bias
        self._sizes = ((1, stride), (0, padding), (1, dilation), groups)

    def __call__(self, x: Tensor, then: Activation = "none", *, settle: bool = True) -> Tensor:
        return activated(F.conv2d(x, self._weight, self._bias, *self._sizes), then)

    def plus(self, x: Tensor, other: Tensor, *, settle: bool = True) -> Tensor:
        return F.conv2d(x, self._weight, self._bias, *self._sizes).add_(other)


class PlainLinear:
    def __init__(self, weight: Tensor, bias: Tensor | None):
        self._weight, self._bias = weight, bias

    def __call__(self, x: Tensor, then: Activation = "none") -> Tensor:
        return activated(F.linear(x, self._weight, self._bias), then)


class Plain:
    """Makes plain torch layers on a device, in its number format."""

    fused = False

    def __init__(self, device: torch.device | str = "cpu", dtype: torch.dtype = torch.float32) -> None:
        self.device, self.dtype = torch.device(device), dtype

    def place(self, value: Tensor) -> Tensor:
        """Return ``value`` where and how this make computes."""
        return value.to(self.device, self.dtype)

    def signal(self, x: Tensor) -> Tensor:
        """Return ``x`` ``[1, C, T]`` as this make's ``[1, C, 1, T]``."""
        return x.unsqueeze(2)

    def convolution(
        self, weight: Tensor, bias: Tensor | None, *, padding: int, stride: int = 1, dilation: int = 1, groups: int = 1
    ) -> Convolution:
        bias = None if bias is None else self.place(bias)
        return PlainConvolution(self.place(weight), bias, padding, stride, dilation, groups)

    def linear(self, weight: Tensor, bias: Tensor | None) -> Linear:
        return PlainLinear(self.place(weight), None if bias is None else self.place(bias))


class FusedConvolution:
    def __init__(self, weight: Tensor, bias: Tensor | None, padding: int, stride: int, dilation: int, groups: int):
        self._bias = bias
        self._sizes = ([0, padding], [1, stride], [1, dilation], groups)
        self._kernel = weight.shape[2]
        flat = weight.unsqueeze(2).to(memory_format=torch.channels_last)
        self._weight = torch.ops.mkldnn._reorder_convolution_weight(flat, *self._sizes)

    def __call__(self, x: Tensor, then: Activation = "none", *, settle: bool = True) -> Tensor:
        if settle and (missing := settled(x.shape[-1]) - x.shape[-1]):
            return self(F.pad(x, (0, missing)), then, settle=False)[..., : self._length(x.shape[-1])]
        name, numbers, kind = _POINTWISE[then]
        return torch.ops.mkldnn._convolution_pointwise(
            x, self._weight, self._bias, *self._sizes, name, numbers, kind
        )  # fmt: skip

    def plus(self, x: Tensor, other: Tensor, *, settle: bool = True) -> Tensor:
        if settle and settled(x.shape[-1]) != x.shape[-1]:
            return self(x).add_(other)
        return torch.ops.mkldnn._convolution_pointwise.binary(
            x, other, self._weight, self._bias, *self._sizes, "add", 1.0, None, [], None
        )

    def _length(self, steps: int) -> int:
        """Return the length of the result for ``steps``."""
        (_, padding), (_, stride), (_, dilation), _ = self._sizes
        return (steps + 2 * padding - dilation * (self._kernel - 1) - 1) // stride + 1


class FusedLinear:
    def __init__(self, weight: Tensor, bias: Tensor | None):
        self._weight, self._bias = torch.ops.mkldnn._reorder_linear_weight(weight), bias

    def __call__(self, x: Tensor, then: Activation = "none") -> Tensor:
        rows = x.shape[-2]
        if missing := settled(rows) - rows:
            return self(F.pad(x, (0, 0, 0, missing)), then)[..., :rows, :]
        return torch.ops.mkldnn._linear_pointwise(x, self._weight, self._bias, *_POINTWISE[then])


_POINTWISE: dict[Activation, tuple[str, list[float], str | None]] = {
    "none": ("none", [], None),
    "relu": ("relu", [], None),
    "gelu": ("gelu", [], "none"),  # "none": the exact function, not its tanh approximation
    "leaky": ("leaky_relu", [SLOPE], None),
}


class Fused(Plain):
    """Makes layers of oneDNN's fused operations; processor and float32 only."""

    fused = True

    def place(self, value: Tensor) -> Tensor:
        """A copy: a small vector out of a mapped file would keep the whole file in memory."""
        return value.to(self.device, self.dtype, copy=True)

    def signal(self, x: Tensor) -> Tensor:
        return x.unsqueeze(2).contiguous(memory_format=torch.channels_last)

    def convolution(
        self, weight: Tensor, bias: Tensor | None, *, padding: int, stride: int = 1, dilation: int = 1, groups: int = 1
    ) -> Convolution:
        bias = None if bias is None else self.place(bias)
        return FusedConvolution(self.place(weight), bias, padding, stride, dilation, groups)

    def linear(self, weight: Tensor, bias: Tensor | None) -> Linear:
        return FusedLinear(self.place(weight).contiguous(), None if bias is None else self.place(bias))


@functools.cache
def fused_works() -> bool:
    """Return whether this torch has the fused operations and they agree with plain ones on small numbers."""
    if not torch.backends.mkldnn.is_available():
        return False
    generator = torch.Generator().manual_seed(1)
    x, weight = (torch.randn(shape, generator=generator) for shape in ((1, 16, 40), (16, 16, 3)))
    bias = torch.randn(16, generator=generator)
    try:
        with torch.inference_mode():
            results = [_small_results(make, x, weight, bias) for make in (Plain(), Fused())]
    except (RuntimeError, AttributeError, TypeError, NotImplementedError):
        return False
    return all(close(plain, fused) for plain, fused in zip(*results, strict=True))


def _small_results(make: Plain, x: Tensor, weight: Tensor, bias: Tensor) -> list[Tensor]:
    convolution = make.convolution(weight, bias, padding=1)
    linear = make.linear(weight[:, :, 0], bias)
    signal = make.signal(x)
    results = [convolution(signal, then) for then in _POINTWISE]
    results += [linear(x.transpose(1, 2).contiguous(), then) for then in _POINTWISE]
    return [*results, convolution.plus(signal, signal)]


def close(expected: Tensor, found: Tensor) -> bool:
    """Return whether two results agree within TOLERANCE of the larger of 1 and the expected peak."""
    if expected.shape != found.shape or not bool(torch.isfinite(found).all()):
        return False
    bound = TOLERANCE * max(1.0, float(expected.abs().max()))
    return float((expected - found).abs().max()) <= bound
