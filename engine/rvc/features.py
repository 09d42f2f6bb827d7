"""Features of speech for the voice network: ContentVec at 50 Hz, drawn to the index, doubled to 100 Hz, protected."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from engine.rvc.hubert import Hubert
from engine.rvc.index import FeatureIndex
from engine.rvc.stopwatch import Stopwatch

NO_PROTECT = 0.5


class Features:
    """Makes the features of a chunk. ``index`` None or ``index_rate`` 0: as ContentVec gives them.

    ``protect`` below 0.5 mixes them back in where there is no voice, so that breaths and consonants keep what the
    index would take from them.
    """

    def __init__(
        self, hubert: Hubert, version: str, index: FeatureIndex | None, index_rate: float, protect: float,
        watch: Stopwatch, check: Callable[[], None] | None = None,
    ) -> None:
        self._hubert, self._version = hubert, version
        self._index = index if index_rate > 0 else None
        self._index_rate, self._protect = index_rate, protect
        self._watch, self._check = watch, check

    def __call__(self, wave: np.ndarray, pitchf: np.ndarray | None) -> Tensor:
        """Return features [1, T, width] float32 at 100 Hz for ``wave`` at 16 kHz, T ≤ len(wave) / 160.

        ``pitchf``: Hz of each 10 ms (0: no voice), at least T of them; None: nothing is protected.
        """
        with self._watch("features"):
            raw = self._hubert.features(torch.from_numpy(wave)[None], self._version, self._check)
        count = min(2 * raw.shape[1], len(wave) // 160)
        if self._index is None:
            return doubled(raw, count)
        with self._watch("index"):
            drawn = torch.from_numpy(self._index.blended(raw[0].numpy(), self._index_rate))[None]
        if self._protect >= NO_PROTECT or pitchf is None:
            return doubled(drawn, count)
        return protected(doubled(drawn, count), doubled(raw, count), pitchf[:count], self._protect)


def doubled(features: Tensor, count: int) -> Tensor:
    """Repeat each frame and return the first ``count``."""
    return torch.repeat_interleave(features, 2, dim=1)[:, :count].contiguous()


def protected(drawn: Tensor, raw: Tensor, pitchf: np.ndarray, protect: float) -> Tensor:
    """Return ``drawn`` where there is voice and ``protect`` of it elsewhere, the rest ``raw``."""
    share = torch.from_numpy(np.where(pitchf < 1.0, np.float32(protect), np.float32(1.0)))[None, :, None]
    return drawn * share + raw * (1.0 - share)
