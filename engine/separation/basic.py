"""Separation without a model: what lies in the middle of the stereo picture, or what rings instead of striking.

Neither is good on every song, and the app says so; both are quick, need nothing and are exact: what is not voice
stays in the rest.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy.ndimage

from engine.builtin.stream import Audio, Spectra
from engine.separation.spectral import Mask, MaskedSpectra

LOW_HZ, HIGH_HZ = 120.0, 10_000.0  # of a voice; what lies outside stays in the rest
EDGE_OCTAVES = 0.25
SMOOTH_WINDOWS, SMOOTH_BINS = 5, 3  # over which likeness is measured: 160 ms and three bins
SHARPNESS = 2.0
MEDIAN_WINDOWS, MEDIAN_HZ = 17, 200.0
FLOOR = 1e-20


class Dry:
    """All of it is the voice."""

    def push(self, block: Audio) -> Audio:
        return block

    def flush(self) -> Audio:
        return np.zeros((0, 2), np.float32)


class Centre(MaskedSpectra):
    """What both channels have alike, from 120 Hz to 10 kHz.

    A voice S in the middle over a backing that is wide (B, of equal power in both channels and unlike in them):
    the likeness c = 2 Re(L R*) / (|L|² + |R|²), averaged around each bin, is |S|² / (|S|² + |B|²), so Wiener's gain
    for S in the middle signal (L + R) / 2 is 2c / (1 + c). (Likeness in the STFT domain as in C. Avendano & J.-M.
    Jot, "A frequency-domain approach to multichannel upmix", J. Audio Eng. Soc. 52(7/8), 2004.) It is raised to
    ``SHARPNESS``: what is in doubt stays in the rest.
    """

    def __init__(self, rate: int, check: Callable[[], None]) -> None:
        super().__init__(rate, 2, SMOOTH_WINDOWS // 2, check)
        self._band = voice_band(rate, self._size)

    def mask(self, spectra: Spectra) -> Spectra:
        left, right = spectra
        cross = _around((left * right.conj()).real)
        power = _around(left.real**2 + left.imag**2 + right.real**2 + right.imag**2)
        likeness = np.clip(2.0 * cross / (power + FLOOR), 0.0, 1.0)
        gain = (2.0 * likeness / (1.0 + likeness)) ** SHARPNESS * self._band
        middle = 0.5 * (left + right) * gain
        return np.stack((middle, middle))


class Percussive(MaskedSpectra):
    """What rings, without what strikes; for a song whose backing is mostly drums.

    A partial is a line along time and a stroke is a line along frequency, so a median along the one removes the
    other (D. FitzGerald, "Harmonic/percussive separation using median filtering", DAFx-10, 2010; soft masks with
    squared magnitudes, equation 9). All channels share one mask, so the picture stays.
    """

    def __init__(self, rate: int, channels: int, check: Callable[[], None]) -> None:
        super().__init__(rate, channels, MEDIAN_WINDOWS // 2, check)
        self._bins = max(3, round(MEDIAN_HZ * self._size / rate) | 1)
        self._band = voice_band(rate, self._size)

    def mask(self, spectra: Spectra) -> Spectra:
        level: Mask = np.sqrt(np.einsum("cwb,cwb->wb", spectra, spectra.conj()).real).astype(np.float32)
        rings = scipy.ndimage.median_filter(level, (MEDIAN_WINDOWS, 1), mode="nearest") ** 2
        strikes = scipy.ndimage.median_filter(level, (1, self._bins), mode="nearest") ** 2
        return spectra * (rings / (rings + strikes + FLOOR) * self._band).astype(np.float32)


def voice_band(rate: int, size: int) -> Mask:
    """Return a gain per bin: 1 within the range of a voice, with edges of a quarter octave."""
    hz = np.maximum(np.fft.rfftfreq(size, 1.0 / rate), 1e-3)
    above = np.clip(np.log2(hz / LOW_HZ) / EDGE_OCTAVES + 1.0, 0.0, 1.0)
    below = np.clip(np.log2(HIGH_HZ / hz) / EDGE_OCTAVES + 1.0, 0.0, 1.0)
    return (above * below).astype(np.float32)


def _around(values: Mask) -> Mask:
    """Mean over the neighbouring windows and bins (windows, bins)."""
    return scipy.ndimage.uniform_filter(values, (SMOOTH_WINDOWS, SMOOTH_BINS), mode="nearest")
