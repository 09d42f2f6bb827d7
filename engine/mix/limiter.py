"""A limiter that keeps the true peak: what a converter makes between the samples counts as well."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import scipy.ndimage
import scipy.signal

from engine.builtin.stream import Audio, Fifo

CEILING_DB = -1.0  # dBTP
MARGIN_DB = 0.15  # the gain moves a little within the interpolation filter
REACH_S = 0.01
TAPS = 6  # on each side of a sample, as in ITU-R BS.1770-4, annex 2


class TruePeakLimiter:
    """No interpolated peak above ``CEILING_DB``; one gain for all channels, falling before the peak comes.

    The gain each frame needs is that of the largest of its four interpolated values (BS.1770-4, annex 2). The
    smallest gain within the reach, and ``TAPS`` frames more, is averaged over the reach: an average of values none
    of which is too large is never too large itself, and it is in time with the audio.
    """

    def __init__(self, rate: int, channels: int) -> None:
        self._ceiling = 10 ** ((CEILING_DB - MARGIN_DB) / 20)
        self._reach = max(1, round(REACH_S * rate))
        self._edge = 2 * self._reach + 3 * TAPS
        factor = 4 if rate < 96_000 else 2 if rate < 192_000 else 1
        self._phases, self._bound = _phases(factor)
        self._channels = channels
        self._audio = Fifo(channels, self._edge)
        self.reduced = 0  # frames whose gain was turned down

    def push(self, block: Audio) -> Audio:
        self._audio.put(block)
        count = len(self._audio) - 2 * self._edge
        if count <= 0:
            return self._audio.empty()
        audio = self._audio.peek(len(self._audio))
        out = audio[self._edge : self._edge + count].copy()
        if float(np.abs(audio).max()) * self._bound > self._ceiling:
            gain = self._gain(audio)[self._edge : self._edge + count]
            self.reduced += int((gain < 1.0 - 1e-4).sum())
            out *= gain[:, None]
        self._audio.drop(count)
        return out

    def flush(self) -> Audio:
        return self.push(np.zeros((self._edge, self._channels), np.float32))

    def _gain(self, audio: Audio) -> npt.NDArray[np.float32]:
        level = np.maximum.reduce([self._level(channel) for channel in audio.T])
        needed = self._ceiling / np.maximum(level, self._ceiling).astype(np.float64)
        gain = scipy.ndimage.minimum_filter1d(needed, 2 * (self._reach + TAPS) + 1, mode="nearest")
        return scipy.ndimage.uniform_filter1d(gain, 2 * self._reach + 1, mode="nearest").astype(np.float32)

    def _level(self, channel: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return for each frame the largest absolute value at it and between it and its neighbours."""
        level = np.abs(channel)
        if self._phases is None:
            return level
        windows = np.lib.stride_tricks.sliding_window_view(channel, 2 * TAPS)
        between = np.abs(windows @ self._phases).max(axis=1)  # between frames TAPS - 1 and TAPS of each window
        level[TAPS - 1 : TAPS - 1 + len(between)] = np.maximum(level[TAPS - 1 : TAPS - 1 + len(between)], between)
        level[TAPS : TAPS + len(between)] = np.maximum(level[TAPS : TAPS + len(between)], between)
        return level


def _phases(factor: int) -> tuple[npt.NDArray[np.float32] | None, float]:
    """Return the interpolation filters (taps, phases), as the loudness meter's, and their largest possible gain."""
    if factor == 1:
        return None, 1.0
    whole = scipy.signal.firwin(2 * TAPS * factor + 1, 1 / factor, window=("kaiser", 5.0)) * factor
    columns = [whole[phase::factor][: 2 * TAPS][::-1] for phase in range(1, factor)]
    phases = np.stack(columns, axis=1).astype(np.float32)
    return phases, max(1.0, float(np.abs(phases).sum(axis=0).max()))
