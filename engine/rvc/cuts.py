"""Where a long sound is cut into chunks: near every few seconds, where it is quietest, on the features' grid."""

from __future__ import annotations

import numpy as np

GRID = 320  # samples at 16 kHz of one feature frame (20 ms): chunks begin where features of the whole would
_WINDOW = 800  # the quietest 50 ms


def quietest(x: np.ndarray, low: int, high: int, target: int) -> int:
    """Return the position in ``low..high`` (on the grid) around which ``x`` is quietest.

    ``x``: samples from position 0 on, at least up to ``high`` + half a window where there are any. Among equals
    the one nearest to ``target`` is taken, so silence is cut where it was asked for.
    """
    places = np.arange(-(-low // GRID) * GRID, high + 1, GRID)
    if not len(places):
        return max(GRID, round(target / GRID) * GRID)
    energy = np.concatenate(([0.0], np.cumsum(np.square(x, dtype=np.float64))))
    first = np.clip(places - _WINDOW // 2, 0, len(x))
    last = np.clip(places + _WINDOW // 2, 0, len(x))
    loudness = np.maximum(energy[last] - energy[first], 0.0)
    floor = loudness.min() * 1.000001 + 1e-12
    equal = places[loudness <= floor]
    return int(equal[np.argmin(np.abs(equal - target))])
