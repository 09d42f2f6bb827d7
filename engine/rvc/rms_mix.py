"""RMS mix: how far the converted voice follows the loudness of the source, half second by half second.

As RVC does it: RMS of windows of one second every half second (silence beyond the ends), drawn linearly over the
whole output; the result is ``converted · source^(1-rate) · converted's^(rate-1)``. Here in a stream.
"""

from __future__ import annotations

import numpy as np

_LEAST = 1e-6
_AHEAD = 4  # half seconds that must be known behind a block before its gain is


class HalfSeconds:
    """Energies of consecutive half seconds of a stream of mono blocks."""

    def __init__(self, rate: int) -> None:
        self._hop = rate // 2
        self._rest = np.zeros(0, np.float64)
        self.energies: list[float] = []

    def push(self, block: np.ndarray) -> None:
        squares = np.concatenate((self._rest, np.square(block, dtype=np.float64)))
        whole = len(squares) // self._hop
        self.energies += squares[: whole * self._hop].reshape(whole, self._hop).sum(axis=1).tolist()
        self._rest = squares[whole * self._hop :]

    def flush(self) -> None:
        """Count the last half second, which may be shorter."""
        self.energies.append(float(self._rest.sum()))
        self._rest = self._rest[:0]

    def rms(self) -> np.ndarray:
        """RMS around each half second's beginning: of it and the one before; complete after :meth:`flush`."""
        energies = np.asarray([0.0, *self.energies])
        return np.sqrt((energies[1:] + energies[:-1]) / (2 * self._hop))


class RmsMix:
    """Takes the converted voice in blocks and gives it back with its loudness mixed, as many samples."""

    def __init__(self, source_rms: np.ndarray, rate: int, total: int, mix: float) -> None:
        self._source, self._rate, self._total, self._mix = source_rms, rate, max(1, total), mix
        self._hop = rate // 2
        self._own = HalfSeconds(rate)
        self._held = np.zeros(0, np.float32)
        self._given = 0

    def push(self, block: np.ndarray) -> np.ndarray:
        self._own.push(block)
        self._held = np.concatenate((self._held, block))
        ready = (len(self._own.energies) - _AHEAD) * self._hop - self._given
        return self._give(ready) if ready > 0 else self._held[:0]

    def flush(self) -> np.ndarray:
        self._own.flush()
        return self._give(len(self._held))

    def _give(self, count: int) -> np.ndarray:
        part, self._held = self._held[:count], self._held[count:]
        places = np.arange(self._given, self._given + len(part))
        self._given += len(part)
        wanted = drawn(self._source, places, self._total)
        # The last value counts as repeated; before the end of the stream it is never reached.
        known = max(1 + self._total // self._hop, len(self._own.energies))
        there = np.maximum(drawn(self._own.rms(), places, self._total, known), _LEAST)
        return (part * wanted ** (1.0 - self._mix) * there ** (self._mix - 1.0)).astype(np.float32)


def drawn(values: np.ndarray, places: np.ndarray, total: int, count: int | None = None) -> np.ndarray:
    """Draw ``values`` linearly over ``total`` places, each value standing in the middle of its share.

    ``count``: how many values there will be in the end, when fewer are known.
    """
    count = len(values) if count is None else count
    at = np.clip((places + 0.5) * (count / total) - 0.5, 0.0, count - 1)
    low = at.astype(np.int64)
    high = np.minimum(low + 1, len(values) - 1)
    low = np.minimum(low, len(values) - 1)
    return values[low] + (at - low) * (values[high] - values[low])
