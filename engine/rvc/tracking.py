"""The pitch of a whole input, found piece by piece, so that memory does not grow with its length."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.rvc.f0 import FRAMES_PER_S, HOP, PitchModel
from engine.rvc.signal import Signal

PAD = 16_000  # one second of mirrored sound at both ends, as RVC adds
PAD_FRAMES = PAD // HOP
PIECE = 2000  # frames; a multiple of 8, where the frames of 16 ms and of 10 ms meet
CONTEXT = 200  # frames to each side of a piece that its model hears too; a multiple of 8 as well


class Curve:
    """Hz of every frame from ``first`` on (0: no voice); beyond both ends there is no voice."""

    def __init__(self, hz: np.ndarray, first: int = -PAD_FRAMES) -> None:
        self.hz, self.first = hz, first
        self._cycles = np.concatenate(([0.0], np.cumsum(hz, dtype=np.float64) / FRAMES_PER_S))

    def at(self, first: int, count: int) -> np.ndarray:
        """Return the ``count`` frames from ``first`` on, float32."""
        out = np.zeros(count, np.float32)
        low, high = first - self.first, first - self.first + count
        inside = self.hz[max(0, low) : max(0, high)]
        start = max(0, -low)
        out[start : start + len(inside)] = inside
        return out

    def phase(self, first: int) -> float:
        """Return the cycles (0 … 1) that a sine along the curve has done when frame ``first`` begins."""
        place = min(max(0, first - self.first), len(self._cycles) - 1)
        return float(self._cycles[place] % 1.0)

    def slower(self, stretch: float, origin: int) -> Curve:
        """Return the same melody ``stretch`` times as long and as low, on a grid of frames of its own: frame g lies
        at frame g / stretch - ``origin`` of this one."""
        low = math.ceil((self.first + origin) * stretch)
        high = math.floor((self.first + origin + len(self.hz) - 1) * stretch)
        places = np.rint(np.arange(low, high + 1) / stretch).astype(np.int64) - origin - self.first
        return Curve((self.hz[places] / stretch).astype(np.float32), low)


def track(
    signal: Signal, model: PitchModel, check: Callable[[], None], heard: Callable[[int], None] = lambda samples: None,
    piece: int = PIECE,
) -> np.ndarray:
    """Return Hz of the frames from -PAD_FRAMES on, up to a second behind the end of ``signal``.

    ``heard`` is told how many samples are done.
    """
    parts: list[np.ndarray] = []
    begin = -PAD_FRAMES
    while True:
        check()
        signal.reach((begin + piece + 2 * CONTEXT) * HOP)
        end = (signal.reached + PAD) // HOP
        last = signal.ended and begin + piece + CONTEXT >= end
        first = max(-PAD_FRAMES, begin - CONTEXT)
        stop = end if last else begin + piece + CONTEXT
        wave = signal.read(first * HOP, signal.reached + PAD if last else stop * HOP)
        hz = model(wave, stop - first, check)
        if last:
            parts.append(hz[begin - first :])
            return np.concatenate(parts).astype(np.float32)
        parts.append(hz[begin - first : begin - first + piece])
        begin += piece
        signal.release((begin - CONTEXT) * HOP)
        heard(begin * HOP)
