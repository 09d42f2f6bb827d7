"""The prior of a voice: features of speech and pitch classes to the mean and spread of the latent signal.

A transformer with relative positions in its attention (Shaw et al. 2018, as used by VITS, Kim et al. 2021):
the vectors ``emb_rel_k`` and ``emb_rel_v`` stand for the distances −10 … 10; larger distances have none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.rvc.geometry import ATTENTION_WINDOW, Geometry
from engine.rvc.kernels import SLOPE, Linear, Plain

_EPSILON = 1e-5


class TextEncoder:
    """``features [1, T, width]``, ``pitch [1, T]`` → mean and natural log of the spread, both ``[1, inter, T]``."""

    def __init__(self, tensors: Mapping[str, Tensor], found: Geometry, make: Plain) -> None:
        self._scale = math.sqrt(found.hidden)
        self._phone = make.linear(tensors["enc_p.emb_phone.weight"], tensors["enc_p.emb_phone.bias"])
        self._pitch = make.place(tensors["enc_p.emb_pitch.weight"]) if found.f0 else None
        self._layers = [_Layer(tensors, layer, found, make) for layer in range(found.layers)]
        self._proj = _pointwise(tensors, "enc_p.proj", make)

    def __call__(self, features: Tensor, pitch: Tensor | None) -> tuple[Tensor, Tensor]:
        x = self._phone(features)
        if self._pitch is not None and pitch is not None:
            x = x + F.embedding(pitch, self._pitch)
        x = F.leaky_relu_(x * self._scale, SLOPE)
        for layer in self._layers:
            x = layer(x)
        mean, log_spread = self._proj(x).transpose(1, 2).chunk(2, dim=1)
        return mean, log_spread


class _Layer:
    """Attention, then two convolutions; each added to what it was given and normalised."""

    def __init__(self, tensors: Mapping[str, Tensor], layer: int, found: Geometry, make: Plain) -> None:
        self._make, self._width = make, found.hidden
        self._attention = _Attention(tensors, f"enc_p.encoder.attn_layers.{layer}", found.heads, make)
        self._conv_1, self._conv_2 = (
            make.convolution(
                tensors[f"enc_p.encoder.ffn_layers.{layer}.{name}.weight"],
                tensors[f"enc_p.encoder.ffn_layers.{layer}.{name}.bias"],
                padding=found.kernel // 2,
            )
            for name in ("conv_1", "conv_2")
        )
        self._norms = [
            [make.place(tensors[f"enc_p.encoder.norm_layers_{norm}.{layer}.{name}"]) for name in ("gamma", "beta")]
            for norm in (1, 2)
        ]

    def __call__(self, x: Tensor) -> Tensor:
        x = self._normalised(x + self._attention(x), 0)
        signal = self._make.signal(x.transpose(1, 2))
        moved = self._conv_2(self._conv_1(signal, "relu"))
        return self._normalised(x + moved.squeeze(2).transpose(1, 2), 1)

    def _normalised(self, x: Tensor, which: int) -> Tensor:
        return F.layer_norm(x, (self._width,), *self._norms[which], eps=_EPSILON)


class _Attention:
    def __init__(self, tensors: Mapping[str, Tensor], name: str, heads: int, make: Plain) -> None:
        self._heads = heads
        self._query, self._key, self._value, self._out = (
            _pointwise(tensors, f"{name}.conv_{part}", make) for part in "qkvo"
        )
        self._near_keys = make.place(tensors[f"{name}.emb_rel_k"])
        self._near_values = make.place(tensors[f"{name}.emb_rel_v"])

    def __call__(self, x: Tensor) -> Tensor:
        query = self._split(self._query(x))
        query = query / math.sqrt(query.shape[-1])
        steps, reach = x.shape[1], ATTENTION_WINDOW
        # The columns reach further to both sides, so that every row has its whole band of distances.
        scores = x.new_zeros(self._heads, steps, steps + 2 * reach)
        inner = scores[:, :, reach : reach + steps]
        inner.copy_(query @ self._split(self._key(x)).transpose(1, 2))
        _band(scores).add_(query @ self._near_keys.transpose(1, 2))
        inner.copy_(torch.softmax(inner, dim=-1))
        scores[:, :, :reach] = 0
        scores[:, :, reach + steps :] = 0
        mixed = inner @ self._split(self._value(x)) + _band(scores) @ self._near_values
        return self._out(mixed.transpose(0, 1).reshape(1, steps, -1))

    def _split(self, x: Tensor) -> Tensor:
        """``[1, T, hidden]`` → ``[heads, T, hidden / heads]``."""
        return x.view(x.shape[1], self._heads, -1).transpose(0, 1)


def _band(padded: Tensor) -> Tensor:
    """Return a view ``[heads, T, 2 · window + 1]`` of ``padded [heads, T, T + 2 · window]``: of row ``i`` the
    columns ``i … i + 2 · window``, which are the distances ``−window … window``."""
    heads, steps, width = padded.shape
    return padded.as_strided((heads, steps, 2 * ATTENTION_WINDOW + 1), (steps * width, width + 1, 1))


def _pointwise(tensors: Mapping[str, Tensor], name: str, make: Plain) -> Linear:
    """A convolution of one step is a linear layer."""
    return make.linear(tensors[f"{name}.weight"].squeeze(-1), tensors[f"{name}.bias"])
