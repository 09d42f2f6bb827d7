"""The 48 Hz high-pass that RVC puts before everything: Butterworth of 5th order, forward and backward (zero phase).

Equal to filtering the whole sound at once (scipy's ``filtfilt``), yet given out block by block: the backward run of
a block starts half a second behind it, where the filter has forgotten its start (its slowest pole decays by
e^-46 in that time).
"""

from __future__ import annotations

import numpy as np

CUTOFF_HZ = 48.0
ORDER = 5
RATE = 16_000
_AHEAD = RATE // 2
_BLOCK = 4 * RATE


class HighPass:
    """Takes and gives blocks of mono samples at 16 kHz; float64 inside, float32 out."""

    def __init__(self) -> None:
        from scipy import signal

        self._b, self._a = signal.butter(ORDER, CUTOFF_HZ, "high", fs=RATE)
        self._rest = signal.lfilter_zi(self._b, self._a)
        self._edge = 3 * max(len(self._a), len(self._b))  # the odd extension that filtfilt adds by default
        self._waiting = np.zeros(0)  # before the forward run began
        self._forward = np.zeros(0)  # after the forward run, before the backward one
        self._tail = np.zeros(0)  # the last input samples, for the extension of the end
        self._state: np.ndarray | None = None
        self._skip = 0

    def push(self, block: np.ndarray) -> np.ndarray:
        """Return what is finished after ``block`` (1-D); may be empty."""
        self._take(np.asarray(block, np.float64))
        if len(self._forward) < _BLOCK + _AHEAD:
            return np.zeros(0, np.float32)
        return self._given(len(self._forward) - _AHEAD)

    def flush(self) -> np.ndarray:
        """Return the rest; nothing may be pushed after it."""
        if self._state is None:
            if not len(self._waiting):
                return np.zeros(0, np.float32)
            self._begin(min(self._edge, len(self._waiting) - 1))
        edge = min(self._edge, len(self._tail) - 1)
        count = len(self._forward)
        if edge > 0:
            self._run(2 * self._tail[-1] - self._tail[-2 : -edge - 2 : -1])
        return self._given(count)

    def _take(self, block: np.ndarray) -> None:
        if self._state is None:
            self._waiting = np.concatenate((self._waiting, block))
            if len(self._waiting) > self._edge:
                self._begin(self._edge)
            return
        self._tail = np.concatenate((self._tail, block))[-self._edge - 1 :]
        self._run(block)

    def _begin(self, edge: int) -> None:
        """Filter the odd extension of the start, then what waits."""
        x = self._waiting
        start = 2 * x[0] - x[edge:0:-1]
        self._state = self._rest * (start[0] if edge else x[0])
        self._run(start)
        self._skip = edge
        self._waiting = np.zeros(0)
        self._tail = x[-self._edge - 1 :]
        self._run(x)

    def _run(self, block: np.ndarray) -> None:
        from scipy import signal

        if len(block):
            made, self._state = signal.lfilter(self._b, self._a, block, zi=self._state)
            self._forward = np.concatenate((self._forward, made))

    def _given(self, count: int) -> np.ndarray:
        """Filter backward all that is there and give out its first ``count`` samples."""
        from scipy import signal

        if not len(self._forward):
            return np.zeros(0, np.float32)
        back = self._forward[::-1]
        made, _ = signal.lfilter(self._b, self._a, back, zi=self._rest * back[0])
        done = made[::-1][self._skip : count]
        self._skip = max(0, self._skip - count)
        self._forward = self._forward[count:]
        return done.astype(np.float32)
