"""Vectors in 8 bits a number: a quarter of the memory to go through, so the few that may be the nearest are found in
less than half of the time. Those are then compared in full.

Each row is scaled so that its largest number is 127 (symmetric linear quantisation). How many of the nearest are missed
by that, with random vectors as the worst case, is measured by ``benchmarks/knowledge_search.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Bytes = NDArray[np.int8]

LEAST_ROWS = 4_000  # fewer are compared in full: that takes less than a millisecond
MOST_DIM = 100_000  # from which a sum of products could leave 32 bits
CANDIDATES, LEAST_CANDIDATES = 4, 64  # for each that is wanted, and in all
_ROWS = 8_192  # quantised at once, to need little more memory


@dataclass(frozen=True, slots=True)
class Coarse:
    """``numbers`` (n × dim) times ``scales`` (n) are the vectors, nearly."""

    numbers: Bytes
    scales: Floats

    @property
    def nbytes(self) -> int:
        return self.numbers.nbytes + self.scales.nbytes


def coarse(matrix: Floats) -> Coarse | None:
    """Return the rows of ``matrix`` (n × dim) in 8 bits; None where that is of no use."""
    import numpy as np

    if len(matrix) < LEAST_ROWS or matrix.shape[1] > MOST_DIM:
        return None
    numbers, scales = np.empty(matrix.shape, dtype=np.int8), np.empty(len(matrix), dtype=np.float32)
    for at in range(0, len(matrix), _ROWS):
        numbers[at:at + _ROWS], scales[at:at + _ROWS] = _quantised(matrix[at:at + _ROWS])
    return Coarse(numbers, scales)


def candidates(vectors: Coarse, asked: Floats, limit: int) -> list[int]:
    """Return the places of the rows that may be the ``limit`` nearest to ``asked`` (dim), in no order."""
    import numkong
    import numpy as np

    few = max(limit * CANDIDATES, LEAST_CANDIDATES)
    if few >= len(vectors.scales):
        return list(range(len(vectors.scales)))
    row, _ = _quantised(asked[np.newaxis])
    kernels: Any = numkong
    scores = np.asarray(kernels.cdist(row, vectors.numbers, "dot")).reshape(-1) * vectors.scales
    return np.argpartition(scores, len(scores) - few)[len(scores) - few:].tolist()


def _quantised(rows: Floats) -> tuple[Bytes, Floats]:
    import numpy as np

    scales = np.abs(rows).max(axis=1) / np.float32(127.0)
    scales[scales == 0.0] = 1.0
    return np.rint(rows / scales[:, np.newaxis]).astype(np.int8), scales
