"""Streaming sample-rate conversion with an exact length."""

from __future__ import annotations

import numpy as np


def resampled_frames(frames: int, rate_in: int, rate_out: int) -> int:
    """Return the number of frames at ``rate_out`` for ``frames`` at ``rate_in``, rounded to the nearest."""
    return (frames * rate_out + rate_in // 2) // rate_in


class StreamResampler:
    """Converts blocks of float32 shaped (frames, channels) with soxr (high quality).

    All blocks given out, the flush included, add up to :func:`resampled_frames` of all blocks given in;
    output frame n is the moment n / rate_out.
    """

    def __init__(self, rate_in: int, rate_out: int, channels: int) -> None:
        import soxr

        self._in, self._out, self._channels = rate_in, rate_out, channels
        self._given = 0
        self._made = 0
        self._stream = None
        if rate_in != rate_out:
            self._stream = soxr.ResampleStream(rate_in, rate_out, channels, dtype="float32", quality="HQ")

    def process(self, block: np.ndarray) -> np.ndarray:
        """Return what is ready after ``block``; may be empty."""
        self._given += len(block)
        if self._stream is None:
            return block
        if not len(block):
            return np.zeros((0, self._channels), np.float32)
        made = self._shape(self._stream.resample_chunk(np.ascontiguousarray(block, np.float32)))
        self._made += len(made)
        return made

    def flush(self) -> np.ndarray:
        """Return the rest; the resampler takes no block after it."""
        if self._stream is None:
            return np.zeros((0, self._channels), np.float32)
        want = resampled_frames(self._given, self._in, self._out) - self._made
        rest = self._shape(
            self._stream.resample_chunk(np.zeros((0, self._channels), np.float32), last=True)
        )
        if want <= 0:
            return rest[:0]
        self._made += want
        if len(rest) < want:
            rest = np.concatenate([rest, np.zeros((want - len(rest), self._channels), np.float32)])
        return rest[:want]

    def _shape(self, made: np.ndarray) -> np.ndarray:
        return made.reshape(-1, self._channels)
