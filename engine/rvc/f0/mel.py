"""Mel spectrograms as the pitch networks were trained on: triangular filters of equal area over an FFT."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from engine.rvc.f0 import HOP, RATE

FFT = 1024
BANDS = 128
FLOOR = 1e-5


def filters(low_hz: float, high_hz: float, *, htk: bool) -> Tensor:
    """Return the weights [BANDS, FFT/2+1] of triangles whose corners lie evenly on a mel scale, each of area 1.

    ``htk``: the scale of the HTK book (2595 · log10(1 + f/700)), else Slaney's Auditory Toolbox (1998): linear up
    to 1 kHz, 200/3 Hz a mel, and logarithmic above, ln(6.4)/27 a mel.
    """
    low, high = _to_mel(np.array([low_hz, high_hz]), htk)
    corners = _to_hz(np.linspace(low, high, BANDS + 2), htk)
    bins = np.linspace(0.0, RATE / 2, FFT // 2 + 1)
    rise = (bins - corners[:-2, None]) / np.diff(corners)[:-1, None]
    fall = (corners[2:, None] - bins) / np.diff(corners)[1:, None]
    weights = np.maximum(0.0, np.minimum(rise, fall)) * (2.0 / (corners[2:] - corners[:-2]))[:, None]
    return torch.from_numpy(weights.astype(np.float32))


def _to_mel(hz: np.ndarray, htk: bool) -> np.ndarray:
    if htk:
        return 2595.0 * np.log10(1.0 + hz / 700.0)
    step = np.log(6.4) / 27.0
    return np.where(hz < 1000.0, hz * 3.0 / 200.0, 15.0 + np.log(np.maximum(hz, 1.0) / 1000.0) / step)


def _to_hz(mel: np.ndarray, htk: bool) -> np.ndarray:
    if htk:
        return 700.0 * (10.0 ** (mel / 2595.0) - 1.0)
    step = np.log(6.4) / 27.0
    return np.where(mel < 15.0, mel * 200.0 / 3.0, 1000.0 * np.exp(step * (mel - 15.0)))


class LogMel:
    """``wave [n]`` → ``[frames, BANDS]``. ``energy_floor`` is added under the root of the power."""

    def __init__(self, weights: Tensor, energy_floor: float, device: str) -> None:
        self._weights = weights.to(device)
        self._window = torch.hann_window(FFT, device=device)
        self._floor = energy_floor

    def __call__(self, wave: Tensor) -> Tensor:
        """``wave`` is padded by the caller: frame i is of its samples from HOP · i on."""
        spectrum = torch.stft(wave, FFT, HOP, FFT, self._window, center=False, return_complex=True)
        power = spectrum.real.square() + spectrum.imag.square()
        return torch.log(torch.clamp(self._weights @ torch.sqrt(power + self._floor), min=FLOOR)).T


def padded(wave: Tensor, left: int, right: int) -> Tensor:
    """Mirror the ends, or add zeros where the wave is too short to."""
    mode = "reflect" if max(left, right) < len(wave) else "constant"
    return torch.nn.functional.pad(wave[None], (left, right), mode=mode)[0]
