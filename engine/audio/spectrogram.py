"""A picture of a sound: level over time and the logarithm of frequency, as bytes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

LOW_HZ, HIGH_HZ = 40.0, 20_000.0
FLOOR_DB = -96.0  # byte 0; byte 255 is 0 dB, a sine at full scale
WINDOW_S = 0.09
WINDOWS_PER_COLUMN = 6  # at most; a long file is looked at here and there
_AT_ONCE = 64  # windows transformed together


class SpectrogramBuilder:
    """Takes the blocks of a sound of ``frames`` frames and keeps one byte per column and bin.

    Column c shows the loudest of a few Hann windows spread over its time, over all channels; bins are spaced evenly
    in the logarithm of frequency from LOW_HZ to HIGH_HZ (or half the rate), lowest first.
    """

    def __init__(self, rate: int, frames: int, columns: int, bins: int) -> None:
        import scipy.fft

        self._fft = scipy.fft
        self._size = max(64, 2 ** round(np.log2(WINDOW_S * rate)))
        window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(self._size) / self._size)
        self._window = (window * 2.0 / window.sum()).astype(np.float32)  # a full-scale sine has level 1
        per_column = int(np.clip(frames / columns / (self._size / 2), 1, WINDOWS_PER_COLUMN))
        count = columns * per_column
        self._centres = ((np.arange(count) + 0.5) * frames / count).astype(np.int64)
        self._columns_of = np.arange(count) // per_column
        self._next = 0  # window
        self.low_hz = LOW_HZ
        self.high_hz = min(HIGH_HZ, rate / 2)
        self._edges = self.low_hz * (self.high_hz / self.low_hz) ** (np.arange(bins + 1) / bins) / rate * self._size
        self._power = np.zeros((columns, bins), np.float32)
        self._audio: npt.NDArray[np.float32] | None = None
        self._start = -(self._size // 2)  # frame of self._audio[0]: silence before frame 0

    def add(self, block: np.ndarray) -> None:
        if not len(block):
            return
        before = np.zeros((-self._start, block.shape[1]), np.float32) if self._audio is None else self._audio
        self._audio = self._advance(np.concatenate((before, block)))

    def finish(self) -> npt.NDArray[np.uint8]:
        """Return the picture, shape (columns, bins)."""
        if self._audio is not None:
            self.add(np.zeros((self._size, self._audio.shape[1]), np.float32))
        decibels = 10 * np.log10(np.maximum(self._power, 1e-12))
        return np.clip(np.rint((decibels - FLOOR_DB) * (255 / -FLOOR_DB)), 0, 255).astype(np.uint8)

    def _advance(self, audio: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Transform the windows that are complete in ``audio``; return what later ones need of it."""
        half = self._size // 2
        end = self._start + len(audio)
        complete = int(np.searchsorted(self._centres, end - half, "right"))
        while self._next < complete:
            last = min(self._next + _AT_ONCE, complete)
            starts = self._centres[self._next : last] - half - self._start
            self._transform(np.stack([audio[at : at + self._size] for at in starts]), self._next, last)
            self._next = last
        keep = self._centres[self._next] - half if self._next < len(self._centres) else end
        drop = int(np.clip(keep - self._start, 0, len(audio)))
        self._start += drop
        return audio[drop:].copy() if drop else audio

    def _transform(self, windows: npt.NDArray[np.float32], first: int, last: int) -> None:
        spectra = self._fft.rfft(windows * self._window[None, :, None], axis=1)
        power = (spectra.real**2 + spectra.imag**2).max(axis=2)
        np.maximum.at(self._power, self._columns_of[first:last], self._binned(power))

    def _binned(self, power: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return the largest power within each bin's band, or between two FFT bins where it holds none."""
        low, high = np.ceil(self._edges[:-1]).astype(int), np.floor(self._edges[1:]).astype(int) + 1
        last = power.shape[1] - 1
        middle = np.sqrt(self._edges[:-1] * self._edges[1:])
        left = np.clip(np.floor(middle).astype(int), 0, last - 1)
        weight = np.clip(middle - left, 0.0, 1.0)
        out = power[:, left] * (1 - weight) + power[:, left + 1] * weight
        for number in np.flatnonzero(high - low >= 2):
            out[:, number] = power[:, low[number] : min(high[number], last + 1)].max(axis=1, initial=0.0)
        return out.astype(np.float32)
