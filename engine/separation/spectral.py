"""Masks on short-time spectra of a stream: exact in length and time, independent of how the stream was cut."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt
import scipy.fft

from engine.builtin.stream import HANN_SQUARE_SUM, Audio, Fifo, Spectra, hann, window_size

WINDOW_S = 0.09  # resolves the partials of a low voice, and still follows syllables
COLUMNS = 48  # windows whose middle is given out at a time: well within 100 ms of work

Mask = npt.NDArray[np.float32]


class Separator(Protocol):
    """Takes and gives float32 (frames, channels): the voice in what came in, as many frames, in time with it."""

    def push(self, block: Audio) -> Audio: ...

    def flush(self) -> Audio: ...


class MaskedSpectra(ABC):
    """Overlap-add with a mask of the subclass.

    The windows lie on one grid from sample 0 on, and a run of them is computed with ``reach`` more on either side,
    so a mask that looks no further than ``reach`` windows comes out the same wherever the stream was cut.
    """

    def __init__(self, rate: int, channels: int, reach: int, check: Callable[[], None]) -> None:
        self._check = check
        self._size = window_size(rate, WINDOW_S)
        self._hop = self._size // 4
        self._window = hann(self._size)
        self._channels = channels
        self._reach = reach + 4  # and those that overlap the first and the last
        self._step = COLUMNS * self._hop
        self._margin = self._reach * self._hop
        self._audio = Fifo(channels, self._margin)  # silence before sample 0
        self._owed = 0

    @abstractmethod
    def mask(self, spectra: Spectra) -> Spectra:
        """Return the spectra that are kept, of the same shape (channels, windows, bins)."""

    def push(self, block: Audio) -> Audio:
        self._audio.put(block)
        self._owed += len(block)
        done: list[Audio] = []
        while len(self._audio) >= self._step + 2 * self._margin:
            self._check()
            done.append(self._middle(self._audio.peek(self._step + 2 * self._margin)))
            self._audio.drop(self._step)
        self._owed -= sum(len(part) for part in done)
        return np.concatenate(done) if done else self._audio.empty()

    def flush(self) -> Audio:
        owed = self._owed
        silence = -(-owed // self._step) * self._step + 2 * self._margin
        return self.push(np.zeros((silence, self._channels), np.float32))[:owed]

    def _middle(self, audio: Audio) -> Audio:
        windows = np.lib.stride_tricks.sliding_window_view(audio, self._size, axis=0)[:: self._hop]
        spectra = scipy.fft.rfft(windows.transpose(1, 0, 2) * self._window, axis=2)
        kept = self.mask(spectra.astype(np.complex64, copy=False))
        frames = scipy.fft.irfft(kept, self._size, axis=2) * (self._window / np.float32(HANN_SQUARE_SUM))
        count = frames.shape[1]
        total = np.zeros((len(audio), self._channels), np.float32)
        for part in range(4):
            piece = frames[:, :, part * self._hop : (part + 1) * self._hop].reshape(self._channels, -1)
            total[part * self._hop : (part + count) * self._hop] += piece.T
        return total[self._margin : self._margin + self._step]
