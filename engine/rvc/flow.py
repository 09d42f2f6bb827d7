"""The normalising flow of a voice, backwards: from the prior's latent signal to the decoder's.

Residual coupling layers (RealNVP's additive form, as in VITS): half of the channels, through a small WaveNet, says
what is taken from the other half; between the layers the order of the channels is reversed.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from engine.rvc.geometry import FLOW_DEPTH, FLOW_KERNEL, FLOW_LAYERS, Geometry
from engine.rvc.kernels import Convolution, Plain
from engine.rvc.weights import folded

REACH = FLOW_LAYERS * FLOW_DEPTH * (FLOW_KERNEL // 2)  # steps to each side that a step of the result depends on


class Flow:
    """``z [1, inter, T]`` → the same shape, for the speaker vector ``[gin]``."""

    def __init__(self, tensors: Mapping[str, Tensor], found: Geometry, make: Plain) -> None:
        self._make = make
        self._couplings = [_Coupling(tensors, f"flow.flows.{2 * layer}", found, make) for layer in range(FLOW_LAYERS)]

    def __call__(self, z: Tensor, speaker: Tensor) -> Tensor:
        x = self._make.signal(z)
        for coupling in reversed(self._couplings):
            x = coupling(x.flip(1), speaker)
        return x.squeeze(2)


class _Coupling:
    def __init__(self, tensors: Mapping[str, Tensor], name: str, found: Geometry, make: Plain) -> None:
        self._make, self._half = make, found.inter // 2
        self._hidden = found.hidden
        self._pre, self._post = (
            make.convolution(tensors[f"{name}.{part}.weight"], tensors[f"{name}.{part}.bias"], padding=0)
            for part in ("pre", "post")
        )
        condition = f"{name}.enc.cond_layer"
        self._condition = make.linear(folded(tensors, condition).squeeze(-1), tensors[f"{condition}.bias"])
        self._in = [
            _convolution(tensors, f"{name}.enc.in_layers.{step}", make, FLOW_KERNEL // 2) for step in range(FLOW_DEPTH)
        ]
        self._out = [_convolution(tensors, f"{name}.enc.res_skip_layers.{step}", make, 0) for step in range(FLOW_DEPTH)]

    def __call__(self, x: Tensor, speaker: Tensor) -> Tensor:
        kept, moved = x[:, : self._half], x[:, self._half :]
        shift = self._post(self._wavenet(self._pre(self._make.signal(kept.squeeze(2))), speaker))
        return torch.cat([kept, moved - shift], dim=1)

    def _wavenet(self, x: Tensor, speaker: Tensor) -> Tensor:
        hidden = self._hidden
        conditions = self._condition(speaker.unsqueeze(0)).view(FLOW_DEPTH, 1, 2 * hidden, 1, 1)
        skipped = None
        for inner, outer, condition in zip(self._in, self._out, conditions, strict=True):
            gates = inner(x).add_(condition)
            both = outer(torch.tanh(gates[:, :hidden]) * torch.sigmoid(gates[:, hidden:]))
            skip = both[:, -hidden:]  # the last step has no way on, only its skip
            skipped = skip if skipped is None else skipped + skip
            if both.shape[1] > hidden:
                x = x + both[:, :hidden]
        assert skipped is not None
        return skipped


def _convolution(tensors: Mapping[str, Tensor], name: str, make: Plain, padding: int) -> Convolution:
    return make.convolution(folded(tensors, name), tensors[f"{name}.bias"], padding=padding)
