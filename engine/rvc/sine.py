"""The excitation of a voice with pitch: a sine with noise where it is voiced, louder noise where it is not.

The source of the neural source-filter model (Wang et al. 2019) with the fundamental alone.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from engine.rvc.geometry import Geometry

AMPLITUDE = 0.1
VOICED_NOISE = 0.003
UNVOICED_NOISE = AMPLITUDE / 3


class SineSource:
    """``f0 [1, T]`` in Hz (0: unvoiced), ``noise [1, T · hop]`` → samples ``[1, T · hop]`` in float32."""

    def __init__(self, tensors: Mapping[str, Tensor], found: Geometry, device: torch.device) -> None:
        self._rate, self._hop = found.rate, found.hop
        self._gain = float(tensors["dec.m_source.l_linear.weight"])
        self._offset = float(tensors["dec.m_source.l_linear.bias"])
        self._steps = torch.arange(1, found.hop + 1, dtype=torch.float32, device=device)

    def __call__(self, f0: Tensor, noise: Tensor, phase: float = 0.0) -> Tensor:
        """``phase``: where the sine begins, in cycles; with it a later part goes on where an earlier one ended."""
        voiced = (f0 > 0).to(torch.float32).T
        sines = torch.sin((self._cycles(f0[0]) + phase) * (2 * torch.pi)).mul_(AMPLITUDE * voiced)
        level = VOICED_NOISE * voiced + UNVOICED_NOISE * (1 - voiced)
        sines.addcmul_(level, noise.view(-1, self._hop))
        return sines.mul_(self._gain).add_(self._offset).tanh_().view(1, -1)

    def _cycles(self, f0: Tensor) -> Tensor:
        """Return the phase in cycles ``[T, hop]``; a frame begins where the one before it ended.

        Only the fraction of a cycle is carried on, so the phase stays exact however long the sound is.
        """
        inside = (f0 / self._rate).unsqueeze(1) * self._steps
        ends = inside[:-1, -1].cpu().double()  # not every graphics card has it
        ends = torch.cumsum(ends - ends.round(), dim=0)
        ends = (ends - ends.round()).float().to(inside.device)
        inside[1:] += ends.unsqueeze(1)
        return inside
