"""The picture of a sound: lowest and highest sample per column, in bounded memory for any length."""

from __future__ import annotations

import numpy as np

FULL_SCALE = 32767 / 32768
"""From here on a sample counts as clipped: the highest value of 16 bits."""

_BINS = 8  # bins kept per column at least: a column's edge is off by 1/8 of a column at most


class PeakBuilder:
    """Collects blocks of an unknown total length.

    Bins double their width when they run out, so memory stays at 16 bins a column.
    """

    def __init__(self, columns: int) -> None:
        if columns < 1:
            raise ValueError("columns must be at least 1")
        self._columns = columns
        self._capacity = 2 * _BINS * columns
        self._width = 1  # frames per bin
        self._low = np.zeros(self._capacity, np.float32)
        self._high = np.zeros(self._capacity, np.float32)
        self._frames = 0
        self.clipped = 0

    @property
    def frames(self) -> int:
        return self._frames

    def add(self, block: np.ndarray) -> None:
        """Add float32 (frames, channels); a column spans all channels."""
        if not len(block):
            return
        # Channel by channel: reducing along the short axis is thirty times slower.
        low, high = np.minimum.reduce(list(block.T)), np.maximum.reduce(list(block.T))
        if max(float(high.max()), -float(low.min())) >= FULL_SCALE:
            self.clipped += int((np.abs(block) >= FULL_SCALE).sum())
        start = 0
        while start < len(block):
            while self._frames >= self._capacity * self._width:
                self._halve()
            room = self._capacity * self._width - self._frames
            count = min(len(block) - start, room)
            self._put(low[start : start + count], high[start : start + count])
            start += count

    def _put(self, low: np.ndarray, high: np.ndarray) -> None:
        index, into = divmod(self._frames, self._width)
        self._frames += len(low)
        edges = np.arange(0, len(low) + into, self._width) - into
        edges[0] = 0
        lows, highs = np.minimum.reduceat(low, edges), np.maximum.reduceat(high, edges)
        end = index + len(edges)
        if into:
            lows[0] = min(lows[0], self._low[index])
            highs[0] = max(highs[0], self._high[index])
        self._low[index:end], self._high[index:end] = lows, highs

    def _halve(self) -> None:
        half = self._capacity // 2
        self._low[:half] = self._low.reshape(-1, 2).min(axis=1)
        self._high[:half] = self._high.reshape(-1, 2).max(axis=1)
        self._width *= 2

    def columns(self) -> np.ndarray:
        """Return int8 (columns, 2): lowest and highest, ±127 is full scale; all zero without sound."""
        out = np.zeros((self._columns, 2), np.int8)
        used = -(-self._frames // self._width)
        if not used:
            return out
        at = np.arange(self._columns + 1) * (self._frames / self._columns) / self._width
        first = np.minimum(at[:-1].astype(np.int64), used - 1)
        last = np.clip(np.ceil(at[1:]).astype(np.int64), first + 1, used)
        low, high = self._low[:used], self._high[:used]
        for column in range(self._columns):
            a, b = first[column], last[column]
            out[column, 0] = _byte(low[a:b].min())
            out[column, 1] = _byte(high[a:b].max())
        return out


def _byte(value: float) -> int:
    return max(-127, min(127, round(float(value) * 127)))
