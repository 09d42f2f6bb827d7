"""Normal values that belong to a place in the sound, so that a seed gives the same voice however it is cut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import torch
from torch import Tensor

_FRAMES = 100  # drawn together
_LATENT, _SOURCE = 0, 1
_ORIGIN = 1 << 20  # blocks before the beginning are counted too
_MIX = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio: neighbouring seeds end up far apart


class Noise(Protocol):
    """Where a chunk's normal values come from: ``latent [1, channels, count]`` and ``source [1, count · hop]``."""

    def at(self, first: int, count: int) -> Mapping[str, Tensor]: ...


class PlacedNoise:
    """``seed``: any integer up to 2^63. Frames may be negative (the padding before the beginning)."""

    def __init__(self, seed: int, channels: int, hop: int) -> None:
        self._seed, self._channels, self._hop = seed, channels, hop

    def at(self, first: int, count: int) -> dict[str, Tensor]:
        """Return ``latent [1, channels, count]`` and ``source [1, count · hop]`` of the frames from ``first`` on."""
        blocks = range(first // _FRAMES, -(-(first + count) // _FRAMES))
        skip = first - blocks.start * _FRAMES
        latent = torch.cat([self._drawn(b, _LATENT, self._channels).view(self._channels, -1) for b in blocks], dim=1)
        source = torch.cat([self._drawn(b, _SOURCE, self._hop) for b in blocks])
        return {
            "latent": latent[None, :, skip : skip + count].contiguous(),
            "source": source[None, skip * self._hop : (skip + count) * self._hop].contiguous(),
        }

    def _drawn(self, block: int, kind: int, width: int) -> Tensor:
        mixed = (self._seed * _MIX + ((block + _ORIGIN) * 2 + kind) * 0xBF58476D1CE4E5B9) & (2**63 - 1)
        mixed ^= mixed >> 31
        return torch.randn(width * _FRAMES, generator=torch.Generator().manual_seed(mixed))
